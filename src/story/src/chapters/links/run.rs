//! The same collective on several systems, raced on one clock.

use crate::scenario::Scenario;
use kitchen_core::topology::{
    ClusterSpec, DGX_A100, DGX_H100, DGX1_P100, GB200_NVL72, PCIE_8, System, Technology, Transport,
};
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::scenario::meeting::meet;
use crate::scenario::presets::DGX_H100_HALF;

use super::params::Params;

/// The presets that run, slowest links first; kitchens joined by Ethernet come last.
const RACERS: [&System; 5] = [&PCIE_8, &DGX1_P100, &DGX_A100, &DGX_H100, &GB200_NVL72];

/// Where the GPUs stand for each racer: in as many servers as they need, behind the preset's own InfiniBand. Last,
/// kitchens joined by streets: two halves of the chefs (nine servers for 72) of DGX H100, each server with one 400 Gb/s
/// Ethernet card.
pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let chefs = Params::of(scenario).chefs;
    let mut out: Vec<ClusterSpec> = RACERS
        .iter()
        .map(|system| ClusterSpec {
            gpus: Some(chefs),
            ..ClusterSpec::new(system, chefs.div_ceil(system.gpus_per_node))
        })
        .collect();
    let kitchen = if chefs == 8 { &DGX_H100_HALF } else { &DGX_H100 };
    let street = kitchen.default_fabric.with_nics(1, 400).over(Technology::Ethernet, Transport::Rdma);
    out.push(ClusterSpec { fabric: street, ..ClusterSpec::new(kitchen, chefs / kitchen.gpus_per_node) });
    out
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let Params { op, bytes, .. } = Params::of(scenario);
    clusters(scenario).iter().map(|spec| meet(op, bytes, spec)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::*;

    fn check(chefs: &str) {
        let scenario = Scenario::default_for(KIND).with_choice("chefs", chefs);
        let runs = crate::show::run(&scenario).unwrap().runs;
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
