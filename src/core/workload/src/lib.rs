//! The work: model shapes, their parallel layout, what each piece costs on a GPU, schedules, and the task graph.
//!
//! Architecture Invariant: times of compute come from [`cost`], times of communication from the simulator; nothing
//! here knows a published result.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod cost;
mod error;
pub mod graph;
pub mod held_parameters;
pub mod infer;
pub mod layout;
pub mod memory;
pub mod memory_pool;
pub mod model;
pub mod pipeline;
pub mod planner;
pub mod relay;
pub mod routing;
pub mod schedule;
pub mod train;

pub use error::TrainError;
pub use layout::{Arithmetic, Kernel, Layout, LayoutError, Recipe, Recompute, Sharding, Zero};
pub use model::{MODELS, Model, model};
pub use schedule::Schedule;
pub use train::{Trained, train};
