//! Closed forms: tests and the "why this number" panel use them.

pub mod collective;
pub mod pipeline;
pub mod textbook;
