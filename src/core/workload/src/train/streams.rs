//! One pass of one stage as a GPU runs it: kernels on the compute stream, collectives on those of their communicators, each stream in
//! order. What ranks of a layer say to each other (tensor, context, expert) and what replicas do (weights, gradients) are different
//! communicators: an exchange of tokens does not queue behind the sum of a layer's gradients.
//!
//! While a collective is in flight it takes streaming multiprocessors from the kernels beside it, which go on more slowly. Two at once
//! have half of the network each, as on one link that both fill (max-min); where one stays in a server and the other leaves it, that is
//! too little.

use kitchen_units::Time;

use crate::cost::SMS_TAKEN;

/// What an operation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Attention: projections, scores, norms (compute).
    Attention,
    /// A dense MLP (compute).
    Mlp,
    /// Experts, router and sorting (compute).
    Experts,
    /// The vocabulary projection and the loss (compute).
    Head,
    /// Forward passes computed again (compute).
    Again,
    /// The optimizer's step (compute).
    Update,
    /// Sums and gathers among tensor ranks.
    Tensor,
    /// Keys and values passed round among context ranks.
    Context,
    /// Tokens handed to their experts and back.
    Expert,
    /// Sharded weights gathered before use.
    Weights,
    /// Gradients summed, whole or by shards.
    Gradients,
    /// Activations handed from stage to stage, or waited for.
    HandOver,
    /// Kernels that the host has not issued yet.
    Host,
    /// What is kept in the host's memory, on its way there and back.
    Offload,
}

impl Part {
    /// All, compute first.
    pub const ALL: [Part; 14] = [
        Part::Attention,
        Part::Mlp,
        Part::Experts,
        Part::Head,
        Part::Again,
        Part::Update,
        Part::Tensor,
        Part::Context,
        Part::Expert,
        Part::Weights,
        Part::Gradients,
        Part::HandOver,
        Part::Host,
        Part::Offload,
    ];

    /// Whether a GPU computes meanwhile.
    pub const fn is_compute(self) -> bool {
        matches!(self, Part::Attention | Part::Mlp | Part::Experts | Part::Head | Part::Again | Part::Update)
    }

    /// The stream that it is on: compute, the network among ranks of a layer, the network among replicas, the way to the host.
    pub(super) const fn stream(self) -> usize {
        match self {
            _ if self.is_compute() => 0,
            Part::Weights | Part::Gradients => 2,
            Part::Offload => 3,
            _ => 1,
        }
    }

    /// Stable id, as in files.
    pub const fn id(self) -> &'static str {
        match self {
            Part::Attention => "attention",
            Part::Mlp => "mlp",
            Part::Experts => "experts",
            Part::Head => "head",
            Part::Again => "recompute",
            Part::Update => "update",
            Part::Tensor => "tensor",
            Part::Context => "context",
            Part::Expert => "expert-exchange",
            Part::Weights => "weights",
            Part::Gradients => "gradients",
            Part::HandOver => "hand-over",
            Part::Host => "host",
            Part::Offload => "offload",
        }
    }
}

/// One kernel (or many of one purpose) or one collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Op {
    pub part: Part,
    /// How long it takes with the GPU, or the network, to itself.
    pub time: Time,
    /// What must have ended, beside what is before it on its stream.
    pub after: [Option<u32>; 2],
    /// What must have come from the host, or gone there, too.
    pub held_up: Option<u32>,
}

/// The operations of a pass, in the order in which they are issued.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ops(pub Vec<Op>, Option<u32>);

impl Ops {
    /// Adds an operation unless it takes no time; returns what then has to be waited for in its place.
    pub(super) fn add(&mut self, part: Part, time: Time, after: [Option<u32>; 2]) -> Option<u32> {
        if time == Time::ZERO {
            return after[0].max(after[1]);
        }
        let held_up = if part == Part::Offload { None } else { self.1.take() };
        self.0.push(Op { part, time, after, held_up });
        Some(self.0.len() as u32 - 1)
    }

    /// The next operation on the GPU or the network waits for this one, too.
    pub(super) fn hold_up(&mut self, by: Option<u32>) {
        self.1 = by;
    }
}

/// When an operation ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ran {
    pub part: Part,
    pub start: Time,
    pub end: Time,
    /// As [`Op::after`].
    pub after: [Option<u32>; 2],
    /// As [`Op::held_up`].
    pub held_up: Option<u32>,
}

/// A pass that has been run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pass {
    /// From its first operation to its last.
    pub whole: Time,
    /// By [`Part`]: of the whole, what the compute stream worked on, or else what it waited for. They sum to the whole.
    pub by_part: [Time; Part::ALL.len()],
    /// Every operation.
    pub ran: Vec<Ran>,
}

impl Pass {
    /// The pass until nothing is left of it but sums of gradients, which nobody but the optimizer waits for, and how long they go on.
    pub(super) fn cut(mut self) -> (Pass, Time) {
        let needed = self.ran.iter().filter(|ran| ran.part != Part::Gradients).map(|ran| ran.end);
        let Some(ready) = needed.max() else { return (self, Time::ZERO) };
        let tail = self.whole.saturating_sub(ready);
        let sums = &mut self.by_part[Part::Gradients as usize];
        *sums = sums.saturating_sub(tail);
        self.whole = ready;
        for ran in &mut self.ran {
            (ran.start, ran.end) = (ran.start.min(ready), ran.end.min(ready));
        }
        (self, tail)
    }

    /// How long it moves weights.
    pub(super) fn gathers(&self) -> Time {
        let weights = self.ran.iter().filter(|ran| ran.part == Part::Weights);
        weights.fold(Time::ZERO, |sum, ran| sum + ran.end.saturating_sub(ran.start))
    }

    /// Both, one after the other.
    pub(super) fn then(&self, next: &Pass) -> Pass {
        let mut both = self.clone();
        both.whole = self.whole + next.whole;
        for (time, more) in both.by_part.iter_mut().zip(next.by_part) {
            *time += more;
        }
        let before = self.ran.len() as u32;
        // Whatever waits for nothing of its own pass waits for the end of this one.
        let end = (0..before).max_by_key(|&op| self.ran[op as usize].end);
        let later = |ran: &Ran| {
            let own = ran.after.map(|one| one.map(|op| op + before));
            let after = if own == [None; 2] { [end, None] } else { own };
            let held_up = ran.held_up.map(|op| op + before);
            Ran { start: ran.start + self.whole, end: ran.end + self.whole, after, held_up, ..*ran }
        };
        both.ran.extend(next.ran.iter().map(later));
        both
    }
}

const IDLE: usize = usize::MAX;

/// How many streams there are.
pub(super) const STREAMS: usize = 4;

/// Runs the operations. `sms` are the GPU's multiprocessors; the host takes `issued` to issue all of them, and where that is
/// longer the GPU waits for it.
///
/// # Complexity
/// O(operations).
pub(super) fn run(ops: &Ops, sms: f64, issued: Time) -> Pass {
    let ops = &ops.0;
    // Parts of a thousand that kernels do in a picosecond beside so many collectives.
    let beside = |collectives: u32| (1000.0 * (1.0 - f64::from(collectives) * SMS_TAKEN / sms)).max(1.0) as u128;
    let kernels = [0, 1, 2].map(beside);
    let mut ended: Vec<bool> = vec![false; ops.len()];
    let mut ran: Vec<Ran> = ops
        .iter()
        .map(|op| Ran { part: op.part, start: Time::ZERO, end: Time::ZERO, after: op.after, held_up: op.held_up })
        .collect();
    let mut pass = Pass::default();
    // On each stream: the next to be issued, the one that runs, what is left of it in thousandths.
    let mut next = [0usize; STREAMS];
    let mut running = [IDLE; STREAMS];
    let mut left = [0u128; STREAMS];
    let mut now = 0u64;
    loop {
        for stream in 0..STREAMS {
            while next[stream] < ops.len() && ops[next[stream]].part.stream() != stream {
                next[stream] += 1;
            }
            if running[stream] == IDLE && next[stream] < ops.len() {
                let op = &ops[next[stream]];
                if op.after.iter().chain([&op.held_up]).flatten().all(|&dep| ended[dep as usize]) {
                    running[stream] = next[stream];
                    ran[next[stream]].start = Time(now);
                    left[stream] = u128::from(op.time.0) * 1000;
                    next[stream] += 1;
                }
            }
        }
        // A stretch belongs to the kernel that runs, else to the collective that is waited for: that of the layer before the others.
        let Some(&first) = running.iter().find(|&&op| op != IDLE) else { break };
        // A copy engine moves what goes to the host: no multiprocessor, and none of the network.
        let collectives = running[1..3].iter().filter(|&&op| op != IDLE).count();
        let share = if collectives > 1 { 500 } else { 1000 };
        let rate = [kernels[collectives], share, share, 1000];
        let until =
            |stream: usize| if running[stream] == IDLE { u128::MAX } else { left[stream].div_ceil(rate[stream]) };
        let step = (0..STREAMS).map(until).fold(u128::MAX, u128::min);
        let step = u64::try_from(step).unwrap_or(u64::MAX);
        pass.by_part[ops[first].part as usize] += Time(step);
        now = now.saturating_add(step);
        for stream in 0..STREAMS {
            if running[stream] != IDLE {
                left[stream] = left[stream].saturating_sub(u128::from(step) * rate[stream]);
                if left[stream] == 0 {
                    ended[running[stream]] = true;
                    ran[running[stream]].end = Time(now);
                    running[stream] = IDLE;
                }
            }
        }
    }
    debug_assert!(ended.iter().all(|&done| done), "an operation waits for one after it");
    pass.whole = Time(now);
    pass.ran = ran;
    let late = issued.saturating_sub(pass.whole);
    if late > Time::ZERO {
        // Told as one wait at the end: which kernels are late does not change the whole.
        let last = pass.ran.len().checked_sub(1).map(|last| last as u32);
        let (start, end) = (pass.whole, pass.whole + late);
        let after = [last, ops.iter().rposition(|op| op.part.is_compute()).map(|at| at as u32)];
        pass.ran.push(Ran { part: Part::Host, start, end, after, held_up: None });
        pass.by_part[Part::Host as usize] += late;
        pass.whole = end;
    }
    pass
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: u64 = 1_000_000;

    /// Operations as (part, microseconds, after), and the whole in microseconds. A GPU of 200 multiprocessors slows to 0.9.
    fn check(ops: &[(Part, u64, Option<u32>)], whole: u64) -> Pass {
        let mut all = Ops::default();
        for &(part, us, after) in ops {
            all.add(part, Time(us * US), [after, None]);
        }
        let pass = run(&all, 200.0, Time::ZERO);
        assert_eq!(pass.whole, Time(whole * US), "{ops:?}");
        assert_eq!(pass.by_part.iter().fold(Time::ZERO, |sum, &time| sum + time), pass.whole, "{ops:?}");
        pass
    }

    #[test]
    fn streams_run_side_by_side_and_wait_where_they_must() {
        use Part::{Expert, Gradients, Mlp, Weights};
        check(&[], 0);
        check(&[(Mlp, 10, None), (Mlp, 5, None)], 15);
        // Waited for in full.
        let pass = check(&[(Mlp, 10, None), (Expert, 4, Some(0)), (Mlp, 10, Some(1))], 24);
        assert_eq!(pass.by_part[Expert as usize], Time(4 * US));
        // Beside a kernel, which does nine tenths meanwhile: 18 us, then the last of 20.
        let pass = check(&[(Weights, 10, None), (Mlp, 20, None)], 21);
        assert_eq!(pass.by_part[Mlp as usize], Time(21 * US));
        // Longer than the kernel: the rest is waited for.
        let pass = check(&[(Gradients, 50, None), (Mlp, 18, None)], 50);
        assert_eq!((pass.by_part[Mlp as usize], pass.by_part[Gradients as usize]), (Time(20 * US), Time(30 * US)));
        // Tokens do not queue behind gradients: half of the network each for 8 us, then 10 us of the sum beside 9 of the kernel.
        let pass = check(&[(Gradients, 14, None), (Expert, 4, None), (Mlp, 18, Some(1))], 8 + 10 + 9);
        assert_eq!((pass.by_part[Expert as usize], pass.by_part[Gradients as usize]), (Time(8 * US), Time::ZERO));
    }
}
