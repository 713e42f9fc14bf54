//! One collective by one algorithm, inside one DGX H100.

use crate::scenario::params::Scenario;
use kitchen_core::collective::{self, Algorithm, Call, Op};
use kitchen_core::sim::task::{GpuId, TaskGraph};
use kitchen_core::text::Line;
use kitchen_core::topology::{self, ClusterSpec, Router};

use super::{Draft, system};

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    Ok(vec![draft(scenario)?])
}

/// The machine.
fn cluster(scenario: &Scenario) -> ClusterSpec {
    ClusterSpec { gpus: Some(scenario.get_int("chefs") as u32), ..ClusterSpec::new(system("dgx-h100"), 1) }
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster(scenario)]
}

fn draft(scenario: &Scenario) -> Result<Draft, Line> {
    let chefs = scenario.get_int("chefs") as u32;
    let topology = topology::build(&cluster(scenario)).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    let group: Vec<GpuId> = (0..chefs).collect();
    let op = Op::from_id(scenario.get_choice("op")).unwrap_or(Op::AllReduce);
    let algorithm = Algorithm::from_id(scenario.get_choice("algorithm")).unwrap_or_default();
    let call = Call::new(op, algorithm, scenario.get_bytes("bytes"), &group);
    let router = Router::new(&topology);
    collective::append(&mut graph, &router, &topology, &call, &[]).map_err(|error| error.line())?;
    drop(router);
    Ok(Draft { topology, graph })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::params::{Kind, Range};
    use crate::scenario::ways::ways;
    use kitchen_core::units::Time;

    /// Every way that is offered runs, and no other.
    fn check(op: Op, chefs: u32) {
        let usual = Scenario::default_for(Kind::Collectives).with("chefs", i64::from(chefs)).with_choice("op", op.id());
        assert_eq!(usual.get_choice("op"), op.id());
        let Some(Range::Choice(list)) = Kind::Collectives.param("algorithm").map(|param| param.range) else { panic!() };
        let offered: Vec<i64> = ways(op).map(|(index, _)| index).collect();
        assert!(!offered.is_empty(), "{op:?} has a way");
        for index in 0..list.len() as i64 {
            let run = draft(&usual.with("algorithm", index)).and_then(Draft::simulate);
            assert_eq!(run.is_ok(), offered.contains(&index), "{op:?} by {} of {chefs}", list[index as usize].0);
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
