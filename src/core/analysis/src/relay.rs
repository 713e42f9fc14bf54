//! Where the bubble of a pipeline's step comes from: the fill and drain of the closed form, stages of unequal length, and
//! hand-overs. Each is what the bubble grows by when one of them is added; together they are the bubble of the trace.

use kitchen_units::Time;

/// One pass of a stage over a micro-batch, as it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// From 0.
    pub stage: usize,
    /// Its place in the list of the pass whose result it waits for, where it waits for another's.
    pub input: Option<usize>,
    /// Taken up together with its stage's next: see `joined` of a schedule's step.
    pub joined: bool,
    /// When it starts.
    pub start: Time,
    /// When it ends.
    pub end: Time,
}

/// The bubble as a sum, each a share of the stages' time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bubble {
    /// Of equal stages with instant hand-overs: the closed form.
    pub ideal: f64,
    /// What it grows by when the stages take as long as they did.
    pub unequal: f64,
    /// What it grows by when hand-overs take time.
    pub hand_over: f64,
    /// The share of the stages' time without work, of the longest time from a stage's first pass to its last: the sum of the three.
    pub share: f64,
}

impl Bubble {
    /// Of the passes of one step, whose closed form is `ideal`.
    pub fn of(passes: &[Pass], ideal: f64) -> Bubble {
        let stages = passes.iter().map(|pass| pass.stage + 1).max().unwrap_or(0);
        let spans = (0..stages).map(|stage| {
            let own = || passes.iter().filter(move |pass| pass.stage == stage);
            let begin = own().map(|pass| pass.start).min().unwrap_or_default();
            own().map(|pass| pass.end).max().unwrap_or_default().saturating_sub(begin)
        });
        let span = spans.max().unwrap_or_default();
        let work: u64 = passes.iter().map(|pass| pass.end.saturating_sub(pass.start).0).sum();
        let idle = |span: Time| {
            let all = span.0 as f64 * stages as f64;
            if all > 0.0 { 1.0 - work as f64 / all } else { 0.0 }
        };
        let (share, instant) = (idle(span), idle(without_hand_overs(passes, stages)));
        Bubble { ideal, unequal: instant - ideal, hand_over: share - instant, share }
    }

    /// The three terms and their sum in percent, in hundredths that add up as they are shown: each sum so far is rounded, not
    /// each term.
    pub fn in_view(&self) -> [f64; 4] {
        let round = |ratio: f64| (ratio * 1e4).round();
        let sums = [round(self.ideal), round(self.ideal + self.unequal), round(self.share)];
        [sums[0], sums[1] - sums[0], sums[2] - sums[1], sums[2]].map(|hundredths| hundredths / 100.0)
    }
}

/// How long the same passes take, each stage in the order of the trace, when what one hands on is there at once.
fn without_hand_overs(passes: &[Pass], stages: usize) -> Time {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new(); stages];
    for (at, pass) in passes.iter().enumerate() {
        orders[pass.stage].push(at);
    }
    for order in &mut orders {
        kitchen_units::order::sort_by_key(order, |&at| (passes[at].start, at));
    }
    // The passes that have an end; each stage's clock, its begin, and how far it is.
    let mut done: Vec<Option<Time>> = vec![None; passes.len()];
    let mut lanes = vec![(Time::ZERO, None, 0); stages];
    loop {
        let mut moved = false;
        for (order, (clock, begin, next)) in orders.iter().zip(&mut lanes) {
            while let Some(&at) = order.get(*next) {
                let together = &order[*next..order.len().min(*next + 1 + usize::from(passes[at].joined))];
                let mut start = Some(*clock);
                for input in together.iter().filter_map(|&at| passes[at].input) {
                    let there = done.get(input).copied().flatten();
                    start = start.zip(there).map(|(start, there)| start.max(there));
                }
                let Some(start) = start else { break };
                begin.get_or_insert(start);
                let work = together.iter().map(|&at| passes[at].end.saturating_sub(passes[at].start).0).sum();
                *clock = start + Time(work);
                for &at in together {
                    done[at] = Some(*clock);
                }
                *next += together.len();
                moved = true;
            }
        }
        if !moved {
            let spans = lanes.into_iter().map(|(clock, begin, _)| clock.saturating_sub(begin.unwrap_or(clock)));
            return spans.max().unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (stage, input, start, end) in; ideal, unequal and hand-over as fractions of `over`.
    fn check(passes: &[(usize, Option<usize>, u64, u64)], ideal: f64, expected: [f64; 3]) {
        let passes: Vec<Pass> = passes
            .iter()
            .map(|&(stage, input, start, end)| Pass { stage, input, joined: false, start: Time(start), end: Time(end) })
            .collect();
        let bubble = Bubble::of(&passes, ideal);
        for (got, expected) in [bubble.ideal, bubble.unequal, bubble.hand_over].into_iter().zip(expected) {
            assert!((got - expected).abs() < 1e-12, "{bubble:?}, not {expected}");
        }
        assert!((bubble.ideal + bubble.unequal + bubble.hand_over - bubble.share).abs() < 1e-12);
        let [a, b, c, sum] = bubble.in_view().map(|percent| (percent * 100.0).round() as i64);
        assert_eq!(a + b + c, sum, "what is shown adds up");
    }

    #[test]
    fn what_is_taken_up_together_waits_and_is_handed_on_together() {
        // Stage 1 takes a pass of its own and one of stage 0's as one; stage 0 then has a pass that waits for the first of them.
        let pass = |stage, input, joined, start, end| Pass { stage, input, joined, start: Time(start), end: Time(end) };
        let passes = [
            pass(0, None, false, 0, 4),
            pass(1, None, true, 5, 7),
            pass(1, Some(0), false, 7, 10),
            pass(0, Some(1), false, 11, 12),
        ];
        assert_eq!(without_hand_overs(&passes, 2), Time(10), "4 + (2 + 3) + 1");
        let apart = passes.map(|pass| Pass { joined: false, ..pass });
        assert_eq!(without_hand_overs(&apart, 2), Time(7), "stage 1 from 0 to 7, with a wait between");
    }

    #[test]
    fn each_cause_has_its_term() {
        // Two equal stages, one micro-batch, nothing lost on the way: half of the time.
        check(&[(0, None, 0, 1), (1, Some(0), 1, 2), (1, None, 2, 4), (0, Some(2), 4, 6)], 0.5, [0.5, 0.0, 0.0]);
        // The same with two hand-overs of 1: 6 of 16.
        let late = [(0, None, 0, 1), (1, Some(0), 2, 3), (1, None, 3, 5), (0, Some(2), 6, 8)];
        check(&late, 0.5, [0.5, 0.0, 1.0 - 6.0 / 16.0 - 0.5]);
        // Two micro-batches there and back, the second stage twice as long: 12 of 16 in the eight from first to last.
        let slow = [(0, None, 0, 1), (0, None, 1, 2), (1, Some(0), 1, 3), (1, None, 3, 5), (0, Some(3), 5, 6)];
        check(&slow, 1.0 / 3.0, [1.0 / 3.0, 1.0 - 7.0 / 12.0 - 1.0 / 3.0, 0.0]);
        // A stage that begins later may end later: what counts is the longest of the stages' own times.
        check(&[(0, None, 0, 2), (1, Some(0), 2, 4)], 0.0, [0.0, 0.0, 0.0]);
        check(&[], 0.0, [0.0, 0.0, 0.0]);
    }
}
