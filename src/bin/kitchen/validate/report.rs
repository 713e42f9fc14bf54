//! Errors per row, per sweep and in all, and whether the targets are met.

use std::collections::{BTreeMap, BTreeSet};

use kitchen_core::collective::Measured;
use kitchen_text::{Key, Lang, Line, count, key, msg, tr};
use serde_json::{Value, json};

use super::rows::Row;

/// Rows by size: latency decides below 1 MiB, rates from there on, and from 64 MiB on rates alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Small,
    Large,
    Huge,
}

impl Class {
    pub(crate) const ALL: [Class; 3] = [Class::Small, Class::Large, Class::Huge];

    fn holds(self, bytes: u64) -> bool {
        match self {
            Class::Small => bytes < 1 << 20,
            Class::Large => bytes >= 1 << 20,
            Class::Huge => bytes >= 64 << 20,
        }
    }

    pub(crate) fn name(self) -> Key {
        match self {
            Class::Small => key::VALIDATE_SMALL,
            Class::Large => key::VALIDATE_LARGE,
            Class::Huge => key::VALIDATE_HUGE,
        }
    }

    fn key(self) -> &'static str {
        match self {
            Class::Small => "below_1MiB",
            Class::Large => "at_least_1MiB",
            Class::Huge => "at_least_64MiB",
        }
    }
}

/// What the project asks of itself on validation rows: class, figure, percent.
const TARGETS: [(Class, Figure, f64); 4] = [
    (Class::Large, Figure::Median, 10.0),
    (Class::Large, Figure::P90, 30.0),
    (Class::Small, Figure::Median, 25.0),
    (Class::Small, Figure::P90, 60.0),
];
/// And of each system's median from 64 MiB on: "no system worse", where a system is what the column `system` names.
const TARGET_OF_EACH: f64 = 25.0;

/// A figure of a set of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figure {
    Median,
    P90,
}

/// The set of rows with the largest median error from 64 MiB on: a system's or a sweep's.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Worst {
    /// What the column `system` says, or the sweep's id where it says nothing; the id for a sweep.
    pub(crate) name: String,
    pub(crate) spread: Spread,
}

/// A target and what was found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judged {
    class: Class,
    figure: Figure,
    /// The system, where it is about the worst one alone.
    system: Option<String>,
    /// Rows that the figure is of.
    rows: usize,
    pub(crate) limit: f64,
    pub(crate) found: f64,
}

impl Judged {
    pub(crate) fn is_met(&self) -> bool {
        self.found <= self.limit
    }

    /// What the target is about.
    pub(crate) fn what(&self) -> Line {
        match (&self.system, self.figure) {
            (Some(name), _) => Line::from(msg::ValidateWorstSystem {
                size: self.class.name().into(),
                name: name.as_str().into(),
                n: count(self.rows),
            }),
            (None, Figure::Median) => Line::from(msg::ValidateMedianOf { size: self.class.name().into() }),
            (None, Figure::P90) => Line::from(msg::ValidateP90Of { size: self.class.name().into() }),
        }
    }
}

/// What a row can say about the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Constants were fitted on its sweep.
    Fitted,
    /// It does not say all of the machine (how many network cards a server has): what is assumed is tested as well.
    Assumed,
    Validation,
}

impl Group {
    pub(crate) const ALL: [Group; 3] = [Group::Fitted, Group::Assumed, Group::Validation];

    fn key(self) -> &'static str {
        match self {
            Group::Fitted => "fitted_on",
            Group::Assumed => "assumed",
            Group::Validation => "validation",
        }
    }

    pub(crate) fn name(self) -> Key {
        match self {
            Group::Fitted => key::VALIDATE_FITTED,
            Group::Assumed => key::VALIDATE_ASSUMED,
            Group::Validation => key::VALIDATE_VALIDATION,
        }
    }
}

/// One row, measured and simulated.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) row: Row,
    pub(crate) preset: &'static str,
    pub(crate) algorithm: &'static str,
    pub(crate) protocol: &'static str,
    pub(crate) sim_us: f64,
    /// |sim - measured| / measured, percent.
    pub(crate) error: f64,
    pub(crate) group: Group,
}

impl Outcome {
    pub(crate) fn new(row: Row, preset: &'static str, measured: &Measured, group: Group) -> Outcome {
        let sim_us = measured.time.as_us();
        let error = 100.0 * (sim_us - row.time_us).abs() / row.time_us;
        let protocol = measured.choice.protocol.name();
        Outcome { row, preset, algorithm: measured.algorithm.id(), protocol, sim_us, error, group }
    }
}

/// Median and 90th percentile of a set of errors (nearest rank).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Spread {
    pub(crate) rows: usize,
    pub(crate) median: f64,
    pub(crate) p90: f64,
}

impl Spread {
    pub(crate) fn of(errors: impl Iterator<Item = f64>) -> Option<Spread> {
        let mut sorted: Vec<f64> = errors.collect();
        sorted.sort_by(f64::total_cmp);
        let rows = sorted.len();
        let at = |percent: usize| sorted[(rows * percent).div_ceil(100).max(1) - 1];
        if rows == 0 {
            return None;
        }
        let median = if rows.is_multiple_of(2) {
            f64::midpoint(sorted[rows / 2 - 1], sorted[rows / 2])
        } else {
            sorted[rows / 2]
        };
        Some(Spread { rows, median, p90: at(90) })
    }
}

/// Sweeps and how many of their rows.
pub(crate) type Counted = BTreeMap<String, usize>;

/// Everything that a run found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) bad: Vec<(u64, Line)>,
    /// Why rows were left out, by the English sentence, so that the order is the same in every language.
    pub(crate) refused: BTreeMap<String, (Line, Counted)>,
    /// What rows did not say: sweeps by what was assumed.
    pub(crate) assumed: BTreeMap<Key, BTreeSet<String>>,
}

/// Rows in all three classes.
pub(crate) type Spreads = [Option<Spread>; 3];

impl Report {
    pub(crate) fn new(bad: Vec<(u64, Line)>) -> Report {
        Report { bad, ..Report::default() }
    }

    pub(crate) fn refuse(&mut self, row: &Row, why: Line) {
        let (_, sweeps) = self.refused.entry(why.say(Lang::En)).or_insert_with(|| (why, Counted::new()));
        *sweeps.entry(row.id.clone()).or_default() += 1;
    }

    pub(crate) fn assume(&mut self, row: &Row, what: Key) {
        self.assumed.entry(what).or_default().insert(row.id.clone());
    }

    fn spread(&self, class: Class, keep: impl Fn(&Outcome) -> bool) -> Option<Spread> {
        Spread::of(self.outcomes.iter().filter(|one| class.holds(one.row.bytes) && keep(one)).map(|one| one.error))
    }

    /// Of validation rows (of all rows where there is no such).
    pub(crate) fn validation(&self, class: Class) -> Option<Spread> {
        self.spread(class, |one| one.group == Group::Validation).or_else(|| self.spread(class, |_| true))
    }

    /// The targets against what was found; those without rows are left out.
    pub(crate) fn judge(&self) -> Vec<Judged> {
        let found = |(class, figure, limit)| {
            let spread = self.validation(class)?;
            let found = if figure == Figure::Median { spread.median } else { spread.p90 };
            Some(Judged { class, figure, system: None, rows: spread.rows, limit, found })
        };
        let mut judged: Vec<Judged> = TARGETS.into_iter().filter_map(found).collect();
        judged.extend(self.worst_system().map(|Worst { name, spread }| Judged {
            class: Class::Huge,
            figure: Figure::Median,
            system: Some(name),
            rows: spread.rows,
            limit: TARGET_OF_EACH,
            found: spread.median,
        }));
        judged
    }

    /// Validation rows of each system together: the worst median from 64 MiB on.
    pub(crate) fn worst_system(&self) -> Option<Worst> {
        self.worst(|row| if row.system.is_empty() { &row.id } else { &row.system })
    }

    /// The same of each sweep, which is one operation on one system.
    pub(crate) fn worst_sweep(&self) -> Option<Worst> {
        self.worst(|row| &row.id)
    }

    /// The set with the largest median; of equals the last in the order of names.
    fn worst(&self, name: impl Fn(&Row) -> &String) -> Option<Worst> {
        let mut sets: BTreeMap<&String, Vec<f64>> = BTreeMap::new();
        for one in &self.outcomes {
            if one.group == Group::Validation && Class::Huge.holds(one.row.bytes) {
                sets.entry(name(&one.row)).or_default().push(one.error);
            }
        }
        let spreads = sets.into_iter().filter_map(|(name, errors)| Some((name, Spread::of(errors.into_iter())?)));
        let worst = spreads.max_by(|a, b| a.1.median.total_cmp(&b.1.median));
        worst.map(|(name, spread)| Worst { name: name.clone(), spread })
    }

    /// The spreads of the rows to keep, by class.
    pub(crate) fn spreads(&self, keep: impl Fn(&Outcome) -> bool) -> Spreads {
        Class::ALL.map(|class| self.spread(class, &keep))
    }

    /// The first row and the spreads of each sweep.
    pub(crate) fn sweeps(&self) -> Vec<(&Outcome, Spreads)> {
        // In order of first appearance; by name, for a file may have as many sweeps as rows.
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut sets: Vec<Vec<&Outcome>> = Vec::new();
        for outcome in &self.outcomes {
            let place = *places.entry(&outcome.row.id).or_insert(sets.len());
            if place == sets.len() {
                sets.push(Vec::new());
            }
            sets[place].push(outcome);
        }
        let spread = |set: &[&Outcome], class: Class| {
            Spread::of(set.iter().filter(|one| class.holds(one.row.bytes)).map(|one| one.error))
        };
        sets.iter().map(|set| (set[0], Class::ALL.map(|class| spread(set, class)))).collect()
    }

    /// Of validation rows whose source does not doubt its own counts, links or times.
    pub(crate) fn undoubted(&self) -> Spreads {
        self.spreads(|one| one.group == Group::Validation && !one.row.doubted)
    }

    /// The figures for other programs: the same whatever the language; its sentences are English.
    pub(crate) fn json(&self) -> Value {
        let spread = |s: &Option<Spread>| s.map(|s| json!({"rows": s.rows, "median_pct": s.median, "p90_pct": s.p90}));
        let classes = |spreads: &Spreads| -> serde_json::Map<String, Value> {
            Class::ALL.iter().zip(spreads).map(|(class, one)| (class.key().to_owned(), json!(spread(one)))).collect()
        };
        let sweeps: Vec<Value> = self
            .sweeps()
            .into_iter()
            .map(|(first, spreads)| {
                let mut line = classes(&spreads);
                line.extend(
                    [
                        ("id", json!(first.row.id)),
                        ("preset", json!(first.preset)),
                        ("nodes", json!(first.row.nodes)),
                        ("gpus", json!(first.row.gpus)),
                        ("fitted_on", json!(first.group == Group::Fitted)),
                        ("assumed", json!(first.group == Group::Assumed)),
                    ]
                    .map(|(key, value)| (key.to_owned(), value)),
                );
                Value::Object(line)
            })
            .collect();
        let groups = Group::ALL.map(|group| (group.key(), self.spreads(|one| one.group == group)));
        let totals = groups.into_iter().chain([("all", self.spreads(|_| true))]);
        let summary: serde_json::Map<String, Value> =
            totals.map(|(name, spreads)| (name.to_owned(), json!(classes(&spreads)))).collect();
        let targets: Vec<Value> = self
            .judge()
            .iter()
            .map(|one| {
                let of = if one.figure == Figure::Median { "median" } else { "p90" };
                json!({"what": one.what().say(Lang::En), "rows": one.class.key(), "of": of, "system": one.system,
                    "row_count": one.rows, "at_most_pct": one.limit, "found_pct": one.found, "met": one.is_met()})
            })
            .collect();
        let worst = |worst: Option<Worst>| {
            worst.map(|one| json!({"name": one.name, "rows": one.spread.rows, "median_pct": one.spread.median}))
        };
        let rows: Vec<Value> = self
            .outcomes
            .iter()
            .map(|one| {
                json!({"line": one.row.line, "id": one.row.id, "preset": one.preset, "collective": one.row.op.id(),
                    "bytes": one.row.bytes, "measured_us": one.row.time_us, "sim_us": one.sim_us, "error_pct": one.error,
                    "algorithm": one.algorithm, "protocol": one.protocol, "fitted_on": one.group == Group::Fitted,
                    "assumed": one.group == Group::Assumed})
            })
            .collect();
        let bad: Vec<Value> =
            self.bad.iter().map(|(line, why)| json!({"line": line, "why": why.say(Lang::En)})).collect();
        let refused: BTreeMap<&String, &Counted> = self.refused.iter().map(|(why, (_, rows))| (why, rows)).collect();
        let assumed: BTreeMap<&str, &BTreeSet<String>> =
            self.assumed.iter().map(|(what, sweeps)| (tr(Lang::En, *what), sweeps)).collect();
        json!({"summary": summary, "targets": targets, "worst_system": worst(self.worst_system()),
            "worst_sweep": worst(self.worst_sweep()), "sweeps": sweeps, "rows": rows, "left_out": refused,
            "validation_sources_in_doubt_left_out": classes(&self.undoubted()),
            "assumed": assumed, "bad_rows": bad})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(errors: &[f64], expected: Option<(f64, f64)>) {
        assert_eq!(Spread::of(errors.iter().copied()).map(|spread| (spread.median, spread.p90)), expected);
    }

    #[test]
    fn median_and_ninetieth_percentile() {
        check(&[], None);
        check(&[3.0], Some((3.0, 3.0)));
        check(&[4.0, 1.0, 3.0, 2.0], Some((2.5, 4.0)));
        check(&[10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0], Some((5.0, 9.0)));
    }
}
