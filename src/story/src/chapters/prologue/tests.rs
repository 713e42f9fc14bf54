use super::run::{self, ACTS, BOWLS};
use super::{CHAPTER, KIND, telling};
use crate::scenario::Scenario;
use crate::show;
use crate::story::Right;
use kitchen_core::run::Run;
use kitchen_core::units::Time;
use kitchen_text::Lang;

fn cooked() -> Run {
    show::run(&Scenario::default_for(KIND)).expect("a run").runs.remove(0)
}

/// How long each act takes, in the whole run and by itself.
#[test]
fn each_act_takes_as_long_as_it_would_alone() {
    let spans = run::spans(&cooked());
    for (act, (from, to)) in ACTS.into_iter().zip(spans) {
        let alone = run::draft(&[act]).expect("a draft").simulate().expect("a run").trace.makespan;
        assert_eq!(to.0 - from.0, alone.0, "{act:?}");
    }
}

/// What the first minute is for: two are no faster than one, and with bowls nearly as much faster as the formula says.
#[test]
fn two_are_no_faster_until_the_dish_is_cut() {
    let [one, two, bowls] = run::spans(&cooked()).map(|(from, to)| (to.0 - from.0) as f64);
    let check = |ratio: f64, low: f64, high: f64| assert!((low..high).contains(&ratio), "{ratio}");
    check(two / one, 1.0, 1.01);
    // m bowls through two equal halves: (m + 1) / 2m of the time.
    let formula = f64::from(BOWLS + 1) / f64::from(2 * BOWLS);
    check(bowls / one / formula, 1.0, 1.06);
    let verdict = telling::verdict(&Scenario::default_for(KIND)).expect("a verdict");
    let Right::Kinds(right) = verdict.right else { panic!("of kinds") };
    assert!(right.holds(2) && !right.is_tie() && verdict.cases.len() == 2);
}

/// Nobody reads more than one short sentence an act.
#[test]
fn there_is_little_to_read() {
    let show = show::run(&Scenario::default_for(KIND)).expect("a run");
    let script = CHAPTER.script(&show);
    assert_eq!(script.beats.iter().map(|beat| beat.id.as_str()).collect::<Vec<_>>(), ["one", "cooked", "same", "end"]);
    for beat in &script.beats {
        let said = beat.line(crate::story::Layer::Kitchen);
        assert!(said.say(Lang::Ja).chars().count() <= 45 && said.say(Lang::En).chars().count() <= 90, "{said:?}");
    }
    assert_eq!(script.beats[3].at, show.makespan());
    assert!(script.beats[1].at > Time::ZERO);
}
