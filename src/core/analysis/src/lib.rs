//! Where the time went: every picosecond of every GPU by its cause, and the chain of tasks that sets the makespan.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

mod attribution;
mod critical;
mod relay;

pub use attribution::{Attribution, Parts, attribution, attribution_by};
pub use critical::critical_path;
pub use relay::{Bubble, Pass};

#[cfg(test)]
mod tests;
