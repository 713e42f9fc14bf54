//! Collective Kitchen's engine: discrete-event simulation of how many GPUs train one model, on real hardware figures.
//!
//! How long does an all-reduce of 1 GiB take in a DGX H100?
//!
//! ```
//! use kitchen_core::collective::{self, Algorithm, Op};
//! use kitchen_core::topology::{self, ClusterSpec};
//! use kitchen_core::units::Bytes;
//!
//! let system = topology::system("dgx-h100").ok_or("no such system")?;
//! let cluster = topology::build(&ClusterSpec::new(system, 1)).map_err(|error| format!("{error:?}"))?;
//! let all_reduce = collective::measure(&cluster, Op::AllReduce, Algorithm::Auto, Bytes::gib(1));
//! let measured = all_reduce.map_err(|error| format!("{error:?}"))?;
//! println!("{} in {:?}, {:.0} GB/s", measured.algorithm.id(), measured.time, measured.busbw.as_gb_per_s());
//! assert!((440.0..490.0).contains(&measured.busbw.as_gb_per_s()));
//! # Ok::<(), String>(())
//! ```
//!
//! Each module is a crate of its own, which this one hands on, so that the compiler holds the arrows between them. The engine is a
//! pipeline of plain values and knows no web, no files and no clock. Times are whole picoseconds, and the same
//! question gives the same trace on every machine.
//!
//! ```text
//! hardware -> topology -> task graph -> sim -> trace -> analysis, export
//!                 collective, workload ->
//! ```
//!
//! * [`hardware`]: the catalogue, each figure with its source; [`topology`]: servers, racks and fabrics of it;
//! * [`task`]: what is asked of a machine, as a graph; [`sim`]: the event engine; [`trace`]: what happened, and the state at any
//!   time; [`run`]: all three in one value;
//! * [`collective`]: NCCL's algorithms, its choices, and how they lie on a network; [`workload`]: training and inference steps;
//! * [`packet`]: a network packet by packet: queues, hashes, marks, pauses, loss; [`faults`]: what breaks, and days of failures and
//!   checkpoints;
//! * [`oracle`]: closed forms and measurements to compare with; [`analysis`]: where the time went; [`export`]: the trace for other
//!   tools;
//! * [`descent`]: gradient descent on a small model, number by number.
//!
//! Arrows never point back; see `ARCHITECTURE.md` at the root of the repository.

pub use kitchen_analysis as analysis;
pub use kitchen_collective as collective;
pub use kitchen_descent as descent;
pub use kitchen_export as export;
pub use kitchen_faults as faults;
pub use kitchen_hardware as hardware;
pub use kitchen_oracle as oracle;
pub use kitchen_packet as packet;
pub use kitchen_sim as sim;
pub use kitchen_task as task;
pub use kitchen_topology as topology;
pub use kitchen_trace as trace;
pub use kitchen_units::{order, progress, units, wire};
pub use kitchen_workload as workload;

/// A simulated run: what was asked of the machine, and what happened.
pub mod run {
    pub use kitchen_export::Run;
}
