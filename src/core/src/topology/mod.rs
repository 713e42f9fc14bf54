//! The hardware as a graph: GPUs, switches, network cards, and the directed links between them.

use petgraph::graph::{DiGraph, NodeIndex};
use serde::{Deserialize, Serialize};

use crate::sim::task::LinkCapacity;
use crate::units::{Rate, Time};

/// What a vertex of the graph is. `node` is the server (kitchen) it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Vertex {
    /// A GPU: `rank` counts over the whole cluster, `index` inside the node.
    Gpu {
        rank: u32,
        node: u32,
        index: u32,
    },
    NvSwitch {
        node: u32,
        chip: u32,
    },
    PcieSwitch {
        node: u32,
        index: u32,
    },
    /// A CPU socket with its host bridge.
    Host {
        node: u32,
        index: u32,
    },
    Nic {
        node: u32,
        index: u32,
    },
    /// A first-level switch of the network (leaf, or the rail's switch).
    Leaf {
        index: u32,
    },
    Spine {
        index: u32,
    },
}

/// What a link is made of; the picture and the attribution go by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkClass {
    /// NVLink between two GPUs: a private tunnel.
    NvLink,
    /// NVLink between a GPU and a switch chip: a line to the exchange.
    NvSwitch,
    Pcie,
    /// Between CPU sockets.
    Socket,
    InfiniBand,
    Ethernet,
}

/// One direction of a bundle of parallel links.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    pub class: LinkClass,
    /// Physical links in the bundle, from 1.
    pub lanes: u32,
    /// The data sheet's rate of the whole bundle in this direction.
    pub nominal: Rate,
    /// What is left of it for payload: the rate the simulation uses.
    pub effective: Rate,
    pub latency: Time,
}

/// A cluster: `nodes` equal servers and the fabric between them.
#[derive(Clone, Debug)]
pub struct Topology {
    /// The preset's id, such as `dgx-h100`.
    pub system: &'static str,
    pub nodes: u32,
    pub graph: DiGraph<Vertex, Link>,
    /// The vertex of each GPU, by rank.
    pub gpus: Vec<NodeIndex>,
}

impl Topology {
    /// The capacity of each directed link, by link id (= edge index).
    pub fn capacities(&self) -> Vec<LinkCapacity> {
        self.graph.edge_weights().map(|link| LinkCapacity { rate: link.effective }).collect()
    }
}
