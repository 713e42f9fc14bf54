//! What scenarios share that are one meeting of all GPUs of a cluster, as the library would hold it.

use crate::sentences::Sentence as _;
use kitchen_core::collective::{self, Algorithm, Call, Op};
use kitchen_core::sim::task::{GpuId, TaskGraph};
use kitchen_core::topology::{self, ClusterSpec, Router};
use kitchen_core::units::Bytes;
use kitchen_text::{Key, Line, key};

use super::draft::Draft;

/// The meetings that are raced.
pub(crate) const OPS: [(&str, Key, Op); 5] = [
    ("all-reduce", key::OP_ALL_REDUCE, Op::AllReduce),
    ("all-gather", key::OP_ALL_GATHER, Op::AllGather),
    ("reduce-scatter", key::OP_REDUCE_SCATTER, Op::ReduceScatter),
    ("broadcast", key::OP_BROADCAST, Op::Broadcast),
    ("all-to-all", key::OP_ALL_TO_ALL, Op::AllToAll),
];

/// Over how many bytes, at least and at most, and by default.
pub(crate) const LEAST_BYTES: u64 = 1 << 10;
pub(crate) const MOST_BYTES: u64 = 16 << 30;
pub(crate) const USUAL_BYTES: i64 = 1 << 30;

/// All GPUs of a cluster meet.
///
/// # Errors
/// What the cluster or the meeting refuses.
pub(crate) fn meet(op: Op, bytes: Bytes, spec: &ClusterSpec) -> Result<Draft, Line> {
    let topology = topology::build(spec).map_err(|error| error.line())?;
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let call = Call::new(op, Algorithm::Auto, bytes, &group);
    let mut graph = TaskGraph::new();
    collective::append(&mut graph, &Router::new(&topology), &topology, &call, &[]).map_err(|error| error.line())?;
    Ok(Draft::new(topology, graph))
}
