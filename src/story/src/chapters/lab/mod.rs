//! Plan your own restaurant: a step of learning in today's restaurant beside the same step after one purchase, each laid out in the
//! fastest way that the search found. What shortens the step is what its critical path waits for.

mod account;
mod acts;
mod course;
mod cuts;
mod goods;
mod hands;
#[cfg(test)]
mod judge;
mod kind;
pub mod own;
pub mod params;
pub mod race;
mod run;
mod scene;
mod shop;
mod telling;
#[cfg(test)]
mod tests;
mod today;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    brings: Some(&own::DOOR.brought),
    ..chapter! {
        LAB,
        controls: [buy, lot, model, kitchens],
        screen_s: 34,
        tried: [
            [("buy", "street")],
            [("buy", "kitchens")],
            [("lot", "both"), ("model", "llama3-70b"), ("kitchens", "4")],
            [("buy", "shelf"), ("lot", "tunnel"), ("kitchens", "2")],
            [("buy", "tunnel"), ("model", "llama2-13b")],
            [("texts", "128"), ("lot", "both"), ("chef", "h200")],
        ],
    }
};
