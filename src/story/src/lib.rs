//! The story that Collective Kitchen tells from a simulated run: scenarios, chapters, and the picture as plain data.
//!
//! ```text
//! scenario -> kitchen-core -> show -> story -> scene -> chapters
//! ```
//!
//! Each chapter is a folder of [`chapters`]; what several of them tell or draw with is a room of [`story`] or [`scene`]. Like
//! the engine, the crate knows no web, no files and no clock.
//!
//! * `sentences`: what the engine's errors say, and what its machines are called; `scenario`: raw input made valid; `show`: a
//!   scenario with its runs;
//! * `story`: what chapters tell with; `scene`: what they draw with; `chapter`: what a chapter is made of; `chapters`: a folder for
//!   each, and the one table that lists them; `brought`: the door to what readers bring of their own; `famous`: published runs; `validated`: how far off the
//!   simulation is for those that were measured; `bills`:
//!   what purchases cost;
//! * `taken`: what people take away of a show, as files;
//! * `staged`: a show with all that is made of it once, made in steps or crossing between threads in parts.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod bills;
pub mod brought;
pub mod chapter;
pub mod chapters;
pub mod famous;
pub mod scenario;
pub mod scene;
pub mod sentences;
pub mod show;
pub mod staged;
pub mod story;
pub mod taken;
pub mod validated;

#[cfg(test)]
mod tests;
