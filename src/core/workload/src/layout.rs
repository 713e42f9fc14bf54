//! How a model is spread over GPUs: data, tensor and pipeline ways, and what is recomputed.

mod closest;

pub use closest::nearest;

use super::memory::Offload;
use super::model::Model;
use super::schedule::{Schedule, ScheduleError};

/// What the backward pass computes again rather than keeping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Recompute {
    /// Nothing: all activations are kept.
    None,
    /// The attention scores alone (arXiv:2205.05198).
    Selective,
    /// The whole layer from its input.
    Full,
}

impl Recompute {
    /// All, from none to everything.
    pub const ALL: [Recompute; 3] = [Recompute::None, Recompute::Selective, Recompute::Full];

    /// Stable id, as in flags.
    pub const fn id(self) -> &'static str {
        match self {
            Recompute::None => "none",
            Recompute::Selective => "selective",
            Recompute::Full => "full",
        }
    }
}

/// What of the model state the data-parallel replicas split among themselves rather than each held_parameters all of it
/// (ZeRO, arXiv:1910.02054 section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Zero {
    /// Nothing: every replica holds all.
    None,
    /// Stage 1: the optimizer's state (Megatron's distributed optimizer).
    Optimizer,
    /// Stage 2: the gradients, too.
    Gradients,
    /// Stage 3: the weights, too, which are gathered before each use (FSDP, arXiv:2304.11277).
    Parameters,
}

impl Zero {
    /// All, by stage.
    pub const ALL: [Zero; 4] = [Zero::None, Zero::Optimizer, Zero::Gradients, Zero::Parameters];

    /// Its stage, from 0.
    pub const fn stage(self) -> u32 {
        match self {
            Zero::None => 0,
            Zero::Optimizer => 1,
            Zero::Gradients => 2,
            Zero::Parameters => 3,
        }
    }
}

/// How the replicas split the model state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sharding {
    /// What they split.
    pub zero: Zero,
    /// How many share one copy: hybrid sharding keeps a copy in each group of so many replicas. All replicas share one
    /// where it is not said.
    pub group: Option<u32>,
}

impl Sharding {
    /// Every replica holds all.
    pub const NONE: Sharding = Sharding { zero: Zero::None, group: None };

    /// One copy of what `zero` names, split over all replicas.
    pub const fn over_all(zero: Zero) -> Sharding {
        Sharding { zero, group: None }
    }
}

/// In what numbers the linear layers compute; attention and the vocabulary projection stay in 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// bf16 or fp16.
    Bits16,
    /// fp8 with one scale a tensor (arXiv:2209.05433).
    Fp8,
    /// fp8 with a scale for every 32 values (Open Compute Project, Microscaling Formats 1.0).
    MxFp8,
    /// fp4 with a scale for every 16 values (arXiv:2509.25149).
    NvFp4,
}

impl Arithmetic {
    /// All, widest first.
    pub const ALL: [Arithmetic; 4] = [Arithmetic::Bits16, Arithmetic::Fp8, Arithmetic::MxFp8, Arithmetic::NvFp4];

    /// Stable id, as in flags.
    pub const fn id(self) -> &'static str {
        match self {
            Arithmetic::Bits16 => "bf16",
            Arithmetic::Fp8 => "fp8",
            Arithmetic::MxFp8 => "mxfp8",
            Arithmetic::NvFp4 => "nvfp4",
        }
    }
}

/// How attention's scores are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// As runs on that GPU mostly did: separate kernels up to Ampere, from Hopper on one that computes all scores.
    ByGpu,
    /// A kernel for each step; the scores go to memory and back.
    Separate,
    /// FlashAttention as first published (arXiv:2205.14135), and as Triton wrote it.
    Early,
    /// One kernel, written for its GPU, that skips what the causal mask hides (arXiv:2307.08691 section 3.1.1,
    /// arXiv:2407.08608).
    Fused,
}

impl Kernel {
    /// All.
    pub const ALL: [Kernel; 4] = [Kernel::ByGpu, Kernel::Separate, Kernel::Early, Kernel::Fused];

    /// Stable id, as in flags.
    pub const fn id(self) -> &'static str {
        match self {
            Kernel::ByGpu => "auto",
            Kernel::Separate => "separate",
            Kernel::Early => "early",
            Kernel::Fused => "fused",
        }
    }
}

/// How the framework works, apart from what is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// The numbers of the linear layers.
    pub arithmetic: Arithmetic,
    /// Bytes of a gradient value while replicas sum it: 2 or 4.
    pub gradient_bytes: u32,
    /// How attention is computed.
    pub attention: Kernel,
    /// Whether gradients are summed in buckets while the last backward pass goes on, and sharded weights are gathered before
    /// they are needed.
    pub overlap_data: bool,
    /// Whether tensor-parallel meetings are cut in as many parts as there are ways, which go on beside the products next to
    /// them.
    pub overlap_tensor: bool,
    /// Whether the host issues every kernel anew from Python, rather than a recorded graph of them.
    pub is_eager: bool,
    /// Load of the busiest GPU's experts over the mean, in hundredths: 100 is even.
    pub imbalance: u32,
}

impl Recipe {
    /// 16 bits, nothing overlaps, even loads.
    pub const PLAIN: Recipe = Recipe {
        arithmetic: Arithmetic::Bits16,
        gradient_bytes: 2,
        attention: Kernel::ByGpu,
        overlap_data: false,
        overlap_tensor: false,
        is_eager: false,
        imbalance: 100,
    };
}

/// A layout. GPUs are numbered tensor rank first, then context, then data, then pipeline, as Megatron does: the GPUs of one
/// layer sit side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Tensor-parallel ways.
    pub tensor: u32,
    /// Context-parallel ways: each holds a part of every sequence, and attention passes keys and values round
    /// (arXiv:2310.01889).
    pub context: u32,
    /// Expert-parallel ways; they are taken out of the data and context ways, as Megatron does.
    pub expert: u32,
    /// Data-parallel replicas.
    pub data: u32,
    /// What the replicas split of the model state.
    pub sharding: Sharding,
    /// Pipeline stages.
    pub pipeline: u32,
    /// Sequences in a micro-batch.
    pub micro_batch: u32,
    /// Sequences in a step, over all replicas.
    pub global_batch: u32,
    /// The order of passes in a stage.
    pub schedule: Schedule,
    /// What is computed again in the backward pass.
    pub recompute: Recompute,
    /// Whether the parts between tensor-parallel matrices are split along the sequence (arXiv:2205.05198).
    pub sequence_parallel: bool,
    /// What lies in the host's memory while it is not needed.
    pub offload: Offload,
    /// How the framework works.
    pub recipe: Recipe,
}

/// Why a layout cannot be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// A count is zero or beyond the limit.
    Count { what: &'static str, value: u32, max: u32 },
    /// `tensor × pipeline` does not divide the GPUs.
    Gpus { gpus: u32, tensor: u32, pipeline: u32 },
    /// Tensor ways must divide heads, keys' heads, MLP width and vocabulary.
    Tensor { ways: u32, what: &'static str, value: u32 },
    /// Ways of a dimension must divide what they split.
    Divide { what: &'static str, ways: u32, of: &'static str, value: u32 },
    /// Experts are split, and the model has none.
    NoExperts { ways: u32 },
    /// More stages than layers.
    Stages { stages: u32, layers: u32 },
    /// `data × micro-batch` does not divide the batch.
    Batch { global: u32, data: u32, micro: u32 },
    /// The schedule has no order for the layout.
    Schedule(ScheduleError),
    /// Activations are moved to the host, and the schedule computes weights' gradients later from them.
    Offload { schedule: Schedule },
}

impl From<ScheduleError> for LayoutError {
    fn from(error: ScheduleError) -> LayoutError {
        LayoutError::Schedule(error)
    }
}

/// Bounds that keep a hostile layout from building a huge graph.
pub const MAX_MICRO_BATCHES: u32 = 16_384;
/// The most sequences of a global batch.
pub const MAX_BATCH: u32 = 1 << 20;

/// Whether the embedding and the vocabulary projection count as a layer each, as Megatron and `DeepSpeed` let them where only so
/// the parts are equal (BLOOM, arXiv:2211.05100 section 3.3.2; Llama 3, arXiv:2407.21783 section 3.3.2).
pub fn ends_count(layers: u32, parts: u32) -> bool {
    parts > 1 && !layers.is_multiple_of(parts) && (layers + 2).is_multiple_of(parts)
}

impl Layout {
    /// One GPU, one sequence, nothing split or computed again: what a layout that says no more is like.
    pub const ONE: Layout = Layout {
        tensor: 1,
        context: 1,
        expert: 1,
        data: 1,
        sharding: Sharding::NONE,
        pipeline: 1,
        micro_batch: 1,
        global_batch: 1,
        schedule: Schedule::OneFOneB,
        recompute: Recompute::None,
        sequence_parallel: false,
        offload: Offload::Nothing,
        recipe: Recipe::PLAIN,
    };

    /// GPUs of all ways together.
    pub fn gpus(&self) -> u32 {
        self.tensor * self.context * self.data * self.pipeline
    }

    /// GPUs that hold the same weights where nothing is sharded: data times context ways.
    pub fn replicas(&self) -> u32 {
        self.data * self.context
    }

    /// GPUs over which what [`Layout::sharding`] names is split: 1 where nothing is.
    pub fn shards(&self) -> u32 {
        match self.sharding {
            Sharding { zero: Zero::None, .. } => 1,
            Sharding { group, .. } => group.unwrap_or(self.replicas()),
        }
    }

    /// Micro-batches that each replica works through.
    pub fn micro_batches(&self) -> u32 {
        self.global_batch / (self.data * self.micro_batch)
    }

    /// The rank of a GPU, the first of its context-parallel group.
    pub fn rank(&self, pipeline: u32, data: u32, tensor: u32) -> u32 {
        tensor + self.tensor * self.context * (data + self.data * pipeline)
    }

    /// The data ways that are left of `gpus` GPUs.
    ///
    /// # Errors
    /// The GPUs do not divide into groups of `tensor` times `pipeline`.
    pub fn data_ways(gpus: u32, tensor: u32, pipeline: u32) -> Result<u32, LayoutError> {
        let error = LayoutError::Gpus { gpus, tensor, pipeline };
        let group = tensor.checked_mul(pipeline).filter(|&group| group > 0).ok_or(error)?;
        if gpus == 0 || !gpus.is_multiple_of(group) { Err(error) } else { Ok(gpus / group) }
    }

    /// Whether the model can be laid out so.
    ///
    /// # Errors
    /// What does not divide or is out of range, by name.
    pub fn check(&self, model: &Model) -> Result<(), LayoutError> {
        let counts = [
            ("tensor", self.tensor, 1024),
            ("context", self.context, 1024),
            ("expert", self.expert, 4096),
            ("data", self.data, 1 << 16),
            ("pipeline", self.pipeline, 1024),
            ("micro-batch", self.micro_batch, 1024),
            ("global-batch", self.global_batch, MAX_BATCH),
        ];
        for (what, value, max) in counts {
            if value == 0 || value > max {
                return Err(LayoutError::Count { what, value, max });
            }
        }
        self.check_further(model)?;
        let parts = self.pipeline.saturating_mul(self.schedule.parts());
        if parts > model.layers && !ends_count(model.layers, parts) {
            return Err(LayoutError::Stages { stages: parts, layers: model.layers });
        }
        let divided = [("heads", model.heads), ("MLP", model.ffn), ("vocabulary", model.vocab)];
        for (what, value) in divided {
            if !value.is_multiple_of(self.tensor) {
                return Err(LayoutError::Tensor { ways: self.tensor, what, value });
            }
        }
        if self.data.checked_mul(self.context).is_none_or(|replicas| replicas > 1 << 16) {
            return Err(LayoutError::Count { what: "data", value: self.data, max: (1 << 16) / self.context });
        }
        let (global, data, micro) = (self.global_batch, self.data, self.micro_batch);
        match data.checked_mul(micro) {
            Some(group) if global.is_multiple_of(group) => {}
            _ => return Err(LayoutError::Batch { global, data, micro }),
        }
        if self.micro_batches() > MAX_MICRO_BATCHES {
            let (what, max) = ("micro-batches", MAX_MICRO_BATCHES);
            return Err(LayoutError::Count { what, value: self.micro_batches(), max });
        }
        self.schedule.check(self.pipeline, self.micro_batches())?;
        if self.offload.activations() && self.schedule.splits() {
            return Err(LayoutError::Offload { schedule: self.schedule });
        }
        Ok(())
    }

    /// The rules of context, experts, shards and the recipe.
    fn check_further(&self, model: &Model) -> Result<(), LayoutError> {
        let divides = |what, ways: u32, of, value: u32| {
            if value.is_multiple_of(ways) { Ok(()) } else { Err(LayoutError::Divide { what, ways, of, value }) }
        };
        divides("context", self.context, "sequence", model.seq)?;
        if self.expert > 1 {
            let Some(experts) = model.experts else { return Err(LayoutError::NoExperts { ways: self.expert }) };
            divides("expert", self.expert, "experts", experts.count)?;
            let room = u64::from(self.tensor) * u64::from(self.data) * u64::from(self.context);
            divides("expert", self.expert, "tensor x context x data", u32::try_from(room).unwrap_or(u32::MAX))?;
        }
        if let Some(group) = self.sharding.group {
            if group == 0 || group > 1 << 16 {
                return Err(LayoutError::Count { what: "shard-group", value: group, max: 1 << 16 });
            }
            divides("shard-group", group, "context x data", self.data.saturating_mul(self.context))?;
        }
        let recipe = self.recipe;
        if !matches!(recipe.gradient_bytes, 2 | 4) {
            return Err(LayoutError::Count { what: "gradient-bytes", value: recipe.gradient_bytes, max: 4 });
        }
        if !(100..=10_000).contains(&recipe.imbalance) {
            return Err(LayoutError::Count { what: "imbalance", value: recipe.imbalance, max: 10_000 });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::model;

    fn layout() -> Layout {
        Layout { tensor: 8, data: 8, pipeline: 16, global_batch: 1536, ..Layout::ONE }
    }

    fn check(layout: Layout, expected: Result<u32, LayoutError>) {
        assert_eq!(layout.check(model("gpt3-175b").unwrap()).map(|()| layout.micro_batches()), expected);
    }

    #[test]
    fn layouts_are_checked() {
        check(layout(), Ok(192));
        check(Layout { tensor: 7, ..layout() }, Err(LayoutError::Tensor { ways: 7, what: "heads", value: 96 }));
        check(Layout { pipeline: 97, ..layout() }, Err(LayoutError::Stages { stages: 97, layers: 96 }));
        check(Layout { micro_batch: 5, ..layout() }, Err(LayoutError::Batch { global: 1536, data: 8, micro: 5 }));
        check(Layout { data: 0, ..layout() }, Err(LayoutError::Count { what: "data", value: 0, max: 1 << 16 }));
        let all = Layout { data: 1, global_batch: 1 << 20, ..layout() };
        check(all, Err(LayoutError::Count { what: "micro-batches", value: 1 << 20, max: MAX_MICRO_BATCHES }));
    }

    #[test]
    fn data_ways_are_what_is_left() {
        assert_eq!(Layout::data_ways(1024, 8, 16), Ok(8));
        assert!(Layout::data_ways(1024, 3, 1).is_err());
        assert!(Layout::data_ways(0, 1, 1).is_err());
        assert!(Layout::data_ways(8, u32::MAX, 2).is_err());
    }
}
