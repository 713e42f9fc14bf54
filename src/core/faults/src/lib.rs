//! What breaks, and what it costs: a step in which one GPU or one link is slow, and a training job over days in which servers
//! fail, work since the last checkpoint is lost, and everything starts again.
//!
//! A job on 2,048 servers, each of which fails once in five years. What share of the time is work that is kept?
//!
//! ```
//! use kitchen_faults::{Cluster, checkpoint, timeline};
//! use kitchen_units::Time;
//!
//! let minutes = |minutes: u64| Time(minutes * 60 * 1_000_000_000_000);
//! let [period, write, detect, restart] = [30, 1, 2, 10].map(minutes);
//! let cluster =
//!     Cluster { servers: 2_048, spares: 64, mtbf_s: 5 * 365 * 86_400, period, write, detect, restart, repair: minutes(600) };
//! let expected = checkpoint::goodput(&cluster);
//! let simulated = timeline::simulate(&cluster, minutes(60 * 24 * 100), 1).unwrap();
//! let kept = simulated.spent(minutes(60 * 24 * 100)).goodput();
//! println!("{expected:.3} expected, {kept:.3} in a hundred days");
//! assert!((kept - expected).abs() < 0.02);
//! ```
//!
//! * [`straggler`]: the same step with one GPU slowed down or without its NVLinks, for the ordinary simulation;
//! * [`cluster`]: the servers of a training job, their failure rate, spares and checkpoints;
//! * [`timeline`]: such a job simulated failure by failure, from a seed;
//! * [`checkpoint`]: closed forms of the expected goodput and of the best checkpoint period (Young, Daly);
//! * [`spares`]: closed forms of the time lost to waiting for repairs, and the best number of spare servers (Erlang);
//! * [`published`]: failure rates and causes from the literature.
//! * `random`, `exp`: random numbers and an exponential that are equal on every machine.

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
pub use timeline::{Activity, Failure, Interval, Named, Spent, Timeline};
