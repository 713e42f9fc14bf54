//! Progress reports during a run.

use kitchen_units::progress::Progress;

use super::*;

/// The run and its reports in millionths: the result is that of an unobserved run, progress never decreases, and the last report is the whole.
fn check(plan: &Plan, least: usize) {
    let mut shares = Vec::new();
    let report = watched(plan, &mut |progress: Progress| shares.push(progress.of(1_000_000)));
    assert_eq!(report, run(plan));
    if report.is_ok() {
        assert!(shares.is_sorted(), "{shares:?}");
        assert_eq!(shares.pop(), Some(1_000_000));
    }
    assert!(shares.len() >= least && shares.iter().all(|&share| share < 1_000_000), "{shares:?}");
}

/// At even times an even share has arrived where all flows go at one rate from beginning to end.
#[test]
fn shares_are_those_of_what_has_arrived() {
    let plan =
        Plan::new(LeafSpine::new(2, 4, 8).build().unwrap(), TrafficPattern::Permutation.flows(16, Bytes::mib(16)));
    check(&plan, 4);
    let mut shares = Vec::new();
    let report = watched(&plan, &mut |progress: Progress| shares.push(progress.of(1_000))).unwrap();
    let events = report.events as f64;
    for (at, &share) in (1..).zip(&shares[..shares.len() - 1]) {
        let expected = 1_000.0 * f64::from(at * (1 << 16)) / events;
        assert!((share as f64 - expected).abs() < 100.0, "{share} {expected}");
    }
}

/// A run that reaches its time limit reports its end, one that is refused does not.
#[test]
fn a_run_that_is_cut_short_is_over() {
    let mut plan =
        Plan::new(LeafSpine::new(2, 4, 8).build().unwrap(), TrafficPattern::Permutation.flows(16, Bytes::mib(16)));
    plan.until = Time::from_us(100);
    check(&plan, 0);
    // What its data takes on four links each, and no more: what else happens is too much.
    (plan.until, plan.max_events) = (Time(u64::MAX), 524_288);
    check(&plan, 3);
    assert_eq!(run(&plan), Err(PacketError::Events { most: 524_288 }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn watching_changes_nothing(
        plan in any_plan().prop_filter("two hosts", |plan| plan.check().is_ok()),
        answers in any::<bool>(),
    ) {
        let transport = answers.then_some(Transport::software(4, 1024));
        check(&Plan { mtu: if answers { 1024 } else { 256 }, transport, ..plan }, 0);
    }
}
