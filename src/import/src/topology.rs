//! How the GPUs of a machine, or the nodes of a cluster, are joined.
//!
//! * `topo_m`: the output of `nvidia-smi topo -m`; `nccl_xml`: NCCL's XML, and hwloc's; `slurm`: Slurm's `topology.conf`.

mod nccl_xml;
mod slurm;
mod topo_m;

use std::collections::BTreeMap;

use serde::Serialize;

pub(crate) use nccl_xml::{is as is_xml, read as xml};
pub(crate) use slurm::{is as is_slurm, read as slurm};
pub(crate) use topo_m::{is as is_topo_m, read as topo_m};

/// The most NVLinks of a GPU so far: NVLink 4 and 5.
const MOST_NVLINKS: u64 = 18;

/// What a file says of how GPUs or nodes are joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Topology {
    /// `nvidia-smi`, `nccl-xml`, `hwloc` or `slurm`.
    pub format: &'static str,
    /// Nothing where the file does not say what a device is.
    pub gpus: Option<u64>,
    /// Network cards; a port that NCCL uses for itself counts for itself.
    pub nics: Option<u64>,
    /// NVLinks, each once, to other GPUs or to switches; of Slurm's file links between switches and from them to nodes.
    pub links: Option<u64>,
    /// Whether the NVLinks lead to switches.
    pub is_switched: bool,
    /// How many pairs of GPUs are joined by what, as `nvidia-smi` calls it.
    pub pairs: BTreeMap<String, u64>,
    pub nodes: Option<u64>,
    pub switches: Option<u64>,
}
