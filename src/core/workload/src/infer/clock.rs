//! Answering and learning on one clock: a task graph with a GPU for each, its trace, and what each span is.

use kitchen_sim::{self as sim, Options, Record};
use kitchen_task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_trace::Trace;
use kitchen_units::{Bytes, Time};

use super::contents::Contents;
use super::learn::{Learned, Part};
use super::{Pass, Server};
use crate::error::TrainError;

/// What a span is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    Prefill,
    /// The pass for one further token of each request, counted from 0.
    Decode(u32),
    Forward,
    Backward,
    Update,
}

/// A pass on one GPU, whose task has the same place in the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub gpu: GpuId,
    pub phase: Phase,
    /// FLOPs and bytes of the pass.
    pub part: Part,
    /// What the GPU's memory holds when it starts and when it ends; in between evenly more or less.
    pub contents: [Contents; 2],
}

/// Both runs.
#[derive(Clone, Debug)]
pub struct Clock {
    /// A compute task for each span: kind [`Kind::Forward`] for prefill (step 0) and decode (from step 1).
    pub graph: TaskGraph,
    pub trace: Trace,
    /// By task, the answering GPU's first.
    pub spans: Vec<Span>,
}

/// The GPU that answers, and the one that learns.
pub const ANSWERS: GpuId = 0;
pub const LEARNS: GpuId = 1;

impl Clock {
    /// One answer beside as many `steps` of learning as are asked for, both from time zero on.
    ///
    /// # Errors
    /// The simulator refuses.
    pub fn run(server: &Server, learned: &Learned, steps: u16) -> Result<Clock, TrainError> {
        let mut clock = Clock::new(server, learned, steps);
        let options = Options { record: Record::Spans, ..Options::default() };
        clock.trace = sim::run(&clock.graph, &[], 2, &options)?;
        Ok(clock)
    }

    /// The same before it is simulated: its trace is empty.
    pub fn new(server: &Server, learned: &Learned, steps: u16) -> Clock {
        let mut clock = Clock { graph: TaskGraph::new(), trace: Trace::default(), spans: Vec::new() };
        let ask = server.ask();
        let prompt = [0, ask.prompt].map(|tokens| server.contents(tokens, ask.prompt));
        let mut last = clock.add(ANSWERS, Phase::Prefill, (&server.prefill()).into(), prompt, 0, None);
        for step in 0..ask.output - 1 {
            let tokens = ask.prompt + step;
            let contents = [tokens, tokens + 1].map(|tokens| server.contents(tokens, 1));
            let part = (&server.decode(step)).into();
            last = clock.add(ANSWERS, Phase::Decode(step), part, contents, step as u16 + 1, Some(last));
        }
        let full = learned.contents;
        let idle = Contents { gradients: Bytes::ZERO, activations: Bytes::ZERO, ..full };
        let kept = Contents { gradients: Bytes::ZERO, ..full };
        let summed = Contents { activations: Bytes::ZERO, ..full };
        let mut last = None;
        for step in 0..steps {
            let parts = [
                (Phase::Forward, learned.forward, [idle, kept]),
                (Phase::Backward, learned.backward, [kept, summed]),
                (Phase::Update, learned.update, [summed, idle]),
            ];
            for (phase, part, contents) in parts {
                last = Some(clock.add(LEARNS, phase, part, contents, step, last));
            }
        }
        clock
    }

    fn add(
        &mut self,
        gpu: GpuId,
        phase: Phase,
        part: Part,
        contents: [Contents; 2],
        step: u16,
        after: Option<TaskId>,
    ) -> TaskId {
        let kind = match phase {
            Phase::Prefill | Phase::Decode(_) | Phase::Forward => Kind::Forward,
            Phase::Backward => Kind::Backward,
            Phase::Update => Kind::Update,
        };
        self.spans.push(Span { gpu, phase, part, contents });
        let after: Vec<TaskId> = after.into_iter().collect();
        self.graph.add(Work::Compute { gpu, duration: part.time }, Label::new(kind).step(step), &after)
    }

    /// What the memory of a GPU holds at `t`: after its last span, what that left.
    pub fn contents(&self, gpu: GpuId, t: Time) -> Contents {
        // Spans are sorted by GPU, and a GPU's follow each other in the graph as on the clock.
        let first = self.spans.partition_point(|span| span.gpu < gpu);
        let starts = &self.trace.start[first..self.spans.partition_point(|span| span.gpu <= gpu)];
        if starts.is_empty() {
            return Contents::default();
        }
        let task = first + starts.partition_point(|&start| start <= t).saturating_sub(1);
        let ([before, after], start, end) = (self.spans[task].contents, self.trace.start[task], self.trace.end[task]);
        let share = t.saturating_sub(start).0 as f64 / (end - start).0.max(1) as f64;
        before.between(&after, share.min(1.0))
    }
}

impl From<&Pass> for Part {
    fn from(pass: &Pass) -> Part {
        Part { time: pass.time(), flops: pass.flops, bytes: pass.bytes }
    }
}
