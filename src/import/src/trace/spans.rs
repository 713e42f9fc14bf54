//! Spans of time: their union, its length, and how two unions overlap.

/// Spans as they come, in nanoseconds.
#[derive(Debug, Default)]
pub(super) struct Spans {
    all: Vec<(i64, i64)>,
}

impl Spans {
    pub(super) fn add(&mut self, start: i64, end: i64) {
        self.all.push((start, end));
    }

    pub(super) fn count(&self) -> u64 {
        self.all.len() as u64
    }

    /// The same time in spans that do not touch, in order.
    pub(super) fn union(mut self) -> Vec<(i64, i64)> {
        self.all.sort_unstable();
        let mut out: Vec<(i64, i64)> = Vec::new();
        for (start, end) in self.all {
            match out.last_mut() {
                Some((_, last)) if start <= *last => *last = (*last).max(end),
                _ => out.push((start, end)),
            }
        }
        out
    }
}

/// How long a union is.
pub(super) fn length(union: &[(i64, i64)]) -> i64 {
    union.iter().map(|(start, end)| end - start).sum()
}

/// For how long both are.
pub(super) fn overlap(a: &[(i64, i64)], b: &[(i64, i64)]) -> i64 {
    let (mut at, mut bt, mut sum) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(at), b.get(bt)) {
        sum += (x.1.min(y.1) - x.0.max(y.0)).max(0);
        if x.1 < y.1 { at += 1 } else { bt += 1 }
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn union_of(spans: &[(i64, i64)]) -> Vec<(i64, i64)> {
        let mut all = Spans::default();
        for (start, end) in spans {
            all.add(*start, *end);
        }
        all.union()
    }

    /// The nanoseconds of spans, one by one.
    fn ticks(spans: &[(i64, i64)]) -> std::collections::BTreeSet<i64> {
        spans.iter().flat_map(|(start, end)| *start..*end).collect()
    }

    proptest! {
        /// Counted tick by tick it is the same.
        #[test]
        fn unions_and_overlaps_are_those_of_sets(
            a in proptest::collection::vec((0_i64..200, 0_i64..30), 0..20),
            b in proptest::collection::vec((0_i64..200, 0_i64..30), 0..20),
        ) {
            let [a, b] = [a, b].map(|all| all.iter().map(|(start, long)| (*start, start + long)).collect::<Vec<_>>());
            let (ticks_a, ticks_b) = (ticks(&a), ticks(&b));
            prop_assert_eq!(length(&union_of(&a)), ticks_a.len() as i64);
            prop_assert_eq!(overlap(&union_of(&a), &union_of(&b)), ticks_a.intersection(&ticks_b).count() as i64);
        }
    }
}
