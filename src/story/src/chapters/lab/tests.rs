use kitchen_core::units::Time;
use proptest::prelude::*;

use kitchen_text::key;

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

fn cut(settings: &[(&str, i64)]) -> Today {
    let plain = Scenario::default_for(KIND).with_choice("lot", "both").with_choice("buy", "plan");
    Today::of(&settings.iter().fold(plain, |scenario, &(id, value)| scenario.with(id, value)))
}

/// A place of a rail can be planned, with the cuts that it stands for, or says why not; and the plan is at one of them.
#[test]
fn a_cut_leads_to_its_plan_or_says_why_not() {
    for act in super::acts::ACTS.iter().filter(|act| act.id == "plan") {
        let course = course(&act.scenario(KIND));
        let [pots, relays] = super::cuts::rails(&course);
        for (at, rail) in [(fact::TENSOR, &pots), (fact::PIPELINE, &relays)] {
            assert_eq!(rail.ways[rail.here], course.sides[0].facts[at]);
            for (&ways, leads) in rail.ways.iter().zip(&rail.leads) {
                let Ok(scenario) = leads else { continue };
                let layout = super::run::plan(&Today::of(scenario), None).expect("a plan").step.layout;
                assert_eq!([layout.tensor, layout.pipeline][at], ways, "{scenario:?}");
            }
        }
        assert!(pots.leads.iter().chain(&relays.leads).filter(|leads| leads.is_ok()).count() > 6);
        assert!(relays.leads.iter().any(Result::is_err), "8 x 32 is more than there are");
    }
}

/// What does not fit says what is held, what does not divide what does not; what is left to the search is always possible.
#[test]
fn what_cannot_be_cut_so_says_why() {
    let check = |settings: &[(&str, i64)], expected: Option<kitchen_text::Key>| {
        assert_eq!(super::run::uncuttable(&cut(settings)).map(|line| line.key), expected, "{settings:?}");
    };
    check(&[], None);
    check(&[("tensor", 8)], None);
    check(&[("tensor", 8), ("stages", 4)], None);
    check(&[("tensor", 3)], Some(key::ERR_LAYOUT_GPUS));
    check(&[("tensor", 16), ("stages", 4)], Some(key::ERR_LAYOUT_GPUS));
    check(&[("model", 2), ("tensor", 1), ("stages", 2)], Some(key::LAB_CUT_LARGE));
    check(&[("texts", 0), ("tensor", 1), ("stages", 1)], Some(key::ERR_LAYOUT_BATCH));
}

/// The search's plan is no slower than any of the reader's, and the act's button leads towards it.
#[test]
fn a_better_plan_is_better() {
    let act = super::acts::ACTS.iter().find(|act| act.id == "plan").expect("the act");
    let ends = |scenario: &Scenario| course(scenario).sides.map(|side| side.end);
    let [mine, best] = ends(&act.scenario(KIND));
    let [next, same] = ends(&act.done(KIND));
    assert!(best == same && best <= next && next < mine, "{mine:?} {next:?} {best:?}");
    assert!(mine.0 as f64 > 1.1 * best.0 as f64, "{mine:?} {best:?}");
}
