//! The story that Collective Kitchen tells from a simulated run: scenarios, chapters, and the picture as plain data.
//!
//! ```text
//! scenario -> kitchen-core -> show -> story -> scene
//! ```
//!
//! Like the engine, it knows no web, no files and no clock.

pub mod scenario;
pub mod scene;
pub mod show;
pub mod story;
