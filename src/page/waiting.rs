//! How far a run in the worker has come, as the worker tells it and the page shows it.

use kitchen_core::progress::Progress;
use kitchen_text::{Lang, Line, key, msg};

/// Parts of a whole run in which its progress crosses from the worker to the page.
pub const PARTS: u32 = 1_000;

/// Milliseconds from one report to the next: no eye reads more of them.
const TELL_MS: f64 = 100.0;

/// Milliseconds after which a share is told again that has hardly grown: who tells nothing is taken for dead.
const PULSE_MS: f64 = 1_000.0;

/// What the page knows of a run on its way. Whatever a message says, it lies between nothing and all, and never goes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// Of [`PARTS`].
    parts: u32,
    /// Runs that are done, and how many there are; none before the first is.
    runs: [u32; 2],
}

impl Waiting {
    pub fn progress(&mut self, progress: Progress) {
        self.parts = self.parts.max(progress.of(PARTS.into()) as u32);
    }

    /// So many of the runs are here.
    pub fn run(&mut self, done: u32, all: u32) {
        if done > self.runs[0] && done <= all {
            self.runs = [done, all];
        }
        if done == all && all > 0 {
            self.progress(Progress::DONE);
        }
    }

    /// Of a hundred, rounded down: a hundred is said when it is so.
    pub const fn percent(self) -> u32 {
        self.parts * 100 / PARTS
    }

    /// From 0 to 1.
    pub fn part(self) -> f64 {
        f64::from(self.parts) / f64::from(PARTS)
    }

    pub fn say(self, lang: Lang) -> String {
        let percent = i64::from(self.percent());
        let line = match (self.parts, self.runs) {
            (PARTS, _) => Line::new(key::WORKER_TELLING),
            (_, [0, _]) => msg::WorkerShare { percent }.into(),
            (_, [done, all]) => msg::WorkerShareRuns { done: done.into(), all: all.into(), percent }.into(),
        };
        line.say(lang)
    }
}

/// Which shares the worker tells, by its own clock: the first, then not sooner than a tenth of a second after the last, and one a
/// second whatever it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Telling {
    last: Option<(f64, u32)>,
}

impl Telling {
    /// The share to be told now, in [`PARTS`]; none where it is too soon, or the page has just heard it.
    pub fn at(&mut self, now_ms: f64, progress: Progress) -> Option<u32> {
        let parts = progress.of(PARTS.into()) as u32;
        if let Some((then_ms, told)) = self.last {
            // A clock may be set back.
            let is_soon = now_ms >= then_ms && now_ms < then_ms + TELL_MS;
            let is_known = parts <= told && now_ms >= then_ms && now_ms < then_ms + PULSE_MS;
            if is_soon || is_known {
                return None;
            }
        }
        self.last = Some((now_ms, parts));
        Some(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug)]
    enum Said {
        Share(u64, u64),
        Run(u32, u32),
    }

    /// After these messages: how many of a hundred, and what is said.
    fn check(said: &[Said], percent: u32, words: &str) {
        let mut waiting = Waiting::default();
        for said in said {
            match *said {
                Said::Share(done, all) => waiting.progress(Progress::new(done, all)),
                Said::Run(done, all) => waiting.run(done, all),
            }
        }
        assert_eq!((waiting.percent(), waiting.say(Lang::En).as_str()), (percent, words), "{said:?}");
        assert_ne!(waiting.say(Lang::Ja), "");
    }

    #[test]
    fn a_share_is_said() {
        check(&[], 0, "0 %");
        check(&[Said::Share(1, 3)], 33, "33 %");
        check(&[Said::Share(1, 3), Said::Run(1, 2)], 33, "33 %, 1 of 2 runs done");
        check(&[Said::Share(999, 1_000), Said::Run(1, 2)], 99, "99 %, 1 of 2 runs done");
        check(&[Said::Share(1, 3), Said::Run(2, 2)], 100, "All computed: now the scenes are made of it");
    }

    #[test]
    fn what_cannot_be_so_changes_nothing() {
        check(&[Said::Share(2, 3), Said::Share(1, 3)], 66, "66 %");
        check(&[Said::Share(1, 3), Said::Run(7, 2)], 33, "33 %");
        check(&[Said::Share(1, 3), Said::Run(2, 9), Said::Run(1, 9)], 33, "33 %, 2 of 9 runs done");
        check(&[Said::Share(u64::MAX, 1)], 100, "All computed: now the scenes are made of it");
    }

    /// Times and thousandths, and what is told of them.
    fn check_told(shares: &[(f64, u64)], expected: &[u32]) {
        let mut telling = Telling::default();
        let told: Vec<u32> =
            shares.iter().filter_map(|&(now, share)| telling.at(now, Progress::new(share, 1_000))).collect();
        assert_eq!(told, expected, "{shares:?}");
    }

    #[test]
    fn a_worker_tells_ten_times_a_second_at_most() {
        check_told(&[(0.0, 1), (99.0, 40), (100.0, 50), (180.0, 60), (200.0, 70)], &[1, 50, 70]);
        check_told(&[(0.0, 5), (500.0, 5), (510.0, 6)], &[5, 6]);
        check_told(&[(1_000.0, 5), (10.0, 6), (20.0, 7)], &[5, 6]);
        check_told(&[(f64::NAN, 5), (f64::NAN, 6)], &[5, 6]);
        check_told(&[(0.0, 5), (999.0, 5), (1_000.0, 5), (1_050.0, 5), (1_999.0, 5), (2_000.0, 5)], &[5, 5, 5]);
    }

    proptest! {
        /// Whatever comes in whatever order.
        #[test]
        fn it_never_goes_back(said in prop::collection::vec((any::<bool>(), any::<u32>(), 0_u32..12), 0..40)) {
            let mut waiting = Waiting::default();
            for (is_run, a, b) in said {
                let before = waiting;
                if is_run { waiting.run(a % 14, b) } else { waiting.progress(Progress::new(a.into(), b.into())) }
                prop_assert!(waiting.parts >= before.parts && waiting.parts <= PARTS);
                prop_assert!(waiting.runs[0] >= before.runs[0] && waiting.runs[0] <= waiting.runs[1]);
                prop_assert!((0.0..=1.0).contains(&waiting.part()));
            }
        }
    }
}
