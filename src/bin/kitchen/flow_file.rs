//! Flows that are written down: a CSV file of source, destination, bytes and start. The file is hostile until read: every line that
//! makes no sense is told with its number, and then nothing is run.

use std::path::Path;

use kitchen_core::packet::plan::MAX_FLOWS;
use kitchen_core::packet::{Flow, PacketError};
use kitchen_core::units::{Bytes, Time};
use kitchen_story::scenario::raw::quote;
use kitchen_story::scenario::size;
use kitchen_story::sentences::Sentence as _;
use kitchen_text::{Lang, Line, count, key, msg};

use crate::out::{self, Done};
use crate::say::{self, Failure};

/// Longer files hold more flows than a run may have.
const LIMIT_BYTES: u64 = 8 << 20;
/// The latest start, µs: an hour.
const LATEST_US: f64 = 3.6e9;
/// So many wrong lines are told one by one.
const TOLD: usize = 20;
/// The columns, as the first line may name them.
const HEADER: [&str; 4] = ["source", "destination", "bytes", "start_us"];

/// What is in a file: its flows, or all that is wrong with it.
pub(crate) enum Read {
    Flows(Vec<Flow>),
    Wrong(Done),
}

/// Reads a file of flows among so many hosts, each of at most `max` bytes.
pub(crate) fn read(path: &Path, hosts: u32, max: Bytes, lang: Lang) -> Result<Read, Failure> {
    let name = path.display().to_string();
    let fail = |line: Line| Failure::new(name.clone(), line);
    let bytes = say::file(path, LIMIT_BYTES, Line::from(msg::CliFileLarge { max: Bytes(LIMIT_BYTES) }))?;
    let text = String::from_utf8(bytes)
        .map_err(|error| fail(Line::from(msg::ErrFileOpen { why: error.utf8_error().to_string().into() })))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let (mut flows, mut wrong, mut has_header) = (Vec::new(), Vec::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if !has_header && flows.is_empty() && cells == HEADER {
            has_header = true;
            continue;
        }
        match flow(&cells, hosts, max) {
            Ok(flow) => flows.push(flow),
            Err(why) => wrong.push((number, why)),
        }
    }
    if !wrong.is_empty() {
        return Ok(Read::Wrong(refused(&name, wrong, lang)));
    }
    if flows.len() > MAX_FLOWS {
        return Err(fail(Line::from(msg::CliFileRows { max: count(MAX_FLOWS) })));
    }
    if flows.is_empty() { Err(fail(Line::new(key::FLOW_FILE_EMPTY))) } else { Ok(Read::Flows(flows)) }
}

/// A line's flow, or why it is none.
fn flow(cells: &[&str], hosts: u32, max: Bytes) -> Result<Flow, Line> {
    let &[src, dst, bytes, start] = cells else {
        return Err(Line::from(msg::FlowFileColumns { n: count(cells.len()) }));
    };
    let host = |text: &str| {
        let host = text.parse::<u32>().ok().filter(|host| *host < hosts);
        host.ok_or_else(|| {
            Line::from(msg::FlowFileHost { value: quote(text).into(), most: hosts.saturating_sub(1).into() })
        })
    };
    let (src, dst) = (host(src)?, host(dst)?);
    if src == dst {
        return Err(PacketError::Itself { host: src }.line());
    }
    let bytes = size::parse(bytes)
        .filter(|bytes| (1..=max.0).contains(&bytes.0))
        .ok_or_else(|| Line::from(msg::ErrFlagBytes { value: quote(bytes).into(), max }))?;
    let us = start.parse::<f64>().ok().filter(|us| (0.0..=LATEST_US).contains(us));
    let us = us.ok_or_else(|| Line::from(msg::FlowFileStart { value: quote(start).into() }))?;
    Ok(Flow { src, dst, bytes, start: Time((us * 1e6).round() as u64) })
}

/// A sentence for each wrong line, up to a limit.
fn refused(name: &str, wrong: Vec<(i64, Line)>, lang: Lang) -> Done {
    let more = wrong.len().saturating_sub(TOLD);
    let sentence = |line: Line| Failure::new(name, line).say(lang);
    let mut notes: Vec<String> = wrong
        .into_iter()
        .take(TOLD)
        .map(|(line, why)| sentence(Line::from(msg::FlowFileLine { line, why: why.into() })))
        .collect();
    if more > 0 {
        notes.push(sentence(Line::from(msg::FlowFileMore { n: count(more) })));
    }
    Done { text: String::new(), notes, status: out::REFUSED }
}
