//! Closed forms, and what others measured: tests and the "why this number" panel use them.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod bins;
pub mod measured;
pub mod pipeline;
pub mod recovery;
pub mod textbook;

#[cfg(test)]
mod pipeline_tests;
#[cfg(test)]
mod recovery_tests;
