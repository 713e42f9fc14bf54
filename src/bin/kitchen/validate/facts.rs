//! What `validate network` and `validate faults` share: rows of facts with a number each, known by their id.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_text::{Key, Lang, key, tr};
use serde::Serialize;

use super::rows;
use crate::out::{Done, MISSED};
use crate::say::{self, Failure, left, right};

#[derive(Args, Debug)]
pub(crate) struct Facts {
    pub file: PathBuf,
    #[arg(long)]
    strict: bool,
    #[arg(long)]
    json: bool,
}

/// The columns that a file must have.
pub(crate) const COLUMNS: [&str; 7] = ["id", "what", "condition", "value", "unit", "source", "verified"];

/// Where a row gives no range of its own: so far to either side, percent.
pub(super) const EITHER_SIDE: f64 = 5.0;

pub(super) type Record = BTreeMap<String, String>;

pub(super) fn cell<'r>(record: &'r Record, name: &str) -> &'r str {
    record.get(name).map_or("", String::as_str)
}

/// Whether a row was read in the document that it names.
pub(super) fn at_its_source(record: &Record) -> bool {
    cell(record, "verified") == "source"
}

/// The file's rows, and how many lines of it are none.
pub(super) fn records(args: &Facts) -> Result<(Vec<Record>, usize), Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let text = rows::file(&args.file)?;
    let (records, bad) = rows::read_as(&text, &COLUMNS, |record: Record, _| Ok(record)).map_err(about)?;
    if records.is_empty() {
        return Err(super::no_rows(&args.file, bad.first()));
    }
    Ok((records, bad.len()))
}

/// The answer as it was asked for; a miss where all were to be inside and not all are.
pub(super) fn done(args: &Facts, answer: &impl Serialize, missed: usize, print: impl FnOnce() -> String) -> Done {
    let status = if args.strict && missed > 0 { MISSED } else { 0 };
    let text = if args.json { say::json(answer) } else { print() };
    Done { text, notes: Vec::new(), status }
}

/// The names of the numbers, and of the verdict.
pub(super) fn head(names: &[&str], lang: Lang) -> String {
    let mut out = names.iter().map(|name| right(name, 11)).collect::<String>();
    let _ = writeln!(out, "  {}", tr(lang, key::VALIDATE_NETWORK_VERDICT));
    out
}

/// A row: its numbers, the verdict, what it is, and why it may be outside.
pub(super) fn line(out: &mut String, cells: &[String], is_inside: bool, said: &str, why: Option<Key>, lang: Lang) {
    let verdict = if is_inside { key::VALIDATE_NETWORK_INSIDE } else { key::VALIDATE_NETWORK_OUTSIDE };
    let numbers = cells.iter().map(|cell| right(cell, 11)).collect::<String>();
    let _ = writeln!(out, "{numbers}  {}{said}", left(tr(lang, verdict), 9));
    if let Some(why) = why {
        let _ = writeln!(out, "{}{}", " ".repeat(13), tr(lang, why));
    }
}
