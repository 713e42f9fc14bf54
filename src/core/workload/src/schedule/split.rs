//! 1F1B with the gradient split: the same order, but the gradient of a stage's input is handed on before the gradients of
//! its weights are computed. The drain is shorter by one weight gradient a stage: the bubble is `(p-1)(F+B)` instead of
//! `(p-1)(F+B+W)` (the first idea of arXiv:2401.10241, section 2).

use super::{Pass, Step, one_f_one_b};

pub(super) fn order(stage: u32, stages: u32, micro_batches: u32) -> Vec<Step> {
    let mut out = Vec::new();
    for step in one_f_one_b::order(stage, stages, micro_batches) {
        match step.pass {
            Pass::Backward => {
                out.extend([Pass::Input, Pass::Weight].map(|pass| Step::of(pass, step.micro_batch)));
            }
            _ => out.push(step),
        }
    }
    out
}
