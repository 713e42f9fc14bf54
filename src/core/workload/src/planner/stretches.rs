//! What a stage's time went into, in stretches that a picture can show: its passes whole, and what it waited for between them.

use kitchen_task::{Kind, NONE, Work};
use kitchen_units::Time;
use kitchen_units::order;

use crate::train::{Part, Traced};

/// What a GPU of the stage does, or waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// Forward over a micro-batch.
    Forward,
    /// Backward over one.
    Backward,
    /// The optimizer's step.
    Update,
    /// Waits for those who share its matrices.
    Inside,
    /// Waits for gradients that are summed, or for sharded weights.
    Meeting,
    /// Waits for another stage, or for what comes from it.
    Relay,
}

/// A stretch of a stage's time. Those of a stage follow one another without a gap, from zero to the end of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// From.
    pub start: Time,
    /// Until.
    pub end: Time,
    /// What went on.
    pub doing: Doing,
    /// Whose pass it is, from 0.
    pub micro_batch: u16,
    /// Of a pass: what it waited inside for those who share its matrices, all waits together.
    pub inside: Time,
    /// Of a pass: what it waited inside for gradients or weights.
    pub meeting: Time,
}

/// Waits shorter than this part of the step are told of the pass that they interrupt rather than on their own.
const SHORT: u64 = 200;

const fn waits_for(part: Part) -> Option<Doing> {
    match part {
        Part::Tensor | Part::Context | Part::Expert => Some(Doing::Inside),
        Part::Weights | Part::Gradients => Some(Doing::Meeting),
        _ => None,
    }
}

/// The stretches of a stage. Their times add up to the step's, to the picosecond.
///
/// # Complexity
/// O(n log n) in the operations.
pub fn stretches(traced: &Traced, stage: u32) -> Vec<Stretch> {
    let (mut computes, mut meets) = (Vec::new(), Vec::new());
    for (task, (work, label)) in traced.graph.work.iter().zip(&traced.graph.labels).enumerate() {
        let (Some(&start), Some(&end)) = (traced.trace.start.get(task), traced.trace.end.get(task)) else { continue };
        if u32::from(label.step) != stage || start >= end {
            continue;
        }
        match work {
            Work::Compute { .. } => {
                let doing = match label.kind {
                    Kind::Forward => Doing::Forward,
                    Kind::Update => Doing::Update,
                    _ => Doing::Backward,
                };
                let micro_batch = if label.micro_batch == NONE { 0 } else { label.micro_batch };
                computes.push(Stretch { start, end, doing, micro_batch, inside: Time::ZERO, meeting: Time::ZERO });
            }
            _ => {
                if let Some(doing) = traced.parts.get(task).copied().and_then(waits_for) {
                    meets.push((start, end, doing));
                }
            }
        }
    }
    order::sort_by_key(&mut computes, |one: &Stretch| one.start);
    order::sort(&mut meets);
    joined(&computes, &meets, traced.step.iteration)
}

/// When gradients or weights of a stage were on their way, whether or not it waited; pauses too short to be seen are closed.
pub fn meetings(traced: &Traced, stage: u32) -> Vec<(Time, Time)> {
    let mut all = Vec::new();
    for (task, label) in traced.graph.labels.iter().enumerate() {
        let (Some(&start), Some(&end)) = (traced.trace.start.get(task), traced.trace.end.get(task)) else { continue };
        let part = traced.parts.get(task).copied().and_then(waits_for);
        if u32::from(label.step) == stage && part == Some(Doing::Meeting) && start < end {
            all.push((start, end));
        }
    }
    order::sort(&mut all);
    let near = traced.step.iteration.0 / SHORT;
    let mut joined: Vec<(Time, Time)> = Vec::new();
    for (start, end) in all {
        match joined.last_mut() {
            Some(last) if start.0 <= last.1.0 + near => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined
}

/// What one stage hands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handed {
    /// When it leaves, and when it has arrived.
    pub span: [Time; 2],
    /// From which stage to which.
    pub stages: [u32; 2],
    /// Of which micro-batch, from 0.
    pub micro_batch: u16,
    /// Whether it is a gradient, on its way back.
    pub is_back: bool,
}

/// What the stages hand to one another, in the order of the tasks.
pub fn handed(traced: &Traced) -> Vec<Handed> {
    let of = |(task, work): (usize, &Work)| {
        let &Work::Transfer { src, dst, .. } = work else { return None };
        let (label, span) = (traced.graph.labels[task], [*traced.trace.start.get(task)?, *traced.trace.end.get(task)?]);
        let is_back = label.kind == Kind::ActivationGradient;
        (src != dst).then_some(Handed { span, stages: [src, dst], micro_batch: label.micro_batch, is_back })
    };
    traced.graph.work.iter().enumerate().filter_map(of).collect()
}

/// Kernels of one pass become one; what lies between is waited for.
fn joined(computes: &[Stretch], meets: &[(Time, Time, Doing)], whole: Time) -> Vec<Stretch> {
    let mut all: Vec<Stretch> = Vec::new();
    let (mut now, mut next) = (Time::ZERO, 0);
    for one in computes {
        let waits = waits((now, one.start), meets, &mut next);
        let pause = one.start.saturating_sub(now);
        let joins = pause.0 < whole.0 / SHORT;
        match all.last_mut() {
            Some(last) if joins && (last.doing, last.micro_batch) == (one.doing, one.micro_batch) => {
                for (start, end, doing) in waits {
                    let took = end.saturating_sub(start);
                    if doing == Doing::Meeting { last.meeting += took } else { last.inside += took }
                }
                last.end = one.end;
            }
            _ => {
                all.extend(waits.into_iter().map(|wait| waited(wait, one.micro_batch)));
                all.push(*one);
            }
        }
        now = one.end;
    }
    all.extend(waits((now, whole), meets, &mut next).into_iter().map(|wait| waited(wait, 0)));
    all
}

const fn waited((start, end, doing): (Time, Time, Doing), micro_batch: u16) -> Stretch {
    Stretch { start, end, doing, micro_batch, inside: Time::ZERO, meeting: Time::ZERO }
}

/// What is waited for between two instants: a meeting where one is held, else the relay. `next` is the first meeting that may
/// reach beyond the first instant.
fn waits((from, to): (Time, Time), meets: &[(Time, Time, Doing)], next: &mut usize) -> Vec<(Time, Time, Doing)> {
    let mut all: Vec<(Time, Time, Doing)> = Vec::new();
    let mut push = |start: Time, end: Time, doing: Doing| match all.last_mut() {
        _ if start >= end => {}
        Some(last) if last.2 == doing && last.1 == start => last.1 = end,
        _ => all.push((start, end, doing)),
    };
    while meets.get(*next).is_some_and(|meet| meet.1 <= from) {
        *next += 1;
    }
    let mut now = from;
    for &(start, end, doing) in meets[*next..].iter().take_while(|meet| meet.0 < to) {
        push(now, start.max(now).min(to), Doing::Relay);
        push(now.max(start), end.min(to), doing);
        now = now.max(end.min(to));
    }
    push(now, to, Doing::Relay);
    all
}

#[cfg(test)]
mod tests {
    use kitchen_topology::{ClusterSpec, system};

    use super::*;
    use crate::layout::{Layout, Recipe, Sharding, Zero};
    use crate::model::published;
    use crate::train::{explained, traced};

    /// Every picosecond of each stage has its place, and computing is as long as the step's own account says.
    fn check(id: &str, layout: Layout) {
        let recipe = Recipe { overlap_data: true, ..Recipe::PLAIN };
        let layout = Layout { recipe, sharding: Sharding::over_all(Zero::Optimizer), ..layout };
        let (model, spec) = (published::model(id).unwrap(), ClusterSpec::new(system("dgx-h100").unwrap(), 2));
        let whole = traced(model, &spec, &layout).unwrap();
        let (step, lane) = explained(model, &spec, &layout).unwrap();
        for stage in 0..layout.pipeline {
            let all = stretches(&whole, stage);
            let mut now = Time::ZERO;
            for one in &all {
                assert_eq!(one.start, now, "{id} {stage}");
                assert!(one.end > one.start && one.inside + one.meeting <= one.end.saturating_sub(one.start));
                now = one.end;
            }
            assert_eq!(now, step.iteration, "{id} {stage}");
            if stage == lane.stage {
                let is_compute = |one: &&Stretch| one.doing <= Doing::Update;
                let own = |one: &Stretch| one.end.saturating_sub(one.start).0 - one.inside.0 - one.meeting.0;
                let computed: u64 = all.iter().filter(is_compute).map(own).sum();
                let told: u64 = lane.parts.iter().filter(|(part, _)| part.is_compute()).map(|(_, time)| time.0).sum();
                assert!(computed.abs_diff(told) <= told / 1_000, "{id}: {computed} against {told}");
            }
        }
    }

    #[test]
    fn a_stage_s_stretches_are_all_of_its_time() {
        check("llama3-8b", Layout { tensor: 2, data: 2, pipeline: 4, global_batch: 16, ..Layout::ONE });
        check("llama3-8b", Layout { data: 16, global_batch: 32, micro_batch: 2, ..Layout::ONE });
        check("gpt3-6.7b", Layout { tensor: 8, data: 2, global_batch: 8, sequence_parallel: true, ..Layout::ONE });
    }
}
