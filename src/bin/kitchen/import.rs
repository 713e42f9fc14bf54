//! `kitchen import`: what is in files that people bring. Their kind is found out; several traces are several ranks of one.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use kitchen_core::units::Bytes;
use kitchen_import::{Found, MOST_WHOLE, Problem, Reader, Trace};
use kitchen_machines::Value;
use kitchen_text::{Lang, Line, Words, key, msg, tr};
use serde::Serialize;

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
    // As JSON, whose fields stay in their order.
    let Ok(Value::Table(fields)) = serde_json::from_str(&say::json(row)) else { return String::new() };
    let mut lines: Vec<(&str, String)> = Vec::new();
    let mut lists = String::new();
    for (name, value) in &fields {
        match value {
            Value::List(items) if matches!(items.first(), Some(Value::Table(_))) => {
                let _ = write!(lists, "\n{name}\n{}", rows(items));
            }
            Value::List(items) if items.is_empty() => {}
            Value::Table(inside) if inside.is_empty() => {}
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
    if fields.iter().any(|(_, value)| *value == Value::Nothing) {
        let _ = writeln!(text, "\n{}", tr(lang, key::IMPORT_DASH));
    }
    text
}

/// Tables of the same fields as rows of one, without fields that are lists.
fn rows(items: &[Value]) -> String {
    let Some(Value::Table(first)) = items.first() else { return String::new() };
    let names = first.iter().filter(|(_, value)| !matches!(value, Value::List(_))).map(|(name, _)| name);
    let names: Vec<&String> = names.collect();
    let mut lines: Vec<Vec<String>> = vec![names.iter().map(|name| (*name).clone()).collect()];
    lines.extend(
        items.iter().map(|item| names.iter().map(|name| item.get(name).map_or_else(String::new, cell)).collect()),
    );
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
        Value::Nothing => "-".to_owned(),
        Value::Flag(flag) => flag.to_string(),
        Value::Whole(whole) => whole.to_string(),
        Value::Real(real) => real.to_string(),
        Value::Text(text) => out::one_line(text),
        Value::List(items) => items.iter().map(cell).collect::<Vec<_>>().join(" "),
        Value::Table(fields) => {
            let pairs = fields.iter().map(|(name, value)| format!("{name}={}", cell(value)));
            pairs.collect::<Vec<_>>().join(" ")
        }
    }
}
