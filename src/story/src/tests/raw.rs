//! Raw to valid.

use super::{COLLECTIVES, DATA, PIPELINE, RACE, TENSOR, choice, number};
use crate::scenario::raw::*;
use crate::scenario::{Kind, Scenario};
use kitchen_text::Lang;

fn check(kind: Kind, pair: (&str, &str), expected: Option<i64>, sentence: &str) {
    let (scenario, problems) = parse(kind, [pair]);
    if let Some(expected) = expected {
        assert_eq!(number(&scenario, pair.0), Some(expected), "{pair:?}");
    } else {
        assert_eq!(scenario, Scenario::default_for(kind));
    }
    let said: Vec<String> = problems.iter().map(|line| line.say(Lang::En).replace('\u{a0}', " ")).collect();
    assert_eq!(said.join("|"), sentence, "{pair:?}");
}

#[test]
fn good_values_raise_nothing() {
    check(PIPELINE, ("stages", "8"), Some(8), "");
    check(RACE, ("bytes", "64MiB"), Some(64 << 20), "");
    check(RACE, ("chefs", "72"), Some(2), "");
}

#[test]
fn bad_values_become_the_nearest_with_one_sentence() {
    check(
        PIPELINE,
        ("stages", "99999999999999999999999"),
        Some(8),
        "Stages takes a whole number from 2 to 8; “99999999999999999999999” was read as 8.",
    );
    check(
        RACE,
        ("bytes", "3MiB"),
        Some(2 << 20),
        "Size takes a power of two from 1 KiB to 16 GiB; “3MiB” was read as 2 MiB.",
    );
    check(
        TENSOR,
        ("link", "string"),
        Some(0),
        "Link takes one of corridor, tunnel, exchange; “string” was read as corridor.",
    );
    check(
        TENSOR,
        ("spoon", "1"),
        None,
        "“spoon” is not a setting here and was left out. The settings are ways, link, hidden.",
    );
}

#[test]
fn what_does_not_go_together_is_made_to() {
    let (scenario, problems) = parse(DATA, [("algorithm", "in-network"), ("system", "dgx-a100")]);
    assert_eq!((choice(&scenario, "algorithm"), choice(&scenario, "system")), ("ring", "dgx-a100"));
    assert_eq!(problems.len(), 1);
    let (scenario, problems) = parse(DATA, [("algorithm", "in-network"), ("system", "dgx-h100")]);
    assert_eq!((choice(&scenario, "algorithm"), problems.len()), ("in-network", 0));
}

#[test]
fn links_of_before_keep_what_they_can() {
    let (scenario, problems) = parse(DATA, [("chefs", "8"), ("bytes", "1073741824"), ("system", "dgx-a100")]);
    assert_eq!((number(&scenario, "chefs"), choice(&scenario, "model")), (Some(8), "gpt3-760m"));
    assert_eq!((choice(&scenario, "system"), problems.len()), ("dgx-a100", 1));
    let (scenario, _) = parse(DATA, [("model", "gpt3-350m"), ("bytes", "16GiB")]);
    assert_eq!(choice(&scenario, "model"), "gpt3-350m", "what is said in today's words counts");
    check(
        DATA,
        ("bytes", "much"),
        None,
        "“bytes” is not a setting here and was left out. The settings are chefs, algorithm, buckets, system, model, bell, kitchens.",
    );
}

#[test]
fn an_operation_finds_a_way() {
    let (scenario, problems) = parse(COLLECTIVES, [("op", "all-to-all"), ("algorithm", "ring")]);
    assert_eq!((choice(&scenario, "op"), choice(&scenario, "algorithm")), ("all-to-all", "direct"));
    assert_eq!(problems.len(), 1);
    assert!(!is_offered(&scenario, 1, 0) && is_offered(&scenario, 1, 2));
    assert!(is_offered(&scenario, 0, 0) && is_offered(&scenario, 2, 2));
}

#[test]
fn a_barrier_has_no_size() {
    for (op, expected) in [("barrier", false), ("all-reduce", true), ("send-recv", true)] {
        let (scenario, _) = parse(COLLECTIVES, [("op", op)]);
        assert_eq!(
            ((COLLECTIVES.is_used)(&scenario, 3), (COLLECTIVES.is_used)(&scenario, 2)),
            (expected, true),
            "{op}"
        );
    }
}

#[test]
fn a_value_given_twice_counts_once() {
    let (scenario, problems) = parse(PIPELINE, [("stages", "3"), ("stages", "5")]);
    assert_eq!((number(&scenario, "stages"), problems.len()), (Some(3), 1));
    let (scenario, problems) = parse(PIPELINE, [("micro-batches", "3"), ("batches", "5")]);
    assert_eq!((number(&scenario, "batches"), problems.len()), (Some(3), 1));
}
