//! Raw to valid: keys and values as text, from a link, a scenario file or flags, become the nearest valid scenario and
//! one sentence for each thing that had to be changed.

use kitchen_core::units::Bytes;
use kitchen_text::{Arg, Line, Words, msg};

use super::kind::{Kind, Param, Range, Scenario};
use super::size;

/// How much of a reader's own text is repeated in a sentence.
const QUOTE_CHARS: usize = 40;
/// Letters of what a reader made by hand, at most.
const MOST_MADE: usize = 1024;
/// How many sentences are given at most; a reader repairs a few at a time.
pub const MAX_PROBLEMS: usize = 8;

/// Reads the parameters of a kind. What is missing takes its default; what is wrong takes the nearest valid value or the
/// default, with a sentence.
pub fn parse<'a>(kind: Kind, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Scenario, Vec<Line>) {
    let mut scenario = Scenario::default_for(kind);
    let mut seen = vec![false; scenario.values.len()];
    let mut problems = Vec::new();
    for (name, text) in pairs {
        if kind.made.is_some_and(|(made, _)| made == name) {
            if is_made(text) {
                text.clone_into(&mut scenario.made);
            } else {
                report(&mut problems, || Line::from(msg::ErrMade { key: quote(name).into() }));
            }
            continue;
        }
        match kind.position(name) {
            None => match (kind.replaced)(name, text) {
                Some((index, value, line)) => {
                    if !seen[index] {
                        scenario.values[index] = value;
                    }
                    report(&mut problems, || line);
                }
                None => report(&mut problems, || unknown_key(kind, name)),
            },
            Some(index) if seen[index] => {
                report(&mut problems, || Line::from(msg::ErrTwice { key: quote(name).into() }));
            }
            Some(index) => {
                seen[index] = true;
                let (value, problem) = read(&kind.params[index], text);
                scenario.values[index] = value;
                problems.extend(problem);
            }
        }
        problems.truncate(MAX_PROBLEMS);
    }
    let (scenario, problem) = reconcile(scenario);
    if let Some(line) = problem {
        report(&mut problems, || line);
    }
    (scenario, problems)
}

/// Whether a text may be what a reader made by hand: letters that a link holds as they are, and not many.
pub(super) fn is_made(text: &str) -> bool {
    text.len() <= MOST_MADE && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
}

/// Values that are valid one by one but not together: the nearest scenario that can run, with a sentence.
pub fn reconcile(scenario: Scenario) -> (Scenario, Option<Line>) {
    match (scenario.kind.reconcile)(&scenario) {
        Some((nearest, line)) => (nearest, Some(line)),
        None => (scenario, None),
    }
}

/// Whether the parameter at a place may take that value (a choice's index) beside the others as they are. The one that follows
/// the others has to; the others may take any.
pub fn is_offered(scenario: &Scenario, place: usize, value: i64) -> bool {
    scenario.kind.follower != Some(place) || reconcile(scenario.set(place, value)).1.is_none()
}

/// Reads one value; where it is not valid, the nearest valid one (or the default) and a sentence that says so.
pub fn read(param: &Param, text: &str) -> (i64, Option<Line>) {
    match param.range {
        Range::Int { min, max } => match integer(text) {
            Some(value) if (min..=max).contains(&value) => (value, None),
            Some(value) => replaced(param, text, param.nearest(value), int_range(min, max)),
            None => replaced(param, text, param.default, int_range(min, max)),
        },
        Range::Bytes { min, max } => {
            let asked = size::parse(text).map(|bytes| bytes.0.min(i64::MAX as u64) as i64);
            match asked {
                Some(value) if param.nearest(value) == value => (value, None),
                Some(value) => replaced(param, text, param.nearest(value), bytes_range(min, max)),
                None => replaced(param, text, param.default, bytes_range(min, max)),
            }
        }
        Range::Choice(list) => {
            if let Some(index) = list.iter().position(|(id, _)| *id == text) {
                return (index as i64, None);
            }
            let names: Vec<&str> = list.iter().map(|(id, _)| *id).collect();
            let range = Line::from(msg::ErrRangeChoice { list: Words::from(names.join(", ")) });
            replaced(param, text, param.default, range)
        }
    }
}

/// A reader's own text, shortened for a sentence, without control characters.
pub fn quote(text: &str) -> String {
    let mut out: String = text.chars().filter(|c| !c.is_control()).take(QUOTE_CHARS).collect();
    if text.chars().count() > QUOTE_CHARS {
        out.push('…');
    }
    out
}

/// Adds a problem unless there are enough already.
pub(super) fn report(problems: &mut Vec<Line>, line: impl FnOnce() -> Line) {
    if problems.len() < MAX_PROBLEMS {
        problems.push(line());
    }
}

/// Whole numbers of any size saturate, so that "nearest" is defined for them.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

fn unknown_key(kind: Kind, name: &str) -> Line {
    let known: Vec<&str> = kind.params.iter().map(|param| param.id).collect();
    if known.is_empty() {
        return Line::from(msg::ErrNoSettings { key: quote(name).into() });
    }
    Line::from(msg::ErrUnknownKey { key: quote(name).into(), list: Words::from(known.join(", ")) })
}

fn int_range(min: i64, max: i64) -> Line {
    Line::from(msg::ErrRangeInt { min, max })
}

fn bytes_range(min: u64, max: u64) -> Line {
    let (min, max) = (Bytes(min), Bytes(max));
    Line::from(msg::ErrRangeBytes { min, max })
}

fn replaced(param: &Param, text: &str, value: i64, range: Line) -> (i64, Option<Line>) {
    let used = match param.range {
        Range::Bytes { .. } => Arg::Bytes(Bytes(value.max(0) as u64)),
        _ => Arg::Text(param.write(value)),
    };
    let line =
        Line::from(msg::ErrValue { name: param.name.into(), value: quote(text).into(), range: range.into(), used });
    (value, Some(line))
}
