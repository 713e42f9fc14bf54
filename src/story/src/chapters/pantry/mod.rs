//! What if the shelf is down the street? A step of learning with some of its jars in a common pantry, beside the same step with
//! everything at hand: how far a jar is hurts only as often as it is asked for.

mod acts;
mod again;
mod course;
mod hands;
#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod run;
mod scene;
mod shelf;
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
        PANTRY,
        controls: [away, road, distance, model],
        screen_s: 34,
        tried: [
            [("away", "notebooks")],
            [("rival", "again"), ("away", "nothing")],
            [("rival", "again"), ("away", "all-but-recipe"), ("distance", "city")],
            [("away", "state-added")],
            [("away", "all"), ("model", "llama2-70b")],
            [("away", "recipe"), ("distance", "city")],
            [("away", "nothing"), ("model", "llama2-13b")],
            [("away", "report"), ("road", "c2c")],
        ],
    }
};
