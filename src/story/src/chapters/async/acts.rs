//! The acts: the same kitchens wait for all, for nobody, for those too far behind, and meet now and then.

use kitchen_text::{Line, Number, key, msg};

use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::course::Course;
use super::telling::rule;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "wait",
        settings: &[("rule", "stale-0")],
        sentence: [key::ASYNC_ACT_WAIT, key::ASYNC_ACT_WAIT_XRAY],
        button: key::ASYNC_ACT_WAIT_BUTTON,
        keep: Some(kept),
        brief: Some(Brief { beats: &["met", "race", "end"], screen_s: 8 }),
        ..Act::USUAL
    },
    Act {
        id: "free",
        settings: &[("rule", "free")],
        sentence: [key::ASYNC_ACT_FREE, key::ASYNC_ACT_FREE_XRAY],
        button: key::ASYNC_ACT_FREE_BUTTON,
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "bound",
        settings: &[("rule", "free")],
        sentence: [key::ASYNC_ACT_BOUND, key::ASYNC_ACT_BOUND_XRAY],
        button: key::ASYNC_ACT_BOUND_BUTTON,
        waits: Some(key::ASYNC_ACT_BOUND_GO),
        does: &[("rule", "stale-1")],
        hands: &["rule"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "local",
        settings: &[("rule", "local-4"), ("slow", "same")],
        sentence: [key::ASYNC_ACT_LOCAL, key::ASYNC_ACT_LOCAL_XRAY],
        button: key::ASYNC_ACT_LOCAL_GO,
        hands: &["rule"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("rule", "local-4")],
        sentence: [key::ASYNC_ACT_TURN, key::ASYNC_ACT_TURN_XRAY],
        button: key::ASYNC_ACT_TURN_BUTTON,
        waits: Some(key::ASYNC_ACT_TURN_GO),
        does: &[("slow", "v100")],
        hands: &["rule", "flame", "rate"],
        keep: Some(kept),
        ..Act::USUAL
    },
];

/// How many times the dishes a minute of the upper kitchens, who wait for all with the same stoves and streets; and the share of time in
/// which no stove was hot.
fn kept(show: &Show) -> Option<Kept> {
    let course = Course::of(show)?;
    let [above, below] = course.dishes_a_minute();
    let times = below / above.max(1e-9);
    Some(Kept {
        name: Line::new(rule(&show.scenario)),
        value: Line::from(msg::AsyncKept { times: Number(times, 2) }),
        size: Some(times),
        lost: 1.0 - course.cooking(show),
    })
}
