//! The plan of a choice.

use crate::error::CollectiveError;
use crate::nccl::communicator::Communicator;
use crate::nccl::count;
use crate::nccl::grid::{dimensions, is_grid_for};
use crate::plan::Plan;
use crate::plans::{
    binomial, bruck, direct, double_binary_tree, halving_doubling, hierarchical, in_fabric, in_network, pairwise, pat,
    ring, tree,
};
use crate::{Algorithm, Choice, Op};

/// The most moves that one call may have.
pub const LIMIT_MOVES: u64 = 4_000_000;

/// [`LIMIT_MOVES`] where messages to everyone go each by itself: 700 ranks of an all-reduce, 1,000 of an exchange.
pub const LIMIT_DIRECT: u64 = 1_000_000;

/// The plan of a choice.
///
/// # Errors
/// [`CollectiveError::Unsupported`] and its kin, [`CollectiveError::TooLarge`].
pub fn compile(comm: &Communicator, op: Op, choice: &Choice) -> Result<Plan, CollectiveError> {
    let unsupported = CollectiveError::Unsupported { op, algorithm: choice.algorithm };
    let moves = count::moves(comm, op, choice);
    let limit = match choice.algorithm {
        Algorithm::Direct | Algorithm::Pairwise => LIMIT_DIRECT,
        _ => LIMIT_MOVES,
    };
    if moves > limit {
        return Err(CollectiveError::TooLarge { moves, limit });
    }
    let plan = match choice.algorithm {
        Algorithm::Ring => ring::plan(op, &comm.rings, choice.slices),
        Algorithm::Tree => tree::plan(op, &comm.trees, choice.slices),
        Algorithm::DoubleBinaryTree => double_binary_tree::plan(op, &comm.trees, choice.slices),
        Algorithm::InNetwork if comm.in_network.is_none() => return Err(CollectiveError::NoInNetwork),
        Algorithm::InNetwork if comm.domains.len() == 1 => in_network::plan(op, comm.ranks, choice.slices),
        Algorithm::InNetwork | Algorithm::Hierarchical if !is_grid_for(comm, choice.algorithm) => {
            return Err(CollectiveError::Uneven);
        }
        Algorithm::Hierarchical if comm.unequal(op).is_some() => {
            comm.unequal(op).and_then(|servers| in_fabric::plan(op, &servers, choice.slices))
        }
        Algorithm::InNetwork | Algorithm::Hierarchical => {
            let ranks: Vec<u32> = comm.domains.iter().flatten().copied().collect();
            hierarchical::plan(op, &ranks, &dimensions(comm, choice.algorithm), choice.slices)
        }
        Algorithm::HalvingDoubling => halving_doubling::plan(op, comm.ranks),
        Algorithm::Bruck => bruck::plan(op, comm.ranks),
        Algorithm::Pairwise => pairwise::plan(op, comm.ranks),
        Algorithm::Binomial => binomial::plan(op, comm.ranks),
        Algorithm::Pat => pat::plan(op, comm.ranks),
        Algorithm::InFabric => in_fabric::plan(op, &comm.servers().ok_or(CollectiveError::NoInFabric)?, choice.slices),
        Algorithm::Direct | Algorithm::Auto => Some(direct::plan(op, comm.ranks)),
    };
    plan.ok_or(unsupported)
}
