//! What the reader sets by hand: names and bundles with which one core keeps the road full. A run of it says whether it does.

use kitchen_core::packet::plan::OVERHEAD;
use kitchen_core::packet::report::Report;
use kitchen_core::packet::transport::config::{DECISION, MAX_ENTROPY_VALUES};
use kitchen_core::packet::{self, Log, Plan};
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Line, Percent, key, msg};

use crate::sentences::Sentence as _;
use crate::show::Show;
use crate::story::hand::{Amount, Amounts, Hand, Tried, Words};

use super::course::Course;
use super::params::{Company, Params, Rule};
use super::run::{OURS, PARCEL, STREETS, plan};
use super::telling::fullest;

pub(super) const BY_HAND: Amounts = Amounts {
    ask,
    check: judge,
    words: Words {
        open: key::TRANSPORT_HAND_OPEN,
        check: key::TRANSPORT_HAND_CHECK,
        number: key::TRANSPORT_HAND_NUMBER,
        go: None,
    },
};

/// The share of the road that is to be of use.
const WANTED: f64 = 0.95;

/// The most parcels of a bundle.
const MOST: u16 = 512;

/// What the task is tried with: software with one core, the kitchen next door, one parcel in ten thousand falling.
const TASK: Params =
    Params { recovery: Rule::Bundles, loss: 0.0001, paths: 1, company: Company::Neighbour, distance: 2_000, size: 16 };

fn ask(show: &Show, t: Time) -> Option<Hand> {
    show.runs.first()?.packets.as_ref()?;
    let amount = |name, known, now: u16, unit| Amount {
        name: Line::new(name),
        known: Line::new(known),
        now: now.into(),
        unit: Line::new(unit),
    };
    Some(Hand {
        at: t,
        task: Line::from(msg::TransportHandTask { wanted: Percent(WANTED) }),
        amounts: vec![
            amount(key::TRANSPORT_HAND_NAMES, key::TRANSPORT_HAND_NAMES_KNOWN, 1, key::TRANSPORT_HAND_NAMES_UNIT),
            amount(key::TRANSPORT_HAND_BUNDLE, key::TRANSPORT_HAND_BUNDLE_KNOWN, 1, key::TRANSPORT_HAND_BUNDLE_UNIT),
        ],
        hints: vec![
            Line::from(msg::TransportHandHintCore { each: DECISION }),
            Line::new(key::TRANSPORT_HAND_HINT_LOST),
            Line::from(msg::TransportHandHintNames { streets: STREETS.into() }),
        ],
    })
}

/// A whole number that is asked for, or what is wrong with it.
fn whole(typed: f64, most: u16) -> Result<u16, Line> {
    let is_one = typed >= 1.0 && typed <= f64::from(most) && (typed - typed.trunc()).abs() < 1e-9;
    if is_one { Ok(typed as u16) } else { Err(Line::from(msg::TransportHandRange { most: most.into() })) }
}

/// How long a card sends a bundle.
fn sending(plan: &Plan, bundle: u32) -> Time {
    let link = plan.fabric.links[plan.fabric.hosts[OURS as usize].uplink as usize];
    Time(link.sending(PARCEL + OVERHEAD) * u64::from(bundle))
}

/// The share of the road that a core allows.
fn pace(plan: &Plan, bundle: u32) -> f64 {
    let send = sending(plan, bundle);
    send.as_secs() / send.max(DECISION).as_secs()
}

/// A run with those names and bundles.
pub(super) fn tried(names: u16, bundle: u16) -> Result<(Plan, Report), Line> {
    let mut plan = plan(Params { paths: names, ..TASK })?;
    if let Some(rules) = &mut plan.transport {
        (rules.entropy_values, rules.chunk) = (names, bundle);
    }
    plan.log = Log::default();
    if pace(&plan, bundle.into()) < WANTED {
        // The core holds it up whatever is sent: a part of it shows how much, and is soon run.
        plan.flows.iter_mut().for_each(|flow| flow.bytes = Bytes(flow.bytes.0 / 4));
    }
    let report = packet::run(&plan).map_err(|error| error.line())?;
    Ok((plan, report))
}

fn judge(_show: &Show, _t: Time, proposed: &[f64]) -> Result<Tried, Line> {
    let &[names, bundle] = proposed else { return Err(Line::from(msg::TransportHandRange { most: MOST.into() })) };
    let (names, bundle) = (whole(names, MAX_ENTROPY_VALUES)?, whole(bundle, MOST)?);
    let (plan, report) = tried(names, bundle)?;
    let course = Course::of_plan(TASK, plan, &report).ok_or_else(|| Line::new(key::TRANSPORT_NOTHING))?;
    let is_enough = course.share() >= WANTED;
    let outcome = Line::from(msg::TransportHandOutcome { share: Percent(course.share()), wanted: Percent(WANTED) });
    let names = (is_enough || !is_crowded(&course, &report), on_names(&course, &report));
    Ok(Tried { amounts: vec![names, on_bundle(&course, is_enough)], outcome })
}

/// Whether the busiest street had more than it can carry at the pace that is wanted: two kitchens' parcels are two streets' worth.
fn is_crowded(course: &Course, report: &Report) -> bool {
    fullest(report, course) * 2.0 * WANTED > 1.0
}

fn on_names(course: &Course, report: &Report) -> Line {
    let busiest = Percent(fullest(report, course));
    if is_crowded(course, report) {
        msg::TransportHandCrowded { busiest }.into()
    } else {
        msg::TransportHandSpread { busiest }.into()
    }
}

fn on_bundle(course: &Course, is_enough: bool) -> (bool, Line) {
    let send = sending(&course.plan, course.bundle());
    let pace = pace(&course.plan, course.bundle());
    if pace < WANTED {
        return (false, Line::from(msg::TransportHandHeld { send, each: DECISION, share: Percent(pace) }));
    }
    let sent = course.answered.sent_by_then.saturating_sub(course.parcels);
    if is_enough {
        (true, Line::from(msg::TransportHandKeeps { send, lost: course.lost.into(), again: sent.into() }))
    } else {
        (false, Line::from(msg::TransportHandCosts { lost: course.lost.into(), again: sent.into() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::show;

    /// Whether names and bundle are right, and what is said of them.
    fn check(proposed: &[f64], expected: [(bool, kitchen_text::Key); 2]) {
        let show = show::run(&Scenario::default_for(super::super::KIND)).expect("a run");
        let tried = judge(&show, Time::ZERO, proposed).expect("a try");
        let found: Vec<_> = tried.amounts.iter().map(|(is_right, line)| (*is_right, line.key)).collect();
        assert_eq!(found, expected, "{proposed:?}: {:?}", tried.outcome);
    }

    #[test]
    fn a_try_is_judged_by_its_run() {
        let (crowded, spread) = (key::TRANSPORT_HAND_CROWDED, key::TRANSPORT_HAND_SPREAD);
        let (held, keeps, costs) = (key::TRANSPORT_HAND_HELD, key::TRANSPORT_HAND_KEEPS, key::TRANSPORT_HAND_COSTS);
        check(&[1.0, 1.0], [(false, crowded), (false, held)]);
        check(&[1.0, 32.0], [(false, crowded), (false, costs)]);
        check(&[256.0, 8.0], [(true, spread), (false, held)]);
        check(&[256.0, 32.0], [(true, spread), (true, keeps)]);
        check(&[256.0, 512.0], [(true, spread), (false, costs)]);
    }

    #[test]
    fn what_is_no_number_of_names_gets_a_sentence() {
        let show = show::run(&Scenario::default_for(super::super::KIND)).expect("a run");
        for proposed in [&[][..], &[0.0, 1.0], &[257.0, 1.0], &[1.0, 0.5], &[1.0, 1e9], &[f64::NAN, 1.0]] {
            assert!(judge(&show, Time::ZERO, proposed).is_err(), "{proposed:?}");
        }
    }
}
