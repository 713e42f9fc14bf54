//! Where the time went: every picosecond of every GPU by its cause, and the chain of tasks that sets the makespan.
//!
//! A GPU computes for 3 us, and sends for 1 us while nobody computes. Where did the time go?
//!
//! ```
//! use kitchen_analysis::{attribution, critical_path};
//! use kitchen_sim::{Options, run};
//! use kitchen_task::{Hop, Kind, Label, LinkCapacity, Route, TaskGraph, Work};
//! use kitchen_units::{Bytes, Rate, Time};
//!
//! let mut graph = TaskGraph::new();
//! let route = graph.add_route(Route { hops: vec![Hop { link: 0, share: 1.0 }], ..Route::default() });
//! let pass = graph.add(Work::Compute { gpu: 0, duration: Time::from_us(3) }, Label::new(Kind::Forward), &[]);
//! let send = Work::Transfer { src: 0, dst: 1, route, bytes: Bytes(1_000) };
//! let send = graph.add(send, Label::new(Kind::Activation), &[pass]);
//! let trace = run(&graph, &[LinkCapacity { rate: Rate::gb_per_s(1.0) }], 2, &Options::default()).unwrap();
//! let sender = attribution(&graph, &trace, 2).gpus[0];
//! assert_eq!([sender.compute, sender.exposed_comm, sender.bubble], [3_000_000, 1_000_000, 0]);
//! assert_eq!(critical_path(&graph, &trace), [pass, send]);
//! ```
//!
//! * [`attribution()`]: every picosecond of every GPU by its cause (`attribution`); [`critical_path`]: the chain that sets the makespan (`critical`);
//! * `relay`: where the bubble of a pipeline's step comes from.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

mod attribution;
mod critical;
mod relay;

pub use attribution::{Attribution, Parts, attribution, attribution_by};
pub use critical::critical_path;
pub use relay::{Bubble, Pass};

#[cfg(test)]
mod tests;
