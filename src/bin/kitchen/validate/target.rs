//! What an error was to be at most, fixed before any row was run, and what was found.

use kitchen_text::{Key, Lang, Line, key};
use serde::Serialize;

use crate::say::round;

/// A limit on a figure of some rows' errors.
#[derive(Serialize)]
pub(super) struct Target {
    name: String,
    found_percent: f64,
    limit_percent: f64,
    pub(super) met: bool,
    #[serde(skip)]
    what: Line,
}

impl Target {
    /// `figure` is the median, or another figure, of the rows called `rows`.
    pub(super) fn new(figure: Key, rows: Key, found: f64, limit: f64) -> Target {
        let what = Line::new(figure).key("size", rows);
        let name = what.say(Lang::En);
        Target { name, found_percent: round(found, 2), limit_percent: limit, met: found <= limit, what }
    }

    pub(super) fn missed(&self) -> Line {
        let line = Line::new(key::VALIDATE_ABOVE_TARGET).line("what", self.what.clone());
        line.number("found", self.found_percent, 1).text("limit", self.limit_percent.to_string())
    }

    pub(super) fn told(&self) -> Line {
        let verdict = if self.met { key::VALIDATE_MET } else { key::VALIDATE_MISSED };
        let line = Line::new(key::VALIDATE_TARGET).line("what", self.what.clone());
        line.number("found", self.found_percent, 1).number("limit", self.limit_percent, 0).key("verdict", verdict)
    }
}
