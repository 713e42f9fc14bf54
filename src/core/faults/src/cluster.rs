//! The servers of a training job: how often they fail, what a checkpoint takes, how long a restart takes.

use kitchen_units::{Bytes, Rate, Time};

/// The most servers of a job, and the most spares.
pub const MAX_SERVERS: u32 = 131_072;
/// The most checkpoints and failures of a simulation.
pub const MAX_EVENTS: u64 = 4_000_000;
/// The most failures that are named beside those that are drawn.
pub const MAX_NAMED: usize = 64;
/// The longest simulation: whole picoseconds hold 213 days.
pub const MAX_DAYS: u32 = 200;
/// Bytes of state for each parameter: a 32-bit weight and Adam's two moments, from which the 16-bit weights are made again
/// (Rajbhandari et al., "ZeRO", SC'20 section 3.1: 12 of the 16 bytes; gradients are not kept).
pub const STATE_BYTES: u64 = 12;

/// The servers of one synchronous training job: a failure of one stops all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// Servers that train.
    pub servers: u32,
    /// Spare servers that can replace a failed one.
    pub spares: u32,
    /// Mean time between failures of one server in seconds (more than picoseconds can count): failures are independent and
    /// come at a constant rate.
    pub mtbf_s: u64,
    /// Checkpoint period: training between the end of one checkpoint and the beginning of the next.
    pub period: Time,
    /// How long training stops to write a checkpoint.
    pub write: Time,
    /// From a failure until the failed server is identified.
    pub detect: Time,
    /// From there until training goes on, reading the checkpoint included; a failure meanwhile restarts it.
    pub restart: Time,
    /// From its failure until a repaired server is a spare again.
    pub repair: Time,
}

impl Cluster {
    /// How long a state takes to write, or to read, at a storage's rate.
    pub fn transfer(parameters: u64, rate: Rate) -> Time {
        rate.time_for(Bytes(parameters.saturating_mul(STATE_BYTES)))
    }

    /// Mean time between failures of the job, that is of any of its servers, in picoseconds.
    pub fn mtbf_ps(&self) -> f64 {
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
            return Err(FaultError::ZeroInterval);
        }
        let cycles = span.0 / (self.period + self.write).0.max(1);
        let failures = span.0 as f64 / self.mtbf_ps();
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
    ZeroInterval,
    /// More than [`MAX_EVENTS`] checkpoints or failures.
    Events,
}
