//! Errors per topology, collective and algorithm, and whether they are as small as they must be.

use std::collections::BTreeMap;

use kitchen_astra::Measured;
use kitchen_text::{Key, Lang, Line, key};
use serde_json::{Value, json};

use super::rows::Row;
use super::why;
use crate::say::round;

/// What must hold: the error that a row may have, and the share of rows that keep to it.
pub(super) struct Goal {
    pub(super) name: Key,
    pub(super) percent: f64,
    pub(super) share: f64,
}

/// Of rows of one chunk, where every message is alone on its way, and of rows whose chunks overtake and queue.
pub(super) const GOALS: [Goal; 2] = [
    Goal { name: key::VALIDATE_ONE_CHUNK, percent: 1.0, share: 0.98 },
    Goal { name: key::VALIDATE_MORE_CHUNKS, percent: 5.0, share: 0.9 },
];

/// One row, and what the simulation makes of it.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) row: Row,
    pub(super) measured: Result<Measured, Line>,
}

impl Outcome {
    pub(super) fn new(row: Row, measured: Result<Measured, Line>) -> Outcome {
        Outcome { row, measured }
    }

    fn goal(&self) -> usize {
        usize::from(self.row.call.chunks > 1)
    }

    /// (here - ASTRA-sim) / ASTRA-sim, percent.
    pub(super) fn error(&self) -> Option<f64> {
        let theirs = self.row.time_ns as f64;
        let ns = |measured: &Measured| measured.time.0 as f64 / 1e3;
        self.measured.as_ref().ok().map(|measured| 100.0 * (ns(measured) - theirs) / theirs)
    }

    fn is_within(&self) -> bool {
        self.error().is_some_and(|error| error.abs() <= GOALS[self.goal()].percent)
    }

    fn json(&self) -> Value {
        json!({
            "line": self.row.line,
            "topology": self.row.topology,
            "collective": self.row.collective,
            "algorithm": self.row.algorithm,
            "chunks": self.row.call.chunks,
            "peer_ns": self.row.time_ns,
            "here_ns": self.measured.as_ref().ok().map(|measured| measured.time.0 / 1_000),
            "error_percent": self.error().map(|error| round(error, 4)),
            "why": if self.error() == Some(0.0) { None } else { Some(why::differs(&self.measured).say(Lang::En)) },
        })
    }
}

/// Rows of one kind: how many, how many within the goal, to the nanosecond, and the largest error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Count {
    pub(super) rows: usize,
    pub(super) within: usize,
    pub(super) exact: usize,
    pub(super) worst: f64,
}

impl Count {
    fn add(&mut self, outcome: &Outcome) {
        let error = outcome.error().map(f64::abs);
        self.rows += 1;
        self.within += usize::from(outcome.is_within());
        self.exact += usize::from(error == Some(0.0));
        self.worst = self.worst.max(error.unwrap_or(f64::INFINITY));
    }

    pub(super) fn holds(self, goal: &Goal) -> bool {
        self.within as f64 >= goal.share * self.rows as f64
    }

    /// In percent; of no rows, all.
    pub(super) fn share(self) -> f64 {
        if self.rows == 0 { 100.0 } else { 100.0 * self.within as f64 / self.rows as f64 }
    }

    fn json(self) -> Value {
        let worst = self.worst.is_finite().then(|| round(self.worst, 4));
        json!({ "rows": self.rows, "within": self.within, "exact": self.exact, "worst_percent": worst })
    }
}

/// Everything that a run found.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) outcomes: Vec<Outcome>,
    /// Lines that are no rows, and why.
    pub(super) bad: Vec<(u64, Line)>,
}

/// Topology, collective, algorithm.
pub(super) type Kind<'a> = (&'a str, &'a str, &'a str);

impl Report {
    pub(super) fn new(outcomes: Vec<Outcome>, bad: Vec<(u64, Line)>) -> Report {
        Report { outcomes, bad }
    }

    /// Whether there are rows, and all goals hold for them.
    pub(super) fn holds(&self) -> bool {
        let all = self.all();
        !self.outcomes.is_empty() && GOALS.iter().zip(all).all(|(goal, count)| count.holds(goal))
    }

    pub(super) fn all(&self) -> [Count; 2] {
        let mut all = [Count::default(); 2];
        self.outcomes.iter().for_each(|outcome| all[outcome.goal()].add(outcome));
        all
    }

    pub(super) fn groups(&self) -> BTreeMap<Kind<'_>, [Count; 2]> {
        let mut groups: BTreeMap<Kind<'_>, [Count; 2]> = BTreeMap::new();
        for outcome in &self.outcomes {
            let Row { topology, collective, algorithm, .. } = &outcome.row;
            groups.entry((topology, collective, algorithm)).or_default()[outcome.goal()].add(outcome);
        }
        groups
    }

    /// The rows that are not ASTRA-sim's to the nanosecond, those that miss their goal first.
    pub(super) fn off(&self) -> impl Iterator<Item = &Outcome> {
        let off = |within: bool| {
            let keeps = move |outcome: &&Outcome| outcome.error() != Some(0.0) && outcome.is_within() == within;
            self.outcomes.iter().filter(keeps)
        };
        off(false).chain(off(true))
    }

    /// For other programs: the same whatever the language; its sentences are English.
    pub(super) fn json(&self, every: bool) -> Value {
        let groups = self.groups();
        let group = |(key, counts): (&Kind<'_>, &[Count; 2])| {
            json!({
                "topology": key.0, "collective": key.1, "algorithm": key.2,
                "one_chunk": counts[0].json(), "more_chunks": counts[1].json(),
            })
        };
        let all = self.all();
        let with_goal = |place: usize| {
            let mut line = all[place].json();
            line["limit_percent"] = json!(GOALS[place].percent);
            line["least_percent"] = json!(GOALS[place].share * 100.0);
            line
        };
        json!({
            "holds": self.holds(),
            "one_chunk": with_goal(0),
            "more_chunks": with_goal(1),
            "groups": groups.iter().map(group).collect::<Vec<_>>(),
            "off": self.off().map(Outcome::json).collect::<Vec<_>>(),
            "rows": every.then(|| self.outcomes.iter().map(Outcome::json).collect::<Vec<_>>()),
            "left_out": self.bad.iter().map(|(line, why)| json!({ "line": line, "why": why.say(Lang::En) })).collect::<Vec<_>>(),
        })
    }
}
