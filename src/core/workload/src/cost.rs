//! How long a GPU computes: a roofline for every kernel, under measured ceilings, with the shape's own losses.
//!
//! A matrix product is cut into tiles, one per streaming multiprocessor (SM) at a time, so that the last wave runs partly
//! empty and short inner dimensions pay for filling the pipeline; everything else is bound by memory. The constants are
//! the same for every model and every published row they are compared with.

use kitchen_hardware::{Generation, Gpu};
use kitchen_units::{Bytes, Time};

use super::layout::{Arithmetic, Kernel, Layout, Recompute};
use super::memory::stage_parameters;
use super::model::{LayerKind, Model};

mod attention;
mod dense;
mod experts;

pub use experts::{Seconds, beside_experts, own_experts, tokens_handed_out};

/// Share of the data sheet's memory bandwidth that streaming kernels reach (`BabelStream` on A100: 0.85 to 0.9).
pub const HBM_EFFICIENCY: f64 = 0.85;
/// Share of the best measured matrix rate that a run sustains: the best is a short burst, while hours of training run at
/// the clock that power and heat allow. Fitted on the two rows of arXiv:2104.04473 Table 1 without interleaving (7.5B, 18B),
/// which therefore count as no validation; the same for every GPU.
pub const SUSTAINED: f64 = 0.88;
/// The published rows that `SUSTAINED` and `HOST_LAYER_S` were fitted on, by their ids in the collected tables.
pub const FITTED_ON: [&str; 4] = [
    "sc21-t1-7.5B",
    "sc21-t1-18B",
    "vtrain-single-t2d1p1-h1024-l20-s1024-b4x1",
    "vtrain-single-t2d1p4-h1024-l24-s1024-b8x1",
];
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
/// Rate of a fused attention kernel's backward pass over its forward pass: 63 of 73 % of the peak (arXiv:2307.08691 section 1).
pub const FUSED_BACKWARD: f64 = 0.86;
/// Share of the peak that the first fused attention kernels reach on Ampere, forward and backward: 30 to 50 % and 25 to 35 %
/// (arXiv:2307.08691 section 1), the middle of each.
pub const EARLY_FUSED: [f64; 2] = [0.4, 0.3];
/// Share of that which is left on later GPUs, whose matrix units such code cannot fill: 35 % of H100's peak, where A100 gives 73 %
/// (arXiv:2407.08608 section 1).
pub const AMPERE_CODE: f64 = 0.48;
/// Streaming multiprocessors that a collective takes while it is in flight: 20 of an H800's 132 (arXiv:2412.19437
/// section 3.2.2).
pub const SMS_TAKEN: f64 = 20.0;
/// Host time to issue the kernels of one pass over one layer from Python, forward, backward, or forward again. Fitted on the two rows
/// `vtrain-single-t2d1p1` and `vtrain-single-t2d1p4` of [`FITTED_ON`], whose layers are so small that the GPU waits.
pub const HOST_LAYER_S: f64 = 1.2e-3;
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
    gemm_in(gpu, Arithmetic::Bits16, m, n, k, batch)
}

/// [`gemm`] in other numbers; what is multiplied has been converted before.
fn gemm_in(gpu: &Gpu, arithmetic: Arithmetic, m: f64, n: f64, k: f64, batch: f64) -> f64 {
    let (sms, rate) = (sms(gpu.generation), matrix_rate(gpu, arithmetic) * SUSTAINED);
    let compute = TILES
        .iter()
        .map(|&(tile_m, tile_n, share)| {
            let blocks = (m / tile_m).ceil() * (n / tile_n).ceil() * batch;
            let waves = (blocks / sms).ceil();
            waves * 2.0 * tile_m * tile_n * (k + PROLOGUE_K) * sms / (rate * share)
        })
        .fold(f64::INFINITY, f64::min);
    let read = batch * (m * k + k * n) * value_bytes(arithmetic);
    KERNEL_S + compute.max((read + 2.0 * batch * m * n) / hbm(gpu))
}

/// What `batch` products `m × k` by `k × n` read and write once, in 16 bits.
fn product_bytes(m: f64, n: f64, k: f64, batch: f64) -> f64 {
    2.0 * batch * (m * k + k * n + m * n)
}

/// Bytes of a value that is multiplied, its scales not counted.
fn value_bytes(arithmetic: Arithmetic) -> f64 {
    match arithmetic {
        Arithmetic::Bits16 => 2.0,
        Arithmetic::Fp8 | Arithmetic::MxFp8 => 1.0,
        Arithmetic::NvFp4 => 0.5,
    }
}

/// Share of the peak that fp8 products reach where nobody published a measurement: what GB200 reaches, 3,615 of 5,000 TFLOP/s
/// (`hardware/gpu.rs`).
pub const FP8_SHARE: f64 = 0.723;

/// Dense fp4 rate over the dense fp8 rate: 2 on Blackwell, 3 on Blackwell Ultra (Hot Chips 2025, as told by
/// tomshardware.com "Blackwell Ultra's secrets": 10 and 15 PFLOP/s beside 5).
fn fp4_over_fp8(gpu: &Gpu) -> f64 {
    if matches!(gpu.id, "b300-sxm" | "gb300") { 3.0 } else { 2.0 }
}

/// The best matrix rate in those numbers, FLOP/s; that of the next wider numbers where the GPU does not have them.
pub fn matrix_rate(gpu: &Gpu, arithmetic: Arithmetic) -> f64 {
    let fp8 = gpu.fp8_gemm_flops.or(gpu.fp8_flops.map(|peak| peak * FP8_SHARE));
    match (arithmetic, fp8) {
        (Arithmetic::Bits16, _) | (_, None) => gpu.gemm_flops,
        (Arithmetic::NvFp4, Some(fp8)) if gpu.generation == Generation::Blackwell => fp8 * fp4_over_fp8(gpu),
        (_, Some(fp8)) => fp8,
    }
}

/// Seconds of `forward` products given as rows, columns and inner dimension, and of both their gradients' in backward, each
/// `batch` times; with the conversion of what goes into them.
fn linear(gpu: &Gpu, arithmetic: Arithmetic, products: &[[f64; 3]], batch: f64) -> Pass {
    let mut pass = Pass::default();
    for &[m, n, k] in products {
        let moved = product_bytes(m, n, k, batch);
        pass.forward += gemm_in(gpu, arithmetic, m, n, k, batch);
        let weight = gemm_in(gpu, arithmetic, k, n, m, batch);
        pass.backward += gemm_in(gpu, arithmetic, m, k, n, batch) + weight;
        pass.weight += weight;
        pass.forward_bytes += moved;
        pass.backward_bytes += 2.0 * moved;
        if arithmetic != Arithmetic::Bits16 {
            // The input forward and the gradient backward are read in 16 bits and written by rows and by columns: the
            // gradient of the weights multiplies the other way round.
            let of = |values: f64| batch * values * (2.0 + 2.0 * value_bytes(arithmetic));
            pass.forward += of(m * k) / hbm(gpu);
            pass.backward += of(m * n) / hbm(gpu);
            pass.forward_bytes += of(m * k);
            pass.backward_bytes += of(m * n);
        }
    }
    pass
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

impl std::ops::Add for Pass {
    type Output = Pass;

    fn add(self, other: Pass) -> Pass {
        Pass {
            forward: self.forward + other.forward,
            backward: self.backward + other.backward,
            weight: self.weight + other.weight,
            forward_bytes: self.forward_bytes + other.forward_bytes,
            backward_bytes: self.backward_bytes + other.backward_bytes,
        }
    }
}

/// One layer in its parts, without what is computed again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// Queries against keys, and the weighted sum of values.
    pub scores: Pass,
    /// The projections and norms around them.
    pub mixing: Pass,
    /// The MLP or the experts, and what stands around them.
    pub mlp: Pass,
    /// Whether the scores are recomputed anyway by their kernel's backward pass, which is counted in it.
    pub fused: bool,
}

impl Parts {
    /// All of it.
    pub fn whole(&self) -> Pass {
        self.scores + self.mixing + self.mlp
    }
}

/// The parts of a layer of that kind.
pub fn parts(gpu: &Gpu, model: &Model, layout: &Layout, kind: LayerKind) -> Parts {
    let (mixing, mlp) = dense::outside_scores(gpu, model, layout);
    let mlp = if kind.sparse { experts::experts(gpu, model, layout) } else { mlp };
    Parts { scores: attention::scores(gpu, model, layout, kind), mixing, mlp, fused: is_fused(gpu, layout) }
}

/// One dense layer of `model` under `layout`.
pub fn layer(gpu: &Gpu, model: &Model, layout: &Layout) -> Pass {
    let parts = parts(gpu, model, layout, LayerKind { sparse: false, windowed: false });
    let whole = parts.whole();
    let again = match layout.recompute {
        Recompute::None => Pass::default(),
        // A fused kernel keeps no scores: its backward pass recomputes them anyway and is counted so.
        Recompute::Selective if parts.fused => Pass::default(),
        Recompute::Selective => parts.scores,
        Recompute::Full => whole,
    };
    Pass {
        backward: whole.backward + again.forward,
        backward_bytes: whole.backward_bytes + again.forward_bytes,
        ..whole
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

/// Bytes of activations handed from stage to stage for a micro-batch: `b s h` values of 16 bits, by context ways.
pub fn boundary_bytes(model: &Model, layout: &Layout) -> Bytes {
    let tokens = u64::from(layout.micro_batch) * u64::from(model.seq) / u64::from(layout.context);
    Bytes(2 * tokens * u64::from(model.hidden))
}

/// Whether one kernel keeps the scores to itself, in time and in memory.
pub fn is_fused(gpu: &Gpu, layout: &Layout) -> bool {
    match layout.recipe.attention {
        Kernel::ByGpu => !matches!(gpu.generation, Generation::Pascal | Generation::Volta | Generation::Ampere),
        Kernel::Separate => false,
        Kernel::Early | Kernel::Fused => true,
    }
}

/// Tokens of a micro-batch on one GPU.
fn tokens(model: &Model, layout: &Layout) -> f64 {
    f64::from(layout.micro_batch) * f64::from(model.seq) / f64::from(layout.context)
}

#[cfg(test)]
mod tests {
    use kitchen_hardware as hardware;

    use super::*;

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
