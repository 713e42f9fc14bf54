//! The discrete-event simulator: a task graph in, a trace out.
//!
//! How long do two transfers of 1,000 bytes take that share a link of 1 GB/s?
//!
//! ```
//! use kitchen_sim::{Options, run};
//! use kitchen_task::{Hop, Kind, Label, LinkCapacity, Route, TaskGraph, Work};
//! use kitchen_units::{Bytes, Rate, Time};
//!
//! let mut graph = TaskGraph::new();
//! let route = graph.add_route(Route { hops: vec![Hop { link: 0, share: 1.0 }], ..Route::default() });
//! for src in [0, 1] {
//!     let send = Work::Transfer { src, dst: 2, route, bytes: Bytes(1_000) };
//!     graph.add(send, Label::new(Kind::Activation), &[]);
//! }
//! let links = [LinkCapacity { rate: Rate::gb_per_s(1.0) }];
//! let trace = run(&graph, &links, 3, &Options::default()).unwrap();
//! assert_eq!(trace.end, [Time::from_us(2); 2]);
//! ```
//!
//! ```text
//! TaskGraph --check--> engine --start/settle--> net (fluid: max-min fair rates)
//!                        |  ^                     |
//!                        v  '------ queue <-------'
//!                      Trace
//! ```
//!
//! * [`queue`]: events in order of time, first in first out among equals;
//! * [`engine`]: tasks become ready, take their resource, end;
//! * [`net`]: how fast flows go while they share links.
//! * [`check`], `error`: what a graph must be, and why a run is refused; `successors`: the graph seen forwards;
//! * [`relay`], [`symmetry`]: graphs by a rule, and smaller graphs that take exactly as long.
//!
//! # Resources
//! A GPU has two engines, each serving one task at a time in order of (ready, task id): the compute stream, and the
//! engine that adds received chunks ([`task::Kind::Reduce`]), as NCCL's own thread blocks do beside the kernels of
//! the model. So a reduction overlaps a forward or backward pass, and two reductions on one GPU queue. Delays and joins
//! occupy nothing; transfers occupy links.
//!
//! Architecture Invariant: nothing here knows how a trace is told or drawn, or what time it is outside.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

mod check;
pub mod engine;
mod error;
pub mod net;
pub mod queue;
pub mod relay;
pub mod successors;
pub mod symmetry;

pub use check::check;
pub use error::SimError;
pub use kitchen_task as task;

use crate::net::Network;
use crate::net::fluid::Fluid;
use kitchen_task::{LinkCapacity, TaskGraph};
use kitchen_trace::Trace;
use kitchen_units::progress::{self, Watcher};
use kitchen_units::{Bytes, Time};

/// How much of a run is kept. More costs time and memory; the makespan is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Record {
    /// The makespan alone; the trace's columns stay empty.
    Makespan,
    /// Ready, start and end of every task.
    Spans,
    /// Spans, and the rate of every flow over time.
    #[default]
    Segments,
}

/// Bounds on a run, so that no input can exhaust the program that runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tasks of a graph.
    pub tasks: usize,
    /// Events taken from the queue.
    pub events: u64,
    /// Shares of links looked at to find the rates of flows that meet.
    pub work: u64,
    /// Memory of the simulation and its record together, estimated from above.
    pub memory: Bytes,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { tasks: 16_000_000, events: 500_000_000, work: 2_000_000_000, memory: Bytes::gib(3) }
    }
}

/// What to record, and how far to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How much of the run is kept.
    pub record: Record,
    /// What it may cost.
    pub limits: Limits,
}

/// Simulates `graph` on `links` and the engines of `gpus` GPUs with the fluid network.
///
/// Deterministic: equal arguments give an equal trace, bit for bit, on every platform.
///
/// # Errors
/// [`SimError`] when the graph is malformed ([`check`](crate::check())) or a limit is passed.
///
/// # Complexity
/// O((tasks + dependencies) + events x log(distinct event times) + what the network solves: O(path) for a flow that
/// meets no other, O(hops of the connected component) a round otherwise).
///
/// # Example
/// ```
/// use kitchen_sim::{self as sim, task::*};
/// use kitchen_units::{Bytes, Rate, Time};
///
/// let mut graph = TaskGraph::new();
/// let route = graph.add_route(Route {
///     hops: vec![Hop { link: 0, share: 1.0 }],
///     latency: Time::from_us(1),
///     ..Route::default()
/// });
/// let send = Work::Transfer { src: 0, dst: 1, route, bytes: Bytes(1_000) };
/// graph.add(send, Label::new(Kind::Activation), &[]);
/// let links = [LinkCapacity { rate: Rate::gb_per_s(1.0) }];
/// let trace = sim::run(&graph, &links, 2, &sim::Options::default()).unwrap();
/// assert_eq!(trace.makespan, Time::from_us(2)); // 1 µs to send 1,000 bytes, 1 µs of latency
/// ```
pub fn run(graph: &TaskGraph, links: &[LinkCapacity], gpus: usize, options: &Options) -> Result<Trace, SimError> {
    watched(graph, links, gpus, options, &mut progress::ignored)
}

/// [`run`], and reports how many of the tasks are done.
///
/// # Errors
/// As for [`run`].
pub fn watched(
    graph: &TaskGraph,
    links: &[LinkCapacity],
    gpus: usize,
    options: &Options,
    watcher: &mut Watcher<'_>,
) -> Result<Trace, SimError> {
    check::size(graph, gpus, options)?;
    check(graph, links, gpus)?;
    let network = Fluid::new(&graph.routes, links, options);
    engine::run(graph, gpus, options, network, watcher)
}

/// How long `graph` takes: the makespan of [`run`], on one of each class of equal tasks where there are such
/// ([`symmetry`]).
///
/// # Errors
/// See [`run`].
pub fn makespan(graph: &TaskGraph, links: &[LinkCapacity], gpus: usize, limits: Limits) -> Result<Time, SimError> {
    let options = Options { record: Record::Makespan, limits };
    check::size(graph, gpus, &options)?;
    check(graph, links, gpus)?;
    let small = symmetry::quotient(graph, links);
    let (graph, links) = small.as_ref().map_or((graph, links), |small| (&small.graph, &small.links));
    let network = Fluid::new(&graph.routes, links, &options);
    engine::run(graph, gpus, &options, network, &mut progress::ignored).map(|trace| trace.makespan)
}

/// [`run`] on another network than the fluid one. The network is built before the graph is checked, so it must bear any.
///
/// # Errors
/// As for [`run`].
pub fn run_on<N: Network>(
    graph: &TaskGraph,
    links: &[LinkCapacity],
    gpus: usize,
    options: &Options,
    network: N,
) -> Result<Trace, SimError> {
    check::size(graph, gpus, options)?;
    check(graph, links, gpus)?;
    engine::run(graph, gpus, options, network, &mut progress::ignored)
}

#[cfg(test)]
mod carried_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trace_tests;
