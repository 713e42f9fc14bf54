//! ZB-H1: the gradient split, and weight gradients put off so far that they fill the drain, while no stage holds more than
//! 1F1B's first: `p` micro-batches. The bubble is `(p-1)(F+B-W)` (arXiv:2401.10241 section 2.1).

use super::{Pass, Step};

pub(super) fn order(stage: u32, stages: u32, micro_batches: u32) -> Vec<Step> {
    put_off(stages - stage, stage, micro_batches)
}

/// `warm_up` forward passes; then again and again an input gradient, a weight gradient once more than `lag` are owed, and a
/// forward pass; what is owed at the end comes at the end.
pub(super) fn put_off(warm_up: u32, lag: u32, micro_batches: u32) -> Vec<Step> {
    let mut begun = warm_up.min(micro_batches);
    let (mut handed, mut weighed) = (0, 0);
    let mut out: Vec<Step> = (0..begun).map(Step::forward).collect();
    while weighed < micro_batches {
        if handed < micro_batches {
            out.push(Step::of(Pass::Input, handed));
            handed += 1;
        }
        if handed - weighed > lag || handed == micro_batches {
            out.push(Step::of(Pass::Weight, weighed));
            weighed += 1;
        }
        if begun < micro_batches {
            out.push(Step::forward(begun));
            begun += 1;
        }
    }
    out
}
