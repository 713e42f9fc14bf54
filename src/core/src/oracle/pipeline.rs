//! Closed forms of pipeline schedules with equal stages, and the same by definition.

use crate::units::Time;
use crate::workload::schedule::Schedule;

/// The share of the stages' time in which they wait, hand-overs taken as instant: `(p-1)/(m+p-1)` of the whole for GPipe
/// and 1F1B, `(p-1)/p` when one micro-batch is in the line at a time.
pub fn bubble_fraction(schedule: Schedule, stages: u32, micro_batches: u32) -> f64 {
    let (p, m) = (f64::from(stages), f64::from(micro_batches));
    match schedule {
        Schedule::Naive => (p - 1.0) / p,
        Schedule::GPipe | Schedule::OneFOneB => (p - 1.0) / (m + p - 1.0),
    }
}

/// The step's time when a hand-over takes `hand_over` and links are never shared. Exact for naive and GPipe, and for 1F1B
/// with instant hand-overs: `m (p (F+B) + 2 (p-1) C)` and `(m+p-1)(F+B) + 2 (p-1) C`.
pub fn makespan(schedule: Schedule, stages: u32, micro_batches: u32, f: Time, b: Time, hand_over: Time) -> Time {
    let (p, m) = (u64::from(stages), u64::from(micro_batches));
    let (work, handed) = (f.0 + b.0, 2 * (p - 1) * hand_over.0);
    match schedule {
        Schedule::Naive => Time(m * (p * work + handed)),
        Schedule::GPipe | Schedule::OneFOneB => Time((m + p - 1) * work + handed),
    }
}

/// 1F1B with hand-overs: `(m+p-1)(F + B + 2 C (p-1)/p)`, exact where `p` divides `m + p - 1`'s last round and within one
/// round of hand-overs elsewhere (the Zero Bubble paper's accounting, arXiv:2401.10241).
pub fn one_f_one_b(stages: u32, micro_batches: u32, f: Time, b: Time, hand_over: Time) -> f64 {
    let (p, m) = (f64::from(stages), f64::from(micro_batches));
    (m + p - 1.0) * (f.as_secs() + b.as_secs() + 2.0 * hand_over.as_secs() * (p - 1.0) / p)
}

/// What a stage does one after the other, as (micro-batch, whether backward), by the definition of the schedules: it takes the
/// next forward pass while it may hold one more micro-batch's activations, else a backward pass of one that it holds. Naive
/// holds one, GPipe all (and gives the newest back first), 1F1B of stage i of p at most p - i.
fn passes(schedule: Schedule, stage: usize, stages: usize, micro_batches: usize) -> Vec<(usize, bool)> {
    let most = match schedule {
        Schedule::Naive => 1,
        Schedule::GPipe => micro_batches,
        Schedule::OneFOneB => stages - stage,
    };
    let (mut held, mut next, mut passes) = (Vec::new(), 0, Vec::new());
    while passes.len() < 2 * micro_batches {
        if next < micro_batches && held.len() < most {
            held.push(next);
            passes.push((next, false));
            next += 1;
        } else {
            let given = if schedule == Schedule::GPipe { held.len() - 1 } else { 0 };
            passes.push((held.remove(given), true));
        }
    }
    passes
}

/// The step's time by the definition alone: an operation starts at the later of its stage's end before and its input's
/// arrival. Found by going round the stages until nothing changes.
pub fn by_definition(schedule: Schedule, stages: u32, micro_batches: u32, f: Time, b: Time, hand_over: Time) -> Time {
    let (count, micro_batches) = (stages as usize, micro_batches as usize);
    let orders: Vec<Vec<(usize, bool)>> =
        (0..count).map(|stage| passes(schedule, stage, count, micro_batches)).collect();
    let mut ends = vec![vec![[Time::ZERO; 2]; micro_batches]; count];
    loop {
        let before = ends.clone();
        for stage in 0..count {
            let mut clock = Time::ZERO;
            for &(m, is_back) in &orders[stage] {
                let back = usize::from(is_back);
                let input = if is_back { (stage + 1 < count).then_some(stage + 1) } else { stage.checked_sub(1) };
                let arrival = input.map_or(Time::ZERO, |from| ends[from][m][back] + hand_over);
                clock = clock.max(arrival) + [f, b][back];
                ends[stage][m][back] = clock;
            }
        }
        if ends == before {
            return ends.iter().flatten().flatten().copied().max().unwrap_or(Time::ZERO);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F: Time = Time::from_us(100);
    const B: Time = Time::from_us(200);

    fn check(schedule: Schedule, stages: u32, micro_batches: u32, hand_over: Time) {
        let closed = makespan(schedule, stages, micro_batches, F, B, hand_over);
        assert_eq!(
            by_definition(schedule, stages, micro_batches, F, B, hand_over),
            closed,
            "{schedule:?} {stages} {micro_batches}"
        );
        if hand_over == Time::ZERO {
            let busy = f64::from(stages * micro_batches) * (F + B).as_secs();
            let bubble = 1.0 - busy / (f64::from(stages) * closed.as_secs());
            assert!((bubble - bubble_fraction(schedule, stages, micro_batches)).abs() < 1e-12);
        }
    }

    #[test]
    fn closed_forms_follow_from_the_definition() {
        for stages in 1..=8 {
            for micro_batches in [1, 2, 5, 8, 32] {
                for schedule in Schedule::ALL {
                    check(schedule, stages, micro_batches, Time::ZERO);
                }
                check(Schedule::Naive, stages, micro_batches, Time::from_us(7));
                check(Schedule::GPipe, stages, micro_batches, Time::from_us(7));
            }
        }
    }

    #[test]
    fn one_f_one_b_closed_form_is_within_a_round_of_hand_overs() {
        let hand_over = Time::from_us(7);
        for stages in 2..=8 {
            for micro_batches in [stages, 2 * stages, 8 * stages] {
                let exact = by_definition(Schedule::OneFOneB, stages, micro_batches, F, B, hand_over).as_secs();
                let closed = one_f_one_b(stages, micro_batches, F, B, hand_over);
                assert!(
                    (exact - closed).abs() <= 2.0 * hand_over.as_secs(),
                    "{stages} {micro_batches} {exact} {closed}"
                );
            }
        }
    }
}
