//! The limit as a shelf over each pile: what a specialist may take fits under it, and what passes by lies on it. Its end beside the
//! first favourite's pile can be pulled up and down.

use kitchen_text::{Key, Line, key};

use crate::scene::display::{DisplayList, Style, TextStyle, text_width};
use crate::scene::geom::Point;
use crate::scene::handle::{Grip, Handle};
use crate::scene::palette::Token;
use crate::scene::stage::View;

use super::own::Own;
use super::params::{At, Params};
use super::pile::{self, Place};
use super::run::{CHEFS, FAVOURED};
use super::scene::favoured;

/// Rows closer than this are no places for a finger.
const LEAST_STEP: f32 = 8.0;
/// From the shelf's end to the hand's middle, and from there to what is said.
const BESIDE: f32 = 16.0;
const WORDS: f32 = 31.0;

/// From the lowest shelf to none: places in the table.
const ROOMS: [i64; 4] = [3, 2, 1, 0];

/// Where the shelf's end is for so many rows.
fn end(place: &Place, rows: usize) -> Point {
    let [_, [x, y]] = place.shelf(rows);
    [x + BESIDE, y.max(place.area.y)]
}

/// Whether the shelf can be taken in hand: on a small stage its heights lie too close, and the limit has a rail.
pub(super) fn is_held(view: &View<'_>, own: &Own) -> bool {
    favoured(view, own).is_some_and(|place| place.step() >= LEAST_STEP)
}

pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, own: &Own, place: impl Fn(usize) -> Place) {
    let (fill, edge) =
        if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::WoodLight, Token::WoodDark) };
    if own.room.is_none() {
        return;
    }
    let rows = pile::rows(own.room);
    let first = place(FAVOURED[0]);
    for chef in 0..CHEFS {
        let [[left, y], [right, _]] = place(chef).shelf(rows);
        list.rect(left, y - 1.5, right - left, 3.0, 1.0, Style::fill(fill).outline(edge, 0.8));
    }
    if first.step() < LEAST_STEP {
        return;
    }
    let [x, y] = end(&first, rows);
    list.move_to(x - BESIDE, y);
    list.line_to(x, y);
    list.paint(Style::line(edge, 3.0));
}

/// What the shelf's end goes up and down on, from the lowest shelf to none.
pub(super) fn post(view: &View<'_>, list: &mut DisplayList, hand: &Handle) {
    let edge = if view.is_xray() { Token::ChipEdge } else { Token::WoodDark };
    let (Some(low), Some(high)) = (hand.stops.first(), hand.stops.last()) else { return };
    list.move_to(low.at[0], low.at[1]);
    list.line_to(high.at[0], high.at[1]);
    list.paint(Style::line(edge, 2.0));
    for [x, y] in [low.at, high.at] {
        list.ellipse(x, y, 4.0, 4.0, Style::fill(Token::Card).outline(edge, 1.4));
    }
}

/// The shelf as a thing that can be pulled; nothing where it is too small for that.
pub(super) fn hand(view: &View<'_>, own: &Own, text: impl Fn(i64) -> Line) -> Option<Handle> {
    let place = favoured(view, own).filter(|place| place.step() >= LEAST_STEP)?;
    let now = &view.show.scenario;
    let rows = |value: i64| pile::rows(Params::of(&now.set(At::room as usize, value)).room);
    let of: (_, Key, _) = ("limit", key::EXPERTS_RAIL_LIMIT, Grip::Along);
    let hand = Handle::of_param(of, (view, At::room as usize), |value| Some(end(&place, rows(value))), text);
    Some(lowest_first(hand))
}

/// The table has the limits in an order of its own; keys go from the lowest up.
fn lowest_first(hand: Handle) -> Handle {
    let here = ROOMS.iter().position(|&at| at == hand.here as i64).unwrap_or(hand.here);
    let stops = ROOMS.iter().filter_map(|&at| hand.stops.get(at as usize).cloned()).collect();
    Handle { stops, here, ..hand }
}

/// What the shelf is called, and how high it is, beside the hand.
pub(super) fn said(view: &View<'_>, list: &mut DisplayList, hand: &Handle) {
    let Some(stop) = hand.stops.get(hand.here) else { return };
    let size = view.text_size() * 0.8;
    let [x, y] = [stop.at[0] + WORDS, stop.at[1]];
    for (line, below) in [(&hand.name, -0.2), (&stop.text, 1.0)] {
        let said = line.say(view.lang);
        if x + text_width(&said, size, true) < view.size[0] {
            list.write(TextStyle::new(size, Token::Text).bold(), x, y + size * below, format_args!("{said}"));
        }
    }
}
