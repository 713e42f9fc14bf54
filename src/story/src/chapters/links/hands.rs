//! What the reader takes in hand: the chefs, to another kitchen, a tunnel to cut, how much is carried, and how many chefs meet.

use kitchen_text::{Arg, Line, key, msg};

use crate::scene::display::DisplayList;
use crate::scene::geom::Area;
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::race;
use crate::scene::ruler::{self, Rail};
use crate::scene::stage::View;

use super::params::At;
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
        of(
            0,
            "size",
            view.either(key::LINKS_HAND_SIZE, key::LINKS_HAND_SIZE_XRAY),
            At::bytes,
            &ruler::LOADS,
            &ruler::load,
        ),
        of(1, "chefs", view.either(key::LINKS_HAND_CHEFS, key::LINKS_HAND_CHEFS_XRAY), At::chefs, &CHEFS, &|value| {
            ruler::choice(view, At::chefs as usize, value)
        }),
        of(2, "field", view.either(key::LINKS_HAND_FIELD, key::LINKS_HAND_FIELD_XRAY), At::field, &FIELDS, &|value| {
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
        text: Line::new(match value {
            0 => key::LINKS_HAND_OPEN,
            _ => view.either(key::LINKS_HAND_CUT, key::LINKS_HAND_CUT_XRAY),
        }),
        leads: leads(now.set(At::cut as usize, value)),
    };
    Some(Handle {
        id: "tunnel",
        name: Line::new(view.either(key::LINKS_HAND_TUNNEL, key::LINKS_HAND_TUNNEL_XRAY)),
        grip: Grip::Press,
        stops: vec![stop(0), stop(1)],
        here: usize::from(now.at(At::cut as usize, 0) != 0),
        things: Vec::new(),
        effect: Some(Line::from(msg::Value { value: Arg::Time(view.show.runs[run].trace.makespan) })),
    })
}

/// The reader's own chefs.
fn chefs(view: &View<'_>) -> Option<Handle> {
    let runs = &view.show.runs;
    let own = |own: usize| {
        let (place, time) = (place_of(view.show, own), runs[own].trace.makespan);
        Line::from(msg::LinksHandOwn { time, place: place as i64 })
    };
    let name = view.either(key::LINKS_HAND_HOME, key::LINKS_HAND_HOME_XRAY);
    let places = [At::home as usize, At::left as usize];
    race::carried(view, &LOOKS, name, places, |kitchen| machine(&runs[kitchen]), own)
}

pub(super) fn hands(view: &View<'_>) -> Vec<Handle> {
    let (above, strip) = ruler::split(view);
    let Some(strip) = strip else { return Vec::new() };
    let last = view.show.makespan();
    let effect = || Line::from(msg::LinksHandLast { time: last });
    let rails = rails(view, strip).into_iter().map(|(_, handle)| handle.with_effect(effect()));
    chefs(&above).into_iter().chain(tunnel(&above)).chain(rails).collect()
}
