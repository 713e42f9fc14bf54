use kitchen_units::Time;
use proptest::prelude::*;

use super::cluster::Cluster;
use super::timeline::{Activity, Named, Timeline, simulate, simulate_with};
use super::{checkpoint, spares};

const SECOND: u64 = 1_000_000_000_000;
const HOUR: u64 = 3_600 * SECOND;
const DAY: u64 = 24 * HOUR;

/// A job like Llama 3's, with enough spares.
fn cluster(servers: u32, period_s: u64, write_s: u64) -> Cluster {
    Cluster {
        servers,
        spares: 64,
        mtbf_s: 6_334 * 3_600,
        period: Time(period_s * SECOND),
        write: Time(write_s * SECOND),
        detect: Time(600 * SECOND),
        restart: Time(300 * SECOND),
        repair: Time(DAY),
    }
}

/// Parts follow each other without gaps, each failure is met by a loss or an unfinished restart, and no server runs two ranks.
fn check(cluster: &Cluster, timeline: &Timeline, span: Time) {
    let mut at = Time::ZERO;
    for part in &timeline.intervals {
        assert!(part.start == at && part.end > at, "{part:?} at {at:?}");
        at = part.end;
    }
    assert_eq!(at, span);
    assert_eq!(timeline.spent(span).sum(), span);
    let ends = |activity: Activity, at: Time| {
        timeline.intervals.iter().any(|part| part.activity == activity && part.end == at)
    };
    for failure in &timeline.failures {
        let met = ends(Activity::Lost, failure.at) || ends(Activity::Restart, failure.at);
        let at_once =
            timeline.intervals.iter().any(|part| part.activity == Activity::Detect && part.start == failure.at);
        assert!(met || at_once || failure.at == Time::ZERO, "{failure:?}");
        assert!(failure.server < cluster.servers + cluster.spares);
    }
    let failed = timeline.failures.windows(2).all(|pair| pair[0].at < pair[1].at);
    assert!(failed);
    // A server in repair does not fail: it does not work.
    for (at, failure) in timeline.failures.iter().enumerate() {
        let earlier = timeline.failures[..at].iter().rev().find(|other| other.server == failure.server);
        assert!(earlier.is_none_or(|other| other.repaired_at <= failure.at), "{failure:?} {earlier:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn hours_add_up_whatever_breaks(
        servers in 1..4_000_u32, spares in 0..20_u32, period in 60..40_000_u64, write in 0..4_000_u64,
        detect in 0..4_000_u64, restart in 0..20_000_u64, repair in 0..400_000_u64, seed: u64, hours in 1..400_u64,
    ) {
        let cluster = Cluster {
            spares, detect: Time(detect * SECOND), restart: Time(restart * SECOND), repair: Time(repair * SECOND),
            ..cluster(servers, period, write)
        };
        let span = Time(hours * HOUR);
        let timeline = simulate(&cluster, span, seed).unwrap();
        check(&cluster, &timeline, span);
        prop_assert_eq!(&timeline, &simulate(&cluster, span, seed).unwrap());
    }

    #[test]
    fn hours_add_up_whatever_is_named(
        servers in 1..3_000_u32, spares in 0..6_u32, detect in 1..4_000_u64, seed: u64,
        named in prop::collection::vec((0..500_u64, 0..3_010_u32), 0..20),
    ) {
        let cluster = Cluster { spares, detect: Time(detect * SECOND), ..cluster(servers, 1_800, 50) };
        let span = Time(400 * HOUR);
        let named: Vec<Named> = named.into_iter().map(|(hour, server)| Named { at: Time(hour * HOUR), server }).collect();
        let timeline = simulate_with(&cluster, span, seed, &named).unwrap();
        check(&cluster, &timeline, span);
        // Whoever failed at a whole hour was named.
        let on_the_hour = timeline.failures.iter().filter(|failure| failure.at.0 % HOUR == 0);
        for failure in on_the_hour {
            prop_assert!(named.contains(&Named { at: failure.at, server: failure.server }), "{:?}", failure);
        }
    }

    /// The mean of eight seeds of 100 days each lies within 1.5 points of the closed form, wherever losses are less than half.
    #[test]
    fn the_closed_form_is_what_is_simulated(
        servers in 100..4_000_u32, part in 1..40_u64, write in 5..200_u64, restart in 0..1_200_u64, seed: u64,
    ) {
        let cluster = Cluster { restart: Time(restart * SECOND), ..cluster(servers, 1, write) };
        let cluster = Cluster { period: Time(checkpoint::best(&cluster).0 * part / 10), spares: 4_000, ..cluster };
        let expected = checkpoint::goodput(&cluster);
        prop_assume!(expected > 0.5);
        let span = Time(100 * DAY);
        let runs: Vec<f64> = (0..8).map(|turn| {
            simulate(&cluster, span, seed.wrapping_add(turn)).unwrap().spent(span).goodput()
        }).collect();
        let mean = runs.iter().sum::<f64>() / 8.0;
        prop_assert!((mean - expected).abs() < 0.015, "{mean} {expected}: {runs:?}");
    }

    /// So is each of its parts: a mean of eight times 100 days within two points, and all of them add up.
    #[test]
    fn each_part_is_what_is_simulated(
        servers in 100..4_000_u32, part in 1..40_u64, write in 5..200_u64, restart in 0..1_200_u64, seed: u64,
    ) {
        let cluster = Cluster { restart: Time(restart * SECOND), ..cluster(servers, 1, write) };
        let cluster = Cluster { period: Time(checkpoint::best(&cluster).0 * part / 10), spares: 4_000, ..cluster };
        let expected = checkpoint::shares(&cluster);
        prop_assert!((expected.work - checkpoint::goodput(&cluster)).abs() < 1e-9);
        let all = [expected.work, expected.write, expected.lost, expected.detect, expected.restart];
        prop_assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9 && all.iter().all(|share| *share >= 0.0), "{all:?}");
        prop_assume!(expected.work > 0.5);
        let span = Time(100 * DAY);
        let mut means = [0.0; 5];
        for turn in 0..8 {
            let spent = simulate(&cluster, span, seed.wrapping_add(turn)).unwrap().spent(span);
            let got = [spent.work, spent.write, spent.lost, spent.detect, spent.restart];
            means.iter_mut().zip(got).for_each(|(mean, time)| *mean += time.0 as f64 / span.0 as f64 / 8.0);
        }
        for (mean, expected) in means.iter().zip(all) {
            prop_assert!((mean - expected).abs() < 0.02, "{means:?} {all:?}");
        }
    }

    /// The share of the time spent waiting for repairs is Erlang's: a mean of eight times 100 days within three points.
    #[test]
    fn waiting_is_as_erlang_says(servers in 100..2_000_u32, spares in 0..14_u32, seed: u64) {
        let cluster = Cluster { spares, ..cluster(servers, 1_500, 50) };
        let span = Time(100 * DAY);
        let shares: Vec<[f64; 2]> = (0..8).map(|turn| {
            let spent = simulate(&cluster, span, seed.wrapping_add(turn)).unwrap().spent(span);
            [spent.wait.0 as f64 / span.0 as f64, spent.goodput() * spares::working_share(&cluster)]
        }).collect();
        let expected = [spares::waiting_share(&cluster), spares::fleet_goodput(&cluster)];
        for (at, expected) in expected.into_iter().enumerate() {
            let mean = shares.iter().map(|share| share[at]).sum::<f64>() / 8.0;
            prop_assert!((mean - expected).abs() < 0.03, "{}: {} {} {:?}", at, mean, expected, shares);
        }
    }

    /// The share of failures that find no spare ready is Erlang's, too: of eight times 100 days within three points.
    #[test]
    fn failures_find_no_spare_as_often_as_erlang_says(servers in 100..2_000_u32, spares in 0..14_u32, seed: u64) {
        let cluster = Cluster { spares, ..cluster(servers, 1_500, 50) };
        let (mut waited, mut failed) = (0, 0);
        for turn in 0..8 {
            let lived = simulate(&cluster, Time(100 * DAY), seed.wrapping_add(turn)).unwrap();
            waited += lived.intervals.iter().filter(|part| part.activity == Activity::Wait).count();
            failed += lived.failures.len();
        }
        let (share, expected) = (waited as f64 / failed.max(1) as f64, spares::no_spare_probability(&cluster));
        prop_assume!(failed > 200);
        prop_assert!((share - expected).abs() < 0.03 + 2.0 / (failed as f64).sqrt(), "{waited} of {failed}, not {expected}");
    }

    /// No number of spares is better than the best, and more servers ask for more of them.
    #[test]
    fn no_number_of_spares_is_better_than_the_best(servers in 1..4_000_u32, spares in 0..64_u32) {
        let job = |servers, spares| Cluster { spares, ..cluster(servers, 1_500, 50) };
        let best = spares::best_count(&job(servers, 0), 64);
        prop_assert!(spares::fleet_goodput(&job(servers, spares)) <= spares::fleet_goodput(&job(servers, best)));
        prop_assert!(spares::best_count(&job(servers * 2, 0), 64) >= best);
        prop_assert!(spares::waiting_share(&job(servers, spares)) >= spares::waiting_share(&job(servers, spares + 1)));
    }

    /// No period is better than the best; Daly's is within a thousandth of it, Young's within 3 % where a checkpoint is short.
    #[test]
    fn no_period_is_better_than_the_best(servers in 1..100_000_u32, write in 1..3_000_u64, percent in 1..1_000_u64) {
        let cluster = cluster(servers, 1, write);
        let at = |period: Time| checkpoint::goodput(&Cluster { period, ..cluster });
        let best = checkpoint::best(&cluster);
        prop_assert!(at(best) >= at(Time((best.0 as f64 * percent as f64 / 100.0) as u64)) * (1.0 - 1e-12));
        if (cluster.write.0 as f64) < cluster.mtbf_ps() / 10.0 {
            prop_assert!(at(checkpoint::daly(&cluster)) > at(best) * 0.999);
            prop_assert!(at(checkpoint::young(&cluster)) > at(best) * 0.97);
        }
    }
}

/// A server that fails once in 264 days; 1,024 of them stop every six hours.
#[test]
fn many_fail_as_often_as_they_are() {
    for servers in [1, 64, 1_024, 2_048] {
        let cluster = cluster(servers, 1_800, 50);
        let expected = 6_334.0 / f64::from(servers);
        assert!((cluster.mtbf_ps() / HOUR as f64 / expected - 1.0).abs() < 1e-9);
        let span = Time(200 * DAY);
        let cluster = Cluster { detect: Time::ZERO, restart: Time::ZERO, spares: 4_000, ..cluster };
        let failures = simulate(&cluster, span, 11).unwrap().failures.len() as f64;
        let mean = 4_800.0 / expected;
        assert!((failures - mean).abs() < 4.0 * mean.sqrt() + 1.0, "{servers}: {failures} {mean}");
    }
}

/// Jobs that differ in how often they write meet the same failures; what one loses at each is at most its period and checkpoint.
#[test]
fn the_same_failures_meet_every_period() {
    let span = Time(3 * DAY);
    for period in [300, 1_800, 14_400] {
        let cluster = cluster(1_024, period, 50);
        let timeline = simulate(&cluster, span, 5).unwrap();
        let most = cluster.period + cluster.write;
        assert!(timeline.intervals.iter().all(|part| part.activity != Activity::Lost || part.end - part.start <= most));
    }
}

/// Without spares a job is stopped for each repair; with enough it never waits.
#[test]
fn waiting_needs_a_lack_of_spares() {
    let span = Time(30 * DAY);
    let waits = |spares| {
        let cluster = Cluster { spares, ..cluster(1_024, 1_800, 50) };
        (simulate(&cluster, span, 3).unwrap().spent(span).wait, spares::no_spare_probability(&cluster))
    };
    let all: Vec<(Time, f64)> = [0, 2, 4, 8, 16].into_iter().map(waits).collect();
    assert!(all.windows(2).all(|pair| pair[0].0 >= pair[1].0 && pair[0].1 > pair[1].1), "{all:?}");
    assert!(all[0].0.0 > span.0 / 2 && all[4].0 == Time::ZERO, "{all:?}");
}

/// A server that is named fails then, and what is drawn is drawn as before; one that does not work then does not fail.
#[test]
fn who_is_named_fails() {
    let span = Time(3 * DAY);
    let named = |hour: u64, server| Named { at: Time(hour * HOUR), server };
    for (spares, waits) in [(0, true), (2, false)] {
        let cluster = Cluster { spares, ..cluster(8, 1_800, 50) };
        let drawn = simulate(&cluster, span, 1).unwrap();
        assert_eq!(drawn.failures, [], "nothing fails by itself in these days");
        let lived = simulate_with(&cluster, span, 1, &[named(12, 3)]).unwrap();
        let failed: Vec<_> = lived.failures.iter().map(|one| (one.at, one.server, one.replaced_by)).collect();
        assert_eq!(failed, [(Time(12 * HOUR), 3, Some(if waits { 3 } else { 8 }))]);
        // The repair is a day from the failure, less the time in which it was found.
        let expected = if waits { Time(DAY - 600 * SECOND) } else { Time::ZERO };
        assert_eq!(lived.spent(span).wait, expected);
        // A spare, and one that is in repair, do not work.
        let none = simulate_with(&cluster, span, 1, &[named(12, 3), named(13, 3), named(14, 9)]).unwrap();
        assert_eq!(none.failures.len(), 1);
    }
    let city = cluster(1_024, 1_800, 50);
    let drawn = simulate(&city, span, 5).unwrap();
    let both = simulate_with(&city, span, 5, &[named(1, 7)]).unwrap();
    assert!(drawn.failures.len() > 5 && both.failures.len() == drawn.failures.len() + 1);
    for failure in &drawn.failures {
        assert!(both.failures.iter().any(|other| other.at == failure.at), "{failure:?}");
    }
    assert!(simulate_with(&city, span, 5, &[named(1, 7); 65]).is_err());
}

#[test]
fn what_cannot_be_is_refused() {
    let span = Time(DAY);
    let usual = cluster(16, 600, 10);
    let wrong = [
        (Cluster { servers: 0, ..usual }, span),
        (Cluster { servers: u32::MAX, ..usual }, span),
        (Cluster { spares: u32::MAX, ..usual }, span),
        (Cluster { period: Time::ZERO, ..usual }, span),
        (Cluster { mtbf_s: 0, ..usual }, span),
        (Cluster { mtbf_s: 1, ..cluster(4_000, 600, 10) }, Time(100 * DAY)),
        (Cluster { period: Time(1), write: Time::ZERO, ..usual }, span),
        (usual, Time::ZERO),
        (usual, Time::MAX),
    ];
    for (cluster, span) in wrong {
        assert!(simulate(&cluster, span, 0).is_err(), "{cluster:?}");
    }
}
