//! ZB-H2: as ZB-H1, with a warm-up nearly twice as long, whose forward passes fill the wait for the first gradient. A stage
//! holds `2p - 1` micro-batches, and the bubble is `(p-1)(F+B-2W)` from each stage's first operation to its last: nothing
//! where the three take equally long (arXiv:2401.10241 section 2.2).

use super::{Step, zb_h1};

pub(super) fn order(stage: u32, stages: u32, micro_batches: u32) -> Vec<Step> {
    zb_h1::put_off(2 * (stages - stage) - 1, 2 * stage, micro_batches)
}
