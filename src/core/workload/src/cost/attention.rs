//! Scores, softmax with dropout, and the weighted sum of values.

use kitchen_hardware::{Generation, Gpu};

use super::{
    AMPERE_CODE, EARLY_FUSED, FUSED_ATTENTION, FUSED_BACKWARD, KERNEL_S, Pass, gemm, is_fused, product_bytes,
    streaming, sustained, tokens,
};
use crate::layout::{Kernel, Layout};
use crate::model::{LayerKind, Model};

/// Queries that a fused kernel takes at a time; of the keys just at the mask's edge it computes half in vain
/// (arXiv:2307.08691 section 3.3).
const TILE: f64 = 128.0;

/// What a fused kernel computes in a second, forward and backward.
fn rates(gpu: &Gpu, kernel: Kernel) -> [f64; 2] {
    let best = sustained(gpu) * FUSED_ATTENTION;
    match kernel {
        Kernel::ByGpu | Kernel::Separate => [best, best],
        Kernel::Fused => [best, best * FUSED_BACKWARD],
        Kernel::Early => {
            let is_older = matches!(gpu.generation, Generation::Pascal | Generation::Volta | Generation::Ampere);
            let share = if is_older { 1.0 } else { AMPERE_CODE };
            EARLY_FUSED.map(|early| gpu.peak_flops * early * share)
        }
    }
}

/// The kernels between the projections of one layer. With context ways each GPU has its part of the queries against all
/// keys, which come round in turn.
pub(super) fn scores(gpu: &Gpu, model: &Model, layout: &Layout, kind: LayerKind) -> Pass {
    let (s, back) = (f64::from(model.seq), f64::from(model.looks_back(kind)));
    let (queries, values) = (f64::from(model.head_width()), f64::from(model.value_width()));
    let batch = f64::from(layout.micro_batch) * f64::from(model.heads) / f64::from(layout.tensor);
    if is_fused(gpu, layout) {
        // Keys that a query meets on average: half of them and the mask's edge where the kernel skips what is hidden.
        let met = match layout.recipe.attention {
            Kernel::Fused | Kernel::Early if back < s => (back + TILE).min(f64::midpoint(s, TILE)),
            Kernel::Fused | Kernel::Early => f64::midpoint(s, TILE).min(s),
            Kernel::ByGpu | Kernel::Separate => back,
        };
        let flops = 2.0 * batch * s / f64::from(layout.context) * met * (queries + values);
        let [forward, backward] = rates(gpu, layout.recipe.attention);
        // Queries, keys, values and the result; backward reads them with the result's gradient and writes three gradients.
        let columns = model.qkv() as f64 + model.results() as f64;
        let bytes = 2.0 * tokens(model, layout) * columns / f64::from(layout.tensor);
        // The backward pass has five products where the forward pass has two.
        return Pass {
            forward: KERNEL_S + flops / forward,
            backward: 2.0 * KERNEL_S + 2.5 * flops / backward,
            weight: 0.0,
            forward_bytes: bytes,
            backward_bytes: 2.0 * bytes,
        };
    }
    let rows = s / f64::from(layout.context);
    let products = gemm(gpu, rows, s, queries, batch) + gemm(gpu, rows, values, s, batch);
    let scores = batch * rows * s;
    let moved = product_bytes(rows, s, queries, batch) + product_bytes(rows, values, s, batch);
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
