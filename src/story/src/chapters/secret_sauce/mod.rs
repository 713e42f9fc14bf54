//! How does the recipe improve? Gradient descent on a small sauce: forward, loss, backward, update, with every number shown.

mod acts;
mod course;
mod held;
#[cfg(test)]
mod judge;
mod kind;
mod map;
mod own;
pub mod params;
mod run;
mod scene;
mod table;
mod task;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    ..chapter! {
        SECRET_SAUCE,
        controls: [rate, momentum, start, tasters],
        screen_s: 40,
        tried: [
            [("start", "two-layer")],
            [("rate", "0.2")],
            [("tasters", "alike"), ("momentum", "0.6")],
            [("tasters", "one"), ("rate", "0.05")],
            [("start", "sweet")],
            [("start", "near")],
            [("start", "own"), ("rate", "0.05")],
        ],
    }
};
