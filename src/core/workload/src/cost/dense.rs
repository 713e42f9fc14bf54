//! The projections around attention, the dense MLP, and everything between them.

use kitchen_hardware::Gpu;

use super::{Pass, linear, streaming, tokens};
use crate::layout::Layout;
use crate::model::Model;

/// What stands around the scores, and the dense MLP with what stands around it.
pub(super) fn outside_scores(gpu: &Gpu, model: &Model, layout: &Layout) -> (Pass, Pass) {
    let (n, h, t) = (tokens(model, layout), f64::from(model.hidden), f64::from(layout.tensor));
    let results = model.results() as f64;
    let projections = linear(gpu, layout.recipe.arithmetic, &projections(model, n, t), 1.0);
    // A layer norm (4 bytes a value) and a bias-dropout-addition (7) on each side, on every tensor rank unless split by
    // sequence; inside: the heads' transposition (12).
    let outside = n * h * 11.0 / if layout.sequence_parallel { t } else { 1.0 };
    let mixing = between(gpu, outside + 12.0 * n * results / t, [4.0, 5.0], model.attention_weights() as f64 / t);
    let ffn = f64::from(model.ffn) / t;
    (projections + mixing, mlp(gpu, model, layout, ffn) + between(gpu, outside, [1.0, 2.0], 0.0))
}

/// A dense MLP whose width on this GPU is `width`, with its activation function (4 bytes for each value of the wide side).
pub(super) fn mlp(gpu: &Gpu, model: &Model, layout: &Layout, width: f64) -> Pass {
    if width == 0.0 {
        return Pass::default();
    }
    let (n, h) = (tokens(model, layout), f64::from(model.hidden));
    let wide = if model.gated { 2.0 * width } else { width };
    let products = [[n, wide, h], [n, h, width]];
    linear(gpu, layout.recipe.arithmetic, &products, 1.0)
        + between(gpu, 4.0 * n * wide, [2.0, 2.0], model.mlp_weights(1) as f64 * width)
}

/// Rows, columns and inner dimension of the projections around the scores, of `n` tokens by `t` tensor ways.
fn projections(model: &Model, n: f64, t: f64) -> Vec<[f64; 3]> {
    let [h, queries, results] = [f64::from(model.hidden), model.queries() as f64, model.results() as f64];
    let out = [n, h, results / t];
    let Some(latent) = model.latent else { return vec![[n, model.qkv() as f64 / t, h], out] };
    // Every tensor rank projects down for itself; the ways split the heads.
    let [down, kv, rope] = [latent.query, latent.kv, latent.rope].map(f64::from);
    let keys = queries - f64::from(model.heads) * rope;
    let mut all = vec![[n, kv + rope, h], [n, (keys + results) / t, kv], out];
    if down > 0.0 {
        all.extend([[n, down, h], [n, queries / t, down]]);
    } else {
        all.push([n, queries / t, h]);
    }
    all
}

/// What is bound by memory: so many bytes forward in so many kernels; backward each reads one more tensor than forward, and
/// the weight gradients are added to the ones held.
pub(super) fn between(gpu: &Gpu, bytes: f64, [forward, backward]: [f64; 2], weights: f64) -> Pass {
    let back = 1.5 * bytes + 4.0 * weights;
    Pass {
        forward: streaming(gpu, bytes, forward),
        backward: streaming(gpu, back, backward),
        weight: streaming(gpu, 4.0 * weights, 0.0),
        forward_bytes: bytes,
        backward_bytes: back,
    }
}
