//! Bytes are conserved: what the moves carry, and what the simulated transfers carry, is what closed forms say.

use kitchen_task::{GpuId, TaskGraph, Work};
use kitchen_topology::{self as topology, ClusterSpec, Router};
use kitchen_units::Bytes;

use super::parts::Parts;
use super::plan::Plan;
use super::tests::{Crowd, Way};
use crate::nccl::calibration::NVLS_HEADS;
use crate::plans::hierarchical::{Dimension, Inner};
use crate::plans::in_fabric::Across;
use crate::{Algorithm, Call, Op, Split, append};

/// How often the whole buffer (of all ranks, in an exchange) is moved, as a fraction.
fn traffic(way: &Way, op: Op, n: u64) -> (u64, u64) {
    let bits = |numbers: std::ops::Range<u64>| numbers.map(|i| u64::from(i.count_ones())).sum::<u64>();
    let both = if matches!(op, Op::AllReduce | Op::Barrier) { 2 } else { 1 };
    match way {
        Way::Fabric(crowd) => fabric(crowd, op, n),
        _ if n == 1 => (0, 1),
        Way::Grid(dims) => grid(dims, op, n),
        Way::Of(Algorithm::InNetwork) => match op {
            Op::Broadcast => (n, 1),
            Op::AllReduce | Op::Barrier => (2 * n, 1),
            _ => (n + 1, 1),
        },
        Way::Of(Algorithm::HalvingDoubling) => {
            let (pairs, folded) = (1 << n.ilog2(), n - (1 << n.ilog2()));
            match op {
                Op::AllReduce | Op::Barrier => (2 * (pairs - 1) + 2 * folded, 1),
                // A folded rank hands over all and gets its shard, or hands over its shard and gets the others.
                Op::ReduceScatter => ((pairs - 1 + folded) * n + folded, n),
                _ => ((pairs - 1 + folded) * n, n),
            }
        }
        Way::Of(Algorithm::Bruck) if op == Op::Barrier => (n - 1, 1),
        Way::Of(Algorithm::Bruck) if op.is_exchange() => (bits(0..n), n),
        Way::Of(Algorithm::Binomial) if matches!(op, Op::Gather | Op::Scatter) => (bits(0..n), n),
        Way::Of(Algorithm::Ring) if matches!(op, Op::Gather | Op::Scatter) => (n - 1, 2),
        Way::Of(_) => match op {
            Op::SendRecv => (1, 1),
            Op::AllToAll | Op::AllToAllV | Op::Gather | Op::Scatter => (n - 1, n),
            _ => (both * (n - 1), 1),
        },
    }
}

fn grid(dims: &[Dimension], op: Op, n: u64) -> (u64, u64) {
    let sizes = || dims.iter().map(|dim| u64::from(dim.size));
    // Turns in one dimension: all but one of its places.
    let turns = |sizes: &[u64]| sizes.iter().map(|s| n - n / s).sum::<u64>();
    let m = u64::from(dims[0].size);
    let domains = n / m;
    // Sums over a switch go up whole, and come back once to their owners.
    let switch = dims[0].inner == Inner::Switch && m > 1;
    let all = if switch { domains * (m + 1) + domains - 1 } else { n - 1 };
    let trees = dims.last().is_some_and(|dim| dim.inner == Inner::Trees);
    let cut: Vec<u64> = sizes().take(dims.len() - usize::from(trees)).collect();
    match op {
        Op::AllReduce | Op::Barrier => (2 * all, 1),
        Op::AllGather | Op::ReduceScatter => (all, 1),
        // The root's own scatter or gather comes on top; of a switch's members only heads own parts.
        Op::Broadcast | Op::Reduce if switch && m > u64::from(NVLS_HEADS) => {
            let h = u64::from(NVLS_HEADS);
            ((all * n + turns(&cut[1..]) + n) * h - n, n * h)
        }
        Op::Broadcast | Op::Reduce => (all * n + turns(&cut), n),
        _ => (turns(&sizes().collect::<Vec<_>>()), n),
    }
}

fn fabric(crowd: &Crowd, op: Op, n: u64) -> (u64, u64) {
    let servers = crowd.domains.len() as u64;
    let heads = crowd.heads[0].len();
    // All that servers give their heads, or their heads them: over a switch that adds, what all send and what heads get.
    let inside = if crowd.switched {
        crowd.domains.iter().map(|domain| domain.len() as u64).filter(|&m| m > 1).map(|m| m + 1).sum()
    } else {
        n - servers
    };
    let homes = crowd.domains.iter().zip(&crowd.heads);
    // Ranks that are no heads of the tree which carries their shard, and the root's parts that other heads send or get.
    let apart = homes.map(|(domain, its)| (0..domain.len()).filter(|&i| domain[i] != its[i % heads]).count() as u64);
    let apart: u64 = apart.sum();
    let others = crowd.heads[0].iter().filter(|&&head| head != 0).count() as u64;
    let h = heads as u64;
    if crowd.across == Across::Trees {
        return match op {
            Op::AllReduce | Op::Barrier => (2 * inside + 2 * (servers - 1), 1),
            _ => ((inside + servers - 1) * h + others, h),
        };
    }
    match op {
        Op::AllReduce | Op::Barrier => (2 * inside + 2 * servers, 1),
        Op::Reduce | Op::Broadcast => ((inside + servers + 1) * h + others, h),
        Op::ReduceScatter => ((inside + servers + 1) * n + apart, n),
        // What its owner has need not be handed to it, where parts go to one after the other by name.
        _ if !crowd.switched && crowd.chain.is_empty() => (inside + servers + 1, 1),
        _ => ((inside + servers + 1) * n + apart, n),
    }
}

/// Sizes with no common factor with anything: where a byte would be lost, it is lost here.
const ODD: [u64; 5] = [1, 3, 1025, 999_983, (1 << 40) + 7];

/// The plan's moves carry what the closed form says: to the part, and, of any size, to less than a byte a move.
pub(super) fn conserves(way: &Way, plan: &Plan) {
    let (times, of) = traffic(way, plan.op, u64::from(plan.ranks));
    let moved: u64 = plan.moves.iter().map(|moved| u64::from(moved.chunks)).sum();
    let about = || format!("{way:?}, {:?}, {} ranks", plan.op, plan.ranks);
    assert_eq!(moved * of, times * u64::from(plan.chunks), "{}", about());
    for bytes in ODD {
        let parts = Parts::Equal { chunks: plan.chunks, bytes };
        let whole: u64 = (0..plan.chunks).map(|chunk| parts.of_range(chunk, 1).0).sum();
        assert_eq!(whole, bytes, "{}: parts sum to the buffer", about());
        let carried: u128 = plan.moves.iter().map(|moved| u128::from(parts.of_move(moved).0)).sum();
        let expected = u128::from(bytes) * u128::from(times) / u128::from(of);
        assert!(carried.abs_diff(expected) <= plan.moves.len() as u128, "{}: {carried} of {expected} bytes", about());
    }
}

/// What a call's transfers carry in all.
fn transferred(system: &str, nodes: u32, (op, algorithm): (Op, Algorithm), bytes: u64, split: Split<'_>) -> u128 {
    let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), nodes)).unwrap();
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let call = Call { split, ..Call::new(op, algorithm, Bytes(bytes), &group) };
    let mut graph = TaskGraph::new();
    append(&mut graph, &Router::new(&topology), &topology, &call, &[]).unwrap();
    let bytes = |work: &Work| if let Work::Transfer { bytes, .. } = work { u128::from(bytes.0) } else { 0 };
    graph.work.iter().map(bytes).sum()
}

/// The transfers of all algorithms carry what the closed form says, whatever the size.
fn check(system: &str, nodes: u32, ranks: u64) {
    for op in Op::ALL {
        for algorithm in Algorithm::ALL.into_iter().filter(|known| known.carries(op)) {
            // What is chosen, and what a grid of servers moves, is said by others.
            use Algorithm::{Auto, Hierarchical, InFabric, InNetwork};
            if matches!(algorithm, Auto | Hierarchical | InNetwork | InFabric) {
                continue;
            }
            for bytes in ODD {
                let carried = transferred(system, nodes, (op, algorithm), bytes, Split::Even);
                let (times, of) = traffic(&Way::Of(algorithm), op, ranks);
                let buffers = if op.is_exchange() { u128::from(ranks) } else { 1 };
                let whole = u128::from(op.payload(Bytes(bytes)).0) * buffers;
                let expected = whole * u128::from(times) / u128::from(of);
                // At most a byte a part and hop.
                let slack = 64 * u128::from(ranks) * u128::from(ranks);
                assert!(
                    carried.abs_diff(expected) <= slack,
                    "{system}, {op:?}, {algorithm:?}, {bytes}: {carried}, {expected}"
                );
            }
        }
    }
}

#[test]
fn transfers_carry_what_closed_forms_say() {
    check("dgx-h100", 1, 8);
    check("dgx1-v100", 1, 8);
    check("dgx-a100", 3, 24);
}

#[test]
fn unequal_messages_lose_no_byte() {
    let sizes: Vec<u64> = (0..64).map(|pair| pair * 7919 + 1).collect();
    // What a rank keeps for itself does not travel.
    let kept: u64 = (0..8).map(|rank| sizes[rank * 9]).sum();
    let expected = u128::from(sizes.iter().sum::<u64>() - kept);
    for algorithm in [Algorithm::Direct, Algorithm::Pairwise] {
        let carried = transferred("dgx-h100", 1, (Op::AllToAllV, algorithm), 0, Split::Table(&sizes));
        assert_eq!(carried, expected, "{algorithm:?}");
    }
}
