//! The same collective on several systems, raced on one clock.

use crate::scenario::params::Scenario;
use kitchen_core::collective::{self, Algorithm, Call, Op};
use kitchen_core::sim::task::{GpuId, TaskGraph};
use kitchen_core::text::Line;
use kitchen_core::topology::{self, ClusterSpec, Router, Technology, Transport};

use super::presets::DGX_H100_HALF;
use super::{Draft, system};

/// The presets that run, slowest links first; kitchens joined by Ethernet come last.
const RACERS: [&str; 5] = ["pcie-8", "dgx1-p100", "dgx-a100", "dgx-h100", "gb200-nvl72"];

/// Where the GPUs stand for each racer: in as many servers as they need, behind the preset's own InfiniBand. Last,
/// kitchens joined by streets: two halves of the chefs (nine servers for 72) of DGX H100, each server with one 400 Gb/s
/// Ethernet card.
pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let chefs = scenario.get_int("chefs") as u32;
    let mut out: Vec<ClusterSpec> = RACERS
        .iter()
        .map(|id| {
            let system = system(id);
            ClusterSpec { gpus: Some(chefs), ..ClusterSpec::new(system, chefs.div_ceil(system.gpus_per_node)) }
        })
        .collect();
    let kitchen = if chefs == 8 { &DGX_H100_HALF } else { system("dgx-h100") };
    let street = kitchen.default_fabric.with_nics(1, 400).over(Technology::Ethernet, Transport::Rdma);
    out.push(ClusterSpec { fabric: street, ..ClusterSpec::new(kitchen, chefs / kitchen.gpus_per_node) });
    out
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    clusters(scenario).iter().map(|spec| meet(scenario, spec)).collect()
}

/// All GPUs of a cluster meet as the scenario says.
///
/// # Errors
/// What the cluster or the meeting refuses.
pub(super) fn meet(scenario: &Scenario, spec: &ClusterSpec) -> Result<Draft, Line> {
    let op = Op::from_id(scenario.get_choice("op")).unwrap_or(Op::AllReduce);
    let topology = topology::build(spec).map_err(|error| error.line())?;
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let call = Call::new(op, Algorithm::Auto, scenario.get_bytes("bytes"), &group);
    let mut graph = TaskGraph::new();
    collective::append(&mut graph, &Router::new(&topology), &topology, &call, &[]).map_err(|error| error.line())?;
    Ok(Draft { topology, graph })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Kind;

    fn check(chefs: &str) {
        let scenario = Scenario::default_for(Kind::Race).with_choice("chefs", chefs);
        let runs = crate::scenario::run(&scenario).unwrap().runs;
        let time = |index: usize| runs[index].trace.makespan;
        assert!(runs.iter().all(|run| run.topology.gpus.len().to_string() == chefs));
        assert!(time(0) > time(2) && time(1) > time(2) && time(2) > time(3), "corridor, tunnel, exchange");
        assert!(time(5) > time(3), "a street is slower than the exchange");
    }

    #[test]
    fn the_race_ends_in_the_order_of_the_links() {
        check("8");
        check("16");
    }
}
