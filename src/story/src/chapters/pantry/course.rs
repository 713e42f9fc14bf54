//! The step as it went: what each of the two chefs did when, what they waited for, what lay on the shelf and in the pantry.

use kitchen_core::sim::task::{TaskId, Work};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_core::workload::memory::{Contents, MemoryKind, MemoryTimeline};
use kitchen_core::workload::memory_pool::{Away, Doing, POOLED, Step, WHOLE, demand};

use crate::show::Show;

use super::again;
use super::params::{Params, Rival};
use super::run::ask;

/// A piece of work at the stove.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub start: Time,
    pub end: Time,
    pub doing: Doing,
    pub round: u16,
    pub piece: u16,
}

/// A way along the street.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ride {
    pub task: TaskId,
    pub start: Time,
    pub end: Time,
    pub bytes: u64,
    /// The kind's place among [`Away::KINDS`].
    pub kind: usize,
    /// Whether it goes to the pantry.
    pub out: bool,
}

/// Where a chef's step went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    pub forward: Time,
    pub backward: Time,
    pub update: Time,
    /// Between two pieces of work.
    pub wait: Time,
    /// From the last piece of work until everything was where it belongs.
    pub rest: Time,
}

#[derive(Clone, Debug)]
pub(super) struct Course {
    pub params: Params,
    pub step: Step,
    /// By chef.
    pub parts: [Vec<Part>; 2],
    pub ends: [Time; 2],
    pub shelves: [MemoryTimeline; 2],
    /// What crosses the street, in order of leaving.
    pub rides: Vec<Ride>,
    /// How full the pantry's place for a kind is from each instant on, 0 to 1.
    pub stock: [Vec<(Time, f32)>; 4],
}

/// The place of a kind among [`Away::KINDS`].
pub(super) fn place(what: MemoryKind) -> usize {
    Away::KINDS.iter().position(|&kind| kind == what).unwrap_or(0)
}

/// A part of what a shelf holds.
pub(super) fn held(contents: &Contents, kind: usize) -> u64 {
    [contents.weights, contents.gradients, contents.optimizer, contents.activations][kind.min(3)]
}

impl Course {
    pub(super) fn of(show: &Show) -> Option<Course> {
        let params = Params::of(&show.scenario);
        let (_, mut step) = again::plan(params, &ask(params)).ok()?;
        step.trace = show.runs.first()?.trace.clone();
        Some(Course::told(params, step))
    }

    /// Of a step that was run.
    pub(super) fn told(params: Params, step: Step) -> Course {
        let parts = [POOLED, WHOLE].map(|gpu| parts(&step, gpu));
        let ends = [POOLED, WHOLE].map(|gpu| step.end(gpu));
        let shelves = [POOLED, WHOLE].map(|gpu| step.timeline(gpu));
        let mut rides: Vec<Ride> = step.tasks(POOLED).filter_map(|(task, doing)| ride(&step, task, doing)).collect();
        kitchen_core::order::sort_by_key(&mut rides, |ride| (ride.start, ride.task));
        let mut course = Course { params, step, parts, ends, shelves, rides, stock: [const { Vec::new() }; 4] };
        course.stock = [0, 1, 2, 3].map(|kind| course.filling(kind));
        course
    }

    pub(super) fn away(&self) -> Away {
        self.params.away.away
    }

    pub(super) fn has_away(&self) -> bool {
        self.away() != Away::NOTHING
    }

    /// Whether the other chef cooks again what it does not keep.
    pub(super) fn cooks_again(&self) -> bool {
        self.params.rival == Rival::Again
    }

    /// What the shelf would hold at its fullest with everything at hand.
    pub(super) fn at_hand(&self) -> u64 {
        if self.cooks_again() { self.step.ask.at_hand().total().0 } else { self.fullest(1).1.total().0 }
    }

    pub(super) fn hbm(&self) -> u64 {
        self.step.ask.system.gpu.hbm.0
    }

    /// What the street carries in truth.
    pub(super) fn street(&self) -> Rate {
        self.step.ask.pool.effective()
    }

    /// How many times as long as with everything at hand.
    pub(super) fn times(&self) -> f64 {
        self.ends[0].0 as f64 / self.ends[1].0.max(1) as f64
    }

    pub(super) fn spent(&self, chef: usize) -> Spent {
        let mut spent = Spent::default();
        let mut last = Time::ZERO;
        for part in &self.parts[chef] {
            spent.wait += part.start.saturating_sub(last);
            let took = part.end.saturating_sub(part.start);
            match part.doing {
                Doing::Forward => spent.forward += took,
                Doing::Backward => spent.backward += took,
                _ => spent.update += took,
            }
            last = part.end;
        }
        spent.rest = self.ends[chef].saturating_sub(last);
        spent
    }

    /// What a chef works at.
    pub(super) fn part(&self, chef: usize, t: Time) -> Option<&Part> {
        let next = self.parts[chef].partition_point(|part| part.start <= t);
        self.parts[chef].get(next.checked_sub(1)?).filter(|part| t < part.end)
    }

    /// The share of its work at the stove that a chef has behind it.
    pub(super) fn done(&self, chef: usize, t: Time) -> f64 {
        let all: u64 = self.parts[chef].iter().map(|part| part.end.saturating_sub(part.start).0).sum();
        let past = |part: &Part| part.end.min(t).saturating_sub(part.start.min(t)).0;
        let done: u64 = self.parts[chef].iter().map(past).sum();
        done as f64 / all.max(1) as f64
    }

    /// When a chef had ended the passes of a kind over a round's bowl.
    pub(super) fn ended(&self, chef: usize, doing: Doing, round: u16) -> Option<Time> {
        let own = self.parts[chef].iter().filter(|part| part.doing == doing && part.round == round);
        own.map(|part| part.end).max()
    }

    /// The first pause of the chef with the pantry that lasts longer than a twentieth of the piece after it.
    pub(super) fn first_wait(&self) -> Option<(Time, Part)> {
        let pairs = self.parts[0].windows(2);
        let mut waits = pairs.map(|pair| (pair[0].end, pair[1]));
        waits.find(|(from, next)| {
            next.start.saturating_sub(*from).0 > next.end.saturating_sub(next.start).0 / 20
                && next.doing != Doing::Update
        })
    }

    /// What was on the street last before a pause ended: what was waited for.
    pub(super) fn waited_for(&self, until: Time) -> Option<&Ride> {
        self.rides.iter().find(|ride| ride.end == until)
    }

    /// The fullest moment of a chef's shelf.
    pub(super) fn fullest(&self, chef: usize) -> (Time, Contents) {
        self.shelves[chef].peak(Time::ZERO, Time::MAX)
    }

    /// Bytes that had crossed the street, either way, by then.
    pub(super) fn crossed(&self, t: Time) -> Bytes {
        Bytes(self.rides.iter().filter(|ride| ride.end <= t).map(|ride| ride.bytes).sum())
    }

    /// The kind in the pantry that needs the most of the street while cooking; what is asked for at other times alone comes last.
    pub(super) fn busiest(&self) -> Option<MemoryKind> {
        let away = self.away();
        let need = |what: MemoryKind| {
            let demand = demand(&self.step.ask, what);
            demand.forward.as_bytes_per_s().max(demand.backward.as_bytes_per_s())
        };
        let kinds = Away::KINDS.into_iter().filter(|&what| away.holds(what));
        kinds.max_by(|&a, &b| need(a).total_cmp(&need(b)))
    }

    /// How full the pantry is of a kind.
    pub(super) fn full(&self, kind: usize, t: Time) -> f32 {
        let stock = &self.stock[kind];
        let next = stock.partition_point(|step| step.0 <= t);
        next.checked_sub(1).and_then(|at| stock.get(at)).map_or(0.0, |step| step.1)
    }

    fn filling(&self, kind: usize) -> Vec<(Time, f32)> {
        let what = Away::KINDS[kind];
        if !self.away().holds(what) {
            return Vec::new();
        }
        if matches!(what, MemoryKind::Weights | MemoryKind::Optimizer) {
            return vec![(Time::ZERO, 1.0)];
        }
        // Reports come once and are written over; a round's bowls come and go.
        let pieces = self.step.ask.pieces();
        let whole: u64 = match what {
            MemoryKind::Activations => pieces.iter().rev().skip(1).map(|piece| piece.kept).sum(),
            _ => pieces.iter().map(|piece| piece.parameters * self.step.ask.each().gradients).sum(),
        };
        let mut changes: Vec<(Time, bool, u64)> = Vec::new();
        for ride in self.rides.iter().filter(|ride| ride.kind == kind) {
            if ride.out {
                changes.push((ride.end, true, ride.bytes));
            } else if what == MemoryKind::Activations {
                changes.push((ride.end, false, ride.bytes));
            }
        }
        kitchen_core::order::sort(&mut changes);
        let (mut now, mut steps) = (0_u64, Vec::new());
        for (at, comes, bytes) in changes {
            now = if comes { (now + bytes).min(whole) } else { now.saturating_sub(bytes) };
            steps.push((at, (now as f64 / whole.max(1) as f64) as f32));
        }
        steps
    }
}

fn parts(step: &Step, gpu: u32) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (task, doing) in step.tasks(gpu) {
        if matches!(doing, Doing::Forward | Doing::Backward | Doing::Update) {
            let (start, end) = step.span(task);
            let (_, round, piece) = step.doing[task as usize];
            parts.push(Part { start, end, doing, round, piece });
        }
    }
    kitchen_core::order::sort_by_key(&mut parts, |part| part.start);
    parts
}

fn ride(step: &Step, task: TaskId, doing: Doing) -> Option<Ride> {
    let (Doing::Load(what) | Doing::Store(what)) = doing else { return None };
    let Work::Transfer { bytes, .. } = step.graph.work[task as usize] else { return None };
    let (start, end) = step.span(task);
    Some(Ride { task, start, end, bytes: bytes.0, kind: place(what), out: matches!(doing, Doing::Store(_)) })
}
