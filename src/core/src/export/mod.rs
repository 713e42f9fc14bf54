//! A run for other tools: Chrome trace events (Perfetto opens them) and a table of spans.
//!
//! Names in files are the field's, in English, whatever the language of the page: other tools read them.

mod chrome;
mod csv;
mod names;

pub use chrome::{chrome_trace, chrome_trace_named};
pub use csv::spans_csv;
pub use names::kind_name;

#[cfg(test)]
mod tests;
