//! Who is who? One training step in two kitchens, in which everyone whom the later chapters draw does its part and is named.

mod acts;
#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod plan;
mod run;
mod scene;
mod tags;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    is_wide: true,
    ..chapter! {
        CAST,
        controls: [],
        screen_s: 30,
        tried: [[("shown", "street")]],
    }
};
