//! What if something breaks? A step in which one chef's stove burns low or its tunnel has fallen, beside the same step where all is
//! well; parcels on streets of which one falls or flaps, a crossing dies or a door stays shut; and three days of a city of kitchens,
//! three times, which differ in how often all write down where they are.

mod acts;
mod hands;
#[cfg(test)]
mod judge;
mod kind;
mod night;
pub mod params;
mod run;
mod scene;
mod step;
mod streets;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    ..chapter! {
        MISHAPS,
        controls: [mishap, kitchens, period, spares],
        screen_s: 40,
        tried: [
            [("mishap", "stove")],
            [("kitchens", "1024"), ("spares", "0")],
            [("mishap", "stove"), ("pace", "50")],
            [("mishap", "tunnel")],
            [("mishap", "door")],
            [("mishap", "crossing")],
            [("mishap", "street")],
            [("mishap", "flap")],
            [("kitchens", "2048"), ("spares", "0")],
            [("kitchens", "64"), ("period", "120")],
            [("period", "10"), ("spares", "4")],
        ],
    }
};
