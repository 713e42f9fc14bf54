//! What a task graph must be before it is simulated.

use kitchen_task::{GpuId, LinkCapacity, TaskGraph, TaskId, Work};
use kitchen_trace::RateSegment;

use crate::{Options, Record, SimError};

/// The shares that a route may put on a link. Far wider than any hardware, narrow enough that sums keep their digits.
const SHARES: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// The most GPUs whose engines a run may name; bounds memory before anything is allocated.
const MAX_GPUS: usize = 1 << 24;

/// Checks a graph before it is simulated: that predecessors come earlier (so there is no cycle), that who is ahead in a queue is a transfer, that GPU, route and link ids exist, that shares are
/// finite and positive, and that every route has bandwidth.
///
/// # Errors
/// The first fault, routes before tasks, in order of id.
///
/// # Complexity
/// O(tasks + dependencies + hops).
pub fn check(graph: &TaskGraph, links: &[LinkCapacity], gpus: usize) -> Result<(), SimError> {
    for (route, way) in (0..).zip(&graph.routes) {
        if way.ceiling.is_some_and(|rate| rate.as_bytes_per_s() <= 0.0) {
            return Err(SimError::NoRate { route });
        }
        for hop in &way.hops {
            let link = hop.link;
            let Some(capacity) = links.get(link as usize) else {
                return Err(SimError::NoSuchLink { route, link });
            };
            if !SHARES.contains(&way.load(hop)) {
                return Err(SimError::BadShare { route, link });
            }
            if capacity.rate.as_bytes_per_s() <= 0.0 {
                return Err(SimError::NoRate { route });
            }
        }
    }
    for task in 0..graph.len() as TaskId {
        if let Some(&dep) = graph.deps(task).iter().find(|&&dep| dep >= task) {
            return Err(SimError::DependencyOrder { task, dep });
        }
        let sends = |ahead: TaskId| ahead < task && matches!(graph.work[ahead as usize], Work::Transfer { .. });
        if let Some(dep) = graph.ahead(task).filter(|&ahead| !sends(ahead)) {
            return Err(SimError::DependencyOrder { task, dep });
        }
        check_work(graph, task, gpus)?;
    }
    Ok(())
}

fn check_work(graph: &TaskGraph, task: TaskId, gpus: usize) -> Result<(), SimError> {
    let gpu_exists = |gpu: GpuId| {
        if (gpu as usize) < gpus { Ok(()) } else { Err(SimError::NoSuchGpu { task, gpu }) }
    };
    match graph.work[task as usize] {
        Work::Compute { gpu, .. } | Work::Delay { gpu, .. } => gpu_exists(gpu),
        Work::Transfer { src, dst, route, .. } => {
            gpu_exists(src)?;
            gpu_exists(dst)?;
            if (route as usize) < graph.routes.len() { Ok(()) } else { Err(SimError::NoSuchRoute { task, route }) }
        }
        Work::Join => Ok(()),
    }
}

/// Checks the limits that can be known before the run.
pub(super) fn size(graph: &TaskGraph, gpus: usize, options: &Options) -> Result<(), SimError> {
    let limits = &options.limits;
    // Task ids travel through the queue in 30 bits.
    let limit = limits.tasks.min(1 << 30);
    if graph.len() > limit {
        return Err(SimError::TooManyTasks { tasks: graph.len(), limit });
    }
    if gpus > MAX_GPUS || memory(graph, gpus, options.record) > limits.memory.0 {
        return Err(SimError::TooMuchMemory { limit_mib: limits.memory.0 >> 20 });
    }
    Ok(())
}

/// Bytes that a run takes, but for what is in flight: engines, dependencies, columns, one rate segment a task, the network.
fn memory(graph: &TaskGraph, gpus: usize, record: Record) -> u64 {
    let columns = if record >= Record::Spans { 24 } else { 0 };
    let segments = if record >= Record::Segments { size_of::<RateSegment>() as u64 } else { 0 };
    let hops: u64 = graph.routes.iter().map(|route| route.hops.len() as u64).sum();
    let queues = if graph.has_queues() { 8 } else { 0 };
    let tasks = graph.len() as u64 * (8 + columns + segments + queues) + graph.dep_count() as u64 * 4;
    tasks + gpus as u64 * 128 + graph.routes.len() as u64 * 128 + hops * 64
}
