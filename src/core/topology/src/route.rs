//! Ways through the graph: a search inside a node ([`super::search`]), arithmetic between nodes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use kitchen_units::Time;
use petgraph::graph::{DiGraph, NodeIndex};

use super::error::TopologyError;
use super::graph::{Link, Topology, Vertex};
use super::node::home_of;
use super::path::{GpuId, Hop, LinkId, Route};
use super::search::{Plane, Segment, Towards};

/// How a flow between nodes is spread over their cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spread {
    /// Over the card (or cards) beside the source GPU and the one beside the destination.
    #[default]
    Nearest,
    /// Evenly over all cards of the node: over NVLink to the GPU beside each card, along its rail, and back, as NCCL
    /// does with a proxy GPU (PXN). Without NVLink, over PCIe to each card.
    AllRails,
}

/// A kind of node, as [`Router::kind`] counts them.
type NodeKind = u16;

/// What is known of a way: nothing yet, or whether there is one.
type Known = Option<Option<Rc<Segment>>>;

/// Finds routes in one topology and remembers what it found in one node for all others.
///
/// Inside a node: over NVLink where the two GPUs have links or common switch chips, a flow over several chips in
/// proportion to its links to each. Without (DGX-1 across its quads): over the links of one GPU between them, the
/// widest way, as NCCL does; else over PCIe, host bridges and the socket link. Between nodes: see [`Spread`].
#[derive(Debug)]
pub struct Router<'a> {
    topology: &'a Topology,
    /// The spread that [`Router::route`] uses.
    pub spread: Spread,
    /// The block of a full node, of the last one where it is partly used, and of each of `odd`.
    blocks: Vec<DiGraph<Vertex, Link>>,
    /// The nodes that miss a part.
    odd: Vec<u32>,
    towards: RefCell<BTreeMap<(NodeKind, Plane, u32), Rc<Towards>>>,
    /// By goal, then by start.
    segments: RefCell<BTreeMap<(NodeKind, Plane, u32), Vec<Known>>>,
    /// By node that misses a part: see `sums`.
    pub(super) narrowest: RefCell<BTreeMap<u32, Rc<Vec<u32>>>>,
}

impl<'a> Router<'a> {
    /// A router that spreads flows as [`Spread::Nearest`].
    pub fn new(topology: &'a Topology) -> Router<'a> {
        Router::with_spread(topology, Spread::Nearest)
    }

    /// A router with another spread.
    pub fn with_spread(topology: &'a Topology, spread: Spread) -> Router<'a> {
        let last = topology.nodes - 1;
        let partly = topology.nodes > 1 && topology.ranks_of(last).len() < topology.gpus_per_node() as usize;
        let mut odd: Vec<u32> = topology.spec.missing.parts().iter().map(|part| part.node()).collect();
        kitchen_units::order::sort(&mut odd);
        odd.dedup();
        let mut blocks = vec![cut_block(topology, 0), if partly { cut_block(topology, last) } else { DiGraph::new() }];
        // A whole node's block is never looked at where node 0 misses a part and there is no other whole one.
        if let (Some(0), Some(whole)) = (odd.first(), (1..last + u32::from(!partly)).find(|node| !odd.contains(node))) {
            blocks[0] = cut_block(topology, whole);
        }
        blocks.extend(odd.iter().map(|&node| cut_block(topology, node)));
        let (towards, segments, narrowest) = (RefCell::default(), RefCell::default(), RefCell::default());
        Router { topology, spread, blocks, odd, towards, segments, narrowest }
    }

    /// The topology that it routes in.
    pub fn topology(&self) -> &'a Topology {
        self.topology
    }

    /// The way from `src` to `dst`; no links and no latency to itself.
    ///
    /// # Errors
    /// [`TopologyError::NoSuchGpu`], or [`TopologyError::NoRoute`].
    pub fn route(&self, src: GpuId, dst: GpuId) -> Result<Route, TopologyError> {
        self.route_with(src, dst, self.spread)
    }

    /// The way from `src` to `dst` with that spread.
    ///
    /// # Errors
    /// See [`Router::route`].
    pub fn route_with(&self, src: GpuId, dst: GpuId, spread: Spread) -> Result<Route, TopologyError> {
        self.check(src)?;
        self.check(dst)?;
        let mut out = Gather::default();
        if src == dst {
            return Ok(out.route());
        }
        let found = if self.topology.node_of(src) == self.topology.node_of(dst) {
            out.alone = true;
            self.inside(src, dst, 1.0, &mut out)
        } else {
            match spread {
                Spread::Nearest => self.nearest(src, dst, &mut out),
                Spread::AllRails => self.all_rails(src, dst, &mut out),
            }
        };
        found.map(|()| out.route()).ok_or(TopologyError::NoRoute { src, dst })
    }

    /// The way from `src` to `dst` in another node over one card of each: card `rail`, counted in the node and wrapped
    /// to the cards there are. With NVLink the GPU beside the card passes the data on.
    ///
    /// # Errors
    /// See [`Router::route`]; in one node, the same as [`Router::route`].
    pub fn route_on_rail(&self, src: GpuId, dst: GpuId, rail: u32) -> Result<Route, TopologyError> {
        if self.topology.node_of(src) == self.topology.node_of(dst) {
            return self.route(src, dst);
        }
        self.check(src)?;
        self.check(dst)?;
        let mut out = Gather::default();
        let cards = self.cards_in(self.topology.node_of(src)).min(self.cards_in(self.topology.node_of(dst)));
        let rail = if cards == 0 { 0 } else { rail % cards };
        let found = if cards == 0 { None } else { self.on_rail(src, dst, rail, 1.0, &mut out) };
        found.map(|()| out.route()).ok_or(TopologyError::NoRoute { src, dst })
    }

    pub(super) fn check(&self, gpu: GpuId) -> Result<(), TopologyError> {
        let count = self.topology.len();
        if gpu < count { Ok(()) } else { Err(TopologyError::NoSuchGpu { gpu, count }) }
    }

    /// Between two GPUs of one node.
    fn inside(&self, src: GpuId, dst: GpuId, share: f64, out: &mut Gather) -> Option<()> {
        if src == dst {
            return Some(());
        }
        let node = self.topology.node_of(src);
        let (a, b) = (self.topology.index_in_node(src), self.topology.index_in_node(dst));
        let segment = self.segment(node, Plane::NvLink, a, b).or_else(|| self.segment(node, Plane::Host, a, b))?;
        out.add(&segment, node * self.topology.node_links, share);
        Some(())
    }

    /// Cards of a node that stand beside a GPU that takes part, missing ones included.
    fn cards_in(&self, node: u32) -> u32 {
        let present = self.topology.ranks_of(node).len() as u32;
        let nics = self.topology.spec.fabric.nics_per_node;
        (0..nics).take_while(|&nic| home_of(nic, nics, self.topology.gpus_per_node()) < present).count() as u32
    }

    /// The cards beside a GPU: its own, or the one it shares; where those are missing, the nearest that is there, if any.
    pub(super) fn cards_of(&self, gpu: GpuId) -> Vec<u32> {
        let own = self.places_of(gpu);
        let node = self.topology.node_of(gpu);
        let left: Vec<u32> = own.clone().filter(|&card| self.topology.has_card(node, card)).collect();
        if left.is_empty() { self.nearest_card(node, own.start).into_iter().collect() } else { left }
    }

    /// The card that is there and nearest to `card`, the lower of equals.
    fn nearest_card(&self, node: u32, card: u32) -> Option<u32> {
        if self.topology.spec.missing.spares(node) {
            return Some(card);
        }
        let there = (0..self.cards_in(node)).filter(|&other| self.topology.has_card(node, other));
        there.min_by_key(|&other| (other.abs_diff(card), other))
    }

    fn places_of(&self, gpu: GpuId) -> Range<u32> {
        let (nics, per_node) = (self.topology.spec.fabric.nics_per_node, self.topology.gpus_per_node());
        let index = self.topology.index_in_node(gpu);
        if nics >= per_node {
            let first = (index * nics).div_ceil(per_node);
            first..((index + 1) * nics).div_ceil(per_node)
        } else {
            let card = index * nics / per_node;
            card..card + 1
        }
    }

    fn nearest(&self, src: GpuId, dst: GpuId, out: &mut Gather) -> Option<()> {
        let (from, to) = (self.cards_of(src), self.cards_of(dst));
        let pairs = from.len().max(to.len()) as u32;
        if from.is_empty() || to.is_empty() {
            return None;
        }
        for pair in 0..pairs {
            let a = from[pair as usize % from.len()];
            let b = to[pair as usize % to.len()];
            let share = 1.0 / f64::from(pairs);
            let before = out.latency;
            out.latency = Time::ZERO;
            if !self.places_of(src).contains(&a) || !self.places_of(dst).contains(&b) {
                // A card of another GPU takes the place of a missing one.
                self.over_cards((src, a), (dst, b), share, out)?;
                out.latency = out.latency.max(before);
                continue;
            }
            self.reach_card(src, a, share, out)?;
            self.between((self.topology.node_of(src), a), (self.topology.node_of(dst), b), share, out);
            self.leave_card(dst, b, share, out)?;
            out.latency = out.latency.max(before);
        }
        Some(())
    }

    fn all_rails(&self, src: GpuId, dst: GpuId, out: &mut Gather) -> Option<()> {
        let rails = self.rails(self.topology.node_of(src), self.topology.node_of(dst));
        for &(a, b) in &rails {
            let before = out.latency;
            out.latency = Time::ZERO;
            self.over_cards((src, a), (dst, b), 1.0 / rails.len() as f64, out)?;
            out.latency = out.latency.max(before);
        }
        (!rails.is_empty()).then_some(())
    }

    /// The pairs of cards that join two nodes: each with its like. Where no rail has both its cards, each card of one
    /// node with the one of the other that is nearest.
    fn rails(&self, a: u32, b: u32) -> Vec<(u32, u32)> {
        let cards = 0..self.cards_in(a).min(self.cards_in(b));
        let (here, there) =
            (|card: &u32| self.topology.has_card(a, *card), |card: &u32| self.topology.has_card(b, *card));
        let rails: Vec<(u32, u32)> = cards.clone().filter(here).filter(there).map(|card| (card, card)).collect();
        if rails.is_empty() {
            return cards.filter(here).filter_map(|card| Some((card, self.nearest_card(b, card)?))).collect();
        }
        rails
    }

    /// Over card `rail` of both nodes, or over the nearest that is there.
    fn on_rail(&self, src: GpuId, dst: GpuId, rail: u32, share: f64, out: &mut Gather) -> Option<()> {
        let a = self.nearest_card(self.topology.node_of(src), rail)?;
        let b = self.nearest_card(self.topology.node_of(dst), rail)?;
        self.over_cards((src, a), (dst, b), share, out)
    }

    /// Over a card of each node, by way of the GPUs beside them where NVLink leads there.
    fn over_cards(&self, (src, a): (GpuId, u32), (dst, b): (GpuId, u32), share: f64, out: &mut Gather) -> Option<()> {
        let nics = self.topology.spec.fabric.nics_per_node;
        let beside = |gpu: GpuId, card: u32| {
            let home = home_of(card, nics, self.topology.gpus_per_node());
            let proxy = self.topology.ranks_of(self.topology.node_of(gpu)).start + home;
            if self.topology.nvlink_lanes(gpu, proxy) > 0 { proxy } else { gpu }
        };
        let (exit, entry) = (beside(src, a), beside(dst, b));
        self.inside(src, exit, share, out)?;
        self.reach_card(exit, a, share, out)?;
        self.between((self.topology.node_of(src), a), (self.topology.node_of(dst), b), share, out);
        self.leave_card(entry, b, share, out)?;
        self.inside(entry, dst, share, out)
    }

    pub(super) fn reach_card(&self, gpu: GpuId, card: u32, share: f64, out: &mut Gather) -> Option<()> {
        if let Some(segment) = self.beside_card(gpu, card, true) {
            out.add(&segment, self.topology.node_of(gpu) * self.topology.node_links, share);
            return Some(());
        }
        let proxy = self.proxy(gpu, card)?;
        self.inside(gpu, proxy, share, out)?;
        self.reach_card(proxy, card, share, out)
    }

    pub(super) fn leave_card(&self, gpu: GpuId, card: u32, share: f64, out: &mut Gather) -> Option<()> {
        if let Some(segment) = self.beside_card(gpu, card, false) {
            out.add(&segment, self.topology.node_of(gpu) * self.topology.node_links, share);
            return Some(());
        }
        let proxy = self.proxy(gpu, card)?;
        self.leave_card(proxy, card, share, out)?;
        self.inside(proxy, gpu, share, out)
    }

    /// The GPU beside a card, for one that has no way to it over PCIe (in another tray of the rack).
    fn proxy(&self, gpu: GpuId, card: u32) -> Option<GpuId> {
        let home = home_of(card, self.topology.spec.fabric.nics_per_node, self.topology.gpus_per_node());
        let proxy = self.topology.ranks_of(self.topology.node_of(gpu)).start + home;
        (proxy != gpu).then_some(proxy)
    }

    /// The way over PCIe between a GPU and a card of its node.
    fn beside_card(&self, gpu: GpuId, card: u32, towards: bool) -> Option<Rc<Segment>> {
        let node = self.topology.node_of(gpu);
        let gpu = self.topology.index_in_node(gpu);
        let block = &self.blocks[usize::from(self.kind(node))];
        // Cards stand at the end of the block.
        let place = (block.node_count() as u32).checked_sub(self.cards_in(node))? + card;
        let (a, b) = if towards { (gpu, place) } else { (place, gpu) };
        self.segment(node, Plane::Host, a, b)
    }

    /// From a card of one node to a card of another: up to the leaf, over all spines where the leaves differ, down.
    fn between(&self, (a, card_a): (u32, u32), (b, card_b): (u32, u32), share: f64, out: &mut Gather) {
        let ports = &self.topology.ports;
        let per_node = self.topology.nics_per_node;
        let from = ports.cards[(a * per_node + card_a) as usize];
        let to = ports.cards[(b * per_node + card_b) as usize];
        let mut path = vec![(from.up, share)];
        let mut latency = self.latency(from.up) + self.latency(to.down);
        if from.leaf != to.leaf {
            let (up, down) = (&ports.up[from.leaf as usize], &ports.down[to.leaf as usize]);
            let part = share / up.len() as f64;
            path.extend(up.iter().chain(down).map(|&link| (link, part)));
            latency = latency + self.latency(up[0]) + self.latency(down[0]);
        }
        path.push((to.down, share));
        for (link, share) in path {
            out.hop(link, share);
        }
        out.latency += latency;
    }

    pub(super) fn latency(&self, link: LinkId) -> Time {
        self.topology.link(link).map_or(Time::ZERO, |link| link.latency)
    }

    /// Which of [`Router::blocks`] is a node's.
    fn kind(&self, node: u32) -> NodeKind {
        match self.odd.iter().position(|&odd| odd == node) {
            Some(at) => at as NodeKind + 2,
            None => NodeKind::from(node + 1 == self.topology.nodes && self.blocks[1].node_count() > 0),
        }
    }

    /// The way between two places of a node's block, found once for all equal nodes.
    fn segment(&self, node: u32, plane: Plane, a: u32, b: u32) -> Option<Rc<Segment>> {
        let kind = self.kind(node);
        let key = (kind, plane, b);
        let known = |segments: &Vec<Known>| segments.get(a as usize).cloned().flatten();
        if let Some(known) = self.segments.borrow().get(&key).and_then(known) {
            return known;
        }
        let block = &self.blocks[usize::from(kind)];
        let segment = self.towards(kind, plane, b).walk(block, a).map(Rc::new);
        let mut segments = self.segments.borrow_mut();
        let to_goal = segments.entry(key).or_insert_with(|| vec![None; block.node_count()]);
        if let Some(known) = to_goal.get_mut(a as usize) {
            *known = Some(segment.clone());
        }
        segment
    }

    fn towards(&self, kind: NodeKind, plane: Plane, dst: u32) -> Rc<Towards> {
        let key = (kind, plane, dst);
        if let Some(known) = self.towards.borrow().get(&key) {
            return known.clone();
        }
        let towards = Rc::new(Towards::search(&self.blocks[usize::from(kind)], plane, dst, kind > 1));
        self.towards.borrow_mut().insert(key, towards.clone());
        towards
    }
}

/// The block of one node as a graph of its own, places and links in the same order.
fn cut_block(topology: &Topology, node: u32) -> DiGraph<Vertex, Link> {
    let graph = &topology.graph;
    let first_vertex = node * topology.node_vertices;
    let first_link = node * topology.node_links;
    let inside = |vertex: &Vertex| vertex.node() == Some(node);
    let mut block = DiGraph::new();
    for vertex in (first_vertex as usize..).map_while(|place| graph.node_weight(NodeIndex::new(place))) {
        if !inside(vertex) {
            break;
        }
        block.add_node(*vertex);
    }
    for place in first_link as usize..graph.edge_count() {
        let edge = petgraph::graph::EdgeIndex::new(place);
        let Some((a, b)) = graph.edge_endpoints(edge) else { break };
        if !inside(&graph[a]) || !inside(&graph[b]) {
            break;
        }
        let shift = |vertex: NodeIndex| NodeIndex::new(vertex.index() - first_vertex as usize);
        block.add_edge(shift(a), shift(b), graph[edge]);
    }
    block
}

/// A route being put together; a link met twice carries both shares.
#[derive(Debug, Default)]
pub(super) struct Gather {
    /// One way makes the whole route: no link is met twice.
    alone: bool,
    hops: Vec<Hop>,
    places: BTreeMap<LinkId, usize>,
    pub(super) latency: Time,
}

impl Gather {
    pub(super) fn hop(&mut self, link: LinkId, share: f64) {
        let place = *self.places.entry(link).or_insert(self.hops.len());
        if place == self.hops.len() {
            self.hops.push(Hop { link, share });
        } else {
            self.hops[place].share += share;
        }
    }

    fn add(&mut self, segment: &Segment, offset: u32, share: f64) {
        if self.hops.is_empty() && self.alone {
            self.hops.extend(segment.hops.iter().map(|hop| Hop { link: offset + hop.link, share: hop.share * share }));
            self.latency += segment.latency;
            return;
        }
        for hop in &segment.hops {
            self.hop(offset + hop.link, hop.share * share);
        }
        self.latency += segment.latency;
    }

    pub(super) fn route(self) -> Route {
        Route { hops: self.hops, latency: self.latency, ceiling: None, efficiency: 1.0 }
    }
}
