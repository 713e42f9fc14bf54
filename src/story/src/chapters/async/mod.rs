//! What if nobody waits? Kitchens that wait for all after each dish beside kitchens that do not: their time from one trace, and the recipe
//! that comes of the order in which pages and reports went to and fro there.

mod acts;
mod course;
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

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    ..chapter! {
        ASYNC,
        controls: [rule, kitchens, slow, rate],
        screen_s: 40,
        tried: [
            [("rule", "local-4")],
            [("kitchens", "8"), ("slow", "v100")],
            [("rule", "stale-1"), ("kitchens", "2"), ("slow", "same")],
            [("rule", "stale-0"), ("rate", "0.14")],
            [("rule", "local-12"), ("slow", "same"), ("rate", "0.05")],
        ],
    }
};
