use kitchen_core::units::Time;
use kitchen_core::workload::memory::MemoryKind;
use kitchen_core::workload::memory_pool::Away;
use proptest::prelude::*;

use super::course::{Course, place};
use super::hand::{BY_HAND, limit};
use super::kind::KIND;
use super::params::Params;
use super::telling::{self, UNNOTICED};
use crate::scenario::Scenario;
use crate::show;
use crate::story::Right;
use crate::tests::telling::{all_choices, scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_pantry_can_be_told_for_any_parameters(scenario in scenario("pantry")) {
        tell("pantry", &scenario);
    }
}

fn course(scenario: &Scenario) -> Course {
    Course::of(&show::run(scenario).expect("a run")).expect("a course")
}

/// Where each chef's step went adds up to all of it, to the picosecond.
#[test]
fn the_parts_of_a_step_are_all_of_it() {
    for scenario in all_choices(Scenario::default_for(KIND)).into_iter().step_by(31) {
        let course = course(&scenario);
        for chef in 0..2 {
            let spent = course.spent(chef);
            let sum = spent.forward + spent.backward + spent.update + spent.wait + spent.rest;
            assert_eq!(sum, course.ends[chef], "{scenario:?} {chef}");
        }
    }
}

/// By default the bowls stop the kitchen and nothing else does.
#[test]
fn the_default_shows_the_lesson() {
    let verdict = telling::verdict(&Scenario::default_for(KIND)).expect("a verdict");
    let Right::Kinds(right) = verdict.right else { panic!("kinds") };
    assert!(right.holds(place(MemoryKind::Activations)) && !right.is_tie());
    let each = telling::each(Params::default()).expect("four runs");
    for (kind, course) in each.iter().enumerate() {
        let is_slow = course.times() > 1.5;
        assert_eq!(is_slow, kind == place(MemoryKind::Activations), "{kind}: {}", course.times());
        assert!(is_slow || course.times() < 1.15);
    }
}

/// Over a short cut nothing does.
#[test]
fn near_enough_no_jar_stops_the_kitchen() {
    let near = Scenario::default_for(KIND).with_choice("road", "c2c").with_choice("distance", "board");
    let Right::Kinds(right) = telling::verdict(&near).expect("a verdict").right else { panic!("kinds") };
    assert_eq!(right.bits, 1 << 4);
    let each = telling::each(Params::of(&near)).expect("four runs");
    assert!(each.iter().all(|course| course.times() < UNNOTICED));
}

/// What is in the pantry is never more than all of it, and bowls are gone at the end of each round.
#[test]
fn the_pantry_fills_and_empties() {
    for what in Away::KINDS {
        let params = Params {
            away: super::params::Jars { away: Away::only(what), ..Params::default().away },
            ..Params::default()
        };
        let step = kitchen_core::workload::memory_pool::Step::run(&super::run::ask(params)).expect("a step");
        let course = Course::told(params, step);
        let kind = place(what);
        assert!(course.stock[kind].iter().all(|step| (0.0..=1.0).contains(&step.1)), "{what:?}");
        let end = course.full(kind, course.ends[0]);
        assert_eq!(end, if what == MemoryKind::Activations { 0.0 } else { 1.0 }, "{what:?}");
    }
}

/// Wherever the task is set, one of the sixteen ways meets it, and a way that does not is told so.
#[test]
fn the_task_can_be_met() {
    let mut met_somewhere = 0;
    for scenario in
        all_choices(Scenario::default_for(KIND)).into_iter().filter(|one| one.at(0, 0) == 0 && one.at(2, 0) < 2)
    {
        let show = show::run(&scenario).expect("a run");
        let hand = (BY_HAND.ask)(&show, Time::ZERO);
        assert_eq!(hand.is_some(), limit(Params::of(&scenario)).is_some());
        if hand.is_none() {
            continue;
        }
        let tried = |bits: usize| {
            let amounts = [0, 1, 2, 3].map(|kind| f64::from((bits >> kind & 1) as u8));
            (BY_HAND.check)(&show, Time::ZERO, &amounts).expect("a try")
        };
        let met = (0..16).filter(|&bits| tried(bits).is_right()).count();
        assert!(met > 0, "{scenario:?}");
        assert!(!tried(0).is_right(), "nothing moved is not enough: {scenario:?}");
        met_somewhere += 1;
    }
    assert!(met_somewhere > 4, "{met_somewhere}");
    let show = show::run(&Scenario::default_for(KIND)).expect("a run");
    for amounts in [&[0.0, 1.0][..], &[0.5; 4], &[f64::NAN; 4]] {
        assert!((BY_HAND.check)(&show, Time::ZERO, amounts).is_err());
    }
}
