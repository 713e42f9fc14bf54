//! A job over days, failure by failure: it works, writes a checkpoint, works on; a server fails, and what was worked since the last
//! checkpoint is lost; it is found out which, another takes its place, the checkpoint is read, and work goes on.
//!
//! Failures of all servers together are a Poisson process, drawn once for the whole time from the seed: jobs that differ in
//! nothing but how often they write meet the same failures at the same instants. While a job stands still to look for the
//! culprit or to wait for a repair nothing else fails; while it restarts something may.

use std::collections::VecDeque;

use super::chance::{Draws, below};
use super::city::{City, FaultError};
use crate::units::Time;

/// What a job does in a part of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Work that is kept.
    Work,
    /// Writes a checkpoint.
    Write,
    /// Work, or the beginning of a checkpoint, that a failure undid.
    Lost,
    /// Nobody works: which server it was is being found out.
    Detect,
    /// Nobody works: no server is in reserve.
    Wait,
    /// Nobody works: everything is started again and the checkpoint read.
    Restart,
}

/// A part of a job's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the job does.
    pub what: What,
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
    /// Which: those that work first are 0 and on, those in reserve follow.
    pub server: u32,
    /// Who took its place; `None` where time was up before.
    pub replaced_by: Option<u32>,
    /// When it is whole again.
    pub back: Time,
}

/// Where the time went; the sum is the whole time, to the picosecond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// See [`What::Work`].
    pub work: Time,
    /// See [`What::Write`].
    pub write: Time,
    /// See [`What::Lost`].
    pub lost: Time,
    /// See [`What::Detect`].
    pub detect: Time,
    /// See [`What::Wait`].
    pub wait: Time,
    /// See [`What::Restart`].
    pub restart: Time,
}

impl Spent {
    /// Adds a part of the time.
    pub fn add(&mut self, what: What, time: Time) {
        let place = match what {
            What::Work => &mut self.work,
            What::Write => &mut self.write,
            What::Lost => &mut self.lost,
            What::Detect => &mut self.detect,
            What::Wait => &mut self.wait,
            What::Restart => &mut self.restart,
        };
        *place += time;
    }

    /// In which nobody works.
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

/// A job's days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Days {
    /// In order, without gaps, from zero to the end.
    pub parts: Vec<Part>,
    /// In order of time.
    pub failures: Vec<Failure>,
}

impl Days {
    /// Where the time went until `t`.
    pub fn spent(&self, t: Time) -> Spent {
        let mut spent = Spent::default();
        for part in self.parts.iter().take_while(|part| part.start < t) {
            spent.add(part.what, part.end.min(t) - part.start);
        }
        spent
    }
}

/// Simulates a job for so long.
///
/// O(checkpoints + failures × servers in repair).
///
/// # Errors
/// Those of [`City::check`].
pub fn simulate(city: &City, span: Time, seed: u64) -> Result<Days, FaultError> {
    city.check(span)?;
    let mut job = Job {
        city,
        span,
        coming: coming(city, span, seed).into(),
        now: Time::ZERO,
        days: Days::default(),
        working: (0..city.servers).collect(),
        ready: (city.servers..city.servers + city.spares).collect(),
        repairs: VecDeque::new(),
    };
    while job.now < span {
        job.round();
    }
    Ok(job.days)
}

/// When something fails, each with the bits by which it is decided what.
fn coming(city: &City, span: Time, seed: u64) -> Vec<(Time, u64)> {
    let mut draws = Draws::new(seed);
    let (mean, mut at) = (city.between(), 0.0);
    let mut all = Vec::new();
    loop {
        at += mean * draws.exponential();
        if at >= span.0 as f64 {
            return all;
        }
        all.push((Time(at as u64), draws.next()));
    }
}

struct Job<'a> {
    city: &'a City,
    span: Time,
    /// Failures to come.
    coming: VecDeque<(Time, u64)>,
    now: Time,
    days: Days,
    /// By place: the server that works there.
    working: Vec<u32>,
    ready: VecDeque<u32>,
    /// Servers in repair with their time of return, the first first: all take as long.
    repairs: VecDeque<(Time, u32)>,
}

impl Job<'_> {
    /// One period of work with its checkpoint, or a failure and what follows.
    fn round(&mut self) {
        let from = self.now;
        let worked = (from + self.city.period).min(self.span);
        let written = (worked + self.city.write).min(self.span);
        if let Some((at, bits)) = self.next_failure(written) {
            self.spend(What::Lost, at);
            self.fail(at, bits);
            return;
        }
        self.spend(What::Work, worked);
        self.spend(What::Write, written);
    }

    fn spend(&mut self, what: What, until: Time) {
        let until = until.min(self.span);
        if until > self.now {
            self.days.parts.push(Part { what, start: self.now, end: until });
            self.now = until;
        }
    }

    /// The first failure from now on and before `until`; those of before found nobody at work.
    fn next_failure(&mut self, until: Time) -> Option<(Time, u64)> {
        while self.coming.front().is_some_and(|next| next.0 < self.now) {
            self.coming.pop_front();
        }
        self.coming.pop_front_if(|next| next.0 < until)
    }

    /// From a failure until work can go on; failures on the way included.
    fn fail(&mut self, at: Time, bits: u64) {
        let (mut at, mut bits) = (at, bits);
        loop {
            let place = below(bits, self.city.servers) as usize;
            let back = at + self.city.repair;
            self.repairs.push_back((back, self.working[place]));
            self.days.failures.push(Failure { at, server: self.working[place], replaced_by: None, back });
            self.spend(What::Detect, at + self.city.detect);
            while let Some((_, server)) = self.repairs.pop_front_if(|repair| repair.0 <= self.now) {
                self.ready.push_back(server);
            }
            if self.ready.is_empty()
                && let Some((back, server)) = self.repairs.pop_front()
            {
                self.spend(What::Wait, back);
                self.ready.push_back(server);
            }
            if self.now >= self.span {
                return;
            }
            if let Some(server) = self.ready.pop_front() {
                self.working[place] = server;
                if let Some(failure) = self.days.failures.last_mut() {
                    failure.replaced_by = Some(server);
                }
            }
            let restarted = (self.now + self.city.restart).min(self.span);
            let Some(next) = self.next_failure(restarted) else { return self.spend(What::Restart, restarted) };
            self.spend(What::Restart, next.0);
            (at, bits) = next;
        }
    }
}
