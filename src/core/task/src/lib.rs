//! What is to be simulated: an acyclic graph of tasks, in columns, on numbered links.
//!
//! Two passes on two GPUs, and the bytes that go from one to the other.
//!
//! ```
//! use kitchen_task::{Kind, Label, Route, TaskGraph, Work};
//! use kitchen_units::{Bytes, Time};
//!
//! let mut graph = TaskGraph::new();
//! let route = graph.add_route(Route { latency: Time::from_us(1), ..Route::default() });
//! let pass = |gpu| Work::Compute { gpu, duration: Time::from_us(100) };
//! let first = graph.add(pass(0), Label::new(Kind::Forward), &[]);
//! let send = Work::Transfer { src: 0, dst: 1, route, bytes: Bytes::mib(2) };
//! let send = graph.add(send, Label::new(Kind::Activation), &[first]);
//! let second = graph.add(pass(1), Label::new(Kind::Forward).step(1), &[send]);
//! assert_eq!(graph.deps(second), [send]);
//! ```

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

use serde::{Deserialize, Serialize};

pub use kitchen_topology::{GpuId, Hop, LinkCapacity, LinkId, Route};
use kitchen_units::wire::{Wire, wire, wire_choice};
use kitchen_units::{Bytes, Time};

/// A task's index in its [`TaskGraph`].
pub type TaskId = u32;
/// A route's index in [`TaskGraph::routes`].
pub type RouteId = u32;

/// What a task occupies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work {
    /// A GPU's compute stream, one task at a time, first come first served.
    Compute { gpu: GpuId, duration: Time },
    /// A flow through the network. It occupies no GPU stream; flows share links max-min fairly.
    Transfer { src: GpuId, dst: GpuId, route: RouteId, bytes: Bytes },
    /// A fixed delay that occupies nothing: a kernel launch, an optimizer's host work, a synchronisation.
    Delay { gpu: GpuId, duration: Time },
    /// Nothing: joins its predecessors.
    Join,
}

/// What a task means, for captions, pictures and attribution. `NONE` where a field does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// What it is for.
    pub kind: Kind,
    /// The micro-batch, from 0.
    pub micro_batch: u16,
    /// The pipeline stage, the collective's step, or the page, from 0.
    pub step: u16,
    /// The first data chunk moved, from 0, in units of the collective's smallest part.
    pub chunk: u32,
    /// How many chunks are moved.
    pub chunks: u32,
    /// The channel (ring or tree) of a collective, from 0.
    pub channel: u16,
}

/// "Does not apply" in a `u16` field of a [`Label`].
pub const NONE: u16 = u16::MAX;

impl Label {
    /// A label of that kind to which nothing else applies.
    pub const fn new(kind: Kind) -> Label {
        Label { kind, micro_batch: NONE, step: NONE, chunk: 0, chunks: 0, channel: 0 }
    }

    /// With its micro-batch, from 0.
    #[must_use]
    pub const fn micro_batch(mut self, micro_batch: u16) -> Label {
        self.micro_batch = micro_batch;
        self
    }

    /// With its step, from 0.
    #[must_use]
    pub const fn step(mut self, step: u16) -> Label {
        self.step = step;
        self
    }

    /// With the first data chunk moved and how many are.
    #[must_use]
    pub const fn chunks(mut self, first: u32, count: u32) -> Label {
        self.chunk = first;
        self.chunks = count;
        self
    }

    /// With its channel, from 0.
    #[must_use]
    pub const fn channel(mut self, channel: u16) -> Label {
        self.channel = channel;
        self
    }
}

/// The kind of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Forward pass of a stage on a micro-batch (compute).
    Forward,
    /// Backward pass, gradients of inputs and weights together (compute).
    Backward,
    /// The gradient of a stage's input alone (compute).
    BackwardInput,
    /// The gradients of its weights alone (compute).
    BackwardWeight,
    /// Optimizer step (compute).
    Update,
    /// Adds a received chunk to the one held (compute, on the copy/reduce engine).
    Reduce,
    /// A launch, a synchronisation (delay).
    Launch,
    /// Activations handed to the next stage (transfer).
    Activation,
    /// Gradients of activations handed back (transfer).
    ActivationGradient,
    /// A chunk that the receiver adds to its own (transfer inside a collective).
    SendReduce,
    /// A chunk that the receiver keeps as it is (transfer inside a collective).
    SendCopy,
    /// A chunk on its way into a switch that adds (transfer).
    SwitchReduce,
    /// A sum on its way out of a switch that copies it to all (transfer).
    SwitchMulticast,
    /// What a GPU's memory gives its host's to keep (transfer from the GPU to itself, over the way to its host).
    Store,
    /// What it gets back (likewise).
    Load,
    /// Joins.
    Join,
}

impl Kind {
    /// Whether a GPU's engines are busy with this task.
    pub const fn is_compute(self) -> bool {
        matches!(
            self,
            Kind::Forward | Kind::Backward | Kind::BackwardInput | Kind::BackwardWeight | Kind::Update | Kind::Reduce
        )
    }

    /// Whether it is a pass of a stage over a micro-batch.
    pub const fn is_pass(self) -> bool {
        matches!(self, Kind::Forward | Kind::Backward | Kind::BackwardInput | Kind::BackwardWeight)
    }

    /// Whether bytes travel.
    pub const fn is_transfer(self) -> bool {
        matches!(
            self,
            Kind::Activation
                | Kind::ActivationGradient
                | Kind::SendReduce
                | Kind::SendCopy
                | Kind::SwitchReduce
                | Kind::SwitchMulticast
                | Kind::Store
                | Kind::Load
        )
    }
}

/// An acyclic graph of tasks in columns. A task's predecessors are always added before it, so the graph cannot have a
/// cycle, and the order of tasks is a topological order: `add` refuses (debug assertion, and a simulator checks it again)
/// anything else.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskGraph {
    /// What each task occupies.
    pub work: Vec<Work>,
    /// What each task means.
    pub labels: Vec<Label>,
    /// The routes that transfers name.
    pub routes: Vec<Route>,
    /// Task `t`'s predecessors are `deps[dep_start[t]..dep_start[t + 1]]`; `dep_start` has one entry more than `work`.
    dep_start: Vec<u32>,
    deps: Vec<TaskId>,
    /// By task: the transfer that is ahead of it in its queue, or [`NOBODY`]. As long as the last task with one asks for.
    ahead: Vec<TaskId>,
}

wire!(TaskGraph { work, labels, routes, dep_start, deps, ahead });
wire!(Label { kind, micro_batch, step, chunk, chunks, channel });
wire_choice!(Kind {
    Forward,
    Backward,
    BackwardInput,
    BackwardWeight,
    Update,
    Reduce,
    Launch,
    Activation,
    ActivationGradient,
    SendReduce,
    SendCopy,
    SwitchReduce,
    SwitchMulticast,
    Store,
    Load,
    Join,
});

impl Wire for Work {
    fn put(&self, out: &mut Vec<u8>) {
        match *self {
            Work::Compute { gpu, duration } => (0_u8, (gpu, duration)).put(out),
            Work::Transfer { src, dst, route, bytes } => (1_u8, ((src, dst), (route, bytes))).put(out),
            Work::Delay { gpu, duration } => (2_u8, (gpu, duration)).put(out),
            Work::Join => 3_u8.put(out),
        }
    }

    fn take(from: &mut &[u8]) -> Option<Work> {
        match u8::take(from)? {
            0 => <(GpuId, Time)>::take(from).map(|(gpu, duration)| Work::Compute { gpu, duration }),
            1 => {
                let ((src, dst), (route, bytes)) = Wire::take(from)?;
                Some(Work::Transfer { src, dst, route, bytes })
            }
            2 => <(GpuId, Time)>::take(from).map(|(gpu, duration)| Work::Delay { gpu, duration }),
            3 => Some(Work::Join),
            _ => None,
        }
    }
}

/// No task.
const NOBODY: TaskId = TaskId::MAX;

impl TaskGraph {
    /// A graph without tasks.
    pub fn new() -> TaskGraph {
        TaskGraph { dep_start: vec![0], ..TaskGraph::default() }
    }

    /// How many tasks there are.
    pub fn len(&self) -> usize {
        self.work.len()
    }

    /// Whether there is no task.
    pub fn is_empty(&self) -> bool {
        self.work.is_empty()
    }

    /// Adds a task after `deps` (each an earlier task) and returns its id.
    pub fn add(&mut self, work: Work, label: Label, deps: &[TaskId]) -> TaskId {
        let id = self.work.len() as TaskId;
        debug_assert!(deps.iter().all(|&dep| dep < id), "a task's predecessors come before it");
        self.work.push(work);
        self.labels.push(label);
        self.deps.extend_from_slice(deps);
        self.dep_start.push(self.deps.len() as u32);
        id
    }

    /// [`TaskGraph::add`] of a task in a queue: it also waits until the last byte of the transfer `ahead`, an earlier task, has
    /// left, though not until it has arrived. A connection that carries one message after the other is such a queue.
    pub fn add_behind(&mut self, work: Work, label: Label, deps: &[TaskId], ahead: Option<TaskId>) -> TaskId {
        let id = self.add(work, label, deps);
        if let Some(ahead) = ahead {
            debug_assert!(ahead < id, "who is ahead in a queue comes before");
            self.ahead.resize(id as usize, NOBODY);
            self.ahead.push(ahead);
        }
        id
    }

    /// The transfer whose last byte must have left before `task` starts, see [`TaskGraph::add_behind`].
    pub fn ahead(&self, task: TaskId) -> Option<TaskId> {
        self.ahead.get(task as usize).copied().filter(|&ahead| ahead != NOBODY)
    }

    /// Whether any task is in a queue.
    pub fn has_queues(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Adds a route and returns its id. Callers keep their own table so that equal routes are added once.
    pub fn add_route(&mut self, route: Route) -> RouteId {
        self.routes.push(route);
        self.routes.len() as RouteId - 1
    }

    /// The tasks that must have ended before `task` starts.
    pub fn deps(&self, task: TaskId) -> &[TaskId] {
        let t = task as usize;
        &self.deps[self.dep_start[t] as usize..self.dep_start[t + 1] as usize]
    }

    /// How many dependencies there are in all.
    pub fn dep_count(&self) -> usize {
        self.deps.len()
    }
}
