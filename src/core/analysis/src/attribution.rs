//! Every picosecond of every GPU has one cause.
//!
//! * **Compute**: the GPU's compute stream runs a task.
//! * **Exposed communication**: it does not, and communication of the GPU's is in flight: a transfer from it or to it, a
//!   reduction on it, the launch delay just before a transfer, or any transfer or reduction of a collective that it takes
//!   part in (it may wait for bytes that are still two hops away).
//! * **Bubble**: neither.
//!
//! A collective is a set of transfers and reductions ([`Kind::SendReduce`], [`Kind::SendCopy`], [`Kind::SwitchReduce`],
//! [`Kind::SwitchMulticast`], [`Kind::Reduce`]) connected by dependencies, directly or through joins. Collectives that
//! follow each other without anything in between count as one, which changes nothing for those that take part in both.

use kitchen_task::{Kind, TaskGraph, TaskId, Work};
use kitchen_trace::{Lists, Trace};
use kitchen_units::Time;

/// Picoseconds by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Picoseconds in which GPUs compute.
    pub compute: u128,
    /// Picoseconds in which they wait for communication alone.
    pub exposed_comm: u128,
    /// Picoseconds of everything else.
    pub bubble: u128,
}

impl Parts {
    /// All of it, picoseconds: GPUs times the makespan.
    pub fn total(&self) -> u128 {
        self.compute + self.exposed_comm + self.bubble
    }

    /// Compute over the whole, 0 to 1.
    pub fn compute_fraction(&self) -> f64 {
        self.fraction(self.compute)
    }

    /// Exposed communication over the whole, 0 to 1.
    pub fn exposed_comm_fraction(&self) -> f64 {
        self.fraction(self.exposed_comm)
    }

    /// Bubble over the whole, 0 to 1.
    pub fn bubble_fraction(&self) -> f64 {
        self.fraction(self.bubble)
    }

    fn fraction(&self, part: u128) -> f64 {
        if self.total() == 0 { 0.0 } else { part as f64 / self.total() as f64 }
    }
}

/// The time of all GPUs together and of each, by cause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attribution {
    /// Summed over GPUs; `compute + exposed_comm + bubble` is exactly GPUs x makespan.
    pub compute: u128,
    /// Picoseconds in which GPUs wait for communication alone.
    pub exposed_comm: u128,
    /// Picoseconds of everything else.
    pub bubble: u128,
    /// By GPU; each sums to the makespan.
    pub gpus: Vec<Parts>,
    /// Exposed communication by class, summing to `exposed_comm`.
    pub exposed_by_class: Vec<u128>,
}

impl Attribution {
    /// The three causes, classes together.
    pub fn parts(&self) -> Parts {
        Parts { compute: self.compute, exposed_comm: self.exposed_comm, bubble: self.bubble }
    }

    /// Compute over the whole, 0 to 1.
    pub fn compute_fraction(&self) -> f64 {
        self.parts().compute_fraction()
    }

    /// Exposed communication over the whole, 0 to 1.
    pub fn exposed_comm_fraction(&self) -> f64 {
        self.parts().exposed_comm_fraction()
    }

    /// Bubble over the whole, 0 to 1.
    pub fn bubble_fraction(&self) -> f64 {
        self.parts().bubble_fraction()
    }
}

/// Attributes every picosecond of `gpus` GPUs. See the module's documentation for the causes.
///
/// The trace must have spans; one without counts as all bubble.
///
/// # Complexity
/// O(n) in tasks and O(n log n) in those of collectives, plus, for each GPU, the stretches of time in which the collectives it takes part in are in flight.
pub fn attribution(graph: &TaskGraph, trace: &Trace, gpus: usize) -> Attribution {
    attribution_by(graph, trace, gpus, 1, |_| 0)
}

/// [`attribution`] with exposed communication split into `classes`: `class_of` tells the class (below `classes`) of a transfer, a
/// reduction or a launch. Where several are in flight at once the highest class has the time, so number links from
/// fast to slow.
pub fn attribution_by(
    graph: &TaskGraph,
    trace: &Trace,
    gpus: usize,
    classes: usize,
    class_of: impl Fn(TaskId) -> usize,
) -> Attribution {
    let classes = classes.max(1);
    let class_of = |task| class_of(task).min(classes - 1);
    let tasks = trace.start.len().min(trace.end.len()).min(graph.len());
    let causes = causes(graph, trace, tasks, gpus, classes, &class_of);
    let by_gpu = Lists::new(gpus, causes.iter().zip(0..).map(|(cause, i)| (cause.gpu as usize, i)));
    let mut result = Attribution { exposed_by_class: vec![0; classes], ..Attribution::default() };
    let mut edges = Vec::new();
    for gpu in 0..gpus {
        edges.clear();
        for &i in by_gpu.get(gpu) {
            let cause = &causes[i as usize];
            edges.push((cause.start, 1, cause.class));
            edges.push((cause.end, -1, cause.class));
        }
        let parts = sweep(&mut edges, trace.makespan, &mut result.exposed_by_class);
        result.compute += parts.compute;
        result.exposed_comm += parts.exposed_comm;
        result.bubble += parts.bubble;
        result.gpus.push(parts);
    }
    result
}

/// A stretch of time of a GPU with a cause: communication of a class, or `COMPUTE`.
#[derive(Clone, Copy, Debug)]
struct Cause {
    gpu: u32,
    class: u32,
    start: Time,
    end: Time,
}

const COMPUTE: u32 = u32::MAX;

/// Goes through the edges in order of time and gives each stretch to compute, else to the highest class, else to bubble.
fn sweep(edges: &mut [(Time, i32, u32)], makespan: Time, by_class: &mut [u128]) -> Parts {
    // What happens at the same time may come in any order: no time passes between.
    kitchen_units::order::sort_by_number(edges, |edge| edge.0.0);
    let mut parts = Parts::default();
    let mut computing = 0;
    let mut open = vec![0_i32; by_class.len()];
    let mut at = Time::ZERO;
    for &(time, change, class) in edges.iter().chain(&[(makespan, 0, COMPUTE)]) {
        let gone = u128::from(time.saturating_sub(at).0);
        if gone > 0 {
            if computing > 0 {
                parts.compute += gone;
            } else if let Some(class) = open.iter().rposition(|&count| count > 0) {
                parts.exposed_comm += gone;
                by_class[class] += gone;
            } else {
                parts.bubble += gone;
            }
        }
        at = at.max(time);
        if class == COMPUTE {
            computing += change;
        } else {
            open[class as usize] += change;
        }
    }
    parts
}

/// Every stretch of every GPU that has a cause.
fn causes(
    graph: &TaskGraph,
    trace: &Trace,
    tasks: usize,
    gpus: usize,
    classes: usize,
    class_of: &impl Fn(TaskId) -> usize,
) -> Vec<Cause> {
    let mut causes = Vec::new();
    let mut sets = Sets::new(tasks);
    let mut is_launch = vec![false; tasks];
    for task in 0..tasks as TaskId {
        if matches!(graph.work[task as usize], Work::Transfer { .. }) {
            for &dep in graph.deps(task) {
                is_launch[dep as usize] = true;
            }
        }
        if is_collective(graph, task) {
            sets.connect(graph, task);
        }
    }
    // Each collective's members and stretches, by its representative.
    let mut members: Vec<(TaskId, u32)> = Vec::new();
    let mut flights: Vec<(TaskId, u32, Time, Time)> = Vec::new();
    for task in 0..tasks as TaskId {
        let (start, end) = (trace.start[task as usize], trace.end[task as usize]);
        let class = class_of(task) as u32;
        let mut push = |gpu: u32, class: u32| {
            if (gpu as usize) < gpus && start < end {
                causes.push(Cause { gpu, class, start, end });
            }
        };
        let touched = match graph.work[task as usize] {
            Work::Compute { gpu, .. } if graph.labels[task as usize].kind == Kind::Reduce => [gpu, gpu],
            Work::Compute { gpu, .. } => {
                push(gpu, COMPUTE);
                continue;
            }
            Work::Transfer { src, dst, .. } => [src, dst],
            Work::Delay { gpu, .. } if is_launch[task as usize] => {
                push(gpu, class);
                continue;
            }
            Work::Delay { .. } | Work::Join => continue,
        };
        if is_collective(graph, task) {
            let set = sets.find(task);
            members.extend(touched.map(|gpu| (set, gpu)));
            flights.push((set, class, start, end));
        } else {
            for gpu in touched {
                push(gpu, class);
            }
        }
    }
    kitchen_units::order::sort(&mut members);
    members.dedup();
    members.retain(|&(_, gpu)| (gpu as usize) < gpus);
    kitchen_units::order::sort(&mut flights);
    flights.dedup_by(|later, earlier| {
        let touches = (later.0, later.1) == (earlier.0, earlier.1) && later.2 <= earlier.3;
        if touches {
            earlier.3 = earlier.3.max(later.3);
        }
        touches
    });
    let mut rest = &flights[..];
    debug_assert!(flights.iter().all(|flight| (flight.1 as usize) < classes));
    for &(set, gpu) in &members {
        rest = &rest[rest.partition_point(|flight| flight.0 < set)..];
        let ours = &rest[..rest.partition_point(|flight| flight.0 == set)];
        causes.extend(ours.iter().map(|&(_, class, start, end)| Cause { gpu, class, start, end }));
    }
    causes
}

fn is_collective(graph: &TaskGraph, task: TaskId) -> bool {
    use Kind::{Reduce, SendCopy, SendReduce, SwitchMulticast, SwitchReduce};
    matches!(graph.labels[task as usize].kind, SendReduce | SendCopy | SwitchReduce | SwitchMulticast | Reduce)
}

/// Disjoint sets of tasks (union by index: the earliest task represents).
struct Sets {
    parent: Vec<TaskId>,
    /// Joins whose predecessors have been connected.
    is_open: Vec<bool>,
    joins: Vec<TaskId>,
}

impl Sets {
    fn new(tasks: usize) -> Sets {
        Sets { parent: (0..tasks as TaskId).collect(), is_open: vec![false; tasks], joins: Vec::new() }
    }

    fn find(&mut self, mut task: TaskId) -> TaskId {
        while self.parent[task as usize] != task {
            let above = self.parent[self.parent[task as usize] as usize];
            self.parent[task as usize] = above;
            task = above;
        }
        task
    }

    fn union(&mut self, a: TaskId, b: TaskId) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }

    /// Puts `task` with the communication that it waits for, directly or through joins.
    fn connect(&mut self, graph: &TaskGraph, task: TaskId) {
        self.joins.push(task);
        while let Some(after) = self.joins.pop() {
            for &dep in graph.deps(after) {
                if is_collective(graph, dep) {
                    self.union(dep, after);
                } else if graph.work[dep as usize] == Work::Join {
                    self.union(dep, after);
                    if !std::mem::replace(&mut self.is_open[dep as usize], true) {
                        self.joins.push(dep);
                    }
                }
            }
        }
    }
}
