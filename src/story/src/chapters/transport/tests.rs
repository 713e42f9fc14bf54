use proptest::prelude::*;

use super::course::Course;
use super::kind::KIND;
use super::params::{Company, Params, Rule};
use super::telling::{cores, terms, totals};
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
    let rules = [Rule::GoBackN, Rule::Selective, Rule::Each, Rule::Bundles];
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
        let counted = course.bundle() > 1 || sent <= parcels + refused + report.dropped + report.under_way;
        assert!(counted, "{:?}", course.params);
    }
}

/// A neighbour on the same street takes half of it; with many names there is room for both.
#[test]
fn many_names_find_the_empty_streets() {
    let at = |paths| {
        let params = Params { recovery: Rule::Selective, loss: 0.0, paths, company: Company::Neighbour };
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
        (report.ports.iter().map(|port| port.longest).max().expect("ports"), report.makespan)
    };
    let (crowd, called) = (longest(Company::Crowd), longest(Company::Credit));
    assert!(called.0 * 10 < crowd.0, "{crowd:?} {called:?}");
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

#[test]
fn a_chunk_a_decision_is_one_core() {
    let [chunk, packet] = cores();
    assert!((0.9..=1.0).contains(&chunk) && packet > 25.0, "{chunk} {packet}");
}
