//! The catalogue: what GPUs, links, switches and network cards can do, each figure with where it was read.
//!
//! Rates are one way (per direction) unless a name says otherwise, in decimal units as data sheets count. A figure is
//! never bare: it stands beside a [`Source`], which says whether it was read there, in a summary, or computed.

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
