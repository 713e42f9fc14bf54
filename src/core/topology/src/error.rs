//! What can be wrong with a cluster.

use super::path::GpuId;

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
