//! The part of a run that the timeline shows, and the way from span to span.

use kitchen_core::units::Time;
use kitchen_story::scene::gantt::Span;

/// The most that the timeline is magnified.
const MOST_ZOOM: u64 = 4096;

/// A way to the next span with the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Earlier,
    Later,
    Up,
    Down,
}

/// From when to when a run is shown; never more than there is of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub from: Time,
    pub to: Time,
    /// The run's end.
    pub end: Time,
}

impl Shown {
    /// The whole run.
    pub fn whole(end: Time) -> Shown {
        Shown { from: Time::ZERO, to: end, end }
    }

    /// Whether a part of the run is out of the window.
    pub fn is_zoomed(self) -> bool {
        self.length() < self.end.0
    }

    pub fn holds(self, at: Time) -> bool {
        self.from <= at && at <= self.to
    }

    /// As long a part, from an instant on or as late as the run has it.
    #[must_use]
    pub fn at(self, from: Time) -> Shown {
        let length = self.length();
        let from = from.0.min(self.end.0.saturating_sub(length));
        Shown { from: Time(from), to: Time(from + length), ..self }
    }

    /// Half or twice as long a part, in which an instant keeps its place.
    #[must_use]
    pub fn zoomed(self, closer: bool, around: Time) -> Shown {
        let (end, length) = (self.end.0, self.length());
        let next = if closer { length / 2 } else { length.saturating_mul(2) };
        let next = next.clamp((end / MOST_ZOOM).max(1).min(end), end);
        let share = around.0.saturating_sub(self.from.0).min(length) as f64 / length.max(1) as f64;
        let from = around.0.min(end).saturating_sub((next as f64 * share) as u64).min(end - next);
        Shown { from: Time(from), to: Time(from + next), ..self }
    }

    /// Earlier or later by half of its length.
    #[must_use]
    pub fn moved(self, later: bool) -> Shown {
        let step = self.length() / 2;
        self.at(Time(if later { self.from.0.saturating_add(step) } else { self.from.0.saturating_sub(step) }))
    }

    fn length(self) -> u64 {
        self.to.saturating_sub(self.from).0
    }
}

/// The next span that way from the selected one; without one, what is under way at `at`. Spans are by lane, then start.
pub fn turn(spans: &[Span], selected: Option<usize>, turn: Turn, at: Time) -> Option<usize> {
    let Some((now, span)) = selected.and_then(|now| Some((now, spans.get(now)?))) else {
        return spans.iter().position(|span| span.end > at).or_else(|| (!spans.is_empty()).then_some(0));
    };
    let beside = |lane: usize| {
        let in_lane = spans.iter().enumerate().filter(|(_, other)| other.lane == lane);
        in_lane.min_by_key(|(_, other)| other.start.0.abs_diff(span.start.0)).map(|(index, _)| index)
    };
    let in_lane = |index: &usize| spans.get(*index).is_some_and(|other| other.lane == span.lane);
    let next = match turn {
        Turn::Later => Some(now + 1).filter(in_lane),
        Turn::Earlier => now.checked_sub(1).filter(in_lane),
        Turn::Up => span.lane.checked_sub(1).and_then(beside),
        Turn::Down => beside(span.lane + 1),
    };
    Some(next.unwrap_or(now))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_story::scene::gantt::Look;
    use proptest::prelude::*;

    fn check(shown: Shown, from: u64, to: u64) {
        assert_eq!((shown.from.0, shown.to.0), (from, to));
        assert_eq!(shown.is_zoomed(), to - from < shown.end.0);
    }

    #[test]
    fn the_window_is_magnified_around_an_instant_and_moved_within_the_run() {
        let whole = Shown::whole(Time(8_000_000));
        check(whole, 0, 8_000_000);
        let half = whole.zoomed(true, Time(2_000_000));
        check(half, 1_000_000, 5_000_000);
        check(half.zoomed(false, Time(2_000_000)), 0, 8_000_000);
        check(half.moved(true), 3_000_000, 7_000_000);
        check(half.moved(true).moved(true), 4_000_000, 8_000_000);
        check(half.moved(false), 0, 4_000_000);
        check(half.at(Time(7_000_000)), 4_000_000, 8_000_000);
    }

    proptest! {
        #[test]
        fn the_window_never_leaves_the_run(end in 0..1_u64 << 60, acts in prop::collection::vec((0..4_u8, any::<u64>()), 0..40)) {
            let mut shown = Shown::whole(Time(end));
            for (act, at) in acts {
                shown = match act {
                    0 | 1 => shown.zoomed(act == 0, Time(at)),
                    _ => shown.moved(act == 2),
                };
                prop_assert!(shown.from <= shown.to && shown.to.0 <= end);
                prop_assert!(shown.length() >= (end / MOST_ZOOM).min(end));
            }
        }
    }

    fn check_turn(selected: Option<usize>, way: Turn, at: u64, expected: usize) {
        let span = |&(lane, start, end): &(usize, u64, u64)| Span {
            run: 0,
            task: 0,
            lane,
            start: Time(start),
            end: Time(end),
            look: Look::Filled,
            number: None,
            critical: false,
            load: None,
        };
        let spans: Vec<Span> = [(0, 0, 10), (0, 10, 20), (1, 5, 9), (1, 12, 30)].iter().map(span).collect();
        assert_eq!(turn(&spans, selected, way, Time(at)), Some(expected), "{selected:?} {way:?}");
    }

    #[test]
    fn the_arrows_walk_from_span_to_span_and_stay_at_the_edges() {
        check_turn(None, Turn::Later, 15, 1);
        check_turn(None, Turn::Later, 40, 0);
        check_turn(Some(0), Turn::Later, 0, 1);
        check_turn(Some(1), Turn::Later, 0, 1);
        check_turn(Some(2), Turn::Earlier, 0, 2);
        check_turn(Some(1), Turn::Down, 0, 3);
        check_turn(Some(3), Turn::Up, 0, 1);
        check_turn(Some(3), Turn::Down, 0, 3);
        assert_eq!(turn(&[], None, Turn::Later, Time::ZERO), None);
    }
}
