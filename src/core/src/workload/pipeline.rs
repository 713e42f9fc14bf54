//! The task graph of one training step through a line of stages.

use crate::task::{GpuId, Kind, Label, RouteId, TaskGraph, TaskId, Work};
use crate::units::{Bytes, Time};

use super::schedule::{Schedule, Step};

/// One stage: where it runs and how long its work on one micro-batch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The GPU that computes.
    pub gpu: GpuId,
    /// A forward pass of one micro-batch.
    pub forward: Time,
    /// A backward pass of one micro-batch.
    pub backward: Time,
    /// The optimizer's step, after the stage's last backward pass.
    pub update: Option<Time>,
}

/// The way between stage `i` and stage `i + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// Activations go this way.
    pub forward: RouteId,
    /// Gradients of activations come back this way.
    pub backward: RouteId,
}

/// A line of stages and what runs through it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The stages, the first first.
    pub stages: &'a [Stage],
    /// One fewer than stages.
    pub boundaries: &'a [Boundary],
    /// Bytes that cross a boundary for one micro-batch, each way.
    pub bytes: Bytes,
    /// In which order each stage takes its passes.
    pub schedule: Schedule,
    /// How many there are.
    pub micro_batches: u32,
    /// The number of the first micro-batch, and what must have ended before any stage begins: a step after others.
    pub first: u32,
    /// What must have ended before anything starts.
    pub after: &'a [TaskId],
}

/// Adds the step to `graph` and returns the last task of each stage.
///
/// # Panics
/// Where there is not one boundary fewer than stages: a bug of the caller.
pub fn append(graph: &mut TaskGraph, line: &Line<'_>) -> Vec<TaskId> {
    assert_eq!(line.boundaries.len() + 1, line.stages.len());
    let count = line.stages.len();
    let orders: Vec<Vec<Step>> =
        (0..count).map(|stage| line.schedule.order(stage as u32, count as u32, line.micro_batches)).collect();
    let mut build = Build {
        arrived: vec![vec![[None; 2]; line.micro_batches as usize]; count],
        last: vec![None; count],
        graph,
        line,
    };
    let mut next = vec![0; count];
    // Each round adds what has its input; a legal schedule always has something to add.
    loop {
        let mut moved = false;
        for stage in 0..count {
            while let Some(&step) = orders[stage].get(next[stage]) {
                if !build.add(stage, step) {
                    break;
                }
                next[stage] += 1;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    debug_assert!((0..count).all(|stage| next[stage] == orders[stage].len()), "the schedule is stuck");
    (0..count).map(|stage| build.finish(stage)).collect()
}

struct Build<'a> {
    graph: &'a mut TaskGraph,
    line: &'a Line<'a>,
    /// For each stage and micro-batch: the task that brings the activations, and the one that brings their gradients.
    arrived: Vec<Vec<[Option<TaskId>; 2]>>,
    /// Each stage's operation before.
    last: Vec<Option<TaskId>>,
}

impl Build<'_> {
    /// Adds a stage's next operation and what it sends; false when its input is not there yet.
    fn add(&mut self, stage: usize, step: Step) -> bool {
        let last_stage = self.line.stages.len() - 1;
        let at = self.line.stages[stage];
        let (m, kind, duration, needs) = match step {
            Step::Forward(m) => (m, Kind::Forward, at.forward, stage > 0),
            Step::Backward(m) => (m, Kind::Backward, at.backward, stage < last_stage),
        };
        let input = self.arrived[stage][m as usize][usize::from(kind == Kind::Backward)];
        if needs && input.is_none() {
            return false;
        }
        let mut deps: Vec<TaskId> = self.last[stage].into_iter().chain(input).collect();
        if self.last[stage].is_none() {
            deps.extend_from_slice(self.line.after);
        }
        let label = Label::new(kind).micro_batch((self.line.first + m) as u16).step(stage as u16);
        let task = self.graph.add(Work::Compute { gpu: at.gpu, duration }, label, &deps);
        self.last[stage] = Some(task);
        match step {
            Step::Forward(_) if stage < last_stage => {
                let route = self.line.boundaries[stage].forward;
                let sent = self.send(task, stage, stage + 1, route, Kind::Activation, m);
                self.arrived[stage + 1][m as usize][0] = Some(sent);
            }
            Step::Backward(_) if stage > 0 => {
                let route = self.line.boundaries[stage - 1].backward;
                let sent = self.send(task, stage, stage - 1, route, Kind::ActivationGradient, m);
                self.arrived[stage - 1][m as usize][1] = Some(sent);
            }
            _ => {}
        }
        true
    }

    fn send(&mut self, after: TaskId, from: usize, to: usize, route: RouteId, kind: Kind, m: u32) -> TaskId {
        let (src, dst) = (self.line.stages[from].gpu, self.line.stages[to].gpu);
        let work = Work::Transfer { src, dst, route, bytes: self.line.bytes };
        let label = Label::new(kind).micro_batch((self.line.first + m) as u16).step(from as u16);
        self.graph.add(work, label, &[after])
    }

    /// The stage's optimizer step, where it has one.
    fn finish(&mut self, stage: usize) -> TaskId {
        let at = self.line.stages[stage];
        let deps: Vec<TaskId> = self.last[stage].into_iter().collect();
        match (at.update, deps.first()) {
            (None, Some(&last)) => last,
            (update, _) => {
                let work = Work::Compute { gpu: at.gpu, duration: update.unwrap_or(Time::ZERO) };
                self.graph.add(work, Label::new(Kind::Update).step(stage as u16), &deps)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::pipeline as oracle;
    use crate::sim::{self, Options};
    use crate::task::{Hop, LinkCapacity, Route};
    use crate::units::Rate;

    const F: Time = Time::from_us(100);
    const B: Time = Time::from_us(200);

    fn makespan(schedule: Schedule, stages: u32, micro_batches: u32, hand_over: Time) -> Time {
        let mut graph = TaskGraph::new();
        let lanes: Vec<Stage> = (0..stages).map(|gpu| Stage { gpu, forward: F, backward: B, update: None }).collect();
        // A link of its own each way, so fast that the latency is all.
        let mut links = Vec::new();
        let boundaries: Vec<Boundary> = (1..stages)
            .map(|_| {
                let mut route = || {
                    links.push(LinkCapacity { rate: Rate::bytes_per_s(1e12) });
                    let hops = vec![Hop { link: links.len() as u32 - 1, share: 1.0 }];
                    graph.add_route(Route {
                        hops,
                        latency: hand_over.saturating_sub(Time(1)),
                        ceiling: None,
                        efficiency: 1.0,
                    })
                };
                Boundary { forward: route(), backward: route() }
            })
            .collect();
        let (stages_of, bytes) = (lanes.as_slice(), Bytes(1));
        let line =
            Line { stages: stages_of, boundaries: &boundaries, bytes, schedule, micro_batches, first: 0, after: &[] };
        append(&mut graph, &line);
        sim::run(&graph, &links, stages as usize, &Options::default()).unwrap().makespan
    }

    fn check(schedule: Schedule, stages: u32, micro_batches: u32, hand_over: Time) {
        let simulated = makespan(schedule, stages, micro_batches, hand_over);
        let expected = oracle::makespan(schedule, stages, micro_batches, F, B, hand_over);
        assert_eq!(simulated, expected, "{schedule:?} p {stages} m {micro_batches} comm {hand_over}");
    }

    #[test]
    fn the_simulated_step_is_the_closed_form() {
        for (stages, micro_batches) in [(2, 1), (2, 8), (4, 6), (4, 32), (8, 3), (8, 8), (8, 32)] {
            check(Schedule::Naive, stages, micro_batches, Time::from_us(10));
            check(Schedule::GPipe, stages, micro_batches, Time::from_us(10));
        }
    }

    #[test]
    fn one_f_one_b_with_communication_is_what_its_definition_gives() {
        for (stages, micro_batches) in [(2, 4), (4, 6), (4, 16), (8, 24)] {
            for hand_over in [Time(1), Time::from_us(10), Time::from_us(150)] {
                let simulated = makespan(Schedule::OneFOneB, stages, micro_batches, hand_over);
                let defined = oracle::by_definition(Schedule::OneFOneB, stages, micro_batches, F, B, hand_over);
                assert_eq!(simulated, defined, "p {stages} m {micro_batches} comm {hand_over}");
            }
        }
    }
}
