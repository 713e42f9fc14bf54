//! The traces of several ranks as one.

use super::{Collective, Trace};

/// All ranks together: counts and times are sums, steps and the span the largest, for clocks of different nodes differ.
pub fn join(traces: &[Trace]) -> Option<Trace> {
    let (first, rest) = traces.split_first()?;
    let mut all = first.clone();
    for one in rest {
        all.ranks += one.ranks;
        all.rank = None;
        all.world_size = all.world_size.max(one.world_size);
        all.gpu = all.gpu.or_else(|| one.gpu.clone());
        all.backend = all.backend.or_else(|| one.backend.clone());
        all.steps = all.steps.max(one.steps);
        all.events += one.events;
        all.left_out += one.left_out;
        all.span_us = all.span_us.max(one.span_us);
        all.kernels += one.kernels;
        all.comm_kernels += one.comm_kernels;
        all.kernel_us += one.kernel_us;
        all.memory_us += one.memory_us;
        all.compute_us += one.compute_us;
        all.comm_us += one.comm_us;
        all.overlap_us += one.overlap_us;
        all.exposed_comm_us += one.exposed_comm_us;
        one.collectives.iter().for_each(|call| add(&mut all.collectives, call));
    }
    Some(all)
}

fn add(all: &mut Vec<Collective>, call: &Collective) {
    let is_same = |known: &&mut Collective| known.name == call.name && known.group_size == call.group_size;
    match all.iter_mut().find(is_same) {
        None => all.push(call.clone()),
        Some(known) => {
            known.count += call.count;
            known.bytes = known.bytes.zip(call.bytes).map(|(a, b)| a.saturating_add(b));
            known.time_us += call.time_us;
        }
    }
}
