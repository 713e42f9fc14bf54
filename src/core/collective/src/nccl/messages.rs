//! What the host thread that drives a GPU's network card spends on messages between two GPUs.
//!
//! A message to a peer beyond the domain goes in chunks. One thread a GPU posts each chunk that leaves, sees each one in that
//! comes, and where flags and payload take different ways it must see the payload through before it raises the flag. That
//! costs the same for a chunk of any size, and chunks are smaller where messages are: the card waits for the thread.

use kitchen_units::Bytes;

use crate::nccl::calibration as cal;
use crate::nccl::choice::Choice;
use crate::nccl::communicator::Communicator;
use crate::{Algorithm, Op};

/// The least share of a card's rate that is told apart.
const SMALLEST: f64 = 1e-6;

/// Whether a choice sends messages from peer to peer, each over a connection of its own, where collectives would run along
/// channels.
pub fn to_peers(op: Op, algorithm: Algorithm) -> bool {
    let delivers = op.is_exchange() || matches!(op, Op::Gather | Op::Scatter);
    delivers
        && matches!(algorithm, Algorithm::Direct | Algorithm::Pairwise | Algorithm::Bruck | Algorithm::Hierarchical)
}

/// The bytes of a chunk of a message between servers.
///
/// # Literature
/// NCCL 2.28.7 src/enqueue.cc (`addP2pToPlan`), src/init.cc (`P2P_NET_CHUNKSIZE`): 128 KiB, half of it for messages of less than
/// eight, a quarter for messages of less than one.
pub fn chunk(message: Bytes) -> u64 {
    let whole = cal::MESSAGE_CHUNK;
    let chunk = match message.0 {
        bytes if bytes < whole => whole / 4,
        bytes if bytes < 8 * whole => whole / 2,
        _ => whole,
    };
    chunk.min(message.0).max(1)
}

/// The messages that a rank's payload is cut into.
fn parts(comm: &Communicator, op: Op, choice: &Choice) -> u64 {
    match choice.algorithm {
        _ if op == Op::SendRecv => 1,
        Algorithm::Bruck => 2,
        Algorithm::Hierarchical => comm.domains.len() as u64,
        _ => u64::from(comm.ranks),
    }
}

/// The most bytes of a chunk of a payload's messages where the host's thread counts them ([`share`]).
pub fn chunk_of(comm: &Communicator, op: Op, choice: &Choice, bytes: Bytes) -> Option<u64> {
    let whole = cal::MESSAGE_CHUNK;
    counts(comm, op, choice).then(|| match bytes.0.div_ceil(parts(comm, op, choice)) {
        message if message < whole => whole / 4,
        message if message < 8 * whole => whole / 2,
        _ => whole,
    })
}

/// Whether the host's thread counts the chunks of a choice.
fn counts(comm: &Communicator, op: Op, choice: &Choice) -> bool {
    comm.cards_at_gpus && comm.domains.len() > 1 && to_peers(op, choice.algorithm)
}

/// The share of the cards' rate that is left to messages of a payload of `bytes` a rank: all of it where the thread keeps up.
/// Each chunk is counted as one that leaves and one that comes, as in an exchange.
pub fn share(comm: &Communicator, op: Op, choice: &Choice, bytes: Bytes) -> f64 {
    if !counts(comm, op, choice) {
        return 1.0;
    }
    let parts = parts(comm, op, choice);
    // Parts are rounded up, as they are sent: a message of one byte beside one of two would take the thread twice as long.
    let chunk = chunk(Bytes(bytes.0.div_ceil(parts))) as f64;
    let moving = chunk / (comm.across_rate / f64::from(comm.members().max(1)));
    (moving / cal::MESSAGE.as_secs()).clamp(SMALLEST, 1.0)
}

#[cfg(test)]
mod tests {
    use kitchen_topology::{self as topology, ClusterSpec, Router};
    use kitchen_units::Time;

    use super::*;
    use crate::nccl::protocol::Protocol;

    /// How long a chunk of a rank's message to each peer keeps a card, in microseconds, beside what the wire alone would take.
    fn check(system: &str, nodes: u32, (op, algorithm): (Op, Algorithm), message: u64, expected: f64) {
        let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), nodes)).unwrap();
        let group: Vec<u32> = (0..topology.len()).collect();
        let comm = Communicator::of(&topology, &Router::new(&topology), &group).unwrap();
        let choice = Choice { algorithm, protocol: Protocol::Simple, slices: 1, estimate: Time::ZERO };
        let wire = chunk(Bytes(message)) as f64 * f64::from(comm.members()) / comm.across_rate * 1e6;
        let taken = wire / share(&comm, op, &choice, Bytes(message * u64::from(comm.ranks)));
        let expected = if expected > 0.0 { expected } else { wire };
        assert!((taken - expected).abs() < 1e-6 * expected, "{message} bytes on {system}: {taken} us");
    }

    const EXCHANGE: (Op, Algorithm) = (Op::AllToAll, Algorithm::Direct);

    #[test]
    fn a_chunk_of_any_size_takes_the_thread_as_long() {
        for message in [4 << 10, 64 << 10, 128 << 10, 1 << 20, 64 << 20] {
            check("gb300-nvl72", 2, EXCHANGE, message, 5.5);
        }
    }

    #[test]
    fn elsewhere_the_wire_alone_counts() {
        check("gb300-nvl72", 2, (Op::AllReduce, Algorithm::Ring), 1 << 20, 0.0);
        check("gb300-nvl72", 2, (Op::AllGather, Algorithm::Direct), 1 << 20, 0.0);
        check("gb200-nvl72", 2, EXCHANGE, 1 << 20, 0.0);
        check("dgx-h100", 2, EXCHANGE, 1 << 20, 0.0);
    }

    #[test]
    fn short_messages_go_in_smaller_chunks() {
        let chunks = [8, (128 << 10) - 1, 128 << 10, (1 << 20) - 1, 1 << 20].map(|bytes| chunk(Bytes(bytes)));
        assert_eq!(chunks, [8, 32 << 10, 64 << 10, 64 << 10, 128 << 10]);
    }
}
