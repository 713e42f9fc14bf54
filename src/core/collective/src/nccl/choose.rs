//! Which algorithm, protocol and pipeline depth: by NCCL's tuner where it would run, else the cheapest by the closed forms of
//! [`super::cost`].

use kitchen_units::{Bytes, Time};

use crate::error::CollectiveError;
use crate::nccl::choice::{Choice, cut_as, is_filled, is_sliced, slice};
use crate::nccl::communicator::Communicator;
use crate::nccl::cost::estimate;
use crate::nccl::count::{self, moves};
use crate::nccl::protocol::{Medium, Protocol};
use crate::nccl::{channels, grid, messages, nvls, tuner};
use crate::{Algorithm, Op};

/// Pipeline depths tried. More would add tasks and little overlap.
const SLICES: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
/// The deepest pipeline of two trees that share the lines of one switch. On 72 GPUs (gb200-nvl72) an all-reduce of 1 GiB
/// takes 0.7 % longer so than with 64 slices, and its slices are of 16 MiB, as NCCL's are: a slot of 512 KiB in each of 32
/// channels. Deeper ones end at so many different instants that they simulate four times as long.
const CROSSED_TREES: u32 = 32;
/// Moves that an automatic choice may have while there is another: what simulates in a second.
const AUTO_MOVES: u64 = 1_200_000;
/// [`AUTO_MOVES`] of rings that go by a rule (see [`crate::measure()`]): 2,800 ranks.
const AUTO_MOVES_OF_RELAYS: u64 = 16_000_000;

/// The moves up to which rings by a rule are light. Shards have nothing as light as their rings.
pub(crate) const fn light_rings(op: Op) -> u64 {
    if matches!(op, Op::AllGather | Op::ReduceScatter) { u64::MAX } else { AUTO_MOVES_OF_RELAYS }
}
/// Moves that a pipeline may have before shallower ones are taken.
const MOVES_BUDGET: u64 = 400_000;
/// [`MOVES_BUDGET`] of a hierarchy, whose answer for 72 GPUs would else take longer than 50 ms.
const MOVES_BUDGET_OF_HIERARCHIES: u64 = 120_000;
/// The most slices of a pipeline whose equal moves go together.
const MOST_ROUNDS: u64 = 2_048;
/// Slices smaller than this are not cut.
const SMALLEST_SLICE: u64 = 256 << 10;
/// [`SMALLEST_SLICE`] in trees: a slot of LL128 in each of 16 channels (NCCL 2.30.7: 640 threads x 120 bytes). LL128 between servers
/// has smaller ones still ([`channels::tree_chunks`]).
const SMALLEST_SLICE_OF_TREES: u64 = 1 << 20;

/// Chooses for `op` on this communicator. With [`Algorithm::Auto`] the candidates are ring, double binary tree and
/// in-network sums (over several domains as NVLS tree, or in the network's switches where they add) for an all-reduce; ring,
/// one domain's switch, the network's and PAT for its halves; ring for broadcast and reduce; direct for what is sent from
/// GPU to GPU, along rails for a scatter; for a barrier those of an all-reduce, as frameworks carry it out. NCCL's tuner
/// ranks them ([`tuner`]), and the closed forms choose the pipeline's depth; where NCCL does not run (AMD's links) the
/// closed forms rank all but PAT.
///
/// # Errors
/// What the algorithm asked for cannot do here: [`CollectiveError::Unsupported`], [`CollectiveError::NoInNetwork`],
/// [`CollectiveError::Uneven`].
pub fn choose(comm: &Communicator, op: Op, algorithm: Algorithm, bytes: Bytes) -> Result<Choice, CollectiveError> {
    choose_with(comm, op, algorithm, bytes, AUTO_MOVES)
}

/// [`choose`] where rings of up to `rings` moves are light.
pub(crate) fn choose_with(
    comm: &Communicator,
    op: Op,
    algorithm: Algorithm,
    bytes: Bytes,
    rings: u64,
) -> Result<Choice, CollectiveError> {
    let bytes = op.payload(bytes);
    let inputs = if algorithm == Algorithm::Auto { tuner::Inputs::of(comm) } else { None };
    let candidates: &[Algorithm] = match (algorithm, op) {
        (Algorithm::Auto, Op::Scatter) if comm.is_even() && has_rails(comm) => {
            &[Algorithm::Direct, Algorithm::Hierarchical]
        }
        (Algorithm::Auto, Op::AllToAll | Op::AllToAllV | Op::SendRecv | Op::Gather | Op::Scatter) => {
            &[Algorithm::Direct]
        }
        (Algorithm::Auto, Op::Broadcast | Op::Reduce) => &[Algorithm::Ring],
        (Algorithm::Auto, Op::AllGather | Op::ReduceScatter) if comm.domains.len() > 1 => match inputs {
            Some(_) => &[Algorithm::Ring, Algorithm::InFabric, Algorithm::Pat],
            None => &[Algorithm::Ring, Algorithm::InFabric],
        },
        // Inside one server NCCL's tree is a chain, no better than a ring.
        (Algorithm::Auto, _) if comm.domains.len() == 1 => &[Algorithm::Ring, Algorithm::InNetwork],
        (Algorithm::Auto, _) => {
            &[Algorithm::Ring, Algorithm::DoubleBinaryTree, Algorithm::InNetwork, Algorithm::InFabric]
        }
        (asked, _) => &[asked],
    };
    // Whether it is heavy, what it costs.
    let mut best: Option<((bool, Time, Time), Choice)> = None;
    let mut refusal = CollectiveError::Unsupported { op, algorithm };
    let tuning = inputs.map(|inputs| inputs.tune(op, bytes));
    for &candidate in candidates {
        if let Err(error) = possible(comm, op, candidate) {
            refusal = error;
            continue;
        }
        for protocol in protocols(comm, op, candidate) {
            let blank = Choice { algorithm: candidate, protocol, slices: 1, estimate: Time::ZERO };
            let ranked = tuning.as_ref().and_then(|tuning| tuning.time_of(candidate, protocol));
            // What NCCL tunes, it does not do in a way that it does not list.
            if ranked.is_none() && tuning.as_ref().is_some_and(|tuning| !tuning.candidates.is_empty()) {
                continue;
            }
            let heavy = moves(comm, op, &blank) > if candidate == Algorithm::Ring { rings } else { AUTO_MOVES };
            for slices in depths(comm, op, &blank, bytes) {
                let mut choice = Choice { slices, ..blank };
                choice.estimate = estimate(comm, op, &choice, cut_as(op, &choice, bytes));
                let cost = (heavy, ranked.unwrap_or(choice.estimate), choice.estimate);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, choice));
                }
            }
        }
    }
    best.map(|(_, choice)| choice).ok_or(refusal)
}

/// Every algorithm that can carry `op` out here, with each protocol and, by the closed forms, the best depth.
pub(crate) fn each(comm: &Communicator, op: Op, bytes: Bytes) -> Vec<Choice> {
    let bytes = op.payload(bytes);
    let mut choices = Vec::new();
    for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| possible(comm, op, algorithm).is_ok()) {
        for protocol in protocols(comm, op, algorithm) {
            let blank = Choice { algorithm, protocol, slices: 1, estimate: Time::ZERO };
            let deep = depths(comm, op, &blank, bytes).map(|slices| {
                let choice = Choice { slices, ..blank };
                Choice { estimate: estimate(comm, op, &choice, cut_as(op, &choice, bytes)), ..choice }
            });
            choices.extend(deep.min_by_key(|choice| choice.estimate));
        }
    }
    choices
}

/// The pipeline depths to try. A switch's is given by its chunks; others may be as deep as pays.
fn depths(comm: &Communicator, op: Op, blank: &Choice, bytes: Bytes) -> impl Iterator<Item = u32> {
    let deepest = SLICES[SLICES.len() - 1];
    let sliced = is_sliced(op, blank.algorithm);
    let hierarchy = blank.algorithm == Algorithm::Hierarchical;
    let budget = if hierarchy { MOVES_BUDGET_OF_HIERARCHIES } else { MOVES_BUDGET };
    let heavy = move |slices: u32| slices > 1 && moves(comm, op, &Choice { slices, ..*blank }) > budget;
    let crossed = blank.algorithm == Algorithm::DoubleBinaryTree && op == Op::AllReduce && comm.domains.len() == 1;
    // In one domain there is no way across to overlap with: slices would meet on the same lines.
    let flat = blank.algorithm == Algorithm::Hierarchical && comm.domains.len() == 1;
    let most = if flat {
        1
    } else if crossed {
        CROSSED_TREES
    } else {
        deepest
    };
    let smallest = match (blank.algorithm, blank.protocol) {
        (Algorithm::DoubleBinaryTree, Protocol::Ll128) => {
            SMALLEST_SLICE_OF_TREES.min(channels::tree_chunks(comm, bytes).unwrap_or(u64::MAX))
        }
        (Algorithm::Tree | Algorithm::DoubleBinaryTree, _) => SMALLEST_SLICE_OF_TREES,
        _ => SMALLEST_SLICE,
    };
    let filled = is_filled(blank.algorithm);
    let full = move |deep: u32| if filled { slice(bytes, deep) } else { bytes.0 / u64::from(deep) };
    let thin = move |deep: u32| deep > 1 && (!sliced || full(deep) < smallest);
    let given = match blank.algorithm {
        // Where ranks own shards, those of one server follow those of another.
        Algorithm::InFabric if !is_sliced(op, blank.algorithm) => Some(comm.domains.len() as u64),
        Algorithm::InNetwork | Algorithm::InFabric => Some(nvls::slices(comm, blank.algorithm, bytes)),
        _ => None,
    }
    .map(|given| {
        // Trees take turns, so that each has as many.
        let lines = nvls::lines(comm, blank.algorithm);
        let (each, most) = if count::stands(comm, op, blank, u64::MAX) {
            (count::each(comm), MOST_ROUNDS)
        } else {
            (moves(comm, op, blank), u64::from(deepest))
        };
        let most = given.min(most).min(budget / each.max(1));
        (most / lines * lines).max(1) as u32
    });
    let cut = move |deep: u32| if deep > 1 && filled { Choice::slices_of(bytes, deep) } else { deep };
    SLICES
        .into_iter()
        .filter(move |&deep| deep <= most && given.is_none() && !thin(deep))
        .map(cut)
        .filter(move |&slices| !heavy(slices))
        .chain(given)
}

fn possible(comm: &Communicator, op: Op, algorithm: Algorithm) -> Result<(), CollectiveError> {
    if algorithm == Algorithm::Auto || !algorithm.carries(op) {
        return Err(CollectiveError::Unsupported { op, algorithm });
    }
    let hierarchy = algorithm == Algorithm::Hierarchical || comm.domains.len() > 1;
    match algorithm {
        Algorithm::InNetwork if comm.in_network.is_none() => Err(CollectiveError::NoInNetwork),
        Algorithm::InFabric if comm.servers().is_none() => Err(CollectiveError::NoInFabric),
        Algorithm::InNetwork | Algorithm::Hierarchical if hierarchy && !grid::is_grid_for(comm, algorithm) => {
            Err(CollectiveError::Uneven)
        }
        _ => Ok(()),
    }
}

/// Whether what leaves a domain goes over NVLink to the card on its receiver's rail first (PXN, NCCL's usual way between
/// peers since 2.12): a scatter leaves over all cards of the root's domain, not over the root's alone. A gather meets at
/// the root's card whichever way it goes, and an all-to-all keeps all cards busy either way.
fn has_rails(comm: &Communicator) -> bool {
    let nvlink = matches!(comm.inside, Medium::NvLink | Medium::NvLinkBeforeHopper | Medium::NvLinkBlackwell);
    nvlink && comm.domains.len() > 1 && comm.cards > 1
}

/// LL128 needs stores of 128 bytes to arrive whole: NVLink inside, RDMA across. Switches work on whole slices.
fn protocols(comm: &Communicator, op: Op, algorithm: Algorithm) -> impl Iterator<Item = Protocol> {
    let whole_lines = comm.inside.keeps_lines() && (comm.domains.len() == 1 || comm.across.keeps_lines());
    let switch = matches!(algorithm, Algorithm::InNetwork | Algorithm::InFabric);
    // Messages to single peers know LL and Simple alone, and between servers no buffers are kept for LL (NCCL 2.28.7
    // init.cc: ALLOC_P2P_NET_LL_BUFFERS is off).
    let delivers = messages::to_peers(op, algorithm);
    let whole_lines = whole_lines && algorithm != Algorithm::Direct && !delivers;
    Protocol::ALL.into_iter().filter(move |protocol| match protocol {
        Protocol::Ll => !switch && (comm.domains.len() == 1 || comm.across.has_host_buffers() && !delivers),
        Protocol::Ll128 => !switch && whole_lines,
        Protocol::Simple => true,
    })
}

#[cfg(test)]
mod tests {
    use kitchen_task::GpuId;
    use kitchen_topology::{self as topology, ClusterSpec, Topology};

    use super::*;
    use crate::measure::{Launch, measure_group};
    use crate::{Call, measure};

    fn cluster(system: &str, nodes: u32) -> Topology {
        topology::build(&ClusterSpec::new(topology::find_system(system).unwrap(), nodes)).unwrap()
    }

    /// What is taken on some of the servers' GPUs, and that it takes less than another.
    fn check(topology: &Topology, (op, bytes): (Op, u64), each: usize, expected: Algorithm, other: Algorithm) {
        let group: Vec<GpuId> = (0..topology.nodes).flat_map(|node| topology.ranks_of(node).take(each)).collect();
        let done = |algorithm| {
            let call = Call::new(op, algorithm, Bytes(bytes), &group);
            measure_group(topology, &call, Launch::ProcessPerGpu).unwrap()
        };
        let auto = done(Algorithm::Auto);
        assert_eq!(auto.algorithm, expected, "{op:?}, {bytes} bytes");
        assert!(auto.time < done(other).time, "{op:?}, {bytes} bytes: {}", auto.time);
    }

    #[test]
    fn one_gpu_a_server_takes_pat_where_rings_are_long() {
        let topology = cluster("dgx-h100", 64);
        check(&topology, (Op::AllGather, 1 << 10), 1, Algorithm::Pat, Algorithm::Ring);
        check(&topology, (Op::ReduceScatter, 1 << 10), 1, Algorithm::Pat, Algorithm::Ring);
        check(&cluster("dgx-h100", 4), (Op::AllGather, 64 << 20), 1, Algorithm::Ring, Algorithm::HalvingDoubling);
    }

    #[test]
    fn a_scatter_leaves_over_all_cards_and_a_gather_meets_at_one() {
        let topology = cluster("dgx-h100", 4);
        check(&topology, (Op::Scatter, 1 << 30), 8, Algorithm::Hierarchical, Algorithm::Direct);
        let gathered = measure(&topology, Op::Gather, Algorithm::Auto, Bytes::gib(1)).unwrap();
        assert_eq!(gathered.algorithm, Algorithm::Direct);
    }

    #[test]
    fn what_is_heavy_is_taken_where_nothing_else_is_possible() {
        let gathered = measure(&cluster("mi300x-8", 64), Op::AllGather, Algorithm::Auto, Bytes::mib(1)).unwrap();
        assert_eq!(gathered.algorithm, Algorithm::Ring);
        assert!(gathered.tasks > 200_000, "{} transfers", gathered.tasks);
    }

    #[test]
    fn amd_s_library_has_neither() {
        let topology = cluster("mi300x-8", 2);
        for (op, expected) in [(Op::AllGather, Algorithm::Ring), (Op::Scatter, Algorithm::Direct)] {
            assert_eq!(measure(&topology, op, Algorithm::Auto, Bytes(1 << 10)).unwrap().algorithm, expected);
        }
    }
}
