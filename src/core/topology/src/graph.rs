//! Vertices, links and the cluster that they make.

use std::ops::Range;

use kitchen_units::{Rate, Time};
use petgraph::graph::{DiGraph, NodeIndex};
use serde::{Deserialize, Serialize};

use super::class::LinkClass;
use super::path::{GpuId, LinkCapacity, LinkId};
use super::spec::ClusterSpec;
use super::system::{System, Wiring};

/// What a vertex of the graph is. `node` is the server it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Vertex {
    /// A GPU: `rank` counts over the whole cluster, `index` inside the node.
    Gpu { rank: u32, node: u32, index: u32 },
    /// An NVLink switch chip: `chip` counts inside the node.
    NvSwitch { node: u32, chip: u32 },
    /// A PCIe switch.
    PcieSwitch { node: u32, index: u32 },
    /// A CPU socket with its host bridge.
    Host { node: u32, index: u32 },
    /// A network card: `index` counts inside the node.
    Nic { node: u32, index: u32 },
    /// A first-level switch of the network (leaf, or the rail's switch).
    Leaf { index: u32 },
    /// A second-level switch of the network.
    Spine { index: u32 },
}

impl Vertex {
    /// The node that it stands in; none for the fabric's switches.
    pub const fn node(&self) -> Option<u32> {
        match *self {
            Vertex::Gpu { node, .. }
            | Vertex::NvSwitch { node, .. }
            | Vertex::PcieSwitch { node, .. }
            | Vertex::Host { node, .. }
            | Vertex::Nic { node, .. } => Some(node),
            Vertex::Leaf { .. } | Vertex::Spine { .. } => None,
        }
    }
}

/// One direction of a bundle of parallel links.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// What it is made of.
    pub class: LinkClass,
    /// Physical links in the bundle; 0 where they are missing.
    pub lanes: u32,
    /// The data sheet's rate of the whole bundle in this direction.
    pub nominal: Rate,
    /// What is left of it for payload: the rate the simulation uses.
    pub effective: Rate,
    /// From one end to the other, what stands at its end included.
    pub latency: Time,
}

/// A cluster: `nodes` equal servers and the fabric between them. Made by [`super::build()`].
#[derive(Clone, Debug)]
pub struct Topology {
    /// The preset's id, such as `dgx-h100`.
    pub system: &'static str,
    /// Servers, or racks that are one domain.
    pub nodes: u32,
    /// Vertices and directed links.
    pub graph: DiGraph<Vertex, Link>,
    /// The vertex of each GPU, by rank.
    pub gpus: Vec<NodeIndex>,
    /// What it was built from.
    pub spec: ClusterSpec,
    /// Vertices and links of one full node: node `n`'s begin at `n` times these.
    pub(super) node_vertices: u32,
    pub(super) node_links: u32,
    /// Cards of one full node.
    pub(super) nics_per_node: u32,
    pub(super) ports: Ports,
}

/// The fabric's links by card and by leaf, so that no search is needed between nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Ports {
    /// By card (node by node): its leaf, the link to it and the link from it.
    pub cards: Vec<Port>,
    /// By leaf: the links to each spine and from each.
    pub up: Vec<Vec<LinkId>>,
    pub down: Vec<Vec<LinkId>>,
}

/// Where a card is plugged in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port {
    pub leaf: u32,
    pub up: LinkId,
    pub down: LinkId,
}

impl Topology {
    /// The capacity of each directed link, by link id (= edge index).
    pub fn capacities(&self) -> Vec<LinkCapacity> {
        self.graph.edge_weights().map(|link| LinkCapacity { rate: link.effective }).collect()
    }

    /// The preset.
    pub fn preset(&self) -> &'static System {
        self.spec.system
    }

    /// How many GPUs take part.
    pub fn len(&self) -> u32 {
        self.gpus.len() as u32
    }

    /// Whether no GPU takes part: never, once built.
    pub fn is_empty(&self) -> bool {
        self.gpus.is_empty()
    }

    /// GPUs of a full node.
    pub fn gpus_per_node(&self) -> u32 {
        self.spec.system.gpus_per_node
    }

    /// The node that a rank stands in.
    pub fn node_of(&self, rank: GpuId) -> u32 {
        rank / self.gpus_per_node()
    }

    /// What stands for those GPUs wherever they are: GPUs of which this says the same meet alike, since nodes are equal, and
    /// what joins them depends only on who shares a node, and whose nodes share leaves. None where parts are missing, or the
    /// last node, which has fewer GPUs, takes part.
    pub fn shape_of(&self, gpus: &[GpuId]) -> Option<Vec<[u32; 3]>> {
        let per_node = self.gpus_per_node();
        let is_partial = |node| node + 1 == self.nodes && !self.len().is_multiple_of(per_node);
        if !self.spec.missing.parts().is_empty() || gpus.iter().any(|&gpu| is_partial(self.node_of(gpu))) {
            return None;
        }
        let leaf = |node: u32| self.ports.cards.get((node * self.nics_per_node) as usize).map_or(0, |card| card.leaf);
        // By name: its number, and how many have one.
        let (mut nodes, mut leaves) = ((vec![u32::MAX; self.nodes as usize], 0), (Vec::new(), 0));
        let number = |(numbers, count): &mut (Vec<u32>, u32), name: u32| {
            if numbers.len() <= name as usize {
                numbers.resize(name as usize + 1, u32::MAX);
            }
            let known = &mut numbers[name as usize];
            if *known == u32::MAX {
                *known = *count;
                *count += 1;
            }
            *known
        };
        let place = |&gpu: &GpuId| {
            let node = self.node_of(gpu);
            [number(&mut leaves, leaf(node)), number(&mut nodes, node), gpu % per_node]
        };
        Some(gpus.iter().map(place).collect())
    }

    /// A rank's place in its node.
    pub fn index_in_node(&self, rank: GpuId) -> u32 {
        rank % self.gpus_per_node()
    }

    /// The ranks of a node; the last node may be partly used.
    pub fn ranks_of(&self, node: u32) -> Range<GpuId> {
        let per_node = self.gpus_per_node();
        let start = node.saturating_mul(per_node).min(self.len());
        start..start.saturating_add(per_node).min(self.len())
    }

    /// A link by its id.
    pub fn link(&self, link: LinkId) -> Option<&Link> {
        self.graph.edge_weight(petgraph::graph::EdgeIndex::new(link as usize))
    }

    /// From which vertex to which a link goes.
    pub fn ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        let (a, b) = self.graph.edge_endpoints(petgraph::graph::EdgeIndex::new(link as usize))?;
        Some((self.graph[a], self.graph[b]))
    }

    /// NVLink lanes from `a` straight to `b`: direct ones, or what both have in common over switch chips; 0 without.
    pub fn nvlink_lanes(&self, a: GpuId, b: GpuId) -> u32 {
        if a == b || a >= self.len() || b >= self.len() || self.node_of(a) != self.node_of(b) {
            return 0;
        }
        if !self.spec.missing.spares(self.node_of(a)) {
            return self.lanes_left(a, b);
        }
        match self.spec.system.wiring {
            Wiring::Pcie => 0,
            Wiring::Mesh(_) => self.spec.system.mesh_lanes(self.index_in_node(a), self.index_in_node(b)),
            Wiring::Switched { chips, .. } => chips.iter().map(|&lanes| u32::from(lanes)).sum(),
        }
    }

    /// [`Topology::nvlink_lanes`] where parts are missing: lanes that reach both GPUs by the same chip, or by chips of the
    /// same plane.
    fn lanes_left(&self, a: GpuId, b: GpuId) -> u32 {
        let between = |a, b| self.graph.find_edge(a, b).map_or(0, |edge| self.graph[edge].lanes);
        let (from, to) = (self.gpus[a as usize], self.gpus[b as usize]);
        match self.spec.system.wiring {
            Wiring::Switched { chips, .. } => {
                let line = |gpu: GpuId, vertex, chip: usize| {
                    let chip = self.chip(self.node_of(gpu), self.board_of(gpu) * chips.len() as u32 + chip as u32);
                    chip.map_or(0, |chip| between(vertex, chip))
                };
                (0..chips.len()).map(|chip| line(a, from, chip).min(line(b, to, chip))).sum()
            }
            _ => between(from, to),
        }
    }

    /// Whether nothing is missing.
    pub fn is_whole(&self) -> bool {
        self.spec.missing.is_empty()
    }

    /// The board that a GPU stands on, in its node; 0 where there are no boards.
    pub(super) fn board_of(&self, gpu: GpuId) -> u32 {
        match self.spec.system.wiring {
            Wiring::Switched { boards, .. } => self.index_in_node(gpu) / (self.gpus_per_node() / boards.max(1)).max(1),
            _ => 0,
        }
    }

    /// The vertex of a GPU by its place in its node.
    pub(super) fn gpu(&self, node: u32, index: u32) -> Option<NodeIndex> {
        let ranks = if node < self.nodes { self.ranks_of(node) } else { 0..0 };
        ranks.start.checked_add(index).filter(|rank| ranks.contains(rank)).map(|rank| self.gpus[rank as usize])
    }

    /// The vertex of a switch chip by its number in its node, the second level's after all that the boards could have.
    pub(super) fn chip(&self, node: u32, chip: u32) -> Option<NodeIndex> {
        self.place_of(Vertex::NvSwitch { node, chip })
    }

    /// The vertex of a card by its place in its node.
    pub(super) fn card(&self, node: u32, card: u32) -> Option<NodeIndex> {
        self.place_of(Vertex::Nic { node, index: card })
    }

    /// Where a vertex stands that belongs to a node.
    fn place_of(&self, vertex: Vertex) -> Option<NodeIndex> {
        let node = vertex.node().filter(|&node| node < self.nodes)?;
        let first = node * self.node_vertices;
        let places = (first..first + self.node_vertices).map(|place| NodeIndex::new(place as usize));
        places.take_while(|place| place.index() < self.graph.node_count()).find(|&place| self.graph[place] == vertex)
    }

    /// Whether card `card` of a node is there and has its port.
    pub fn has_card(&self, node: u32, card: u32) -> bool {
        self.spec.missing.spares(node)
            || self.card(node, card).is_some_and(|card| self.graph.edges(card).all(|edge| edge.weight().lanes > 0))
    }

    /// One GPU's NVLink rate one way, nominal and effective: all its links together.
    pub fn nvlink_rate(&self, gpu: GpuId) -> (Rate, Rate) {
        let Some(&vertex) = self.gpus.get(gpu as usize) else { return (Rate::ZERO, Rate::ZERO) };
        let links = || self.graph.edges(vertex).map(|edge| edge.weight()).filter(|link| link.class.is_nvlink());
        let sum = |rate: fn(&Link) -> Rate| Rate::bytes_per_s(links().map(|link| rate(link).as_bytes_per_s()).sum());
        (sum(|link| link.nominal), sum(|link| link.effective))
    }

    /// Whether the GPUs of a node meet over switch chips.
    pub fn is_switched(&self) -> bool {
        matches!(self.spec.system.wiring, Wiring::Switched { .. })
    }

    /// Whether the node's switch chips add and multicast (in-network sums).
    pub fn has_in_network(&self) -> bool {
        matches!(self.spec.system.wiring, Wiring::Switched { in_network: true, .. })
    }

    /// Cards of one full node (0 where nothing leaves the node).
    pub fn nics_per_node(&self) -> u32 {
        self.nics_per_node
    }

    /// One card's rate one way, nominal and effective.
    pub fn nic_rate(&self) -> (Rate, Rate) {
        (self.spec.fabric.nominal(), self.spec.system.card_rate(&self.spec.fabric))
    }
}
