//! Moments that would be over before the eye can follow: a bowl crosses a tunnel in 45 µs of a step of 373 ms. There the
//! run is played more slowly, and the clock says so; nothing is moved, stretched or drawn longer than it lasts.

use crate::show::Show;
use crate::units::Time;

/// A part of the run with a pace of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowMotion {
    pub start: Time,
    pub end: Time,
    /// Simulated picoseconds that pass in a millisecond on the screen.
    pub ps_per_ms: f64,
}

/// What a single transfer takes on the screen at least.
const SCREEN_MS: f64 = 700.0;
/// What each further start inside one moment adds.
const SCREEN_MS_MORE: f64 = 150.0;
/// What a moment takes at most.
const SCREEN_MS_MOST: f64 = 4_000.0;
/// More moments than these would turn the run into nothing but slow motion.
const MOMENTS_MOST: usize = 96;

/// The moments of `show` in which bytes travel and that would pass in less than their time on the screen at
/// `ps_per_ms`, in order, apart from each other. None for a race: its clock is one for all and steady.
pub fn find(show: &Show, ps_per_ms: f64) -> Vec<SlowMotion> {
    let [run] = show.runs.as_slice() else { return Vec::new() };
    let mut spans: Vec<(Time, Time)> = (0..run.graph.len())
        .filter(|&task| run.graph.labels[task].kind.is_transfer())
        .map(|task| (run.trace.start[task], run.trace.end[task]))
        .collect();
    crate::order::sort(&mut spans);
    let moments = merge(&spans).into_iter().filter_map(|(start, end, starts)| {
        let screen_ms = (SCREEN_MS + SCREEN_MS_MORE * (starts - 1) as f64).min(SCREEN_MS_MOST);
        let slower = (end - start).0 as f64 / screen_ms;
        (slower < ps_per_ms && end > start).then_some(SlowMotion { start, end, ps_per_ms: slower })
    });
    let moments: Vec<SlowMotion> = moments.collect();
    if moments.len() > MOMENTS_MOST { Vec::new() } else { moments }
}

/// Spans that touch or overlap become one, with the number of different starts in it.
fn merge(spans: &[(Time, Time)]) -> Vec<(Time, Time, u32)> {
    let mut merged: Vec<(Time, Time, u32)> = Vec::new();
    let mut latest = Time::MAX;
    for &(start, end) in spans {
        match merged.last_mut() {
            Some(last) if start <= last.1 => {
                last.1 = last.1.max(end);
                last.2 += u32::from(start != latest);
            }
            _ => merged.push((start, end, 1)),
        }
        latest = start;
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(spans: &[(u64, u64)], expected: &[(u64, u64, u32)]) {
        let spans: Vec<_> = spans.iter().map(|&(start, end)| (Time(start), Time(end))).collect();
        let merged: Vec<_> = merge(&spans).iter().map(|&(start, end, starts)| (start.0, end.0, starts)).collect();
        assert_eq!(merged, expected);
    }

    #[test]
    fn what_overlaps_is_one_moment() {
        check(&[], &[]);
        check(&[(0, 5), (10, 15)], &[(0, 5, 1), (10, 15, 1)]);
        check(&[(0, 5), (0, 7), (3, 4), (7, 9)], &[(0, 9, 3)]);
    }
}
