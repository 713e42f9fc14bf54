//! What happened: when each task was ready, started and ended, and how fast each flow went in between.
//!
//! What did a GPU do, one microsecond into a run?
//!
//! ```
//! use kitchen_task::{Kind, Label, TaskGraph, Work};
//! use kitchen_trace::{Index, State, Trace};
//! use kitchen_units::Time;
//!
//! let mut graph = TaskGraph::new();
//! let pass = graph.add(Work::Compute { gpu: 0, duration: Time::from_us(3) }, Label::new(Kind::Forward), &[]);
//! let [start, end] = [Time::ZERO, Time::from_us(3)];
//! let trace = Trace { ready: vec![start], start: vec![start], end: vec![end], makespan: end, ..Trace::default() };
//! let index = Index::new(&graph, &trace, 1);
//! let reader = index.read(&graph, &trace);
//! assert_eq!(reader.compute_at(0, Time::from_us(1)), Some(pass));
//! assert_eq!(reader.state(pass, end), State::Done);
//! ```
//!
//! * [`Trace`]: the record, in columns;
//! * [`Index`]: made once a run, so that a frame asks without searching or allocating;
//! * [`stretches`]: what each link carried, over the whole run;
//! * [`Reader`]: graph, trace and index together, and the questions: states, progress, lanes, link use, steps.
//! * `carried`: what links carry; `digest`: a fingerprint; `index`, `reader`: the last two.
//!
//! Architecture Invariant: a trace knows no story and no picture; everything seen or exported is a function of it.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

mod carried;
mod digest;
mod index;
mod reader;

pub use carried::{Counted, Stretch, stretches};
pub use index::{Index, Lists, UnderWay};
pub use reader::{Reader, State};

use kitchen_task::TaskId;
use kitchen_units::Time;
use kitchen_units::wire::wire;

/// A piece of a flow's life with one rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateSegment {
    /// The transfer.
    pub task: TaskId,
    /// When the rate begins.
    pub start: Time,
    /// When it ends.
    pub end: Time,
    /// Bytes per second.
    pub rate: f64,
    /// Bytes already carried when the segment starts.
    pub done: f64,
}

/// The record of one run, columns parallel to the task graph's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// When the last predecessor ended.
    pub ready: Vec<Time>,
    /// When the task got its resource (compute) or the first byte left (transfer).
    pub start: Vec<Time>,
    /// When the task ended (transfer: the last byte arrived, latency included).
    pub end: Vec<Time>,
    /// Rate segments of transfers in order of start, empty when the run was asked for spans alone.
    pub segments: Vec<RateSegment>,
    /// The end of the run.
    pub makespan: Time,
}

wire!(RateSegment { task, start, end, rate, done });
wire!(Trace { ready, start, end, segments, makespan });
