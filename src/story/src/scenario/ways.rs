//! Which algorithms the gallery offers for which operation.

use super::params::{Kind, Range};
use kitchen_core::collective::{Algorithm, Op};

/// The algorithms that carry out `op`, as the parameter table lists them: index, algorithm.
pub fn ways(op: Op) -> impl Iterator<Item = (i64, Algorithm)> {
    let list = match Kind::Collectives.param("algorithm").map(|param| param.range) {
        Some(Range::Choice(list)) => list,
        _ => &[],
    };
    let known = list.iter().zip(0..).filter_map(|((id, _), index)| Some((index, Algorithm::from_id(id)?)));
    known.filter(move |&(_, algorithm)| algorithm.carries(op))
}
