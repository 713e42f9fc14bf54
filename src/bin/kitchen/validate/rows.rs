//! Rows of a measured sweep. The file is hostile until read: a bad row is reported with its line and left out.

use std::path::Path;

use kitchen_core::collective::{Algorithm, Launch, Op};
use kitchen_core::topology::{self, Fabric, Layout, System, Technology, Transport};
use kitchen_core::units::Bytes;
use kitchen_text::{Key, Line, Words, key, msg};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IntoDeserializer, value};

use crate::out::{is_obeyed, one_line};
use crate::say::{self, Failure};

/// A row as written; only what is needed, and all of it text.
#[derive(Deserialize, Debug, Default)]
struct Raw {
    id: String,
    #[serde(default)]
    system: String,
    preset: String,
    #[serde(default)]
    nodes: String,
    #[serde(default)]
    racks: String,
    gpus: String,
    #[serde(default)]
    nics: String,
    #[serde(default)]
    nic_gbit: String,
    #[serde(default)]
    network: String,
    #[serde(default)]
    transport: String,
    #[serde(default)]
    sums: String,
    #[serde(default)]
    launch: String,
    #[serde(default)]
    forced: String,
    #[serde(default)]
    assumed: String,
    #[serde(default)]
    doubted: String,
    collective: String,
    bytes: String,
    #[serde(default)]
    time_us: String,
    #[serde(default, rename = "algbw_GBps")]
    algbw: String,
    #[serde(default, rename = "busbw_GBps")]
    busbw: String,
}

/// A row that makes sense.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub(crate) line: u64,
    pub(crate) id: String,
    /// The machine's name, as far as it has one.
    pub(crate) system: String,
    /// What stands for its servers or racks.
    pub(crate) preset: &'static System,
    /// Servers (or a rack's trays), where the row says how many.
    pub(crate) nodes: Option<u32>,
    /// Racks that the ranks are spread over, where the preset is one.
    pub(crate) racks: Option<u32>,
    pub(crate) gpus: u32,
    /// What joins servers or racks, where it is not the preset's own.
    pub(crate) fabric: Option<Fabric>,
    pub(crate) launch: Launch,
    /// What the source forced, the fastest of them; else what the library would choose.
    pub(crate) algorithms: Vec<Algorithm>,
    /// What the source does not say and was taken as usual.
    pub(crate) assumed: Vec<Key>,
    pub(crate) op: Op,
    pub(crate) bytes: u64,
    pub(crate) time_us: f64,
    /// Whether its source says that counts are only near, that links are assumed, or that times are noisy.
    pub(crate) doubted: bool,
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
/// What is read of a system's name, characters.
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
    let (rows, bad) = read_as(text, &["id", "preset", "gpus", "collective", "bytes"], check)?;
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
            return Err(Line::from(msg::CliFileRows { max: kitchen_text::count(LIMIT_ROWS) }));
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
    let op = Op::from_id(&raw.collective).ok_or_else(|| bad("collective", &raw.collective))?;
    let bytes = positive(&raw.bytes)
        .filter(|value| (1.0..=LIMIT_BUFFER as f64).contains(value))
        .ok_or_else(|| bad("bytes", &raw.bytes))?;
    let preset = topology::find_system(&raw.preset).ok_or_else(|| bad("preset", &raw.preset))?;
    let (nodes, racks) = (said("nodes", &raw.nodes, count)?, said("racks", &raw.racks, count)?);
    let gpus = count("gpus", &raw.gpus)?;
    let time_us = match raw.time_us.as_str() {
        "" => from_rate(&raw, bytes, op.bus_factor(gpus))?,
        text => positive(text).filter(|time| TIMES_US.contains(time)).ok_or_else(|| bad("time_us", text))?,
    };
    Ok(Row {
        line,
        preset,
        nodes,
        racks,
        gpus,
        fabric: fabric(&raw, preset)?,
        launch: said("launch", &raw.launch, |name, text| one_of(name, text, &LAUNCHES))?.unwrap_or_default(),
        algorithms: list("forced", &raw.forced, |name, text| Algorithm::from_id(text).ok_or_else(|| bad(name, text)))?,
        assumed: list("assumed", &raw.assumed, |name, text| one_of(name, text, &ASSUMED))?,
        op,
        bytes: bytes as u64,
        time_us,
        doubted: said("doubted", &raw.doubted, yes)?.is_some(),
        id: raw.id,
        system: raw.system.chars().take(LIMIT_TEXT).collect(),
    })
}

const LAUNCHES: [(&str, Launch); 3] =
    [("process-per-gpu", Launch::ProcessPerGpu), ("one-process", Launch::OneProcess), ("framework", Launch::Framework)];

/// What may be taken as usual.
const ASSUMED: [(&str, Key); 3] = [
    ("network", key::VALIDATE_USUAL_NETWORK),
    ("cards", key::VALIDATE_USUAL_CARDS),
    ("nodes", key::VALIDATE_USUAL_NODES),
];

/// The network between servers: all of its columns, or none where it is the preset's own.
fn fabric(raw: &Raw, preset: &System) -> Result<Option<Fabric>, Line> {
    if [&raw.nics, &raw.nic_gbit, &raw.network, &raw.transport, &raw.sums].iter().all(|cell| cell.is_empty()) {
        return Ok(None);
    }
    let technology: Technology = word("network", &raw.network)?;
    let transport: Transport = word("transport", &raw.transport)?;
    let fabric = preset.default_fabric.with_nics(count("nics", &raw.nics)?, count("nic_gbit", &raw.nic_gbit)?);
    let fabric = fabric.over(technology, transport).laid_out(Layout::Rail);
    Ok(Some(if said("sums", &raw.sums, yes)?.is_some() { fabric.adding() } else { fabric }))
}

/// What a cell says, if it says anything.
fn said<T>(
    name: &'static str,
    text: &str,
    read: impl Fn(&'static str, &str) -> Result<T, Line>,
) -> Result<Option<T>, Line> {
    if text.is_empty() { Ok(None) } else { read(name, text).map(Some) }
}

/// What a cell lists, between bars.
fn list<T>(
    name: &'static str,
    text: &str,
    read: impl Fn(&'static str, &str) -> Result<T, Line>,
) -> Result<Vec<T>, Line> {
    text.split('|').filter(|_| !text.is_empty()).map(|part| read(name, part)).collect()
}

fn one_of<T: Copy>(name: &'static str, text: &str, table: &[(&str, T)]) -> Result<T, Line> {
    table.iter().find(|row| row.0 == text).map(|row| row.1).ok_or_else(|| bad(name, text))
}

fn yes(name: &'static str, text: &str) -> Result<(), Line> {
    if text == "yes" { Ok(()) } else { Err(bad(name, text)) }
}

/// A value of the engine's by its name in files.
fn word<T: DeserializeOwned>(name: &'static str, text: &str) -> Result<T, Line> {
    let cell: value::StrDeserializer<'_, value::Error> = text.into_deserializer();
    T::deserialize(cell).map_err(|_| bad(name, text))
}

fn positive(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|value| value.is_finite() && *value > 0.0)
}

fn count(name: &'static str, text: &str) -> Result<u32, Line> {
    text.parse().ok().filter(|value| (1..=100_000).contains(value)).ok_or_else(|| bad(name, text))
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
    use kitchen_text::Lang;

    const HEADER: &str = "id,preset,nodes,gpus,collective,bytes,time_us,busbw_GBps,more\n";

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
        check_rows("a,dgx-h100,1,8,all_reduce,8,13.7,0,\n", 1, &[]);
        check_rows("a,dgx-h100,2,16,all_reduce,1048576,,22.5,\n", 1, &[]);
        check_rows("a,dgx-h100,0,8,all_reduce,8,1,1,\n", 0, &[(2, "nodes")]);
        check_rows("a,dgx-h100,~2,8,all_reduce,8,1,1,\n", 0, &[(2, "nodes")]);
        check_rows("a,dgx-h100,1,8,all_reduce,8,1,1,\na,dgx-h100,1,8,dance,8,1,1,\n", 1, &[(3, "collective")]);
        check_rows("a,H100,1,8,all_reduce,8,1,1,\n", 0, &[(2, "preset")]);
        check_rows("a,dgx-h100,1,8,all_reduce,-8,1,1,\n", 0, &[(2, "bytes")]);
        check_rows("a,dgx-h100,1,8,all_reduce,1e300,1,1,\n", 0, &[(2, "bytes")]);
        check_rows("a,dgx-h100,1,8,all_reduce,8,nan,1,\n", 0, &[(2, "time_us")]);
        check_rows("a,dgx-h100,1,8,all_reduce,8,,0,\n", 0, &[(2, "neither")]);
        check_rows("a,dgx-h100,1,8,all_reduce,8,1e-300,1,\n", 0, &[(2, "time_us")]);
        check_rows("a,dgx-h100,1,8,all_reduce,0.5,1,1,\n", 0, &[(2, "bytes")]);
        check_rows("a,dgx-h100\n", 0, &[(2, "")]);
    }

    /// A row of two DGX H100 with these cells for the columns.
    fn one(columns: &str, cells: &str) -> Result<Row, String> {
        let text = format!(
            "id,preset,nodes,gpus,collective,bytes,time_us,{columns}\na,dgx-h100,2,16,all_reduce,8,1,{cells}\n"
        );
        let mut read = read(text.as_bytes()).unwrap();
        read.rows.pop().ok_or_else(|| read.bad[0].1.say(Lang::En))
    }

    #[test]
    fn columns_that_may_be_left_out_are_read_or_named() {
        const NETWORK: &str = "nics,nic_gbit,network,transport,sums";
        let network =
            |cells: &str| one(NETWORK, cells).map(|row| row.fabric.map(|fabric| (fabric.nics_per_node, fabric.adds)));
        assert_eq!(network(",,,,"), Ok(None));
        assert_eq!(network("4,200,ethernet,efa-host,"), Ok(Some((4, false))));
        assert_eq!(network("8,400,infini-band,rdma,yes"), Ok(Some((8, true))));
        let wrong = |columns: &str, cells: &str, name: &str| {
            assert!(one(columns, cells).is_err_and(|why| why.contains(name)), "{columns}: {cells}");
        };
        wrong(NETWORK, "8,400,,rdma,", "network");
        wrong(NETWORK, "8,400,ethernet,pigeons,", "transport");
        wrong(NETWORK, "8,,ethernet,rdma,", "nic_gbit");
        wrong(NETWORK, "8,400,ethernet,rdma,no", "sums");
        wrong("racks", "two", "racks");
        wrong("launch", "-g 8", "launch");
        wrong("forced", "ring|NVLS", "forced");
        wrong("assumed", "everything", "assumed");
        wrong("doubted", "maybe", "doubted");
        let all = one("racks,launch,forced,assumed,doubted", "3,one-process,ring|double-binary-tree,cards|network,yes")
            .unwrap();
        assert_eq!(
            (all.racks, all.launch, all.algorithms.len(), all.assumed.len(), all.doubted),
            (Some(3), Launch::OneProcess, 2, 2, true)
        );
    }

    #[test]
    fn lines_are_counted_right_with_either_ending() {
        let text = format!("{HEADER}a,dgx-h100,1,8,all_reduce,8,1,1,\na,dgx-h100,0,8,all_reduce,8,1,1,\n");
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            assert_eq!(read(text.as_bytes()).unwrap().bad[0].0, 3);
        }
    }

    #[test]
    fn of_an_endless_name_the_beginning_is_read() {
        let row = one("system", &"1x".repeat(100_000)).unwrap();
        assert_eq!(row.system.len(), LIMIT_TEXT);
    }

    #[test]
    fn a_file_without_the_columns_is_refused() {
        assert!(read("x,y\n1,2\n".as_bytes()).unwrap_err().say(Lang::En).contains("“id”"));
        assert!(read(&[0xff, 0xfe, 0x00]).is_err());
    }
}
