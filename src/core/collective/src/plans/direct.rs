//! Direct: everyone sends to everyone at once.

use crate::Op;
use crate::plan::{Action, Builder, Move, Place, Plan};

/// Compiles `op` into messages straight from who has a part to who needs it.
///
/// One step for a scatter or a gather, so the lowest latency there is, and as many flows at once as the network has
/// pairs: right for small groups on a full crossbar, and for all-to-all.
///
/// # Arguments
/// * `n`: ranks. A buffer for all-to-all has n x n parts, part s n + d going from s to d; send/recv passes each rank's
///   shard to the next rank, as nccl-tests does.
///
/// # Returns
/// The plan, for every operation.
///
/// # Complexity
/// 2 n (n - 1) moves for an all-reduce, n (n - 1) for all-gather, reduce-scatter and all-to-all, n - 1 for
/// rooted operations.
///
/// # Example
/// ```
/// use kitchen_collective::{Op, check, direct};
/// assert_eq!(check::check(&direct::plan(Op::AllToAll, 5)), Ok(()));
/// ```
///
/// # Literature
/// E. Chan, M. Heimlich, A. Purkayastha, R. van de Geijn: Collective communication: theory, practice, and experience.
/// Concurrency and Computation 19 (2007).
pub fn plan(op: Op, n: u32) -> Plan {
    match op {
        Op::AllReduce | Op::ReduceScatter | Op::AllGather | Op::Barrier => meet(op, n),
        Op::Broadcast | Op::Reduce | Op::Gather | Op::Scatter => star(op, n),
        Op::AllToAll | Op::AllToAllV => {
            let mut builder = Builder::untracked(op, n, n * n);
            pairs(n, |from, to, step| {
                builder.push(send(from, to, from * n + to, Action::Copy, step), None);
            });
            builder.finish()
        }
        Op::SendRecv => {
            let mut builder = Builder::untracked(op, n, n);
            for rank in (0..n).filter(|_| n > 1) {
                builder.push(send(rank, (rank + 1) % n, rank, Action::Copy, 0), None);
            }
            builder.finish()
        }
    }
}

fn send(from: u32, to: u32, chunk: u32, action: Action, step: u32) -> Move {
    Move { from: Place::Rank(from), to: Place::Rank(to), chunk, chunks: 1, action, channel: 0, step: step as u16 }
}

/// Every ordered pair, sender by sender, each beginning with its successor so that no receiver is everyone's first.
fn pairs(n: u32, mut visit: impl FnMut(u32, u32, u32)) {
    for from in 0..n {
        for distance in 1..n {
            visit(from, (from + distance) % n, 0);
        }
    }
}

fn meet(op: Op, n: u32) -> Plan {
    let mut builder = Builder::new(op, n, 0, n);
    if op != Op::AllGather {
        pairs(n, |from, to, step| {
            builder.push(send(from, to, to, Action::Reduce, step), None);
        });
    }
    if op != Op::ReduceScatter {
        let second = u32::from(op != Op::AllGather);
        for from in 0..n {
            for distance in 1..n {
                let moved = send(from, (from + distance) % n, from, Action::Copy, second);
                if distance == 1 {
                    builder.push(moved, None)
                } else {
                    builder.push_beside(moved)
                };
            }
        }
    }
    builder.finish()
}

fn star(op: Op, n: u32) -> Plan {
    let sharded = matches!(op, Op::Gather | Op::Scatter);
    let mut builder = Builder::new(op, n, 0, if sharded { n } else { 1 });
    for rank in 1..n {
        let part = if sharded { rank } else { 0 };
        let moved = match op {
            Op::Broadcast | Op::Scatter => send(0, rank, part, Action::Copy, 0),
            Op::Gather => send(rank, 0, part, Action::Copy, 0),
            _ => send(rank, 0, part, Action::Reduce, 0),
        };
        builder.push(moved, None);
    }
    builder.finish()
}
