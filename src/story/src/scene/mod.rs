//! The picture as plain data: a display list made from (show, script, playhead, layer, language), painted by a canvas
//! or written as SVG.
//!
//! Architecture Invariant: scene knows no yew and no browser; the same list is painted, exported and tested.

pub mod art;
mod cast;
mod chips;
mod collectives;
mod data;
pub mod display;
pub mod gantt;
mod generations;
pub mod geom;
mod hub;
pub mod index;
mod links;
mod machine;
mod pages;
pub mod palette;
mod pipeline;
mod race;
pub mod stage;
pub mod staged;
pub mod svg;
mod tensor;
mod ways;

#[cfg(test)]
mod contrast_tests;
#[cfg(test)]
mod slip_tests;
#[cfg(test)]
mod tests;
