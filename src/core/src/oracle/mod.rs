//! Closed forms, and what others measured: tests and the "why this number" panel use them.

pub mod bins;
pub mod measured;
pub mod pipeline;
pub mod recovery;
pub mod textbook;
