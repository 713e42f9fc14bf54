//! Where the time of runs went: a bar each on one scale, and the table of the same.

use kitchen_core::units::Time;
use kitchen_core::wire::{wire, wire_choice};
use kitchen_text::{Line, format, key};

/// What a row is of, for its colour and its hatching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Forward and backward passes.
    Work,
    /// Passes done again.
    Again,
    /// The optimizer's step.
    Update,
    /// Waits for those who share a layer.
    Inside,
    /// Waits for gradients or weights.
    Meeting,
    /// Waits for other stages.
    Relay,
    /// Waits for the host.
    Host,
}

/// A row: what it is, how much of each run went there, and what is written of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub name: Line,
    pub of: Use,
    pub times: Vec<Time>,
    pub cells: Vec<String>,
}

impl Entry {
    /// A row of so many runs, nothing of them yet.
    pub(crate) fn new(name: Line, of: Use, runs: usize) -> Entry {
        Entry { name, of, times: vec![Time::ZERO; runs], cells: Vec::new() }
    }
}

/// The time of some runs in one layer: the rows add up to the runs, to the picosecond, and so does what is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// What the runs are called, and in what unit they are written.
    pub heads: Vec<(Line, Unit)>,
    pub rows: Vec<Entry>,
    /// The last line, of all rows together.
    pub all: Entry,
}

/// What a column is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Milliseconds,
    Picoseconds,
}

/// The time of some runs, with what is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    pub title: Line,
    /// Whose time it is.
    pub note: Line,
    /// By layer.
    pub sheets: [Sheet; 2],
}

wire_choice!(Use { Work, Again, Update, Inside, Meeting, Relay, Host });
wire_choice!(Unit { Milliseconds, Picoseconds });
wire!(Entry { name, of, times, cells });
wire!(Sheet { heads, rows, all });
wire!(Account { title, note, sheets });

impl Sheet {
    /// Writes its cells. In milliseconds a third column is their difference, and the longest row of a run takes what rounding to three
    /// decimals leaves.
    pub(crate) fn new(runs: Vec<Line>, mut rows: Vec<Entry>, unit: Unit) -> Sheet {
        let mut all = Entry::new(Line::new(key::SHELL_ACCOUNT_ALL), Use::Work, runs.len());
        let mut numbers = vec![Vec::new(); rows.len() + 1];
        for run in 0..runs.len() {
            let times: Vec<i64> = rows.iter().map(|row| row.times[run].0 as i64).collect();
            let end: i64 = times.iter().sum();
            all.times[run] = Time(end as u64);
            let mut column: Vec<i64> = times.into_iter().map(|time| unit.rounded(time)).collect();
            let longest = (0..column.len()).max_by_key(|&at| (column[at], column.len() - at));
            if let Some(longest) = longest {
                column[longest] += unit.rounded(end) - column.iter().sum::<i64>();
            }
            column.push(unit.rounded(end));
            for (row, number) in numbers.iter_mut().zip(column) {
                row.push(number);
            }
        }
        let has_change = runs.len() == 2 && unit == Unit::Milliseconds;
        for (row, numbers) in rows.iter_mut().chain([&mut all]).zip(&numbers) {
            row.cells = numbers.iter().map(|&number| unit.cell(number)).collect();
            if let [first, last] = numbers[..]
                && has_change
            {
                let sign = if last > first { "+" } else { "" };
                row.cells.push([sign, &unit.cell(last - first)].concat());
            }
        }
        let heads = runs.into_iter().map(|run| (run, unit));
        let change = has_change.then(|| (Line::new(key::SHELL_ACCOUNT_CHANGE), unit));
        Sheet { heads: heads.chain(change).collect(), rows, all }
    }
}

impl Unit {
    /// How it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Milliseconds => "ms",
            Unit::Picoseconds => "ps",
        }
    }

    /// Picoseconds to the least that is written.
    const fn rounded(self, picoseconds: i64) -> i64 {
        match self {
            Unit::Milliseconds => (picoseconds + 500_000) / 1_000_000,
            Unit::Picoseconds => picoseconds,
        }
    }

    fn cell(self, number: i64) -> String {
        let mut out = String::new();
        match self {
            Unit::Milliseconds => _ = format::push_number(&mut out, number as f64 / 1e3, 3),
            Unit::Picoseconds => format::push_int(&mut out, number),
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of runs of such rows, in picoseconds: what stands in the table, its last line last.
    fn check(unit: Unit, rows: &[&[u64]], expected: &[&[&str]]) {
        let name = || Line::new(key::SHELL_ACCOUNT_ALL);
        let entry = |row: &&[u64]| Entry {
            times: row.iter().map(|&ps| Time(ps)).collect(),
            ..Entry::new(name(), Use::Work, 0)
        };
        let runs = vec![name(); rows.first().map_or(0, |row| row.len())];
        let Sheet { heads, rows, all } = Sheet::new(runs, rows.iter().map(entry).collect(), unit);
        assert_eq!(all.cells.len(), heads.len());
        let written: Vec<Vec<String>> = rows.into_iter().chain([all]).map(|row| row.cells).collect();
        assert_eq!(written, expected);
    }

    #[test]
    fn what_is_written_adds_up() {
        let ms = Unit::Milliseconds;
        check(ms, &[&[1_000_000], &[2_400_000]], &[&["0.001"], &["0.002"], &["0.003"]]);
        // Each alone would be rounded down: the longest takes what is left.
        check(ms, &[&[400_000], &[1_400_000], &[400_000]], &[&["0.000"], &["0.002"], &["0.000"], &["0.002"]]);
        check(
            ms,
            &[&[5_000_000_000, 1_000_000_000], &[0, 2_000_000]],
            &[&["5.000", "1.000", "−4.000"], &["0.000", "0.002", "+0.002"], &["5.000", "1.002", "−3.998"]],
        );
        check(Unit::Picoseconds, &[&[1_234, 5], &[1, 0]], &[&["1,234", "5"], &["1", "0"], &["1,235", "5"]]);
    }
}
