//! The runs of several ranks on one clock: which kernels are one meeting, and who waited for whom.

use std::collections::BTreeMap;

use super::run::{Operation, Run};

/// So many meetings at least must end together before clocks are set by them.
const LEAST_TO_SET: usize = 3;

/// Several runs on one clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Together {
    /// What is taken from each run's times, nanoseconds: clocks of different nodes differ.
    pub offsets: Vec<i64>,
    /// From the first kernel to the end of the last, on the clock of the first run.
    pub start: i64,
    pub end: i64,
    /// In order of their ends.
    pub met: Vec<Met>,
    /// Kernels of communication of which the other sides are not known: another rank has fewer or more of that kind.
    pub alone: u64,
}

/// One meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    pub operation: Operation,
    /// The how manieth of its operation, from 0.
    pub turn: u32,
    /// The most that any of its ranks says.
    pub bytes: Option<u64>,
    /// Of each run that was there: its place, and from when to when on the one clock.
    pub there: Vec<(u32, [i64; 2])>,
}

impl Met {
    /// When the last one came, and which run that is. All others waited for it until then.
    pub fn last(&self) -> (u32, i64) {
        self.there.iter().map(|(run, [start, _])| (*run, *start)).max_by_key(|(_, start)| *start).unwrap_or_default()
    }

    /// When the first one came.
    pub fn first(&self) -> i64 {
        self.there.iter().map(|(_, [start, _])| *start).min().unwrap_or_default()
    }

    /// When the last one left.
    pub fn end(&self) -> i64 {
        self.there.iter().map(|(_, [_, end])| *end).max().unwrap_or_default()
    }

    /// How long it took once all were there; of one run alone, as long as that was in it.
    pub fn took(&self) -> i64 {
        self.end().saturating_sub(self.last().1).max(0)
    }

    /// What all that were there waited for the last, together.
    pub fn waited(&self) -> i64 {
        let (_, last) = self.last();
        let each = self.there.iter().map(|(_, [start, end])| last.min(*end).saturating_sub(*start).max(0));
        each.fold(0, i64::saturating_add)
    }

    /// Whether more than one run was there: else nobody knows who waited.
    pub fn is_shared(&self) -> bool {
        self.there.len() > 1
    }
}

/// Sets the clocks by the ends of meetings, and finds what belongs together: the first of an operation on one rank is the first on
/// all others, and so on, where all have as many.
pub fn meet(runs: &[&Run]) -> Together {
    let by_operation: Vec<BTreeMap<&Operation, Vec<usize>>> = runs.iter().copied().map(turns).collect();
    let mut operations: Vec<&Operation> = by_operation.iter().flat_map(|one| one.keys().copied()).collect();
    operations.sort_unstable();
    operations.dedup();
    let mut out = Together { offsets: vec![0; runs.len()], ..Together::default() };
    // Which kernel of each run, by operation and turn.
    let mut pairs: Vec<(&Operation, usize, Vec<(usize, usize)>)> = Vec::new();
    for operation in operations {
        let here: Vec<(usize, &Vec<usize>)> =
            by_operation.iter().enumerate().filter_map(|(run, turns)| Some((run, turns.get(operation)?))).collect();
        let count = here.first().map_or(0, |(_, turns)| turns.len());
        // A group that is smaller than the ranks at hand is several groups of one name.
        let fits = operation.group_size.is_none_or(|size| here.len() as u64 <= size);
        if here.len() > 1 && fits && here.iter().all(|(_, turns)| turns.len() == count) {
            for turn in 0..count {
                pairs.push((operation, turn, here.iter().map(|(run, turns)| (*run, turns[turn])).collect()));
            }
        } else {
            if runs.len() > 1 {
                out.alone += here.iter().map(|(_, turns)| turns.len() as u64).sum::<u64>();
            }
            for (run, turns) in here {
                pairs.extend(turns.iter().enumerate().map(|(turn, at)| (operation, turn, vec![(run, *at)])));
            }
        }
    }
    for (run, offset) in out.offsets.iter_mut().enumerate().skip(1) {
        *offset = offset_of(runs, &pairs, run);
    }
    let offsets = &out.offsets;
    out.met = pairs
        .into_iter()
        .map(|(operation, turn, there)| {
            let kernel = |(run, at): &(usize, usize)| &runs[*run].meetings[*at];
            let bytes = there.iter().filter_map(|one| kernel(one).bytes).max();
            let span = |one: &(usize, usize)| {
                let (meeting, offset) = (kernel(one), offsets[one.0]);
                (one.0 as u32, [meeting.start.saturating_sub(offset), meeting.end.saturating_sub(offset)])
            };
            Met { operation: operation.clone(), turn: turn as u32, bytes, there: there.iter().map(span).collect() }
        })
        .collect();
    out.met.sort_by_key(|met| (met.end(), met.first()));
    let spans = || {
        runs.iter().zip(&out.offsets).flat_map(|(run, offset)| {
            let kernels = run.kernels.iter().map(|one| [one.start, one.end]);
            let meetings = run.meetings.iter().map(|one| [one.start, one.end]);
            kernels
                .chain(meetings)
                .map(move |[start, end]| [start.saturating_sub(*offset), end.saturating_sub(*offset)])
        })
    };
    out.start = spans().map(|[start, _]| start).min().unwrap_or_default();
    out.end = spans().map(|[_, end]| end).max().unwrap_or_default();
    out
}

/// The places of a run's meetings, by operation.
fn turns(run: &Run) -> BTreeMap<&Operation, Vec<usize>> {
    let mut out: BTreeMap<&Operation, Vec<usize>> = BTreeMap::new();
    for (at, meeting) in run.meetings.iter().enumerate() {
        if let Some(operation) = run.operations.get(meeting.operation as usize) {
            out.entry(operation).or_default().push(at);
        }
    }
    out
}

/// By how much a run's clock is ahead of the first run's: the median of how much later it says that the same meetings ended.
fn offset_of(runs: &[&Run], pairs: &[(&Operation, usize, Vec<(usize, usize)>)], run: usize) -> i64 {
    let end_of = |there: &[(usize, usize)], run: usize| {
        there.iter().find(|(known, _)| *known == run).map(|(run, at)| runs[*run].meetings[*at].end)
    };
    let mut ahead: Vec<i64> =
        pairs.iter().filter_map(|(_, _, there)| Some(end_of(there, run)?.saturating_sub(end_of(there, 0)?))).collect();
    ahead.sort_unstable();
    if ahead.len() < LEAST_TO_SET { 0 } else { ahead[ahead.len() / 2] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Meeting;

    /// A run of so many all-reduces, each as start and end.
    fn run(spans: &[[i64; 2]]) -> Run {
        let operations = vec![Operation { name: "all_reduce".to_owned(), group_size: None, group: None }];
        let meeting = |[start, end]: &[i64; 2]| Meeting { start: *start, end: *end, operation: 0, bytes: None };
        Run { operations, meetings: spans.iter().map(meeting).collect(), ..Run::default() }
    }

    /// Of each meeting: who came last, how long it took then, and how long the others waited for that together.
    fn check(runs: &[Run], offsets: &[i64], expected: &[(u32, i64, i64)]) {
        let together = meet(&runs.iter().collect::<Vec<_>>());
        assert_eq!(together.offsets, offsets);
        let found: Vec<(u32, i64, i64)> =
            together.met.iter().map(|met| (met.last().0, met.took(), met.waited())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn who_came_last_is_waited_for() {
        let early = run(&[[0, 100], [200, 300], [400, 500]]);
        let late = run(&[[60, 100], [250, 300], [400, 500]]);
        check(&[early.clone(), late.clone()], &[0, 0], &[(1, 40, 60), (1, 50, 50), (1, 100, 0)]);
        // The second clock is ahead by seven: the same is found.
        let mut ahead = late;
        for meeting in &mut ahead.meetings {
            (meeting.start, meeting.end) = (meeting.start + 7, meeting.end + 7);
        }
        check(&[early.clone(), ahead], &[0, 7], &[(1, 40, 60), (1, 50, 50), (1, 100, 0)]);
        // Of one rank nobody knows who waited.
        let alone = meet(&[&early]);
        assert!(alone.alone == 0 && alone.met.iter().all(|met| !met.is_shared() && met.waited() == 0));
        // One has fewer: which of its meetings is which is not known.
        let fewer = meet(&[&early, &run(&[[0, 100]])]);
        assert_eq!((fewer.alone, fewer.met.len()), (4, 4));
        assert_eq!(meet(&[]), Together::default());
    }
}
