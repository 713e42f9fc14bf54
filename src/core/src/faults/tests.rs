use proptest::prelude::*;

use super::city::City;
use super::days::{Days, What, simulate};
use super::{period, reserve};
use crate::units::Time;

const SECOND: u64 = 1_000_000_000_000;
const HOUR: u64 = 3_600 * SECOND;
const DAY: u64 = 24 * HOUR;

/// A job like Llama 3's, with servers enough in reserve.
fn city(servers: u32, period_s: u64, write_s: u64) -> City {
    City {
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

/// Parts follow each other without gaps, each failure is met by a loss or an unfinished restart, and nobody works in two places.
fn check(city: &City, days: &Days, span: Time) {
    let mut at = Time::ZERO;
    for part in &days.parts {
        assert!(part.start == at && part.end > at, "{part:?} at {at:?}");
        at = part.end;
    }
    assert_eq!(at, span);
    assert_eq!(days.spent(span).sum(), span);
    let ends = |what: What, at: Time| days.parts.iter().any(|part| part.what == what && part.end == at);
    for failure in &days.failures {
        let met = ends(What::Lost, failure.at) || ends(What::Restart, failure.at);
        let at_once = days.parts.iter().any(|part| part.what == What::Detect && part.start == failure.at);
        assert!(met || at_once || failure.at == Time::ZERO, "{failure:?}");
        assert!(failure.server < city.servers + city.spares);
    }
    let failed = days.failures.windows(2).all(|pair| pair[0].at < pair[1].at);
    assert!(failed);
    // A server in repair does not fail: it does not work.
    for (at, failure) in days.failures.iter().enumerate() {
        let earlier = days.failures[..at].iter().rev().find(|other| other.server == failure.server);
        assert!(earlier.is_none_or(|other| other.back <= failure.at), "{failure:?} {earlier:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn hours_add_up_whatever_breaks(
        servers in 1..4_000_u32, spares in 0..20_u32, period in 60..40_000_u64, write in 0..4_000_u64,
        detect in 0..4_000_u64, restart in 0..20_000_u64, repair in 0..400_000_u64, seed: u64, hours in 1..400_u64,
    ) {
        let city = City {
            spares, detect: Time(detect * SECOND), restart: Time(restart * SECOND), repair: Time(repair * SECOND),
            ..city(servers, period, write)
        };
        let span = Time(hours * HOUR);
        let days = simulate(&city, span, seed).unwrap();
        check(&city, &days, span);
        prop_assert_eq!(&days, &simulate(&city, span, seed).unwrap());
    }

    /// The mean of eight seeds of 100 days each lies within 1.5 points of the closed form, wherever losses are less than half.
    #[test]
    fn the_closed_form_is_what_is_simulated(
        servers in 100..4_000_u32, part in 1..40_u64, write in 5..200_u64, restart in 0..1_200_u64, seed: u64,
    ) {
        let city = City { restart: Time(restart * SECOND), ..city(servers, 1, write) };
        let city = City { period: Time(period::best(&city).0 * part / 10), spares: 4_000, ..city };
        let expected = period::goodput(&city);
        prop_assume!(expected > 0.5);
        let span = Time(100 * DAY);
        let runs: Vec<f64> = (0..8).map(|turn| {
            simulate(&city, span, seed.wrapping_add(turn)).unwrap().spent(span).goodput()
        }).collect();
        let mean = runs.iter().sum::<f64>() / 8.0;
        prop_assert!((mean - expected).abs() < 0.015, "{mean} {expected}: {runs:?}");
    }

    /// So is each of its parts: a mean of eight times 100 days within two points, and all of them add up.
    #[test]
    fn each_part_is_what_is_simulated(
        servers in 100..4_000_u32, part in 1..40_u64, write in 5..200_u64, restart in 0..1_200_u64, seed: u64,
    ) {
        let city = City { restart: Time(restart * SECOND), ..city(servers, 1, write) };
        let city = City { period: Time(period::best(&city).0 * part / 10), spares: 4_000, ..city };
        let expected = period::shares(&city);
        prop_assert!((expected.work - period::goodput(&city)).abs() < 1e-9);
        let all = [expected.work, expected.write, expected.lost, expected.detect, expected.restart];
        prop_assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9 && all.iter().all(|share| *share >= 0.0), "{all:?}");
        prop_assume!(expected.work > 0.5);
        let span = Time(100 * DAY);
        let mut means = [0.0; 5];
        for turn in 0..8 {
            let spent = simulate(&city, span, seed.wrapping_add(turn)).unwrap().spent(span);
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
        let city = City { spares, ..city(servers, 1_500, 50) };
        let span = Time(100 * DAY);
        let shares: Vec<[f64; 2]> = (0..8).map(|turn| {
            let spent = simulate(&city, span, seed.wrapping_add(turn)).unwrap().spent(span);
            [spent.wait.0 as f64 / span.0 as f64, spent.goodput() * reserve::working(&city)]
        }).collect();
        let expected = [reserve::waiting(&city), reserve::kept(&city)];
        for (at, expected) in expected.into_iter().enumerate() {
            let mean = shares.iter().map(|share| share[at]).sum::<f64>() / 8.0;
            prop_assert!((mean - expected).abs() < 0.03, "{}: {} {} {:?}", at, mean, expected, shares);
        }
    }

    /// No reserve is better than the best, and more servers in repair ask for more of it.
    #[test]
    fn no_reserve_is_better_than_the_best(servers in 1..4_000_u32, spares in 0..64_u32) {
        let job = |servers, spares| City { spares, ..city(servers, 1_500, 50) };
        let best = reserve::best(&job(servers, 0), 64);
        prop_assert!(reserve::kept(&job(servers, spares)) <= reserve::kept(&job(servers, best)));
        prop_assert!(reserve::best(&job(servers * 2, 0), 64) >= best);
        prop_assert!(reserve::waiting(&job(servers, spares)) >= reserve::waiting(&job(servers, spares + 1)));
    }

    /// No period is better than the best; Daly's is within a thousandth of it, Young's within 3 % where a checkpoint is short.
    #[test]
    fn no_period_is_better_than_the_best(servers in 1..100_000_u32, write in 1..3_000_u64, percent in 1..1_000_u64) {
        let city = city(servers, 1, write);
        let at = |period: Time| period::goodput(&City { period, ..city });
        let best = period::best(&city);
        prop_assert!(at(best) >= at(Time((best.0 as f64 * percent as f64 / 100.0) as u64)) * (1.0 - 1e-12));
        if (city.write.0 as f64) < city.between() / 10.0 {
            prop_assert!(at(period::daly(&city)) > at(best) * 0.999);
            prop_assert!(at(period::young(&city)) > at(best) * 0.97);
        }
    }
}

/// A server that fails once in 264 days; 1,024 of them stop every six hours.
#[test]
fn many_fail_as_often_as_they_are() {
    for servers in [1, 64, 1_024, 2_048] {
        let city = city(servers, 1_800, 50);
        let expected = 6_334.0 / f64::from(servers);
        assert!((city.between() / HOUR as f64 / expected - 1.0).abs() < 1e-9);
        let span = Time(200 * DAY);
        let city = City { detect: Time::ZERO, restart: Time::ZERO, spares: 4_000, ..city };
        let failures = simulate(&city, span, 11).unwrap().failures.len() as f64;
        let mean = 4_800.0 / expected;
        assert!((failures - mean).abs() < 4.0 * mean.sqrt() + 1.0, "{servers}: {failures} {mean}");
    }
}

/// Jobs that differ in how often they write meet the same failures; what one loses at each is at most its period and checkpoint.
#[test]
fn the_same_failures_meet_every_period() {
    let span = Time(3 * DAY);
    for period in [300, 1_800, 14_400] {
        let city = city(1_024, period, 50);
        let days = simulate(&city, span, 5).unwrap();
        let most = city.period + city.write;
        assert!(days.parts.iter().all(|part| part.what != What::Lost || part.end - part.start <= most));
    }
}

/// Without reserves a city stands still for each repair; with enough it never waits.
#[test]
fn reserves_are_what_waiting_is_made_of() {
    let span = Time(30 * DAY);
    let waits = |spares| {
        let city = City { spares, ..city(1_024, 1_800, 50) };
        (simulate(&city, span, 3).unwrap().spent(span).wait, period::found_empty(&city))
    };
    let all: Vec<(Time, f64)> = [0, 2, 4, 8, 16].into_iter().map(waits).collect();
    assert!(all.windows(2).all(|pair| pair[0].0 >= pair[1].0 && pair[0].1 > pair[1].1), "{all:?}");
    assert!(all[0].0.0 > span.0 / 2 && all[4].0 == Time::ZERO, "{all:?}");
}

#[test]
fn what_cannot_be_is_refused() {
    let span = Time(DAY);
    let usual = city(16, 600, 10);
    let wrong = [
        (City { servers: 0, ..usual }, span),
        (City { servers: u32::MAX, ..usual }, span),
        (City { spares: u32::MAX, ..usual }, span),
        (City { period: Time::ZERO, ..usual }, span),
        (City { mtbf_s: 0, ..usual }, span),
        (City { mtbf_s: 1, ..city(4_000, 600, 10) }, Time(100 * DAY)),
        (City { period: Time(1), write: Time::ZERO, ..usual }, span),
        (usual, Time::ZERO),
        (usual, Time::MAX),
    ];
    for (city, span) in wrong {
        let error = simulate(&city, span, 0).unwrap_err();
        for lang in crate::text::Lang::ALL {
            assert!(!error.line().say(lang).is_empty());
        }
    }
}
