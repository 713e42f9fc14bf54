//! What the reader takes in hand: how much the favourite is liked, the most that is taken, the correction, and the way.

use kitchen_text::{Arg, Line, key, msg};

use crate::scene::display::DisplayList;
use crate::scene::geom::Area;
use crate::scene::handle::Handle;
use crate::scene::ruler::{self, Rail};
use crate::scene::stage::View;

use super::params::At;

/// From all alike to the favourite of four times: places in the table.
const FAVOURITES: [i64; 5] = [0, 4, 1, 2, 3];
const ROOMS: [i64; 4] = [0, 1, 2, 3];
const CORRECTED: [i64; 4] = [0, 1, 2, 3];
/// From the widest way to the narrowest.
const PLACES: [i64; 3] = [0, 1, 2];
/// Of the strip's width.
const SHARES: [f32; 4] = [3.0, 2.4, 2.4, 2.2];

/// What a stop is called, in a word.
fn short(hand: &str, value: i64) -> Line {
    let key = match (hand, value) {
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
    };
    Line::new(key)
}

fn rails(view: &View<'_>, strip: Area) -> [(Rail, Handle); 4] {
    let of = |at: usize, id: &'static str, name, of: At, values: &[i64]| {
        let place = of as usize;
        let text = |value| if id == "way" { ruler::choice(view, place, value) } else { short(id, value) };
        ruler::railed((view, strip), (&SHARES, at), (id, name), (place, values), text)
    };
    [
        of(0, "favourite", key::EXPERTS_RAIL_FAVOURITE, At::favourite, &FAVOURITES),
        of(1, "limit", key::EXPERTS_RAIL_LIMIT, At::room, &ROOMS),
        of(2, "nudge", key::EXPERTS_RAIL_NUDGE, At::corrected, &CORRECTED),
        of(3, "way", key::EXPERTS_RAIL_WAY, At::place, &PLACES),
    ]
}

pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, strip: Option<Area>) {
    let Some(strip) = strip else { return };
    ruler::draw(view, list, &rails(view, strip));
}

pub(super) fn hands(view: &View<'_>) -> Vec<Handle> {
    let Some(strip) = ruler::split(view).1 else { return Vec::new() };
    let time = view.show.makespan();
    let effect = || Line::from(msg::Value { value: Arg::Time(time) });
    rails(view, strip).into_iter().map(|(_, handle)| handle.with_effect(effect())).collect()
}
