//! Corridor, tunnel or exchange? The same meeting raced on several machines, on one clock.

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
        LINKS,
        controls: [bytes, chefs, op, cut],
        screen_s: 25,
        tried: [[("chefs", "72")], [("chefs", "16")], [("field", "two")], [("cut", "tunnel")], [("home", "4"), ("left", "1")]],
    }
};
