//! `kitchen validate network FILE.csv`: what others published of networks, against the packet network.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::packet::dcqcn::Dcqcn;
use kitchen_core::packet::load::{Load, drawn};
use kitchen_core::packet::mark::Ecn;
use kitchen_core::packet::{self, Flow, LeafSpine, Log, PacketError, Plan, Report, Rule};
use kitchen_core::text::{Key, Lang, Line, key, tr};
use kitchen_core::units::{Bytes, Time};
use serde::Serialize;

use super::rows;
use crate::out::{Done, MISSED};
use crate::say::{self, Failure, left, right, round};

#[derive(Args, Debug)]
pub(crate) struct Network {
    file: PathBuf,
    #[arg(long)]
    strict: bool,
    #[arg(long)]
    json: bool,
}

/// The columns that a file must have.
pub(crate) const COLUMNS: [&str; 7] = ["id", "what", "condition", "value", "unit", "source", "verified"];

/// Where a row gives no range of its own: so far to either side, percent.
const EITHER_SIDE: f64 = 5.0;

type Record = BTreeMap<String, String>;

/// How a row is read, and what stands for it.
struct Check {
    id: &'static str,
    run: fn() -> Result<f64, PacketError>,
    reads: Reads,
}

/// What the published value is.
#[derive(Clone, Copy, PartialEq)]
enum Reads {
    /// One number, with the range beside it or one of our own.
    Value,
    /// The most that was seen.
    Most,
    /// Two numbers, of which the difference is compared; divided by so many.
    Difference(f64),
}

const CHECKS: [Check; 12] = [
    Check { id: "n006", run: sprayed_permutation, reads: Reads::Value },
    Check { id: "n022", run: spray_over_ecmp, reads: Reads::Most },
    Check { id: "n026", run: || one_slow_uplink(Rule::Spray), reads: Reads::Value },
    Check { id: "n027", run: || one_slow_uplink(Rule::Adaptive), reads: Reads::Value },
    Check { id: "n042", run: || Ok(neighbours(800)? / 8.0), reads: Reads::Value },
    Check { id: "n049", run: two_round_trips, reads: Reads::Value },
    Check { id: "n052", run: || joining(Dcqcn::vendor(400)), reads: Reads::Value },
    Check { id: "n053", run: || joining(tuned()), reads: Reads::Value },
    Check { id: "n138", run: eight_to_one, reads: Reads::Value },
    Check { id: "n139", run: sixteen_flows_to_one, reads: Reads::Value },
    Check { id: "n147", run: || neighbours(400), reads: Reads::Value },
    Check { id: "n175", run: two_more_hops, reads: Reads::Difference(1.0) },
];

#[derive(Serialize)]
struct Outcome {
    id: String,
    what: String,
    published: f64,
    low: f64,
    high: f64,
    simulated: f64,
    unit: String,
    inside: bool,
    /// Read in the named document itself.
    at_its_source: bool,
    source: String,
}

#[derive(Serialize)]
struct Answer {
    inside: usize,
    of: usize,
    /// Rows of the file that the model does not express, or that have no number.
    left_out: usize,
    rows: Vec<Outcome>,
}

pub(super) fn run(args: &Network, lang: Lang) -> Result<Done, Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let text = rows::file(&args.file)?;
    let (records, bad) = rows::read_as(&text, &COLUMNS, |record: Record, _| Ok(record)).map_err(about)?;
    if records.is_empty() {
        return Err(super::no_rows(&args.file, bad.first()));
    }
    let mut outcomes = Vec::new();
    for record in &records {
        let Some(check) = CHECKS.iter().find(|check| check.id == cell(record, "id")) else { continue };
        if let Some(range) = range(record, check.reads) {
            let simulated = (check.run)().map_err(|error| about(error.line()))?;
            outcomes.push(outcome(record, range, simulated));
        }
    }
    let inside = outcomes.iter().filter(|one| one.inside).count();
    let answer =
        Answer { inside, of: outcomes.len(), left_out: records.len() + bad.len() - outcomes.len(), rows: outcomes };
    let status = if args.strict && answer.inside < answer.of { MISSED } else { 0 };
    let text = if args.json { say::json(&answer) } else { print(&answer, lang) };
    Ok(Done { text, notes: Vec::new(), status })
}

fn cell<'r>(record: &'r Record, name: &str) -> &'r str {
    record.get(name).map_or("", String::as_str)
}

/// The published value, and the range that counts as inside.
fn range(record: &Record, reads: Reads) -> Option<[f64; 3]> {
    let number = |text: &str| text.trim_start_matches(['~', '>', '<']).trim().parse::<f64>().ok();
    let [low, high] = ["low", "high"].map(|name| number(cell(record, name)));
    let value = cell(record, "value");
    let by = EITHER_SIDE / 100.0;
    match reads {
        Reads::Value => {
            let value = number(value)?;
            Some([value, low.unwrap_or(value * (1.0 - by)), high.unwrap_or(value * (1.0 + by))])
        }
        Reads::Most => {
            let value = number(value)?;
            Some([value, low.unwrap_or(1.0), value])
        }
        Reads::Difference(parts) => {
            let two: Vec<f64> = value.split(';').filter_map(number).collect();
            let [from, to] = *two.as_slice() else { return None };
            let value = round((to - from) / parts, 4);
            Some([value, value * (1.0 - by), value * (1.0 + by)])
        }
    }
}

fn outcome(record: &Record, [published, low, high]: [f64; 3], simulated: f64) -> Outcome {
    let own = |name: &str| cell(record, name).to_owned();
    Outcome {
        id: own("id"),
        what: own("what"),
        published,
        low: round(low, 4),
        high: round(high, 4),
        simulated: round(simulated, 4),
        unit: own("unit"),
        inside: (low..=high).contains(&simulated),
        at_its_source: cell(record, "verified") == "source",
        source: own("source"),
    }
}

fn print(answer: &Answer, lang: Lang) -> String {
    let heads = ["id", "published", "low", "high", "simulated"];
    let mut out = heads.iter().map(|head| right(head, 11)).collect::<String>();
    let _ = writeln!(out, "  {}", tr(lang, key::VALIDATE_NETWORK_VERDICT));
    for row in &answer.rows {
        let verdict: Key = if row.inside { key::VALIDATE_NETWORK_INSIDE } else { key::VALIDATE_NETWORK_OUTSIDE };
        let numbers = [row.published, row.low, row.high, row.simulated].map(|number| right(&number.to_string(), 11));
        let verdict = left(tr(lang, verdict), 9);
        let _ = writeln!(out, "{}{}  {verdict}{}: {}", right(&row.id, 11), numbers.concat(), row.unit, row.what);
    }
    let line = Line::new(key::VALIDATE_NETWORK_SUM).count("inside", answer.inside).count("of", answer.of);
    let _ = writeln!(out, "{}", line.count("rest", answer.left_out).say(lang));
    out
}

fn gbit(bytes_per_s: f64) -> f64 {
    bytes_per_s * 8e-9
}

fn slowest(report: &Report) -> f64 {
    report.flows.iter().map(|flow| gbit(flow.rate().as_bytes_per_s())).fold(f64::MAX, f64::min)
}

fn plan(spec: LeafSpine, flows: Vec<Flow>) -> Result<Plan, PacketError> {
    Ok(Plan::new(spec.build()?, flows))
}

/// Eight hosts of two racks to eight of two others over four spines.
fn sprayed_permutation() -> Result<f64, PacketError> {
    let flow = |src| Flow { src, dst: src + 8, bytes: Bytes::mib(32), start: Time::ZERO };
    let plan = Plan { rule: Rule::Spray, ..plan(LeafSpine::new(4, 4, 4), (0..8).map(flow).collect())? };
    Ok(slowest(&packet::run(&plan)?))
}

/// Permutations of 128 hosts, each drawn anew: the time hashed over the time sprayed, at most.
fn spray_over_ecmp() -> Result<f64, PacketError> {
    let mut most = 0.0_f64;
    for seed in 1..=4 {
        let hashed = Plan { seed, ..plan(LeafSpine::new(8, 16, 16), drawn(128, Bytes::mib(4), seed))? };
        let sprayed = Plan { rule: Rule::Spray, ..hashed.clone() };
        most = most.max(packet::run(&hashed)?.makespan.as_us() / packet::run(&sprayed)?.makespan.as_us());
    }
    Ok(most)
}

/// Eight hosts to eight over eight uplinks of 100 Gbit/s, of which one goes at half its rate: percent of what all uplinks could carry.
fn one_slow_uplink(rule: Rule) -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: 100, spine_gbit: 100, ..LeafSpine::new(2, 8, 8) };
    let flows = (0..8).map(|src| Flow { src, dst: src + 8, bytes: Bytes::mib(64), start: Time::ZERO }).collect();
    let mut plan = Plan { rule, ..plan(spec, flows)? };
    let fair = if rule == Rule::Adaptive { 7.5 / 8.0 } else { 1.0 };
    let way = plan.fabric.ways(0, 8).start;
    let slow = plan.fabric.way(way).links()[0] as usize;
    plan.fabric.links[slow].gbit_per_s = 50;
    let line = 100.0 * 4096.0 / 4178.0;
    Ok(100.0 * slowest(&packet::run(&plan)?) / (line * fair))
}

/// Each host to one on the next leaf, sprayed: the slowest, Gbit/s.
fn neighbours(gbit: u32) -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: gbit, spine_gbit: gbit, ..LeafSpine::new(4, 8, 8) };
    let next = |src| Flow { src, dst: (src + 8) % 32, bytes: Bytes::mib(32), start: Time::ZERO };
    let plan = Plan { rule: Rule::Spray, ..plan(spec, (0..32).map(next).collect())? };
    Ok(slowest(&packet::run(&plan)?))
}

/// Two senders to one at 40 Gbit/s, round trips of about 2 µs and of 1.77 ms, marks from 1 to 2 MB with 5 %: what waits in the
/// second half of the run on average, MB.
fn two_round_trips() -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: 40, ..LeafSpine::new(1, 1, 3) };
    let mut plan = plan(spec, Load::Incast.flows(3, Bytes::mib(1024)))?;
    let far = plan.fabric.hosts[2];
    for link in [far.1, far.2] {
        plan.fabric.links[link as usize].latency = Time::from_us(885);
    }
    plan.queueing.ecn = Some(Ecn { min: 1_000_000, max: 2_000_000, most: 0.05 });
    plan.dcqcn = Some(Dcqcn::paper());
    plan.log = Log { series: true, courier_bytes: 0 };
    let to = plan.fabric.hosts[0].2 as usize;
    let report = packet::run(&plan)?;
    let last = (report.makespan.0 / report.step.0) as usize;
    let waiting = &report.series[to].waiting[last / 2..last * 3 / 4];
    Ok(waiting.iter().sum::<u64>() as f64 / waiting.len().max(1) as f64 / 1e6)
}

/// The tuned constants of the same paper (Barre, ATC 2025, table 2), in the middle of their ranges: a cut of a tenth at most is
/// closest to a g that keeps alpha small.
fn tuned() -> Dcqcn {
    Dcqcn { increase_timer: Time::from_us(50), additive: 100e6, hyper: 1000e6, ..Dcqcn::vendor(400) }
}

/// Four senders join one after the other, 2 ms apart, at 400 Gbit/s: the least that the receiver gets in any 0.3 ms from the second's
/// start on until the first is done, Gbit/s.
fn joining(dcqcn: Dcqcn) -> Result<f64, PacketError> {
    let each =
        |at: u32| Flow { src: at, dst: 0, bytes: Bytes::mib(512), start: Time::from_us(2_000 * u64::from(at - 1)) };
    let mut plan = plan(LeafSpine::new(1, 1, 5), (1..=4).map(each).collect())?;
    plan.queueing.ecn = Some(Ecn::simai(400));
    plan.dcqcn = Some(dcqcn);
    plan.log = Log { series: true, courier_bytes: 0 };
    let to = plan.fabric.hosts[0].2 as usize;
    let report = packet::run(&plan)?;
    let done = report.flows.iter().map(|flow| flow.finish).min().unwrap_or(Time::ZERO);
    let step = report.step.0;
    let [from, until] = [2_000_000_000, done.0].map(|at| (at / step) as usize);
    let width = (300_000_000 / step).max(1) as usize;
    let sent = &report.series[to].sent[from..until.max(from + width)];
    let least = sent.windows(width).map(|part| part.iter().sum::<u64>()).min().unwrap_or(0);
    Ok(gbit(least as f64 / (step as f64 * width as f64 / 1e12)) * 4096.0 / 4178.0)
}

/// Eight senders to one card of 600 Gbit/s on one leaf, without loss: each sender's rate, GB/s.
fn eight_to_one() -> Result<f64, PacketError> {
    let mut plan = plan(LeafSpine::new(1, 1, 9), Load::Incast.flows(9, Bytes::mib(16)))?;
    plan.fabric.links.iter_mut().for_each(|link| link.gbit_per_s = 600);
    let report = packet::run(&plan)?;
    Ok(if report.dropped == 0 { slowest(&report) / 8.0 } else { 0.0 })
}

/// Four flows of each of four senders to one, without loss: all together, Gbit/s.
fn sixteen_flows_to_one() -> Result<f64, PacketError> {
    let flow = |at: u32| Flow { src: 1 + at % 4, dst: 0, bytes: Bytes::mib(8), start: Time::ZERO };
    let report = packet::run(&plan(LeafSpine::new(1, 1, 5), (0..16).map(flow).collect())?)?;
    Ok(gbit(16.0 * Bytes::mib(8).0 as f64 / report.makespan.as_secs()))
}

/// A write of two bytes across two leaves against one inside a leaf, µs.
fn two_more_hops() -> Result<f64, PacketError> {
    let time = |dst: u32| {
        let flow = Flow { src: 0, dst, bytes: Bytes(2), start: Time::ZERO };
        packet::run(&plan(LeafSpine::new(2, 2, 2), vec![flow])?).map(|report| report.makespan.as_us())
    };
    Ok(time(2)? - time(1)?)
}
