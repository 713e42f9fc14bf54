//! Collective operations: what each promises, and how its promise is kept.
//!
//! How long does an all-reduce take in a DGX H100, and by which of NCCL's algorithms?
//!
//! ```
//! use kitchen_collective::{Algorithm, Op, measure};
//! use kitchen_topology::{ClusterSpec, build, system};
//! use kitchen_units::Bytes;
//!
//! let cluster = build(&ClusterSpec::new(system("dgx-h100").unwrap(), 1)).unwrap();
//! for bytes in [Bytes(1 << 13), Bytes::gib(1)] {
//!     let measured = measure(&cluster, Op::AllReduce, Algorithm::Auto, bytes).unwrap();
//!     println!("{bytes:?}: {:.1} us by {}", measured.time.as_us(), measured.algorithm.id());
//!     assert!(measured.busbw.as_gb_per_s() < 490.0);
//! }
//! ```
//!
//! ```text
//! Call --nccl--> Choice --plans--> Plan --lowering--> TaskGraph
//! ```
//!
//! * [`plans`]: the algorithms, one a file. Each compiles to a [`plan::Plan`] of moves between ranks, which [`check`] replays
//!   symbolically;
//! * [`nccl`]: what NCCL knows of a communicator, and which algorithm, protocol and pipeline depth it would take;
//! * [`lowering`]: plans laid on a network, as transfers with routes;
//! * [`measure()`]: all of it on an idle cluster, as nccl-tests measures.
//! * `op`, `error`: operations and algorithms by name, and what is refused; [`plan`], [`parts`]: a collective as data, and what its parts weigh;
//! * `measure`, [`fastest`]: one call on an idle cluster, and every way of carrying it out.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod check;
mod error;
pub mod fastest;
pub mod lowering;
pub mod measure;
pub mod nccl;
mod op;
pub mod parts;
pub mod plan;
pub mod plans;

pub use error::CollectiveError;
pub use lowering::{Call, append};
pub use measure::{Launch, Measured, measure, measure_group, measure_routed};
pub use nccl::{Choice, calibration, choose, communicator, tuner};
pub use op::{Algorithm, Op};
pub use parts::{Skew, Split};
pub use plans::{
    binomial, bruck, direct, double_binary_tree, halving_doubling, hierarchical, in_fabric, in_network, pairwise, pat,
    ring, tree,
};

#[cfg(test)]
mod fifo_tests;
#[cfg(test)]
mod missing_tests;
#[cfg(test)]
mod order_tests;
#[cfg(test)]
mod refusal_tests;
#[cfg(test)]
mod spike_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod traffic_tests;
