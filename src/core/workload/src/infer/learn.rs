//! One step of learning on the same GPU: forward, backward, update, as [`mod@crate::train`] computes them, with the
//! FLOPs and bytes of each.

use kitchen_hardware::Gpu;
use kitchen_topology::System;
use kitchen_units::{Bytes, Time};

use super::contents::Contents;
use super::roofline::Point;
use super::shapes::Shape;
use crate::cost;
use crate::error::TrainError;
use crate::layout::{Layout, LayoutError, Recompute};
use crate::train::peak_memory;

/// What is to be learnt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    /// The shape; its `seq` says how many tokens a sequence has.
    pub shape: Shape,
    pub gpu: &'static Gpu,
    /// Whose links join the tensor-parallel GPUs.
    pub system: Option<&'static System>,
    /// Sequences in the step.
    pub sequences: u32,
    pub tensor: u32,
    pub recompute: Recompute,
}

/// A piece of work on one GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Part {
    pub time: Time,
    pub flops: f64,
    /// Moved between the GPU and its memory.
    pub bytes: f64,
}

impl Part {
    pub fn point(&self) -> Point {
        Point { intensity: self.flops / self.bytes, attained: self.flops / self.time.as_secs() }
    }
}

/// What a step comes to, on each GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learned {
    pub forward: Part,
    pub backward: Part,
    pub update: Part,
    /// What the memory holds at its fullest, when backward has not yet freed what forward kept.
    pub contents: Contents,
}

impl Learned {
    /// The three together.
    pub fn step(&self) -> Part {
        let parts = [self.forward, self.backward, self.update];
        parts.iter().fold(Part::default(), |sum, part| Part {
            time: sum.time + part.time,
            flops: sum.flops + part.flops,
            bytes: sum.bytes + part.bytes,
        })
    }
}

/// Bytes of a parameter: weight and gradient in 16 bits, and in 32 bits the weight and both moments
/// ([`crate::memory::STATE_BYTES`]).
const WEIGHT: u64 = 2;
const GRADIENT: u64 = 2;
const OPTIMIZER: u64 = crate::memory::STATE_BYTES - WEIGHT - GRADIENT;

/// One step over the lesson's sequences, in 16 bits with Adam.
///
/// # Errors
/// The layout does not suit the model or the system, or the heads do not make up the width.
pub fn learn(lesson: &Lesson) -> Result<Learned, TrainError> {
    let Lesson { shape, gpu, system, sequences, tensor, recompute } = *lesson;
    let layout = Layout { tensor, micro_batch: sequences, global_batch: sequences, recompute, ..Layout::ONE };
    let model = shape.model;
    layout.check(&model)?;
    if !shape.can_learn() {
        return Err(LayoutError::Tensor { ways: model.hidden, what: "heads", value: shape.queries() as u32 }.into());
    }
    let (layer, head) = (cost::layer(gpu, &model, &layout), cost::head(gpu, &model, &layout));
    let layers = u64::from(model.layers);
    // Two sums a layer each way, twice where the forward pass is computed again, and the embedding's or the projection's.
    let meeting = super::sum(system, tensor, cost::boundary_bytes(&model, &layout))?;
    let again = if recompute == Recompute::Full { 2 } else { 0 };
    let met = |a_layer: u64| Time(meeting.0.saturating_mul(a_layer * layers + 1));
    let all = |layer: f64, head: f64| f64::from(model.layers) * layer + head;
    let tokens = u64::from(sequences) * u64::from(model.seq);
    let t = f64::from(tensor);
    let flops = all(model.layer_forward_flops(tokens), model.head_forward_flops(tokens)) / t;
    let recomputed = match recompute {
        Recompute::None => 0.0,
        Recompute::Selective => {
            f64::from(model.layers) * 4.0 * tokens as f64 * f64::from(model.seq) * f64::from(model.hidden)
        }
        Recompute::Full => f64::from(model.layers) * model.layer_forward_flops(tokens),
    };
    let parameters = shape.parameters() / u64::from(tensor);
    let kept = peak_memory(gpu, &model, &layout).memory().activations;
    // Adam: about ten operations for each parameter, none of them a matrix product.
    Ok(Learned {
        forward: Part {
            time: Time::from_secs_f64(all(layer.forward, head.forward)) + met(2),
            flops,
            bytes: all(layer.forward_bytes, head.forward_bytes),
        },
        backward: Part {
            time: Time::from_secs_f64(all(layer.backward, head.backward)) + met(2 + again),
            flops: 2.0 * flops + recomputed / t,
            bytes: all(layer.backward_bytes, head.backward_bytes),
        },
        update: Part {
            time: Time::from_secs_f64(cost::update_seconds(gpu, parameters as f64)),
            flops: UPDATE_FLOPS * parameters as f64,
            bytes: cost::OPTIMIZER_BYTES * parameters as f64,
        },
        contents: Contents {
            weights: Bytes(WEIGHT * parameters),
            gradients: Bytes(GRADIENT * parameters),
            optimizer: Bytes(OPTIMIZER * parameters),
            activations: kept,
            kv_cache: Bytes::ZERO,
        },
    })
}

/// Operations of Adam for each parameter (arXiv:1412.6980 Algorithm 1): two moments of three each, two corrections, a root, a
/// division, a product and a difference.
const UPDATE_FLOPS: f64 = 12.0;
