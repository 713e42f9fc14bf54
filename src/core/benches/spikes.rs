//! No size of nccl-tests takes over 5 % longer than both its neighbours a word away, or `--explain` names the rule of NCCL's that it
//! sits on: `cargo bench -p kitchen-core --bench spikes`, a quarter of an hour; a system's name after `--` looks at that one alone.
//!
//! All systems, all operations, 1, 2 and 8 nodes, 8 bytes to 16 GiB by 2. What no rule explains is printed and fails it.

#![allow(missing_docs)]

use std::process::ExitCode;
use std::time::Instant;

use kitchen_core::collective::{Algorithm, Call, Launch, Op, fastest, measure_routed};
use kitchen_core::sim::task::GpuId;
use kitchen_core::topology::{self, ClusterSpec, Router, System, Topology};
use kitchen_core::units::Bytes;

/// Bytes of the elements that nccl-tests sends unless told otherwise (float).
const WORD: u64 = 4;
const MOST: f64 = 1.05;

#[derive(Default)]
struct Seen {
    sizes: u64,
    told: u64,
    untold: u64,
    refused: u64,
}

/// Whether `--explain` says that NCCL changes its way, or the size of its chunks, within a word.
fn is_told(topology: &Topology, call: &Call<'_>) -> bool {
    fastest::changes(topology, call).is_ok_and(|changes| changes.are_within(call.bytes.0, WORD))
}

/// All sizes of one operation.
fn sweep(topology: &Topology, router: &Router<'_>, op: Op, seen: &mut Seen) {
    let (group, links): (Vec<GpuId>, _) = ((0..topology.len()).collect(), topology.capacities());
    let call = |bytes: u64| Call::new(op, Algorithm::Auto, Bytes(bytes), &group);
    let time = |bytes: u64| measure_routed(router, &links, &call(bytes), Launch::ProcessPerGpu).map(|done| done.time);
    for bytes in (3..=34).map(|power| 1_u64 << power) {
        let [Ok(less), Ok(here), Ok(more)] = [bytes - WORD, bytes, bytes + WORD].map(time) else {
            seen.refused += 1;
            continue;
        };
        seen.sizes += 1;
        if here.as_us() <= MOST * less.max(more).as_us() {
            continue;
        }
        let is_told = is_told(topology, &call(bytes));
        *(if is_told { &mut seen.told } else { &mut seen.untold }) += 1;
        println!(
            "{} {} x {} {}, {bytes} bytes: {:.3} us beside {:.3} and {:.3}",
            if is_told { "told" } else { "UNTOLD" },
            topology.nodes,
            topology.preset().id,
            op.id(),
            here.as_us(),
            less.as_us(),
            more.as_us()
        );
    }
}

fn main() -> ExitCode {
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let mut seen = Seen::default();
    let is_asked = |system: &&System| only.as_ref().is_none_or(|id| id == system.id);
    for system in topology::all_systems().filter(is_asked) {
        for nodes in [1, 2, 8] {
            let Ok(topology) = topology::build(&ClusterSpec::new(system, nodes)) else { continue };
            let (router, begun) = (Router::new(&topology), Instant::now());
            for op in Op::ALL {
                sweep(&topology, &router, op, &mut seen);
            }
            println!("{nodes} x {}: {:.1} s", system.id, begun.elapsed().as_secs_f64());
        }
    }
    println!("{} sizes; told {}, untold {}, refused {}", seen.sizes, seen.told, seen.untold, seen.refused);
    if seen.untold == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
