//! One collective by one algorithm, inside one DGX H100.

use crate::scenario::Scenario;
use kitchen_core::collective::{self, Call};
use kitchen_core::sim::task::{GpuId, TaskGraph};
use kitchen_core::topology::{self, ClusterSpec, DGX_H100, Router};
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::sentences::Sentence as _;

use super::params::Params;

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    Ok(vec![draft(scenario)?])
}

/// The machine.
fn cluster(scenario: &Scenario) -> ClusterSpec {
    ClusterSpec { gpus: Some(Params::of(scenario).chefs), ..ClusterSpec::new(&DGX_H100, 1) }
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster(scenario)]
}

fn draft(scenario: &Scenario) -> Result<Draft, Line> {
    let Params { op, algorithm, chefs, bytes, .. } = Params::of(scenario);
    let topology = topology::build(&cluster(scenario)).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    let group: Vec<GpuId> = (0..chefs).collect();
    let call = Call::new(op, algorithm, bytes, &group);
    let router = Router::new(&topology);
    collective::append(&mut graph, &router, &topology, &call, &[]).map_err(|error| error.line())?;
    drop(router);
    Ok(Draft::new(topology, graph))
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::super::params::ways;
    use super::*;
    use kitchen_core::collective::{Algorithm, Op};
    use kitchen_core::units::Time;

    /// Every way that is offered runs, and no other.
    fn check(op: Op, chefs: u32) {
        assert!(ways(op).count() > 0, "{op:?} has a way");
        for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| *algorithm != Algorithm::Auto) {
            let params = Params { op, algorithm, chefs, ..Params::default() };
            if Params::of(&params.scenario(KIND)).algorithm != algorithm {
                continue;
            }
            let run = draft(&params.scenario(KIND)).and_then(Draft::simulate);
            assert_eq!(run.is_ok(), ways(op).any(|way| way == algorithm), "{op:?} by {algorithm:?} of {chefs}");
            assert!(run.is_err() || run.is_ok_and(|run| run.trace.makespan > Time::ZERO));
        }
    }

    #[test]
    fn what_is_offered_runs() {
        for chefs in 2..=8 {
            for op in Op::ALL.into_iter().filter(|&op| op != Op::AllToAllV) {
                check(op, chefs);
            }
        }
    }
}
