//! The discrete-event simulator: a task graph in, a trace out.
//!
//! Architecture Invariant: nothing here knows what a chef is, how a trace is drawn, or what time it is outside.

pub mod task;
