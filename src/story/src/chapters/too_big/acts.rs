//! The acts: a book to read and to learn, and three ways out of a shelf that is too small, each where it helps.

use kitchen_core::units::Time;
use kitchen_text::{Key, Line, Number, key, msg};

use super::kind::KIND;
use super::params::{Params, Relief};
use super::run::Step;
use super::telling::{gb, told_gb};
use crate::show::Show;
use crate::story::act::{Act, Kept};
use crate::story::rehearse;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "read",
        settings: &[("model", "llama2-7b"), ("gpu", "h100")],
        sentence: [key::TOO_BIG_ACT_READ, key::TOO_BIG_ACT_READ_XRAY],
        button: key::TOO_BIG_ACT_READ_BUTTON,
        to: Some("read"),
        hands: &["model"],
        keep: Some(kept_read),
        ..Act::USUAL
    },
    Act {
        id: "learn",
        settings: &[("model", "llama2-7b"), ("gpu", "h100")],
        sentence: [key::TOO_BIG_ACT_LEARN, key::TOO_BIG_ACT_LEARN_XRAY],
        button: key::TOO_BIG_ACT_LEARN_BUTTON,
        from: Some("read"),
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "again",
        settings: &[("model", "gpt3-1.3b"), ("gpu", "h100"), ("texts", "8"), ("words", "8192"), ("relief", "full")],
        sentence: [key::TOO_BIG_ACT_AGAIN, key::TOO_BIG_ACT_AGAIN_XRAY],
        button: key::TOO_BIG_ACT_AGAIN_GO,
        hands: &["bowls", "notebooks"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "away",
        settings: &[("model", "llama2-7b"), ("gpu", "h100"), ("texts", "4"), ("relief", "notebooks")],
        sentence: [key::TOO_BIG_ACT_AWAY, key::TOO_BIG_ACT_AWAY_XRAY],
        button: key::TOO_BIG_ACT_AWAY_GO,
        hands: &["notebooks", "bowls"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "share",
        settings: &[("model", "llama2-7b"), ("gpu", "h100"), ("chefs", "2"), ("sharing", "zero-3")],
        sentence: [key::TOO_BIG_ACT_SHARE, key::TOO_BIG_ACT_SHARE_XRAY],
        button: key::TOO_BIG_ACT_SHARE_GO,
        hands: &["chefs", "notebooks"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("model", "llama2-70b"), ("gpu", "h100"), ("sharing", "zero-3"), ("chefs", "8")],
        sentence: [key::TOO_BIG_ACT_TURN, key::TOO_BIG_ACT_TURN_XRAY],
        button: key::TOO_BIG_ACT_TURN_BUTTON,
        waits: Some(key::TOO_BIG_ACT_TURN_GO),
        hands: &["model", "chefs", "notebooks", "bowls"],
        keep: Some(kept),
        ..Act::USUAL
    },
];

/// How full the shelf was while reading.
fn kept_read(show: &Show) -> Option<Kept> {
    let step = Step::of(show)?;
    let bytes = step.read.1.total().0;
    let value = Line::from(msg::TooBigGb { gb: told_gb(bytes) });
    Some(Kept { name: Line::new(key::TOO_BIG_KEPT_READ), value, size: Some(gb(bytes)), lost: 0.0 })
}

/// How full the shelf was while learning, and what that cost in time.
fn kept(show: &Show) -> Option<Kept> {
    let (step, params) = (Step::of(show)?, Params::of(&show.scenario));
    let bytes = step.peak.1.total().0;
    let value = if bytes > step.gpu().hbm.0 && price(&step, params).is_some() {
        // What cannot be has no price.
        Line::new(key::TOO_BIG_KEPT_OVER)
    } else {
        Line::from(msg::TooBigGb { gb: told_gb(bytes) })
    };
    Some(Kept { name: name(&step, params), value, size: Some(gb(bytes)), lost: 0.0 })
}

/// What was done for room, and how many times as long the step took with it.
fn name(step: &Step, params: Params) -> Line {
    let relief: Option<Key> = match params.relief {
        Relief::Nothing => None,
        Relief::Half | Relief::Full => Some(key::TOO_BIG_KEPT_AGAIN),
        Relief::Away(_) | Relief::AwayRedone(_) => Some(key::TOO_BIG_KEPT_AWAY),
    };
    let what = match (params.sharing, relief) {
        (Some(_), _) => Line::from(msg::TooBigKeptShare { chefs: i64::from(params.chefs) }),
        (None, Some(relief)) => Line::new(relief),
        (None, None) => Line::new(key::TOO_BIG_KEPT_LEARN),
    };
    match price(step, params).filter(|_| step.peak.1.total().0 <= step.gpu().hbm.0) {
        Some(times) => Line::from(msg::TooBigKeptPrice { what: what.into(), times: Number(times, 2) }),
        None => what,
    }
}

/// How many times as long the step took as with all at hand, were there room; none where all is at hand.
fn price(step: &Step, params: Params) -> Option<f64> {
    if params.relief == Relief::Nothing && params.sharing.is_none() {
        return None;
    }
    let plain = Params { relief: Relief::Nothing, sharing: None, ..params };
    let before = rehearse(&plain.scenario(KIND)).ok()?;
    let took = |step: &Step, all: Time| all.saturating_sub(step.begins()).as_secs();
    let end = step.lesson.trace.makespan;
    Some(took(step, end) / took(&Step::of(&before)?, before.makespan()).max(1e-12))
}
