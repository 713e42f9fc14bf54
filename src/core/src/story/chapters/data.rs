//! How do kitchens keep one recipe? Data parallelism: an all-reduce with real numbers, then the same edit everywhere.

use crate::collective::Op;
use crate::scenario::{Kind as ScenarioKind, Scenario};
use crate::show::{Run, Show};
use crate::sim::task::{GpuId, Kind};
use crate::story::facts::{Event, Facts, Teller, compute_line, egress, transfer_line};
use crate::story::numbers::{Ledger, Recipe};
use crate::story::{Answers, Chapter, Figure, Gate, Readout, Script, Verdict, choices, rehearse};
use crate::text::{Line, key};
use crate::units::{Bytes, Rate, Time};

pub const CHAPTER: Chapter = Chapter {
    id: "data",
    number: 7,
    name: key::CONTENTS_DATA,
    title: key::DATA_TITLE,
    hook: key::DATA_HOOK,
    paragraphs: &[key::DATA_TEXT_1, key::DATA_TEXT_2, key::DATA_TEXT_3, key::DATA_TEXT_4],
    not_like: &[key::DATA_NOT_LIKE_1, key::DATA_NOT_LIKE_2, key::DATA_NOT_LIKE_3],
    teacher: &[
        key::DATA_TEACHER_GOAL,
        key::DATA_TEACHER_QUESTION_1,
        key::DATA_TEACHER_QUESTION_2,
        key::DATA_TEACHER_TIME,
    ],
    kind: ScenarioKind::Data,
    controls: &["chefs", "algorithm", "bytes", "system"],
    screen_s: 30,
    opening,
    script,
    readout,
    gate,
    verdict,
};

/// The numbers of a run's meeting, if it is small enough for numbers.
pub fn ledger(run: &Run) -> Option<Ledger> {
    Ledger::new(run, Recipe::report).ok()
}

/// The meeting itself: from the first slip on its way to the last one read.
struct Meeting {
    begin: Time,
    end: Time,
    chefs: usize,
    bytes: Bytes,
}

impl Meeting {
    fn of(show: &Show, facts: &Facts<'_>) -> Meeting {
        let moves = || facts.events.iter().filter(|event| event.label.kind.is_transfer());
        let mut chefs: Vec<GpuId> = moves().flat_map(|event| [event.gpu, event.to]).collect();
        crate::order::sort(&mut chefs);
        chefs.dedup();
        Meeting {
            begin: moves().map(|event| event.start).min().unwrap_or_default(),
            end: moves().map(|event| event.end).max().unwrap_or_default(),
            chefs: chefs.len(),
            bytes: show.scenario.get_bytes("bytes"),
        }
    }

    fn time(&self) -> Time {
        self.end.saturating_sub(self.begin)
    }

    fn busbw(&self) -> Rate {
        let factor = Op::AllReduce.bus_factor(self.chefs as u32);
        Rate::bytes_per_s(self.bytes.0 as f64 / self.time().as_secs().max(1e-12) * factor)
    }
}

fn opening(show: &Show) -> Vec<Line> {
    let Some(run) = show.runs.first() else { return Vec::new() };
    let facts = Facts::new(run);
    let meeting = Meeting::of(show, &facts);
    vec![
        Line::new(key::DATA_OPENING_1).count("n", meeting.chefs).bytes("bytes", meeting.bytes),
        Line::new(key::DATA_OPENING_2).time("time", meeting.time()),
        Line::new(key::DATA_OPENING_3).rate("rate", meeting.busbw()),
    ]
}

fn script(show: &Show) -> Script {
    let Some(run) = show.runs.first() else { return Script::default() };
    let facts = Facts::new(run);
    let meeting = Meeting::of(show, &facts);
    let ledger = ledger(run);
    let mut teller = Teller::default();
    begin(&facts, &meeting, &mut teller);
    if let Some(ledger) = &ledger {
        sums(&facts, ledger, &mut teller);
    }
    traffic(&facts, &meeting, &mut teller);
    hand_out(&facts, ledger.as_ref(), &mut teller);
    close(show, &facts, &meeting, ledger.as_ref(), &mut teller);
    teller.finish(show.makespan())
}

fn begin(facts: &Facts<'_>, meeting: &Meeting, teller: &mut Teller) {
    let caption = Line::new(key::DATA_BEAT_START).count("n", meeting.chefs).bytes("bytes", meeting.bytes);
    let xray =
        Line::new(key::DATA_XRAY_START).count("last", meeting.chefs.saturating_sub(1)).bytes("bytes", meeting.bytes);
    teller.must("start", Time::ZERO, caption, xray, None);
    if let Some(cook) = facts.first(Kind::Backward) {
        let caption = Line::new(key::DATA_BEAT_COOK).count("n", facts.busy(cook.start));
        teller.tell("cook", cook.start, caption, compute_line(cook), Some((0, cook.task)));
    }
}

/// The first slip, the first sum, the first number that has everyone in it: all with the numbers themselves.
fn sums(facts: &Facts<'_>, ledger: &Ledger, teller: &mut Teller) {
    let first = facts.events.iter().find(|event| !ledger.payload(event.task).is_empty());
    if let Some(first) = first {
        let to_switch = first.label.kind == Kind::SwitchReduce;
        let key = if to_switch { key::DATA_BEAT_SLIP_SWITCH } else { key::DATA_BEAT_SLIP };
        let mut caption = Line::new(key)
            .int("from", first.chef())
            .int("place", place(first.label.chunk))
            .int("value", ledger.payload(first.task)[0]);
        if !to_switch {
            caption = caption.int("to", first.receiver());
        }
        teller.must("slip", first.middle(), caption, transfer_line(facts, first), Some((0, first.task)));
    }
    if let Some(added) = facts.of(Kind::SendReduce).min_by_key(|event| (event.end, event.task)) {
        let (got, chunk) = (ledger.payload(added.task)[0], added.label.chunk);
        let now = ledger.value_at(added.end, added.to, chunk);
        let caption = Line::new(key::DATA_BEAT_ADD)
            .int("to", added.receiver())
            .int("place", place(chunk))
            .int("own", now - got)
            .int("got", got)
            .int("sum", now);
        // Two slips that arrive together would make a sum of three.
        if ledger.voices_at(added.end, added.to, chunk) == 2 {
            teller.must("add", added.end, caption, transfer_line(facts, added), Some((0, added.task)));
        }
    }
    if let Some(out) = facts.first(Kind::SwitchMulticast) {
        let caption = Line::new(key::DATA_BEAT_SWITCH_ADD)
            .int("n", i64::from(ledger.ranks()))
            .int("place", place(out.label.chunk))
            .int("sum", ledger.payload(out.task)[0]);
        teller.must("switch-add", out.start, caption, transfer_line(facts, out), Some((0, out.task)));
    }
    if let Some((rank, chunk, at)) = ledger.first_whole() {
        let caption = Line::new(key::DATA_BEAT_WHOLE)
            .int("chef", i64::from(rank) + 1)
            .int("place", place(chunk))
            .int("n", i64::from(ledger.ranks()))
            .int("sum", ledger.value_at(at, rank, chunk));
        let xray = Line::new(key::DATA_XRAY_WHOLE).int("gpu", i64::from(rank)).int("place", place(chunk));
        teller.must("whole", at, caption, xray, None);
    }
}

/// A chunk's number on the report, from 1.
fn place(chunk: u32) -> i64 {
    i64::from(chunk) + 1
}

/// The moment when most slips are on their way.
fn traffic(facts: &Facts<'_>, meeting: &Meeting, teller: &mut Teller) {
    let keys = [key::DATA_BEAT_ALL_LINES, key::DATA_BEAT_SOME_LINES, key::DATA_XRAY_LINES];
    facts.lines((meeting.begin, meeting.time()), meeting.chefs, keys, teller);
}

/// From sums to copies.
fn hand_out(facts: &Facts<'_>, ledger: Option<&Ledger>, teller: &mut Teller) {
    let last_sum = facts.last_to_end(Kind::SendReduce);
    if let Some(last) = last_sum {
        let copies = facts.of(Kind::SendCopy).filter(|copy| copy.end > last.end).count();
        if copies > 0 {
            let caption = Line::new(key::DATA_BEAT_SUMS_DONE);
            let xray = Line::new(key::DATA_XRAY_SUMS_DONE).count("left", copies);
            teller.tell("sums-done", last.end, caption, xray, Some((0, last.task)));
        }
    }
    if let (Some(copy), Some(ledger)) = (facts.first(Kind::SendCopy), ledger) {
        let caption = Line::new(key::DATA_BEAT_COPY)
            .int("from", copy.chef())
            .int("to", copy.receiver())
            .int("place", place(copy.label.chunk))
            .int("sum", ledger.payload(copy.task)[0]);
        teller.must("copy", copy.middle(), caption, transfer_line(facts, copy), Some((0, copy.task)));
    }
}

/// Everyone holds the same; the edit; the end.
fn close(show: &Show, facts: &Facts<'_>, meeting: &Meeting, ledger: Option<&Ledger>, teller: &mut Teller) {
    let update = facts.first(Kind::Update).filter(|update| update.start >= meeting.end);
    if let Some(agreed) = ledger.and_then(Ledger::agreed).filter(|&agreed| agreed < show.makespan()) {
        let caption = Line::new(key::DATA_BEAT_AGREED)
            .count("n", meeting.chefs)
            .time("time", agreed.saturating_sub(meeting.begin));
        let xray = Line::new(key::DATA_XRAY_AGREED).time("time", meeting.time()).rate("busbw", meeting.busbw());
        teller.must("agreed", agreed, caption, xray, None);
    }
    let edit = ledger.map(|ledger| edit_line(ledger, meeting));
    if let (Some(update), Some(edit)) = (update, edit) {
        teller.must(
            "update",
            Time(update.start.0 + update.duration().0 / 4),
            edit,
            compute_line(update),
            Some((0, update.task)),
        );
    }
    let end = show.makespan();
    let xray = Line::new(key::DATA_XRAY_AGREED).time("time", meeting.time()).rate("busbw", meeting.busbw());
    let caption = Line::new(key::DATA_BEAT_END)
        .count("n", meeting.chefs)
        .bytes("bytes", meeting.bytes)
        .time("time", meeting.time());
    teller.must("end", end, caption, xray, None);
}

/// "Amount 1 goes from 5.00 g to 4.53 g": what every chef writes, from the sum that every chef holds.
fn edit_line(ledger: &Ledger, meeting: &Meeting) -> Line {
    let ranks = ledger.ranks();
    let sum = ledger.value_at(meeting.end, 0, 0);
    let grams = |hundredths: i64| hundredths as f64 / 100.0;
    Line::new(key::DATA_BEAT_UPDATE)
        .int("sum", sum)
        .int("n", i64::from(ranks))
        .number("mean", sum as f64 / f64::from(ranks.max(1)), 2)
        .number("before", grams(Recipe::DATA.before(0)), 2)
        .number("after", grams(Recipe::DATA.after(0, sum, ranks)), 2)
}

/// How much each chef must send at least, as a multiple of the report, by the algorithm.
fn sent_share(algorithm: &str, n: f64) -> f64 {
    match algorithm {
        "in-network" => 1.0,
        "double-binary-tree" => 2.0,
        _ => 2.0 * (n - 1.0) / n,
    }
}

fn readout(show: &Show) -> Readout {
    let Some(run) = show.runs.first() else { return Readout::default() };
    let facts = Facts::new(run);
    let meeting = Meeting::of(show, &facts);
    let algorithm = show.scenario.get_choice("algorithm");
    let figures = vec![
        time_figure(&facts, &meeting, algorithm),
        busbw_figure(&meeting),
        sent_figure(&facts, &meeting, algorithm),
    ];
    let tuner = choices::weighed(&run.topology, Op::AllReduce, meeting.bytes);
    Readout { figures, tuner, answers: 0 }
}

/// What one chef can send at once: all its links, or what flows into a switch that adds.
fn sending_rate(facts: &Facts<'_>) -> Rate {
    facts.first(Kind::SwitchReduce).map_or_else(|| egress(facts.run, 0), |first| facts.rate(first))
}

fn time_figure(facts: &Facts<'_>, meeting: &Meeting, algorithm: &str) -> Figure {
    let rate = sending_rate(facts);
    let share = sent_share(algorithm, meeting.chefs as f64);
    let ideal = rate.time_for(Bytes((meeting.bytes.0 as f64 * share) as u64));
    let (formula, filled) = match algorithm {
        "in-network" => (key::MEETING_TIME_SWITCH_FORMULA, Line::new(key::MEETING_TIME_SWITCH_FILLED)),
        "double-binary-tree" => (key::DATA_FIGURE_TIME_TREE_FORMULA, Line::new(key::DATA_FIGURE_TIME_TREE_FILLED)),
        _ => {
            let filled = Line::new(key::MEETING_TIME_FILLED).count("n", meeting.chefs);
            (key::MEETING_TIME_FORMULA, filled)
        }
    };
    Figure {
        name: Line::new(key::DATA_FIGURE_TIME),
        value: Line::new(key::VALUE).time("value", meeting.time()),
        formula: Line::new(formula),
        filled: filled.bytes("bytes", meeting.bytes).rate("rate", rate).time("value", ideal),
        source: Line::new(match algorithm {
            "in-network" => key::MEETING_TIME_SWITCH_SOURCE,
            _ => key::MEETING_TIME_SOURCE,
        }),
    }
}

fn busbw_figure(meeting: &Meeting) -> Figure {
    Figure {
        name: Line::new(key::DATA_FIGURE_BUSBW),
        value: Line::new(key::VALUE).rate("value", meeting.busbw()),
        formula: Line::new(key::DATA_FIGURE_BUSBW_FORMULA),
        filled: Line::new(key::DATA_FIGURE_BUSBW_FILLED)
            .bytes("bytes", meeting.bytes)
            .time("time", meeting.time())
            .count("n", meeting.chefs)
            .rate("value", meeting.busbw()),
        source: Line::new(key::DATA_FIGURE_BUSBW_SOURCE),
    }
}

fn sent_figure(facts: &Facts<'_>, meeting: &Meeting, algorithm: &str) -> Figure {
    let mut sent = vec![0_u64; facts.run.topology.gpus.len().max(meeting.chefs)];
    let leaving = |e: &&Event| e.label.kind.is_transfer() && e.label.kind != Kind::SwitchMulticast;
    for event in facts.events.iter().filter(leaving) {
        sent[event.gpu as usize] += event.bytes.0;
    }
    let most = Bytes(sent.into_iter().max().unwrap_or(0));
    let share = sent_share(algorithm, meeting.chefs as f64);
    let ideal = Bytes((meeting.bytes.0 as f64 * share) as u64);
    let (formula, filled) = match algorithm {
        "in-network" => (key::DATA_FIGURE_SENT_SWITCH_FORMULA, Line::new(key::DATA_FIGURE_SENT_SWITCH_FILLED)),
        "double-binary-tree" => (key::DATA_FIGURE_SENT_TREE_FORMULA, Line::new(key::DATA_FIGURE_SENT_TREE_FILLED)),
        _ => {
            let filled = Line::new(key::DATA_FIGURE_SENT_FILLED).count("n", meeting.chefs);
            (key::DATA_FIGURE_SENT_FORMULA, filled)
        }
    };
    Figure {
        name: Line::new(key::DATA_FIGURE_SENT),
        value: Line::new(key::VALUE).bytes("value", most),
        formula: Line::new(formula),
        filled: filled.bytes("bytes", meeting.bytes).bytes("value", ideal),
        source: Line::new(key::DATA_FIGURE_SENT_SOURCE),
    }
}

/// The number of chefs that the gate asks about.
fn other_chefs(scenario: &Scenario) -> (i64, i64) {
    let n = scenario.get_int("chefs");
    (n, if n <= 4 { n * 2 } else { n / 2 })
}

/// Times as multiples of the present one that the options stand for: the same, in proportion to the chefs, the inverse.
fn candidates(scenario: &Scenario) -> [f64; 3] {
    let (n, m) = other_chefs(scenario);
    [1.0, m as f64 / n as f64, n as f64 / m as f64]
}

/// A changed time as an option: so many times as long, or such a fraction of it.
fn option(times: f64, (n, m): (i64, i64)) -> Line {
    if times > 1.0 {
        return Line::new(key::DATA_OPTION_LONGER).number("times", times, u8::from(times.fract() > 0.0));
    }
    let (mut a, mut b) = (n.min(m), n.max(m));
    while a != 0 {
        (a, b) = (b % a, a);
    }
    Line::new(key::DATA_OPTION_SHORTER).int("part", n.min(m) / b.max(1)).int("whole", n.max(m) / b.max(1))
}

fn gate(scenario: &Scenario) -> Gate {
    let pair = other_chefs(scenario);
    let [_, proportional, inverse] = candidates(scenario);
    Gate {
        question: Line::new(key::DATA_GATE)
            .int("n", pair.0)
            .int("m", pair.1)
            .bytes("bytes", scenario.get_bytes("bytes")),
        options: vec![Line::new(key::DATA_OPTION_SAME), option(proportional, pair), option(inverse, pair)],
    }
}

fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let (n, m) = other_chefs(scenario);
    let time = |chefs: i64| -> Result<Time, Line> {
        let show = rehearse(&scenario.with("chefs", chefs))?;
        Ok(show.runs.first().map_or(Time::ZERO, |run| Meeting::of(&show, &Facts::new(run)).time()))
    };
    let (before, after) = (time(n)?, time(m)?);
    let ratio = after.as_secs() / before.as_secs().max(1e-12);
    let reveal = Line::new(verdict_key(scenario.get_choice("algorithm")))
        .int("n", n)
        .int("m", m)
        .time("before", before)
        .time("after", after)
        .number("ratio", ratio, 2);
    Ok(Verdict { right: Answers::nearest(ratio, &candidates(scenario)), reveal })
}

fn verdict_key(algorithm: &str) -> crate::text::Key {
    match algorithm {
        "in-network" => key::DATA_VERDICT_SWITCH,
        "double-binary-tree" => key::DATA_VERDICT_TREE,
        _ => key::DATA_VERDICT,
    }
}
