//! How many moves a choice's plan has, counted without writing it.

use crate::nccl::communicator::Communicator;
use crate::nccl::grid::dimensions;
use crate::plans::hierarchical;
use crate::plans::{bruck, halving_doubling, in_fabric};
use crate::{Algorithm, Choice, Op};

/// Up to this many moves each is a transfer of its own, to be seen on its way.
pub(crate) const APART: u64 = 20_000;

/// The moves that a choice's plan has, or the transfers that they go in, counted without writing it.
pub fn moves(comm: &Communicator, op: Op, choice: &Choice) -> u64 {
    let apart = apart(comm, op, choice);
    let together = stands(comm, op, choice, apart);
    if together { each(comm) * u64::from(choice.slices) } else { apart }
}

/// [`moves`] where each goes by itself.
pub(crate) fn apart(comm: &Communicator, op: Op, choice: &Choice) -> u64 {
    let n = u64::from(comm.ranks);
    let hops = n.saturating_sub(1);
    let (slices, channels) = (u64::from(choice.slices), comm.rings.len() as u64);
    let domains = comm.domains.len() as u64;
    let both = 1 + u64::from(matches!(op, Op::AllReduce | Op::Barrier));
    match choice.algorithm {
        Algorithm::Ring if matches!(op, Op::Broadcast | Op::Reduce) => hops * slices * channels,
        Algorithm::Ring if matches!(op, Op::Gather | Op::Scatter) => n * hops / 2 * channels,
        Algorithm::Ring => both * n * hops * channels,
        Algorithm::Tree => both * hops * slices * channels,
        Algorithm::DoubleBinaryTree => 2 * both * hops * slices * channels,
        Algorithm::Direct | Algorithm::Auto => match op {
            Op::Broadcast | Op::Reduce | Op::Gather | Op::Scatter => hops,
            Op::SendRecv => n,
            _ => both * n * hops,
        },
        Algorithm::HalvingDoubling => halving_doubling::moves(op, comm.ranks),
        Algorithm::Bruck => bruck::moves(op, comm.ranks),
        Algorithm::Pairwise | Algorithm::Pat => n * hops,
        Algorithm::Binomial => both * hops,
        Algorithm::InFabric => comm.servers().map_or(0, |servers| in_fabric::moves(op, &servers, choice.slices)),
        Algorithm::InNetwork if domains == 1 => 2 * n * slices,
        Algorithm::Hierarchical if comm.unequal(op).is_some() => {
            comm.unequal(op).map_or(0, |servers| in_fabric::moves(op, &servers, choice.slices))
        }
        Algorithm::InNetwork | Algorithm::Hierarchical => {
            hierarchical::moves(op, comm.ranks, &dimensions(comm, choice.algorithm), choice.slices)
        }
    }
}

/// Whether a choice's moves are so many that they go together.
pub(crate) fn stands(comm: &Communicator, op: Op, choice: &Choice, apart: u64) -> bool {
    comm.alike && choice.algorithm == Algorithm::InNetwork && matches!(op, Op::AllReduce | Op::Barrier) && apart > APART
}

/// Transfers of each slice: in each domain up, to the heads, from them, down; both ways on each of a tree's edges.
pub(crate) fn each(comm: &Communicator) -> u64 {
    6 * comm.domains.len() as u64 - 2
}
