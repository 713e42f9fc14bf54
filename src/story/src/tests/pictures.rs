//! The stage of every chapter, drawn at the sizes that the page has, in all languages and both layers.

use super::{COLLECTIVES, RACE, each_chapter, tried};
use crate::chapters::{self, kinds};
use crate::scenario::Scenario;
use crate::scene::display::{Anchor, DisplayList, Item, text_width};
use crate::scene::stage::{Index, View};
use crate::show::{self, Show};
use crate::story::pace::Mark;
use crate::story::{Layer, Script};
use kitchen_core::units::Time;
use kitchen_text::Lang;

/// Phone (the race fills the screen there), tablet, laptop, the wide stage of the race, projector, 4K.
const SIZES: [[f32; 2]; 9] = [
    [336.0, 330.0],
    [351.0, 442.0],
    [351.0, 622.0],
    [744.0, 740.0],
    [680.0, 410.0],
    [1224.0, 560.0],
    [1120.0, 640.0],
    [1864.0, 840.0],
    [2400.0, 1350.0],
];

pub(super) fn draw(show: &Show, index: &Index, at: f64, layer: Layer, lang: Lang, size: [f32; 2]) -> [DisplayList; 2] {
    let script = Script::default();
    let playhead = Time((show.makespan().0 as f64 * at) as u64);
    let view = View {
        show,
        script: &script,
        index,
        playhead,
        per_second: Time::from_us(500),
        mark: Mark::Slow,
        layer,
        lang,
        size,
    };
    let mut lists = [DisplayList::new(), DisplayList::new()];
    view.draw_backdrop(&mut lists[0]);
    view.draw_frame(&mut lists[1]);
    lists
}

/// Each text with its box on the stage: left, top, right, bottom, and its size there.
fn texts(list: &DisplayList) -> Vec<(&str, [f32; 4], f32)> {
    let mut stack = vec![[1.0_f32, 0.0, 0.0]];
    let mut found = Vec::new();
    for item in &list.items {
        let [s, dx, dy] = stack[stack.len() - 1];
        match *item {
            Item::Save => stack.push([s, dx, dy]),
            Item::Restore => {
                stack.pop();
                assert!(!stack.is_empty(), "restore without save");
            }
            Item::Transform([a, _, _, _, e, f]) => {
                let top = stack.len() - 1;
                stack[top] = [s * a, dx + e * s, dy + f * s];
            }
            Item::Text { start, end, x, y, style } => {
                let text = &list.text[start as usize..end as usize];
                let width = text_width(text, style.size, style.bold);
                let left = match style.anchor {
                    Anchor::Start => x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                let place = [left, y - style.size * 0.75, left + width, y + style.size * 0.1];
                let place = [place[0] * s + dx, place[1] * s + dy, place[2] * s + dx, place[3] * s + dy];
                found.push((text, place, style.size * s));
            }
            _ => {}
        }
    }
    assert_eq!(stack.len(), 1, "save without restore");
    found
}

fn check(scenario: &Scenario) {
    let show = show::run(scenario).unwrap();
    let index = chapters::of(&show.scenario).index(&show);
    let others = Lang::ALL.into_iter().filter(|lang| !Lang::WHOLE.contains(lang));
    let others = others.flat_map(|lang| [(Layer::Kitchen, lang), (Layer::XRay, lang)]);
    for size in SIZES {
        for (layer, lang) in [Layer::Kitchen, Layer::XRay]
            .into_iter()
            .zip(Lang::WHOLE)
            .chain([(Layer::Kitchen, Lang::En), (Layer::XRay, Lang::Ja)])
            .chain(others.clone())
        {
            for at in [0.0, 0.31, 0.77, 1.0] {
                let lists = draw(&show, &index, at, layer, lang, size);
                let name = format!("{} {size:?} {layer:?} {lang:?} at {at}", scenario.kind.id);
                check_texts(&lists, size, &name);
            }
        }
    }
}

fn check_texts(lists: &[DisplayList; 2], size: [f32; 2], name: &str) {
    for list in lists {
        for (text, [left, top, right, bottom], _) in texts(list) {
            let inside = left >= -1.0 && top >= -1.0 && right <= size[0] + 1.0 && bottom <= size[1] + 1.0;
            assert!(inside, "{name}: {text:?} at {left} {top} {right} {bottom} leaves the stage");
        }
    }
    // What stands still is never written over one another.
    let still = texts(&lists[0]);
    for (i, (a, p, _)) in still.iter().enumerate() {
        for (b, q, _) in &still[..i] {
            let apart = p[2] <= q[0] + 0.5 || q[2] <= p[0] + 0.5 || p[3] <= q[1] + 0.5 || q[3] <= p[1] + 0.5;
            assert!(apart, "{name}: {a:?} and {b:?} overlap");
        }
    }
}

#[test]
fn nothing_is_cut_or_overlaps() {
    each_chapter(|chapter| tried(chapter, 9).iter().for_each(check));
}

/// Panels are drawn large enough to tell the chefs apart: with eight of them, a face each.
#[test]
fn eight_racing_chefs_keep_their_faces() {
    use crate::scene::art::props::COUNTER_SMALL;
    let show = show::run(&Scenario::default_for(RACE)).unwrap();
    let index = chapters::of(&show.scenario).index(&show);
    for (size, least) in
        [([351.0, 622.0], 0.17), ([744.0, 740.0], 0.2), ([1224.0, 560.0], 0.2), ([1864.0, 840.0], 0.28)]
    {
        let lists = draw(&show, &index, 0.05, Layer::Kitchen, Lang::En, size);
        let mut scale = 1.0;
        let mut faces = 0;
        for item in &lists[1].items {
            match *item {
                Item::Transform([s, _, _, _, e, f]) if (e, f) == (0.0, 0.0) => scale = s,
                Item::Art { art, .. } if art.id == COUNTER_SMALL.id => {
                    assert!(scale >= least, "{size:?}: a chef at {scale}");
                    faces += 1;
                }
                _ => {}
            }
        }
        assert_eq!(faces, 8 * show.runs.len(), "{size:?}");
    }
}

/// On phones, on tablets and in frames of other pages no words or figures are smaller than 11 pixels, and none of the words
/// are left out for that. Figures may be, where colour tells the same.
#[test]
fn nothing_on_a_small_stage_is_too_small_to_read() {
    const PHONES: [[f32; 2]; 3] = [[332.0, 421.0], [351.0, 442.0], [402.0, 503.0]];
    const RACES_ON_PHONES: [[f32; 2]; 3] = [[332.0, 450.0], [351.0, 622.0], [402.0, 740.0]];
    const TABLETS: [[f32; 2]; 3] = [[740.0, 631.0], [704.0, 382.0], [660.0, 494.0]];
    const FRAMES: [[f32; 2]; 3] = [[344.0, 333.0], [624.0, 234.0], [624.0, 402.0]];
    each_chapter(|chapter| {
        let phones = if chapter.is_wide { RACES_ON_PHONES } else { PHONES };
        for scenario in tried(chapter, 1) {
            let show = show::run(&scenario).unwrap();
            let index = chapter.index(&show);
            for size in [phones, TABLETS, FRAMES].concat() {
                for (layer, lang) in [(Layer::Kitchen, Lang::Ja), (Layer::XRay, Lang::En)] {
                    for at in [0.0, 0.04, 0.31, 0.77, 1.0] {
                        let name = format!("{} {size:?} {layer:?} at {at}", chapter.id);
                        for list in &draw(&show, &index, at, layer, lang, size) {
                            check_readable(list, &name);
                        }
                    }
                }
            }
        }
    });
}

fn check_readable(list: &DisplayList, name: &str) {
    for (text, _, size) in texts(list) {
        assert!(size > 10.9, "{name}: {text:?} at {size:.1}");
    }
    for text in &list.left_out {
        // A rate of which the percentage is said, too.
        let is_figure = text.chars().filter(|c| c.is_alphabetic()).count() < 3 || text.ends_with("\u{a0}GB/s");
        assert!(is_figure, "{name}: {text:?} is left out");
    }
}

/// Stages in the rooms of the page: low laptops and projectors, phones both ways, enlarged letters.
const ROOMS: [[f32; 2]; 9] = [
    [700.0, 340.0],
    [660.0, 310.0],
    [728.0, 390.0],
    [786.0, 400.0],
    [344.0, 330.0],
    [453.0, 250.0],
    [388.0, 306.0],
    [366.0, 244.0],
    [744.0, 540.0],
];

/// The numbers on the shelves are what the gallery is about: they are there in every room.
#[test]
fn no_number_leaves_the_shelves_of_the_gallery() {
    let show = show::run(&Scenario::default_for(COLLECTIVES)).unwrap();
    let index = chapters::of(&show.scenario).index(&show);
    for size in ROOMS {
        for layer in [Layer::Kitchen, Layer::XRay] {
            for at in [0.0, 0.42, 1.0] {
                let [back, front] = draw(&show, &index, at, layer, Lang::Ja, size);
                let missing = |list: &DisplayList| {
                    list.left_out.iter().filter(|text| text.chars().all(|c| c.is_ascii_alphanumeric())).count()
                };
                let written = texts(&front).iter().filter(|(text, ..)| text.parse::<u32>().is_ok()).count();
                assert_eq!((missing(&back), missing(&front)), (0, 0), "{size:?} {layer:?} at {at}");
                assert!(written >= 64, "{size:?} {layer:?} at {at}: {written} numbers");
            }
        }
    }
}

/// A second frame of the same show finds all its room in the buffers of the first.
#[test]
fn frames_reuse_their_buffers() {
    for kind in kinds() {
        let show = show::run(&Scenario::default_for(kind)).unwrap();
        let (index, script) = (chapters::of(&show.scenario).index(&show), Script::default());
        let mut list = DisplayList::new();
        let mut frame = |at: f64| {
            let playhead = Time((show.makespan().0 as f64 * at) as u64);
            let size = [680.0, 410.0];
            let (layer, lang) = (Layer::Kitchen, Lang::Ja);
            let per_second = Time::from_us(500);
            let view = View {
                show: &show,
                script: &script,
                index: &index,
                playhead,
                per_second,
                mark: Mark::Compressed,
                layer,
                lang,
                size,
            };
            view.draw_frame(&mut list);
            (list.items.capacity(), list.text.capacity(), list.path.capacity())
        };
        for at in [0.1, 0.3, 0.5, 0.7, 0.9] {
            frame(at);
        }
        let grown = frame(0.5);
        assert_eq!(frame(0.3), grown, "{kind:?}");
    }
}
