//! The picture as plain data: a display list made from (show, script, playhead, layer, language), painted by a canvas
//! or written as SVG.
//!
//! Architecture Invariant: scene knows no yew and no browser; the same list is painted, exported and tested.

pub mod art;
pub(crate) mod cast;
pub(crate) mod chips;
pub mod display;
pub mod gantt;
pub mod geom;
pub(crate) mod hub;
pub mod index;
pub(crate) mod label;
pub(crate) mod machine;
pub mod map;
pub(crate) mod packets;
pub(crate) mod pages;
pub mod palette;
pub(crate) mod race;
pub(crate) mod rack;
pub(crate) mod slips;
pub mod stage;
pub mod svg;
pub(crate) mod ways;
