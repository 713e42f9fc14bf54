use super::CHAPTER;
use super::kind::KIND;
use super::params::Params;
use crate::scenario::Scenario;
use crate::scene::stage::View;
use crate::show;
use crate::story::pace::Mark;
use crate::story::{Layer, Script};
use crate::tests::telling::{all_choices, tell};
use kitchen_core::units::Time;
use kitchen_text::{Key, Lang, key};

#[test]
fn every_race_can_be_told() {
    for start in [10, 20, 30, 34].map(|log| Scenario::default_for(KIND).with("bytes", 1 << log)) {
        for scenario in all_choices(start) {
            // 72 chefs take the simulator seconds without optimisation; the same code tells 16.
            if Params::of(&scenario).chefs < 72 {
                tell("links", &scenario);
            }
        }
    }
}

#[test]
fn the_chefs_own_kitchen_can_be_told_wherever_they_come_from() {
    for home in 0..=6 {
        for left in 0..=6 {
            tell("links", &Scenario::default_for(KIND).with("home", home).with("left", left));
        }
    }
}

/// What is said in the end of chefs in that kitchen who came from the other, and that no kitchen is slower or faster for them.
fn check_move(home: i64, left: i64, expected: Key) {
    let end = |scenario: &Scenario| {
        let show = show::run(scenario).unwrap();
        let line = CHAPTER.script(&show).line_at(show.makespan(), Layer::Kitchen);
        (line.map(|line| line.key), show.runs.iter().map(|run| run.trace.makespan).collect::<Vec<_>>())
    };
    let usual = Scenario::default_for(KIND);
    let (said, ends) = end(&usual.with("home", home).with("left", left));
    assert_eq!((said, ends), (Some(expected), end(&usual).1), "{home} {left}");
}

#[test]
fn the_same_chefs_are_as_fast_as_their_kitchen() {
    check_move(4, 1, key::LINKS_BEAT_END_FASTER);
    check_move(1, 4, key::LINKS_BEAT_END_SLOWER);
    check_move(4, 0, key::LINKS_BEAT_END);
    check_move(4, 4, key::LINKS_BEAT_END);
    check_move(0, 4, key::LINKS_BEAT_END);
}

#[test]
fn the_chefs_can_be_put_into_any_kitchen() {
    let all = CHAPTER.acts.iter().find(|act| act.id == "all").unwrap();
    let show = show::run(&all.scenario(KIND)).unwrap();
    let (index, script, still) = (CHAPTER.index(&show), Script::default(), Time::ZERO);
    let (playhead, per_second, mark, layer, lang) = (still, still, Mark::Usual, Layer::Kitchen, Lang::Ja);
    for size in [[1256.0, 638.0], [390.0, 470.0]] {
        let view = View { show: &show, script: &script, index: &index, playhead, per_second, mark, layer, lang, size };
        let hand = view.hands(&[]).into_iter().find(|hand| hand.id == "home").unwrap();
        assert_eq!((hand.stops.len(), hand.here), (show.runs.len(), 0), "{size:?}");
        for (kitchen, stop) in hand.stops.iter().enumerate() {
            let params = Params::of(stop.leads.as_ref().unwrap());
            // From here to here is no way.
            let expected = if kitchen == hand.here { (Some(kitchen), None) } else { (Some(kitchen), Some(hand.here)) };
            assert_eq!((params.own(), params.before()), expected);
            // What the hand leads to is kept as that kitchen's.
            let kept = all.left(&show::run(stop.leads.as_ref().unwrap()).unwrap()).unwrap().kept;
            let run = &show.runs[kitchen];
            let busbw = params.op.busbw(run.topology.len(), params.bytes, run.trace.makespan).as_gb_per_s();
            assert_eq!(kept.size, Some(busbw));
        }
    }
    // Where two kitchens race there is no other to go to.
    let two = show.scenario.with_choice("field", "two");
    assert_eq!(Params::of(&two).own(), None);
}
