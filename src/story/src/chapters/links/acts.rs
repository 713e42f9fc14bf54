//! The acts: the corridor and the exchange, all ways with the chefs put into one of them, one tunnel less, and an amount of the reader's own.

use kitchen_text::{Key, Line, key, msg};

use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::params::{Cut, Field, Params};
use super::run::MESHED;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "two",
        settings: &[("field", "two")],
        sentence: [key::LINKS_ACT_TWO, key::LINKS_ACT_TWO_XRAY],
        button: key::LINKS_ACT_TWO_BUTTON,
        asks: true,
        keep: Some(kept),
        brief: Some(Brief { beats: &["done-dgx-h100", "behind", "end"], screen_s: 12 }),
        ..Act::USUAL
    },
    Act {
        id: "all",
        settings: &[("home", "1")],
        sentence: [key::LINKS_ACT_ALL, key::LINKS_ACT_ALL_XRAY],
        button: key::LINKS_ACT_ALL_BUTTON,
        waits: Some(key::LINKS_ACT_ALL_GO),
        does: &[("home", "4"), ("left", "1")],
        hands: &["home"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "cut",
        settings: &[],
        sentence: [key::LINKS_ACT_CUT, key::LINKS_ACT_CUT_XRAY],
        button: key::LINKS_ACT_CUT_BUTTON,
        waits: Some(key::LINKS_ACT_CUT_GO),
        does: &[("cut", "tunnel")],
        hands: &["tunnel"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("home", "4")],
        sentence: [key::LINKS_ACT_TURN, key::LINKS_ACT_TURN_XRAY],
        button: key::LINKS_ACT_TURN_BUTTON,
        waits: Some(key::LINKS_ACT_TURN_GO),
        does: &[("bytes", "1024")],
        hands: &["home", "tunnel", "size", "chefs", "field"],
        keep: Some(kept),
        ..Act::USUAL
    },
];

/// What a chef had of the way that the act is about, in the mean: the same scale for every amount.
fn kept(show: &Show) -> Option<Kept> {
    let params = Params::of(&show.scenario);
    let Params { op, bytes, field, cut, .. } = params;
    let meshed = || show.runs.iter().find(|run| run.topology.system == MESHED.id);
    let own = params.own().and_then(|own| show.runs.get(own));
    let (name, run): (Key, _) = match (field, cut) {
        _ if own.is_some() => (own?.topology.preset().name(), own),
        (Field::Two, _) => (key::SCENE_WAY_CORRIDOR, show.runs.first()),
        (_, Cut::Tunnel) => (key::LINKS_HAND_CUT, meshed()),
        _ => (key::SCENE_WAY_STREET, show.runs.last()),
    };
    let run = run?;
    let busbw = op.busbw(run.topology.len(), bytes, run.trace.makespan);
    Some(Kept {
        name: Line::from(msg::LinksKept { way: name.into(), bytes }),
        value: Line::from(msg::LinksKeptValue { busbw }),
        size: Some(busbw.as_gb_per_s()),
        lost: 0.0,
    })
}
