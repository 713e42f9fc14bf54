//! Networks between servers: rates, cards, switch chips, and the latencies measured along the way.

use kitchen_units::{Rate, Time};

use super::source::{Source, cite};

/// A rate at which network ports are sold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkRate {
    /// As sold.
    pub name: &'static str,
    /// One port one way.
    pub gbit_per_s: u32,
    /// From port to port through one switch, where it was found.
    pub switch_latency: Option<Time>,
    /// Where the figures come from.
    pub source: Source,
}

const STAS: Source = Source::read(cite::STAS_NETWORK);
const COUNTED: Source = Source::read(cite::ARITHMETIC);

const fn rate(name: &'static str, gbit_per_s: u32, switch_ns: u64, source: Source) -> NetworkRate {
    let switch_latency = if switch_ns > 0 { Some(Time::from_ns(switch_ns)) } else { None };
    NetworkRate { name, gbit_per_s, switch_latency, source }
}

/// InfiniBand, four lanes.
pub static INFINIBANDS: &[NetworkRate] = &[
    rate("EDR", 100, 500, STAS),
    rate("HDR", 200, 600, STAS),
    rate("NDR", 400, 0, STAS),
    rate("XDR", 800, 0, STAS),
    rate("GDR", 1600, 0, STAS),
];

/// Ethernet.
pub static ETHERNETS: &[NetworkRate] = &[
    rate("100GbE", 100, 0, COUNTED),
    rate("200GbE", 200, 0, COUNTED),
    rate("400GbE", 400, 0, COUNTED),
    rate("800GbE", 800, 0, COUNTED),
];

/// A network card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nic {
    /// As sold.
    pub name: &'static str,
    /// The port's rate one way.
    pub gbit_per_s: u32,
    /// What collectives get out of it one way, GB/s.
    pub measured_gb_per_s: Option<f64>,
    /// Of the measurement; of the rate where there is none.
    pub source: Source,
}

/// Cards, with what was measured through them.
pub static NICS: &[Nic] = &[
    Nic { name: "ConnectX-5", gbit_per_s: 100, measured_gb_per_s: Some(12.0), source: Source::read(cite::NCCL) },
    Nic { name: "ConnectX-6", gbit_per_s: 200, measured_gb_per_s: Some(23.5), source: Source::read(cite::SIMAI) },
    Nic {
        name: "ConnectX-7",
        gbit_per_s: 400,
        measured_gb_per_s: Some(48.5),
        source: Source::read(cite::NCCL_TESTS_267),
    },
    Nic { name: "ConnectX-8", gbit_per_s: 800, measured_gb_per_s: None, source: STAS },
    Nic { name: "ConnectX-9", gbit_per_s: 1600, measured_gb_per_s: None, source: STAS },
    Nic { name: "EFA v4", gbit_per_s: 400, measured_gb_per_s: Some(36.9), source: STAS },
];

/// What a card sold as `gbit_per_s` carries one way: measured where it was, else in the ConnectX-7's ratio (48.5/50).
pub fn nic_rate(gbit_per_s: u32) -> Rate {
    let measured = NICS[..5].iter().find(|nic| nic.gbit_per_s == gbit_per_s).and_then(|nic| nic.measured_gb_per_s);
    Rate::gb_per_s(measured.unwrap_or(f64::from(gbit_per_s) / 8.0 * super::efficiency::NIC))
}

/// A switch chip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asic {
    /// Name as sold.
    pub name: &'static str,
    /// One way, Tbit/s.
    pub tbit_per_s: f64,
    /// From port to port, where it was found.
    pub latency: Option<Time>,
    /// Where the figures come from.
    pub source: Source,
}

const fn asic(name: &'static str, tbit_per_s: f64, latency_ns: u64, source: Source) -> Asic {
    let latency = if latency_ns > 0 { Some(Time::from_ns(latency_ns)) } else { None };
    Asic { name, tbit_per_s, latency, source }
}

// Switch chips by name: one that is mistyped does not compile.
pub const TOMAHAWK_4: Asic = asic("Tomahawk 4", 25.6, 0, Source::derived("64 ports of 400 Gbit/s"));
pub const TOMAHAWK_5: Asic = asic("Tomahawk 5", 51.2, 600, Source::secondary(cite::BROADCOM));
pub const TOMAHAWK_6: Asic = asic("Tomahawk 6", 102.4, 800, Source::secondary(cite::BROADCOM));
pub const TOMAHAWK_ULTRA: Asic = asic("Tomahawk Ultra", 51.2, 250, Source::secondary(cite::BROADCOM));
pub const SPECTRUM_4: Asic = asic("Spectrum-4", 51.2, 0, STAS);
pub const SPECTRUM_6: Asic = asic("Spectrum-6", 102.4, 0, STAS);
pub const QUANTUM_2: Asic = asic("Quantum-2", 25.6, 0, Source::secondary(cite::STAS_NETWORK));

/// Switch chips for Ethernet, and the InfiniBand switch of the NDR generation.
pub static ASICS: &[Asic] = &[TOMAHAWK_4, TOMAHAWK_5, TOMAHAWK_6, TOMAHAWK_ULTRA, SPECTRUM_4, SPECTRUM_6, QUANTUM_2];

/// A latency that somebody measured or stated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Latency {
    /// What was measured.
    pub id: &'static str,
    /// The lowest, or the only one.
    pub low: Time,
    /// The highest.
    pub high: Time,
    /// Where the figures come from.
    pub source: Source,
}

const fn lat(id: &'static str, low_ns: u64, high_ns: u64, source: Source) -> Latency {
    Latency { id, low: Time::from_ns(low_ns), high: Time::from_ns(high_ns), source }
}

const H100: Source = Source::read(cite::H100_REPORT);
const SAMPLES: Source = Source::read("public p2pBandwidthLatencyTest logs");
const SWEEPS: Source = Source::read("public nccl-tests sweeps");

/// Latencies, from the chip outwards.
pub static LATENCIES: &[Latency] = &[
    lat("nvswitch-h100-round-trip", 822, 830, H100),
    lat("nvlink-one-way", 200, 350, Source::derived("half of the H100 round trip less the remote cache access")),
    lat("nvswitch-hop-simai", 25, 25, Source::read(cite::SIMAI)),
    // nvbandwidth before 0.8 reported host-device latency here by mistake; the version is not stated.
    lat("gb300-device-to-device-doubtful", 1_710, 1_727, Source::read(cite::OCI)),
    lat("c2c-host-device", 578, 586, Source::read(cite::OCI)),
    lat("pcie-host-device", 613, 773, Source::read(cite::SUPERBENCH)),
    lat("peer-write-h100", 2_260, 3_350, H100),
    lat("peer-write-a100", 2_600, 2_800, SAMPLES),
    lat("peer-write-p100", 1_330, 1_380, SAMPLES),
    lat("pcie-peer-write", 350, 450, Source::read(cite::RTX6K)),
    lat("through-host-memory", 14_000, 24_000, H100),
    lat("pcie-switch", 100, 100, Source::secondary(cite::RTX6K)),
    lat("rdma-read-hdr", 5_500, 5_500, Source::read(cite::AZURE_RDMA)),
    lat("nic-link-simai", 500, 500, Source::read(cite::SIMAI)),
    lat("hop-htsim", 1_000, 1_000, Source::read(cite::HTSIM)),
    lat("all-reduce-8b-h100", 13_000, 13_700, Source::read("github:NVIDIA/dgxc-benchmarking")),
    lat("all-reduce-8b-a100-one-process", 34_300, 35_400, SWEEPS),
    lat("all-reduce-8b-v100-one-process", 48_500, 48_500, SWEEPS),
    lat("all-reduce-8b-gb200-two-trays", 21_000, 21_000, SWEEPS),
    lat("all-reduce-8b-2x8-a100", 38_000, 38_000, SWEEPS),
    lat("all-reduce-512kib-64-gb300", 66_000, 66_000, SWEEPS),
    lat("all-reduce-512kib-128-gb300", 490_000, 611_000, SWEEPS),
    lat("cxl-load-added", 250, 250, Source::secondary("CXL breakdown documents, arXiv 2405.14209 in summary")),
];

/// The latency with that id.
pub fn latency(id: &str) -> Option<&'static Latency> {
    LATENCIES.iter().find(|latency| latency.id == id)
}
