//! The task: which jars to carry down the street so that the rest finds room, with the step as short as it can be.

use kitchen_core::order;
use kitchen_core::units::Time;
use kitchen_core::workload::memory_pool::{Ask, Away, Step, expected};
use kitchen_text::{Line, Number, key, msg, pair};

use crate::show::Show;
use crate::story::act::Kept;
use crate::story::judged::Judged;

use super::course::{Course, held};
use super::params::{KINDS, Params};
use super::run::with;
use super::telling::gb;

/// The kinds whose bits are set.
fn away(bits: usize) -> Away {
    let is = |kind: usize| bits >> kind & 1 == 1;
    Away { weights: is(0), gradients: is(1), optimizer: is(2), activations: is(3) }
}

/// Whether everything can find room at all: what stays at hand is never less than this.
fn may_fit(ask: &Ask) -> bool {
    let at_hand = ask.at_hand();
    let away = (0..KINDS.len()).filter(|&kind| ask.away.holds(Away::KINDS[kind])).map(|kind| held(&at_hand, kind));
    at_hand.total().0 - away.sum::<u64>() <= ask.system.gpu.hbm.0
}

/// The way whose step is shortest of those in which everything finds room, and that step's time. A step never takes less than its closed
/// form says: whatever by that is longer than one that was run need not be.
fn best(params: Params) -> Option<(Ask, Time)> {
    let mut all: Vec<Ask> = (0..16).map(|bits| with(params, away(bits))).filter(may_fit).collect();
    order::sort_by_key(&mut all, expected);
    let mut best: Option<(Ask, Time)> = None;
    for ask in all {
        if best.as_ref().is_some_and(|(_, shortest)| expected(&ask) >= *shortest) {
            break;
        }
        let course = Course::told(params, Step::run(&ask).ok()?);
        let (fits, end) = (course.fullest(0).1.total().0 <= course.hbm(), course.ends[0]);
        if fits && best.as_ref().is_none_or(|(_, shortest)| end < *shortest) {
            best = Some((ask, end));
        }
    }
    best
}

/// The jars that cost most of those that the best way leaves at hand.
fn costliest(params: Params, own: Away, best: Away) -> Option<usize> {
    let alone = |kind: &usize| expected(&with(params, Away::only(Away::KINDS[*kind])));
    let extra = |kind: &usize| own.holds(Away::KINDS[*kind]) && !best.holds(Away::KINDS[*kind]);
    (0..KINDS.len()).filter(extra).max_by_key(alone)
}

pub(super) fn judge(show: &Show) -> Option<Judged> {
    let course = Course::of(show)?;
    let (best, shortest) = best(course.params)?;
    let (full, hbm, end) = (course.fullest(0).1.total().0, course.hbm(), course.ends[0]);
    let times = Number(end.as_secs() / shortest.as_secs().max(1e-12), 2);
    let extra = costliest(course.params, course.away(), best.away);
    let (fits, is_met) = (full <= hbm, full <= hbm && end <= shortest);
    let said = match extra {
        _ if !fits => pair::PantryTaskOver { over: Number(gb(full - hbm), 1) }.into(),
        _ if is_met => pair::PantryTaskMet { time: end }.into(),
        Some(kind) => pair::PantryTaskSlow { times, what: KINDS[kind].into() }.into(),
        None => pair::PantryTaskElse { times }.into(),
    };
    let bound = Kept {
        name: Line::new(key::PANTRY_TASK_BOUND),
        value: Line::from(msg::Value { value: shortest.into() }),
        size: Some(shortest.as_secs()),
        lost: 0.0,
    };
    Some(Judged { cost: if fits { end.as_secs() } else { f64::INFINITY }, is_met, said, bound: Some(bound) })
}
