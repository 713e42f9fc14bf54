//! Which layouts are looked at.

use kitchen_topology::ClusterSpec;
use kitchen_units::Bytes;

use crate::layout::{Layout, Recipe, Recompute, Sharding, Zero};
use crate::memory::Offload;
use crate::model::Model;
use crate::schedule::Schedule;
use crate::train::{least_recompute_in, usable};

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
    /// What a GPU may hold at most, where that is less than it could.
    pub memory: Option<Bytes>,
    /// How much is looked at.
    pub reach: Reach,
    /// No others are looked at than those given.
    pub cuts: Cuts,
}

/// How a model is cut among GPUs, as far as that is given: what is given is looked at alone, whether it lies in the [`Space`] or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    /// GPUs to a layer.
    pub tensor: Option<u32>,
    /// Stages of the pipeline.
    pub pipeline: Option<u32>,
    /// GPUs to a sequence.
    pub context: Option<u32>,
    /// GPUs to a layer's experts.
    pub expert: Option<u32>,
    /// Groups that share the batch.
    pub data: Option<u32>,
    /// What replicas share.
    pub zero: Option<Zero>,
    /// Sequences in a micro-batch.
    pub micro_batch: Option<u32>,
}

impl Cuts {
    /// Everything is left to the search.
    pub const FREE: Cuts =
        Cuts { tensor: None, pipeline: None, context: None, expert: None, data: None, zero: None, micro_batch: None };
}

/// How much of what frameworks can do is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// What they do mostly: shards of the optimizer's state, or of everything where there is no pipeline; sequences cut from 16,384
    /// tokens on.
    Usual,
    /// Every stage of `ZeRO`, with pipelines or without, sequences of any length cut, and what does not fit moved to the host.
    Whole,
}

/// Schedules of the frameworks in wide use: Megatron-LM, PyTorch.
const USUAL: [Schedule; 3] = [Schedule::OneFOneB, Schedule::Interleaved(2), Schedule::Interleaved(4)];

impl Wish<'_> {
    /// With gradients and weights under way while the GPUs compute, the usual schedules, and a usual reach.
    pub const fn new(model: &Model, spec: ClusterSpec, global_batch: u32) -> Wish<'_> {
        let recipe = Recipe { overlap_data: true, ..Recipe::PLAIN };
        Wish {
            model,
            spec,
            global_batch,
            recipe,
            schedules: &USUAL,
            memory: None,
            reach: Reach::Usual,
            cuts: Cuts::FREE,
        }
    }

    /// What a GPU may hold, the framework's part included.
    pub(super) fn memory(&self) -> Bytes {
        self.memory.unwrap_or(self.spec.system.gpu.hbm)
    }

    /// What is looked at.
    pub fn space(&self) -> Space {
        Space {
            tensor: MOST_TENSOR.min(self.spec.system.gpus_per_node),
            context: if self.reach == Reach::Whole || self.model.seq >= LONG { MOST_CONTEXT } else { 1 },
            expert: self.model.experts.map_or(1, |experts| experts.count),
            pipeline: MOST_STAGES,
            micro_batch: MOST_MICRO,
            reach: self.reach,
            memory: self.memory().min(usable(&self.spec)),
            host: self.spec.system.host.memory_gb.map(|gb| Bytes((gb * 1e9) as u64)),
        }
    }
}

/// The layouts among which a search finds the fastest: every power of two of tensor, context and expert ways and of sequences in a
/// micro-batch up to these, every pipeline that divides the GPUs, stages of `ZeRO` as its reach says, and of what is computed again the
/// least with which the step fits. All replicas share what is sharded. Optimizer state, activations or both are moved to the host where a
/// layout does not fit without recomputing, its reach is whole, and the host's memory is known and enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    pub tensor: u32,
    pub context: u32,
    pub expert: u32,
    pub pipeline: u32,
    pub micro_batch: u32,
    pub reach: Reach,
    /// What a model may fill of a GPU.
    pub memory: Bytes,
    /// What a node's host has, where it is known.
    pub host: Option<Bytes>,
}

impl Space {
    /// What may be moved to the host.
    pub fn offloads(&self) -> &'static [Offload] {
        if self.reach == Reach::Whole && self.host.is_some() { &Offload::ALL } else { &[Offload::Nothing] }
    }

    /// The stages of `ZeRO` that go with so many replicas and stages.
    pub fn shardings(&self, replicas: u32, pipeline: u32) -> &'static [Zero] {
        match (self.reach, replicas, pipeline) {
            (_, 1, _) => &[Zero::None],
            (Reach::Whole, ..) => &Zero::ALL,
            (Reach::Usual, _, 1) => &[Zero::Optimizer, Zero::Parameters],
            // Weights that are gathered for every micro-batch of a pipeline are not what frameworks do mostly.
            (Reach::Usual, ..) => &[Zero::Optimizer],
        }
    }
}

/// Pipelines longer than this are not looked at.
pub const MOST_STAGES: u32 = 64;
/// Tensor groups wider than this are not looked at, however many GPUs a server has.
const MOST_TENSOR: u32 = 16;
/// Sequences shorter than this are mostly not cut among GPUs.
const LONG: u32 = 16_384;
/// Sequences are not cut among more GPUs than this.
const MOST_CONTEXT: u32 = 16;
/// Micro-batches larger than this are not looked at.
const MOST_MICRO: u32 = 8;

fn powers(most: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(1_u32), |&ways| ways.checked_mul(2)).take_while(move |&ways| ways <= most)
}

/// All layouts of the wish's [`Space`] on so many GPUs that suit it. Tensor ways go with sequence ways, which cost nothing and keep
/// less (arXiv:2205.05198). Without recomputation, which memory decides.
pub fn candidates(wish: &Wish<'_>, gpus: u32) -> Vec<Layout> {
    let mut all = Vec::new();
    let space = wish.space();
    let cuts = wish.cuts;
    for tensor in among(cuts.tensor, powers(space.tensor), gpus) {
        for context in among(cuts.context, powers(space.context), gpus / tensor) {
            let rest = gpus / tensor / context;
            for pipeline in among(cuts.pipeline, 1..=space.pipeline.min(rest), rest) {
                let data = rest / pipeline;
                if cuts.data.is_some_and(|given| given != data) {
                    continue;
                }
                let experts = space.expert.min(tensor * context * data);
                let experts = cuts.expert.map_or_else(|| powers(experts).collect(), |given| vec![given]);
                for expert in experts {
                    let ways = Layout { tensor, context, expert, data, pipeline, ..Layout::ONE };
                    finish(wish, &ways, &mut all);
                }
            }
        }
    }
    all
}

/// What is given, else what is usual, as far as it divides what is left of the GPUs.
fn among(given: Option<u32>, usual: impl Iterator<Item = u32>, of: u32) -> Vec<u32> {
    let all = given.map_or_else(|| usual.collect(), |given| vec![given]);
    all.into_iter().filter(|&ways| of.is_multiple_of(ways)).collect()
}

/// The ways with each sharding, micro-batch and schedule that suits them.
fn finish(wish: &Wish<'_>, ways: &Layout, all: &mut Vec<Layout>) {
    let shardings = match wish.cuts.zero {
        // One replica shares nothing with anyone.
        Some(zero) if zero > Zero::None && ways.replicas() == 1 => &[],
        Some(zero) => &[zero][..],
        None => wish.space().shardings(ways.replicas(), ways.pipeline),
    };
    let schedules = if ways.pipeline == 1 { &[Schedule::OneFOneB] } else { wish.schedules };
    for micro_batch in wish.cuts.micro_batch.map_or_else(|| powers(MOST_MICRO).collect(), |given| vec![given]) {
        for &schedule in schedules {
            let layout = Layout {
                micro_batch,
                global_batch: wish.global_batch,
                schedule,
                sequence_parallel: ways.tensor > 1,
                recipe: wish.recipe,
                ..*ways
            };
            if layout.check(wish.model).is_ok() {
                for &zero in shardings {
                    offloaded(wish, Layout { sharding: Sharding::over_all(zero), ..layout }, all);
                }
            }
        }
    }
}

/// The layout, and if it does not fit as it is, with what can be moved to the host. Where it fits, moving only adds to its step.
fn offloaded(wish: &Wish<'_>, layout: Layout, all: &mut Vec<Layout>) {
    let space = wish.space();
    all.push(layout);
    let more = &space.offloads()[1..];
    let gpu = wish.spec.system.gpu;
    let (recompute, memory) = least_recompute_in(space.memory, gpu, wish.model, &layout);
    if more.is_empty() || (recompute == Recompute::None && memory.total() <= space.memory) {
        return;
    }
    let moved = more.iter().map(|&offload| Layout { offload, ..layout });
    all.extend(moved.filter(|layout| layout.check(wish.model).is_ok()));
}
