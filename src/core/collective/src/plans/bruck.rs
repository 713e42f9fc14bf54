//! Bruck: any number of ranks in log2 n rounds, for small messages; of a barrier, the dissemination.

use crate::Op;
use crate::plan::{Action, Plan};
use crate::plans::rounds::{Rounds, powers};

/// Compiles `op` into rounds in which each rank sends to the one at a distance of 1, 2, 4, ... round the circle.
///
/// An all-gather sends all that it has backwards, so what a rank has doubles. In an all-to-all a part that must go a
/// distance of 5 = 1 + 4 goes in the rounds of 1 and of 4: few messages, for each part up to log2 n times the bytes. A barrier is
/// the all-gather of nothing: who has heard of all may leave.
///
/// # Arguments
/// * `n`: ranks. For all-to-all, part s n + d goes from s to d.
///
/// # Returns
/// The plan, or `None` for operations other than all-gather, all-to-all, all-to-all-v and barrier.
///
/// # Complexity
/// n messages a round, log2 n rounds (rounded up). An all-gather carries n - 1 parts a rank, an all-to-all about n / 2 a
/// round.
///
/// # Example
/// ```
/// use kitchen_collective::{Op, bruck, check};
/// let plan = bruck::plan(Op::Barrier, 6).unwrap();
/// assert_eq!(plan.moves.iter().map(|moved| moved.step).max(), Some(2));
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// J. Bruck, C.-T. Ho, S. Kipnis, E. Upfal, D. Weathersby: Efficient algorithms for all-to-all communications in multiport
/// message-passing systems. IEEE TPDS 8 (1997). D. Hensgen, R. Finkel, U. Manber: Two algorithms for barrier
/// synchronization. Int. J. Parallel Programming 17 (1988).
pub fn plan(op: Op, n: u32) -> Option<Plan> {
    match op {
        Op::AllGather | Op::Barrier => {
            let mut rounds = Rounds::new(op, n, n);
            for distance in powers(n) {
                for rank in 0..n {
                    let part = (rank, distance.min(n - distance));
                    rounds.send_round(rank, (rank + n - distance) % n, part, n);
                }
                rounds.next();
            }
            Some(rounds.finish())
        }
        Op::AllToAll | Op::AllToAllV => {
            let mut rounds = Rounds::new(op, n, n * n);
            for distance in powers(n) {
                for rank in 0..n {
                    // What has come here went the lower powers of its way.
                    let parts = (0..n).filter(|way| way & distance > 0).map(|way| {
                        let from = (rank + n - way % distance) % n;
                        from * n + (from + way) % n
                    });
                    rounds.send_all(rank, (rank + distance) % n, parts, Action::Copy);
                }
                rounds.next();
            }
            Some(rounds.finish())
        }
        _ => None,
    }
}

/// The moves of [`plan`], counted without writing it; for an all-gather an upper bound.
pub(crate) fn moves(op: Op, n: u32) -> u64 {
    let each =
        |distance: u32| if op == Op::AllToAll || op == Op::AllToAllV { u64::from(parts(n, distance)) } else { 2 };
    powers(n).map(each).sum::<u64>() * u64::from(n)
}

/// The parts that a rank sends in an all-to-all's round of that distance: numbers below `n` with that bit.
pub(crate) fn parts(n: u32, distance: u32) -> u32 {
    let (whole, rest) = (n / (2 * distance), n % (2 * distance));
    whole * distance + rest.saturating_sub(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;

    /// The plan is right, each rank sends so many parts, in so many rounds.
    fn sends(op: Op, n: u32, parts: u32, rounds: usize) {
        let plan = plan(op, n).unwrap();
        assert_eq!(check(&plan), Ok(()), "{op:?}, {n} ranks");
        let all: u32 = plan.moves.iter().map(|moved| moved.chunks).sum();
        assert_eq!(all, parts * n, "{op:?}, {n} ranks");
        let messages = (0..plan.moves.len()).filter(|&index| plan.leader(index) == index).count();
        assert_eq!(messages, rounds * n as usize, "{op:?}, {n} ranks");
        assert!(plan.moves.len() as u64 <= moves(op, n));
    }

    #[test]
    fn messages_are_few_and_parts_as_many_as_the_books_say() {
        sends(Op::AllGather, 8, 7, 3);
        sends(Op::AllGather, 7, 6, 3);
        sends(Op::AllToAll, 8, 12, 3);
        // Ways 1 to 4 have 1, 1, 2 and 1 bits.
        sends(Op::AllToAll, 5, 5, 3);
        sends(Op::Barrier, 9, 8, 4);
        assert_eq!(super::plan(Op::Broadcast, 8), None);
    }
}
