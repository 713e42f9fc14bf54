//! What can be wrong with a cluster, and how it is told.

use super::path::GpuId;
use crate::text::{Line, key};

/// Why a cluster cannot be built or a way cannot be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TopologyError {
    /// No preset of that id.
    UnknownSystem { id: String },
    /// More nodes than the preset allows, or none.
    Nodes { asked: u32, most: u32 },
    /// More GPUs than there are, or none.
    Gpus { asked: u32, most: u32 },
    /// More cards than fit, or none.
    Nics { asked: u32, most: u32 },
    /// A port rate that was never sold, Gbit/s.
    PortRate { asked: u32 },
    /// Sums asked of switches that cannot add: only InfiniBand's do.
    NoSharp,
    /// More parts missing than are kept.
    TooManyMissing { most: u32 },
    /// A part is to be missing that the cluster does not have, or not so often.
    NoSuchPart { part: String },
    /// A rank that the cluster does not have.
    NoSuchGpu { gpu: GpuId, count: u32 },
    /// No way from one GPU to the other.
    NoRoute { src: GpuId, dst: GpuId },
    /// No switch chips that the GPU could reach.
    NoSwitch { gpu: GpuId },
}

impl TopologyError {
    /// The sentence for the reader.
    pub fn line(&self) -> Line {
        match self {
            TopologyError::UnknownSystem { id } => {
                let short: String = id.chars().take(40).collect();
                Line::new(key::TOPOLOGY_UNKNOWN_SYSTEM).text("id", short).text("known", known())
            }
            TopologyError::Nodes { asked, most } => limit(Line::new(key::TOPOLOGY_NODES), *asked, *most),
            TopologyError::Gpus { asked, most } => limit(Line::new(key::TOPOLOGY_GPUS), *asked, *most),
            TopologyError::Nics { asked, most } => limit(Line::new(key::TOPOLOGY_NICS), *asked, *most),
            TopologyError::PortRate { asked } => Line::new(key::TOPOLOGY_PORT_RATE).int("asked", i64::from(*asked)),
            TopologyError::NoSharp => Line::new(key::TOPOLOGY_NO_ADDERS),
            TopologyError::TooManyMissing { most } => {
                Line::new(key::TOPOLOGY_TOO_MANY_MISSING).int("most", i64::from(*most))
            }
            TopologyError::NoSuchPart { part } => Line::new(key::TOPOLOGY_NO_SUCH_PART).text("part", part.clone()),
            TopologyError::NoSuchGpu { gpu, count } => {
                Line::new(key::TOPOLOGY_NO_SUCH_GPU).int("gpu", i64::from(*gpu)).int("count", i64::from(*count))
            }
            TopologyError::NoRoute { src, dst } => {
                Line::new(key::TOPOLOGY_NO_ROUTE).int("src", i64::from(*src)).int("dst", i64::from(*dst))
            }
            TopologyError::NoSwitch { gpu } => Line::new(key::TOPOLOGY_NO_SWITCH).int("gpu", i64::from(*gpu)),
        }
    }
}

fn limit(line: Line, asked: u32, most: u32) -> Line {
    line.int("asked", i64::from(asked)).int("most", i64::from(most))
}

fn known() -> String {
    super::systems().iter().map(|system| system.id).collect::<Vec<_>>().join(", ")
}
