//! PAT, parallel aggregated trees: one binomial tree a shard, the far lines first, in messages shared by all trees.

use crate::Op;
use crate::plan::{Action, Plan};
use crate::plans::rounds::{Rounds, powers};

/// Compiles `op` onto n binomial trees, one rooted at the owner of each shard and all turned against each other.
///
/// In an all-gather each shard goes to the rank half the circle away, then both send it a quarter on, and so forth: the
/// farthest lines carry one shard, the nearest n / 2. (Bruck's algorithm does it the other way round and sends half of the
/// buffer across the whole network in its last round.) A reduce-scatter runs the trees backwards, which Bruck's cannot.
/// Here a rank has room for all shards of a round; NCCL cuts rounds where its buffers are smaller.
///
/// # Arguments
/// * `n`: ranks.
///
/// # Returns
/// The plan, or `None` for operations other than all-gather and reduce-scatter.
///
/// # Complexity
/// n (n - 1) moves in n log2 n messages and log2 n rounds (rounded up).
///
/// # Example
/// ```
/// use kitchen_collective::{Op, check, pat};
/// let plan = pat::plan(Op::ReduceScatter, 7).unwrap();
/// assert_eq!(plan.moves.len(), 7 * 6);
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// S. Jeaugey: PAT: a new algorithm for all-gather and reduce-scatter operations at scale. arXiv:2506.20252 (2025).
pub fn plan(op: Op, n: u32) -> Option<Plan> {
    let mut rounds = Rounds::new(op, n, n);
    let mut round = |distance: u32, action: Action| {
        for rank in 0..n {
            let to = (rank + distance) % n;
            // The lines of that length start where the longer ones have led.
            let starts = (0..n - distance).step_by(2 * distance as usize);
            if action == Action::Copy {
                rounds.send_all(rank, to, starts.map(|way| (rank + n - way) % n), action);
            } else {
                rounds.send_all(to, rank, starts.map(|way| (rank + n - way) % n), action);
            }
        }
        rounds.next();
    };
    match op {
        Op::AllGather => powers(n).rev().for_each(|distance| round(distance, Action::Copy)),
        Op::ReduceScatter => powers(n).for_each(|distance| round(distance, Action::Reduce)),
        _ => return None,
    }
    Some(rounds.finish())
}

/// The parts that a rank sends in the round of that distance.
pub(crate) fn parts(n: u32, distance: u32) -> u32 {
    (n - distance).div_ceil(2 * distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;

    fn sends(op: Op, n: u32) {
        let plan = plan(op, n).unwrap();
        assert_eq!(check(&plan), Ok(()), "{op:?}, {n} ranks");
        for (round, distance) in powers(n).enumerate() {
            let step = if op == Op::AllGather { powers(n).count() - 1 - round } else { round };
            let sent = plan.moves.iter().filter(|moved| usize::from(moved.step) == step).count() as u32;
            assert_eq!(sent, n * parts(n, distance), "{op:?}, {n} ranks, distance {distance}");
        }
    }

    #[test]
    fn the_farthest_lines_carry_the_fewest_shards() {
        sends(Op::AllGather, 16);
        sends(Op::AllGather, 11);
        sends(Op::ReduceScatter, 16);
        sends(Op::ReduceScatter, 11);
        assert_eq!((parts(16, 8), parts(16, 1)), (1, 8));
    }
}
