//! (being built)

pub mod collective;
