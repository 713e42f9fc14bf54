//! The chapters that are open, one a file.

pub mod data;
pub mod links;
pub mod pipeline;
pub mod tensor;
