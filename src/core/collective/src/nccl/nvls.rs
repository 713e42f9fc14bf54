//! NVLink SHARP as NCCL drives it (NVLS): rounds of chunks, and what a domain's switch, its heads and their cards cost.

use kitchen_units::{Bytes, Time};

use crate::nccl::calibration as cal;
use crate::nccl::choice::Choice;
use crate::nccl::communicator::Communicator;
use crate::{Algorithm, Op};

/// The least share of the cards' rate that messages leave.
const SMALLEST: f64 = 1e-3;

/// Lines on which slices through a domain's switch go at the same time: over several domains each tree's channels have their
/// own.
pub fn lines(comm: &Communicator, algorithm: Algorithm) -> u64 {
    if algorithm == Algorithm::InNetwork && comm.domains.len() > 1 { cal::IN_NETWORK_TREES } else { 1 }
}

/// The slices of a buffer that is handed on as soon as it may: one a round of chunks and line. Sums that leave a domain for
/// the network's switches go in the chunks of a single domain.
pub fn slices(comm: &Communicator, algorithm: Algorithm, bytes: Bytes) -> u64 {
    bytes.0.div_ceil(round(comm, algorithm, bytes)).max(1).saturating_mul(lines(comm, algorithm))
}

/// The lines of trees over several domains, and the bytes of a round on each: a round is full but for the last, so that from a size on
/// that takes another round there is a round more (NCCL's kernels loop so, src/device/all_reduce.h). `None` where the choice has other
/// slices than rounds.
pub fn rounds(comm: &Communicator, op: Op, choice: &Choice, bytes: Bytes) -> Option<(u64, u64)> {
    let lines = lines(comm, choice.algorithm);
    let is_summed = matches!(op, Op::AllReduce | Op::Barrier);
    let as_many = u64::from(choice.slices) == slices(comm, choice.algorithm, bytes);
    let in_rounds = lines > 1 && is_summed && as_many && choice.slices > 1;
    in_rounds.then(|| (lines, round(comm, choice.algorithm, bytes).div_ceil(lines)))
}

/// The bytes of a head's chunk in a channel, where one domain's switch carries it or trees over several domains do.
pub fn chunk(comm: &Communicator, op: Op, choice: &Choice, bytes: Bytes) -> Option<u64> {
    if choice.algorithm != Algorithm::InNetwork {
        return None;
    }
    let heads = u64::from(comm.members().min(cal::NVLS_HEADS)).max(1);
    let channels = cal::in_network_channels(comm.domains.len(), comm.nvlink).max(1);
    let in_chunks = comm.domains.len() == 1 || matches!(op, Op::AllReduce | Op::Barrier);
    in_chunks.then(|| round(comm, choice.algorithm, bytes) / heads / channels)
}

/// The bytes of a round of chunks.
fn round(comm: &Communicator, algorithm: Algorithm, bytes: Bytes) -> u64 {
    let heads = comm.heads.first().map_or(1, |heads| heads.len() as u32);
    let domains = if algorithm == Algorithm::InFabric { 1 } else { comm.domains.len() };
    if algorithm == Algorithm::InFabric && comm.in_network.is_none() {
        cal::in_fabric_round(bytes.0, heads)
    } else {
        cal::in_network_round(bytes.0, comm.members(), domains, comm.nvlink)
    }
}

/// What a slice through the switch waits for the heads of its domain: once for each round of chunks in it.
pub fn step(comm: &Communicator, choice: &Choice, bytes: Bytes) -> Time {
    let trees = lines(comm, choice.algorithm) > 1;
    let heads = u64::from(comm.members().min(cal::NVLS_HEADS));
    let each = cal::IN_NETWORK_STEP_PER_HEAD[usize::from(trees)].0 * heads;
    let cut = u64::from(choice.slices.max(1));
    Time(each.saturating_mul(slices(comm, choice.algorithm, bytes).max(cut)) / cut)
}

/// What entering and leaving the switch's buffers takes: in one domain the first slice is copied there before anything is added,
/// and the last one back after that.
pub fn sync(comm: &Communicator, choice: &Choice, bytes: Bytes) -> Time {
    if choice.algorithm != Algorithm::InNetwork || comm.domains.len() > 1 {
        return cal::IN_NETWORK_SYNC;
    }
    let blocks = cal::in_network_channels(1, comm.nvlink) as f64;
    let copied = cal::IN_NETWORK_FILL[usize::from(comm.nvlink > 4)] * blocks;
    cal::IN_NETWORK_SYNC + Time::from_secs_f64(2.0 * bytes.0 as f64 / f64::from(choice.slices.max(1)) / copied)
}

/// The most that a line to or from a switch carries, bytes a second: in one domain what the link does, where trees go on with
/// the sums what the blocks of its channels copy.
pub fn copied(comm: &Communicator, op: Op, choice: &Choice) -> f64 {
    let lines = lines(comm, choice.algorithm);
    if lines == 1 {
        return f64::INFINITY;
    }
    let channels = cal::in_network_channels(comm.domains.len(), comm.nvlink) as f64;
    let sharded = matches!(op, Op::ReduceScatter | Op::AllGather);
    let lines = if sharded { 1 } else { lines.min(u64::from(choice.slices)) };
    cal::IN_NETWORK_COPY[usize::from(comm.nvlink > 4)] * channels / lines as f64
}

/// The share of a domain's members that are heads, and so of its cards that carry what goes on to other domains.
pub fn heads(comm: &Communicator) -> f64 {
    f64::from(comm.members().min(cal::NVLS_HEADS)) / f64::from(comm.members().max(1))
}

/// What a choice's messages between heads pay where GPUs hang on their CPUs by NVLink-C2C: what each waits, and the share of
/// the cards' rate that is left: a head's card rests while it is busy with the message.
pub fn messages(comm: &Communicator, choice: &Choice, bytes: Bytes) -> (Time, f64) {
    if choice.algorithm != Algorithm::InNetwork || comm.domains.len() < 2 || !comm.c2c {
        return (Time::ZERO, 1.0);
    }
    let rounds = slices(comm, choice.algorithm, bytes) / lines(comm, choice.algorithm);
    let channels = cal::in_network_channels(comm.domains.len(), comm.nvlink);
    let used = bytes.0.div_ceil(cal::IN_NETWORK_LEAST).clamp(1, channels);
    let each = if comm.cards_at_gpus { cal::MESSAGE } else { cal::IN_NETWORK_MESSAGE_C2C };
    let busy = each.as_secs() * (rounds * used) as f64;
    let moving = bytes.0.max(1) as f64 / (comm.across_rate * heads(comm));
    // Of the last bytes nobody notices the rate, and a share must keep its digits.
    (cal::IN_NETWORK_HOP_C2C, (1.0 / (1.0 + busy / moving)).max(SMALLEST))
}

#[cfg(test)]
mod tests {
    use kitchen_topology::{self as topology, ClusterSpec};

    use super::*;
    use crate::measure;

    /// The slices of a buffer in so many rounds of NCCL's: a round of chunks on each tree's line.
    fn check(system: &str, nodes: u32, bytes: Bytes, rounds: u32) {
        let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), nodes)).unwrap();
        let measured = measure(&topology, Op::AllReduce, Algorithm::InNetwork, bytes).unwrap();
        let lines = if nodes > 1 { 2 } else { 1 };
        assert_eq!(measured.choice.slices, rounds * lines, "{system} x {nodes}, {bytes:?}");
    }

    #[test]
    fn a_round_of_chunks_is_a_slice_on_each_line() {
        check("dgx-h100", 1, Bytes::mib(64), 8);
        check("dgx-h100", 2, Bytes::mib(16), 2);
        check("dgx-h100", 2, Bytes::mib(64), 4);
        check("dgx-h100", 4, Bytes::mib(64), 8);
        check("gb200-nvl72", 2, Bytes(8), 1);
        check("gb200-nvl72", 2, Bytes::mib(256), 4);
        check("gb200-nvl72", 2, Bytes::mib(512), 4);
        check("gb200-nvl72", 4, Bytes::mib(512), 8);
    }
}
