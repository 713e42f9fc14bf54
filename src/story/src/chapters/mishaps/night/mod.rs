//! What a trace tells of the cities: what each does when, where its hours have gone, and which kitchens are dark.

pub(super) mod city;
pub(super) mod closing;
#[cfg(test)]
pub(super) mod judge;
pub(super) mod near;
pub(super) mod rails;
pub(super) mod scene;
pub(super) mod task;
pub(super) mod telling;

use kitchen_core::faults::{Activity, Interval, Spent};
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, Work};
use kitchen_core::units::Time;

use crate::show::Show;

use super::params::{Mishap, Params};
use city::{CITIES, mark};
use closing::Closing;

/// A kitchen that closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    pub(super) kitchen: u32,
    pub(super) at: Time,
    /// Until it is whole again, or the end.
    pub(super) back: Time,
    /// Who took its place.
    pub(super) by: Option<u32>,
}

/// A city by its trace.
#[derive(Clone, Debug, Default)]
pub(super) struct Life {
    /// In order, without gaps.
    pub(super) parts: Vec<Interval>,
    /// Where the time had gone when each part began.
    before: Vec<Spent>,
    pub(super) closed: Vec<Closed>,
}

impl Life {
    fn of(run: &Run, gpu: GpuId) -> Life {
        let mut life = Life::default();
        for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
            let (Some(&start), Some(&end)) = (run.trace.start.get(task), run.trace.end.get(task)) else { continue };
            let what = match *work {
                Work::Compute { gpu: of, .. } if of == gpu => match label.kind {
                    Kind::Forward => Activity::Work,
                    Kind::Update => Activity::Write,
                    _ => Activity::Lost,
                },
                Work::Delay { gpu: of, .. } if of == gpu => match label.step {
                    mark::DETECT => Activity::Detect,
                    mark::WAIT => Activity::Wait,
                    mark::RESTART => Activity::Restart,
                    _ => {
                        let by = label.channel.checked_sub(1).map(u32::from);
                        life.closed.push(Closed { kitchen: label.chunk, at: start, back: end, by });
                        continue;
                    }
                },
                _ => continue,
            };
            life.parts.push(Interval { activity: what, start, end });
        }
        let mut spent = Spent::default();
        for part in &life.parts {
            life.before.push(spent);
            spent.add(part.activity, part.end - part.start);
        }
        life
    }

    /// The part at `t`; the last at the end.
    pub(super) fn part(&self, t: Time) -> Option<&Interval> {
        let next = self.parts.partition_point(|part| part.end <= t);
        self.parts.get(next).or(self.parts.last())
    }

    /// Where the hours have gone until `t`. What will be lost counts as worked until it is.
    pub(super) fn spent(&self, t: Time) -> Spent {
        let at = self.parts.partition_point(|part| part.start < t);
        let Some(part) = at.checked_sub(1).and_then(|at| self.parts.get(at)) else { return Spent::default() };
        let mut spent = self.before[at - 1];
        let what = if part.activity == Activity::Lost && t < part.end { Activity::Work } else { part.activity };
        spent.add(what, part.end.min(t) - part.start);
        spent
    }

    /// Kitchens that are dark at `t`.
    pub(super) fn dark(&self, t: Time) -> impl Iterator<Item = &Closed> {
        self.closed.iter().filter(move |closed| closed.at <= t && t < closed.back)
    }
}

/// The cities.
#[derive(Clone, Debug)]
pub(super) struct Night {
    pub(super) params: Params,
    /// What the reader closed by hand.
    pub(super) closings: Vec<Closing>,
    pub(super) cities: [Life; CITIES as usize],
}

impl Night {
    /// Of a show of cities.
    pub(super) fn of(show: &Show) -> Option<Night> {
        let params = Params::of(&show.scenario);
        let run = show.runs.first().filter(|_| params.mishap == Mishap::Kitchen)?;
        Some(Night { params, closings: closing::read(&show.scenario), cities: [0, 1, 2].map(|gpu| Life::of(run, gpu)) })
    }

    /// The one whose period the reader sets.
    pub(super) fn chosen(&self) -> &Life {
        &self.cities[1]
    }
}

/// Times in tenths of `unit` that add up to their sum, rounded: what is left over goes to those that lost most by rounding down.
pub(super) fn tenths<const N: usize>(times: [Time; N], unit: u64) -> [f64; N] {
    let tenth = (unit / 10).max(1);
    let sum: u64 = times.iter().map(|time| time.0).sum();
    let mut whole = times.map(|time| time.0 / tenth);
    let mut left = ((sum + tenth / 2) / tenth).saturating_sub(whole.iter().sum());
    let mut order: [usize; N] = std::array::from_fn(|at| at);
    kitchen_core::order::sort_by_key(&mut order, |&at| std::cmp::Reverse(times[at].0 % tenth));
    for at in order {
        whole[at] += left.min(1);
        left -= left.min(1);
    }
    whole.map(|tenths| tenths as f64 / 10.0)
}
