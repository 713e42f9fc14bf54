//! The chapter in acts: a real batch, what to buy for it, the same restaurant with a small batch, the reader's turn.

use kitchen_text::{Line, key, msg};

use kitchen_core::units::Time;

use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::course::Course;
use super::run::fact;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "today",
        settings: &[("texts", "1024"), ("lot", "both"), ("buy", "street")],
        sentence: [key::LAB_ACT_TODAY, key::LAB_ACT_TODAY_XRAY],
        button: key::LAB_ACT_TODAY_BUTTON,
        keep: Some(kept),
        brief: Some(Brief { beats: &["end"], screen_s: 8 }),
        ..Act::USUAL
    },
    Act {
        id: "which",
        settings: &[("texts", "1024"), ("lot", "both"), ("buy", "chef")],
        sentence: [key::LAB_ACT_WHICH, key::LAB_ACT_WHICH_XRAY],
        button: key::LAB_ACT_WHICH_BUTTON,
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "small",
        settings: &[("texts", "16"), ("lot", "narrow"), ("buy", "street")],
        sentence: [key::LAB_ACT_SMALL, key::LAB_ACT_SMALL_XRAY],
        button: key::LAB_ACT_SMALL_BUTTON,
        waits: Some(key::LAB_ACT_SMALL_GO),
        does: &[("buy", "tunnel")],
        hands: &["buy"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "plan",
        settings: &[("texts", "128"), ("lot", "both"), ("buy", "plan"), ("tensor", "8"), ("stages", "4")],
        sentence: [key::LAB_ACT_PLAN, key::LAB_ACT_PLAN_XRAY],
        button: key::LAB_ACT_PLAN_BUTTON,
        waits: Some(key::LAB_ACT_PLAN_GO),
        does: &[("tensor", "2"), ("stages", "2")],
        hands: &["tensor", "stages"],
        keep: Some(kept_plan),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("texts", "128"), ("lot", "narrow"), ("buy", "tunnel")],
        sentence: [key::LAB_ACT_TURN, key::LAB_ACT_TURN_XRAY],
        button: key::LAB_ACT_TURN_BUTTON,
        hands: &["buy", "take", "texts"],
        keep: Some(kept),
        ..Act::USUAL
    },
];

/// After the purchase: how long a text takes, and what of it is waited.
fn kept(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    Some(left(&course, 1, Line::new(course.today.name(course.today.params.buy))))
}

/// The same of today's, by how its plan is cut.
fn kept_plan(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let [tensor, pipeline, data] =
        [fact::TENSOR, fact::PIPELINE, fact::DATA].map(|at| course.sides[0].facts[at].into());
    Some(left(&course, 0, Line::from(msg::LabKeptPlan { tensor, pipeline, data })))
}

fn left(course: &Course, side: usize, name: Line) -> Kept {
    let side = &course.sides[side];
    let spent = side.spent();
    let each = Time(side.end.0 / u64::from(course.today.texts().max(1)));
    let waited = spent.inside + spent.meeting + spent.relay;
    Kept {
        name,
        value: Line::from(msg::LabKeptEach { time: each }),
        size: Some(each.as_secs()),
        lost: waited.0 as f64 / side.end.0.max(1) as f64,
    }
}
