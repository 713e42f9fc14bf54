//! Closed forms, and what others measured: tests and the "why this number" panel use them.
//!
//! What share of a pipeline's time is bubble, and what does a ring's all-reduce cost, by the books?
//!
//! ```
//! use kitchen_collective::{Algorithm, Op};
//! use kitchen_oracle::{pipeline, textbook};
//! use kitchen_workload::Schedule;
//!
//! // Eight stages, 32 micro-batches: (p - 1) / (m + p - 1).
//! assert!((pipeline::bubble_fraction(Schedule::OneFOneB, 8, 32) - 7.0 / 39.0).abs() < 1e-12);
//! // Eight ranks: 2 (n - 1) hops, and 2 (n - 1) / n of the buffer over each line.
//! let ring = textbook::cost_of(Op::AllReduce, Algorithm::Ring, 8, 8).unwrap();
//! assert_eq!((ring.a, ring.b), (14.0, 1.75));
//! ```
//!
//! * [`textbook`]: a collective's cost; [`pipeline`]: a schedule's bubble; [`recovery`]: what lost packets cost; [`bins`]: what a hash does with flows;
//! * [`measured`]: what others measured.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod bins;
pub mod measured;
pub mod pipeline;
pub mod recovery;
pub mod textbook;

#[cfg(test)]
mod pipeline_tests;
#[cfg(test)]
mod recovery_tests;
