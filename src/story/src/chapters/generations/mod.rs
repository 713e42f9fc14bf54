//! How did the tunnels grow? The same meeting on a system of each generation of NVLink, on one clock.

mod acts;
mod hands;
#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod run;
mod scene;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};
use crate::story;

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    beside: story::beside,
    is_wide: true,
    ..chapter! {
        GENERATIONS,
        controls: [missing, until, op, bytes],
        screen_s: 30,
        tried: [[("missing", "link")], [("missing", "chip")], [("until", "2018")], [("home", "5"), ("left", "1")]],
    }
};
