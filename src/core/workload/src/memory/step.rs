//! One training step as a task graph, with every allocation that its tasks make and free.
//!
//! The same texts are read first, as if only an answer were wanted; then the optimizer's state is laid out; then forward,
//! backward and update go block by block. What `ZeRO` shares out is gathered and summed over the server's own links, what is
//! offloaded crosses PCIe; each transfer is as long as the simulator says. All GPUs do the same.
//!
//! * A gathering starts while the block before is at work, so two gathered blocks are there at once (arXiv:2304.11277
//!   section 3.3.2, forward and backward prefetch).
//! * A GPU's gathering or summing is one flow over the ways from all others: `(d-1)/d` of the bytes reach it, twice that
//!   where a sum is also handed out again. Adding is not charged.
//! * The update waits for all gradients (their norm is clipped, as published recipes do).
//! * Layers' activations on their way to the host hold forward up, so that no more than three layers' are there.

use kitchen_sim::{self as sim, Options, Record};
use kitchen_task::{GpuId, Kind, Label, Route, RouteId, TaskGraph, TaskId, Work};
use kitchen_topology::{self as topology, ClusterSpec, Topology};
use kitchen_trace::Trace;
use kitchen_units::{Bytes, Time};

use super::host;
use super::plan::{Ask, Block};
use super::timeline::{Allocation, Edge, MemoryKind, MemoryTimeline};
use crate::cost;
use crate::error::TrainError;
use crate::layout::Zero;

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Doing {
    /// A block's forward pass of which nothing is kept.
    Read,
    /// The optimizer's state of a block is laid out.
    Open,
    /// A block's weights come from the other GPUs.
    Gather,
    Forward,
    Backward,
    /// A block's gradients are summed with the others'.
    Sum,
    /// From the host.
    Load,
    /// To the host.
    Store,
    Update,
}

/// A training step and its memory allocations.
#[derive(Clone, Debug)]
pub struct TrainingStep {
    pub ask: Ask,
    pub graph: TaskGraph,
    /// Empty until the graph was run.
    pub trace: Trace,
    /// By task: what it does, and on which block, the embedding being 0.
    pub doing: Vec<(Doing, u16)>,
    pub allocations: Vec<Allocation>,
    /// Pages of the model.
    pub blocks: u16,
}

/// One task of each GPU.
type Tasks = Vec<TaskId>;

impl TrainingStep {
    /// The step of an ask before it is run, and the server that it is for.
    ///
    /// # Errors
    /// A sentence: a count out of its bounds, or a server that cannot be built.
    pub fn plan(ask: &Ask) -> Result<(Topology, TrainingStep), TrainError> {
        ask.check()?;
        let spec = ClusterSpec { gpus: Some(ask.ways), ..ClusterSpec::new(ask.system, 1) };
        let topology = topology::build(&spec)?;
        let mut build = Build::new(ask, &topology)?;
        build.stand();
        let read = build.read();
        let opened = build.open(&read);
        build.learn(&opened);
        Ok((topology, build.step))
    }

    /// The step of an ask, run.
    ///
    /// # Errors
    /// As [`TrainingStep::plan`], or the simulator refuses.
    pub fn run(ask: &Ask) -> Result<TrainingStep, TrainError> {
        let (topology, mut step) = TrainingStep::plan(ask)?;
        let options = Options { record: Record::Spans, ..Options::default() };
        let gpus = topology.len() as usize;
        step.trace = sim::run(&step.graph, &topology.capacities(), gpus, &options)?;
        Ok(step)
    }

    /// What one GPU's memory holds at every instant.
    pub fn timeline(&self, gpu: GpuId) -> MemoryTimeline {
        MemoryTimeline::of(&self.allocations, &self.trace, gpu)
    }

    /// The tasks of one GPU that do something, in order of their making.
    pub fn tasks(&self, gpu: GpuId, doing: Doing) -> impl Iterator<Item = TaskId> + '_ {
        let is_one = move |&(task, &(what, _)): &(usize, &(Doing, u16))| {
            what == doing
                && match self.graph.work[task] {
                    Work::Compute { gpu: own, .. } | Work::Delay { gpu: own, .. } => own == gpu,
                    Work::Transfer { dst, .. } => dst == gpu,
                    Work::Join => false,
                }
        };
        self.doing.iter().enumerate().filter(is_one).map(|(task, _)| task as TaskId)
    }

    /// From the first start to the last end of what one GPU does of a kind; none where it does nothing of it.
    pub fn span(&self, gpu: GpuId, doing: Doing) -> Option<(Time, Time)> {
        let times = |task: TaskId| Some((*self.trace.start.get(task as usize)?, *self.trace.end.get(task as usize)?));
        let spans = self.tasks(gpu, doing).filter_map(times);
        spans.reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
    }

    /// When reading is over and learning begins.
    pub fn turn(&self) -> Time {
        self.span(0, Doing::Read).map_or(Time::ZERO, |span| span.1)
    }
}

struct Build<'a> {
    ask: &'a Ask,
    blocks: Vec<Block>,
    /// By GPU: the way from all others; empty where there are none.
    ways: Vec<RouteId>,
    /// By GPU: to the host and back; empty where nothing goes there.
    hosts: Vec<[RouteId; 2]>,
    /// How many share gradients and optimizer state.
    shares: [u64; 2],
    step: TrainingStep,
}

impl Build<'_> {
    fn new<'a>(ask: &'a Ask, topology: &Topology) -> Result<Build<'a>, TrainError> {
        let mut graph = TaskGraph::new();
        let mut add = |route: Route| graph.add_route(route);
        let (mut ways, mut hosts) = (Vec::new(), Vec::new());
        for gpu in 0..ask.ways {
            if ask.ways > 1 {
                ways.push(add(host::from_all(topology, gpu)?));
            }
            if ask.offload.optimizer() || ask.offload.activations() {
                hosts.push(host::both_ways(topology, gpu).map(&mut add));
            }
        }
        let share = |from: Zero| if ask.zero >= from { u64::from(ask.ways) } else { 1 };
        let blocks = ask.blocks();
        let step = TrainingStep {
            ask: *ask,
            graph,
            trace: Trace::default(),
            doing: Vec::new(),
            allocations: Vec::new(),
            blocks: blocks.len() as u16,
        };
        Ok(Build { ask, blocks, ways, hosts, shares: [share(Zero::Gradients), share(Zero::Optimizer)], step })
    }

    /// A task for each GPU, after the own one of each of `after`, or after all of them where GPUs meet.
    fn each(&mut self, doing: Doing, block: usize, work: &dyn Fn(u32) -> Work, after: &[&[TaskId]]) -> Tasks {
        let (kind, meets) = match doing {
            Doing::Read | Doing::Forward => (Kind::Forward, false),
            Doing::Backward => (Kind::Backward, false),
            Doing::Open | Doing::Update => (Kind::Update, false),
            Doing::Gather => (Kind::SendCopy, true),
            Doing::Sum => (Kind::SendReduce, true),
            Doing::Load => (Kind::Load, false),
            Doing::Store => (Kind::Store, false),
        };
        let mut tasks = Tasks::new();
        for gpu in 0..self.ask.ways {
            let mut deps = Tasks::new();
            for all in after {
                if meets {
                    deps.extend_from_slice(all);
                } else {
                    deps.extend(all.get(gpu as usize));
                }
            }
            self.step.doing.push((doing, block as u16));
            tasks.push(self.step.graph.add(work(gpu), Label::new(kind).micro_batch(block as u16), &deps));
        }
        tasks
    }

    fn compute(&mut self, doing: Doing, block: usize, seconds: f64, after: &[&[TaskId]]) -> Tasks {
        let duration = Time::from_secs_f64(seconds);
        self.each(doing, block, &|gpu| Work::Compute { gpu, duration }, after)
    }

    /// Bytes from all other GPUs to each.
    fn meet(&mut self, doing: Doing, block: usize, bytes: u64, after: &[&[TaskId]]) -> Tasks {
        let (ways, count) = (self.ways.clone(), self.ask.ways);
        let bytes = Bytes(bytes);
        let work = |gpu: u32| Work::Transfer { src: (gpu + 1) % count, dst: gpu, route: ways[gpu as usize], bytes };
        self.each(doing, block, &work, after)
    }

    /// Bytes between each GPU and its host.
    fn haul(&mut self, doing: Doing, block: usize, bytes: u64, after: &[&[TaskId]]) -> Tasks {
        let (hosts, bytes) = (self.hosts.clone(), Bytes(bytes));
        let back = usize::from(doing == Doing::Load);
        let work = |gpu: u32| Work::Transfer { src: gpu, dst: gpu, route: hosts[gpu as usize][back], bytes };
        self.each(doing, block, &work, after)
    }

    /// An allocation on each GPU, from one task of its own to another.
    fn allocate(&mut self, what: MemoryKind, bytes: u64, from: (&[TaskId], bool), to: (&[TaskId], bool)) {
        if bytes == 0 {
            return;
        }
        for gpu in 0..self.ask.ways {
            let edge = |(tasks, end): (&[TaskId], bool)| match tasks.get(gpu as usize) {
                Some(&task) if end => Edge::End(task),
                Some(&task) => Edge::Start(task),
                None => Edge::Always,
            };
            self.step.allocations.push(Allocation { gpu, what, bytes: Bytes(bytes), from: edge(from), to: edge(to) });
        }
    }

    /// What is there all the time.
    fn stand(&mut self) {
        let (weights, reserved) = (self.ask.state().weights.0, self.ask.reserved().0);
        self.allocate(MemoryKind::Weights, weights, ALWAYS, ALWAYS);
        self.allocate(MemoryKind::Reserved, reserved, ALWAYS, ALWAYS);
    }

    /// The weights of a block come from the others, where they are shared out. Nothing where they are not.
    fn gather(&mut self, block: usize, after: &[&[TaskId]]) -> Tasks {
        if self.ask.zero != Zero::Parameters || self.ask.ways < 2 {
            return Tasks::new();
        }
        let bytes = self.ask.foreign(self.ask.each.weights * self.blocks[block].gathered);
        self.meet(Doing::Gather, block, bytes, after)
    }

    /// A gathered block is there until it has been used.
    fn gathered(&mut self, block: usize, gather: &[TaskId], used: &[TaskId]) {
        if !gather.is_empty() {
            let bytes = self.ask.foreign(self.ask.each.weights * self.blocks[block].gathered);
            self.allocate(MemoryKind::Buffers, bytes, (gather, false), (used, true));
        }
    }

    /// The texts are read: activations are held as long as their block is computed.
    fn read(&mut self) -> Tasks {
        let kept = self.ask.layer_kept(crate::Recompute::Selective);
        let (mut last, mut before, mut fetched) = (Tasks::new(), Tasks::new(), Tasks::new());
        let head = self.blocks.len() - 1;
        for block in 0..=head {
            let gather = self.gather(block, &[&before, &fetched]);
            // Of the last block only the last word is asked for: its weights are read once.
            let seconds = if block == head {
                cost::streaming(self.ask.gpu(), (self.ask.each.weights * self.blocks[block].gathered) as f64, 1.0)
            } else {
                self.blocks[block].forward
            };
            let read = self.compute(Doing::Read, block, seconds, &[&last, &gather]);
            self.gathered(block, &gather, &read);
            if (1..head).contains(&block) {
                self.allocate(MemoryKind::Activations, kept, (&read, false), (&read, true));
            }
            fetched = gather;
            before = std::mem::replace(&mut last, read);
        }
        last
    }

    /// The optimizer's state is laid out block by block: read the weights, write the rest.
    fn open(&mut self, after: &[TaskId]) -> Tasks {
        let mut last = after.to_vec();
        if self.ask.offload.optimizer() {
            return last;
        }
        for block in 0..self.blocks.len() {
            let owned = self.blocks[block].parameters.div_ceil(self.shares[1]);
            if owned == 0 {
                continue;
            }
            let moved = (self.ask.each.weights + self.ask.each.optimizer) * owned;
            let seconds = cost::streaming(self.ask.gpu(), moved as f64, 3.0);
            last = self.compute(Doing::Open, block, seconds, &[&last]);
            let opened = last.clone();
            self.allocate(MemoryKind::Optimizer, self.ask.each.optimizer * owned, (&opened, false), ALWAYS);
        }
        last
    }

    fn learn(&mut self, after: &[TaskId]) {
        let count = self.blocks.len();
        let (mut forward, mut stored): (Vec<Tasks>, Vec<Tasks>) = (Vec::new(), Vec::new());
        let mut fetched = Tasks::new();
        for block in 0..count {
            let nothing = Tasks::new();
            let last = forward.last().map_or(after, Vec::as_slice).to_vec();
            let before = block.checked_sub(2).map_or(after, |two| forward[two].as_slice()).to_vec();
            let gather = self.gather(block, &[&before, &fetched]);
            let held_up = block.checked_sub(2).map_or(&nothing, |two| &stored[two]).clone();
            let seconds = self.blocks[block].forward;
            let now = self.compute(Doing::Forward, block, seconds, &[&last, &gather, &held_up]);
            self.gathered(block, &gather, &now);
            let Block { kept, remade, .. } = self.blocks[block];
            self.allocate(MemoryKind::Activations, remade, (&now, false), (&now, true));
            let away = self.ask.offload.activations() && (1..count - 1).contains(&block);
            stored.push(if away {
                let earlier = stored.iter().rev().find(|tasks| !tasks.is_empty()).cloned().unwrap_or_default();
                let store = self.haul(Doing::Store, block, kept, &[&now, &earlier]);
                self.allocate(MemoryKind::Activations, kept, (&now, false), (&store, true));
                store
            } else {
                Tasks::new()
            });
            fetched = gather;
            forward.push(now);
        }
        let (back, summed) = self.back(&forward, &stored, fetched);
        self.update(&back, &summed);
    }

    /// Backward from the last block to the first: when each block was done, and when its gradients were summed.
    fn back(&mut self, forward: &[Tasks], stored: &[Tasks], mut fetched: Tasks) -> (Vec<Tasks>, Vec<Tasks>) {
        let count = self.blocks.len();
        let (mut back, mut summed) = (vec![Tasks::new(); count], vec![Tasks::new(); count]);
        let (mut loaded, mut sum) = (Tasks::new(), Tasks::new());
        for block in (0..count).rev() {
            let last = back.get(block + 1).unwrap_or(&forward[count - 1]).clone();
            let before = back.get(block + 2).unwrap_or(&forward[count - 1]).clone();
            // The block that forward ended with is still there.
            let gather = if block + 1 == count { Tasks::new() } else { self.gather(block, &[&before, &fetched]) };
            let Block { kept, remade, parameters, backward, .. } = self.blocks[block];
            let load = if stored[block].is_empty() {
                Tasks::new()
            } else {
                self.haul(Doing::Load, block, kept, &[&stored[block], &loaded, &before])
            };
            let now = self.compute(Doing::Backward, block, backward, &[&last, &gather, &load]);
            self.gathered(block, &gather, &now);
            let put = if load.is_empty() { &forward[block] } else { &load };
            self.allocate(MemoryKind::Activations, kept, (put, false), (&now, true));
            self.allocate(MemoryKind::Activations, remade, (&now, false), (&now, true));
            if self.ask.ways > 1 && parameters > 0 {
                let handed_out = if self.ask.zero == Zero::None { 2 } else { 1 };
                let bytes = self.ask.foreign(self.ask.each.gradients * parameters);
                sum = self.meet(Doing::Sum, block, handed_out * bytes, &[&now, &sum]);
                summed[block].clone_from(&sum);
                if self.shares[0] > 1 {
                    self.allocate(MemoryKind::Buffers, bytes, (&now, false), (&sum, true));
                }
            }
            if !load.is_empty() {
                loaded = load;
            }
            fetched = gather;
            back[block] = now;
        }
        (back, summed)
    }

    /// The optimizer's step, once all gradients are summed.
    fn update(&mut self, back: &[Tasks], summed: &[Tasks]) {
        let last = back[0].clone();
        let mut ready: Tasks = last.clone();
        ready.extend(summed.iter().rev().find(|tasks| !tasks.is_empty()).or(summed.last()).into_iter().flatten());
        ready.extend(summed.iter().find(|tasks| !tasks.is_empty()).into_iter().flatten());
        self.step.doing.push((Doing::Update, 0));
        let join = self.step.graph.add(Work::Join, Label::new(Kind::Join), &ready);
        let joined = vec![join; self.ask.ways as usize];
        let each = self.ask.each;
        let gradients = |block: &Block, shares: u64| each.gradients * block.parameters.div_ceil(shares);
        // All that the optimizer reads and writes of a parameter: in proportion to the state that it keeps.
        let moved = cost::OPTIMIZER_BYTES * each.all() as f64 / super::STATE_BYTES as f64;
        let mut done = Tasks::new();
        if self.ask.offload.optimizer() {
            let (mut loaded, mut stored): (Tasks, Vec<Tasks>) = (Tasks::new(), Vec::new());
            for (block, back) in back.iter().enumerate() {
                let owned = self.blocks[block].parameters.div_ceil(self.shares[1]);
                if owned == 0 {
                    continue;
                }
                let bytes = each.optimizer * owned;
                // One block at work, one on its way in, one on its way out.
                let room = stored.len().checked_sub(2).map_or_else(Tasks::new, |two| stored[two].clone());
                loaded = self.haul(Doing::Load, block, bytes, &[&joined, &loaded, &room]);
                let seconds = cost::streaming(self.ask.gpu(), owned as f64 * moved, 4.0);
                let now = self.compute(Doing::Update, block, seconds, &[&loaded, &done]);
                let earlier = stored.last().cloned().unwrap_or_default();
                let store = self.haul(Doing::Store, block, bytes, &[&now, &earlier]);
                self.allocate(MemoryKind::Buffers, bytes, (&loaded.clone(), false), (&store, true));
                let held = gradients(&self.blocks[block], self.shares[0]);
                self.allocate(MemoryKind::Gradients, held, (back, false), (&now, true));
                stored.push(store);
                done = now;
            }
        } else {
            let owned: u64 = self.blocks.iter().map(|block| block.parameters.div_ceil(self.shares[1])).sum();
            let seconds = cost::streaming(self.ask.gpu(), owned as f64 * moved, 4.0);
            done = self.compute(Doing::Update, self.blocks.len() - 1, seconds, &[&joined]);
            for (block, back) in back.iter().enumerate() {
                let held = gradients(&self.blocks[block], self.shares[0]);
                self.allocate(MemoryKind::Gradients, held, (back, false), (&done, true));
            }
        }
        if self.ask.ways > 1 && matches!(self.ask.zero, Zero::Optimizer | Zero::Gradients) {
            let bytes = self.ask.foreign(each.weights * self.ask.parameters());
            self.meet(Doing::Gather, self.blocks.len() - 1, bytes, &[&done]);
        }
    }
}

/// From the first instant, or to the last.
const ALWAYS: (&[TaskId], bool) = (&[], false);
