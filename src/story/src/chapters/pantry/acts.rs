//! The chapter in acts: a shelf that is too small, what goes down the street and what is cooked again, a longer street, a crossing
//! that adds, the reader's turn.

use kitchen_text::{Line, key, msg};

use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::course::Course;
use super::task::judge;

/// The round trip down the street, nanoseconds: what is longer is a city's.
const STREET_NS: u64 = 5_500;

const JARS: &[&str] = &["recipe", "report", "notebooks", "bowls"];

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "full",
        settings: &[("away", "nothing"), ("rival", "again")],
        sentence: [key::PANTRY_ACT_FULL, key::PANTRY_ACT_FULL_XRAY],
        button: key::PANTRY_ACT_FULL_BUTTON,
        keep: Some(other),
        brief: Some(Brief { beats: &["back", "end"], screen_s: 12 }),
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
        does: &[("away", "notebooks-bowls")],
        hands: JARS,
        keep: Some(own),
        judge: Some(judge),
        ..Act::USUAL
    },
];

fn kept(show: &Show, chef: usize) -> Option<Kept> {
    let course = Course::of(show)?;
    let spent = course.spent(chef);
    let end = course.ends[chef];
    // Half of what light needs beyond the street's end, there and back: 5 ns a metre.
    let km = course.params.distance.saturating_sub(STREET_NS) / 10_000;
    let name = match chef {
        0 if km > 0 => Line::from(msg::PantryKeptFar { km: km as i64, what: course.params.away.name.into() }),
        0 => Line::from(msg::PantryKeptAway { what: course.params.away.name.into() }),
        _ => Line::new(key::PANTRY_KEPT_AGAIN),
    };
    let lost = (spent.wait.0 + spent.rest.0) as f64 / end.0.max(1) as f64;
    // What cannot be has no time.
    let is_over = course.fullest(chef).1.total().0 > course.hbm();
    let value = if is_over { Line::new(key::PANTRY_KEPT_OVER) } else { Line::from(msg::Value { value: end.into() }) };
    Some(Kept { name, value, size: Some(end.as_secs()), lost })
}

fn own(show: &Show) -> Option<Kept> {
    kept(show, 0)
}

/// The chef who cooks again.
fn other(show: &Show) -> Option<Kept> {
    kept(show, 1)
}
