//! Why is one chef not enough? The shelf of a chef who reads a recipe, and then learns it.

mod acts;
mod held;
#[cfg(test)]
mod judge;
mod kind;
mod pack;
pub mod params;
mod parts;
mod run;
mod scene;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    ..chapter! {
        TOO_BIG,
        controls: [model, gpu, sharing, relief],
        screen_s: 34,
        tried: [
            [("sharing", "zero-3")],
            [("relief", "notebooks")],
            [("sharing", "zero-1"), ("relief", "bowls")],
            [("model", "megatron-1t"), ("gpu", "p100")],
            [("model", "gpt3-1.3b"), ("relief", "both")],
            [("model", "gpt3-1.3b"), ("texts", "8"), ("words", "8192"), ("relief", "full")],
            [("sharing", "zero-3"), ("chefs", "2")],
        ],
    }
};
