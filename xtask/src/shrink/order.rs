//! The order of the functions. gzip finds what repeats within 32 kB, so functions that resemble each other should be neighbours.

use std::collections::{BTreeMap, VecDeque};

/// How many bytes make a run that functions can share.
const RUN: usize = 5;
/// A run that more functions have says nothing about who resembles whom.
const COMMON: usize = 60;
/// Somewhat less than gzip looks back, in bytes.
const WINDOW: usize = 30_000;
/// Added to a function's number of runs, so that tiny functions do not come first for a run or two.
const BIAS: f64 = 20.0;

/// The functions by how they should follow each other: the largest first, then always the one of whose runs of bytes the
/// largest share stands in the window before it.
pub(super) fn by_likeness(bodies: &[&[u8]]) -> Vec<usize> {
    let runs = shared_runs(bodies);
    let mut having: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, runs) in runs.iter().enumerate() {
        for run in runs {
            having.entry(*run).or_default().push(index);
        }
    }
    // For each function, how often its runs stand in the window.
    let mut found = vec![0_i64; bodies.len()];
    let count = |index: usize, by: i64, found: &mut Vec<i64>| {
        for run in &runs[index] {
            for other in &having[run] {
                found[*other] += by;
            }
        }
    };
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::with_capacity(bodies.len());
    let mut window = VecDeque::new();
    let mut in_window = 0;
    let mut next = (0..bodies.len()).max_by_key(|index| (bodies[*index].len(), std::cmp::Reverse(*index)));
    while let Some(index) = next {
        left.retain(|other| *other != index);
        order.push(index);
        window.push_back(index);
        in_window += bodies[index].len();
        count(index, 1, &mut found);
        while in_window > WINDOW && window.len() > 1 {
            let Some(old) = window.pop_front() else { break };
            in_window -= bodies[old].len();
            count(old, -1, &mut found);
        }
        let share = |index: usize| found[index] as f64 / (runs[index].len() as f64 + BIAS);
        next = left.iter().copied().reduce(|best, index| if share(index) > share(best) { index } else { best });
    }
    order
}

/// The runs of each function that others have too.
fn shared_runs(bodies: &[&[u8]]) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = Vec::with_capacity(bodies.len());
    let mut count: BTreeMap<u64, usize> = BTreeMap::new();
    for body in bodies {
        let number = |run: &[u8]| run.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let mut runs: Vec<u64> = body.windows(RUN).map(number).collect();
        runs.sort_unstable();
        runs.dedup();
        for run in &runs {
            *count.entry(*run).or_default() += 1;
        }
        all.push(runs);
    }
    for runs in &mut all {
        runs.retain(|run| (2..COMMON).contains(&count[run]));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_one_place_beside_its_like() {
        let alike = |seed: u8| -> Vec<u8> { (0..200).map(|at: u8| at.wrapping_mul(seed)).collect() };
        let bodies = [alike(3), alike(7), alike(3), alike(7), alike(3), vec![9; 40]];
        let bodies: Vec<&[u8]> = bodies.iter().map(Vec::as_slice).collect();
        let order = by_likeness(&bodies);
        assert_eq!(order[..5], [0, 2, 4, 1, 3]);
        let mut all = order;
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4, 5]);
        assert_eq!(by_likeness(&[]), []);
    }
}
