//! The task graph of one training step through a line of stages.

use kitchen_task::{GpuId, Kind, Label, RouteId, TaskGraph, TaskId, Work};
use kitchen_units::{Bytes, Time};

use super::schedule::{Pass, Place, Plan, Step};

/// How long a stage works on one micro-batch with one of its chunks of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// A forward pass.
    pub forward: Time,
    /// A whole backward pass.
    pub backward: Time,
    /// The part of it that computes the weights' gradients, where the schedule splits it.
    pub weight: Time,
}

/// One stage: where it runs and how long its work on one micro-batch takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The GPU that computes.
    pub gpu: GpuId,
    /// By chunk of the model; where there are fewer than the plan has, the last stands for the others.
    pub chunks: Vec<Chunk>,
    /// The optimizer's step, after the stage's last pass.
    pub update: Option<Time>,
}

impl Stage {
    /// A stage with one chunk whose gradient is not split.
    pub fn whole(gpu: GpuId, forward: Time, backward: Time, update: Option<Time>) -> Stage {
        Stage { gpu, chunks: vec![Chunk { forward, backward, weight: Time::ZERO }], update }
    }

    /// How long an operation takes.
    pub fn time(&self, step: Step) -> Time {
        let chunk = self.chunks.get(step.chunk as usize).or(self.chunks.last());
        chunk.map_or(Time::ZERO, |chunk| match step.pass {
            Pass::Forward => chunk.forward,
            Pass::Backward => chunk.backward,
            Pass::Input => chunk.backward.saturating_sub(chunk.weight),
            Pass::Weight => chunk.weight,
        })
    }
}

/// The way between stage `i` and stage `i + 1`, or from the last stage round to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// To the stage after.
    pub forward: RouteId,
    /// To the stage before.
    pub backward: RouteId,
}

/// A line of stages and what runs through it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The stages, the first first.
    pub stages: &'a [Stage],
    /// One fewer than stages; as many where micro-batches go round, the last from the last stage to the first.
    pub boundaries: &'a [Boundary],
    /// Bytes that cross a boundary for one micro-batch, each way.
    pub bytes: Bytes,
    /// In which order each stage takes its passes.
    pub plan: &'a Plan,
    /// The number of the first micro-batch, and what must have ended before any stage begins: a step after others.
    pub first: u32,
    /// What must have ended before anything starts.
    pub after: &'a [TaskId],
}

/// Adds the step to `graph` and returns the last task of each stage.
///
/// # Panics
/// Where there is not a boundary between each stage and the next, or not an order for each: a bug of the caller.
pub fn append(graph: &mut TaskGraph, line: &Line<'_>) -> Vec<TaskId> {
    let mut build = Build::new(graph, line);
    let placed = build.place();
    debug_assert_eq!(placed, line.plan.orders.iter().map(Vec::len).sum::<usize>(), "the schedule is stuck");
    (0..line.stages.len()).map(|stage| build.finish(stage)).collect()
}

/// Adds what of the orders can run, as far as each goes, without the optimizer's steps; returns how many operations that is.
///
/// # Panics
/// As [`append`].
pub fn append_part(graph: &mut TaskGraph, line: &Line<'_>) -> usize {
    Build::new(graph, line).place()
}

struct Build<'a> {
    graph: &'a mut TaskGraph,
    line: &'a Line<'a>,
    /// For each stage, chunk and micro-batch: the task that brings the activations, and the one that brings their gradients.
    arrived: Vec<Vec<[Option<TaskId>; 2]>>,
    /// Each stage's operation before.
    last: Vec<Option<TaskId>>,
}

impl<'a> Build<'a> {
    fn new(graph: &'a mut TaskGraph, line: &'a Line<'a>) -> Build<'a> {
        let count = line.stages.len();
        assert!(line.boundaries.len() + 1 >= count && line.plan.orders.len() == count);
        let slots = (line.plan.chunks * line.plan.micro_batches) as usize;
        Build { graph, line, arrived: vec![vec![[None; 2]; slots]; count], last: vec![None; count] }
    }

    /// Adds, round by round, what has its input; a legal schedule always has something to add.
    fn place(&mut self) -> usize {
        let orders = &self.line.plan.orders;
        let mut next = vec![0; orders.len()];
        loop {
            let mut moved = false;
            for (stage, order) in orders.iter().enumerate() {
                while let Some(&step) = order.get(next[stage]) {
                    let pair = if step.joined { order.get(next[stage] + 1).copied() } else { None };
                    if !self.has_input(stage, step) || pair.is_some_and(|pair| !self.has_input(stage, pair)) {
                        break;
                    }
                    self.add(stage, step, pair);
                    next[stage] += 1 + usize::from(pair.is_some());
                    moved = true;
                }
            }
            if !moved {
                return next.into_iter().sum();
            }
        }
    }

    /// Where an operation's input comes from.
    fn from(&self, stage: usize, step: Step) -> Option<Place> {
        let (plan, here) = (self.line.plan, (stage as u32, step.chunk));
        match step.pass {
            Pass::Forward => plan.placement.before(here, plan.stages()),
            Pass::Backward | Pass::Input => plan.placement.after(here, plan.stages(), plan.chunks),
            Pass::Weight => None,
        }
    }

    /// Where what it makes goes.
    fn to(&self, stage: usize, step: Step) -> Option<Place> {
        let (plan, here) = (self.line.plan, (stage as u32, step.chunk));
        match step.pass {
            Pass::Forward => plan.placement.after(here, plan.stages(), plan.chunks),
            Pass::Backward | Pass::Input => plan.placement.before(here, plan.stages()),
            Pass::Weight => None,
        }
    }

    fn slot(&self, chunk: u32, micro_batch: u32) -> usize {
        (chunk * self.line.plan.micro_batches + micro_batch) as usize
    }

    fn input(&self, stage: usize, step: Step) -> Option<TaskId> {
        self.arrived[stage][self.slot(step.chunk, step.micro_batch)][usize::from(step.pass != Pass::Forward)]
    }

    fn has_input(&self, stage: usize, step: Step) -> bool {
        self.from(stage, step).is_none() || self.input(stage, step).is_some()
    }

    /// Adds a stage's next operation, or the next two where they are one, and what they send.
    fn add(&mut self, stage: usize, step: Step, pair: Option<Step>) {
        let needs = |step: Step| self.from(stage, step).and_then(|_| self.input(stage, step));
        let mut deps: Vec<TaskId> = self.last[stage].into_iter().chain(needs(step)).collect();
        deps.extend(pair.and_then(needs));
        if self.last[stage].is_none() {
            deps.extend_from_slice(self.line.after);
        }
        let mut done = self.compute(stage, step, &deps);
        if let Some(pair) = pair {
            done = self.compute(stage, pair, &[done]);
        }
        self.last[stage] = Some(done);
        for step in [Some(step), pair].into_iter().flatten() {
            self.hand_on(done, stage, step);
        }
    }

    fn compute(&mut self, stage: usize, step: Step, deps: &[TaskId]) -> TaskId {
        let kind = match step.pass {
            Pass::Forward => Kind::Forward,
            Pass::Backward => Kind::Backward,
            Pass::Input => Kind::BackwardInput,
            Pass::Weight => Kind::BackwardWeight,
        };
        let at = &self.line.stages[stage];
        let work = Work::Compute { gpu: at.gpu, duration: at.time(step) };
        self.graph.add(work, self.label(kind, stage, step), deps)
    }

    fn label(&self, kind: Kind, stage: usize, step: Step) -> Label {
        let label = Label::new(kind).micro_batch((self.line.first + step.micro_batch) as u16).step(stage as u16);
        if self.line.plan.chunks > 1 { label.chunks(step.chunk, 1) } else { label }
    }

    /// Hands over what an operation made; to a chunk of the same stage nothing travels.
    fn hand_on(&mut self, done: TaskId, stage: usize, step: Step) {
        let Some((to, chunk)) = self.to(stage, step) else { return };
        let is_back = step.pass != Pass::Forward;
        let stages = self.line.stages;
        let sent = if to as usize == stage {
            done
        } else {
            let kind = if is_back { Kind::ActivationGradient } else { Kind::Activation };
            let (src, dst) = (stages[stage].gpu, stages[to as usize].gpu);
            let route = self.route(stage, to as usize);
            let work = Work::Transfer { src, dst, route, bytes: self.line.bytes };
            self.graph.add(work, self.label(kind, stage, step), &[done])
        };
        let slot = self.slot(chunk, step.micro_batch);
        self.arrived[to as usize][slot][usize::from(is_back)] = Some(sent);
    }

    fn route(&self, from: usize, to: usize) -> RouteId {
        let boundaries = self.line.boundaries;
        match () {
            () if to == from + 1 => boundaries[from].forward,
            () if from == to + 1 => boundaries[to].backward,
            // Round the line: from the last stage to the first, or back.
            () if to < from => boundaries[from].forward,
            () => boundaries[to].backward,
        }
    }

    /// The stage's optimizer step, where it has one.
    fn finish(&mut self, stage: usize) -> TaskId {
        let at = &self.line.stages[stage];
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
    use crate::schedule::Schedule;

    const F: Time = Time::from_us(100);
    const B: Time = Time::from_us(120);

    #[test]
    fn a_part_of_the_orders_runs_as_far_as_it_can() {
        let mut plan = Schedule::OneFOneB.plan(2, 2).unwrap();
        plan.orders[0].truncate(1);
        let stages = [0, 1].map(|gpu| Stage::whole(gpu, F, B, None));
        let mut graph = TaskGraph::new();
        let route =
            graph.add_route(kitchen_task::Route { hops: Vec::new(), latency: F, ceiling: None, efficiency: 1.0 });
        let boundaries = [Boundary { forward: route, backward: route }];
        let line =
            Line { stages: &stages, boundaries: &boundaries, bytes: Bytes(1), plan: &plan, first: 0, after: &[] };
        // Stage 1 does the first micro-batch both ways; the second never comes.
        assert_eq!(append_part(&mut graph, &line), 3);
    }
}
