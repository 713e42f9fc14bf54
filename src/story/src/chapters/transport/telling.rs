//! What is said of couriers and their rules: every number is the packet report's.

use kitchen_core::packet::report::Report;
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Arg, Key, Line, Pair, Percent, count, key, msg, pair};

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Form, Stretch, Tone};
use crate::story::{Ask, Case, Dial, Gate, Layered, Meter, Right, Script, Unit, Verdict, rehearse};

use super::course::Course;
pub(super) use super::figures::readout;
use super::figures::{drained, unasked};
use super::kind::KIND;
use super::params::{Company, Params, Rule, rule};
use super::run::{CROWD, GBIT, OURS, PARCEL, STREETS, streets};
use super::scene::{self, Doings};

/// A chunk's number as it is told, from 1.
pub(super) fn number(chunk: u32) -> i64 {
    i64::from(chunk) + 1
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    vec![
        Line::from(msg::TransportOpening1 {
            bytes: Bytes(course.params.bytes()),
            n: course.parcels.into(),
            rule: rule(course.params.recovery).into(),
        }),
        Line::from(msg::TransportOpening2 { lost: count(course.falls.len()), sent: course.packets.into() }),
        Line::from(msg::TransportOpening3 { time: course.makespan, best: course.at_best() }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(course) = Course::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    start(&course, &mut teller);
    if course.bundle() > 1 {
        one_bundle(&course, &mut teller);
    } else {
        one_parcel(&course, &mut teller);
    }
    counted(&course, &mut teller);
    core(&course, &mut teller);
    if course.params.recovery == Rule::Ultra {
        names(show, &course, &mut teller);
        window(show, &course, &mut teller);
    }
    if let Some(report) = show.runs.first().and_then(|run| run.packets.as_deref()) {
        match course.params.company {
            Company::Alone => {}
            Company::Neighbour => street(report, &course, &mut teller),
            Company::Crowd | Company::Credit => door(report, &course, &mut teller),
        }
    }
    ending(show, &course, &mut teller);
    let lost = Meter::come(course.falls.iter().map(|fall| fall.at).collect());
    teller.meanwhile(pair::TransportNow { share: Meter::Share(course.finish), lost });
    teller.finish(show.makespan())
}

fn start(course: &Course, teller: &mut Teller) {
    let (bytes, n) = (course.plan.flows[OURS as usize].bytes, i64::from(course.parcels));
    let (metres, senders, gbit, payload) =
        (course.params.distance as i64, i64::from(CROWD), i64::from(GBIT), i64::from(PARCEL));
    let told: Pair = match course.params.company {
        Company::Alone => pair::TransportStart { bytes, n, metres, gbit, payload }.into(),
        Company::Neighbour => pair::TransportStartNeighbour { bytes, n, metres, gbit, payload }.into(),
        Company::Crowd | Company::Credit => pair::TransportStartCrowd { bytes, n, senders, gbit, payload }.into(),
    };
    teller.must_say("start", Time::ZERO, told, Some((0, OURS)));
    let first =
        course.rides.iter().filter(|ride| ride.flow == OURS && ride.is_data()).map(|ride| ride.tour.done()).min();
    let at = first.unwrap_or(course.makespan);
    let (time, n) = (course.round_trip(), i64::from(course.in_flight()));
    let flight: Pair = match course.decision() {
        Some(each) if course.params.recovery == Rule::Tcp => {
            pair::TransportFlightTcp { time, n, copies: (time.0 / each.0.max(1)) as i64 }.into()
        }
        _ => pair::TransportFlight { time, n }.into(),
    };
    teller.may_say("flight", at, flight, Some((0, OURS)));
}

/// The first parcel that fell, from its fall until it was there.
fn one_parcel(course: &Course, teller: &mut Teller) {
    let Some((fall, gap)) = course.first() else { return };
    let is_all = course.params.recovery == Rule::GoBackN;
    let n = number(fall.chunk);
    let known = pair::TransportFellKnown { n, time: fall.at, noticed: gap.detected };
    let fell = Layered::from(pair::TransportFell { n, time: fall.at }).until(gap.detected, known);
    teller.must_say("fell", fall.at, fell, None);
    let time = gap.detected;
    let missed: Pair =
        if is_all { pair::TransportMissedAll { n, time }.into() } else { pair::TransportMissedOne { n, time }.into() };
    teller.must_say("missed", time, missed, None);
    let time = gap.resent;
    let again: Option<Pair> = match (course.params.recovery, course.cut(fall.at, time)) {
        (Rule::Tcp, Some([before, after])) => {
            let (before, after) = (Bytes(before), Bytes(after));
            Some(pair::TransportAgainTcp { n, time, before, after }.into())
        }
        // Without a cut that was written down nothing is said of how it goes on.
        (Rule::Tcp, None) => None,
        _ if is_all => Some(pair::TransportAgainAll { n, time }.into()),
        _ => Some(pair::TransportAgainOne { n, time }.into()),
    };
    if let Some(again) = again {
        teller.must_say("again", time, again, None);
    }
    let (time, wait) = (gap.filled, gap.filled - fall.at);
    let mended: Pair = if is_all {
        pair::TransportMendedAll { n, time, wait, refused: gap.rejected.into() }.into()
    } else {
        pair::TransportMendedOne { n, time, wait }.into()
    };
    teller.must_say("mended", time, mended, None);
}

/// The first parcel that fell of a bundle, and the bundle on its way once more.
fn one_bundle(course: &Course, teller: &mut Teller) {
    let found = course.falls.iter().find_map(|fall| Some((*fall, course.bundle_again(fall)?.0)));
    let Some((fall, again)) = found else { return };
    let n = number(fall.chunk);
    let time = fall.at;
    let known = pair::TransportFellOfKnown { n, time, again };
    teller.must_say("fell", time, Layered::from(pair::TransportFellOf { n, time }).until(again, known), None);
    let bundle = pair::TransportAgainBundle { n, time, again, size: course.bundle().into() };
    teller.must_say("again", again, bundle, None);
}

/// Counts that follow the rest of the run.
fn counted(course: &Course, teller: &mut Teller) {
    let after = course.first().map_or(Time::ZERO, |(_, gap)| gap.filled);
    let at = Time(after.0 + (course.makespan.0.saturating_sub(after.0)) / 3);
    if course.falls.is_empty() {
        return;
    }
    let mut mended: Vec<Time> = course.gaps.iter().map(|gap| gap.filled).filter(|at| *at < Time::MAX).collect();
    kitchen_core::order::sort(&mut mended);
    mended.dedup();
    let mut steps = vec![(Time::ZERO, Arg::Int(0))];
    steps.extend(mended.into_iter().map(|at| (at, Arg::Int(course.refused(at).into()))));
    let lost = Meter::come(course.falls.iter().map(|fall| fall.at).collect());
    teller.may_say("count", at, pair::TransportCount { lost, refused: Meter::Steps(steps) }, None);
}

/// What the processor's core takes for a decision, beside what the card takes to send what was decided on.
fn core(course: &Course, teller: &mut Teller) {
    let Some(each) = course.decision() else { return };
    let send = Time(course.each().0 * u64::from(course.bundle()));
    let told: Pair = if course.params.recovery == Rule::Tcp {
        pair::TransportCoreCopy { each, send }.into()
    } else if course.bundle() > 1 {
        pair::TransportCoreBundle { each, send, n: course.bundle().into() }.into()
    } else {
        pair::TransportCoreEach { each, send }.into()
    };
    teller.must_say("core", Time(course.makespan.0 / 6), told, None);
}

/// Of what went out over all streets, the share of the fullest: a quarter where it is even.
pub(super) fn fullest(report: &Report, course: &Course) -> f64 {
    let sent = |street: &[u32; 2]| report.ports[street[0] as usize].bytes;
    let streets = streets(&course.plan.fabric, course.params.company);
    let (most, all) = streets.iter().map(sent).fold((0, 0), |(most, all), bytes| (bytes.max(most), all + bytes));
    most as f64 / all.max(1) as f64
}

/// A name of its own for each parcel: how evenly the streets are used.
fn names(show: &Show, course: &Course, teller: &mut Teller) {
    let Some(report) = show.runs.first().and_then(|run| run.packets.as_deref()) else { return };
    if course.params.company != Company::Alone {
        return;
    }
    let spray = pair::TransportSpray {
        names: course.params.names().into(),
        streets: STREETS.into(),
        share: Percent(fullest(report, course)),
    };
    teller.must_say("names", Time(course.makespan.0 / 8), spray, None);
}

/// The sender's window: that it stays, or where it is smallest.
fn window(show: &Show, course: &Course, teller: &mut Teller) {
    let (Some(first), Some(least)) = (course.windows.first(), course.smallest()) else { return };
    let report = show.runs.first().and_then(|run| run.packets.as_deref());
    let is_marked = report.is_some_and(|report| report.flows[OURS as usize].marked > 0);
    if least.bytes < first.bytes {
        let (before, after) = (Bytes(first.bytes), Bytes(least.bytes));
        teller.must_say("window", least.at, pair::TransportWindowLess { time: least.at, before, after }, None);
    } else if !is_marked {
        let stays = pair::TransportWindowStays { bytes: Bytes(first.bytes) };
        teller.must_say("window", Time(course.makespan.0 / 3 * 2), stays, None);
    }
}

/// Whether both kitchens' parcels wait in one street.
fn street(report: &Report, course: &Course, teller: &mut Teller) {
    let longest = streets(&course.plan.fabric, course.params.company).into_iter().map(|street| street[0]);
    let longest = longest.map(|port| report.ports[port as usize].max_queue_bytes).max().unwrap_or(0);
    let (bytes, streets) = (Bytes(longest), i64::from(STREETS));
    let told: Pair = if course.params.names() == 1 {
        pair::TransportSameStreet { bytes, streets }.into()
    } else {
        pair::TransportManyStreets { bytes, streets }.into()
    };
    teller.must_say("street", Time(course.makespan.0 / 5 * 4), told, None);
}

/// The queue before the door where it is longest, and the small order that waited longest.
fn door(report: &Report, course: &Course, teller: &mut Teller) {
    let port = course.plan.fabric.hosts[CROWD as usize].downlink;
    let longest = Bytes(report.ports[port as usize].max_queue_bytes);
    let (bytes, wait, senders) = (longest, drained(longest), i64::from(CROWD));
    let told: Pair = match course.params.recovery {
        Rule::Ultra if course.params.is_called() => {
            pair::TransportDoorUltra { bytes, wait, senders, window: unasked(course) }.into()
        }
        _ if course.params.is_called() => pair::TransportDoorCredit { bytes, wait, senders }.into(),
        _ => pair::TransportDoor { bytes, wait, senders }.into(),
    };
    let waiting = report.series.get(port as usize).map_or(&[][..], |series| &series.queued);
    let step = waiting.iter().position(|&waiting| waiting == longest.0).unwrap_or(0) as u64 + 1;
    teller.must_say("door", Time(report.step.0 * step), told, None);
    let guests = report.flows.iter().skip(CROWD as usize);
    let Some(slow) = guests.max_by_key(|flow| flow.finish.saturating_sub(flow.start)) else { return };
    let (start, finish, best) = (slow.start, slow.finish, course.guest_at_best());
    let took = finish - start;
    let guest: Pair = if course.params.recovery == Rule::Tcp {
        pair::TransportGuestTcp { start, finish, took, best }.into()
    } else {
        pair::TransportGuest { start, finish, took, best }.into()
    };
    teller.must_say("guest", finish, guest, None);
}

/// Losses and refusals of all flows.
pub(super) fn totals(show: &Show) -> [u64; 4] {
    let Some(report) = show.runs.first().and_then(|run| run.packets.as_deref()) else { return [0; 4] };
    let parcels = report.flows.iter().map(|flow| flow.bytes.0.div_ceil(PARCEL.into())).sum();
    let sent = report.flows.iter().map(|flow| u64::from(flow.packets)).sum();
    let lost = report.transport.drops.iter().filter(|fall| !fall.is_reverse).count() as u64;
    let refused = report.transport.flows.iter().map(|flow| u64::from(flow.rejected + flow.duplicates)).sum();
    [parcels, sent, lost, refused]
}

fn ending(show: &Show, course: &Course, teller: &mut Teller) {
    let [parcels, sent, lost, refused] = totals(show).map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    let time = course.makespan;
    // A bundle that is sent again brings parcels that were there: they are neither refused nor new.
    let told: Pair = if lost == 0 && sent == parcels {
        pair::TransportEndWhole { time, parcels }.into()
    } else if course.bundle() > 1 {
        pair::TransportEndBundle { time, parcels, sent, lost }.into()
    } else {
        pair::TransportEnd { time, parcels, sent, lost, refused }.into()
    };
    teller.must_say("end", time, told, None);
}

const DIAL: Dial = Dial { unit: Unit::Percent, min: 0.0, max: 100.0 };

/// What is asked: of the queue at one door, of names in company, else of the rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Rule,
    Names,
    Queue,
}

impl Asked {
    const fn of(params: Params) -> Asked {
        match params.company {
            // TCP is not called in, and the names of both are their own.
            Company::Crowd | Company::Credit if !matches!(params.recovery, Rule::Tcp) => Asked::Queue,
            Company::Neighbour if !params.recovery.is_software() && !params.recovery.is_paced() => Asked::Names,
            _ => Asked::Rule,
        }
    }

    /// What it is compared with.
    fn other(self, params: Params) -> Params {
        match self {
            Asked::Rule => Params { recovery: params.recovery.other(), ..params },
            Asked::Names => Params { paths: if params.paths == 1 { MANY } else { 1 }, ..params },
            Asked::Queue => {
                let is_called = params.company == Company::Credit;
                Params { company: if is_called { Company::Crowd } else { Company::Credit }, ..params }
            }
        }
    }

    fn name(self, params: Params) -> Line {
        match self {
            Asked::Rule => Line::new(rule(params.recovery)),
            Asked::Names => Line::from(msg::TransportNames { n: params.paths.into() }),
            Asked::Queue if params.company == Company::Credit => Line::new(key::COMPANY_CREDIT),
            Asked::Queue => Line::new(key::COMPANY_CROWD),
        }
    }
}

/// The most names that the reader may choose.
const MANY: u16 = 256;

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let params = Params::of(scenario);
    let (question, at) = match Asked::of(params) {
        Asked::Rule if params.recovery.is_software() => {
            (Line::from(msg::TransportGateCore { rule: rule(params.recovery).into() }), "start")
        }
        Asked::Rule if params.recovery == Rule::Tcp => {
            (Line::from(msg::TransportGateTcp { rule: rule(params.recovery).into() }), "start")
        }
        Asked::Rule => {
            let (rule, loss) = (rule(params.recovery).into(), loss_name(params).into());
            (Line::from(msg::TransportGate { rule, loss }), "fell")
        }
        Asked::Names => {
            (Line::from(msg::TransportGateNames { n: params.paths.into(), loss: loss_name(params).into() }), "flight")
        }
        Asked::Queue => (Line::from(msg::TransportGateQueue { senders: CROWD.into() }), "start"),
    };
    Gate { question, at, ask: Ask::Number(DIAL) }
}

fn loss_name(params: Params) -> Key {
    match params.loss {
        none if none <= 0.0 => key::LOSS_NONE,
        few if few < 0.0005 => key::LOSS_0_0001,
        some if some < 0.005 => key::LOSS_0_001,
        _ => key::LOSS_0_01,
    }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let params = Params::of(scenario);
    let asked = Asked::of(params);
    let mut cases = Vec::new();
    let mut found = Vec::new();
    for params in [params, asked.other(params)] {
        let show = rehearse(&params.scenario(KIND))?;
        let course = Course::of(&show).ok_or_else(|| Line::new(key::TRANSPORT_NOTHING))?;
        let port = course.plan.fabric.hosts.get(CROWD as usize).map_or(0, |host| host.downlink as usize);
        let report = show.runs.first().and_then(|run| run.packets.as_deref());
        let longest = report.and_then(|report| report.ports.get(port)).map_or(0, |port| port.max_queue_bytes);
        cases.push(case(asked.name(params), &course));
        found.push((course, longest));
    }
    let [(own, own_longest), (against, other_longest)] = found.as_slice() else {
        return Err(Line::new(key::TRANSPORT_NOTHING));
    };
    if asked == Asked::Queue {
        let is_called = params.company == Company::Credit;
        let pick = |called, not| if is_called { (called, not) } else { (not, called) };
        let (called, long) = pick(*own_longest, *other_longest);
        let slow = |course: &Course| course.guests.last().copied().unwrap_or(Time::ZERO);
        let (soon, late) = if is_called { (slow(own), slow(against)) } else { (slow(against), slow(own)) };
        let reveal = Line::from(msg::TransportVerdictQueue { long: Bytes(long), called: Bytes(called), late, soon });
        return Ok(Verdict { right: Right::Number(called as f64 / long.max(1) as f64 * 100.0), reveal, cases });
    }
    let reveal = Line::from(msg::TransportVerdict {
        rule: asked.name(params).into(),
        share: Percent(own.share()),
        time: own.makespan,
        other: asked.name(asked.other(params)).into(),
        against: Percent(against.share()),
        late: against.makespan,
    });
    Ok(Verdict { right: Right::Number(own.share() * 100.0), reveal, cases })
}

/// What the sender's card did: first sendings, and those again.
fn case(name: Line, course: &Course) -> Case {
    let lane = scene::parts(course, course.each()).into_iter().map(|part| {
        let tone = if part.doing == Doings::Sends { Tone::Forward } else { Tone::Backward };
        Stretch { start: part.start, end: part.end, tone }
    });
    Case { name, end: course.makespan, lanes: vec![lane.collect()], form: Form::Race }
}
