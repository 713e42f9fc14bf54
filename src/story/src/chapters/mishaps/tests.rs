use kitchen_core::faults::{Activity, checkpoint};
use kitchen_core::units::Time;
use kitchen_text::{Key, Lang, key};
use proptest::prelude::*;

use super::kind::KIND;
use super::night::city::{HOUR, SPAN, city, lived};
use super::night::{Night, closing, near, tenths};
use super::params::{Mishap, Params};
use super::step::Steps;
use super::streets::Districts;
use super::telling;
use crate::scenario::Scenario;
use crate::show::{self, Show};
use crate::story::Right;
use crate::tests::telling::{scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn mishaps_can_be_told_for_any_parameters(scenario in scenario("mishaps")) {
        tell("mishaps", &scenario);
    }

    #[test]
    fn tenths_add_up(times in prop::array::uniform4(0..40 * HOUR)) {
        let sum: u64 = times.iter().sum();
        let all = tenths(times.map(Time), HOUR);
        let told: f64 = all.iter().sum();
        prop_assert!((told - sum as f64 / HOUR as f64).abs() < 0.0501, "{:?}", all);
        for (tenth, time) in all.iter().zip(times) {
            prop_assert!((tenth - time as f64 / HOUR as f64).abs() < 0.1001);
        }
    }
}

fn show(params: Params) -> Show {
    show::run(&params.scenario(KIND)).expect("a run")
}

fn night(params: Params) -> Night {
    Night::of(&show(params)).expect("cities")
}

/// The trace of a city is its days as they were simulated, to the picosecond, and adds up to all of them.
#[test]
fn the_trace_is_what_was_lived() {
    for params in [
        Params::default(),
        Params { kitchens: 2_048, spares: 0, ..Params::default() },
        Params { kitchens: 64, period: 120, ..Params::default() },
    ] {
        let night = night(params);
        for (at, life) in (0..).zip(&night.cities) {
            let lived = lived(params, at, SPAN).expect("days");
            assert_eq!(life.parts, lived.intervals, "{params:?} {at}");
            assert_eq!(life.spent(SPAN), lived.spent(SPAN));
            assert_eq!(life.spent(SPAN).sum(), SPAN);
            let closed: Vec<_> = life.closed.iter().map(|closed| (closed.at, closed.kitchen, closed.by)).collect();
            let failed: Vec<_> = lived.failures.iter().map(|fail| (fail.at, fail.server, fail.replaced_by)).collect();
            assert_eq!(closed, failed);
        }
    }
}

/// The lesson at its strongest: the middle city keeps the most, the others lose by writing and by losing.
#[test]
fn both_too_often_and_too_seldom_cost() {
    let night = night(Params::default());
    let [often, chosen, seldom] = [0, 1, 2].map(|at: usize| night.cities[at].spent(SPAN));
    assert!(chosen.work > often.work && chosen.work > seldom.work);
    assert!(often.write.0 > 3 * chosen.write.0 && seldom.lost.0 > 3 * chosen.lost.0);
    assert!((8..=16).contains(&night.chosen().closed.len()), "{}", night.chosen().closed.len());
    let first = night.chosen().closed[0].at;
    assert!(first > Time(HOUR), "the question is asked before anything stops");
    assert_eq!(chosen.wait, Time::ZERO, "the reserve is enough");
    let best = checkpoint::best(&city(Params::default(), 1));
    assert!((20..40).contains(&(best.0 / (60 * 1_000_000_000_000))), "{best:?}");
}

/// The question's answer is counted, and follows the number of kitchens.
#[test]
fn the_more_kitchens_the_more_often() {
    let right = |kitchens| {
        let scenario = Params { kitchens, ..Params::default() }.scenario(KIND);
        let Right::Kinds(right) = telling::verdict(&scenario).expect("a verdict").right else { panic!("kinds") };
        right.bits
    };
    assert_eq!([64, 256, 1_024, 2_048].map(right), [0b00100, 0b01000, 0b10000, 0b10000]);
}

/// Without a reserve the city waits for every repair.
#[test]
fn without_a_reserve_the_city_waits() {
    let night = night(Params { spares: 0, ..Params::default() });
    assert!(night.chosen().spent(SPAN).wait.0 > SPAN.0 / 2);
    assert!(night.chosen().parts.iter().any(|part| part.activity == Activity::Wait));
}

/// A kitchen that is closed by hand closes then; with one in reserve all go on soon, without one they wait for its repair.
#[test]
fn a_kitchen_is_closed_by_hand() {
    let lived = |hash: &str| {
        let scenario = crate::chapters::parse("?scene=mishaps", hash).0.scenario;
        (closing::read(&scenario).len(), night_of(&scenario))
    };
    let closed = |night: &Night| -> Vec<_> {
        night.chosen().closed.iter().map(|one| (one.at.0 / HOUR, one.kitchen, one.by)).collect()
    };
    let few = "#v=1&kitchens=8&closed=12-3";
    let (_, without) = lived(&[few, "&spares=0"].concat());
    let (_, with) = lived(&[few, "&spares=4"].concat());
    assert_eq!((closed(&without), closed(&with)), (vec![(12, 2, Some(2))], vec![(12, 2, Some(8))]));
    assert!(without.chosen().spent(SPAN).wait > Time(23 * HOUR) && with.chosen().spent(SPAN).wait == Time::ZERO);
    for t in [11, 12, 30, 40] {
        let of = |night: &Night, kitchen: u32| near::kitchen(night, kitchen, Time(t * HOUR));
        let (before, repaired) = (t < 12, t >= 36);
        let out = [near::Kitchen::Repair, near::Kitchen::Works][usize::from(before || repaired)];
        assert_eq!(of(&without, 2), if t == 40 { near::Kitchen::Works } else { out }, "{t}");
        let moved = if t <= 12 { near::Kitchen::Reserve } else { near::Kitchen::Works };
        assert_eq!((of(&with, 8), of(&with, 0)), (moved, near::Kitchen::Works), "{t}");
    }
    // What is no kitchen, no hour or no number is passed over, and not more than eight are taken.
    let (count, _) = lived("#v=1&kitchens=8&closed=0-1.72-1.5-0.5-99.a-b.7.5-1.5-1");
    assert_eq!(count, 1);
    let (count, _) = lived("#v=1&kitchens=64&closed=1-1.2-2.3-3.4-4.5-5.6-6.7-7.8-8.9-9");
    assert_eq!(count, 8);
}

fn night_of(scenario: &Scenario) -> Night {
    Night::of(&show::run(scenario).expect("a run")).expect("cities")
}

/// Whichever chef's stove burns low, the others wait as long.
#[test]
fn any_stove_may_burn_low() {
    let longer = |slow| {
        let steps = Steps::of(&show(Params { mishap: Mishap::Stove, slow, ..Params::default() })).expect("steps");
        for half in steps.halves {
            assert_eq!(half.forward + half.backward + half.wait + half.meeting + half.update, half.end, "{slow}");
        }
        (steps.longer(), steps.usual(1))
    };
    for slow in 9..=16 {
        assert!((longer(slow).0 - longer(13).0).abs() < 0.01 && longer(slow).1 + 1 != slow, "{slow}");
    }
}

/// One slow chef in eight makes the step of all nearly as much longer as its own; a fallen tunnel more.
#[test]
fn everyone_waits_for_one() {
    let longer = |mishap| {
        let steps = Steps::of(&show(Params { mishap, ..Params::default() })).expect("steps");
        let [whole, hurt] = steps.halves;
        for half in steps.halves {
            assert_eq!(half.forward + half.backward + half.wait + half.meeting + half.update, half.end);
        }
        assert_eq!((whole.forward, whole.backward, whole.wait), (hurt.forward, hurt.backward, Time::ZERO));
        (steps.longer(), hurt)
    };
    let (stove, tunnel) = (longer(Mishap::Stove), longer(Mishap::Tunnel));
    assert!((0.2..0.25).contains(&stove.0), "{stove:?}");
    assert!(tunnel.0 > 0.3 && tunnel.1.wait == Time::ZERO, "{tunnel:?}");
}

fn districts(mishap: Mishap) -> Districts {
    Districts::of(&show(Params { mishap, ..Params::default() })).expect("districts")
}

/// What is left of the streets carries the rest: the closed form is within 4 % of what was simulated, and a dead crossing costs more
/// than a dead street, which costs more than one that is away half of the time, but loses fewer packets.
#[test]
fn what_is_left_carries_the_rest() {
    let all = [Mishap::Crossing, Mishap::Street, Mishap::Flap].map(districts);
    for one in &all {
        let [whole, hurt] = [0, 1].map(|run| one.told(run).as_us());
        let formula = 200.0 + (whole - 200.0) / one.left();
        assert!((hurt / formula - 1.0).abs() < 0.04, "{:?}: {hurt} {formula}", one.mishap);
        assert_eq!((one.of[0].lost(), one.of[0].report.unfinished, one.of[1].report.unfinished), (0, 0, 0));
        assert_eq!(one.of[1].report.sent - one.of[1].report.arrived, one.of[1].lost());
    }
    assert!(all[0].longer() > 2.0 * all[1].longer() && all[1].longer() > 1.5 * all[2].longer());
    assert!(all[2].of[1].lost() > 3 * all[1].of[1].lost());
}

/// A door that stays shut stops those who go elsewhere, after the room between has filled; nothing is lost.
#[test]
fn one_shut_door_stops_all() {
    let one = districts(Mishap::Door);
    let (at, kitchen) = one.of[1].first_stop().expect("somebody else stands");
    assert!(kitchen < 3 && at > Time::from_us(200) && at < one.told(0), "{at:?}");
    assert!(one.longer() > 0.3 && one.of[1].lost() == 0 && one.of[1].report.unfinished == 0, "{}", one.longer());
}

/// Hundreds of days of the default city go where the closed form says, each part within a point and a half.
#[test]
fn long_runs_confirm_the_formula() {
    let city = city(Params::default(), 1);
    let shares = checkpoint::shares(&city);
    let span = Time(200 * 24 * HOUR);
    let spent = kitchen_core::faults::timeline::simulate(&city, span, 7).expect("days").spent(span);
    let got = [spent.work, spent.write, spent.lost, spent.stopped()].map(|time| time.0 as f64 / span.0 as f64);
    for (got, expected) in got.into_iter().zip([shares.work, shares.write, shares.lost, shares.stopped()]) {
        assert!((got - expected).abs() < 0.015, "{got} {expected}");
    }
}

/// The figures with that name, and whether what each says adds up.
fn check_sums(params: Params, name: Key, expected: usize) {
    let readout = telling::readout(&show(params));
    let own: Vec<String> =
        readout.figures.iter().filter(|one| one.name.key == name).map(|one| one.filled.say(Lang::En)).collect();
    assert_eq!(own.len(), expected, "{name:?} of {params:?}");
    for text in own {
        let (left, right) = text.split_once(" = ").expect("a sum");
        let number = |part: &str| -> f64 {
            part.split_whitespace().next().expect("a number").replace(',', "").parse().expect("a number")
        };
        let left = left.replace(" − ", " + -");
        let sum: f64 = left.split(" + ").map(number).sum();
        assert!(left.contains(" + ") && (sum - number(right)).abs() < 0.051, "{text}");
    }
}

#[test]
fn sums_are_told_as_sums() {
    check_sums(Params::default(), key::MISHAPS_FIGURE_HOURS, 3);
    check_sums(Params::default(), key::MISHAPS_FIGURE_FORESEEN, 1);
    for mishap in [Mishap::Stove, Mishap::Tunnel] {
        check_sums(Params { mishap, ..Params::default() }, key::MISHAPS_FIGURE_SUM, 2);
    }
    for mishap in [Mishap::Street, Mishap::Flap, Mishap::Crossing] {
        check_sums(Params { mishap, ..Params::default() }, key::MISHAPS_FIGURE_BELOW, 1);
    }
    check_sums(Params { mishap: Mishap::Door, ..Params::default() }, key::MISHAPS_FIGURE_BELOW_DOOR, 1);
    assert_eq!(Scenario::default_for(KIND), Params::default().scenario(KIND));
}
