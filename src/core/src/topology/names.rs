//! What vertices and links are called for the reader.

use super::class::LinkClass;
use super::fabric::{Layout, Technology};
use super::graph::Vertex;
use crate::text::{Key, Line, key};

impl Vertex {
    /// Its name with its number, counted from 1 as people do; GPUs keep their rank.
    pub fn name(&self) -> Line {
        let (key, n) = match *self {
            Vertex::Gpu { rank, .. } => return Line::new(key::TOPOLOGY_VERTEX_GPU).int("n", i64::from(rank)),
            Vertex::NvSwitch { chip, .. } => (key::TOPOLOGY_VERTEX_NVSWITCH, chip),
            Vertex::PcieSwitch { index, .. } => (key::TOPOLOGY_VERTEX_PCIE_SWITCH, index),
            Vertex::Host { index, .. } => (key::TOPOLOGY_VERTEX_HOST, index),
            Vertex::Nic { index, .. } => (key::TOPOLOGY_VERTEX_NIC, index),
            Vertex::Leaf { index } => (key::TOPOLOGY_VERTEX_LEAF, index),
            Vertex::Spine { index } => (key::TOPOLOGY_VERTEX_SPINE, index),
        };
        Line::new(key).int("n", i64::from(n) + 1)
    }

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

impl LinkClass {
    /// Its name.
    pub const fn name(self) -> Key {
        match self {
            LinkClass::NvLink => key::LINK_NVLINK,
            LinkClass::NvSwitch => key::LINK_NVSWITCH,
            LinkClass::Pcie => key::LINK_PCIE,
            LinkClass::Socket => key::LINK_SOCKET,
            LinkClass::InfiniBand => key::LINK_INFINIBAND,
            LinkClass::Ethernet => key::LINK_ETHERNET,
        }
    }
}

impl Technology {
    /// Its name.
    pub const fn name(self) -> Key {
        match self {
            Technology::InfiniBand => key::LINK_INFINIBAND,
            Technology::Ethernet => key::LINK_ETHERNET,
        }
    }
}

impl Layout {
    /// Its name.
    pub const fn name(self) -> Key {
        match self {
            Layout::LeafSpine => key::TOPOLOGY_LAYOUT_LEAF_SPINE,
            Layout::Rail => key::TOPOLOGY_LAYOUT_RAIL,
        }
    }
}
