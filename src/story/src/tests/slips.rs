//! The slip that a caption speaks of is seen: nothing is painted over it from its beat until it has arrived, in either layer.

use super::DATA;
use crate::chapters;
use crate::scenario::Scenario;
use crate::scene::art::props::{CHIT, SLIP};
use crate::scene::display::{DisplayList, Item};
use crate::scene::stage::View;
use crate::show;
use crate::story::ledger::{Ledger, Recipe};
use crate::story::{Layer, pace::Mark};
use kitchen_core::units::Time;
use kitchen_text::Lang;

const SIZES: [[f32; 2]; 4] = [[336.0, 330.0], [351.0, 442.0], [680.0, 410.0], [1864.0, 840.0]];

/// When it is looked at, in hundredths of what is left of its way.
const PARTS: [u64; 3] = [0, 50, 95];

/// What an item paints on the stage: left, top, right, bottom. Texts and paths count with a point of theirs.
fn boxes(list: &DisplayList) -> Vec<(Item, [f32; 4])> {
    let mut stack = vec![[1.0_f32, 0.0, 0.0]];
    let mut found = Vec::new();
    for &item in &list.items {
        let [s, dx, dy] = stack[stack.len() - 1];
        let place = match item {
            Item::Save => {
                stack.push([s, dx, dy]);
                continue;
            }
            Item::Restore => {
                stack.pop();
                continue;
            }
            Item::Transform([a, _, _, _, e, f]) => {
                let top = stack.len() - 1;
                stack[top] = [s * a, dx + e * s, dy + f * s];
                continue;
            }
            Item::Rect { x, y, w, h, .. } => [x, y, x + w, y + h],
            Item::Ellipse { cx, cy, rx, ry, .. } => [cx - rx, cy - ry, cx + rx, cy + ry],
            Item::Art { art, x, y, scale, .. } => {
                let [left, top, right, bottom] = art.bounds;
                [x + left * scale, y + top * scale, x + right * scale, y + bottom * scale]
            }
            Item::Text { x, y, .. } => [x, y, x, y],
            Item::Path { start, end, .. } => {
                let points = &list.path[start as usize..end as usize];
                let at = [points.get(1).copied().unwrap_or(0.0), points.get(2).copied().unwrap_or(0.0)];
                [at[0], at[1], at[0], at[1]]
            }
            Item::Alpha(_) | Item::Clip { .. } => continue,
        };
        found.push((item, [place[0] * s + dx, place[1] * s + dy, place[2] * s + dx, place[3] * s + dy]));
    }
    found
}

/// The slips that a run's captions speak of, at their beats.
fn check(scenario: &Scenario) {
    let show = show::run(scenario).unwrap();
    let (index, run) = (chapters::of(scenario).index(&show), &show.runs[0]);
    let script = chapters::data::CHAPTER.script(&show);
    let ledger = Ledger::new(run, Recipe::report).unwrap();
    let mut seen = 0;
    for beat in &script.beats {
        let Some(task) = beat.focus.map(|(_, task)| task) else { continue };
        let (start, end) = (run.trace.start[task as usize], run.trace.end[task as usize]);
        if !run.graph.labels[task as usize].kind.is_transfer() || !(start..end).contains(&beat.at) {
            continue;
        }
        let looks = SIZES.into_iter().flat_map(|size| [(size, Layer::Kitchen), (size, Layer::XRay)]);
        for (part, (size, layer)) in PARTS.into_iter().flat_map(|part| looks.clone().map(move |look| (part, look))) {
            let playhead = Time(beat.at.0 + (end - beat.at).0 * part / 100);
            if script.beat_at(playhead).is_none_or(|at| script.beats[at].id != beat.id) {
                continue;
            }
            let per_second = Time::from_us(500);
            let (show, script, index) = (&show, &script, &index);
            let lang = Lang::Ja;
            let view = View { show, script, index, playhead, per_second, mark: Mark::Slow, layer, lang, size };
            let mut list = DisplayList::new();
            view.draw_frame(&mut list);
            let boxes = boxes(&list);
            let is_slip =
                |(item, _): &(Item, _)| matches!(item, Item::Art { art, .. } if art.id == SLIP.id || art.id == CHIT.id);
            let name = format!("{scenario:?} {} at {part} {size:?} {layer:?}", beat.id);
            let at = boxes.iter().rposition(is_slip).unwrap_or_else(|| panic!("{name}: no slip"));
            let slip = boxes[at].1;
            assert!(
                slip[0] >= -1.0 && slip[1] >= -1.0 && slip[2] <= size[0] + 1.0 && slip[3] <= size[1] + 1.0,
                "{name}"
            );
            let mut later = &boxes[at + 1..];
            if let Some((Item::Text { start, end, .. }, _)) = later.first() {
                let text = list.text[*start as usize..*end as usize].replace('\u{2212}', "-");
                if matches!(boxes[at].0, Item::Art { art, .. } if art.id == SLIP.id) {
                    assert_eq!(text, ledger.payload(task)[0].to_string(), "{name}: the slip that is told lies on top");
                    later = &later[1..];
                }
            }
            for (item, place) in later {
                let apart = place[2] <= slip[0] || slip[2] <= place[0] || place[3] <= slip[1] || slip[3] <= place[1];
                assert!(apart, "{name}: {item:?} is painted over the slip at {slip:?}");
            }
            seen += 1;
        }
    }
    assert!(seen >= SIZES.len() * 2, "{scenario:?}: no caption speaks of a slip under way");
}

#[test]
fn nothing_covers_the_slip_that_is_told() {
    let usual = Scenario::default_for(DATA);
    for (chefs, algorithm, system) in [
        (4, "ring", "dgx-h100"),
        (2, "ring", "dgx-h100"),
        (8, "ring", "dgx-h100"),
        (4, "direct", "dgx-h100"),
        (8, "in-network", "dgx-h100"),
        (4, "ring", "pcie-8"),
        (8, "ring", "dgx1-v100"),
    ] {
        let scenario = usual.with("chefs", chefs).with_choice("algorithm", algorithm).with_choice("system", system);
        check(&scenario.with("buckets", 4));
    }
    check(&usual);
}
