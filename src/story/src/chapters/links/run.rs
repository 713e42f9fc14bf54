//! The same collective on several systems, raced on one clock.

use crate::scenario::Scenario;
use kitchen_core::topology::{
    ClusterSpec, DGX_A100, DGX_H100, DGX1_P100, GB200_NVL72, Missing, PCIE_8, Part, System, Technology, Transport,
};
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::scenario::meeting::meet;
use crate::scenario::presets::{DGX_H100_HALF, DGX_H100_OVER_PCIE};

use super::params::{Cut, Field, Params};

/// The presets that run, slowest links first; kitchens joined by Ethernet come last.
const RACERS: [&System; 5] = [&PCIE_8, &DGX1_P100, &DGX_A100, &DGX_H100, &GB200_NVL72];

/// The kitchen that is joined by tunnels alone: one can be cut.
pub(super) const MESHED: &System = &DGX1_P100;
/// The tunnel that is cut: between GPUs that have one, in both rings.
pub(super) const TUNNEL: [u32; 2] = [0, 1];

/// Where the GPUs stand for each racer: in as many servers as they need, behind the preset's own InfiniBand. Last,
/// kitchens joined by streets: two halves of the chefs (nine servers for 72) of DGX H100, with as many cards of 400 Gb/s for
/// Ethernet as the same servers have for InfiniBand: one for each chef.
pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let Params { chefs, field, cut, .. } = Params::of(scenario);
    let racer = |system: &&'static System| ClusterSpec {
        gpus: Some(chefs),
        ..ClusterSpec::new(system, chefs.div_ceil(system.gpus_per_node))
    };
    if field == Field::Two {
        return [&DGX_H100_OVER_PCIE, &DGX_H100].iter().map(racer).collect();
    }
    let mut out: Vec<ClusterSpec> = RACERS.iter().map(racer).collect();
    if cut == Cut::Tunnel {
        let [a, b] = TUNNEL;
        let lost = Missing::one(Part::Tunnel { node: 0, a, b, lanes: 1 });
        out.iter_mut().filter(|spec| spec.system.id == MESHED.id).for_each(|spec| spec.missing = lost);
    }
    let kitchen = if chefs == 8 { &DGX_H100_HALF } else { &DGX_H100 };
    let street = kitchen.default_fabric.over(Technology::Ethernet, Transport::Rdma);
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
    fn the_same_cards_stand_outside() {
        for chefs in ["8", "16", "72"] {
            let specs = clusters(&Scenario::default_for(KIND).with_choice("chefs", chefs));
            let street = &specs[specs.len() - 1];
            assert_eq!(street.fabric.nics_per_node, street.system.gpus_per_node);
            assert_eq!(street.fabric.gbit_per_nic, DGX_H100.default_fabric.gbit_per_nic);
        }
    }

    #[test]
    fn every_kitchen_can_be_the_chefs_own() {
        let scenario = Scenario::default_for(KIND);
        assert_eq!(clusters(&scenario).len() as i64, super::super::params::KITCHENS);
    }

    #[test]
    fn a_cut_tunnel_costs_its_kitchen_alone() {
        let times = |cut: &str| -> Vec<_> {
            let scenario = Scenario::default_for(KIND).with_choice("cut", cut);
            crate::show::run(&scenario).unwrap().runs.iter().map(|run| run.trace.makespan).collect()
        };
        let (whole, cut) = (times("nothing"), times("tunnel"));
        assert!(cut[1].as_secs() > 1.5 * whole[1].as_secs(), "{whole:?} {cut:?}");
        assert!((0..whole.len()).all(|at| at == 1 || whole[at] == cut[at]));
    }

    #[test]
    fn the_race_ends_in_the_order_of_the_links() {
        check("8");
        check("16");
    }
}
