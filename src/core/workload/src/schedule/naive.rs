//! One micro-batch at a time: a stage works on one forward and one backward pass and then waits for the line to come
//! round again. Of `p` stages one works, so the bubble is `(p-1)/p` of the whole.

use super::Step;

pub(super) fn order(micro_batches: u32) -> Vec<Step> {
    (0..micro_batches).flat_map(|m| [Step::forward(m), Step::backward(m)]).collect()
}
