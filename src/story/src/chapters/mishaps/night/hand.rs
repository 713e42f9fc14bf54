//! The task: how often all write down where they are, and how many kitchens stand in reserve. Many days of the city say what it comes
//! to; how far from the best each of the two is, the closed forms.

use kitchen_core::faults::{Cluster, Timeline, checkpoint, spares, timeline};
use kitchen_core::units::Time;
use kitchen_text::{Line, Number, Percent, key, msg};

use crate::show::Show;
use crate::story::hand::{Amount, Amounts, Hand, Tried, Words};

use super::city::{HOUR, MINUTE, city};
use super::telling::{hours, minutes, own_days};
use crate::chapters::mishaps::params::Params;
use crate::sentences::Sentence as _;

pub(in crate::chapters::mishaps) const BY_HAND: Amounts = Amounts {
    ask,
    check: judge,
    words: Words {
        open: key::MISHAPS_HAND_OPEN,
        check: key::MISHAPS_HAND_CHECK,
        number: key::MISHAPS_HAND_NUMBER,
        go: None,
    },
};

/// How long a try is lived.
const LIVED: Time = Time(200 * 24 * HOUR);
/// The draw of its failures: one whose days are within a tenth of a percentage point of what is expected of them, in a city of any size.
const DRAW: u64 = 308;
/// The longest time between two checkpoints, in minutes, and the most kitchens in reserve.
const MOST_MINUTES: u16 = 1_440;
const MOST_SPARES: u16 = 64;
/// How much less than the best is enough, of all kitchens' hours; and how much of that either of the two may cost alone.
const ENOUGH: f64 = 0.01;
const EACH: f64 = 0.005;

/// The best of both by the closed forms, which hardly depend on each other.
fn best(params: Params) -> Cluster {
    let city = city(params, 1);
    let city = Cluster { period: checkpoint::best(&city), ..city };
    Cluster { spares: spares::best_count(&city, MOST_SPARES.into()), ..city }
}

/// The share that is asked for: in whole tenths of a percent, so that it is told as it is judged.
fn wanted(params: Params) -> f64 {
    let tenths = ((spares::fleet_goodput(&best(params)) - ENOUGH) * 1_000.0) as u16;
    f64::from(tenths) / 1_000.0
}

/// What came of a city: its days, and the share of all kitchens' hours that was kept.
fn lived(city: &Cluster) -> Result<(Timeline, f64), Line> {
    let days = timeline::simulate(city, LIVED, DRAW).map_err(|error| error.line())?;
    let kept = days.spent(LIVED).goodput() * spares::working_share(city);
    Ok((days, kept))
}

fn days_lived() -> i64 {
    (LIVED.0 / (24 * HOUR)) as i64
}

fn ask(show: &Show, t: Time) -> Option<Hand> {
    show.runs.first()?;
    let params = Params::of(&show.scenario);
    let city = city(params, 1);
    let mean = city.repair.0 as f64 / city.mtbf_ps();
    Some(Hand {
        at: t,
        task: Line::from(msg::MishapsHandTask {
            n: Number(params.kitchens.into(), 0),
            days: days_lived(),
            wanted: Percent(wanted(params)),
        }),
        amounts: vec![
            Amount {
                name: Line::new(key::MISHAPS_HAND_PERIOD),
                known: Line::from(msg::MishapsHandPeriodKnown { time: city.write }),
                now: params.period.into(),
                unit: Line::new(key::MISHAPS_HAND_PERIOD_UNIT),
            },
            Amount {
                name: Line::new(key::MISHAPS_HAND_SPARES),
                known: Line::from(msg::MishapsHandSparesKnown { hours: Number(hours(city.repair), 0) }),
                now: params.spares.into(),
                unit: Line::new(key::MISHAPS_HAND_SPARES_UNIT),
            },
        ],
        hints: vec![
            Line::from(msg::MishapsHandHintHalf { days: own_days() }),
            Line::from(msg::MishapsHandHintEqual {
                write: Number(minutes(city.write), 2),
                between: Number(city.mtbf_ps() / MINUTE as f64, 0),
            }),
            Line::from(msg::MishapsHandHintReserve {
                mean: Number(mean, 1),
                each: Percent(1.0 / f64::from(params.kitchens + 1)),
            }),
        ],
    })
}

/// The city with what was typed, or what is wrong with it.
fn typed(params: Params, proposed: &[f64]) -> Result<Cluster, Line> {
    let wrong = || Line::from(msg::MishapsHandRange { minutes: MOST_MINUTES.into(), most: MOST_SPARES.into() });
    let &[period, spares] = proposed else { return Err(wrong()) };
    let is_time = period >= 1.0 && period <= f64::from(MOST_MINUTES);
    let is_count = spares >= 0.0 && spares <= f64::from(MOST_SPARES) && (spares - spares.trunc()).abs() < 1e-9;
    if !is_time || !is_count {
        return Err(wrong());
    }
    Ok(Cluster { period: Time((period * MINUTE as f64) as u64), spares: spares as u32, ..city(params, 1) })
}

fn judge(show: &Show, _t: Time, proposed: &[f64]) -> Result<Tried, Line> {
    let params = Params::of(&show.scenario);
    let (city, best, wanted) = (typed(params, proposed)?, best(params), wanted(params));
    let (days, kept) = lived(&city)?;
    let is_met = kept >= wanted;
    // What each of the two costs alone.
    let full = spares::fleet_goodput(&best);
    let off = [Cluster { period: city.period, ..best }, Cluster { spares: city.spares, ..best }];
    let off = off.map(|one| full - spares::fleet_goodput(&one));
    let is_right = [0, 1].map(|at: usize| is_met || (off[at] <= EACH && off[at] < off[1 - at]));
    let spent = days.spent(LIVED);
    let share = |time: Time| time.0 as f64 / LIVED.0 as f64;
    let (write, lost) = (Percent(share(spent.write)), Percent(share(spent.lost)));
    let written = match () {
        () if is_right[0] => Line::from(msg::MishapsHandEven { write, lost }),
        () if city.period < best.period => Line::from(msg::MishapsHandOften { write, lost }),
        () => Line::from(msg::MishapsHandSeldom { write, lost }),
    };
    let (wait, idle) = (Percent(share(spent.wait)), Percent(1.0 - spares::working_share(&city)));
    let waited = match () {
        () if is_right[1] => Line::from(msg::MishapsHandEnough { wait, idle }),
        () if city.spares < best.spares => Line::from(msg::MishapsHandFew { wait }),
        () => Line::from(msg::MishapsHandMany { wait, idle }),
    };
    let (count, share, days) = (days.failures.len() as i64, Percent(kept), days_lived());
    let outcome = if is_met {
        Line::from(msg::MishapsHandMet {
            days,
            count,
            share,
            minutes: Number(minutes(best.period), 0),
            spares: best.spares.into(),
            top: Percent(lived(&best)?.1),
        })
    } else {
        Line::from(msg::MishapsHandShort { days, count, share, wanted: Percent(wanted) })
    };
    Ok(Tried { amounts: vec![(is_right[0], written), (is_right[1], waited)], outcome })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::show;

    fn show_of(kitchens: u32) -> Show {
        show::run(&Params { kitchens, ..Params::default() }.scenario(crate::chapters::mishaps::KIND)).expect("a run")
    }

    /// Whether minutes and reserve are right, and what is said of them.
    fn check(kitchens: u32, proposed: &[f64], expected: [(bool, kitchen_text::Key); 2]) {
        let tried = judge(&show_of(kitchens), Time::ZERO, proposed).expect("a try");
        let found: Vec<_> = tried.amounts.iter().map(|(is_right, line)| (*is_right, line.key)).collect();
        assert_eq!(found, expected, "{kitchens}, {proposed:?}: {:?}", tried.outcome);
        let is_met = tried.outcome.key == key::MISHAPS_HAND_MET;
        assert_eq!(is_met, tried.is_right(), "{kitchens}, {proposed:?}: {:?}", tried.outcome);
    }

    #[test]
    fn a_try_is_judged_by_its_days() {
        let (often, seldom, even) = (key::MISHAPS_HAND_OFTEN, key::MISHAPS_HAND_SELDOM, key::MISHAPS_HAND_EVEN);
        let (few, many, enough) = (key::MISHAPS_HAND_FEW, key::MISHAPS_HAND_MANY, key::MISHAPS_HAND_ENOUGH);
        check(1_024, &[25.0, 10.0], [(true, even), (true, enough)]);
        check(1_024, &[2.0, 10.0], [(false, often), (true, enough)]);
        check(1_024, &[240.0, 10.0], [(false, seldom), (true, enough)]);
        check(1_024, &[25.0, 1.0], [(true, even), (false, few)]);
        check(1_024, &[25.0, 64.0], [(true, even), (false, many)]);
        check(1_024, &[240.0, 0.0], [(false, seldom), (false, few)]);
        check(64, &[90.0, 2.0], [(true, even), (true, enough)]);
        check(64, &[90.0, 8.0], [(true, even), (false, many)]);
        check(2_048, &[120.0, 64.0], [(false, seldom), (false, many)]);
    }

    /// What the closed forms find best comes to what they say when it is lived, and nothing does much better.
    #[test]
    fn the_best_is_what_days_confirm() {
        for kitchens in [64, 256, 1_024, 2_048] {
            let params = Params { kitchens, ..Params::default() };
            let best = best(params);
            let (_, kept) = lived(&best).expect("days");
            assert!((kept - spares::fleet_goodput(&best)).abs() < 0.001, "{kitchens}: {best:?} {kept}");
            for part in [4, 7, 10, 14, 25] {
                for spares in 0..=best.spares * 2 + 2 {
                    let other = Cluster { period: Time(best.period.0 / 10 * part), spares, ..best };
                    let (_, other_kept) = lived(&other).expect("days");
                    assert!(other_kept < kept + 0.006, "{kitchens}: {other:?} {other_kept} {kept}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_lived_gets_a_sentence() {
        let show = show::run(&Scenario::default_for(crate::chapters::mishaps::KIND)).expect("a run");
        for proposed in
            [&[][..], &[30.0], &[0.0, 8.0], &[1e9, 8.0], &[30.0, -1.0], &[30.0, 0.5], &[30.0, 65.0], &[f64::NAN, 8.0]]
        {
            assert!(judge(&show, Time::ZERO, proposed).is_err(), "{proposed:?}");
        }
    }
}
