//! How is one recipe cut into pages for many? The operators of a real model as a map of cards, cut by the reader's knife; what
//! crosses the cut is sent, and then it runs.

mod acts;
mod cards;
mod hands;
mod held;
#[cfg(test)]
mod judge;
mod kind;
mod map;
mod own;
pub mod params;
mod row;
mod run;
mod scene;
mod task;
mod telling;
#[cfg(test)]
mod tests;
mod three;
mod words;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    ..chapter! {
        GRAPH,
        controls: [knife, link, words, model],
        screen_s: 30,
        tried: [
            [("knife", "15")],
            [("knife", "5"), ("link", "tunnel"), ("model", "llama3-8b")],
            [("knife", "12"), ("link", "corridor")],
            [("knife", "1")],
            [("knife", "18"), ("words", "2048"), ("model", "llama2-7b")],
        ],
    }
};
