//! A run for other tools: Chrome trace events (Perfetto opens them).
//!
//! Names in files are the field's, in English, whatever the language of the page: other tools read them.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

mod chrome;
mod names;
mod run;

pub use chrome::{chrome_trace, chrome_trace_named};
pub use names::kind_name;
pub use run::Run;

#[cfg(test)]
mod tests;
