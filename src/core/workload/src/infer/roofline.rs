//! The roofline (Williams, Waterman, Patterson 2009): what a GPU can do with each byte that its memory hands it.

use kitchen_hardware::Gpu;

use super::Precision;

/// A GPU's roof, by its data sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roofline {
    /// Dense FLOP/s of the matrix units in the arithmetic's precision.
    pub peak: f64,
    /// Bytes a second of the memory.
    pub bandwidth: f64,
}

/// What a piece of work makes of the roof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Arithmetic intensity: FLOPs for each byte moved.
    pub intensity: f64,
    /// FLOP/s attained.
    pub attained: f64,
}

impl Roofline {
    pub fn of(gpu: &Gpu, precision: &Precision) -> Roofline {
        let peak = precision.fp8(gpu).map_or(gpu.peak_flops, |(peak, _)| peak);
        Roofline { peak, bandwidth: gpu.hbm_rate.as_bytes_per_s() }
    }

    /// FLOPs a byte at which the slope meets the flat: below, work waits for memory; above, for arithmetic.
    pub fn ridge(&self) -> f64 {
        self.peak / self.bandwidth
    }

    /// The most FLOP/s at that intensity.
    pub fn roof(&self, intensity: f64) -> f64 {
        self.peak.min(intensity * self.bandwidth)
    }
}
