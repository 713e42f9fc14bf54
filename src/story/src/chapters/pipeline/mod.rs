//! How does a relay keep all chefs busy? Pipeline parallelism: bubbles, schedules, handovers.

mod acts;
mod asking;
mod beats;
mod fold;
#[cfg(test)]
mod judge;
mod kind;
mod lanes;
mod made;
mod moments;
pub mod params;
mod passes;
mod pot;
mod run;
mod scene;
mod shape;
mod shelf;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    ..chapter! {
        PIPELINE,
        controls: [batches, stages, schedule, link],
        screen_s: 40,
        tried: [
            [("stages", "8")],
            [("link", "pcie")],
            [("stages", "2"), ("link", "infiniband")],
            [("stages", "8"), ("link", "infiniband")],
            [("schedule", "zb-h1")],
            [("schedule", "interleaved")],
            [("schedule", "zb-h2"), ("link", "pcie")],
            [("schedule", "1f1b-split"), ("stages", "8")],
            [("schedule", "zb-v")],
            [("schedule", "dualpipe")],
            [("schedule", "zb-v"), ("stages", "8"), ("batches", "16")],
            [("schedule", "dualpipe"), ("stages", "6"), ("batches", "16"), ("link", "infiniband")],
        ],
    }
};
