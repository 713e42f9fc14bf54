//! Channels: how many NCCL opens, and what the block of threads that drives one can move.
//!
//! A channel is a ring or a tree of its own, driven by one block on each GPU. In a server there are so many that links are
//! the limit. Between servers there is about one for each network card, and with LL128 a block's own pace counts: NCCL 2.30.7
//! src/graph/tuning.cc names the most that a channel moves.

use kitchen_hardware::Generation;
use kitchen_units::{Bytes, Time};

use crate::Algorithm;
use crate::nccl::choice::Choice;
use crate::nccl::communicator::Communicator;
use crate::nccl::protocol::Protocol;
use crate::nccl::tables::{RING_LL128_MOST, TREE_LL128_MOST, TREE_MOST};

/// Channels on one node by generation: two for each way round a mesh or each lane of a switch, at most as many as NCCL's
/// kernels use.
const ON_ONE_NODE: [u32; 4] = [12, 24, 24, 32];
/// The most between servers.
const BETWEEN_NODES: u32 = 16;
/// Up to this rate of a card one channel serves it, bytes a second; above, two share it (search.cc: `ncclTopoDupChannels`).
const ONE_A_CARD: f64 = 25e9;
/// [`ONE_A_CARD`] where there are more than [`FEW`] cards, from Hopper on.
const ONE_A_CARD_OF_MANY: f64 = 50e9;
const FEW: u32 = 4;

/// The row of the tuner's tables: Volta, Ampere, Hopper, Blackwell.
pub const fn row(comm: &Communicator) -> usize {
    match comm.generation {
        Generation::Pascal | Generation::Volta => 0,
        Generation::Ampere => 1,
        Generation::Hopper | Generation::Cdna2 | Generation::Cdna3 | Generation::Cdna4 => 2,
        Generation::Blackwell | Generation::Rubin => 3,
    }
}

/// Channels that the search over the topology finds.
pub fn found(comm: &Communicator) -> u32 {
    let most = ON_ONE_NODE[row(comm)];
    if comm.domains.len() < 2 {
        return most;
    }
    let cards = comm.cards.max(1);
    let slow = if row(comm) > 1 && cards > FEW { ONE_A_CARD_OF_MANY } else { ONE_A_CARD };
    let each = if comm.across_rate / f64::from(cards) < slow { 1 } else { 2 };
    cards.saturating_mul(each).min(most.min(BETWEEN_NODES))
}

/// Channels opened for those found: between servers two for each (connect.cc). Those in one server are counted so.
pub const fn opened(found: u32, nodes: u32) -> u32 {
    found * if nodes > 1 { 2 } else { 1 }
}

/// Channels that a call runs in: with LL small ones take fewer, so that each thread has something to do (enqueue.cc: 512
/// threads of 8 bytes, in a ring for each rank).
pub fn used(comm: &Communicator, choice: &Choice, bytes: Bytes) -> u32 {
    let all = opened(found(comm), comm.domains.len() as u32);
    let each = match (choice.protocol, choice.algorithm) {
        (Protocol::Ll, Algorithm::Ring) => 512 * 8 * u64::from(comm.ranks),
        (Protocol::Ll, _) => 512 * 8,
        _ => return all,
    };
    all.min(u32::try_from(bytes.0 / each).unwrap_or(all))
}

/// What all blocks move with LL128 between servers, bytes a second: in a ring, or up and down together in trees; infinite
/// where links are the limit. Simple's hops overlap within a part, so that its blocks hold up none.
fn rate(comm: &Communicator, algorithm: Algorithm, protocol: Protocol) -> f64 {
    if protocol != Protocol::Ll128 || comm.domains.len() < 2 {
        return f64::INFINITY;
    }
    let (row, column) = (row(comm), comm.domains.len().clamp(1, 3) - 1);
    let most = match algorithm {
        Algorithm::Ring => RING_LL128_MOST[row],
        Algorithm::DoubleBinaryTree => (TREE_MOST[row][column] * 120.0 / 128.0).min(TREE_LL128_MOST[row][column]),
        _ => return f64::INFINITY,
    };
    f64::from(found(comm)) * most * 1e9
}

/// The share of the rate inside a server that the blocks of a choice reach; infinite where links are the limit.
pub fn share(comm: &Communicator, choice: &Choice) -> f64 {
    rate(comm, choice.algorithm, choice.protocol) / comm.inside_rate
}

/// Of a block's threads in a tree those that send sums up and those that hand them down (NCCL 2.30.7 device/all_reduce.h:
/// `runTreeSplit`).
const SPLIT: [f64; 2] = [0.7, 0.3];

/// What blocks add to a message between servers in a tree, from one slice's arrival at a GPU to the next one's start: LL128
/// streams line by line inside a server, but a card sends a message when all of it is written. One block writes it and
/// another reads it, each with the threads of its way. A way up pays as its way down does: the mean of both.
pub fn pass(comm: &Communicator, choice: &Choice, bytes: Bytes) -> Time {
    if choice.algorithm != Algorithm::DoubleBinaryTree {
        return Time::ZERO;
    }
    let slice = bytes.0 as f64 / f64::from(choice.slices.max(1));
    let ways: f64 = SPLIT.iter().map(|threads| 1.0 / threads).sum();
    Time::from_secs_f64(ways * slice / rate(comm, choice.algorithm, choice.protocol))
}

/// The chunks of all channels together that a tree between servers takes with LL128, bytes: a slot of each, halved until there
/// are enough rounds to fill the tree (enqueue.cc: `calcCollChunking`); the power of two below, as pipelines are cut; `None`
/// inside one server.
pub fn tree_chunks(comm: &Communicator, bytes: Bytes) -> Option<u64> {
    // 640 threads of 120 stores of 8 bytes, of which 15 in 16 are payload.
    const SLOT: u64 = 640 * 120 * 8 * 15 / 16;
    let nodes = comm.domains.len() as u32;
    let levels = nodes.checked_ilog2().filter(|&levels| levels > 0)?;
    let opened = u64::from(opened(found(comm), nodes));
    let members = f64::from(comm.members());
    let steps = 1.0 + f64::from(levels) + 0.1 * members;
    let rounds = |chunk: u64| (bytes.0 / (opened * chunk)) as f64;
    let mut chunk = SLOT;
    for (each, least) in [(64.0, 131_072), (16.0, 32_768)] {
        while rounds(chunk) < steps * each / members && chunk > least {
            chunk /= 2;
        }
    }
    Some(1 << (opened * chunk).ilog2())
}

#[cfg(test)]
mod tests {
    use kitchen_topology::{self as topology, ClusterSpec, Router};

    use super::*;

    fn comm(system: &str, nodes: u32) -> Communicator {
        let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), nodes)).unwrap();
        let group: Vec<u32> = (0..topology.len()).collect();
        Communicator::of(&topology, &Router::new(&topology), &group).unwrap()
    }

    /// Channels found, and the chunks of an LL128 tree for 1 MiB, worked out by hand from search.cc and enqueue.cc.
    fn check(system: &str, nodes: u32, expected: u32, chunks: Option<u64>) {
        let comm = comm(system, nodes);
        assert_eq!((found(&comm), tree_chunks(&comm, Bytes::mib(1))), (expected, chunks), "{nodes} x {system}");
    }

    #[test]
    fn one_channel_serves_a_card_and_two_a_fast_one() {
        check("dgx-a100", 1, 24, None);
        // Slots of 576,000 bytes, halved five times, in two channels a card: 288,000 bytes of eight cards.
        check("dgx-a100", 2, 8, Some(256 << 10));
        check("dgx-h100", 2, 8, Some(256 << 10));
        check("dgx1-v100", 2, 4, Some(128 << 10));
    }

    #[test]
    fn a_call_of_few_bytes_runs_in_few_channels() {
        let comm = comm("dgx-a100", 1);
        let choice = |protocol| Choice { algorithm: Algorithm::Ring, protocol, slices: 1, estimate: Time::ZERO };
        for (kib, expected) in [(1, 0), (64, 2), (256, 8), (512, 16), (1 << 20, 24)] {
            assert_eq!(used(&comm, &choice(Protocol::Ll), Bytes::kib(kib)), expected, "{kib} KiB");
        }
        assert_eq!(used(&comm, &choice(Protocol::Simple), Bytes(8)), 24);
    }
}
