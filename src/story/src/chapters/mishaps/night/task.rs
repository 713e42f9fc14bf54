//! The task: how often all write down where they are, and how many kitchens stand in reserve. Many days of the city say what it comes
//! to; how far from the best each of the two is, the closed forms.

use kitchen_core::faults::{Cluster, Timeline, checkpoint, spares, timeline};
use kitchen_core::units::Time;
use kitchen_text::{Line, Number, Pair, Percent, msg, pair};

use crate::show::Show;
use crate::story::act::Kept;
use crate::story::judged::Judged;

use super::city::{HOUR, city};
use super::telling::minutes;
use crate::chapters::mishaps::params::Params;

/// How long a try is lived.
const LIVED: Time = Time(200 * 24 * HOUR);
/// The draw of its failures: one whose days are within a tenth of a percentage point of what is expected of them, in a city of any size.
const DRAW: u64 = 308;
/// The most kitchens in reserve that are looked at.
const MOST_SPARES: u16 = 64;
/// How much less than the best is enough, of all kitchens' hours.
const ENOUGH: f64 = 0.01;

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
fn lived(city: &Cluster) -> Option<(Timeline, f64)> {
    let days = timeline::simulate(city, LIVED, DRAW).ok()?;
    let kept = days.spent(LIVED).goodput() * spares::working_share(city);
    Some((days, kept))
}

fn days_lived() -> i64 {
    (LIVED.0 / (24 * HOUR)) as i64
}

/// The city that the reader has made.
fn chosen(show: &Show) -> (Params, Cluster) {
    let params = Params::of(&show.scenario);
    (params, city(params, 1))
}

/// What the city kept of its many days: all bars are as long as all kitchens' hours.
pub(in crate::chapters::mishaps) fn kept(show: &Show) -> Option<Kept> {
    let (params, city) = chosen(show);
    Some(row(
        Line::from(msg::MishapsTaskKept {
            minutes: params.period.into(),
            spares: params.spares.into(),
            days: days_lived(),
        }),
        lived(&city)?.1,
    ))
}

fn row(name: Line, share: f64) -> Kept {
    Kept {
        name,
        value: Line::from(msg::MishapsKeptShare { share: Percent(share) }),
        size: Some(1.0),
        lost: 1.0 - share,
    }
}

pub(in crate::chapters::mishaps) fn judge(show: &Show) -> Option<Judged> {
    let (params, city) = chosen(show);
    let (best, wanted) = (best(params), wanted(params));
    let (days, kept) = lived(&city)?;
    let is_met = kept >= wanted;
    let said = if is_met {
        let (days, count) = (days_lived(), days.failures.len() as i64);
        pair::MishapsTaskMet { days, count, share: Percent(kept) }.into()
    } else {
        missed(&city, &best, &days, wanted)
    };
    let name = msg::MishapsTaskBound { minutes: Number(minutes(best.period), 0), spares: best.spares.into() };
    let bound = row(name.into(), lived(&best)?.1);
    Some(Judged { cost: 1.0 - kept, is_met, said, bound: Some(bound) })
}

/// Which of the two costs more, each alone, and which way it is off.
fn missed(city: &Cluster, best: &Cluster, days: &Timeline, wanted: f64) -> Pair {
    let full = spares::fleet_goodput(best);
    let off = [Cluster { period: city.period, ..*best }, Cluster { spares: city.spares, ..*best }];
    let [period, reserve] = off.map(|one| full - spares::fleet_goodput(&one));
    let spent = days.spent(LIVED);
    let share = |time: Time| Percent(time.0 as f64 / LIVED.0 as f64);
    let (wanted, write, lost) = (Percent(wanted), share(spent.write), share(spent.lost));
    let (wait, idle) = (share(spent.wait), Percent(1.0 - spares::working_share(city)));
    match () {
        () if period >= reserve && city.period < best.period => pair::MishapsTaskOften { wanted, write, lost }.into(),
        () if period >= reserve => pair::MishapsTaskSeldom { wanted, write, lost }.into(),
        () if city.spares < best.spares => pair::MishapsTaskFew { wanted, wait }.into(),
        () => pair::MishapsTaskMany { wanted, idle }.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::show;
    use kitchen_text::Key;

    fn scenario(kitchens: u32, period: u32, spares: u32) -> Scenario {
        Params { kitchens, period, spares, ..Params::default() }.scenario(crate::chapters::mishaps::KIND)
    }

    /// What is said of so many kitchens, minutes, and kitchens in reserve.
    fn check((kitchens, period, spares): (u32, u32, u32), expected: Key) {
        let judged = judge(&show::run(&scenario(kitchens, period, spares)).expect("a run")).expect("judged");
        assert_eq!(judged.said.kitchen.key, expected, "{kitchens}, {period}, {spares}: {:?}", judged.said.kitchen);
        assert_eq!(judged.is_met, expected == pair::MishapsTaskMet::KITCHEN, "{kitchens}, {period}, {spares}");
    }

    #[test]
    fn a_try_is_judged_by_its_days() {
        let (met, often, seldom) =
            (pair::MishapsTaskMet::KITCHEN, pair::MishapsTaskOften::KITCHEN, pair::MishapsTaskSeldom::KITCHEN);
        let (few, many) = (pair::MishapsTaskFew::KITCHEN, pair::MishapsTaskMany::KITCHEN);
        check((2_048, 20, 16), met);
        check((2_048, 120, 16), seldom);
        check((2_048, 20, 4), few);
        check((2_048, 120, 4), few);
        check((1_024, 20, 8), met);
        check((1_024, 120, 8), seldom);
        check((1_024, 30, 0), few);
        check((64, 60, 4), many);
        check((1_024, 10, 8), often);
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
}
