//! `kitchen collective --from --to`: one collective over a range of sizes, as the table that nccl-tests prints, so that whatever reads
//! its output reads this.
//!
//! The columns, the rounding of sizes and the form of the numbers are those of nccl-tests 2.13 and later (`src/common.cu`,
//! `src/all_gather.cu` and their like). A simulated buffer is neither in place nor out of place: both halves of a row are the same run,
//! and nothing is checked for wrong values.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::Args;
use kitchen_core::collective::{Measured, Op};
use kitchen_core::topology::Topology;
use kitchen_core::units::Bytes;
use kitchen_story::scenario::raw::quote;
use kitchen_story::scenario::size;
use kitchen_text::{Lang, Line, Words, msg};

use crate::progress::Progress;
use crate::say::{self, Failure};

/// Bytes of an element: what nccl-tests takes unless told otherwise is `float`.
const ELEMENT: u64 = 4;
/// To how many bytes nccl-tests rounds the part of a rank.
const ALIGNED: u64 = 16;
/// A factor below 2 would not grow the smallest sizes.
const FACTORS: std::ops::RangeInclusive<u64> = 2..=1024;
/// Threads at most.
const MOST_JOBS: usize = 256;

#[derive(Args, Debug)]
pub(crate) struct Sweep {
    #[arg(long)]
    from: Option<String>,
    #[arg(long)]
    to: Option<String>,
    #[arg(long)]
    factor: Option<String>,
    #[arg(long)]
    jobs: Option<String>,
    #[arg(long)]
    csv: bool,
}

/// A size of the range.
pub(crate) struct Size {
    /// The largest buffer that a rank holds.
    pub(crate) bytes: Bytes,
    /// Elements, as nccl-tests counts them: of a rank's part where the parts of all ranks make the buffer.
    elements: u64,
}

/// Whether an operation's buffer is made of a part for each rank.
const fn is_shared_out(op: Op) -> bool {
    matches!(op, Op::AllGather | Op::ReduceScatter | Op::AllToAll | Op::AllToAllV | Op::Gather | Op::Scatter)
}

impl Sweep {
    /// Whether a range was asked for.
    pub(crate) const fn is_asked(&self) -> bool {
        self.from.is_some() || self.to.is_some() || self.factor.is_some() || self.csv || self.jobs.is_some()
    }

    pub(crate) const fn is_csv(&self) -> bool {
        self.csv
    }

    /// The sizes, smallest first. A size that rounds to nothing is left out, as is one that rounds to the one before it.
    ///
    /// # Errors
    /// A size or the factor is none, or the range is empty.
    pub(crate) fn sizes(&self, op: Op, ranks: u32, most: Bytes) -> Result<Vec<Size>, Failure> {
        let needs = |flag: &'static str, with: &'static str| {
            Failure::new(flag, Line::from(msg::CliOnlyWith { with: Words::from(with) }))
        };
        let (from, to) = match (&self.from, &self.to) {
            (Some(from), Some(to)) => (from, to),
            (Some(_), None) => return Err(needs("--from", "--to")),
            (None, Some(_)) => return Err(needs("--to", "--from")),
            (None, None) => {
                let flags = [("--factor", self.factor.is_some()), ("--jobs", self.jobs.is_some()), ("--csv", true)];
                let flag = flags.into_iter().find(|(_, is_given)| *is_given).map_or("--csv", |(flag, _)| flag);
                return Err(needs(flag, "--from, --to"));
            }
        };
        if op == Op::Barrier {
            let with = Words::from("--op barrier");
            return Err(Failure::new("--from", msg::CliNotWith { with }.into()));
        }
        let read = |flag: &str, text: &str| {
            let bytes = size::parse(text).filter(|bytes| (1..=most.0).contains(&bytes.0));
            bytes.ok_or_else(|| say::no_size(flag, text, most))
        };
        let (from, to) = (read("--from", from)?, read("--to", to)?);
        if to < from {
            return Err(say::out_of_range("--to", to.0.to_string(), format!("{}-{}", from.0, most.0)));
        }
        let factor = whole("--factor", self.factor.as_deref().unwrap_or("2"), &FACTORS)?;
        let mut sizes: Vec<Size> = Vec::new();
        let mut asked = from.0;
        while asked <= to.0 {
            let size = rounded(op, ranks, asked);
            if size.bytes.0 > 0 && sizes.last().is_none_or(|last| last.bytes < size.bytes) {
                sizes.push(size);
            }
            asked *= factor;
        }
        if sizes.is_empty() {
            let least = u64::from(ranks) * if is_shared_out(op) { ALIGNED } else { 1 };
            return Err(say::out_of_range("--to", to.0.to_string(), format!("{least}-{}", most.0)));
        }
        Ok(sizes)
    }

    /// Each size measured, in order, by as many threads as were asked for.
    ///
    /// # Errors
    /// What `measure` says of the smallest size that it refuses.
    pub(crate) fn measure(
        &self,
        sizes: &[Size],
        measure: impl Fn(Bytes) -> Result<Measured, Failure> + Sync,
        lang: Lang,
    ) -> Result<Vec<Measured>, Failure> {
        let jobs = jobs(self.jobs.as_deref())?.min(sizes.len());
        let next = AtomicUsize::new(0);
        let mut found: Vec<Option<Result<Measured, Failure>>> = sizes.iter().map(|_| None).collect();
        let mut progress = Progress::new(sizes.len(), lang);
        thread::scope(|scope| {
            let (sender, came) = mpsc::channel();
            for _ in 0..jobs {
                let (sender, next, measure) = (sender.clone(), &next, &measure);
                scope.spawn(move || {
                    // The largest first: they take longest.
                    while let Some(at) = sizes.len().checked_sub(1 + next.fetch_add(1, Ordering::Relaxed)) {
                        if sender.send((at, measure(sizes[at].bytes))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (done, (at, measured)) in came.into_iter().enumerate() {
                found[at] = Some(measured);
                progress.at(done + 1);
            }
        });
        found.into_iter().flatten().collect()
    }

    /// The rows, as a table or as CSV.
    pub(crate) fn write(&self, op: Op, topology: &Topology, sizes: &[Size], measured: &[Measured]) -> String {
        if self.csv { csv(op, sizes, measured) } else { table(op, topology, sizes, measured) }
    }
}

/// How many threads work: as many as were asked for, else one for each core.
///
/// # Errors
/// What was asked for is no such number.
pub(crate) fn jobs(asked: Option<&str>) -> Result<usize, Failure> {
    let all = || thread::available_parallelism().map_or(1, usize::from).min(MOST_JOBS);
    asked.map_or_else(|| Ok(all()), |text| whole("--jobs", text, &(1..=MOST_JOBS as u64)).map(|n| n as usize))
}

/// A whole number of a range.
fn whole(flag: &str, text: &str, range: &std::ops::RangeInclusive<u64>) -> Result<u64, Failure> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| say::out_of_range(flag, quote(text), format!("{}-{}", range.start(), range.end())))
}

/// The size that nccl-tests makes of one that was asked for.
fn rounded(op: Op, ranks: u32, asked: u64) -> Size {
    if !is_shared_out(op) {
        let elements = asked / ELEMENT;
        return Size { bytes: Bytes(elements * ELEMENT), elements };
    }
    let part = asked / u64::from(ranks) / ALIGNED * ALIGNED;
    Size { bytes: Bytes(part * u64::from(ranks)), elements: part / ELEMENT }
}

/// What nccl-tests writes of the sum and of the root.
const fn roles(op: Op) -> [&'static str; 2] {
    match op {
        Op::AllReduce | Op::ReduceScatter => ["sum", "-1"],
        Op::Reduce => ["sum", "0"],
        Op::Broadcast | Op::Gather | Op::Scatter => ["none", "0"],
        _ => ["none", "-1"],
    }
}

/// A time as nccl-tests writes it: seven columns.
fn microseconds(us: f64) -> String {
    let decimals = match us {
        _ if us >= 10_000.0 => 0,
        _ if us >= 100.0 => 1,
        _ => 2,
    };
    format!("{us:7.decimals$}")
}

fn table(op: Op, topology: &Topology, sizes: &[Size], measured: &[Measured]) -> String {
    let [redop, root] = roles(op);
    let (first, last) = (sizes.first().map_or(0, |size| size.bytes.0), sizes.last().map_or(0, |size| size.bytes.0));
    let mut out = format!("# kitchen {} simulated {}\n", env!("CARGO_PKG_VERSION"), op.id());
    let _ = writeln!(out, "# nThread 1 nGpus 1 minBytes {first} maxBytes {last}\n#\n# Using devices");
    let name = topology.preset().gpu.name;
    for rank in 0..topology.len() {
        let (node, device) = (rank / topology.gpus_per_node(), rank % topology.gpus_per_node());
        let _ =
            writeln!(out, "#  Rank {rank:2} Group  0 Pid      0 on      node{node} device {device:2} [0x00] {name}");
    }
    let space = "";
    let _ = writeln!(out, "#\n#{space:58}out-of-place{space:23}in-place{space:10}");
    for head in [
        ["size", "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong"],
        ["(B)", "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)", ""],
    ] {
        let [size, count, of, redop, root, time, algbw, busbw, wrong] = head;
        let half = format!("  {time:>7}  {algbw:>6}  {busbw:>6}  {wrong:>6}");
        let _ = writeln!(out, "# {size:>10}  {count:>12}  {of:>8}  {redop:>6}  {root:>6}{half}{half}");
    }
    for (size, run) in sizes.iter().zip(measured) {
        let (bytes, count) = (size.bytes.0, size.elements);
        let (time, algbw, busbw) = (microseconds(run.time.as_us()), run.algbw.as_gb_per_s(), run.busbw.as_gb_per_s());
        let half = format!("  {time}  {algbw:6.2}  {busbw:6.2}  {:>6}", "N/A");
        let _ = writeln!(out, "{bytes:12}  {count:12}  {:>8}  {redop:>6}  {root:>6}{half}{half}", "float");
    }
    let mean = measured.iter().map(|run| run.busbw.as_gb_per_s()).sum::<f64>() / measured.len().max(1) as f64;
    let _ = writeln!(out, "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : {mean:.6}\n#");
    out
}

fn csv(op: Op, sizes: &[Size], measured: &[Measured]) -> String {
    let [redop, root] = roles(op);
    let mut out = String::from("size_bytes,count,type,redop,root,time_us,algbw_GBps,busbw_GBps,algorithm,protocol\n");
    for (size, run) in sizes.iter().zip(measured) {
        let (us, algbw, busbw) = (run.time.as_us(), run.algbw.as_gb_per_s(), run.busbw.as_gb_per_s());
        let by = [run.algorithm.id(), run.choice.protocol.name()].join(",");
        let _ =
            writeln!(out, "{},{},float,{redop},{root},{us:.3},{algbw:.3},{busbw:.3},{by}", size.bytes.0, size.elements);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(op: Op, asked: u64, expected: (u64, u64)) {
        let size = rounded(op, 8, asked);
        assert_eq!((size.bytes.0, size.elements), expected, "{op:?} {asked}");
    }

    #[test]
    fn sizes_are_rounded_as_nccl_tests_does() {
        check(Op::AllReduce, 8, (8, 2));
        check(Op::AllReduce, 1 << 20, (1 << 20, 1 << 18));
        check(Op::AllReduce, 7, (4, 1));
        check(Op::AllGather, 64, (0, 0));
        check(Op::AllGather, 128, (128, 4));
        check(Op::ReduceScatter, 1 << 20, (1 << 20, 1 << 15));
        check(Op::AllToAll, 1000, (896, 28));
    }

    #[test]
    fn a_time_takes_seven_columns() {
        let check = |us, expected| assert_eq!(microseconds(us), expected);
        check(12.345, "  12.35");
        check(123.45, "  123.5");
        check(12_345.6, "  12346");
    }
}
