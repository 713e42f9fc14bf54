//! What the reader takes in hand: the chefs, to another kitchen, a tunnel to cut, how much is carried, and how many chefs meet.

use kitchen_text::{Arg, Line, key, msg};

use crate::scene::display::DisplayList;
use crate::scene::geom::Area;
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::race;
use crate::scene::ruler::{self, Rail};
use crate::scene::stage::View;

use super::params::{At, Params};
use super::run::{MESHED, TUNNEL};
use super::scene::LOOKS;
use super::telling::{machine, place_of};

const CHEFS: [i64; 3] = [0, 1, 2];
const FIELDS: [i64; 2] = [1, 0];
/// Of the strip's width.
const SHARES: [f32; 3] = [4.6, 2.7, 2.7];

fn rails(view: &View<'_>, strip: Area) -> [(Rail, Handle); 3] {
    let of = |at: usize, id, name, place: At, values: &[i64], text: &dyn Fn(i64) -> Line| {
        ruler::railed((view, strip), (&SHARES, at), (id, name), (place as usize, values), text)
    };
    [
        of(0, "size", key::LINKS_HAND_SIZE, At::bytes, &ruler::LOADS, &ruler::load),
        of(1, "chefs", key::LINKS_HAND_CHEFS, At::chefs, &CHEFS, &|value| {
            ruler::choice(view, At::chefs as usize, value)
        }),
        of(2, "field", key::LINKS_HAND_FIELD, At::field, &FIELDS, &|value| {
            ruler::choice(view, At::field as usize, value)
        }),
    ]
}

pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, strip: Option<Area>) {
    let Some(strip) = strip else { return };
    ruler::draw(view, list, &rails(view, strip));
}

/// The tunnel, where there is one on the stage.
fn tunnel(view: &View<'_>) -> Option<Handle> {
    let run = view.show.runs.iter().position(|run| run.topology.system == MESHED.id)?;
    let [a, b] = TUNNEL.map(|gpu| gpu as usize);
    let at = race::place(view, &LOOKS, run, |set| set.machine.tunnel(a, b).at(0.5, 0.0))?;
    let now = &view.show.scenario;
    let stop = |value: i64| Stop {
        at,
        text: Line::new(if value == 0 { key::LINKS_HAND_OPEN } else { key::LINKS_HAND_CUT }),
        leads: leads(now.set(At::cut as usize, value)),
    };
    Some(Handle {
        id: "tunnel",
        name: Line::new(key::LINKS_HAND_TUNNEL),
        grip: Grip::Press,
        stops: vec![stop(0), stop(1)],
        here: usize::from(now.at(At::cut as usize, 0) != 0),
        things: Vec::new(),
        effect: Some(Line::from(msg::Value { value: Arg::Time(view.show.runs[run].trace.makespan) })),
    })
}

/// The reader's own chefs, carried together from kitchen to kitchen: each knows what it was left for.
fn chefs(view: &View<'_>) -> Option<Handle> {
    let now = &view.show.scenario;
    let own = Params::of(now).own()?;
    let stop = |kitchen: usize| {
        let at = race::place(view, &LOOKS, kitchen, |set| {
            let machine = &set.machine;
            [machine.band(machine.kitchens - 1).right() - 26.0, machine.board(0).cy()]
        })?;
        let moved = || now.set(At::left as usize, own as i64 + 1).set(At::home as usize, kitchen as i64 + 1);
        let leads = if kitchen == own { Ok(now.clone()) } else { leads(moved()) };
        Some(Stop { at, text: machine(&view.show.runs[kitchen]), leads })
    };
    let stops: Vec<Stop> = (0..view.show.runs.len()).filter_map(stop).collect();
    let (place, time) = (place_of(view.show, own), view.show.runs.get(own)?.trace.makespan);
    Some(Handle {
        id: "home",
        name: Line::new(key::LINKS_HAND_HOME),
        grip: Grip::Carry,
        here: own.min(stops.len().checked_sub(1)?),
        stops,
        things: Vec::new(),
        effect: Some(Line::from(msg::LinksHandOwn { time, place: place as i64 })),
    })
}

pub(super) fn hands(view: &View<'_>) -> Vec<Handle> {
    let (above, strip) = ruler::split(view);
    let Some(strip) = strip else { return Vec::new() };
    let last = view.show.makespan();
    let effect = || Line::from(msg::LinksHandLast { time: last });
    let rails = rails(view, strip).into_iter().map(|(_, handle)| handle.with_effect(effect()));
    chefs(&above).into_iter().chain(tunnel(&above)).chain(rails).collect()
}
