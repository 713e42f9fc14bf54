//! The hardware as a graph: GPUs, switches, network cards, and the directed links between them.
//!
//! How does a GPU of a DGX H100 reach its neighbour, and how one in the next server?
//!
//! ```
//! use kitchen_topology::{ClusterSpec, Router, build, system};
//!
//! let topology = build(&ClusterSpec::new(system("dgx-h100").unwrap(), 2)).unwrap();
//! let router = Router::new(&topology);
//! let [near, far] = [1, 8].map(|gpu| router.route(0, gpu).unwrap());
//! // Over four NVSwitch chips at once: a link up to each and a link down, each with its share of the flow.
//! assert_eq!(near.hops.len(), 8);
//! let up: f64 = near.hops.iter().map(|hop| hop.share).sum();
//! assert!((up - 2.0).abs() < 1e-9);
//! assert!(far.latency > near.latency);
//! ```
//!
//! ```text
//! System + Fabric --ClusterSpec--> build() --> Topology --> Router --> Route (links with shares)
//!                                                       \-> rings::search
//! ```
//!
//! Every node of a cluster is laid out alike: its vertices and links stand in one block of equal length, so what was
//! found in one node holds in every other after adding an offset. That is what keeps large clusters quick. Missing parts
//! leave their places in the block; a node that misses some is searched by itself.
//!
//! * `system`, `further`: servers as sold; `own`: figures that an owner gives instead; `spec`, `missing`: what a cluster is built from, and what it has to do without; `fabric`: what joins nodes;
//! * `build`, `node`, `class`, `graph`, `error`: the graph and how it is built; `path`: what the simulator knows of it;
//! * `route`, `search`, `gateway`: ways through it; [`rings`]: cycles that share no lane; `sharp`, `sums`: switches that add.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

mod build;
mod class;
mod error;
mod fabric;
mod further;
mod gateway;
mod graph;
mod missing;
mod node;
mod own;
mod path;
pub mod rings;
mod route;
mod search;
mod sharp;
mod spec;
mod sums;
mod system;

pub use build::build;
pub use class::LinkClass;
pub use error::TopologyError;
pub use fabric::{Fabric, Layout, MAX_NICS_PER_GPU, PORT_RATES, Technology, Transport};
pub use further::{all_systems, find_system, wiring_source};
pub use gateway::Gateway;
pub use graph::{Link, Topology, Vertex};
pub use missing::{MAX_MISSING, Missing, Part};
pub use own::{LinkFigures, NetworkFigures, OwnFigures};
pub use path::{GpuId, Hop, LinkCapacity, LinkId, Route};
pub use route::{Router, Spread};
pub use spec::ClusterSpec;
pub use system::{Above, Host, MAX_GPUS, System, Wiring, system, systems};
pub use system::{
    DGX_A100, DGX_B200, DGX_H100, DGX_H200, DGX1_P100, DGX1_V100, DGX2, GB200_NVL72, GB300_NVL72, PCIE_8, VR_NVL72,
};

#[cfg(test)]
mod tests;
