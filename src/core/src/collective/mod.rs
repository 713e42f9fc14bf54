//! Collective operations: what each promises, and the algorithms that keep the promise, one a file.
//!
//! An algorithm compiles to a [`plan::Plan`] of moves between ranks, which [`check`] replays symbolically.

pub mod binomial;
pub mod bruck;
mod bundled;
pub mod calibration;
pub mod channels;
pub mod check;
mod choice;
pub mod choose;
pub mod compile;
mod connections;
pub mod cost;
pub mod count;
pub mod direct;
pub mod double_binary_tree;
mod error;
pub mod fastest;
pub mod halving_doubling;
pub mod hierarchical;
pub mod in_fabric;
pub mod in_network;
pub mod launch;
mod lay;
pub mod lower;
pub mod measure;
pub mod messages;
mod op;
pub mod pairwise;
pub mod parts;
pub mod pass_along;
pub mod pat;
mod path;
pub mod plan;
pub mod protocol;
mod racks;
mod relay;
pub mod ring;
pub(crate) mod rounds;
pub mod shape;
pub mod shares;
mod tables;
mod transfers;
pub mod tree;
pub mod tuner;

pub use choice::Choice;
pub use choose::choose;
pub use error::CollectiveError;
pub use lower::{Call, append};
pub use measure::{Launch, Measured, measure, measure_group};
pub use op::{Algorithm, Op};
pub use parts::{Skew, Split};

#[cfg(test)]
mod fifo_tests;
#[cfg(test)]
mod refusal_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod traffic_tests;
