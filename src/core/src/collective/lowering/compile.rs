//! The plan of a choice.

use crate::collective::error::CollectiveError;
use crate::collective::nccl::count;
use crate::collective::nccl::grid::{dimensions, is_grid_for};
use crate::collective::nccl::shape::Shape;
use crate::collective::plan::Plan;
use crate::collective::plans::{
    binomial, bruck, direct, double_binary_tree, halving_doubling, hierarchical, in_fabric, in_network, pairwise, pat,
    ring, tree,
};
use crate::collective::{Algorithm, Choice, Op};

/// The most moves that one call may have.
pub const LIMIT_MOVES: u64 = 4_000_000;

/// [`LIMIT_MOVES`] where messages to everyone go each by itself: 700 ranks of an all-reduce, 1,000 of an exchange.
pub const LIMIT_DIRECT: u64 = 1_000_000;

/// The plan of a choice.
///
/// # Errors
/// [`CollectiveError::Unsupported`] and its kin, [`CollectiveError::TooLarge`].
pub fn compile(shape: &Shape, op: Op, choice: &Choice) -> Result<Plan, CollectiveError> {
    let unsupported = CollectiveError::Unsupported { op, algorithm: choice.algorithm };
    let moves = count::moves(shape, op, choice);
    let limit = match choice.algorithm {
        Algorithm::Direct | Algorithm::Pairwise => LIMIT_DIRECT,
        _ => LIMIT_MOVES,
    };
    if moves > limit {
        return Err(CollectiveError::TooLarge { moves, limit });
    }
    let plan = match choice.algorithm {
        Algorithm::Ring => ring::plan(op, &shape.rings, choice.slices),
        Algorithm::Tree => tree::plan(op, &shape.trees, choice.slices),
        Algorithm::DoubleBinaryTree => double_binary_tree::plan(op, &shape.trees, choice.slices),
        Algorithm::InNetwork if shape.in_network.is_none() => return Err(CollectiveError::NoInNetwork),
        Algorithm::InNetwork if shape.domains.len() == 1 => in_network::plan(op, shape.ranks, choice.slices),
        Algorithm::InNetwork | Algorithm::Hierarchical if !is_grid_for(shape, choice.algorithm) => {
            return Err(CollectiveError::Uneven);
        }
        Algorithm::Hierarchical if shape.unequal(op).is_some() => {
            shape.unequal(op).and_then(|servers| in_fabric::plan(op, &servers, choice.slices))
        }
        Algorithm::InNetwork | Algorithm::Hierarchical => {
            let ranks: Vec<u32> = shape.domains.iter().flatten().copied().collect();
            hierarchical::plan(op, &ranks, &dimensions(shape, choice.algorithm), choice.slices)
        }
        Algorithm::HalvingDoubling => halving_doubling::plan(op, shape.ranks),
        Algorithm::Bruck => bruck::plan(op, shape.ranks),
        Algorithm::Pairwise => pairwise::plan(op, shape.ranks),
        Algorithm::Binomial => binomial::plan(op, shape.ranks),
        Algorithm::Pat => pat::plan(op, shape.ranks),
        Algorithm::InFabric => in_fabric::plan(op, &shape.servers().ok_or(CollectiveError::NoInFabric)?, choice.slices),
        Algorithm::Direct | Algorithm::Auto => Some(direct::plan(op, shape.ranks)),
    };
    plan.ok_or(unsupported)
}
