//! Where the ranks of a layout stand, and who meets whom.
//!
//! Ranks are numbered tensor first, then context, then data, then pipeline, as Megatron does. Where the GPUs asked for do
//! not fill whole nodes but spread evenly over them, each node gives as many: 256 GPUs in racks of 72 are 64 of each of four.

use kitchen_task::GpuId;
use kitchen_topology::ClusterSpec;

use crate::layout::Layout;

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
    pub(super) fn together(&self, size: u32, stride: u32) -> Groups<'_> {
        let block = size * stride;
        let count = if block <= self.used { (self.used.min(self.layout.gpus()) / block).max(1) } else { 1 };
        self.groups(0, count, self.layout.gpus(), [size, stride])
    }

    /// Groups of `size` ranks of a stage that are `stride` apart and meet when the stage is done.
    pub(super) fn of_stage(&self, stage: u32, size: u32, stride: u32) -> Groups<'_> {
        let block = size * stride;
        let count = if block <= self.used { (self.used.min(self.stage()) / block).max(1) } else { 1 };
        self.groups(self.layout.rank(stage, 0, 0), count, self.stage(), [size, stride])
    }

    /// [`Place::of_stage`] of two stages that hold copies of the same: each group has its ranks in both, the earlier stage's first.
    pub(super) fn of_pair(&self, stages: [u32; 2], size: u32, stride: u32) -> Groups<'_> {
        let [first, other] = stages.map(|stage| self.layout.rank(stage, 0, 0));
        let alone = self.of_stage(stages[0].min(stages[1]), size, stride);
        let count = (alone.near.len() as u32 / stride.max(1)).max(1);
        let groups = Groups { near: Vec::new(), apart: first.abs_diff(other), ..alone };
        Groups { near: groups.blocks(count), ..groups }
    }

    fn groups(&self, first: u32, count: u32, within: u32, [size, stride]: [u32; 2]) -> Groups<'_> {
        let groups = Groups { near: Vec::new(), place: self, first, within, size, stride, apart: 0 };
        let mut near = groups.blocks(count);
        if near.len() as u32 * size > MOST_AT_ONCE {
            near.truncate(1);
        }
        Groups { near, ..groups }
    }
}

/// Ranks that meet, in groups that do the same at once.
#[derive(Clone, Debug)]
pub(super) struct Groups<'a> {
    /// Those that share a server, or the first.
    pub near: Vec<Vec<GpuId>>,
    place: &'a Place<'a>,
    /// All of them begin at this rank and lie within so many; ranks of a group are `stride` apart.
    first: u32,
    within: u32,
    size: u32,
    pub stride: u32,
    /// Where it is not 0: each group has the ranks that lie so far behind its own, too.
    apart: u32,
}

impl Groups<'_> {
    /// Every group, wherever it is.
    pub(super) fn all(&self) -> Vec<Vec<GpuId>> {
        self.blocks((self.within / (self.size * self.stride)).max(1))
    }

    fn blocks(&self, count: u32) -> Vec<Vec<GpuId>> {
        let Groups { place, first, size, stride, apart, .. } = *self;
        let at = |b: u32, offset: u32, i: u32| first + b * size * stride + offset + i * stride;
        let copies = if apart == 0 { 1 } else { 2 };
        let group = |b, offset| {
            let ranks = (0..copies).flat_map(|copy| (0..size).map(move |i| at(b, offset, i) + copy * apart));
            ranks.map(|rank| place.gpu(rank)).collect()
        };
        (0..count)
            .flat_map(|b| (0..stride).map(move |offset| (b, offset)))
            .map(|(b, offset)| group(b, offset))
            .collect()
    }
}
