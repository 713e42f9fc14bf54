//! The work: model shapes, their parallel layout, what each piece costs on a GPU, schedules, and the task graph.
//!
//! How long does a step of GPT-3 6.7B take on eight A100, split two ways by layers, tensors and data?
//!
//! ```
//! use kitchen_topology::{ClusterSpec, system};
//! use kitchen_workload::{Layout, model, train};
//!
//! let server = ClusterSpec::new(system("dgx-a100").unwrap(), 1);
//! let layout = Layout { tensor: 2, data: 2, pipeline: 2, global_batch: 32, ..Layout::ONE };
//! let step = train(model("gpt3-6.7b").unwrap(), &server, &layout).unwrap();
//! println!("{:.2} s, {:.0} % of what the GPUs can do", step.iteration.as_secs(), step.mfu * 100.0);
//! assert!((0.2..0.7).contains(&step.mfu));
//! let parts = step.compute_fraction + step.exposed_comm_fraction + step.bubble_fraction;
//! assert!((parts - 1.0).abs() < 1e-6);
//! ```
//!
//! * [`mod@model`], [`layout`]: shapes, and how they are spread; [`cost`]: how long a GPU computes; [`memory`], [`memory_pool`], [`held_parameters`]: what
//!   it must hold, here or beyond the network; `error`;
//! * [`schedule`], [`pipeline`], [`relay`]: orders of passes, and their graphs; [`mod@train`]: a whole step; [`planner`]: the fastest layout; [`purchases`]: what to buy first;
//! * [`graph`]: the operators, and cuts through them; [`routing`]: which expert gets which token; [`infer`]: the model answering.
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
pub mod purchases;
pub mod relay;
pub mod routing;
pub mod schedule;
pub mod train;

pub use error::TrainError;
pub use layout::{Arithmetic, Kernel, Layout, LayoutError, Recipe, Recompute, Sharding, Zero};
pub use memory::Offload;
pub use model::{MODELS, Model, model};
pub use schedule::Schedule;
pub use train::{Trained, train};
