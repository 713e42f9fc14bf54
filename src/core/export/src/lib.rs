//! A run for other tools: Chrome trace events (Perfetto opens them).
//!
//! A pass on one GPU of a DGX A100, for Perfetto.
//!
//! ```
//! use kitchen_export::{Run, chrome_trace};
//! use kitchen_sim::{Options, run};
//! use kitchen_task::{Kind, Label, TaskGraph, Work};
//! use kitchen_topology::{ClusterSpec, build, system};
//! use kitchen_units::Time;
//!
//! let topology = build(&ClusterSpec::new(system("dgx-a100").unwrap(), 1)).unwrap();
//! let mut graph = TaskGraph::new();
//! graph.add(Work::Compute { gpu: 0, duration: Time::from_us(3) }, Label::new(Kind::Forward), &[]);
//! let trace = run(&graph, &topology.capacities(), topology.len() as usize, &Options::default()).unwrap();
//! let document = chrome_trace(&Run::new(topology, graph, trace));
//! assert!(document.contains("forward") && document.contains("\"dur\":3.000"));
//! ```
//!
//! Names in files are the field's, in English, whatever the language of the page: other tools read them.
//!
//! * `run`: graph, trace and machine together; `chrome`: the trace event format; `names`: what tasks are called in files.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

mod chrome;
mod names;
mod run;

pub use chrome::{chrome_trace, chrome_trace_named, chrome_traces};
pub use names::kind_name;
pub use run::Run;

#[cfg(test)]
mod tests;
