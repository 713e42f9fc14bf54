//! How long a GPU computes: a roofline for every kernel, under measured ceilings, with the shape's own losses.
//!
//! A matrix product is cut into tiles, one per streaming multiprocessor (SM) at a time, so that the last wave runs partly
//! empty and short inner dimensions pay for filling the pipeline; everything else is bound by memory. The constants are
//! the same for every model and every published row they are compared with.

use crate::hardware::{Generation, Gpu};
use crate::units::{Bytes, Time};

use super::layout::{Layout, Recompute};
use super::memory::stage_parameters;
use super::model::Model;

/// Share of the data sheet's memory bandwidth that streaming kernels reach (`BabelStream` on A100: 0.85 to 0.9).
pub const HBM_EFFICIENCY: f64 = 0.85;
/// Share of the best measured matrix rate that a run sustains: the best is a short burst, while hours of training run at
/// the clock that power and heat allow. Fitted on the two rows of arXiv:2104.04473 Table 1 without interleaving (7.5B, 18B),
/// which therefore count as no validation; the same for every GPU.
pub const SUSTAINED: f64 = 0.88;
/// The published rows that `SUSTAINED` was fitted on, by their ids in the collected table.
pub const FITTED_ON: [&str; 2] = ["sc21-t1-7.5B", "sc21-t1-18B"];
/// Start of one kernel after another on a stream, without a host in the way.
const KERNEL_S: f64 = 3e-6;
/// Inner-dimension steps that filling and draining a tile's pipeline cost.
pub const PROLOGUE_K: f64 = 128.0;
/// Tiles that the libraries choose among, with the share of the best rate that each reaches: a smaller tile loads more
/// bytes for each operation.
pub const TILES: [(f64, f64, f64); 4] =
    [(256.0, 128.0, 1.0), (128.0, 128.0, 0.95), (128.0, 64.0, 0.8), (64.0, 64.0, 0.6)];
/// Share of the best matrix rate that a fused attention kernel reaches (arXiv:2307.08691: 225 of 312 TFLOP/s on A100).
pub const FUSED_ATTENTION: f64 = 0.75;
/// Bytes that the optimizer moves for each parameter: gradient unscaled to 32 bits (2 + 4), its norm (4), Adam reads
/// gradient, weight and both moments (16) and writes weight, moments and the 16-bit weight (14).
pub const OPTIMIZER_BYTES: f64 = 40.0;

/// Streaming multiprocessors (compute units) of a generation's data-centre GPU.
pub fn sms(generation: Generation) -> f64 {
    match generation {
        Generation::Pascal => 56.0,
        Generation::Volta => 80.0,
        Generation::Ampere => 108.0,
        Generation::Hopper => 132.0,
        Generation::Blackwell => 148.0,
        Generation::Rubin => 224.0,
        // Of one of the two chips, which counts as a GPU.
        Generation::Cdna2 => 110.0,
        Generation::Cdna3 => 304.0,
        Generation::Cdna4 => 256.0,
    }
}

/// Seconds of `batch` products `m × k` by `k × n` in 16 bits.
pub fn gemm(gpu: &Gpu, m: f64, n: f64, k: f64, batch: f64) -> f64 {
    let sms = sms(gpu.generation);
    let compute = TILES
        .iter()
        .map(|&(tile_m, tile_n, share)| {
            let blocks = (m / tile_m).ceil() * (n / tile_n).ceil() * batch;
            let waves = (blocks / sms).ceil();
            waves * 2.0 * tile_m * tile_n * (k + PROLOGUE_K) * sms / (sustained(gpu) * share)
        })
        .fold(f64::INFINITY, f64::min);
    KERNEL_S + compute.max(product_bytes(m, n, k, batch) / hbm(gpu))
}

/// What `batch` products `m × k` by `k × n` read and write once, in 16 bits.
fn product_bytes(m: f64, n: f64, k: f64, batch: f64) -> f64 {
    2.0 * batch * (m * k + k * n + m * n)
}

/// Seconds of `kernels` kernels that move `bytes` in all.
pub fn streaming(gpu: &Gpu, bytes: f64, kernels: f64) -> f64 {
    kernels * KERNEL_S + bytes / hbm(gpu)
}

fn sustained(gpu: &Gpu) -> f64 {
    gpu.gemm_flops * SUSTAINED
}

fn hbm(gpu: &Gpu) -> f64 {
    gpu.hbm_rate.as_bytes_per_s() * HBM_EFFICIENCY
}

/// Seconds of compute for one micro-batch on one GPU, communication not counted, and the bytes that the kernels move
/// between the GPU and its memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// Seconds of the forward pass.
    pub forward: f64,
    /// Gradients of inputs and weights, and what is recomputed.
    pub backward: f64,
    /// The part of it that nobody but the optimizer waits for: the weights' gradients.
    pub weight: f64,
    /// Bytes of memory that the forward pass reads and writes.
    pub forward_bytes: f64,
    /// Bytes of memory that the backward pass reads and writes.
    pub backward_bytes: f64,
}

/// One layer of `model` under `layout`.
pub fn layer(gpu: &Gpu, model: &Model, layout: &Layout) -> Pass {
    let attention = attention(gpu, model, layout);
    let rest = outside_attention(gpu, model, layout);
    let forward = attention.forward + rest.forward;
    let forward_bytes = attention.forward_bytes + rest.forward_bytes;
    let (again, again_bytes) = match layout.recompute {
        Recompute::None => (0.0, 0.0),
        // A fused kernel keeps no scores: its backward pass recomputes them anyway and is counted so.
        Recompute::Selective if is_fused(gpu) => (0.0, 0.0),
        Recompute::Selective => (attention.forward, attention.forward_bytes),
        Recompute::Full => (forward, forward_bytes),
    };
    Pass {
        forward,
        backward: attention.backward + rest.backward + again,
        weight: attention.weight + rest.weight,
        forward_bytes,
        backward_bytes: attention.backward_bytes + rest.backward_bytes + again_bytes,
    }
}

/// The vocabulary projection and the loss.
pub fn head(gpu: &Gpu, model: &Model, layout: &Layout) -> Pass {
    let (n, h) = (tokens(model, layout), f64::from(model.hidden));
    let v = f64::from(model.vocab) / f64::from(layout.tensor);
    // The loss works in 32 bits: read the 16-bit logits, write and read them, and the gradient back.
    Pass {
        forward: gemm(gpu, n, v, h, 1.0) + streaming(gpu, 14.0 * n * v, 4.0),
        backward: gemm(gpu, n, h, v, 1.0) + gemm(gpu, h, v, n, 1.0) + streaming(gpu, 8.0 * n * v, 2.0),
        weight: gemm(gpu, h, v, n, 1.0),
        forward_bytes: product_bytes(n, v, h, 1.0) + 14.0 * n * v,
        backward_bytes: 2.0 * product_bytes(n, v, h, 1.0) + 8.0 * n * v,
    }
}

/// Layers of each stage so that the slowest is as fast as it can be: the vocabulary projection counts as the layers that it
/// takes as long as, and the last stage has fewer (Llama 3 leaves one out there, arXiv:2407.21783 section 3.3.2). Of the
/// others the later have what is left over: the earlier keep more activations.
pub fn balanced_layers(gpu: &Gpu, model: &Model, layout: &Layout) -> Vec<u32> {
    let (all, others) = (model.layers, layout.pipeline.saturating_sub(1));
    if others == 0 {
        return vec![all];
    }
    let (layer, head) = (layer(gpu, model, layout), head(gpu, model, layout));
    let (one, more) = (layer.forward + layer.backward, head.forward + head.backward);
    let slowest = |last: u32| {
        let longest = (all - last).div_ceil(others);
        (f64::from(longest) * one).max(f64::from(last) * one + more)
    };
    let mut best = all / layout.pipeline;
    for last in (1..best).rev() {
        if slowest(last) < slowest(best) {
            best = last;
        }
    }
    let rest = all - best;
    let more_from = others - rest % others;
    (0..others).map(|stage| rest / others + u32::from(stage >= more_from)).chain([best]).collect()
}

/// The optimizer's step of one GPU of `stage`.
pub fn update(gpu: &Gpu, model: &Model, layout: &Layout, stage: u32) -> Time {
    Time::from_secs_f64(update_seconds(gpu, stage_parameters(model, layout, stage) as f64))
}

/// Seconds of the optimizer's step over so many parameters.
pub fn update_seconds(gpu: &Gpu, parameters: f64) -> f64 {
    streaming(gpu, parameters * OPTIMIZER_BYTES, 4.0)
}

/// Bytes of activations handed from stage to stage for a micro-batch: `b s h` values of 16 bits.
pub fn boundary_bytes(model: &Model, layout: &Layout) -> Bytes {
    Bytes(2 * u64::from(layout.micro_batch) * u64::from(model.seq) * u64::from(model.hidden))
}

/// Separate kernels write the scores to memory; from Hopper on, runs use one fused kernel.
fn is_fused(gpu: &Gpu) -> bool {
    !matches!(gpu.generation, Generation::Pascal | Generation::Volta | Generation::Ampere)
}

fn tokens(model: &Model, layout: &Layout) -> f64 {
    f64::from(layout.micro_batch) * f64::from(model.seq)
}

/// Scores, softmax with dropout, and the weighted sum of values.
fn attention(gpu: &Gpu, model: &Model, layout: &Layout) -> Pass {
    let s = f64::from(model.seq);
    let head = f64::from(model.hidden / model.heads);
    let batch = f64::from(layout.micro_batch) * f64::from(model.heads) / f64::from(layout.tensor);
    if is_fused(gpu) {
        let flops = 4.0 * batch * s * s * head;
        let rate = sustained(gpu) * FUSED_ATTENTION;
        // Queries, keys, values and the result; backward reads them with the result's gradient and writes three gradients.
        let bytes =
            2.0 * tokens(model, layout) * (model.qkv() as f64 + f64::from(model.hidden)) / f64::from(layout.tensor);
        // The backward pass has five products where the forward pass has two.
        return Pass {
            forward: KERNEL_S + flops / rate,
            backward: 2.0 * KERNEL_S + 2.5 * flops / rate,
            weight: 0.0,
            forward_bytes: bytes,
            backward_bytes: 2.0 * bytes,
        };
    }
    let products = gemm(gpu, s, s, head, batch) + gemm(gpu, s, head, s, batch);
    let scores = batch * s * s;
    let moved = product_bytes(s, s, head, batch) + product_bytes(s, head, s, batch);
    Pass {
        // Softmax reads and writes 2 bytes, dropout reads and writes 2 and keeps a mask of 1.
        forward: products + streaming(gpu, 9.0 * scores, 2.0),
        // Dropout reads 3 and writes 2; softmax reads 4 and writes 2.
        backward: 2.0 * products + streaming(gpu, 11.0 * scores, 2.0),
        weight: 0.0,
        forward_bytes: moved + 9.0 * scores,
        backward_bytes: 2.0 * moved + 11.0 * scores,
    }
}

/// The projections, the MLP, and everything between them.
fn outside_attention(gpu: &Gpu, model: &Model, layout: &Layout) -> Pass {
    let (n, h) = (tokens(model, layout), f64::from(model.hidden));
    let t = f64::from(layout.tensor);
    let (qkv, ffn) = (model.qkv() as f64 / t, f64::from(model.ffn) / t);
    let wide = if model.gated { 2.0 * ffn } else { ffn };
    // (rows, columns, inner) of the forward products; backward swaps them twice.
    let products = [(n, qkv, h), (n, h, h / t), (n, wide, h), (n, h, ffn)];
    let (mut forward, mut backward, mut weight, mut moved) = (0.0, 0.0, 0.0, 0.0);
    for (m, cols, k) in products {
        moved += product_bytes(m, cols, k, 1.0);
        forward += gemm(gpu, m, cols, k, 1.0);
        let of_weights = gemm(gpu, k, cols, m, 1.0);
        backward += gemm(gpu, m, k, cols, 1.0) + of_weights;
        weight += of_weights;
    }
    // Two layer norms (4 bytes a value) and two bias-dropout-additions (7), on every tensor rank unless split by sequence;
    // inside: the heads' transposition (12) and the activation function (4 for each value of the wide side).
    let outside = n * h * (8.0 + 14.0) / if layout.sequence_parallel { t } else { 1.0 };
    let inside = n * (12.0 * h / t + 4.0 * wide);
    let bytes = outside + inside;
    // Backward, each reads one more tensor than forward; the weight gradients are added to the ones held.
    let weights = model.layer_matrix_weights() as f64 / t;
    Pass {
        forward: forward + streaming(gpu, bytes, 7.0),
        backward: backward + streaming(gpu, 1.5 * bytes + 4.0 * weights, 9.0),
        weight: weight + streaming(gpu, 4.0 * weights, 0.0),
        forward_bytes: moved + bytes,
        backward_bytes: 2.0 * moved + 1.5 * bytes + 4.0 * weights,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware;

    /// The share of the sustained rate that a product reaches.
    fn check(m: f64, n: f64, k: f64, low: f64, high: f64) {
        let gpu = hardware::gpu("a100-sxm").unwrap();
        let share = 2.0 * m * n * k / gemm(gpu, m, n, k, 1.0) / sustained(gpu);
        assert!((low..=high).contains(&share), "{m} x {n} x {k}: {share}");
    }

    #[test]
    fn large_products_come_near_the_ceiling_and_thin_ones_do_not() {
        check(16384.0, 16384.0, 16384.0, 0.95, 1.0);
        check(2048.0, 6144.0, 12288.0, 0.80, 0.95);
        check(2048.0, 12288.0, 128.0, 0.3, 0.6);
        check(256.0, 256.0, 4096.0, 0.0, 0.15);
        check(1.0, 12288.0, 12288.0, 0.0, 0.02);
    }
}
