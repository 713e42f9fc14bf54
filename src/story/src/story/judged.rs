//! Where an act sets a task: how a run did, what is said of it, and what is the best that is known.

use kitchen_text::Pair;

use super::act::Kept;

/// What is said of a run that was to do a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Less is better; infinite where it does not do at all.
    pub cost: f64,
    /// The task is done.
    pub is_met: bool,
    /// How it did, and where it did not do, what to change. Stands under the stage once the run has been seen.
    pub said: Pair,
    /// What nothing does better than, or what is asked for: the tally's last row.
    pub bound: Option<Kept>,
}

/// What a run leaves in an act.
#[derive(Clone, Debug, PartialEq)]
pub struct Left {
    pub kept: Kept,
    pub judged: Option<Judged>,
}
