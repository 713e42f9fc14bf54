//! What a stage does in a pass: its kernels and collectives in the order in which the framework issues them.

use kitchen_hardware::Gpu;
use kitchen_units::Time;

use super::collective_times::CollectiveTimes;
use super::streams::{Ops, Part, Pass, run};
use crate::cost::{self, Parts};
use crate::held_parameters;
use crate::layout::{Layout, Recompute, Zero};
use crate::model::{LayerKind, Model};

/// The passes of a stage with one of its chunks of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Passes {
    pub forward: Pass,
    /// Weights that were updated by shards are gathered from the step's begin on, chunk after chunk: how long that takes, and how long
    /// the first pass takes that goes on beside it.
    pub gather: Time,
    pub first: Time,
    /// Gradients of inputs and weights, or of inputs alone where the schedule splits them.
    pub backward: Pass,
    /// The last of a step, which sums gradients meanwhile, and how long these sums go on when it has handed on what it made.
    pub last: Option<Pass>,
    pub tail: Time,
    /// Gradients of weights alone.
    pub weight: Pass,
    /// Where the schedule splits some gradients and not others, `backward` and `last` with the weights' after them.
    pub both: Option<[Pass; 2]>,
}

/// Where a chunk stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    /// Which part of the model, from 0.
    pub part: u32,
    /// Of how many.
    pub parts: u32,
}

impl At {
    pub(super) fn is_first(self) -> bool {
        self.part == 0
    }

    pub(super) fn is_last(self) -> bool {
        self.part + 1 == self.parts
    }
}

/// What passes are made from.
pub(super) struct Shop<'a> {
    pub gpu: &'a Gpu,
    pub model: &'a Model,
    pub layout: &'a Layout,
    pub meetings: &'a CollectiveTimes,
}

/// Times of one layer's parts.
struct Layer {
    kind: LayerKind,
    parts: Parts,
}

fn scaled(time: Time, by: f64) -> Time {
    Time::from_secs_f64(time.as_secs() * by)
}

fn time(seconds: f64) -> Time {
    Time::from_secs_f64(seconds)
}

impl Shop<'_> {
    /// The passes over those layers.
    pub(super) fn passes(&self, at: At, layers: &std::ops::Range<u32>) -> Passes {
        let layers: Vec<Layer> = layers
            .clone()
            .map(|index| self.model.kind(index))
            .map(|kind| Layer { kind, parts: cost::parts(self.gpu, self.model, self.layout, kind) })
            .collect();
        let layers = &layers[..];
        let sms = cost::sms(self.gpu.generation);
        let overlapped = self.layout.recipe.overlap_data && self.layout.replicas() > 1;
        let gathers = overlapped && matches!(self.layout.sharding.zero, Zero::Optimizer | Zero::Gradients);
        let splits = self.layout.schedule.splits();
        let weight = if splits { self.weight(at, layers) } else { Ops::default() };
        // How often the host goes over the layers.
        let back = if self.layout.recompute == Recompute::Full { 2 } else { 1 };
        let each = if self.layout.recipe.is_eager { cost::HOST_LAYER_S } else { 0.0 };
        let issued = |times: u64| time(each * (times * layers.len() as u64) as f64);
        let backward = run(&self.backward(at, layers, false), sms, issued(back));
        let last =
            (overlapped || self.sums_last()).then(|| run(&self.backward(at, layers, true), sms, issued(back)).cut());
        let (last, tail) = last.map_or((None, Time::ZERO), |(last, tail)| (Some(last), tail));
        let first = gathers.then(|| run(&self.forward(at, layers, true), sms, issued(1)));
        let weight = run(&weight, sms, Time::ZERO);
        let mixes = self.layout.schedule.mixes();
        let both = mixes.then(|| [&backward, last.as_ref().unwrap_or(&backward)].map(|pass| pass.then(&weight)));
        Passes {
            forward: run(&self.forward(at, layers, false), sms, issued(1)),
            gather: first.as_ref().map_or(Time::ZERO, Pass::gathers),
            first: first.map_or(Time::ZERO, |first| first.whole),
            backward,
            last,
            tail,
            weight,
            both,
        }
    }

    /// The first forward and the last backward pass of a stage that is alone with all that they wait for.
    #[cfg(test)]
    pub(super) fn whole(&self, at: At, layers: &std::ops::Range<u32>) -> [Pass; 2] {
        let parts = |kind| cost::parts(self.gpu, self.model, self.layout, kind);
        let kinds = layers.clone().map(|index| self.model.kind(index));
        let layers: Vec<Layer> = kinds.map(|kind| Layer { kind, parts: parts(kind) }).collect();
        let sms = cost::sms(self.gpu.generation);
        [self.forward(at, &layers, true), self.backward(at, &layers, true)].map(|ops| run(&ops, sms, Time::ZERO))
    }

    /// Whether hybrid shards leave sums over the groups for the last backward pass.
    fn sums_last(&self) -> bool {
        self.is_gathered() && self.layout.shards() < self.layout.replicas()
    }

    fn is_gathered(&self) -> bool {
        self.layout.sharding.zero == Zero::Parameters && self.layout.shards() > 1
    }

    /// Layers whose gradients are scattered in every backward pass.
    fn is_scattered(&self) -> bool {
        self.layout.sharding.zero >= Zero::Gradients && self.layout.shards() > 1
    }

    fn forward(&self, at: At, layers: &[Layer], gathers: bool) -> Ops {
        let (mut ops, meet) = (Ops::default(), self.meetings);
        let mut done = if at.is_first() { None } else { ops.add(Part::Tensor, meet.gather, [None, None]) };
        if at.is_first() {
            // The embedding's parts are summed.
            done = ops.add(Part::Tensor, meet.tensor, [done, None]);
        }
        if gathers || self.is_gathered() {
            let gather = if gathers { meet.ends.refresh } else { meet.ends.gather };
            let embedding = ops.add(Part::Weights, scaled(gather, self.end(at.is_first(), false)), [None, None]);
            done = done.max(embedding);
        }
        let mut weights = self.gather_ahead(&mut ops, layers, gathers);
        let mut ends: Vec<Option<u32>> = Vec::new();
        let mut stored: Vec<Option<u32>> = Vec::new();
        for (index, layer) in layers.iter().enumerate() {
            self.prefetch(&mut ops, layers, &ends, index, &mut weights);
            let ready = ops.0.len();
            ops.hold_up(index.checked_sub(2).and_then(|two| stored[two]));
            done = self.forward_layer(&mut ops, layer, [done, weights[index]], false);
            debug_assert!(ops.0.len() > ready);
            ends.push(done);
            stored.push(self.haul(&mut ops, layers, index, 0, done));
        }
        if at.is_last() {
            let head = cost::head(self.gpu, self.model, self.layout);
            for _ in 0..=self.model.predictors {
                done = ops.add(Part::Head, time(head.forward), [done, None]);
            }
        }
        ops
    }

    /// What a layer keeps, on its way to the host (0) or back (1), where it goes there: the last of a pass is needed at once and stays.
    fn haul(&self, ops: &mut Ops, layers: &[Layer], index: usize, way: usize, after: Option<u32>) -> Option<u32> {
        let layer = layers.get(index).filter(|_| self.layout.offload.activations() && index + 1 < layers.len())?;
        ops.add(Part::Offload, self.meetings.away.iter().find(|(kind, _)| *kind == layer.kind)?.1[way], [after, None])
    }

    /// What the layer before `index` kept is called back while `index` is at work: once the one after that is done.
    fn load_ahead(&self, ops: &mut Ops, layers: &[Layer], index: usize, after: Option<u32>) -> Option<u32> {
        self.haul(ops, layers, index.checked_sub(1)?, 1, after)
    }

    /// Parameters of the embedding, or of the projection on the vocabulary, over those of a layer.
    fn end(&self, first: bool, last: bool) -> f64 {
        let layer = held_parameters::of_layer(self.model, self.layout, self.model.kind(0)).shared.max(1);
        held_parameters::of_ends(self.model, self.layout, first, last).shared as f64 / layer as f64
    }

    /// The gathers that are issued before the first layer; later ones follow layer by layer.
    fn gather_ahead(&self, ops: &mut Ops, layers: &[Layer], all: bool) -> Vec<Option<u32>> {
        let mut weights = vec![None; layers.len()];
        if all {
            for (index, layer) in layers.iter().enumerate() {
                weights[index] = ops.add(Part::Weights, self.meetings.of(layer.kind).refresh, [None, None]);
            }
        } else if let Some(layer) = layers.first().filter(|_| self.is_gathered()) {
            weights[0] = ops.add(Part::Weights, self.meetings.of(layer.kind).gather, [None, None]);
        }
        weights
    }

    /// FSDP gathers a layer's weights while the layer before computes (arXiv:2304.11277 section 3.3.2).
    fn prefetch(
        &self,
        ops: &mut Ops,
        layers: &[Layer],
        ends: &[Option<u32>],
        index: usize,
        weights: &mut [Option<u32>],
    ) {
        if !self.is_gathered() {
            return;
        }
        let ahead = if self.layout.recipe.overlap_data { index + 1 } else { index };
        if ahead == 0 || ahead >= layers.len() {
            return;
        }
        // Issued when the layer before this one has ended.
        let after = index.checked_sub(1).and_then(|before| ends.get(before).copied().flatten());
        weights[ahead] = ops.add(Part::Weights, self.meetings.of(layers[ahead].kind).gather, [after, None]);
    }

    /// One layer's forward pass; what it comes to.
    fn forward_layer(&self, ops: &mut Ops, layer: &Layer, after: [Option<u32>; 2], again: bool) -> Option<u32> {
        let (parts, meet) = (&layer.parts, self.meetings);
        let compute = |part| if again { Part::Again } else { part };
        let mixing = ops.add(compute(Part::Attention), time(parts.mixing.forward), after);
        let scores = self.ring(ops, compute(Part::Attention), time(parts.scores.forward), mixing, 1);
        let met = self.meet(ops, scores);
        let mlp = time(parts.mlp.forward);
        if !layer.kind.sparse {
            let done = ops.add(compute(Part::Mlp), mlp, [met, None]);
            return self.meet(ops, done);
        }
        let out = ops.add(Part::Expert, meet.exchange, [met, None]);
        let done = ops.add(compute(Part::Experts), mlp, [out, None]);
        ops.add(Part::Expert, meet.exchange, [done, None])
    }

    /// A tensor-parallel meeting after `done`. Where it is overlapped, all but a part of it goes on beside what follows.
    fn meet(&self, ops: &mut Ops, done: Option<u32>) -> Option<u32> {
        let whole = self.meetings.tensor;
        if !self.layout.recipe.overlap_tensor || self.layout.tensor == 1 {
            return ops.add(Part::Tensor, whole, [done, None]);
        }
        let part = Time(whole.0 / u64::from(self.layout.tensor));
        let needed = ops.add(Part::Tensor, part, [done, None]);
        // The next meeting waits for it: the network's stream is in order.
        ops.add(Part::Tensor, whole.saturating_sub(part), [needed, None]);
        needed
    }

    /// Scores, computed piece by piece while keys and values of the next piece come from the neighbour (arXiv:2310.01889).
    fn ring(&self, ops: &mut Ops, part: Part, scores: Time, after: Option<u32>, times: u64) -> Option<u32> {
        let ways = u64::from(self.layout.context);
        let piece = Time(scores.0 / ways);
        let mut done = ops.add(part, scores.saturating_sub(Time(piece.0 * (ways - 1))), [after, None]);
        let mut came = after;
        for _ in 1..ways {
            came = ops.add(Part::Context, Time(self.meetings.ring.0.saturating_mul(times)), [came, None]);
            done = ops.add(part, piece, [done, came]);
        }
        done
    }

    fn backward(&self, at: At, layers: &[Layer], is_last_of_step: bool) -> Ops {
        let (mut ops, meet) = (Ops::default(), self.meetings);
        let splits = self.layout.schedule.splits();
        let mut done = if at.is_last() { None } else { ops.add(Part::Tensor, meet.gather, [None, None]) };
        if at.is_last() {
            let head = cost::head(self.gpu, self.model, self.layout);
            let seconds = head.backward - if splits { head.weight } else { 0.0 };
            for _ in 0..=self.model.predictors {
                done = ops.add(Part::Head, time(seconds), [done, None]);
            }
            self.sum_end(&mut ops, self.end(false, true), done, is_last_of_step);
            done = ops.add(Part::Tensor, meet.tensor, [done, None]);
        }
        let mut weights = vec![None; layers.len()];
        if let Some(layer) = layers.last().filter(|_| self.is_gathered()) {
            weights[layers.len() - 1] = ops.add(Part::Weights, meet.of(layer.kind).gather, [None, None]);
        }
        let overlaps = self.layout.recipe.overlap_data;
        let (mut before, mut loaded) = (None, self.load_ahead(&mut ops, layers, layers.len(), None));
        for (index, layer) in layers.iter().enumerate().rev() {
            if self.is_gathered() {
                let ahead =
                    if overlaps { index.checked_sub(1) } else { Some(index).filter(|&at| at + 1 < layers.len()) };
                if let Some(ahead) = ahead {
                    let gather = meet.of(layers[ahead].kind).gather;
                    let after = if overlaps { before } else { done };
                    weights[ahead] = ops.add(Part::Weights, gather, [after, None]);
                }
            }
            let load = std::mem::replace(&mut loaded, self.load_ahead(&mut ops, layers, index, done));
            ops.hold_up(load);
            before = done;
            done = self.backward_layer(&mut ops, layer, [done, weights[index]], splits);
            let sum = self.sum_layer(&mut ops, layer, done, is_last_of_step);
            if !overlaps && sum.is_some() {
                done = sum;
            }
        }
        if at.is_first() {
            self.sum_end(&mut ops, self.end(true, false), done, is_last_of_step);
        }
        ops
    }

    /// The sum of a layer's gradients, where it is made beside the passes.
    fn sum_layer(&self, ops: &mut Ops, layer: &Layer, after: Option<u32>, is_last_of_step: bool) -> Option<u32> {
        let of_kind = self.meetings.of(layer.kind);
        let mut sum = None;
        if self.is_scattered() {
            sum = ops.add(Part::Gradients, of_kind.scatter, [after, None]);
        } else if is_last_of_step && self.layout.recipe.overlap_data {
            sum = ops.add(Part::Gradients, of_kind.sum, [after, None]);
        }
        if is_last_of_step && self.sums_last() {
            sum = ops.add(Part::Gradients, of_kind.between, [after, sum]);
        }
        sum
    }

    /// The sum of the gradients of the embedding or of the projection on the vocabulary.
    fn sum_end(&self, ops: &mut Ops, layers: f64, after: Option<u32>, is_last_of_step: bool) {
        let ends = &self.meetings.ends;
        if self.is_scattered() {
            ops.add(Part::Gradients, scaled(ends.scatter, layers), [after, None]);
        } else if is_last_of_step && self.layout.recipe.overlap_data {
            ops.add(Part::Gradients, scaled(ends.sum, layers), [after, None]);
        }
    }

    fn backward_layer(&self, ops: &mut Ops, layer: &Layer, after: [Option<u32>; 2], splits: bool) -> Option<u32> {
        let (parts, meet) = (&layer.parts, self.meetings);
        let mut after = after;
        match self.layout.recompute {
            Recompute::Full => after = [self.forward_layer(ops, layer, after, true), None],
            Recompute::Selective if !parts.fused => {
                after = [ops.add(Part::Again, time(parts.scores.forward), after), None];
            }
            _ => {}
        }
        let back = |pass: cost::Pass| time(pass.backward - if splits { pass.weight } else { 0.0 });
        let met = if layer.kind.sparse {
            let out = ops.add(Part::Expert, meet.exchange, after);
            let done = ops.add(Part::Experts, back(parts.mlp), [out, None]);
            ops.add(Part::Expert, meet.exchange, [done, None])
        } else {
            let done = ops.add(Part::Mlp, back(parts.mlp), after);
            self.meet(ops, done)
        };
        // Keys and values come round once more, and their gradients with them.
        let scores = self.ring(ops, Part::Attention, back(parts.scores), met, 2);
        let mixing = ops.add(Part::Attention, back(parts.mixing), [scores, None]);
        self.meet(ops, mixing)
    }

    /// The weights' gradients alone.
    fn weight(&self, at: At, layers: &[Layer]) -> Ops {
        let mut ops = Ops::default();
        for layer in layers {
            let Parts { scores, mixing, mlp, .. } = layer.parts;
            ops.add(Part::Attention, time(scores.weight + mixing.weight), [None, None]);
            ops.add(if layer.kind.sparse { Part::Experts } else { Part::Mlp }, time(mlp.weight), [None, None]);
        }
        if at.is_last() {
            let head = cost::head(self.gpu, self.model, self.layout);
            ops.add(Part::Head, time(head.weight * f64::from(1 + self.model.predictors)), [None, None]);
        }
        ops
    }
}
