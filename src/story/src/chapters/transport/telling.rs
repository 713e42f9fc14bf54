//! What is said of couriers and their rules: every number is the packet report's.

use kitchen_core::oracle::recovery;
use kitchen_core::packet::plan::OVERHEAD;
use kitchen_core::packet::transport::Recovery;
use kitchen_core::packet::transport::rules::{CHUNK, Credit, DECISION, cores_needed};
use kitchen_core::text::{Arg, Key, Line, key};
use kitchen_core::units::{Bytes, Time};

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Stretch, Tone};
use crate::story::{Ask, Case, Dial, Figure, Gate, Meter, Readout, Right, Said, Script, Unit, Verdict, rehearse};

use super::course::Course;
use super::kind::KIND;
use super::params::{Company, Params};
use super::run::{BYTES, CROWD, GBIT, METRES, OURS, PARCEL, STREETS, other, streets};
use super::scene::{self, Doings};

/// The rule's name.
pub(super) const fn rule(recovery: Recovery) -> Key {
    match recovery {
        Recovery::GoBackN => key::RECOVERY_GO_BACK_N,
        Recovery::Selective => key::RECOVERY_SELECTIVE,
    }
}

/// A chunk's number as it is told, from 1.
pub(super) fn number(chunk: u32) -> i64 {
    i64::from(chunk) + 1
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(course) = Course::of(show) else { return Vec::new() };
    vec![
        Line::new(key::TRANSPORT_OPENING_1)
            .bytes("bytes", Bytes(BYTES))
            .int("n", course.parcels.into())
            .key("rule", rule(course.params.recovery)),
        Line::new(key::TRANSPORT_OPENING_2).count("lost", course.falls.len()).int("sent", course.packets.into()),
        Line::new(key::TRANSPORT_OPENING_3).time("time", course.makespan).time("best", course.at_best()),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(course) = Course::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    start(&course, &mut teller);
    one_parcel(&course, &mut teller);
    on_the_way(show, &course, &mut teller);
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
    teller.must("start", Time::ZERO, with_road(sizes(caption)), xray, Some((0, OURS)));
    let flight = |key| Line::new(key).time("time", course.round_trip()).int("n", course.in_flight().into());
    let first =
        course.rides.iter().filter(|ride| ride.flow == OURS && ride.is_data()).map(super::course::Ride::done).min();
    let at = first.unwrap_or(course.makespan);
    teller.tell("flight", at, flight(key::TRANSPORT_BEAT_FLIGHT), flight(key::TRANSPORT_XRAY_FLIGHT), Some((0, OURS)));
}

/// The first parcel that fell, from its fall until it was there.
fn one_parcel(course: &Course, teller: &mut Teller) {
    let Some((fall, gap)) = course.first() else { return };
    let is_all = course.params.recovery == Recovery::GoBackN;
    let n = number(fall.chunk);
    let fell = |key| Line::new(key).int("n", n).time("time", fall.at);
    let known = |key| Line::new(key).int("n", n).time("time", fall.at).time("noticed", gap.noticed);
    let said = |unknown, then| Said::from(fell(unknown)).until(gap.noticed, known(then));
    teller.must(
        "fell",
        fall.at,
        said(key::TRANSPORT_BEAT_FELL, key::TRANSPORT_BEAT_FELL_KNOWN),
        said(key::TRANSPORT_XRAY_FELL, key::TRANSPORT_XRAY_FELL_KNOWN),
        None,
    );
    let pick = |all: Key, one: Key| if is_all { all } else { one };
    let noticed = |key| Line::new(key).int("n", n).time("time", gap.noticed);
    teller.must(
        "missed",
        gap.noticed,
        noticed(pick(key::TRANSPORT_BEAT_MISSED_ALL, key::TRANSPORT_BEAT_MISSED_ONE)),
        noticed(pick(key::TRANSPORT_XRAY_MISSED_ALL, key::TRANSPORT_XRAY_MISSED_ONE)),
        None,
    );
    let again = |key| Line::new(key).int("n", n).time("time", gap.again);
    teller.must(
        "again",
        gap.again,
        again(pick(key::TRANSPORT_BEAT_AGAIN_ALL, key::TRANSPORT_BEAT_AGAIN_ONE)),
        again(pick(key::TRANSPORT_XRAY_AGAIN_ALL, key::TRANSPORT_XRAY_AGAIN_ONE)),
        None,
    );
    let mended = |key| {
        let line = Line::new(key).int("n", n).time("time", gap.mended).time("wait", gap.mended - fall.at);
        if is_all { line.int("refused", gap.refused.into()) } else { line }
    };
    teller.must(
        "mended",
        gap.mended,
        mended(pick(key::TRANSPORT_BEAT_MENDED_ALL, key::TRANSPORT_BEAT_MENDED_ONE)),
        mended(pick(key::TRANSPORT_XRAY_MENDED_ALL, key::TRANSPORT_XRAY_MENDED_ONE)),
        None,
    );
}

/// What goes on for the rest of the run: counts that follow it, and what waits.
fn on_the_way(show: &Show, course: &Course, teller: &mut Teller) {
    let after = course.first().map_or(Time::ZERO, |(_, gap)| gap.mended);
    let at = Time(after.0 + (course.makespan.0.saturating_sub(after.0)) / 3);
    let count = |key| {
        let falls: Vec<Time> = course.falls.iter().map(|fall| fall.at).collect();
        let mut mended: Vec<Time> = course.gaps.iter().map(|gap| gap.mended).filter(|at| *at < Time::MAX).collect();
        kitchen_core::order::sort(&mut mended);
        mended.dedup();
        let mut steps = vec![(Time::ZERO, Arg::Int(0))];
        steps.extend(mended.into_iter().map(|at| (at, Arg::Int(course.refused(at).into()))));
        Said::from(Line::new(key)).come("lost", falls).meter("refused", Meter::Steps(steps))
    };
    if !course.falls.is_empty() {
        teller.tell("count", at, count(key::TRANSPORT_BEAT_COUNT), count(key::TRANSPORT_XRAY_COUNT), None);
    }
    let Some(report) = show.runs.first().and_then(|run| run.packets.as_deref()) else { return };
    let fabric = &course.plan.fabric;
    match course.params.company {
        Company::Alone => {}
        Company::Neighbour => {
            let longest = streets(fabric, course.params.company).into_iter().map(|street| street[0]);
            let longest = longest.map(|port| report.ports[port as usize].longest).max().unwrap_or(0);
            let (kitchen, xray) = if course.params.paths == 1 {
                (key::TRANSPORT_BEAT_SAME_STREET, key::TRANSPORT_XRAY_SAME_STREET)
            } else {
                (key::TRANSPORT_BEAT_MANY_STREETS, key::TRANSPORT_XRAY_MANY_STREETS)
            };
            let street = |key| Line::new(key).bytes("bytes", Bytes(longest)).int("streets", STREETS.into());
            let at = Time(course.makespan.0 / 5 * 4);
            teller.must("street", at, street(kitchen), street(xray), None);
        }
        Company::Crowd | Company::Credit => {
            let port = fabric.hosts[CROWD as usize].2;
            let longest = Bytes(report.ports[port as usize].longest);
            let wait = Time(longest.0 * 8_000 / u64::from(GBIT));
            let (kitchen, xray) = if course.params.company == Company::Credit {
                (key::TRANSPORT_BEAT_DOOR_CREDIT, key::TRANSPORT_XRAY_DOOR_CREDIT)
            } else {
                (key::TRANSPORT_BEAT_DOOR, key::TRANSPORT_XRAY_DOOR)
            };
            let door = |key| Line::new(key).bytes("bytes", longest).time("wait", wait).int("senders", CROWD.into());
            let at = Time(course.makespan.0 / 5 * 4);
            teller.must("door", at, door(kitchen), door(xray), None);
        }
    }
}

/// Losses and refusals of all flows.
pub(super) fn totals(show: &Show) -> [u64; 4] {
    let Some(report) = show.runs.first().and_then(|run| run.packets.as_deref()) else { return [0; 4] };
    let parcels = report.flows.iter().map(|flow| flow.bytes.0.div_ceil(PARCEL.into())).sum();
    let sent = report.flows.iter().map(|flow| u64::from(flow.packets)).sum();
    let lost = report.notes.falls.iter().filter(|fall| !fall.is_back).count() as u64;
    let refused = report.notes.flows.iter().map(|flow| u64::from(flow.refused + flow.twice)).sum();
    [parcels, sent, lost, refused]
}

fn ending(show: &Show, course: &Course, teller: &mut Teller) {
    let [parcels, sent, lost, refused] = totals(show).map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    let end = |key| {
        let line = Line::new(key).time("time", course.makespan).int("parcels", parcels);
        line.int("sent", sent).int("lost", lost).int("refused", refused)
    };
    teller.must("end", course.makespan, end(key::TRANSPORT_BEAT_END), end(key::TRANSPORT_XRAY_END), None);
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(course) = Course::of(show) else { return Readout::default() };
    let mut figures = vec![share_figure(&course)];
    let mut answers = 1;
    answers |= 1 << figures.len();
    figures.push(time_figure(&course));
    figures.push(flight_figure(&course));
    if course.params.company == Company::Alone && course.params.paths == 1 {
        answers |= 1 << figures.len();
        figures.push(formula_figure(&course));
    }
    if course.params.company.is_crowd() {
        figures.extend(queue_figure(show, &course));
    }
    figures.push(cores_figure());
    Readout { figures, tuner: Vec::new(), answers }
}

fn share_figure(course: &Course) -> Figure {
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_SHARE),
        value: Line::new(key::VALUE).percent("value", course.share()),
        formula: Line::new(key::TRANSPORT_FIGURE_SHARE_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_SHARE_FILLED)
            .time("best", course.at_best())
            .time("time", course.makespan)
            .percent("share", course.share()),
        source: Line::new(key::TRANSPORT_FIGURE_SHARE_SOURCE),
    }
}

/// Where the reader's flow's time went: its terms add up to its end.
pub(super) fn terms(course: &Course) -> [Time; 4] {
    let each = course.each().0;
    let useful = Time(each * u64::from(course.parcels));
    let sent = u64::from(course.answered.sent_by_then);
    let in_vain = Time(each * sent.saturating_sub(course.parcels.into()));
    // The last packet leaves when it is sent; before it the card was silent for the rest.
    let silent = course.answered.last_sent.saturating_sub(Time(each * sent.saturating_sub(1)));
    let on_the_way = course.finish.saturating_sub(course.answered.last_sent + Time(each));
    [useful, in_vain, silent, on_the_way]
}

fn time_figure(course: &Course) -> Figure {
    let [useful, in_vain, silent, on_the_way] = terms(course);
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_TIME),
        value: Line::new(key::VALUE).time("value", course.finish),
        formula: Line::new(key::TRANSPORT_FIGURE_TIME_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_TIME_FILLED)
            .time("useful", useful)
            .time("vain", in_vain)
            .time("silent", silent)
            .time("way", on_the_way)
            .time("time", course.finish),
        source: Line::new(key::TRANSPORT_FIGURE_TIME_SOURCE)
            .int("parcels", course.parcels.into())
            .int("sent", course.answered.sent_by_then.into())
            .time("each", course.each()),
    }
}

fn flight_figure(course: &Course) -> Figure {
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_FLIGHT),
        value: Line::new(key::TRANSPORT_FIGURE_FLIGHT_VALUE).int("n", course.in_flight().into()),
        formula: Line::new(key::TRANSPORT_FIGURE_FLIGHT_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_FLIGHT_FILLED)
            .time("time", course.round_trip())
            .time("each", course.each())
            .int("n", course.in_flight().into()),
        source: Line::new(key::TRANSPORT_FIGURE_FLIGHT_SOURCE)
            .int("payload", PARCEL.into())
            .int("wire", (PARCEL + OVERHEAD).into())
            .int("gbit", GBIT.into()),
    }
}

/// The textbook's share beside the run's.
fn formula_figure(course: &Course) -> Figure {
    let (loss, n) = (course.params.loss, course.in_flight() + 1);
    let is_all = course.params.recovery == Recovery::GoBackN;
    let share = if is_all { recovery::go_back_n(loss, n) } else { recovery::selective(loss) };
    let pick = |all: Key, one: Key| if is_all { all } else { one };
    let filled = Line::new(pick(key::TRANSPORT_FIGURE_BOOK_FILLED_ALL, key::TRANSPORT_FIGURE_BOOK_FILLED_ONE))
        .number("loss", loss, 4)
        .percent("share", share);
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_BOOK),
        value: Line::new(key::VALUE).percent("value", share),
        formula: Line::new(pick(key::TRANSPORT_FIGURE_BOOK_FORMULA_ALL, key::TRANSPORT_FIGURE_BOOK_FORMULA_ONE)),
        filled: if is_all { filled.int("n", n.into()) } else { filled },
        source: Line::new(key::TRANSPORT_FIGURE_BOOK_SOURCE)
            .count("lost", course.falls.len())
            .percent("fell", course.falls.len() as f64 / f64::from(course.packets.max(1))),
    }
}

fn queue_figure(show: &Show, course: &Course) -> Option<Figure> {
    let report = show.runs.first()?.packets.as_deref()?;
    let port = course.plan.fabric.hosts[CROWD as usize].2;
    let longest = Bytes(report.ports[port as usize].longest);
    let bound = Bytes(u64::from(CROWD) * u64::from(Credit::UCCL.first));
    Some(Figure {
        name: Line::new(key::TRANSPORT_FIGURE_QUEUE),
        value: Line::new(key::VALUE).bytes("value", longest),
        formula: Line::new(key::TRANSPORT_FIGURE_QUEUE_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_QUEUE_FILLED)
            .int("senders", CROWD.into())
            .bytes("first", Bytes(Credit::UCCL.first.into()))
            .bytes("bound", bound)
            .bytes("longest", longest),
        source: Line::new(key::TRANSPORT_FIGURE_QUEUE_SOURCE),
    })
}

/// Cores that a card needs where software decides: for each chunk, and for each packet.
pub(super) fn cores() -> [f64; 2] {
    let packets = CHUNK.div_ceil(PARCEL);
    let chunk = u64::from(CHUNK + packets * OVERHEAD);
    [cores_needed(GBIT, chunk, DECISION), cores_needed(GBIT, u64::from(PARCEL + OVERHEAD), DECISION)]
}

fn cores_figure() -> Figure {
    let [chunk, packet] = cores();
    Figure {
        name: Line::new(key::TRANSPORT_FIGURE_CORES),
        value: Line::new(key::TRANSPORT_FIGURE_CORES_VALUE).number("value", chunk, 2),
        formula: Line::new(key::TRANSPORT_FIGURE_CORES_FORMULA),
        filled: Line::new(key::TRANSPORT_FIGURE_CORES_FILLED)
            .number("chunk", chunk, 2)
            .number("packet", packet, 1)
            .bytes("size", Bytes(CHUNK.into()))
            .bytes("parcel", Bytes(PARCEL.into()))
            .time("each", DECISION),
        source: Line::new(key::TRANSPORT_FIGURE_CORES_SOURCE),
    }
}

const DIAL: Dial = Dial { unit: Unit::Percent, min: 0.0, max: 100.0 };

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let params = Params::of(scenario);
    let line = Line::new(key::TRANSPORT_GATE).key("rule", rule(params.recovery));
    Gate { question: line.key("loss", loss_name(params)), at: "fell", ask: Ask::Number(DIAL) }
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
    let mut cases = Vec::new();
    let mut shares = Vec::new();
    for recovery in [params.recovery, other(params.recovery)] {
        let show = rehearse(&Params { recovery, ..params }.scenario(KIND))?;
        let course = Course::of(&show).ok_or_else(|| Line::new(key::TRANSPORT_NOTHING))?;
        shares.push((course.share(), course.makespan));
        cases.push(case(Line::new(rule(recovery)), &course));
    }
    let [own, against] = shares.as_slice() else { return Err(Line::new(key::TRANSPORT_NOTHING)) };
    let reveal = Line::new(key::TRANSPORT_VERDICT)
        .key("rule", rule(params.recovery))
        .percent("share", own.0)
        .time("time", own.1)
        .key("other", rule(other(params.recovery)))
        .percent("against", against.0)
        .time("late", against.1);
    Ok(Verdict { right: Right::Number(own.0 * 100.0), reveal, cases })
}

/// What the sender's card did: first sendings, and those again.
fn case(name: Line, course: &Course) -> Case {
    let lane = scene::parts(course).into_iter().map(|part| {
        let tone = if part.doing == Doings::Sends { Tone::Forward } else { Tone::Backward };
        Stretch { start: part.start, end: part.end, tone }
    });
    Case { name, end: course.makespan, lanes: vec![lane.collect()] }
}
