//! Links inside a server: NVLink, its switch chips, xGMI, PCIe, chip-to-chip.

use super::generation::Generation;
use super::source::{Source, cite};

/// A generation of NVLink.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NvLink {
    /// From 1.
    pub generation: u8,
    /// Links of one GPU.
    pub links: u32,
    /// One link, one way, GB/s.
    pub link_gb_per_s: f64,
    /// What kernels move over one link one way, GB/s: as the collective library counts it, or measured.
    pub payload_gb_per_s: f64,
    /// The GPU copy engine's measured share of the data sheet's rate, where measured between two GPUs.
    pub copy_efficiency: Option<f64>,
    /// Of the data sheet's figures.
    pub source: Source,
    /// Of [`NvLink::payload_gb_per_s`].
    pub payload_source: Source,
}

const STAS: Source = Source::read(cite::STAS_NETWORK);
const NCCL: Source = Source::read(cite::NCCL);
/// NCCL's own count of 20 is less than what an all-reduce on eight V100 reached.
const HEXO: Source = Source::derived("129.1 GB/s of bus bandwidth over six lanes, sweep hexo_V100_8gpu_ar");

const fn nvlink_entry(generation: u8, links: u32, link: f64, payload: f64, copy: Option<f64>, from: Source) -> NvLink {
    NvLink {
        generation,
        links,
        link_gb_per_s: link,
        payload_gb_per_s: payload,
        copy_efficiency: copy,
        source: STAS,
        payload_source: from,
    }
}

/// NVLink 1 to 6 in order.
pub static NVLINKS: &[NvLink] = &[
    nvlink_entry(1, 4, 20.0, 18.0, None, NCCL),
    nvlink_entry(2, 6, 25.0, 21.5, None, HEXO),
    nvlink_entry(3, 12, 25.0, 20.0, Some(274.0 / 300.0), NCCL),
    nvlink_entry(4, 18, 25.0, 20.6, Some(396.0 / 450.0), NCCL),
    nvlink_entry(5, 18, 50.0, 40.1, Some(768.0 / 900.0), NCCL),
    nvlink_entry(6, 36, 50.0, 40.1, None, Source::derived("NVLink 5's payload on an equal link")),
];

/// That generation of NVLink, from 1.
pub fn nvlink(generation: u8) -> Option<&'static NvLink> {
    NVLINKS.iter().find(|link| link.generation == generation)
}

/// One xGMI link (Infinity Fabric) between two GPUs, one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Xgmi {
    /// The GPUs that have it.
    pub generation: Generation,
    /// GB/s as sold.
    pub link_gb_per_s: f64,
    /// What kernels move of it, GB/s.
    pub payload_gb_per_s: f64,
    /// Of the data sheet's figure.
    pub source: Source,
    /// Of [`Xgmi::payload_gb_per_s`].
    pub payload_source: Source,
}

/// xGMI links by the generation of their GPUs.
pub static XGMIS: &[Xgmi] = &[
    Xgmi {
        generation: Generation::Cdna2,
        link_gb_per_s: 50.0,
        payload_gb_per_s: 37.5,
        source: Source::secondary("yobitel.com, MI250: 100 GB/s a link, both ways"),
        payload_source: Source::derived("MI300X's 48 of 64"),
    },
    Xgmi {
        generation: Generation::Cdna3,
        link_gb_per_s: 64.0,
        payload_gb_per_s: 48.0,
        source: Source::read(cite::ROCM_XGMI),
        payload_source: Source::read(cite::ROCM_XGMI),
    },
    Xgmi {
        generation: Generation::Cdna4,
        link_gb_per_s: 76.8,
        payload_gb_per_s: 57.6,
        source: Source::derived("16 lanes of 38.4 Gbit/s"),
        payload_source: Source::derived("MI300X's 48 of 64"),
    },
];

/// The xGMI link of that generation's GPUs.
pub fn xgmi(generation: Generation) -> Option<&'static Xgmi> {
    XGMIS.iter().find(|link| link.generation == generation)
}

/// A switch chip for NVLink in the system that it stands in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NvSwitch {
    /// The chip's, from 1; not NVLink's.
    pub generation: u8,
    /// The system that has it.
    pub system: &'static str,
    /// `NVLink` ports of one chip.
    pub ports: u32,
    /// Chips in the system.
    pub chips: u32,
    /// GPUs in the system.
    pub gpus: u32,
    /// Whether the chip adds and multicasts.
    pub in_network: bool,
    /// Of how many chips there are.
    pub chips_source: Source,
    /// Of how many ports a chip has.
    pub ports_source: Source,
}

/// Switch chips by system.
pub static NVSWITCHES: &[NvSwitch] = &[
    NvSwitch {
        generation: 1,
        system: "dgx2",
        ports: 18,
        chips: 12,
        gpus: 16,
        in_network: false,
        chips_source: Source::secondary(cite::DGX2),
        ports_source: Source::secondary(cite::DGX2),
    },
    NvSwitch {
        generation: 2,
        system: "dgx-a100",
        ports: 36,
        chips: 6,
        gpus: 8,
        in_network: false,
        chips_source: Source::read(cite::NCCL_1505),
        ports_source: Source::derived("NVSwitch 1's 18, each of half the pairs with NVLink 3"),
    },
    NvSwitch {
        generation: 3,
        system: "dgx-h100",
        ports: 64,
        chips: 4,
        gpus: 8,
        in_network: true,
        chips_source: Source::read(cite::OCI_XML),
        ports_source: Source::read("NVIDIA NVSwitch page"),
    },
    NvSwitch {
        generation: 4,
        system: "dgx-b200",
        ports: 72,
        chips: 2,
        gpus: 8,
        in_network: true,
        chips_source: Source::secondary(cite::HGX_B200),
        ports_source: Source::derived("the chip of GB200 NVL72"),
    },
    NvSwitch {
        generation: 4,
        system: "gb200-nvl72",
        ports: 72,
        chips: 18,
        gpus: 72,
        in_network: true,
        chips_source: STAS,
        ports_source: STAS,
    },
    // The nodes' 128 chips, and 36 in 18 switches above them.
    NvSwitch {
        generation: 3,
        system: "dgx-h100-nvlink",
        ports: 64,
        chips: 164,
        gpus: 256,
        in_network: true,
        chips_source: Source::secondary(cite::NVLINK_SWITCH),
        ports_source: Source::read("NVIDIA NVSwitch page"),
    },
    // Announced: 260 TB/s over 72 ports of 50 GB/s each way are 36 chips.
    NvSwitch {
        generation: 5,
        system: "vr-nvl72",
        ports: 72,
        chips: 36,
        gpus: 72,
        in_network: true,
        chips_source: Source::secondary(cite::VERA_RUBIN),
        ports_source: Source::derived("260 TB/s over 36 chips, 50 GB/s each way a port"),
    },
];

/// The switch chips of the system with that id (of this catalogue, not of the presets).
pub fn nvswitch(system: &str) -> Option<&'static NvSwitch> {
    NVSWITCHES.iter().find(|chip| chip.system == system)
}

/// A generation of PCIe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PcieGeneration {
    /// 8 GT/s a lane.
    Gen3,
    /// 16 GT/s a lane.
    Gen4,
    /// 32 GT/s a lane.
    Gen5,
    /// 64 GT/s a lane.
    Gen6,
    /// 128 GT/s a lane.
    Gen7,
}

/// Sixteen lanes of PCIe, one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pcie {
    /// 3 to 7.
    pub generation: PcieGeneration,
    /// The data sheet's rate of 16 lanes, GB/s.
    pub x16_gb_per_s: f64,
    /// Measured between host and GPU, GB/s.
    pub measured_gb_per_s: Option<f64>,
    /// Of the data sheet's rate.
    pub source: Source,
    /// Of [`Pcie::measured_gb_per_s`].
    pub measured_source: Source,
}

const fn pcie_entry(generation: PcieGeneration, x16: f64, measured: Option<f64>, a: Source, b: Source) -> Pcie {
    Pcie { generation, x16_gb_per_s: x16, measured_gb_per_s: measured, source: a, measured_source: b }
}

/// PCIe 3 to 7 in order.
pub static PCIES: &[Pcie] = &[
    pcie_entry(PcieGeneration::Gen3, 15.75, Some(12.0), Source::derived("16 lanes of 8 GT/s, 128 of 130 bits"), NCCL),
    pcie_entry(PcieGeneration::Gen4, 31.0, Some(26.3), STAS, Source::read(cite::AZURE)),
    pcie_entry(PcieGeneration::Gen5, 63.0, Some(55.3), STAS, Source::read(cite::H100_REPORT)),
    pcie_entry(PcieGeneration::Gen6, 121.0, None, STAS, STAS),
    pcie_entry(PcieGeneration::Gen7, 242.0, None, STAS, STAS),
];

/// That generation of PCIe.
pub fn pcie(generation: PcieGeneration) -> &'static Pcie {
    &PCIES[generation as usize]
}

/// NVLink-C2C between a Grace or Vera CPU and its GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct C2c {
    /// The chips that it joins.
    pub name: &'static str,
    /// One way, GB/s.
    pub gb_per_s: f64,
    /// Measured host to GPU, GB/s.
    pub measured_gb_per_s: Option<f64>,
    /// Of the data sheet's rate; the measurement is from oci-gpu-quickstarts @6a0abdc.
    pub source: Source,
}

/// Chip-to-chip links. The measured figure is a GPU's share while two GPUs use one CPU.
pub static C2C: &[C2c] = &[
    C2c {
        name: "Grace-Hopper, Grace-Blackwell",
        gb_per_s: 450.0,
        measured_gb_per_s: Some(211.5),
        source: Source::read(cite::GLENN),
    },
    C2c { name: "Vera-Rubin", gb_per_s: 900.0, measured_gb_per_s: None, source: STAS },
];
