//! How far the reader is with a chapter's question, and what waits for its answer.

use super::action::Command;

/// The question of one scenario. While it is open, the page shows nothing of the run that comes after its moment
/// ([`super::state::State::reduce`] holds that for every action).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Question {
    pub answered: bool,
    /// The page opened at a later moment.
    pub passed: bool,
    /// It was asked for before its moment.
    pub wanted: bool,
    /// Its answer is wanted without a guess.
    pub reveal: bool,
    /// Its answer has been seen.
    pub closed: bool,
    /// What would have shown its answer, and is done once the reader would rather see than guess.
    pub held: Option<Command>,
}

impl Question {
    /// Whether it waits for its answer.
    pub fn is_open(self) -> bool {
        !self.answered && !self.passed
    }
}
