//! The fullest GPU of a pipelined run as its framework fills it, for comparison with what `nvidia-smi` showed: tensors of every
//! stage at its fullest, and what is no tensor.

use kitchen_units::Bytes;

use super::state::{PerParameter, State};
use super::{USABLE_MEMORY, layer_activation_bytes};
use crate::layout::{Layout, Recompute};
use crate::model::Model;

/// Values of `DeepSpeed`'s two communication buffers, one to reduce and one to gather (`reduce_bucket_size` and
/// `allgather_bucket_size`, whose default is 5e8 values each; 16 bits a value).
pub const BUCKETS: u64 = 2 * 500_000_000 * 2;

/// Bytes of logits a value of the vocabulary: in 16 bits, in 32 for the loss, and their gradient in 32.
const LOGITS: f64 = 10.0;

/// Layers of each stage where embedding and projection count as one layer each (`partition_method` `type:transformer|embedding`).
pub fn balanced_layers(layers: u32, stages: u32) -> Vec<u32> {
    let items = layers + 2;
    (0..stages)
        .map(|stage| {
            let all = items / stages + u32::from(stage < items % stages);
            all.saturating_sub(u32::from(stage == 0) + u32::from(stage + 1 == stages))
        })
        .collect()
}

/// Bytes on the fullest GPU of a run of Megatron-DeepSpeed with 1F1B.
///
/// * State by the layout's `ZeRO` stage ([`State`]), the projection being a copy of the embedding.
/// * Each micro-batch in flight keeps what the layers keep, and the stage's input and output: `2sbh` each.
/// * While a recomputed layer goes back, its activations and their gradients are there: twice what it keeps whole.
/// * On the last stage the logits.
/// * The two buffers ([`BUCKETS`]), and the share of memory that no tensor has ([`USABLE_MEMORY`]).
pub fn pipelined_peak(model: &Model, layout: &Layout, each: &PerParameter, memory: Bytes) -> Bytes {
    let stages = layout.pipeline;
    let layers = balanced_layers(model.layers, stages);
    let values = f64::from(layout.micro_batch) * f64::from(model.seq) * f64::from(model.hidden);
    let tensor = f64::from(layout.tensor);
    let kept = layer_activation_bytes(model, layout);
    let whole = layer_activation_bytes(model, &Layout { recompute: Recompute::None, ..*layout });
    let fullest = |stage: u32| {
        let count = layers.get(stage as usize).copied().unwrap_or(0);
        let mut parameters = u64::from(count) * model.layer_parameters();
        if stage == 0 {
            parameters += model.embedding_parameters();
        }
        if stage + 1 == stages && stages > 1 {
            parameters += model.head_parameters();
        }
        let state = State::of(parameters / u64::from(layout.tensor), each, layout.sharding.zero, layout.shards());
        let in_flight = layout.schedule.in_flight(stage, stages, layout.micro_batches());
        let boundaries = 4.0 * values;
        let again = if layout.recompute == Recompute::Full { 2.0 * whole } else { 0.0 };
        let logits = if stage + 1 == stages {
            LOGITS * values / f64::from(model.hidden) * f64::from(model.vocab) / tensor
        } else {
            0.0
        };
        state.total().0 as f64 + in_flight * (f64::from(count) * kept + boundaries) + again.max(logits)
    };
    let tensors = (0..stages).map(fullest).fold(0.0, f64::max);
    Bytes((tensors + BUCKETS as f64 + memory.0 as f64 * (1.0 - USABLE_MEMORY)) as u64)
}
