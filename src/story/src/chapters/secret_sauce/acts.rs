//! The acts: one tasting, the whole way down, twice the step, and again, the valley, and the fewest steps.

use kitchen_text::{Line, count, key, msg};

use super::course::Course;
use super::params::Tasters;
use super::task;
use super::telling::{loss, rate};
use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "taste",
        settings: &[("rate", "0.05"), ("start", "own"), ("salt", "10"), ("sugar", "0")],
        sentence: [key::SECRET_SAUCE_ACT_TASTE, key::SECRET_SAUCE_ACT_TASTE_XRAY],
        button: key::SECRET_SAUCE_ACT_TASTE_BUTTON,
        to: Some("edit"),
        hands: &["salt"],
        brief: Some(Brief { beats: &["tasted", "sheet", "edit"], screen_s: 14 }),
        ..Act::USUAL
    },
    Act {
        id: "down",
        settings: &[("rate", "0.05"), ("start", "own"), ("salt", "10"), ("sugar", "0")],
        sentence: [key::SECRET_SAUCE_ACT_DOWN, key::SECRET_SAUCE_ACT_DOWN_XRAY],
        button: key::SECRET_SAUCE_ACT_DOWN_BUTTON,
        from: Some("edit"),
        hands: &["step"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "twice",
        settings: &[("rate", "0.1"), ("start", "own"), ("salt", "10"), ("sugar", "0")],
        sentence: [key::SECRET_SAUCE_ACT_TWICE, key::SECRET_SAUCE_ACT_TWICE_XRAY],
        button: key::SECRET_SAUCE_ACT_TWICE_BUTTON,
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "far",
        settings: &[("rate", "0.2"), ("start", "own"), ("salt", "10"), ("sugar", "0")],
        sentence: [key::SECRET_SAUCE_ACT_FAR, key::SECRET_SAUCE_ACT_FAR_XRAY],
        button: key::SECRET_SAUCE_ACT_FAR_GO,
        hands: &["rate", "ball"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "valley",
        settings: &[("rate", "0.1"), ("tasters", "alike"), ("momentum", "0.6")],
        sentence: [key::SECRET_SAUCE_ACT_VALLEY, key::SECRET_SAUCE_ACT_VALLEY_XRAY],
        button: key::SECRET_SAUCE_ACT_VALLEY_GO,
        hands: &["momentum", "tasters"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("rate", "0.05"), ("start", "own"), ("salt", "10"), ("sugar", "0")],
        sentence: [key::SECRET_SAUCE_ACT_TURN, key::SECRET_SAUCE_ACT_TURN_XRAY],
        button: key::SECRET_SAUCE_ACT_TURN_BUTTON,
        waits: Some(key::SECRET_SAUCE_ACT_TURN_GO),
        hands: &["rate", "momentum"],
        keep: Some(kept_of_try),
        judge: Some(task::judge),
        ..Act::USUAL
    },
];

/// The same, called by what it was made with.
fn kept_of_try(show: &Show) -> Option<Kept> {
    Some(Kept { name: task::name(show), ..kept(show)? })
}

/// In how many steps it came down, or what became of it.
fn kept(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let rate = rate(course.params.rate);
    let name = if course.params.tasters == Tasters::Alike {
        Line::from(msg::SecretSauceKeptValley { rate })
    } else if course.is_by_hand() {
        Line::from(msg::SecretSauceKeptHand { rate })
    } else {
        Line::from(msg::SecretSauceGateRate { rate })
    };
    let last = course.descent.steps.last()?.loss;
    let (value, size): (Line, Option<f64>) = match (course.settled(), course.spilled()) {
        (Some(n), _) => (msg::SecretSauceKeptSteps { n: count(n) }.into(), Some(n as f64)),
        (None, Some(_)) => (Line::new(key::SECRET_SAUCE_KEPT_SPILLED), None),
        (None, None) => (msg::SecretSauceKeptLoss { loss: loss(last) }.into(), None),
    };
    Some(Kept { name, value, size, lost: 0.0 })
}
