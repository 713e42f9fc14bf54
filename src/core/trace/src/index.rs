//! What makes questions about an instant quick.

use kitchen_task::{TaskGraph, TaskId, Work};
use kitchen_units::Time;
use kitchen_units::wire::wire;

use crate::Trace;

/// A list of ids for each key, in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Lists for `keys` keys; `pairs` are (key, item), and each list keeps their order.
    pub fn new(keys: usize, pairs: impl Iterator<Item = (usize, u32)> + Clone) -> Lists {
        let mut start = vec![0_u32; keys + 2];
        for (key, _) in pairs.clone() {
            start[key + 2] += 1;
        }
        for k in 2..start.len() {
            start[k] += start[k - 1];
        }
        let mut items = vec![0; start[keys + 1] as usize];
        for (key, item) in pairs {
            items[start[key + 1] as usize] = item;
            start[key + 1] += 1;
        }
        start.pop();
        Lists { start, items }
    }

    /// The list of `key`; empty when there is no such key.
    pub fn get(&self, key: usize) -> &[u32] {
        match (self.start.get(key), self.start.get(key + 1)) {
            (Some(&begin), Some(&end)) => &self.items[begin as usize..end as usize],
            _ => &[],
        }
    }
}

wire!(Lists { start, items });

/// Lookup tables of one run. Memory is O(tasks + segments); made in O(tasks log tasks).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    /// By GPU: its computing tasks, reductions included, by start.
    pub(super) computes: Lists,
    pub(super) transfers: UnderWay,
    /// By task: its rate segments in order.
    pub(super) segments: Lists,
}

wire!(Index { computes, transfers, segments });

impl Index {
    /// The index of `trace`, which is the record of `graph` run with `gpus` GPUs. A trace without spans gives an index in which
    /// nothing ever happens.
    pub fn new(graph: &TaskGraph, trace: &Trace, gpus: usize) -> Index {
        let tasks = trace.start.len().min(trace.end.len()).min(graph.len());
        let mut order: Vec<TaskId> = (0..tasks as TaskId).collect();
        kitchen_units::order::sort_by_key(&mut order, |&task| (trace.start[task as usize], task));
        let computing = order.iter().filter_map(|&task| match graph.work[task as usize] {
            Work::Compute { gpu, .. } if (gpu as usize) < gpus => Some((gpu as usize, task)),
            _ => None,
        });
        let computes = Lists::new(gpus, computing);
        order.retain(|&task| matches!(graph.work[task as usize], Work::Transfer { .. }));
        let segments = (0..).zip(&trace.segments).map(|(i, segment)| (segment.task as usize, i));
        Index { computes, transfers: UnderWay::new(order, trace), segments: Lists::new(tasks, segments) }
    }

    /// The questions, over the graph and the trace this index was made of.
    pub fn read<'a>(&'a self, graph: &'a TaskGraph, trace: &'a Trace) -> super::Reader<'a> {
        super::Reader { graph, trace, index: self }
    }
}

/// Tasks by start, each stored once, so that those under way at an instant are found without a search through all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnderWay {
    order: Vec<TaskId>,
    /// Positions in `order`, and for each the earlier tasks that still run when the one at the position starts. Marks are at
    /// least 64 tasks and at least as many as are running apart, so that all lists together stay O(tasks).
    marks: Vec<u32>,
    running: Lists,
}

wire!(UnderWay { order, marks, running });

impl UnderWay {
    /// Of tasks in order of their starts, those that last.
    pub fn new(mut order: Vec<TaskId>, trace: &Trace) -> UnderWay {
        order.retain(|&task| trace.start[task as usize] < trace.end[task as usize]);
        let mut marks = Vec::new();
        let mut pairs: Vec<(usize, u32)> = Vec::new();
        let mut running: Vec<TaskId> = Vec::new();
        let mut next = 0;
        for (position, &task) in order.iter().enumerate() {
            if position == next {
                let now = trace.start[task as usize];
                running.retain(|&earlier| trace.end[earlier as usize] > now);
                pairs.extend(running.iter().map(|&earlier| (marks.len(), earlier)));
                marks.push(position as u32);
                next = position + running.len().max(64);
            }
            running.push(task);
        }
        let running = Lists::new(marks.len(), pairs.iter().copied());
        UnderWay { order, marks, running }
    }

    /// Those under way at `t`, in their order. `trace` is the one that this was made of.
    ///
    /// O(log tasks + tasks under way), but for at most as many again, or 64, that are skipped.
    pub fn at<'a>(&'a self, trace: &'a Trace, t: Time) -> impl Iterator<Item = TaskId> + use<'a> {
        let started = self.order.partition_point(|&task| trace.start[task as usize] <= t);
        let mark = self.marks.partition_point(|&position| (position as usize) < started);
        let (running, from): (&[u32], usize) = match mark.checked_sub(1) {
            Some(mark) => (self.running.get(mark), self.marks[mark] as usize),
            None => (&[], 0),
        };
        let candidates = running.iter().chain(&self.order[from..started]).copied();
        candidates.filter(move |&task| trace.end[task as usize] > t)
    }
}
