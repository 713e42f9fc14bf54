//! Questions about a run, answered without allocation, for any instant in any order.

use crate::task::{GpuId, TaskGraph, TaskId, Work};
use crate::trace::{Index, RateSegment, Trace};
use crate::units::Time;

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
        progress: f64,
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
        let Some((ready, start, end)) = self.span(task) else { return State::NotReady };
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

    /// How far `task` is at `t`, from 0 at its start to 1 at its end, never falling.
    ///
    /// For a transfer this is where its bytes are on average between sender (0) and receiver (1), each byte taking the
    /// route's latency: a message much longer than the latency moves as it drains, a short one moves as it flies. For
    /// everything else it is the part of the duration gone by.
    pub fn progress(&self, task: TaskId, t: Time) -> f64 {
        let Some((_, start, end)) = self.span(task) else { return 0.0 };
        if t <= start {
            return if start == end && t == start { 1.0 } else { 0.0 };
        }
        if t >= end {
            return 1.0;
        }
        let Some((bytes, latency)) = self.transfer(task) else {
            return (t - start).0 as f64 / (end - start).0 as f64;
        };
        if bytes <= 0.0 {
            return (t - start).0 as f64 / (end - start).0 as f64;
        }
        if latency == Time::ZERO {
            return self.sent(task, t);
        }
        let from = t.saturating_sub(latency).max(start);
        (self.sent_area(task, from, t) / latency.0 as f64).clamp(0.0, 1.0)
    }

    /// The part of a transfer's bytes that has left the sender at `t`, from 0 to 1.
    pub fn sent(&self, task: TaskId, t: Time) -> f64 {
        let (Some((_, start, end)), Some((bytes, latency))) = (self.span(task), self.transfer(task)) else {
            return 0.0;
        };
        let drained = end.saturating_sub(latency);
        if t >= drained || bytes <= 0.0 {
            return f64::from(u8::from(t >= start));
        }
        if t <= start {
            return 0.0;
        }
        match self.segment_at(task, t) {
            Some(segment) => {
                let seconds = t.saturating_sub(segment.start).as_secs();
                ((segment.done + segment.rate * seconds) / bytes).clamp(0.0, 1.0)
            }
            None => (t - start).0 as f64 / (drained - start).0 as f64,
        }
    }

    /// The part of a transfer's bytes that has reached the receiver at `t`, from 0 to 1.
    pub fn arrived(&self, task: TaskId, t: Time) -> f64 {
        let (Some((_, start, _)), Some((_, latency))) = (self.span(task), self.transfer(task)) else { return 0.0 };
        if t < start + latency { 0.0 } else { self.sent(task, t.saturating_sub(latency)) }
    }

    /// The rate in bytes per second at which a transfer leaves at `t`; zero when it does not, or rates were not recorded.
    pub fn rate(&self, task: TaskId, t: Time) -> f64 {
        self.segment_at(task, t).filter(|segment| t < segment.end).map_or(0.0, |segment| segment.rate)
    }

    /// The rate segments of a transfer, in order.
    pub fn segments(&self, task: TaskId) -> impl Iterator<Item = &'a RateSegment> + use<'a> {
        let segments = &self.trace.segments;
        self.index.segments.get(task as usize).iter().map(move |&i| &segments[i as usize])
    }

    /// The tasks under way at `t`, by start.
    ///
    /// O(log tasks + tasks under way), but for at most as many again, or 64, that are skipped.
    pub fn active(&self, t: Time) -> impl Iterator<Item = TaskId> + use<'a> {
        self.index.lasting.at(self.trace, t)
    }

    /// Puts the tasks under way at `t` into `out`, which keeps its room from frame to frame.
    pub fn active_at(&self, t: Time, out: &mut Vec<TaskId>) {
        out.clear();
        out.extend(self.active(t));
    }

    /// The tasks of a GPU's compute stream, by start.
    pub fn lane(&self, gpu: GpuId) -> &'a [TaskId] {
        self.index.compute.get(gpu as usize)
    }

    /// The reductions of a GPU, by start.
    pub fn reduce_lane(&self, gpu: GpuId) -> &'a [TaskId] {
        self.index.reduce.get(gpu as usize)
    }

    /// The transfers that leave a GPU, by start.
    pub fn outgoing(&self, gpu: GpuId) -> &'a [TaskId] {
        self.index.sent.get(gpu as usize)
    }

    /// The transfers that a GPU receives, by start.
    pub fn incoming(&self, gpu: GpuId) -> &'a [TaskId] {
        self.index.received.get(gpu as usize)
    }

    /// What the compute stream of `gpu` is doing at `t`.
    pub fn computing(&self, gpu: GpuId, t: Time) -> Option<TaskId> {
        self.last_started(self.lane(gpu), t).filter(|&task| self.trace.end[task as usize] > t)
    }

    /// What the reduce engine of `gpu` is doing at `t`.
    pub fn reducing(&self, gpu: GpuId, t: Time) -> Option<TaskId> {
        self.last_started(self.reduce_lane(gpu), t).filter(|&task| self.trace.end[task as usize] > t)
    }

    /// The next task of a lane that starts after `t`.
    pub fn next_in_lane(&self, lane: &[TaskId], t: Time) -> Option<TaskId> {
        lane.get(lane.partition_point(|&task| self.trace.start[task as usize] <= t)).copied()
    }

    fn last_started(&self, lane: &[TaskId], t: Time) -> Option<TaskId> {
        let started = lane.partition_point(|&task| self.trace.start[task as usize] <= t);
        started.checked_sub(1).map(|last| lane[last])
    }

    /// Puts the use of every link at `t`, from 0 to 1 of its capacity, into `out`, by link id.
    ///
    /// O(links + hops of the transfers under way). All zero when rates were not recorded.
    pub fn link_use(&self, t: Time, out: &mut Vec<f32>) {
        out.clear();
        out.resize(self.index.capacity.len(), 0.0);
        for task in self.active(t) {
            let Work::Transfer { route, .. } = self.graph.work[task as usize] else { continue };
            let rate = self.rate(task, t);
            let route = &self.graph.routes[route as usize];
            for hop in &route.hops {
                out[hop.link as usize] += (rate * route.load(hop) / self.index.capacity[hop.link as usize]) as f32;
            }
        }
        for used in out {
            *used = used.min(1.0);
        }
    }

    /// The first instant after `t` at which a task starts or ends.
    pub fn next_event_after(&self, t: Time) -> Option<Time> {
        let instants = &self.index.instants;
        instants.get(instants.partition_point(|&instant| instant <= t)).copied()
    }

    /// The last instant before `t` at which a task starts or ends.
    pub fn prev_event_before(&self, t: Time) -> Option<Time> {
        let instants = &self.index.instants;
        instants.partition_point(|&instant| instant < t).checked_sub(1).map(|last| instants[last])
    }

    fn span(&self, task: TaskId) -> Option<(Time, Time, Time)> {
        let t = task as usize;
        Some((*self.trace.ready.get(t)?, *self.trace.start.get(t)?, *self.trace.end.get(t)?))
    }

    /// Bytes and latency, if the task is a transfer.
    fn transfer(&self, task: TaskId) -> Option<(f64, Time)> {
        let Work::Transfer { route, bytes, .. } = *self.graph.work.get(task as usize)? else { return None };
        Some((bytes.0 as f64, self.graph.routes.get(route as usize)?.latency))
    }

    /// The last segment of `task` that starts at or before `t`.
    fn segment_at(&self, task: TaskId, t: Time) -> Option<&'a RateSegment> {
        let list = self.index.segments.get(task as usize);
        let begun = list.partition_point(|&i| self.trace.segments[i as usize].start <= t);
        begun.checked_sub(1).map(|last| &self.trace.segments[list[last] as usize])
    }

    /// The integral of [`Reader::sent`] over `from..to` in picoseconds. `sent` is linear between the ends of segments.
    fn sent_area(&self, task: TaskId, from: Time, to: Time) -> f64 {
        let trapezoid = |a: Time, b: Time| (b - a).0 as f64 * f64::midpoint(self.sent(task, a), self.sent(task, b));
        let Some((_, _, end)) = self.span(task) else { return 0.0 };
        let drained = end.saturating_sub(self.transfer(task).map_or(Time::ZERO, |(_, latency)| latency));
        let list = self.index.segments.get(task as usize);
        let first = list.partition_point(|&i| self.trace.segments[i as usize].end <= from);
        let mut area = 0.0;
        let mut at = from;
        let ends = list[first..].iter().map(|&i| self.trace.segments[i as usize].end).chain([drained, to]);
        for knot in ends {
            let knot = knot.min(to);
            if knot > at {
                area += trapezoid(at, knot);
                at = knot;
            }
        }
        area
    }
}
