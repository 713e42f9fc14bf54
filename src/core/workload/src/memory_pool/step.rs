//! The step as a task graph: one GPU with a memory pool, and beside it one that holds everything itself.
//!
//! * A piece's weights are asked for while the piece before is at work; two pieces' are there at once.
//! * A piece's activations leave when its forward has ended and hold forward up where two pieces' have not left yet; those of the last
//!   piece are needed at once and stay.
//! * Gradients of several micro-batches are summed in the pool: by the GPU, which fetches the sum so far and brings it back, or by
//!   the switch before the pool, which also sums those of all GPUs.
//! * The update waits for all gradients (their norm is clipped); the state comes piece by piece, three pieces' at once.
//! * GPUs meet over their own links: gradients are summed in the last micro-batch, and what was updated is handed out. What the
//!   switch sums, and weights that lie in the pool, need no such meeting.
//!
//! All GPUs do the same at the same time on ways of their own, and the pool's bandwidth is that of all of them: one is simulated.

use kitchen_sim::{self as sim, Options, Record};
use kitchen_task::{GpuId, Hop, Kind, Label, Route, RouteId, TaskGraph, TaskId, Work};
use kitchen_topology::{self as topology, ClusterSpec, Link, Router, Topology, Vertex};
use kitchen_trace::Trace;
use kitchen_units::{Bytes, Time};

use super::{Ask, Away, PIECES, Piece};
use crate::cost;
use crate::error::TrainError;
use crate::memory::{Allocation, Edge, MemoryKind, MemoryTimeline};

/// The GPU with the pool.
pub const POOLED: GpuId = 0;
/// The GPU that has everything at hand.
pub const WHOLE: GpuId = 1;

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Doing {
    Forward,
    Backward,
    Update,
    /// From the pool.
    Load(MemoryKind),
    /// To the pool.
    Store(MemoryKind),
    /// Gradients are summed with the other GPUs', over their own links.
    Sum,
    /// Updated weights come from the other GPUs.
    Share,
    Join,
}

impl Doing {
    /// Where what it carries stands among [`Away::KINDS`]; 0 where it carries nothing to or from the pool.
    fn kind_index(self) -> u16 {
        match self {
            Doing::Load(what) | Doing::Store(what) => {
                Away::KINDS.iter().position(|&kind| kind == what).unwrap_or(0) as u16
            }
            _ => 0,
        }
    }
}

/// A step and what it holds.
#[derive(Clone, Debug)]
pub struct Step {
    pub ask: Ask,
    pub graph: TaskGraph,
    /// Empty until the graph was run.
    pub trace: Trace,
    /// By task: what it does, in which micro-batch, and with which piece.
    pub doing: Vec<(Doing, u16, u16)>,
    pub allocations: Vec<Allocation>,
}

impl Step {
    /// The step of an ask before it is run, and the machine that it is for.
    ///
    /// # Errors
    /// A count out of its bounds, or a server that cannot be built.
    pub fn plan(ask: &Ask) -> Result<(Topology, Step), TrainError> {
        ask.check()?;
        let spec = ClusterSpec { gpus: Some(2), ..ClusterSpec::new(ask.system, 1) };
        let mut topology = topology::build(&spec)?;
        let mut graph = TaskGraph::new();
        let pool = join(ask, &mut topology).map(|route| graph.add_route(route));
        let router = Router::new(&topology);
        let mut meetings = Vec::new();
        for (from, to) in [(POOLED, WHOLE), (WHOLE, POOLED)] {
            meetings.push(graph.add_route(router.route(from, to)?));
        }
        let step = Step { ask: *ask, graph, trace: Trace::default(), doing: Vec::new(), allocations: Vec::new() };
        let mut build = Build { pieces: ask.pieces(), pool, meetings, step, gpu: POOLED, away: ask.away };
        build.learn();
        build.gpu = WHOLE;
        build.away = Away::NOTHING;
        build.learn();
        Ok((topology, build.step))
    }

    /// The step of an ask, run.
    ///
    /// # Errors
    /// As [`Step::plan`], or the simulator refuses.
    pub fn run(ask: &Ask) -> Result<Step, TrainError> {
        let (topology, mut step) = Step::plan(ask)?;
        let options = Options { record: Record::Spans, ..Options::default() };
        let gpus = topology.len() as usize;
        step.trace = sim::run(&step.graph, &topology.capacities(), gpus, &options)?;
        Ok(step)
    }

    /// What one GPU's memory holds at every instant.
    pub fn timeline(&self, gpu: GpuId) -> MemoryTimeline {
        MemoryTimeline::of(&self.allocations, &self.trace, gpu)
    }

    /// Whose a task is.
    pub fn gpu(&self, task: TaskId) -> Option<GpuId> {
        match self.graph.work.get(task as usize)? {
            Work::Compute { gpu, .. } | Work::Delay { gpu, .. } => Some(*gpu),
            Work::Transfer { src, .. } => Some(*src),
            Work::Join => None,
        }
    }

    /// The tasks of one GPU in order of their making.
    pub fn tasks(&self, gpu: GpuId) -> impl Iterator<Item = (TaskId, Doing)> + '_ {
        let all = self.doing.iter().enumerate().map(|(task, &(doing, ..))| (task as TaskId, doing));
        all.filter(move |&(task, _)| self.gpu(task) == Some(gpu))
    }

    /// When a task ran.
    pub fn span(&self, task: TaskId) -> (Time, Time) {
        let at = |times: &[Time]| times.get(task as usize).copied().unwrap_or_default();
        (at(&self.trace.start), at(&self.trace.end))
    }

    /// When a GPU has nothing left to do.
    pub fn end(&self, gpu: GpuId) -> Time {
        self.tasks(gpu).map(|(task, _)| self.span(task).1).max().unwrap_or_default()
    }
}

/// Adds the pool and its link to a server, and returns the routes to it and back for the GPU that uses it.
pub fn join(ask: &Ask, topology: &mut Topology) -> [Route; 2] {
    let pool = topology.graph.add_node(Vertex::Leaf { index: 0 });
    let gpu = topology.gpus[POOLED as usize];
    let half = Time(ask.pool.round_trip.0 / 2);
    let link = Link {
        class: ask.pool.class,
        lanes: 1,
        nominal: ask.pool.rate,
        effective: ask.pool.effective(),
        latency: half,
    };
    let mut add = |from, to, latency| {
        let edge = topology.graph.add_edge(from, to, link);
        Route { hops: vec![Hop { link: edge.index() as u32, share: 1.0 }], latency, ..Route::default() }
    };
    // What goes is there after half a round trip; what is asked for after a whole one.
    [add(gpu, pool, half), add(pool, gpu, ask.pool.round_trip)]
}

struct Build {
    pieces: Vec<Piece>,
    /// To the pool and from it.
    pool: [RouteId; 2],
    /// By GPU: its own links to the others.
    meetings: Vec<RouteId>,
    step: Step,
    gpu: GpuId,
    away: Away,
}

/// What the passes leave for the next ones.
#[derive(Default)]
struct Passed {
    /// Passes over a piece, in order, with the piece.
    uses: Vec<(usize, TaskId)>,
    /// The last transfer of each queue on the pool's link: by kind, out and in.
    out: Vec<(MemoryKind, TaskId)>,
    inn: Vec<(MemoryKind, TaskId)>,
    /// By piece: the sum of its gradients so far was brought there.
    sums: Vec<Option<TaskId>>,
    /// All that the update waits for.
    ready: Vec<TaskId>,
}

fn last(queue: &[(MemoryKind, TaskId)], what: MemoryKind) -> Option<TaskId> {
    queue.iter().rev().find(|(of, _)| *of == what).map(|&(_, task)| task)
}

impl Build {
    fn add(&mut self, doing: Doing, round: usize, piece: usize, work: Work, after: &[Option<TaskId>]) -> TaskId {
        let kind = match doing {
            Doing::Forward => Kind::Forward,
            Doing::Backward => Kind::Backward,
            Doing::Update => Kind::Update,
            Doing::Load(_) => Kind::Load,
            Doing::Store(_) => Kind::Store,
            Doing::Sum => Kind::SendReduce,
            Doing::Share => Kind::SendCopy,
            Doing::Join => Kind::Join,
        };
        let deps: Vec<TaskId> = after.iter().flatten().copied().collect();
        self.step.doing.push((doing, round as u16, piece as u16));
        let label = Label::new(kind).micro_batch(round as u16).step(piece as u16).channel(doing.kind_index());
        self.step.graph.add(work, label, &deps)
    }

    fn compute(&mut self, doing: Doing, at: (usize, usize), seconds: f64, after: &[Option<TaskId>]) -> TaskId {
        let work = Work::Compute { gpu: self.gpu, duration: Time::from_secs_f64(seconds) };
        self.add(doing, at.0, at.1, work, after)
    }

    /// Bytes between the GPU and the pool; nothing where there are none.
    fn haul(&mut self, doing: Doing, at: (usize, usize), bytes: u64, after: &[Option<TaskId>]) -> Option<TaskId> {
        let route = self.pool[usize::from(matches!(doing, Doing::Load(_)))];
        let work = Work::Transfer { src: self.gpu, dst: self.gpu, route, bytes: Bytes(bytes) };
        (bytes > 0).then(|| self.add(doing, at.0, at.1, work, after))
    }

    /// Bytes between the GPU and the others, all that it sends.
    fn meet(&mut self, doing: Doing, at: (usize, usize), bytes: u64, after: &[Option<TaskId>]) -> Option<TaskId> {
        let route = self.meetings[self.gpu as usize];
        let work = Work::Transfer { src: self.gpu, dst: 1 - self.gpu, route, bytes: Bytes(bytes) };
        (bytes > 0).then(|| self.add(doing, at.0, at.1, work, after))
    }

    fn allocate(&mut self, what: MemoryKind, bytes: u64, from: Edge, to: Edge) {
        if bytes > 0 {
            self.step.allocations.push(Allocation { gpu: self.gpu, what, bytes: Bytes(bytes), from, to });
        }
    }

    fn learn(&mut self) {
        let ask = self.step.ask;
        let each = ask.each();
        self.allocate(MemoryKind::Reserved, ask.reserved().0, Edge::Always, Edge::Always);
        if !self.away.weights {
            self.allocate(MemoryKind::Weights, each.weights * ask.parameters(), Edge::Always, Edge::Always);
        }
        if !self.away.optimizer {
            let owned: u64 = self.pieces.iter().map(|piece| piece.owned(ask.gpus)).sum();
            self.allocate(MemoryKind::Optimizer, each.optimizer * owned, Edge::Always, Edge::Always);
        }
        let mut passed = Passed { sums: vec![None; PIECES], ..Passed::default() };
        for round in 0..ask.rounds as usize {
            let stored = self.forward(round, &mut passed);
            self.backward(round, &stored, &mut passed);
        }
        self.update(&passed);
    }

    /// The weights of a piece come while the piece before is at work; nothing where they are at hand, or still there.
    fn weights(&mut self, at: (usize, usize), passed: &mut Passed) -> Option<TaskId> {
        let is_there = passed.uses.last().is_some_and(|&(piece, _)| piece == at.1);
        if !self.away.weights || is_there {
            return None;
        }
        let before = passed.uses.len().checked_sub(2).map(|two| passed.uses[two].1);
        let bytes = self.step.ask.each().weights * self.pieces[at.1].read;
        let load =
            self.haul(Doing::Load(MemoryKind::Weights), at, bytes, &[before, last(&passed.inn, MemoryKind::Weights)]);
        passed.inn.extend(load.map(|load| (MemoryKind::Weights, load)));
        load
    }

    /// A fetched piece is there until the next one but one is at work.
    fn hold_weights(&mut self, piece: usize, load: Option<TaskId>, used: TaskId) {
        if let Some(load) = load {
            let bytes = self.step.ask.each().weights * self.pieces[piece].read;
            self.allocate(MemoryKind::Weights, bytes, Edge::Start(load), Edge::End(used));
        }
    }

    /// Forward of a micro-batch: by piece, its pass and when its activations had left, where they do.
    fn forward(&mut self, round: usize, passed: &mut Passed) -> Vec<(TaskId, Option<TaskId>)> {
        let mut done: Vec<(TaskId, Option<TaskId>)> = Vec::new();
        for piece in 0..PIECES {
            let at = (round, piece);
            let load = self.weights(at, passed);
            let held_up = piece.checked_sub(2).and_then(|two| done[two].1);
            let before = passed.uses.last().map(|&(_, task)| task);
            let now = self.compute(Doing::Forward, at, self.pieces[piece].forward, &[before, load, held_up]);
            self.hold_weights(piece, load, now);
            passed.uses.push((piece, now));
            let kept = self.pieces[piece].kept;
            let store = if self.away.activations && piece + 1 < PIECES {
                let queue = last(&passed.out, MemoryKind::Activations);
                self.haul(Doing::Store(MemoryKind::Activations), at, kept, &[Some(now), queue])
            } else {
                None
            };
            if let Some(store) = store {
                passed.out.push((MemoryKind::Activations, store));
                self.allocate(MemoryKind::Activations, kept, Edge::Start(now), Edge::End(store));
            }
            done.push((now, store));
        }
        done
    }

    fn backward(&mut self, round: usize, stored: &[(TaskId, Option<TaskId>)], passed: &mut Passed) {
        let ask = self.step.ask;
        let is_last = round + 1 == ask.rounds as usize;
        let mut left: Vec<Option<TaskId>> = Vec::new();
        for piece in (0..PIECES).rev() {
            let (at, own) = ((round, piece), self.pieces[piece]);
            let before = passed.uses.last().map(|&(_, task)| task);
            let ahead = passed.uses.len().checked_sub(2).map(|two| passed.uses[two].1);
            let load = self.weights(at, passed);
            let (forward, store) = stored[piece];
            let kept = store.and_then(|store| {
                let queue = last(&passed.inn, MemoryKind::Activations);
                self.haul(Doing::Load(MemoryKind::Activations), at, own.kept, &[Some(store), queue, ahead])
            });
            passed.inn.extend(kept.map(|task| (MemoryKind::Activations, task)));
            let gradients = ask.each().gradients * own.parameters;
            let sum = if self.away.gradients && !ask.pool.adds && round > 0 {
                let queue = last(&passed.inn, MemoryKind::Gradients);
                self.haul(Doing::Load(MemoryKind::Gradients), at, gradients, &[passed.sums[piece], queue, ahead])
            } else {
                None
            };
            passed.inn.extend(sum.map(|task| (MemoryKind::Gradients, task)));
            let held_up = left.len().checked_sub(2).and_then(|two| left[two]);
            let now = self.compute(Doing::Backward, at, own.backward, &[before, load, kept, sum, held_up]);
            self.hold_weights(piece, load, now);
            self.allocate(MemoryKind::Activations, own.kept, Edge::Start(kept.unwrap_or(forward)), Edge::End(now));
            passed.uses.push((piece, now));
            left.push(self.reported(at, is_last, now, sum, passed));
        }
    }

    /// Where a piece's gradients go once they are written: when they have left, where they do.
    fn reported(
        &mut self,
        at: (usize, usize),
        is_last: bool,
        now: TaskId,
        sum: Option<TaskId>,
        passed: &mut Passed,
    ) -> Option<TaskId> {
        let ask = self.step.ask;
        let parameters = self.pieces[at.1].parameters;
        let bytes = ask.each().gradients * parameters;
        let from = sum.map_or(Edge::Start(now), Edge::Start);
        if self.away.gradients && (ask.pool.adds || !is_last) {
            let queue = last(&passed.out, MemoryKind::Gradients);
            let store = self.haul(Doing::Store(MemoryKind::Gradients), at, bytes, &[Some(now), queue])?;
            passed.out.push((MemoryKind::Gradients, store));
            passed.sums[at.1] = Some(store);
            passed.ready.push(store);
            self.allocate(MemoryKind::Gradients, bytes, from, Edge::End(store));
            return Some(store);
        }
        if is_last {
            let others = u64::from(ask.gpus - 1) * bytes / u64::from(ask.gpus);
            let queue = last(&passed.out, MemoryKind::Buffers);
            let met = self.meet(Doing::Sum, at, others, &[Some(now), queue]);
            passed.out.extend(met.map(|met| (MemoryKind::Buffers, met)));
            passed.ready.extend(met);
            if self.away.gradients {
                // What is its own part of the sum stays for the update.
                let own = ask.each().gradients * self.pieces[at.1].owned(ask.gpus);
                self.allocate(MemoryKind::Gradients, bytes - own, from, Edge::End(met.unwrap_or(now)));
                self.allocate(MemoryKind::Gradients, own, from, Edge::Always);
            }
        }
        if !self.away.gradients && at.0 == 0 {
            self.allocate(MemoryKind::Gradients, bytes, Edge::Start(now), Edge::Always);
        }
        None
    }

    /// The optimizer's step, once all gradients are summed.
    fn update(&mut self, passed: &Passed) {
        let (ask, each) = (self.step.ask, self.step.ask.each());
        let mut ready: Vec<Option<TaskId>> = passed.ready.iter().map(|&task| Some(task)).collect();
        ready.push(passed.uses.last().map(|&(_, task)| task));
        let joined = Some(self.add(Doing::Join, 0, 0, Work::Join, &ready));
        let (mut loaded, mut done, mut shared) = (None, joined, None);
        let mut stored: Vec<Option<TaskId>> = Vec::new();
        let round = ask.rounds as usize - 1;
        for piece in 0..PIECES {
            let at = (round, piece);
            let owned = self.pieces[piece].owned(ask.gpus);
            let state = if self.away.optimizer { each.optimizer * owned } else { 0 };
            let sums = if self.away.gradients && ask.pool.adds { each.gradients * owned } else { 0 };
            let room = stored.len().checked_sub(2).and_then(|two| stored[two]);
            let what = if state > 0 { MemoryKind::Optimizer } else { MemoryKind::Gradients };
            let load = self.haul(Doing::Load(what), at, state + sums, &[joined, loaded, room]);
            loaded = load.or(loaded);
            let seconds = cost::streaming(ask.system.gpu, owned as f64 * cost::OPTIMIZER_BYTES, 4.0);
            let now = self.compute(Doing::Update, at, seconds, &[done, load]);
            let weights = if self.away.weights { each.weights * owned } else { 0 };
            let what = if state > 0 { MemoryKind::Optimizer } else { MemoryKind::Weights };
            let queue = stored.last().copied().flatten();
            let store = self.haul(Doing::Store(what), at, state + weights, &[Some(now), queue]);
            if let Some(load) = load {
                self.allocate(MemoryKind::Optimizer, state, Edge::Start(load), Edge::End(store.unwrap_or(now)));
                self.allocate(MemoryKind::Gradients, sums, Edge::Start(load), Edge::End(now));
            }
            if !self.away.weights {
                let others = u64::from(ask.gpus - 1) * each.weights * self.pieces[piece].parameters;
                shared = self.meet(Doing::Share, at, others / u64::from(ask.gpus), &[Some(now), shared]).or(shared);
            }
            stored.push(store);
            done = Some(now);
        }
    }
}
