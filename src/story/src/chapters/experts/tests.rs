use proptest::prelude::*;

use super::CHAPTER;
use super::kind::KIND;
use super::moments::{backs, pages};
use super::params::Params;
use super::run::{CHEFS, Plan};
use super::task::judge;
use super::telling;
use crate::scenario::Scenario;
use crate::scene::handle::{Grip, Handle, Stop};
use crate::scene::stage::View;
use crate::show;
use crate::story::pace::Mark;
use crate::story::{Layer, Right, Script};
use crate::tests::telling::{scenario, tell};
use kitchen_core::units::Time;
use kitchen_core::workload::routing::Routing;
use kitchen_text::{Arg, Key, Lang, pair};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_counter_can_be_told_for_any_parameters(scenario in scenario("experts")) {
        tell("experts", &scenario);
    }
}

fn with(choices: &[(&str, &str)]) -> Scenario {
    choices.iter().fold(Scenario::default_for(KIND), |scenario, (id, choice)| scenario.with_choice(id, choice))
}

/// How many times as long as without a favourite.
fn check_verdict(choices: &[(&str, &str)], low: f64, high: f64) {
    let Right::Number(times) = telling::verdict(&with(choices)).unwrap().right else { panic!("a number") };
    assert!((low..high).contains(&times), "{choices:?}: {times}");
}

/// What the chapter is there to show.
#[test]
fn one_favourite_stops_all_the_others() {
    check_verdict(&[], 2.0, 3.0);
    check_verdict(&[("favourite", "4")], 2.7, 4.0);
    check_verdict(&[("favourite", "2")], 1.4, 2.0);
    // Correction and a capacity bring the time back, one of them without a price.
    check_verdict(&[("corrected", "300")], 0.95, 1.25);
    check_verdict(&[("room", "100")], 0.95, 1.2);
    // Four small specialists a chef even out one favourite.
    check_verdict(&[("model", "gpt-oss-20b")], 1.0, 1.7);
    // Over a corridor everyone waits for the way anyway.
    check_verdict(&[("place", "corridor")], 1.2, 3.0);
}

#[test]
fn only_a_capacity_passes_bowls_by() {
    for (choices, passes) in [(&[][..], false), (&[("corrected", "300")], false), (&[("room", "100")], true)] {
        let plan = Plan::new(Params::of(&with(choices)));
        assert_eq!(plan.pages[0].passed_by() > 0, passes, "{choices:?}");
    }
}

/// The parts of both pages add up to the run, as simulated and as written.
#[test]
fn figures_add_up_to_the_run() {
    for choices in [&[][..], &[("favourite", "1")], &[("place", "street")], &[("room", "125"), ("place", "corridor")]] {
        let show = show::run(&with(choices)).unwrap();
        let pages = pages(&show.runs[0]);
        let backs = backs(&show.runs[0]);
        let there = pages.iter().flat_map(super::moments::Moments::parts).map(|part| part.0);
        let sum: u64 = there.chain(backs.iter().flat_map(super::moments::Back::parts).map(|part| part.0)).sum();
        assert_eq!(Time(sum), show.makespan(), "{choices:?}");
        for back in &backs {
            assert!(back.parts().iter().all(|&part| part > Time::ZERO));
            assert!((0..CHEFS).all(|chef| back.cook[chef][1] <= back.cook[back.slow][1]));
        }
        for page in &pages {
            assert!(page.parts().iter().all(|&part| part > Time::ZERO));
            assert!((0..CHEFS).all(|chef| page.cook[chef][1] <= page.cook[page.slow][1]));
        }
        let figures = telling::readout(&show).figures;
        let number = |name: &str| match figures[0].filled.args.iter().find(|(known, _)| *known == name) {
            Some((_, Arg::Number(value, _))) => *value,
            other => panic!("{name}: {other:?}"),
        };
        let back = &figures[2].filled.args;
        let of_back = |name: &str| match back.iter().find(|(known, _)| *known == name) {
            Some((_, Arg::Number(value, _))) => *value,
            other => panic!("{name}: {other:?}"),
        };
        let parts: f64 = ["out", "slowest", "back", "own"].into_iter().map(of_back).sum();
        assert!((parts - of_back("all")).abs() < 1e-9);
        assert!((of_back("all") - (show.makespan().0 - pages[1].done.0) as f64 * 1e-9).abs() < 0.006);
        let parts: f64 = ["own", "out", "slowest", "back"].into_iter().map(number).sum();
        assert!((parts - number("all")).abs() < 1e-9);
        assert!((number("all") - pages[0].time().as_secs() * 1e3).abs() < 0.006);
    }
}

/// What is said of the points taken from the favourites in the last act.
fn check_task(points: &str, expected: Key) {
    let turn = CHAPTER.acts.last().expect("an act").scenario(KIND).making(points.to_owned());
    tell("experts", &turn);
    let judged = judge(&show::run(&turn).unwrap()).unwrap();
    assert_eq!(judged.said.kitchen.key, expected, "{points}: {:?}", judged.said.kitchen);
    assert_eq!(judged.is_met, expected == pair::ExpertsTaskMet::KITCHEN, "{points}");
}

#[test]
fn points_are_judged_by_their_run() {
    let (short, far) = (pair::ExpertsTaskShort::KITCHEN, pair::ExpertsTaskFar::KITCHEN);
    check_task("0-0", short);
    check_task("300-300", short);
    check_task("800-800", far);
    // A place of the hands does it on either page.
    let met = (0..=800).step_by(50).filter(|taken| {
        let turn = CHAPTER.acts.last().unwrap().scenario(KIND).making(format!("{taken}-{taken}"));
        judge(&show::run(&turn).unwrap()).unwrap().is_met
    });
    assert!(met.count() > 0);
    // Untouched, it is the run without points, and what is no number is nothing.
    let plain = show::run(&with(&[("place", "street")])).unwrap();
    for made in ["0-0", "x-1", "900-0", "-"] {
        let run = show::run(&with(&[("place", "street")]).making(made.to_owned())).unwrap();
        assert_eq!(run.makespan(), plain.makespan(), "{made}");
    }
}

/// The limit's hand on a stage of that size.
fn limit(size: [f32; 2]) -> Handle {
    let show = show::run(&with(&[("favourite", "3"), ("room", "125")])).unwrap();
    let (index, script, still) = (CHAPTER.index(&show), Script::default(), Time::ZERO);
    let view = View {
        show: &show,
        script: &script,
        index: &index,
        playhead: still,
        per_second: still,
        mark: Mark::Usual,
        layer: Layer::Kitchen,
        lang: Lang::En,
        size,
    };
    view.hands(&[]).into_iter().find(|hand| hand.id == "limit").expect("the limit's hand")
}

/// A shelf where there is room for a finger between its heights, else a rail; lower, it lets fewer bowls in and takes less time.
#[test]
fn the_limit_is_a_shelf_that_can_be_pulled() {
    for (size, grip) in [([1256.0, 638.0], Grip::Along), ([390.0, 470.0], Grip::Across)] {
        assert_eq!(limit(size).grip, grip, "{size:?}");
    }
    let shelf = limit([1256.0, 638.0]);
    assert_eq!(shelf.stops[shelf.here].text.key, kitchen_text::key::EXPERTS_STOP_125);
    let run = |stop: &Stop| show::run(stop.leads.as_ref().unwrap()).unwrap();
    let runs: Vec<_> = shelf.stops.iter().map(run).collect();
    let passed = |show: &show::Show| Plan::of(show).pages.iter().map(Routing::passed_by).sum::<u64>();
    for (at, pair) in runs.windows(2).enumerate() {
        let [lower, higher] = [&shelf.stops[at], &shelf.stops[at + 1]].map(|stop| stop.at[1]);
        assert!(lower > higher + 8.0, "{at}: {lower} {higher}");
        assert!(passed(&pair[0]) > passed(&pair[1]), "{at}");
        assert!(pair[0].makespan() < pair[1].makespan(), "{at}");
    }
    assert_eq!(passed(runs.last().unwrap()), 0, "no shelf, nothing on it");
}

/// As many rows as the bowls of a limit fill.
fn check_rows(room: Option<u32>, expected: usize) {
    assert_eq!(super::pile::rows(room), expected, "{room:?}");
}

#[test]
fn a_shelf_has_room_for_what_may_be_taken() {
    check_rows(Some(100), 2);
    check_rows(Some(125), 3);
    check_rows(Some(200), 4);
    check_rows(None, 8);
}
