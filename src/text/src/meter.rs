//! Arguments that follow a run: a value for every instant.

use super::Arg;
use kitchen_units::Time;
use kitchen_units::order;
use kitchen_units::wire::Wire;

/// An argument that follows the run: its value at an instant.
#[derive(Clone, Debug, PartialEq)]
pub enum Meter {
    /// The value of the last step that has come; the first one's before that.
    Steps(Vec<(Time, Arg)>),
    /// How many of these instants, in order, have come.
    Come(Vec<Time>),
    /// How many of them are to come.
    ToCome(Vec<Time>),
    /// The share of this span, counted from zero, that has passed: tenths of a percent, rounded down, as races' bars say it.
    Share(Time),
    /// How many times this span, counted from zero, has passed: tenths, rounded down.
    Times(Time),
}

impl Meter {
    /// A value that does not change.
    pub fn fixed(value: impl Into<Arg>) -> Meter {
        Meter::Steps(vec![(Time::ZERO, value.into())])
    }

    /// How many of these instants have come.
    pub fn come(mut instants: Vec<Time>) -> Meter {
        order::sort(&mut instants);
        Meter::Come(instants)
    }

    /// How many of these instants are to come.
    pub fn to_come(mut instants: Vec<Time>) -> Meter {
        order::sort(&mut instants);
        Meter::ToCome(instants)
    }

    /// Equal at two instants exactly where the value is.
    pub fn stamp(&self, t: Time) -> u64 {
        match self {
            Meter::Steps(steps) => steps.partition_point(|step| step.0 <= t) as u64,
            Meter::Come(instants) | Meter::ToCome(instants) => instants.partition_point(|&at| at <= t) as u64,
            Meter::Share(whole) => part(t.min(*whole), *whole, 1000),
            Meter::Times(whole) => part(t, *whole, 10),
        }
    }

    /// The value at `t`.
    pub fn at(&self, t: Time) -> Arg {
        let stamp = self.stamp(t);
        let count = |n: u64| Arg::Int(i64::try_from(n).unwrap_or(i64::MAX));
        match self {
            Meter::Steps(steps) => {
                let step = steps.get((stamp as usize).saturating_sub(1));
                step.map_or(Arg::Int(0), |(_, arg)| arg.clone())
            }
            Meter::Come(_) => count(stamp),
            Meter::ToCome(instants) => count(instants.len() as u64 - stamp),
            Meter::Share(_) => Arg::Percent(stamp as f64 / 1000.0),
            Meter::Times(_) => Arg::Number(stamp as f64 / 10.0, 1),
        }
    }
}

impl Wire for Meter {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Meter::Steps(steps) => {
                out.push(0);
                steps.put(out);
            }
            Meter::Come(instants) => {
                out.push(1);
                instants.put(out);
            }
            Meter::ToCome(instants) => {
                out.push(2);
                instants.put(out);
            }
            Meter::Share(whole) => (3_u8, *whole).put(out),
            Meter::Times(whole) => (4_u8, *whole).put(out),
        }
    }

    fn take(from: &mut &[u8]) -> Option<Meter> {
        match u8::take(from)? {
            0 => Wire::take(from).map(Meter::Steps),
            1 => Wire::take(from).map(Meter::Come),
            2 => Wire::take(from).map(Meter::ToCome),
            3 => Wire::take(from).map(Meter::Share),
            4 => Wire::take(from).map(Meter::Times),
            _ => None,
        }
    }
}

/// So many parts of `whole` have passed at `t`, rounded down.
fn part(t: Time, whole: Time, parts: u64) -> u64 {
    let passed = u128::from(t.0) * u128::from(parts) / u128::from(whole.0.max(1));
    u64::try_from(passed).unwrap_or(u64::MAX)
}

impl Meter {
    /// When the value next changes; never for one that is no step.
    pub fn change_after(&self, t: Time) -> Time {
        let Meter::Steps(steps) = self else { return Time::MAX };
        steps.get(steps.partition_point(|step| step.0 <= t)).map_or(Time::MAX, |step| step.0)
    }
}
