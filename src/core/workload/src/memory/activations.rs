//! What forward keeps for the way back, outside and around the layers (arXiv:2205.05198 section 4 and appendix B).

use kitchen_units::Bytes;

use super::layer_activation_bytes;
use crate::layout::Layout;
use crate::model::Model;

fn sbh(model: &Model, sequences: u32) -> f64 {
    f64::from(sequences) * f64::from(model.seq) * f64::from(model.hidden)
}

/// Layers' worth of activations that the first stage of an interleaved 1F1B schedule holds, over those of the model:
/// `1 + (p-1)/(pv)` for `p` stages of `v` parts; 1 where a stage has one part (section 4.2.3).
pub fn interleaved(stages: u32, parts: u32) -> f64 {
    if parts <= 1 { 1.0 } else { 1.0 + f64::from(stages - 1) / (f64::from(stages) * f64::from(parts)) }
}

/// Bytes that the first stage keeps of all its layers with 1F1B: as much as the whole model's layers keep of one
/// micro-batch, on one of `tensor` GPUs.
pub fn first_stage_bytes(model: &Model, layout: &Layout, parts: u32) -> f64 {
    layer_activation_bytes(model, layout) * f64::from(model.layers) * interleaved(layout.pipeline, parts)
}

/// The mask of the embedding's dropout, a byte a value, for each micro-batch in flight: `sbhp`; the first stage has it.
pub fn embedding_bytes(model: &Model, sequences: u32, in_flight: u32) -> f64 {
    sbh(model, sequences) * f64::from(in_flight)
}

/// The token numbers, 8 bytes each, for each micro-batch in flight (Megatron's `theoretical_memory_usage.py`).
pub fn token_bytes(model: &Model, sequences: u32, in_flight: u32) -> f64 {
    8.0 * f64::from(sequences) * f64::from(model.seq) * f64::from(in_flight)
}

/// Inputs of the last layer norm and of the vocabulary projection (2 bytes a value each), and the logits in 32 bits:
/// `4sbh(1 + V/h)`; the last stage has it, of one micro-batch.
pub fn head_bytes(model: &Model, sequences: u32) -> f64 {
    4.0 * sbh(model, sequences) * (1.0 + f64::from(model.vocab) / f64::from(model.hidden))
}

/// What giving back each stage's output tensor once it is sent saves on the first stage: `2sbhp` (appendix B).
pub fn deallocated_bytes(model: &Model, sequences: u32, stages: u32) -> f64 {
    2.0 * sbh(model, sequences) * f64::from(stages)
}

/// A whole number of bytes.
pub(super) fn whole(bytes: f64) -> Bytes {
    Bytes(bytes as u64)
}
