use kitchen_core::descent::model::Model;
use kitchen_core::units::Time;
use kitchen_text::Lang;
use proptest::prelude::*;

use super::course::Course;
use super::kind::KIND;
use super::params::{Params, Start, Tasters};
use super::run::NEAR;
use super::telling;
use crate::scenario::{Scenario, raw};
use crate::show;
use crate::story::{Ask, Right};
use crate::tests::telling::{all_choices, scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_sauce_can_be_told_for_any_parameters(scenario in scenario("secret-sauce")) {
        tell("secret-sauce", &scenario);
    }
}

fn course(params: Params) -> Course {
    Course::of(&show::run(&params.scenario(KIND)).expect("a run")).expect("a course")
}

/// Each number is shown when the span that makes it has ended, and not before.
#[test]
fn each_number_is_known_when_its_kernels_have_ended() {
    for scenario in all_choices(Scenario::default_for(KIND)) {
        let show = show::run(&scenario).expect("a run");
        let course = Course::of(&show).expect("a course");
        let steps = course.descent.steps.len();
        assert_eq!((course.known(Time::ZERO), course.updates(Time::ZERO), course.round(Time::ZERO)), (0, 0, 0));
        assert_eq!(course.updates(show.makespan()), steps - 1, "{scenario:?}");
        let tastings = if course.spilled().is_some() { steps - 1 } else { steps };
        assert_eq!((course.rounds.len(), course.known(show.makespan())), (tastings, tastings), "{scenario:?}");
        for (at, round) in course.rounds.iter().enumerate() {
            assert_eq!(course.known(round.known()), at + 1);
            assert_eq!(course.known(Time(round.known().0 - 1)), at);
            if round.page() < Time::MAX {
                assert_eq!((course.updates(Time(round.page().0 - 1)), course.updates(round.page())), (at, at + 1));
            }
        }
    }
}

/// The lesson at its strongest: the default comes down in twelve steps, half the rate takes twice as many, twice the rate spills.
#[test]
fn twice_the_rate_is_not_twice_as_fast() {
    let at = |rate: f64| course(Params { rate, ..Params::default() });
    assert_eq!([0.05, 0.1, 0.2].map(|rate| at(rate).settled()), [Some(24), Some(12), None]);
    assert!(at(0.2).spilled().is_some());
    let verdict = telling::verdict(&Scenario::default_for(KIND)).expect("a verdict");
    let Right::Kinds(right) = verdict.right else { panic!("kinds") };
    let Ask::Kinds(options) = telling::gate(&Scenario::default_for(KIND)).ask else { panic!("kinds") };
    assert_eq!((0..options.len()).filter(|&option| right.holds(option)).collect::<Vec<_>>(), [options.len() - 1]);
    assert!(verdict.reveal.say(Lang::En).contains("0.146") && verdict.cases.len() == 3);
}

#[test]
fn momentum_is_the_shorter_way_down_a_valley() {
    let at = |momentum: f64| course(Params { momentum, tasters: Tasters::Alike, ..Params::default() });
    let (plain, heavy) = (at(0.0), at(0.6));
    assert!(telling::turns(&plain, 20) >= 9 && plain.rose().is_none());
    assert_eq!(heavy.rose(), Some(3));
    assert!(heavy.settled().zip(plain.settled()).is_some_and(|(heavy, plain)| heavy * 2 <= plain));
}

/// What is told to add up does, as far as it is written out.
#[test]
fn figures_add_up_as_they_are_written() {
    for scenario in all_choices(Scenario::default_for(KIND)) {
        let show = show::run(&scenario).expect("a run");
        let (params, course) = (Params::of(&scenario), Course::of(&show).expect("a course"));
        let step = &course.descent.steps[0];
        let round = |value: f64| (value * 1e3).round() / 1e3;
        let to = round(step.parameters[0]) - params.rate * round(step.gradient[0]);
        assert!((to - round(step.parameters[0] + step.update[0])).abs() < 1e-3, "{scenario:?}");
        if params.recipe() == Model::OneLayer
            && let (Some(settled), Some(known)) = (course.settled(), &course.descent.curvature)
        {
            assert!(course.descent.steps[settled].loss <= known.floor + NEAR * (step.loss - known.floor));
        }
    }
}

/// Links of before, in which the recipe was a choice of its own, open as they were.
#[test]
fn links_with_a_recipe_still_open() {
    for (text, start) in [("one-layer", Start::Salty), ("two-layer", Start::TwoLayer)] {
        let (scenario, problems) = raw::parse(KIND, [("recipe", text)]);
        assert_eq!((Params::of(&scenario).start, problems.len()), (start, 0));
    }
}

/// The run goes on from where the reader's own first step led, and all that is told of it is true.
#[test]
fn a_step_by_hand_steers_the_run() {
    let check = |rate: &str, momentum: &str, step: &str, expected: [f64; 2]| {
        let own =
            [("start", "own"), ("salt", "10"), ("sugar", "0"), ("rate", rate), ("momentum", momentum), ("step", step)];
        let (scenario, problems) = raw::parse(KIND, own);
        assert!(problems.is_empty(), "{step}: {problems:?}");
        tell("secret-sauce", &scenario);
        let course = Course::of(&show::run(&scenario).expect("a run")).expect("a course");
        let (plan, steps) = (&course.descent.plan, &course.descent.steps);
        assert_eq!([steps[1].parameters[0], steps[1].parameters[2]], expected, "{step}");
        assert_eq!(plan.by_report(&steps[1]), steps[2].parameters, "{step}: then the report's");
    };
    check("0.05", "0", "4-6", [4.0, 6.0]);
    check("0.1", "0.6", "2-2", [2.0, 2.0]);
    check("0.2", "0", "12-12", [12.0, 12.0]);
}
