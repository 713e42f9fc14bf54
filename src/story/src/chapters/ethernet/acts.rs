//! The chapter in acts: a draw like most, the same parcels shared evenly, a hundred draws and the worst, three towns, a crowd, the reader's turn.

use kitchen_text::{Line, key, msg};

use crate::show::Show;
use crate::story::act::{Act, Kept};

use super::course::Course;
use super::run::laid;
use super::task::judge;

const PARCELS: &[&str] = &[
    "parcel-1", "parcel-2", "parcel-3", "parcel-4", "parcel-5", "parcel-6", "parcel-7", "parcel-8", "street-1",
    "street-2", "street-3", "street-4",
];

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "draw",
        settings: &[("zoom", "draws"), ("draw", "4")],
        sentence: [key::ETHERNET_ACT_DRAW, key::ETHERNET_ACT_DRAW_XRAY],
        button: key::ETHERNET_ACT_DRAW_BUTTON,
        keep: Some(above),
        ..Act::USUAL
    },
    Act {
        id: "even",
        settings: &[("draw", "4")],
        sentence: [key::ETHERNET_ACT_EVEN, key::ETHERNET_ACT_EVEN_XRAY],
        button: key::ETHERNET_ACT_EVEN_BUTTON,
        asks: true,
        keep: Some(below),
        ..Act::USUAL
    },
    Act {
        id: "hundred",
        settings: &[("zoom", "draws"), ("draw", "0")],
        sentence: [key::ETHERNET_ACT_HUNDRED, key::ETHERNET_ACT_HUNDRED_XRAY],
        button: key::ETHERNET_ACT_HUNDRED_GO,
        hands: &["draw"],
        keep: Some(above),
        ..Act::USUAL
    },
    Act {
        id: "towns",
        settings: &[("zoom", "towns"), ("draw", "4")],
        sentence: [key::ETHERNET_ACT_TOWNS, key::ETHERNET_ACT_TOWNS_XRAY],
        button: key::ETHERNET_ACT_TOWNS_BUTTON,
        keep: Some(railway),
        ..Act::USUAL
    },
    Act {
        id: "crowd",
        settings: &[("load", "crowd"), ("choice", "spray"), ("zoom", "crossing")],
        sentence: [key::ETHERNET_ACT_CROWD, key::ETHERNET_ACT_CROWD_XRAY],
        button: key::ETHERNET_ACT_CROWD_GO,
        hands: &["edge"],
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("zoom", "draws"), ("draw", "6")],
        sentence: [key::ETHERNET_ACT_TURN, key::ETHERNET_ACT_TURN_XRAY],
        button: key::ETHERNET_ACT_TURN_BUTTON,
        waits: Some(key::ETHERNET_ACT_TURN_GO),
        does: &[("streets", "12341234")],
        hands: PARCELS,
        keep: Some(above),
        judge: Some(judge),
        ..Act::USUAL
    },
];

/// The town above: when all was there, and what of that its streets stood empty.
fn above(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let name = if laid(&show.scenario).is_some() {
        Line::new(key::ETHERNET_KEPT_HAND)
    } else {
        Line::from(msg::EthernetKeptDraw { n: course.params.draw.into() })
    };
    Some(kept(&course, 0, name))
}

fn below(show: &Show) -> Option<Kept> {
    Some(kept(&Course::of(show)?, 1, Line::new(key::ETHERNET_KEPT_SPRAY)))
}

fn railway(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let end = course.railway.as_ref()?.end();
    Some(Kept {
        name: Line::new(key::ETHERNET_KEPT_RAILWAY),
        value: Line::from(msg::Value { value: end.into() }),
        size: Some(end.as_secs()),
        lost: 0.0,
    })
}

fn kept(course: &Course, run: usize, name: Line) -> Kept {
    let end = course.towns[run].end();
    let lost = 1.0 - 1.0 / course.crowding(run).max(1.0);
    Kept { name, value: Line::from(msg::Value { value: end.into() }), size: Some(end.as_secs()), lost }
}
