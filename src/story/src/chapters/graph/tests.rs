use super::acts::ACTS;
use super::cards::{CARDS, COUNT, Card, Fold, WORST};
use super::kind::KIND;
use super::params::Params;
use super::run::{Plan, build};
use super::task;
use super::telling;
use super::three::Knives;
use crate::scenario::Scenario;
use crate::show;
use crate::story::Right;
use crate::tests::telling::{all_choices, tell};
use kitchen_core::topology::Router;
use kitchen_core::units::Bytes;
use kitchen_core::workload::graph::Road;
use kitchen_text::{Arg, Lang};

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

/// Each figure adds up as it is written, and comes to what the run took.
fn check_sums(knife: u32) {
    let params = Params { knife, ..Params::default() };
    let (plan, show) = (Plan::new(params).unwrap(), show::run(&params.scenario(KIND)).unwrap());
    let figures = telling::readout(&show).figures;
    let number = |figure: usize, name: &str| -> f64 {
        let args = &figures[figure].filled.args;
        match args.iter().find(|(known, _)| *known == name) {
            Some((_, Arg::Number(value, _))) => *value,
            other => panic!("{name}: {other:?}"),
        }
    };
    let [first, send, second, all] = ["first", "send", "second", "all"].map(|name| number(0, name));
    assert!(
        (first + send + second - all).abs() < 1e-6 && (all - show.makespan().as_secs() * 1e3).abs() < 0.006,
        "{knife}"
    );
    let sum: u64 = plan.here.crossings.iter().map(|crossing| crossing.bytes.0).sum();
    let unit = if knife == 1 { Bytes::kib(1) } else { Bytes::mib(1) };
    assert!((number(1, "all") - sum as f64 / unit.0 as f64).abs() < 1e-9, "{knife}");
    // As written: terms with their decimals add up to the sum.
    let said = figures[1].filled.say(Lang::En).replace(',', "");
    let (terms, whole) = said.split_once('=').unwrap();
    let read = |text: &str| text.split_whitespace().next().unwrap().parse::<f64>().unwrap();
    let terms: f64 = terms.split('+').map(read).sum();
    assert!((terms - read(whole)).abs() < 1e-9, "{said}");
}

#[test]
fn figures_add_up() {
    for knife in 1..COUNT as u32 {
        check_sums(knife);
    }
}

fn knives(first: u32, second: u32) -> Knives {
    let params = Params { first, second, ..Params::default() };
    Knives::on(params, &build(params).unwrap()).unwrap()
}

/// Of all pairs of places at any operator none is much better than the best that the two knives can make, and no chef of that has
/// much more to do than another.
#[test]
fn two_knives_can_make_a_pair_as_good_as_any() {
    let knives = knives(20, 50);
    let last = knives.blades.places() - 1;
    let topology = build(knives.params).unwrap();
    let road = Road::of(&topology, &Router::new(&topology).route(0, 1).unwrap());
    let paces = (2..last).flat_map(|b| (1..b).map(move |a| [a, b])).map(|pair| knives.blades.weigh(pair, &road).pace());
    let any = paces.min().unwrap();
    let best = knives.best.trio;
    assert!(any <= best.pace() && best.pace().as_secs() < any.as_secs() * 1.02, "{any:?} {best:?}");
    assert!(best.balance() > 0.8, "{best:?}");
    assert!(knives.worst.trio.pace().as_secs() > 2.0 * best.pace().as_secs(), "{:?}", knives.worst);
    assert_eq!(knives.pairs, 24 * 3 * (24 * 3 + 5) / 2 + 3);
}

#[test]
fn two_knives_keep_their_order() {
    let parse = |hash: &str| crate::chapters::parse("?scene=graph", hash).0.scenario;
    let of = |hash: &str| Params::of(&parse(hash));
    let at = |params: Params| [params.first, params.second];
    assert_eq!(at(of("#v=1&first=20&second=30")), [20, 30]);
    assert_eq!(at(of("#v=1&first=30&second=20")), [19, 20]);
    // As far as there are layers: 24 and 32.
    assert_eq!(at(of("#v=1&first=99&second=99")), [74, 75]);
    assert_eq!(at(of("#v=1&first=99&second=99&model=llama2-7b")), [98, 99]);
    assert_eq!(at(of("#v=1&first=0&second=1")), [1, 2]);
}

#[test]
fn two_knives_can_be_told() {
    for (first, second) in [(1, 2), (20, 50), (25, 49), (33, 75), (74, 75)] {
        for link in ["street", "corridor", "tunnel"] {
            let scenario = Params { first, second, ..Params::default() }.scenario(KIND).with_choice("link", link);
            tell("graph", &scenario);
        }
    }
}

fn check_fold(layers: u32, open: u32) {
    let fold = Fold { layers, open };
    let mut next = 0;
    for (card, drawn) in CARDS.iter().enumerate().take(COUNT) {
        let range = fold.operators(card);
        assert_eq!(range.start, next, "card {card}");
        assert!(range.len() == 1 || !matches!(drawn, Card::Step(_)), "card {card}");
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

/// What the last act asks for: the best of all pairs does, and what is said of another is why it does not.
#[test]
fn the_best_pair_of_knives_does_the_task() {
    let turn = ACTS.iter().find(|act| act.id == "turn").expect("a last act");
    let start = show::run(&turn.scenario(KIND)).unwrap();
    let best = Knives::of(&start).unwrap().best;
    let check = |[first, second]: [u32; 2], is_met: bool, said: &str| {
        let scenario = turn.scenario(KIND).with("first", first.into()).with("second", second.into());
        let show = show::run(&scenario).unwrap();
        let judged = task::judge(&show).unwrap();
        assert_eq!(judged.is_met, is_met, "{first} {second}");
        let told = judged.said.kitchen.say(Lang::En);
        assert!(told.contains(said), "{first} {second}: {told}");
        judged.cost
    };
    let least = check(best.places, true, "Done");
    assert!(least < check([20, 50], false, "Chef 3 has"));
    assert!(least < check([1, 98], false, "Chef 2 has"));
}
