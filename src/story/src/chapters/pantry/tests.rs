use kitchen_core::workload::memory::MemoryKind;
use kitchen_core::workload::memory_pool::Away;
use kitchen_text::{Key, pair};
use proptest::prelude::*;

use super::CHAPTER;
use super::course::{Course, place};
use super::kind::KIND;
use super::params::{AWAY, Params};
use super::task::judge;
use super::telling::{self, UNNOTICED};
use crate::scenario::{Scenario, raw};
use crate::show::{self, Show};
use crate::story::Right;
use crate::story::judged::Judged;
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

/// The last act's run with those jars away.
fn turn(away: &str) -> Show {
    let settings = CHAPTER.acts.last().expect("an act").settings.iter().copied().filter(|(name, _)| *name != "away");
    show::run(&raw::parse(KIND, settings.chain([("away", away)])).0).expect("a run")
}

#[test]
fn jars_are_judged_by_their_run() {
    let check = |away: &str, expected: Key| {
        let judged = judge(&turn(away)).expect("judged");
        assert_eq!(judged.said.kitchen.key, expected, "{away}: {:?}", judged.said.kitchen);
        assert_eq!(judged.is_met, expected == pair::PantryTaskMet::KITCHEN, "{away}");
    };
    check("nothing", pair::PantryTaskOver::KITCHEN);
    check("report", pair::PantryTaskOver::KITCHEN);
    check("report-notebooks", pair::PantryTaskOver::KITCHEN);
    check("state", pair::PantryTaskMet::KITCHEN);
    check("notebooks-bowls", pair::PantryTaskSlow::KITCHEN);
    check("all", pair::PantryTaskSlow::KITCHEN);
    check("recipe-bowls", pair::PantryTaskSlow::KITCHEN);
}

/// What the closed forms find shortest is what the runs of all ways do.
#[test]
fn nothing_beats_the_bound() {
    let all = AWAY.iter().filter(|(_, _, jars)| !jars.adds).map(|(id, _, _)| judge(&turn(id)).expect("judged"));
    let all: Vec<Judged> = all.collect();
    let shortest = all.iter().map(|judged| judged.cost).fold(f64::INFINITY, f64::min);
    let bound = all[0].bound.as_ref().and_then(|bound| bound.size).expect("a bound");
    assert!((shortest - bound).abs() < 1e-12, "{shortest} {bound}");
    assert!(all.iter().any(|judged| judged.is_met));
}
