use proptest::prelude::*;

use super::course::Course;
use super::figures::{bound, cores, terms};
use super::kind::KIND;
use super::params::{Company, Params, Rule};
use super::telling::totals;
use crate::show::{self, Show};
use crate::tests::telling::{scenario, tell};
use kitchen_core::units::Time;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn couriers_can_be_told_for_any_parameters(scenario in scenario("transport")) {
        tell("transport", &scenario);
    }
}

fn show(params: Params) -> Show {
    show::run(&params.scenario(KIND)).expect("a run")
}

fn course(params: Params) -> Course {
    Course::of(&show(params)).expect("a course")
}

/// One parcel in a thousand costs half of the road under one rule, hardly anything under the other.
#[test]
fn one_in_a_thousand_costs_half_the_road() {
    let all = course(Params::default());
    let one = course(Params { recovery: Rule::Selective, ..Params::default() });
    assert!((0.3..0.6).contains(&all.share()), "{}", all.share());
    assert!(one.share() > 0.9, "{}", one.share());
}

/// The terms of the time are its whole, with every rule, loss and company.
#[test]
fn the_times_terms_add_up() {
    let companies = [Company::Alone, Company::Neighbour, Company::Crowd, Company::Credit];
    let rules = [Rule::GoBackN, Rule::Selective, Rule::Each, Rule::Bundles, Rule::Tcp, Rule::Ultra];
    let all = companies.into_iter().flat_map(|company| rules.map(|recovery| (company, recovery)));
    for (company, recovery) in all {
        let paths = if recovery == Rule::Selective { 16 } else { 1 };
        let show = show(Params { recovery, paths, company, ..Params::default() });
        let course = Course::of(&show).expect("a course");
        let sum = terms(&course).into_iter().fold(Time::ZERO, |sum, term| sum + term);
        assert_eq!(sum, course.finish, "{:?}", course.params);
        let report = show.runs[0].packets.as_deref().expect("a report");
        let [parcels, sent, lost, refused] = totals(&show);
        assert!(sent >= parcels + refused && lost <= report.dropped, "{:?}", course.params);
        // Parcels of a bundle that come a second time are counted nowhere.
        let counted = course.bundle() > 1 || sent <= parcels + refused + report.dropped + report.in_flight;
        assert!(counted, "{:?}", course.params);
    }
}

/// A neighbour on the same street takes half of it; with many names there is room for both.
#[test]
fn many_names_find_the_empty_streets() {
    let at = |paths| {
        let neighbour = Company::Neighbour;
        let params = Params { recovery: Rule::Selective, loss: 0.0, paths, company: neighbour, ..Params::default() };
        course(params).share()
    };
    let shares = [1, 4, 16, 256].map(at);
    assert!(shares[0] < 0.55 && shares[3] > 0.9, "{shares:?}");
}

/// Taking turns at the door keeps its queue short.
#[test]
fn calling_in_keeps_the_queue_short() {
    let longest = |company| {
        let show = show(Params { loss: 0.0, company, ..Params::default() });
        let report = show.runs[0].packets.as_deref().expect("a report");
        (report.ports.iter().map(|port| port.max_queue_bytes).max().expect("ports"), report.makespan)
    };
    let (crowd, called) = (longest(Company::Crowd), longest(Company::Credit));
    assert!(called.0 * 10 < crowd.0, "{crowd:?} {called:?}");
    // What is said of the longest queue holds under every rule that is called in by the quantum, and nothing is sent again for nothing.
    for recovery in [Rule::GoBackN, Rule::Selective, Rule::Each, Rule::Bundles] {
        let params = Params { loss: 0.0, recovery, company: Company::Credit, ..Params::default() };
        let show = show(params);
        let report = show.runs[0].packets.as_deref().expect("a report");
        let longest = report.ports.iter().map(|port| port.max_queue_bytes).max().expect("ports");
        assert!(longest <= bound(&course(params)).0, "{recovery:?}: {longest}");
    }
}

/// Where nothing falls nothing is sent again, whoever decides and however many come to the door.
#[test]
fn nothing_is_sent_again_for_nothing() {
    for recovery in [Rule::Selective, Rule::Each, Rule::Bundles, Rule::Ultra] {
        for company in [Company::Crowd, Company::Credit] {
            let show = show(Params { loss: 0.0, recovery, company, ..Params::default() });
            let [parcels, sent, lost, refused] = totals(&show);
            assert_eq!((sent, lost, refused), (parcels, 0, 0), "{recovery:?} {company:?}");
        }
    }
}

/// An order of someone else's waits for the whole crowd, or for hardly anyone.
#[test]
fn a_small_order_waits_for_the_crowd() {
    let slowest = |company| {
        let course = course(Params { company, ..Params::default() });
        (*course.guests.last().expect("orders"), course.guest_at_best())
    };
    let ((crowd, best), (called, _)) = (slowest(Company::Crowd), slowest(Company::Credit));
    assert!(crowd.0 > 10 * best.0 && called.0 < 5 * best.0, "{crowd:?} {called:?} {best:?}");
}

/// What the crowd sends in its act is of many round trips: what a sender may have out at once is a tenth of it at most, so its rules act.
#[test]
fn the_crowd_sends_for_many_round_trips() {
    let act = super::acts::ACTS.iter().find(|act| act.id == "crowd").expect("the act");
    let params = Params::of(&act.scenario(KIND));
    let course = course(params);
    let out = u64::from(course.in_flight()) * u64::from(super::run::PARCEL);
    let sent = params.bytes() / u64::from(super::run::CROWD);
    assert!(params.company.is_crowd() && sent >= 10 * out, "{sent} B of each, {out} B in a round trip");
}

/// One core keeps the road full with bundles, and a thirtieth of it with a decision for each parcel.
#[test]
fn bundles_are_what_one_core_can_do() {
    let share = |recovery| course(Params { recovery, loss: 0.0, ..Params::default() }).share();
    let (each, bundles) = (share(Rule::Each), share(Rule::Bundles));
    assert!(each < 0.04 && bundles > 0.95, "{each} {bundles}");
}

/// By the textbook's curve go-back-N loses half of the road where selective repeat loses nothing that can be seen; the run agrees.
#[test]
fn go_back_n_collapses_first() {
    let mut shares = Vec::new();
    for loss in [0.0001, 0.001, 0.01] {
        for recovery in [Rule::GoBackN, Rule::Selective] {
            let course = course(Params { recovery, loss, ..Params::default() });
            let book = crate::chapters::transport::curve::left(recovery, loss, course.in_flight());
            shares.push((course.share(), book));
        }
    }
    for (run, book) in &shares {
        assert!((run - book).abs() < 0.13, "{shares:?}");
    }
    assert!(shares[4].0 < 0.1 && shares[5].0 > 0.9, "{shares:?}");
}

/// One core's copies leave a tenth of the road, and each loss costs TCP a part of that; Ultra Ethernet keeps nearly all.
#[test]
fn copies_and_cuts_are_what_tcp_costs() {
    let at = |recovery, loss| course(Params { recovery, loss, ..Params::default() });
    let (clean, lossy, ultra) = (at(Rule::Tcp, 0.0), at(Rule::Tcp, 0.001), at(Rule::Ultra, 0.001));
    // 42 Gbit/s of 400, headers aside.
    assert!((clean.share() / 0.113 - 1.0).abs() < 0.05, "{}", clean.share());
    assert!(lossy.share() < 0.7 * clean.share(), "{}", lossy.share());
    // What is lost among its last parcels waits for a timer of 100 µs.
    assert!(ultra.share() > 8.0 * lossy.share(), "{} {}", ultra.share(), lossy.share());
    // The window hardly moves where one core's is cut.
    let least = |course: &Course| course.smallest().map_or(0, |window| window.bytes);
    assert!(least(&ultra) * 16 >= ultra.windows[0].bytes * 15);
    assert!(lossy.windows.windows(2).any(|pair| pair[1].bytes < pair[0].bytes));
}

/// What a window allows in a round trip is at least what went out in the run.
#[test]
fn no_run_is_faster_than_its_window() {
    for recovery in [Rule::Tcp, Rule::Ultra] {
        let course = course(Params { recovery, ..Params::default() });
        let most = course.windows.iter().map(|window| window.bytes).max().expect("a window");
        assert!(course.answered.max_in_flight <= most + 1024, "{recovery:?}");
        let pace = course.plan.flows[0].bytes.0 as f64 / course.finish.as_secs();
        assert!(pace <= most as f64 / course.round_trip().as_secs(), "{recovery:?}");
    }
}

#[test]
fn a_chunk_a_decision_is_one_core() {
    let [chunk, packet] = cores();
    assert!((0.9..=1.0).contains(&chunk) && packet > 25.0, "{chunk} {packet}");
}

/// What the reader takes is lost, once, beside what falls by itself; it makes the run no shorter, and the one that falls is the one that is named.
#[test]
fn a_parcel_that_is_taken_is_lost_once() {
    let check = |recovery: Rule, taken: u32, lost: u32| {
        let course = course(Params { recovery, loss: 0.0, taken, ..Params::default() });
        assert_eq!((course.lost, course.falls.len() as u32), (lost, lost), "{recovery:?} {taken}");
        let named = Params { recovery, taken, ..Params::default() }.lost();
        assert_eq!(
            course.falls.first().map(|fall| fall.chunk * course.bundle()),
            named.map(|n| n / course.bundle() * course.bundle())
        );
        course.makespan
    };
    for recovery in [Rule::GoBackN, Rule::Selective, Rule::Bundles, Rule::Tcp] {
        let whole = check(recovery, 0, 0);
        let least = (1..=8).map(|taken| check(recovery, taken, 1)).min().unwrap();
        assert!(least > whole, "{recovery:?}");
    }
}
