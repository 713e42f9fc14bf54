//! How long the collectives of a step take, by simulation on the cluster's own topology.

use std::collections::BTreeMap;

use crate::collective::{self, Algorithm, Call, CollectiveError, Op};
use crate::sim::{self, Options, Record};
use crate::task::{GpuId, TaskGraph};
use crate::topology::{Router, Topology};
use crate::units::{Bytes, Time};
use crate::workload::cost;
use crate::workload::layout::Layout;
use crate::workload::memory::stage_parameters;
use crate::workload::model::Model;

/// Bytes of a gradient value: 16 bits, as the runs that this is compared with used.
const GRADIENT_BYTES: u64 = 2;
/// GPUs that meet in one simulation at most; beyond, one group stands for all (each has a network card of its own).
const MOST_AT_ONCE: u32 = 256;

/// Times of meetings.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Meetings {
    /// The tensor-parallel sum of one micro-batch's activations (or, by sequence, its two halves).
    pub tensor: Time,
    /// Putting a hand-over together again that each tensor rank received a part of.
    pub gather: Time,
    /// By stage: the data-parallel sum of its gradients.
    pub gradients: Vec<Time>,
}

/// Simulates the meetings of a layout.
pub(super) fn measure(model: &Model, layout: &Layout, topology: &Topology) -> Result<Meetings, CollectiveError> {
    let router = Router::new(topology);
    let values = cost::boundary_bytes(model, layout);
    let tensor = tensor_groups(layout, topology);
    let meet = |op, bytes, groups: &[Vec<GpuId>]| at_once(topology, &router, op, bytes, groups);
    let (summed, gather) = if layout.tensor == 1 {
        (Time::ZERO, Time::ZERO)
    } else if layout.sequence_parallel {
        // Hand-overs are already split by sequence and need no gathering.
        (meet(Op::AllGather, values, &tensor)? + meet(Op::ReduceScatter, values, &tensor)?, Time::ZERO)
    } else {
        (meet(Op::AllReduce, values, &tensor)?, meet(Op::AllGather, values, &tensor)?)
    };
    // Stages of equal size take equal time.
    let mut known: BTreeMap<u64, Time> = BTreeMap::new();
    let mut gradients = Vec::new();
    for stage in 0..layout.pipeline {
        let bytes = stage_parameters(model, layout, stage) * GRADIENT_BYTES;
        let time = match known.get(&bytes) {
            Some(&time) => time,
            None if layout.data == 1 => Time::ZERO,
            None => meet(Op::AllReduce, Bytes(bytes), &data_groups(layout, stage))?,
        };
        known.insert(bytes, time);
        gradients.push(time);
    }
    Ok(Meetings { tensor: summed, gather, gradients })
}

/// The tensor-parallel groups of the first server (or of the first group, where it is larger): they share its links.
fn tensor_groups(layout: &Layout, topology: &Topology) -> Vec<Vec<GpuId>> {
    let together = (topology.gpus_per_node().min(topology.len()) / layout.tensor).max(1);
    (0..together).map(|group| (group * layout.tensor..(group + 1) * layout.tensor).collect()).collect()
}

/// The data-parallel groups of a stage: one for each tensor rank.
fn data_groups(layout: &Layout, stage: u32) -> Vec<Vec<GpuId>> {
    let groups = if layout.tensor * layout.data > MOST_AT_ONCE { 1 } else { layout.tensor };
    (0..groups).map(|tensor| (0..layout.data).map(|data| layout.rank(stage, data, tensor)).collect()).collect()
}

/// The time until all groups, starting at once, are done.
fn at_once(
    topology: &Topology,
    router: &Router<'_>,
    op: Op,
    bytes: Bytes,
    groups: &[Vec<GpuId>],
) -> Result<Time, CollectiveError> {
    let mut graph = TaskGraph::new();
    for group in groups {
        let call = Call::new(op, Algorithm::Auto, bytes, group);
        collective::append(&mut graph, router, topology, &call, &[])?;
    }
    let options = Options { record: Record::Makespan, ..Options::default() };
    Ok(sim::run(&graph, &topology.capacities(), topology.len() as usize, &options)?.makespan)
}
