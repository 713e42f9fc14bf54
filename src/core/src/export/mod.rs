//! A run for other tools: Chrome trace events (Perfetto opens them).
//!
//! Names in files are the field's, in English, whatever the language of the page: other tools read them.

mod chrome;
mod names;

pub use chrome::{chrome_trace, chrome_trace_named};
pub use names::kind_name;

#[cfg(test)]
mod tests;
