//! In-network sums: the switch adds what passes through it and hands the sum to all.

use crate::plan::{Action, Builder, Move, Place, Plan, cut};
use crate::{Algorithm, Op};

/// Compiles `op` onto one adding switch (NVLink SHARP, "NVLS").
///
/// Each rank sends its buffer up once and receives the sum once, whatever the number of ranks, where a ring sends
/// 2 (n - 1) / n of it. Slices make up and down overlap: links carry both directions at once.
///
/// # Arguments
/// * `n`: ranks on the switch.
/// * `slices`: parts of each shard in the pipeline, at least 1.
///
/// # Returns
/// The plan, or `None` where there is nothing to add or to copy to all: all-to-all, send/recv, gather, scatter.
///
/// # Complexity
/// 2 n moves a slice; two steps of latency.
///
/// # Example
/// ```
/// use kitchen_collective::{Op, check, in_network};
/// let plan = in_network::plan(Op::AllReduce, 8, 4).unwrap();
/// assert_eq!(plan.moves.len(), 2 * 8 * 4);
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// B. Klenk, N. Jiang, G. Thorson, L. Dennison: An in-network architecture for accelerating shared-memory multiprocessor
/// collectives. ISCA 2020.
pub fn plan(op: Op, n: u32, slices: u32) -> Option<Plan> {
    if !has_switch(op) || n == 0 {
        return None;
    }
    let sharded = matches!(op, Op::ReduceScatter | Op::AllGather);
    // A slice is a part, or, where each rank owns a shard, the shards of some neighbouring ranks.
    let chunks = if sharded { n } else { slices.max(1) };
    let slices = slices.clamp(1, chunks);
    let mut builder = Builder::new(op, n, 1, chunks);
    let mut lanes = Lanes::new(n);
    for slice in (0..slices).filter(|_| n > 1) {
        let parts = cut(chunks, slices, slice);
        let owners = parts.0..parts.0 + parts.1;
        for rank in 0..n {
            match op {
                Op::AllGather if owners.contains(&rank) => lanes.up(&mut builder, rank, 0, (rank, 1), 2 * slice),
                Op::Broadcast if rank > 0 => {}
                Op::AllGather => {}
                _ => lanes.up(&mut builder, rank, 0, parts, 2 * slice),
            }
        }
        for rank in 0..n {
            match op {
                Op::ReduceScatter if owners.contains(&rank) => {
                    lanes.down(&mut builder, rank, 0, (rank, 1), 2 * slice + 1);
                }
                Op::Broadcast if rank == 0 => {}
                Op::Reduce if rank > 0 => {}
                Op::ReduceScatter => {}
                _ => lanes.down(&mut builder, rank, 0, parts, 2 * slice + 1),
            }
        }
    }
    Some(builder.finish())
}

/// Whether a switch can help with `op`.
pub fn has_switch(op: Op) -> bool {
    Algorithm::InNetwork.carries(op)
}

/// The previous move of each rank's line to and from the switch: a line carries one slice after the other. Sums on their
/// way and results on their way back have lanes of their own, or no slice could start before the last has come back. So have
/// the slices of each tree.
pub(crate) struct Lanes {
    last: [Vec<Option<u32>>; 8],
    tree: usize,
    /// The channel of heads' lines.
    pub(crate) heads: u16,
}

impl Lanes {
    pub(crate) fn new(ranks: u32) -> Lanes {
        Lanes { last: std::array::from_fn(|_| vec![None; ranks as usize]), tree: 0, heads: 0 }
    }

    /// What follows belongs to that tree's slice.
    pub(crate) fn turn(&mut self, slice: u32) {
        self.tree = slice as usize % 2;
    }

    fn push(&mut self, b: &mut Builder, lane: usize, rank: u32, moved: Move) {
        let last = &mut self.last[2 * lane + self.tree][rank as usize];
        *last = Some(b.push(moved, *last));
    }

    /// From a rank into its switch's sum.
    pub(crate) fn up(&mut self, b: &mut Builder, rank: u32, domain: u32, part: (u32, u32), step: u32) {
        self.push(b, 0, rank, line(Place::Rank(rank), Place::Switch(domain), part, Action::Reduce, step));
    }

    /// From the switch to the rank that owns the sum.
    pub(crate) fn fetch(&mut self, b: &mut Builder, rank: u32, domain: u32, part: (u32, u32), step: u32) {
        let moved = line(Place::Switch(domain), Place::Rank(rank), part, Action::Copy, step);
        self.push(b, 1, rank, Move { channel: self.heads, ..moved });
    }

    /// From a rank into its switch, to be copied.
    pub(crate) fn put(&mut self, b: &mut Builder, rank: u32, domain: u32, part: (u32, u32), step: u32) {
        let moved = line(Place::Rank(rank), Place::Switch(domain), part, Action::Copy, step);
        self.push(b, 2, rank, Move { channel: self.heads, ..moved });
    }

    /// From the switch to one of all.
    pub(crate) fn down(&mut self, b: &mut Builder, rank: u32, domain: u32, part: (u32, u32), step: u32) {
        self.push(b, 3, rank, line(Place::Switch(domain), Place::Rank(rank), part, Action::Copy, step));
    }
}

fn line(from: Place, to: Place, part: (u32, u32), action: Action, step: u32) -> Move {
    Move { from, to, chunk: part.0, chunks: part.1, action, channel: 0, step: step as u16 }
}
