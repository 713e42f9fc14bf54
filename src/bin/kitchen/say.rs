//! What is said: sentences for what went wrong, and tables or JSON for what came out.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use kitchen_core::topology::{self, ClusterSpec, System, TopologyError};
use kitchen_core::units::Bytes;
use kitchen_text::{Lang, Line, key, msg};
use serde::Serialize;

use crate::out;
use kitchen_story::sentences::Sentence as _;

/// Why a command could not do what it was asked to.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The flag or the file that it is about.
    about: String,
    line: Line,
}

impl Failure {
    pub(crate) fn new(about: impl Into<String>, line: Line) -> Failure {
        Failure { about: out::one_line(&about.into()), line }
    }

    /// The flag or the file that it is about; may be empty.
    pub(crate) fn about(&self) -> &str {
        &self.about
    }

    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    pub(crate) fn say(&self, lang: Lang) -> String {
        let text = self.line.say(lang);
        if self.about.is_empty() { text } else { format!("{}: {text}", self.about) }
    }
}

/// A value that is out of its range.
pub(crate) fn out_of_range(flag: impl Into<String>, value: impl Into<String>, range: impl Into<String>) -> Failure {
    let (value, range) = (value.into().into(), range.into().into());
    Failure::new(flag, msg::ErrFlagRange { value, range }.into())
}

/// What is no size, or more than `max`.
pub(crate) fn no_size(flag: &str, value: &str, max: Bytes) -> Failure {
    let value = kitchen_story::scenario::raw::quote(value).into();
    Failure::new(flag, msg::ErrFlagBytes { value, max }.into())
}

/// What is not one of a list.
pub(crate) fn unknown<'a>(flag: &str, value: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let list = known.collect::<Vec<_>>().join(", ");
    let value = kitchen_story::scenario::raw::quote(value).into();
    Failure::new(flag, msg::ErrFlagUnknown { value, list: list.into() }.into())
}

/// What is in a file, of which no more than the limit is read, whatever it says of its size.
pub(crate) fn file(path: &Path, limit: u64, too_long: Line) -> Result<Vec<u8>, Failure> {
    let fail = |line| Failure::new(path.display().to_string(), line);
    let unreadable = |error: io::Error| fail(Line::from(msg::ErrFileOpen { why: error.to_string().into() }));
    // A device or a pipe may never end, and opening one may wait for ever.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(fail(Line::new(key::ERR_FILE_PLAIN)));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > limit { Err(fail(too_long)) } else { Ok(bytes) }
}

/// The preset asked for.
pub(crate) fn system(id: &str) -> Result<&'static System, Failure> {
    preset("--system", id)
}

/// The preset that a flag names.
pub(crate) fn preset(flag: &str, id: &str) -> Result<&'static System, Failure> {
    topology::find_system(id).ok_or_else(|| unknown(flag, id, topology::all_systems().map(|system| system.id)))
}

/// The flag that a topology's error is about.
pub(crate) fn about_topology(error: &TopologyError, spec: &ClusterSpec) -> Failure {
    let flag = match error {
        TopologyError::Nodes { .. } => format!("--nodes {}", spec.nodes),
        TopologyError::Gpus { .. } => format!("--gpus {}", spec.gpus.unwrap_or(0)),
        TopologyError::NoSharp => "--sharp".to_owned(),
        TopologyError::TooManyMissing { .. } | TopologyError::NoSuchPart { .. } => "--missing".to_owned(),
        // A way is lost with what it led over.
        _ if !spec.missing.is_empty() => "--missing".to_owned(),
        _ => "--system".to_owned(),
    };
    Failure::new(flag, error.line())
}

/// A JSON document and a line's end.
pub(crate) fn json(value: &impl Serialize) -> String {
    let mut out = serde_json::to_string_pretty(value).unwrap_or_default();
    out.push('\n');
    out
}

/// `name value` lines, values aligned.
pub(crate) fn table(rows: &[(&str, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows.iter().map(|(name, value)| format!("{name:width$}  {value}\n")).collect()
}

/// Rounded for the reader: so many decimals.
pub(crate) fn round(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (value * scale).round() / scale
}

/// The text with blanks after it, to so many columns of a terminal.
pub(crate) fn left(text: &str, width: usize) -> String {
    format!("{text}{}", blanks(text, width))
}

/// The text with blanks before it.
pub(crate) fn right(text: &str, width: usize) -> String {
    format!("{}{text}", blanks(text, width))
}

fn blanks(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().map(columns).sum()))
}

/// Columns that a terminal gives a character: two to those that Unicode calls wide (Standard Annex 11: kana, ideographs,
/// full-width forms), one to the others.
fn columns(c: char) -> usize {
    let is_wide = matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3fffd}');
    if is_wide { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_in_both_scripts() {
        let check = |text: &str, padded: &str| assert_eq!(left(text, 8), padded);
        check("sweep", "sweep   ");
        check("測定", "測定    ");
        check("90 %点", "90 %点  ");
        check("longer than that", "longer than that");
        assert_eq!(right("中央値", 8), "  中央値");
    }
}
