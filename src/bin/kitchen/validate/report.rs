//! Errors per row, per sweep and in all.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use kitchen_core::collective::Measured;
use serde_json::{Value, json};

use super::rows::Row;

/// The size that divides rows where rates matter from rows where latency does.
const LARGE: u64 = 1 << 20;

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
    pub(crate) fitted: bool,
}

impl Outcome {
    pub(crate) fn new(row: Row, system: &'static str, measured: &Measured, fitted: bool) -> Outcome {
        let sim_us = measured.time.as_us();
        let error = 100.0 * (sim_us - row.time_us).abs() / row.time_us;
        let protocol = format!("{:?}", measured.choice.protocol);
        Outcome { row, system, algorithm: measured.algorithm.id(), protocol, sim_us, error, fitted }
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

    fn spread(&self, large: bool, keep: impl Fn(&Outcome) -> bool) -> Option<Spread> {
        Spread::of(
            self.outcomes.iter().filter(|one| (one.row.bytes >= LARGE) == large && keep(one)).map(|one| one.error),
        )
    }

    /// The median over rows of at least 1 MiB that no constant was fitted on (over all rows where there is no other).
    pub(crate) fn median_large(&self) -> Option<f64> {
        self.spread(true, |one| !one.fitted).or_else(|| self.spread(true, |_| true)).map(|spread| spread.median)
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

    /// (name, system, fitted, at least 1 MiB, below) of each sweep, then of the whole.
    fn lines(&self) -> Vec<(String, String, Option<Spread>, Option<Spread>)> {
        let mut lines = Vec::new();
        for id in self.ids() {
            let own = |one: &Outcome| one.row.id == id;
            let first = self.outcomes.iter().find(|one| own(one));
            let system = first.map_or("", |one| one.system);
            let mark = if first.is_some_and(|one| one.fitted) { " (fitted on)" } else { "" };
            lines.push((format!("{id}{mark}"), system.to_owned(), self.spread(true, own), self.spread(false, own)));
        }
        let whole = [
            ("fitted on", self.spread(true, |one| one.fitted), self.spread(false, |one| one.fitted)),
            ("validation", self.spread(true, |one| !one.fitted), self.spread(false, |one| !one.fitted)),
            ("all", self.spread(true, |_| true), self.spread(false, |_| true)),
        ];
        lines.extend(whole.map(|(name, large, small)| (name.to_owned(), String::new(), large, small)));
        lines
    }

    /// The tables as text.
    pub(crate) fn table(&self, rows: bool) -> String {
        let mut out = String::new();
        if rows {
            self.table_of_rows(&mut out);
        }
        let cell = |spread: Option<Spread>| {
            spread.map_or_else(|| format!("{:>22}", "-"), |s| format!("{:>4} {:>8.1} {:>8.1}", s.rows, s.median, s.p90))
        };
        let _ = writeln!(out, "Error of the simulated time, percent of the measured: median and 90th percentile");
        let _ = writeln!(out, "{:<44} {:<12} {:>22}   {:>22}", "", "", ">= 1 MiB", "< 1 MiB");
        let _ = writeln!(out, "{:<44} {:<12} rows   median      p90   rows   median      p90", "sweep", "preset");
        for (name, system, large, small) in self.lines() {
            let _ = writeln!(out, "{name:<44} {system:<12} {}   {}", cell(large), cell(small));
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

    fn table_of_rows(&self, out: &mut String) {
        let _ =
            writeln!(out, "{:<32} {:>14} {:>12} {:>12} {:>8}  how", "id", "bytes", "measured_us", "sim_us", "error");
        for one in &self.outcomes {
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
        let spread = |s: Option<Spread>| s.map(|s| json!({"rows": s.rows, "median_pct": s.median, "p90_pct": s.p90}));
        let sweeps: Vec<Value> = self
            .lines()
            .into_iter()
            .map(|(name, system, large, small)| {
                json!({"name": name, "preset": system, "at_least_1MiB": spread(large), "below_1MiB": spread(small)})
            })
            .collect();
        let rows: Vec<Value> = self
            .outcomes
            .iter()
            .map(|one| {
                json!({"line": one.row.line, "id": one.row.id, "preset": one.system, "collective": one.row.op.id(),
                    "bytes": one.row.bytes, "measured_us": one.row.time_us, "sim_us": one.sim_us, "error_pct": one.error,
                    "algorithm": one.algorithm, "protocol": one.protocol, "fitted_on": one.fitted})
            })
            .collect();
        let bad: Vec<Value> = self.bad.iter().map(|(line, why)| json!({"line": line, "why": why})).collect();
        json!({"sweeps": sweeps, "rows": rows, "left_out": self.refused, "bad_rows": bad})
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
