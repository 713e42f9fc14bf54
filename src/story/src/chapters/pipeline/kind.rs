//! The kind of scenario that the chapter shows.

use kitchen_core::workload::Schedule;
use kitchen_text::{Line, key, msg};

use crate::scenario::{Kind, Scenario, Schema};
use crate::sentences::Sentence as _;

use super::params::{Order, PARAMS, Params, Pot};
use super::run;

/// A training step of a transformer cut into stages.
pub const KIND: Kind = &Schema {
    // In HTML `&micro-batches` reads as a mu and "-batches", so links that were pasted into pages broke.
    former: &[("micro-batches", "batches")],
    made: Some(("order", |scenario| Params::of(scenario).schedule == Order::Own)),
    reconcile: that_can_run,
    ..Schema::new(("pipeline", "pipeline"), PARAMS, run::clusters, run::prepare)
};

/// What [`with_an_order`] says, and the one pot is cut into equal bowls.
fn that_can_run(scenario: &Scenario) -> Option<(Scenario, Line)> {
    let same = |params: Params| params.scenario(KIND).making(scenario.made.clone());
    let params = Params::of(scenario);
    let even = |params: Params| match run::nearest_cut(params) {
        _ if run::is_even(params) => params,
        Some(batches) => Params { batches, ..params },
        None => Params { pot: Pot::Each, ..params },
    };
    match with_an_order(scenario) {
        Some((nearest, line)) => Some((same(even(Params::of(&nearest))), line)),
        None if run::is_even(params) => None,
        None => {
            let nearest = even(params);
            let n = i64::from(nearest.batches);
            Some((same(nearest), Line::from(msg::PipelineCutUneven { dishes: i64::from(run::dishes(scenario)), n })))
        }
    }
}

/// Interleaved bowls go in whole groups, DualPipe's come in pairs from either end, and one's own order is there only once it has been made.
fn with_an_order(scenario: &Scenario) -> Option<(Scenario, Line)> {
    let params = Params::of(scenario);
    let same = |params: Params| params.scenario(KIND).making(scenario.made.clone());
    match params.schedule {
        // Other groups can run; what the chapter tells of the shelf is true of whole ones.
        Order::Of(Schedule::Interleaved(_)) => {
            let (p, m) = (params.stages, params.batches);
            if m.is_multiple_of(p) {
                return None;
            }
            let up = m.div_ceil(p) * p;
            let batches = if same(Params { batches: up, ..params }) == same(params) { up - p } else { up };
            let nearest = same(Params { batches, ..params });
            let is_whole = Params::of(&nearest).batches.is_multiple_of(p);
            let nearest = if is_whole { nearest } else { same(Params { batches: p, ..params }) };
            let n = Params::of(&nearest).batches;
            Some((nearest, Line::from(msg::PipelineGroups { p: p.into(), m: m.into(), n: n.into() })))
        }
        Order::Of(schedule @ Schedule::DualPipe) => {
            let error = schedule.check(params.stages, params.batches).err()?;
            // An even number of chefs, and for each two bowls or more.
            let even = |stages: u32| same(Params { stages, ..params });
            let up = params.stages + params.stages % 2;
            let stages = if Params::of(&even(up)).stages == up { up } else { up.saturating_sub(2) };
            let batches = (params.batches / 2 * 2).max(2 * stages);
            Some((same(Params { stages, batches, ..params }), error.line()))
        }
        Order::Own if run::own(scenario).is_none() => {
            let line = Line::new(key::PIPELINE_OWN_NONE);
            Some((same(Params { schedule: Order::Of(Schedule::OneFOneB), ..params }), line))
        }
        _ => None,
    }
}
