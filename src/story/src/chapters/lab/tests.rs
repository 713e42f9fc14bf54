use kitchen_core::units::Time;
use proptest::prelude::*;

use super::course::Course;
use super::kind::KIND;
use super::params::{Buy, Params};
use super::run::fact;
use super::telling;
use super::today::Today;
use crate::scenario::Scenario;
use crate::show;
use crate::story::Right;
use crate::tests::telling::{all_choices, scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn the_lab_can_be_told_for_any_parameters(scenario in scenario("lab")) {
        tell("lab", &scenario);
    }
}

fn course(scenario: &Scenario) -> Course {
    Course::of(&show::run(scenario).expect("a run")).expect("a course")
}

/// Where each step went adds up to all of it, to the picosecond, in every kitchen; and the plan is one of all its chefs.
#[test]
fn the_parts_of_a_step_are_all_of_it() {
    // With batches and chefs there are a thousand of them: every twenty-third meets every value.
    for scenario in all_choices(Scenario::default_for(KIND)).into_iter().step_by(23) {
        let course = course(&scenario);
        for side in &course.sides {
            assert_eq!(
                side.spent().all().into_iter().fold(Time::ZERO, |sum, part| sum + part),
                side.end,
                "{scenario:?}"
            );
            for lane in &side.lanes {
                assert_eq!(lane.iter().fold(Time::ZERO, |sum, part| sum + part.took()), side.end, "{scenario:?}");
                assert!(lane.windows(2).all(|pair| pair[0].end == pair[1].start), "{scenario:?}");
            }
            let ways = [fact::TENSOR, fact::PIPELINE, fact::DATA].map(|at| side.facts[at]);
            assert_eq!(ways.iter().product::<u32>() as usize, 8 * side.lanes.len(), "{scenario:?}");
        }
    }
}

fn ends(params: Params) -> Vec<(Buy, f64)> {
    let today = &Today::from(params);
    let now = super::run::plan(today, None).expect("a plan").step.iteration;
    let faster = |buy| now.0 as f64 / super::run::plan(today, Some(buy)).expect("a plan").step.iteration.0 as f64;
    today.offers().into_iter().map(|buy| (buy, faster(buy))).collect()
}

/// By default the tunnel helps most, although the street is the narrowest of all ways; as many kitchens again, the dearest that there
/// is a price of, next to nothing.
#[test]
fn the_default_shows_the_lesson() {
    let all = ends(Params::default());
    let of = |wanted| all.iter().find(|(buy, _)| *buy == wanted).expect("an offer").1;
    assert!(of(Buy::Tunnel) > 1.2 * of(Buy::Chef) && of(Buy::Chef) > 1.05 * of(Buy::Street), "{all:?}");
    assert!(of(Buy::Street) < 1.3 && of(Buy::Kitchens) < 1.2, "{all:?}");
    let planned = super::run::plan(&Params::default().into(), None).expect("a plan");
    assert!(planned.is_proven, "{planned:?}");
    let verdict = telling::verdict(&Scenario::default_for(KIND)).expect("a verdict");
    let Right::Kinds(right) = verdict.right else { panic!("kinds") };
    assert!(right.holds(1) && !right.is_tie());
}

/// With good ways it is the chefs: what to buy is not a property of the thing bought.
#[test]
fn with_good_ways_the_chef_helps_most() {
    let good = Scenario::default_for(KIND).with_choice("lot", "both");
    let all = ends(Params::of(&good));
    let best = all.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("offers");
    assert!(best.0 == Buy::Chef && best.1 > 1.5, "{all:?}");
}

/// A step is never slower for more of the same: the search has today's plan among its own.
#[test]
fn faster_ways_do_not_make_a_step_longer() {
    for lot in ["narrow", "tunnel", "street", "both"] {
        let params = Params::of(&Scenario::default_for(KIND).with_choice("lot", lot));
        for (buy, times) in ends(params) {
            assert!(times > 0.97 || buy == Buy::Kitchens, "{lot} {buy:?} {times}");
        }
    }
}

/// What the chapter's first question says of the bar is so.
#[test]
fn a_large_jobs_step_is_mostly_cooking() {
    for act in super::acts::ACTS.iter().filter(|act| ["today", "which"].contains(&act.id)) {
        let show = crate::show::run(&act.scenario(super::KIND)).unwrap();
        let lost = act.keep.and_then(|keep| keep(&show)).unwrap().lost;
        assert!(lost < 0.05, "{}: {lost}", act.id);
    }
}
