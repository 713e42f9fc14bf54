//! The picture as plain data: a display list made from (show, script, playhead, layer, language), painted by a canvas
//! or written as SVG.
//!
//! Architecture Invariant: scene knows no yew and no browser; the same list is painted, exported and tested.

pub mod art;
pub mod display;
pub mod palette;
pub mod svg;
