//! The acts: one has it and all need it; taken apart and put together again; a pinch and a sack; all to all.

use kitchen_text::{Line, key, msg};

use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::params::Params;
use super::task;
use kitchen_core::collective::Op;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "one",
        settings: &[("op", "broadcast"), ("algorithm", "ring")],
        sentence: [key::COLLECTIVES_ACT_ONE, key::COLLECTIVES_ACT_ONE_XRAY],
        button: key::COLLECTIVES_ACT_ONE_BUTTON,
        hands: &["follow"],
        keep: Some(kept),
        brief: Some(Brief { beats: &["way", "lines", "end"], screen_s: 14 }),
        ..Act::USUAL
    },
    Act {
        id: "apart",
        settings: &[("op", "reduce-scatter"), ("algorithm", "ring")],
        sentence: [key::COLLECTIVES_ACT_APART, key::COLLECTIVES_ACT_APART_XRAY],
        button: key::COLLECTIVES_ACT_APART_BUTTON,
        hands: &["follow"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "again",
        settings: &[("op", "all-reduce"), ("algorithm", "ring")],
        sentence: [key::COLLECTIVES_ACT_AGAIN, key::COLLECTIVES_ACT_AGAIN_XRAY],
        button: key::COLLECTIVES_ACT_AGAIN_BUTTON,
        hands: &["follow"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "pinch",
        settings: &[("op", "all-reduce"), ("algorithm", "ring"), ("bytes", "1024")],
        sentence: [key::COLLECTIVES_ACT_PINCH, key::COLLECTIVES_ACT_PINCH_XRAY],
        button: key::COLLECTIVES_ACT_PINCH_GO,
        hands: &["size"],
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "swap",
        settings: &[("op", "all-to-all"), ("algorithm", "direct")],
        sentence: [key::COLLECTIVES_ACT_SWAP, key::COLLECTIVES_ACT_SWAP_XRAY],
        button: key::COLLECTIVES_ACT_SWAP_BUTTON,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("op", "all-reduce"), ("algorithm", "ring"), ("bytes", "65536")],
        sentence: [key::COLLECTIVES_ACT_TURN, key::COLLECTIVES_ACT_TURN_XRAY],
        button: key::COLLECTIVES_ACT_TURN_BUTTON,
        waits: Some(key::COLLECTIVES_ACT_TURN_GO),
        does: &[("algorithm", "halving-doubling")],
        hands: &["size", "way", "meeting", "follow"],
        keep: Some(kept_way),
        judge: Some(task::judge),
        ..Act::USUAL
    },
];

fn kept(show: &Show) -> Option<Kept> {
    let Params { op, bytes, .. } = Params::of(&show.scenario);
    busbw(show, Line::from(msg::CollectivesKept { op: op.id().into(), bytes }))
}

/// Where the reader chooses the way, it is what tells the tries apart.
fn kept_way(show: &Show) -> Option<Kept> {
    let Params { algorithm, bytes, .. } = Params::of(&show.scenario);
    busbw(show, Line::from(msg::CollectivesKeptWay { algorithm: algorithm.name().into(), bytes }))
}

/// What a chef's line carried in the mean, as nccl-tests counts it: the same scale for every meeting and size.
fn busbw(show: &Show, name: Line) -> Option<Kept> {
    let Params { op, chefs, bytes, .. } = Params::of(&show.scenario);
    if op == Op::Barrier {
        return None;
    }
    let busbw = op.busbw(chefs, bytes, show.makespan());
    let value = Line::from(msg::CollectivesKeptValue { busbw });
    Some(Kept { name, value, size: Some(busbw.as_gb_per_s()), lost: 0.0 })
}
