//! Chrome's trace event format (JSON), which Perfetto and `chrome://tracing` open: one process a node; in it, for each GPU,
//! a thread for the compute stream, one for reductions, and as many as it takes for transfers out and for delays, which may
//! overlap. Format: "Trace Event Format", Google, 2016.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kitchen_task::{Kind, NONE, TaskId, Work};
use kitchen_units::Time;

use crate::Run;
use crate::names::write_name;

/// The run as one JSON document. `ts` and `dur` are microseconds with three decimals, both ends cut to the nanosecond:
/// Perfetto keeps no more, and drops a span that begins before the last one on its thread has ended, as spans that touch
/// would if `ts` and `dur` were rounded each for itself. The exact ends are in `args`, in picoseconds.
///
/// O(tasks log tasks). A trace without spans gives the processes and nothing in them.
pub fn chrome_trace(run: &Run) -> String {
    chrome_trace_named(run, &|_| None)
}

/// [`chrome_trace`], in which spans are called by what their task is for where `purpose` knows it.
pub fn chrome_trace_named(run: &Run, purpose: &dyn Fn(TaskId) -> Option<&'static str>) -> String {
    let mut writer = Writer::new(run.trace.start.len());
    writer.run(run, 0, purpose);
    writer.finish()
}

/// Several runs in one document: the processes of the second are numbered from 1,000 on, and so forth; farther apart where a run has more
/// nodes.
pub fn chrome_traces(runs: &[Run]) -> String {
    let mut writer = Writer::new(runs.iter().map(|run| run.trace.start.len()).sum());
    let apart = runs.iter().map(|run| run.topology.nodes).max().unwrap_or(0).max(PROCESSES);
    for (run, at) in runs.iter().zip(0..) {
        writer.run(run, apart * at, &|_| None);
    }
    writer.finish()
}

/// How far apart the processes of several runs are numbered at least.
const PROCESSES: u32 = 1_000;

/// A lane of a GPU: what the thread shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lane {
    Compute,
    Reduce,
    Delay,
    Out,
}

impl Lane {
    const ALL: [(Lane, &str); 4] =
        [(Lane::Compute, "compute"), (Lane::Reduce, "reduce"), (Lane::Delay, "delay"), (Lane::Out, "send")];
}

/// Which thread each task is on.
struct Tracks {
    names: BTreeMap<(u32, u32), String>,
    /// (task, node, thread), by start.
    spans: Vec<(TaskId, u32, u32)>,
}

impl Tracks {
    fn new(run: &Run) -> Tracks {
        let trace = &run.trace;
        let mut order: Vec<(u32, Lane, Time, Time, TaskId)> = Vec::with_capacity(trace.start.len());
        for (task, (&start, &end)) in (0..).zip(trace.start.iter().zip(&trace.end)) {
            let is_reduce = run.graph.labels[task as usize].kind == Kind::Reduce;
            let (gpu, lane) = match run.graph.work[task as usize] {
                Work::Compute { gpu, .. } => (gpu, if is_reduce { Lane::Reduce } else { Lane::Compute }),
                Work::Delay { gpu, .. } => (gpu, Lane::Delay),
                Work::Transfer { src, .. } => (src, Lane::Out),
                Work::Join => continue,
            };
            order.push((gpu, lane, start, end, task));
        }
        kitchen_units::order::sort(&mut order);
        let mut tracks = Tracks { names: BTreeMap::new(), spans: Vec::with_capacity(order.len()) };
        let mut next_thread: BTreeMap<u32, u32> = BTreeMap::new();
        for chunk in order.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (gpu, lane, ..) = chunk[0];
            let node = run.topology.node_of(gpu);
            let first = next_thread.entry(node).or_insert(1);
            // First fit: each span goes to the first thread that is free when it starts.
            let mut free_at: Vec<Time> = Vec::new();
            for &(.., start, end, task) in chunk {
                let slot = free_at.iter().position(|&free| free <= start).unwrap_or(free_at.len());
                if slot == free_at.len() {
                    free_at.push(end);
                } else {
                    free_at[slot] = end;
                }
                tracks.spans.push((task, node, *first + slot as u32));
            }
            let what = Lane::ALL.iter().find(|(known, _)| *known == lane).map_or("", |(_, name)| name);
            for slot in 0..free_at.len() as u32 {
                let suffix = if slot == 0 { String::new() } else { format!(" {}", slot + 1) };
                tracks.names.insert((node, *first + slot), format!("GPU {gpu} {what}{suffix}"));
            }
            *first += free_at.len() as u32;
        }
        kitchen_units::order::sort_by_key(&mut tracks.spans, |&(task, ..)| (trace.start[task as usize], task));
        tracks
    }
}

struct Writer {
    out: String,
    is_first: bool,
}

impl Writer {
    fn new(tasks: usize) -> Writer {
        let mut out = String::with_capacity(256 + tasks * 200);
        out.push_str("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
        Writer { out, is_first: true }
    }

    fn finish(mut self) -> String {
        self.out.push_str("\n]}\n");
        self.out
    }

    /// A run whose processes are numbered from `first` on.
    fn run(&mut self, run: &Run, first: u32, purpose: &dyn Fn(TaskId) -> Option<&'static str>) {
        let topology = &run.topology;
        for node in 0..topology.nodes {
            self.metadata("process_name", first + node, 0);
            let _ = write!(self.out, "\"name\":\"node {node} (");
            escape(topology.system, &mut self.out);
            self.out.push_str(")\"}}");
        }
        let tracks = Tracks::new(run);
        for (&(node, thread), name) in &tracks.names {
            self.metadata("thread_name", first + node, thread);
            let _ = write!(self.out, "\"name\":\"{name}\"}}}}");
            self.metadata("thread_sort_index", first + node, thread);
            let _ = write!(self.out, "\"sort_index\":{thread}}}}}");
        }
        for &(task, node, thread) in &tracks.spans {
            self.span(run, task, (first + node, thread), purpose(task));
        }
    }

    fn separate(&mut self) {
        if !std::mem::replace(&mut self.is_first, false) {
            self.out.push_str(",\n");
        }
    }

    /// Begins a metadata event, up to and with the brace that opens its arguments.
    fn metadata(&mut self, name: &str, process: u32, thread: u32) {
        self.separate();
        let _ = write!(self.out, "{{\"ph\":\"M\",\"name\":\"{name}\",\"pid\":{process},\"tid\":{thread},\"args\":{{");
    }

    fn span(&mut self, run: &Run, task: TaskId, (process, thread): (u32, u32), purpose: Option<&'static str>) {
        let t = task as usize;
        let label = &run.graph.labels[t];
        let (ready, start, end) = (run.trace.ready[t], run.trace.start[t], run.trace.end[t]);
        self.separate();
        self.out.push_str("{\"ph\":\"X\",\"name\":\"");
        if let Some(purpose) = purpose {
            let _ = write!(self.out, "{purpose} of ");
        }
        write_name(label, &mut self.out);
        let category = match run.graph.work[t] {
            Work::Compute { .. } => "compute",
            Work::Transfer { .. } => "transfer",
            Work::Delay { .. } | Work::Join => "delay",
        };
        let _ = write!(self.out, "\",\"cat\":\"{category}\",\"pid\":{process},\"tid\":{thread},\"ts\":");
        let (from, to) = (start.0 / 1_000, end.0 / 1_000);
        self.microseconds(from);
        self.out.push_str(",\"dur\":");
        self.microseconds(to.saturating_sub(from));
        let waited = start.saturating_sub(ready).0;
        let (start, end) = (start.0, end.0);
        let _ = write!(
            self.out,
            ",\"args\":{{\"task\":{task},\"start_ps\":{start},\"end_ps\":{end},\"waited_ps\":{waited}"
        );
        if let Work::Transfer { src, dst, bytes, .. } = run.graph.work[t] {
            let _ = write!(self.out, ",\"src\":{src},\"dst\":{dst},\"bytes\":{}", bytes.0);
        }
        if label.chunks > 0 {
            let (chunk, chunks, channel) = (label.chunk, label.chunks, label.channel);
            let _ = write!(self.out, ",\"chunk\":{chunk},\"chunks\":{chunks},\"channel\":{channel}");
        }
        if label.micro_batch != NONE {
            let _ = write!(self.out, ",\"micro_batch\":{}", label.micro_batch);
        }
        self.out.push_str("}}");
    }

    fn microseconds(&mut self, nanoseconds: u64) {
        let _ = write!(self.out, "{}.{:03}", nanoseconds / 1_000, nanoseconds % 1_000);
    }
}

/// Appends `text` as the inside of a JSON string (RFC 8259, section 7).
pub(super) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
}
