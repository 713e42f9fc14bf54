//! Lowering: a plan is laid on a network, and moves become transfers with routes, protocols and bytes.
//!
//! A connection (two places and a channel) is a queue, as NCCL's are: it carries its moves in the order of the plan, each
//! once the last byte of the one before it has left. Latency is not part of that: the next sets out while the last one's
//! flags still travel.
//!
//! Reductions are no tasks of their own: NCCL's kernel adds while it receives, at the rate of the link, and what that
//! costs is part of a step's latency.

mod append;
pub(crate) mod bundled;
pub mod compile;
mod connections;
pub(crate) mod lay;
mod path;
pub(crate) mod racks;
pub(crate) mod relay;
mod transfers;

pub(crate) use append::append_choice;
pub use append::{Call, append};
