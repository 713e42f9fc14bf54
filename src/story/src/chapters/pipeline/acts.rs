//! The acts: one pot down the line; the same pot cut into bowls; all forward first; the way back begun sooner; in two halves; the
//! reader's turn. The food is the same in all of them.

use kitchen_text::{Line, Percent, key, msg};

use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::lanes;
use super::params::Params;
use super::shape::bubble;

const ONE_POT: (&str, &str) = ("pot", "cut");

/// Four chefs' orders for eight bowls, as links hold them: each bowl all the way out and back before the next; and as soon as can be.
const ONE_BY_ONE: &str = "1w1.AIBJCKDLEMFNGOHP.AIBJCKDLEMFNGOHP.AIBJCKDLEMFNGOHP.AIBJCKDLEMFNGOHP";
const BY_TURNS: &str = "1w1.ABCDIEJFKGLHMNOP.ABCIDJEKFLGMHNOP.ABICJDKELFMGNHOP.AIBJCKDLEMFNGOHP";

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "one-pot",
        settings: &[ONE_POT, ("batches", "1"), ("schedule", "gpipe")],
        sentence: [key::PIPELINE_ACT_ONE_POT, key::PIPELINE_ACT_ONE_POT_XRAY],
        button: key::PIPELINE_ACT_ONE_POT_BUTTON,
        keep: Some(bowls),
        brief: Some(Brief { beats: &["wait", "turn", "end"], screen_s: 10 }),
        ..Act::USUAL
    },
    Act {
        id: "cut",
        settings: &[ONE_POT, ("batches", "4"), ("schedule", "gpipe")],
        sentence: [key::PIPELINE_ACT_CUT, key::PIPELINE_ACT_CUT_XRAY],
        button: key::PIPELINE_ACT_CUT_BUTTON,
        hands: &["batches", "stages"],
        asks: true,
        keep: Some(bowls),
        ..Act::USUAL
    },
    Act {
        id: "all-first",
        settings: &[ONE_POT, ("batches", "8"), ("schedule", "gpipe")],
        sentence: [key::PIPELINE_ACT_ALL_FIRST, key::PIPELINE_ACT_ALL_FIRST_XRAY],
        button: key::PIPELINE_ACT_ALL_FIRST_BUTTON,
        keep: Some(order),
        brief: Some(Brief { beats: &["second", "all-busy", "overflow", "turn", "drain", "end"], screen_s: 40 }),
        ..Act::USUAL
    },
    Act {
        id: "sooner",
        settings: &[ONE_POT, ("batches", "8"), ("schedule", "1f1b")],
        sentence: [key::PIPELINE_ACT_SOONER, key::PIPELINE_ACT_SOONER_XRAY],
        button: key::PIPELINE_ACT_SOONER_BUTTON,
        keep: Some(order),
        brief: Some(Brief { beats: &["second", "turn", "alternate", "drain", "end"], screen_s: 36 }),
        ..Act::USUAL
    },
    Act {
        id: "halves",
        settings: &[ONE_POT, ("batches", "8"), ("schedule", "zb-h1")],
        sentence: [key::PIPELINE_ACT_HALVES, key::PIPELINE_ACT_HALVES_XRAY],
        button: key::PIPELINE_ACT_HALVES_BUTTON,
        keep: Some(order),
        brief: Some(Brief { beats: &["second", "reading", "weights", "filled", "end"], screen_s: 40 }),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[ONE_POT, ("batches", "8"), ("schedule", "own"), ("order", ONE_BY_ONE)],
        sentence: [key::PIPELINE_ACT_TURN, key::PIPELINE_ACT_TURN_XRAY],
        button: key::PIPELINE_ACT_TURN_BUTTON,
        waits: Some(key::PIPELINE_ACT_TURN_GO),
        does: &[("order", BY_TURNS)],
        hands: &["back-1", "back-2", "back-3", "back-4", "halves", "batches", "stages"],
        keep: Some(own),
        brief: Some(Brief { beats: &["second", "wait", "turn", "drain", "end"], screen_s: 36 }),
        ..Act::USUAL
    },
];

/// The step's time, of which so much was idle; called by its bowls.
fn bowls(show: &Show) -> Option<Kept> {
    let (now, usual) = (Params::of(&show.scenario), Params::default());
    let n = i64::from(now.batches);
    let name = if now.stages == usual.stages {
        Line::from(msg::PipelineKeptBowls { n })
    } else {
        Line::from(msg::PipelineKeptLine { n, chefs: i64::from(now.stages) })
    };
    kept(show, name)
}

/// The same, called by its order.
fn order(show: &Show) -> Option<Kept> {
    let Params { schedule, .. } = Params::of(&show.scenario);
    kept(show, Line::new(schedule.name()))
}

/// The same, called by how many bowls each chef sends out before the first comes back.
fn own(show: &Show) -> Option<Kept> {
    match lanes::in_short(show) {
        Some(name) => kept(show, name),
        None => bowls(show),
    }
}

fn kept(show: &Show, name: Line) -> Option<Kept> {
    let time = show.runs.first()?.trace.makespan;
    let lost = bubble(show);
    let value = Line::from(msg::PipelineKept { idle: Percent(lost) });
    Some(Kept { name, value, size: Some(time.as_secs()), lost })
}
