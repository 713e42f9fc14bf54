//! Pipeline schedules: in which order each stage takes up its forward and backward passes.
//!
//! A schedule is an order for each stage and nothing else; when an operation runs follows from the order, the stage's
//! own clock and the arrival of its input.

mod gpipe;
mod naive;
mod one_f_one_b;

/// A schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// One micro-batch at a time through the whole line and back.
    Naive,
    /// All forward passes, then all backward passes (arXiv:1811.06965).
    GPipe,
    /// After a warm-up, one forward and one backward in turn (arXiv:1806.03377, arXiv:2104.04473).
    OneFOneB,
}

crate::parcel::parcel_choice!(Schedule { Naive, GPipe, OneFOneB });

/// One operation of a stage on a micro-batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Forward pass of that micro-batch, from 0.
    Forward(u32),
    /// Backward pass of that micro-batch, from 0.
    Backward(u32),
}

impl Schedule {
    /// All, the simplest first.
    pub const ALL: [Schedule; 3] = [Schedule::Naive, Schedule::GPipe, Schedule::OneFOneB];

    /// Stable id, as in links and flags.
    pub const fn id(self) -> &'static str {
        match self {
            Schedule::Naive => "naive",
            Schedule::GPipe => "gpipe",
            Schedule::OneFOneB => "1f1b",
        }
    }

    /// The schedule with that id.
    pub fn from_id(id: &str) -> Option<Schedule> {
        Schedule::ALL.into_iter().find(|schedule| schedule.id() == id)
    }

    /// The order of `stage` (from 0) among `stages` for `micro_batches`.
    pub fn order(self, stage: u32, stages: u32, micro_batches: u32) -> Vec<Step> {
        match self {
            Schedule::Naive => naive::order(micro_batches),
            Schedule::GPipe => gpipe::order(micro_batches),
            Schedule::OneFOneB => one_f_one_b::order(stage, stages, micro_batches),
        }
    }

    /// The most micro-batches whose activations a stage holds at once.
    pub fn in_flight(self, stage: u32, stages: u32, micro_batches: u32) -> u32 {
        match self {
            Schedule::Naive => 1.min(micro_batches),
            Schedule::GPipe => micro_batches,
            Schedule::OneFOneB => (stages - stage).min(micro_batches),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Legal: every micro-batch forward once and backward once, forward first; and the peak of open ones is as promised.
    fn check(schedule: Schedule, stage: u32, stages: u32, micro_batches: u32) {
        let (mut forward, mut backward) = (vec![false; micro_batches as usize], vec![false; micro_batches as usize]);
        let (mut open, mut peak) = (0, 0);
        for step in schedule.order(stage, stages, micro_batches) {
            match step {
                Step::Forward(m) => {
                    assert!(!std::mem::replace(&mut forward[m as usize], true), "{schedule:?} forward {m} twice");
                    open += 1;
                }
                Step::Backward(m) => {
                    assert!(forward[m as usize], "{schedule:?} backward {m} before forward");
                    assert!(!std::mem::replace(&mut backward[m as usize], true), "{schedule:?} backward {m} twice");
                    open -= 1;
                }
            }
            peak = peak.max(open);
        }
        assert!(forward.iter().chain(&backward).all(|&done| done), "{schedule:?} leaves work");
        assert_eq!(
            peak,
            schedule.in_flight(stage, stages, micro_batches),
            "{schedule:?} {stage}/{stages} {micro_batches}"
        );
    }

    #[test]
    fn every_schedule_is_legal_and_holds_what_it_promises() {
        for schedule in Schedule::ALL {
            for stages in 1..=8 {
                for stage in 0..stages {
                    for micro_batches in 1..=17 {
                        check(schedule, stage, stages, micro_batches);
                    }
                }
            }
        }
    }
}
