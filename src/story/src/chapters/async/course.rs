//! What the trace makes of the recipe: in which order pages and reports went to and fro, and how good the page was by then.

use kitchen_core::descent::together::{Mark, Plan, Together, Turn};
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, Work};
use kitchen_core::units::{Bytes, Time};

use crate::scenario::Scenario;
use crate::show::Show;

use super::params::{Params, Rule};
use super::run::keeper;

/// One half of the kitchens.
#[derive(Clone, Debug)]
pub(super) struct Half {
    /// The GPU of its first kitchen.
    pub(super) first: GpuId,
    /// When each turn was taken, in order.
    pub(super) times: Vec<Time>,
    pub(super) turns: Vec<Turn>,
    pub(super) together: Together,
    /// Bytes that travelled for it before the bell.
    pub(super) bytes: Bytes,
}

/// A moment at which the shared page changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) at: Time,
    pub(super) turn: Turn,
    pub(super) mark: Mark,
}

impl Half {
    /// The changes of the shared page, in order.
    pub(super) fn points(&self) -> impl DoubleEndedIterator<Item = Point> + '_ {
        let all = self.times.iter().zip(&self.turns).zip(&self.together.marks);
        all.filter(|((_, turn), _)| is_shared(**turn)).map(|((at, turn), mark)| Point {
            at: *at,
            turn: *turn,
            mark: *mark,
        })
    }

    /// The last change of the shared page that has come at `t`.
    pub(super) fn last(&self, t: Time) -> Option<Point> {
        self.points().take_while(|point| point.at <= t).last()
    }

    /// The loss of the shared page at `t`.
    pub(super) fn loss(&self, t: Time) -> f64 {
        let start = kitchen_core::descent::together::Parameters::of(self.together.plan.start);
        self.last(t).map_or_else(|| self.together.plan.loss(start), |point| point.mark.loss)
    }

    /// How far it is above the least loss.
    pub(super) fn above(&self, t: Time) -> f64 {
        self.loss(t) - self.together.plan.floor()
    }

    /// Dishes that the shared page has heard of at `t`.
    pub(super) fn dishes(&self, t: Time) -> u32 {
        self.last(t).map_or(0, |point| point.mark.batches)
    }

    /// Dishes of each kitchen that the shared page has heard of at `t`.
    pub(super) fn heard(&self, t: Time) -> Vec<u32> {
        let mut heard = vec![0; self.together.plan.workers];
        let mut cooked = heard.clone();
        for (_, turn) in self.times.iter().zip(&self.turns).take_while(|(at, _)| **at <= t) {
            match *turn {
                Turn::Compute(kitchen) => cooked[kitchen] += 1,
                Turn::Push(kitchen) => heard[kitchen] = cooked[kitchen],
                Turn::AllReduce | Turn::Average => heard.clone_from(&cooked),
                Turn::Pull(_) | Turn::Step(_) => {}
            }
        }
        heard
    }

    /// The mean of [`Half::above`] over a time.
    pub(super) fn mean_above(&self, from: Time, to: Time) -> f64 {
        let (mut sum, mut at, mut held) = (0.0, from, self.above(from));
        for point in self.points().filter(|point| point.at > from && point.at < to) {
            sum += held * (point.at.0 - at.0) as f64;
            (at, held) = (point.at, point.mark.loss - self.together.plan.floor());
        }
        (sum + held * (to.0 - at.0) as f64) / (to.0 - from.0).max(1) as f64
    }
}

pub(super) const fn is_shared(turn: Turn) -> bool {
    matches!(turn, Turn::Push(_) | Turn::AllReduce | Turn::Average)
}

/// Both halves.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) params: Params,
    /// The half that waits for all, and the other.
    pub(super) halves: [Half; 2],
    /// When the last page of those who wait for all was ready.
    pub(super) bell: Time,
}

impl Course {
    pub(super) fn of(show: &Show) -> Option<Course> {
        Course::new(&show.scenario, show.runs.first()?)
    }

    fn new(scenario: &Scenario, run: &Run) -> Option<Course> {
        let params = Params::of(scenario);
        let meet = half(run, params, 0)?;
        let bell = *meet.times.last()?;
        let other = half(run, params, params.kitchens)?;
        let mut halves = [meet, other];
        for half in &mut halves {
            half.bytes = bytes(run, half.first..half.first + params.kitchens, bell);
        }
        Some(Course { params, halves, bell })
    }

    pub(super) fn meets(&self) -> &Half {
        &self.halves[0]
    }

    pub(super) fn other(&self) -> &Half {
        &self.halves[1]
    }

    /// Dishes a minute of both halves.
    pub(super) fn dishes_a_minute(&self) -> [f64; 2] {
        let minutes = self.bell.as_secs().max(1e-9) / 60.0;
        [0, 1].map(|half| f64::from(self.halves[half].dishes(self.bell)) / minutes)
    }

    /// The share of the other half's time in which its stoves are hot.
    pub(super) fn cooking(&self, show: &Show) -> f64 {
        let Some(run) = show.runs.first() else { return 0.0 };
        let own = self.params.kitchens..2 * self.params.kitchens;
        let spans = run.graph.work.iter().zip(run.trace.start.iter().zip(&run.trace.end));
        let hot = spans.filter(|(work, _)| matches!(work, Work::Compute { gpu, .. } if own.contains(gpu)));
        let hot: f64 = hot.map(|(_, (start, end))| end.0.min(self.bell.0).saturating_sub(start.0) as f64).sum();
        hot / (f64::from(self.params.kitchens) * self.bell.0.max(1) as f64)
    }

    /// The last part of the time, over which pots are compared: a guest's slip of the tongue weighs less there.
    pub(super) fn late(&self) -> [f64; 2] {
        let from = Time(self.bell.0 - self.bell.0 / 5);
        [0, 1].map(|half| self.halves[half].mean_above(from, self.bell))
    }
}

/// The order of turns at one instant: what is heard is on the page that is copied then.
const fn order(turn: Turn) -> u8 {
    match turn {
        Turn::Compute(_) => 0,
        Turn::Push(_) | Turn::Step(_) => 1,
        Turn::AllReduce | Turn::Average => 2,
        Turn::Pull(_) => 3,
    }
}

/// The turns of a half, by what ends and starts when in the trace.
fn half(run: &Run, params: Params, first: GpuId) -> Option<Half> {
    let own = first..first + params.kitchens;
    let meets = first == 0;
    let local = matches!(params.rule, Rule::Local(_));
    let keeper = keeper(params, u32::from(!meets));
    let mut turns: Vec<(Time, Turn)> = Vec::new();
    // By dish: when everyone had the meeting's page, or the average.
    let mut gathered: Vec<Time> = Vec::new();
    let mut gather = |dish: u16, end: Time| {
        let dish = usize::from(dish);
        gathered.resize(gathered.len().max(dish + 1), Time::ZERO);
        gathered[dish] = gathered[dish].max(end);
    };
    for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
        let (start, end) = (*run.trace.start.get(task)?, *run.trace.end.get(task)?);
        match *work {
            Work::Compute { gpu, .. } if own.contains(&gpu) => match label.kind {
                Kind::Backward => turns.push((end, Turn::Compute((gpu - first) as usize))),
                Kind::Update if meets && local => gather(label.micro_batch, end),
                Kind::Update => turns.push((end, Turn::Step((gpu - first) as usize))),
                _ => {}
            },
            Work::Compute { gpu, .. } if Some(gpu) == keeper => turns.push((end, Turn::Push(usize::from(label.step)))),
            Work::Transfer { src, dst, .. } if Some(src) == keeper => {
                turns.push((start, Turn::Pull((dst - first) as usize)));
            }
            Work::Transfer { src, .. } if local && !meets && own.contains(&src) => gather(label.micro_batch, end),
            _ => {}
        }
    }
    let gathers = if meets { Turn::AllReduce } else { Turn::Average };
    turns.extend(gathered.into_iter().filter(|&end| end > Time::ZERO).map(|end| (end, gathers)));
    kitchen_core::order::sort_by_key(&mut turns, |(at, turn)| (*at, order(*turn)));
    let (mut times, turns): (Vec<Time>, Vec<Turn>) = turns.into_iter().unzip();
    let together = Plan::of(params.kitchens as usize, params.rate).replay(&turns).ok()?;
    times.truncate(together.marks.len());
    Some(Half { first, times, turns, together, bytes: Bytes::ZERO })
}

/// What kitchens sent and received of one another, or of the keeper, until the bell: whole transfers.
fn bytes(run: &Run, own: std::ops::Range<GpuId>, bell: Time) -> Bytes {
    let of = run.graph.work.iter().zip(&run.trace.end).filter_map(|(work, end)| match *work {
        Work::Transfer { src, dst, bytes, .. } if (own.contains(&src) || own.contains(&dst)) && *end <= bell => {
            Some(bytes.0)
        }
        _ => None,
    });
    Bytes(of.sum())
}
