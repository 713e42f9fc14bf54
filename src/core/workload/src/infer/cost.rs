//! How long a pass of the model over new tokens takes on one GPU: a roofline for every kernel, as in [`crate::cost`],
//! with what answering adds: thin products, weights stored in fewer bits, and keys and values that are read again.
//!
//! The constants are the same for every model, engine, GPU and published row that they are compared with.

use kitchen_hardware::Gpu;
use kitchen_units::Time;

use super::roofline::Point;
use super::shapes::Shape;
use crate::cost::{FUSED_ATTENTION, HBM_EFFICIENCY, PROLOGUE_K, SUSTAINED, TILES, sms};

/// From the end of one kernel to the full speed of the next that waits for its result: the start, the first bytes' way
/// from memory, and the last blocks running alone. Fitted on the first half of the rows (see [`is_held_back`]).
pub const NEXT_KERNEL_S: f64 = 5e-6;
/// Further tiles for thin products, as [`TILES`], whose shares they carry on: 0.6 for the 32 operations that a tile of 64 by 64
/// does with each value it loads, and less in proportion where a tile does fewer. Derived.
pub const THIN_TILES: [(f64, f64, f64); 3] = [(64.0, 128.0, 0.8), (32.0, 128.0, 0.48), (16.0, 128.0, 0.27)];
/// Stored weights that one streaming multiprocessor turns into 16 bits each second where the matrix units cannot take them as
/// they are: 64 conversions a cycle at 1.4 GHz. Not verified: the table that could be looked up (CUDA C++ Programming Guide,
/// "Throughput of Native Arithmetic Instructions", type conversions) ends at compute capability 7.x, with 16; no copy with 8.0
/// and 9.0 was at hand.
pub const CONVERSIONS_A_SECOND: f64 = 64.0 * 1.4e9;

/// Whether a published row's error was not looked at until the constants stood: those whose id has an odd 64-bit FNV-1a
/// hash. Constants were fitted on the others.
pub fn is_held_back(id: &str) -> bool {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    id.bytes().fold(0xcbf2_9ce4_8422_2325, hash) & 1 == 1
}

/// Bits that weights, keys and values are stored in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// Of the layers' matrices, scales included: 16, 8, 4.5. Embedding and vocabulary projection stay in 16.
    pub weight_bits: f64,
    /// Of cached keys and values.
    pub kv_bits: f64,
}

impl Precision {
    pub const BITS_16: Precision = Precision { weight_bits: 16.0, kv_bits: 16.0 };

    /// Peak and best measured FLOP/s of products in 8 bits, where these weights and this GPU allow them. Where nobody
    /// measured, the ratio that the GPU reaches in 16 bits.
    pub fn fp8(&self, gpu: &Gpu) -> Option<(f64, f64)> {
        let peak = gpu.fp8_flops.filter(|_| self.weight_bits == 8.0)?;
        Some((peak, gpu.fp8_gemm_flops.unwrap_or(peak * gpu.gemm_flops / gpu.peak_flops)))
    }
}

/// What a pass comes to on one GPU, and what its time goes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pass {
    /// Seconds of kernels that wait for the matrix units (or for conversions).
    pub arithmetic: f64,
    /// Seconds of kernels that wait for memory.
    pub memory: f64,
    /// Seconds between kernels.
    pub starts: f64,
    /// Seconds in which tensor-parallel GPUs sum.
    pub meetings: f64,
    /// Floating-point operations. Attention over new tokens is counted in full, not halved for the causal mask, as in training.
    pub flops: f64,
    /// Bytes moved between the GPU and its memory.
    pub bytes: f64,
}

impl Pass {
    pub fn seconds(&self) -> f64 {
        self.arithmetic + self.memory + self.starts + self.meetings
    }

    pub fn time(&self) -> Time {
        Time::from_secs_f64(self.seconds())
    }

    /// Where it lies under the roof.
    pub fn point(&self) -> Point {
        Point { intensity: self.flops / self.bytes, attained: self.flops / self.seconds() }
    }

    pub(super) fn add(&mut self, other: &Pass, times: f64) {
        self.arithmetic += times * other.arithmetic;
        self.memory += times * other.memory;
        self.starts += times * other.starts;
        self.meetings += times * other.meetings;
        self.flops += times * other.flops;
        self.bytes += times * other.bytes;
    }

    /// One kernel, or several that follow each other: it lasts as long as the slower of arithmetic and memory.
    fn kernel(&mut self, compute: f64, flops: f64, bytes: f64, hbm: f64, kernels: f64) {
        let moved = bytes / hbm;
        *(if compute > moved { &mut self.arithmetic } else { &mut self.memory }) += compute.max(moved);
        self.starts += kernels * NEXT_KERNEL_S;
        self.flops += flops;
        self.bytes += bytes;
    }
}

/// One of the GPUs that share the model by tensor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine<'a> {
    pub gpu: &'a Gpu,
    pub shape: &'a Shape,
    pub precision: Precision,
    pub tensor: f64,
}

/// The new tokens of a pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tokens {
    pub sequences: f64,
    /// New ones in each sequence.
    pub new: f64,
    /// Those whose keys and values are there already.
    pub before: f64,
}

impl Machine<'_> {
    /// All layers, and the vocabulary projection for the last token of each sequence. `meeting` is one sum's seconds; there are
    /// two a layer.
    pub(super) fn pass(&self, tokens: &Tokens, meeting: f64) -> Pass {
        let model = &self.shape.model;
        let mut pass = Pass::default();
        pass.add(&self.layer(tokens), f64::from(model.layers));
        self.product(&mut pass, tokens.sequences, f64::from(model.vocab) / self.tensor, f64::from(model.hidden), 16.0);
        pass.meetings = 2.0 * f64::from(model.layers) * meeting;
        pass
    }

    fn layer(&self, tokens: &Tokens) -> Pass {
        let (model, t) = (&self.shape.model, self.tensor);
        let n = tokens.sequences * tokens.new;
        let h = f64::from(model.hidden);
        let (queries, ffn) = (self.shape.queries() as f64 / t, f64::from(model.ffn) / t);
        // Fewer heads of keys than GPUs: each GPU holds one whole.
        let keys = (self.shape.keys() as f64 / t).max(f64::from(self.shape.head));
        let qkv = queries + 2.0 * keys;
        let (wide, gate) = if model.gated { (2.0 * ffn, 6.0) } else { (ffn, 4.0) };
        let mut pass = Pass::default();
        for (columns, inner) in [(qkv, h), (h, queries), (wide, h), (h, ffn)] {
            self.product(&mut pass, n, columns, inner, self.precision.weight_bits);
        }
        // Scores and weighted sum in one kernel; its parts of the context are put together by another.
        let all = tokens.before + tokens.new;
        let flops = 4.0 * n * all * queries;
        let cached = tokens.sequences * all * 2.0 * keys * self.precision.kv_bits / 8.0;
        let rate = self.gpu.gemm_flops * SUSTAINED * FUSED_ATTENTION;
        pass.kernel(flops / rate, flops, cached + 4.0 * n * queries, self.hbm(), 2.0);
        // Two norms with the addition before them (read and write two values of 2 bytes), the rotation of queries and keys (read
        // and write), the new keys and values into the cache, the activation (read one or two, write one).
        let stream = n * (16.0 * h + 4.0 * qkv + 2.0 * keys * self.precision.kv_bits / 8.0 + gate * ffn);
        pass.kernel(0.0, 0.0, stream, self.hbm(), 5.0);
        pass
    }

    /// A product of `m` tokens with a matrix of `k × n` weights stored in `bits`.
    fn product(&self, pass: &mut Pass, m: f64, n: f64, k: f64, bits: f64) {
        let sms = sms(self.gpu.generation);
        let fp8 = self.precision.fp8(self.gpu).filter(|_| bits == 8.0);
        let rate = fp8.map_or(self.gpu.gemm_flops, |(_, measured)| measured) * SUSTAINED;
        let mut best = (f64::INFINITY, 1.0);
        for (tile_m, tile_n, share) in TILES.into_iter().chain(THIN_TILES) {
            let blocks = (m / tile_m).ceil() * (n / tile_n).ceil();
            // Too few blocks for all multiprocessors are cut along the inner dimension; one more kernel adds the parts up.
            let (waves, kernels) = if blocks < sms { (blocks / sms, 2.0) } else { ((blocks / sms).ceil(), 1.0) };
            let seconds = waves * 2.0 * tile_m * tile_n * (k + PROLOGUE_K) * sms / (rate * share);
            if seconds < best.0 {
                best = (seconds, kernels);
            }
        }
        if bits < 16.0 && fp8.is_none() {
            // What is converted is at hand in the vector units, which multiply it for one token in the time of a conversion:
            // for a few tokens that is sooner than filling a tile.
            let converted = n * k / (sms * CONVERSIONS_A_SECOND);
            pass.arithmetic += converted;
            best.0 = best.0.min(m * converted);
        }
        let (compute, kernels) = best;
        pass.kernel(compute, 2.0 * m * n * k, n * k * bits / 8.0 + 2.0 * m * (n + k), self.hbm(), kernels);
    }

    fn hbm(&self) -> f64 {
        self.gpu.hbm_rate.as_bytes_per_s() * HBM_EFFICIENCY
    }
}
