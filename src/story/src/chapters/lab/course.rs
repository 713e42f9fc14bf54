//! The two steps as they went: by kitchen what its first chef did, by restaurant the plan and where the time went.

use kitchen_core::sim::task::{Kind, NONE, Work};
use kitchen_core::units::Time;
use kitchen_core::workload::planner::{Account, Doing};
use kitchen_core::workload::train;
use kitchen_text::{Key, key};

use crate::show::Show;

use super::params::Buy;
use super::run::{ACCOUNT, SIDES, fact, mark};
use super::today::Today;

/// A stretch of a chef's time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub start: Time,
    pub end: Time,
    pub doing: Doing,
    /// Whose bowl it is, from 0.
    pub bowl: usize,
    /// What a pass waits inside, for who shares its pot and for a meeting.
    pub waits: [Time; 2],
}

impl Part {
    pub(super) fn took(&self) -> Time {
        self.end.saturating_sub(self.start)
    }

    pub(super) fn is_pass(&self) -> bool {
        matches!(self.doing, Doing::Forward | Doing::Backward)
    }

    /// The share of a pass that is waited for something of a kind: 0 inside, 1 the meeting.
    pub(super) fn share(&self, kind: usize) -> f32 {
        (self.waits[kind].0 as f64 / self.took().0.max(1) as f64) as f32
    }
}

/// Where a step went; the times add up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    /// Passes without what they wait for inside.
    pub cooking: Time,
    pub inside: Time,
    pub meeting: Time,
    pub relay: Time,
    pub update: Time,
}

impl Spent {
    pub(super) fn of(account: &Account) -> Spent {
        let sum = |parts: &[train::Part]| parts.iter().fold(Time::ZERO, |sum, &part| sum + account.of(part));
        let update = account.of(train::Part::Update);
        Spent {
            cooking: account.computing().saturating_sub(update),
            inside: sum(&[train::Part::Tensor, train::Part::Context, train::Part::Expert]),
            meeting: sum(&[train::Part::Weights, train::Part::Gradients]),
            relay: sum(&[train::Part::HandOver, train::Part::Host, train::Part::Offload]) + account.bubble,
            update,
        }
    }

    /// In the order in which they are told.
    pub(super) fn all(&self) -> [Time; 5] {
        [self.cooking, self.inside, self.meeting, self.relay, self.update]
    }
}

/// A bowl or a report on the street.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ride {
    pub start: Time,
    pub end: Time,
    pub bowl: usize,
    /// From which kitchen to which.
    pub kitchens: [usize; 2],
    pub is_back: bool,
}

/// One restaurant.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub buy: Option<Buy>,
    /// What it is called: by what was bought.
    pub name: Key,
    pub facts: [u32; fact::COUNT],
    /// Kitchens that there are, and chefs of each.
    pub kitchens: u32,
    pub each: u32,
    /// By kitchen that is drawn.
    pub lanes: Vec<Vec<Part>>,
    /// By kitchen: when slips of the meeting are on their way.
    pub meetings: Vec<Vec<(Time, Time)>>,
    /// In the order of the tasks.
    pub rides: Vec<Ride>,
    /// By kitchen that is drawn: what its first chef's time went into.
    pub accounts: Vec<Account>,
    /// The kitchen whose first chef works the longest.
    pub busiest: usize,
    pub end: Time,
}

impl Side {
    /// What is waited for on the street rather than inside the kitchen, at a meeting.
    pub(super) fn meets_outside(&self) -> bool {
        let chefs = self.kitchens * self.each;
        self.kitchens > 1 && chefs / self.facts[fact::PIPELINE].max(1) > self.each
    }

    /// What a join says: a fact of the plan, or a part of an account.
    fn note(&mut self, step: usize, [high, low]: [u32; 2]) {
        if let Some(fact) = self.facts.get_mut(step) {
            *fact = high;
            return;
        }
        let Some((kitchen, part)) = step.checked_sub(fact::COUNT).map(|at| (at / ACCOUNT, at % ACCOUNT)) else {
            return;
        };
        let Some(account) = self.accounts.get_mut(kitchen) else { return };
        *account.parts.get_mut(part).unwrap_or(&mut account.bubble) = Time(u64::from(high) << 32 | u64::from(low));
    }

    /// The number of a drawn kitchen among all, from 1.
    pub(super) fn number(&self, drawn: usize) -> i64 {
        (drawn * self.kitchens as usize / self.lanes.len().max(1)) as i64 + 1
    }

    /// Whether a drawn kitchen stands for others as well.
    pub(super) fn is_summed_up(&self) -> bool {
        self.kitchens as usize > self.lanes.len()
    }

    pub(super) fn lane(&self) -> &[Part] {
        self.lanes.get(self.busiest).map_or(&[], Vec::as_slice)
    }

    /// What the busiest chef's time went into.
    pub(super) fn account(&self) -> Account {
        self.accounts.get(self.busiest).copied().unwrap_or_default()
    }

    pub(super) fn spent(&self) -> Spent {
        Spent::of(&self.account())
    }

    /// What a kitchen's chef is at.
    pub(super) fn part(&self, kitchen: usize, t: Time) -> Option<&Part> {
        let lane = self.lanes.get(kitchen)?;
        let next = lane.partition_point(|part| part.start <= t);
        lane.get(next.checked_sub(1)?).filter(|part| t < part.end)
    }

    /// When the last pass of a kind over the first bowl, or over any, had ended in the busiest kitchen.
    pub(super) fn ended(&self, doing: Doing, bowl: Option<usize>) -> Time {
        let own = self.lane().iter().filter(|part| part.doing == doing && bowl.is_none_or(|bowl| part.bowl == bowl));
        own.map(|part| part.end).max().unwrap_or_default()
    }

    /// The longest that the busiest kitchen's chef stood still in one go.
    pub(super) fn longest_wait(&self) -> Option<&Part> {
        let waits = self.lane().iter().filter(|part| part.doing > Doing::Update);
        waits.max_by_key(|part| (part.took(), u64::MAX - part.start.0))
    }
}

#[derive(Clone, Debug)]
pub(super) struct Course {
    pub today: Today,
    pub sides: [Side; SIDES],
}

impl Course {
    pub(super) fn of(show: &Show) -> Option<Course> {
        let today = Today::of(&show.scenario);
        let run = show.runs.first()?;
        let buys = [None, Some(today.params.buy)];
        let first = [0, today.drawn(None)];
        let mut sides = buys.map(|buy| {
            let (kitchens, each, drawn) = (today.kitchens(buy), today.chefs_each(), today.drawn(buy) as usize);
            let (lanes, meetings) = (vec![Vec::new(); drawn], vec![Vec::new(); drawn]);
            Side {
                buy,
                name: buy.map_or(key::LAB_NOW, |buy| today.name(buy)),
                facts: [0; fact::COUNT],
                kitchens,
                each,
                lanes,
                meetings,
                rides: Vec::new(),
                accounts: vec![Account::default(); drawn],
                busiest: 0,
                end: Time::ZERO,
            }
        });
        for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
            let (Work::Compute { gpu, .. } | Work::Delay { gpu, .. }) = *work else {
                let side = sides.get_mut(usize::from(label.channel))?;
                side.note(usize::from(label.step), [label.chunk, label.chunks]);
                continue;
            };
            let side = usize::from(gpu >= first[1]);
            let kitchen = (gpu - first[side]) as usize;
            let (&start, &end) = (run.trace.start.get(task)?, run.trace.end.get(task)?);
            let doing = match (label.kind, label.step) {
                (Kind::Forward, _) => Doing::Forward,
                (Kind::Backward, _) => Doing::Backward,
                (Kind::Update, _) => Doing::Update,
                (_, mark::INSIDE) => Doing::Inside,
                (_, mark::MEETING) => Doing::Meeting,
                (_, mark::RELAY) => Doing::Relay,
                (_, mark::USED) => {
                    sides[side].meetings.get_mut(kitchen)?.push((start, end));
                    continue;
                }
                (_, mark::RIDE) => {
                    let kitchens = [kitchen, usize::from(label.channel)];
                    let bowl = usize::from(label.micro_batch);
                    sides[side].rides.push(Ride { start, end, bowl, kitchens, is_back: label.chunk == 1 });
                    continue;
                }
                _ => continue,
            };
            let bowl = if label.micro_batch == NONE { 0 } else { usize::from(label.micro_batch) };
            let waits = [label.chunk, label.chunks]
                .map(|ns| if doing < Doing::Update { Time::from_ns(ns.into()) } else { Time::ZERO });
            sides[side].lanes.get_mut(kitchen)?.push(Part { start, end, doing, bowl, waits });
        }
        for side in &mut sides {
            side.end = side.lanes.iter().filter_map(|lane| lane.last()).map(|part| part.end).max().unwrap_or_default();
            let works = side.accounts.iter().map(Account::computing).enumerate();
            side.busiest = works.max_by_key(|&(at, works)| (works, usize::MAX - at)).map_or(0, |(at, _)| at);
        }
        Some(Course { today, sides })
    }

    /// How many times as fast the step is after the purchase.
    pub(super) fn times(&self) -> f64 {
        self.sides[0].end.0 as f64 / self.sides[1].end.0.max(1) as f64
    }
}
