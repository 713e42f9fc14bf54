//! How do chefs share one pot? Tensor parallelism: a product split by columns, then by rows, and the sums that must meet.

mod acts;
mod held;
#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod pot;
mod run;
mod scene;
mod spices;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    ..chapter! {
        TENSOR,
        controls: [ways, link, hidden],
        screen_s: 30,
        tried: [
            [("ways", "8")],
            [("ways", "8"), ("link", "exchange")],
            [("ways", "4"), ("link", "tunnel")],
            [("ways", "1"), ("link", "tunnel")],
        ],
    }
};
