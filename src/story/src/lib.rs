//! The story that Collective Kitchen tells from a simulated run: scenarios, chapters, and the picture as plain data.
//!
//! ```text
//! scenario -> kitchen-core -> show -> story -> scene -> chapters
//! ```
//!
//! Each chapter is a folder of [`chapters`]; what several of them tell or draw with is a room of [`story`] or [`scene`]. Like
//! the engine, the crate knows no web, no files and no clock.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod chapter;
pub mod chapters;
pub mod scenario;
pub mod scene;
pub mod sentences;
pub mod show;
pub mod staged;
pub mod story;

#[cfg(test)]
mod tests;
