//! A mixture of experts: the router, handing tokens out and back, and the experts' own products.

use kitchen_hardware::Gpu;

use super::dense::{between, mlp};
use super::{KERNEL_S, PROLOGUE_K, Pass, TILES, hbm, linear, sms, sustained, tokens};
use crate::layout::{Arithmetic, Layout};
use crate::model::Model;

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
    // A GPU that holds all experts has its own tokens' work, whoever is asked for.
    let busiest = if layout.expert > 1 { f64::from(layout.recipe.imbalance) / 100.0 } else { 1.0 };
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

/// Seconds of a part of a layer, there and back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seconds {
    /// The forward pass.
    pub forward: f64,
    /// The gradients of inputs and weights.
    pub backward: f64,
}

/// Seconds of what stands around one GPU's experts: the norm and the residual addition, the router, the copies of its own tokens handed
/// out and taken back, and the part that every token goes through.
pub fn beside_experts(gpu: &Gpu, model: &Model, layout: &Layout) -> Seconds {
    let Some(experts) = model.experts else { return Seconds::default() };
    let (n, h, t) =
        (tokens(model, layout) / f64::from(layout.tensor), f64::from(model.hidden), f64::from(layout.tensor));
    let count = f64::from(experts.count);
    let router = linear(gpu, Arithmetic::Bits16, &[[n, count, h]], 1.0);
    let moved = 11.0 * n * h + 16.0 * n * count + 2.0 * h * (2.0 * n + 2.0 * tokens_handed_out(model, layout));
    let whole = router + between(gpu, moved, [8.0, 8.0], 0.0) + mlp(gpu, model, layout, f64::from(experts.shared) / t);
    Seconds { forward: whole.forward, backward: whole.backward }
}

/// Seconds of one GPU's experts in 16 bits, each with tokens of its own: what came is sorted by expert, and each product is one
/// kernel for all of them.
///
/// # Arguments
/// * `loads`: the tokens of each expert.
pub fn own_experts(gpu: &Gpu, model: &Model, loads: &[f64]) -> Seconds {
    let Some(experts) = model.experts else { return Seconds::default() };
    let (h, width) = (f64::from(model.hidden), f64::from(experts.width));
    let wide = if model.gated { 2.0 * width } else { width };
    let received: f64 = loads.iter().sum();
    let moved = 2.0 * h * 2.0 * received + 4.0 * received * wide;
    let rest = between(gpu, moved, [3.0, 3.0], loads.len() as f64 * model.expert_weights() as f64);
    let forward = grouped(gpu, loads, wide, h) + grouped(gpu, loads, h, width);
    // Each product forward has two behind it: the gradient of its input, and that of its weights.
    let inputs = grouped(gpu, loads, h, wide) + grouped(gpu, loads, width, h);
    let weights = grouped_inner(gpu, loads, h, wide) + grouped_inner(gpu, loads, width, h);
    Seconds { forward: forward + rest.forward, backward: inputs + weights + rest.backward }
}

/// Seconds of products `m × k` by `k × n` with an `m` for each, in one kernel: the tiles of all share the waves. With equal `m`
/// it is [`super::gemm`].
fn grouped(gpu: &Gpu, rows: &[f64], n: f64, k: f64) -> f64 {
    let (sms, rate) = (sms(gpu.generation), sustained(gpu));
    let time = |&(tile_m, tile_n, share): &(f64, f64, f64)| {
        let blocks = rows.iter().map(|m| (m / tile_m).ceil()).sum::<f64>() * (n / tile_n).ceil();
        (blocks / sms).ceil() * 2.0 * tile_m * tile_n * (k + PROLOGUE_K) * sms / (rate * share)
    };
    let compute = TILES.iter().map(time).fold(f64::INFINITY, f64::min);
    let (all, used) = (rows.iter().sum::<f64>(), rows.iter().filter(|&&m| m > 0.0).count() as f64);
    KERNEL_S + compute.max(2.0 * (all * (k + n) + used * k * n) / hbm(gpu))
}

/// The same of products `m × k` by `k × n` with a `k` for each; tiles of different depth are spread evenly over the waves.
fn grouped_inner(gpu: &Gpu, inner: &[f64], m: f64, n: f64) -> f64 {
    let (sms, rate) = (sms(gpu.generation), sustained(gpu));
    let (all, used) = (inner.iter().sum::<f64>(), inner.iter().filter(|&&k| k > 0.0).count() as f64);
    let time = |&(tile_m, tile_n, share): &(f64, f64, f64)| {
        let waves = (used * (m / tile_m).ceil() * (n / tile_n).ceil() / sms).ceil();
        waves * 2.0 * tile_m * tile_n * (all / used.max(1.0) + PROLOGUE_K) * sms / (rate * share)
    };
    let compute = TILES.iter().map(time).fold(f64::INFINITY, f64::min);
    KERNEL_S + compute.max(2.0 * (all * (m + n) + used * m * n) / hbm(gpu))
}

#[cfg(test)]
mod tests {
    use kitchen_hardware as hardware;

    use super::super::{gemm, parts};
    use super::*;
    use crate::model::{LayerKind, published};

    /// With even loads the parts are the layer's sparse part.
    fn check(id: &str, ways: u32) {
        let (gpu, model) = (hardware::gpu("h100-sxm").unwrap(), published::model(id).unwrap());
        let layout = Layout { expert: ways, data: ways, global_batch: ways, ..Layout::ONE };
        let whole = parts(gpu, model, &layout, LayerKind { sparse: true, windowed: false }).mlp;
        let here = model.experts.unwrap().count / ways;
        let each = tokens_handed_out(model, &layout) / f64::from(here);
        let (beside, own) = (beside_experts(gpu, model, &layout), own_experts(gpu, model, &vec![each; here as usize]));
        for (sum, whole) in
            [(beside.forward + own.forward, whole.forward), (beside.backward + own.backward, whole.backward)]
        {
            assert!((sum / whole - 1.0).abs() < 1e-9, "{id} {ways}: {sum} {whole}");
        }
    }

    #[test]
    fn parts_with_even_loads_are_the_layer() {
        check("mixtral-8x7b", 8);
        check("mixtral-8x22b", 4);
        check("gpt-oss-20b", 8);
        check("deepseek-v3", 64);
    }

    #[test]
    fn equal_products_in_a_group_are_a_batch() {
        let gpu = hardware::gpu("h100-sxm").unwrap();
        for (m, batch) in [(100.0, 4), (4096.0, 8), (1.0, 32)] {
            let (group, alone) =
                (grouped(gpu, &vec![m; batch], 2048.0, 768.0), gemm(gpu, m, 2048.0, 768.0, batch as f64));
            assert!((group / alone - 1.0).abs() < 1e-12, "{m} {batch}");
            let (group, alone) =
                (grouped_inner(gpu, &vec![m; batch], 2048.0, 768.0), gemm(gpu, 2048.0, 768.0, m, batch as f64));
            assert!((group / alone - 1.0).abs() < 1e-12, "{m} {batch}");
        }
    }
}
