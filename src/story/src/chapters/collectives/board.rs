//! What every chef's board shows at every instant of a collective: its places, whose numbers are in each, and whether that
//! is what the operation promises.

use crate::story::ledger::Ledger;
use kitchen_core::collective::Op;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Label, TaskId};
use kitchen_core::units::Time;

/// One place of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cell {
    /// The number of the place's last part.
    pub(super) value: i64,
    /// Whether there is one.
    pub(super) filled: bool,
    /// By chef: the share of the place's parts that its numbers are in, 0 to 1.
    pub(super) share: [f32; Board::ROWS as usize],
    /// Whether the operation promises something to this chef here.
    pub(super) promised: bool,
    /// Whether all of it is there.
    pub(super) whole: bool,
}

/// The boards of one collective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) op: Op,
    pub(super) ledger: Ledger,
    ranks: u32,
    chunks: u32,
    rows: u32,
}

impl Board {
    /// Places on a board, and chefs who can be told apart on one. A collective in more parts shares them out among these.
    pub(super) const ROWS: u32 = 8;

    /// The boards of a run that is one collective of at most [`Board::ROWS`] chefs; `None` for any other.
    pub(super) fn new(run: &Run, op: Op) -> Option<Board> {
        let ranks = run.topology.len();
        if ranks > Board::ROWS {
            return None;
        }
        let moved = run.graph.labels.iter().map(|label| label.chunk.saturating_add(label.chunks)).max()?;
        let chunks = if is_exchange(op) { ranks * ranks } else { moved };
        let rows = match op {
            Op::AllToAll | Op::AllToAllV => ranks,
            Op::SendRecv => 2,
            Op::Barrier => 1,
            _ => chunks.min(Board::ROWS),
        };
        let mut board = Board { op, ledger: Ledger::default(), ranks, chunks, rows: rows.max(1) };
        let initial = |rank: GpuId, chunk: u32| board.starts_with(rank, chunk).then(|| board.number(rank, chunk));
        board.ledger = Ledger::of_op(run, chunks, |_| true, initial).ok()?;
        Some(board)
    }

    pub(super) fn ranks(&self) -> u32 {
        self.ranks
    }

    /// Places on each board.
    pub(super) fn rows(&self) -> u32 {
        self.rows
    }

    /// Whether numbers are added up.
    pub(super) fn sums(&self) -> bool {
        matches!(self.op, Op::AllReduce | Op::ReduceScatter | Op::Reduce | Op::Barrier)
    }

    /// Everyone at once.
    pub(super) fn everyone(&self) -> u64 {
        (1 << self.ranks) - 1
    }

    fn owner(&self, chunk: u32) -> u32 {
        chunk * self.ranks / self.chunks.max(1)
    }

    /// Whether a chef has something of its own in `chunk` before the first move (as [`kitchen_core::collective::check`] has it).
    fn starts_with(&self, rank: u32, chunk: u32) -> bool {
        match self.op {
            Op::AllReduce | Op::ReduceScatter | Op::Reduce | Op::Barrier => true,
            Op::AllGather | Op::AllToAll | Op::AllToAllV | Op::SendRecv | Op::Gather => self.owner(chunk) == rank,
            Op::Broadcast | Op::Scatter => rank == 0,
        }
    }

    /// What the operation promises a chef in `chunk`: whose numbers; 0 for nothing.
    fn promise(&self, rank: u32, chunk: u32) -> u64 {
        let owner = self.owner(chunk);
        let (wanted, who) = match self.op {
            Op::AllReduce | Op::Barrier => (true, self.everyone()),
            Op::ReduceScatter => (owner == rank, self.everyone()),
            Op::Reduce => (rank == 0, self.everyone()),
            Op::Gather => (rank == 0, 1 << owner),
            Op::Scatter => (owner == rank, 1),
            Op::AllGather => (true, 1 << owner),
            Op::Broadcast => (true, 1),
            Op::AllToAll | Op::AllToAllV => (chunk % self.ranks == rank, 1 << owner),
            Op::SendRecv => ((owner + 1) % self.ranks == rank, 1 << owner),
        };
        if wanted { who } else { 0 }
    }

    /// The number that a chef brings: one digit, and for an all-to-all two, from whom and for whom.
    fn number(&self, rank: u32, chunk: u32) -> i64 {
        if is_exchange(self.op) {
            return i64::from((rank + 1) * 10 + chunk % self.ranks + 1);
        }
        let row = self.row_of(rank, chunk);
        i64::from(match self.op {
            // Where nothing is added, no two are alike, so that one can be followed.
            Op::AllGather | Op::Gather | Op::SendRecv => rank * 4 % 9 + 1,
            Op::Broadcast | Op::Scatter => row * 4 % 9 + 1,
            _ => (rank * 4 + row * (rank % 3 + 1) * 2 + row * row) % 9 + 1,
        })
    }

    /// The place that a part is shown in, on the board of whoever has it.
    pub(super) fn row_of(&self, rank: GpuId, chunk: u32) -> u32 {
        match self.op {
            _ if is_exchange(self.op) && chunk % self.ranks == rank => self.owner(chunk),
            _ if is_exchange(self.op) => chunk % self.ranks,
            Op::SendRecv => u32::from(self.owner(chunk) != rank),
            Op::Barrier => 0,
            _ => chunk * self.rows / self.chunks.max(1),
        }
    }

    /// The parts that a place stands for now. An all-to-all's place holds what is for another chef until that one's part
    /// has come.
    fn parts(&self, t: Time, rank: u32, row: u32) -> std::ops::Range<u32> {
        let one = |chunk: u32| chunk..chunk + 1;
        match self.op {
            Op::AllToAll | Op::AllToAllV => {
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

    /// A number with its authors, as on a slip.
    pub(super) fn marked(value: i64, who: u64) -> Cell {
        let mut cell = Cell { value, filled: who != 0, ..Cell::default() };
        for (chef, share) in cell.share.iter_mut().enumerate() {
            *share = (who >> chef & 1) as f32;
        }
        cell
    }

    /// Of whom a chef at a barrier knows that they have come.
    fn heard(&self, t: Time, rank: u32) -> u64 {
        (0..self.chunks).fold(0, |heard, chunk| heard | self.ledger.who_at(t, rank, chunk))
    }

    /// A chef's place at an instant.
    pub(super) fn cell(&self, t: Time, rank: GpuId, row: u32) -> Cell {
        if self.op == Op::Barrier {
            let heard = self.heard(t, rank);
            let whole = heard == self.everyone();
            return Cell { whole, promised: true, ..Board::marked(i64::from(heard.count_ones()), heard) };
        }
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
        cell.promised |= is_exchange(self.op);
        cell
    }

    /// When each place that is promised to a chef, and not as promised from the beginning, is so: when, whose, which; in order.
    pub(super) fn arrivals(&self) -> Vec<(Time, GpuId, u32)> {
        let mut all = Vec::new();
        for rank in 0..self.ranks {
            let mut rows = [Time::ZERO; Board::ROWS as usize];
            for (chunk, who) in (0..self.chunks).map(|chunk| (chunk, self.promise(rank, chunk))).filter(|of| of.1 != 0)
            {
                let row = &mut rows[self.row_of(rank, chunk) as usize % Board::ROWS as usize];
                *row = self.ledger.settled(rank, chunk, who).unwrap_or_default().max(*row);
            }
            if self.op == Op::Barrier {
                let heard = |at: &Time| self.heard(*at, rank) == self.everyone();
                let changes = (0..self.chunks).flat_map(|chunk| self.ledger.changes(rank, chunk));
                rows[0] = changes.filter(heard).min().unwrap_or_default();
            }
            let late = rows.into_iter().zip(0..).filter(|&(at, _)| at > Time::ZERO);
            all.extend(late.map(|(at, row)| (at, rank, row)));
        }
        kitchen_core::order::sort(&mut all);
        all
    }

    /// Slips for others that a chef holds until it passes them on: parts of an all-to-all that have come no further.
    pub(super) fn passing(&self, t: Time, rank: GpuId) -> usize {
        if !is_exchange(self.op) {
            return 0;
        }
        let since = |of: u32, part: u32| self.ledger.changes(of, part).filter(|&at| at > Time::ZERO && at <= t).last();
        let here = |&part: &u32| {
            let Some(came) = since(rank, part) else { return false };
            part % self.ranks != rank
                && (0..self.ranks).all(|of| of == rank || since(of, part).is_none_or(|at| at < came))
        };
        (0..self.chunks).filter(here).count()
    }

    /// Whether `chunk` is the part whose number its place shows.
    pub(super) fn is_shown(&self, chunk: u32) -> bool {
        is_exchange(self.op)
            || matches!(self.op, Op::SendRecv | Op::Barrier)
            || (chunk + 1) * self.rows / self.chunks.max(1) != chunk * self.rows / self.chunks.max(1)
    }

    /// What a slip says: the number of its first part, whose numbers are in it, and how many places it fills.
    pub(super) fn slip(&self, task: TaskId, label: Label) -> Option<(i64, u64, u32)> {
        let who = *self.ledger.authors(task).first()?;
        if self.op == Op::Barrier {
            return Some((i64::from(who.count_ones()), who, 1));
        }
        let row = |chunk: u32| chunk * self.rows / self.chunks.max(1);
        let places = match self.op {
            Op::SendRecv => 1,
            _ if is_exchange(self.op) => label.chunks,
            _ => row(label.chunk + label.chunks - 1) - row(label.chunk) + 1,
        };
        Some((*self.ledger.payload(task).first()?, who, places))
    }
}

/// Everyone's parts for everyone.
fn is_exchange(op: Op) -> bool {
    matches!(op, Op::AllToAll | Op::AllToAllV)
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::*;
    use crate::scenario::Scenario;
    use crate::show;

    fn boards(op: Op, algorithm: &str, chefs: i64) -> (Board, Time) {
        let usual = Scenario::default_for(KIND).with("chefs", chefs);
        let scenario = usual.with_choice("op", op.id()).with_choice("algorithm", algorithm);
        let show = show::run(&scenario).unwrap();
        (Board::new(&show.runs[0], op).unwrap(), show.makespan())
    }

    /// The numbers of each chef's places at the end, empty ones left out.
    fn check(op: Op, algorithm: &str, expected: &[&[i64]]) {
        let (board, end) = boards(op, algorithm, expected.len() as i64);
        for (rank, &expected) in (0..).zip(expected) {
            let cells = (0..board.rows()).map(|row| board.cell(end, rank, row));
            let held: Vec<i64> = cells.filter(|cell| cell.promised).map(|cell| cell.value).collect();
            assert_eq!(held, expected, "{op:?} by {algorithm}, chef {rank}");
        }
    }

    #[test]
    fn every_operation_leaves_what_it_promises() {
        // Three chefs begin with 1 4 9, 5 1 8 and 9 7 7.
        check(Op::AllReduce, "ring", &[&[15, 12, 24], &[15, 12, 24], &[15, 12, 24]]);
        check(Op::ReduceScatter, "direct", &[&[15], &[12], &[24]]);
        check(Op::AllGather, "bruck", &[&[1, 5, 9], &[1, 5, 9], &[1, 5, 9]]);
        check(Op::Gather, "binomial", &[&[1, 5, 9], &[], &[]]);
        check(Op::Scatter, "ring", &[&[1], &[5], &[9]]);
        check(Op::Broadcast, "direct", &[&[1], &[1], &[1]]);
        check(Op::Reduce, "direct", &[&[15], &[], &[]]);
        check(Op::AllToAll, "bruck", &[&[11, 21, 31], &[12, 22, 32], &[13, 23, 33]]);
        check(Op::SendRecv, "direct", &[&[9], &[1], &[5]]);
        check(Op::Barrier, "tree", &[&[3], &[3], &[3]]);
    }

    #[test]
    fn an_exchange_begins_with_rows() {
        let (board, _) = boards(Op::AllToAll, "pairwise", 4);
        let row = |rank| (0..4).map(|row| board.cell(Time::ZERO, rank, row).value).collect::<Vec<_>>();
        assert_eq!([row(0), row(3)], [[11, 12, 13, 14], [41, 42, 43, 44]]);
        assert_eq!(board.arrivals().len(), 12, "its own part a chef has from the beginning");
    }

    #[test]
    fn nothing_is_left_on_a_counter() {
        let (board, end) = boards(Op::AllToAll, "bruck", 7);
        let left = |t: Time| (0..7).map(|rank| board.passing(t, rank)).sum::<usize>();
        assert_eq!((left(Time::ZERO), left(end)), (0, 0));
        let most = board.arrivals().iter().map(|arrival| left(arrival.0)).max();
        assert!(most > Some(0), "between the first round and the last some slips are half way");
    }
}
