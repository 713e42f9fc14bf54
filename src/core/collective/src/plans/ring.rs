//! The ring: each rank talks to its successor alone.

use crate::Op;
use crate::plan::{Action, Builder, Move, Place, Plan, cut};

/// Compiles `op` onto one directed ring a channel.
///
/// The buffer is cut into one shard a rank, each shard into one part a channel. In a reduce-scatter the shard of rank
/// `r` starts at `r`'s successor and collects contributions on its way round; an all-gather passes finished shards on; an
/// all-reduce is the one after the other. Broadcast and reduce run along the ring opened at rank 0, in `slices`; scatter and
/// gather too, shard by shard: to the farthest first, from the nearest first, so that no line waits.
///
/// A move does not state that it waits for its sender's previous one: where hops are equally fast the data keeps the order,
/// and elsewhere the connection does, which carries one move after the other.
///
/// # Arguments
/// * `orders`: for each channel the ranks in the order of its ring, each rank once.
/// * `slices`: parts in the pipeline of broadcast and reduce, at least 1.
///
/// # Returns
/// The plan, or `None` for an operation that has no ring (all-to-all and send/recv are sent directly).
///
/// # Complexity
/// 2 n (n - 1) moves a channel for an all-reduce, half of that for its halves, (n - 1) a slice and channel for broadcast,
/// n (n - 1) / 2 for gather and scatter.
///
/// # Example
/// ```
/// use kitchen_collective::{Op, check, ring};
/// let plan = ring::plan(Op::AllReduce, &[vec![0, 1, 2]], 1).unwrap();
/// assert_eq!(plan.moves.len(), 2 * 3 * 2);
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// P. Patarasuk, X. Yuan: Bandwidth optimal all-reduce algorithms for clusters of workstations. J. Parallel Distrib.
/// Comput. 69 (2009).
pub fn plan(op: Op, orders: &[Vec<u32>], slices: u32) -> Option<Plan> {
    let channels = orders.len() as u32;
    let n = orders.first()?.len() as u32;
    let (reduces, gathers) = match op {
        Op::AllReduce | Op::Barrier => (true, true),
        Op::ReduceScatter => (true, false),
        Op::AllGather => (false, true),
        Op::Broadcast | Op::Reduce => return Some(line(op, orders, slices.max(1))),
        Op::Gather | Op::Scatter => return Some(deliver(op, orders)),
        Op::AllToAll | Op::AllToAllV | Op::SendRecv => return None,
    };
    let mut builder = Builder::new(op, n, 0, n * channels);
    let steps = n.saturating_sub(1);
    if reduces {
        // The shard that rank order[i] sends in step s ends, after n - 1 hops, at its owner.
        for step in 0..steps {
            for_each(orders, |channel, order, i| {
                let shard = order[((i + n - 1 - step) % n) as usize];
                builder.push(hop(order, i, shard * channels + channel, Action::Reduce, channel, step), None);
            });
        }
    }
    if gathers {
        for step in 0..steps {
            for_each(orders, |channel, order, i| {
                let shard = order[((i + n - step) % n) as usize];
                let at = step + if reduces { steps } else { 0 };
                builder.push(hop(order, i, shard * channels + channel, Action::Copy, channel, at), None);
            });
        }
    }
    Some(builder.finish())
}

/// The steps of an operation whose every step is a whole turn of all shards by one place.
pub(crate) fn rounds(op: Op, n: u32) -> Option<u32> {
    let steps = n.saturating_sub(1);
    match op {
        Op::AllReduce | Op::Barrier => Some(2 * steps),
        Op::ReduceScatter | Op::AllGather => Some(steps),
        _ => None,
    }
}

fn for_each(orders: &[Vec<u32>], mut visit: impl FnMut(u32, &[u32], u32)) {
    for (channel, order) in orders.iter().enumerate() {
        for i in 0..order.len() as u32 {
            visit(channel as u32, order, i);
        }
    }
}

fn hop(order: &[u32], i: u32, chunk: u32, action: Action, channel: u32, step: u32) -> Move {
    let next = order[(i as usize + 1) % order.len()];
    let from = Place::Rank(order[i as usize]);
    Move { from, to: Place::Rank(next), chunk, chunks: 1, action, channel: channel as u16, step: step as u16 }
}

/// The ranks of a ring opened at rank 0, which is first, or last where `to_root`.
fn opened(order: &[u32], to_root: bool) -> Vec<u32> {
    let root = order.iter().position(|&rank| rank == 0).unwrap_or(0);
    let mut walk = order.to_vec();
    walk.rotate_left((root + usize::from(to_root)) % order.len());
    walk
}

/// Scatter from, or gather to, rank 0: each shard goes along the ring as far as it must.
fn deliver(op: Op, orders: &[Vec<u32>]) -> Plan {
    let (n, channels) = (orders[0].len() as u32, orders.len() as u32);
    let mut builder = Builder::new(op, n, 0, n * channels);
    for (channel, order) in orders.iter().enumerate() {
        let walk = opened(order, op == Op::Gather);
        let mut last = vec![None; walk.len()];
        for turn in 0..walk.len() - 1 {
            let place = walk.len() - 1 - turn;
            let (owner, hops) =
                if op == Op::Scatter { (place, 0..place) } else { (place - 1, place - 1..walk.len() - 1) };
            for (step, i) in hops.enumerate() {
                let chunk = walk[owner] * channels + channel as u32;
                let moved = hop(&walk, i as u32, chunk, Action::Copy, channel as u32, (turn + step) as u32);
                last[i] = Some(builder.push(moved, last[i]));
            }
        }
    }
    builder.finish()
}

/// Broadcast from, or reduce to, rank 0 along the ring opened there.
fn line(op: Op, orders: &[Vec<u32>], slices: u32) -> Plan {
    let (n, channels) = (orders[0].len() as u32, orders.len() as u32);
    let mut builder = Builder::new(op, n, 0, slices * channels);
    for (channel, order) in orders.iter().enumerate() {
        let (first, count) = cut(slices * channels, channels, channel as u32);
        let walk = opened(order, op == Op::Reduce);
        let action = if op == Op::Broadcast { Action::Copy } else { Action::Reduce };
        let mut last = vec![None; walk.len()];
        for slice in 0..count {
            for (i, pair) in walk.windows(2).enumerate() {
                let moved = Move {
                    from: Place::Rank(pair[0]),
                    to: Place::Rank(pair[1]),
                    chunk: first + slice,
                    chunks: 1,
                    action,
                    channel: channel as u16,
                    step: (slice + i as u32) as u16,
                };
                last[i] = Some(builder.push(moved, last[i]));
            }
        }
    }
    builder.finish()
}
