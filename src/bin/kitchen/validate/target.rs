//! What an error was to be at most, fixed before any row was run, and what was found.

use kitchen_text::{Key, Lang, Line, Number, key, msg};
use serde::Serialize;

use super::report::Spread;
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
    /// The median and the 90th percentile of the rows called `rows`, against their limits.
    pub(super) fn both(rows: Key, spread: &Spread, [median, p90]: [f64; 2]) -> [Target; 2] {
        [
            Target::new(msg::ValidateMedianOf { size: rows.into() }.into(), spread.median, median),
            Target::new(msg::ValidateP90Of { size: rows.into() }.into(), spread.p90, p90),
        ]
    }

    fn new(what: Line, found: f64, limit: f64) -> Target {
        let name = what.say(Lang::En);
        Target { name, found_percent: round(found, 2), limit_percent: limit, met: found <= limit, what }
    }

    pub(super) fn missed(&self) -> Line {
        Line::from(msg::ValidateAboveTarget {
            what: self.what.clone().into(),
            found: Number(self.found_percent, 1),
            limit: self.limit_percent.to_string().into(),
        })
    }

    pub(super) fn told(&self) -> Line {
        let verdict = if self.met { key::VALIDATE_MET } else { key::VALIDATE_MISSED };
        Line::from(msg::ValidateTarget {
            what: self.what.clone().into(),
            found: Number(self.found_percent, 1),
            limit: Number(self.limit_percent, 0),
            verdict: verdict.into(),
        })
    }
}
