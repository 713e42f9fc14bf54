//! Every word a reader sees. Messages are written in Fluent files under `assets/locales`, a folder for each language; the build script
//! parses them, checks that Japanese and English have the same keys and arguments and that other languages have none else, and
//! compiles them into [packs](pack), so that no parser of Fluent travels with the page and a missing text is a compile error.
//!
//! `arg` and `typed`: what is put into a message, and a struct for each message; `meter`: values that follow a run; `format`: how
//! quantities are written; `lang`: the languages, and `languages`: how the build script finds them; `pack`: the texts, a pack for the page
//! and one for each chapter, in each language.

mod arg;
pub mod format;
mod lang;
#[cfg(test)]
#[path = "../build/languages.rs"]
mod languages;
mod meter;
pub mod pack;
mod typed;

mod table {
    include!(concat!(env!("OUT_DIR"), "/locales.rs"));
}

pub use arg::{Arg, BytesDecimal, FlopRate, Flops, Number, Percent, Words, count};
pub use lang::Lang;
pub use meter::Meter;
pub use table::key;
pub use typed::{Page, Pair, Reason, Shown, chapter, figure, msg, pair};

use pack::message;

use kitchen_units::Time;
use kitchen_units::wire::Wire;

/// A message's key: one constant each in [`key`], `pipeline-title` as `PIPELINE_TITLE`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(u16);

#[cfg(not(feature = "packed-text"))]
impl Key {
    /// The key of the message with that id, as written in the Fluent files: for pages that are written by a program.
    pub fn named(id: &str) -> Option<Key> {
        table::IDS.iter().position(|one| *one == id).map(|place| Key(place as u16))
    }
}

impl std::fmt::Debug for Key {
    #[cfg(not(feature = "packed-text"))]
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The id as written in the Fluent files.
        f.write_str(table::IDS[self.0 as usize])
    }

    #[cfg(feature = "packed-text")]
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Key({})", self.0)
    }
}

// How the build script lays a message down in one string: `ARG name END`, and `CHOICE name ONE text OTHER text CLOSE` for
// `{ $n -> [one] … *[other] … }`.
const ARG: u8 = 1;
const END: u8 = 2;
const CHOICE: u8 = 3;
const ONE: u8 = 4;
const OTHER: u8 = 5;
const CLOSE: u8 = 6;

/// A message with its arguments, in no language yet: what captions, errors and readouts are made of. A message that takes arguments
/// is written as its own struct in [`msg`], which becomes one of these.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Line {
    pub key: Key,
    pub args: Vec<(&'static str, Arg)>,
}

impl Line {
    /// A message that takes no arguments.
    pub const fn new(key: Key) -> Line {
        Line { key, args: Vec::new() }
    }

    /// The sentence at `t`: each value that follows the run as it is then.
    #[must_use]
    pub fn at(&self, t: Time) -> Line {
        let at = |arg: &Arg| match arg {
            Arg::Live(meter) => meter.at(t),
            Arg::Line(line) => Arg::Line(Box::new(line.at(t))),
            other => other.clone(),
        };
        Line { key: self.key, args: self.args.iter().map(|(name, arg)| (*name, at(arg))).collect() }
    }

    /// The sentence's own values that follow the run; one that is said inside another has none that change.
    pub fn meters(&self) -> impl Iterator<Item = &Meter> {
        self.args.iter().filter_map(|(_, arg)| if let Arg::Live(meter) = arg { Some(&**meter) } else { None })
    }

    /// The sentence in `lang`.
    pub fn say(&self, lang: Lang) -> String {
        let mut out = String::new();
        self.say_into(lang, &mut out);
        out
    }

    /// Appends the sentence in `lang` to `out`.
    pub fn say_into(&self, lang: Lang, out: &mut String) {
        say_with(lang, self.key, &self.args, out);
    }
}

/// Appends a message with its arguments in `lang` to `out`, for frames: unlike a [`Line`] it allocates nothing.
fn say_with(lang: Lang, key: Key, args: &[(&'static str, Arg)], out: &mut String) {
    write_message(message(lang, key), args, lang, out);
}

impl From<Key> for Line {
    fn from(key: Key) -> Line {
        Line::new(key)
    }
}

/// An argument's name crosses as its place among all that messages ask for.
impl Wire for Line {
    fn put(&self, out: &mut Vec<u8>) {
        self.key.put(out);
        self.args.len().put(out);
        for (name, value) in &self.args {
            // What no message asks for, no message misses.
            let place = table::ARGS.iter().position(|known| known == name).map_or(u16::MAX, |place| place as u16);
            place.put(out);
            value.put(out);
        }
    }

    fn take(from: &mut &[u8]) -> Option<Line> {
        let key = Key::take(from)?;
        let named = <Vec<(u16, Arg)>>::take(from)?;
        let name = |place: u16| table::ARGS.get(usize::from(place)).copied().unwrap_or_default();
        Some(Line { key, args: named.into_iter().map(|(place, value)| (name(place), value)).collect() })
    }
}

impl Wire for Key {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }

    fn take(from: &mut &[u8]) -> Option<Key> {
        u16::take(from).map(Key)
    }
}

/// The text of a message without arguments; empty for one with arguments, and where its pack is not here.
pub fn tr(lang: Lang, key: Key) -> &'static str {
    let text = message(lang, key);
    if text.bytes().any(|byte| byte == ARG || byte == CHOICE) { "" } else { text }
}

fn write_message(text: &str, args: &[(&'static str, Arg)], lang: Lang, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte == ARG || byte == CHOICE) {
        out.push_str(&rest[..at]);
        let is_choice = rest.as_bytes()[at] == CHOICE;
        let (name, tail) = cut(&rest[at + 1..], if is_choice { ONE } else { END });
        let value = args.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg);
        if is_choice {
            let (one, tail) = cut(tail, OTHER);
            let (other, tail) = cut(tail, CLOSE);
            write_message(if matches!(value, Some(Arg::Int(1))) { one } else { other }, args, lang, out);
            rest = tail;
            continue;
        }
        if let Some(arg) = value {
            write_arg(arg, lang, out);
        } else {
            debug_assert!(false, "argument {name} is missing");
            out.push('?');
        }
        rest = tail;
    }
    out.push_str(rest);
}

/// What comes before a mark and after it.
fn cut(text: &str, mark: u8) -> (&str, &str) {
    let at = text.bytes().position(|byte| byte == mark).unwrap_or(text.len());
    (&text[..at], text.get(at + 1..).unwrap_or(""))
}

fn write_arg(arg: &Arg, lang: Lang, out: &mut String) {
    match arg {
        Arg::Int(value) => format::push_int(out, *value),
        Arg::Text(text) => out.push_str(text),
        Arg::Key(key) => out.push_str(tr(lang, *key)),
        Arg::Line(line) => line.say_into(lang, out),
        Arg::Time(time) => format::push_time(out, *time),
        Arg::Bytes(bytes) => format::push_bytes(out, *bytes),
        Arg::BytesDecimal(bytes) => format::push_bytes_decimal(out, *bytes),
        Arg::Rate(rate) => format::push_rate(out, *rate),
        Arg::Percent(ratio) => format::push_percent(out, *ratio),
        Arg::Number(value, digits) => {
            format::push_number(out, *value, *digits);
        }
        Arg::Flops(flops) => format::push_flops(out, *flops),
        Arg::FlopRate(rate) => format::push_flop_rate(out, *rate),
        Arg::Live(meter) => write_arg(&meter.at(Time::ZERO), lang, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &Line, lang: Lang, expected: &str) {
        assert_eq!(line.say(lang), expected);
    }

    #[test]
    fn messages_take_arguments_in_every_language() {
        let line = Line::from(msg::ChefNumber { n: 3 });
        check(&line, Lang::Ja, "シェフ3");
        check(&line, Lang::En, "Chef 3");
        check(&line, Lang::Es, "Chef 3");
    }

    #[test]
    fn quantities_are_written_when_the_language_is_known() {
        let line =
            Line::from(msg::ValueOf { name: msg::ChefNumber { n: 1 }.into(), value: (Time::from_us(42)).into() });
        check(&line, Lang::Ja, "シェフ1：42.0\u{a0}µs");
        check(&line, Lang::En, "Chef 1: 42.0\u{a0}µs");
    }

    #[test]
    fn no_mark_of_the_tables_reaches_the_reader() {
        for lang in Lang::ALL {
            for index in 0..table::IDS.len() as u16 {
                let text = message(lang, Key(index));
                let marks = |mark: u8| text.bytes().filter(|&byte| byte == mark).count();
                assert_eq!(marks(ARG), marks(END), "{text}");
                assert_eq!(
                    (marks(CHOICE), marks(ONE), marks(OTHER)),
                    (marks(CLOSE), marks(CLOSE), marks(CLOSE)),
                    "{text}"
                );
                assert!(!text.is_empty() || Key(index) == key::LANGUAGE_GAP, "{:?}", Key(index));
            }
        }
        check(
            &Line::from(msg::PipelineBeatDrain { p: 4, busy: 1, time: Time(1_000_000) }),
            Lang::En,
            "Chef 4 had nothing left to do at 1.00\u{a0}µs. 1 other chef was still in the relay then.",
        );
        check(
            &Line::from(msg::PipelineBeatDrain { p: 4, busy: 3, time: Time(1_000_000) }),
            Lang::En,
            "Chef 4 had nothing left to do at 1.00\u{a0}µs. 3 other chefs were still in the relay then.",
        );
        assert_eq!(tr(Lang::En, key::PIPELINE_BEAT_DRAIN), "", "arguments are missing");
    }

    #[test]
    fn one_is_told_from_many() {
        check(&Line::from(msg::ChefCount { n: 1 }), Lang::En, "1 chef");
        check(&Line::from(msg::ChefCount { n: 8 }), Lang::En, "8 chefs");
        let bowls = |bowls: i64| msg::PrologueBeatEnd {
            bowls,
            time: Time(1_000_000),
            gain: Number(1.6, 1),
            idle: Percent(0.2),
        };
        check(
            &Line::from(bowls(1)),
            Lang::Es,
            "En 1 tazón: 1.00\u{a0}µs, 1.6 veces la velocidad. La espera aún se lleva 20%.",
        );
        check(
            &Line::from(bowls(4)),
            Lang::Es,
            "En 4 tazones: 1.00\u{a0}µs, 1.6 veces la velocidad. La espera aún se lleva 20%.",
        );
    }
}
