//! Collective operations: what each promises, and the algorithms that keep the promise, one a file.
//!
//! An algorithm compiles to a [`plan::Plan`] of moves between ranks, which [`check`] replays symbolically.

pub mod check;
pub mod direct;
pub mod double_binary_tree;
pub mod hierarchical;
pub mod in_network;
mod op;
pub mod plan;
pub mod ring;
pub mod tree;

pub use op::{Algorithm, Op};

#[cfg(test)]
mod tests;
