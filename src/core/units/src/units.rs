//! Quantities with their units. Time is an integer number of picoseconds, so that a run is the same bit for bit on
//! every platform; rates are floating point, and only `+ - * /` (exact by IEEE 754 everywhere) touch them.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

/// A span or an instant of simulated time, in picoseconds. The longest is about 213 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub u64);

impl Time {
    /// No time.
    pub const ZERO: Time = Time(0);
    /// Longer than anything.
    pub const MAX: Time = Time(u64::MAX);

    /// So many nanoseconds.
    pub const fn from_ns(ns: u64) -> Time {
        Time(ns.saturating_mul(1_000))
    }

    /// So many microseconds.
    pub const fn from_us(us: u64) -> Time {
        Time(us.saturating_mul(1_000_000))
    }

    /// Rounds to the nearest picosecond; negative and NaN become zero, too large becomes [`Time::MAX`].
    pub fn from_secs_f64(seconds: f64) -> Time {
        Time((seconds * 1e12 + 0.5) as u64)
    }

    /// See [`Time::from_secs_f64`].
    pub fn from_us_f64(us: f64) -> Time {
        Time((us * 1e6 + 0.5) as u64)
    }

    /// Seconds.
    pub fn as_secs(self) -> f64 {
        self.0 as f64 / 1e12
    }

    /// Microseconds.
    pub fn as_us(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// The difference, or none.
    #[must_use]
    pub const fn saturating_sub(self, other: Time) -> Time {
        Time(self.0.saturating_sub(other.0))
    }
}

/// Saturates at [`Time::MAX`]: a run that long has already been refused by the limits.
impl Add for Time {
    type Output = Time;
    fn add(self, other: Time) -> Time {
        Time(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Time {
    fn add_assign(&mut self, other: Time) {
        *self = *self + other;
    }
}

/// Panics in debug builds when `other` is later; use [`Time::saturating_sub`] where that can happen.
impl Sub for Time {
    type Output = Time;
    fn sub(self, other: Time) -> Time {
        Time(self.0 - other.0)
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bytes(pub u64);

impl Bytes {
    /// No byte.
    pub const ZERO: Bytes = Bytes(0);

    /// So many times 1,024 bytes.
    pub const fn kib(n: u64) -> Bytes {
        Bytes(n << 10)
    }

    /// So many times 1,024² bytes.
    pub const fn mib(n: u64) -> Bytes {
        Bytes(n << 20)
    }

    /// So many times 1,024³ bytes.
    pub const fn gib(n: u64) -> Bytes {
        Bytes(n << 30)
    }
}

/// A data rate in bytes per second, finite and not negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rate(f64);

impl Rate {
    /// No byte a second.
    pub const ZERO: Rate = Rate(0.0);

    /// Bytes per second; negative, NaN and infinite become zero.
    pub const fn bytes_per_s(value: f64) -> Rate {
        if value.is_finite() && value > 0.0 { Rate(value) } else { Rate::ZERO }
    }

    /// Decimal gigabytes per second, as data sheets and nccl-tests count.
    pub const fn gb_per_s(value: f64) -> Rate {
        Rate::bytes_per_s(value * 1e9)
    }

    /// Gigabits per second, as network cards are sold.
    pub const fn gbit_per_s(value: f64) -> Rate {
        Rate::bytes_per_s(value * 1e9 / 8.0)
    }

    /// Bytes a second.
    pub const fn as_bytes_per_s(self) -> f64 {
        self.0
    }

    /// Decimal gigabytes a second.
    pub const fn as_gb_per_s(self) -> f64 {
        self.0 / 1e9
    }

    /// The time to move `bytes` at this rate, rounded up to a picosecond; [`Time::MAX`] at rate zero.
    pub fn time_for(self, bytes: Bytes) -> Time {
        if bytes.0 == 0 {
            return Time::ZERO;
        }
        if self.0 <= 0.0 {
            return Time::MAX;
        }
        Time((bytes.0 as f64 * 1e12 / self.0).ceil() as u64)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whole numbers: the standard library's floats are much code for a page to fetch.
        let hundredths = |unit: u64, name: &str, f: &mut fmt::Formatter<'_>| {
            let value = (u128::from(self.0) * 100 + u128::from(unit / 2)) / u128::from(unit);
            write!(f, "{}.{:02} {name}", value / 100, value % 100)
        };
        match self.0 {
            0..1_000_000 => hundredths(1_000, "ns", f),
            1_000_000..1_000_000_000 => hundredths(1_000_000, "µs", f),
            1_000_000_000..1_000_000_000_000 => hundredths(1_000_000_000, "ms", f),
            _ => hundredths(1_000_000_000_000, "s", f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rate_gb_per_s: f64, bytes: u64, expected_ps: u64) {
        assert_eq!(Rate::gb_per_s(rate_gb_per_s).time_for(Bytes(bytes)), Time(expected_ps));
    }

    #[test]
    fn transfer_times_round_up_to_a_picosecond() {
        check(1.0, 1, 1_000);
        check(3.0, 1, 334);
        check(450.0, 1 << 30, 2_386_092_943);
        check(1.0, 0, 0);
        check(0.0, 1, u64::MAX);
        check(f64::NAN, 1, u64::MAX);
    }
}
