//! Raw to valid: keys and values as text, from a link, a scenario file or flags, become the nearest valid scenario and
//! one sentence for each thing that had to be changed.

use kitchen_core::collective::{Algorithm, Op};
use kitchen_core::text::{Arg, Line, key};
use kitchen_core::topology::{self, System, Wiring};
use kitchen_core::units::Bytes;

use super::params::{Kind, Param, Range, Scenario};
use super::size;
use super::ways::ways;

/// How much of a reader's own text is repeated in a sentence.
const QUOTE_CHARS: usize = 40;
/// How many sentences are given at most; a reader repairs a few at a time.
pub const MAX_PROBLEMS: usize = 8;

/// Reads the parameters of a kind. What is missing takes its default; what is wrong takes the nearest valid value or the
/// default, with a sentence.
pub fn parse<'a>(kind: Kind, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Scenario, Vec<Line>) {
    let mut scenario = Scenario::default_for(kind);
    let mut seen = vec![false; scenario.values.len()];
    let mut problems = Vec::new();
    for (name, text) in pairs {
        match kind.position(name) {
            None => match former(kind, name, text) {
                Some((index, value, line)) => {
                    if !seen[index] {
                        scenario.values[index] = value;
                    }
                    report(&mut problems, || line);
                }
                None => report(&mut problems, || unknown_key(kind, name)),
            },
            Some(index) if seen[index] => report(&mut problems, || Line::new(key::ERR_TWICE).text("key", quote(name))),
            Some(index) => {
                seen[index] = true;
                let (value, problem) = read(&kind.params()[index], text);
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

/// Values that are valid one by one but not together: the nearest scenario that can run, with a sentence.
pub fn reconcile(scenario: Scenario) -> (Scenario, Option<Line>) {
    match scenario.kind {
        Kind::Data if scenario.get_choice("algorithm") == "in-network" => with_adding(scenario),
        Kind::Collectives => with_a_way(scenario),
        _ => (scenario, None),
    }
}

fn with_adding(scenario: Scenario) -> (Scenario, Option<Line>) {
    let adds = |system: &System| matches!(system.wiring, Wiring::Switched { in_network: true, .. });
    match topology::system(scenario.get_choice("system")) {
        Some(system) if !adds(system) => {
            let line = Line::new(key::ERR_NO_ADDING).key("system", system.name).key("used", key::ALGORITHM_RING);
            (scenario.with_choice("algorithm", "ring"), Some(line))
        }
        _ => (scenario, None),
    }
}

/// An operation by an algorithm that can carry it out: the first in the table otherwise.
fn with_a_way(scenario: Scenario) -> (Scenario, Option<Line>) {
    let op = Op::from_id(scenario.get_choice("op")).unwrap_or(Op::AllReduce);
    let asked = Algorithm::from_id(scenario.get_choice("algorithm")).unwrap_or_default();
    let mut ways = ways(op);
    match ways.next() {
        Some((index, used)) if used != asked && ways.all(|(_, way)| way != asked) => {
            let line = Line::new(key::ERR_NO_WAY).key("op", op.name());
            let line = line.key("algorithm", asked.name()).key("used", used.name());
            (scenario.with("algorithm", index), Some(line))
        }
        _ => (scenario, None),
    }
}

/// Whether a parameter may take that value (a choice's index) beside the others as they are. It is the algorithm that
/// follows the others, so they may take any.
pub fn is_offered(scenario: &Scenario, id: &str, value: i64) -> bool {
    id != "algorithm" || reconcile(scenario.with(id, value)).1.is_none()
}

/// Whether a parameter says anything beside the others as they are: a barrier carries nothing, and so has no size.
pub fn is_used(scenario: &Scenario, id: &str) -> bool {
    !(id == "bytes" && scenario.kind == Kind::Collectives && scenario.get_choice("op") == "barrier")
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
            let range = Line::new(key::ERR_RANGE_CHOICE).text("list", names.join(", "));
            replaced(param, text, param.default, range)
        }
    }
}

/// A setting of before that has become another: the parameter's index, its value nearest to what was asked, and the sentence.
fn former(kind: Kind, name: &str, text: &str) -> Option<(usize, i64, Line)> {
    // Gradients had a size of their own before they were a model's.
    let (Kind::Data, "bytes") = (kind, name) else { return None };
    let asked = size::parse(text)?;
    let index = kind.params().iter().position(|param| param.id == "model")?;
    let value = super::run::model_of(asked);
    let Range::Choice(list) = kind.params()[index].range else { return None };
    let &(_, used) = list.get(value as usize)?;
    Some((index, value, Line::new(key::ERR_GRADIENT_SIZE).bytes("asked", asked).key("used", used)))
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
    let known: Vec<&str> = kind.params().iter().map(|param| param.id).collect();
    Line::new(key::ERR_UNKNOWN_KEY).text("key", quote(name)).text("list", known.join(", "))
}

fn int_range(min: i64, max: i64) -> Line {
    Line::new(key::ERR_RANGE_INT).int("min", min).int("max", max)
}

fn bytes_range(min: u64, max: u64) -> Line {
    let (min, max) = (Bytes(min), Bytes(max));
    Line::new(key::ERR_RANGE_BYTES).bytes("min", min).bytes("max", max)
}

fn replaced(param: &Param, text: &str, value: i64, range: Line) -> (i64, Option<Line>) {
    let used = match param.range {
        Range::Bytes { .. } => Arg::Bytes(Bytes(value.max(0) as u64)),
        _ => Arg::Text(param.write(value)),
    };
    let line = Line::new(key::ERR_VALUE)
        .key("name", param.name)
        .text("value", quote(text))
        .line("range", range)
        .arg("used", used);
    (value, Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_core::text::Lang;

    fn check(kind: Kind, pair: (&str, &str), expected: Option<i64>, sentence: &str) {
        let (scenario, problems) = parse(kind, [pair]);
        if let Some(expected) = expected {
            assert_eq!(scenario.value(pair.0), Some(expected), "{pair:?}");
        } else {
            assert_eq!(scenario, Scenario::default_for(kind));
        }
        let said: Vec<String> = problems.iter().map(|line| line.say(Lang::En).replace('\u{a0}', " ")).collect();
        assert_eq!(said.join("|"), sentence, "{pair:?}");
    }

    #[test]
    fn good_values_raise_nothing() {
        check(Kind::Pipeline, ("stages", "8"), Some(8), "");
        check(Kind::Race, ("bytes", "64MiB"), Some(64 << 20), "");
        check(Kind::Race, ("chefs", "72"), Some(2), "");
    }

    #[test]
    fn bad_values_become_the_nearest_with_one_sentence() {
        check(
            Kind::Pipeline,
            ("stages", "99999999999999999999999"),
            Some(8),
            "Stages takes a whole number from 2 to 8; “99999999999999999999999” was read as 8.",
        );
        check(
            Kind::Race,
            ("bytes", "3MiB"),
            Some(2 << 20),
            "Size takes a power of two from 1 KiB to 16 GiB; “3MiB” was read as 2 MiB.",
        );
        check(
            Kind::Tensor,
            ("link", "string"),
            Some(0),
            "Link takes one of corridor, tunnel, exchange; “string” was read as corridor.",
        );
        check(
            Kind::Tensor,
            ("spoon", "1"),
            None,
            "“spoon” is not a setting here and was left out. The settings are ways, link, hidden.",
        );
    }

    #[test]
    fn what_does_not_go_together_is_made_to() {
        let (scenario, problems) = parse(Kind::Data, [("algorithm", "in-network"), ("system", "dgx-a100")]);
        assert_eq!((scenario.get_choice("algorithm"), scenario.get_choice("system")), ("ring", "dgx-a100"));
        assert_eq!(problems.len(), 1);
        let (scenario, problems) = parse(Kind::Data, [("algorithm", "in-network"), ("system", "dgx-h100")]);
        assert_eq!((scenario.get_choice("algorithm"), problems.len()), ("in-network", 0));
    }

    #[test]
    fn links_of_before_keep_what_they_can() {
        let (scenario, problems) = parse(Kind::Data, [("chefs", "8"), ("bytes", "1073741824"), ("system", "dgx-a100")]);
        assert_eq!((scenario.get_int("chefs"), scenario.get_choice("model")), (8, "gpt3-760m"));
        assert_eq!((scenario.get_choice("system"), problems.len()), ("dgx-a100", 1));
        let (scenario, _) = parse(Kind::Data, [("model", "gpt3-350m"), ("bytes", "16GiB")]);
        assert_eq!(scenario.get_choice("model"), "gpt3-350m", "what is said in today's words counts");
        check(
            Kind::Data,
            ("bytes", "much"),
            None,
            "“bytes” is not a setting here and was left out. The settings are chefs, algorithm, buckets, system, model.",
        );
    }

    #[test]
    fn an_operation_finds_a_way() {
        let (scenario, problems) = parse(Kind::Collectives, [("op", "all-to-all"), ("algorithm", "ring")]);
        assert_eq!((scenario.get_choice("op"), scenario.get_choice("algorithm")), ("all-to-all", "direct"));
        assert_eq!(problems.len(), 1);
        assert!(!is_offered(&scenario, "algorithm", 0) && is_offered(&scenario, "algorithm", 2));
        assert!(is_offered(&scenario, "op", 0) && is_offered(&scenario, "chefs", 2));
    }

    #[test]
    fn a_barrier_has_no_size() {
        for (op, expected) in [("barrier", false), ("all-reduce", true), ("send-recv", true)] {
            let (scenario, _) = parse(Kind::Collectives, [("op", op)]);
            assert_eq!((is_used(&scenario, "bytes"), is_used(&scenario, "chefs")), (expected, true), "{op}");
        }
    }

    #[test]
    fn a_value_given_twice_counts_once() {
        let (scenario, problems) = parse(Kind::Pipeline, [("stages", "3"), ("stages", "5")]);
        assert_eq!((scenario.get_int("stages"), problems.len()), (3, 1));
        let (scenario, problems) = parse(Kind::Pipeline, [("micro-batches", "3"), ("batches", "5")]);
        assert_eq!((scenario.get_int("batches"), problems.len()), (3, 1));
    }
}
