//! The operator graph of a transformer, and how it is cut for several devices.
//!
//! ```text
//! Model + GPU --Graph::of--> operators and tensors --Cut--> crossings --place--> task graph --sim--> trace
//!                                                       \-> weigh, ways, best: what a planner looks at
//! ```
//!
//! A cut gives every operator a device. Wherever a tensor is made on one device and used on another, a pair of Send and Recv is
//! put in: one for each tensor and destination, however many operators use it there (`TensorFlow`, arXiv:1603.04467 section 3.2.2).
//! Operators are costed one by one by [`super::cost`], as a framework runs them that fuses nothing: then every tensor is there to
//! be sent, the scores of attention, too.
//!
//! # Example
//! ```
//! use kitchen_hardware as hardware;
//! use kitchen_units::Rate;
//! use kitchen_workload::graph::{Cut, Graph, Op, Passes, Road, best};
//! use kitchen_workload::model;
//!
//! let graph = Graph::of(model("gpt3-125m").unwrap(), hardware::gpu("a100-sxm").unwrap(), 1).unwrap();
//! let after = |op: Op| Cut::prefix(&graph, graph.place_of(6, op).unwrap() + 1).bytes(&graph).0;
//! // 12 heads of 2,048 by 2,048 scores, the values and the residual stream, against the residual stream alone.
//! assert_eq!(after(Op::Scores), 2 * (12 * 2048 * 2048 + 2 * 2048 * 768));
//! assert_eq!(after(Op::MlpAdd), 2 * 2048 * 768);
//! let road = Road { rate: Rate::gb_per_s(50.0), ..Road::default() };
//! assert_eq!(best(&graph, &road, Passes::Forward).unwrap().1.bytes.0, after(Op::MlpAdd));
//! ```

mod cut;
mod operators;
mod place;
mod search;
mod stages;
#[cfg(test)]
mod tests;

pub use cut::{Crossing, Cut, CutError};
pub use operators::{Effort, Graph, LAYER, Op, Operator, Tensor, Value};
pub use place::{Passes, Placed, Step, place};
pub use search::{Road, Weighed, best, ways, weigh};
pub use stages::{Blades, Trio};
