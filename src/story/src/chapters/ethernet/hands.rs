//! What the reader may take in hand: a parcel into another street, a street's bar, another draw, the edge of a crossing's room.

use kitchen_text::{Line, key, msg};

use crate::scenario::Scenario;
use crate::scene::handle::{Grip, Handle, Stop, leads};
use crate::scene::stage::View;

use super::crossing;
use super::draws::panel;
use super::kept::Both;
use super::params::{At, Load, Zoom};
use super::parts::Parts;
use super::run::{DRAWS, Laid, ROW, STREETS};

/// By kitchen: its parcel.
const PARCELS: [&str; ROW as usize] =
    ["parcel-1", "parcel-2", "parcel-3", "parcel-4", "parcel-5", "parcel-6", "parcel-7", "parcel-8"];
/// By street: its bar.
const BARS: [&str; STREETS as usize] = ["street-1", "street-2", "street-3", "street-4"];

pub(super) fn hands(view: &View<'_>, both: &Both) -> Vec<Handle> {
    let parts = Parts::new(view, both, 0);
    match both.params.zoom {
        Zoom::Draws => town(view, both, &parts),
        Zoom::Crossing if both.params.load != Load::Parcels => crossing::edge(view, both, &parts).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// What comes of it: when all is there.
fn there(both: &Both) -> Line {
    let end = both.towns[0].came.iter().copied().max().unwrap_or_default();
    Line::from(msg::EthernetEffectThere { time: end })
}

fn town(view: &View<'_>, both: &Both, parts: &Parts) -> Vec<Handle> {
    let mut hands = Vec::new();
    if let Some(laid) = &both.laid {
        hands.push(draw(view, both, parts));
        hands.extend((0..ROW as usize).map(|kitchen| parcel(view, both, (parts, laid), kitchen)));
    }
    hands.extend((0..STREETS as usize).map(|street| bar(view, both, parts, street)));
    hands
}

/// The next draw of the hash; what was put by hand is gone with it.
fn draw(view: &View<'_>, both: &Both, parts: &Parts) -> Handle {
    let now = &view.show.scenario;
    let area = panel(view, parts);
    let at = [area.right() - 26.0, area.y + 26.0_f32.min(area.h / 2.0)];
    let stop = |draw: u32| Stop {
        at,
        text: Line::from(msg::EthernetHandleDraws { n: draw.into() }),
        leads: leads(now.set(At::draw as usize, draw.into()).making(String::new())),
    };
    let here = if both.params.draw == 0 { DRAWS } else { both.params.draw - 1 };
    // The draw that was picked comes after all others.
    let stops = (1..=DRAWS).chain([0]).map(stop).collect();
    let name = Line::new(key::ETHERNET_HANDLE_DRAW);
    Handle {
        id: "draw",
        name,
        grip: Grip::Press,
        stops,
        here: here as usize,
        things: Vec::new(),
        effect: Some(there(both)),
    }
}

/// Streets given out by hand, as links write them.
fn code(laid: &Laid) -> String {
    laid.iter().filter_map(|street| char::from_digit(street + 1, 10)).collect()
}

fn moved(now: &Scenario, laid: &Laid, kitchen: usize, street: u32) -> Scenario {
    let mut laid = *laid;
    laid[kitchen] = street;
    now.clone().making(code(&laid))
}

fn parcel(view: &View<'_>, both: &Both, (parts, laid): (&Parts, &Laid), kitchen: usize) -> Handle {
    let stop = |street: u32| {
        let n = i64::from(street) + 1;
        let to = if both.params.closed == street + 1 {
            Err(Line::from(msg::EthernetHandleShut { n }))
        } else {
            leads(moved(&view.show.scenario, laid, kitchen, street))
        };
        let text = Line::from(msg::EthernetHandleStreet { n });
        Stop { at: parts.slot(kitchen, street as usize), text, leads: to }
    };
    Handle {
        id: PARCELS[kitchen],
        name: Line::from(msg::EthernetHandleParcel { k: kitchen as i64 + 1 }),
        grip: Grip::Along,
        stops: (0..STREETS).map(stop).collect(),
        here: laid[kitchen] as usize,
        things: Vec::new(),
        effect: Some(there(both)),
    }
}

fn bar(view: &View<'_>, both: &Both, parts: &Parts, street: usize) -> Handle {
    let is_closed = both.params.closed as usize == street + 1;
    let stop = |closed: usize| Stop {
        at: parts.bar(street),
        text: Line::new(if closed > 0 { key::ETHERNET_HANDLE_CLOSED } else { key::ETHERNET_HANDLE_OPEN }),
        leads: leads(view.show.scenario.set(At::closed as usize, closed as i64)),
    };
    Handle {
        id: BARS[street],
        name: Line::from(msg::EthernetHandleBar { n: street as i64 + 1 }),
        grip: Grip::Press,
        stops: vec![stop(0), stop(street + 1)],
        here: usize::from(is_closed),
        things: Vec::new(),
        effect: Some(there(both)),
    }
}
