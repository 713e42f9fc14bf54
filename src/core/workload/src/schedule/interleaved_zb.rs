//! Interleaved zero bubble: interleaved 1F1B with the gradient split. Only as many forward passes come first as bring the first
//! micro-batch to its end (a stage's distance from the last, where interleaved 1F1B has twice that), and the weights' gradients
//! lag behind the inputs' by as many as the stage's place, so that they fill the drain. The bubble is `(p-1)(F+B-W)/v`, ZB-H1's
//! over `v`, and every stage holds `p + (v-1)g` chunks, with groups of `g` micro-batches (ZB1P of arXiv:2401.10241, interleaved
//! as PyTorch's pipelining has it).
//!
//! Groups need not be as large as the line: there are `m / p` of them, or one, and they share the micro-batches out evenly.

use super::{Pass, Step};

/// Micro-batches that go together through one chunk after another; none where groups cannot be equal.
pub(super) fn group(stages: u32, micro_batches: u32) -> Option<u32> {
    let groups = (micro_batches.checked_div(stages)?).max(1);
    micro_batches.is_multiple_of(groups).then_some(micro_batches / groups)
}

/// The number of micro-batches nearest to this one that has equal groups, of two the larger; multiples of the stages have them.
pub(super) fn nearest(stages: u32, micro_batches: u32) -> u32 {
    let beside = |off: u32| [micro_batches.saturating_add(off), micro_batches.saturating_sub(off)];
    (0..=stages).flat_map(beside).find(|&many| many > 0 && group(stages, many).is_some()).unwrap_or(stages)
}

pub(super) fn order(stage: u32, (stages, chunks): (u32, u32), micro_batches: u32) -> Vec<Step> {
    // What has no groups has no order either: as if all were one.
    let group = group(stages, micro_batches).unwrap_or(micro_batches).max(1);
    let all = micro_batches * chunks;
    let warm_up = warm_up(stage, (stages, chunks), micro_batches);
    let step = |pass, at: u32| {
        let (round, place) = (at / (group * chunks), at % (group * chunks));
        let deep = place / group;
        let chunk = if pass == Pass::Forward { deep } else { chunks - 1 - deep };
        Step { chunk, ..Step::of(pass, round * group + place % group) }
    };
    let mut out: Vec<Step> = (0..warm_up).map(|at| step(Pass::Forward, at)).collect();
    for at in 0..all {
        if warm_up + at < all {
            out.push(step(Pass::Forward, warm_up + at));
        }
        out.push(step(Pass::Input, at));
        if let Some(owed) = at.checked_sub(stage) {
            out.push(step(Pass::Weight, owed));
        }
    }
    out.extend((all.saturating_sub(stage)..all).map(|at| step(Pass::Weight, at)));
    out
}

/// Forward passes of a chunk before the first backward pass of a stage.
fn warm_up(stage: u32, (stages, chunks): (u32, u32), micro_batches: u32) -> u32 {
    let group = group(stages, micro_batches).unwrap_or(micro_batches);
    (micro_batches * chunks).min(stages - 1 - stage + (chunks - 1) * group)
}

/// The most chunks' activations that a stage holds, from the forward pass to the weights' gradient.
pub(super) fn peak_chunks((stages, chunks): (u32, u32), micro_batches: u32) -> u32 {
    let group = group(stages, micro_batches).unwrap_or(micro_batches);
    (micro_batches * chunks).min(stages + (chunks - 1) * group)
}
