//! What to simulate: raw input made valid. ONE table of parameters drives the form, the command line, the link and the
//! documentation.

pub mod params;

pub use params::{Kind, Param, ParamId, Range, Scenario};
