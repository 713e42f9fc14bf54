//! Clusters: what can be wrong with one, and what its parts are called.

use kitchen_core::topology::{Layout, LinkClass, System, Technology, TopologyError, Vertex, Wiring, systems};
use kitchen_text::{Key, Line, key, msg};

use super::{Named, Sentence};

impl Sentence for TopologyError {
    fn line(&self) -> Line {
        match self {
            TopologyError::UnknownSystem { id } => {
                let short: String = id.chars().take(40).collect();
                Line::from(msg::TopologyUnknownSystem { id: short.into(), known: known().into() })
            }
            &TopologyError::Nodes { asked, most } => {
                Line::from(msg::TopologyNodes { asked: asked.into(), most: most.into() })
            }
            &TopologyError::Gpus { asked, most } => {
                Line::from(msg::TopologyGpus { asked: asked.into(), most: most.into() })
            }
            &TopologyError::Nics { asked, most } => {
                Line::from(msg::TopologyNics { asked: asked.into(), most: most.into() })
            }
            TopologyError::PortRate { asked } => Line::from(msg::TopologyPortRate { asked: i64::from(*asked) }),
            TopologyError::NoSharp => Line::new(key::TOPOLOGY_NO_ADDERS),
            TopologyError::TooManyMissing { most } => {
                Line::from(msg::TopologyTooManyMissing { most: i64::from(*most) })
            }
            TopologyError::NoSuchPart { part } => Line::from(msg::TopologyNoSuchPart { part: part.clone().into() }),
            TopologyError::NoSuchGpu { gpu, count } => {
                Line::from(msg::TopologyNoSuchGpu { gpu: i64::from(*gpu), count: i64::from(*count) })
            }
            TopologyError::NoRoute { src, dst } => {
                Line::from(msg::TopologyNoRoute { src: i64::from(*src), dst: i64::from(*dst) })
            }
            TopologyError::NoSwitch { gpu } => Line::from(msg::TopologyNoSwitch { gpu: i64::from(*gpu) }),
        }
    }
}

fn known() -> String {
    systems().iter().map(|system| system.id).collect::<Vec<_>>().join(", ")
}

/// Its name with its number, counted from 1 as people do; GPUs keep their rank.
pub fn vertex(vertex: &Vertex) -> Line {
    let from_one = |n| i64::from(n) + 1;
    match *vertex {
        Vertex::Gpu { rank, .. } => Line::from(msg::TopologyVertexGpu { n: i64::from(rank) }),
        Vertex::NvSwitch { chip, .. } => Line::from(msg::TopologyVertexNvswitch { n: from_one(chip) }),
        Vertex::PcieSwitch { index, .. } => Line::from(msg::TopologyVertexPcieSwitch { n: from_one(index) }),
        Vertex::Host { index, .. } => Line::from(msg::TopologyVertexHost { n: from_one(index) }),
        Vertex::Nic { index, .. } => Line::from(msg::TopologyVertexNic { n: from_one(index) }),
        Vertex::Leaf { index } => Line::from(msg::TopologyVertexLeaf { n: from_one(index) }),
        Vertex::Spine { index } => Line::from(msg::TopologyVertexSpine { n: from_one(index) }),
    }
}

impl Named for LinkClass {
    fn name(&self) -> Key {
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

impl Named for Technology {
    fn name(&self) -> Key {
        match self {
            Technology::InfiniBand => key::LINK_INFINIBAND,
            Technology::Ethernet => key::LINK_ETHERNET,
        }
    }
}

impl Named for Layout {
    fn name(&self) -> Key {
        match self {
            Layout::LeafSpine => key::TOPOLOGY_LAYOUT_LEAF_SPINE,
            Layout::Rail => key::TOPOLOGY_LAYOUT_RAIL,
        }
    }
}

/// A cloud's server is called what the machine is that it rents out; machines that are sold in many variants by how their GPUs are joined.
impl Named for System {
    fn name(&self) -> Key {
        match self.machine {
            "pcie-8" => key::SYSTEM_PCIE_8,
            "dgx1-p100" => key::SYSTEM_DGX1_P100,
            "dgx1-v100" => key::SYSTEM_DGX1_V100,
            "dgx2" => key::SYSTEM_DGX2,
            "dgx-a100" => key::SYSTEM_DGX_A100,
            "dgx-h100" => key::SYSTEM_DGX_H100,
            "dgx-h100-over-pcie" => key::SYSTEM_DGX_H100_OVER_PCIE,
            "dgx-h100-nvlink" => key::SYSTEM_DGX_H100_NVLINK,
            "four-h100" => key::SYSTEM_HGX_H100_4,
            "h100-cube-mesh" => key::SYSTEM_H100_CUBE_MESH,
            "dgx-h200" => key::SYSTEM_DGX_H200,
            "dgx-b200" => key::SYSTEM_DGX_B200,
            "gb200-nvl72" => key::SYSTEM_GB200_NVL72,
            "gb300-nvl72" => key::SYSTEM_GB300_NVL72,
            "vr-nvl72" => key::SYSTEM_VR_NVL72,
            _ => match self.wiring {
                Wiring::Pcie => key::SYSTEM_PCIE,
                Wiring::Mesh(_) => key::SYSTEM_MESH,
                Wiring::Switched { .. } => key::SYSTEM_HGX,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use kitchen_core::topology::{all_systems, find_system};

    #[test]
    fn each_preset_of_a_chapter_has_a_name_of_its_own() {
        let names: BTreeSet<Key> = systems().iter().map(Named::name).collect();
        assert_eq!(names.len(), systems().len());
        let general = [key::SYSTEM_PCIE, key::SYSTEM_MESH, key::SYSTEM_HGX];
        assert!(general.iter().all(|key| !names.contains(key)));
    }

    #[test]
    fn others_are_called_by_their_machine_or_their_wiring() {
        let check = |id: &str, expected: Key| assert_eq!(find_system(id).unwrap().name(), expected, "{id}");
        check("aws-p5", key::SYSTEM_DGX_H100);
        check("azure-nd-v2", key::SYSTEM_DGX1_V100);
        check("dgx-h100-nvlink", key::SYSTEM_DGX_H100_NVLINK);
        check("hgx-h100-4", key::SYSTEM_MESH);
        check("mi300x-8", key::SYSTEM_MESH);
        check("l40s-8", key::SYSTEM_PCIE);
        check("hgx-a800", key::SYSTEM_HGX);
        check("aws-p6-b300", key::SYSTEM_HGX);
        assert_eq!(all_systems().filter(|system| system.machine != system.id).count(), 24);
    }
}
