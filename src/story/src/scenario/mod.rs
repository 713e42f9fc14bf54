//! What to simulate: raw input made valid. Each chapter declares its kind of scenario once; that table drives the form, the
//! command line, the link and the documentation.

mod draft;
pub(crate) mod kind;
pub mod link;
pub(crate) mod meeting;
pub(crate) mod packets;
pub(crate) mod presets;
pub mod raw;
pub mod size;

pub use draft::Draft;
pub use kind::{Kind, Meeting, Param, Range, Scenario, Schema};
