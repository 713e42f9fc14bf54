//! The acts: where sharing does not pay, where it does, and why anything has to be sent at all.

use kitchen_text::{Arg, Key, Line, key, msg};

use super::params::{Link, Params};
use super::telling;
use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

/// The same block each time: one layer of a model 4,096 wide, out and back.
pub(super) static ACTS: &[Act] = &[
    Act {
        id: "alone",
        settings: &[("ways", "1"), ("link", "corridor")],
        sentence: [key::TENSOR_ACT_ALONE, key::TENSOR_ACT_ALONE_XRAY],
        button: key::TENSOR_ACT_ALONE_BUTTON,
        keep: Some(kept),
        brief: Some(Brief { beats: &["sieve", "parts", "end"], screen_s: 14 }),
        ..Act::USUAL
    },
    Act {
        id: "eight",
        settings: &[("ways", "8"), ("link", "corridor")],
        sentence: [key::TENSOR_ACT_EIGHT, key::TENSOR_ACT_EIGHT_XRAY],
        button: key::TENSOR_ACT_EIGHT_BUTTON,
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "road",
        settings: &[("ways", "8"), ("link", "corridor")],
        sentence: [key::TENSOR_ACT_ROAD, key::TENSOR_ACT_ROAD_XRAY],
        button: key::TENSOR_ACT_ROAD_BUTTON,
        waits: Some(key::TENSOR_ACT_ROAD_GO),
        does: &[("link", "exchange")],
        hands: &["link"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "why",
        settings: &[("ways", "2"), ("link", "exchange")],
        sentence: [key::TENSOR_ACT_WHY, key::TENSOR_ACT_WHY_XRAY],
        button: key::TENSOR_ACT_WHY_BUTTON,
        to: Some("agreed"),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("ways", "2"), ("link", "corridor")],
        sentence: [key::TENSOR_ACT_TURN, key::TENSOR_ACT_TURN_XRAY],
        button: key::TENSOR_ACT_TURN_BUTTON,
        waits: Some(key::TENSOR_ACT_TURN_GO),
        hands: &["ways", "link", "hidden"],
        keep: Some(kept),
        ..Act::USUAL
    },
];

/// How long the layer took, and how much of all chefs' time no hand moved.
fn kept(show: &Show) -> Option<Kept> {
    let Params { ways, link, .. } = Params::of(&show.scenario);
    let n = i64::from(ways);
    let name = if ways == 1 {
        Line::from(msg::TensorKeptAlone { n })
    } else {
        Line::from(msg::TensorKept { n, way: way(link).into() })
    };
    let time = show.runs.first()?.trace.makespan;
    Some(Kept {
        name,
        value: Line::from(msg::Value { value: Arg::Time(time) }),
        size: Some(time.as_secs()),
        lost: telling::idle_share(show),
    })
}

/// The road's name in one word.
pub(super) const fn way(link: Link) -> Key {
    match link {
        Link::Corridor => key::TENSOR_WAY_CORRIDOR,
        Link::Tunnel => key::TENSOR_WAY_TUNNEL,
        Link::Exchange => key::TENSOR_WAY_EXCHANGE,
    }
}
