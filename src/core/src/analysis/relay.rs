//! Where the bubble of a pipeline's step comes from: the fill and drain of the closed form, stages of unequal length, and
//! hand-overs. Each is what the bubble grows by when one of them is added; together they are the bubble of the trace.

use crate::units::Time;

/// One pass of a stage over a micro-batch, as it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// From 0.
    pub stage: usize,
    /// Whether it is a backward pass.
    pub backward: bool,
    /// The micro-batch, from 0.
    pub micro_batch: usize,
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
    /// The share of the stages' time without work, from the first pass to the last: the sum of the three.
    pub share: f64,
}

impl Bubble {
    /// Of the passes of one step, whose closed form is `ideal`.
    pub fn of(passes: &[Pass], ideal: f64) -> Bubble {
        let stages = passes.iter().map(|pass| pass.stage + 1).max().unwrap_or(0);
        let begin = passes.iter().map(|pass| pass.start).min().unwrap_or_default();
        let end = passes.iter().map(|pass| pass.end).max().unwrap_or_default();
        let work: u64 = passes.iter().map(|pass| pass.end.saturating_sub(pass.start).0).sum();
        let idle = |span: Time| {
            let all = span.0 as f64 * stages as f64;
            if all > 0.0 { 1.0 - work as f64 / all } else { 0.0 }
        };
        let (share, instant) = (idle(end.saturating_sub(begin)), idle(without_hand_overs(passes, stages)));
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
    let mut orders: Vec<Vec<&Pass>> = vec![Vec::new(); stages];
    for pass in passes {
        orders[pass.stage].push(pass);
    }
    for order in &mut orders {
        crate::order::sort_by_key(order, |pass| (pass.start, pass.micro_batch));
    }
    // By stage, the passes that have an end, as (backward, micro-batch, end); and the stage's clock.
    let mut done: Vec<Vec<(bool, usize, Time)>> = vec![Vec::new(); stages];
    let mut clocks = vec![Time::ZERO; stages];
    loop {
        let mut moved = false;
        for stage in 0..stages {
            while let Some(pass) = orders[stage].get(done[stage].len()) {
                let before = if pass.backward { Some(stage + 1).filter(|&s| s < stages) } else { stage.checked_sub(1) };
                let of = |&&(back, m, _): &&(bool, usize, Time)| (back, m) == (pass.backward, pass.micro_batch);
                let input = match before {
                    Some(before) => match done[before].iter().find(of) {
                        Some(&(.., end)) => end,
                        None => break,
                    },
                    None => Time::ZERO,
                };
                clocks[stage] = clocks[stage].max(input) + pass.end.saturating_sub(pass.start);
                done[stage].push((pass.backward, pass.micro_batch, clocks[stage]));
                moved = true;
            }
        }
        if !moved {
            return clocks.into_iter().max().unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (stage, backward, micro-batch, start, end) in; ideal, unequal and hand-over as fractions of `over`.
    fn check(passes: &[(usize, bool, usize, u64, u64)], ideal: f64, expected: [f64; 3]) {
        let passes: Vec<Pass> = passes
            .iter()
            .map(|&(stage, backward, micro_batch, start, end)| Pass {
                stage,
                backward,
                micro_batch,
                start: Time(start),
                end: Time(end),
            })
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
    fn each_cause_has_its_term() {
        // Two equal stages, one micro-batch, nothing lost on the way: half of the time.
        check(
            &[(0, false, 0, 0, 1), (1, false, 0, 1, 2), (1, true, 0, 2, 4), (0, true, 0, 4, 6)],
            0.5,
            [0.5, 0.0, 0.0],
        );
        // The same with two hand-overs of 1: 6 of 16.
        let late = [(0, false, 0, 0, 1), (1, false, 0, 2, 3), (1, true, 0, 3, 5), (0, true, 0, 6, 8)];
        check(&late, 0.5, [0.5, 0.0, 1.0 - 6.0 / 16.0 - 0.5]);
        // Two micro-batches, forward alone, the second stage twice as long: 6 of 10, 4 of 6 if equal.
        let slow = [(0, false, 0, 0, 1), (0, false, 1, 1, 2), (1, false, 0, 1, 3), (1, false, 1, 3, 5)];
        check(&slow, 1.0 / 3.0, [1.0 / 3.0, 0.4 - 1.0 / 3.0, 0.0]);
        check(&[], 0.0, [0.0, 0.0, 0.0]);
    }
}
