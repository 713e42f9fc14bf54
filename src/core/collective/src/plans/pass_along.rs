//! All-to-all round a ring: what is not for a rank it passes on to its successor.

use crate::Op;
use crate::plan::{Action, Builder, Move, Place, Plan};

/// Compiles an all-to-all onto one directed ring in which each rank sends to its successor alone.
///
/// A part for the rank at distance `d` is sent `d` times, so a ring carries n / 2 times the bytes of direct messages: this
/// is how a torus or a ring without routers has to do it. A rank has one message under way: it sends the next when it has
/// received one. In round `r` it sends what began `r` ranks behind it and is not yet where it belongs.
///
/// # Arguments
/// * `n`: ranks, in the order of the ring. The buffer has n x n parts, part s n + d going from s to d.
///
/// # Returns
/// The plan.
///
/// # Complexity
/// n^2 (n - 1) / 2 moves in n (n - 1) / 2 steps.
///
/// # Example
/// ```
/// use kitchen_collective::{check, plans::pass_along};
/// let plan = pass_along::plan(4);
/// assert_eq!(plan.moves.len(), 4 * 6);
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// S. H. Bokhari, H. Berryman: Complete exchange on a circuit switched mesh. Scalable High Performance Computing
/// Conference (1992). ASTRA-sim's `ring` for all-to-all is this, one message at a time.
pub fn plan(n: u32) -> Plan {
    let mut builder = Builder::new(Op::AllToAll, n, 0, n.saturating_mul(n));
    // What each rank received last.
    let mut received: Vec<Option<u32>> = vec![None; n as usize];
    let mut step = 0_u32;
    for round in 0..n.saturating_sub(1) {
        for distance in round + 1..n {
            let before = received.clone();
            for rank in 0..n {
                let source = (rank + n - round) % n;
                let next = (rank + 1) % n;
                let moved = Move {
                    from: Place::Rank(rank),
                    to: Place::Rank(next),
                    chunk: source * n + (source + distance) % n,
                    chunks: 1,
                    action: Action::Copy,
                    channel: 0,
                    step: step as u16,
                };
                received[next as usize] = Some(builder.push(moved, before[rank as usize]));
            }
            step += 1;
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    #[test]
    fn every_part_arrives_whatever_the_number_of_ranks() {
        for n in (1..=24).chain([37, 64]) {
            let plan = plan(n);
            assert_eq!(check::check(&plan), Ok(()), "{n} ranks");
            assert_eq!(plan.moves.len() as u32, n * n * (n - 1) / 2, "{n} ranks");
        }
    }
}
