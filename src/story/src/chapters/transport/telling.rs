//! What is said of couriers and their rules: every number is the packet report's.

use kitchen_core::packet::report::Report;
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Arg, Key, Line, Percent, count, key, msg};

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Stretch, Tone};
use crate::story::{Ask, Case, Dial, Gate, Layered, Meter, Right, Said, Script, Unit, Verdict, rehearse};

use super::course::Course;
pub(super) use super::figures::readout;
use super::figures::{drained, unasked};
use super::kind::KIND;
use super::params::{Company, Params, Rule, rule};
use super::run::{BYTES, CROWD, GBIT, METRES, OURS, PARCEL, STREETS, streets};
use super::scene::{self, Doings};

/// A chunk's number as it is told, from 1.
pub(super) fn number(chunk: u32) -> i64 {
    i64::from(chunk) + 1
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    vec![
        Line::from(msg::TransportOpening1 {
            bytes: Bytes(BYTES),
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
    teller.finish(show.makespan())
}

fn start(course: &Course, teller: &mut Teller) {
    let sizes =
        |key| Line::new(key).bytes("bytes", course.plan.flows[OURS as usize].bytes).int("n", course.parcels.into());
    let (caption, xray) = match course.params.company {
        Company::Alone => (key::TRANSPORT_BEAT_START, key::TRANSPORT_XRAY_START),
        Company::Neighbour => (key::TRANSPORT_BEAT_START_NEIGHBOUR, key::TRANSPORT_XRAY_START_NEIGHBOUR),
        Company::Crowd | Company::Credit => (key::TRANSPORT_BEAT_START_CROWD, key::TRANSPORT_XRAY_START_CROWD),
    };
    let with_road = |line: Line| {
        if course.params.company.is_crowd() {
            line.int("senders", CROWD.into())
        } else {
            line.int("metres", METRES as i64)
        }
    };
    let xray = with_road(sizes(xray)).int("gbit", GBIT.into()).int("payload", PARCEL.into());
    teller.must_say("start", Time::ZERO, Layered::of(with_road(sizes(caption)), xray), Some((0, OURS)));
    let flight = |key| Line::new(key).time("time", course.round_trip()).int("n", course.in_flight().into());
    let first =
        course.rides.iter().filter(|ride| ride.flow == OURS && ride.is_data()).map(|ride| ride.tour.done()).min();
    let at = first.unwrap_or(course.makespan);
    let lines = match course.decision() {
        Some(each) if course.params.recovery == Rule::Tcp => {
            let copied = (course.round_trip().0 / each.0.max(1)) as i64;
            [key::TRANSPORT_BEAT_FLIGHT_TCP, key::TRANSPORT_XRAY_FLIGHT_TCP]
                .map(|key| flight(key).int("copies", copied))
        }
        _ => [key::TRANSPORT_BEAT_FLIGHT, key::TRANSPORT_XRAY_FLIGHT].map(flight),
    };
    let [kitchen, xray] = lines;
    teller.may_say("flight", at, Layered::of(kitchen, xray), Some((0, OURS)));
}

/// The first parcel that fell, from its fall until it was there.
fn one_parcel(course: &Course, teller: &mut Teller) {
    let Some((fall, gap)) = course.first() else { return };
    let is_all = course.params.recovery == Rule::GoBackN;
    let n = number(fall.chunk);
    let fell = |key| Line::new(key).int("n", n).time("time", fall.at);
    let known = |key| Line::new(key).int("n", n).time("time", fall.at).time("noticed", gap.detected);
    let said = |unknown, then| Said::from(fell(unknown)).until(gap.detected, known(then));
    teller.must_say(
        "fell",
        fall.at,
        Layered::of(
            said(key::TRANSPORT_BEAT_FELL, key::TRANSPORT_BEAT_FELL_KNOWN),
            said(key::TRANSPORT_XRAY_FELL, key::TRANSPORT_XRAY_FELL_KNOWN),
        ),
        None,
    );
    let pick = |all: Key, one: Key| if is_all { all } else { one };
    let noticed = |key| Line::new(key).int("n", n).time("time", gap.detected);
    teller.must_say(
        "missed",
        gap.detected,
        Layered::of(
            noticed(pick(key::TRANSPORT_BEAT_MISSED_ALL, key::TRANSPORT_BEAT_MISSED_ONE)),
            noticed(pick(key::TRANSPORT_XRAY_MISSED_ALL, key::TRANSPORT_XRAY_MISSED_ONE)),
        ),
        None,
    );
    let again = |key| Line::new(key).int("n", n).time("time", gap.resent);
    let cut = |key, [before, after]: [u64; 2]| again(key).bytes("before", Bytes(before)).bytes("after", Bytes(after));
    let lines = match (course.params.recovery, course.cut(fall.at, gap.resent)) {
        (Rule::Tcp, Some(by)) => {
            Some([key::TRANSPORT_BEAT_AGAIN_TCP, key::TRANSPORT_XRAY_AGAIN_TCP].map(|key| cut(key, by)))
        }
        // Without a cut that was written down nothing is said of how it goes on.
        (Rule::Tcp, None) => None,
        _ => Some([
            again(pick(key::TRANSPORT_BEAT_AGAIN_ALL, key::TRANSPORT_BEAT_AGAIN_ONE)),
            again(pick(key::TRANSPORT_XRAY_AGAIN_ALL, key::TRANSPORT_XRAY_AGAIN_ONE)),
        ]),
    };
    if let Some([kitchen, xray]) = lines {
        teller.must_say("again", gap.resent, Layered::of(kitchen, xray), None);
    }
    let mended = |key| {
        let line = Line::new(key).int("n", n).time("time", gap.filled).time("wait", gap.filled - fall.at);
        if is_all { line.int("refused", gap.rejected.into()) } else { line }
    };
    teller.must_say(
        "mended",
        gap.filled,
        Layered::of(
            mended(pick(key::TRANSPORT_BEAT_MENDED_ALL, key::TRANSPORT_BEAT_MENDED_ONE)),
            mended(pick(key::TRANSPORT_XRAY_MENDED_ALL, key::TRANSPORT_XRAY_MENDED_ONE)),
        ),
        None,
    );
}

/// The first parcel that fell of a bundle, and the bundle on its way once more.
fn one_bundle(course: &Course, teller: &mut Teller) {
    let found = course.falls.iter().find_map(|fall| Some((*fall, course.bundle_again(fall)?.0)));
    let Some((fall, again)) = found else { return };
    let n = number(fall.chunk);
    let fell = |key| Line::new(key).int("n", n).time("time", fall.at);
    let known = |key| fell(key).time("again", again);
    let said = |unknown, then| Said::from(fell(unknown)).until(again, known(then));
    teller.must_say(
        "fell",
        fall.at,
        Layered::of(
            said(key::TRANSPORT_BEAT_FELL_OF, key::TRANSPORT_BEAT_FELL_OF_KNOWN),
            said(key::TRANSPORT_XRAY_FELL_OF, key::TRANSPORT_XRAY_FELL_OF_KNOWN),
        ),
        None,
    );
    let size = |key| known(key).int("size", course.bundle().into());
    let lines = [key::TRANSPORT_BEAT_AGAIN_BUNDLE, key::TRANSPORT_XRAY_AGAIN_BUNDLE].map(size);
    let [kitchen, xray] = lines;
    teller.must_say("again", again, Layered::of(kitchen, xray), None);
}

/// Counts that follow the rest of the run.
fn counted(course: &Course, teller: &mut Teller) {
    let after = course.first().map_or(Time::ZERO, |(_, gap)| gap.filled);
    let at = Time(after.0 + (course.makespan.0.saturating_sub(after.0)) / 3);
    let count = |key| {
        let falls: Vec<Time> = course.falls.iter().map(|fall| fall.at).collect();
        let mut mended: Vec<Time> = course.gaps.iter().map(|gap| gap.filled).filter(|at| *at < Time::MAX).collect();
        kitchen_core::order::sort(&mut mended);
        mended.dedup();
        let mut steps = vec![(Time::ZERO, Arg::Int(0))];
        steps.extend(mended.into_iter().map(|at| (at, Arg::Int(course.refused(at).into()))));
        Said::from(Line::new(key)).come("lost", falls).meter("refused", Meter::Steps(steps))
    };
    if !course.falls.is_empty() {
        teller.may_say(
            "count",
            at,
            Layered::of(count(key::TRANSPORT_BEAT_COUNT), count(key::TRANSPORT_XRAY_COUNT)),
            None,
        );
    }
}

/// What the processor's core takes for a decision, beside what the card takes to send what was decided on.
fn core(course: &Course, teller: &mut Teller) {
    let Some(each) = course.decision() else { return };
    let (kitchen, xray) = if course.params.recovery == Rule::Tcp {
        (key::TRANSPORT_BEAT_CORE_COPY, key::TRANSPORT_XRAY_CORE_COPY)
    } else if course.bundle() > 1 {
        (key::TRANSPORT_BEAT_CORE_BUNDLE, key::TRANSPORT_XRAY_CORE_BUNDLE)
    } else {
        (key::TRANSPORT_BEAT_CORE_EACH, key::TRANSPORT_XRAY_CORE_EACH)
    };
    let line = |key| {
        let line = Line::new(key).time("each", each).time("send", Time(course.each().0 * u64::from(course.bundle())));
        if course.bundle() > 1 { line.int("n", course.bundle().into()) } else { line }
    };
    teller.must_say("core", Time(course.makespan.0 / 6), Layered::of(line(kitchen), line(xray)), None);
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
    let spread = |key| {
        let line = Line::new(key).int("names", course.params.names().into()).int("streets", STREETS.into());
        line.percent("share", fullest(report, course))
    };
    let (kitchen, xray) = (spread(key::TRANSPORT_BEAT_SPRAY), spread(key::TRANSPORT_XRAY_SPRAY));
    teller.must_say("names", Time(course.makespan.0 / 8), Layered::of(kitchen, xray), None);
}

/// The sender's window: that it stays, or where it is smallest.
fn window(show: &Show, course: &Course, teller: &mut Teller) {
    let (Some(first), Some(least)) = (course.windows.first(), course.smallest()) else { return };
    let report = show.runs.first().and_then(|run| run.packets.as_deref());
    let is_marked = report.is_some_and(|report| report.flows[OURS as usize].marked > 0);
    if least.bytes < first.bytes {
        let shrunk = |key| {
            let line = Line::new(key).time("time", least.at);
            line.bytes("before", Bytes(first.bytes)).bytes("after", Bytes(least.bytes))
        };
        let (kitchen, xray) = (shrunk(key::TRANSPORT_BEAT_WINDOW_LESS), shrunk(key::TRANSPORT_XRAY_WINDOW_LESS));
        teller.must_say("window", least.at, Layered::of(kitchen, xray), None);
    } else if !is_marked {
        let (kitchen, xray) = (
            Line::from(msg::TransportBeatWindowStays { bytes: Bytes(first.bytes) }),
            Line::from(msg::TransportXrayWindowStays { bytes: Bytes(first.bytes) }),
        );
        teller.must_say("window", Time(course.makespan.0 / 3 * 2), Layered::of(kitchen, xray), None);
    }
}

/// Whether both kitchens' parcels wait in one street.
fn street(report: &Report, course: &Course, teller: &mut Teller) {
    let longest = streets(&course.plan.fabric, course.params.company).into_iter().map(|street| street[0]);
    let longest = longest.map(|port| report.ports[port as usize].max_queue_bytes).max().unwrap_or(0);
    let (kitchen, xray) = if course.params.names() == 1 {
        (key::TRANSPORT_BEAT_SAME_STREET, key::TRANSPORT_XRAY_SAME_STREET)
    } else {
        (key::TRANSPORT_BEAT_MANY_STREETS, key::TRANSPORT_XRAY_MANY_STREETS)
    };
    let street = |key| Line::new(key).bytes("bytes", Bytes(longest)).int("streets", STREETS.into());
    teller.must_say("street", Time(course.makespan.0 / 5 * 4), Layered::of(street(kitchen), street(xray)), None);
}

/// The queue before the door where it is longest, and the small order that waited longest.
fn door(report: &Report, course: &Course, teller: &mut Teller) {
    let port = course.plan.fabric.hosts[CROWD as usize].downlink;
    let longest = Bytes(report.ports[port as usize].max_queue_bytes);
    let is_called = course.params.is_called();
    let is_ultra = is_called && course.params.recovery == Rule::Ultra;
    let (kitchen, xray) = if is_ultra {
        (key::TRANSPORT_BEAT_DOOR_ULTRA, key::TRANSPORT_XRAY_DOOR_ULTRA)
    } else if is_called {
        (key::TRANSPORT_BEAT_DOOR_CREDIT, key::TRANSPORT_XRAY_DOOR_CREDIT)
    } else {
        (key::TRANSPORT_BEAT_DOOR, key::TRANSPORT_XRAY_DOOR)
    };
    let door = |key| {
        let line = Line::new(key).bytes("bytes", longest).time("wait", drained(longest)).int("senders", CROWD.into());
        if is_ultra { line.bytes("window", unasked(course)) } else { line }
    };
    let waiting = report.series.get(port as usize).map_or(&[][..], |series| &series.queued);
    let step = waiting.iter().position(|&waiting| waiting == longest.0).unwrap_or(0) as u64 + 1;
    teller.must_say("door", Time(report.step.0 * step), Layered::of(door(kitchen), door(xray)), None);
    let guests = report.flows.iter().skip(CROWD as usize);
    let Some(slow) = guests.max_by_key(|flow| flow.finish.saturating_sub(flow.start)) else { return };
    let guest = |key| {
        let line = Line::new(key).time("start", slow.start).time("finish", slow.finish);
        line.time("took", slow.finish - slow.start).time("best", course.guest_at_best())
    };
    let keys = if course.params.recovery == Rule::Tcp {
        [key::TRANSPORT_BEAT_GUEST_TCP, key::TRANSPORT_XRAY_GUEST_TCP]
    } else {
        [key::TRANSPORT_BEAT_GUEST, key::TRANSPORT_XRAY_GUEST]
    };
    let [kitchen, xray] = keys.map(guest);
    teller.must_say("guest", slow.finish, Layered::of(kitchen, xray), None);
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
    let end = |key| {
        let line = Line::new(key).time("time", course.makespan).int("parcels", parcels);
        line.int("sent", sent).int("lost", lost)
    };
    // A bundle that is sent again brings parcels that were there: they are neither refused nor new.
    let (kitchen, xray) = if course.bundle() > 1 {
        (end(key::TRANSPORT_BEAT_END_BUNDLE), end(key::TRANSPORT_XRAY_END_BUNDLE))
    } else {
        (end(key::TRANSPORT_BEAT_END).int("refused", refused), end(key::TRANSPORT_XRAY_END).int("refused", refused))
    };
    teller.must_say("end", course.makespan, Layered::of(kitchen, xray), None);
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
    let falling = |line: Line| line.key("loss", loss_name(params));
    let (question, at) = match Asked::of(params) {
        Asked::Rule if params.recovery.is_software() => {
            (Line::from(msg::TransportGateCore { rule: rule(params.recovery).into() }), "start")
        }
        Asked::Rule if params.recovery == Rule::Tcp => {
            (Line::from(msg::TransportGateTcp { rule: rule(params.recovery).into() }), "start")
        }
        Asked::Rule => (falling(Line::new(key::TRANSPORT_GATE).key("rule", rule(params.recovery))), "fell"),
        Asked::Names => (falling(Line::new(key::TRANSPORT_GATE_NAMES).int("n", params.paths.into())), "flight"),
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
    Case { name, end: course.makespan, lanes: vec![lane.collect()] }
}
