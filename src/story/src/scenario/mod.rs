//! What to simulate: raw input made valid. Each chapter declares its kind of scenario once; that table drives the form, the
//! command line, the link and the documentation.
//!
//! * `kind`: how a chapter declares its parameters; `raw`: keys and values as text made valid; `link`: the address; `size`: sizes
//!   as people write them; `draft`: what is to be simulated;
//! * `meeting`, `packets`, `presets`: what several chapters simulate.

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
