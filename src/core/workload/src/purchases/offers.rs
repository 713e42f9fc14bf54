//! What can be had in place of what a cluster has.

use kitchen_hardware::Generation;
use kitchen_topology::{ClusterSpec, PORT_RATES, System, Wiring, all_systems, build};

/// A thing to buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purchase {
    /// Cards and switches of the next rate.
    Network,
    /// NVLink between GPUs that have PCIe alone.
    Nvlink,
    /// As many GPUs of the next generation.
    Gpus,
    /// GPUs of the same generation with more memory.
    Memory,
    /// Twice the nodes.
    Nodes,
    /// Nothing: a better plan.
    Plan,
}

impl Purchase {
    /// All.
    pub const ALL: [Purchase; 6] =
        [Purchase::Network, Purchase::Nvlink, Purchase::Gpus, Purchase::Memory, Purchase::Nodes, Purchase::Plan];

    /// Stable id, as in files.
    pub const fn id(self) -> &'static str {
        match self {
            Purchase::Network => "network",
            Purchase::Nvlink => "nvlink",
            Purchase::Gpus => "gpus",
            Purchase::Memory => "memory",
            Purchase::Nodes => "nodes",
            Purchase::Plan => "plan",
        }
    }
}

/// Why a purchase is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// One node has no network.
    OneNode,
    /// No faster cards are known.
    FastestCards,
    /// The GPUs are joined by more than PCIe.
    HasNvlink,
    /// No system of that kind is in the catalogue.
    NoSuchSystem,
    /// A part of the GPUs is used, so more of them come for nothing.
    InPart,
    /// The usual plan does not fit.
    NoPlainPlan,
}

/// The cluster with one thing changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    pub spec: ClusterSpec,
}

/// Everything but a plan, each had or not.
pub fn offers(now: &ClusterSpec) -> Vec<(Purchase, Result<Offer, Missing>)> {
    let offer = |spec: ClusterSpec, missing: Missing| build(&spec).map(|_| Offer { spec }).map_err(|_| missing);
    let other = |system: Option<&'static System>| {
        let spec = |system| ClusterSpec { system, ..*now };
        system.ok_or(Missing::NoSuchSystem).and_then(|system| offer(spec(system), Missing::NoSuchSystem))
    };
    let system = now.system;
    let network = match next_rate(now.fabric.gbit_per_nic) {
        _ if now.nodes < 2 => Err(Missing::OneNode),
        None => Err(Missing::FastestCards),
        Some(rate) => {
            let fabric = now.fabric.with_nics(now.fabric.nics_per_node, rate);
            offer(ClusterSpec { fabric, ..*now }, Missing::FastestCards)
        }
    };
    let nvlink = if system.wiring == Wiring::Pcie {
        other(
            like(system)
                .find(|other| other.gpu.generation == system.gpu.generation && other.nvlink_lanes_per_gpu() > 0),
        )
    } else {
        Err(Missing::HasNvlink)
    };
    let next = next_generation(system.gpu.generation);
    let gpus =
        other(like(system).find(|other| {
            Some(other.gpu.generation) == next && is_joined_alike(other, system) && !other.is_announced()
        }));
    let more = like(system).filter(|other| {
        let is_more = other.gpu.hbm > system.gpu.hbm && other.gpu.generation == system.gpu.generation;
        // What may be sold where faster GPUs may not is no step up.
        let is_as_fast = other.gpu.peak_flops >= system.gpu.peak_flops;
        is_more && is_as_fast && is_joined_alike(other, system)
    });
    let memory = other(more.min_by_key(|other| other.gpu.hbm));
    let nodes = match now.gpus {
        Some(_) => Err(Missing::InPart),
        None => offer(ClusterSpec { nodes: now.nodes.saturating_mul(2), ..*now }, Missing::NoSuchSystem),
    };
    vec![
        (Purchase::Network, network),
        (Purchase::Nvlink, nvlink),
        (Purchase::Gpus, gpus),
        (Purchase::Memory, memory),
        (Purchase::Nodes, nodes),
    ]
}

/// Systems with as many GPUs a node, those that chapters stand in first.
fn like(system: &System) -> impl Iterator<Item = &'static System> + use<> {
    let gpus = system.gpus_per_node;
    all_systems().filter(move |other| other.gpus_per_node == gpus)
}

/// Whether both are joined by switch chips, both from GPU to GPU, or both by PCIe alone.
fn is_joined_alike(one: &System, other: &System) -> bool {
    let kind = |system: &System| match system.wiring {
        Wiring::Pcie => 0,
        Wiring::Mesh(_) => 1,
        Wiring::Switched { .. } => 2,
    };
    kind(one) == kind(other)
}

/// Ports of the next generation carry twice as much: EDR, HDR, NDR, XDR.
fn next_rate(gbit: u32) -> Option<u32> {
    gbit.checked_mul(2).filter(|rate| PORT_RATES.contains(rate))
}

fn next_generation(generation: Generation) -> Option<Generation> {
    Some(match generation {
        Generation::Pascal => Generation::Volta,
        Generation::Volta => Generation::Ampere,
        Generation::Ampere => Generation::Hopper,
        Generation::Hopper => Generation::Blackwell,
        Generation::Blackwell => Generation::Rubin,
        Generation::Cdna2 => Generation::Cdna3,
        Generation::Cdna3 => Generation::Cdna4,
        Generation::Rubin | Generation::Cdna4 => return None,
    })
}
