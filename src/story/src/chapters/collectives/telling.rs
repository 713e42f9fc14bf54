//! Which meetings are there? Every operation by every algorithm that carries it out, with what is on each shelf.

use crate::scenario::Scenario;
use crate::scenario::meeting::MOST_BYTES;
use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::facts::{Event, Facts, Teller};
use crate::story::{
    Answers, Ask, Case, Dial, Figure, Gate, Layered, Readout, Right, Said, Script, Unit, Verdict, choices, rehearse,
};
use kitchen_core::collective::{Algorithm, Op};
use kitchen_core::oracle::textbook::{self, Cost};
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, Label, Work};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Arg, Key, Line, Meter, Number, Words, count, figure, key, msg, pair};

use super::board::Board;
use super::kind::KIND;
use super::params::{Params, ways};

/// What is held, and when.
struct Meeting<'a> {
    facts: Facts<'a>,
    op: Op,
    algorithm: Algorithm,
    bytes: Bytes,
    chefs: u32,
    /// From the first slip on its way to the last one read.
    begin: Time,
    end: Time,
}

impl<'a> Meeting<'a> {
    fn of(show: &'a Show) -> Option<Meeting<'a>> {
        let facts = Facts::new(show.runs.first()?);
        let moves = || facts.events.iter().filter(|event| event.label.kind.is_transfer());
        let (begin, end) = (moves().map(|event| event.start).min()?, moves().map(|event| event.end).max()?);
        let (op, algorithm) = asked(&show.scenario);
        let (bytes, chefs) = (op.payload(Params::of(&show.scenario).bytes), facts.run.topology.len());
        Some(Meeting { facts, op, algorithm, bytes, chefs, begin, end })
    }

    fn run(&self) -> &'a Run {
        self.facts.run
    }

    fn first(&self) -> Option<&Event> {
        self.facts.events.iter().find(|event| event.label.kind.is_transfer())
    }

    /// Who to whom, how much, over what, how fast.
    fn slip_line(&self, event: &Event) -> Said {
        let what = match event.label.kind {
            Kind::SendReduce => key::WHAT_PARTIAL_SUM,
            Kind::SwitchReduce if sums(self.op) => key::WHAT_PARTIAL_SUM,
            _ if sums(self.op) => key::WHAT_SUM,
            _ => key::WHAT_DATA,
        };
        self.facts.transfer(event, what)
    }

    /// The most that one chef sends, all transfers together.
    fn sent(&self) -> Bytes {
        let mut sent = vec![0_u64; self.chefs as usize];
        let leaving = |e: &&Event| e.label.kind.is_transfer() && e.label.kind != Kind::SwitchMulticast;
        for event in self.facts.events.iter().filter(leaving) {
            sent[event.gpu as usize] += event.bytes.0;
        }
        Bytes(sent.into_iter().max().unwrap_or(0))
    }
}

fn asked(scenario: &Scenario) -> (Op, Algorithm) {
    let Params { op, algorithm, .. } = Params::of(scenario);
    (op, algorithm)
}

fn sums(op: Op) -> bool {
    matches!(op, Op::AllReduce | Op::ReduceScatter | Op::Reduce)
}

/// What is on the shelves and what shall be.
fn before(meeting: &Meeting<'_>) -> Line {
    let (n, bytes) = (i64::from(meeting.chefs), meeting.bytes);
    match meeting.op {
        Op::AllReduce => msg::CollectivesStartAllReduce { n, bytes }.into(),
        Op::AllGather => msg::CollectivesStartAllGather { n, bytes }.into(),
        Op::ReduceScatter => msg::CollectivesStartReduceScatter { n, bytes }.into(),
        Op::Broadcast => msg::CollectivesStartBroadcast { n, bytes }.into(),
        Op::Reduce => msg::CollectivesStartReduce { n, bytes }.into(),
        Op::Scatter => msg::CollectivesStartScatter { n, bytes }.into(),
        Op::Gather => msg::CollectivesStartGather { n, bytes }.into(),
        Op::AllToAll | Op::AllToAllV => msg::CollectivesStartAllToAll { n, bytes }.into(),
        Op::Barrier => msg::CollectivesStartBarrier { n }.into(),
        Op::SendRecv => msg::CollectivesStartSendRecv { n, bytes }.into(),
    }
}

/// What is on the shelves in the end.
fn after(meeting: &Meeting<'_>) -> Line {
    let n = i64::from(meeting.chefs);
    match meeting.op {
        Op::AllReduce => msg::CollectivesEndAllReduce { n }.into(),
        Op::AllGather => msg::CollectivesEndAllGather { n }.into(),
        Op::ReduceScatter => Line::new(key::COLLECTIVES_END_REDUCE_SCATTER),
        Op::Broadcast => msg::CollectivesEndBroadcast { n }.into(),
        Op::Reduce => msg::CollectivesEndReduce { n }.into(),
        Op::Scatter => msg::CollectivesEndScatter { n }.into(),
        Op::Gather => msg::CollectivesEndGather { n }.into(),
        Op::AllToAll | Op::AllToAllV => msg::CollectivesEndAllToAll { n }.into(),
        Op::Barrier => msg::CollectivesEndBarrier { n }.into(),
        Op::SendRecv => msg::CollectivesEndSendRecv { n }.into(),
    }
}

/// How the slips travel.
fn way(algorithm: Algorithm) -> Key {
    match algorithm {
        Algorithm::Ring => key::COLLECTIVES_WAY_RING,
        Algorithm::Tree => key::COLLECTIVES_WAY_TREE,
        Algorithm::DoubleBinaryTree => key::COLLECTIVES_WAY_DOUBLE_BINARY_TREE,
        Algorithm::InNetwork => key::COLLECTIVES_WAY_IN_NETWORK,
        Algorithm::HalvingDoubling => key::COLLECTIVES_WAY_HALVING_DOUBLING,
        Algorithm::Binomial => key::COLLECTIVES_WAY_BINOMIAL,
        Algorithm::Bruck => key::COLLECTIVES_WAY_BRUCK,
        Algorithm::Pairwise => key::COLLECTIVES_WAY_PAIRWISE,
        Algorithm::Pat => key::COLLECTIVES_WAY_PAT,
        _ => key::COLLECTIVES_WAY_DIRECT,
    }
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(meeting) = Meeting::of(show) else { return Vec::new() };
    vec![
        Line::from(msg::CollectivesOpening {
            op: meeting.op.name().into(),
            algorithm: meeting.algorithm.name().into(),
        }),
        before(&meeting),
        Line::new(way(meeting.algorithm)),
        Line::from(msg::CollectivesOpeningTime { time: meeting.end }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let mut teller = Teller::default();
    let Some(meeting) = Meeting::of(show) else { return Script::default() };
    let xray = Line::from(msg::CollectivesXrayStart {
        op: meeting.op.name().into(),
        algorithm: meeting.algorithm.name().into(),
        n: i64::from(meeting.chefs),
        bytes: meeting.bytes,
    });
    teller.must_say("start", Time::ZERO, Layered::of(before(&meeting), xray), None);
    // Layered first, because of what happens at one instant the first told is kept.
    let end = show.makespan();
    let caption = Line::from(msg::CollectivesDone {
        what: after(&meeting).into(),
        time: msg::CollectivesTime { time: end }.into(),
    });
    teller.must_say("end", end, Layered::of(caption, done_line(&meeting, end)), None);
    if let Some(board) = Board::new(meeting.run(), meeting.op) {
        slips(&meeting, &board, &mut teller);
        additions(&meeting, &board, &mut teller);
        arrivals(&meeting, &board, &mut teller);
    }
    let time = meeting.end.saturating_sub(meeting.begin);
    lines(&meeting, time, &mut teller);
    meanwhile(&meeting, &mut teller);
    teller.finish(end)
}

/// How far the meeting has come.
fn meanwhile(meeting: &Meeting<'_>, teller: &mut Teller) {
    let arrivals = Board::new(meeting.run(), meeting.op).map(|board| board.arrivals());
    match arrivals.filter(|arrivals| meeting.op != Op::Barrier && !arrivals.is_empty()) {
        Some(arrivals) => {
            let done = Meter::come(arrivals.iter().map(|&(at, ..)| at).collect());
            teller.meanwhile(pair::CollectivesHalf { all: count(arrivals.len()), done });
        }
        None => {
            let (facts, all) = (&meeting.facts, meeting.chefs as usize);
            teller.meanwhile(Layered::of(facts.now(all), facts.now_xray(all)));
        }
    }
}

/// How many of the chefs send and receive a fifth of the way into the meeting, when it is in full swing.
fn lines(meeting: &Meeting, time: Time, teller: &mut Teller) {
    let facts = &meeting.facts;
    let late = |event: &&Event| event.start.saturating_sub(meeting.begin).0 >= time.0 / 5;
    let Some(at) = facts.moves().find(late).map(|event| event.start) else { return };
    let [n, receivers] = facts.ends_meters();
    let chefs = i64::from(meeting.chefs);
    let is_full = [&n, &receivers].iter().all(|meter| meter.at(at) == Arg::Int(chefs));
    let end = n.change_after(at).min(receivers.change_after(at));
    let now = Said::from(Line::from(msg::CollectivesBeatSomeLines { n, receivers }));
    let all = || Said::from(Line::from(msg::CollectivesBeatAllLines { n: chefs }));
    let caption = if is_full { all().until(end, now) } else { now };
    let xray = Line::from(msg::CollectivesXrayLines { moving: facts.moving_meter(), rate: facts.rate_meter() });
    teller.may_say("lines", at, Layered::of(caption, xray), None);
}

fn done_line(meeting: &Meeting<'_>, time: Time) -> Line {
    if meeting.op == Op::Barrier {
        return Line::from(msg::ValueOf { name: meeting.op.name().into(), value: Arg::Time(time) });
    }
    Line::from(msg::CollectivesXrayDone {
        op: meeting.op.name().into(),
        time,
        busbw: meeting.op.busbw(meeting.chefs, meeting.bytes, time),
    })
}

/// How slips travel, and the first of them half way.
fn slips(meeting: &Meeting<'_>, board: &Board, teller: &mut Teller) {
    let Some(first) = meeting.first() else { return };
    let focus = Some((0, first.task));
    teller.must_say(
        "way",
        first.start,
        Layered::of(Line::new(way(meeting.algorithm)), meeting.slip_line(first)),
        focus,
    );
    let Some((value, _, places)) = board.slip(first.task, first.label) else { return };
    let to_switch = first.label.kind == Kind::SwitchReduce;
    let (from, to, time, count) = (first.chef(), first.receiver(), first.end, i64::from(places));
    let [sends, came]: [Line; 2] = match (to_switch, places, meeting.op) {
        (false, _, Op::Barrier) => {
            [msg::CollectivesBeatMark { from, to }.into(), msg::CollectivesBeatMarkCame { from, to, time }.into()]
        }
        (true, _, Op::Barrier) => {
            [msg::CollectivesBeatMarkSwitch { from }.into(), msg::CollectivesBeatMarkSwitchCame { from, time }.into()]
        }
        (false, 1, _) => [
            msg::CollectivesBeatSlip { from, to, value }.into(),
            msg::CollectivesBeatSlipCame { from, to, value, time }.into(),
        ],
        (true, 1, _) => [
            msg::CollectivesBeatSlipSwitch { from, value }.into(),
            msg::CollectivesBeatSlipSwitchCame { from, value, time }.into(),
        ],
        (false, ..) => [
            msg::CollectivesBeatSlips { from, to, count }.into(),
            msg::CollectivesBeatSlipsCame { from, to, count, time }.into(),
        ],
        (true, ..) => [
            msg::CollectivesBeatSlipsSwitch { from, count }.into(),
            msg::CollectivesBeatSlipsSwitchCame { from, count, time }.into(),
        ],
    };
    let caption = Said::from(sends).until(time, came);
    teller.may_say("slip", first.middle(), Layered::of(caption, meeting.slip_line(first)), focus);
}

/// The first sum of two, the first that an exchange has made, and the last.
fn additions(meeting: &Meeting<'_>, board: &Board, teller: &mut Teller) {
    let (facts, ledger) = (&meeting.facts, &board.ledger);
    let shown = |event: &&Event| board.is_shown(event.label.chunk) && sums(meeting.op);
    if let Some(added) = facts.of(Kind::SendReduce).filter(shown).min_by_key(|event| (event.end, event.task)) {
        let (chunk, at) = (added.label.chunk, added.end);
        let (got, sum) = (ledger.payload(added.task)[0], ledger.value_at(at, added.to, chunk));
        // Slips that arrive together make a sum of more than two.
        if ledger.voices_at(at, added.to, chunk) == 2 {
            let caption = Line::from(msg::CollectivesBeatAdd {
                to: added.receiver(),
                place: Words::from(letter(board.row_of(added.to, chunk))),
                time: at,
                own: sum - got,
                got,
                sum,
            });
            let xray = Line::from(msg::CollectivesXrayAdd {
                gpu: added.receiver(),
                time: at,
                place: Words::from(letter(board.row_of(added.to, chunk))),
                bytes: added.bytes,
            });
            teller.must_say("add", at, Layered::of(caption, xray), Some((0, added.task)));
        }
    }
    if let (Some(out), true) = (facts.first(Kind::SwitchMulticast), sums(meeting.op)) {
        let came = Line::from(msg::CollectivesBeatSwitchAddCame {
            n: i64::from(meeting.chefs),
            place: Words::from(letter(board.row_of(out.to, out.label.chunk))),
            sum: board.slip(out.task, out.label).map_or(0, |(value, ..)| value),
            time: out.end,
            to: out.receiver(),
        });
        let caption = Said::from(Line::from(msg::CollectivesBeatSwitchAdd {
            n: i64::from(meeting.chefs),
            place: Words::from(letter(board.row_of(out.to, out.label.chunk))),
            sum: board.slip(out.task, out.label).map_or(0, |(value, ..)| value),
        }))
        .until(out.end, came);
        teller.must_say("switch-add", out.start, Layered::of(caption, meeting.slip_line(out)), Some((0, out.task)));
    }
    if let (Some(last), Op::AllReduce) = (facts.last_to_end(Kind::SendReduce), meeting.op) {
        let copies: Vec<Time> = facts.of(Kind::SendCopy).map(|copy| copy.end).filter(|&end| end > last.end).collect();
        if let Some(&done) = copies.iter().max() {
            let caption = Said::from(Line::new(key::COLLECTIVES_BEAT_SUMS_DONE)).until(done, after(meeting));
            let xray = Said::from(Line::from(msg::CollectivesXraySumsDone { left: Meter::to_come(copies) }));
            teller.must_say("sums-done", last.end, Layered::of(caption, xray), Some((0, last.task)));
        }
    }
}

/// The first place that is as promised, half of them, the first chef who has all.
fn arrivals(meeting: &Meeting<'_>, board: &Board, teller: &mut Teller) {
    let arrivals = board.arrivals();
    let Some(&(last, ..)) = arrivals.last() else { return };
    if let Some(&(at, rank, row)) = arrivals.first().filter(|_| meeting.op != Op::Barrier) {
        let caption = Line::from(msg::CollectivesBeatWhole {
            time: at,
            chef: i64::from(rank) + 1,
            place: letter(row).into(),
            value: board.cell(at, rank, row).value,
            count: count(arrivals.partition_point(|&(of, ..)| of <= at)),
        });
        let xray = Line::from(msg::CollectivesXrayWhole { gpu: i64::from(rank) + 1, place: letter(row).into() });
        teller.must_say("whole", at, Layered::of(caption, xray), None);
    }
    let (half, _, _) = arrivals[(arrivals.len() - 1) / 2];
    if half < last && meeting.op != Op::Barrier {
        let done = Meter::come(arrivals.iter().map(|&(at, ..)| at).collect());
        teller.may_say("half", half, pair::CollectivesHalf { all: count(arrivals.len()), done }, None);
    }
    let finish = |rank: GpuId| arrivals.iter().filter(|&&(_, of, _)| of == rank).map(|&(at, ..)| at).max();
    let mut ends: Vec<(Time, GpuId)> =
        (0..meeting.chefs).filter_map(|rank| finish(rank).map(|at| (at, rank))).collect();
    kitchen_core::order::sort(&mut ends);
    if let Some(&(at, rank)) = ends.first().filter(|&&(at, _)| at < last) {
        let chef = i64::from(rank) + 1;
        let left = Meter::to_come(ends.iter().map(|&(end, _)| end).collect());
        let xray = Line::from(msg::CollectivesXrayFirst { gpu: chef, left: left.clone() });
        let caption = if meeting.op == Op::Barrier {
            Line::from(msg::CollectivesBeatKnows { chef, left })
        } else {
            Line::from(msg::CollectivesBeatFirst { chef, left })
        };
        teller.may_say("first", at, Layered::of(Said::from(caption).until(last, after(meeting)), xray), None);
    }
}

/// A place's name.
fn letter(row: u32) -> String {
    char::from(b'A' + row.min(25) as u8).to_string()
}

pub(super) fn readout(show: &Show) -> Readout {
    Meeting::of(show).map_or_else(Readout::default, |meeting| {
        let time = show.makespan();
        let mut figures: Vec<Figure> = time_figure(&meeting, time).map(Figure::answering).into_iter().collect();
        // A barrier carries nothing.
        if meeting.op != Op::Barrier {
            figures.extend([sent_figure(&meeting), busbw_figure(&meeting, time).answering()]);
        }
        let tuner = choices::weighed(&meeting.run().topology, meeting.op, meeting.bytes);
        Readout { tuner, ..Readout::from(figures) }
    })
}

/// The most that one chef's line carries, out of it or into it, when the first slips are on their way and at two instants
/// further on.
fn line_rate(meeting: &Meeting<'_>) -> Rate {
    let Some(first) = meeting.first() else { return Rate::ZERO };
    let segments = &meeting.run().trace.segments;
    let begin = segments.iter().find(|segment| segment.task == first.task).map_or(first.start, |segment| segment.start);
    let quarter = (meeting.end.0 - meeting.begin.0) / 4;
    let mut most = 0.0_f64;
    for at in [begin, meeting.begin + Time(quarter), meeting.begin + Time(2 * quarter)] {
        let mut lines = vec![[0.0_f64; 2]; meeting.chefs as usize];
        let moving = |e: &&Event| e.label.kind.is_transfer() && e.start <= at && at < e.end;
        for event in meeting.facts.events.iter().filter(moving) {
            let rate = meeting.facts.rate_at(event, at).as_bytes_per_s();
            // What enters a switch has no receiver yet, what leaves it no sender.
            if event.label.kind != Kind::SwitchMulticast {
                lines[event.gpu as usize][0] += rate;
            }
            if event.label.kind != Kind::SwitchReduce {
                lines[event.to as usize][1] += rate;
            }
        }
        most = lines.into_iter().flatten().fold(most, f64::max);
    }
    Rate::bytes_per_s(most)
}

/// The textbook's factors with what the trace says of a hop and a line: the time that they make.
struct Book {
    cost: Cost,
    slices: u32,
    alpha: Time,
    rate: Rate,
    time: Time,
}

fn book(meeting: &Meeting<'_>) -> Option<Book> {
    let labels = &meeting.run().graph.labels;
    // A switch may take the places of several chefs in one slice, up in one step and down in the next.
    let in_switch = meeting.algorithm == Algorithm::InNetwork;
    let moves = labels.iter().filter(|label| label.kind.is_transfer());
    let slice = |label: &Label| if in_switch { u32::from(label.step) / 2 + 1 } else { label.chunk + label.chunks };
    let slices = moves.map(slice).max().unwrap_or(1);
    let cost = textbook::cost_of(meeting.op, meeting.algorithm, meeting.chefs, slices)?;
    let Work::Transfer { route, .. } = meeting.run().graph.work[meeting.first()?.task as usize] else { return None };
    let (alpha, rate) = (meeting.run().graph.routes.get(route as usize)?.latency, line_rate(meeting));
    let carried = rate.time_for(Bytes((meeting.bytes.0 as f64 * cost.b) as u64));
    let time = meeting.begin + Time((alpha.0 as f64 * cost.a) as u64) + carried;
    Some(Book { cost, slices, alpha, rate, time })
}

fn time_figure(meeting: &Meeting<'_>, time: Time) -> Option<Figure> {
    let Book { cost, slices, alpha, rate, time: value } = book(meeting)?;
    let (n, k) = (i64::from(meeting.chefs), i64::from(slices));
    let (start, a, a_terms) = (meeting.begin, Number(cost.a, 0), Words::from(cost.a_text));
    // A barrier carries nothing.
    Some(if meeting.op == Op::Barrier {
        Figure::of(time, figure::CollectivesTimeEmpty { start, a, a_terms, alpha, value, n, k })
    } else {
        let (b, b_terms) = (Number(cost.b, 2), Words::from(cost.b_text));
        let bytes = meeting.bytes;
        Figure::of(time, figure::CollectivesTime { start, a, a_terms, alpha, b, b_terms, bytes, rate, value, n, k })
    })
}

fn sent_figure(meeting: &Meeting<'_>) -> Figure {
    let factor = meeting.op.bus_factor(meeting.chefs);
    Figure::of(
        meeting.sent(),
        figure::CollectivesSent {
            factor: Number(factor, 2),
            bytes: meeting.bytes,
            value: Bytes((meeting.bytes.0 as f64 * factor) as u64),
        },
    )
}

fn busbw_figure(meeting: &Meeting<'_>, time: Time) -> Figure {
    let busbw = meeting.op.busbw(meeting.chefs, meeting.bytes, time);
    Figure::of(
        busbw,
        figure::CollectivesBusbw {
            bytes: meeting.bytes,
            time,
            factor: Number(meeting.op.bus_factor(meeting.chefs), 3),
            busbw,
        },
    )
}

/// Ways in one question at most.
const RIVALS: usize = 4;

/// The present way and those that follow it in the table, each once.
fn rivals(scenario: &Scenario) -> Vec<Algorithm> {
    let (op, present) = asked(scenario);
    let at = ways(op).position(|algorithm| algorithm == present).unwrap_or(0);
    ways(op).skip(at).chain(ways(op).take(at)).take(RIVALS).collect()
}

/// Where there is but one way, the question is what four times the bytes do (a quarter of them where there is no more).
fn other_bytes(scenario: &Scenario) -> Bytes {
    let Bytes(bytes) = Params::of(scenario).bytes;
    Bytes(if bytes > MOST_BYTES / 4 { bytes / 4 } else { bytes * 4 })
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let rivals = rivals(scenario);
    let bytes = asked(scenario).0.payload(Params::of(scenario).bytes);
    if rivals.len() > 1 {
        let question = Line::from(msg::CollectivesGate {
            n: i64::from(Params::of(scenario).chefs),
            op: asked(scenario).0.name().into(),
            bytes,
        });
        let kinds = rivals.iter().map(|way| Line::new(way.name())).collect();
        return Gate { question, at: "start", ask: Ask::Kinds(kinds) };
    }
    Gate {
        question: Line::from(msg::CollectivesGateBytes { bytes, other: other_bytes(scenario) }),
        at: "start",
        ask: Ask::Number(Dial { unit: Unit::Times, min: 0.1, max: 10.0 }),
    }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let (params, rivals) = (Params::of(scenario), rivals(scenario));
    if rivals.len() > 1 {
        let shows: Vec<Show> = rivals
            .iter()
            .map(|&algorithm| rehearse(&Params { algorithm, ..params }.scenario(KIND)))
            .collect::<Result<_, _>>()?;
        let times: Vec<Time> = shows.iter().map(Show::makespan).collect();
        let at = |best: bool| (0..times.len()).min_by_key(|&i| if best { times[i].0 } else { u64::MAX - times[i].0 });
        let (fast, slow) = (at(true).unwrap_or(0), at(false).unwrap_or(0));
        let reveal = Line::from(msg::CollectivesVerdict {
            first: rivals[fast].name().into(),
            fast: times[fast],
            last: rivals[slow].name().into(),
            slow: times[slow],
            ratio: Number(times[slow].as_secs() / times[fast].as_secs().max(1e-15), 2),
            why: why([fast, slow].map(|at| &shows[at])).map_or_else(|| "".into(), Into::into),
        });
        let times: Vec<f64> = times.iter().map(|time| time.as_secs()).collect();
        let case = |(way, show): (&Algorithm, &Show)| Case::of(Line::new(way.name()), show);
        let cases = rivals.iter().zip(&shows).filter_map(case).collect();
        return Ok(Verdict { right: Right::Kinds(Answers::least(&times)), reveal, cases });
    }
    let run = |bytes: Bytes| rehearse(&Params { bytes, ..params }.scenario(KIND));
    let (now, other) = (run(params.bytes)?, run(other_bytes(scenario))?);
    let (before, after) = (now.makespan(), other.makespan());
    let ratio = after.as_secs() / before.as_secs().max(1e-15);
    let reveal = Line::from(msg::CollectivesVerdictBytes { before, after, ratio: Number(ratio, 2) });
    let name = |show: &Show| Line::from(msg::Value { value: Arg::Bytes(Params::of(&show.scenario).bytes) });
    let cases = [&now, &other].into_iter().filter_map(|show| Case::of(name(show), show)).collect();
    Ok(Verdict { right: Right::Number(ratio), reveal, cases })
}

/// What decides between two ways: what a chef's line has to carry and how fast it does, or, where that takes the least of the
/// time, when the first slip leaves and how often slips are handed over.
fn why(shows: [&Show; 2]) -> Option<Line> {
    let [first, last] = shows.map(Meeting::of);
    let books = [&first, &last].map(|meeting| meeting.as_ref().and_then(book));
    let ([Some(first), Some(last)], [Some(fast), Some(slow)]) = ([first, last], books) else {
        return None;
    };
    let carrying = slow.cost.b * last.bytes.0 as f64 / slow.rate.as_bytes_per_s().max(1.0);
    if carrying * 2.0 < slow.time.as_secs() {
        let [a, b] = [&fast, &slow].map(|book| Number(book.cost.a, 0));
        return Some(msg::CollectivesWhyTurns { a, b, begin: first.begin, late: last.begin }.into());
    }
    let [a, b] = [&fast, &slow].map(|book| Number(book.cost.b, 2));
    Some(msg::CollectivesWhyRates { a, b, fast_rate: fast.rate, slow_rate: slow.rate }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook's time against the simulator's, for every operation by every way.
    fn check(chefs: u32, bytes: u64, low: f64, high: f64) {
        let usual = Params { chefs, bytes: Bytes(bytes), ..Params::default() };
        for op in Op::ALL.into_iter().filter(|&op| op != Op::AllToAllV) {
            for algorithm in ways(op) {
                let show = rehearse(&Params { op, algorithm, ..usual }.scenario(KIND)).unwrap();
                let book = book(&Meeting::of(&show).unwrap()).unwrap().time;
                let ratio = show.makespan().as_secs() / book.as_secs();
                assert!((low..high).contains(&ratio), "{op:?} by {algorithm:?} of {chefs}: {ratio}");
            }
        }
    }

    #[test]
    fn the_textbook_comes_near_where_nobody_is_left_over() {
        check(8, 1 << 30, 0.9, 1.25);
        check(8, 1 << 16, 0.9, 1.25);
        check(2, 1 << 30, 0.8, 1.25);
    }
}
