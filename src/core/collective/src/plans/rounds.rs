//! Exchanges in rounds: a rank begins a round when what it sent and what it received in its last one have ended.

use crate::Op;
use crate::plan::{Action, Builder, Move, Place, Plan};

/// A plan being written round by round.
pub(crate) struct Rounds {
    builder: Builder,
    /// By rank, the messages of its last round, and of this one.
    before: Vec<Vec<u32>>,
    now: Vec<Vec<u32>>,
    step: u16,
}

impl Rounds {
    pub(crate) fn new(op: Op, ranks: u32, chunks: u32) -> Rounds {
        let none = vec![Vec::new(); ranks as usize];
        Rounds { builder: Builder::untracked(op, ranks, chunks), before: none.clone(), now: none, step: 0 }
    }

    /// One message of neighbouring parts.
    pub(crate) fn send(&mut self, from: u32, to: u32, part: (u32, u32), action: Action) {
        let moved = self.moved(from, to, part, action);
        let id = self.builder.push_after(moved, &self.before[from as usize]);
        self.now[from as usize].push(id);
        self.now[to as usize].push(id);
    }

    /// One message of parts here and there.
    pub(crate) fn send_all(&mut self, from: u32, to: u32, chunks: impl Iterator<Item = u32>, action: Action) {
        for (index, chunk) in chunks.enumerate() {
            if index == 0 {
                self.send(from, to, (chunk, 1), action);
            } else {
                let moved = self.moved(from, to, (chunk, 1), action);
                self.builder.push_along(moved);
            }
        }
    }

    /// One message of the `count` parts from `first` on, round the end of `ranks` parts.
    pub(crate) fn send_round(&mut self, from: u32, to: u32, (first, count): (u32, u32), ranks: u32) {
        let before_end = count.min(ranks - first);
        self.send(from, to, (first, before_end), Action::Copy);
        if count > before_end {
            let moved = self.moved(from, to, (0, count - before_end), Action::Copy);
            self.builder.push_along(moved);
        }
    }

    fn moved(&self, from: u32, to: u32, (chunk, chunks): (u32, u32), action: Action) -> Move {
        let (from, to) = (Place::Rank(from), Place::Rank(to));
        Move { from, to, chunk, chunks, action, channel: 0, step: self.step }
    }

    /// The round has been written.
    pub(crate) fn next(&mut self) {
        for (before, now) in self.before.iter_mut().zip(&mut self.now) {
            if !now.is_empty() {
                std::mem::swap(before, now);
                now.clear();
            }
        }
        self.step += 1;
    }

    pub(crate) fn finish(self) -> Plan {
        self.builder.finish()
    }
}

/// 1, 2, 4, ... below `n`.
pub(crate) fn powers(n: u32) -> impl DoubleEndedIterator<Item = u32> {
    (0..n.max(1).next_power_of_two().trailing_zeros()).map(|bit| 1 << bit)
}
