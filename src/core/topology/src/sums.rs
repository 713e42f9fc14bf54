//! The ways to and from switch chips that add.

use std::rc::Rc;

use kitchen_units::Time;
use petgraph::Direction;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

use super::error::TopologyError;
use super::graph::{Link, Topology, Vertex};
use super::path::{GpuId, Hop, LinkId, Route};
use super::route::Router;
use super::system::Wiring;

impl Router<'_> {
    /// From a GPU to all switch chips of its board, in proportion to its links: the way of what the chips add up. Where
    /// boards have chips above them, each chip passes one sum of its board on, so a GPU's part of that way is one share
    /// in as many as its board has GPUs.
    ///
    /// What a chip adds are the same bytes of every GPU. Where links are missing, a chip therefore gets of each GPU what
    /// the GPU with the fewest links to it (or to its like on another board) can send there.
    ///
    /// # Errors
    /// [`TopologyError::NoSuchGpu`], or [`TopologyError::NoSwitch`] where the node's chips do not add or no chip has a
    /// link to every GPU.
    pub fn to_switches(&self, gpu: GpuId) -> Result<Route, TopologyError> {
        self.switches(gpu, Direction::Outgoing)
    }

    /// From all switch chips of its board to a GPU: the way of sums and copies.
    ///
    /// # Errors
    /// See [`Router::to_switches`].
    pub fn from_switches(&self, gpu: GpuId) -> Result<Route, TopologyError> {
        self.switches(gpu, Direction::Incoming)
    }

    fn switches(&self, gpu: GpuId, direction: Direction) -> Result<Route, TopologyError> {
        self.check(gpu)?;
        let topology = self.topology();
        let none = TopologyError::NoSwitch { gpu };
        if !topology.has_in_network() {
            return Err(none);
        }
        let own = links(topology, topology.gpus[gpu as usize], direction);
        let widths: Vec<u32> = if topology.spec.missing.spares(topology.node_of(gpu)) {
            own.iter().map(|(_, link, _)| link.lanes).collect()
        } else {
            let narrowest = self.narrowest(topology.node_of(gpu));
            (0..own.len()).map(|chip| narrowest.get(chip).copied().unwrap_or(0)).collect()
        };
        let lanes: u32 = widths.iter().sum();
        if lanes == 0 {
            return Err(none);
        }
        let mut route = Route::default();
        let mut beyond = Time::ZERO;
        let mates = mates(topology, gpu);
        for (&(id, link, chip), &width) in own.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            let share = f64::from(width) / f64::from(lanes);
            route.hops.push(Hop { link: id, share });
            route.latency = route.latency.max(link.latency);
            let above = links(topology, chip, direction);
            let up: u32 = above.iter().map(|(_, link, _)| link.lanes).sum();
            for &(id, link, _) in above.iter().filter(|(_, link, _)| link.lanes > 0) {
                let share = share * f64::from(link.lanes) / f64::from(up) / f64::from(mates);
                route.hops.push(Hop { link: id, share });
                beyond = beyond.max(link.latency);
            }
        }
        route.latency += beyond;
        Ok(route)
    }

    /// By place on a board: the fewest lanes that a GPU of the node has to the chip there. Looked for once a node.
    fn narrowest(&self, node: u32) -> Rc<Vec<u32>> {
        let mut known = self.narrowest.borrow_mut();
        let search = || {
            let Wiring::Switched { chips, .. } = self.topology().preset().wiring else { return Rc::default() };
            Rc::new((0..chips.len() as u32).map(|chip| narrowest(self.topology(), node, chip)).collect())
        };
        known.entry(node).or_insert_with(search).clone()
    }
}

/// NVLinks between a vertex and switch chips, with the chip, by id.
fn links(topology: &Topology, vertex: NodeIndex, direction: Direction) -> Vec<(LinkId, Link, NodeIndex)> {
    let graph = &topology.graph;
    let mut links: Vec<(LinkId, Link, NodeIndex)> = graph
        .edges_directed(vertex, direction)
        .map(|edge| {
            let other = if direction == Direction::Outgoing { edge.target() } else { edge.source() };
            (edge.id().index() as LinkId, *edge.weight(), other)
        })
        .filter(|&(_, link, other)| link.class.is_nvlink() && matches!(graph[other], Vertex::NvSwitch { .. }))
        .collect();
    kitchen_units::order::sort_by_key(&mut links, |(id, ..)| *id);
    links
}

/// The fewest lanes that a GPU of the node has to the chip in place `chip` of its board.
fn narrowest(topology: &Topology, node: u32, chip: u32) -> u32 {
    let Wiring::Switched { chips, .. } = topology.preset().wiring else { return 0 };
    let lanes = |gpu: GpuId| {
        let chip = topology.chip(node, topology.board_of(gpu) * chips.len() as u32 + chip)?;
        let edge = topology.graph.find_edge(topology.gpus[gpu as usize], chip)?;
        Some(topology.graph[edge].lanes)
    };
    topology.ranks_of(node).map(|gpu| lanes(gpu).unwrap_or(0)).min().unwrap_or(0)
}

/// GPUs on the board of a GPU, itself included.
fn mates(topology: &Topology, gpu: GpuId) -> u32 {
    let board = topology.board_of(gpu);
    topology.ranks_of(topology.node_of(gpu)).filter(|&other| topology.board_of(other) == board).count() as u32
}
