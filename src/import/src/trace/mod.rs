//! A trace of PyTorch's profiler (Kineto): Chrome's JSON, packed with gzip or not, read as it comes.
//!
//! * `split`: the events one by one, whatever pieces the text comes in; `packed`: the same of gzip;
//! * `event`: one event; `collective`: which operation a kernel is; `spans`: unions and overlaps of spans;
//! * `join`: the traces of several ranks; `run`: one as a run, span by span; `meet`: the runs of several ranks on one clock, and who
//!   waited for whom.

mod collective;
mod event;
mod join;
mod meet;
mod packed;
mod run;
mod spans;
mod split;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::problem::Problem;
use crate::tree::{self, Tree};

use collective::{Call, Noted};
use event::Event;
use packed::Packed;
use spans::Spans;
use split::Splitter;

pub use join::join;
pub use meet::{Met, Together, meet};
pub use run::{Kernel, Meeting, Operation, Run};

/// The most kernels.
const MOST_KERNELS: u64 = 20_000_000;
/// The most different steps, and the most different collectives.
const MOST_KINDS: usize = 100_000;

/// What a trace says of a step on GPUs. Times are in microseconds; sums over the ranks where several were joined.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// Ranks whose traces these are: one a file.
    pub ranks: u64,
    /// As the file says it.
    pub rank: Option<u64>,
    pub world_size: Option<u64>,
    pub backend: Option<String>,
    pub gpu: Option<String>,
    /// Steps that the profiler marked; of several ranks the most.
    pub steps: u64,
    pub events: u64,
    /// Events that have no time, or something else where it should stand.
    pub left_out: u64,
    /// From the first event's start to the last one's end, the profiler's own span aside; of several ranks the longest.
    pub span_us: f64,
    pub kernels: u64,
    pub comm_kernels: u64,
    /// All kernels' durations.
    pub kernel_us: f64,
    /// Copies and fills of memory.
    pub memory_us: f64,
    /// While a kernel runs that is no communication's.
    pub compute_us: f64,
    /// While a communication's kernel runs; its waiting for others is in it.
    pub comm_us: f64,
    /// While both run.
    pub overlap_us: f64,
    /// Communication without computation beside it.
    pub exposed_comm_us: f64,
    pub collectives: Vec<Collective>,
}

/// The kernels of one operation in groups of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Collective {
    pub name: String,
    /// Nothing where the trace does not say it.
    pub group_size: Option<u64>,
    pub count: u64,
    /// Of the larger of input and output a rank, all calls together; nothing where the trace does not say it.
    pub bytes: Option<u64>,
    pub time_us: f64,
}

/// Reads a trace piece by piece.
#[derive(Debug, Default)]
pub struct Reader {
    packed: Option<Packed>,
    inner: Inner,
    is_started: bool,
}

/// The text's reader.
#[derive(Debug, Default)]
pub(crate) struct Inner {
    splitter: Splitter,
    gathered: Gathered,
}

/// What the events have come to.
#[derive(Debug, Default)]
struct Gathered {
    events: u64,
    left_out: u64,
    first: Option<i64>,
    last: i64,
    steps: BTreeSet<String>,
    kernel_ns: i64,
    memory_ns: i64,
    compute: Spans,
    comm: Spans,
    calls: BTreeMap<Call, Sum>,
    /// Span by span, where that is wanted.
    run: Option<run::Keeper>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: u64,
    bytes: u64,
    ns: i64,
}

impl Reader {
    /// One that keeps the run too: see [`Reader::finish_run`].
    pub fn keeping() -> Reader {
        let gathered = Gathered { run: Some(run::Keeper::default()), ..Gathered::default() };
        Reader { inner: Inner { gathered, ..Inner::default() }, ..Reader::default() }
    }

    /// Takes the next piece of the file.
    ///
    /// # Errors
    /// What has come is no trace.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        if !self.is_started && !bytes.is_empty() {
            self.is_started = true;
            self.packed = packed::is(bytes).then(Packed::default);
        }
        match &mut self.packed {
            Some(packed) => packed.feed(bytes, &mut |text| self.inner.feed(text)),
            None => self.inner.feed(bytes),
        }
    }

    /// The trace, once all of the file has come.
    ///
    /// # Errors
    /// It ends early, or there are no events.
    pub fn finish(self) -> Result<Trace, Problem> {
        self.finish_run().map(|(trace, _)| trace)
    }

    /// The trace and its run, which is empty unless it was [kept](Reader::keeping).
    ///
    /// # Errors
    /// It ends early, or there are no events.
    pub fn finish_run(mut self) -> Result<(Trace, Run), Problem> {
        if let Some(packed) = &mut self.packed {
            packed.finish(&mut |text| self.inner.feed(text))?;
        }
        let header = self.inner.splitter.finish()?;
        let run = self.inner.gathered.run.take().unwrap_or_default().run();
        Ok((self.inner.gathered.trace(&header)?, run))
    }
}

/// The first bytes of a file, unpacked where it is packed.
pub(crate) fn head(bytes: &[u8]) -> Vec<u8> {
    if packed::is(bytes) { packed::head(bytes) } else { bytes.iter().copied().take(1 << 16).collect() }
}

/// Whether a text begins as a trace does.
pub(crate) fn is(head: &str) -> bool {
    let names = ["\"traceEvents\"", "\"schemaVersion\"", "\"deviceProperties\"", "\"distributedInfo\""];
    let text = head.trim_start();
    let is_event = text.starts_with('[') && text.contains("\"ph\"");
    is_event || (text.starts_with('{') && names.iter().any(|name| text.contains(name)))
}

impl Inner {
    fn feed(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        let gathered = &mut self.gathered;
        self.splitter.feed(bytes, &mut |event| gathered.take(event))
    }
}

impl Gathered {
    fn take(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        self.events += 1;
        let text = String::from_utf8_lossy(bytes);
        let plain = match event::read(&text) {
            Ok(event) => return self.add(&event),
            // Wrong in itself, or with what Python alone writes.
            Err(error) if error.is_data() => {
                self.left_out += 1;
                return Ok(());
            }
            Err(_) => tree::plain(&text),
        };
        match event::read(&plain) {
            Ok(event) => self.add(&event),
            Err(error) if error.is_data() => {
                self.left_out += 1;
                Ok(())
            }
            Err(error) => Err(Problem::Form { form: "JSON", why: format!("{error} of event {}", self.events) }),
        }
    }

    fn add(&mut self, event: &Event<'_>) -> Result<(), Problem> {
        // Marks and arrows have no duration; the profiler's own span is not the program's.
        let Some((start, end)) = event.span() else { return Ok(()) };
        if event.cat == "Trace" {
            return Ok(());
        }
        self.first = Some(self.first.map_or(start, |first| first.min(start)));
        self.last = self.last.max(end);
        match &*event.cat {
            "kernel" => self.kernel(event, start, end)?,
            "gpu_memcpy" | "gpu_memset" => self.memory_ns += end - start,
            _ if event.name.starts_with("ProfilerStep#") && self.steps.len() < MOST_KINDS => {
                self.steps.insert(event.name.to_string());
            }
            _ => {}
        }
        Ok(())
    }

    fn kernel(&mut self, event: &Event<'_>, start: i64, end: i64) -> Result<(), Problem> {
        if self.compute.count() + self.comm.count() >= MOST_KERNELS {
            return Err(Problem::Many { what: "kernels", most: MOST_KERNELS });
        }
        self.kernel_ns += end - start;
        let noted = collective::of(event);
        if let Some(run) = &mut self.run {
            run.add([start, end], &event.name, noted.as_ref());
        }
        let Some(Noted { call, bytes, .. }) = noted else {
            self.compute.add(start, end);
            return Ok(());
        };
        self.comm.add(start, end);
        if self.calls.len() >= MOST_KINDS {
            return Err(Problem::Many { what: "collectives", most: MOST_KINDS as u64 });
        }
        let sum = self.calls.entry(call).or_default();
        sum.count += 1;
        sum.bytes = sum.bytes.saturating_add(bytes.unwrap_or(0));
        sum.ns += end - start;
        Ok(())
    }

    fn trace(self, header: &Tree) -> Result<Trace, Problem> {
        if self.events == self.left_out {
            return Err(Problem::Nothing { what: "events" });
        }
        let number = |way: &str| match header.at(way) {
            Some(Tree::Whole(whole)) => u64::try_from(*whole).ok(),
            _ => None,
        };
        let (kernels, comm_kernels) = (self.compute.count() + self.comm.count(), self.comm.count());
        let (compute, comm) = (self.compute.union(), self.comm.union());
        let overlap = spans::overlap(&compute, &comm);
        let comm_ns = spans::length(&comm);
        let collectives = self.calls.into_iter().map(|(call, sum)| Collective {
            name: call.name,
            bytes: call.group_size.map(|_| sum.bytes),
            group_size: call.group_size,
            count: sum.count,
            time_us: us(sum.ns),
        });
        let gpu = match header.get("deviceProperties") {
            Some(Tree::List(all)) => all.first().and_then(|one| one.get("name")).and_then(Tree::text),
            _ => None,
        };
        Ok(Trace {
            ranks: 1,
            rank: number("distributedInfo.rank"),
            world_size: number("distributedInfo.world_size"),
            backend: header.at("distributedInfo.backend").and_then(Tree::text).map(str::to_owned),
            gpu: gpu.filter(|name| !name.is_empty()).map(str::to_owned),
            steps: self.steps.len() as u64,
            events: self.events,
            left_out: self.left_out,
            span_us: us(self.last - self.first.unwrap_or(self.last)),
            kernels,
            comm_kernels,
            kernel_us: us(self.kernel_ns),
            memory_us: us(self.memory_ns),
            compute_us: us(spans::length(&compute)),
            comm_us: us(comm_ns),
            overlap_us: us(overlap),
            exposed_comm_us: us(comm_ns - overlap),
            collectives: collectives.collect(),
        })
    }
}

/// Microseconds of nanoseconds.
fn us(ns: i64) -> f64 {
    ns as f64 / 1e3
}

#[cfg(test)]
mod tests;
