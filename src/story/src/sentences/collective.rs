//! Collectives: what can go wrong when one is asked for, and what operations and algorithms are called.

use kitchen_core::collective::{Algorithm, CollectiveError, Op};
use kitchen_text::{Key, Line, key, msg};

use super::{Named, Sentence};

impl Sentence for CollectiveError {
    fn line(&self) -> Line {
        match self {
            CollectiveError::NoRanks => Line::new(key::COLLECTIVE_NO_RANKS),
            CollectiveError::BadGroup { gpu } => Line::from(msg::CollectiveBadGroup { gpu: i64::from(*gpu) }),
            CollectiveError::Unsupported { op, algorithm } => {
                Line::from(msg::CollectiveUnsupported { op: op.name().into(), algorithm: algorithm.name().into() })
            }
            CollectiveError::TooLarge { moves, limit } => {
                Line::from(msg::CollectiveTooLarge { moves: clamp(*moves), limit: clamp(*limit) })
            }
            CollectiveError::NoInNetwork => Line::new(key::COLLECTIVE_NO_IN_NETWORK),
            CollectiveError::NoInFabric => Line::new(key::COLLECTIVE_NO_IN_FABRIC),
            CollectiveError::Uneven => Line::new(key::COLLECTIVE_UNEVEN),
            CollectiveError::Split { ranks } => Line::from(msg::CollectiveSplit { n: i64::from(*ranks) }),
            CollectiveError::Grid { ranks } => Line::from(msg::CollectiveGrid { n: i64::from(*ranks) }),
            CollectiveError::Size => Line::new(key::COLLECTIVE_SIZE),
            CollectiveError::Topology(error) => error.line(),
            CollectiveError::Sim(error) => error.line(),
        }
    }
}

fn clamp(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

impl Named for Op {
    fn name(&self) -> Key {
        match self {
            Op::AllReduce => key::OP_ALL_REDUCE,
            Op::AllGather => key::OP_ALL_GATHER,
            Op::ReduceScatter => key::OP_REDUCE_SCATTER,
            Op::Broadcast => key::OP_BROADCAST,
            Op::Reduce => key::OP_REDUCE,
            Op::AllToAll => key::OP_ALL_TO_ALL,
            Op::SendRecv => key::OP_SEND_RECV,
            Op::Gather => key::OP_GATHER,
            Op::Scatter => key::OP_SCATTER,
            Op::Barrier => key::OP_BARRIER,
            Op::AllToAllV => key::OP_ALL_TO_ALL_V,
        }
    }
}

impl Named for Algorithm {
    fn name(&self) -> Key {
        match self {
            Algorithm::Auto => key::ALGORITHM_AUTO,
            Algorithm::Ring => key::ALGORITHM_RING,
            Algorithm::Tree => key::ALGORITHM_TREE,
            Algorithm::DoubleBinaryTree => key::ALGORITHM_DOUBLE_BINARY_TREE,
            Algorithm::Direct => key::ALGORITHM_DIRECT,
            Algorithm::InNetwork => key::ALGORITHM_IN_NETWORK,
            Algorithm::Hierarchical => key::ALGORITHM_HIERARCHICAL,
            Algorithm::HalvingDoubling => key::ALGORITHM_HALVING_DOUBLING,
            Algorithm::Bruck => key::ALGORITHM_BRUCK,
            Algorithm::Pairwise => key::ALGORITHM_PAIRWISE,
            Algorithm::Binomial => key::ALGORITHM_BINOMIAL,
            Algorithm::Pat => key::ALGORITHM_PAT,
            Algorithm::InFabric => key::ALGORITHM_IN_FABRIC,
        }
    }
}
