//! What a choice's connections get of a link's rate: protocols, kernels of few channels, cards that many send to.

use kitchen_units::Bytes;

use crate::nccl::calibration as cal;
use crate::nccl::choice::Choice;
use crate::nccl::communicator::Communicator;
use crate::nccl::{channels, messages, nvls};
use crate::{Algorithm, Op};

/// The shares of a link's rate that a choice's connections reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// Inside a domain.
    pub inside: f64,
    /// Over network cards.
    pub across: f64,
}

/// See [`Shares`].
pub fn shares(comm: &Communicator, op: Op, choice: &Choice, bytes: Bytes) -> Shares {
    let algorithm = match choice.algorithm {
        Algorithm::Direct if op == Op::SendRecv => cal::ONE_PEER,
        Algorithm::Hierarchical if op.is_exchange() || matches!(op, Op::Gather | Op::Scatter) => cal::POINT_TO_POINT,
        Algorithm::Tree | Algorithm::DoubleBinaryTree => cal::TREE,
        Algorithm::Direct
        | Algorithm::InFabric
        | Algorithm::HalvingDoubling
        | Algorithm::Bruck
        | Algorithm::Pairwise
        | Algorithm::Binomial
        | Algorithm::Pat => cal::POINT_TO_POINT,
        _ => 1.0,
    };
    // A card's rate was measured under collectives; the copy of an all-gather's own shard does not cross it.
    let copy = if choice.algorithm == Algorithm::Ring && op == Op::AllGather { cal::ALL_GATHER } else { 1.0 };
    let across = match choice.algorithm {
        Algorithm::InFabric => cal::IN_FABRIC,
        _ if matches!(op, Op::AllToAll | Op::AllToAllV) => cal::ALL_TO_ALL_ACROSS,
        _ => algorithm,
    };
    Shares {
        inside: (choice.protocol.efficiency(comm.inside) * algorithm * copy).min(channels::share(comm, choice)),
        across: (choice.protocol.efficiency(comm.across) * across * nvls::messages(comm, choice, bytes).1)
            .min(messages::share(comm, op, choice, bytes)),
    }
}
