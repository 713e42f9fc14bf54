//! The chapter in acts: a shelf that is too small, what goes down the street and what is cooked again, a longer street, a crossing
//! that adds, the reader's turn.

use kitchen_text::{Line, key, msg};

use crate::show::Show;
use crate::story::act::{Act, Kept};

use super::course::Course;

const JARS: &[&str] = &["recipe", "report", "notebooks", "bowls"];
const ALL: &[&str] = &["recipe", "report", "notebooks", "bowls", "street"];

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "full",
        settings: &[("away", "nothing"), ("rival", "again")],
        sentence: [key::PANTRY_ACT_FULL, key::PANTRY_ACT_FULL_XRAY],
        button: key::PANTRY_ACT_FULL_BUTTON,
        keep: Some(other),
        ..Act::USUAL
    },
    Act {
        id: "which",
        settings: &[("away", "nothing"), ("rival", "again")],
        sentence: [key::PANTRY_ACT_WHICH, key::PANTRY_ACT_WHICH_XRAY],
        button: key::PANTRY_ACT_WHICH_BUTTON,
        waits: Some(key::PANTRY_ACT_WHICH_GO),
        does: &[("away", "bowls")],
        hands: JARS,
        asks: true,
        keep: Some(own),
        ..Act::USUAL
    },
    Act {
        id: "seldom",
        settings: &[("away", "report"), ("rival", "again")],
        sentence: [key::PANTRY_ACT_SELDOM, key::PANTRY_ACT_SELDOM_XRAY],
        button: key::PANTRY_ACT_SELDOM_BUTTON,
        keep: Some(own),
        ..Act::USUAL
    },
    Act {
        id: "far",
        settings: &[("away", "report"), ("rival", "again"), ("distance", "city")],
        sentence: [key::PANTRY_ACT_FAR, key::PANTRY_ACT_FAR_XRAY],
        button: key::PANTRY_ACT_FAR_GO,
        hands: &["street"],
        keep: Some(own),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("away", "nothing"), ("rival", "again"), ("model", "llama2-13b")],
        sentence: [key::PANTRY_ACT_TURN, key::PANTRY_ACT_TURN_XRAY],
        button: key::PANTRY_ACT_TURN_BUTTON,
        waits: Some(key::PANTRY_ACT_TURN_GO),
        does: &[("away", "report-notebooks")],
        hands: ALL,
        keep: Some(own),
        ..Act::USUAL
    },
];

fn kept(show: &Show, chef: usize) -> Option<Kept> {
    let course = Course::of(show)?;
    let spent = course.spent(chef);
    let end = course.ends[chef];
    let name = match chef {
        0 => Line::from(msg::PantryKeptAway { what: course.params.away.name.into() }),
        _ => Line::new(key::PANTRY_KEPT_AGAIN),
    };
    let lost = (spent.wait.0 + spent.rest.0) as f64 / end.0.max(1) as f64;
    Some(Kept { name, value: Line::from(msg::Value { value: end.into() }), size: Some(end.as_secs()), lost })
}

fn own(show: &Show) -> Option<Kept> {
    kept(show, 0)
}

/// The chef who cooks again.
fn other(show: &Show) -> Option<Kept> {
    kept(show, 1)
}
