//! The task: the way of a meeting that is over first. Every way that carries it out is run, so the fastest is known.

use kitchen_text::{Line, Number, key, msg, pair};

use crate::show::Show;
use crate::story::act::Kept;
use crate::story::judged::Judged;
use crate::story::rehearse;
use kitchen_core::collective::Op;
use kitchen_core::units::Time;

use super::kind::KIND;
use super::params::{Params, ways};

pub(super) fn judge(show: &Show) -> Option<Judged> {
    let params = Params::of(&show.scenario);
    if params.op == Op::Barrier {
        // Nothing is carried, so no line can be filled.
        return None;
    }
    let run = |algorithm| Some(rehearse(&Params { algorithm, ..params }.scenario(KIND)).ok()?.makespan());
    let all: Vec<Time> = ways(params.op).filter_map(run).collect();
    let (time, fastest) = (show.makespan(), all.iter().copied().min()?);
    let is_met = time <= fastest;
    let said = if is_met {
        pair::CollectivesTaskMet { time, ways: all.len() as i64 }.into()
    } else {
        let times = Number(time.as_secs() / fastest.as_secs().max(1e-12), 2);
        pair::CollectivesTaskSlow { times, ways: all.len() as i64 }.into()
    };
    let busbw = params.op.busbw(params.chefs, params.bytes, fastest);
    let bound = Kept {
        name: Line::new(key::COLLECTIVES_TASK_BOUND),
        value: Line::from(msg::CollectivesKeptValue { busbw }),
        size: Some(busbw.as_gb_per_s()),
        lost: 0.0,
    };
    Some(Judged { cost: time.as_secs(), is_met, said, bound: Some(bound) })
}
