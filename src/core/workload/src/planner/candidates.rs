//! Which layouts are looked at.

use kitchen_topology::ClusterSpec;

use crate::layout::{Layout, Recipe, Sharding, Zero};
use crate::model::Model;
use crate::schedule::Schedule;

/// What is to be trained, and on what.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The model, with the sequence that it is trained on.
    pub model: &'a Model,
    /// The cluster, all of whose GPUs take part.
    pub spec: ClusterSpec,
    /// Sequences in a step.
    pub global_batch: u32,
    /// How the framework works.
    pub recipe: Recipe,
    /// Schedules that the framework has, where there is a pipeline.
    pub schedules: &'a [Schedule],
}

/// Schedules of the frameworks in wide use: Megatron-LM, PyTorch.
const USUAL: [Schedule; 3] = [Schedule::OneFOneB, Schedule::Interleaved(2), Schedule::Interleaved(4)];

impl Wish<'_> {
    /// With gradients and weights under way while the GPUs compute, and the usual schedules.
    pub const fn new(model: &Model, spec: ClusterSpec, global_batch: u32) -> Wish<'_> {
        let recipe = Recipe { overlap_data: true, ..Recipe::PLAIN };
        Wish { model, spec, global_batch, recipe, schedules: &USUAL }
    }
}

/// Pipelines longer than this are not looked at.
pub const MOST_STAGES: u32 = 64;
/// Tensor groups wider than this are not looked at, however many GPUs a server has.
const MOST_TENSOR: u32 = 16;
/// Micro-batches larger than this are not looked at.
const MOST_MICRO: u32 = 8;
/// Sequences shorter than this are not cut among GPUs.
const LONG: u32 = 16_384;

fn powers(most: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(1_u32), |&ways| ways.checked_mul(2)).take_while(move |&ways| ways <= most)
}

/// All layouts of the wish's model on so many GPUs that suit it: tensor ways inside a server, context ways where sequences
/// are long, expert ways where there are experts, any pipeline that divides, the optimizer's state or all state sharded over
/// the replicas, micro-batches of 1 to 8. Tensor ways go with sequence ways, which cost nothing and keep less
/// (arXiv:2205.05198). Without recomputation, which memory decides.
pub fn candidates(wish: &Wish<'_>, gpus: u32) -> Vec<Layout> {
    let mut all = Vec::new();
    let most_tensor = MOST_TENSOR.min(wish.spec.system.gpus_per_node);
    let most_context = if wish.model.seq >= LONG { MOST_TENSOR } else { 1 };
    let most_expert = wish.model.experts.map_or(1, |experts| experts.count);
    for tensor in powers(most_tensor).filter(|ways| gpus.is_multiple_of(*ways)) {
        for context in powers(most_context).filter(|ways| (gpus / tensor).is_multiple_of(*ways)) {
            let rest = gpus / tensor / context;
            for pipeline in (1..=MOST_STAGES.min(rest)).filter(|ways| rest.is_multiple_of(*ways)) {
                let data = rest / pipeline;
                for expert in powers(most_expert.min(tensor * context * data)) {
                    let ways = Layout { tensor, context, expert, data, pipeline, ..Layout::ONE };
                    finish(wish, &ways, &mut all);
                }
            }
        }
    }
    all
}

/// The ways with each sharding, micro-batch and schedule that suits them.
fn finish(wish: &Wish<'_>, ways: &Layout, all: &mut Vec<Layout>) {
    // Weights that are gathered for every micro-batch of a pipeline are not what frameworks do.
    let shardings: &[Zero] = match (ways.replicas(), ways.pipeline) {
        (1, _) => &[Zero::None],
        (_, 1) => &[Zero::Optimizer, Zero::Parameters],
        _ => &[Zero::Optimizer],
    };
    let schedules = if ways.pipeline == 1 { &[Schedule::OneFOneB] } else { wish.schedules };
    for &zero in shardings {
        for micro_batch in powers(MOST_MICRO) {
            for &schedule in schedules {
                let layout = Layout {
                    sharding: Sharding::over_all(zero),
                    micro_batch,
                    global_batch: wish.global_batch,
                    schedule,
                    sequence_parallel: ways.tensor > 1,
                    recipe: wish.recipe,
                    ..*ways
                };
                if layout.check(wish.model).is_ok() {
                    all.push(layout);
                }
            }
        }
    }
}
