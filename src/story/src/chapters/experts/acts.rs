//! The acts: all alike, a favourite, a limit, a nudge, the street, and the reader's turn.

use kitchen_core::workload::routing::Routing;
use kitchen_text::{Line, Number, key, msg};

use crate::show::Show;
use crate::story::act::{Act, Brief, Kept};

use super::hands::word;
use super::params::{At, Params, Place};
use super::run::Plan;
use super::task;
use super::telling::idle_share;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "even",
        settings: &[("favourite", "1")],
        sentence: [key::EXPERTS_ACT_EVEN, key::EXPERTS_ACT_EVEN_XRAY],
        button: key::EXPERTS_ACT_EVEN_BUTTON,
        keep: Some(kept),
        brief: Some(Brief { beats: &["asked", "end"], screen_s: 8 }),
        ..Act::USUAL
    },
    Act {
        id: "favourite",
        settings: &[("favourite", "1.6")],
        sentence: [key::EXPERTS_ACT_FAVOURITE, key::EXPERTS_ACT_FAVOURITE_XRAY],
        button: key::EXPERTS_ACT_FAVOURITE_GO,
        hands: &["favourite"],
        asks: true,
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "limit",
        settings: &[("favourite", "3"), ("room", "125")],
        sentence: [key::EXPERTS_ACT_LIMIT, key::EXPERTS_ACT_LIMIT_XRAY],
        button: key::EXPERTS_ACT_LIMIT_GO,
        hands: &["limit"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "nudge",
        settings: &[("favourite", "3"), ("corrected", "300")],
        sentence: [key::EXPERTS_ACT_NUDGE, key::EXPERTS_ACT_NUDGE_XRAY],
        button: key::EXPERTS_ACT_NUDGE_GO,
        hands: &["nudge"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "street",
        settings: &[("favourite", "1"), ("place", "street")],
        sentence: [key::EXPERTS_ACT_STREET, key::EXPERTS_ACT_STREET_XRAY],
        button: key::EXPERTS_ACT_STREET_BUTTON,
        hands: &["way"],
        keep: Some(kept),
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[("favourite", "3"), ("place", "street"), ("points", "0-0")],
        sentence: [key::EXPERTS_ACT_TURN, key::EXPERTS_ACT_TURN_XRAY],
        button: key::EXPERTS_ACT_TURN_BUTTON,
        waits: Some(key::EXPERTS_ACT_TURN_GO),
        does: &[("points", "300-300")],
        hands: &["points-1", "points-2"],
        keep: Some(task::kept),
        judge: Some(task::judge),
        ..Act::USUAL
    },
];

/// How long both pages took, there and back, and the share of the first in which no hand moved.
pub(super) fn kept(show: &Show) -> Option<Kept> {
    let (scenario, plan) = (&show.scenario, Plan::of(show));
    let usual = Params::default().scenario(scenario.kind);
    let changed = [At::place, At::corrected, At::room].into_iter().map(|at| at as usize);
    let mut changed = changed.filter(|&at| scenario.at(at, 0) != usual.at(at, 0));
    let name = changed.next().unwrap_or(At::favourite as usize);
    let even = Params { favourite: 1, ..Params::default() }.scenario(scenario.kind);
    let is_both =
        name == At::place as usize && scenario.at(At::favourite as usize, 0) != even.at(At::favourite as usize, 0);
    let now = |hand, at: At| word(hand, scenario.at(at as usize, 0));
    let times = now("favourite", At::favourite).into();
    let is_liked = scenario.at(At::favourite as usize, 0) != even.at(At::favourite as usize, 0);
    // Five of them stand side by side on a phone.
    let name = match () {
        () if is_both => Line::from(msg::ExpertsKeptBoth { times }),
        () if name == At::favourite as usize && is_liked => Line::from(msg::ExpertsKeptFavourite { times }),
        () if name == At::favourite as usize => Line::from(word("favourite", 0)),
        () if name == At::room as usize => Line::from(msg::ExpertsKeptLimit { limit: now("limit", At::room).into() }),
        () if name == At::corrected as usize => {
            Line::from(msg::ExpertsKeptNudge { batches: now("nudge", At::corrected).into() })
        }
        () if Params::of(scenario).place == Place::Street => Line::new(key::EXPERTS_KEPT_STREET),
        () => Line::new(scenario.said(name)),
    };
    let time = show.makespan();
    let passed: u64 = plan.pages.iter().map(Routing::passed_by).sum();
    let value = if passed > 0 {
        Line::from(msg::ExpertsKeptPassed { passed: Number(passed as f64, 0) })
    } else {
        Line::from(msg::ExpertsKept { time })
    };
    Some(Kept { name, value, size: Some(time.as_secs()), lost: idle_share(show)? })
}
