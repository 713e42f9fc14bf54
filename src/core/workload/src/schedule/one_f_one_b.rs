//! Stage `i` of `p` runs `p - 1 - i` forward passes to warm up, then one forward and one backward in turn, then the
//! backward passes left. The bubble is GPipe's, `(p-1)/(m+p-1)` of the whole, but at most `p - i` micro-batches are held
//! (arXiv:1806.03377, arXiv:2104.04473 section 2.2.1).

use super::Step;

pub(super) fn order(stage: u32, stages: u32, micro_batches: u32) -> Vec<Step> {
    let warm_up = (stages - 1 - stage).min(micro_batches);
    let steady = micro_batches - warm_up;
    (0..warm_up)
        .map(Step::forward)
        .chain((0..steady).flat_map(|m| [Step::forward(warm_up + m), Step::backward(m)]))
        .chain((steady..micro_batches).map(Step::backward))
        .collect()
}
