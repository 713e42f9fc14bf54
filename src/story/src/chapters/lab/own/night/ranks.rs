//! The ranks of a measured run on one clock, and what each of them does at an instant.

use kitchen_core::order;
use kitchen_core::units::Time;
use kitchen_import::{Kernel, Met, Run, Trace, meet};
use kitchen_text::{Line, key, msg};

/// A span of time in picoseconds from the run's start.
pub(super) type Span = [u64; 2];

/// Spans that do not touch, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Spans {
    pub(super) all: Vec<Span>,
    /// How long all before each of them are.
    before: Vec<u64>,
}

impl Spans {
    fn of(mut all: Vec<Span>) -> Spans {
        order::sort(&mut all);
        let mut out: Vec<Span> = Vec::new();
        for [start, end] in all {
            match out.last_mut() {
                Some([_, last]) if start <= *last => *last = (*last).max(end),
                _ => out.push([start, end]),
            }
        }
        let mut sum = 0;
        let mut so_far = |[start, end]: &Span| {
            let before = sum;
            sum += end - start;
            before
        };
        let before = out.iter().map(&mut so_far).collect();
        Spans { all: out, before }
    }

    fn with(&self, other: &Spans) -> Spans {
        Spans::of(self.all.iter().chain(&other.all).copied().collect())
    }

    pub(super) fn length(&self) -> u64 {
        self.until(u64::MAX)
    }

    /// How long they are before an instant.
    fn until(&self, at: u64) -> u64 {
        let next = self.all.partition_point(|[start, _]| *start < at);
        let Some(last) = next.checked_sub(1) else { return 0 };
        let [start, end] = self.all[last];
        self.before[last] + (at.min(end) - start)
    }

    /// How long they are within a span.
    pub(super) fn within(&self, [from, to]: Span) -> u64 {
        self.until(to).saturating_sub(self.until(from))
    }
}

/// A rank.
#[derive(Clone, Debug)]
pub(super) struct Rank {
    /// As its file says, else its place.
    pub(super) number: u64,
    pub(super) cooks: Spans,
    /// In a meeting, the waiting for others in it.
    pub(super) meets: Spans,
    /// In a meeting to which another has not come yet.
    pub(super) waits: Spans,
    /// In the order of their start, nanoseconds from the run's start.
    kernels: Vec<Kernel>,
    names: Vec<String>,
}

/// Where all time of a run went, as shares of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Went {
    pub(super) cooking: f64,
    pub(super) waiting: f64,
    /// In a meeting with all that are in it, and with nothing cooked beside it.
    pub(super) meeting: f64,
    pub(super) idle: f64,
}

/// The ranks of one run.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    pub(super) all: Vec<Rank>,
    /// In the order of their ends; times in nanoseconds from the run's start.
    pub(super) met: Vec<Met>,
    /// Of any clock against the first one's, nanoseconds.
    pub(super) apart: u64,
    pub(super) alone: u64,
    whole: u64,
    pub(super) world: Option<u64>,
}

const PS: u64 = 1_000;

impl Ranks {
    pub(super) fn of(traces: &[(Trace, Run)]) -> Ranks {
        let runs: Vec<&Run> = traces.iter().map(|(_, run)| run).collect();
        let mut together = meet(&runs);
        let zero = together.start;
        for met in &mut together.met {
            for (_, [start, end]) in &mut met.there {
                (*start, *end) = (start.saturating_sub(zero), end.saturating_sub(zero));
            }
        }
        let ps = |ns: i64| (ns.max(0) as u64).saturating_mul(PS);
        let mut waits: Vec<Vec<Span>> = vec![Vec::new(); runs.len()];
        for met in together.met.iter().filter(|met| met.is_shared()) {
            let (_, last) = met.last();
            for (run, [start, end]) in &met.there {
                if *start < last {
                    waits[*run as usize].push([ps(*start), ps(last.min(*end))]);
                }
            }
        }
        let rank = |(at, (trace, run)): (usize, &(Trace, Run))| {
            let back = together.offsets[at].saturating_add(zero);
            let shift = |[start, end]: [i64; 2]| [ps(start.saturating_sub(back)), ps(end.saturating_sub(back))];
            let kernels = run.kernels.iter().map(|one| shift([one.start, one.end])).collect();
            let meets = run.meetings.iter().map(|one| shift([one.start, one.end])).collect();
            let moved = |one: &Kernel| Kernel {
                start: one.start.saturating_sub(back),
                end: one.end.saturating_sub(back),
                ..*one
            };
            Rank {
                number: trace.rank.unwrap_or(at as u64),
                cooks: Spans::of(kernels),
                meets: Spans::of(meets),
                waits: Spans::of(std::mem::take(&mut waits[at])),
                kernels: run.kernels.iter().map(moved).collect(),
                names: run.names.clone(),
            }
        };
        let all = traces.iter().enumerate().map(rank).collect();
        Ranks {
            all,
            apart: together.offsets.iter().map(|offset| offset.unsigned_abs()).max().unwrap_or_default(),
            alone: together.alone,
            whole: ps(together.end.saturating_sub(zero)),
            world: traces.iter().find_map(|(trace, _)| trace.world_size),
            met: together.met,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn whole(&self) -> Time {
        Time(self.whole)
    }

    /// Where all ranks' time went; all of it together is one.
    pub(super) fn went(&self) -> Went {
        let all = (self.whole.max(1) as f64) * self.all.len().max(1) as f64;
        let mut sums = [0.0; 3];
        for rank in &self.all {
            let waited = rank.cooks.with(&rank.waits);
            let busy = waited.with(&rank.meets);
            let cooked = rank.cooks.length();
            sums[0] += cooked as f64;
            sums[1] += (waited.length() - cooked) as f64;
            sums[2] += (busy.length() - waited.length()) as f64;
        }
        let [cooking, waiting, meeting] = sums.map(|sum: f64| sum / all);
        Went { cooking, waiting, meeting, idle: (1.0 - cooking - waiting - meeting).max(0.0) }
    }

    /// Who let the others wait longest: its place, in how many shared meetings it came last, how many there were, and what the others
    /// waited for it together, nanoseconds. Nothing where nobody waited.
    pub(super) fn latest(&self) -> Option<(usize, usize, usize, i64)> {
        let mut by_rank = vec![(0_usize, 0_i64); self.all.len()];
        let shared = || self.met.iter().filter(|met| met.is_shared());
        for met in shared() {
            let (last, _) = met.last();
            let (times, waited) = &mut by_rank[last as usize];
            (*times, *waited) = (*times + 1, waited.saturating_add(met.waited()));
        }
        let (place, (times, waited)) = by_rank.into_iter().enumerate().max_by_key(|(_, (_, waited))| *waited)?;
        (waited > 0).then(|| (place, times, shared().count(), waited))
    }

    /// What is to be said of an instant.
    pub(super) fn at(&self, at: Time) -> Line {
        let ns = (at.0 / PS) as i64;
        let holds = |met: &&Met| met.is_shared() && (met.first()..met.end()).contains(&ns);
        let waiting = |met: &Met| {
            let (_, last) = met.last();
            met.there.iter().filter(|(_, [start, end])| *start <= ns && ns < last.min(*end)).count()
        };
        // Of several, the one in which most wait.
        let met = self.met.iter().filter(holds).max_by_key(|met| waiting(met));
        let Some(met) = met else { return self.without_meeting(at) };
        let (last, came) = met.last();
        let (name, turn) = (met.operation.name.as_str(), i64::from(met.turn) + 1);
        match waiting(met) {
            0 if ns < came => self.without_meeting(at),
            0 => Line::from(msg::OwnNightNowMeets { count: met.there.len() as i64, name: name.into(), turn }),
            count => Line::from(msg::OwnNightNowWaits {
                count: count as i64,
                chef: self.all[last as usize].number as i64 + 1,
                name: name.into(),
                turn,
            }),
        }
    }

    fn without_meeting(&self, at: Time) -> Line {
        if let [one] = self.all.as_slice() {
            return one.at(at);
        }
        let span = [at.0, at.0 + 1];
        let count = |of: &dyn Fn(&Rank) -> bool| self.all.iter().filter(|rank| of(rank)).count() as i64;
        let cooks = count(&|rank| rank.cooks.within(span) > 0);
        let meets = count(&|rank| rank.cooks.within(span) == 0 && rank.meets.within(span) > 0);
        Line::from(msg::OwnNightNow { cooks, meets, idle: self.all.len() as i64 - cooks - meets })
    }
}

impl Rank {
    /// What one rank alone does.
    fn at(&self, at: Time) -> Line {
        let ns = (at.0 / PS) as i64;
        let next = self.kernels.partition_point(|one| one.start <= ns);
        // Kernels of several streams may overlap: the one that began last of those that run.
        let running = self.kernels[..next].iter().rev().take(64).find(|one| ns < one.end);
        let span = [at.0, at.0 + 1];
        match running.and_then(|one| self.names.get(one.name as usize)) {
            Some(name) => Line::from(msg::OwnNightNowCooks { name: crate::scenario::raw::quote(name).into() }),
            None if self.meets.within(span) > 0 => Line::new(key::OWN_NIGHT_NOW_IN),
            None => Line::new(key::OWN_NIGHT_NOW_IDLE),
        }
    }
}
