//! What if each bowl picks its own specialist? A layer with experts on eight GPUs: tokens choose, are handed out, cooked and
//! handed back; and all wait for the expert that too many asked for, there and on the reports' way back.

mod acts;
mod hands;
#[cfg(test)]
mod judge;
mod kind;
mod moments;
mod own;
pub mod params;
mod pile;
mod points;
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
        EXPERTS,
        controls: [favourite, room, corrected, place],
        screen_s: 40,
        tried: [
            [("favourite", "4")],
            [("room", "100"), ("favourite", "4")],
            [("place", "street"), ("favourite", "2")],
            [("place", "corridor"), ("corrected", "200")],
            [("favourite", "1"), ("model", "gpt-oss-20b")],
            [("favourite", "1.6")],
        ],
    }
};
