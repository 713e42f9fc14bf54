//! The chapters that are open, one a file.

pub mod collectives;
pub mod data;
pub mod generations;
pub mod links;
pub mod pipeline;
pub mod tensor;
