//! `kitchen collective`.

use clap::Args;
use kitchen_core::collective::{Algorithm, Op, measure};
use kitchen_core::scenario::size;
use kitchen_core::text::{Line, key};
use kitchen_core::topology::{self, ClusterSpec};
use kitchen_core::units::Bytes;
use serde::Serialize;

use crate::say::{self, Failure, round};

#[derive(Args, Debug)]
pub(crate) struct Collective {
    /// A preset, see `kitchen systems`
    #[arg(long)]
    system: String,
    /// How many of them
    #[arg(long, default_value_t = 1)]
    nodes: u32,
    /// Only the first so many GPUs
    #[arg(long)]
    gpus: Option<u32>,
    /// all-reduce, all-gather, reduce-scatter, broadcast, reduce, all-to-all or send-recv
    #[arg(long, default_value = "all-reduce")]
    op: String,
    /// The largest buffer that a GPU holds, such as 1GiB, 64MiB or 1e9
    #[arg(long)]
    bytes: String,
    /// auto, ring, tree, double-binary-tree, direct, in-network or hierarchical
    #[arg(long, default_value = "auto")]
    algorithm: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
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
    algbw: f64,
    #[serde(rename = "busbw_GBps")]
    busbw: f64,
    algorithm: &'static str,
}

/// The largest buffer: an exbibyte would leave integer picoseconds.
const MAX_BYTES: Bytes = Bytes::gib(1024);

pub(crate) fn run(args: &Collective) -> Result<String, Failure> {
    let system = say::system(&args.system)?;
    let op = Op::from_id(&args.op).ok_or_else(|| say::unknown("--op", &args.op, Op::ALL.iter().map(|op| op.id())))?;
    let algorithms = Algorithm::ALL.iter().map(|algorithm| algorithm.id());
    let algorithm =
        Algorithm::from_id(&args.algorithm).ok_or_else(|| say::unknown("--algorithm", &args.algorithm, algorithms))?;
    let bytes = size::parse(&args.bytes).filter(|bytes| (1..=MAX_BYTES.0).contains(&bytes.0)).ok_or_else(|| {
        let line = Line::new(key::ERR_FLAG_BYTES).bytes("max", MAX_BYTES);
        Failure::new("--bytes", line.text("value", kitchen_core::scenario::raw::quote(&args.bytes)))
    })?;
    let spec = ClusterSpec { gpus: args.gpus, ..ClusterSpec::new(system, args.nodes) };
    let topology = topology::build(&spec).map_err(|error| say::about_topology(&error, &spec))?;
    let measured =
        measure(&topology, op, algorithm, bytes).map_err(|error| Failure::new("collective", error.line()))?;
    let answer = Answer {
        system: system.id,
        nodes: topology.nodes,
        gpus: topology.len(),
        op: op.id(),
        bytes: bytes.0,
        time_us: round(measured.time.as_us(), 3),
        algbw: round(measured.algbw.as_gb_per_s(), 3),
        busbw: round(measured.busbw.as_gb_per_s(), 3),
        algorithm: measured.algorithm.id(),
    };
    if args.json {
        return Ok(say::json(&answer));
    }
    Ok(say::table(&[
        ("time_us", answer.time_us.to_string()),
        ("algbw_GBps", answer.algbw.to_string()),
        ("busbw_GBps", answer.busbw.to_string()),
        ("algorithm", answer.algorithm.to_owned()),
    ]))
}
