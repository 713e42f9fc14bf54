//! Why is answering lighter than learning? The same model on the same kind of GPU: one serves, one learns, on one clock.

mod acts;
#[cfg(test)]
mod judge;
mod kind;
pub mod params;
mod queue;
mod roof;
mod run;
mod scene;
mod sides;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;
use params::At;

pub static CHAPTER: Chapter = Chapter {
    acts: acts::ACTS,
    ..chapter! {
        TWO_FACES,
        controls: [guests, gpu, model, text],
        screen_s: 30,
        tried: [
            [("guests", "100")],
            [("gpu", "h100")],
            [("guests", "512"), ("gpu", "a100"), ("model", "gpt3-2.7b")],
            [("gpu", "b200"), ("text", "2048")],
        ],
    }
};
