use super::cards::{CARDS, COUNT, Card, Fold, WORST};
use super::kind::KIND;
use super::params::Params;
use super::run::Plan;
use super::telling;
use crate::scenario::Scenario;
use crate::show;
use crate::story::Right;
use crate::tests::telling::{all_choices, tell};
use kitchen_core::text::Lang;
use kitchen_core::units::Bytes;

#[test]
fn every_cut_can_be_told() {
    for scenario in all_choices(Scenario::default_for(KIND)) {
        tell("graph", &scenario);
    }
    for knife in 1..COUNT as i64 {
        tell("graph", &Scenario::default_for(KIND).with("knife", knife));
    }
}

/// What the chapter is there to show, at its default.
#[test]
fn a_bad_cut_sends_hundreds_of_times_what_a_good_one_does() {
    let plan = Plan::new(Params::default()).unwrap();
    assert_eq!(plan.here.knife, WORST);
    let ratio = plan.here.weighed.bytes.0 as f64 / plan.good.weighed.bytes.0 as f64;
    assert!((200.0..300.0).contains(&ratio), "{ratio}");
    assert!(plan.good.weighed.balance() > 0.9, "{}", plan.good.weighed.balance());
    let Right::Number(times) = telling::verdict(&Scenario::default_for(KIND)).unwrap().right else {
        panic!("a number")
    };
    assert!((2.0..5.0).contains(&times), "{times}");
    // A cut that sends less still, and leaves one chef without work.
    let order = Plan::new(Params { knife: 1, ..Params::default() }).unwrap();
    assert!(order.here.weighed.bytes < Bytes::mib(1) && order.here.weighed.balance() < 0.01);
}

/// The good cut is one that the knife can make, whatever is chosen.
#[test]
fn the_knife_can_make_the_best_cut() {
    for scenario in all_choices(Scenario::default_for(KIND)) {
        let plan = Plan::new(Params::of(&scenario)).unwrap();
        for knife in 1..COUNT as u32 {
            let other = Plan::new(Params { knife, ..Params::of(&scenario) }).unwrap().here.weighed.pace();
            assert!(plan.good.weighed.pace() <= other, "{scenario:?} {knife}");
        }
    }
}

#[test]
fn the_run_takes_the_work_and_what_is_sent() {
    for knife in [3, 6, 12, 15] {
        let params = Params { knife, ..Params::default() };
        let plan = Plan::new(params).unwrap();
        let show = show::run(&params.scenario(KIND)).unwrap();
        let [first, second] = plan.here.weighed.work;
        let whole = show.makespan();
        // The first of several tensors may leave while the last is still being made.
        assert!(whole.0 <= (first + second + plan.here.weighed.send).0 + 4, "{knife}");
        assert!(whole > first + second, "{knife}");
        let value = &telling::readout(&show).figures[0].filled;
        assert!(value.say(Lang::En).contains('='));
    }
}

fn check_fold(layers: u32, open: u32) {
    let fold = Fold { layers, open };
    let mut next = 0;
    for card in 0..COUNT {
        let range = fold.operators(card);
        assert_eq!(range.start, next, "card {card}");
        assert_eq!(range.len() == 1, matches!(CARDS[card], Card::Step(_)) || range.len() == 1);
        next = range.end;
    }
    assert_eq!(next, 12 * layers as usize + 5);
}

#[test]
fn every_operator_is_on_one_card() {
    check_fold(24, 12);
    check_fold(32, 1);
    check_fold(32, 30);
}
