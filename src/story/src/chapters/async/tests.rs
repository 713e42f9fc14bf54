use kitchen_core::descent::together::Turn;
use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use proptest::prelude::*;

use super::course::Course;
use super::kind::KIND;
use super::params::{Params, Rule};
use super::run::{ROUNDS, page};
use super::telling;
use crate::scenario::Scenario;
use crate::show::{self, Show};
use crate::story::Right;
use crate::tests::telling::{scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn waiting_can_be_told_for_any_parameters(scenario in scenario("async")) {
        tell("async", &scenario);
    }

    /// Nobody is ever farther ahead than the rule allows: the page that a kitchen copies for its dish has heard of everyone's
    /// dish so many before it.
    #[test]
    fn nobody_is_ahead_of_the_bound(kitchens in 2..=8_u32, slow in 0..3_usize, rule in 0..4_i64) {
        let scenario = Scenario::default_for(KIND).with("rule", rule).with("kitchens", kitchens.into()).with("slow", slow as i64);
        let course = course(Params::of(&scenario));
        let bound = match Params::of(&scenario).rule {
            Rule::Stale(bound) => bound.map(u32::from),
            Rule::Local(_) => None,
        };
        let mut heard = vec![0_u32; kitchens as usize];
        for turn in &course.other().turns {
            match *turn {
                Turn::Push(kitchen) => heard[kitchen] += 1,
                Turn::Pull(kitchen) => {
                    // What it copies for its next dish is after as many as it has had heard.
                    let slowest = heard.iter().min().copied().unwrap_or_default();
                    prop_assert!(bound.is_none_or(|bound| heard[kitchen] - slowest <= bound), "{:?}", heard);
                }
                _ => {}
            }
        }
    }
}

fn show(params: Params) -> Show {
    show::run(&params.scenario(KIND)).expect("a run")
}

fn course(params: Params) -> Course {
    Course::of(&show(params)).expect("a course")
}

/// The lesson at its strongest: many more dishes, ahead at first, farther off in the end.
#[test]
fn nobody_waits_and_nobody_agrees() {
    let course = course(Params::default());
    let dishes = [0, 1].map(|half| course.halves[half].dishes(course.bell));
    assert_eq!(dishes[0], u32::from(ROUNDS) * course.params.kitchens);
    assert!(f64::from(dishes[1]) > 1.4 * f64::from(dishes[0]), "{dishes:?}");
    let early = Time(course.bell.0 / 4);
    assert!(course.other().above(early) < 0.7 * course.meets().above(early));
    let late = course.late();
    assert!(late[1] > 5.0 * late[0], "{late:?}");
    let verdict = telling::verdict(&Scenario::default_for(KIND)).expect("a verdict");
    let Right::Kinds(right) = verdict.right else { panic!("kinds") };
    assert_eq!(right.bits, 1, "the pot of those who meet");
}

/// The way between: more dishes than by meeting, and not as far off as without waiting.
#[test]
fn averaging_now_and_then_lies_between() {
    let at = |rule| {
        let course = course(Params { rule, ..Params::default() });
        (course.other().dishes(course.bell), course.late())
    };
    let (free, local) = (at(Rule::Stale(None)), at(Rule::Local(4)));
    assert!(local.0 < free.0 && local.1[1] < free.1[1], "{local:?} {free:?}");
    let bounded = at(Rule::Stale(Some(1)));
    assert!(bounded.0 < free.0 && bounded.1[1] < free.1[1], "{bounded:?} {free:?}");
}

/// Waiting for all through a keeper is averaging after each dish, to the last digit: by dishes both curves are one.
#[test]
fn waiting_for_all_is_meeting() {
    for kitchens in [2, 3, 4, 8] {
        let by_dishes = |rule, half: usize| -> Vec<(u32, f64)> {
            let course = course(Params { rule, kitchens, ..Params::default() });
            let points = course.halves[half].points().map(|point| (point.mark.batches, point.mark.loss));
            points.filter(|(dishes, _)| dishes % kitchens == 0).collect()
        };
        let meets = by_dishes(Rule::Local(4), 0);
        for waits in [by_dishes(Rule::Stale(Some(0)), 1), by_dishes(Rule::Stale(None), 0)] {
            let both = meets.len().min(waits.len());
            assert!(both > 8 && meets[..both] == waits[..both], "{kitchens}: {} {}", meets.len(), waits.len());
        }
    }
}

/// Both halves are built alike: under the same rule they do the same at the same times.
#[test]
fn the_same_rule_gives_the_same_run() {
    for (kitchens, slow) in [(2, None), (4, Params::default().slow), (8, None)] {
        let course = course(Params { rule: Rule::Stale(Some(0)), kitchens, slow, ..Params::default() });
        let points = |half: usize| -> Vec<Time> { course.halves[half].points().map(|point| point.at).collect() };
        assert_eq!(points(0), points(1), "{kitchens}");
        assert_eq!(course.late()[0].to_bits(), course.late()[1].to_bits());
    }
}

/// Both halves share one street and do not meet there: the other half's times are what they are alone.
#[test]
fn halves_do_not_disturb_one_another() {
    let points = |rule| -> Vec<Time> {
        let course = course(Params { rule, ..Params::default() });
        course.meets().points().map(|point| point.at).collect()
    };
    // The half that waits for all is the same beside any rule of its kind.
    for [one, other] in [[Rule::Stale(None), Rule::Stale(Some(1))], [Rule::Local(4), Rule::Local(12)]] {
        assert_eq!(points(one), points(other));
    }
}

/// What is told of the street adds up: a meeting's dish costs what the formula says, to the byte but for rounding.
#[test]
fn the_street_carries_what_the_formula_says() {
    for kitchens in 2..=8_u32 {
        let course = course(Params { kitchens, rule: Rule::Local(4), ..Params::default() });
        let n = f64::from(kitchens);
        let each = course.meets().bytes.0 as f64 / f64::from(course.meets().dishes(course.bell));
        let formula = 2.0 * (n - 1.0) / n * page().0 as f64;
        assert!((each / formula - 1.0).abs() < 1e-6, "{kitchens}: {each} {formula}");
    }
}

/// Nothing begins after the bell, and nothing is left half done.
#[test]
fn nothing_begins_after_the_bell() {
    for rule in [Rule::Stale(None), Rule::Stale(Some(4)), Rule::Local(4), Rule::Local(12)] {
        let params = Params { rule, ..Params::default() };
        let show = show(params);
        let (run, course) = (&show.runs[0], Course::of(&show).expect("a course"));
        for (task, work) in run.graph.work.iter().enumerate() {
            let passes = matches!(run.graph.labels[task].kind, Kind::Forward);
            let late = run.trace.start[task] >= course.bell;
            assert!(!(late && passes && matches!(work, Work::Compute { .. })), "{rule:?} {task}");
        }
        assert!(show.makespan().0 < course.bell.0 + course.bell.0 / 4, "{rule:?}");
    }
}

/// At a rate that meetings bear, kitchens that never wait run away.
#[test]
fn what_meetings_bear_may_be_too_much_without() {
    let plan = course(Params { kitchens: 8, slow: None, rate: 0.14, ..Params::default() });
    let limit = plan.other().together.plan.largest_stable_rate(7);
    assert!(limit < 0.14 && 0.14 < plan.other().together.plan.largest_stable_rate(0) / 8.0);
    let late = plan.late();
    assert!(late[1] > 3.0 * late[0], "{late:?}");
}
