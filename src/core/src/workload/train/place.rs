//! Where the ranks of a layout stand, and who meets whom.
//!
//! Ranks are numbered tensor first, then context, then data, then pipeline, as Megatron does. Where the GPUs asked for do
//! not fill whole nodes but spread evenly over them, each node gives as many: 256 GPUs in racks of 72 are 64 of each of four.

use crate::task::GpuId;
use crate::topology::ClusterSpec;
use crate::workload::layout::Layout;

/// GPUs whose meetings are simulated together at most; beyond, one group stands for all (each has a network card of its own).
pub(super) const MOST_AT_ONCE: u32 = 256;

/// A layout on the nodes of a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub layout: &'a Layout,
    /// GPUs of a node, and how many of them are used.
    pub per_node: u32,
    pub used: u32,
}

/// The cluster to be built for so many GPUs, and how many of each node are used.
pub(super) fn spread(spec: &ClusterSpec) -> (ClusterSpec, u32) {
    let per_node = spec.system.gpus_per_node;
    match spec.gpus {
        Some(gpus) if spec.nodes > 1 && !gpus.is_multiple_of(per_node) && gpus.is_multiple_of(spec.nodes) => {
            (ClusterSpec { gpus: None, ..*spec }, gpus / spec.nodes)
        }
        _ => (*spec, per_node),
    }
}

impl Place<'_> {
    /// The GPU of a rank.
    pub(super) fn gpu(&self, rank: u32) -> GpuId {
        rank / self.used * self.per_node + rank % self.used
    }

    /// The GPUs of a stage that hold it: tensor, context and data ranks together.
    pub(super) fn stage(&self) -> u32 {
        self.layout.tensor * self.layout.replicas()
    }

    /// Groups of `size` ranks that are `stride` apart and meet while all stages work: those that share a server with the first.
    pub(super) fn together(&self, size: u32, stride: u32) -> Vec<Vec<GpuId>> {
        let block = size * stride;
        let count = if block <= self.used { (self.used.min(self.layout.gpus()) / block).max(1) } else { 1 };
        self.blocks(0, count, size, stride)
    }

    /// Groups of `size` ranks of a stage that are `stride` apart and meet when the stage is done.
    pub(super) fn of_stage(&self, stage: u32, size: u32, stride: u32) -> Vec<Vec<GpuId>> {
        let block = size * stride;
        let count = if block <= self.used { (self.used.min(self.stage()) / block).max(1) } else { 1 };
        self.blocks(self.layout.rank(stage, 0, 0), count, size, stride)
    }

    fn blocks(&self, first: u32, count: u32, size: u32, stride: u32) -> Vec<Vec<GpuId>> {
        let block = size * stride;
        let mut groups = Vec::new();
        for b in 0..count {
            for offset in 0..stride {
                groups.push((0..size).map(|i| self.gpu(first + b * block + offset + i * stride)).collect());
            }
        }
        if groups.len() as u32 * size > MOST_AT_ONCE {
            groups.truncate(1);
        }
        groups
    }
}
