//! The timeline of a job over days, failure by failure: it trains, writes a checkpoint, trains on; a server fails, and all work since the
//! last checkpoint is lost; the server is identified, a spare replaces it, the checkpoint is read, and training goes on.
//!
//! Failures of all servers together are a Poisson process, drawn once for the whole time from the seed: jobs that differ in
//! nothing but how often they write meet the same failures at the same instants. While a job is stopped for
//! detection or waits for a repair nothing else fails; during a restart servers may. Failures can be named besides those that are drawn:
//! which server, and when; the draw is the same with them.

use std::collections::VecDeque;

use kitchen_units::Time;

use super::cluster::{Cluster, FaultError, MAX_NAMED};
use super::random::{RandomStream, below};

/// What a job does in an interval of its timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Work that is kept.
    Work,
    /// Writes a checkpoint.
    Write,
    /// Work, or the beginning of a checkpoint, that a failure undid.
    Lost,
    /// Stopped: the failed server is being identified.
    Detect,
    /// Stopped: no spare is ready.
    Wait,
    /// Stopped: the job is started again and reads its checkpoint.
    Restart,
}

/// An interval of a job's timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// What the job does.
    pub activity: Activity,
    /// From when on.
    pub start: Time,
    /// Until when.
    pub end: Time,
}

/// A server that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// When.
    pub at: Time,
    /// Its number: servers that train at first are numbered from 0, spares follow.
    pub server: u32,
    /// The spare that replaced it; `None` where the simulated time ended before.
    pub replaced_by: Option<u32>,
    /// When it is repaired and a spare again.
    pub repaired_at: Time,
}

/// A failure that is not drawn: this server fails then, where it works at that instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// When.
    pub at: Time,
    /// Its number, as in [`Failure::server`].
    pub server: u32,
}

/// Where the time went; the sum is the whole time, to the picosecond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// See [`Activity::Work`].
    pub work: Time,
    /// See [`Activity::Write`].
    pub write: Time,
    /// See [`Activity::Lost`].
    pub lost: Time,
    /// See [`Activity::Detect`].
    pub detect: Time,
    /// See [`Activity::Wait`].
    pub wait: Time,
    /// See [`Activity::Restart`].
    pub restart: Time,
}

impl Spent {
    /// Adds an interval.
    pub fn add(&mut self, activity: Activity, time: Time) {
        let total = match activity {
            Activity::Work => &mut self.work,
            Activity::Write => &mut self.write,
            Activity::Lost => &mut self.lost,
            Activity::Detect => &mut self.detect,
            Activity::Wait => &mut self.wait,
            Activity::Restart => &mut self.restart,
        };
        *total += time;
    }

    /// The time in which training is stopped.
    pub fn stopped(&self) -> Time {
        self.detect + self.wait + self.restart
    }

    /// All of it.
    pub fn sum(&self) -> Time {
        self.work + self.write + self.lost + self.stopped()
    }

    /// The share of the time whose work was kept.
    pub fn goodput(&self) -> f64 {
        self.work.0 as f64 / self.sum().0.max(1) as f64
    }
}

/// The timeline of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    /// In order, without gaps, from zero to the end.
    pub intervals: Vec<Interval>,
    /// In order of time.
    pub failures: Vec<Failure>,
}

impl Timeline {
    /// Where the time went until `t`.
    pub fn spent(&self, t: Time) -> Spent {
        let mut spent = Spent::default();
        for interval in self.intervals.iter().take_while(|interval| interval.start < t) {
            spent.add(interval.activity, interval.end.min(t) - interval.start);
        }
        spent
    }
}

/// Simulates a job for so long.
///
/// O(checkpoints + failures × servers in repair).
///
/// # Errors
/// Those of [`Cluster::check`].
pub fn simulate(cluster: &Cluster, span: Time, seed: u64) -> Result<Timeline, FaultError> {
    simulate_with(cluster, span, seed, &[])
}

/// The same with failures that are named, besides those that are drawn. One of a server that does not work at that instant (it is a
/// spare, or in repair, or the job is stopped) has no effect.
///
/// # Errors
/// Those of [`Cluster::check`]; [`FaultError::Events`] where more than [`MAX_NAMED`] are named.
pub fn simulate_with(cluster: &Cluster, span: Time, seed: u64, named: &[Named]) -> Result<Timeline, FaultError> {
    cluster.check(span)?;
    if named.len() > MAX_NAMED {
        return Err(FaultError::Events);
    }
    let mut run = Simulation {
        cluster,
        span,
        failures: failure_times(cluster, span, seed, named).into(),
        now: Time::ZERO,
        timeline: Timeline::default(),
        working: (0..cluster.servers).collect(),
        spares: (cluster.servers..cluster.servers + cluster.spares).collect(),
        repairs: VecDeque::new(),
    };
    while run.now < span {
        run.step();
    }
    Ok(run.timeline)
}

/// Which server fails.
#[derive(Clone, Copy, Debug)]
enum Which {
    /// One of those that work, by random bits.
    Drawn(u64),
    /// That one.
    Named(u32),
}

/// The instants of all failures, in order; of two at one instant the drawn one.
fn failure_times(cluster: &Cluster, span: Time, seed: u64, named: &[Named]) -> Vec<(Time, Which)> {
    let mut random = RandomStream::new(seed);
    let (mean, mut at) = (cluster.mtbf_ps(), 0.0);
    let mut all = Vec::new();
    loop {
        at += mean * random.exponential();
        if at >= span.0 as f64 {
            break;
        }
        all.push((Time(at as u64), Which::Drawn(random.next())));
    }
    for one in named.iter().filter(|one| one.at < span) {
        let place = all.partition_point(|failure| failure.0 < one.at);
        if all.get(place).is_none_or(|failure| failure.0 != one.at) {
            all.insert(place, (one.at, Which::Named(one.server)));
        }
    }
    all
}

struct Simulation<'a> {
    cluster: &'a Cluster,
    span: Time,
    /// Failures still to come.
    failures: VecDeque<(Time, Which)>,
    now: Time,
    timeline: Timeline,
    /// By rank: the server that runs it.
    working: Vec<u32>,
    spares: VecDeque<u32>,
    /// Servers in repair with the time at which each is repaired, in that order: all repairs take equally long.
    repairs: VecDeque<(Time, u32)>,
}

impl Simulation<'_> {
    /// One period of work with its checkpoint, or a failure and what follows.
    fn step(&mut self) {
        let from = self.now;
        let worked = (from + self.cluster.period).min(self.span);
        let written = (worked + self.cluster.write).min(self.span);
        if let Some((at, rank)) = self.next_failure(written) {
            self.spend(Activity::Lost, at);
            self.fail(at, rank);
            return;
        }
        self.spend(Activity::Work, worked);
        self.spend(Activity::Write, written);
    }

    fn spend(&mut self, activity: Activity, until: Time) {
        let until = until.min(self.span);
        if until > self.now {
            self.timeline.intervals.push(Interval { activity, start: self.now, end: until });
            self.now = until;
        }
    }

    /// The first failure from now on and before `until`, and the rank of the server that fails; earlier ones came during a stop and
    /// have no effect.
    fn next_failure(&mut self, until: Time) -> Option<(Time, usize)> {
        while let Some((at, which)) = self.failures.pop_front_if(|next| next.0 < until) {
            let rank = match which {
                Which::Drawn(bits) => Some(below(bits, self.cluster.servers) as usize),
                Which::Named(server) => self.working.iter().position(|&working| working == server),
            };
            if let Some(rank) = rank.filter(|_| at >= self.now) {
                return Some((at, rank));
            }
        }
        None
    }

    /// From a failure until training can go on; failures during the restart included.
    fn fail(&mut self, at: Time, rank: usize) {
        let (mut at, mut rank) = (at, rank);
        loop {
            let back = at + self.cluster.repair;
            self.repairs.push_back((back, self.working[rank]));
            self.timeline.failures.push(Failure {
                at,
                server: self.working[rank],
                replaced_by: None,
                repaired_at: back,
            });
            self.spend(Activity::Detect, at + self.cluster.detect);
            while let Some((_, server)) = self.repairs.pop_front_if(|repair| repair.0 <= self.now) {
                self.spares.push_back(server);
            }
            if self.spares.is_empty()
                && let Some((back, server)) = self.repairs.pop_front()
            {
                self.spend(Activity::Wait, back);
                self.spares.push_back(server);
            }
            if self.now >= self.span {
                return;
            }
            if let Some(server) = self.spares.pop_front() {
                self.working[rank] = server;
                if let Some(failure) = self.timeline.failures.last_mut() {
                    failure.replaced_by = Some(server);
                }
            }
            let restarted = (self.now + self.cluster.restart).min(self.span);
            let Some(next) = self.next_failure(restarted) else { return self.spend(Activity::Restart, restarted) };
            self.spend(Activity::Restart, next.0);
            (at, rank) = next;
        }
    }
}
