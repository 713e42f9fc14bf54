//! What each chef's report says at every instant of a meeting: the trace's moves replayed with small integers.

use std::fmt;
use std::ops::Range;

use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::units::Time;
use kitchen_core::wire::wire;
use kitchen_text::{Line, key, msg};

/// Why a run's meeting cannot be told in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerError {
    /// Nothing in the run adds or copies.
    NoMeeting,
    /// More entries than [`Ledger::LIMIT`].
    TooLarge { entries: u64 },
}

impl LedgerError {
    /// The sentence for the reader.
    pub fn line(self) -> Line {
        match self {
            LedgerError::NoMeeting => Line::new(key::LEDGER_NO_MEETING),
            LedgerError::TooLarge { entries } => Line::from(msg::LedgerTooLarge { entries: entries as i64 }),
        }
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line().say(kitchen_text::Lang::En))
    }
}

impl std::error::Error for LedgerError {}

/// A number on a report from an instant on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    from: Time,
    value: i64,
    /// Whose numbers are in it, a bit a chef.
    who: u64,
}

/// The numbers of one meeting, chef by chef, chunk by chunk, over time. Queries allocate nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    ranks: u32,
    chunks: u32,
    /// Slot `rank * chunks + chunk` has `history[starts[slot]..starts[slot + 1]]`, in order of time.
    starts: Vec<u32>,
    history: Vec<Held>,
    /// Per task, where its numbers begin in `payloads`; tasks that carry none have an empty range.
    payload_starts: Vec<u32>,
    payloads: Vec<i64>,
    /// Whose numbers are in each payload.
    authors: Vec<u64>,
}

wire!(Held { from, value, who });
wire!(Ledger { ranks, chunks, starts, history, payload_starts, payloads, authors });

/// A change of one slot.
#[derive(Clone, Copy)]
struct Change {
    slot: u32,
    at: Time,
    task: TaskId,
    adds: bool,
    value: i64,
    who: u64,
}

impl Ledger {
    /// Entries (chefs × chunks × changes) above which a meeting is drawn without numbers.
    pub const LIMIT: u64 = 1 << 20;
    /// Chefs above which it is.
    pub const RANKS: u32 = 64;

    /// Replays `run` from `initial(rank, chunk)`: what each chef's own report says.
    ///
    /// Moves are replayed in the order of the task graph, which is one of the orders that the dependencies allow; each
    /// takes effect when the trace says that its last byte has arrived (a separate [`Kind::Reduce`] only takes time).
    ///
    /// # Errors
    /// [`LedgerError`] where there is no meeting, or it has too many entries.
    pub fn new(run: &Run, initial: impl Fn(GpuId, u32) -> i64) -> Result<Ledger, LedgerError> {
        Ledger::of_part(run, |_| true, initial)
    }

    /// The same for one of several meetings: the moves among the tasks that `part` includes.
    ///
    /// # Errors
    /// See [`Ledger::new`].
    pub fn of_part(
        run: &Run,
        part: impl Fn(TaskId) -> bool,
        initial: impl Fn(GpuId, u32) -> i64,
    ) -> Result<Ledger, LedgerError> {
        Ledger::of_op(run, 0, part, |rank, chunk| Some(initial(rank, chunk)))
    }

    /// The same where a chef may begin with nothing in a place, and a report may have places that never move: at least
    /// `chunks` of them.
    ///
    /// # Errors
    /// See [`Ledger::new`].
    pub fn of_op(
        run: &Run,
        mut chunks: u32,
        part: impl Fn(TaskId) -> bool,
        initial: impl Fn(GpuId, u32) -> Option<i64>,
    ) -> Result<Ledger, LedgerError> {
        let graph = &run.graph;
        let (mut ranks, mut entries) = (0, 0_u64);
        for (task, (work, label)) in graph.work.iter().zip(&graph.labels).enumerate() {
            let included = is_move(label.kind) && part(task as TaskId);
            if let (Work::Transfer { src, dst, .. }, true) = (work, included) {
                ranks = ranks.max(src + 1).max(dst + 1);
                chunks = chunks.max(label.chunk.saturating_add(label.chunks));
                entries += u64::from(label.chunks);
            }
        }
        if ranks == 0 || chunks == 0 {
            return Err(LedgerError::NoMeeting);
        }
        entries += u64::from(ranks) * u64::from(chunks);
        if entries > Ledger::LIMIT || ranks > Ledger::RANKS {
            return Err(LedgerError::TooLarge { entries });
        }
        Ok(Ledger::replay(run, (ranks, chunks), part, initial))
    }

    fn replay(
        run: &Run,
        (ranks, chunks): (u32, u32),
        part: impl Fn(TaskId) -> bool,
        initial: impl Fn(GpuId, u32) -> Option<i64>,
    ) -> Ledger {
        let graph = &run.graph;
        let slot = |rank: u32, chunk: u32| (rank * chunks + chunk) as usize;
        let mut now: Vec<(i64, u64)> = Vec::with_capacity((ranks * chunks) as usize);
        for rank in 0..ranks {
            now.extend((0..chunks).map(|chunk| initial(rank, chunk).map_or((0, 0), |value| (value, 1 << rank))));
        }
        let mut changes: Vec<Change> = (0..ranks * chunks)
            .map(|slot| {
                let (value, who) = now[slot as usize];
                Change { slot, at: Time::ZERO, task: 0, adds: false, value, who }
            })
            .collect();
        let mut payload_starts = vec![0; graph.len() + 1];
        let (mut payloads, mut authors) = (Vec::new(), Vec::new());
        for task in 0..graph.len() {
            payload_starts[task] = payloads.len() as u32;
            let label = graph.labels[task];
            let Work::Transfer { src, dst, .. } = graph.work[task] else { continue };
            if !is_move(label.kind) || !part(task as TaskId) {
                continue;
            }
            for chunk in label.chunk..label.chunk + label.chunks {
                let carried = match label.kind {
                    Kind::SwitchMulticast => {
                        summed_in_switch(graph, task as TaskId, chunk, &payload_starts, &payloads, &authors)
                    }
                    _ => now[slot(src, chunk)],
                };
                payloads.push(carried.0);
                authors.push(carried.1);
                if label.kind == Kind::SwitchReduce {
                    continue;
                }
                let adds = label.kind == Kind::SendReduce;
                let held = &mut now[slot(dst, chunk)];
                *held = if adds { (held.0 + carried.0, held.1 | carried.1) } else { carried };
                let at = run.trace.end[task];
                let slot = slot(dst, chunk) as u32;
                changes.push(Change { slot, at, task: task as TaskId, adds, value: carried.0, who: carried.1 });
            }
        }
        payload_starts[graph.len()] = payloads.len() as u32;
        let (starts, history) = in_order(changes, ranks * chunks);
        Ledger { ranks, chunks, starts, history, payload_starts, payloads, authors }
    }

    /// Chefs at the meeting.
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// Numbers on each report.
    pub fn chunks(&self) -> u32 {
        self.chunks
    }

    /// The number that chef `rank` holds in place `chunk` at `t`; 0 outside.
    pub fn value_at(&self, t: Time, rank: GpuId, chunk: u32) -> i64 {
        self.held_at(t, rank, chunk).map_or(0, |held| held.value)
    }

    /// How many chefs' reports are in that number, the own one included.
    pub fn voices_at(&self, t: Time, rank: GpuId, chunk: u32) -> u32 {
        self.who_at(t, rank, chunk).count_ones()
    }

    /// Whose they are, a bit a chef; 0 where the place is empty.
    pub fn who_at(&self, t: Time, rank: GpuId, chunk: u32) -> u64 {
        self.held_at(t, rank, chunk).map_or(0, |held| held.who)
    }

    /// The instant from which that number is `who`'s until the end; `None` where it is not in the end.
    pub fn settled(&self, rank: GpuId, chunk: u32, who: u64) -> Option<Time> {
        if rank >= self.ranks || chunk >= self.chunks {
            return None;
        }
        let history = self.history_of(rank * self.chunks + chunk);
        let since = history.iter().rposition(|held| held.who != who).map_or(0, |at| at + 1);
        history.get(since).map(|held| held.from)
    }

    /// The instants at which that number changes, zero first.
    pub fn changes(&self, rank: GpuId, chunk: u32) -> impl Iterator<Item = Time> + '_ {
        let inside = rank < self.ranks && chunk < self.chunks;
        let history = if inside { self.history_of(rank * self.chunks + chunk) } else { &[] };
        history.iter().map(|held| held.from)
    }

    /// The numbers on the slip of a transfer, in order of chunks; empty for tasks that are no move of the meeting.
    pub fn payload(&self, task: TaskId) -> &[i64] {
        &self.payloads[self.slip(task)]
    }

    /// Whose numbers are in each of them.
    pub fn authors(&self, task: TaskId) -> &[u64] {
        &self.authors[self.slip(task)]
    }

    fn slip(&self, task: TaskId) -> Range<usize> {
        match self.payload_starts.get(task as usize..).and_then(|starts| starts.get(..2)) {
            Some(&[from, to]) => from as usize..to as usize,
            _ => 0..0,
        }
    }

    /// The sum of everyone's own number in place `chunk`.
    pub fn total(&self, chunk: u32) -> i64 {
        (0..self.ranks).map(|rank| self.value_at(Time::ZERO, rank, chunk)).sum()
    }

    /// The first instant at which every chef holds everyone's sum in every place; `None` where that never comes (not an
    /// all-reduce).
    pub fn agreed(&self) -> Option<Time> {
        let mut agreed = Time::ZERO;
        for slot in 0..self.ranks * self.chunks {
            let history = self.history_of(slot);
            let since = history.iter().rposition(|held| held.who.count_ones() != self.ranks).map_or(0, |at| at + 1);
            agreed = agreed.max(history.get(since)?.from);
        }
        Some(agreed)
    }

    /// The first instant at which some chef holds everyone's sum in some place: who, where, when.
    pub fn first_whole(&self) -> Option<(GpuId, u32, Time)> {
        let whole = |slot: u32| {
            let held = self.history_of(slot).iter().find(|held| held.who.count_ones() == self.ranks)?;
            Some((held.from, slot))
        };
        let (at, slot) = (0..self.ranks * self.chunks).filter_map(whole).min()?;
        Some((slot / self.chunks, slot % self.chunks, at))
    }

    fn history_of(&self, slot: u32) -> &[Held] {
        &self.history[self.starts[slot as usize] as usize..self.starts[slot as usize + 1] as usize]
    }

    fn held_at(&self, t: Time, rank: GpuId, chunk: u32) -> Option<&Held> {
        if rank >= self.ranks || chunk >= self.chunks {
            return None;
        }
        let history = self.history_of(rank * self.chunks + chunk);
        history.get(history.partition_point(|held| held.from <= t).checked_sub(1)?)
    }
}

fn covers(label: Label, chunk: u32) -> bool {
    (label.chunk..label.chunk + label.chunks).contains(&chunk)
}

fn is_move(kind: Kind) -> bool {
    matches!(kind, Kind::SendReduce | Kind::SendCopy | Kind::SwitchReduce | Kind::SwitchMulticast)
}

/// What a switch hands out in `task`: the sum of what was sent into it among the task's predecessors.
fn summed_in_switch(
    graph: &TaskGraph,
    task: TaskId,
    chunk: u32,
    starts: &[u32],
    payloads: &[i64],
    authors: &[u64],
) -> (i64, u64) {
    let (mut value, mut who) = (0, 0);
    let mut open: Vec<TaskId> = graph.deps(task).to_vec();
    let mut seen: Vec<TaskId> = Vec::new();
    while let Some(dep) = open.pop() {
        if seen.contains(&dep) {
            continue;
        }
        seen.push(dep);
        let label = graph.labels[dep as usize];
        match graph.work[dep as usize] {
            Work::Join | Work::Delay { .. } => open.extend_from_slice(graph.deps(dep)),
            Work::Transfer { .. } if label.kind == Kind::SwitchReduce && covers(label, chunk) => {
                let at = (starts[dep as usize] + chunk - label.chunk) as usize;
                value += payloads[at];
                who |= authors[at];
            }
            _ => {}
        }
    }
    (value, who)
}

/// The histories of all slots, laid end to end, with where each begins.
fn in_order(mut changes: Vec<Change>, slots: u32) -> (Vec<u32>, Vec<Held>) {
    kitchen_core::order::sort_by_key(&mut changes, |change| (change.slot, change.at, change.task));
    let mut starts = Vec::with_capacity(slots as usize + 1);
    let mut history: Vec<Held> = Vec::with_capacity(changes.len());
    for change in changes {
        while starts.len() <= change.slot as usize {
            starts.push(history.len() as u32);
        }
        let begins = starts[change.slot as usize] as usize == history.len();
        let before = if begins { None } else { history.last().copied() };
        let (mut value, mut who) = (change.value, change.who);
        if let (true, Some(before)) = (change.adds, before) {
            value += before.value;
            who |= before.who;
        }
        let held = Held { from: change.at, value, who };
        match (before, history.last_mut()) {
            (Some(before), Some(last)) if before.from == change.at => *last = held,
            _ => history.push(held),
        }
    }
    while starts.len() <= slots as usize {
        starts.push(history.len() as u32);
    }
    (starts, history)
}

/// The recipe page that the meeting is about: one amount for each number of the report, in hundredths of a gram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Everyone begins with the same page.
    pub before: i64,
    /// The learning rate, in hundredths.
    pub step_hundredths: i64,
}

impl Recipe {
    /// What chapter `data` cooks with.
    pub const DATA: Recipe = Recipe { before: 500, step_hundredths: 10 };

    /// The amount in place `chunk` before the edit, in hundredths of a gram: pages differ, chefs do not.
    pub fn before(&self, chunk: u32) -> i64 {
        self.before + i64::from(chunk % 7) * 25
    }

    /// The amount after the edit: before − rate × mean, the mean being `sum ÷ ranks`, rounded half away from zero. The same
    /// integers in give the same integer out, so chefs who hold the same sum make the same edit.
    pub fn after(&self, chunk: u32, sum: i64, ranks: u32) -> i64 {
        let ranks = i64::from(ranks.max(1));
        // Hundredths of the rate times units of the mean are hundredths of a gram.
        let product = self.step_hundredths * sum;
        let half = if product < 0 { -ranks / 2 } else { ranks / 2 };
        self.before(chunk) - (product + half) / ranks
    }

    /// What chef `rank`'s own report says in place `chunk`: a small integer from -9 to 9, never 0. Chefs mostly agree on
    /// which way to go, as gradients of one model do, and differ in how far.
    pub fn report(rank: GpuId, chunk: u32) -> i64 {
        const TREND: [i64; 7] = [5, -4, 6, 3, -5, 4, -6];
        let trend = TREND[chunk as usize % TREND.len()];
        let mixed = u64::from(rank) * (u64::from(chunk) % 6 + 1) + u64::from(chunk) * 3 + 1;
        let own = trend + (mixed % 7) as i64 - 3;
        if own == 0 { trend * 2 + 1 } else { own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_core::collective::parts::Parts;
    use kitchen_core::collective::plan::{Action, Place, Plan};
    use kitchen_core::collective::{Op, Split, direct, double_binary_tree, in_network, ring, tree};
    use kitchen_core::sim::task::{Hop, LinkCapacity, Route};
    use kitchen_core::sim::{self, Options};
    use kitchen_core::topology::{ClusterSpec, build, system};
    use kitchen_core::units::{Bytes, Rate};

    /// A run of a plan on a made-up network: each rank sends through one link of its own.
    fn rehearsed(plan: &Plan) -> Run {
        let parts = Parts::of(plan, Bytes(1 << 20), &Split::Even).expect("equal parts");
        let mut graph = TaskGraph::new();
        let links: Vec<LinkCapacity> =
            (0..=plan.ranks).map(|rank| LinkCapacity { rate: Rate::gb_per_s(f64::from(rank) + 1.0) }).collect();
        for (index, moved) in plan.moves.iter().enumerate() {
            let rank = |place: Place, other: Place| match (place, other) {
                (Place::Rank(rank), _) | (_, Place::Rank(rank)) => rank,
                _ => unreachable!("no plan moves from switch to switch"),
            };
            let (src, dst) = (rank(moved.from, moved.to), rank(moved.to, moved.from));
            let kind = match (moved.from, moved.to, moved.action) {
                (Place::Switch(_), ..) => Kind::SwitchMulticast,
                (_, Place::Switch(_), _) => Kind::SwitchReduce,
                (.., Action::Reduce) => Kind::SendReduce,
                (.., Action::Copy) => Kind::SendCopy,
            };
            let hop = Hop { link: if kind == Kind::SwitchMulticast { plan.ranks } else { src }, share: 1.0 };
            let route =
                graph.add_route(Route { hops: vec![hop], latency: Time::from_ns(300), ceiling: None, efficiency: 1.0 });
            let bytes = parts.of_move(moved);
            let label = Label::new(kind).chunks(moved.chunk, moved.chunks).step(moved.step);
            graph.add(Work::Transfer { src, dst, route, bytes }, label, plan.deps(index));
        }
        let trace = sim::run(&graph, &links, plan.ranks as usize, &Options::default()).expect("the plan runs");
        let spec = ClusterSpec::new(system("dgx-h100").expect("a preset"), 1);
        Run::new(build(&spec).expect("the preset builds"), graph, trace)
    }

    /// After the all-reduce every chef holds the same sums, and makes the same edit.
    fn check(plan: &Plan) {
        let run = rehearsed(plan);
        let ledger = Ledger::new(&run, Recipe::report).expect("a meeting");
        let agreed = ledger.agreed().expect("all agree in the end");
        assert!(agreed <= run.trace.makespan);
        for chunk in 0..plan.chunks {
            let sum: i64 = (0..plan.ranks).map(|rank| Recipe::report(rank, chunk)).sum();
            let edits: Vec<i64> = (0..plan.ranks)
                .map(|rank| {
                    assert_eq!(ledger.value_at(agreed, rank, chunk), sum);
                    assert_eq!(ledger.voices_at(agreed, rank, chunk), plan.ranks);
                    assert_eq!(ledger.value_at(Time::ZERO, rank, chunk), Recipe::report(rank, chunk));
                    Recipe::DATA.after(chunk, ledger.value_at(agreed, rank, chunk), plan.ranks)
                })
                .collect();
            assert!(edits.windows(2).all(|pair| pair[0] == pair[1]), "everyone makes the same edit");
        }
        // A moment before, some number was not whole yet.
        let before = Time(agreed.0 - 1);
        let slots = (0..plan.ranks).flat_map(|rank| (0..plan.chunks).map(move |chunk| (rank, chunk)));
        assert!(slots.into_iter().any(|(rank, chunk)| ledger.voices_at(before, rank, chunk) < plan.ranks));
        let (rank, chunk, at) = ledger.first_whole().expect("someone was first");
        assert_eq!(ledger.voices_at(at, rank, chunk), plan.ranks);
        assert!(at <= agreed);
    }

    #[test]
    fn every_algorithm_ends_with_the_same_sums() {
        for n in 2..=8 {
            let everyone: Vec<u32> = (0..n).collect();
            let reversed: Vec<u32> = (0..n).rev().collect();
            check(&ring::plan(Op::AllReduce, &[everyone.clone(), reversed], 2).unwrap());
            check(&direct::plan(Op::AllReduce, n));
            check(&tree::plan(Op::AllReduce, &[vec![everyone.clone()]], 3).unwrap());
            check(&double_binary_tree::plan(Op::AllReduce, &[vec![everyone]], 2).unwrap());
            check(&in_network::plan(Op::AllReduce, n, 4).unwrap());
        }
    }

    #[test]
    fn slips_say_what_the_sender_held() {
        let run = rehearsed(&ring::plan(Op::AllReduce, &[vec![0, 1, 2]], 1).unwrap());
        let ledger = Ledger::new(&run, |rank, chunk| i64::from(rank * 10 + chunk + 1)).unwrap();
        for task in 0..run.graph.len() as TaskId {
            let (label, work) = (run.graph.labels[task as usize], run.graph.work[task as usize]);
            let Work::Transfer { src, dst, .. } = work else { continue };
            let (start, end) = (run.trace.start[task as usize], run.trace.end[task as usize]);
            let slip = ledger.payload(task)[0];
            assert_eq!(slip, ledger.value_at(start, src, label.chunk));
            let before = ledger.value_at(Time(end.0 - 1), dst, label.chunk);
            let after = ledger.value_at(end, dst, label.chunk);
            assert_eq!(after, if label.kind == Kind::SendReduce { before + slip } else { slip });
        }
    }

    #[test]
    fn a_run_without_a_meeting_says_so() {
        let mut run = rehearsed(&ring::plan(Op::AllReduce, &[vec![0, 1]], 1).unwrap());
        run.graph = TaskGraph::new();
        assert_eq!(Ledger::new(&run, Recipe::report), Err(LedgerError::NoMeeting));
    }

    #[test]
    fn outside_there_is_nothing() {
        let run = rehearsed(&direct::plan(Op::AllReduce, 2));
        let ledger = Ledger::new(&run, Recipe::report).unwrap();
        assert_eq!((ledger.value_at(Time::ZERO, 9, 0), ledger.payload(TaskId::MAX)), (0, &[][..]));
    }

    #[test]
    fn the_edit_rounds_half_away_from_zero() {
        let recipe = Recipe { before: 500, step_hundredths: 10 };
        for (sum, ranks, expected) in [(19, 4, 452), (-19, 4, 548), (5, 4, 487), (-5, 4, 513), (0, 3, 500), (1, 0, 490)]
        {
            assert_eq!(recipe.after(0, sum, ranks), expected, "sum {sum} of {ranks}");
        }
    }

    #[test]
    fn reports_are_small_and_never_empty() {
        for rank in 0..72 {
            for chunk in 0..200 {
                assert!((1..=9).contains(&Recipe::report(rank, chunk).abs()));
            }
        }
        for chunk in 0..7 {
            assert_ne!(Recipe::report(0, chunk), Recipe::report(1, chunk), "other pots, other numbers");
            for ranks in 2..=8 {
                let sum = (0..ranks).map(|rank| Recipe::report(rank, chunk)).sum();
                let moved = Recipe::DATA.after(chunk, sum, ranks) - Recipe::DATA.before(chunk);
                assert_ne!(moved, 0, "the page of {ranks} chefs changes in place {chunk}");
            }
        }
    }
}
