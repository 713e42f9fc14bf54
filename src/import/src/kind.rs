//! What a file is, by what is in it: a name may be missing, or lie.

use serde::Serialize;

use crate::launch::{self, Launch};
use crate::model::{self, Model};
use crate::nccl_log::{self, NcclLog};
use crate::nccl_tests::{self, NcclTests};
use crate::problem::Problem;
use crate::topology::{self, Topology};
use crate::trace::{self, Reader, Trace};
use crate::tree;

/// The longest file that is read as a whole, bytes; traces are read piece by piece.
pub const MOST_WHOLE: u64 = 64 << 20;

/// The longest of other files than traces and logs, bytes.
const MOST_SMALL: usize = 8 << 20;

/// What a file says, with its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Found {
    Model(Model),
    Trace(Trace),
    Topology(Topology),
    NcclLog(NcclLog),
    NcclTests(NcclTests),
    Launch(Launch),
}

/// Whether a file that begins so is a trace, which can be read piece by piece with [`Reader`](crate::Reader).
pub fn is_trace(head: &[u8]) -> bool {
    trace::is(&String::from_utf8_lossy(&trace::head(head)))
}

/// What a file says, whatever it is.
///
/// # Errors
/// It is of no known kind, or is broken.
pub fn read(bytes: &[u8]) -> Result<Found, Problem> {
    if bytes.is_empty() {
        return Err(Problem::Empty);
    }
    if is_trace(bytes) {
        let mut reader = Reader::default();
        reader.feed(bytes)?;
        return reader.finish().map(Found::Trace);
    }
    if bytes.len() as u64 > MOST_WHOLE {
        return Err(Problem::Large { most: MOST_WHOLE });
    }
    text(str::from_utf8(bytes).map_err(|_| Problem::NotText)?)
}

fn text(text: &str) -> Result<Found, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A log may have a run of nccl-tests around it.
    if nccl_log::is(text) {
        return nccl_log::read(text).map(Found::NcclLog);
    }
    if text.len() > MOST_SMALL {
        return Err(Problem::Large { most: MOST_SMALL as u64 });
    }
    if topology::is_xml(text) {
        return topology::xml(text).map(Found::Topology);
    }
    if topology::is_topo_m(text) {
        return topology::topo_m(text).map(Found::Topology);
    }
    if topology::is_slurm(text) {
        return topology::slurm(text).map(Found::Topology);
    }
    if nccl_tests::is(text) {
        return nccl_tests::read(text).map(Found::NcclTests);
    }
    if !text.trim_start().starts_with('{') && launch::is_shell(text) {
        return launch::shell(text).map(Found::Launch);
    }
    document(text)
}

/// JSON, TOML or YAML: a model's configuration, or a job's.
fn document(text: &str) -> Result<Found, Problem> {
    let is_section = |line: &str| {
        let name = line.trim_end().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    let is_sectioned = text.lines().any(is_section);
    let is_braced = text.trim_start().starts_with('{') || (text.trim_start().starts_with('[') && !is_sectioned);
    let tree = if is_braced {
        // What begins as JSON may be YAML, which takes more: commas at the end, remarks, words to be replaced.
        tree::json(text).or_else(|wrong| tree::yaml(text).ok().filter(launch::is_config).ok_or(wrong))?
    } else if is_sectioned {
        tree::toml(text)?
    } else {
        // Any text may be YAML: that it is broken is told where it names what a job has.
        tree::yaml(text).map_err(|wrong| if launch::names(text) { wrong } else { Problem::Unknown })?
    };
    if launch::is_config(&tree) && !model::is(&tree) {
        return launch::config(&tree).map(Found::Launch);
    }
    match &tree {
        _ if is_braced || model::is(&tree) => model::read(&tree).map(Found::Model),
        _ => Err(Problem::Unknown),
    }
}
