//! A file of configurations: a table whose head names flags (CSV, RFC 4180), or a JSON object a line with the same keys. Hostile until
//! read: what is wrong with the whole file is told at once, what is wrong with a line stands in its row.

use std::collections::BTreeSet;
use std::path::Path;

use clap::Arg;
use csv::ByteRecord;
use kitchen_core::units::Bytes;
use kitchen_story::scenario::raw::quote;
use kitchen_text::{Line, Words, count, key, msg};
use serde_json::Value;

use crate::flag_word;
use crate::out::one_line;
use crate::run::Entries;
use crate::say::{self, Failure};

/// The most lines of a file.
pub(super) const MOST_LINES: usize = 100_000;
/// The most bytes of one.
const LIMIT_BYTES: u64 = 16 << 20;

/// Flags by name, each as a word; without one where it is off.
type Flags = Vec<(String, Option<String>)>;

/// A line of the file.
pub(super) struct Asked {
    /// From 1, as an editor counts.
    pub(super) line: u64,
    pub(super) flags: Result<Flags, Line>,
    /// The line as it stands.
    pub(super) text: String,
}

/// The lines of a file of these flags.
///
/// # Errors
/// It cannot be read, is too large, empty, or its head names what is no flag.
pub(super) fn read(path: &Path, flags: &[Arg]) -> Result<Vec<Asked>, Failure> {
    let bytes = say::file(path, LIMIT_BYTES, Line::from(msg::CliFileLarge { max: Bytes(LIMIT_BYTES) }))?;
    lines(&bytes, flags).map_err(|line| Failure::new(path.display().to_string(), line))
}

fn lines(bytes: &[u8], flags: &[Arg]) -> Result<Vec<Asked>, Line> {
    // Some editors put a byte-order mark first.
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let is_json = bytes.trim_ascii_start().starts_with(b"{");
    let all = if is_json { objects(bytes, flags)? } else { table(bytes, flags)? };
    if all.is_empty() { Err(Line::new(key::CONFIGS_EMPTY)) } else { Ok(all) }
}

fn too_many() -> Line {
    Line::from(msg::CliFileRows { max: count(MOST_LINES) })
}

fn objects(bytes: &[u8], flags: &[Arg]) -> Result<Vec<Asked>, Line> {
    let mut all = Vec::new();
    for (line, text) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let text = text.trim_ascii();
        if text.is_empty() {
            continue;
        }
        if all.len() == MOST_LINES {
            return Err(too_many());
        }
        let text = String::from_utf8_lossy(text).into_owned();
        all.push(Asked { line, flags: object(&text, flags), text });
    }
    Ok(all)
}

/// The flags of an object.
fn object(text: &str, flags: &[Arg]) -> Result<Flags, Line> {
    let unlike = |error: serde_json::Error| Line::from(msg::ConfigsJson { why: one_line(&error.to_string()).into() });
    let Entries(entries) = serde_json::from_str(text).map_err(unlike)?;
    let mut seen = BTreeSet::new();
    let word = |(name, value): &(String, Value)| {
        let flag = named(flags, name)?;
        // Two names of one flag are one.
        if !seen.insert(flag.get_id().as_str()) {
            return Err(Line::from(msg::ErrFileTwice { key: quote(name).into() }));
        }
        Ok((flag.get_long().unwrap_or(name).to_owned(), flag_word::word(flag, name, value)?))
    };
    entries.iter().map(word).collect()
}

fn named<'a>(flags: &'a [Arg], name: &str) -> Result<&'a Arg, Line> {
    flag_word::named(flags, name).ok_or_else(|| {
        let list: Vec<&str> = flags.iter().filter_map(Arg::get_long).collect();
        Line::from(msg::ConfigsKey { key: quote(name).into(), list: Words::from(list.join(", ")) })
    })
}

fn table(bytes: &[u8], flags: &[Arg]) -> Result<Vec<Asked>, Line> {
    let unlike = |error: csv::Error| Line::from(msg::ErrFileOpen { why: one_line(&error.to_string()).into() });
    let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(bytes);
    let head = reader.byte_headers().map_err(unlike)?.clone();
    let mut seen = BTreeSet::new();
    let mut columns: Vec<&Arg> = Vec::new();
    for name in &head {
        let name = String::from_utf8_lossy(name);
        let flag = named(flags, name.strip_prefix("--").unwrap_or(&name))?;
        if !seen.insert(flag.get_id().as_str()) {
            return Err(Line::from(msg::ErrFileTwice { key: quote(&name).into() }));
        }
        columns.push(flag);
    }
    let mut all = Vec::new();
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(unlike)? {
        if all.len() == MOST_LINES {
            return Err(too_many());
        }
        let line = record.position().map_or(0, |at| first_line(bytes, at));
        let cells: Vec<String> = record.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect();
        all.push(Asked { line, flags: cells_of(&cells, &columns), text: cells.join("\0") });
    }
    Ok(all)
}

/// The line of a record that is read from there, where empty lines may stand.
fn first_line(bytes: &[u8], at: &csv::Position) -> u64 {
    let rest = usize::try_from(at.byte()).ok().and_then(|byte| bytes.get(byte..)).unwrap_or_default();
    at.line()
        + rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).filter(|byte| **byte == b'\n').count() as u64
}

/// The flags of a table's row; an empty cell says nothing.
fn cells_of(cells: &[String], columns: &[&Arg]) -> Result<Flags, Line> {
    if cells.len() != columns.len() {
        return Err(Line::from(msg::ConfigsCells { n: count(cells.len()), columns: count(columns.len()) }));
    }
    let said = columns.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
    said.map(|(flag, cell)| {
        let name = flag.get_long().unwrap_or_default();
        Ok((name.to_owned(), flag_word::word(flag, name, &flag_word::cell(flag, cell))?))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command};
    use kitchen_text::{Key, Lang};
    use proptest::prelude::*;

    use super::*;
    use crate::train::Train;

    fn flags() -> Vec<Arg> {
        Train::augment_args(Command::new("train")).get_arguments().cloned().collect()
    }

    /// Lines by number, with the words of each or why there are none.
    fn check(text: &str, expected: Result<&[(u64, Result<&str, Key>)], Key>) {
        let found = lines(text.as_bytes(), &flags());
        let said = |asked: &Asked| match &asked.flags {
            Ok(flags) => Ok(flags.iter().filter_map(|(_, word)| word.clone()).collect::<Vec<_>>().join(" ")),
            Err(line) => Err(line.key),
        };
        let found: Result<Vec<(u64, Result<String, Key>)>, Key> =
            found.map(|all| all.iter().map(|one| (one.line, said(one))).collect()).map_err(|line| line.key);
        let expected =
            expected.map(|all| all.iter().map(|(line, words)| (*line, words.map(str::to_owned))).collect::<Vec<_>>());
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_table_s_head_names_flags() {
        check(
            "model,tp,overlap\nllama3-8b,8,true\n\n llama3-8b , 4 ,\n",
            Ok(&[(2, Ok("--model=llama3-8b --tp=8 --overlap")), (4, Ok("--model=llama3-8b --tp=4"))]),
        );
        check("\u{feff}--tp\n8\n", Ok(&[(2, Ok("--tp=8"))]));
        check("tp,overlap\n1,false\n", Ok(&[(2, Ok("--tp=1"))]));
        check(
            "tp\nfour\n-1\n4294967296\n2\n",
            Ok(&[
                (2, Err(key::CLI_TRAIN_NUMBER)),
                (3, Err(key::CLI_TRAIN_NUMBER)),
                (4, Err(key::CLI_TRAIN_NUMBER)),
                (5, Ok("--tp=2")),
            ]),
        );
        check(
            "tp,pp\n1\n1,2,3\n1,2\n",
            Ok(&[(2, Err(key::CONFIGS_CELLS)), (3, Err(key::CONFIGS_CELLS)), (4, Ok("--tp=1 --pp=2"))]),
        );
        check("overlap\nyes\n", Ok(&[(2, Err(key::CLI_TRAIN_SWITCH))]));
        check("tp,taste\n1,2\n", Err(key::CONFIGS_KEY));
        check("tp,tp\n1,2\n", Err(key::ERR_FILE_TWICE));
        check("seed,draw\n1,2\n", Err(key::ERR_FILE_TWICE));
        for empty in ["", "\n", "tp\n", "\u{feff}"] {
            check(empty, Err(key::CONFIGS_EMPTY));
        }
    }

    #[test]
    fn an_object_a_line_says_the_same() {
        check(
            "{\"model\": \"llama3-8b\", \"tp\": 8, \"overlap\": true}\r\n\n{}\n",
            Ok(&[(1, Ok("--model=llama3-8b --tp=8 --overlap")), (3, Ok(""))]),
        );
        check(
            "{\"tp\": \"8\"}\n[1]\n{\"tp\": 1\n{\"taste\": 1}\n{\"tp\": 1, \"tp\": 2}\n{\"tp\": 2}",
            Ok(&[
                (1, Err(key::CLI_TRAIN_NUMBER)),
                (2, Err(key::CONFIGS_JSON)),
                (3, Err(key::CONFIGS_JSON)),
                (4, Err(key::CONFIGS_KEY)),
                (5, Err(key::ERR_FILE_TWICE)),
                (6, Ok("--tp=2")),
            ]),
        );
    }

    #[test]
    fn there_are_no_more_lines_than_the_limit() {
        check(&format!("tp\n{}", "1\n".repeat(MOST_LINES + 1)), Err(key::CLI_FILE_ROWS));
    }

    proptest! {
        /// No bytes make it panic, and what it refuses it refuses in one sentence.
        #[test]
        fn hostile_files_are_refused_in_words(bytes in proptest::collection::vec(any::<u8>(), 0..200), rest in "[ -~\n]{0,60}") {
            for text in [bytes, format!("{{\"tp\":1,{rest}").into_bytes(), format!("model,tp\n{rest}").into_bytes()] {
                let lines: Vec<Line> = match lines(&text, &flags()) {
                    Ok(all) => all.into_iter().filter_map(|one| one.flags.err()).collect(),
                    Err(line) => vec![line],
                };
                prop_assert!(lines.iter().all(|line| Lang::ALL.iter().all(|lang| !line.say(*lang).contains('\n'))));
            }
        }
    }
}
