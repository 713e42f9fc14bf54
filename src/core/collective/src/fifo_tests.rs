//! A connection carries one move after the other, in the order of the plan, and no faster than it can.

use std::collections::BTreeMap;

use kitchen_sim::{self as sim, Options};
use kitchen_task::{GpuId, Kind, TaskGraph, TaskId, Work};
use kitchen_topology::{self as topology, ClusterSpec, Router};
use kitchen_units::{Bytes, Rate, Time};

use crate::{Algorithm, Call, Op, append};

/// What the transfers of a connection have in common: from, to, channel, and whether sums and copies are apart.
type Connection = (GpuId, GpuId, u16, Option<Kind>);

/// Servers whose hops are not equally fast. Each move sets out once the one before it on its connection has left and arrives
/// no earlier than that; nothing is faster than its connection, or than the links that it crosses.
fn check(system: &str, nodes: u32, op: Op, algorithm: Algorithm, bytes: Bytes) {
    let spec = ClusterSpec::new(topology::system(system).unwrap(), nodes);
    let topology = topology::build(&ClusterSpec { fabric: spec.fabric.adding(), ..spec }).unwrap();
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let mut graph = TaskGraph::new();
    let call = Call::new(op, algorithm, bytes, &group);
    if append(&mut graph, &Router::new(&topology), &topology, &call, &[]).is_err() {
        return;
    }
    let links = topology.capacities();
    let trace = sim::run(&graph, &links, group.len(), &Options::default()).unwrap();
    let mut lasts: BTreeMap<Connection, TaskId> = BTreeMap::new();
    let mut busy: BTreeMap<Connection, f64> = BTreeMap::new();
    let mut loads = vec![0.0; links.len()];
    for (task, work) in graph.work.iter().enumerate() {
        let Work::Transfer { src, dst, route, bytes } = *work else { continue };
        let (way, label) = (&graph.routes[route as usize], graph.labels[task]);
        for hop in &way.hops {
            loads[hop.link as usize] += bytes.0 as f64 * way.load(hop);
        }
        if src == dst || matches!(label.kind, Kind::SwitchReduce | Kind::SwitchMulticast) {
            continue;
        }
        let apart = matches!(algorithm, Algorithm::Hierarchical | Algorithm::InNetwork | Algorithm::InFabric);
        let connection = (src, dst, label.channel, apart.then_some(label.kind));
        if let Some(last) = lasts.insert(connection, task as TaskId) {
            let Work::Transfer { route, .. } = graph.work[last as usize] else {
                unreachable!("only transfers are kept")
            };
            let (end, latency) = (trace.end[last as usize], graph.routes[route as usize].latency);
            let what = format!("{system} {op:?} {algorithm:?}: task {task} on {connection:?} behind {last}");
            assert!(trace.start[task] >= end.saturating_sub(latency), "{what} sets out too early");
            assert!(trace.end[task] >= end, "{what} arrives too early");
        }
        let rate = way.ceiling.map_or(f64::INFINITY, Rate::as_bytes_per_s);
        *busy.entry(connection).or_default() += bytes.0 as f64 / rate;
    }
    let crossed = loads.iter().zip(&links).map(|(load, link)| load / link.rate.as_bytes_per_s());
    let bound = busy.into_values().chain(crossed).fold(0.0, f64::max);
    let all = trace.makespan.as_secs();
    assert!(all >= bound * (1.0 - 1e-9), "{system} {op:?} {algorithm:?}: {all} s, at least {bound} s");
    assert!(trace.makespan > Time::ZERO);
}

#[test]
fn connections_are_queues() {
    for (system, nodes) in [("dgx-a100", 3), ("dgx1-v100", 2), ("pcie-8", 2), ("dgx-h100", 2)] {
        for op in Op::ALL {
            let is_one = |algorithm: &Algorithm| *algorithm != Algorithm::Auto && algorithm.carries(op);
            for algorithm in Algorithm::ALL.into_iter().filter(is_one) {
                check(system, nodes, op, algorithm, Bytes((1 << 26) + 13));
            }
        }
    }
}
