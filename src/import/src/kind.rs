//! What a file is, by what is in it: a name may be missing, or lie.

use serde::Serialize;

use crate::model::{self, Model};
use crate::problem::Problem;
use crate::trace::{self, Reader, Trace};
use crate::tree;

/// The longest file that is read as a whole, bytes; traces are read piece by piece.
pub const MOST_WHOLE: u64 = 64 << 20;

/// What a file says, with its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Found {
    Model(Model),
    Trace(Trace),
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
    let text = str::from_utf8(bytes).map_err(|_| Problem::NotText)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tree = tree::json(text)?;
    model::read(&tree).map(Found::Model)
}
