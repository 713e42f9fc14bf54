//! Interleaved 1F1B: each stage holds `v` chunks of the model, and a micro-batch goes `v` times round the line. Micro-batches
//! go in groups of `g`, a group through one chunk after another. The bubble is 1F1B's over `v`; stage 0 warms up with
//! `2(p-1) + (v-1)g` passes of a chunk, so that in groups of `p` it holds `p(1 + (p-1)/(pv))` micro-batches (arXiv:2104.04473 section
//! 2.2.2).
//!
//! A group is as small as can be, since what a stage holds grows with it, and none has fewer than `p`: a smaller one would come back to
//! the first stage before its gradients do. PyTorch shares micro-batches out in `m / p` equal groups, Megatron Core takes any size of at
//! least `p` with a last group that is smaller, but no smaller than `p`; where PyTorch has an order, the smallest of Megatron Core's is
//! the same. Fewer micro-batches than stages are one group, as in PyTorch.

use super::{Pass, Step};

/// Micro-batches of every group but the last, which has what is left.
pub(super) fn group(stages: u32, micro_batches: u32) -> u32 {
    let most_groups = micro_batches.checked_div(stages).unwrap_or(0);
    let sizes = (1..=most_groups).rev().map(|groups| micro_batches.div_ceil(groups));
    let is_whole = |size: &u32| micro_batches.is_multiple_of(*size) || micro_batches % *size >= stages;
    sizes.into_iter().find(is_whole).unwrap_or(micro_batches).max(1)
}

pub(super) fn order(stage: u32, (stages, chunks): (u32, u32), micro_batches: u32) -> Vec<Step> {
    let all = micro_batches * chunks;
    let warm_up = warm_up(stage, (stages, chunks), micro_batches);
    let group = group(stages, micro_batches);
    let step = |pass, at: u32| {
        let (round, place) = (at / (group * chunks), at % (group * chunks));
        let first = round * group;
        let size = group.min(micro_batches - first);
        let deep = place / size;
        let chunk = if pass == Pass::Forward { deep } else { chunks - 1 - deep };
        Step { chunk, ..Step::of(pass, first + place % size) }
    };
    let steady = all - warm_up;
    (0..warm_up)
        .map(|at| step(Pass::Forward, at))
        .chain((0..steady).flat_map(|at| [step(Pass::Forward, warm_up + at), step(Pass::Backward, at)]))
        .chain((steady..all).map(|at| step(Pass::Backward, at)))
        .collect()
}

/// Forward passes of a chunk before the first backward pass of a stage. One group alone is no exception, as it was in Megatron-LM's
/// first version: the last stage then held all of its passes for nothing.
pub(super) fn warm_up(stage: u32, (stages, chunks): (u32, u32), micro_batches: u32) -> u32 {
    (micro_batches * chunks).min(2 * (stages - 1 - stage) + (chunks - 1) * group(stages, micro_batches))
}
