//! One event of a trace.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// The latest time, µs: the year 2096 since the epoch. The earliest is a quarter of that before it. Differences of two fit in 64 bits then.
const LATEST_US: f64 = 4e15;

/// The fields that are read; numbers may be whole or not.
#[derive(Debug, Deserialize)]
pub(super) struct Event<'a> {
    #[serde(borrow, default)]
    pub(super) name: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) cat: Cow<'a, str>,
    ts: Option<f64>,
    dur: Option<f64>,
    /// Looked into for communication alone.
    #[serde(borrow, default)]
    pub(super) args: Option<&'a RawValue>,
}

pub(super) fn read(text: &str) -> serde_json::Result<Event<'_>> {
    serde_json::from_str(text)
}

impl Event<'_> {
    /// Start and end in nanoseconds, of an event that has a duration.
    pub(super) fn span(&self) -> Option<(i64, i64)> {
        let (ts, dur) = (self.ts?, self.dur?);
        let is_time = ts >= -LATEST_US / 4.0 && dur >= 0.0 && ts + dur <= LATEST_US;
        // Since the epoch there are more nanoseconds than a float holds, but fewer microseconds.
        let ns = |us: f64| us.trunc() as i64 * 1000 + (us.fract() * 1e3).round() as i64;
        is_time.then(|| (ns(ts), ns(ts) + ns(dur)))
    }
}
