//! What a GPU's memory must hold: published formulas of state and activations, and every instant of a step ([`TrainingStep`]). What a
//! layout's fullest GPU holds is [`fullest`](super::train::peak_memory).

pub mod activations;
pub(crate) mod host;
mod nearest;
mod peak;
mod plan;
mod state;
mod step;
mod timeline;

pub use nearest::{MOST_WAYS, nearest};
pub use peak::{BUCKETS, balanced_layers, pipelined_peak};
pub use plan::{Ask, MAX_WAYS, Offload};
pub use state::{PerParameter, State};
pub use step::{Doing, TrainingStep};
pub use timeline::{Allocation, Contents, Edge, MemoryKind, MemoryTimeline};

use kitchen_units::Bytes;

use super::layout::{Layout, Recompute};
use super::model::Model;

/// Bytes of model state a parameter takes with Adam in mixed precision: weight 2, gradient 2, and in 32 bits the weight,
/// the momentum and the variance.
pub const STATE_BYTES: u64 = PerParameter::MIXED.all();

/// Share of a GPU's memory that a model may fill; the rest goes to buffers, workspaces and fragments.
pub const USABLE_MEMORY: f64 = 0.94;

/// What a GPU holds at its fullest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Weights, gradients and optimizer state.
    pub state: Bytes,
    /// Activations kept for the backward pass, at the peak.
    pub activations: Bytes,
}

impl Memory {
    /// All of it.
    pub fn total(&self) -> Bytes {
        Bytes(self.state.0 + self.activations.0)
    }
}

/// Layers of each stage: as equal as they go, the earlier stages taking what is left over (the last one also has the
/// vocabulary projection).
pub fn stage_layers(layers: u32, stages: u32) -> Vec<u32> {
    (0..stages).map(|stage| layers / stages + u32::from(stage < layers % stages)).collect()
}

/// Bytes of activations that one layer keeps for a micro-batch (arXiv:2205.05198 eqs. 1-4, 16-bit values):
/// `sbh (10 + 24/t + 5as/ht)`, all of it over `t` with sequence parallelism; selective recomputation drops the last
/// term, full recomputation keeps the layer's input alone.
pub fn layer_activation_bytes(model: &Model, layout: &Layout) -> f64 {
    let sbh = f64::from(model.seq) * f64::from(layout.micro_batch) * f64::from(model.hidden);
    let t = f64::from(layout.tensor);
    let outside = if layout.sequence_parallel { 10.0 / t } else { 10.0 };
    let scores = 5.0 * f64::from(model.heads) * f64::from(model.seq) / (f64::from(model.hidden) * t);
    match layout.recompute {
        Recompute::None => sbh * (outside + 24.0 / t + scores),
        Recompute::Selective => sbh * (outside + 24.0 / t),
        Recompute::Full => 2.0 * sbh / if layout.sequence_parallel { t } else { 1.0 },
    }
}

/// Parameters that one GPU of `stage` holds.
pub fn stage_parameters(model: &Model, layout: &Layout, stage: u32) -> u64 {
    parameters_of(model, layout, stage, stage_layers(model.layers, layout.pipeline)[stage as usize])
}

/// Parameters that one GPU of `stage` holds where it has so many `layers`.
pub fn parameters_of(model: &Model, layout: &Layout, stage: u32, layers: u32) -> u64 {
    let mut parameters = u64::from(layers) * model.layer_parameters();
    if stage == 0 {
        parameters += model.embedding_parameters();
    }
    if stage + 1 == layout.pipeline && (model.gated || layout.pipeline > 1) {
        parameters += model.head_parameters();
    }
    parameters / u64::from(layout.tensor)
}

#[cfg(test)]
mod formula_tests;
#[cfg(test)]
mod tests;
