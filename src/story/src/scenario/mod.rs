//! What to simulate: raw input made valid. ONE table of parameters drives the form, the command line, the link and the
//! documentation.

pub mod link;
pub mod params;
pub mod raw;
pub mod run;
pub mod size;
pub mod ways;

pub use params::{Kind, Param, ParamId, Range, Scenario};
pub use run::{Draft, clusters, is_heavy, perform, prepare, run};
