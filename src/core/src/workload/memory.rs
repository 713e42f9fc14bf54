//! What a GPU's memory must hold.

use crate::units::Bytes;

use super::layout::{Layout, Recompute};
use super::model::Model;

/// Bytes of model state a parameter takes with Adam in mixed precision: weight 2, gradient 2, and in 32 bits the weight,
/// the momentum and the variance.
pub const STATE_BYTES: u64 = 16;

/// The estimate for the fullest GPU.
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

/// The fullest stage's need.
pub fn estimate(model: &Model, layout: &Layout) -> Memory {
    let layers = stage_layers(model.layers, layout.pipeline);
    (0..layout.pipeline)
        .map(|stage| {
            let kept = layer_activation_bytes(model, layout) * f64::from(layers[stage as usize]);
            let in_flight = layout.schedule.in_flight(stage, layout.pipeline, layout.micro_batches());
            Memory {
                state: Bytes(stage_parameters(model, layout, stage) * STATE_BYTES),
                activations: Bytes((kept * in_flight) as u64),
            }
        })
        .max_by_key(Memory::total)
        .unwrap_or(Memory { state: Bytes::ZERO, activations: Bytes::ZERO })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::model::model;

    fn check(recompute: Recompute, sequence_parallel: bool, per_sbh: f64) {
        let model = model("gpt3-175b").unwrap();
        let layout = Layout { tensor: 8, pipeline: 8, global_batch: 64, recompute, sequence_parallel, ..Layout::ONE };
        let bytes = layer_activation_bytes(model, &layout) / (2048.0 * 12288.0);
        assert!((bytes - per_sbh).abs() < 1e-9, "{recompute:?} {bytes}");
    }

    #[test]
    fn activations_follow_the_published_formulas() {
        // 5as/h is 80 for this shape.
        check(Recompute::None, false, 10.0 + 3.0 + 10.0);
        check(Recompute::None, true, 34.0 / 8.0 + 10.0);
        check(Recompute::Selective, true, 34.0 / 8.0);
        check(Recompute::Full, false, 2.0);
    }

    #[test]
    fn layers_are_spread_evenly() {
        assert_eq!(stage_layers(32, 4), [8, 8, 8, 8]);
        assert_eq!(stage_layers(32, 5), [7, 7, 6, 6, 6]);
        assert_eq!(stage_layers(105, 35).iter().sum::<u32>(), 105);
    }
}
