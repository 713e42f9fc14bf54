//! What breaks, and what it costs: a step in which one GPU or one link is slow, and a training job over days in which servers
//! fail, work since the last checkpoint is lost, and everything starts again.
//!
//! * [`straggler`]: the same step with one GPU slowed down or without its NVLinks, for the ordinary simulation;
//! * [`cluster`]: the servers of a training job, their failure rate, spares and checkpoints;
//! * [`timeline`]: such a job simulated failure by failure, from a seed;
//! * [`checkpoint`]: closed forms of the expected goodput and of the best checkpoint period (Young, Daly);
//! * [`spares`]: closed forms of the time lost to waiting for repairs, and the best number of spare servers (Erlang);
//! * [`published`]: failure rates and causes from the literature.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod checkpoint;
pub mod cluster;
pub mod exp;
pub mod published;
mod random;
pub mod spares;
pub mod straggler;
#[cfg(test)]
mod tests;
pub mod timeline;

pub use cluster::{Cluster, FaultError};
pub use timeline::{Activity, Failure, Interval, Spent, Timeline};
