//! What the reader does by hand: a step to take, with what is asked and what is said of the amounts. Nothing is counted.

use kitchen_core::units::Time;
use kitchen_text::{Key, Line};

use crate::show::Show;

/// How a chapter lets its reader take a step: by its amounts.
#[derive(Clone, Copy, Debug)]
pub struct Amounts {
    pub words: Words,
    /// The step that can be taken at an instant; nothing where the run has none.
    pub ask: fn(&Show, Time) -> Option<Hand>,
    /// What is said of the amounts proposed for the step asked at that instant, one for each. An error is a sentence for the reader.
    pub check: fn(&Show, Time, &[f64]) -> Result<Tried, Line>,
}

/// What the buttons say.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub open: Key,
    pub check: Key,
    /// Said where a field has no number.
    pub number: Key,
    /// To what the run does next, where that is the step.
    pub go: Option<Key>,
}

/// A step to take.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// Everything that the step needs is known then, and nothing of it is taken.
    pub at: Time,
    pub task: Line,
    pub amounts: Vec<Amount>,
    /// Each says more than the one before.
    pub hints: Vec<Line>,
}

/// An amount to find.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    pub name: Line,
    /// What is known of it.
    pub known: Line,
    pub now: f64,
    pub unit: Line,
}

/// What is said of a try.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Of each amount: whether it is right, and the sentence.
    pub amounts: Vec<(bool, Line)>,
    /// What comes of all of them together.
    pub outcome: Line,
}

impl Tried {
    pub fn is_right(&self) -> bool {
        self.amounts.iter().all(|(is_right, _)| *is_right)
    }
}
