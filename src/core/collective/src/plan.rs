//! A collective as data: who sends which part to whom, in which order, before any link or any second is known.
//!
//! Architecture Invariant: a plan knows ranks and parts, not GPUs, routes or bytes.

use crate::Op;

/// Where a part of the buffer can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A member of the group, by its position in it.
    Rank(u32),
    /// The adding switch of one NVLink domain (all of its chips together).
    Switch(u32),
}

/// What the receiver does with the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Adds them to what it holds.
    Reduce,
    /// Keeps them in place of what it holds.
    Copy,
}

/// One move of `chunks` neighbouring parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who holds the parts.
    pub from: Place,
    /// Who gets them.
    pub to: Place,
    /// The first part moved.
    pub chunk: u32,
    /// How many parts are moved, at least 1.
    pub chunks: u32,
    /// What it does with them.
    pub action: Action,
    /// The ring or tree it belongs to.
    pub channel: u16,
    /// The algorithm's step, from 0.
    pub step: u16,
}

/// A whole collective: moves in an order in which each comes after all that it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What it carries out.
    pub op: Op,
    /// Members of the group; the root of rooted operations is rank 0.
    pub ranks: u32,
    /// NVLink domains, each with one adding switch that a move may name.
    pub switches: u32,
    /// Equal parts that the buffer is cut into. A multiple of `ranks` where each rank owns a shard.
    pub chunks: u32,
    /// In an order in which they may be done.
    pub moves: Vec<Move>,
    /// By move, where in `deps` those that it waits for begin and end; moves that wait for the same share them.
    waits: Vec<(u32, u32)>,
    deps: Vec<u32>,
    /// The first move of each move's message; ends with the last move that travels along with one before it.
    leaders: Vec<u32>,
}

impl Plan {
    /// The first move of the message that move `index` travels in: its own but where parts here and there go together.
    pub fn leader(&self, index: usize) -> usize {
        self.leaders.get(index).map_or(index, |&leader| leader as usize)
    }

    /// The moves of the message that move `leader` leads.
    pub fn message(&self, leader: usize) -> std::ops::Range<usize> {
        let along = (leader + 1..self.leaders.len()).take_while(|&index| self.leader(index) == leader).count();
        leader..leader + 1 + along
    }

    /// The moves whose messages must have ended before move `index` starts.
    pub fn deps(&self, index: usize) -> &[u32] {
        let (start, end) = self.waits(index);
        &self.deps[start as usize..end as usize]
    }

    /// Which list [`Plan::deps`] is: moves with the same one wait for the same.
    pub(super) fn waits(&self, index: usize) -> (u32, u32) {
        self.waits[self.leader(index)]
    }

    /// The rank whose shard `chunk` belongs to (all-gather, reduce-scatter: the rank; all-to-all: the sender).
    pub fn owner(&self, chunk: u32) -> u32 {
        (u64::from(chunk) * u64::from(self.ranks) / u64::from(self.chunks.max(1))) as u32
    }

    /// The parts of a rank's shard, see [`Plan::owner`].
    pub fn owned(&self, rank: u32) -> std::ops::Range<u32> {
        let first =
            |rank: u32| (u64::from(rank) * u64::from(self.chunks)).div_ceil(u64::from(self.ranks.max(1))) as u32;
        first(rank)..first(rank + 1)
    }
}

/// "No writer yet."
const EMPTY: u32 = u32::MAX;

/// Writes a [`Plan`] and finds what each move must wait for: all who wrote the parts that it reads.
#[derive(Debug)]
pub struct Builder {
    plan: Plan,
    /// Per place and part, the newest entry of a list of writers.
    heads: Vec<u32>,
    /// (move, next entry): the lists.
    writers: Vec<(u32, u32)>,
    scratch: Vec<u32>,
}

impl Builder {
    /// A plan whose dependencies are tracked.
    pub fn new(op: Op, ranks: u32, switches: u32, chunks: u32) -> Builder {
        let mut builder = Builder::untracked(op, ranks, chunks);
        builder.plan.switches = switches;
        builder.heads = vec![EMPTY; (ranks + switches) as usize * chunks as usize];
        builder
    }

    /// A plan whose moves all start at once or state their dependencies themselves.
    pub fn untracked(op: Op, ranks: u32, chunks: u32) -> Builder {
        let (moves, deps, leaders) = (Vec::new(), Vec::new(), Vec::new());
        let plan = Plan { op, ranks, switches: 0, chunks, moves, waits: Vec::new(), deps, leaders };
        Builder { plan, heads: Vec::new(), writers: Vec::new(), scratch: Vec::new() }
    }

    fn slot(&self, place: Place) -> usize {
        let row = match place {
            Place::Rank(rank) => rank,
            Place::Switch(domain) => self.plan.ranks + domain,
        };
        row as usize * self.plan.chunks as usize
    }

    /// Adds a move; it waits for the writers of what it reads and for `after` (the connection's previous move).
    pub fn push(&mut self, moved: Move, after: Option<u32>) -> u32 {
        self.push_after(moved, after.as_slice())
    }

    /// [`Builder::push`] after any number of moves.
    pub fn push_after(&mut self, moved: Move, after: &[u32]) -> u32 {
        let id = self.plan.moves.len() as u32;
        self.scratch.clear();
        self.scratch.extend_from_slice(after);
        if !self.heads.is_empty() {
            let (from, to) = (self.slot(moved.from), self.slot(moved.to));
            for chunk in moved.chunk as usize..(moved.chunk + moved.chunks) as usize {
                let mut entry = self.heads[from + chunk];
                while entry != EMPTY {
                    let (writer, next) = self.writers[entry as usize];
                    if self.scratch.last() != Some(&writer) {
                        self.scratch.push(writer);
                    }
                    entry = next;
                }
                self.write(id, moved.action, to + chunk);
            }
        }
        kitchen_units::order::sort(&mut self.scratch);
        self.scratch.dedup();
        let start = self.plan.deps.len() as u32;
        self.plan.deps.extend_from_slice(&self.scratch);
        self.plan.waits.push((start, self.plan.deps.len() as u32));
        self.plan.moves.push(moved);
        id
    }

    /// Adds a move that reads what the last one read and so waits for the same: everyone sends to everyone what all have
    /// written, and as many lists as there are moves would be ranks cubed.
    pub fn push_beside(&mut self, moved: Move) -> u32 {
        let id = self.plan.moves.len() as u32;
        if !self.heads.is_empty() {
            let to = self.slot(moved.to);
            for chunk in moved.chunk as usize..(moved.chunk + moved.chunks) as usize {
                self.write(id, moved.action, to + chunk);
            }
        }
        self.plan.waits.push(self.plan.waits.last().copied().unwrap_or_default());
        self.plan.moves.push(moved);
        id
    }

    /// Notes who wrote a part: with those before it where it adds, alone where it replaces.
    fn write(&mut self, id: u32, action: Action, slot: usize) {
        let next = if action == Action::Reduce { self.heads[slot] } else { EMPTY };
        self.heads[slot] = self.writers.len() as u32;
        self.writers.push((id, next));
    }

    /// Adds a move to the message of the last one, which goes the same way. Not for tracked plans.
    pub fn push_along(&mut self, moved: Move) {
        debug_assert!(self.heads.is_empty(), "tracked moves have dependencies of their own");
        let id = self.plan.moves.len();
        let leader = self.plan.leader(id.saturating_sub(1)) as u32;
        self.plan.leaders.extend(self.plan.leaders.len() as u32..id as u32);
        self.plan.leaders.push(leader);
        let end = self.plan.deps.len() as u32;
        self.plan.waits.push((end, end));
        self.plan.moves.push(moved);
    }

    /// The plan with all moves that were added.
    pub fn finish(self) -> Plan {
        self.plan
    }
}

/// Cuts `0..total` into `parts` neighbouring ranges that differ by at most one, and gives the `index`-th.
pub fn cut(total: u32, parts: u32, index: u32) -> (u32, u32) {
    let at = |i: u32| (u64::from(total) * u64::from(i) / u64::from(parts.max(1))) as u32;
    (at(index), at(index + 1) - at(index))
}
