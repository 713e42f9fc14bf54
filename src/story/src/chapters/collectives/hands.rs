//! What the reader takes in hand: how much is carried, by which algorithm, and what the meeting is.

use kitchen_text::{Arg, Line, key, msg};

use crate::scenario::raw::reconcile;
use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::{Area, Point};
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::palette::Token;
use crate::scene::ruler::{self, Rail};
use crate::scene::stage::View;

use super::board::Board;
use super::params::{At, Params, places};
use super::scene;

/// From a pinch to a sack, each four times the one before: powers of two.
const SIZES: std::ops::RangeInclusive<u32> = 5..=15;
const OPS: i64 = 10;
/// Of the strip's width.
const SHARES: [f32; 3] = [5.0, 2.5, 2.5];

fn rails(view: &View<'_>, strip: Area) -> [(Rail, Handle); 3] {
    let of = |at: usize, id, name, place: At, values: &[i64], text: &dyn Fn(i64) -> Line| {
        let named = (id, name);
        let (rail, mut handle) = ruler::railed((view, strip), (&SHARES, at), named, (place as usize, values), text);
        if place == At::op {
            freed(view, &mut handle, values);
        }
        (rail, handle)
    };
    let sizes: Vec<i64> = SIZES.map(|power| 1_i64 << (2 * power)).collect();
    let ways = places(Params::of(&view.show.scenario).op);
    let ops: Vec<i64> = (0..OPS).collect();
    [
        of(0, "size", key::COLLECTIVES_HAND_SIZE, At::bytes, &sizes, &ruler::load),
        of(1, "way", key::COLLECTIVES_HAND_WAY, At::algorithm, &ways, &|value| {
            ruler::choice(view, At::algorithm as usize, value)
        }),
        of(2, "meeting", key::COLLECTIVES_HAND_MEETING, At::op, &ops, &|value| {
            ruler::choice(view, At::op as usize, value)
        }),
    ]
}

/// Another meeting takes an algorithm that can hold it.
fn freed(view: &View<'_>, handle: &mut Handle, values: &[i64]) {
    for (stop, &value) in handle.stops.iter_mut().zip(values) {
        if stop.leads.is_err() {
            stop.leads = Ok(reconcile(view.show.scenario.set(At::op as usize, value)).0);
        }
    }
}

pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, strip: Option<Area>) {
    let Some(strip) = strip else { return };
    let rails = rails(view, strip);
    ruler::draw(view, list, &rails);
    let (rail, handle) = &rails[0];
    wedge(view, list, rail, handle.stops.len());
}

/// From a pinch to a sack.
fn wedge(view: &View<'_>, list: &mut DisplayList, rail: &Rail, stops: usize) {
    let ([left, y], [right, _]) = (rail.at(0), rail.at(stops.saturating_sub(1)));
    let (fill, edge) = if view.is_xray() { (Token::Hbm, Token::ChipEdge) } else { (Token::Wood, Token::Ink) };
    list.move_to(left, y - 2.0);
    list.line_to(right, y - 15.0);
    list.line_to(right, y + 15.0);
    list.line_to(left, y + 2.0);
    list.close();
    list.paint(Style::fill(fill).outline(edge, 1.4));
}

pub(super) fn hands(view: &View<'_>, board: &Board) -> Vec<Handle> {
    let (above, strip) = ruler::split(view);
    let follow = follow(view, &scene::rows(&above, board));
    let Some(strip) = strip else { return follow.into_iter().collect() };
    let time = view.show.makespan();
    let effect = || Line::from(msg::Value { value: Arg::Time(time) });
    rails(view, strip).into_iter().map(|(_, handle)| handle.with_effect(effect())).chain(follow).collect()
}

/// One place of the shelves is followed through the run: whichever is pressed.
fn follow(view: &View<'_>, places: &[Point]) -> Option<Handle> {
    let (now, count) = (&view.show.scenario, places.len());
    let here = (Params::of(now).follow as usize).min(count.saturating_sub(1));
    let stop = |(row, &at): (usize, &Point)| Stop {
        at,
        text: match row.checked_sub(1) {
            Some(row) => msg::CollectivesHandFollowAt { letter: scene::letter_of(row).to_string().into() }.into(),
            None => Line::new(key::COLLECTIVES_HAND_FOLLOW_NONE),
        },
        leads: if row == here { Ok(now.clone()) } else { leads(now.set(At::follow as usize, row as i64)) },
    };
    let stops = places.iter().enumerate().map(stop).collect();
    let name = Line::new(key::COLLECTIVES_HAND_FOLLOW);
    (count > 2).then_some(Handle {
        id: "follow",
        name,
        grip: Grip::Among,
        stops,
        here,
        things: Vec::new(),
        effect: None,
    })
}
