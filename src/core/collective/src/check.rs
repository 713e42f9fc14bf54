//! Replays a plan symbolically. Each rank starts with its own contributions; after the moves every rank must hold exactly
//! what the operation promises, and no contribution may ever be added twice.

use std::fmt;
use std::ops::Range;

use crate::Op;
use crate::plan::{Action, Move, Place, Plan};

/// What is wrong with a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A move names a rank, a switch or a part that does not exist, moves nothing, or leaves its message's way.
    OutOfRange { index: u32 },
    /// A move comes before one that it depends on.
    Order { index: u32 },
    /// A move reads a part before all who write it are known to have ended.
    Unordered { index: u32, writer: u32 },
    /// A move reads a part that the place does not hold.
    Nothing { index: u32, chunk: u32 },
    /// A contribution is added a second time.
    Twice { index: u32, chunk: u32 },
    /// After the run a rank does not hold what it was promised.
    Result { rank: u32, chunk: u32 },
    /// The plan is larger than the checker's memory bound.
    TooLarge,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The largest replay: words of 64 contributions.
const LIMIT_WORDS: usize = 1 << 24;

/// Who has contributed to each part at each place.
struct State {
    held: Vec<u64>,
    words: usize,
    chunks: usize,
    ranks: usize,
}

impl State {
    fn at(&self, place: Place, chunk: u32) -> usize {
        let row = match place {
            Place::Rank(rank) => rank as usize,
            Place::Switch(domain) => self.ranks + domain as usize,
        };
        (row * self.chunks + chunk as usize) * self.words
    }

    fn add(&mut self, rank: u32, chunk: u32, contributor: u32) {
        let at = self.at(Place::Rank(rank), chunk);
        self.held[at + contributor as usize / 64] |= 1 << (contributor % 64);
    }

    fn part(&self, place: Place, chunk: u32) -> &[u64] {
        let at = self.at(place, chunk);
        &self.held[at..at + self.words]
    }

    fn apply(&mut self, index: u32, moved: &Move) -> Result<(), Fault> {
        for chunk in moved.chunk..moved.chunk + moved.chunks {
            let (from, to) = (self.at(moved.from, chunk), self.at(moved.to, chunk));
            if self.part(moved.from, chunk).iter().all(|&word| word == 0) {
                return Err(Fault::Nothing { index, chunk });
            }
            for word in 0..self.words {
                let value = self.held[from + word];
                let target = &mut self.held[to + word];
                match moved.action {
                    Action::Reduce if *target & value != 0 => return Err(Fault::Twice { index, chunk }),
                    Action::Reduce => *target |= value,
                    Action::Copy => *target = value,
                }
            }
        }
        Ok(())
    }
}

/// Checks a plan from its first move to the promised result.
///
/// # Errors
/// The first [`Fault`] found, in order of moves.
///
/// # Complexity
/// O(parts moved x ranks / 64) time, O(ranks x parts x ranks / 64) words.
pub fn check(plan: &Plan) -> Result<(), Fault> {
    let (ranks, chunks) = (plan.ranks as usize, plan.chunks as usize);
    let words = ranks.div_ceil(64);
    let rows = ranks + plan.switches as usize;
    let size = rows.checked_mul(chunks).and_then(|slots| slots.checked_mul(words)).ok_or(Fault::TooLarge)?;
    if size > LIMIT_WORDS {
        return Err(Fault::TooLarge);
    }
    let mut state = State { held: vec![0; size], words, chunks, ranks };
    for rank in 0..plan.ranks {
        starts_with(plan, rank).for_each(|chunk| state.add(rank, chunk, rank));
    }
    let mut order = Order::new(plan, rows * chunks);
    for (index, moved) in plan.moves.iter().enumerate() {
        in_range(plan, index as u32, moved)?;
        if plan.deps(index).iter().any(|&dep| dep as usize >= index) {
            return Err(Fault::Order { index: index as u32 });
        }
        order.step(plan, &state, index as u32, moved)?;
        state.apply(index as u32, moved)?;
    }
    for rank in 0..plan.ranks {
        if plan.op == Op::Barrier && !heard(plan, rank, &state) {
            return Err(Fault::Result { rank, chunk: 0 });
        }
        let kept = |chunk: u32| holds(state.part(Place::Rank(rank), chunk), plan.ranks, contributor(plan, chunk));
        if let Some(chunk) = promised(plan, rank).find(|&chunk| !kept(chunk)) {
            return Err(Fault::Result { rank, chunk });
        }
    }
    Ok(())
}

/// "No writer."
const NONE: u32 = u32::MAX;

/// Which moves wrote each part since it was last replaced: whoever reads it must wait for all of them.
struct Order {
    /// By place and part, the newest entry of a list of writers.
    newest: Vec<u32>,
    /// (move, the entry before).
    writers: Vec<(u32, u32)>,
    /// By move, the last search that passed it.
    seen: Vec<u32>,
    searches: u32,
    open: Vec<u32>,
}

impl Order {
    fn new(plan: &Plan, slots: usize) -> Order {
        let seen = vec![0; plan.moves.len()];
        Order { newest: vec![NONE; slots], writers: Vec::new(), seen, searches: 0, open: Vec::new() }
    }

    fn step(&mut self, plan: &Plan, state: &State, index: u32, moved: &Move) -> Result<(), Fault> {
        for chunk in moved.chunk..moved.chunk + moved.chunks {
            let mut entry = self.newest[state.at(moved.from, chunk) / state.words];
            while entry != NONE {
                let (writer, before) = self.writers[entry as usize];
                if !self.waits(plan, index, writer) {
                    return Err(Fault::Unordered { index, writer });
                }
                entry = before;
            }
            let newest = &mut self.newest[state.at(moved.to, chunk) / state.words];
            let before = if moved.action == Action::Copy { NONE } else { *newest };
            *newest = self.writers.len() as u32;
            self.writers.push((index, before));
        }
        Ok(())
    }
}

impl Order {
    /// Whether move `index` starts after `writer` has ended: it waits for it, or for one that does.
    fn waits(&mut self, plan: &Plan, index: u32, writer: u32) -> bool {
        let writer = plan.leader(writer as usize) as u32;
        if plan.deps(index as usize).binary_search(&writer).is_ok() {
            return true;
        }
        self.searches += 1;
        self.open.clear();
        self.open.push(index);
        while let Some(at) = self.open.pop() {
            for &dep in plan.deps(at as usize).iter().filter(|&&dep| dep >= writer) {
                if dep == writer {
                    return true;
                }
                if std::mem::replace(&mut self.seen[dep as usize], self.searches) != self.searches {
                    self.open.push(dep);
                }
            }
        }
        false
    }
}

/// Whether a rank has heard, directly or through others, that all have come to a barrier.
fn heard(plan: &Plan, rank: u32, state: &State) -> bool {
    (0..plan.ranks).all(|other| {
        (0..plan.chunks).any(|chunk| {
            let held = state.part(Place::Rank(rank), chunk);
            held[other as usize / 64] >> (other % 64) & 1 == 1
        })
    })
}

fn in_range(plan: &Plan, index: u32, moved: &Move) -> Result<(), Fault> {
    let known = |place| match place {
        Place::Rank(rank) => rank < plan.ranks,
        Place::Switch(domain) => domain < plan.switches,
    };
    let parts = moved.chunk.checked_add(moved.chunks).is_some_and(|end| end <= plan.chunks) && moved.chunks > 0;
    let leader = plan.moves[plan.leader(index as usize)];
    let together = (leader.from, leader.to) == (moved.from, moved.to);
    if known(moved.from) && known(moved.to) && parts && together && moved.from != moved.to {
        Ok(())
    } else {
        Err(Fault::OutOfRange { index })
    }
}

/// The parts that `rank` contributes to before the first move.
fn starts_with(plan: &Plan, rank: u32) -> Range<u32> {
    match plan.op {
        Op::AllReduce | Op::ReduceScatter | Op::Reduce | Op::Barrier => 0..plan.chunks,
        Op::AllGather | Op::AllToAll | Op::AllToAllV | Op::SendRecv | Op::Gather => plan.owned(rank),
        Op::Broadcast | Op::Scatter => 0..if rank == 0 { plan.chunks } else { 0 },
    }
}

/// The parts that the operation promises something about to `rank`.
fn promised(plan: &Plan, rank: u32) -> std::iter::StepBy<Range<u32>> {
    let only = |root: bool| 0..if root { plan.chunks } else { 0 };
    match plan.op {
        Op::AllReduce | Op::AllGather | Op::Broadcast => 0..plan.chunks,
        Op::ReduceScatter | Op::Scatter => plan.owned(rank),
        Op::Reduce | Op::Gather => only(rank == 0),
        // Part s * ranks + d goes from s to d.
        Op::AllToAll | Op::AllToAllV => return (rank..plan.chunks).step_by(plan.ranks as usize),
        Op::SendRecv => plan.owned((rank + plan.ranks - 1) % plan.ranks),
        // Seen over all parts together, see `heard`.
        Op::Barrier => only(false),
    }
    .step_by(1)
}

/// Who must have contributed to a part in the end: one rank, or all.
fn contributor(plan: &Plan, chunk: u32) -> Option<u32> {
    match plan.op {
        Op::AllReduce | Op::ReduceScatter | Op::Reduce | Op::Barrier => None,
        Op::AllGather | Op::AllToAll | Op::AllToAllV | Op::SendRecv | Op::Gather => Some(plan.owner(chunk)),
        Op::Broadcast | Op::Scatter => Some(0),
    }
}

/// Whether exactly the one contributor, or all `ranks`, are in `held`.
fn holds(held: &[u64], ranks: u32, only: Option<u32>) -> bool {
    held.iter().zip(0_u32..).all(|(&word, at)| {
        word == match only {
            Some(rank) if rank / 64 == at => 1 << (rank % 64),
            Some(_) => 0,
            None => u64::MAX >> (64 - (ranks - 64 * at).min(64)),
        }
    })
}
