//! How much of a run is done, told while it goes on.
//!
//! A run tells whoever watches it after each so many events, never by a clock. What it tells is as reproducible as the run, and the run
//! is the same whether somebody watches or not.

/// Parts that are done, of all parts: tasks, or bytes that have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    done: u64,
    all: u64,
}

/// Who is told. The shares of a run never go back; a run that ends tells [`Share::WHOLE`] last.
pub type Watcher<'w> = dyn FnMut(Share) + 'w;

/// Nobody watches.
pub const fn nobody(_: Share) {}

impl Share {
    pub const WHOLE: Share = Share { done: 1, all: 1 };

    /// Of nothing, everything is done; never more than all is.
    pub const fn new(done: u64, all: u64) -> Share {
        if done >= all { Share::WHOLE } else { Share { done, all } }
    }

    /// So much of `parts`, rounded down.
    pub const fn of(self, parts: u64) -> u64 {
        (self.done as u128 * parts as u128 / self.all as u128) as u64
    }
}

/// At which of its events a run tells, and at which it is at its limit: one comparison an event for both.
#[derive(Clone, Copy, Debug)]
pub struct Strides {
    stop: u64,
    each: u64,
    most: u64,
}

impl Strides {
    /// Tells after each so many events, and lets `most` happen.
    pub const fn new(each: u64, most: u64) -> Strides {
        let stop = if each < most { each } else { most };
        Strides { stop, each, most }
    }

    /// Whether more is to be done at that event than to take it.
    pub const fn is_passed(self, events: u64) -> bool {
        events > self.stop
    }

    /// The next stride; none where that was the limit.
    #[must_use]
    pub const fn next(self) -> Option<Strides> {
        if self.stop == self.most {
            return None;
        }
        let next = self.stop.saturating_add(self.each);
        Some(Strides { stop: if next < self.most { next } else { self.most }, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(done: u64, all: u64, parts: u64, expected: u64) {
        assert_eq!(Share::new(done, all).of(parts), expected, "{done} of {all}");
    }

    #[test]
    fn a_share_is_between_nothing_and_all() {
        check(0, 3, 1_000, 0);
        check(1, 3, 1_000, 333);
        check(3, 3, 1_000, 1_000);
        check(4, 3, 1_000, 1_000);
        check(0, 0, 1_000, 1_000);
        check(u64::MAX - 1, u64::MAX, 1_000, 999);
        check(1, u64::MAX, u64::MAX, 1);
    }

    /// Which of the events tell, and which is refused.
    fn check_strides(each: u64, most: u64, expected: &[u64], refused: u64) {
        let mut strides = Strides::new(each, most);
        let mut told = Vec::new();
        for event in 1.. {
            if strides.is_passed(event) {
                let Some(next) = strides.next() else {
                    assert_eq!((told.as_slice(), event), (expected, refused), "{each}, {most}");
                    return;
                };
                strides = next;
                told.push(event);
            }
        }
    }

    #[test]
    fn a_run_tells_after_each_stride_and_ends_at_its_limit() {
        check_strides(3, 10, &[4, 7, 10], 11);
        check_strides(3, 9, &[4, 7], 10);
        check_strides(5, 5, &[], 6);
        check_strides(9, 2, &[], 3);
    }

    proptest! {
        #[test]
        fn more_done_is_never_less(all in 1_u64.., done: u64, more: u64, parts: u64) {
            let (less, more) = (Share::new(done, all), Share::new(done.saturating_add(more), all));
            prop_assert!(less.of(parts) <= more.of(parts) && more.of(parts) <= parts);
        }
    }
}
