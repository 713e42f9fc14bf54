//! Collective Kitchen's core: how many GPUs train one model, computed and told.
//!
//! The crate is a pipeline of plain values and knows no web, no files and no clock:
//!
//! ```text
//! scenario -> topology + workload -> sim -> trace -> story -> scene
//! ```
//!
//! Arrows never point back; see `ARCHITECTURE.md` at the root of the repository.

pub mod analysis;
pub mod collective;
pub mod descent;
pub mod export;
pub mod hardware;
pub mod oracle;
pub mod order;
pub mod parcel;
pub mod peer;
pub mod run;
pub mod sim;
pub mod task;
pub mod text;
pub mod topology;
pub mod trace;
pub mod units;
pub mod workload;
