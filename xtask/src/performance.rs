//! `cargo xtask performance`: the README's table of how long an all-reduce takes to simulate, from the benchmark's records.

use std::fmt::Write as _;
use std::fs;

use crate::sh::{self, Result};
use crate::site::{read, write};
use crate::speed;

const FROM: &str = "<!-- performance -->\n";
const TO: &str = "<!-- /performance -->";
const HEAD: &str = "| 1 GiB, all-reduce where no other is named | ranks | native | memory | limit | in the browser | ASTRA-sim analytical |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";

/// What is told: the record's name, the words for it, and the ranks.
const ROWS: &[(&str, &str, &[u32])] = &[
    ("ring", "ring", &[256, 1024, 4096]),
    ("halving-doubling", "halving-doubling", &[1024, 4096, 16384]),
    ("direct", "direct", &[1024, 4096]),
    ("all-to-all", "all-to-all, within the servers first", &[256]),
    ("all-to-all-whole", "the same, no symmetry used", &[256]),
];

/// ASTRA-sim's analytical backend on the same meetings, measured on 2026-11-22 beside this project in one run (-O3, as of
/// March 2026): user CPU seconds, peak memory.
const PEER: &[(&str, u32, &str)] = &[
    ("ring", 256, "0.21 s, 35 MiB"),
    ("ring", 1024, "2.5 s, 354 MiB"),
    ("ring", 4096, "74 s, 5.4 GiB"),
    ("halving-doubling", 1024, "0.54 s"),
    ("halving-doubling", 4096, "7.9 s, 5.4 GiB"),
    ("direct", 256, "0.8 s, 68 MiB"),
    ("direct", 1024, "24 s, 867 MiB"),
];

/// Measures, and writes the table into README.md; with `--kept` from the records that the last measurement left.
pub(crate) fn run(words: &[&str]) -> Result {
    let measured = match words {
        [] => speed::run(&[]),
        ["--kept"] => Ok(()),
        _ => return Err("performance takes --kept or nothing".to_owned()),
    };
    let records = sh::target_dir().join("bench/speed.jsonl");
    let records = fs::read_to_string(&records)
        .map_err(|fault| format!("{}: {fault}; cargo xtask bench speed writes it", records.display()))?;
    let path = sh::root().join("README.md");
    let text = read(&path)?;
    let (before, rest) = text.split_once(FROM).ok_or("README.md has no place for the table")?;
    let (_, after) = rest.split_once(TO).ok_or("README.md has no end of the table")?;
    write(&path, &format!("{before}{FROM}{}{TO}{after}", table(&records)?))?;
    // A case over its limit is told, after the table has been written.
    measured
}

fn table(records: &str) -> Result<String> {
    let mut out = HEAD.to_owned();
    for (name, words, all) in ROWS {
        for ranks in *all {
            let here = found(records, name, *ranks, "native").ok_or_else(|| format!("no record of {name}, {ranks}"))?;
            let there = found(records, name, *ranks, "browser").and_then(|record| number(record, "seconds"));
            let number = |field: &str| number(here, field);
            let peer = PEER.iter().find(|peer| (peer.0, peer.1) == (*name, *ranks)).map_or("–", |peer| peer.2);
            let _ = writeln!(
                out,
                "| {words} | {} | {} | {} | {} | {} | {peer} |",
                grouped(*ranks),
                number("seconds").map_or_else(dash, time),
                number("peak_mib").map_or_else(dash, |mib| format!("{mib:.0} MiB")),
                number("limit_seconds").map_or_else(dash, |limit| format!("{limit} s")),
                there.map_or_else(dash, time),
            );
        }
    }
    Ok(out)
}

/// What is wrong with the table in a README: it must have the form that the command writes.
pub(crate) fn faults(readme: &str) -> Vec<String> {
    let table = readme.split_once(FROM).and_then(|(_, rest)| rest.split_once(TO)).map(|(table, _)| table);
    let Some(rows) = table.and_then(|table| table.strip_prefix(HEAD)) else {
        return vec!["README.md: no table by cargo xtask performance".to_owned()];
    };
    let expected = ROWS.iter().flat_map(|(_, words, all)| all.iter().map(move |ranks| (*words, grouped(*ranks))));
    let mut rows = rows.lines();
    let mut faults = Vec::new();
    for (words, ranks) in expected {
        let row = rows.next().unwrap_or_default();
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        if cells.len() != 7 || cells[0] != words || cells[1] != ranks || !cells[2].ends_with('s') {
            faults.push(format!("README.md: not a row of {words}, {ranks} ranks: {row:?}"));
        }
    }
    faults.extend(rows.map(|row| format!("README.md: a row too many: {row}")));
    faults
}

fn found<'a>(records: &'a str, name: &str, ranks: u32, place: &str) -> Option<&'a str> {
    let is = |line: &str, field: &str, value: &str| self::field(line, field) == Some(value);
    records
        .lines()
        .find(|line| is(line, "name", name) && is(line, "ranks", &ranks.to_string()) && is(line, "where", place))
}

/// A field of a flat record, without quotes.
fn field<'a>(record: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = record.split_once(&format!("\"{name}\":"))?;
    Some(rest.split([',', '}']).next()?.trim().trim_matches('"'))
}

fn number(record: &str, name: &str) -> Option<f64> {
    field(record, name)?.parse().ok()
}

fn dash() -> String {
    "–".to_owned()
}

/// Two significant digits are what a measurement is worth.
fn time(seconds: f64) -> String {
    let (value, unit) =
        [(1.0, "s"), (1e3, "ms")].map(|(factor, unit)| (seconds * factor, unit))[usize::from(seconds < 0.1)];
    let digits = if value >= 9.95 {
        0
    } else if value >= 0.995 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {unit}")
}

fn grouped(number: u32) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> String {
        let rows = ROWS.iter().flat_map(|(name, _, all)| all.iter().map(move |ranks| (name, ranks)));
        rows.map(|(name, ranks)| {
            format!("{{\"name\":\"{name}\",\"ranks\":{ranks},\"where\":\"native\",\"seconds\":0.0123,\"peak_mib\":6.3,\"limit_seconds\":null}}\n")
        })
        .collect()
    }

    #[test]
    fn what_is_written_has_its_form() {
        let table = table(&records()).expect("a table");
        assert!(table.contains("| ring | 1,024 | 12 ms | 6 MiB | – | – | 2.5 s, 354 MiB |"), "{table}");
        let readme = |table: &str| format!("a\n{FROM}{table}{TO}\nb");
        let check = |readme: &str, expected: usize| assert_eq!(faults(readme).len(), expected, "{readme}");
        check(&readme(&table), 0);
        check(&readme(&table.replace("| ring | 256 |", "| ring | 255 |")), 1);
        check(&readme(&format!("{table}| more |\n")), 1);
        check("no table", 1);
        assert!(super::table("").is_err());
    }

    #[test]
    fn times_have_two_digits() {
        let check = |seconds: f64, expected: &str| assert_eq!(time(seconds), expected);
        check(1.934, "1.9 s");
        check(12.3, "12 s");
        check(0.6254, "0.63 s");
        check(0.0913, "91 ms");
        check(0.0026, "2.6 ms");
    }
}
