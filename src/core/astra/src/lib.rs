//! ASTRA-sim's assumptions as an option of the network model, so that both can be compared row by row.
//!
//! Four NPUs in a ring of 450 GiB/s and 500 ns, 16 MiB: ASTRA-sim's analytical backends say 66,418 ns.
//!
//! ```
//! use kitchen_astra::*;
//! use kitchen_collective::Op;
//! use kitchen_units::{Rate, Time};
//!
//! let gib = f64::from(1 << 30);
//! let dim = Dim { shape: Shape::Ring, npus: 4, rate: Rate::bytes_per_s(450.0 * gib), latency: Time::from_ns(500) };
//! let machine =
//!     Machine { backend: Backend::Aware, dims: vec![dim], endpoint: Time::from_ns(10), memory: Rate::gb_per_s(3350.0) };
//! let call = Call {
//!     op: Op::AllReduce,
//!     algorithms: Algorithms::Each(vec![Algorithm::Ring]),
//!     bytes: 16 << 20,
//!     chunks: 1,
//!     active: 1,
//!     queues: 1,
//!     order: Order::LocalFirst,
//! };
//! assert_eq!(measure(&machine, &call).unwrap().time, Time::from_ns(66_418));
//! ```
//!
//! ASTRA-sim's machine is a few dimensions of equal links ([`Machine`]); its collectives are cut into chunks that go through
//! one phase a dimension (`phases.rs`), with only so many under way in a dimension. Here the same plans as everywhere
//! ([`kitchen_collective`]) become the same task graph, run by the same engine on another
//! [`Network`]: [`unshared`](kitchen_sim::net::unshared) or
//! [`store_forward`](kitchen_sim::net::store_forward), behind the queues of [`admission`](kitchen_sim::net::admission).
//!
//! Where ASTRA-sim's assumptions are no physics (a direct exchange over a switch whose links nobody shares, a sum that is
//! charged by another message's size: `script.rs`) they are reproduced here and nowhere else.
//!
//! * `lower`, `phases`, `script`: from a call to a task graph, by chunks and the dimensions that each goes through; `links`: the machine as
//!   links and routes; `input_set`: ASTRA-sim's own files; `error`.
//!
//! # Literature
//! W. Won, T. Heo, S. Rashidi, S. Sridharan, S. Srinivasan, T. Krishna: ASTRA-sim2.0: Modeling Hierarchical Networks and
//! Disaggregated Systems for Large-model Training at Scale. ISPASS 2023. Public sources: github.com/astra-sim/astra-sim
//! and github.com/astra-sim/astra-network-analytical.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

mod error;
mod input_set;
mod links;
mod lower;
mod phases;
mod script;

pub use error::AstraError;
pub use input_set::{InputSet, input_set};

use kitchen_collective::Op;
use kitchen_sim::net::Network;
use kitchen_sim::net::admission::Admission;
use kitchen_sim::net::store_forward::StoreForward;
use kitchen_sim::net::unshared::Unshared;
use kitchen_sim::{self as sim, Limits, Options, Record};
use kitchen_units::{Rate, Time};

/// Which of ASTRA-sim's two analytical networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Backend {
    /// Links are never shared.
    Unaware,
    /// Links carry one message at a time. One dimension only.
    Aware,
}

/// How the members of a dimension are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Each with its two neighbours.
    Ring,
    /// Each with each, by a link of its own.
    FullyConnected,
    /// Each with one switch: two hops.
    Switch,
}

/// One dimension of a machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dim {
    /// How its NPUs are joined.
    pub shape: Shape,
    /// Members, at least 2.
    pub npus: u32,
    /// What a link carries in each direction.
    pub rate: Rate,
    /// What a hop takes.
    pub latency: Time,
}

/// ASTRA-sim's machine: the product of its dimensions, the first of which is the innermost.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// Which of ASTRA-sim's network backends.
    pub backend: Backend,
    /// The dimensions, the innermost first.
    pub dims: Vec<Dim>,
    /// What an endpoint takes before it sends first, and for each message it receives.
    pub endpoint: Time,
    /// What the memory carries that a sum reads from twice and writes to once.
    pub memory: Rate,
}

impl Machine {
    fn npus(&self) -> u64 {
        self.dims.iter().fold(1, |npus: u64, dim| npus.saturating_mul(u64::from(dim.npus)))
    }
}

/// How the members of a dimension meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Algorithm {
    /// Round the ring.
    Ring,
    /// Each with each at once.
    Direct,
    /// Halving and doubling.
    HalvingDoubling,
    /// Chunks by turns over one of two trees, each whole.
    DoubleBinaryTree,
}

impl Algorithm {
    /// All, in ASTRA-sim's order.
    pub const ALL: [Algorithm; 4] =
        [Algorithm::Ring, Algorithm::Direct, Algorithm::HalvingDoubling, Algorithm::DoubleBinaryTree];

    /// The usual one for that operation in a dimension: each with each where all are joined, halving and doubling over a
    /// switch where that is defined, else round a ring.
    pub fn usual(op: Op, dim: &Dim) -> Algorithm {
        match dim.shape {
            Shape::FullyConnected => Algorithm::Direct,
            Shape::Switch if dim.npus.is_power_of_two() && op != Op::AllToAll => Algorithm::HalvingDoubling,
            Shape::Switch | Shape::Ring => Algorithm::Ring,
        }
    }

    /// The name in ASTRA-sim's files.
    pub const fn id(self) -> &'static str {
        match self {
            Algorithm::Ring => "ring",
            Algorithm::Direct => "direct",
            Algorithm::HalvingDoubling => "halvingDoubling",
            Algorithm::DoubleBinaryTree => "doubleBinaryTree",
        }
    }
}

/// The algorithms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Algorithms {
    /// One a dimension.
    Each(Vec<Algorithm>),
    /// One over all NPUs, as if they were one dimension.
    One(Algorithm),
}

impl Algorithms {
    fn at(&self, dim: usize) -> Algorithm {
        match self {
            Algorithms::Each(algorithms) => algorithms.get(dim).copied().unwrap_or(Algorithm::Ring),
            Algorithms::One(algorithm) => *algorithm,
        }
    }
}

/// How an all-reduce crosses several dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All-reduce in one after the other (`baseline`).
    Each,
    /// Scatter on the way up, all-reduce in the last, gather on the way down (`localBWAware`).
    LocalFirst,
}

/// A collective as ASTRA-sim is asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// All-reduce, all-gather, reduce-scatter or all-to-all.
    pub op: Op,
    /// The algorithm of each dimension.
    pub algorithms: Algorithms,
    /// The whole buffer of a rank; for an all-gather its shard.
    pub bytes: u64,
    /// Preferred chunks.
    pub chunks: u64,
    /// Chunks under way in a dimension.
    pub active: u64,
    /// Queues of a dimension, which share those.
    pub queues: u32,
    /// In which order chunks take the dimensions.
    pub order: Order,
}

/// Bounds, so that no row holds up the rest.
const LIMIT_DIMS: usize = 4;
const LIMIT_NPUS: u64 = 4_096;
const LIMIT_CHUNKS: u64 = 65_536;
const LIMIT_QUEUES: u32 = 64;
const LIMIT_TASKS: u64 = 16_000_000;

/// What a collective takes, and whether that is sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// From the call to the last NPU's end.
    pub time: Time,
    /// Messages that came to a shared link in the same instant as another. Who goes first is not part of the model, so where
    /// there are ties ASTRA-sim may come to another time.
    pub ties: u64,
    /// Tasks that were simulated: what the answer cost.
    pub tasks: u64,
}

/// What ASTRA-sim says a collective takes.
///
/// # Errors
/// [`AstraError`].
///
/// # Complexity
/// O(m log m) for m messages: of all chunks, phases and groups together.
pub fn measure(machine: &Machine, call: &Call) -> Result<Measured, AstraError> {
    check(machine, call)?;
    let lowered = lower::lower(machine, call)?;
    let (routes, links) = (&lowered.graph.routes, &lowered.links);
    let tasks = lowered.graph.len() as u64;
    match machine.backend {
        Backend::Unaware => {
            run(&lowered, machine, Unshared::new(routes, links)).map(|(time, _)| Measured { time, ties: 0, tasks })
        }
        Backend::Aware => run(&lowered, machine, StoreForward::new(routes, links)).map(|(time, network)| Measured {
            time,
            ties: network.ties(),
            tasks,
        }),
    }
}

fn run<N: Network>(lowered: &lower::Lowered, machine: &Machine, inside: N) -> Result<(Time, N), AstraError> {
    let mut network = Admission::new(inside, lowered.controls.clone(), &lowered.semaphores, &lowered.gates);
    let options = Options { record: Record::Makespan, limits: Limits::default() };
    let gpus = machine.npus() as usize;
    let trace = sim::run_on(&lowered.graph, &lowered.links, gpus, &options, &mut network)?;
    if network.is_stuck() { Err(AstraError::Stuck) } else { Ok((trace.makespan, network.into_inside())) }
}

fn check(machine: &Machine, call: &Call) -> Result<(), AstraError> {
    let dims = machine.dims.len();
    if dims == 0 || dims > LIMIT_DIMS {
        return Err(AstraError::Dimensions { dims, limit: LIMIT_DIMS });
    }
    let npus = machine.npus();
    if npus > LIMIT_NPUS || machine.dims.iter().any(|dim| dim.npus < 2) {
        return Err(AstraError::Members { npus, limit: LIMIT_NPUS });
    }
    if machine.backend == Backend::Aware && dims > 1 {
        return Err(AstraError::SharedDimensions { dims });
    }
    if machine.dims.iter().any(|dim| dim.rate == Rate::ZERO) {
        return Err(AstraError::Quantity { what: "bandwidth_GBps" });
    }
    if machine.memory == Rate::ZERO {
        return Err(AstraError::Quantity { what: "local_mem_bw_GBps" });
    }
    match &call.algorithms {
        Algorithms::Each(algorithms) if algorithms.len() != dims => {
            return Err(AstraError::Algorithms { given: algorithms.len(), dims });
        }
        _ => {}
    }
    if !matches!(call.op, Op::AllReduce | Op::AllGather | Op::ReduceScatter | Op::AllToAll) {
        return Err(AstraError::Unsupported { op: call.op, algorithm: call.algorithms.at(0) });
    }
    let count = |what, value, limit| {
        if (1..=limit).contains(&value) { Ok(()) } else { Err(AstraError::Count { what, value, limit }) }
    };
    count("chunks", call.chunks, LIMIT_CHUNKS)?;
    count("active_chunks", call.active, LIMIT_CHUNKS)?;
    count("queues_per_dim", u64::from(call.queues), u64::from(LIMIT_QUEUES))?;
    if call.bytes == 0 {
        return Err(AstraError::Empty { bytes: call.bytes, chunks: call.chunks });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
