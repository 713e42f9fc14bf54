//! The acts: a usual cut, then the knife in the reader's hand, then half the words, then two knives for three chefs.

use kitchen_text::{Arg, Line, Number, key, msg};

use super::run::Plan;
use super::task;
use super::three::{self, Knives};
use super::words;
use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

/// A model of 7 billion parameters reads 4,096 words over a usual street: what is cut is a usual job.
pub(super) static ACTS: &[Act] = &[
    Act {
        id: "usual",
        settings: &[("knife", "3"), ("link", "street"), ("words", "4096"), ("model", "llama2-7b")],
        sentence: [key::GRAPH_ACT_USUAL, key::GRAPH_ACT_USUAL_XRAY],
        button: key::GRAPH_ACT_USUAL_BUTTON,
        keep: Some(kept),
        brief: Some(Brief { beats: &["one", "sent", "end"], screen_s: 10 }),
        ..Act::USUAL
    },
    Act {
        id: "knife",
        settings: &[("knife", "3"), ("link", "street"), ("words", "4096"), ("model", "llama2-7b")],
        sentence: [key::GRAPH_ACT_KNIFE, key::GRAPH_ACT_KNIFE_XRAY],
        button: key::GRAPH_ACT_KNIFE_BUTTON,
        waits: Some(key::GRAPH_ACT_KNIFE_GO),
        does: &[("knife", "6")],
        hands: &["knife"],
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "words",
        settings: &[("knife", "6"), ("link", "street"), ("words", "4096"), ("model", "llama2-7b")],
        sentence: [key::GRAPH_ACT_WORDS, key::GRAPH_ACT_WORDS_XRAY],
        button: key::GRAPH_ACT_WORDS_BUTTON,
        waits: Some(key::GRAPH_ACT_WORDS_GO),
        does: &[("words", "2048")],
        hands: &["words"],
        keep: Some(kept_words),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("first", "20"), ("second", "50"), ("link", "street"), ("words", "4096"), ("model", "llama2-7b")],
        sentence: [key::GRAPH_ACT_TURN, key::GRAPH_ACT_TURN_XRAY],
        button: key::GRAPH_ACT_TURN_BUTTON,
        waits: Some(key::GRAPH_ACT_TURN_GO),
        hands: &["first", "second"],
        keep: Some(kept_of_three),
        judge: Some(task::judge),
        ..Act::USUAL
    },
];

/// What crossed, by the cut that it crossed.
fn kept(show: &Show) -> Option<Kept> {
    let plan = Plan::of(show)?;
    let name = words::cut(&plan, plan.here.knife);
    Some(of(&plan, name))
}

/// The pace of three chefs, by the layers in which the two knives are.
fn kept_of_three(show: &Show) -> Option<Kept> {
    let knives = Knives::of(show)?;
    let value = Line::from(msg::Value { value: Arg::Time(knives.here.trio.pace()) });
    Some(Kept { name: three::scene::in_short(knives.params), value, size: None, lost: 0.0 })
}

/// What crossed, by how many words there were.
fn kept_words(show: &Show) -> Option<Kept> {
    let plan = Plan::of(show)?;
    let n = Number(f64::from(plan.params.words), 0);
    Some(of(&plan, msg::GraphKeptWords { n }.into()))
}

fn of(plan: &Plan, name: Line) -> Kept {
    let bytes = plan.here.weighed.bytes;
    Kept { name, value: Line::from(msg::Value { value: Arg::Bytes(bytes) }), size: Some(bytes.0 as f64), lost: 0.0 }
}
