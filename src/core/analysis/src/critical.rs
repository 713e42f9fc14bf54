//! The chain of tasks that sets the makespan.

use kitchen_task::{Kind, TaskGraph, TaskId, Work};
use kitchen_trace::{Lists, Trace};

/// The critical path of a run, from its start to its end: each task starts the instant the one before it ends, because it
/// waited for it (a predecessor) or for what it held (the GPU's engine); or the instant its last byte leaves, if it was ahead
/// in a queue. Empty for an empty run or a trace without spans.
///
/// A flow slowed by others is on the path as itself; those it shared links with are not.
///
/// Ties go to the task with the lower id. O(tasks log tasks).
pub fn critical_path(graph: &TaskGraph, trace: &Trace) -> Vec<TaskId> {
    let tasks = trace.start.len().min(trace.end.len()).min(graph.len());
    let engines = Engines::new(graph, trace, tasks);
    let mut path = Vec::new();
    let mut at = (0..tasks as TaskId).find(|&task| trace.end[task as usize] == trace.makespan);
    while let Some(task) = at {
        path.push(task);
        let t = task as usize;
        at = if trace.start[t] > trace.ready[t] {
            engines.before(task, trace)
        } else {
            let ended_last = |dep: &TaskId| trace.end[*dep as usize] == trace.ready[t];
            // What none of them let go waited in a queue until the transfer ahead had left.
            graph.deps(task).iter().copied().filter(ended_last).min().or_else(|| graph.ahead(task))
        };
    }
    path.reverse();
    path
}

/// Each engine's tasks in the order it served them.
struct Engines {
    served: Lists,
    /// By task: its engine and its place there.
    place: Vec<(u32, u32)>,
}

impl Engines {
    fn new(graph: &TaskGraph, trace: &Trace, tasks: usize) -> Engines {
        let engine_of = |task: TaskId| match graph.work[task as usize] {
            Work::Compute { gpu, .. } => {
                Some(gpu as usize * 2 + usize::from(graph.labels[task as usize].kind == Kind::Reduce))
            }
            _ => None,
        };
        let mut order: Vec<TaskId> = (0..tasks as TaskId).filter(|&task| engine_of(task).is_some()).collect();
        kitchen_units::order::sort_by_key(&mut order, |&task| {
            let t = task as usize;
            (trace.start[t], trace.end[t], trace.ready[t], task)
        });
        let engines = order.iter().filter_map(|&task| engine_of(task)).max().map_or(0, |last| last + 1);
        let served = Lists::new(engines, order.iter().filter_map(|&task| Some((engine_of(task)?, task))));
        let mut place = vec![(0, 0); tasks];
        for engine in 0..engines {
            for (at, &task) in (0..).zip(served.get(engine)) {
                place[task as usize] = (engine as u32, at);
            }
        }
        Engines { served, place }
    }

    /// The task that had the engine of `task` until `task` got it.
    fn before(&self, task: TaskId, trace: &Trace) -> Option<TaskId> {
        let (engine, at) = self.place[task as usize];
        let earlier = self.served.get(engine as usize)[..at as usize].last().copied()?;
        (trace.end[earlier as usize] == trace.start[task as usize]).then_some(earlier)
    }
}
