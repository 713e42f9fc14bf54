//! How do kitchens keep one recipe? Data parallelism: other ingredients for each, reports that leave in bundles while the stove

mod acts;
mod bundles;
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
    ..chapter! {
        DATA,
        controls: [buckets, chefs, algorithm, system],
        screen_s: 30,
        tried: [
            [("chefs", "8"), ("system", "dgx1-v100")],
            [("chefs", "5"), ("system", "pcie-8")],
            [("chefs", "2")],
            [("kitchens", "4")],
            [("system", "dgx-h100-over-pcie"), ("buckets", "1")],
        ],
    }
};
