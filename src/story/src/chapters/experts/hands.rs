//! What the reader takes in hand: how much the favourite is liked, the most that is taken, the correction, and the way.

use kitchen_text::{Arg, Key, Line, key, msg};

use crate::scene::display::DisplayList;
use crate::scene::geom::Area;
use crate::scene::handle::Handle;
use crate::scene::ruler::{self, Rail};
use crate::scene::stage::View;

use super::own::Own;
use super::params::At;
use super::points;
use super::shelf;

/// From all alike to the favourite of four times: places in the table.
const FAVOURITES: [i64; 5] = [0, 4, 1, 2, 3];
const ROOMS: [i64; 4] = [0, 1, 2, 3];
const CORRECTED: [i64; 4] = [0, 1, 2, 3];
/// From the widest way to the narrowest.
const PLACES: [i64; 3] = [0, 1, 2];

/// What a stop is called, in a word.
fn short(hand: &str, value: i64) -> Line {
    Line::new(word(hand, value))
}

pub(super) fn word(hand: &str, value: i64) -> Key {
    match (hand, value) {
        ("favourite", 0) => key::EXPERTS_STOP_EVEN,
        ("favourite", 1) => key::EXPERTS_STOP_2,
        ("favourite", 2) => key::EXPERTS_STOP_3,
        ("favourite", 3) => key::EXPERTS_STOP_4,
        ("favourite", _) => key::EXPERTS_STOP_1_6,
        ("limit", 0) => key::EXPERTS_STOP_ALL,
        ("limit", 1) => key::EXPERTS_STOP_200,
        ("limit", 2) => key::EXPERTS_STOP_125,
        ("limit", _) => key::EXPERTS_STOP_100,
        (_, 0) => key::EXPERTS_STOP_0_BATCHES,
        (_, 1) => key::EXPERTS_STOP_100_BATCHES,
        (_, 2) => key::EXPERTS_STOP_200_BATCHES,
        _ => key::EXPERTS_STOP_300_BATCHES,
    }
}

/// The rails of a strip; the limit has none where its shelf can be taken in hand.
fn rails(view: &View<'_>, strip: Area, own: &Own) -> Vec<(Rail, Handle)> {
    let way = |value| ruler::choice(view, At::place as usize, value);
    let all: [(f32, &str, Key, At, &[i64]); 4] = [
        (3.0, "favourite", key::EXPERTS_RAIL_FAVOURITE, At::favourite, &FAVOURITES),
        (2.4, "limit", key::EXPERTS_RAIL_LIMIT, At::room, &ROOMS),
        (2.4, "nudge", key::EXPERTS_RAIL_NUDGE, At::corrected, &CORRECTED),
        (2.2, "way", key::EXPERTS_RAIL_WAY, At::place, &PLACES),
    ];
    let is_shelf = shelf::is_held(view, own);
    let shown = || all.iter().filter(|(_, id, ..)| *id != "limit" || !is_shelf);
    let shares: Vec<f32> = shown().map(|(share, ..)| *share).collect();
    let rail = |(at, &(_, id, name, of, values)): (usize, &(f32, &'static str, Key, At, &[i64]))| {
        let text = |value| if id == "way" { way(value) } else { short(id, value) };
        ruler::railed((view, strip), (&shares, at), (id, name), (of as usize, values), text)
    };
    shown().enumerate().map(rail).collect()
}

/// The shelf's hand.
fn limit(view: &View<'_>, own: &Own) -> Option<Handle> {
    shelf::hand(view, own, |value| short("limit", value))
}

pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, strip: Option<Area>, own: &Own) {
    let Some(strip) = strip else { return };
    ruler::draw(view, list, &rails(view, strip, own));
    if let Some(hand) = limit(view, own) {
        shelf::post(view, list, &hand);
        shelf::said(view, list, &hand);
    }
}

pub(super) fn hands(view: &View<'_>, own: &Own) -> Vec<Handle> {
    let Some(strip) = split(view).1 else { return Vec::new() };
    let time = view.show.makespan();
    let effect = || Line::from(msg::Value { value: Arg::Time(time) });
    let rails = rails(view, strip, own).into_iter().map(|(_, handle)| handle);
    rails.chain(limit(view, own)).map(|handle| handle.with_effect(effect())).collect()
}

/// The picture's part of the stage, and the strip of rails under it: none in the last act, where nothing on it could be taken in hand.
pub(super) fn split<'a>(view: &View<'a>) -> (View<'a>, Option<Area>) {
    if points::read(&view.show.scenario).is_some() { (*view, None) } else { ruler::split(view) }
}
