//! A network packet by packet, for what flows that share links cannot tell: collisions of a hash, queues, marks, pauses, loss.
//!
//! * [`fabric`]: hosts, switches and links, from a switch chip's figures; [`fabrics`]: how they are wired; [`route`]: which of several ways a packet takes;
//! * [`dcqcn`], [`mark`]: how senders slow down, and what tells them to; [`lossless`]: pauses and the room they need;
//! * [`loss`], [`faults`]: what is lost on cables, and what breaks;
//! * [`plan`]: what is to be run, and its limits; `engine`: the run; [`report`]: what came of it; [`load`]: usual sets of flows.
//!
//! `sender` is the seam between the network (`net`) and the cards that use it; `told` are the simplest cards: acknowledgements take no
//! room, and a lost packet is told to its sender one way back later and sent again alone.

mod basic_stack;
pub mod dcqcn;
mod deadlock;
pub mod ecn;
mod engine;
pub mod error;
mod event_queue;
pub mod fabric;
pub mod fabrics;
pub mod faults;
mod flow_trace;
mod forwarding;
mod host_stack;
pub mod load_balancing;
pub mod loss;
mod network;
mod outages;
mod outgoing;
pub mod pfc;
pub mod plan;
mod port;
mod random;
pub mod report;
mod rerouting;
mod shortest_paths;
pub mod traffic;
pub mod transport;
pub mod watchdog;

#[cfg(test)]
mod tests;

pub use error::PacketError;
pub use fabric::{Fabric, LeafSpine};
pub use faults::{Component, Fault, FaultKind};
pub use flow_trace::trace;
pub use load_balancing::LoadBalancing;
pub use plan::{Flow, Log, Plan, Queueing};
pub use report::Report;
pub use transport::Transport;

use crate::share::{self, Watcher};

/// Runs a plan.
///
/// # Errors
/// Those of [`Plan::check`], and [`PacketError::Events`] where the run takes more events than are allowed.
pub fn run(plan: &Plan) -> Result<Report, PacketError> {
    watched(plan, &mut share::nobody)
}

/// [`run`], and tells how much of its payload has arrived.
///
/// # Errors
/// Those of [`run`].
pub fn watched(plan: &Plan, watcher: &mut Watcher<'_>) -> Result<Report, PacketError> {
    plan.check()?;
    engine::Engine::new(plan).run(watcher)
}
