//! The chapters that are open, one a file.

pub mod data;
pub mod pipeline;
