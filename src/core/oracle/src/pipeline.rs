//! Closed forms of pipeline schedules with equal stages, and the same by definition.

use kitchen_units::Time;
use kitchen_workload::schedule::Schedule;

/// Equal stages, and what a stage's passes over one micro-batch take, all its chunks together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// `p`.
    pub stages: u32,
    /// `m`.
    pub micro_batches: u32,
    /// `F`.
    pub forward: Time,
    /// `B`: the input's gradient.
    pub input: Time,
    /// `W`: the weights' gradient.
    pub weight: Time,
}

/// The seconds in which a stage waits, from its first operation to its last, hand-overs taken as instant (for 1F1B and GPipe
/// from the step's begin to its end, which is the same for the stage that both begin and end it):
/// naive `m (p-1)(F+B+W)` less the last micro-batch's wait of nobody; GPipe and 1F1B `(p-1)(F+B+W)`; split `(p-1)(F+B)`;
/// interleaved `(p-1)(F+B+W)/v` (arXiv:2104.04473); ZB-H1 `(p-1)(F+B-W)`, ZB-H2 `(p-1)(F+B-2W)` (arXiv:2401.10241 table 1);
/// interleaved zero bubble ZB-H1's over `v`; DualPipe `(p/2-1)(F&B + (B+W) - 3W)` with `F&B = F+B+W` (arXiv:2412.19437 table 2), and
/// folded, with parts half as large, `(p-1)` times half of the bracket, at most (DeepSeek's DualPipe). They hold for enough micro-batches:
/// `m >= p`, for ZB-H2 `m >= 2p - 1`, and where no bracket is negative. None for ZB-V, which has none published but zero for
/// equal passes.
pub fn bubble(schedule: Schedule, shape: &Shape) -> Option<f64> {
    let (p, m) = (f64::from(shape.stages), f64::from(shape.micro_batches));
    let (f, b, w) = (shape.forward.as_secs(), shape.input.as_secs(), shape.weight.as_secs());
    Some(match schedule {
        Schedule::Naive => m * (p - 1.0) * (f + b + w),
        Schedule::GPipe | Schedule::OneFOneB => (p - 1.0) * (f + b + w),
        Schedule::Split => (p - 1.0) * (f + b),
        Schedule::Interleaved(chunks) => (p - 1.0) * (f + b + w) / f64::from(chunks),
        Schedule::ZbH1 => (p - 1.0) * (f + b - w),
        Schedule::ZbH2 => (p - 1.0) * (f + b - 2.0 * w),
        Schedule::InterleavedZb(chunks) => (p - 1.0) * (f + b - w) / f64::from(chunks),
        Schedule::DualPipe => (p / 2.0 - 1.0) * (f + 2.0 * b - w),
        Schedule::DualPipeV => (p - 1.0) * (f + 2.0 * b - w) / 2.0,
        Schedule::ZbV => return None,
    })
}

/// The most micro-batches' activations that any stage holds, as published: naive 1, GPipe `m`, 1F1B and ZB-H1 and ZB-V `p`,
/// interleaved `p (1 + (p-1)/(p v))`, ZB-H2 `2p - 1`, DualPipe `p + 1`, folded `p + 1/2`; interleaved zero bubble `p` in whole groups of `p`;
/// never more than there are.
pub fn peak(schedule: Schedule, stages: u32, micro_batches: u32) -> f64 {
    let (p, m) = (f64::from(stages), f64::from(micro_batches));
    let published = match schedule {
        Schedule::Naive => 1.0,
        Schedule::GPipe => m,
        Schedule::OneFOneB | Schedule::Split | Schedule::ZbH1 | Schedule::ZbV | Schedule::InterleavedZb(_) => p,
        Schedule::Interleaved(chunks) => p * (1.0 + (p - 1.0) / (p * f64::from(chunks))),
        Schedule::ZbH2 => 2.0 * p - 1.0,
        Schedule::DualPipe => p + 1.0,
        Schedule::DualPipeV => p + 0.5,
    };
    published.min(m)
}

/// The share of the stages' time in which they wait, hand-overs taken as instant and a backward pass as long as two forward
/// ones, half of it for the weights: `(p-1)/(m+p-1)` of the whole for GPipe and 1F1B, `(p-1)/p` when one micro-batch is in the
/// line at a time, and what [`bubble`] gives for the others.
pub fn bubble_fraction(schedule: Schedule, stages: u32, micro_batches: u32) -> f64 {
    let one = Time::from_us(1);
    share(schedule, &Shape { stages, micro_batches, forward: one, input: one, weight: one })
}

/// [`bubble`] as a share of the stages' time.
pub fn share(schedule: Schedule, shape: &Shape) -> f64 {
    let work = f64::from(shape.micro_batches) * (shape.forward + shape.input + shape.weight).as_secs();
    let idle = bubble(schedule, shape).unwrap_or(0.0).max(0.0);
    if idle + work > 0.0 { idle / (idle + work) } else { 0.0 }
}

/// The step's time of naive, GPipe and 1F1B when a hand-over takes `hand_over` and links are never shared. Exact for naive and GPipe, and for 1F1B
/// with instant hand-overs: `m (p (F+B) + 2 (p-1) C)` and `(m+p-1)(F+B) + 2 (p-1) C`.
pub fn makespan(schedule: Schedule, stages: u32, micro_batches: u32, f: Time, b: Time, hand_over: Time) -> Time {
    let (p, m) = (u64::from(stages), u64::from(micro_batches));
    let (work, handed) = (f.0 + b.0, 2 * (p - 1) * hand_over.0);
    match schedule {
        Schedule::Naive => Time(m * (p * work + handed)),
        _ => Time((m + p - 1) * work + handed),
    }
}

/// 1F1B with hand-overs: `(m+p-1)(F + B + 2 C (p-1)/p)`, exact where `p` divides `m + p - 1`'s last round and within one
/// round of hand-overs elsewhere (the Zero Bubble paper's accounting, arXiv:2401.10241).
pub fn one_f_one_b(stages: u32, micro_batches: u32, f: Time, b: Time, hand_over: Time) -> f64 {
    let (p, m) = (f64::from(stages), f64::from(micro_batches));
    (m + p - 1.0) * (f.as_secs() + b.as_secs() + 2.0 * hand_over.as_secs() * (p - 1.0) / p)
}

/// What a stage does one after the other, as (micro-batch, whether backward), by the definition of naive, GPipe and 1F1B: it takes the
/// next forward pass while it may hold one more micro-batch's activations, else a backward pass of one that it holds. Naive
/// holds one, GPipe all (and gives the newest back first), 1F1B of stage i of p at most p - i.
fn passes(schedule: Schedule, stage: usize, stages: usize, micro_batches: usize) -> Vec<(usize, bool)> {
    let most = match schedule {
        Schedule::Naive => 1,
        Schedule::GPipe => micro_batches,
        _ => stages - stage,
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
                for schedule in [Schedule::Naive, Schedule::GPipe, Schedule::OneFOneB] {
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
