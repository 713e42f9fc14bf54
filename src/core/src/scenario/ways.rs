//! Which algorithms carry out which operation.

use super::params::{Kind, Range};
use crate::collective::{Algorithm, Op, direct, double_binary_tree, in_network, ring, tree};

/// The algorithms that carry out `op` among so many chefs, as the parameter table lists them: index, algorithm.
pub fn ways(op: Op, chefs: u32) -> impl Iterator<Item = (i64, Algorithm)> {
    let list = match Kind::Collectives.param("algorithm").map(|param| param.range) {
        Some(Range::Choice(list)) => list,
        _ => &[],
    };
    let known = list.iter().zip(0..).filter_map(|((id, _), index)| Some((index, Algorithm::from_id(id)?)));
    known.filter(move |&(_, algorithm)| is_way(op, algorithm, chefs))
}

/// Whether the algorithm has a plan for `op`: each says so itself.
fn is_way(op: Op, algorithm: Algorithm, chefs: u32) -> bool {
    let everyone = || (0..chefs).collect::<Vec<u32>>();
    match algorithm {
        Algorithm::Ring => ring::plan(op, &[everyone()], 1).is_some(),
        Algorithm::Tree => tree::plan(op, &[vec![everyone()]], 1).is_some(),
        Algorithm::DoubleBinaryTree => double_binary_tree::plan(op, &[vec![everyone()]], 1).is_some(),
        Algorithm::InNetwork => in_network::plan(op, chefs, 1).is_some(),
        Algorithm::Direct => direct::plan(op, chefs).ranks == chefs,
        _ => false,
    }
}
