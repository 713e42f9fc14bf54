//! Builds a cluster's graph: equal nodes one after the other, then the fabric.

use kitchen_units::Rate;
use petgraph::graph::{DiGraph, NodeIndex};

use super::error::TopologyError;
use super::fabric::{LEAF_DOWN, Layout};
use super::graph::{Link, Port, Ports, Topology, Vertex};
use super::missing::Part;
use super::node::{Block, block};
use super::spec::ClusterSpec;

/// Builds the cluster.
///
/// # Errors
/// [`TopologyError`] when a count is zero or beyond the preset's limits, the fabric's cards cannot be plugged in, or a part
/// is to be missing that is not there.
pub fn build(spec: &ClusterSpec) -> Result<Topology, TopologyError> {
    let per_node = spec.system.gpus_per_node;
    if spec.nodes == 0 || spec.nodes > spec.system.max_nodes {
        return Err(TopologyError::Nodes { asked: spec.nodes, most: spec.system.max_nodes });
    }
    let all = spec.nodes * per_node;
    let count = spec.gpus.unwrap_or(all);
    if count == 0 || count > all {
        return Err(TopologyError::Gpus { asked: count, most: all });
    }
    spec.fabric.check(spec.system)?;

    let nodes = count.div_ceil(per_node);
    let full = block(spec, per_node.min(count));
    let rest = count % per_node;
    let last = (nodes > 1 && rest > 0).then(|| block(spec, rest));
    let mut graph = DiGraph::with_capacity(full.vertices.len() * nodes as usize, full.links.len() * nodes as usize);
    let mut cards = Vec::new();
    for node in 0..nodes {
        let block = last.as_ref().filter(|_| node + 1 == nodes).unwrap_or(&full);
        cards.extend(add_node(&mut graph, block, node, per_node));
    }
    let ports = if nodes > 1 { add_fabric(&mut graph, spec, &cards) } else { Ports::default() };
    let node_vertices = full.vertices.len() as u32;
    let gpus = (0..count).map(|rank| NodeIndex::new((rank / per_node * node_vertices + rank % per_node) as usize));
    let mut topology = Topology {
        system: spec.system.id,
        nodes,
        gpus: gpus.collect(),
        graph,
        spec: *spec,
        node_vertices,
        node_links: full.links.len() as u32,
        nics_per_node: full.nics,
        ports,
    };
    for &part in spec.missing.parts() {
        topology.take(part).ok_or_else(|| TopologyError::NoSuchPart { part: part.write() })?;
    }
    Ok(topology)
}

impl Topology {
    /// Takes a part out: its links stay in their places with no lanes and no rate, so that what was found in one node
    /// still holds in others after adding an offset. `None` where there is no such part.
    fn take(&mut self, part: Part) -> Option<()> {
        match part {
            Part::Chip { node, chip } => self.silence(self.chip(node, chip)?),
            Part::Card { node, card } => self.silence(self.card(node, card)?),
            Part::Link { node, gpu, chip, lanes } => self.cut(self.gpu(node, gpu)?, self.chip(node, chip)?, lanes)?,
            Part::Tunnel { node, a, b, lanes } => self.cut(self.gpu(node, a)?, self.gpu(node, b)?, lanes)?,
        }
        Some(())
    }

    /// Takes all links of a vertex.
    fn silence(&mut self, vertex: NodeIndex) {
        let ends = |graph: &DiGraph<Vertex, Link>, edge| {
            graph.edge_endpoints(edge).is_some_and(|(a, b)| a == vertex || b == vertex)
        };
        for edge in self.graph.edge_indices() {
            if ends(&self.graph, edge) {
                narrow(&mut self.graph[edge], 0);
            }
        }
    }

    /// Takes so many lanes of the links between two vertices, both ways.
    fn cut(&mut self, a: NodeIndex, b: NodeIndex, lanes: u32) -> Option<()> {
        for edge in [self.graph.find_edge(a, b)?, self.graph.find_edge(b, a)?] {
            let link = &mut self.graph[edge];
            narrow(link, link.lanes.checked_sub(lanes)?);
        }
        Some(())
    }
}

/// Leaves so many lanes of a link.
fn narrow(link: &mut Link, lanes: u32) {
    let left = |rate: Rate| Rate::bytes_per_s(rate.as_bytes_per_s() * f64::from(lanes) / f64::from(link.lanes.max(1)));
    *link = Link { lanes, nominal: left(link.nominal), effective: left(link.effective), ..*link };
}

/// A card: its vertex, its node and its place in the node.
struct Card {
    vertex: NodeIndex,
    node: u32,
    index: u32,
}

fn add_node(graph: &mut DiGraph<Vertex, Link>, block: &Block, node: u32, per_node: u32) -> Vec<Card> {
    let base = graph.node_count() as u32;
    for vertex in &block.vertices {
        graph.add_node(match *vertex {
            Vertex::Gpu { index, .. } => Vertex::Gpu { rank: node * per_node + index, node, index },
            Vertex::NvSwitch { chip, .. } => Vertex::NvSwitch { node, chip },
            Vertex::PcieSwitch { index, .. } => Vertex::PcieSwitch { node, index },
            Vertex::Host { index, .. } => Vertex::Host { node, index },
            Vertex::Nic { index, .. } => Vertex::Nic { node, index },
            fabric => fabric,
        });
    }
    for &(a, b, link) in &block.links {
        graph.add_edge(NodeIndex::new((base + a) as usize), NodeIndex::new((base + b) as usize), link);
    }
    (0..block.nics)
        .map(|index| Card { vertex: NodeIndex::new((base + block.first_nic + index) as usize), node, index })
        .collect()
}

/// Plugs the cards into leaves of [`LEAF_DOWN`] ports down and as many up, and joins leaves by spines. A spine vertex
/// stands for a plane: a quarter (half with two leaves) of the physical spines, so that a flow spread evenly over all
/// spines, as adaptive routing does, takes few links. The fabric is not oversubscribed.
fn add_fabric(graph: &mut DiGraph<Vertex, Link>, spec: &ClusterSpec, cards: &[Card]) -> Ports {
    let fabric = &spec.fabric;
    let leaf_of: Vec<u32> = match fabric.layout {
        Layout::LeafSpine => {
            // Whole nodes share a leaf where they fit.
            let nodes_per_leaf = (LEAF_DOWN / fabric.nics_per_node).max(1);
            let leaves_per_node = fabric.nics_per_node.div_ceil(LEAF_DOWN);
            cards.iter().map(|card| card.node / nodes_per_leaf * leaves_per_node + card.index / LEAF_DOWN).collect()
        }
        Layout::Rail => cards.iter().map(|card| card.node / LEAF_DOWN * fabric.nics_per_node + card.index).collect(),
    };
    let leaf_count = leaf_of.iter().max().map_or(0, |&leaf| leaf + 1);
    let leaves: Vec<NodeIndex> = (0..leaf_count).map(|index| graph.add_node(Vertex::Leaf { index })).collect();
    let spine_count = match leaf_count {
        0 | 1 => 0,
        2 => 2,
        _ => 4,
    };
    let spines: Vec<NodeIndex> = (0..spine_count).map(|index| graph.add_node(Vertex::Spine { index })).collect();

    let (arrives, figures) = (spec.system.card_rate(fabric), spec.system.network(fabric));
    let port = |lanes: u32, latency| Link {
        class: fabric.class(),
        lanes,
        nominal: Rate::bytes_per_s(fabric.nominal().as_bytes_per_s() * f64::from(lanes)),
        effective: Rate::bytes_per_s(arrives.as_bytes_per_s() * f64::from(lanes)),
        latency,
    };
    let (hop, cable) = (figures.switch_latency, figures.card_latency);
    let mut ports = Ports::default();
    for (card, &leaf) in cards.iter().zip(&leaf_of) {
        let switch = leaves[leaf as usize];
        let up = graph.add_edge(card.vertex, switch, port(1, cable)).index() as u32;
        let down = graph.add_edge(switch, card.vertex, port(1, hop + cable)).index() as u32;
        ports.cards.push(Port { leaf, up, down });
    }
    for &leaf in &leaves {
        let lanes = LEAF_DOWN / spine_count.max(1);
        let add = |graph: &mut DiGraph<_, _>, a, b| graph.add_edge(a, b, port(lanes, hop)).index() as u32;
        ports.up.push(spines.iter().map(|&spine| add(graph, leaf, spine)).collect());
        ports.down.push(spines.iter().map(|&spine| add(graph, spine, leaf)).collect());
    }
    ports
}
