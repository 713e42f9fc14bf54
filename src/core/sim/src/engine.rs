//! The engine: tasks become ready when their last predecessor ends, take what they occupy, and end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kitchen_task::{Kind, Route, RouteId, TaskGraph, TaskId, Work};
use kitchen_trace::Trace;
use kitchen_units::Time;
use kitchen_units::progress::{Interval, Progress, Watcher};

use crate::net::fluid::HORIZON;
use crate::net::{Drained, Network};
use crate::queue::EventQueue;
use crate::successors::Successors;
use crate::{Options, Record, SimError};

/// Bit of a task's end in the queue, beside the network's bit 0: the task holds a stream.
const IS_COMPUTE: u32 = 2;

/// Events from one report of the progress to the next. Where many flows meet, an event takes a hundred times as long as where none do.
const EVENTS_PER_REPORT: u64 = 1 << 12;

/// A GPU's engine: the compute stream, or the one that adds received chunks.
#[derive(Clone, Debug, Default)]
struct Stream {
    /// Ready tasks by (ready, id).
    waiting: BinaryHeap<Reverse<(u64, TaskId)>>,
    is_busy: bool,
    /// In `touched`.
    is_touched: bool,
}

/// What the engine asks of tasks, be they all in memory or given by a rule.
pub trait Tasks {
    /// How many there are in all.
    fn count(&self) -> u64;

    /// Appends the tasks that wait for nothing.
    fn begin(&self, ready: &mut Vec<TaskId>);

    /// What a task occupies.
    fn work(&self, task: TaskId) -> Work;

    /// A route by its id.
    fn route(&self, route: RouteId) -> &Route;

    /// Whether a task of compute is for the engine that adds received chunks.
    fn is_reduction(&self, task: TaskId) -> bool;

    /// The last byte of a transfer has left: appends those behind it in its queue that waited for nothing else.
    fn left(&mut self, task: TaskId, ready: &mut Vec<TaskId>);

    /// A task has ended: appends those that waited for nothing else.
    fn end(&mut self, task: TaskId, ready: &mut Vec<TaskId>);
}

/// A whole task graph, and how far it has come.
struct Whole<'a> {
    graph: &'a TaskGraph,
    successors: Successors,
    /// Who is next in a queue, where there are queues.
    behind: Option<Successors>,
    /// Predecessors that have not ended, and one ahead that has not left.
    missing: Vec<u32>,
}

/// Of `tasks`, each of which waits for one less now, appends those that wait for nothing else.
fn release(tasks: &[TaskId], missing: &mut [u32], ready: &mut Vec<TaskId>) {
    for &task in tasks {
        let missing = &mut missing[task as usize];
        *missing -= 1;
        if *missing == 0 {
            ready.push(task);
        }
    }
}

impl Tasks for Whole<'_> {
    fn count(&self) -> u64 {
        self.graph.len() as u64
    }

    fn begin(&self, ready: &mut Vec<TaskId>) {
        ready.extend((0..).zip(&self.missing).filter(|(_, missing)| **missing == 0).map(|(task, _)| task));
    }

    fn work(&self, task: TaskId) -> Work {
        self.graph.work[task as usize]
    }

    fn route(&self, route: RouteId) -> &Route {
        &self.graph.routes[route as usize]
    }

    fn is_reduction(&self, task: TaskId) -> bool {
        self.graph.labels[task as usize].kind == Kind::Reduce
    }

    fn left(&mut self, task: TaskId, ready: &mut Vec<TaskId>) {
        if let Some(behind) = &self.behind {
            release(behind.get(task), &mut self.missing, ready);
        }
    }

    fn end(&mut self, task: TaskId, ready: &mut Vec<TaskId>) {
        release(self.successors.get(task), &mut self.missing, ready);
    }
}

struct Engine<T, N> {
    tasks: T,
    network: N,
    queue: EventQueue,
    streams: Vec<Stream>,
    /// Streams that may be able to start a task at this instant.
    touched: Vec<u32>,
    /// Tasks that became ready at this instant and have not been started or queued.
    ready: Vec<TaskId>,
    now: u64,
    /// Tasks that have ended.
    done: u64,
    is_recording: bool,
    trace: Trace,
}

/// Simulates a graph that has passed [`check`](crate::check()) on `network`.
///
/// At each instant: first everything that ends or becomes ready at it, joins and tasks of no duration included; then each
/// idle stream takes its first task; this again until nothing more happens at the instant; then the network settles.
///
/// # Errors
/// [`SimError::TooManyEvents`], [`SimError::TooLong`], [`SimError::TooMuchMemory`].
pub fn run<N: Network>(
    graph: &TaskGraph,
    gpus: usize,
    options: &Options,
    network: N,
    watcher: &mut Watcher<'_>,
) -> Result<Trace, SimError> {
    let waits = |task| graph.deps(task).len() as u32 + u32::from(graph.ahead(task).is_some());
    let missing = (0..graph.len() as TaskId).map(waits).collect();
    let tasks = Whole { graph, successors: Successors::of(graph), behind: Successors::behind(graph), missing };
    let column = || vec![Time::ZERO; if options.record >= Record::Spans { graph.len() } else { 0 }];
    let trace = Trace { ready: column(), start: column(), end: column(), ..Trace::default() };
    run_tasks(tasks, trace, gpus, options, network, watcher)
}

/// [`run`] of any tasks, into a trace whose columns are as long as the record asks for.
///
/// # Errors
/// See [`run`].
pub(super) fn run_tasks<T: Tasks, N: Network>(
    tasks: T,
    trace: Trace,
    gpus: usize,
    options: &Options,
    network: N,
    watcher: &mut Watcher<'_>,
) -> Result<Trace, SimError> {
    let mut engine = Engine {
        tasks,
        network,
        queue: EventQueue::new(),
        streams: vec![Stream::default(); gpus * 2],
        touched: Vec::new(),
        ready: Vec::new(),
        now: 0,
        done: 0,
        is_recording: options.record >= Record::Spans,
        trace,
    };
    engine.tasks.begin(&mut engine.ready);
    engine.run(options, watcher)?;
    let Engine { mut trace, network, .. } = engine;
    trace.segments = network.into_segments();
    Ok(trace)
}

impl<T: Tasks, N: Network> Engine<T, N> {
    fn run(&mut self, options: &Options, watcher: &mut Watcher<'_>) -> Result<(), SimError> {
        let (limit, all) = (options.limits.events, self.tasks.count());
        let mut interval = Interval::new(EVENTS_PER_REPORT, limit);
        let mut events = 0_u64;
        loop {
            loop {
                self.release()?;
                while let Some(event) = self.queue.pop_at(self.now) {
                    events += 1;
                    if interval.is_passed(events) {
                        interval = interval.next().ok_or(SimError::TooManyEvents { limit })?;
                        // Events that were overtaken are still taken when all tasks have ended.
                        watcher(Progress::new(self.done.min(all.saturating_sub(1)), all));
                    }
                    self.take(event)?;
                }
                if !self.ready.is_empty() {
                    continue;
                }
                self.serve()?;
                if self.ready.is_empty() && self.queue.next_time() != Some(self.now) {
                    break;
                }
            }
            self.network.settle(self.now, &mut self.queue)?;
            match self.queue.next_time() {
                Some(time) => self.now = time,
                None => break,
            }
        }
        watcher(Progress::DONE);
        Ok(())
    }

    /// One event: the network's, or the end of a task.
    fn take(&mut self, event: u32) -> Result<(), SimError> {
        if event & 1 == 0 {
            if event & IS_COMPUTE != 0 {
                self.leave_stream(event >> 2);
            }
            self.finish(event >> 2);
        } else if let Some(Drained { task, latency }) = self.network.event(self.now, event >> 1, &mut self.queue) {
            self.tasks.left(task, &mut self.ready);
            self.finish_after(task, latency, 0)?;
        }
        Ok(())
    }

    /// Starts, or puts into line, everything that is ready.
    fn release(&mut self) -> Result<(), SimError> {
        let mut at = 0;
        while let Some(&task) = self.ready.get(at) {
            at += 1;
            if self.is_recording {
                self.trace.ready[task as usize] = Time(self.now);
                self.trace.start[task as usize] = Time(self.now);
            }
            match self.tasks.work(task) {
                Work::Join => self.finish(task),
                Work::Delay { duration, .. } => self.finish_after(task, duration, 0)?,
                Work::Transfer { route, bytes, .. } => {
                    let way = self.tasks.route(route);
                    if bytes.0 == 0 || (way.hops.is_empty() && way.ceiling.is_none()) {
                        let latency = way.latency;
                        self.tasks.left(task, &mut self.ready);
                        self.finish_after(task, latency, 0)?;
                    } else {
                        self.network.start(self.now, task, route, bytes.0);
                    }
                }
                Work::Compute { gpu, .. } => {
                    let stream = self.stream_of(task, gpu);
                    self.streams[stream].waiting.push(Reverse((self.now, task)));
                    self.touch(stream);
                }
            }
        }
        self.ready.clear();
        Ok(())
    }

    /// Lets every idle stream that was touched take its first task.
    fn serve(&mut self) -> Result<(), SimError> {
        let mut touched = std::mem::take(&mut self.touched);
        for stream in touched.drain(..) {
            let line = &mut self.streams[stream as usize];
            line.is_touched = false;
            if line.is_busy {
                continue;
            }
            let Some(Reverse((_, task))) = line.waiting.pop() else { continue };
            line.is_busy = true;
            if self.is_recording {
                self.trace.start[task as usize] = Time(self.now);
            }
            if let Work::Compute { duration, .. } = self.tasks.work(task) {
                self.finish_after(task, duration, IS_COMPUTE)?;
            }
        }
        self.touched = touched;
        Ok(())
    }

    fn finish_after(&mut self, task: TaskId, wait: Time, flag: u32) -> Result<(), SimError> {
        match self.now.checked_add(wait.0) {
            Some(time) if time < HORIZON => {
                self.queue.push(time, task << 2 | flag);
                Ok(())
            }
            _ => Err(SimError::TooLong { task }),
        }
    }

    fn finish(&mut self, task: TaskId) {
        if self.is_recording {
            self.trace.end[task as usize] = Time(self.now);
        }
        self.trace.makespan = Time(self.now);
        self.done += 1;
        self.tasks.end(task, &mut self.ready);
    }

    fn leave_stream(&mut self, task: TaskId) {
        if let Work::Compute { gpu, .. } = self.tasks.work(task) {
            let stream = self.stream_of(task, gpu);
            self.streams[stream].is_busy = false;
            self.touch(stream);
        }
    }

    fn stream_of(&self, task: TaskId, gpu: u32) -> usize {
        gpu as usize * 2 + usize::from(self.tasks.is_reduction(task))
    }

    fn touch(&mut self, stream: usize) {
        if !std::mem::replace(&mut self.streams[stream].is_touched, true) {
            self.touched.push(stream as u32);
        }
    }
}
