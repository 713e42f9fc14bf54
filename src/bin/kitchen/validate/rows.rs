//! Rows of a measured sweep. The file is hostile until read: a bad row is reported with its line and left out.

use std::path::Path;

use kitchen_core::collective::Op;
use kitchen_core::text::{Line, Words, key, msg};
use kitchen_core::units::Bytes;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::words::{has, operation, plain};
use crate::out::{is_obeyed, one_line};
use crate::say::{self, Failure};

/// A row as written; only what is needed, and all of it text.
#[derive(Deserialize, Debug, Default)]
struct Raw {
    id: String,
    #[serde(default)]
    system: String,
    #[serde(default)]
    gpu: String,
    #[serde(default)]
    nodes: String,
    gpus: String,
    #[serde(default)]
    intra_link: String,
    #[serde(default)]
    inter_link: String,
    #[serde(default)]
    algo_if_known: String,
    collective: String,
    bytes: String,
    #[serde(default)]
    time_us: String,
    #[serde(default, rename = "algbw_GBps")]
    algbw: String,
    #[serde(default, rename = "busbw_GBps")]
    busbw: String,
    #[serde(default)]
    notes: String,
}

/// A row that makes sense.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub(crate) line: u64,
    pub(crate) id: String,
    /// The machine's name, as far as it has one.
    pub(crate) system: String,
    pub(crate) gpu: String,
    /// Servers (or a rack's trays), where the row says how many.
    pub(crate) nodes: Option<u32>,
    pub(crate) gpus: u32,
    pub(crate) intra: String,
    pub(crate) inter: String,
    /// The algorithm, where the source knows it.
    pub(crate) algorithm: String,
    pub(crate) op: Op,
    pub(crate) bytes: u64,
    pub(crate) time_us: f64,
    pub(crate) notes: String,
    /// Whether its source says that counts are only near, that links are assumed, or that times are noisy.
    pub(crate) approximate: bool,
}

/// What a file holds.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Rows {
    pub(crate) rows: Vec<Row>,
    /// Line and what is wrong with it.
    pub(crate) bad: Vec<(u64, Line)>,
}

/// The most bytes read: a sweep of thousands of rows is under a megabyte.
pub(crate) const LIMIT_BYTES: u64 = 64 << 20;
/// The most rows read.
const LIMIT_ROWS: usize = 100_000;
/// The largest buffer taken for a measurement: 16 TiB.
const LIMIT_BUFFER: u64 = 1 << 44;
/// What is read of a cell that describes the machine, characters.
const LIMIT_TEXT: usize = 1000;
/// Times taken for a measurement: a nanosecond to a day.
const TIMES_US: std::ops::RangeInclusive<f64> = 1e-3..=86_400e6;

/// What is in the file.
///
/// # Errors
/// The file cannot be read, or is too large.
pub(crate) fn file(path: &Path) -> Result<Vec<u8>, Failure> {
    say::file(path, LIMIT_BYTES, Line::from(msg::CliFileLarge { max: Bytes(LIMIT_BYTES) }))
}

/// Reads rows from CSV.
///
/// # Errors
/// A sentence, when the header lacks a column that is needed or there are too many rows.
pub(crate) fn read(text: &[u8]) -> Result<Rows, Line> {
    let (rows, bad) = read_as(text, &["id", "gpus", "collective", "bytes"], check)?;
    Ok(Rows { rows, bad })
}

/// What makes sense, and of the rest the line and what is wrong with it.
pub(crate) type Sorted<T> = (Vec<T>, Vec<(u64, Line)>);

/// Reads rows from CSV into what `check` makes of them and of their lines.
///
/// # Errors
/// A sentence, when the header lacks one of `columns` or there are too many rows.
pub(crate) fn read_as<Raw: DeserializeOwned, T>(
    text: &[u8],
    columns: &[&str],
    check: impl Fn(Raw, u64) -> Result<T, Line>,
) -> Result<Sorted<T>, Line> {
    // With CRLF the reader counts a line's end to the next line: plain LF keeps the line numbers right.
    let carriage = |at: usize| text[at] == b'\r' && text.get(at + 1) == Some(&b'\n');
    let plain: Vec<u8> = (0..text.len()).filter(|&at| !carriage(at)).map(|at| text[at]).collect();
    let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(plain.as_slice());
    let unreadable = |error: csv::Error| Line::from(msg::ErrFileOpen { why: error.to_string().into() });
    let headers = reader.headers().map_err(unreadable)?.clone();
    if let Some(missing) = columns.iter().find(|column| !headers.iter().any(|header| header == **column)) {
        return Err(Line::from(msg::CliColumns { name: Words::from(*missing) }));
    }
    let (mut rows, mut bad) = (Vec::new(), Vec::new());
    for (index, record) in reader.records().enumerate() {
        if index >= LIMIT_ROWS {
            return Err(Line::from(msg::CliFileRows { max: kitchen_core::text::count(LIMIT_ROWS) }));
        }
        let no_row = |error: csv::Error| Line::from(msg::ValidateNoRow { why: error.to_string().into() });
        let line = |record: &csv::StringRecord| record.position().map_or(index as u64 + 2, csv::Position::line);
        match record {
            Ok(record) => {
                let at = line(&record);
                let record = readable(record);
                let parsed = record.deserialize::<Raw>(Some(&headers)).map_err(no_row);
                match parsed.and_then(|raw| check(raw, at)) {
                    Ok(row) => rows.push(row),
                    Err(why) => bad.push((at, why)),
                }
            }
            Err(error) => {
                let at = error.position().map_or(index as u64 + 2, csv::Position::line);
                bad.push((at, no_row(error)));
            }
        }
    }
    Ok((rows, bad))
}

/// A record whose cells no terminal obeys, for they are printed.
pub(crate) fn readable(record: csv::StringRecord) -> csv::StringRecord {
    let is_plain = record.iter().all(|cell| !cell.contains(is_obeyed));
    if is_plain { record } else { record.iter().map(one_line).collect() }
}

fn check(raw: Raw, line: u64) -> Result<Row, Line> {
    let (op, hypercube) = operation(&raw.collective).ok_or_else(|| bad("collective", &raw.collective))?;
    let bytes = positive(&raw.bytes)
        .filter(|value| (1.0..=LIMIT_BUFFER as f64).contains(value))
        .ok_or_else(|| bad("bytes", &raw.bytes))?;
    let (nodes, gpus) = (stated(&raw.nodes).map(|text| count("nodes", text)).transpose()?, count("gpus", &raw.gpus)?);
    let time_us = match stated(&raw.time_us) {
        Some(text) => positive(text).filter(|time| TIMES_US.contains(time)).ok_or_else(|| bad("time_us", text))?,
        None => from_rate(&raw, bytes, op.bus_factor(gpus))?,
    };
    let marks = ["~", "≈", "?", "about", "approx", "assumed"];
    let near = [&raw.nodes, &raw.gpus].iter().any(|text| marks.iter().any(|mark| text.contains(mark)));
    let texts = [&raw.system, &raw.intra_link, &raw.inter_link, &raw.notes];
    let doubted = texts.iter().any(|text| has(&plain(text), &["ASSUMED", "NOISY"]));
    let Raw { id, system, gpu, intra_link, inter_link, algo_if_known, notes, .. } = raw;
    let short = |text: String| text.chars().take(LIMIT_TEXT).collect::<String>();
    let [system, gpu, intra_link, inter_link, algo_if_known, notes] =
        [system, gpu, intra_link, inter_link, algo_if_known, notes].map(short);
    Ok(Row {
        line,
        id,
        system,
        gpu,
        nodes,
        gpus,
        intra: intra_link,
        inter: inter_link,
        algorithm: if hypercube { "hypercube".to_owned() } else { algo_if_known },
        op,
        bytes: bytes as u64,
        time_us,
        notes,
        approximate: near || doubted,
    })
}

/// What a cell says, unless it says that nothing is known.
fn stated(text: &str) -> Option<&str> {
    let silent = ["", "-", "?", "n/a", "N/A", "NA", "unknown", "not stated", "not printed"];
    (!silent.contains(&text)).then_some(text)
}

/// A figure, which sources may mark as near ("~") and write with commas.
fn positive(text: &str) -> Option<f64> {
    let text = text.trim_start_matches(['~', '≈']).trim_start();
    let plain = if text.contains(',') { text.replace(',', "") } else { text.to_owned() };
    plain.parse::<f64>().ok().filter(|value| value.is_finite() && *value > 0.0)
}

/// A whole number: sources write "~96" or "about 96" where they counted by other means, "96 (assumed)" and "12 x 8", and
/// tables with gaps "96.0".
fn count(name: &'static str, text: &str) -> Result<u32, Line> {
    let plain = text.trim_start_matches(['~', '≈']).trim_start_matches("about ").trim_start_matches("approx. ");
    let said = plain.split(['(', '?']).next().unwrap_or_default().trim();
    let said = said.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ').trim_end_matches(".0");
    let product = said.split(['x', '×', '*']).try_fold(1_u32, |product, factor| {
        let factor: u32 = factor.trim().replace(',', "").parse().ok()?;
        product.checked_mul(factor)
    });
    product.filter(|value| (1..=100_000).contains(value)).ok_or_else(|| bad(name, text))
}

/// The time that a bandwidth says, microseconds, where a row has no time of its own.
fn from_rate(raw: &Raw, bytes: f64, bus_factor: f64) -> Result<f64, Line> {
    let (name, rate, factor) = match (positive(&raw.busbw), positive(&raw.algbw)) {
        (Some(busbw), _) if bus_factor > 0.0 => ("busbw_GBps", busbw, bus_factor),
        (_, Some(algbw)) => ("algbw_GBps", algbw, 1.0),
        _ => return Err(Line::new(key::VALIDATE_NO_TIME)),
    };
    // Rounded figures say little: 0.01 GB/s may be anything between 0.005 and 0.015.
    if rate < 0.1 {
        return Err(Line::from(msg::ValidateFewDigits { name: name.into(), value: rate.to_string().into() }));
    }
    Ok(bytes * factor / (rate * 1e3))
}

/// A cell that makes no sense.
pub(crate) fn bad(name: &'static str, text: &str) -> Line {
    let short: String = text.chars().take(40).collect();
    Line::from(msg::ValidateBadCell { name: name.into(), value: short.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_core::text::Lang;

    const HEADER: &str = "id,gpu,nodes,gpus,intra_link,inter_link,collective,bytes,time_us,busbw_GBps,notes\n";

    fn check_rows(body: &str, good: usize, bad: &[(u64, &str)]) {
        let read = read(format!("{HEADER}{body}").as_bytes()).unwrap();
        assert_eq!(read.rows.len(), good, "{read:?}");
        assert_eq!(read.bad.len(), bad.len(), "{read:?}");
        for ((line, why), (expected_line, expected)) in read.bad.iter().zip(bad) {
            assert_eq!(line, expected_line);
            assert!(why.say(Lang::En).contains(expected), "{why:?} / {expected}");
        }
    }

    #[test]
    fn good_rows_and_bad_rows_are_told_apart_with_their_lines() {
        check_rows("a,H100,1,8,,,all_reduce,8,13.7,0,\n", 1, &[]);
        check_rows("a,H100,~2,~16,,,all_reduce,1048576,,22.5,\n", 1, &[]);
        check_rows("a,H100,0,8,,,all_reduce,8,1,1,\n", 0, &[(2, "nodes")]);
        check_rows("a,H100,1,8,,,all_reduce,8,1,1,\na,H100,1,8,,,dance,8,1,1,\n", 1, &[(3, "collective")]);
        check_rows("a,H100,1,8,,,all_reduce,-8,1,1,\n", 0, &[(2, "bytes")]);
        check_rows("a,H100,1,8,,,all_reduce,1e300,1,1,\n", 0, &[(2, "bytes")]);
        check_rows("a,H100,1,8,,,all_reduce,8,nan,1,\n", 0, &[(2, "time_us")]);
        check_rows("a,H100,1,8,,,all_reduce,8,,0,\n", 0, &[(2, "neither")]);
        check_rows("a,H100,1,8,,,all_reduce,8,1e-300,1,\n", 0, &[(2, "time_us")]);
        check_rows("a,H100,1,8,,,all_reduce,0.5,1,1,\n", 0, &[(2, "bytes")]);
        check_rows("a,H100\n", 0, &[(2, "")]);
    }

    /// The nodes, the GPUs, the time and the operation that a row says.
    fn check_read(row: &str, nodes: Option<u32>, gpus: u32, time_us: f64, op: Op) {
        let read = read(format!("{HEADER}{row}").as_bytes()).unwrap();
        let [one] = read.rows.as_slice() else { panic!("{row}: {read:?}") };
        assert_eq!((one.nodes, one.gpus, one.op), (nodes, gpus, op), "{row}");
        assert!((one.time_us - time_us).abs() < 1e-9, "{row}: {}", one.time_us);
    }

    #[test]
    fn cells_may_be_written_loosely_or_left_out() {
        check_read("a,H100,2.0,16.0,,,all_gather_perf,8,13.7,0,\n", Some(2), 16, 13.7, Op::AllGather);
        check_read("a,H100,,16 GPUs,,,AllReduce,8,~13.7,0,\n", None, 16, 13.7, Op::AllReduce);
        check_read("a,H100,?,2 x 8,,,bcast,\"1,024\",13.7,0,\n", None, 16, 13.7, Op::Broadcast);
        check_read("a,H100,2 (assumed),16,,,alltoall (in-place),8,13.7,0,\n", Some(2), 16, 13.7, Op::AllToAll);
        check_read("a,H100,1,8,,,sendrecv,1000000,-,20,\n", Some(1), 8, 50.0, Op::SendRecv);
        check_read("a,H100,1,8,,,hypercube,8,13.7,0,\n", Some(1), 8, 13.7, Op::AllGather);
    }

    /// Whether a row counts as one whose source doubts it.
    fn check_doubt(row: &str, expected: bool) {
        let read = read(format!("{HEADER}{row}").as_bytes()).unwrap();
        assert_eq!(read.rows[0].approximate, expected, "{row}");
    }

    #[test]
    fn a_source_may_doubt_its_own_basis() {
        check_doubt("a,H100,2,16,,8x400G IB,all_reduce,8,13.7,0,\n", false);
        check_doubt("a,H100,~2,16,,8x400G IB,all_reduce,8,13.7,0,\n", true);
        check_doubt("a,H100,2,16,,8x400G assumed,all_reduce,8,13.7,0,\n", true);
        check_doubt("a,H100,2,16,,8x400G IB,all_reduce,8,13.7,0,small sizes very noisy in the source\n", true);
    }

    #[test]
    fn lines_are_counted_right_with_either_ending() {
        let text = format!("{HEADER}a,H100,1,8,,,all_reduce,8,1,1,\na,H100,0,8,,,all_reduce,8,1,1,\n");
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            assert_eq!(read(text.as_bytes()).unwrap().bad[0].0, 3);
        }
    }

    #[test]
    fn of_an_endless_cell_the_beginning_is_read() {
        let row = format!("a,H100,1,8,,{},all_reduce,8,1,1,\n", "1x".repeat(100_000));
        assert_eq!(read(format!("{HEADER}{row}").as_bytes()).unwrap().rows[0].inter.len(), LIMIT_TEXT);
    }

    #[test]
    fn a_file_without_the_columns_is_refused() {
        assert!(read("x,y\n1,2\n".as_bytes()).unwrap_err().say(Lang::En).contains("“id”"));
        assert!(read(&[0xff, 0xfe, 0x00]).is_err());
    }
}
