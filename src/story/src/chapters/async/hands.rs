//! What the reader takes in hand: who waits for whom, the flame of the slow kitchen, and how far a report moves the page.

use kitchen_text::{Line, Number, key, msg};

use crate::scene::display::DisplayList;
use crate::scene::geom::Area;
use crate::scene::handle::Handle;
use crate::scene::ruler::{self, Rail};
use crate::scene::stage::View;

use super::course::Course;
use super::params::At;
use super::telling::PLACES;

/// The rules from waiting for all to waiting for nobody, then averages, from frequent to rare: places in the table.
const RULES: [i64; 6] = [3, 2, 1, 0, 4, 5];
/// The slow kitchen's GPU, from the lowest flame to the full one.
const FLAMES: [i64; 3] = [2, 1, 0];
const RATES: [i64; 3] = [0, 1, 2];
/// Of the strip's width.
const SHARES: [f32; 3] = [5.6, 2.2, 2.2];

fn rails(view: &View<'_>, strip: Area) -> [(Rail, Handle); 3] {
    let of = |at: usize, id, name, place: At, values: &[i64]| {
        let place = place as usize;
        let full = |value| id == "flame" && value == FLAMES[2];
        let text =
            |value| if full(value) { Line::new(key::ASYNC_HAND_FULL) } else { ruler::choice(view, place, value) };
        ruler::railed((view, strip), (&SHARES, at), (id, name), (place, values), text)
    };
    [
        of(0, "rule", key::ASYNC_HAND_RULE, At::rule, &RULES),
        of(1, "flame", key::ASYNC_HAND_FLAME, At::slow, &FLAMES),
        of(2, "rate", key::ASYNC_HAND_RATE, At::rate, &RATES),
    ]
}

pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, strip: Option<Area>) {
    let Some(strip) = strip else { return };
    ruler::draw(view, list, &rails(view, strip));
}

pub(super) fn hands(view: &View<'_>, course: &Course) -> Vec<Handle> {
    let Some(strip) = ruler::split(view).1 else { return Vec::new() };
    let dishes = || -> Line {
        let [above, below] = course.dishes_a_minute();
        msg::AsyncHandDishes { above: Number(above, 0), below: Number(below, 0) }.into()
    };
    let height = || -> Line { msg::AsyncHandHeight { height: Number(course.late()[1], PLACES) }.into() };
    rails(view, strip)
        .into_iter()
        .map(|(_, handle)| {
            let effect = if handle.id == "rate" { height() } else { dishes() };
            handle.with_effect(effect)
        })
        .collect()
}
