//! All forward passes, then all backward passes, newest first: the newest micro-batch's activations are still at hand.
//! The bubble is `(p-1)/(m+p-1)` of the whole; a stage holds all `m` micro-batches' activations (arXiv:1811.06965).

use super::Step;

pub(super) fn order(micro_batches: u32) -> Vec<Step> {
    (0..micro_batches).map(Step::forward).chain((0..micro_batches).rev().map(Step::backward)).collect()
}
