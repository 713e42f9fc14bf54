//! Rows of ASTRA-sim's results. The file is hostile until read: a bad row is reported with its line and left out.

use kitchen_astra::{Algorithm, Algorithms, Backend, Call, Dim, Machine, Order, Shape};
use kitchen_core::collective::Op;
use kitchen_core::units::{Rate, Time};
use kitchen_text::{Line, key};
use serde::Deserialize;

use crate::validate::rows::{Sorted, bad, read_as};

/// The columns that are needed.
const COLUMNS: [&str; 15] = [
    "backend",
    "topology",
    "npus",
    "bandwidth_GBps",
    "latency_ns",
    "collective",
    "algorithm",
    "chunks",
    "active_chunks",
    "bytes",
    "endpoint_delay_ns",
    "local_mem_bw_GBps",
    "collective_optimization",
    "queues_per_dim",
    "time_ns",
];

/// A row as written, all of it text.
#[derive(Deserialize, Debug, Default)]
struct Raw {
    backend: String,
    topology: String,
    npus: String,
    #[serde(rename = "bandwidth_GBps")]
    bandwidth: String,
    latency_ns: String,
    collective: String,
    algorithm: String,
    chunks: String,
    active_chunks: String,
    bytes: String,
    endpoint_delay_ns: String,
    #[serde(rename = "local_mem_bw_GBps")]
    memory: String,
    collective_optimization: String,
    queues_per_dim: String,
    time_ns: String,
}

/// A row that makes sense.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) line: u64,
    /// Topology, collective, algorithm: what errors are summed up by.
    pub(super) topology: String,
    pub(super) collective: &'static str,
    pub(super) algorithm: String,
    pub(super) machine: Machine,
    pub(super) call: Call,
    pub(super) time_ns: u64,
}

/// Reads the rows.
///
/// # Errors
/// A sentence, when the header lacks a column or there are too many rows.
pub(super) fn read(text: &[u8]) -> Result<Sorted<Row>, Line> {
    read_as(text, &COLUMNS, |raw: Raw, line| check(&raw, line))
}

/// The most entries that a list is read to.
const LIMIT_LIST: usize = 16;
/// The largest buffer: 1 PiB.
const LIMIT_BUFFER: u64 = 1 << 50;
/// The largest delay: a second.
const LIMIT_DELAY_NS: f64 = 1e9;

fn list<'a>(name: &'static str, text: &'a str) -> Result<Vec<&'a str>, Line> {
    let entries: Vec<&str> = text.split('|').map(str::trim).collect();
    if entries.len() > LIMIT_LIST { Err(bad(name, text)) } else { Ok(entries) }
}

fn check(raw: &Raw, line: u64) -> Result<Row, Line> {
    let backend = match raw.backend.as_str() {
        "congestion_unaware" => Backend::Unaware,
        "congestion_aware" => Backend::Aware,
        other => return Err(bad("backend", other)),
    };
    let op = match raw.collective.as_str() {
        "all_reduce" => Op::AllReduce,
        "all_gather" => Op::AllGather,
        "reduce_scatter" => Op::ReduceScatter,
        "all_to_all" => Op::AllToAll,
        other => return Err(bad("collective", other)),
    };
    let order = match raw.collective_optimization.as_str() {
        "baseline" => Order::Each,
        "localBWAware" => Order::LocalFirst,
        other => return Err(bad("collective_optimization", other)),
    };
    let count = |name: &'static str, text: &str| text.parse::<u64>().map_err(|_| bad(name, text));
    let bytes = count("bytes", &raw.bytes)?;
    if bytes > LIMIT_BUFFER {
        return Err(bad("bytes", &raw.bytes));
    }
    let time_ns = count("time_ns", &raw.time_ns)?;
    if time_ns == 0 {
        return Err(bad("time_ns", &raw.time_ns));
    }
    let machine = Machine {
        backend,
        dims: dims(raw)?,
        endpoint: delay("endpoint_delay_ns", &raw.endpoint_delay_ns)?,
        // ASTRA-sim counts its memory in powers of ten, its links in powers of two.
        memory: rate("local_mem_bw_GBps", &raw.memory, 1e9)?,
    };
    let call = Call {
        op,
        algorithms: algorithms(&raw.algorithm)?,
        bytes,
        chunks: count("chunks", &raw.chunks)?,
        active: count("active_chunks", &raw.active_chunks)?,
        queues: raw.queues_per_dim.parse().map_err(|_| bad("queues_per_dim", &raw.queues_per_dim))?,
        order,
    };
    Ok(Row {
        line,
        topology: raw.topology.clone(),
        collective: op.id(),
        algorithm: raw.algorithm.clone(),
        machine,
        call,
        time_ns,
    })
}

fn dims(raw: &Raw) -> Result<Vec<Dim>, Line> {
    let shapes = list("topology", &raw.topology)?;
    let npus = list("npus", &raw.npus)?;
    let rates = list("bandwidth_GBps", &raw.bandwidth)?;
    let latencies = list("latency_ns", &raw.latency_ns)?;
    let lengths = [npus.len(), rates.len(), latencies.len()];
    if lengths.iter().any(|&length| length != shapes.len()) {
        return Err(Line::new(key::VALIDATE_DIMENSIONS_DIFFER));
    }
    let dim = |((shape, npus), (bandwidth, latency)): ((&&str, &&str), (&&str, &&str))| {
        let shape = match *shape {
            "Ring" => Shape::Ring,
            "FullyConnected" => Shape::FullyConnected,
            "Switch" => Shape::Switch,
            other => return Err(bad("topology", other)),
        };
        Ok(Dim {
            shape,
            npus: npus.parse().map_err(|_| bad("npus", npus))?,
            rate: rate("bandwidth_GBps", bandwidth, f64::from(1 << 30))?,
            latency: delay("latency_ns", latency)?,
        })
    };
    shapes.iter().zip(&npus).zip(rates.iter().zip(&latencies)).map(dim).collect()
}

/// `unit` bytes a second.
fn rate(name: &'static str, text: &str, unit: f64) -> Result<Rate, Line> {
    let value = text.parse::<f64>().ok().filter(|value| (1e-6..=1e9).contains(value));
    value.map(|value| Rate::bytes_per_s(value * unit)).ok_or_else(|| bad(name, text))
}

fn delay(name: &'static str, text: &str) -> Result<Time, Line> {
    let value = text.parse::<f64>().ok().filter(|value| (0.0..=LIMIT_DELAY_NS).contains(value));
    value.map(|ns| Time::from_us_f64(ns / 1e3)).ok_or_else(|| bad(name, text))
}

/// `ring|direct`: one a dimension; `oneRing`: one for all.
fn algorithms(text: &str) -> Result<Algorithms, Line> {
    let algorithm = |id: &str| Algorithm::ALL.into_iter().find(|algorithm| algorithm.id() == id);
    let one = text.strip_prefix("one").and_then(|rest| {
        Algorithm::ALL
            .into_iter()
            .find(|algorithm| *algorithm != Algorithm::DoubleBinaryTree && algorithm.id().eq_ignore_ascii_case(rest))
    });
    if let Some(one) = one {
        return Ok(Algorithms::One(one));
    }
    let each: Option<Vec<Algorithm>> = list("algorithm", text)?.into_iter().map(algorithm).collect();
    each.map(Algorithms::Each).ok_or_else(|| bad("algorithm", text))
}
