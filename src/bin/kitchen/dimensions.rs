//! Machines as ASTRA-sim has them, a product of dimensions: of a file, or of a preset.

use kitchen_astra::{Algorithm, Algorithms, Backend, Call, Dim, Machine, Order, Shape};
use kitchen_core::collective::Op;
use kitchen_core::topology::{self, ClusterSpec, Wiring};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_machines::{Dimensions, Joined};
use kitchen_text::{Line, key};

use crate::say::{self, Failure};

/// The machine and how its collectives are cut: chunks, and chunks under way in a dimension.
pub(crate) struct Fabric {
    pub(crate) machine: Machine,
    pub(crate) chunks: u32,
    pub(crate) active: u32,
}

/// Links are shared where that is modelled, in one dimension.
fn backend(dims: &[Dim]) -> Backend {
    if dims.len() == 1 { Backend::Aware } else { Backend::Unaware }
}

/// The fabric that a file describes.
pub(crate) fn of_file(fabric: &Dimensions) -> Fabric {
    let dim = |one: &kitchen_machines::Dimension| Dim {
        shape: match one.joined {
            Joined::Ring => Shape::Ring,
            Joined::FullyConnected => Shape::FullyConnected,
            Joined::Switch => Shape::Switch,
        },
        npus: one.size,
        rate: one.rate,
        latency: one.latency,
    };
    let dims: Vec<Dim> = fabric.dimensions.iter().map(dim).collect();
    let machine = Machine { backend: backend(&dims), dims, endpoint: fabric.endpoint, memory: fabric.memory };
    Fabric { machine, chunks: fabric.chunks, active: fabric.active }
}

/// The fabric that stands for nodes of GPUs: one dimension inside a node, one between nodes, each at what kernels move over it.
/// Its sums read and write the GPU's memory at the data sheet's rate.
///
/// # Errors
/// The cluster cannot be built, only a part of a node takes part, or the links inside a node are no dimension.
pub(crate) fn of_nodes(spec: &ClusterSpec) -> Result<Fabric, Failure> {
    let topology = topology::build(spec).map_err(|error| say::about_topology(&error, spec))?;
    let (nodes, inside) = (topology.nodes, topology.len() / topology.nodes);
    if nodes > 1 && topology.len() != nodes * spec.system.gpus_per_node {
        return Err(Failure::new("--gpus", Line::new(key::MACHINE_PART_OF_NODE)));
    }
    let mut dims = Vec::new();
    if inside > 1 {
        dims.push(in_node(spec, inside, topology.nvlink_rate(0).1)?);
    }
    if nodes > 1 {
        let figures = spec.system.network(&spec.fabric);
        let all = topology.nic_rate().1.as_bytes_per_s() * f64::from(spec.fabric.nics_per_node);
        // Two hops, over two cables and one switch.
        let latency = Time(figures.card_latency.0 + figures.switch_latency.0 / 2);
        dims.push(Dim { shape: Shape::Switch, npus: nodes, rate: Rate::bytes_per_s(all / f64::from(inside)), latency });
    }
    let machine =
        Machine { backend: backend(&dims), dims, endpoint: Time::from_ns(1), memory: spec.system.gpu.hbm_rate };
    Ok(Fabric { machine, chunks: 1, active: 1 })
}

/// The dimension that stands for the links between `gpus` GPUs of one node.
fn in_node(spec: &ClusterSpec, gpus: u32, all_links: Rate) -> Result<Dim, Failure> {
    let system = spec.system;
    let dim = |shape, rate, latency| Ok(Dim { shape, npus: gpus, rate, latency });
    match (system.wiring, system.peer_link()) {
        (Wiring::Switched { .. }, Some(link)) => dim(Shape::Switch, all_links, link.latency),
        (Wiring::Mesh(_), Some(link)) => {
            let lanes = system.mesh_lanes(0, 1);
            let is_even = (0..gpus).all(|a| (0..gpus).all(|b| a == b || system.mesh_lanes(a, b) == lanes));
            if lanes == 0 || !is_even {
                let about = format!("--system {}", system.id);
                return Err(Failure::new(about, Line::new(key::MACHINE_NO_DIMENSIONS)));
            }
            dim(Shape::FullyConnected, Rate::gb_per_s(link.payload_gb_per_s * f64::from(lanes)), link.latency)
        }
        _ => {
            let slot = system.slot();
            dim(Shape::Switch, Rate::gb_per_s(slot.payload_gb_per_s), slot.latency)
        }
    }
}

impl Fabric {
    /// The call, by the usual algorithm in every dimension. `bytes` are those of the largest buffer of a rank, as everywhere;
    /// ASTRA-sim counts an all-gather's by its shard.
    pub(crate) fn call(&self, op: Op, bytes: Bytes) -> Call {
        let algorithms = self.machine.dims.iter().map(|dim| Algorithm::usual(op, dim)).collect();
        Call {
            op,
            algorithms: Algorithms::Each(algorithms),
            bytes: if op == Op::AllGather { bytes.0 / u64::from(self.npus()) } else { bytes.0 },
            chunks: u64::from(self.chunks),
            active: u64::from(self.active),
            queues: 1,
            order: Order::LocalFirst,
        }
    }

    pub(crate) fn npus(&self) -> u32 {
        self.machine.dims.iter().map(|dim| dim.npus).product()
    }

    /// What the call's algorithms are called, the innermost first.
    pub(crate) fn algorithms(&self, op: Op) -> String {
        self.machine.dims.iter().map(|dim| Algorithm::usual(op, dim).id()).collect::<Vec<_>>().join(", ")
    }
}
