//! `kitchen collective`.

use std::fmt::Write as _;

use clap::Args;
use kitchen_core::collective::hierarchical::{Dimension, Inner};
use kitchen_core::collective::{
    Algorithm, Call, Choice, CollectiveError, Launch, Op, Skew, Split, measure_group, tuner,
};
use kitchen_core::scenario::raw::quote;
use kitchen_core::scenario::size;
use kitchen_core::sim::task::GpuId;
use kitchen_core::text::{Line, key};
use kitchen_core::topology::{self, ClusterSpec, Missing, Part, Topology};
use kitchen_core::units::{Bytes, Rate};
use serde::Serialize;

use crate::machine::Machine;
use crate::say::{self, Failure, round};

#[derive(Args, Debug)]
pub(crate) struct Collective {
    #[command(flatten)]
    machine: Machine,
    #[arg(long, default_value = "all-reduce")]
    op: String,
    #[arg(long, value_name = "PART", num_args = 1..)]
    missing: Vec<String>,
    #[arg(long)]
    bytes: Option<String>,
    #[arg(long)]
    skew: Option<String>,
    #[arg(long, default_value = "auto")]
    algorithm: String,
    #[arg(long)]
    dimensions: Option<String>,
    #[arg(long)]
    sharp: bool,
    #[arg(long)]
    explain: bool,
    #[arg(long)]
    json: bool,
}

/// What NCCL's tuner gives one algorithm and protocol.
#[derive(Serialize)]
struct Pair {
    algorithm: &'static str,
    protocol: &'static str,
    latency_us: f64,
    #[serde(rename = "bandwidth_GBps")]
    bandwidth: f64,
    time_us: f64,
    /// Whether the simulation did it so.
    taken: bool,
}

#[derive(Serialize)]
struct Answer {
    system: &'static str,
    nodes: u32,
    gpus: u32,
    op: &'static str,
    bytes: u64,
    time_us: f64,
    #[serde(rename = "algbw_GBps")]
    algbw: Option<f64>,
    #[serde(rename = "busbw_GBps")]
    busbw: Option<f64>,
    algorithm: &'static str,
    protocol: &'static str,
    /// With `--explain`, where NCCL tunes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tuner: Vec<Pair>,
    /// What it had to do without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
}

/// The largest buffer: an exbibyte would leave integer picoseconds.
const MAX_BYTES: Bytes = Bytes::gib(1024);

fn missing(names: &[String]) -> Result<Missing, Failure> {
    let part = |name: &String| {
        let line = || Line::new(key::ERR_FLAG_PART).text("value", kitchen_core::scenario::raw::quote(name));
        Part::parse(name).ok_or_else(|| Failure::new("--missing", line()))
    };
    let parts = names.iter().map(part).collect::<Result<Vec<Part>, Failure>>()?;
    Missing::of(&parts).map_err(|error| Failure::new("--missing", error.line()))
}

pub(crate) fn run(args: &Collective) -> Result<String, Failure> {
    let machine = args.machine.spec()?;
    let op = Op::from_id(&args.op).ok_or_else(|| say::unknown("--op", &args.op, Op::ALL.iter().map(|op| op.id())))?;
    let algorithms = Algorithm::ALL.iter().map(|algorithm| algorithm.id());
    let algorithm =
        Algorithm::from_id(&args.algorithm).ok_or_else(|| say::unknown("--algorithm", &args.algorithm, algorithms))?;
    let bytes = if op == Op::Barrier { Bytes(0) } else { bytes(args.bytes.as_deref())? };
    let fabric = if args.sharp { machine.fabric.adding() } else { machine.fabric };
    let spec = ClusterSpec { missing: missing(&args.missing)?, fabric, ..machine };
    let topology = topology::build(&spec).map_err(|error| say::about_topology(&error, &spec))?;
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let refused = |error: CollectiveError| Failure::new("collective", error.line());
    let dims = dimensions(args, algorithm)?;
    let call = Call { split: split(args, op, topology.len())?, dims: &dims, ..Call::new(op, algorithm, bytes, &group) };
    let measured = measure_group(&topology, &call, Launch::ProcessPerGpu).map_err(refused)?;
    let rate = |rate: Rate| (op != Op::Barrier).then(|| round(rate.as_gb_per_s(), 3));
    let answer = Answer {
        system: spec.system.id,
        nodes: topology.nodes,
        gpus: topology.len(),
        op: op.id(),
        bytes: bytes.0,
        time_us: round(measured.time.as_us(), 3),
        algbw: rate(measured.algbw),
        busbw: rate(measured.busbw),
        algorithm: measured.algorithm.id(),
        protocol: measured.choice.protocol.name(),
        tuner: if args.explain { explain(&topology, &call, &measured.choice).map_err(refused)? } else { Vec::new() },
        missing: spec.missing.parts().iter().map(|part| part.write()).collect(),
    };
    if args.json {
        return Ok(say::json(&answer));
    }
    let mut rows = vec![("time_us", answer.time_us.to_string())];
    rows.extend(answer.algbw.map(|rate| ("algbw_GBps", rate.to_string())));
    rows.extend(answer.busbw.map(|rate| ("busbw_GBps", rate.to_string())));
    rows.push(("algorithm", answer.algorithm.to_owned()));
    let mut text = say::table(&rows);
    if args.explain {
        text.push_str(&tuner_table(&answer));
    }
    Ok(text)
}

fn explain(topology: &Topology, call: &Call<'_>, choice: &Choice) -> Result<Vec<Pair>, CollectiveError> {
    let Some(tuning) = tuner::explain(topology, call.group, call.op, call.bytes)? else { return Ok(Vec::new()) };
    let pair = |one: &tuner::Candidate| Pair {
        algorithm: one.family.name(),
        protocol: one.protocol.name(),
        latency_us: round(one.latency_us, 2),
        bandwidth: round(one.gb_per_s, 2),
        time_us: round(one.time.as_us(), 2),
        taken: tuning.algorithm(one.family) == Some(choice.algorithm) && one.protocol == choice.protocol,
    };
    Ok(tuning.candidates.iter().map(pair).collect())
}

/// The tuner's list as text; a star marks what was simulated.
fn tuner_table(answer: &Answer) -> String {
    let mut text = format!("protocol    {}\n", answer.protocol);
    let mut pairs: Vec<&Pair> = answer.tuner.iter().collect();
    pairs.sort_by(|a, b| a.time_us.total_cmp(&b.time_us));
    if !pairs.is_empty() {
        text.push_str("\nNCCL's tuner  latency_us  bandwidth_GBps    time_us\n");
    }
    for one in pairs {
        let name = format!("{} {}", one.algorithm, one.protocol);
        let star = if one.taken { "  *" } else { "" };
        let _ = writeln!(text, "{name:<14}{:>10} {:>15} {:>10}{star}", one.latency_us, one.bandwidth, one.time_us);
    }
    text
}

fn bytes(text: Option<&str>) -> Result<Bytes, Failure> {
    let Some(text) = text else { return Err(Failure::new("--bytes", Line::new(key::CLI_NO_BYTES))) };
    size::parse(text).filter(|bytes| (1..=MAX_BYTES.0).contains(&bytes.0)).ok_or_else(|| {
        let line = Line::new(key::ERR_FLAG_BYTES).bytes("max", MAX_BYTES);
        Failure::new("--bytes", line.text("value", quote(text)))
    })
}

/// What `--skew` asks for.
fn split(args: &Collective, op: Op, ranks: u32) -> Result<Split<'static>, Failure> {
    let Some(text) = &args.skew else { return Ok(Split::Even) };
    if op != Op::AllToAllV {
        return Err(Failure::new("--skew", Line::new(key::CLI_ONLY_WITH).text("with", "--op all-to-all-v")));
    }
    let factor = text.parse::<f64>().ok().filter(|factor| (1.0..=f64::from(ranks)).contains(factor));
    let skew = factor.and_then(|factor| Skew::percent((factor * 100.0).round() as u32));
    skew.map(Split::Skewed).ok_or_else(|| {
        let line = Line::new(key::ERR_FLAG_RANGE).text("value", quote(text));
        Failure::new("--skew", line.text("range", format!("1-{ranks}")))
    })
}

/// What `--dimensions` asks for.
fn dimensions(args: &Collective, algorithm: Algorithm) -> Result<Vec<Dimension>, Failure> {
    let Some(text) = &args.dimensions else { return Ok(Vec::new()) };
    if algorithm != Algorithm::Hierarchical {
        return Err(Failure::new(
            "--dimensions",
            Line::new(key::CLI_ONLY_WITH).text("with", "--algorithm hierarchical"),
        ));
    }
    let fields: Vec<&str> = text.split(',').collect();
    let last = fields.len() - 1;
    let usual = |at: usize| match at {
        0 => "direct",
        _ if at == last => "trees",
        _ => "ring",
    };
    let read = |(at, field): (usize, &&str)| {
        let (inner, size) = field.trim().split_once(':').unwrap_or((usual(at), field.trim()));
        let (_, inner) = INNERS.into_iter().find(|(id, _)| *id == inner)?;
        let size = size.parse().ok().filter(|&size| size > 0)?;
        Some(Dimension::new(size, inner))
    };
    fields.iter().enumerate().map(read).collect::<Option<_>>().ok_or_else(|| {
        let line = Line::new(key::ERR_FLAG_RANGE).text("value", quote(text));
        let ids = INNERS.map(|(id, _)| id).join(", ");
        Failure::new("--dimensions", line.text("range", format!("8,4,2, direct:8,ring:4,trees:2 ({ids})")))
    })
}

/// What a dimension's algorithm is called here.
const INNERS: [(&str, Inner); 4] = [
    ("direct", Inner::Direct),
    ("ring", Inner::Ring),
    ("halving-doubling", Inner::HalvingDoubling),
    ("trees", Inner::Trees),
];
