//! The plan that one would begin with.

use crate::layout::{Layout, Recompute, Sharding, Zero};
use crate::planner::Wish;
use crate::schedule::Schedule;
use crate::train::{Site, Trained, Trials, least_recompute_in};

/// By the rule of Megatron-LM (arXiv:2104.04473 section 3, takeaways 1 and 2): tensor ways as many as a server has GPUs, as few stages
/// as fit, data ways for the rest; one sequence a micro-batch, `1F1B`, of recomputation the least that fits. The optimizer's state is
/// split over the replicas, as has become usual since.
pub fn plain(wish: &Wish<'_>) -> Option<Trained> {
    let site = Site::of(&wish.spec).ok()?;
    let (gpus, space, gpu) = (site.gpus(), wish.space(), wish.spec.system.gpu);
    let whole = wish.spec.system.gpus_per_node.min(gpus);
    let mut trials = Trials::on(&site, wish.model);
    let ways = |most: u32, of: u32| (1..=most).filter(move |&ways| of.is_multiple_of(ways));
    for tensor in ways(whole, gpus).collect::<Vec<u32>>().into_iter().rev() {
        for pipeline in ways(space.pipeline, gpus / tensor) {
            let data = gpus / tensor / pipeline;
            let zero = if data > 1 { Zero::Optimizer } else { Zero::None };
            let layout = Layout {
                tensor,
                pipeline,
                data,
                sharding: Sharding::over_all(zero),
                global_batch: wish.global_batch,
                schedule: Schedule::OneFOneB,
                sequence_parallel: tensor > 1,
                recipe: wish.recipe,
                recompute: Recompute::None,
                ..Layout::ONE
            };
            if layout.check(wish.model).is_err() {
                continue;
            }
            let (recompute, memory) = least_recompute_in(space.memory, gpu, wish.model, &layout);
            if memory.total() > space.memory {
                continue;
            }
            if let Ok(step) = trials.train(&Layout { recompute, ..layout }) {
                return Some(step);
            }
        }
    }
    None
}
