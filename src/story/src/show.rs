//! A scenario that has been run: everything a story, a picture or an export is made from.

use crate::scenario::Scenario;
use kitchen_core::run::Run;
use kitchen_core::units::Time;

/// A scenario and its runs: one, or several raced on one clock.
#[derive(Clone, Debug)]
pub struct Show {
    pub scenario: Scenario,
    pub runs: Vec<Run>,
}

impl Show {
    /// When the last run ends.
    pub fn makespan(&self) -> Time {
        self.runs.iter().map(|run| run.trace.makespan).max().unwrap_or(Time::ZERO)
    }
}
