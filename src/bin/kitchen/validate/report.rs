//! Errors per row, per sweep and in all.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use kitchen_core::collective::Measured;
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

    fn name(self) -> &'static str {
        match self {
            Class::Small => "< 1 MiB",
            Class::Large => ">= 1 MiB",
            Class::Huge => ">= 64 MiB",
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

/// What the project asks of itself on validation rows: class, whether of the median (else of the 90th percentile), percent.
const TARGETS: [(Class, bool, f64); 4] =
    [(Class::Large, true, 10.0), (Class::Large, false, 30.0), (Class::Small, true, 25.0), (Class::Small, false, 60.0)];
/// And of each sweep's median from 64 MiB on.
const TARGET_OF_EACH: f64 = 25.0;

/// A target and what was found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judged {
    pub(crate) what: String,
    class: Class,
    /// Which figure of the rows of that class: `median` or `p90`.
    of: &'static str,
    /// The sweep, where it is about the worst one alone.
    sweep: Option<String>,
    pub(crate) limit: f64,
    pub(crate) found: f64,
}

impl Judged {
    pub(crate) fn is_met(&self) -> bool {
        self.found <= self.limit
    }
}

/// What a row can say about the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Constants were fitted on its sweep.
    Fitted,
    /// It does not say how many network cards a server has: what is assumed of them is tested as well.
    Assumed,
    Validation,
}

impl Group {
    const ALL: [Group; 3] = [Group::Fitted, Group::Assumed, Group::Validation];

    fn name(self) -> &'static str {
        match self {
            Group::Fitted => "fitted_on",
            Group::Assumed => "assumed",
            Group::Validation => "validation",
        }
    }
}

/// One row, measured and simulated.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) row: Row,
    pub(crate) system: &'static str,
    pub(crate) algorithm: &'static str,
    pub(crate) protocol: String,
    pub(crate) sim_us: f64,
    /// |sim - measured| / measured, percent.
    pub(crate) error: f64,
    pub(crate) group: Group,
}

impl Outcome {
    pub(crate) fn new(row: Row, system: &'static str, measured: &Measured, group: Group) -> Outcome {
        let sim_us = measured.time.as_us();
        let error = 100.0 * (sim_us - row.time_us).abs() / row.time_us;
        let protocol = format!("{:?}", measured.choice.protocol);
        Outcome { row, system, algorithm: measured.algorithm.id(), protocol, sim_us, error, group }
    }
}

/// Median and 90th percentile of a set of errors (nearest rank).
#[derive(Debug, Clone, Copy, PartialEq)]
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

/// Everything that a run found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) bad: Vec<(u64, String)>,
    /// Why rows were left out: sweeps and rows by reason.
    refused: BTreeMap<String, BTreeMap<String, usize>>,
    /// What rows did not say: sweeps by what was assumed.
    assumed: BTreeMap<&'static str, BTreeSet<String>>,
}

impl Report {
    pub(crate) fn new(bad: Vec<(u64, String)>) -> Report {
        Report { bad, ..Report::default() }
    }

    pub(crate) fn refuse(&mut self, row: &Row, why: &str) {
        *self.refused.entry(why.to_owned()).or_default().entry(row.id.clone()).or_default() += 1;
    }

    pub(crate) fn assume(&mut self, row: &Row, what: &'static str) {
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
        let mut judged = Vec::new();
        for (class, is_median, limit) in TARGETS {
            if let Some(spread) = self.validation(class) {
                let (which, of, found) = if is_median {
                    ("median", "median", spread.median)
                } else {
                    ("90th percentile", "p90", spread.p90)
                };
                judged.push(Judged {
                    what: format!("{which}, {}", class.name()),
                    class,
                    of,
                    sweep: None,
                    limit,
                    found,
                });
            }
        }
        let medians = self.ids().into_iter().filter_map(|id| {
            let spread = self.spread(Class::Huge, |one| one.group == Group::Validation && one.row.id == id)?;
            Some((id, spread.median))
        });
        if let Some((id, found)) = medians.max_by(|a, b| a.1.total_cmp(&b.1)) {
            let what = format!("worst sweep's median, {} ({id})", Class::Huge.name());
            let sweep = Some(id.to_owned());
            judged.push(Judged { what, class: Class::Huge, of: "median", sweep, limit: TARGET_OF_EACH, found });
        }
        judged
    }

    /// The sweeps in order of first appearance.
    fn ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = Vec::new();
        for outcome in &self.outcomes {
            if !ids.contains(&outcome.row.id.as_str()) {
                ids.push(&outcome.row.id);
            }
        }
        ids
    }

    /// The spreads of the rows to keep, by class.
    fn spreads(&self, keep: impl Fn(&Outcome) -> bool) -> [Option<Spread>; 3] {
        Class::ALL.map(|class| self.spread(class, &keep))
    }

    /// The first row and the spreads of each sweep.
    fn sweeps(&self) -> Vec<(&Outcome, [Option<Spread>; 3])> {
        let line = |id| {
            let own = |one: &Outcome| one.row.id == id;
            Some((self.outcomes.iter().find(|one| own(one))?, self.spreads(own)))
        };
        self.ids().into_iter().filter_map(line).collect()
    }

    fn totals(&self) -> Vec<(&'static str, [Option<Spread>; 3])> {
        let groups = Group::ALL.map(|group| (group.name(), self.spreads(|one| one.group == group)));
        groups.into_iter().chain([("all", self.spreads(|_| true))]).collect()
    }

    /// Of validation rows whose source does not doubt its own counts, links or times.
    fn undoubted(&self) -> [Option<Spread>; 3] {
        self.spreads(|one| one.group == Group::Validation && !one.row.approximate)
    }

    /// The tables as text: every row where asked for, the `worst` rows that no constant was fitted on, the sweeps, the
    /// totals and the targets.
    pub(crate) fn table(&self, rows: bool, worst: usize) -> String {
        let mut out = String::new();
        if rows {
            Report::table_of_rows(&mut out, self.outcomes.iter());
        }
        if worst > 0 {
            let mut sorted: Vec<&Outcome> = self.outcomes.iter().filter(|one| one.group != Group::Fitted).collect();
            sorted.sort_by(|a, b| b.error.total_cmp(&a.error));
            Report::table_of_rows(&mut out, sorted.into_iter().take(worst));
        }
        let _ = writeln!(out, "Error of the simulated time, percent of the measured: rows, median, 90th percentile");
        let heads: Vec<String> = Class::ALL.map(|class| format!("{:>20}", class.name())).to_vec();
        let _ = writeln!(out, "{:<42} {:<14} {}", "sweep", "preset", heads.join("  "));
        let cell = |spread: &Option<Spread>| {
            spread.map_or_else(|| format!("{:>20}", "-"), |s| format!("{:>4} {:>7.1} {:>7.1}", s.rows, s.median, s.p90))
        };
        let mut line = |name: &str, system: &str, spreads: &[Option<Spread>; 3]| {
            let cells: Vec<String> = spreads.iter().map(cell).collect();
            let _ = writeln!(out, "{name:<42} {system:<14} {}", cells.join("  "));
        };
        for (first, spreads) in self.sweeps() {
            let mark = match first.group {
                Group::Fitted => " (fitted on)",
                Group::Assumed => " (assumed cards)",
                Group::Validation => "",
            };
            let name = format!("{}{mark}", first.row.id);
            line(&name, first.system, &spreads);
        }
        for (name, spreads) in self.totals() {
            line(&name.replace('_', " "), "", &spreads);
        }
        line("validation, sources in doubt left out", "", &self.undoubted());
        for judged in self.judge() {
            let met = if judged.is_met() { "met" } else { "NOT met" };
            let _ = writeln!(out, "target: {}: {:.1} %, at most {} %: {met}", judged.what, judged.found, judged.limit);
        }
        for (why, sweeps) in &self.refused {
            let rows: usize = sweeps.values().sum();
            let names: Vec<&str> = sweeps.keys().map(String::as_str).collect();
            let _ = writeln!(out, "left out: {why}: {rows} rows ({})", names.join(", "));
        }
        for (what, sweeps) in &self.assumed {
            let names: Vec<&str> = sweeps.iter().map(String::as_str).collect();
            let _ = writeln!(out, "assumed: {what} ({})", names.join(", "));
        }
        for (line, why) in &self.bad {
            let _ = writeln!(out, "bad row: line {line}: {why}");
        }
        out
    }

    fn table_of_rows<'a>(out: &mut String, rows: impl Iterator<Item = &'a Outcome>) {
        let _ =
            writeln!(out, "{:<32} {:>14} {:>12} {:>12} {:>8}  how", "id", "bytes", "measured_us", "sim_us", "error");
        for one in rows {
            let error = 100.0 * (one.sim_us - one.row.time_us) / one.row.time_us;
            let _ = writeln!(
                out,
                "{:<32} {:>14} {:>12.2} {:>12.2} {error:>+7.1}%  {} {} {}",
                one.row.id,
                one.row.bytes,
                one.row.time_us,
                one.sim_us,
                one.row.op.id(),
                one.algorithm,
                one.protocol,
            );
        }
        out.push('\n');
    }

    pub(crate) fn json(&self) -> Value {
        let spread = |s: &Option<Spread>| s.map(|s| json!({"rows": s.rows, "median_pct": s.median, "p90_pct": s.p90}));
        let classes = |spreads: &[Option<Spread>; 3]| -> serde_json::Map<String, Value> {
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
                        ("preset", json!(first.system)),
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
        let summary: serde_json::Map<String, Value> =
            self.totals().iter().map(|(name, spreads)| ((*name).to_owned(), json!(classes(spreads)))).collect();
        let targets: Vec<Value> = self
            .judge()
            .iter()
            .map(|one| {
                json!({"what": one.what, "rows": one.class.key(), "of": one.of, "sweep": one.sweep,
                    "at_most_pct": one.limit, "found_pct": one.found, "met": one.is_met()})
            })
            .collect();
        let rows: Vec<Value> = self
            .outcomes
            .iter()
            .map(|one| {
                json!({"line": one.row.line, "id": one.row.id, "preset": one.system, "collective": one.row.op.id(),
                    "bytes": one.row.bytes, "measured_us": one.row.time_us, "sim_us": one.sim_us, "error_pct": one.error,
                    "algorithm": one.algorithm, "protocol": one.protocol, "fitted_on": one.group == Group::Fitted,
                    "assumed": one.group == Group::Assumed})
            })
            .collect();
        let bad: Vec<Value> = self.bad.iter().map(|(line, why)| json!({"line": line, "why": why})).collect();
        json!({"summary": summary, "targets": targets, "sweeps": sweeps, "rows": rows, "left_out": self.refused,
            "validation_sources_in_doubt_left_out": classes(&self.undoubted()),
            "assumed": self.assumed, "bad_rows": bad})
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
