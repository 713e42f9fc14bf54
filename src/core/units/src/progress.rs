//! Progress of a simulation while it runs: which part of its work is done.
//!
//! A run reports after a fixed number of events, never by a clock. So the reports are as reproducible as the run itself, and the run
//! is the same with and without a watcher.

/// The work done, as a fraction of all work: tasks that ended, or bytes that have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    done: u64,
    all: u64,
}

/// Receives the reports of a run. They never decrease, and the last report of a run that ends is [`Progress::DONE`].
pub type Watcher<'w> = dyn FnMut(Progress) + 'w;

/// A [`Watcher`] for runs whose progress is of no interest.
pub const fn ignored(_: Progress) {}

impl Progress {
    pub const DONE: Progress = Progress { done: 1, all: 1 };

    /// Never more than all of it; where there is no work, all is done.
    pub const fn new(done: u64, all: u64) -> Progress {
        if done >= all { Progress::DONE } else { Progress { done, all } }
    }

    /// The same fraction of `parts`, rounded down.
    pub const fn of(self, parts: u64) -> u64 {
        (self.done as u128 * parts as u128 / self.all as u128) as u64
    }
}

/// Counts the events until the next report, and until the limit of events: one comparison an event serves both.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// The event count at which [`Interval::is_passed`] next says yes.
    stop: u64,
    /// Events from one report to the next.
    each: u64,
    /// The most events that a run may take.
    most: u64,
}

impl Interval {
    /// Reports after every `each` events, and allows `most` events in all.
    pub const fn new(each: u64, most: u64) -> Interval {
        let stop = if each < most { each } else { most };
        Interval { stop, each, most }
    }

    /// Whether a report is due before event number `events`, or the limit is reached.
    pub const fn is_passed(self, events: u64) -> bool {
        events > self.stop
    }

    /// The interval up to the next report; none if the limit is reached.
    #[must_use]
    pub const fn next(self) -> Option<Interval> {
        if self.stop == self.most {
            return None;
        }
        let next = self.stop.saturating_add(self.each);
        Some(Interval { stop: if next < self.most { next } else { self.most }, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(done: u64, all: u64, parts: u64, expected: u64) {
        assert_eq!(Progress::new(done, all).of(parts), expected, "{done} of {all}");
    }

    #[test]
    fn progress_is_between_nothing_and_all() {
        check(0, 3, 1_000, 0);
        check(1, 3, 1_000, 333);
        check(3, 3, 1_000, 1_000);
        check(4, 3, 1_000, 1_000);
        check(0, 0, 1_000, 1_000);
        check(u64::MAX - 1, u64::MAX, 1_000, 999);
        check(1, u64::MAX, u64::MAX, 1);
    }

    /// The events before which a report is due, and the first that is refused.
    fn check_interval(each: u64, most: u64, expected: &[u64], refused: u64) {
        let mut interval = Interval::new(each, most);
        let mut reports = Vec::new();
        for event in 1.. {
            if interval.is_passed(event) {
                let Some(next) = interval.next() else {
                    assert_eq!((reports.as_slice(), event), (expected, refused), "{each}, {most}");
                    return;
                };
                interval = next;
                reports.push(event);
            }
        }
    }

    #[test]
    fn a_run_reports_after_each_interval_and_ends_at_its_limit() {
        check_interval(3, 10, &[4, 7, 10], 11);
        check_interval(3, 9, &[4, 7], 10);
        check_interval(5, 5, &[], 6);
        check_interval(9, 2, &[], 3);
    }

    proptest! {
        #[test]
        fn more_done_is_never_less(all in 1_u64.., done: u64, more: u64, parts: u64) {
            let (less, more) = (Progress::new(done, all), Progress::new(done.saturating_add(more), all));
            prop_assert!(less.of(parts) <= more.of(parts) && more.of(parts) <= parts);
        }
    }
}
