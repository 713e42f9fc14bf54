//! Questions about a run, answered without allocation, for any instant in any order: the one answer to "what is the state at t",
//! for pictures, captions, exports and tests alike.

use kitchen_task::{GpuId, TaskGraph, TaskId, Work};
use kitchen_units::{Bytes, Time};

use crate::{Index, RateSegment, Trace};

/// What a task is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// A predecessor has not ended.
    NotReady,
    /// Ready, and its resource is taken by another.
    Waiting {
        /// When the last predecessor ended.
        since: Time,
    },
    /// Under way; see [`Reader::progress`].
    Running {
        /// The share that is done, 0 to 1.
        progress: f32,
    },
    /// It has ended.
    Done,
}

/// A run and its index. Spans are half open: at its end a task is done, and one that takes no time never runs.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// What was to be done.
    pub graph: &'a TaskGraph,
    /// What happened.
    pub trace: &'a Trace,
    /// Made from both.
    pub index: &'a Index,
}

impl<'a> Reader<'a> {
    /// The state of `task` at `t`; not ready when there is no such task or the trace has no spans.
    pub fn state(&self, task: TaskId, t: Time) -> State {
        let (Some(&ready), Some((start, end))) = (self.trace.ready.get(task as usize), self.span(task)) else {
            return State::NotReady;
        };
        if t < ready {
            State::NotReady
        } else if t < start {
            State::Waiting { since: ready }
        } else if t < end {
            State::Running { progress: self.progress(task, t) }
        } else {
            State::Done
        }
    }

    /// The computing tasks of a GPU by start, reductions included.
    pub fn computes(&self, gpu: GpuId) -> &'a [TaskId] {
        self.index.computes.get(gpu as usize)
    }

    /// What a GPU computes at `t`; of several the one that began last.
    pub fn compute_at(&self, gpu: GpuId, t: Time) -> Option<TaskId> {
        let tasks = self.computes(gpu);
        let next = tasks.partition_point(|&task| self.trace.start[task as usize] <= t);
        // A reduction may run beside the main stream, so look a few tasks back.
        tasks[next.saturating_sub(3)..next].iter().rev().copied().find(|&task| t < self.trace.end[task as usize])
    }

    /// The transfers under way at `t`, by start.
    ///
    /// O(log transfers + transfers under way), but for at most as many again, or 64, that are skipped.
    pub fn transfers_at(&self, t: Time) -> impl Iterator<Item = TaskId> + use<'a> {
        self.index.transfers.at(self.trace, t)
    }

    /// How far `task` is at `t`, from 0 at its start to 1 at its end, never falling. A transfer follows the bytes that it has
    /// sent, then the latency of its last byte; everything else the part of the duration gone by.
    pub fn progress(&self, task: TaskId, t: Time) -> f32 {
        let Some((start, end)) = self.span(task) else { return 0.0 };
        if t <= start {
            return 0.0;
        }
        if t >= end {
            return 1.0;
        }
        let linear = ratio(t - start, end - start);
        let (bytes, Some(last)) = (self.bytes(task), self.segments(task).last()) else { return linear };
        if bytes == Bytes::ZERO {
            return linear;
        }
        let sending = ratio(last.end.saturating_sub(start), end - start);
        if t >= last.end {
            return linear.max(sending);
        }
        let sent = (self.sent(task, t) / bytes.0 as f64).min(1.0);
        sent as f32 * sending
    }

    /// Bytes of a transfer that have not left the sender at `t`.
    pub fn remaining(&self, task: TaskId, t: Time) -> Bytes {
        let bytes = self.bytes(task);
        if self.own(task).is_empty() {
            return Bytes((bytes.0 as f64 * f64::from(1.0 - self.progress(task, t))) as u64);
        }
        Bytes((bytes.0 as f64 - self.sent(task, t)).max(0.0) as u64)
    }

    /// The rate in bytes per second at which a transfer leaves at `t`; its mean over its span where rates were not recorded.
    pub fn rate(&self, task: TaskId, t: Time) -> f64 {
        match self.segment_at(task, t) {
            Some(segment) if t < segment.end => segment.rate,
            None if self.own(task).is_empty() => {
                let span = self.span(task).map_or(Time::ZERO, |(start, end)| end.saturating_sub(start));
                if span == Time::ZERO { 0.0 } else { self.bytes(task).0 as f64 / span.as_secs() }
            }
            _ => 0.0,
        }
    }

    /// Puts what every link carries at `t`, in bytes per second, into `out`, by link id, for so many links. `out` keeps its room
    /// from frame to frame.
    pub fn carried(&self, t: Time, links: usize, out: &mut Vec<f32>) {
        out.clear();
        out.resize(links, 0.0);
        for task in self.transfers_at(t) {
            let Work::Transfer { route, .. } = self.graph.work[task as usize] else { continue };
            let Some(route) = self.graph.routes.get(route as usize) else { continue };
            let rate = self.rate(task, t);
            // Thousands of flows cross dozens of links each: the inner loop adds, and divides nothing.
            for hop in route.hops.iter().filter(|_| rate > 0.0) {
                if let Some(load) = out.get_mut(hop.link as usize) {
                    *load += (rate * route.load(hop)) as f32;
                }
            }
        }
    }

    /// The rate segments of a transfer, in order.
    pub fn segments(&self, task: TaskId) -> impl DoubleEndedIterator<Item = &'a RateSegment> + use<'a> {
        let segments = &self.trace.segments;
        self.own(task).iter().map(move |&i| &segments[i as usize])
    }

    fn own(&self, task: TaskId) -> &'a [u32] {
        self.index.segments.get(task as usize)
    }

    fn span(&self, task: TaskId) -> Option<(Time, Time)> {
        Some((*self.trace.start.get(task as usize)?, *self.trace.end.get(task as usize)?))
    }

    /// What a transfer carries; nothing for another task.
    fn bytes(&self, task: TaskId) -> Bytes {
        match self.graph.work.get(task as usize) {
            Some(Work::Transfer { bytes, .. }) => *bytes,
            _ => Bytes::ZERO,
        }
    }

    /// The last segment of `task` that starts at or before `t`.
    fn segment_at(&self, task: TaskId, t: Time) -> Option<&'a RateSegment> {
        let list = self.own(task);
        let begun = list.partition_point(|&i| self.trace.segments[i as usize].start <= t);
        begun.checked_sub(1).map(|last| &self.trace.segments[list[last] as usize])
    }

    /// Bytes that have left the sender at `t`, as far as rates were recorded.
    fn sent(&self, task: TaskId, t: Time) -> f64 {
        let Some(segment) = self.segment_at(task, t) else { return 0.0 };
        segment.done + segment.rate * t.min(segment.end).saturating_sub(segment.start).as_secs()
    }
}

fn ratio(part: Time, whole: Time) -> f32 {
    if part >= whole { 1.0 } else { (part.0 as f64 / whole.0 as f64) as f32 }
}
