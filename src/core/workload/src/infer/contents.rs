//! What one GPU's memory holds while a model answers or learns.

use kitchen_hardware::Gpu;
use kitchen_units::Bytes;

use super::cost::Precision;
use super::shapes::Shape;
use crate::memory::USABLE_MEMORY;

/// Bytes by what they are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    pub weights: Bytes,
    /// Keys and values of every token so far.
    pub kv_cache: Bytes,
    /// Gradients of the weights.
    pub gradients: Bytes,
    /// The 32-bit weights and both moments of Adam.
    pub optimizer: Bytes,
    /// What passes through the layers, or is kept for the way back.
    pub activations: Bytes,
}

impl Contents {
    /// The parts in the order of the fields.
    pub fn parts(&self) -> [Bytes; 5] {
        [self.weights, self.kv_cache, self.gradients, self.optimizer, self.activations]
    }

    pub fn total(&self) -> Bytes {
        Bytes(self.parts().iter().map(|part| part.0).sum())
    }

    /// Whether they leave room for buffers and fragments on that GPU.
    pub fn fit(&self, gpu: &Gpu) -> bool {
        self.total().0 as f64 <= gpu.hbm.0 as f64 * USABLE_MEMORY
    }

    /// On the way from `self` to `to`, `share` of it done.
    #[must_use]
    pub fn between(&self, to: &Contents, share: f64) -> Contents {
        let part =
            |from: Bytes, to: Bytes| Bytes((from.0 as f64 + (to.0 as f64 - from.0 as f64) * share).round() as u64);
        Contents {
            weights: part(self.weights, to.weights),
            kv_cache: part(self.kv_cache, to.kv_cache),
            gradients: part(self.gradients, to.gradients),
            optimizer: part(self.optimizer, to.optimizer),
            activations: part(self.activations, to.activations),
        }
    }
}

/// Bytes of weights that each of `tensor` GPUs holds: matrices as stored, the rest in 16 bits.
pub fn weight_bytes(shape: &Shape, precision: &Precision, tensor: u32) -> Bytes {
    let matrices = u64::from(shape.model.layers) * shape.layer_weights();
    let rest = shape.parameters() - matrices;
    Bytes(((matrices as f64 * precision.weight_bits / 8.0 + 2.0 * rest as f64) / f64::from(tensor)) as u64)
}

/// Bytes of keys and values that one token of one sequence leaves on each GPU, in all layers.
pub fn kv_bytes(shape: &Shape, precision: &Precision, tensor: u32) -> Bytes {
    let heads = f64::from(shape.model.kv_heads) / f64::from(tensor);
    let a_layer = 2.0 * heads.max(1.0) * f64::from(shape.head) * precision.kv_bits / 8.0;
    Bytes((f64::from(shape.model.layers) * a_layer) as u64)
}

/// Bytes of the widest moment of a pass over `tokens`: the residual stream and its norm beside one layer's widest result, and
/// the logits of `sequences` in 32 bits.
pub fn working_bytes(shape: &Shape, tokens: u64, sequences: u64, tensor: u32) -> Bytes {
    let (model, t) = (&shape.model, u64::from(tensor));
    let qkv = shape.queries() + 2 * shape.keys();
    let mlp = if model.gated { 3 } else { 2 } * u64::from(model.ffn);
    Bytes(2 * tokens * (2 * u64::from(model.hidden) + qkv.max(mlp) / t) + 4 * sequences * u64::from(model.vocab) / t)
}
