//! What makes questions about an instant quick.

use crate::parcel::parcel;
use crate::task::{GpuId, Kind, LinkCapacity, TaskGraph, TaskId, Work};
use crate::trace::Trace;
use crate::units::Time;

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

parcel!(Lists { start, items });

/// Lookup tables of one run. Memory is O(tasks + segments); made in O(tasks log tasks).
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Tasks that last.
    pub(super) lasting: UnderWay,
    /// Every instant at which a task starts or ends, without repeats.
    pub(super) instants: Vec<Time>,
    /// By GPU: the compute stream's tasks, the reduce engine's, transfers out and in, each by (start, end, id).
    pub(super) compute: Lists,
    pub(super) reduce: Lists,
    pub(super) sent: Lists,
    pub(super) received: Lists,
    /// By task: its rate segments in order.
    pub(super) segments: Lists,
    /// By link: bytes per second.
    pub(super) capacity: Vec<f64>,
}

impl Index {
    /// The index of `trace`, which is the record of `graph` run on `links` with `gpus` GPUs. A trace without spans gives an
    /// index in which nothing ever happens.
    pub fn new(graph: &TaskGraph, trace: &Trace, links: &[LinkCapacity], gpus: usize) -> Index {
        let tasks = trace.start.len().min(trace.end.len()).min(graph.len());
        let mut order: Vec<TaskId> = (0..tasks as TaskId).collect();
        crate::order::sort_by_key(&mut order, |&task| (trace.start[task as usize], trace.end[task as usize], task));
        let lane = |choose: fn(&TaskGraph, TaskId) -> Option<GpuId>| {
            let pairs = order.iter().filter_map(move |&task| choose(graph, task).map(|gpu| (gpu as usize, task)));
            Lists::new(gpus, pairs.filter(|(gpu, _)| *gpu < gpus))
        };
        let compute = lane(|graph, task| engine_of(graph, task, false));
        let reduce = lane(|graph, task| engine_of(graph, task, true));
        let sent = lane(|graph, task| match graph.work[task as usize] {
            Work::Transfer { src, .. } => Some(src),
            _ => None,
        });
        let received = lane(|graph, task| match graph.work[task as usize] {
            Work::Transfer { dst, .. } => Some(dst),
            _ => None,
        });
        let segments = Lists::new(tasks, (0..).zip(&trace.segments).map(|(i, segment)| (segment.task as usize, i)));
        let mut instants: Vec<Time> = trace.start[..tasks].iter().chain(&trace.end[..tasks]).copied().collect();
        crate::order::sort(&mut instants);
        instants.dedup();
        Index {
            lasting: UnderWay::new(order, trace),
            instants,
            compute,
            reduce,
            sent,
            received,
            segments,
            capacity: links.iter().map(|link| link.rate.as_bytes_per_s()).collect(),
        }
    }

    /// The questions, over the graph and the trace this index was made of.
    pub fn read<'a>(&'a self, graph: &'a TaskGraph, trace: &'a Trace) -> super::Reader<'a> {
        super::Reader { graph, trace, index: self }
    }
}

fn engine_of(graph: &TaskGraph, task: TaskId, wants_reduce: bool) -> Option<GpuId> {
    let is_reduce = graph.labels[task as usize].kind == Kind::Reduce;
    match graph.work[task as usize] {
        Work::Compute { gpu, .. } if is_reduce == wants_reduce => Some(gpu),
        _ => None,
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

parcel!(UnderWay { order, marks, running });

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

    /// All of them, by start.
    pub fn all(&self) -> &[TaskId] {
        &self.order
    }
}
