//! Rows as they are written, as CSV or an object a line, to standard output or to a file that already holds some of them.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use kitchen_core::units::Bytes;
use kitchen_text::{Line, key, msg};
use serde::Serialize;
use serde_json::Value;

use crate::out::{self, one_line};
use crate::say::{self, Failure};

/// The most bytes of answers that are there already.
const LIMIT_BYTES: u64 = 1 << 30;

/// How a row is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Csv,
    Json,
}

/// A line's answer, or why there is none.
#[derive(Serialize)]
struct Row<'a, A> {
    line: u64,
    /// Of what was asked.
    digest: &'a str,
    #[serde(flatten)]
    answer: Option<&'a A>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl Form {
    /// The first line, with its end.
    fn head(self, columns: &[&str]) -> String {
        let cells = ["line", "digest"].into_iter().chain(columns.iter().copied()).chain(["notes", "error"]);
        match self {
            Form::Csv => record(cells.map(str::to_owned)),
            Form::Json => String::new(),
        }
    }

    /// A row, with its end.
    pub(super) fn row<A: Serialize>(
        self,
        line: u64,
        digest: &str,
        answer: Option<&A>,
        notes: &[String],
        error: Option<String>,
        columns: &[(&str, &str)],
    ) -> String {
        let error = error.map(|error| one_line(&error));
        if self == Form::Json {
            let row = Row { line, digest, answer, notes, error: error.as_deref() };
            return serde_json::to_string(&row).unwrap_or_default() + "\n";
        }
        let answer = answer.and_then(|answer| serde_json::to_value(answer).ok()).unwrap_or_default();
        let cell = |(_, place): &(&str, &str)| match answer.pointer(place) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => one_line(text),
            Some(other) => other.to_string(),
        };
        let first = [line.to_string(), digest.to_owned()].into_iter();
        let last = [one_line(&notes.join(" ")), error.unwrap_or_default()];
        record(first.chain(columns.iter().map(cell)).chain(last))
    }

    /// Which line a row answers, and the digest of what was asked.
    fn answered(self, row: &str) -> Option<(u64, String)> {
        match self {
            Form::Csv => {
                let mut cells = row.split(',');
                Some((cells.next()?.parse().ok()?, cells.next()?.to_owned()))
            }
            Form::Json => {
                let row: Value = serde_json::from_str(row).ok()?;
                Some((row.get("line")?.as_u64()?, row.get("digest")?.as_str()?.to_owned()))
            }
        }
    }
}

/// A record of CSV, with its end.
fn record(cells: impl Iterator<Item = String>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // A vector takes all that is written.
    let _ = writer.write_record(cells);
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// Where rows go.
pub(super) struct Out {
    file: Option<(PathBuf, File)>,
    status: u8,
}

impl Out {
    /// The place for rows, with the head written, and which lines have their answers there.
    ///
    /// A last row that was not written to its end is taken away.
    ///
    /// # Errors
    /// The file holds something else, or cannot be written.
    pub(super) fn open(
        path: Option<&Path>,
        form: Form,
        columns: &[&str],
    ) -> Result<(Out, BTreeSet<(u64, String)>), Failure> {
        let head = form.head(columns);
        let mut out = Out { file: None, status: 0 };
        let Some(path) = path else {
            out.put(&head)?;
            return Ok((out, BTreeSet::new()));
        };
        let fail = |line| Failure::new(path.display().to_string(), line);
        let is_new = matches!(fs::metadata(path), Err(error) if error.kind() == ErrorKind::NotFound);
        let large = Line::from(msg::CliFileLarge { max: Bytes(LIMIT_BYTES) });
        let before = if is_new { Vec::new() } else { say::file(path, LIMIT_BYTES, large)? };
        let whole = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let text = str::from_utf8(&before[..whole]).map_err(|_| fail(Line::new(key::CONFIGS_OTHER)))?;
        let torn = String::from_utf8_lossy(&before[whole..]);
        let rows = if text.is_empty() { Some("") } else { text.strip_prefix(head.as_str()) };
        let there = rows.and_then(|rows| rows.lines().map(|row| form.answered(row)).collect::<Option<BTreeSet<_>>>());
        // What has no line at all may be another's file, if it does not begin as ours does.
        let begin = if form == Form::Json { "{\"line\":" } else { &head };
        let is_ours = whole > 0 || begin.starts_with(&*torn) || torn.starts_with(begin);
        let there = there.filter(|_| is_ours).ok_or_else(|| fail(Line::new(key::CONFIGS_OTHER)))?;
        let unwritten = |error: io::Error| fail(Line::from(msg::ErrFileWrite { why: error.to_string().into() }));
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(unwritten)?;
        file.set_len(whole as u64).map_err(unwritten)?;
        out.file = Some((path.to_owned(), file));
        if whole == 0 {
            out.put(&head)?;
        }
        Ok((out, there))
    }

    /// Writes a row; whether anyone reads on.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn put(&mut self, row: &str) -> Result<bool, Failure> {
        let Some((path, file)) = &mut self.file else {
            return match io::stdout().lock().write_all(out::plain(row).as_bytes()) {
                Ok(()) => Ok(true),
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                    self.status = out::UNREAD;
                    Ok(false)
                }
                Err(error) => Err(Failure::new("", Line::from(msg::ErrOutput { why: error.to_string().into() }))),
            };
        };
        let unwritten = |error: io::Error| {
            Failure::new(path.display().to_string(), Line::from(msg::ErrFileWrite { why: error.to_string().into() }))
        };
        file.write_all(row.as_bytes()).map_err(unwritten).map(|()| true)
    }

    /// The exit status that the writing comes to.
    pub(super) const fn status(&self) -> u8 {
        self.status
    }
}
