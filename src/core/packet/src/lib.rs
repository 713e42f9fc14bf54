//! A network packet by packet, for what a flow-level simulation cannot show: ECMP collisions, queues, ECN marks, PFC pauses, loss.
//!
//! Eight hosts send to one at once. What does each get of its 400 Gbit/s, and how long does the queue grow?
//!
//! ```
//! use kitchen_packet::{Flow, LeafSpine, Plan, run};
//! use kitchen_units::{Bytes, Time};
//!
//! let fabric = LeafSpine::new(1, 1, 9).build().unwrap();
//! let queue = fabric.hosts[0].downlink as usize;
//! let flows = (1..9).map(|src| Flow { src, dst: 0, bytes: Bytes::mib(1), start: Time::ZERO }).collect();
//! let report = run(&Plan::new(fabric, flows)).unwrap();
//! for flow in &report.flows {
//!     assert!((5.0..7.0).contains(&flow.rate().as_gb_per_s()), "an eighth of 50 GB/s");
//! }
//! assert!(report.ports[queue].max_queue_bytes > 1 << 20);
//! ```
//!
//! * [`plan`]: the input of a run and its limits; `engine`: the event loop; [`report`]: the result; [`traffic`]: usual sets of flows;
//! * [`fabric`]: hosts, switches and links; [`fabrics`]: topologies; `shortest_paths`; [`load_balancing`]: how a path is chosen;
//! * `network`, `port`: links, egress queues, shared buffers; `forwarding`: the egress port of a packet; [`ecn`]: marks; [`pfc`]: pauses
//!   and their headroom; [`watchdog`], `deadlock`: pauses that do not end; `stall`: runs that get nowhere; `event_queue`;
//! * [`faults`], `outages`, `rerouting`, [`loss`]: failures, and packets lost on links;
//! * `host_stack`: the interface between the network and the transports of hosts; `basic_stack`: the simplest one; [`dcqcn`]: rate
//!   control; [`transport`]: go-back-N, selective repeat, TCP, Ultra Ethernet;
//! * `flow_trace`: a run as a trace of its flows.
//! * [`error`]; `random`: random numbers that are equal on every machine; `outgoing`: what host stacks hand to the network.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

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
mod stall;
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

use kitchen_units::progress::{self, Watcher};

/// Runs a plan.
///
/// # Errors
/// Those of [`Plan::check`], and [`PacketError::Events`] where the run takes more events than are allowed.
pub fn run(plan: &Plan) -> Result<Report, PacketError> {
    watched(plan, &mut progress::ignored)
}

/// [`run`], and reports how much of its payload has arrived.
///
/// # Errors
/// Those of [`run`].
pub fn watched(plan: &Plan, watcher: &mut Watcher<'_>) -> Result<Report, PacketError> {
    plan.check()?;
    engine::Engine::new(plan).run(watcher)
}
