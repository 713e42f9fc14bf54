//! Pairwise: an all-to-all in which everyone has one partner at a time.

use crate::Op;
use crate::plan::{Action, Plan};
use crate::plans::rounds::Rounds;

/// Compiles an all-to-all into n - 1 rounds, each a perfect matching of senders and receivers.
///
/// Nobody receives from two at once, so a network that suffers from that (incast) does not, at the price of n - 1
/// latencies. With a power of two as the number of ranks, partners swap (their numbers differ by the round's bits); else
/// each rank sends ahead and receives from behind.
///
/// # Arguments
/// * `n`: ranks. Part s n + d goes from s to d.
///
/// # Returns
/// The plan, or `None` for operations other than all-to-all and all-to-all-v.
///
/// # Complexity
/// n (n - 1) moves in n - 1 rounds.
///
/// # Example
/// ```
/// use kitchen_collective::{Op, check, pairwise};
/// let plan = pairwise::plan(Op::AllToAll, 6).unwrap();
/// assert_eq!(plan.moves.len(), 6 * 5);
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// R. Thakur, R. Rabenseifner, W. Gropp: Optimization of collective communication operations in MPICH. IJHPCA 19 (2005).
pub fn plan(op: Op, n: u32) -> Option<Plan> {
    if !matches!(op, Op::AllToAll | Op::AllToAllV) {
        return None;
    }
    let mut rounds = Rounds::new(op, n, n * n);
    for round in 1..n {
        for rank in 0..n {
            let to = if n.is_power_of_two() { rank ^ round } else { (rank + round) % n };
            rounds.send(rank, to, (rank * n + to, 1), Action::Copy);
        }
        rounds.next();
    }
    Some(rounds.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;

    fn one_partner_at_a_time(n: u32) {
        let plan = plan(Op::AllToAll, n).unwrap();
        assert_eq!(check(&plan), Ok(()));
        let mut met: Vec<_> = plan.moves.iter().map(|moved| (moved.step, moved.to)).collect();
        met.sort_unstable();
        assert!(met.windows(2).all(|pair| pair[0] != pair[1]), "{n} ranks");
    }

    #[test]
    fn nobody_receives_from_two_at_once() {
        one_partner_at_a_time(8);
        one_partner_at_a_time(9);
        assert_eq!(plan(Op::AllGather, 8), None);
    }
}
