//! GPUs that no chapter stands in: the command line knows their systems. Apart from [`super::GPUS`] so that the page does
//! not carry them.

use super::generation::Generation;
use super::gpu::{Gpu, entry, sources};
use super::source::Source;

const HOPPER: Source = Source::derived("H100 SXM's measured ratio 0.803 of the peak");
const AMPERE: Source = Source::derived("A100's measured ratio 0.869 of the peak");
const CDNA: Source = Source::derived("MI300X's measured ratio 0.51 of the peak");

const SHEETS: Source = Source::secondary("koenli.com, data-sheet figures of GPUs");
const PCIE_HOPPER: Source = Source::secondary("hpctech.co.jp, NVIDIA H100");

const fn card(gpu: Gpu) -> Gpu {
    Gpu { bridged: true, ..gpu }
}

/// GPUs beside the main catalogue, by vendor and age.
#[rustfmt::skip]
pub static FURTHER_GPUS: &[Gpu] = &[
    //                                                             HBM GB, TB/s, peak, best GEMM, fp8 peak, best fp8 GEMM TFLOP/s
    entry("v100-pcie", "V100 PCIe", Generation::Volta, 0, [32.0, 0.9, 112.0, 97.3, 0.0, 0.0], None, sources(Source::secondary("hardwaretimes.com, A100 PCIe beside V100"), AMPERE)),
    card(entry("a100-pcie-bridged", "A100 80GB PCIe, bridged", Generation::Ampere, 3, [80.0, 1.935, 312.0, 271.2, 0.0, 0.0], None, sources(SHEETS, AMPERE))),
    entry("a800-sxm", "A800 SXM", Generation::Ampere, 3, [80.0, 2.0, 312.0, 271.2, 0.0, 0.0], None, sources(Source::derived("as A100 SXM, but for NVLink"), AMPERE)),
    entry("l40s", "L40S", Generation::Ampere, 0, [48.0, 0.864, 362.0, 314.6, 733.0, 0.0], None, sources(Source::secondary("NVIDIA L40S data sheet, by hmc-tech.com and topcpu.net"), AMPERE)),
    entry("h100-pcie", "H100 PCIe", Generation::Hopper, 0, [80.0, 2.0, 756.0, 607.1, 1513.0, 0.0], None, sources(PCIE_HOPPER, HOPPER)),
    card(entry("h100-pcie-bridged", "H100 PCIe, bridged", Generation::Hopper, 4, [80.0, 2.0, 756.0, 607.1, 1513.0, 0.0], None, sources(PCIE_HOPPER, HOPPER))),
    card(entry("h100-nvl", "H100 NVL, bridged", Generation::Hopper, 4, [94.0, 3.9, 835.0, 670.5, 1671.0, 0.0], None, sources(SHEETS, HOPPER))),
    entry("h20-sxm", "H20 SXM", Generation::Hopper, 4, [96.0, 4.0, 148.0, 118.8, 296.0, 0.0], None, sources(Source::secondary("zangshuxian.com; matrixorigin.io, H20"), HOPPER)),
    entry("h800-sxm", "H800 SXM", Generation::Hopper, 4, [80.0, 3.35, 989.0, 794.5, 1979.0, 0.0], None, sources(Source::derived("as H100 SXM, but for NVLink"), HOPPER)),
    card(entry("h200-nvl", "H200 NVL, bridged", Generation::Hopper, 4, [141.0, 4.8, 835.0, 670.5, 1671.0, 0.0], None, sources(SHEETS, HOPPER))),
    card(entry("rtx-a6000", "RTX A6000, bridged", Generation::Ampere, 3, [48.0, 0.768, 155.0, 134.7, 0.0, 0.0], None, sources(Source::secondary("hyperstack.cloud; sipoch.com, RTX A6000"), AMPERE))),
    entry("mi250x", "MI250X, one of its two chips", Generation::Cdna2, 0, [64.0, 1.6, 191.5, 97.7, 0.0, 0.0], None, sources(Source::secondary("zexron.com, half of an MI250X"), CDNA)),
    entry("rtx-5090", "RTX 5090", Generation::Blackwell, 0, [32.0, 1.792, 209.5, 168.2, 419.0, 0.0], None, sources(Source::derived("680 tensor cores of 128 FLOP a cycle at 2.407 GHz; 512 bits at 28 Gbit/s"), HOPPER)),
    entry("rtx-6000d", "RTX 6000D", Generation::Blackwell, 0, [84.0, 1.4, 148.0, 118.8, 296.0, 0.0], None, sources(Source::derived("28 chips of 3 GB, 448 bits at 25 Gbit/s; its peak is assumed to be H20's"), HOPPER)),
    entry("mi300a", "MI300A", Generation::Cdna3, 0, [128.0, 5.3, 980.6, 500.1, 1961.2, 0.0], None, sources(Source::derived("228 of MI300X's 304 compute units, the same memory rate"), CDNA)),
entry("mi325x", "MI325X", Generation::Cdna3, 0, [256.0, 6.0, 1300.0, 668.0, 2610.0, 0.0], None, sources(Source::derived("MI300X's compute units; memory: wiaix.com"), CDNA)),
    // GeForce cards sum in 32 bits at half the rate: twice their 32-bit rate rather than four times.
    entry("rtx-3090", "RTX 3090", Generation::Ampere, 0, [24.0, 0.936, 71.2, 61.9, 0.0, 0.0], None, sources(Source::derived("cuttingedgegamer.com: 936 GB/s, 35.58 TFLOP/s in 32 bits, twice that with tensor cores as RTX 3090 Ti"), AMPERE)),
    entry("rtx-3090-ti", "RTX 3090 Ti", Generation::Ampere, 0, [24.0, 1.008, 80.0, 69.5, 0.0, 0.0], None, sources(Source::secondary("hmc-tech.com, RTX 3090 Ti; techgoing.com, its memory rate is RTX 4090's"), AMPERE)),
    entry("rtx-4090", "RTX 4090", Generation::Ampere, 0, [24.0, 1.008, 165.2, 143.6, 330.3, 0.0], None, sources(Source::secondary("waredb.com, RTX 4090"), AMPERE)),
    entry("rtx-5000-ada", "RTX 5000 Ada", Generation::Ampere, 0, [32.0, 0.576, 256.6, 223.0, 513.2, 0.0], None, sources(Source::derived("12,800 of RTX 6000 Ada's 18,176 cores; 256 bits at 18 Gbit/s"), AMPERE)),
    entry("rtx-6000-ada", "RTX 6000 Ada", Generation::Ampere, 0, [48.0, 0.960, 364.4, 316.7, 728.8, 0.0], None, sources(Source::derived("grafikkarten.com: 960 GB/s, 91.1 TFLOP/s in 32 bits; four and eight times that with tensor cores as L40S"), AMPERE)),
    entry("a40", "A40", Generation::Ampere, 0, [48.0, 0.696, 149.7, 130.1, 0.0, 0.0], None, sources(Source::secondary("hmc-tech.com, A40; sysrqmts.com, 695.8 GB/s"), AMPERE)),
    entry("a10g", "A10G", Generation::Ampere, 0, [24.0, 0.600, 62.5, 54.3, 0.0, 0.0], None, sources(Source::derived("baseten.co: A10's memory, 600 GB/s; its peak is assumed to be half of A10's"), AMPERE)),
];

/// Places in [`FURTHER_GPUS`] (a test holds them to the ids), for the systems that are made of them.
pub mod place {
    pub const V100_PCIE: usize = 0;
    pub const A100_BRIDGED: usize = 1;
    pub const A800: usize = 2;
    pub const L40S: usize = 3;
    pub const H100_PCIE: usize = 4;
    pub const H100_BRIDGED: usize = 5;
    pub const H100_NVL: usize = 6;
    pub const H20: usize = 7;
    pub const H800: usize = 8;
    pub const H200_NVL: usize = 9;
    pub const RTX_A6000: usize = 10;
    pub const MI250X: usize = 11;
    pub const RTX_5090: usize = 12;
    pub const RTX_6000D: usize = 13;
    pub const MI300A: usize = 14;
    pub const MI325X: usize = 15;
}
