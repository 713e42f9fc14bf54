//! A training job on many servers: what fails how often, what a checkpoint takes, how long it takes to go on.

use crate::text::{Line, key};
use crate::units::{Bytes, Rate, Time};

/// The most servers of a job, and the most in reserve.
pub const MAX_SERVERS: u32 = 131_072;
/// The most checkpoints and failures of a simulation.
pub const MAX_EVENTS: u64 = 4_000_000;
/// The longest simulation: whole picoseconds hold 213 days.
pub const MAX_DAYS: u32 = 200;
/// Bytes of state for each parameter: a 32-bit weight and Adam's two moments, from which the 16-bit weights are made again
/// (Rajbhandari et al., "ZeRO", SC'20 section 3.1: 12 of the 16 bytes; gradients are not kept).
pub const STATE_BYTES: u64 = 12;

/// A job. One server that fails stops all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct City {
    /// Servers that work.
    pub servers: u32,
    /// Servers that stand ready to take a failed one's place.
    pub spares: u32,
    /// Mean time between failures of one server in seconds (more than picoseconds can count): failures are independent and
    /// come at a constant rate.
    pub mtbf_s: u64,
    /// Work between the end of one checkpoint and the beginning of the next.
    pub period: Time,
    /// How long all stand still to write a checkpoint.
    pub write: Time,
    /// From a failure until it is known which server it was.
    pub detect: Time,
    /// From there until work goes on, reading the checkpoint included; a failure meanwhile begins it anew.
    pub restart: Time,
    /// Until a failed server is in reserve again.
    pub repair: Time,
}

impl City {
    /// How long a state takes to write, or to read, at a storage's rate.
    pub fn transfer(parameters: u64, rate: Rate) -> Time {
        rate.time_for(Bytes(parameters.saturating_mul(STATE_BYTES)))
    }

    /// Mean time between failures of any of its servers, in picoseconds.
    pub fn between(&self) -> f64 {
        self.mtbf_s as f64 * 1e12 / f64::from(self.servers.max(1))
    }

    /// Whether it can be simulated for so long.
    ///
    /// # Errors
    /// What is out of its range, or too much.
    pub fn check(&self, span: Time) -> Result<(), FaultError> {
        for (what, value) in [("servers", self.servers), ("spares", self.spares.max(1))] {
            if !(1..=MAX_SERVERS).contains(&value) {
                return Err(FaultError::Range { what, value: value.into(), most: MAX_SERVERS });
            }
        }
        let day = 86_400 * 1_000_000_000_000_u64;
        if span == Time::ZERO || span.0 > u64::from(MAX_DAYS) * day {
            return Err(FaultError::Range { what: "days", value: span.0 / day, most: MAX_DAYS });
        }
        if self.period == Time::ZERO || self.mtbf_s == 0 {
            return Err(FaultError::Still);
        }
        let cycles = span.0 / (self.period + self.write).0.max(1);
        let failures = span.0 as f64 / self.between();
        if cycles > MAX_EVENTS || failures > MAX_EVENTS as f64 {
            return Err(FaultError::Events);
        }
        Ok(())
    }
}

/// Why a job cannot be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultError {
    /// A count is not from 1 to `most`.
    Range { what: &'static str, value: u64, most: u32 },
    /// No time between checkpoints, or between failures.
    Still,
    /// More than [`MAX_EVENTS`] checkpoints or failures.
    Events,
}

impl FaultError {
    /// The sentence for the reader.
    pub fn line(self) -> Line {
        match self {
            FaultError::Range { what, value, most } => Line::new(key::ERR_FAULTS_RANGE)
                .text("what", what)
                .int("value", i64::try_from(value).unwrap_or(i64::MAX))
                .int("most", most.into()),
            FaultError::Still => Line::new(key::ERR_FAULTS_STILL),
            FaultError::Events => Line::new(key::ERR_FAULTS_EVENTS).int("most", (MAX_EVENTS / 1_000_000) as i64),
        }
    }
}
