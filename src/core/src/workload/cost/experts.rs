//! A mixture of experts: the router, handing tokens out and back, and the experts' own products.

use crate::hardware::Gpu;
use crate::workload::layout::{Arithmetic, Layout};
use crate::workload::model::Model;

use super::dense::{between, mlp};
use super::{Pass, linear, tokens};

/// Tokens that one GPU hands out in a layer, each as often as it has experts to go to: the tensor ways split the sequence
/// there.
pub fn tokens_handed_out(model: &Model, layout: &Layout) -> f64 {
    let top = model.experts.map_or(0, |experts| experts.top);
    f64::from(top) * tokens(model, layout) / f64::from(layout.tensor)
}

/// The sparse part of a layer on the GPU whose experts have the most to do.
pub(super) fn experts(gpu: &Gpu, model: &Model, layout: &Layout) -> Pass {
    let Some(experts) = model.experts else { return Pass::default() };
    let (n, h, t) =
        (tokens(model, layout) / f64::from(layout.tensor), f64::from(model.hidden), f64::from(layout.tensor));
    let arithmetic = layout.recipe.arithmetic;
    // The norm and the residual addition as in a dense layer.
    let around = between(gpu, n * h * 11.0, [2.0, 3.0], 0.0);
    // The router stays in 16 bits; scores, choice, and the tokens' places are a few small kernels.
    let count = f64::from(experts.count);
    let router =
        linear(gpu, Arithmetic::Bits16, &[[n, count, h]], 1.0) + between(gpu, 16.0 * n * count, [4.0, 3.0], 0.0);
    // Each token is read once and written as often as it has experts, and back: 2 bytes a value.
    let busiest = f64::from(layout.recipe.imbalance) / 100.0;
    let handed = tokens_handed_out(model, layout);
    let received = handed * busiest;
    let sorting = between(gpu, 2.0 * h * (2.0 * n + 2.0 * received + 2.0 * handed), [4.0, 4.0], 0.0);
    // With even loads each expert of this GPU meets the tokens of all ways that are meant for it.
    let (here, width) = (count / f64::from(layout.expert), f64::from(experts.width));
    let each = received / here;
    let wide = if model.gated { 2.0 * width } else { width };
    let own = linear(gpu, arithmetic, &[[each, wide, h], [each, h, width]], here)
        + between(gpu, 4.0 * received * wide, [1.0, 1.0], here * model.expert_weights() as f64);
    around + router + sorting + own + mlp(gpu, model, layout, f64::from(experts.shared) / t)
}
