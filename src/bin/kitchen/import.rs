//! `kitchen import`: what is in files that people bring. Their kind is found out; several traces are several ranks of one.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use kitchen_core::units::Bytes;
use kitchen_import::{Found, MOST_WHOLE, Problem, Reader, Trace};
use kitchen_text::{Lang, Line, Words, key, msg, tr};
use serde::Serialize;
use serde_json::Value;

use crate::out::{self, Done, REFUSED, one_line};
use crate::say::{self, Failure};

/// The most files at once.
const MOST_FILES: usize = 4096;
/// So many bytes of a trace are read at a time.
const PIECE: usize = 1 << 18;

#[derive(Args, Debug)]
pub(crate) struct Import {
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    #[arg(long)]
    json: bool,
}

/// What one file says, or the traces of several.
#[derive(Serialize)]
struct Row {
    files: Vec<String>,
    #[serde(flatten)]
    found: Found,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_rank: Vec<Trace>,
}

/// Reads the files.
pub(crate) fn run(args: &Import, lang: Lang) -> Result<Done, Failure> {
    if args.files.len() > MOST_FILES {
        return Err(say::out_of_range("FILE", args.files.len().to_string(), format!("1-{MOST_FILES}")));
    }
    let (mut rows, mut traces, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for path in &args.files {
        let name = path.display().to_string();
        match read(path) {
            Ok(Found::Trace(trace)) => traces.push((name, trace)),
            Ok(found) => rows.push(Row { files: vec![name], found, by_rank: Vec::new() }),
            Err(failure) => notes.push(failure.say(lang)),
        }
    }
    rows.extend(joined(traces));
    let status = if notes.is_empty() { 0 } else { REFUSED };
    let text = match rows.as_slice() {
        [] => String::new(),
        [one] if args.json => say::json(one),
        all if args.json => say::json(&all),
        all => all.iter().map(|row| table(row, lang)).collect::<Vec<_>>().join("\n"),
    };
    Ok(Done { text, notes, status })
}

fn joined(traces: Vec<(String, Trace)>) -> Option<Row> {
    let (files, mut by_rank): (Vec<String>, Vec<Trace>) = traces.into_iter().unzip();
    let all = kitchen_import::join(&by_rank)?;
    if by_rank.len() == 1 {
        by_rank.clear();
    }
    by_rank.sort_by_key(|trace| trace.rank);
    Some(Row { files, found: Found::Trace(all), by_rank })
}

/// What one file says.
fn read(path: &Path) -> Result<Found, Failure> {
    let fail = |line| Failure::new(path.display().to_string(), line);
    let unreadable = |error: io::Error| fail(Line::from(msg::ErrFileOpen { why: error.to_string().into() }));
    // A device or a pipe may never end, and opening one may wait for ever.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(fail(Line::new(key::ERR_FILE_PLAIN)));
    }
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    (&mut file).take(PIECE as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    let wrong = |problem: Problem| fail(line(&problem));
    if !kitchen_import::is_trace(&bytes) {
        file.take(MOST_WHOLE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        return kitchen_import::read(&bytes).map_err(wrong);
    }
    // A trace may be larger than memory; it is never held as a whole.
    let mut reader = Reader::default();
    while !bytes.is_empty() {
        reader.feed(&bytes).map_err(wrong)?;
        bytes.clear();
        (&mut file).take(PIECE as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    reader.finish().map(Found::Trace).map_err(wrong)
}

/// What is wrong, as a sentence.
fn line(problem: &Problem) -> Line {
    let words = |text: &str| Words::from(one_line(text));
    let place = |at: &str| if at.is_empty() { Words::from("JSON") } else { words(at) };
    match problem {
        Problem::Empty => Line::new(key::IMPORT_EMPTY),
        Problem::Unknown => Line::new(key::IMPORT_UNKNOWN),
        Problem::Large { most } => msg::ImportLarge { max: Bytes(*most) }.into(),
        Problem::Packed => Line::new(key::IMPORT_PACKED),
        Problem::NotText => Line::new(key::IMPORT_NOT_TEXT),
        Problem::Form { form, why } => msg::ImportForm { form: (*form).into(), why: words(&shortened(why)) }.into(),
        Problem::Deep { most } => msg::ImportDeep { most: i64::from(*most) }.into(),
        Problem::Many { what, most } => {
            msg::ImportMany { what: (*what).into(), most: i64::try_from(*most).unwrap_or(i64::MAX) }.into()
        }
        Problem::Missing { at } => msg::ImportMissing { key: (*at).into() }.into(),
        Problem::Type { at, expected } => {
            let key = place(at);
            match *expected {
                "whole" => msg::ImportWhole { key }.into(),
                "flag" => msg::ImportFlag { key }.into(),
                "list" => msg::ImportList { key }.into(),
                "table" => msg::ImportTable { key }.into(),
                _ => msg::ImportOther { key }.into(),
            }
        }
        Problem::Range { at, value, least, most } => msg::ImportRange {
            key: place(at),
            value: words(&shortened(value)),
            least: least.to_string().into(),
            most: most.to_string().into(),
        }
        .into(),
        Problem::Nothing { what } => msg::ImportNothing { what: (*what).into() }.into(),
    }
}

/// A parser's reason may quote the file.
fn shortened(text: &str) -> String {
    text.chars().take(160).collect()
}

/// What was found as `name value` lines, and lists as tables below.
fn table(row: &Row, lang: Lang) -> String {
    let Ok(Value::Object(fields)) = serde_json::to_value(row) else { return String::new() };
    let mut lines: Vec<(&str, String)> = Vec::new();
    let mut lists = String::new();
    for (name, value) in &fields {
        match value {
            Value::Array(items) if items.first().is_some_and(Value::is_object) => {
                let _ = write!(lists, "\n{name}\n{}", rows(items));
            }
            Value::Array(items) if items.is_empty() => {}
            _ => lines.push((name, cell(value))),
        }
    }
    let mut text = say::table(&lines) + &lists;
    if let Found::Model(model) = &row.found
        && !model.is_known
    {
        let note = Line::from(msg::ImportGuess { name: one_line(&model.architecture).into() });
        let _ = writeln!(text, "\n{}", note.say(lang));
    }
    if fields.values().any(Value::is_null) {
        let _ = writeln!(text, "\n{}", tr(lang, key::IMPORT_DASH));
    }
    text
}

/// Objects as rows of a table, without what is a table itself.
fn rows(items: &[Value]) -> String {
    let names: Vec<&String> =
        items.iter().filter_map(Value::as_object).take(1).flat_map(serde_json::Map::keys).collect();
    let plain = |name: &&&String| items.iter().all(|item| !item[name.as_str()].is_array());
    let names: Vec<&&String> = names.iter().filter(plain).collect();
    let mut lines: Vec<Vec<String>> = vec![names.iter().map(|name| (**name).clone()).collect()];
    lines.extend(items.iter().map(|item| names.iter().map(|name| cell(&item[name.as_str()])).collect()));
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..names.len()).map(width).collect();
    let padded = |line: &Vec<String>| {
        let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, width)| say::left(cell, *width)).collect();
        format!("  {}\n", cells.join("  ").trim_end())
    };
    lines.iter().map(padded).collect()
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => out::one_line(text),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name}={}", cell(value))).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}
