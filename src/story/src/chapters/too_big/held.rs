//! What the reader may take in hand: the notebooks and the bowls as jars, and on rails along the floor how many chefs share and which
//! recipe is learnt.

use kitchen_core::workload::Zero;
use kitchen_core::workload::memory::{Contents, Doing, Offload};
use kitchen_text::{Key, Line, key, msg, tr};

use super::kind::KIND;
use super::params::{At, Params, Relief};
use super::parts::{NARROW, Parts};
use super::run::Step;
use super::telling::told_gb;
use crate::scene::display::{DisplayList, Style, TextStyle, text_width};
use crate::scene::geom::Point;
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::palette::Token;
use crate::scene::stage::View;

/// How many chefs may learn.
const CHEFS: [u32; 4] = [1, 2, 4, 8];
/// How many recipes there are.
const MODELS: usize = 9;

/// The two rails: the part of the strip that each has, its title, its marks.
const RAILS: [([f32; 2], [Key; 2], usize); 2] = [
    ([0.0, 0.36], [key::TOO_BIG_HAND_CHEFS, key::TOO_BIG_HAND_CHEFS_XRAY], CHEFS.len()),
    ([0.4, 1.0], [key::TOO_BIG_HAND_MODEL, key::TOO_BIG_HAND_MODEL_XRAY], MODELS),
];

fn mark(view: &View<'_>, parts: &Parts, rail: usize, at: usize) -> Option<Point> {
    let ([from, to], titles, marks) = RAILS[rail];
    let is_narrow = parts.foot.w < NARROW;
    let said = tr(view.lang, titles[usize::from(view.is_xray())]);
    let title = if is_narrow { 0.0 } else { text_width(said, parts.size, true) };
    let y = if is_narrow { parts.foot.bottom() - 25.0 } else { parts.foot.cy() };
    let left = parts.foot.x + from * parts.foot.w + title + 34.0;
    let right = (parts.foot.x + to * parts.foot.w - 26.0).max(left + 40.0);
    (at < marks).then(|| [left + (right - left) * at as f32 / (marks - 1) as f32, y])
}

/// The strip and its rails.
pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, parts: &Parts) {
    if parts.foot.h <= 0.0 {
        return;
    }
    let (fill, edge, text) = if view.is_xray() {
        (Token::Chip, Token::ChipEdge, Token::OnChip)
    } else {
        (Token::WoodLight, Token::WoodDark, Token::OnCloth)
    };
    let strip = parts.foot.inset(0.0, 1.0);
    list.rect(strip.x, strip.y, strip.w, strip.h, 6.0, Style::fill(fill).outline(edge, 1.6));
    for (rail, ([from, _], titles, marks)) in RAILS.into_iter().enumerate() {
        let style = TextStyle::new(parts.size, text).bold();
        let x = strip.x + from * strip.w + 8.0;
        let y = if parts.foot.w < NARROW { strip.y + parts.size * 1.1 } else { strip.cy() + parts.size * 0.36 };
        list.say(style, x, y, view.lang, titles[usize::from(view.is_xray())]);
        let (Some(first), Some(last)) = (mark(view, parts, rail, 0), mark(view, parts, rail, marks - 1)) else {
            continue;
        };
        list.move_to(first[0], first[1]);
        list.line_to(last[0], last[1]);
        list.paint(Style::line(text, 3.0));
        for at in 0..marks {
            let Some([x, y]) = mark(view, parts, rail, at) else { continue };
            let h = 4.0 + at as f32 * 12.0 / marks as f32;
            list.rect(x - 2.0, y - h, 4.0, 2.0 * h, 1.0, Style::fill(text));
        }
    }
}

pub(super) fn hands(view: &View<'_>, parts: &Parts, step: &Step) -> Vec<Handle> {
    let params = Params::of(&view.show.scenario);
    let effect = || Line::from(msg::TooBigHandPeak { gb: told_gb(step.peak.1.total().0) });
    let model = Handle::of_param(
        ("model", key::TOO_BIG_HAND_MODEL, Grip::Across),
        (view, At::model as usize),
        |value| mark(view, parts, 1, usize::try_from(value).ok()?),
        |value| Line::new(view.show.scenario.set(At::model as usize, value).said(At::model as usize)),
    );
    let all =
        [model, chefs(view, parts, params), notebooks(view, parts, step, params), bowls(view, parts, step, params)];
    all.map(|hand| hand.with_effect(effect())).into()
}

fn chefs(view: &View<'_>, parts: &Parts, params: Params) -> Handle {
    let now = if params.sharing.is_some() { params.chefs } else { 1 };
    let stops = CHEFS.into_iter().enumerate().filter_map(|(at, chefs)| {
        let next = match (chefs, params.sharing) {
            (1, _) => Params { sharing: None, ..params },
            (_, Some(_)) => Params { chefs, ..params },
            (_, None) => Params { chefs, sharing: Some(Zero::Parameters), ..params },
        };
        Some(Stop {
            at: mark(view, parts, 0, at)?,
            text: Line::from(msg::TooBigHandMany { chefs: i64::from(chefs) }),
            leads: leads(next.scenario(KIND)),
        })
    });
    let here = CHEFS.iter().position(|&chefs| chefs == now).unwrap_or(0);
    Handle {
        id: "chefs",
        name: Line::new(key::TOO_BIG_HAND_CHEFS),
        grip: Grip::Across,
        stops: stops.collect(),
        here,
        things: Vec::new(),
        effect: None,
    }
}

/// Where jars may be put: where they lie when there are most of them, beside their name.
fn on_shelf(parts: &Parts, step: &Step, part: usize) -> Point {
    let rack = parts.rack(0);
    let at = |contents: &Contents, part: usize| {
        let piled = rack.piled(contents);
        piled.iter().find(|jar| jar.2 == part).map_or(rack.area.cy(), |jar| jar.0 + jar.1 / 2.0)
    };
    let inside = rack.area.x + rack.area.w * 0.84;
    // Of several, at the shelf's edge where the next one leaves room: over its middle stands how much it holds.
    let x = if parts.ways > 1 { inside.max(rack.area.right().min(parts.column(0).right() - 23.0)) } else { inside };
    let books = at(&step.peak.1, 1);
    if part == 1 {
        return [x, books];
    }
    let end = step.learning(Doing::Forward).map_or(step.turn, |span| span.1);
    // Never on the hand that holds the notebooks.
    [x, at(&step.shelf().at(end), part).min(books - 46.0)]
}

/// Where they are cooked again.
fn in_pot(parts: &Parts) -> Point {
    if parts.ways == 1 {
        return [parts.top.x + parts.station_w() * 0.72, parts.floor() - parts.top.h * 0.34];
    }
    let column = parts.column(0);
    [(column.cx() - (column.w * 0.4).min(64.0)).max(23.0), parts.top.bottom() - 26.0]
}

fn in_pantry(view: &View<'_>, parts: &Parts, jar: f32) -> Point {
    let name = if view.is_xray() { key::TOO_BIG_PANTRY_XRAY } else { key::TOO_BIG_PANTRY };
    let house = parts.house(text_width(tr(view.lang, name), parts.size, true));
    if parts.ways == 1 {
        return [house.cx(), house.y + house.h * 0.3 - jar * 46.0];
    }
    [house.right() - 26.0 - jar * 48.0, house.cy()]
}

/// On the next chef's shelf; with one chef alone at its other side, away from the pantry.
fn with_another(parts: &Parts, step: &Step) -> Point {
    if parts.ways > 1 {
        let ([_, y], rack) = (on_shelf(parts, step, 1), parts.rack(1));
        return [rack.area.x + rack.area.w * 0.84, y];
    }
    [parts.top.x + 26.0, parts.floor() - 30.0]
}

fn stop(at: Point, said: Key, params: Params) -> Stop {
    Stop { at, text: Line::new(said), leads: leads(params.scenario(KIND)) }
}

fn are_notebooks_away(relief: Relief) -> bool {
    matches!(relief, Relief::Away(offload) | Relief::AwayRedone(offload) if offload.optimizer())
}

/// On the shelf, cooked again, in the pantry: 0, 1, 2.
fn place_of_bowls(relief: Relief) -> usize {
    match relief {
        Relief::Half | Relief::Full | Relief::AwayRedone(_) => 1,
        Relief::Away(offload) if offload.activations() => 2,
        Relief::Nothing | Relief::Away(_) => 0,
    }
}

fn relief(notebooks_away: bool, bowls: usize) -> Relief {
    match (notebooks_away, bowls) {
        (false, 0) => Relief::Nothing,
        (false, 1) => Relief::Full,
        (false, _) => Relief::Away(Offload::Activations),
        (true, 0) => Relief::Away(Offload::Optimizer),
        (true, 1) => Relief::AwayRedone(Offload::Optimizer),
        (true, _) => Relief::Away(Offload::Both),
    }
}

fn notebooks(view: &View<'_>, parts: &Parts, step: &Step, params: Params) -> Handle {
    let (away, bowls) = (are_notebooks_away(params.relief), place_of_bowls(params.relief));
    let to = |away: bool| Params { relief: relief(away, bowls), ..params };
    // Each of two keeps half of them, as of whatever else they share already.
    let shared = params.sharing.filter(|&zero| zero != Zero::None);
    let sharing = shared.or(Some(Zero::Optimizer));
    let other = Params { sharing, chefs: params.chefs.max(2), ..to(false) };
    let alone = if shared.is_some() { Params { sharing: None, ..to(false) } } else { to(false) };
    let stops = vec![
        stop(on_shelf(parts, step, 1), key::TOO_BIG_HAND_SHELF, alone),
        stop(in_pantry(view, parts, 0.0), key::TOO_BIG_HAND_PANTRY, to(true)),
        stop(with_another(parts, step), key::TOO_BIG_HAND_OTHER, other),
    ];
    let here = if away { 1 } else { usize::from(shared.is_some()) * 2 };
    let name = if view.is_xray() { key::TOO_BIG_PART_OPTIMIZER } else { key::TOO_BIG_PART_NOTEBOOKS };
    Handle { id: "notebooks", name: Line::new(name), grip: Grip::Carry, stops, here, things: Vec::new(), effect: None }
}

fn bowls(view: &View<'_>, parts: &Parts, step: &Step, params: Params) -> Handle {
    let (away, here) = (are_notebooks_away(params.relief), place_of_bowls(params.relief));
    let to = |bowls: usize| Params { relief: relief(away, bowls), ..params };
    let stops = vec![
        stop(on_shelf(parts, step, 3), key::TOO_BIG_HAND_SHELF, to(0)),
        stop(in_pot(parts), key::TOO_BIG_HAND_POT, to(1)),
        stop(in_pantry(view, parts, 1.0), key::TOO_BIG_HAND_PANTRY, to(2)),
    ];
    let name = if view.is_xray() { key::TOO_BIG_PART_ACTIVATIONS } else { key::TOO_BIG_PART_BOWLS };
    Handle { id: "bowls", name: Line::new(name), grip: Grip::Carry, stops, here, things: Vec::new(), effect: None }
}
