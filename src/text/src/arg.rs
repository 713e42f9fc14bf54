//! What is put into a message: one type for each kind of quantity, so that a message's struct says which it takes.

use super::{Key, Line, Meter};
use kitchen_units::wire::Wire;
use kitchen_units::{Bytes, Rate, Time};

/// A value put into a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Int(i64),
    Text(String),
    /// Another message, looked up in the language of the whole.
    Key(Key),
    /// A message with arguments of its own.
    Line(Box<Line>),
    /// Quantities, written by [`mod@super::format`].
    Time(Time),
    Bytes(Bytes),
    /// Bytes in decimal units.
    BytesDecimal(Bytes),
    Rate(Rate),
    /// A ratio: 0.339 is written 33.9%.
    Percent(f64),
    /// A number with so many decimals.
    Number(f64, u8),
    /// Floating-point operations.
    Flops(f64),
    /// Floating-point operations per second.
    FlopRate(f64),
    /// A value that follows the run; where no instant is given, it is the first.
    Live(Box<Meter>),
}

/// A name, a message, or a message with its arguments: whatever is said inside another sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Words {
    Text(String),
    Key(Key),
    Line(Box<Line>),
}

/// A number with so many decimals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64, pub u8);

/// A ratio: 0.339 is written 33.9%.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percent(pub f64);

/// Bytes written in decimal units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BytesDecimal(pub Bytes);

/// Floating-point operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flops(pub f64);

/// Floating-point operations per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlopRate(pub f64);

/// A count of things as messages take it.
pub fn count(things: usize) -> i64 {
    i64::try_from(things).unwrap_or(i64::MAX)
}

/// `From` for each pair of a type and what it becomes.
macro_rules! from {
    ($($from:ty as $to:ty: |$value:ident| $made:expr;)*) => {
        $(impl From<$from> for $to {
            fn from($value: $from) -> $to {
                $made
            }
        })*
    };
}

from! {
    i64 as Arg: |value| Arg::Int(value);
    Time as Arg: |value| Arg::Time(value);
    Bytes as Arg: |value| Arg::Bytes(value);
    BytesDecimal as Arg: |value| Arg::BytesDecimal(value.0);
    Rate as Arg: |value| Arg::Rate(value);
    Percent as Arg: |value| Arg::Percent(value.0);
    Number as Arg: |value| Arg::Number(value.0, value.1);
    Flops as Arg: |value| Arg::Flops(value.0);
    FlopRate as Arg: |value| Arg::FlopRate(value.0);
    Meter as Arg: |value| Arg::Live(Box::new(value));
    &str as Words: |text| Words::Text(text.to_owned());
    String as Words: |text| Words::Text(text);
    &String as Words: |text| Words::Text(text.clone());
    Key as Words: |key| Words::Key(key);
    Line as Words: |line| Words::Line(Box::new(line));
}

impl From<Words> for Arg {
    fn from(words: Words) -> Arg {
        match words {
            Words::Text(text) => Arg::Text(text),
            Words::Key(key) => Arg::Key(key),
            Words::Line(line) => Arg::Line(line),
        }
    }
}

impl Wire for Arg {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Arg::Int(value) => (0_u8, *value).put(out),
            Arg::Text(text) => {
                out.push(1);
                text.put(out);
            }
            Arg::Key(key) => (2_u8, *key).put(out),
            Arg::Line(line) => {
                out.push(3);
                line.put(out);
            }
            Arg::Time(time) => (4_u8, *time).put(out),
            Arg::Bytes(bytes) => (5_u8, *bytes).put(out),
            Arg::BytesDecimal(bytes) => (6_u8, *bytes).put(out),
            Arg::Rate(rate) => (7_u8, *rate).put(out),
            Arg::Percent(ratio) => (8_u8, *ratio).put(out),
            Arg::Number(value, digits) => (9_u8, (*value, *digits)).put(out),
            Arg::Flops(flops) => (10_u8, *flops).put(out),
            Arg::FlopRate(rate) => (11_u8, *rate).put(out),
            Arg::Live(meter) => {
                out.push(12);
                meter.put(out);
            }
        }
    }

    fn take(from: &mut &[u8]) -> Option<Arg> {
        match u8::take(from)? {
            0 => Wire::take(from).map(Arg::Int),
            1 => Wire::take(from).map(Arg::Text),
            2 => Wire::take(from).map(Arg::Key),
            3 => Wire::take(from).map(Arg::Line),
            4 => Wire::take(from).map(Arg::Time),
            5 => Wire::take(from).map(Arg::Bytes),
            6 => Wire::take(from).map(Arg::BytesDecimal),
            7 => Wire::take(from).map(Arg::Rate),
            8 => Wire::take(from).map(Arg::Percent),
            9 => Wire::take(from).map(|(value, digits)| Arg::Number(value, digits)),
            10 => Wire::take(from).map(Arg::Flops),
            11 => Wire::take(from).map(Arg::FlopRate),
            12 => Wire::take(from).map(Arg::Live),
            _ => None,
        }
    }
}
