//! What the reader may change of the gallery of meetings.

use kitchen_core::collective::{Algorithm, Op};
use kitchen_core::units::Bytes;
use kitchen_text::{Key, key};

use crate::scenario::kind::params;
use crate::scenario::meeting::{LEAST_BYTES, MOST_BYTES, USUAL_BYTES};

const OPS: [(&str, Key, Op); 10] = [
    ("all-reduce", key::OP_ALL_REDUCE, Op::AllReduce),
    ("reduce-scatter", key::OP_REDUCE_SCATTER, Op::ReduceScatter),
    ("all-gather", key::OP_ALL_GATHER, Op::AllGather),
    ("broadcast", key::OP_BROADCAST, Op::Broadcast),
    ("reduce", key::OP_REDUCE, Op::Reduce),
    ("scatter", key::OP_SCATTER, Op::Scatter),
    ("gather", key::OP_GATHER, Op::Gather),
    ("all-to-all", key::OP_ALL_TO_ALL, Op::AllToAll),
    ("barrier", key::OP_BARRIER, Op::Barrier),
    ("send-recv", key::OP_SEND_RECV, Op::SendRecv),
];

const ALGORITHMS: [(&str, Key, Algorithm); 10] = [
    ("ring", key::ALGORITHM_RING, Algorithm::Ring),
    ("in-network", key::ALGORITHM_IN_NETWORK, Algorithm::InNetwork),
    ("direct", key::ALGORITHM_DIRECT, Algorithm::Direct),
    ("halving-doubling", key::ALGORITHM_HALVING_DOUBLING, Algorithm::HalvingDoubling),
    ("tree", key::ALGORITHM_TREE, Algorithm::Tree),
    ("double-binary-tree", key::ALGORITHM_DOUBLE_BINARY_TREE, Algorithm::DoubleBinaryTree),
    ("binomial", key::ALGORITHM_BINOMIAL, Algorithm::Binomial),
    ("bruck", key::ALGORITHM_BRUCK, Algorithm::Bruck),
    ("pairwise", key::ALGORITHM_PAIRWISE, Algorithm::Pairwise),
    ("pat", key::ALGORITHM_PAT, Algorithm::Pat),
];

params! {
    /// The parameters of the gallery.
    Params {
        op: Op = 0 => of(OPS), PARAM_MEETING, PARAM_OP_HELP;
        algorithm: Algorithm = 0 => of(ALGORITHMS), PARAM_ALGORITHM, PARAM_WAY_HELP;
        /// GPUs.
        chefs: u32 = 8 => int(2, 8), PARAM_CHEFS, PARAM_MEETING_CHEFS_HELP;
        bytes: Bytes = USUAL_BYTES => bytes(LEAST_BYTES, MOST_BYTES), PARAM_BYTES, PARAM_BYTES_HELP;
        /// The place of the shelves that is followed through the run, from 1; 0 for none.
        follow: u32 = 0 => int(0, 8), COLLECTIVES_FOLLOW, COLLECTIVES_FOLLOW_HELP;
    }
}

/// The algorithms that carry out `op`, in the order of the table.
pub fn ways(op: Op) -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.iter().map(|&(.., algorithm)| algorithm).filter(move |algorithm| algorithm.carries(op))
}

/// Their places in the table.
pub(super) fn places(op: Op) -> Vec<i64> {
    let carrying = (0..).zip(&ALGORITHMS).filter(|(_, (.., algorithm))| algorithm.carries(op));
    carrying.map(|(place, _)| place).collect()
}
