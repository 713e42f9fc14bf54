//! The ring of a large cluster as a relay: its moves by a rule, for they are as many as ranks squared.

use std::collections::BTreeMap;

use kitchen_sim::relay::{Relay, Runner};
use kitchen_units::Time;

use crate::error::CollectiveError;
use crate::lowering::append::{Call, started_after};
use crate::lowering::lay::Lay;
use crate::nccl::count;
use crate::parts::Parts;
use crate::plan::{Action, Move, Place};
use crate::plans::ring;
use crate::{Algorithm, Choice, Op};

/// Rings of up to this many moves are written out, to be seen and folded.
const WRITTEN_OUT: u64 = 200_000;

/// The relay of a call that is carried out on rings with more moves than `most` (see [`large`]).
///
/// # Returns
/// `None` for another algorithm or operation, or where there are fewer moves.
///
/// # Errors
/// What the router says.
pub(crate) fn relay(
    lay: &Lay<'_, '_>,
    call: &Call<'_>,
    choice: &Choice,
    host: Time,
    most: u64,
) -> Result<Option<Relay>, CollectiveError> {
    let comm = lay.comm;
    let moves = count::moves(comm, call.op, choice);
    let Some(rounds) = ring::rounds(call.op, comm.ranks) else { return Ok(None) };
    if choice.algorithm != Algorithm::Ring || moves <= most {
        return Ok(None);
    }
    let (n, channels) = (comm.ranks, comm.rings.len() as u32);
    let parts = Parts::Equal { chunks: n * channels, bytes: call.op.payload(call.bytes).0 };
    let mut relay = Relay { rounds, launch: started_after(lay, call, host), ..Relay::default() };
    let mut routes = BTreeMap::new();
    for (channel, order) in (0..).zip(&comm.rings) {
        for i in 0..n {
            // The shard that a rank sends first: its predecessor's to be added to, its own to be copied.
            let first = if call.op == Op::AllGather { i } else { (i + n - 1) % n };
            let next = (i + 1) % n;
            let (from, to) = (order[i as usize], order[next as usize]);
            let moved = Move {
                from: Place::Rank(from),
                to: Place::Rank(to),
                chunk: order[first as usize] * channels + channel,
                chunks: 1,
                action: Action::Reduce,
                channel: channel as u16,
                step: 0,
            };
            let key = lay.path(&moved);
            let route = match routes.get(&key) {
                Some(&route) => route,
                None => {
                    relay.routes.push(lay.route(key)?);
                    *routes.entry(key).or_insert(relay.routes.len() as u32 - 1)
                }
            };
            let (src, dst) = (call.group[from as usize], call.group[to as usize]);
            relay.runners.push(Runner { src, dst, route, next: channel * n + next });
            relay.bytes.push(parts.of_move(&moved));
        }
    }
    Ok(Some(relay))
}

/// [`relay`] for rings that are too long to be written out.
pub(crate) fn large(
    lay: &Lay<'_, '_>,
    call: &Call<'_>,
    choice: &Choice,
    host: Time,
) -> Result<Option<Relay>, CollectiveError> {
    relay(lay, call, choice, host, WRITTEN_OUT)
}

#[cfg(test)]
mod tests {
    use kitchen_sim::{self as sim, Limits, Options, Record};
    use kitchen_task::TaskGraph;
    use kitchen_topology::{self as topology, ClusterSpec, Router};
    use kitchen_units::Bytes;

    use super::*;
    use crate::lowering::append::append_choice;
    use crate::nccl::choose;
    use crate::nccl::communicator::Communicator;

    /// A ring as a relay takes what it takes move by move.
    fn check(system: &str, nodes: u32, op: Op, bytes: Bytes) {
        let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), nodes)).unwrap();
        let group: Vec<u32> = (0..topology.len()).collect();
        let router = Router::new(&topology);
        let comm = Communicator::of(&topology, &router, &group).unwrap();
        let call = Call::new(op, Algorithm::Ring, bytes, &group);
        let choice = choose(&comm, op, Algorithm::Ring, bytes).unwrap();
        let host = Time::from_us(3);
        let mut graph = TaskGraph::new();
        append_choice(&mut graph, &router, &topology, &comm, &call, &choice, host, &[]).unwrap();
        let options = Options { record: Record::Makespan, ..Options::default() };
        let listed = sim::run(&graph, &topology.capacities(), group.len(), &options).unwrap().makespan;
        let lay = Lay::new(&router, &topology, &comm, &group, op, &choice, bytes);
        let relay = relay(&lay, &call, &choice, host, 0).unwrap().unwrap();
        let relayed = relay.makespan(&topology.capacities(), Limits::default()).unwrap();
        // Routes are added in another order, which is that of sums.
        assert!(listed.0.abs_diff(relayed.0) <= 2, "{system} x{nodes} {op:?}: {relayed:?}, not {listed:?}");
    }

    #[test]
    fn a_relayed_ring_takes_what_its_moves_take() {
        for (system, nodes) in [("dgx-h100", 3), ("dgx1-v100", 2), ("pcie-8", 2), ("gb200-nvl72", 1), ("dgx-a100", 33)]
        {
            for op in [Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::Barrier] {
                check(system, nodes, op, Bytes::gib(1));
                check(system, nodes, op, Bytes(1_000_003));
            }
        }
    }
}
