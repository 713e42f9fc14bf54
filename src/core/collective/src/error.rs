//! What can go wrong when a collective is asked for.

use std::fmt;

use kitchen_sim::SimError;
use kitchen_topology::TopologyError;

use crate::{Algorithm, Op};

/// Why a collective cannot be laid on a topology.
#[derive(Clone, Debug, PartialEq)]
pub enum CollectiveError {
    /// The group is empty.
    NoRanks,
    /// A GPU is not part of the topology, or is named twice.
    BadGroup {
        /// Its number in the cluster.
        gpu: u32,
    },
    /// The algorithm does not carry out the operation on this communicator.
    Unsupported {
        /// What was to be done.
        op: Op,
        /// By what.
        algorithm: Algorithm,
    },
    /// The plan would have more moves than [`super::lowering::compile::LIMIT_MOVES`].
    TooLarge {
        /// How many it would have.
        moves: u64,
        /// How many it may have.
        limit: u64,
    },
    /// The switches of this system cannot add.
    NoInNetwork,
    /// The switches between the servers cannot add.
    NoInFabric,
    /// Sums in the switches of several servers need equally many ranks in each.
    Uneven,
    /// The sizes of an all-to-all-v do not fit the group: a skew beyond its ranks, or a table of another size.
    Split {
        /// Ranks of the group.
        ranks: u32,
    },
    /// The dimensions asked for do not multiply to the number of ranks, or have an algorithm where it cannot be.
    Grid {
        /// Ranks of the group.
        ranks: u32,
    },
    /// The buffers of all ranks together have more bytes than 64 bits can count.
    Size,
    /// A way through the cluster is not to be found.
    Topology(TopologyError),
    /// The task graph cannot be run.
    Sim(SimError),
}

impl fmt::Display for CollectiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for CollectiveError {}

impl From<TopologyError> for CollectiveError {
    fn from(error: TopologyError) -> CollectiveError {
        CollectiveError::Topology(error)
    }
}

impl From<SimError> for CollectiveError {
    fn from(error: SimError) -> CollectiveError {
        CollectiveError::Sim(error)
    }
}
