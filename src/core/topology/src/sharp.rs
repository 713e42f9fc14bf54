//! The network's switches as adders (SHARP): which trees of them there are, and the ways up and down a tree.

use super::error::TopologyError;
use super::graph::{Port, Topology};
use super::path::{GpuId, Route};
use super::route::{Gather, Router};

/// Sums that stream through one switch at a time ("streaming aggregation flows", NVIDIA HPC-X 2.25 documentation,
/// NCCL-RDMA-SHARP plugins, which therefore wants cards of one rail on one leaf).
const FLOWS_A_SWITCH: u32 = 2;

impl Topology {
    /// Whether the switches between nodes add (SHARP).
    pub fn has_sharp(&self) -> bool {
        self.spec.fabric.adds && self.nodes > 1
    }
}

impl Router<'_> {
    /// The trees of adding switches over some nodes: one for each card (or set of cards beside one GPU) that all of them
    /// have, as far as the leaves can carry them.
    ///
    /// # Arguments
    /// * `nodes`: the GPUs that take part, node by node.
    ///
    /// # Returns
    /// By tree, the GPU beside its card in each node; none where the switches do not add.
    pub fn aggregation_trees(&self, nodes: &[Vec<GpuId>]) -> Vec<Vec<GpuId>> {
        let mut trees: Vec<Vec<GpuId>> = Vec::new();
        let Some(first) = nodes.first().filter(|_| self.topology().has_sharp()) else { return trees };
        let mut taken: Vec<Vec<u32>> = Vec::new();
        let mut flows: Vec<u32> = Vec::new();
        for &gpu in first {
            let cards = self.cards_of(gpu);
            if cards.is_empty() || taken.contains(&cards) {
                continue;
            }
            let like = |node: &Vec<GpuId>| node.iter().copied().find(|&other| self.cards_of(other) == cards);
            let Some(tree) = nodes.iter().map(like).collect::<Option<Vec<GpuId>>>() else { continue };
            let more = self.leaves(&tree, cards.len());
            let at = |leaf: u32| flows.get(leaf as usize).copied().unwrap_or(0);
            let fits =
                |&leaf: &u32| at(leaf) + more.iter().filter(|&&other| other == leaf).count() as u32 <= FLOWS_A_SWITCH;
            if more.iter().all(fits) {
                for leaf in more {
                    flows.resize(flows.len().max(leaf as usize + 1), 0);
                    flows[leaf as usize] += 1;
                }
                taken.push(cards);
                trees.push(tree);
            }
        }
        trees
    }

    /// The leaves of a tree, for each of a GPU's cards once.
    fn leaves(&self, tree: &[GpuId], cards: usize) -> Vec<u32> {
        let of_turn = |turn: usize| {
            let mut leaves: Vec<u32> =
                tree.iter().filter_map(|&gpu| self.turn(gpu, turn)).map(|(_, p)| p.leaf).collect();
            kitchen_units::order::sort(&mut leaves);
            leaves.dedup();
            leaves
        };
        (0..cards).flat_map(of_turn).collect()
    }

    /// A GPU's first, second ... card with its port.
    fn turn(&self, gpu: GpuId, turn: usize) -> Option<(u32, Port)> {
        let card = *self.cards_of(gpu).get(turn)?;
        Some((card, self.port(gpu, card)?))
    }

    /// From a GPU over its cards `up` to the switches that add what all of `tree` send, or from those down to it. Each leaf
    /// sends one sum of its cards on to the spine and gets one sum of all, so a card's part of that way is one share in as
    /// many as the leaf has cards of the tree.
    ///
    /// # Errors
    /// [`TopologyError::NoSwitch`] where the switches do not add, or a GPU of the tree has no card.
    pub fn along_aggregation_tree(&self, gpu: GpuId, tree: &[GpuId], up: bool) -> Result<Route, TopologyError> {
        let way = if self.topology().has_sharp() { self.along_tree(gpu, tree, up) } else { None };
        way.ok_or(TopologyError::NoSwitch { gpu })
    }

    fn along_tree(&self, gpu: GpuId, tree: &[GpuId], up: bool) -> Option<Route> {
        let ports = &self.topology().ports;
        let cards = self.cards_of(gpu).len();
        let mut whole = Gather::default();
        let mut longest = whole.latency;
        for turn in 0..cards {
            let (card, port) = self.turn(gpu, turn)?;
            let share = 1.0 / cards as f64;
            let leaves: Vec<u32> =
                tree.iter().map(|&other| Some(self.turn(other, turn)?.1.leaf)).collect::<Option<_>>()?;
            let mates = leaves.iter().filter(|&&leaf| leaf == port.leaf).count();
            whole.latency = kitchen_units::Time::ZERO;
            let (line, above) = if up { (port.up, &ports.up) } else { (port.down, &ports.down) };
            if up {
                self.reach_card(gpu, card, share, &mut whole)?;
            }
            whole.hop(line, share);
            whole.latency += self.latency(line);
            if mates < leaves.len() {
                // Trees of different cards have their roots under different spines.
                let spines = above.get(port.leaf as usize)?;
                let spine = *spines.get(card as usize % spines.len().max(1))?;
                whole.hop(spine, share / mates as f64);
                whole.latency += self.latency(spine);
            }
            if !up {
                self.leave_card(gpu, card, share, &mut whole)?;
            }
            longest = longest.max(whole.latency);
        }
        whole.latency = longest;
        (cards > 0).then(|| whole.route())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClusterSpec, Fabric, Layout, LinkClass, TopologyError, build, find_system};

    fn cluster(id: &str, nodes: u32, fabric: impl Fn(Fabric) -> Fabric) -> Topology {
        let spec = ClusterSpec::new(find_system(id).unwrap(), nodes);
        build(&ClusterSpec { fabric: fabric(spec.fabric.adding()), ..spec }).unwrap()
    }

    fn nodes(topology: &Topology) -> Vec<Vec<GpuId>> {
        (0..topology.nodes).map(|node| topology.ranks_of(node).collect()).collect()
    }

    /// So many trees; and while each card sends one share, each leaf sends its spine one for each tree, and as much comes
    /// back.
    fn check(topology: &Topology, trees: usize) {
        let router = Router::new(topology);
        let found = router.aggregation_trees(&nodes(topology));
        assert_eq!(found.len(), trees);
        let mut sent = vec![0.0; topology.graph.edge_count()];
        for tree in &found {
            assert_eq!(tree.len() as u32, topology.nodes);
            for &gpu in tree {
                let ways = [true, false].map(|up| router.along_aggregation_tree(gpu, tree, up).unwrap());
                for hop in ways.iter().flat_map(|way| &way.hops) {
                    sent[hop.link as usize] += hop.share;
                }
            }
        }
        for (link, &sent) in sent.iter().enumerate().filter(|(_, sent)| **sent > 0.0) {
            let class = topology.link(link as u32).unwrap().class;
            if class == LinkClass::InfiniBand {
                let whole = (sent - sent.round()).abs() < 1e-9 || topology.spec.fabric.nics_per_node > 8;
                assert!(whole && sent < f64::from(FLOWS_A_SWITCH) + 1e-9, "{:?}: {sent}", topology.ends(link as u32));
            }
        }
    }

    #[test]
    fn each_rail_has_a_tree_and_each_leaf_sends_one_sum_on() {
        check(&cluster("dgx-a100", 4, |fabric| fabric), 8);
        check(&cluster("dgx-h100", 2, |fabric| fabric.with_nics(4, 400)), 4);
        check(&cluster("dgx-h100", 2, |fabric| fabric.with_nics(16, 200)), 8);
        // 33 cards of a rail need two leaves and a spine.
        check(&cluster("dgx-h100", 33, |fabric| fabric), 8);
    }

    #[test]
    fn a_leaf_carries_two_flows() {
        check(&cluster("dgx-h100", 4, |fabric| fabric.laid_out(Layout::LeafSpine)), 2);
    }

    #[test]
    fn only_infiniband_adds() {
        let spec = ClusterSpec::new(find_system("oci-h100").unwrap(), 2);
        let asked = ClusterSpec { fabric: spec.fabric.adding(), ..spec };
        assert!(matches!(build(&asked), Err(TopologyError::NoSharp)));
        let plain = build(&ClusterSpec::new(find_system("dgx-h100").unwrap(), 2)).unwrap();
        assert!(Router::new(&plain).aggregation_trees(&nodes(&plain)).is_empty());
    }
}
