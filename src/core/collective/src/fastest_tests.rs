use kitchen_task::GpuId;
use kitchen_topology::{self as topology, ClusterSpec};

use super::*;
use crate::{Launch, measure_group};

fn cluster(system: &str, nodes: u32) -> Topology {
    topology::build(&ClusterSpec::new(topology::find_system(system).unwrap(), nodes)).unwrap()
}

fn on<T>(topology: &Topology, op: Op, bytes: u64, what: impl Fn(&Call<'_>) -> T) -> T {
    let group: Vec<GpuId> = (0..topology.len()).collect();
    what(&Call::new(op, Algorithm::Auto, Bytes(bytes), &group))
}

/// The fastest way is no slower than what NCCL takes, nor than any algorithm asked for.
fn check(system: &str, nodes: u32, op: Op, bytes: u64) -> f64 {
    let topology = cluster(system, nodes);
    on(&topology, op, bytes, |call| {
        let trials = trials(&topology, call, Launch::ProcessPerGpu).unwrap();
        let fastest = trials.done[0];
        assert!(trials.done.is_sorted_by_key(|way| way.time), "{trials:?}");
        assert_eq!(trials, super::trials(&topology, call, Launch::ProcessPerGpu).unwrap(), "the same each time");
        for algorithm in Algorithm::ALL {
            let asked = Call { algorithm, ..*call };
            if let Ok(measured) = measure_group(&topology, &asked, Launch::ProcessPerGpu) {
                assert!(fastest.time <= measured.time, "{nodes} x {system}, {op:?}, {bytes}: {algorithm:?}");
            }
        }
        let auto = measure_group(&topology, call, Launch::ProcessPerGpu).unwrap();
        auto.time.as_secs() / fastest.time.as_secs()
    })
}

#[test]
fn nothing_is_faster_than_the_fastest() {
    for (system, nodes) in [("dgx-h100", 1), ("dgx-h100", 2), ("dgx1-v100", 2), ("pcie-8", 1), ("mi300x-8", 1)] {
        for op in [Op::AllReduce, Op::AllGather, Op::Broadcast, Op::AllToAll, Op::Barrier] {
            check(system, nodes, op, 1 << 20);
        }
    }
    // NCCL's tuner expects Simple to be faster here than LL; it is not.
    assert!(check("gh200-4", 4, Op::ReduceScatter, 2 << 20) > 4.0);
}

/// Where NCCL takes another way is found to the byte.
#[test]
fn changes_are_found_to_the_byte() {
    let topology = cluster("gh200-4", 4);
    let comm = |bytes: u64| on(&topology, Op::ReduceScatter, bytes, |call| changes(&topology, call).unwrap());
    let here = comm(2 << 20);
    let (below, choice) = here.below.unwrap();
    assert!(below.0 < 2 << 20);
    let there = comm(below.0);
    assert_eq!(there.above.map(|(bytes, _)| bytes), Some(Bytes(below.0 + 1)), "{choice:?}");
    assert_eq!(here.chunk, None);
}

#[test]
fn chunks_change_where_messages_are_long_enough() {
    let topology = cluster("gb300-nvl72", 2);
    let found = on(&topology, Op::AllToAll, 64 << 10, |call| changes(&topology, call).unwrap());
    let least = (144 * ((128 << 10) - 1)) + 1;
    assert_eq!(found.chunk, Some((32 << 10, [None, Some(Bytes(least))])));
}

/// By hand: sixteen channels of eight heads take rounds of 16 MiB in their largest chunks; an eighth of them below half of a round, a
/// quarter up to four rounds (NCCL 2.30.7 enqueue.cc).
#[test]
fn chunks_of_a_switch_change_where_rounds_are_many_enough() {
    let topology = cluster("hgx-h800", 1);
    let found = on(&topology, Op::AllReduce, 8 << 20, |call| changes(&topology, call).unwrap());
    assert_eq!(found.chunk, Some((32 << 10, [Some(Bytes((8 << 20) - 1)), Some(Bytes(64 << 20))])));
}

/// Systems, nodes, operations and sizes at whose edges a byte more used to change all.
const SYSTEMS: [(&str, u32); 10] = [
    ("pcie-8", 4),
    ("dgx1-v100", 2),
    ("dgx-a100", 1),
    ("dgx-a100", 4),
    ("dgx-h100", 1),
    ("gh200-4", 4),
    ("gb300-nvl72", 2),
    ("mi300x-8", 2),
    ("hgx-a100-4", 3),
    ("aws-p5", 2),
];

/// A byte more never saves a tenth of the time, but where NCCL takes another way, and that is reported.
#[test]
fn a_byte_more_saves_no_time() {
    let ops = [Op::AllReduce, Op::Broadcast, Op::Reduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll];
    for (at, (system, nodes)) in SYSTEMS.into_iter().enumerate() {
        let topology = cluster(system, nodes);
        for (turn, op) in ops.into_iter().enumerate() {
            // Each pair takes its turn of the sizes.
            let sizes = (3 + (at + turn) % 5..30).step_by(5).map(|power| 1_u64 << power);
            for bytes in sizes {
                let time = |bytes| {
                    on(&topology, op, bytes, |call| measure_group(&topology, call, Launch::ProcessPerGpu).unwrap())
                };
                let (less, more) = (time(bytes - 1), time(bytes));
                if less.time.as_secs() <= 1.1 * more.time.as_secs() {
                    continue;
                }
                let told = on(&topology, op, bytes - 1, |call| changes(&topology, call).unwrap());
                let named = [told.above.map(|(bytes, _)| bytes), told.chunk.and_then(|(_, [_, above])| above)];
                assert!(
                    named.contains(&Some(Bytes(bytes))),
                    "{nodes} x {system}, {op:?}, {bytes}: {less:?}, one byte more {more:?}, {told:?}"
                );
            }
        }
    }
}
