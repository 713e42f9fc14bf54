//! Errors per topology, collective and algorithm, and whether they are as small as they must be.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kitchen_core::peer::Measured;
use serde_json::{Value, json};

use super::rows::Row;
use crate::say::round;

/// What must hold: the error that a row may have, and the share of rows that keep to it.
struct Goal {
    name: &'static str,
    percent: f64,
    share: f64,
}

/// Of rows of one chunk, where every message is alone on its way, and of rows whose chunks overtake and queue.
const GOALS: [Goal; 2] =
    [Goal { name: "one chunk", percent: 1.0, share: 0.98 }, Goal { name: "more chunks", percent: 5.0, share: 0.9 }];

/// Rows told one by one, of those that differ.
const LIMIT_TOLD: usize = 50;

/// One row, and what the simulation makes of it.
#[derive(Debug)]
pub(super) struct Outcome {
    row: Row,
    measured: Result<Measured, String>,
}

impl Outcome {
    pub(super) fn new(row: Row, measured: Result<Measured, String>) -> Outcome {
        Outcome { row, measured }
    }

    fn goal(&self) -> usize {
        usize::from(self.row.call.chunks > 1)
    }

    /// (here - peer) / peer, percent.
    fn error(&self) -> Option<f64> {
        let peer = self.row.time_ns as f64;
        let ns = |measured: &Measured| measured.time.0 as f64 / 1e3;
        self.measured.as_ref().ok().map(|measured| 100.0 * (ns(measured) - peer) / peer)
    }

    fn is_within(&self) -> bool {
        self.error().is_some_and(|error| error.abs() <= GOALS[self.goal()].percent)
    }

    /// Why the row may differ.
    fn why(&self) -> String {
        match &self.measured {
            Err(error) => format!("refused: {error}"),
            Ok(Measured { ties: 0, .. }) => {
                "unexplained: no two messages met at a link in the same nanosecond".to_owned()
            }
            Ok(Measured { ties, .. }) => format!(
                "{ties} messages met another at a link in the same nanosecond; who goes first is the order of events in the \
                 peer's program, which the model does not know"
            ),
        }
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
            "why": if self.error() == Some(0.0) { None } else { Some(self.why()) },
        })
    }
}

/// Rows of one kind: how many, how many within the goal, to the nanosecond, and the largest error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    rows: usize,
    within: usize,
    exact: usize,
    worst: f64,
}

impl Count {
    fn add(&mut self, outcome: &Outcome) {
        let error = outcome.error().map(f64::abs);
        self.rows += 1;
        self.within += usize::from(outcome.is_within());
        self.exact += usize::from(error == Some(0.0));
        self.worst = self.worst.max(error.unwrap_or(f64::INFINITY));
    }

    fn holds(self, goal: &Goal) -> bool {
        self.within as f64 >= goal.share * self.rows as f64
    }

    /// In percent; of no rows, all.
    fn share(self) -> f64 {
        if self.rows == 0 { 100.0 } else { 100.0 * self.within as f64 / self.rows as f64 }
    }

    fn cells(self) -> String {
        if self.rows == 0 {
            return format!("{:>7}{:>9}{:>9}{:>9}", 0, "-", "-", "-");
        }
        let worst = if self.worst.is_finite() { format!("{:.2}", self.worst) } else { "refused".to_owned() };
        format!("{:>7}{:>9}{:>9}{worst:>9}", self.rows, self.within, self.exact)
    }

    fn json(self) -> Value {
        let worst = self.worst.is_finite().then(|| round(self.worst, 4));
        json!({ "rows": self.rows, "within": self.within, "exact": self.exact, "worst_percent": worst })
    }
}

/// Everything that a run found.
#[derive(Debug, Default)]
pub(super) struct Report {
    outcomes: Vec<Outcome>,
    /// Lines that are no rows, and why.
    bad: Vec<(u64, String)>,
}

type Key<'a> = (&'a str, &'a str, &'a str);

impl Report {
    pub(super) fn new(outcomes: Vec<Outcome>, bad: Vec<(u64, String)>) -> Report {
        Report { outcomes, bad }
    }

    /// Whether there are rows, and all goals hold for them.
    pub(super) fn holds(&self) -> bool {
        let all = self.all();
        !self.outcomes.is_empty() && GOALS.iter().zip(all).all(|(goal, count)| count.holds(goal))
    }

    fn all(&self) -> [Count; 2] {
        let mut all = [Count::default(); 2];
        self.outcomes.iter().for_each(|outcome| all[outcome.goal()].add(outcome));
        all
    }

    fn groups(&self) -> BTreeMap<Key<'_>, [Count; 2]> {
        let mut groups: BTreeMap<Key<'_>, [Count; 2]> = BTreeMap::new();
        for outcome in &self.outcomes {
            let Row { topology, collective, algorithm, .. } = &outcome.row;
            groups.entry((topology, collective, algorithm)).or_default()[outcome.goal()].add(outcome);
        }
        groups
    }

    /// The rows that are not the peer's to the nanosecond, those that miss their goal first.
    fn off(&self) -> impl Iterator<Item = &Outcome> {
        let off = |within: bool| {
            let keeps = move |outcome: &&Outcome| outcome.error() != Some(0.0) && outcome.is_within() == within;
            self.outcomes.iter().filter(keeps)
        };
        off(false).chain(off(true))
    }

    pub(super) fn table(&self, every: bool) -> String {
        let mut out = String::new();
        if every {
            for outcome in &self.outcomes {
                let _ = writeln!(out, "{}", told(outcome));
            }
            out.push('\n');
        }
        let groups = self.groups();
        let width = |of: fn(&Key<'_>) -> usize| groups.keys().map(of).max().unwrap_or(0).max(10) + 2;
        let widths = [width(|key| key.0.len()), width(|key| key.1.len()), width(|key| key.2.len())];
        let start = |key: Key<'_>| {
            format!("{:<a$}{:<b$}{:<c$}", key.0, key.1, key.2, a = widths[0], b = widths[1], c = widths[2])
        };
        let head = |goal: &Goal| format!("{:>34}", format!("{} (within {} %)", goal.name, goal.percent));
        let _ = writeln!(out, "{}{}  {}", start(("", "", "")), head(&GOALS[0]), head(&GOALS[1]));
        let cells = format!("{:>7}{:>9}{:>9}{:>9}", "rows", "within", "exact", "worst %");
        let _ = writeln!(out, "{}{cells}  {cells}", start(("topology", "collective", "algorithm")));
        for (key, [one, more]) in &groups {
            let _ = writeln!(out, "{}{}  {}", start(*key), one.cells(), more.cells());
        }
        let all = self.all();
        let _ = writeln!(out, "{}{}  {}", start(("all", "", "")), all[0].cells(), all[1].cells());
        for (goal, count) in GOALS.iter().zip(all) {
            let verdict = if count.holds(goal) { "holds" } else { "does not hold" };
            let _ = writeln!(
                out,
                "{}: {:.2} % of {} rows within {} %, at least {} % must be: {verdict}",
                goal.name,
                count.share(),
                count.rows,
                goal.percent,
                goal.share * 100.0
            );
        }
        for outcome in self.off().take(LIMIT_TOLD) {
            let _ = writeln!(out, "{}: {}", told(outcome), outcome.why());
        }
        let further = self.off().count().saturating_sub(LIMIT_TOLD);
        if further > 0 {
            let _ = writeln!(out, "and {further} more that differ; --json names all");
        }
        for (line, why) in self.bad.iter().take(LIMIT_TOLD) {
            let _ = writeln!(out, "line {line} left out: {why}");
        }
        if self.bad.len() > LIMIT_TOLD {
            let _ = writeln!(out, "and {} more lines left out", self.bad.len() - LIMIT_TOLD);
        }
        out
    }

    pub(super) fn json(&self, every: bool) -> Value {
        let groups = self.groups();
        let group = |(key, counts): (&Key<'_>, &[Count; 2])| {
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
            "left_out": self.bad.iter().map(|(line, why)| json!({ "line": line, "why": why })).collect::<Vec<_>>(),
        })
    }
}

fn told(outcome: &Outcome) -> String {
    let Row { line, topology, collective, algorithm, call, time_ns, .. } = &outcome.row;
    let here = match (&outcome.measured, outcome.error()) {
        (Ok(measured), Some(error)) => format!("here {} ns ({error:+.2} %)", measured.time.0 / 1_000),
        _ => "refused here".to_owned(),
    };
    format!("line {line} ({topology} {collective} {algorithm}, {} chunks): peer {time_ns} ns, {here}", call.chunks)
}
