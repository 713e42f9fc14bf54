//! The catalogue: what GPUs, links, switches and network cards can do, each figure with where it was read.
//!
//! What does an H100's memory give, and who says so?
//!
//! ```
//! use kitchen_hardware::{Verified, gpu, nvlink};
//!
//! let h100 = gpu("h100-sxm").unwrap();
//! println!("{}: {} GB/s ({})", h100.name, h100.hbm_rate.as_gb_per_s(), h100.sources.hbm_rate.cite);
//! assert_eq!(h100.hbm_rate.as_gb_per_s(), 3350.0);
//! assert_eq!(h100.sources.hbm_rate.verified, Verified::Source);
//! // A link of its NVLink carries less than it is sold for.
//! let link = nvlink(h100.nvlink).unwrap();
//! assert!(link.payload_gb_per_s < link.link_gb_per_s);
//! ```
//!
//! Rates are one way (per direction) unless a name says otherwise, in decimal units as data sheets count. A figure is
//! never bare: it stands beside a [`Source`], which says whether it was read there, in a summary, or computed.
//!
//! * `gpu`, `further`, `generation`: GPUs; `link`, `network`: what joins them in a server and between servers; `source`: where a figure is from;
//! * [`efficiency`]: the constants between a data sheet and what arrives; [`measured`]: what others measured on it, for comparison.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod efficiency;
pub mod further;
mod generation;
mod gpu;
mod link;
mod measured;
mod network;
mod source;

pub use further::FURTHER_GPUS;
pub use generation::Generation;
pub use gpu::place;
pub use gpu::{GPUS, Gpu, GpuSources, gpu};
pub use link::{
    C2C, C2c, NVLINKS, NVSWITCHES, NvLink, NvSwitch, PCIES, Pcie, PcieGeneration, XGMIS, Xgmi, nvlink, nvswitch, pcie,
    xgmi,
};
pub use measured::{MEASURED, Measured, measured};
pub use network::{ASICS, Asic, ETHERNETS, INFINIBANDS, LATENCIES, Latency, NICS, NetworkRate, Nic, latency, nic_rate};
pub use network::{QUANTUM_2, SPECTRUM_4, SPECTRUM_6, TOMAHAWK_4, TOMAHAWK_5, TOMAHAWK_6, TOMAHAWK_ULTRA};
pub use source::{Source, Verified, cite};

#[cfg(test)]
mod tests;
