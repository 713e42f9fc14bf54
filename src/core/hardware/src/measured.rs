//! What others measured on this hardware, for the pages that compare and for checks. The simulation takes its constants
//! from [`super::efficiency`] and the catalogue, not from here.

use super::source::{Source, cite};

/// A measured rate, GB/s: lowest and highest of what the document gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// What was measured.
    pub id: &'static str,
    /// The lowest, or the only one.
    pub low_gb_per_s: f64,
    /// The highest.
    pub high_gb_per_s: f64,
    /// Who measured it.
    pub source: Source,
}

const STAS: Source = Source::read(cite::STAS_NETWORK);
const H100: Source = Source::read(cite::H100_REPORT);
const OCI: Source = Source::read(cite::OCI);
const RTX: Source = Source::read("public open-gpu-kernel-modules fork README (nccl 2.29.7)");

const fn rate(id: &'static str, low_gb_per_s: f64, high_gb_per_s: f64, source: Source) -> Measured {
    Measured { id, low_gb_per_s, high_gb_per_s, source }
}

/// Measured rates, NVLink first, then PCIe, chip-to-chip and hosts.
pub static MEASURED: &[Measured] = &[
    rate("a100-pair-one-way", 274.0, 274.0, STAS),
    rate("h100-pair-copy-one-way", 395.1, 397.5, H100),
    rate("h100-pair-kernel-one-way", 365.0, 394.0, H100),
    rate("h100-pair-both-ways", 738.0, 775.0, H100),
    rate("gb200-pair-copy-one-way", 768.0, 768.0, OCI),
    rate("gb300-pair-copy-one-way", 768.6, 775.9, OCI),
    rate("gb300-pair-copy-both-ways", 1527.5, 1527.5, OCI),
    rate("h200-8-all-reduce-without-and-with-nvls", 367.61, 482.26, STAS),
    rate("a100-8-all-reduce", 234.89, 234.89, STAS),
    rate("rtx5090-pair-both-ways", 111.0, 111.0, RTX),
    rate("rtx5090-8-all-reduce", 45.5, 45.5, RTX),
    rate("h100-pair-through-host", 37.0, 37.0, H100),
    rate("gb300-c2c-shared-host-to-gpu", 211.5, 211.5, OCI),
    rate("gb300-c2c-shared-gpu-to-host", 193.5, 193.5, OCI),
    rate("gb300-c2c-alone-host-to-gpu", 359.0, 359.0, STAS),
    rate("gb300-c2c-alone-gpu-to-host", 377.0, 377.0, STAS),
    rate("ndr-card-nccl", 46.0, 49.0, Source::read(cite::NCCL_TESTS_267)),
    rate("hdr-card-write", 24.575, 24.575, Source::read(cite::AZURE_RDMA)),
    rate("gb300-local-copy", 3312.0, 3312.0, OCI),
    rate("xeon-8462y-stream-local", 151.0, 173.0, H100),
    rate("xeon-8462y-stream-remote", 101.0, 101.0, H100),
];

/// The measurement with that id.
pub fn measured(id: &str) -> Option<&'static Measured> {
    MEASURED.iter().find(|measured| measured.id == id)
}
