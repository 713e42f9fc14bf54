//! Interleaved 1F1B: each stage holds `v` chunks of the model, and a micro-batch goes `v` times round the line. Micro-batches
//! go in groups of `p`, a group through one chunk after another. The bubble is 1F1B's over `v`; stage 0 warms up with
//! `2(p-1) + (v-1)p` passes of a chunk, so that it holds `p(1 + (p-1)/(pv))` micro-batches (arXiv:2104.04473 section 2.2.2).

use super::{Pass, Step};

pub(super) fn order(stage: u32, (stages, chunks): (u32, u32), micro_batches: u32) -> Vec<Step> {
    let all = micro_batches * chunks;
    let warm_up = warm_up(stage, (stages, chunks), micro_batches);
    let round = stages * chunks;
    let step = |pass, at: u32| {
        let (group, place) = (at / round, at % round);
        let deep = place / stages;
        let chunk = if pass == Pass::Forward { deep } else { chunks - 1 - deep };
        Step { chunk, ..Step::of(pass, group * stages + place % stages) }
    };
    let steady = all - warm_up;
    (0..warm_up)
        .map(|at| step(Pass::Forward, at))
        .chain((0..steady).flat_map(|at| [step(Pass::Forward, warm_up + at), step(Pass::Backward, at)]))
        .chain((steady..all).map(|at| step(Pass::Backward, at)))
        .collect()
}

/// Forward passes of a chunk before the first backward pass of a stage; one group alone is sent through whole.
pub(super) fn warm_up(stage: u32, (stages, chunks): (u32, u32), micro_batches: u32) -> u32 {
    let all = micro_batches * chunks;
    if micro_batches == stages { all } else { all.min(2 * (stages - 1 - stage) + (chunks - 1) * stages) }
}
