//! What goes from rank to rank on a grid: all-to-all, gather and scatter turn towards the receiver, dimension by dimension.

use crate::Op;
use crate::plan::{Action, Builder, Move, Place, Plan};
use crate::plans::hierarchical::grid::Grid;

pub(super) fn plan(op: Op, grid: Grid<'_>) -> Plan {
    let n = grid.len();
    let rank = |at: u32| grid.ranks[at as usize];
    let exchange = op.is_exchange();
    let mut builder = Builder::untracked(op, n, if exchange { n * n } else { n });
    let mut bring = |from: u32, to: u32| {
        let chunk = match op {
            Op::Gather => rank(from),
            Op::Scatter => rank(to),
            _ => rank(from) * n + rank(to),
        };
        let (mut at, mut before) = (from, None);
        for turn in 0..grid.dims.len() {
            // To the receiver's rail first, but to the root along the sender's.
            let dim = if op == Op::Gather { grid.dims.len() - 1 - turn } else { turn };
            let next = grid.turned(at, dim, grid.digit(to, dim));
            if next != at {
                let (from, to) = (Place::Rank(rank(at)), Place::Rank(rank(next)));
                let step = turn as u16;
                let moved = Move { from, to, chunk, chunks: 1, action: Action::Copy, channel: 0, step };
                before = Some(builder.push(moved, before));
                at = next;
            }
        }
    };
    match op {
        Op::Gather => (1..n).for_each(|from| bring(from, 0)),
        Op::Scatter => (1..n).for_each(|to| bring(0, to)),
        // Each begins with its successor, so that no receiver is everyone's first.
        _ => (0..n).for_each(|from| (1..n).for_each(|distance| bring(from, (from + distance) % n))),
    }
    builder.finish()
}
