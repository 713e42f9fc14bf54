//! How do chefs share one pot? Tensor parallelism: a product split by columns, then by rows, and the sums that must meet.

use crate::collective::Op;
use crate::scenario::{Kind as ScenarioKind, Scenario};
use crate::show::{Run, Show};
use crate::sim::task::{Kind, TaskId};
use crate::story::facts::{
    Event, Facts, Teller, compute_line, egress, egress_nominal, link_name, own_link, transfer_line, way_name,
};
use crate::story::numbers::{Ledger, Pot};
use crate::story::{Answers, Chapter, Figure, Gate, Readout, Script, Verdict, choices, rehearse};
use crate::text::{Key, Line, key};
use crate::units::{Bytes, Time};

pub const CHAPTER: Chapter = Chapter {
    id: "tensor",
    number: 6,
    name: key::CONTENTS_TENSOR,
    title: key::TENSOR_TITLE,
    hook: key::TENSOR_HOOK,
    paragraphs: &[key::TENSOR_TEXT_1, key::TENSOR_TEXT_2, key::TENSOR_TEXT_3, key::TENSOR_TEXT_4],
    not_like: &[key::TENSOR_NOT_LIKE_1, key::TENSOR_NOT_LIKE_2, key::TENSOR_NOT_LIKE_3],
    teacher: &[
        key::TENSOR_TEACHER_GOAL,
        key::TENSOR_TEACHER_QUESTION_1,
        key::TENSOR_TEACHER_QUESTION_2,
        key::TENSOR_TEACHER_TIME,
    ],
    kind: ScenarioKind::Tensor,
    controls: &["ways", "link", "hidden"],
    screen_s: 30,
    opening,
    script,
    readout,
    gate,
    verdict,
};

/// When the way back begins: moves before it belong to the first meeting.
fn turn(run: &Run) -> Time {
    let back = run.graph.labels.iter().zip(&run.trace.start).filter(|(label, _)| label.kind == Kind::Backward);
    back.map(|(_, &start)| start).min().unwrap_or(Time::MAX)
}

/// The numbers of the first meeting: each chef's part of the dish, until all have the whole. `None` for one chef.
pub fn ledger(run: &Run) -> Option<Ledger> {
    let pot = pot(run);
    let turn = turn(run);
    let first = |task: TaskId| run.trace.start[task as usize] < turn;
    Ledger::of_part(run, first, |rank, chunk| pot.slip(rank as usize, chunk)).ok()
}

/// The pot that the run's chefs share.
pub fn pot(run: &Run) -> Pot {
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
            facts.events.iter().filter(|e| e.label.kind.is_transfer() && (e.start >= turn) == back).collect();
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

fn opening(show: &Show) -> Vec<Line> {
    let Some(run) = show.runs.first() else { return Vec::new() };
    let facts = Facts::new(run);
    let n = run.topology.gpus.len();
    let mut lines = vec![Line::new(key::TENSOR_OPENING_1).count("n", n).time("time", show.makespan())];
    if let Some(meeting) = meetings(&facts).first() {
        lines.push(Line::new(key::TENSOR_OPENING_2).bytes("bytes", meeting.bytes).time("time", meeting.time()));
        lines.push(Line::new(key::TENSOR_OPENING_3).percent("share", idle(&facts, show.makespan())));
    }
    lines
}

fn script(show: &Show) -> Script {
    let Some(run) = show.runs.first() else { return Script::default() };
    let facts = Facts::new(run);
    let pot = pot(run);
    let mut teller = Teller::default();
    cook(&facts, &pot, &mut teller);
    let meetings = meetings(&facts);
    if let (Some(ledger), Some(meeting)) = (ledger(run), meetings.first()) {
        meet(&facts, &ledger, meeting, &mut teller);
    }
    way_back(&facts, &meetings, &mut teller);
    let makespan = show.makespan();
    let share = idle(&facts, makespan);
    let xray = Line::new(key::XRAY_END).time("time", makespan).time("compute", facts.compute_time());
    let caption = match meetings.len() {
        0 => Line::new(key::TENSOR_BEAT_END_ALONE).time("time", makespan),
        _ => Line::new(key::TENSOR_BEAT_END).time("time", makespan).percent("share", share),
    };
    teller.must("end", makespan, caption, xray, None);
    teller.finish(makespan)
}

/// The spices of a share, counted from 1 like the columns on the board: "1–4".
fn spices(pot: &Pot, chef: usize) -> String {
    let range = &pot.shares[chef].spices;
    if range.len() == 1 { range.end.to_string() } else { format!("{}–{}", range.start + 1, range.end) }
}

fn row(entries: &[i64]) -> String {
    entries.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// From the first spice to the parts of the dish.
fn cook(facts: &Facts<'_>, pot: &Pot, teller: &mut Teller) {
    let alone = pot.shares.len() == 1;
    let own: Vec<&Event> = facts.of(Kind::Forward).filter(|event| event.gpu == 0).collect();
    if let Some(first) = own.first() {
        let caption = if alone {
            Line::new(key::TENSOR_BEAT_START_ALONE)
        } else {
            Line::new(key::TENSOR_BEAT_START).count("n", pot.shares.len()).text("spices", spices(pot, 0))
        };
        teller.must("start", Time::ZERO, caption, compute_line(first), Some((0, first.task)));
    }
    if let [first, second, ..] = own[..] {
        let y = &pot.shares[0].y;
        let caption = Line::new(if alone { key::TENSOR_BEAT_COLUMNS_ALONE } else { key::TENSOR_BEAT_COLUMNS })
            .text("row", row(&y.entries()[..y.cols]));
        teller.must("columns", first.end, caption, compute_line(second), Some((0, second.task)));
    }
    if let Some(last) = own.last() {
        let (caption, xray) = if alone {
            let whole = Line::new(key::TENSOR_BEAT_WHOLE_ALONE).int("z", pot.z.get(0, 0));
            (whole, Line::new(key::TENSOR_XRAY_WHOLE))
        } else {
            let parts = Line::new(key::TENSOR_BEAT_PARTS)
                .int("first", pot.shares[0].partial.get(0, 0))
                .int("second", pot.shares[1].partial.get(0, 0));
            (parts, Line::new(key::TENSOR_XRAY_PARTS).count("n", pot.shares.len()))
        };
        teller.must("parts", last.end, caption, xray, Some((0, last.task)));
    }
}

/// The first meeting, with its numbers: the same entry of the dish that the plates were read by.
fn meet(facts: &Facts<'_>, ledger: &Ledger, meeting: &Meeting, teller: &mut Teller) {
    let moves = || facts.events.iter().filter(|event| !ledger.payload(event.task).is_empty());
    let first_entry = || moves().filter(|event| event.label.chunk % Pot::ENTRIES == 0);
    let adds = |event: &&Event| matches!(event.label.kind, Kind::SendReduce | Kind::SwitchReduce);
    if let Some(first) = first_entry().find(adds) {
        let to_switch = first.label.kind == Kind::SwitchReduce;
        let key = if to_switch { key::TENSOR_BEAT_SLIP_SWITCH } else { key::TENSOR_BEAT_SLIP };
        let mut caption = Line::new(key).int("from", first.chef()).int("value", ledger.payload(first.task)[0]);
        if !to_switch {
            caption = caption.int("to", first.receiver()).key("way", way_name(facts.way(first)));
        }
        teller.must("slip", first.middle(), caption, transfer_line(facts, first), Some((0, first.task)));
    }
    let added = first_entry().filter(|event| event.label.kind == Kind::SendReduce).min_by_key(|e| (e.end, e.task));
    if let Some(added) = added {
        let (got, chunk) = (ledger.payload(added.task)[0], added.label.chunk);
        let sum = ledger.value_at(added.end, added.to, chunk);
        if ledger.voices_at(added.end, added.to, chunk) == 2 {
            let caption = Line::new(key::TENSOR_BEAT_ADD)
                .int("to", added.receiver())
                .int("own", sum - got)
                .int("got", got)
                .int("sum", sum);
            teller.must("add", added.end, caption, transfer_line(facts, added), Some((0, added.task)));
        }
    }
    let out = first_entry().find(|event| event.label.kind == Kind::SwitchMulticast);
    if let Some(out) = out {
        let caption = Line::new(key::TENSOR_BEAT_SWITCH_ADD)
            .int("n", i64::from(ledger.ranks()))
            .int("sum", ledger.payload(out.task)[0]);
        teller.must("switch-add", out.middle(), caption, transfer_line(facts, out), Some((0, out.task)));
    }
    let middle = Time(meeting.begin.0 + meeting.time().0 / 2);
    if facts.busy(middle) == 0 {
        let xray = Line::new(key::XRAY_BUSY)
            .count("busy", 0)
            .int("all", i64::from(ledger.ranks()))
            .count("moving", facts.travelling(middle));
        let caption = Line::new(key::TENSOR_BEAT_WAIT).int("n", i64::from(ledger.ranks()));
        teller.tell("wait", middle, caption, xray, None);
    }
    if let Some(agreed) = ledger.agreed() {
        let caption = Line::new(key::TENSOR_BEAT_AGREED)
            .int("n", i64::from(ledger.ranks()))
            .int("z", ledger.value_at(agreed, 0, 0))
            .time("time", meeting.time());
        let xray = Line::new(key::TENSOR_XRAY_AGREED).bytes("bytes", meeting.bytes).time("time", meeting.time());
        teller.must("agreed", agreed, caption, xray, None);
    }
}

/// The way back, with its own meeting beside the work.
fn way_back(facts: &Facts<'_>, meetings: &[Meeting], teller: &mut Teller) {
    if let Some(first) = facts.first(Kind::Backward) {
        let caption = Line::new(key::TENSOR_BEAT_BACK);
        teller.tell("back", first.middle(), caption, compute_line(first), Some((0, first.task)));
    }
    let [_, second] = meetings else { return };
    let middle = Time(second.begin.0 + second.time().0 / 4);
    let busy = facts.busy(middle);
    let all = facts.run.topology.gpus.len();
    let key = if busy > 0 { key::TENSOR_BEAT_BESIDE } else { key::TENSOR_BEAT_SECOND };
    let xray =
        Line::new(key::XRAY_BUSY).count("busy", busy).count("all", all).count("moving", facts.travelling(middle));
    teller.must("beside", middle, Line::new(key), xray, None);
    let hands = facts.of(Kind::Backward).map(|event| event.end).max().unwrap_or_default();
    if second.end > hands {
        let left = second.end - hands;
        let xray = Line::new(key::TENSOR_XRAY_TAIL).time("time", left);
        teller.must("tail", hands, Line::new(key::TENSOR_BEAT_TAIL).time("time", left), xray, None);
    } else {
        let xray = Line::new(key::TENSOR_XRAY_AGREED).bytes("bytes", second.bytes).time("time", second.time());
        teller.must("hidden", second.end, Line::new(key::TENSOR_BEAT_HIDDEN), xray, None);
    }
}

fn readout(show: &Show) -> Readout {
    let Some(run) = show.runs.first() else { return Readout::default() };
    let facts = Facts::new(run);
    let n = run.topology.gpus.len();
    let hidden = show.scenario.get_int("hidden");
    let (mut figures, mut tuner, mut answers) = (Vec::new(), Vec::new(), 0);
    if let Some(meeting) = meetings(&facts).first() {
        tuner = choices::weighed(&run.topology, Op::AllReduce, meeting.bytes);
        figures.push(meeting_figure(&facts, meeting));
        // Hands that stand still, and for how much of the time, make the speed-up.
        answers |= 1 << figures.len();
        figures.push(idle_figure(&facts, show.makespan()));
        figures.push(bytes_figure(meeting, hidden));
        figures.extend(other_ways(&show.scenario, meeting));
    } else {
        figures.push(idle_figure(&facts, show.makespan()));
    }
    if n > 1
        && let Ok(alone) = rehearse(&show.scenario.with_choice("ways", "1"))
    {
        answers |= 1 << figures.len();
        figures.push(speedup_figure(alone.makespan(), show.makespan(), n));
    }
    Readout { figures, tuner, answers }
}

fn meeting_figure(facts: &Facts<'_>, meeting: &Meeting) -> Figure {
    let n = facts.run.topology.gpus.len();
    let into_switch = facts.first(Kind::SwitchReduce);
    let in_network = into_switch.is_some();
    let rate = into_switch.map_or_else(|| egress(facts.run, 0), |first| facts.rate(first));
    let share = if in_network { 1.0 } else { 2.0 * (n as f64 - 1.0) / n as f64 };
    let ideal = rate.time_for(Bytes((meeting.bytes.0 as f64 * share) as u64));
    let (formula, filled) = if in_network {
        (key::MEETING_TIME_SWITCH_FORMULA, Line::new(key::MEETING_TIME_SWITCH_FILLED))
    } else {
        (key::MEETING_TIME_FORMULA, Line::new(key::MEETING_TIME_FILLED).count("n", n))
    };
    Figure {
        name: Line::new(key::TENSOR_FIGURE_MEETING),
        value: Line::new(key::VALUE).time("value", meeting.time()),
        formula: Line::new(formula),
        filled: filled.bytes("bytes", meeting.bytes).rate("rate", rate).time("value", ideal),
        source: Line::new(if in_network { key::MEETING_TIME_SWITCH_SOURCE } else { key::MEETING_TIME_SOURCE }),
    }
}

/// The same meeting over the other ways, each simulated on the machine that has it.
fn other_ways(scenario: &Scenario, here: &Meeting) -> Vec<Figure> {
    let ways =
        [("corridor", key::WAY_CORRIDOR), ("tunnel", key::WAY_TUNNEL), ("exchange", key::WAY_EXCHANGE)].into_iter();
    let others = ways.filter(|(link, _)| *link != scenario.get_choice("link"));
    let figure = |(link, way): (&str, Key)| {
        let show = rehearse(&scenario.with_choice("link", link)).ok()?;
        let run = show.runs.first()?;
        let facts = Facts::new(run);
        let there = meetings(&facts).into_iter().next()?;
        let mut figure = meeting_figure(&facts, &there);
        figure.name = Line::new(key::TENSOR_FIGURE_OTHER).key("way", way);
        figure.source = Line::new(key::TENSOR_FIGURE_OTHER_SOURCE)
            .key("machine", run.topology.preset().name)
            .key("link", link_name(own_link(run, 0)))
            .rate("nominal", egress_nominal(run, 0))
            .rate("effective", egress(run, 0));
        figure.value = Line::new(key::TENSOR_FIGURE_OTHER_VALUE).time("time", there.time()).number(
            "times",
            there.time().as_secs() / here.time().as_secs().max(1e-15),
            2,
        );
        Some(figure)
    };
    others.filter_map(figure).collect()
}

fn idle_figure(facts: &Facts<'_>, makespan: Time) -> Figure {
    let n = facts.run.topology.gpus.len();
    Figure {
        name: Line::new(key::TENSOR_FIGURE_IDLE),
        value: Line::new(key::VALUE).percent("value", idle(facts, makespan)),
        formula: Line::new(key::TENSOR_FIGURE_IDLE_FORMULA),
        filled: Line::new(key::TENSOR_FIGURE_IDLE_FILLED)
            .time("compute", facts.compute_time())
            .count("n", n)
            .time("time", makespan)
            .percent("value", idle(facts, makespan)),
        source: Line::new(key::SOURCE_TRACE),
    }
}

fn bytes_figure(meeting: &Meeting, hidden: i64) -> Figure {
    let tokens = meeting.bytes.0 / (2 * hidden.max(1) as u64);
    Figure {
        name: Line::new(key::TENSOR_FIGURE_BYTES),
        value: Line::new(key::VALUE).bytes("value", meeting.bytes),
        formula: Line::new(key::TENSOR_FIGURE_BYTES_FORMULA),
        filled: Line::new(key::TENSOR_FIGURE_BYTES_FILLED)
            .number("tokens", tokens as f64, 0)
            .number("hidden", hidden as f64, 0)
            .bytes("value", meeting.bytes),
        source: Line::new(key::TENSOR_FIGURE_BYTES_SOURCE),
    }
}

fn speedup_figure(alone: Time, together: Time, n: usize) -> Figure {
    let times = alone.as_secs() / together.as_secs().max(1e-15);
    Figure {
        name: Line::new(key::TENSOR_FIGURE_SPEEDUP),
        value: Line::new(key::TENSOR_FIGURE_SPEEDUP_VALUE).number("times", times, 2),
        formula: Line::new(key::TENSOR_FIGURE_SPEEDUP_FORMULA),
        filled: Line::new(key::TENSOR_FIGURE_SPEEDUP_FILLED)
            .time("alone", alone)
            .time("together", together)
            .number("times", times, 2)
            .count("n", n),
        source: Line::new(key::TENSOR_FIGURE_SPEEDUP_SOURCE),
    }
}

/// How many chefs the gate compares with one.
fn asked_ways(scenario: &Scenario) -> i64 {
    scenario.get_int("ways").max(2)
}

fn gate(scenario: &Scenario) -> Gate {
    let n = asked_ways(scenario);
    let line = |key| Line::new(key).int("n", n);
    Gate {
        question: line(key::TENSOR_GATE),
        options: vec![
            line(key::TENSOR_OPTION_SHARE),
            line(key::TENSOR_OPTION_BETWEEN),
            Line::new(key::TENSOR_OPTION_NO_GAIN),
        ],
    }
}

fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let n = asked_ways(scenario);
    let alone = rehearse(&scenario.with_choice("ways", "1"))?.makespan();
    let show = rehearse(&scenario.with_choice("ways", &n.to_string()))?;
    let together = show.makespan();
    let ratio = together.as_secs() / alone.as_secs().max(1e-15);
    // Within a tenth of the n-th part counts as the n-th part, within a twentieth of the whole as no gain.
    let right = if ratio * (n as f64) < 1.1 {
        0
    } else if ratio < 0.95 {
        1
    } else {
        2
    };
    let share = show.runs.first().map_or(0.0, |run| idle(&Facts::new(run), together));
    let reveal = Line::new(key::TENSOR_VERDICT)
        .int("n", n)
        .time("alone", alone)
        .time("together", together)
        .number("times", 1.0 / ratio.max(1e-12), 2)
        .percent("share", share);
    Ok(Verdict { right: Answers::one(right), reveal })
}
