//! Why is one chef not enough? The shelf of a chef who reads a recipe, and then learns it.

#[cfg(test)]
mod judge;
mod kind;
mod pack;
pub mod params;
mod run;
mod scene;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = chapter! {
    TOO_BIG,
    controls: [model, gpu, sharing, relief],
    screen_s: 34,
    tried: [
        [("sharing", "zero-3")],
        [("relief", "notebooks")],
        [("sharing", "zero-1"), ("relief", "bowls")],
        [("model", "megatron-1t"), ("gpu", "p100")],
        [("model", "gpt3-1.3b"), ("relief", "both")],
    ],
};
