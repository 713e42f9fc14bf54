//! No single size takes longer than both its neighbours: what a rule of NCCL's adds at a size it adds from there on.

use kitchen_topology::{self as topology, ClusterSpec, Router};
use kitchen_units::Bytes;

use crate::{Algorithm, Call, Launch, Op, fastest, measure_routed};

/// Powers of two, as nccl-tests takes them, each beside a word less and a word more: at most 5 % above either, but where NCCL's rule changes
/// there, and that is reported.
fn check(system: &str, nodes: u32, op: Op, powers: impl Iterator<Item = u32>) {
    let topology = topology::build(&ClusterSpec::new(topology::find_system(system).unwrap(), nodes)).unwrap();
    let (router, links) = (Router::new(&topology), topology.capacities());
    let group: Vec<u32> = (0..topology.len()).collect();
    let call = |bytes: u64| Call::new(op, Algorithm::Auto, Bytes(bytes), &group);
    let time = |bytes: u64| measure_routed(&router, &links, &call(bytes), Launch::ProcessPerGpu).unwrap().time.as_us();
    for bytes in powers.map(|power| 1_u64 << power) {
        let [less, here, more] = [bytes - 4, bytes, bytes + 4].map(time);
        assert!(
            here <= 1.05 * less.max(more) || fastest::changes(&topology, &call(bytes)).unwrap().are_within(bytes, 4),
            "{nodes} x {system}, {op:?}, {bytes} bytes: {here} us beside {less}, {more}"
        );
    }
}

#[test]
fn sums_have_no_spikes() {
    for (system, nodes) in
        [("dgx-h100", 1), ("dgx-h100", 2), ("dgx-h100", 4), ("dgx-b200", 8), ("gb200-nvl72", 2), ("gb200-nvl72", 8)]
    {
        check(system, nodes, Op::AllReduce, 10..=30);
    }
    check("dgx-a100", 4, Op::AllReduce, 10..=30);
    check("mi300x-8", 2, Op::AllReduce, 16..=30);
}

#[test]
fn others_have_no_spikes() {
    for op in [Op::AllGather, Op::ReduceScatter, Op::Broadcast, Op::AllToAll] {
        for (system, nodes) in [("dgx-h100", 2), ("dgx-b200", 4), ("gb300-nvl72", 2)] {
            check(system, nodes, op, 12..=28);
        }
    }
}

/// All systems of servers and all operations, at every fourth of nccl-tests' sizes; the whole, racks and 8 nodes among them, is
/// `cargo bench --bench spikes`.
#[test]
fn no_server_has_spikes() {
    for system in topology::all_systems().filter(|system| system.gpus_per_node <= 16) {
        for (nodes, first) in [(1, 3), (2, 5)] {
            for op in Op::ALL {
                check(system.id, nodes, op, (first..=34).step_by(4));
            }
        }
    }
}
