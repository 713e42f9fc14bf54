//! ASTRA-sim's own files for a call: network, system, memory, and one trace of execution for every NPU.
//!
//! The forms are those that ASTRA-sim reads at commit 518bd51 (March 2026): `network.yml` with a list for each quantity,
//! `system.json` as in `Sys.cc`, `memory.json`, and Chakra's traces (schema 0.0.4) as protobuf messages, each after its
//! length as a varint. A collective is one node, the same for all NPUs.

use std::fmt::Write as _;

use kitchen_collective::Op;

use crate::{Algorithms, AstraError, Call, Machine, Order, Shape, check};

/// The files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputSet {
    /// `network.yml`: bandwidth in 2^30 bytes a second, latency in nanoseconds.
    pub network: String,
    /// `system.json`: the memory in decimal GB/s.
    pub system: String,
    /// `memory.json`: no memory but the NPU's own.
    pub memory: String,
    /// `PREFIX.RANK.et` of each NPU.
    pub trace: Vec<u8>,
    /// How many NPUs need it.
    pub npus: u32,
}

/// The files that ask ASTRA-sim for that call.
///
/// # Errors
/// As [`measure`](crate::measure), before anything runs; one algorithm over all dimensions has no form here that is sure.
pub fn input_set(machine: &Machine, call: &Call) -> Result<InputSet, AstraError> {
    check(machine, call)?;
    let Algorithms::Each(algorithms) = &call.algorithms else {
        return Err(AstraError::Algorithms { given: 1, dims: machine.dims.len() });
    };
    let ids: Vec<&str> = algorithms.iter().map(|algorithm| algorithm.id()).collect();
    let Some(trace) = trace(call) else {
        return Err(AstraError::Unsupported { op: call.op, algorithm: call.algorithms.at(0) });
    };
    Ok(InputSet {
        network: network(machine),
        system: system(machine, call, &ids),
        memory: "{\n    \"memory-type\": \"NO_MEMORY_EXPANSION\"\n}\n".to_owned(),
        trace,
        npus: machine.npus() as u32,
    })
}

/// A number that reads as one with a fraction, and back to the same bits.
fn real(value: f64) -> String {
    format!("{value:?}")
}

fn network(machine: &Machine) -> String {
    let list = |of: &dyn Fn(&crate::Dim) -> String| machine.dims.iter().map(of).collect::<Vec<_>>().join(", ");
    let shape = |dim: &crate::Dim| match dim.shape {
        Shape::Ring => "Ring".to_owned(),
        Shape::FullyConnected => "FullyConnected".to_owned(),
        Shape::Switch => "Switch".to_owned(),
    };
    let mut out = String::new();
    let _ = writeln!(out, "topology: [ {} ]", list(&shape));
    let _ = writeln!(out, "npus_count: [ {} ]", list(&|dim| dim.npus.to_string()));
    let gib = f64::from(1 << 30);
    let _ = writeln!(out, "bandwidth: [ {} ]  # GB/s (2^30 bytes)", list(&|dim| real(dim.rate.as_bytes_per_s() / gib)));
    let _ = writeln!(out, "latency: [ {} ]  # ns", list(&|dim| real(dim.latency.0 as f64 / 1e3)));
    out
}

fn system(machine: &Machine, call: &Call, algorithms: &[&str]) -> String {
    let quoted: Vec<String> = algorithms.iter().map(|id| format!("\"{id}\"")).collect();
    let each = quoted.join(", ");
    let order = match call.order {
        Order::Each => "baseline",
        Order::LocalFirst => "localBWAware",
    };
    // It takes whole nanoseconds, at least one.
    let endpoint = machine.endpoint.0.div_ceil(1_000).max(1);
    let memory = real(machine.memory.as_gb_per_s());
    let mut out = String::from("{\n    \"scheduling-policy\": \"LIFO\",\n");
    let _ = writeln!(out, "    \"endpoint-delay\": {endpoint},");
    let _ = writeln!(out, "    \"active-chunks-per-dimension\": {},", call.active);
    let _ = writeln!(out, "    \"preferred-dataset-splits\": {},", call.chunks);
    for op in ["all-reduce", "all-gather", "reduce-scatter", "all-to-all"] {
        let _ = writeln!(out, "    \"{op}-implementation\": [{each}],");
    }
    let _ = writeln!(out, "    \"collective-optimization\": \"{order}\",");
    let _ = writeln!(out, "    \"local-mem-bw\": {memory},\n    \"boost-mode\": 0,\n    \"roofline-enabled\": 0\n}}");
    out
}

/// Chakra's numbers for what is collected (`et_def.proto`, `CollectiveCommType`).
const fn kind(op: Op) -> Option<u64> {
    match op {
        Op::AllReduce => Some(0),
        Op::AllGather => Some(2),
        Op::AllToAll => Some(6),
        Op::ReduceScatter => Some(7),
        _ => None,
    }
}

/// `NodeType` of a collective.
const COLLECTIVE: u64 = 7;

/// The version, and one node: a collective over all NPUs.
fn trace(call: &Call) -> Option<Vec<u8>> {
    let mut version = Vec::new();
    bytes(&mut version, 1, b"0.0.4");
    let mut node = Vec::new();
    // Its id is 0, which protobuf leaves out.
    bytes(&mut node, 2, call.op.id().replace('-', "_").as_bytes());
    number(&mut node, 3, COLLECTIVE);
    let mut attribute = |name: &str, field: u64, value: u64| {
        let mut inside = Vec::new();
        bytes(&mut inside, 1, name.as_bytes());
        number(&mut inside, field, value);
        bytes(&mut node, 10, &inside);
    };
    attribute("is_cpu_op", BOOL, 0);
    attribute("comm_type", INT64, kind(call.op)?);
    attribute("comm_size", INT64, call.bytes);
    let mut out = Vec::new();
    for message in [version, node] {
        varint(&mut out, message.len() as u64);
        out.extend(message);
    }
    Some(out)
}

/// The fields of an attribute's value.
const INT64: u64 = 9;
const BOOL: u64 = 27;

/// Seven bits a byte, the lowest first.
fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn number(out: &mut Vec<u8>, field: u64, value: u64) {
    varint(out, field << 3);
    varint(out, value);
}

fn bytes(out: &mut Vec<u8>, field: u64, value: &[u8]) {
    varint(out, field << 3 | 2);
    varint(out, value.len() as u64);
    out.extend_from_slice(value);
}

#[cfg(test)]
#[path = "input_set_tests.rs"]
mod tests;
