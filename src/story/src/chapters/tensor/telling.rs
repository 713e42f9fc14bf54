//! How do chefs share one pot? Tensor parallelism: a product split by columns, then by rows, and the sums that must meet.

use crate::scenario::Scenario;
use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::facts::{
    Event, Facts, Teller, compute_line, egress, egress_nominal, link_name, own_link, transfer_line, way_name,
    while_it_lasts,
};
use crate::story::ledger::Ledger;
use crate::story::{
    Ask, Case, Dial, Figure, Gate, Layered, Readout, Right, Said, Script, Unit, Verdict, choices, rehearse,
};
use kitchen_core::collective::Op;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{Kind, TaskId};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Arg, Key, Line, Number, Percent, Words, count, figure, key, msg, pair};

use super::kind::KIND;
use super::params::{Link, Params};
use super::pot::Pot;
use super::run::is_thought_experiment;
use super::spices::letters;

/// The first task of the way back: moves before it belong to the first meeting, however late they start.
fn turn(run: &Run) -> TaskId {
    run.graph.labels.iter().position(|label| label.kind == Kind::Backward).unwrap_or(run.graph.len()) as TaskId
}

/// The numbers of the first meeting: each chef's part of the dish, until all have the whole. `None` for one chef.
pub(super) fn ledger(run: &Run) -> Option<Ledger> {
    let pot = pot(run);
    let turn = turn(run);
    Ledger::of_part(run, |task| task < turn, |rank, chunk| pot.slip(rank as usize, chunk)).ok()
}

/// The pot that the run's chefs share.
pub(super) fn pot(run: &Run) -> Pot {
    Pot::new(run.topology.gpus.len())
}

/// A meeting: its first byte, its last, and how much everyone brought.
struct Meeting {
    begin: Time,
    end: Time,
    bytes: Bytes,
}

impl Meeting {
    fn time(&self) -> Time {
        self.end.saturating_sub(self.begin)
    }
}

/// The run's one or two meetings: on the way out and on the way back.
fn meetings(facts: &Facts<'_>) -> Vec<Meeting> {
    let turn = turn(facts.run);
    let n = facts.run.topology.gpus.len() as u64;
    let of = |back: bool| {
        let moves: Vec<&Event> =
            facts.events.iter().filter(|e| e.label.kind.is_transfer() && (e.task >= turn) == back).collect();
        // A ring, a tree and a direct exchange send 2 (n - 1) reports in all; a switch that adds takes n in.
        let into_switch = moves.iter().filter(|event| event.label.kind == Kind::SwitchReduce);
        let up: u64 = into_switch.map(|event| event.bytes.0).sum();
        let all: u64 = moves.iter().map(|event| event.bytes.0).sum();
        let bytes = if up > 0 { up / n } else { all / (2 * n.saturating_sub(1)).max(1) };
        Some(Meeting {
            begin: moves.iter().map(|event| event.start).min()?,
            end: moves.iter().map(|event| event.end).max()?,
            bytes: Bytes(bytes),
        })
    };
    [of(false), of(true)].into_iter().flatten().collect()
}

/// The share of all chefs' time in which no hand moved.
fn idle(facts: &Facts<'_>, makespan: Time) -> f64 {
    let all = makespan.as_secs() * facts.run.topology.gpus.len() as f64;
    if all > 0.0 { (1.0 - facts.compute_time().as_secs() / all).max(0.0) } else { 0.0 }
}

/// The same of a show.
pub(super) fn idle_share(show: &Show) -> f64 {
    show.runs.first().map_or(0.0, |run| idle(&Facts::new(run), show.makespan()))
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(run) = show.runs.first() else { return Vec::new() };
    let facts = Facts::new(run);
    let n = run.topology.gpus.len();
    let mut lines = vec![Line::from(msg::TensorOpening1 { n: count(n), time: show.makespan() })];
    if let Some(meeting) = meetings(&facts).first() {
        lines.push(Line::from(msg::TensorOpening2 { bytes: meeting.bytes, time: meeting.time() }));
        lines.push(Line::from(msg::TensorOpening3 { share: Percent(idle(&facts, show.makespan())) }));
        let machine = run.topology.preset().name().into();
        lines.push(if is_thought_experiment(&show.scenario) {
            Line::from(msg::TensorOpeningThought { machine })
        } else {
            Line::from(msg::TensorOpeningMachine { machine })
        });
    }
    lines
}

pub(super) fn script(show: &Show) -> Script {
    let Some(run) = show.runs.first() else { return Script::default() };
    let facts = Facts::new(run);
    let pot = pot(run);
    let mut teller = Teller::default();
    cook(&facts, &pot, is_thought_experiment(&show.scenario), &mut teller);
    let meetings = meetings(&facts);
    if let (Some(ledger), Some(meeting)) = (ledger(run), meetings.first()) {
        meet(&facts, &ledger, meeting, &mut teller);
    }
    way_back(&facts, &meetings, &mut teller);
    let makespan = show.makespan();
    let share = idle(&facts, makespan);
    let xray = Line::from(msg::XrayEnd { time: makespan, compute: facts.compute_time() });
    let caption = match meetings.len() {
        0 => Line::from(msg::TensorBeatEndAlone { time: makespan }),
        _ => Line::from(msg::TensorBeatEnd { time: makespan, share: Percent(share) }),
    };
    teller.must_say("end", makespan, Layered::of(caption, xray), None);
    let all = run.topology.gpus.len();
    teller.meanwhile(Layered::of(facts.now(all), facts.now_xray(all)));
    teller.finish(makespan)
}

fn row(entries: &[i64]) -> String {
    entries.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// From the first spice to the parts of the dish.
fn cook(facts: &Facts<'_>, pot: &Pot, thought: bool, teller: &mut Teller) {
    let alone = pot.shares.len() == 1;
    let own: Vec<&Event> = facts.of(Kind::Forward).filter(|event| event.gpu == 0).collect();
    let lasting = |event: &Event| while_it_lasts(event, compute_line(event));
    if let Some(first) = own.first() {
        let (n, spices) = (count(pot.shares.len()), letters(0, pot.shares.len()).into());
        let caption = match (alone, thought) {
            (true, _) => Line::new(key::TENSOR_BEAT_START_ALONE),
            (false, true) => Line::from(msg::TensorBeatStartThought { n, spices }),
            (false, false) => Line::from(msg::TensorBeatStart { n, spices }),
        };
        teller.must_say("start", Time::ZERO, Layered::of(caption, lasting(first)), Some((0, first.task)));
    }
    if let [_, sieve, second, ..] = own[..] {
        let caption = Line::new(if alone { key::TENSOR_BEAT_SIEVE_ALONE } else { key::TENSOR_BEAT_SIEVE });
        let xray = Line::from(msg::TensorXraySieve { time: sieve.duration() });
        teller.must_say("sieve", sieve.start, Layered::of(caption, while_it_lasts(sieve, xray)), Some((0, sieve.task)));
        let y = &pot.shares[0].y;
        let caption = if alone {
            Line::from(msg::TensorBeatColumnsAlone { row: row(&y.entries()[..y.cols]).into() })
        } else {
            Line::from(msg::TensorBeatColumns { row: row(&y.entries()[..y.cols]).into() })
        };
        teller.must_say("columns", second.start, Layered::of(caption, lasting(second)), Some((0, second.task)));
    }
    if let Some(last) = own.last() {
        let (caption, xray) = if alone {
            let whole = Line::from(msg::TensorBeatWholeAlone { z: pot.z.get(0, 0) });
            (whole, Line::new(key::TENSOR_XRAY_WHOLE))
        } else {
            let parts = Line::from(msg::TensorBeatParts {
                first: pot.shares[0].partial.get(0, 0),
                second: pot.shares[1].partial.get(0, 0),
            });
            (parts, Line::from(msg::TensorXrayParts { n: count(pot.shares.len()) }))
        };
        teller.must_say("parts", last.end, Layered::of(caption, xray), Some((0, last.task)));
    }
}

/// The first meeting, with its numbers: the same entry of the dish that the plates were read by.
fn meet(facts: &Facts<'_>, ledger: &Ledger, meeting: &Meeting, teller: &mut Teller) {
    let n = i64::from(ledger.ranks());
    let moves = || facts.events.iter().filter(|event| !ledger.payload(event.task).is_empty());
    let first_entry = || moves().filter(|event| event.label.chunk % Pot::ENTRIES == 0);
    let adds = |event: &&Event| matches!(event.label.kind, Kind::SendReduce | Kind::SwitchReduce);
    if let Some(first) = first_entry().find(adds) {
        let (from, to, value, time) = (first.chef(), first.receiver(), ledger.payload(first.task)[0], first.end);
        let [caption, done] = if first.label.kind == Kind::SwitchReduce {
            [
                Line::from(msg::TensorBeatSlipSwitch { from, value }),
                Line::from(msg::TensorBeatSlipSwitchDone { from, value, time }),
            ]
        } else {
            let way = way_name(facts.way(first)).into();
            [
                Line::from(msg::TensorBeatSlip { from, to, value, way }),
                Line::from(msg::TensorBeatSlipDone { from, to, value, time }),
            ]
        };
        let caption = Said::from(caption).until(time, done);
        let xray = while_it_lasts(first, transfer_line(facts, first));
        teller.must_say("slip", first.middle(), Layered::of(caption, xray), Some((0, first.task)));
    }
    let added = first_entry().filter(|event| event.label.kind == Kind::SendReduce).min_by_key(|e| (e.end, e.task));
    if let Some(added) = added {
        let (got, chunk) = (ledger.payload(added.task)[0], added.label.chunk);
        let sum = ledger.value_at(added.end, added.to, chunk);
        if ledger.voices_at(added.end, added.to, chunk) == 2 {
            let caption = Line::from(msg::TensorBeatAdd { to: added.receiver(), own: sum - got, got, sum });
            let xray = while_it_lasts(added, transfer_line(facts, added));
            teller.must_say("add", added.end, Layered::of(caption, xray), Some((0, added.task)));
        }
    }
    let out = first_entry().find(|event| event.label.kind == Kind::SwitchMulticast);
    if let Some(out) = out {
        let done = Line::from(msg::TensorBeatSwitchAdded { n, sum: ledger.payload(out.task)[0], time: out.end });
        let caption = Said::from(Line::from(msg::TensorBeatSwitchAdd { n, sum: ledger.payload(out.task)[0] }))
            .until(out.end, done);
        let xray = while_it_lasts(out, transfer_line(facts, out));
        teller.must_say("switch-add", out.middle(), Layered::of(caption, xray), Some((0, out.task)));
    }
    let middle = Time(meeting.begin.0 + meeting.time().0 / 2);
    if facts.busy(middle) == 0 {
        let all = usize::try_from(n).unwrap_or(0);
        let hands =
            facts.events.iter().filter(|e| e.label.kind.is_compute() && e.start > middle).map(|e| e.start).min();
        let end = hands.unwrap_or(Time::MAX).min(meeting.end);
        let caption = Said::from(Line::from(msg::TensorBeatWait { n })).until(end, facts.now(all));
        teller.may_say("wait", middle, Layered::of(caption, facts.now_xray(all)), None);
    }
    if let Some(agreed) = ledger.agreed() {
        let caption = Line::from(msg::TensorBeatAgreed {
            n: i64::from(ledger.ranks()),
            z: ledger.value_at(agreed, 0, 0),
            time: meeting.time(),
        });
        let xray = Line::from(msg::TensorXrayAgreed { bytes: meeting.bytes, time: meeting.time() });
        teller.must_say("agreed", agreed, Layered::of(caption, xray), None);
    }
}

/// The way back, with its own meeting beside the work.
fn way_back(facts: &Facts<'_>, meetings: &[Meeting], teller: &mut Teller) {
    if let Some(first) = facts.first(Kind::Backward) {
        let caption = Line::new(key::TENSOR_BEAT_BACK);
        let now = Said::from(compute_line(first));
        let xray = now.until(first.end, facts.now_xray(facts.run.topology.gpus.len()));
        teller.may_say("back", first.middle(), Layered::of(caption, xray), Some((0, first.task)));
    }
    let [_, second] = meetings else { return };
    let middle = Time(second.begin.0 + second.time().0 / 4);
    let all = facts.run.topology.gpus.len();
    let hands = facts.of(Kind::Backward).map(|event| event.end).max().unwrap_or_default();
    let (key, until) = if facts.busy(middle) > 0 {
        (key::TENSOR_BEAT_BESIDE, facts.busy_until(middle, 1).min(second.end))
    } else {
        (key::TENSOR_BEAT_SECOND, second.end)
    };
    let caption = Said::from(Line::new(key)).until(until, facts.now(all));
    teller.must_say("beside", middle, Layered::of(caption, facts.now_xray(all)), None);
    if second.end > hands {
        teller.must_say("tail", hands, pair::TensorTail { hands, time: second.end - hands }, None);
    } else {
        let xray = Line::from(msg::TensorXrayAgreed { bytes: second.bytes, time: second.time() });
        teller.must_say("hidden", second.end, Layered::of(Line::new(key::TENSOR_BEAT_HIDDEN), xray), None);
    }
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(run) = show.runs.first() else { return Readout::default() };
    let facts = Facts::new(run);
    let n = run.topology.gpus.len();
    let hidden = Params::of(&show.scenario).hidden;
    let (mut figures, mut tuner) = (Vec::new(), Vec::new());
    if let Some(meeting) = meetings(&facts).first() {
        tuner = choices::weighed(&run.topology, Op::AllReduce, meeting.bytes);
        figures.push(meeting_figure(&facts, meeting));
        figures.push(idle_figure(&facts, show.makespan()));
        figures.push(bytes_figure(meeting, hidden));
        figures.extend(other_ways(&show.scenario, meeting));
        figures.extend(columns_figure(&pot(run)));
    } else {
        figures.push(idle_figure(&facts, show.makespan()));
    }
    if n > 1
        && let Ok(alone) = rehearse(&Params { ways: 1, ..Params::of(&show.scenario) }.scenario(KIND))
    {
        figures.push(speedup_figure(alone.makespan(), show.makespan(), n));
    }
    Readout { tuner, ..Readout::from(figures) }
}

/// A number as texts write it: three digits, none lost before the point.
fn shown(value: f64) -> f64 {
    let unit = match value {
        v if v >= 99.95 => 1.0,
        v if v >= 9.995 => 10.0,
        _ => 100.0,
    };
    (value * unit).round() / unit
}

/// A time as texts write it.
fn shown_time(time: Time) -> Time {
    let seconds = time.as_secs();
    let unit = [1.0, 1e-3, 1e-6].into_iter().find(|&unit| seconds >= unit).unwrap_or(1e-9);
    Time::from_secs_f64(shown(seconds / unit) * unit)
}

/// Tenths of a microsecond: what the readout computes with is what it shows.
fn tenths(time: Time) -> f64 {
    (time.as_secs() * 1e7).round() / 10.0
}

/// Why columns come first: what the sieve would do to the parts of a number.
fn columns_figure(pot: &Pot) -> Option<Figure> {
    let [first, second] = pot.cut_by_rows()?;
    let (apart, whole) = (first.max(0) + second.max(0), (first + second).max(0));
    Some(Figure::told(figure::TensorColumns { apart, whole, first, second }))
}

fn meeting_figure(facts: &Facts<'_>, meeting: &Meeting) -> Figure {
    let n = facts.run.topology.gpus.len();
    let into_switch = facts.first(Kind::SwitchReduce);
    let in_network = into_switch.is_some();
    let rate = into_switch.map_or_else(|| egress(facts.run, 0), |first| facts.rate(first));
    let rate = Rate::gb_per_s(shown(rate.as_gb_per_s()));
    let share = if in_network { 1.0 } else { 2.0 * (n as f64 - 1.0) / n as f64 };
    let ideal = rate.time_for(Bytes((meeting.bytes.0 as f64 * share) as u64));
    let bytes = meeting.bytes;
    // What carrying alone would take, and what steps and queues add to it: together what was simulated, as it is written.
    let value = tenths(meeting.time());
    let carry = tenths(ideal).min(value);
    let [carry, rest, value] = [carry, value - carry, value].map(|us| Number(us, 1));
    let (formula, filled) = if in_network {
        let filled = Line::from(msg::TensorMeetingSwitchFilled { bytes, rate, carry, rest, value });
        (key::TENSOR_MEETING_SWITCH_FORMULA, filled)
    } else {
        let n = count(n);
        (key::TENSOR_MEETING_FORMULA, Line::from(msg::TensorMeetingFilled { n, bytes, rate, carry, rest, value }))
    };
    Figure {
        name: Line::new(key::TENSOR_FIGURE_MEETING),
        value: Line::from(msg::Value { value: Arg::Time(meeting.time()) }),
        formula: Line::new(formula),
        filled,
        source: Line::new(if in_network { key::MEETING_TIME_SWITCH_SOURCE } else { key::MEETING_TIME_SOURCE }),
        is_answer: false,
    }
}

/// The same meeting over the other ways, each simulated on the machine that has it.
fn other_ways(scenario: &Scenario, here: &Meeting) -> Vec<Figure> {
    let ways =
        [(Link::Corridor, key::WAY_CORRIDOR), (Link::Tunnel, key::WAY_TUNNEL), (Link::Exchange, key::WAY_EXCHANGE)]
            .into_iter();
    let params = Params::of(scenario);
    let others = ways.filter(|(link, _)| *link != params.link);
    let figure = |(link, way): (Link, Key)| {
        let show = rehearse(&Params { link, ..params }.scenario(KIND)).ok()?;
        let run = show.runs.first()?;
        let facts = Facts::new(run);
        let there = meetings(&facts).into_iter().next()?;
        let mut figure = meeting_figure(&facts, &there);
        figure.name = Line::from(msg::TensorFigureOther { way: way.into() });
        figure.source = Line::from(msg::TensorFigureOtherSource {
            machine: run.topology.preset().name().into(),
            link: Words::from(link_name(own_link(run, 0))),
            nominal: egress_nominal(run, 0),
            effective: egress(run, 0),
        });
        figure.value = Line::from(msg::TensorFigureOtherValue {
            time: there.time(),
            times: Number(there.time().as_secs() / here.time().as_secs().max(1e-15), 2),
        });
        Some(figure)
    };
    others.filter_map(figure).collect()
}

fn idle_figure(facts: &Facts<'_>, makespan: Time) -> Figure {
    let n = facts.run.topology.gpus.len();
    let (compute, time) = (tenths(facts.compute_time()), tenths(makespan));
    let value = (1.0 - compute / (n as f64 * time).max(1e-9)).max(0.0);
    Figure {
        is_answer: n > 1,
        ..Figure::of(
            Percent(value),
            figure::TensorIdle {
                compute: Number(compute, 1),
                n: count(n),
                time: Number(time, 1),
                value: Percent(value),
            },
        )
    }
}

fn bytes_figure(meeting: &Meeting, hidden: u64) -> Figure {
    let tokens = meeting.bytes.0 / (2 * hidden.max(1));
    Figure::of(
        meeting.bytes,
        figure::TensorBytes {
            tokens: Number(tokens as f64, 0),
            hidden: Number(hidden as f64, 0),
            value: meeting.bytes,
        },
    )
}

fn speedup_figure(alone: Time, together: Time, n: usize) -> Figure {
    let times = shown_time(alone).as_secs() / shown_time(together).as_secs().max(1e-15);
    Figure::told(figure::TensorSpeedup { alone, together, times: Number(times, 2), n: count(n) }).answering()
}

/// How many chefs the gate compares with one.
fn asked_ways(scenario: &Scenario) -> u32 {
    Params::of(scenario).ways.max(2)
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let n = asked_ways(scenario);
    Gate {
        question: Line::from(msg::TensorGate { n: i64::from(n) }),
        at: "slip",
        ask: Ask::Number(Dial { unit: Unit::Times, min: 0.1, max: 16.0 }),
    }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let n = asked_ways(scenario);
    let run = |ways: u32| rehearse(&Params { ways, ..Params::of(scenario) }.scenario(KIND));
    let (one, show) = (run(1)?, run(n)?);
    let (alone, together) = (one.makespan(), show.makespan());
    let times = alone.as_secs() / together.as_secs().max(1e-15);
    let share = show.runs.first().map_or(0.0, |run| idle(&Facts::new(run), together));
    let reveal = Line::from(msg::TensorVerdict {
        n: i64::from(n),
        alone,
        together,
        times: Number(times, 2),
        share: Percent(share),
    });
    let case = |chefs: u32, show: &Show| Case::of(Line::from(msg::TensorCase { n: i64::from(chefs) }), show);
    let cases = [case(1, &one), case(n, &show)].into_iter().flatten().collect();
    Ok(Verdict { right: Right::Number(times), reveal, cases })
}
