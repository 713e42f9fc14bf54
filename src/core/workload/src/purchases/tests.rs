use kitchen_topology::{self as topology, ClusterSpec};

use super::*;
use crate::layout::{Kernel, Recipe};
use crate::model::published;

fn spec(id: &str, nodes: u32) -> ClusterSpec {
    ClusterSpec::new(topology::find_system(id).unwrap(), nodes)
}

/// What is offered: the system, its nodes and its ports, or why not.
fn check(id: &str, nodes: u32, what: Purchase, expected: Result<(&str, u32, u32), Missing>) {
    let offers = offers(&spec(id, nodes));
    let got = offers.iter().find(|offer| offer.0 == what).unwrap().1;
    let told = got.map(|Offer { spec }| (spec.system.id, spec.nodes, spec.fabric.gbit_per_nic));
    assert_eq!(told, expected, "{nodes} x {id}, {what:?}");
}

#[test]
fn one_thing_changes_at_a_time() {
    check("dgx-a100", 16, Purchase::Network, Ok(("dgx-a100", 16, 400)));
    check("dgx-a100", 16, Purchase::Gpus, Ok(("dgx-h100", 16, 200)));
    check("dgx-a100", 16, Purchase::Nodes, Ok(("dgx-a100", 32, 200)));
    check("dgx-a100", 16, Purchase::Memory, Err(Missing::NoSuchSystem));
    check("dgx-a100", 16, Purchase::Nvlink, Err(Missing::HasNvlink));
    check("dgx-a100", 1, Purchase::Network, Err(Missing::OneNode));
    check("dgx-h100", 4, Purchase::Memory, Ok(("dgx-h200", 4, 400)));
    check("dgx-h100", 4, Purchase::Gpus, Ok(("dgx-b200", 4, 400)));
    check("pcie-8", 4, Purchase::Nvlink, Ok(("dgx-a100", 4, 200)));
    check("gb200-nvl72", 2, Purchase::Gpus, Err(Missing::NoSuchSystem));
}

/// Sixteen DGX A100 with 200 Gbit/s, Llama 3 70B, 4 M tokens a step: such a step is mostly compute, so that faster GPUs and more of them
/// come first by far, and a faster network does nearly nothing (arXiv:2407.21783 section 3.3 tells of 38 to 43 % of the peak with 8 x
/// 400 Gbit/s; arXiv:2104.04473 table 1 of 44 to 52 % on this very cluster's nodes).
#[test]
fn a_step_of_mostly_compute_wants_gpus_first() {
    let model = published::model("llama3-70b").unwrap();
    // One kernel of attention on both generations.
    let recipe = Recipe { overlap_data: true, attention: Kernel::Fused, ..Recipe::PLAIN };
    let wish = Wish { recipe, ..Wish::new(model, spec("dgx-a100", 16), (4 << 20) / model.seq) };
    let limits = Limits { wanted: 1, simulated: 50 };
    let (now, outcomes) = compared(&wish, limits, &mut |_, _, _| ()).unwrap();
    let best = now.best[0];
    assert!(best.compute_fraction > 0.7, "{best:?}");
    let gain = |what| {
        let found = outcomes.iter().find_map(|outcome| match outcome {
            Outcome::Bought(bought) if bought.what == what => Some(bought.gain()),
            _ => None,
        });
        found.unwrap()
    };
    assert!((1.0..1.1).contains(&gain(Purchase::Network)), "{}", gain(Purchase::Network));
    assert!((1.7..=2.0).contains(&gain(Purchase::Nodes)), "{}", gain(Purchase::Nodes));
    assert!((1.8..3.2).contains(&gain(Purchase::Gpus)), "{}", gain(Purchase::Gpus));
    assert!(gain(Purchase::Plan) >= 1.0 && gain(Purchase::Plan) < 1.5, "{}", gain(Purchase::Plan));
    let gains: Vec<u64> = outcomes
        .iter()
        .filter_map(|outcome| match outcome {
            Outcome::Bought(bought) => Some((bought.gain() * 1e6) as u64),
            _ => None,
        })
        .collect();
    assert!(gains.is_sorted_by(|more, less| more >= less) && outcomes.len() == Purchase::ALL.len());
}

/// Each side has the plan that the search finds for it alone.
#[test]
fn both_sides_have_their_own_best_plan() {
    let wish = Wish::new(published::model("llama3-8b").unwrap(), spec("dgx-h100", 2), 64);
    let limits = Limits { wanted: 1, simulated: usize::MAX };
    let (now, outcomes) = compared(&wish, limits, &mut |_, _, _| ()).unwrap();
    let mut seen = 0;
    for outcome in &outcomes {
        let Outcome::Bought(bought) = outcome else { continue };
        let own = planner::search(&Wish { spec: bought.spec, ..wish }, limits, &mut |_, _| ()).unwrap();
        assert_eq!(bought.after, own.best[0], "{:?}", bought.what);
        assert_eq!(bought.after.layout.global_batch, bought.before.layout.global_batch);
        assert!(bought.is_proven && (bought.what == Purchase::Plan || bought.before == now.best[0]));
        assert!(bought.gain() >= 1.0, "{:?}: {}", bought.what, bought.gain());
        seen += 1;
    }
    assert!(seen >= 4, "{outcomes:?}");
}
