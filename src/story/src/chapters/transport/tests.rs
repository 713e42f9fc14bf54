use proptest::prelude::*;

use super::course::Course;
use super::kind::KIND;
use super::params::{Company, Params};
use super::telling::{cores, terms, totals};
use crate::show::{self, Show};
use crate::tests::telling::{scenario, tell};
use kitchen_core::packet::transport::Recovery;
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
    let one = course(Params { recovery: Recovery::Selective, ..Params::default() });
    assert!((0.3..0.6).contains(&all.share()), "{}", all.share());
    assert!(one.share() > 0.9, "{}", one.share());
}

/// The terms of the time are its whole, with every rule, loss and company.
#[test]
fn the_times_terms_add_up() {
    let companies = [Company::Alone, Company::Neighbour, Company::Crowd, Company::Credit];
    let all = companies.into_iter().flat_map(|company| Recovery::ALL.map(|recovery| (company, recovery)));
    for (company, recovery) in all {
        let paths = if recovery == Recovery::Selective { 16 } else { 1 };
        let show = show(Params { recovery, paths, company, ..Params::default() });
        let course = Course::of(&show).expect("a course");
        let sum = terms(&course).into_iter().fold(Time::ZERO, |sum, term| sum + term);
        assert_eq!(sum, course.finish, "{:?}", course.params);
        let report = show.runs[0].packets.as_deref().expect("a report");
        let [parcels, sent, lost, refused] = totals(&show);
        assert!(sent >= parcels + refused && lost <= report.dropped, "{:?}", course.params);
        assert!(sent <= parcels + refused + report.dropped + report.under_way, "{:?}", course.params);
    }
}

/// A neighbour on the same street takes half of it; with many names there is room for both.
#[test]
fn many_names_find_the_empty_streets() {
    let at = |paths| {
        let params = Params { recovery: Recovery::Selective, loss: 0.0, paths, company: Company::Neighbour };
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

#[test]
fn a_chunk_a_decision_is_one_core() {
    let [chunk, packet] = cores();
    assert!((0.9..=1.0).contains(&chunk) && packet > 25.0, "{chunk} {packet}");
}
