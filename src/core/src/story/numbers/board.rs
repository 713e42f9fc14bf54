//! What every chef's board shows at every instant of a collective: its places, whose numbers are in each, and whether that
//! is what the operation promises.

use crate::collective::Op;
use crate::show::Run;
use crate::sim::task::{GpuId, TaskId};
use crate::story::numbers::Ledger;
use crate::units::Time;

/// One place of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// The number of the place's last part.
    pub value: i64,
    /// Whether there is one.
    pub filled: bool,
    /// By chef: the share of the place's parts that its numbers are in, 0 to 1.
    pub share: [f32; Board::ROWS as usize],
    /// Whether the operation promises something to this chef here.
    pub promised: bool,
    /// Whether all of it is there.
    pub whole: bool,
}

/// The boards of one collective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub op: Op,
    pub ledger: Ledger,
    ranks: u32,
    chunks: u32,
    rows: u32,
}

impl Board {
    /// Places on a board, and chefs who can be told apart on one. A collective in more parts shares them out among these.
    pub const ROWS: u32 = 8;

    /// The boards of a run that is one collective of at most [`Board::ROWS`] chefs; `None` for any other.
    pub fn new(run: &Run, op: Op) -> Option<Board> {
        let ranks = run.topology.len();
        if ranks > Board::ROWS {
            return None;
        }
        let moved = run.graph.labels.iter().map(|label| label.chunk.saturating_add(label.chunks)).max()?;
        let chunks = if op == Op::AllToAll { ranks * ranks } else { moved };
        let rows = match op {
            Op::AllToAll => ranks,
            Op::SendRecv => 2,
            _ => chunks.min(Board::ROWS),
        };
        let mut board = Board { op, ledger: Ledger::default(), ranks, chunks, rows: rows.max(1) };
        let initial = |rank: GpuId, chunk: u32| board.starts_with(rank, chunk).then(|| board.number(rank, chunk));
        board.ledger = Ledger::of_op(run, chunks, |_| true, initial).ok()?;
        Some(board)
    }

    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// Places on each board.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Whether numbers are added up.
    pub fn sums(&self) -> bool {
        matches!(self.op, Op::AllReduce | Op::ReduceScatter | Op::Reduce)
    }

    /// Everyone at once.
    pub fn everyone(&self) -> u64 {
        (1 << self.ranks) - 1
    }

    fn owner(&self, chunk: u32) -> u32 {
        chunk * self.ranks / self.chunks.max(1)
    }

    /// Whether a chef has something of its own in `chunk` before the first move (as [`crate::collective::check`] has it).
    fn starts_with(&self, rank: u32, chunk: u32) -> bool {
        match self.op {
            Op::AllReduce | Op::ReduceScatter | Op::Reduce => true,
            Op::AllGather | Op::AllToAll | Op::SendRecv => self.owner(chunk) == rank,
            Op::Broadcast => rank == 0,
        }
    }

    /// What the operation promises a chef in `chunk`: whose numbers; 0 for nothing.
    fn promise(&self, rank: u32, chunk: u32) -> u64 {
        let owner = self.owner(chunk);
        let (wanted, who) = match self.op {
            Op::AllReduce => (true, self.everyone()),
            Op::ReduceScatter => (owner == rank, self.everyone()),
            Op::Reduce => (rank == 0, self.everyone()),
            Op::AllGather => (true, 1 << owner),
            Op::Broadcast => (true, 1),
            Op::AllToAll => (chunk % self.ranks == rank, 1 << owner),
            Op::SendRecv => ((owner + 1) % self.ranks == rank, 1 << owner),
        };
        if wanted { who } else { 0 }
    }

    /// The number that a chef brings: one digit, and for an all-to-all two, from whom and for whom.
    fn number(&self, rank: u32, chunk: u32) -> i64 {
        if self.op == Op::AllToAll {
            return i64::from((rank + 1) * 10 + chunk % self.ranks + 1);
        }
        let row = chunk * self.rows / self.chunks.max(1);
        i64::from((rank * 4 + row * 3 + rank * row) % 9 + 1)
    }

    /// The place that a part is shown in, on the board of whoever has it.
    pub fn row_of(&self, rank: GpuId, chunk: u32) -> u32 {
        match self.op {
            Op::AllToAll if chunk % self.ranks == rank => self.owner(chunk),
            Op::AllToAll => chunk % self.ranks,
            Op::SendRecv => u32::from(self.owner(chunk) != rank),
            _ => chunk * self.rows / self.chunks.max(1),
        }
    }

    /// The parts that a place stands for now. An all-to-all's place holds what is for another chef until that one's part
    /// has come.
    fn parts(&self, t: Time, rank: u32, row: u32) -> std::ops::Range<u32> {
        let one = |chunk: u32| chunk..chunk + 1;
        match self.op {
            Op::AllToAll => {
                let (out, home) = (rank * self.ranks + row, row * self.ranks + rank);
                one(if self.ledger.who_at(t, rank, home) == 0 { out } else { home })
            }
            Op::SendRecv => one((rank + self.ranks - row) % self.ranks),
            _ => {
                let at = |row: u32| (row * self.chunks).div_ceil(self.rows);
                at(row)..at(row + 1)
            }
        }
    }

    /// A chef's place at an instant.
    pub fn cell(&self, t: Time, rank: GpuId, row: u32) -> Cell {
        let parts = self.parts(t, rank, row);
        let each = 1.0 / parts.len().max(1) as f32;
        let mut cell = Cell { whole: true, ..Cell::default() };
        for chunk in parts {
            let (who, promise) = (self.ledger.who_at(t, rank, chunk), self.promise(rank, chunk));
            for (chef, share) in cell.share.iter_mut().enumerate() {
                *share += (who >> chef & 1) as f32 * each;
            }
            cell.promised |= promise != 0;
            cell.whole &= promise != 0 && who == promise;
            (cell.value, cell.filled) = (self.ledger.value_at(t, rank, chunk), who != 0);
        }
        // The place is where the other's part will come, also while its own is still there.
        cell.promised |= self.op == Op::AllToAll;
        cell
    }

    /// When each place that is promised to a chef, and not as promised from the beginning, is so: when, whose, which; in order.
    pub fn arrivals(&self) -> Vec<(Time, GpuId, u32)> {
        let mut all = Vec::new();
        for rank in 0..self.ranks {
            let mut rows = [Time::ZERO; Board::ROWS as usize];
            for chunk in (0..self.chunks).filter(|&chunk| self.promise(rank, chunk) != 0) {
                let row = &mut rows[self.row_of(rank, chunk) as usize % Board::ROWS as usize];
                *row = self.ledger.changes(rank, chunk).last().unwrap_or_default().max(*row);
            }
            let late = rows.into_iter().zip(0..).filter(|&(at, _)| at > Time::ZERO);
            all.extend(late.map(|(at, row)| (at, rank, row)));
        }
        crate::order::sort(&mut all);
        all
    }

    /// Whether `chunk` is the part whose number its place shows.
    pub fn is_shown(&self, chunk: u32) -> bool {
        matches!(self.op, Op::AllToAll | Op::SendRecv)
            || (chunk + 1) * self.rows / self.chunks.max(1) != chunk * self.rows / self.chunks.max(1)
    }

    /// What a slip says: the number of its first part, and whose numbers are in it.
    pub fn slip(&self, task: TaskId) -> Option<(i64, u64)> {
        Some((*self.ledger.payload(task).first()?, *self.ledger.authors(task).first()?))
    }
}
