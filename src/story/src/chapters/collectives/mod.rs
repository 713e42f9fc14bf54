//! Which meetings are there? Every operation by every algorithm that carries it out, with what is on each shelf.

mod acts;
mod board;
mod hands;
#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod run;
mod scene;
mod task;
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
    ..chapter! {
        COLLECTIVES,
        controls: [op, algorithm, chefs, bytes],
        screen_s: 25,
        tried: [
            [("op", "all-to-all"), ("algorithm", "direct")],
            [("op", "barrier"), ("algorithm", "tree")],
            [("algorithm", "in-network")],
            [("op", "broadcast"), ("algorithm", "tree"), ("chefs", "5")],
            [("op", "send-recv"), ("algorithm", "direct"), ("chefs", "2")],
        ],
    }
};
