//! The first minute: one dish, cooked by one chef, by two, and by two who share it in bowls. It stands before the book and has
//! no number there; the home page plays it.

#[cfg(test)]
mod judge;
mod kind;
mod run;
mod scene;
mod telling;
#[cfg(test)]
mod tests;

use crate::chapter::{Chapter, chapter};

pub use kind::KIND;

pub static CHAPTER: Chapter = chapter! {
    PROLOGUE,
    controls: [],
    screen_s: 10,
    tried: [],
};
