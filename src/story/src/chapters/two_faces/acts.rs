//! The acts: one guest, a queue, the same chef learning, and where the queue becomes too long for the hand.

use kitchen_text::{Arg, Line, key, msg};

use super::run::Both;
use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "one",
        settings: &[("guests", "1"), ("gpu", "h200"), ("model", "llama3-8b")],
        sentence: [key::TWO_FACES_ACT_ONE, key::TWO_FACES_ACT_ONE_XRAY],
        button: key::TWO_FACES_ACT_ONE_BUTTON,
        to: Some("served"),
        keep: Some(kept),
        brief: Some(Brief { beats: &["word", "served"], screen_s: 12 }),
        ..Act::USUAL
    },
    Act {
        id: "hundred",
        settings: &[("guests", "100"), ("gpu", "h200"), ("model", "llama3-8b")],
        sentence: [key::TWO_FACES_ACT_HUNDRED, key::TWO_FACES_ACT_HUNDRED_XRAY],
        button: key::TWO_FACES_ACT_HUNDRED_BUTTON,
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "queue",
        settings: &[("guests", "100"), ("gpu", "h200"), ("model", "llama3-8b")],
        sentence: [key::TWO_FACES_ACT_QUEUE, key::TWO_FACES_ACT_QUEUE_XRAY],
        button: key::TWO_FACES_ACT_QUEUE_BUTTON,
        waits: Some(key::TWO_FACES_ACT_QUEUE_GO),
        does: &[("guests", "512")],
        hands: &["guests", "point"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "learn",
        settings: &[("guests", "1"), ("gpu", "b200"), ("model", "llama3-8b"), ("text", "2048")],
        sentence: [key::TWO_FACES_ACT_LEARN, key::TWO_FACES_ACT_LEARN_XRAY],
        button: key::TWO_FACES_ACT_LEARN_BUTTON,
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("guests", "32"), ("gpu", "a100"), ("model", "llama3-8b")],
        sentence: [key::TWO_FACES_ACT_TURN, key::TWO_FACES_ACT_TURN_XRAY],
        button: key::TWO_FACES_ACT_TURN_BUTTON,
        waits: Some(key::TWO_FACES_ACT_TURN_GO),
        hands: &["guests", "gpu"],
        keep: Some(kept),
        ..Act::USUAL
    },
];

/// How long a word took each guest.
fn kept(show: &Show) -> Option<Kept> {
    let both = Both::of(show)?;
    let time = both.per_word()?;
    let name = Line::from(msg::TwoFacesSideGuests { n: i64::from(both.params.guests) });
    Some(Kept { name, value: Line::from(msg::Value { value: Arg::Time(time) }), size: Some(time.as_secs()), lost: 0.0 })
}
