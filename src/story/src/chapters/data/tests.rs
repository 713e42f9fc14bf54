use std::collections::BTreeMap;

use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use kitchen_text::{Arg, Lang, Line, key};
use proptest::prelude::*;

use super::CHAPTER;
use super::kind::KIND;
use super::params::Params;
use super::telling;
use crate::scenario::Scenario;
use crate::scene::stage::View;
use crate::show;
use crate::story::pace::Mark;
use crate::story::{Layer, Script};
use crate::tests::telling::{all_choices, scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_meeting_can_be_told_for_any_parameters(scenario in scenario("data")) {
        // Only NVSwitch 3 and later add; where they cannot, the scenario says so instead of running.
        prop_assume!(show::run(&scenario).is_ok());
        prop_assume!(telling::verdict(&scenario).is_ok());
        tell("data", &scenario);
    }
}

#[test]
fn every_meeting_ends_with_one_recipe() {
    let mut held = 0;
    for chefs in 2..=8 {
        let usual = Scenario::default_for(KIND).with("chefs", chefs).with("buckets", 2);
        // The model sets how much is carried, not how.
        let small = |scenario: &Scenario| Params::of(scenario).model.id == "gpt3-350m";
        for scenario in all_choices(usual).into_iter().filter(small) {
            let Ok(show) = show::run(&scenario) else { continue };
            let ledger = telling::ledger(&show.runs[0]).expect("small enough for numbers");
            let agreed = ledger.agreed().expect("all agree in the end");
            for chunk in 0..ledger.chunks() {
                let sum = ledger.total(chunk);
                assert!((0..ledger.ranks()).all(|rank| ledger.value_at(agreed, rank, chunk) == sum), "{scenario:?}");
            }
            held += 1;
        }
    }
    assert!(held > 100, "only {held} of the meetings can be held");
}

/// What the busiest chef sends, as a multiple of the report: as run, and as the formula beside it says.
fn check_sent(algorithm: &str, kitchens: i64) {
    let scenario = Scenario::default_for(KIND).with("kitchens", kitchens).with_choice("algorithm", algorithm);
    let show = show::run(&scenario).unwrap();
    let figures = telling::readout(&show).figures;
    let filled = figures.iter().find(|figure| figure.formula.key == key::DATA_FIGURE_SENT_KITCHENS_FORMULA).unwrap();
    let bytes = |line: &Line, name: &str| match line.args.iter().find(|(known, _)| *known == name) {
        Some((_, Arg::Bytes(bytes))) => bytes.0 as f64,
        other => panic!("{name}: {other:?}"),
    };
    let (run, formula) = (bytes(&filled.value, "value"), bytes(&filled.filled, "value"));
    assert!((run / formula - 1.0).abs() < 0.01, "{algorithm}, {kitchens} kitchens: {run} {formula}");
}

#[test]
fn delegates_send_what_the_formula_says() {
    for algorithm in ["ring", "direct", "double-binary-tree", "in-network"] {
        for kitchens in [2, 3, 4, 8] {
            check_sent(algorithm, kitchens);
        }
    }
}

/// Every sum that leaves a kitchen has all of its chefs in it, and one chef carries it in each place.
fn check_delegates(algorithm: &str, kitchens: i64) {
    let scenario = Scenario::default_for(KIND).with("kitchens", kitchens).with_choice("algorithm", algorithm);
    let show = show::run(&scenario.with_choice("model", "gpt3-350m").with("buckets", 1)).unwrap();
    let run = &show.runs[0];
    let ledger = telling::ledger(run).expect("small enough for numbers");
    let per = run.topology.gpus_per_node();
    let mut delegates = BTreeMap::new();
    for (task, (work, label)) in run.graph.work.iter().zip(&run.graph.labels).enumerate() {
        let Work::Transfer { src, dst, .. } = *work else { continue };
        if label.kind != Kind::SendReduce || src / per == dst / per {
            continue;
        }
        let who = ledger.authors(task as u32)[0];
        let own = ((1 << per) - 1) << (src / per * per);
        assert_eq!(who & own, own, "{algorithm}, {kitchens} kitchens: {task} leaves too early");
        let of_place = delegates.entry((src / per, label.chunk)).or_insert(src);
        assert_eq!(*of_place, src, "{algorithm}, {kitchens} kitchens: two delegates of one place");
    }
    let places = ledger.chunks() as usize;
    // In each of two trees all kitchens but the highest send up.
    assert_eq!(delegates.len(), places * (kitchens as usize - 1), "{algorithm}, {kitchens} kitchens");
    assert_eq!(ledger.agreed().map(|agreed| agreed <= show.makespan()), Some(true));
}

#[test]
fn one_delegate_of_each_kitchen_meets() {
    for (algorithm, kitchens) in
        [("ring", 2), ("ring", 4), ("direct", 3), ("double-binary-tree", 4), ("in-network", 2), ("ring", 8)]
    {
        check_delegates(algorithm, kitchens);
    }
}

#[test]
fn more_kitchens_wait_longer_for_one_another() {
    let times = [2, 8, 64].map(|kitchens| {
        let show = show::run(&Scenario::default_for(KIND).with("kitchens", kitchens)).unwrap();
        let bundles = super::bundles::Bundles::new(&show).unwrap();
        bundles.times(bundles.last()).wait
    });
    assert!(times.is_sorted_by(|fewer, more| fewer < more), "{times:?}");
}

#[test]
fn several_kitchens_can_be_told() {
    let usual = Scenario::default_for(KIND);
    for kitchens in [2, 4, 9, 16] {
        tell("data", &usual.with("kitchens", kitchens));
    }
    for algorithm in ["direct", "double-binary-tree", "in-network"] {
        tell("data", &usual.with("kitchens", 2).with_choice("algorithm", algorithm));
    }
}

/// On the rail of all who cook: what the handle says, and to where its last two places lead.
fn check_rail(chefs: i64, kitchens: i64, expected: &str) {
    let scenario = Scenario::default_for(KIND).with("chefs", chefs).with("kitchens", kitchens);
    let show = show::run(&scenario).unwrap();
    let (index, script, still) = (CHAPTER.index(&show), Script::default(), Time::ZERO);
    let (playhead, per_second, mark, layer, lang) = (still, still, Mark::Usual, Layer::Kitchen, Lang::En);
    let size = [1256.0, 638.0];
    let view = View { show: &show, script: &script, index: &index, playhead, per_second, mark, layer, lang, size };
    let hand = view.hands(&[]).into_iter().find(|hand| hand.id == "chefs").unwrap();
    let here = &hand.stops[hand.here];
    assert_eq!(here.text.say(lang).replace('\u{a0}', " "), expected);
    assert_eq!(here.leads.as_ref(), Ok(&scenario), "{expected}");
    // The kitchens are in order, from one on; whatever is asked for can run.
    let led = hand.stops.iter().map(|stop| Params::of(stop.leads.as_ref().unwrap()));
    assert!(led.map(|params| params.kitchens).is_sorted(), "{expected}");
}

#[test]
fn one_rail_goes_from_two_chefs_to_sixty_four_kitchens() {
    check_rail(4, 1, "4");
    check_rail(5, 1, "5");
    check_rail(8, 1, "8");
    check_rail(8, 2, "16 chefs, 2 kitchens");
    check_rail(3, 3, "24 chefs, 3 kitchens");
}
