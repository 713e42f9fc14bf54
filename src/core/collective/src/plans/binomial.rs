//! The binomial tree: who has been served serves the next, so the served double each round.

use crate::Op;
use crate::plan::{Action, Builder, Move, Place, Plan};
use crate::plans::rounds::powers;

/// Compiles `op` onto the binomial tree in which a rank's parent is its number without its lowest bit.
///
/// The ranks below one are its successors, so a scatter hands each child the shards of its ranks in one piece, and a
/// gather brings them back. Broadcast and reduce move the whole buffer on each line; an all-reduce or a barrier is a reduce
/// and then a broadcast. A parent serves its largest child first, and one after the other.
///
/// # Arguments
/// * `n`: ranks; the root is rank 0.
///
/// # Returns
/// The plan, or `None` for operations without a root, all-reduce and barrier apart.
///
/// # Complexity
/// n - 1 moves in log2 n rounds (rounded up), twice for all-reduce and barrier.
///
/// # Example
/// ```
/// use kitchen_collective::{Op, binomial, check};
/// let plan = binomial::plan(Op::Scatter, 13).unwrap();
/// assert_eq!(plan.moves.len(), 12);
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// R. Thakur, R. Rabenseifner, W. Gropp: Optimization of collective communication operations in MPICH. IJHPCA 19 (2005).
pub fn plan(op: Op, n: u32) -> Option<Plan> {
    let (up, down) = match op {
        Op::Reduce | Op::Gather => (true, false),
        Op::Broadcast | Op::Scatter => (false, true),
        Op::AllReduce | Op::Barrier => (true, true),
        _ => return None,
    };
    let sharded = matches!(op, Op::Gather | Op::Scatter);
    let mut builder = Builder::untracked(op, n, if sharded { n } else { 1 });
    let rounds = powers(n).count() as u32;
    let part = |child: u32| if sharded { (child, (child & child.wrapping_neg()).min(n - child)) } else { (0, 1) };
    let line = |from: u32, to: u32, child: u32, action: Action, step: u32| {
        let (chunk, chunks) = part(child);
        Move { from: Place::Rank(from), to: Place::Rank(to), chunk, chunks, action, channel: 0, step: step as u16 }
    };
    // What must have come to a rank before it sends.
    let mut into: Vec<Vec<u32>> = vec![Vec::new(); n as usize];
    if up {
        let action = if sharded { Action::Copy } else { Action::Reduce };
        for child in (1..n).rev() {
            let parent = child & (child - 1);
            let moved = line(child, parent, child, action, child.trailing_zeros());
            let id = builder.push_after(moved, &into[child as usize]);
            into[parent as usize].push(id);
        }
    }
    if down {
        for bit in (0..rounds).rev() {
            for parent in (0..n).step_by(2 << bit) {
                let child = parent + (1 << bit);
                if child < n {
                    let step = if up { 2 * rounds - 1 - bit } else { rounds - 1 - bit };
                    let moved = line(parent, child, child, Action::Copy, step);
                    let id = builder.push_after(moved, &into[parent as usize]);
                    // The next child waits for this one.
                    into[parent as usize] = vec![id];
                    into[child as usize] = vec![id];
                }
            }
        }
    }
    Some(builder.finish())
}
