//! The way down of a scenario, and when in its trace each of its numbers is known.

use kitchen_core::descent::model::Model;
use kitchen_core::descent::{Descent, End};
use kitchen_core::run::Run;
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;

use crate::scenario::Scenario;
use crate::show::Show;

use super::params::Params;
use super::run::{LOSS, descend, settled};

/// When the parts of one step begin and end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Round {
    /// The start of the tasting, then the ends of tasting, loss, backward and update; [`Time::MAX`] for what is not done any more.
    pub(super) marks: [Time; 5],
}

impl Round {
    pub(super) fn start(&self) -> Time {
        self.marks[0]
    }

    pub(super) fn tasted(&self) -> Time {
        self.marks[1]
    }

    /// The loss is known.
    pub(super) fn known(&self) -> Time {
        self.marks[2]
    }

    /// The report is written.
    pub(super) fn sheet(&self) -> Time {
        self.marks[3]
    }

    /// The recipe is changed.
    pub(super) fn page(&self) -> Time {
        self.marks[4]
    }

    /// How much of part `part` (0 the tasting, 3 the update) is done at `t`, 0 to 1.
    pub(super) fn done(&self, part: usize, t: Time) -> f32 {
        let (start, end) = (self.marks[part], self.marks[part + 1]);
        if t >= end {
            return 1.0;
        }
        if t <= start || end == Time::MAX {
            return 0.0;
        }
        ((t - start).0 as f64 / (end - start).0 as f64) as f32
    }
}

/// A descent with its times.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) params: Params,
    pub(super) descent: Descent,
    /// One for each tasting.
    pub(super) rounds: Vec<Round>,
}

impl Course {
    pub(super) fn of(show: &Show) -> Option<Course> {
        Course::new(&show.scenario, show.runs.first()?)
    }

    fn new(scenario: &Scenario, run: &Run) -> Option<Course> {
        let params = Params::of(scenario);
        let descent = descend(scenario).ok()?;
        let mut rounds: Vec<Round> = Vec::with_capacity(descent.steps.len());
        for (task, label) in run.graph.labels.iter().enumerate() {
            let (start, end) = (*run.trace.start.get(task)?, *run.trace.end.get(task)?);
            let part = match label.kind {
                Kind::Forward if label.step != LOSS => {
                    rounds.push(Round { marks: [Time::MAX; 5] });
                    0
                }
                Kind::Forward => 1,
                Kind::Backward => 2,
                _ => 3,
            };
            let round = rounds.last_mut()?;
            round.marks[part + 1] = end;
            if part == 0 {
                round.marks[0] = start;
            }
        }
        Some(Course { params, descent, rounds })
    }

    pub(super) fn settled(&self) -> Option<usize> {
        settled(&self.descent)
    }

    /// The step whose parameter no longer fits into the pot, and that parameter.
    pub(super) fn spilled(&self) -> Option<(usize, usize)> {
        match self.descent.end {
            End::Diverged { step, parameter } => Some((step, parameter)),
            End::Done => None,
        }
    }

    /// The tasting that is going on, or was last, counted from 0.
    pub(super) fn round(&self, t: Time) -> usize {
        self.rounds.partition_point(|round| round.start() <= t).saturating_sub(1)
    }

    /// How many losses are known.
    pub(super) fn known(&self, t: Time) -> usize {
        self.rounds.partition_point(|round| round.known() <= t)
    }

    /// How many updates are written.
    pub(super) fn updates(&self, t: Time) -> usize {
        self.rounds.partition_point(|round| round.page() <= t).min(self.descent.steps.len() - 1)
    }

    /// The first step whose loss is above that of the step before.
    pub(super) fn rose(&self) -> Option<usize> {
        self.descent.steps.windows(2).position(|pair| pair[1].loss > pair[0].loss).map(|at| at + 1)
    }

    /// How many grams the recipe moved in a step, all parameters together.
    pub(super) fn moved(&self, step: usize) -> f64 {
        length(&self.descent.steps[step].update)
    }

    /// Whether the first step is the reader's.
    pub(super) fn is_by_hand(&self) -> bool {
        self.descent.plan.first.is_some()
    }

    pub(super) fn is_one_layer(&self) -> bool {
        self.params.recipe() == Model::OneLayer
    }
}

/// The length of a vector.
pub(super) fn length(vector: &[f64]) -> f64 {
    vector.iter().fold(0.0, |sum, part| sum + part * part).sqrt()
}
