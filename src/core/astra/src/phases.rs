//! Which dimension carries what, in which order: the phases that each chunk goes through.

use kitchen_collective::Op;

use crate::{Algorithm, Algorithms, AstraError, Call, Machine, Order};

/// One phase of a chunk: an operation among the members of one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Phase {
    pub(super) op: Op,
    /// The dimension; with one algorithm for all, the whole machine counts as one.
    pub(super) dim: usize,
    /// Bytes of the buffer that a member brings: for an all-gather its shard.
    pub(super) bytes: u64,
    pub(super) line: Line,
}

/// The part of a dimension's queues that a phase takes turns on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// All queues; the second half of them runs the other way round.
    Any,
    /// The first half: an all-reduce on its way up the dimensions.
    Up,
    /// The second half, which runs the other way round: on its way down.
    Down,
}

/// The sizes of the groups that the phases run in.
pub(super) fn sizes(machine: &Machine, call: &Call) -> Vec<u32> {
    match call.algorithms {
        Algorithms::Each(_) => machine.dims.iter().map(|dim| dim.npus).collect(),
        Algorithms::One(_) => vec![machine.npus() as u32],
    }
}

/// The phases of a chunk of `bytes`.
///
/// One operation a dimension, the first dimension first, and the last first for an all-gather: each hands on what it leaves of
/// the buffer. With [`Order::LocalFirst`] an all-reduce is scattered on its way up, reduced in the last dimension and
/// gathered on its way down.
pub(super) fn of(call: &Call, sizes: &[u32], bytes: u64) -> Result<Vec<Phase>, AstraError> {
    let mut phases = Vec::new();
    let mut left = bytes;
    let last = sizes.len() - 1;
    let trees = |dim: usize| call.algorithms.at(dim) == Algorithm::DoubleBinaryTree;
    let mut add = |op: Op, dim: usize, line: Line| -> Result<(), AstraError> {
        phases.push(Phase { op, dim, bytes: left, line });
        let n = u64::from(sizes[dim]);
        left = match op {
            // ASTRA-sim's trees leave the whole buffer, whatever they were asked for.
            _ if trees(dim) => left,
            Op::ReduceScatter => left / n,
            Op::AllGather => left.checked_mul(n).ok_or(AstraError::Quantity { what: "bytes" })?,
            _ => left,
        };
        Ok(())
    };
    match (call.op, call.order) {
        (Op::AllReduce, Order::LocalFirst) => {
            (0..last).try_for_each(|dim| add(Op::ReduceScatter, dim, Line::Up))?;
            add(Op::AllReduce, last, Line::Up)?;
            (0..last).rev().try_for_each(|dim| add(Op::AllGather, dim, Line::Down))?;
        }
        (Op::AllGather, _) => (0..=last).rev().try_for_each(|dim| add(call.op, dim, Line::Any))?,
        _ => (0..=last).try_for_each(|dim| add(call.op, dim, Line::Any))?,
    }
    Ok(phases)
}

/// Deals out a dimension's queues.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    count: u32,
    any: u32,
    up: u32,
    down: u32,
}

impl Queues {
    pub(super) fn new(count: u32) -> Queues {
        Queues { count, any: 0, up: 0, down: count / 2 }
    }

    /// The next queue of a line, and whether it runs the other way round.
    pub(super) fn next(&mut self, line: Line) -> (u32, bool) {
        let half = self.count / 2;
        let (at, from, to) = match line {
            Line::Any => (&mut self.any, 0, self.count),
            Line::Up => (&mut self.up, 0, half),
            Line::Down => (&mut self.down, half, self.count),
        };
        let queue = *at;
        *at = if queue + 1 >= to { from } else { queue + 1 };
        let is_back = match line {
            Line::Any => self.count > 1 && queue >= half,
            Line::Up => false,
            Line::Down => true,
        };
        (queue, is_back)
    }
}
