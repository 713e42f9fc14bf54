//! What the reader may take in hand, on the strip along the stage's foot: how many chefs share the pot, over which road their parts
//! meet, and how wide the recipe is.

use kitchen_text::{Key, Line, key, msg};

use super::acts;
use super::params::{At, Params};
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Way};
use crate::scene::handle::{Grip, Handle};
use crate::scene::palette::Token;
use crate::scene::stage::View;
use crate::scene::ways::{self, Surface};
use crate::show::Show;
use kitchen_text::tr;

/// A stage so narrow has the titles over the rails.
const NARROW: f32 = 520.0;

/// How high the strip is on a stage so wide.
pub(super) fn height(wide: f32) -> f32 {
    if wide < NARROW { 64.0 } else { 48.0 }
}

/// The line on which hands go.
fn line(strip: Area) -> f32 {
    if strip.w < NARROW { strip.bottom() - 24.0 } else { strip.cy() }
}

/// Marks on either rail.
const MARKS: usize = 4;

/// Where a rail begins and ends: that of the chefs, that of the width.
fn rail(view: &View<'_>, strip: Area, at: usize) -> [f32; 2] {
    let title = if strip.w < NARROW { 0.0 } else { text_width(tr(view.lang, title(view, at)), size(view), true) };
    let left = strip.x + [0.0, 0.58][at] * strip.w + title + 30.0;
    let right = strip.x + [0.4, 1.0][at] * strip.w - 26.0;
    [left, right.max(left + 60.0)]
}

fn size(view: &View<'_>) -> f32 {
    (view.text_size() * 0.9).max(LEAST_TEXT)
}

fn title(view: &View<'_>, at: usize) -> Key {
    match (at, view.is_xray()) {
        (0, false) => key::TENSOR_HAND_WAYS,
        (0, true) => key::TENSOR_HAND_WAYS_XRAY,
        (_, false) => key::TENSOR_HAND_HIDDEN,
        (_, true) => key::TENSOR_HAND_HIDDEN_XRAY,
    }
}

fn mark(view: &View<'_>, strip: Area, at: usize, value: i64) -> Option<Point> {
    let value = usize::try_from(value).ok().filter(|value| *value < MARKS)?;
    let [left, right] = rail(view, strip, at);
    Some([left + (right - left) * value as f32 / (MARKS - 1) as f32, line(strip)])
}

/// Where the road is pressed.
fn road(strip: Area) -> Point {
    [strip.x + strip.w * 0.49, line(strip)]
}

/// The rails with their marks, and a piece of the road.
pub(super) fn backdrop(view: &View<'_>, list: &mut DisplayList, strip: Area) {
    let (fill, edge, text) = if view.is_xray() {
        (Token::Chip, Token::ChipEdge, Token::OnChip)
    } else {
        (Token::WoodLight, Token::WoodDark, Token::OnCloth)
    };
    list.rect(strip.x, strip.y, strip.w, strip.h, 6.0, Style::fill(fill).outline(edge, 1.6));
    for at in 0..2 {
        let [left, right] = rail(view, strip, at);
        let size = size(view);
        let from = strip.x + [0.0, 0.58][at] * strip.w + 8.0;
        let y = if strip.w < NARROW { strip.y + size * 1.1 } else { strip.cy() + size * 0.36 };
        list.say(TextStyle::new(size, text).bold(), from, y, view.lang, title(view, at));
        list.move_to(left, line(strip));
        list.line_to(right, line(strip));
        list.paint(Style::line(text, 3.0));
        for value in 0..MARKS {
            let Some([x, y]) = mark(view, strip, at, value as i64) else { continue };
            let h = 4.0 + value as f32 * 3.0;
            list.rect(x - 2.0, y - h, 4.0, 2.0 * h, 1.0, Style::fill(text));
        }
    }
    let Some(facts) = view.index.runs.first().and_then(|run| run.first_way) else { return };
    let ([x, y], half) = (road(strip), strip.w * 0.045);
    let way = Way::straight([[x - half, y], [x + half, y]]);
    let surface = Surface::of(facts.class);
    if view.is_xray() {
        ways::wires(list, &way, surface, facts.lanes, strip.h * 0.5);
    } else {
        ways::way(list, &way, surface, facts.lanes, strip.h * 0.5);
    }
}

pub(super) fn hands(view: &View<'_>, strip: Area) -> Vec<Handle> {
    let now: &Show = view.show;
    let effect = || Line::from(msg::TensorHandTime { time: now.makespan() });
    let to = |place: usize, value: i64| Params::of(&now.scenario.set(place, value));
    let ways = Handle::of_param(
        ("ways", key::TENSOR_HAND_WAYS, Grip::Across),
        (view, At::ways as usize),
        |value| mark(view, strip, 0, value),
        |value| Line::from(msg::TensorKeptAlone { n: i64::from(to(At::ways as usize, value).ways) }),
    );
    let link = Handle::of_param(
        ("link", key::TENSOR_HAND_LINK, Grip::Press),
        (view, At::link as usize),
        |_| Some(road(strip)),
        |value| Line::new(acts::way(to(At::link as usize, value).link)),
    );
    let hidden = Handle::of_param(
        ("hidden", key::TENSOR_HAND_HIDDEN, Grip::Across),
        (view, At::hidden as usize),
        |value| mark(view, strip, 1, value),
        |value| Line::new(now.scenario.set(At::hidden as usize, value).said(At::hidden as usize)),
    );
    [ways, link, hidden].map(|hand| hand.with_effect(effect())).into()
}
