//! GPUs: memory, peak and best measured matrix rate.

use kitchen_units::{Bytes, Rate};

use super::efficiency;
use super::generation::Generation;
use super::link::{nvlink, xgmi};
use super::source::{Source, cite};

/// One GPU of the catalogue. FLOP/s are dense (no sparsity), bf16 where the GPU has it, else fp16.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gpu {
    /// Stable id, such as `h100-sxm`.
    pub id: &'static str,
    /// Name as sold.
    pub name: &'static str,
    /// Whose tuning tables hold for it.
    pub generation: Generation,
    /// Memory, decimal gigabytes as sold.
    pub hbm: Bytes,
    /// Memory bandwidth of the data sheet.
    pub hbm_rate: Rate,
    /// Peak dense rate of the data sheet, FLOP/s.
    pub peak_flops: f64,
    /// The best matrix product measured, FLOP/s.
    pub gemm_flops: f64,
    /// Peak dense fp8 rate, FLOP/s, where the GPU has it.
    pub fp8_flops: Option<f64>,
    /// The best fp8 matrix product measured, FLOP/s.
    pub fp8_gemm_flops: Option<f64>,
    /// Memory bandwidth measured by streaming kernels, lowest and highest, TB/s.
    pub hbm_stream_tb_per_s: Option<(f64, f64)>,
    /// Link generation (see [`super::nvlink`]); 0 where it has none or not in this form.
    pub nvlink: u8,
    /// Whether its NVLink is a bridge between two cards.
    pub bridged: bool,
    /// Where the figures above come from.
    pub sources: GpuSources,
}

/// Where each figure of a [`Gpu`] comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuSources {
    /// Of [`Gpu::hbm`].
    pub hbm: Source,
    /// Of [`Gpu::hbm_rate`].
    pub hbm_rate: Source,
    /// Of [`Gpu::peak_flops`] and [`Gpu::fp8_flops`].
    pub peak_flops: Source,
    /// Of [`Gpu::gemm_flops`]; [`Verified::Derived`](super::Verified::Derived) where nobody published a measurement.
    pub gemm_flops: Source,
}

const READ: Source = Source::read(cite::STAS_COMPUTE);
const VOLTA: Source = Source::secondary("gamersnexus.net, 16 V100s of 2,000 TFLOP/s in a DGX-2; koenli.com, 900 GB/s");
const FROM_A100: Source = Source::derived("A100's measured ratio 0.869 of the peak");
const FROM_H100: Source = Source::derived("the same chip as H100 SXM: its measured 794.5 TFLOP/s");
const FROM_GB200: Source = Source::derived("GB200's measured ratio 0.729 of the peak");
const FROM_MI300X: Source = Source::derived("MI300X's measured ratio 0.51 of the peak");

pub(super) const fn sources(sheet: Source, gemm: Source) -> GpuSources {
    GpuSources { hbm: sheet, hbm_rate: sheet, peak_flops: sheet, gemm_flops: gemm }
}

pub(super) const fn entry(
    id: &'static str,
    name: &'static str,
    generation: Generation,
    nvlink: u8,
    [hbm_gb, hbm_tb_per_s, peak_tflops, gemm_tflops, fp8_tflops, fp8_gemm_tflops]: [f64; 6],
    hbm_stream_tb_per_s: Option<(f64, f64)>,
    sources: GpuSources,
) -> Gpu {
    Gpu {
        id,
        name,
        generation,
        hbm: Bytes((hbm_gb * 1e9) as u64),
        hbm_rate: Rate::gb_per_s(hbm_tb_per_s * 1e3),
        peak_flops: peak_tflops * 1e12,
        gemm_flops: gemm_tflops * 1e12,
        fp8_flops: if fp8_tflops > 0.0 { Some(fp8_tflops * 1e12) } else { None },
        fp8_gemm_flops: if fp8_gemm_tflops > 0.0 { Some(fp8_gemm_tflops * 1e12) } else { None },
        hbm_stream_tb_per_s,
        nvlink,
        bridged: false,
        sources,
    }
}

/// Every GPU known, oldest first.
#[rustfmt::skip]
pub static GPUS: &[Gpu] = &[
    //                                                            HBM GB, TB/s, peak, best GEMM, fp8 peak, best fp8 GEMM TFLOP/s
    entry("p100-sxm2", "P100 SXM2", Generation::Pascal, 1, [16.0, 0.732, 21.2, 18.4, 0.0, 0.0], None, sources(Source::secondary("sysrqmts.com, Tesla P100 SXM2"), FROM_A100)),
    entry("v100-sxm2", "V100 SXM2", Generation::Volta, 2, [32.0, 0.9, 125.0, 108.6, 0.0, 0.0], None, sources(VOLTA, FROM_A100)),
    entry("v100-sxm3", "V100 SXM3", Generation::Volta, 2, [32.0, 0.9, 125.0, 108.6, 0.0, 0.0], None, sources(VOLTA, FROM_A100)),
    entry("a100-pcie", "A100 80GB PCIe", Generation::Ampere, 0, [80.0, 1.935, 312.0, 271.2, 0.0, 0.0], None, sources(Source::secondary("koenli.com, data-sheet figures of GPUs"), FROM_A100)),
    entry("a100-sxm", "A100 80GB SXM", Generation::Ampere, 3, [80.0, 2.0, 312.0, 271.2, 0.0, 0.0], Some((1.61, 1.75)), sources(READ, READ)),
    entry("h100-sxm", "H100 SXM", Generation::Hopper, 4, [80.0, 3.35, 989.0, 794.5, 1979.0, 1402.6], Some((2.90, 3.18)), sources(READ, READ)),
    entry("h200-sxm", "H200 SXM", Generation::Hopper, 4, [141.0, 4.8, 989.0, 794.5, 1979.0, 1453.0], Some((4.0, 4.48)), sources(READ, FROM_H100)),
    entry("gh200", "GH200", Generation::Hopper, 4, [96.0, 4.0, 989.0, 828.6, 0.0, 0.0], None, sources(READ, READ)),
    entry("b200-sxm", "B200", Generation::Blackwell, 5, [180.0, 8.0, 2250.0, 1745.0, 4500.0, 3432.0], None, sources(READ, READ)),
    entry("gb200", "GB200", Generation::Blackwell, 5, [186.0, 8.0, 2500.0, 1822.0, 5000.0, 3615.0], None, sources(READ, READ)),
    entry("b300-sxm", "B300", Generation::Blackwell, 5, [288.0, 8.0, 2250.0, 1769.0, 4500.0, 0.0], None, sources(READ, READ)),
    entry("gb300", "GB300", Generation::Blackwell, 5, [288.0, 8.0, 2500.0, 1822.0, 5000.0, 0.0], None, sources(READ, FROM_GB200)),
    entry("rubin", "Rubin", Generation::Rubin, 6, [288.0, 22.0, 4000.0, 2916.0, 17500.0, 0.0], None, sources(READ, FROM_GB200)),
    entry("mi300x", "MI300X", Generation::Cdna3, 0, [192.0, 5.3, 1300.0, 668.0, 2610.0, 0.0], None, sources(READ, READ)),
    entry("mi355x", "MI355X", Generation::Cdna4, 0, [288.0, 8.0, 2500.0, 1275.0, 5000.0, 0.0], None, sources(READ, FROM_MI300X)),
];

/// Places in [`GPUS`] that presets name (a test holds them to the ids).
pub mod place {
    pub const P100_SXM2: usize = 0;
    pub const V100_SXM2: usize = 1;
    pub const V100_SXM3: usize = 2;
    pub const A100_PCIE: usize = 3;
    pub const A100_SXM: usize = 4;
    pub const H100_SXM: usize = 5;
    pub const H200_SXM: usize = 6;
    pub const GH200: usize = 7;
    pub const B200_SXM: usize = 8;
    pub const GB200: usize = 9;
    pub const B300: usize = 10;
    pub const GB300: usize = 11;
    pub const RUBIN: usize = 12;
    pub const MI300X: usize = 13;
    pub const MI355X: usize = 14;
}

impl Gpu {
    /// One of its links straight to another GPU or to a switch chip, one way, GB/s: as sold, and what kernels move.
    /// `None` where it has PCIe alone.
    pub fn peer_link(&self) -> Option<(f64, f64)> {
        if let Some(link) = nvlink(self.nvlink) {
            let share = if self.bridged { efficiency::BRIDGE } else { 1.0 };
            return Some((link.link_gb_per_s, link.payload_gb_per_s * share));
        }
        xgmi(self.generation).map(|link| (link.link_gb_per_s, link.payload_gb_per_s))
    }
}

/// The GPU with that id.
pub fn gpu(id: &str) -> Option<&'static Gpu> {
    GPUS.iter().find(|gpu| gpu.id == id)
}
