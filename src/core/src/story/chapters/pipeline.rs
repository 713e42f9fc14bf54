//! How does a relay keep all chefs busy? Pipeline parallelism: bubbles, schedules, handovers.

use crate::oracle;
use crate::scenario::{Kind as ScenarioKind, Scenario};
use crate::show::{Run, Show};
use crate::sim::task::{GpuId, Kind, Work};
use crate::story::facts::{Event, Facts, Teller, compute_line, transfer_line, way_name};
use crate::story::{Answers, Chapter, Figure, Gate, Readout, Script, Verdict, rehearse};
use crate::text::{Line, key};
use crate::units::{Bytes, Rate, Time};
use crate::workload::schedule::Schedule;

pub const CHAPTER: Chapter = Chapter {
    id: "pipeline",
    number: 5,
    name: key::CONTENTS_PIPELINE,
    title: key::PIPELINE_TITLE,
    hook: key::PIPELINE_HOOK,
    paragraphs: &[key::PIPELINE_TEXT_1, key::PIPELINE_TEXT_2, key::PIPELINE_TEXT_3, key::PIPELINE_TEXT_4],
    not_like: &[key::PIPELINE_NOT_LIKE_1, key::PIPELINE_NOT_LIKE_2, key::PIPELINE_NOT_LIKE_3],
    teacher: &[
        key::PIPELINE_TEACHER_GOAL,
        key::PIPELINE_TEACHER_QUESTION_1,
        key::PIPELINE_TEACHER_QUESTION_2,
        key::PIPELINE_TEACHER_TIME,
    ],
    kind: ScenarioKind::Pipeline,
    controls: &["micro-batches", "stages", "schedule", "link"],
    screen_s: 30,
    opening,
    script,
    readout,
    gate,
    verdict,
};

/// The run as the formulas see it: `p` stages, `m` micro-batches.
struct Shape {
    p: usize,
    m: usize,
}

impl Shape {
    fn of(facts: &Facts<'_>) -> Shape {
        let count = |field: fn(&Event) -> usize| facts.of(Kind::Forward).map(field).max().map_or(0, |last| last + 1);
        Shape { p: count(|event| event.gpu as usize), m: count(|event| event.label.micro_batch as usize) }
    }

    fn last_chef(&self) -> GpuId {
        self.p.saturating_sub(1) as GpuId
    }
}

fn is_pass(event: &Event) -> bool {
    matches!(event.label.kind, Kind::Forward | Kind::Backward)
}

/// The idle share of the pipeline, from its first forward to its last backward: 1 − computing ÷ (p × span).
fn bubble(run: &Run) -> f64 {
    let facts = Facts::new(run);
    let (mut begin, mut end, mut work, mut gpus) = (Time::MAX, Time::ZERO, 0.0, Vec::new());
    for event in facts.events.iter().filter(|event| is_pass(event)) {
        begin = begin.min(event.start);
        end = end.max(event.end);
        work += event.duration().0 as f64;
        if !gpus.contains(&event.gpu) {
            gpus.push(event.gpu);
        }
    }
    let all = end.saturating_sub(begin).0 as f64 * gpus.len() as f64;
    if all > 0.0 { 1.0 - work / all } else { 0.0 }
}

/// The bubble by the formula, with free handovers and equal stages.
fn ideal_bubble(schedule: &str, p: usize, m: usize) -> f64 {
    let schedule = Schedule::from_id(schedule).unwrap_or(Schedule::OneFOneB);
    oracle::pipeline::bubble_fraction(schedule, p.max(1) as u32, m as u32)
}

/// How many micro-batches chef 1 holds at most: forward ended, backward not. With the moment it first holds so many.
fn peak(facts: &Facts<'_>) -> (i64, Time) {
    let mut changes: Vec<(Time, i64)> = Vec::new();
    for event in facts.events.iter().filter(|event| event.gpu == 0) {
        match event.label.kind {
            Kind::Forward => changes.push((event.end, 1)),
            Kind::Backward => changes.push((event.end, -1)),
            _ => {}
        }
    }
    // At an instant what is finished leaves before what is new comes.
    crate::order::sort(&mut changes);
    let (mut held, mut most) = (0, (0, Time::ZERO));
    for (at, change) in changes {
        held += change;
        if held > most.0 {
            most = (held, at);
        }
    }
    most
}

fn opening(show: &Show) -> Vec<Line> {
    let Some(run) = show.runs.first() else { return Vec::new() };
    let facts = Facts::new(run);
    let shape = Shape::of(&facts);
    let mut lines =
        vec![Line::new(key::PIPELINE_OPENING_1).count("p", shape.p).count("m", shape.m).time("time", show.makespan())];
    if let Some(first) = facts.of(Kind::Forward).find(|event| event.gpu == shape.last_chef()) {
        lines.push(Line::new(key::PIPELINE_OPENING_2).time("fill", first.start));
    }
    lines.push(Line::new(key::PIPELINE_OPENING_3).percent("bubble", bubble(run)));
    lines
}

fn script(show: &Show) -> Script {
    let Some(run) = show.runs.first() else { return Script::default() };
    let facts = Facts::new(run);
    let shape = Shape::of(&facts);
    let mut teller = Teller::default();
    fill(&facts, &shape, &mut teller);
    turn(&facts, &shape, &mut teller);
    drain(&facts, &shape, &mut teller);
    let makespan = show.makespan();
    let compute = facts.compute_time();
    teller.must(
        "end",
        makespan,
        Line::new(key::PIPELINE_BEAT_END).time("time", makespan).percent("bubble", bubble(run)),
        Line::new(key::PIPELINE_XRAY_END)
            .time("time", makespan)
            .percent("bubble", bubble(run))
            .time("compute", compute),
        None,
    );
    teller.finish(makespan)
}

/// From the first bowl to the moment when all hands are busy.
fn fill(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    if let Some(first) = facts.first(Kind::Forward) {
        let caption = Line::new(key::PIPELINE_BEAT_START).count("rest", shape.p.saturating_sub(1));
        teller.must("start", Time::ZERO, caption, compute_line(first), Some((0, first.task)));
    }
    if let Some(sent) = facts.first(Kind::Activation) {
        let caption =
            Line::new(key::PIPELINE_BEAT_HANDOVER).key("way", way_name(facts.way(sent))).bytes("bytes", sent.bytes);
        teller.must("handover", sent.middle(), caption, transfer_line(facts, sent), Some((0, sent.task)));
    }
    if let Some(second) = facts.of(Kind::Forward).find(|event| event.gpu == 1) {
        let at = second.start;
        let caption = match facts.doing(0, at) {
            Some(other) if other.label.kind == Kind::Forward => {
                Line::new(key::PIPELINE_BEAT_OVERLAP).int("n", other.bowl())
            }
            Some(_) => Line::new(key::PIPELINE_BEAT_RECEIVED),
            None => Line::new(key::PIPELINE_BEAT_PASSED),
        };
        teller.must("second", at, caption, compute_line(second), Some((0, second.task)));
    }
    if let Some(at) = facts.first_with_busy(shape.p) {
        let caption = Line::new(key::PIPELINE_BEAT_ALL_BUSY).count("p", shape.p).time("time", at);
        teller.tell("all-busy", at, caption, busy_line(facts, shape, at), None);
    }
}

/// The flow turns round; chef 1 waits, then alternates.
fn turn(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    if let Some(first) = facts.of(Kind::Backward).find(|event| event.gpu == shape.last_chef()) {
        let caption = Line::new(key::PIPELINE_BEAT_TURN).int("p", first.chef());
        teller.must("turn", first.start, caption, compute_line(first), Some((0, first.task)));
    }
    if let Some(sent) = facts.first(Kind::ActivationGradient) {
        let caption = Line::new(key::PIPELINE_BEAT_REPORT).int("from", sent.chef()).int("to", sent.receiver());
        teller.must("report", sent.middle(), caption, transfer_line(facts, sent), Some((0, sent.task)));
        let reader = facts.of(Kind::Backward).find(|event| event.chef() == sent.receiver());
        if let Some(first) = reader {
            let caption = Line::new(key::PIPELINE_BEAT_READING).int("n", first.chef());
            teller.must("reading", first.start, caption, compute_line(first), Some((0, first.task)));
        }
    }
    let (held, full) = peak(facts);
    let own: Vec<&Event> = facts.events.iter().filter(|event| event.gpu == 0 && is_pass(event)).collect();
    let Some(back) = own.iter().position(|event| event.label.kind == Kind::Backward) else { return };
    let stop = back.checked_sub(1).map(|last| own[last].end).filter(|&stop| stop < own[back].start);
    if let Some(stop) = stop {
        let xray = Line::new(key::PIPELINE_XRAY_IDLE).count("n", back).time("time", own[back].start - stop);
        let caption = Line::new(key::PIPELINE_BEAT_WAIT).count("n", back).time("time", own[back].start - stop);
        teller.must("wait", stop, caption, xray, None);
    }
    if held > 1 && stop != Some(full) {
        let line = |key| Line::new(key).int("n", held);
        teller.tell("peak", full, line(key::PIPELINE_BEAT_PEAK), line(key::PIPELINE_XRAY_HOLD), None);
    }
    if let Some(next) = own.get(back + 1).filter(|event| event.label.kind == Kind::Forward) {
        let caption = Line::new(key::PIPELINE_BEAT_ALTERNATE).int("n", next.bowl());
        teller.tell("alternate", next.start, caption, compute_line(next), Some((0, next.task)));
    }
}

/// From the last bowl to the page edits.
fn drain(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    let is_last = |event: &&Event| event.label.micro_batch as usize + 1 == shape.m && shape.m > 1;
    if let Some(last) = facts.of(Kind::Forward).rfind(|event| event.gpu == 0).filter(is_last) {
        let caption = Line::new(key::PIPELINE_BEAT_LAST_BOWL).int("m", last.bowl());
        teller.tell("last-bowl", last.start, caption, compute_line(last), Some((0, last.task)));
    }
    if let Some(last) = facts.of(Kind::Backward).rfind(|event| event.gpu == shape.last_chef()) {
        let next = facts.doing(last.gpu, last.end);
        let mut others: Vec<GpuId> = Vec::new();
        for event in facts.events.iter().filter(|event| is_pass(event) && event.end > last.end) {
            if !others.contains(&event.gpu) {
                others.push(event.gpu);
            }
        }
        let key = match next {
            None => Some(key::PIPELINE_BEAT_DRAIN),
            Some(next) if next.label.kind == Kind::Update => Some(key::PIPELINE_BEAT_DRAIN_EDIT),
            Some(_) => None,
        };
        if let Some(key) = key.filter(|_| !others.is_empty()) {
            let caption = Line::new(key).int("p", last.chef()).count("busy", others.len());
            teller.tell("drain", last.end, caption, busy_line(facts, shape, last.end), Some((0, last.task)));
        }
    }
    if let Some(last) = facts.of(Kind::Backward).rfind(|event| event.gpu == 0) {
        let alone = facts.busy(last.start) == 1;
        let key = if alone { key::PIPELINE_BEAT_LAST_REPORT } else { key::PIPELINE_BEAT_LAST_REPORT_BUSY };
        teller.tell("last-report", last.start, Line::new(key), compute_line(last), Some((0, last.task)));
    }
    if let Some(update) = facts.last_to_end(Kind::Update) {
        let caption = Line::new(key::PIPELINE_BEAT_UPDATE).int("n", update.chef());
        teller.must("update", update.start, caption, compute_line(update), Some((0, update.task)));
    }
}

fn busy_line(facts: &Facts<'_>, shape: &Shape, at: Time) -> Line {
    Line::new(key::XRAY_BUSY).count("busy", facts.busy(at)).count("all", shape.p).count("moving", facts.travelling(at))
}

fn readout(show: &Show) -> Readout {
    let Some(run) = show.runs.first() else { return Readout::default() };
    let facts = Facts::new(run);
    let shape = Shape::of(&facts);
    let schedule = show.scenario.get_choice("schedule");
    let mut figures = vec![bubble_figure(run, &shape, schedule), step_figure(&facts, show, &shape, schedule)];
    figures.extend(facts.first(Kind::Activation).map(|sent| handover_figure(&facts, sent)));
    figures.push(shelf_figure(&facts, &shape, schedule));
    Readout { figures, tuner: Vec::new(), answers: 0 }
}

fn bubble_figure(run: &Run, shape: &Shape, schedule: &str) -> Figure {
    let ideal = ideal_bubble(schedule, shape.p, shape.m);
    let (formula, filled) = if schedule == "naive" {
        let filled = Line::new(key::PIPELINE_FIGURE_BUBBLE_NAIVE_FILLED).count("p", shape.p);
        (key::PIPELINE_FIGURE_BUBBLE_NAIVE_FORMULA, filled)
    } else {
        let filled = Line::new(key::PIPELINE_FIGURE_BUBBLE_FILLED).count("p", shape.p).count("m", shape.m);
        (key::PIPELINE_FIGURE_BUBBLE_FORMULA, filled)
    };
    Figure {
        name: Line::new(key::PIPELINE_FIGURE_BUBBLE),
        value: Line::new(key::VALUE).percent("value", bubble(run)),
        formula: Line::new(formula),
        filled: filled.percent("value", ideal),
        source: Line::new(key::PIPELINE_FIGURE_BUBBLE_SOURCE),
    }
}

/// Forward and backward of each stage, from its first micro-batch, and the last stage's page edit.
fn stage_times(facts: &Facts<'_>, shape: &Shape) -> (Vec<Time>, Time) {
    let first = |kind, gpu| facts.of(kind).find(|event| event.gpu == gpu).map_or(Time::ZERO, Event::duration);
    let stages = (0..shape.p as GpuId).map(|gpu| first(Kind::Forward, gpu) + first(Kind::Backward, gpu)).collect();
    (stages, facts.last_to_end(Kind::Update).map_or(Time::ZERO, Event::duration))
}

fn step_figure(facts: &Facts<'_>, show: &Show, shape: &Shape, schedule: &str) -> Figure {
    let (stages, update) = stage_times(facts, shape);
    let sum = stages.iter().fold(Time::ZERO, |sum, &stage| sum + stage);
    let longest = stages.iter().copied().max().unwrap_or_default();
    let times = |time: Time, n: usize| Time(time.0.saturating_mul(n as u64));
    let (formula, filled, relay) = if schedule == "naive" {
        let filled = Line::new(key::PIPELINE_FIGURE_STEP_NAIVE_FILLED);
        (key::PIPELINE_FIGURE_STEP_NAIVE_FORMULA, filled, times(sum, shape.m))
    } else {
        let filled = Line::new(key::PIPELINE_FIGURE_STEP_FILLED).time("longest", longest);
        (key::PIPELINE_FIGURE_STEP_FORMULA, filled, sum + times(longest, shape.m.saturating_sub(1)))
    };
    let filled = filled.count("m", shape.m).time("sum", sum).time("update", update);
    Figure {
        name: Line::new(key::PIPELINE_FIGURE_STEP),
        value: Line::new(key::VALUE).time("value", show.makespan()),
        formula: Line::new(formula),
        filled: filled.time("value", relay + update),
        source: Line::new(key::PIPELINE_FIGURE_STEP_SOURCE),
    }
}

fn handover_figure(facts: &Facts<'_>, sent: &Event) -> Figure {
    let rate = facts.rate(sent);
    let latency = match facts.run.graph.work[sent.task as usize] {
        Work::Transfer { route, .. } => facts.run.graph.routes[route as usize].latency,
        _ => Time::ZERO,
    };
    Figure {
        name: Line::new(key::PIPELINE_FIGURE_HANDOVER),
        value: Line::new(key::VALUE).time("value", sent.duration()),
        formula: Line::new(key::PIPELINE_FIGURE_HANDOVER_FORMULA),
        filled: Line::new(key::PIPELINE_FIGURE_HANDOVER_FILLED)
            .bytes("bytes", sent.bytes)
            .rate("rate", rate)
            .time("latency", latency)
            .time("value", handover(sent.bytes, rate, latency)),
        source: Line::new(key::PIPELINE_FIGURE_HANDOVER_SOURCE),
    }
}

/// The alpha-beta time of one message.
fn handover(bytes: Bytes, rate: Rate, latency: Time) -> Time {
    rate.time_for(bytes) + latency
}

fn shelf_figure(facts: &Facts<'_>, shape: &Shape, schedule: &str) -> Figure {
    let (formula, expected) = match schedule {
        "naive" => (key::PIPELINE_FIGURE_SHELF_FORMULA_NAIVE, 1),
        "gpipe" => (key::PIPELINE_FIGURE_SHELF_FORMULA_GPIPE, shape.m),
        _ => (key::PIPELINE_FIGURE_SHELF_FORMULA_1F1B, shape.m.min(shape.p)),
    };
    Figure {
        name: Line::new(key::PIPELINE_FIGURE_SHELF),
        value: Line::new(key::PIPELINE_FIGURE_SHELF_VALUE).int("n", peak(facts).0),
        formula: Line::new(formula),
        filled: Line::new(key::PIPELINE_FIGURE_SHELF_FILLED).count("n", expected),
        source: Line::new(key::PIPELINE_FIGURE_SHELF_SOURCE),
    }
}

/// The number of bowls that the gate asks about: twice as many, or half where twice is too many.
fn other_bowls(scenario: &Scenario) -> (i64, i64) {
    let m = scenario.get_int("micro-batches");
    let twice = scenario.with("micro-batches", m * 2).get_int("micro-batches");
    (m, if twice == m * 2 { twice } else { (m / 2).max(1) })
}

/// What becomes of the idle share, as the options say it: multiples of the present one.
const MORE: [f64; 4] = [1.0, 2.0 / 3.0, 0.5, 0.0];
const FEWER: [f64; 3] = [1.0, 1.5, 2.0];

fn gate(scenario: &Scenario) -> Gate {
    let (m, n) = other_bowls(scenario);
    let formula = || ideal_bubble(scenario.get_choice("schedule"), scenario.get_int("stages") as usize, m as usize);
    let now = share(scenario, m).unwrap_or_else(|_| formula());
    let option = |key, times: f64| Line::new(key).text("bubble", whole_percent((now * times).min(1.0)));
    let (question, options) = if n > m {
        let options = vec![
            option(key::PIPELINE_OPTION_SAME, MORE[0]),
            option(key::PIPELINE_OPTION_TWO_THIRDS, MORE[1]),
            option(key::PIPELINE_OPTION_HALF, MORE[2]),
            Line::new(key::PIPELINE_OPTION_NONE),
        ];
        (key::PIPELINE_GATE_MORE, options)
    } else {
        let options = vec![
            option(key::PIPELINE_OPTION_SAME, FEWER[0]),
            option(key::PIPELINE_OPTION_HALF_AGAIN, FEWER[1]),
            option(key::PIPELINE_OPTION_DOUBLE, FEWER[2]),
        ];
        (key::PIPELINE_GATE_FEWER, options)
    };
    Gate { question: Line::new(question).int("m", m).int("n", n), options }
}

/// A guess is not told to a tenth of a percent.
fn whole_percent(ratio: f64) -> String {
    format!("{}%", (ratio * 100.0 + 0.5) as u64)
}

/// The idle share that the simulator measures with so many bowls.
fn share(scenario: &Scenario, bowls: i64) -> Result<f64, Line> {
    let show = rehearse(&scenario.with("micro-batches", bowls))?;
    Ok(show.runs.first().map_or(0.0, bubble))
}

fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let (m, n) = other_bowls(scenario);
    let (before, after) = (share(scenario, m)?, share(scenario, n)?);
    let guesses: &[f64] = if n > m { &MORE } else { &FEWER };
    let far: Vec<f64> = guesses.iter().map(|guess| (before * guess - after).abs()).collect();
    let naive = scenario.get_choice("schedule") == "naive";
    let key = if naive { key::PIPELINE_VERDICT_NAIVE } else { key::PIPELINE_VERDICT };
    let reveal = Line::new(key).int("m", m).int("n", n).percent("before", before).percent("after", after);
    Ok(Verdict { right: Answers::least(&far), reveal })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(settings: &[(&str, i64)], schedule: &str) -> Show {
        let scenario = Scenario::default_for(ScenarioKind::Pipeline).with_choice("schedule", schedule);
        let scenario = settings.iter().fold(scenario, |scenario, &(id, value)| scenario.with(id, value));
        rehearse(&scenario).expect("the relay runs")
    }

    /// GPUs that compute at `t`, found without the story's own helpers.
    fn at_work(show: &Show, t: Time) -> usize {
        let Run { graph, trace, .. } = &show.runs[0];
        let active = (0..graph.len()).filter(|&task| trace.start[task] <= t && t < trace.end[task]);
        let gpus = active.filter_map(|task| match graph.work[task] {
            Work::Compute { gpu, .. } => Some(gpu),
            _ => None,
        });
        gpus.collect::<std::collections::BTreeSet<_>>().len()
    }

    /// The measured bubble is the formula's but for handovers and unequal stages; the shelf is exactly the formula's.
    fn check(p: i64, m: i64, schedule: &str, held: i64) {
        let show = run(&[("stages", p), ("micro-batches", m)], schedule);
        let measured = bubble(&show.runs[0]);
        let ideal = ideal_bubble(schedule, p as usize, m as usize);
        assert!(measured >= ideal - 0.02 && measured <= ideal + 0.2, "{schedule} {p} {m}: {measured} against {ideal}");
        assert_eq!(peak(&Facts::new(&show.runs[0])).0, held, "{schedule} {p} {m}");
    }

    #[test]
    fn bubble_and_shelf_follow_the_formulas() {
        check(4, 6, "naive", 1);
        check(4, 6, "gpipe", 6);
        check(4, 6, "1f1b", 4);
        check(8, 32, "1f1b", 8);
        check(8, 3, "1f1b", 3);
        check(2, 32, "gpipe", 32);
    }

    #[test]
    fn captions_are_true_when_they_are_told() {
        for schedule in ["naive", "gpipe", "1f1b"] {
            let show = run(&[], schedule);
            let script = script(&show);
            let at = |id: &str| script.beats.iter().find(|beat| beat.id == id).map(|beat| beat.at);
            assert_eq!(at_work(&show, Time::ZERO), 1, "only chef 1 has begun");
            if let Some(t) = at("all-busy") {
                assert_eq!(
                    (at_work(&show, t), at_work(&show, Time(t.0 - 1)) < 4),
                    (4, true),
                    "all, for the first time"
                );
            }
            if let Some(t) = at("last-report") {
                let later = show.runs[0].graph.labels.iter().zip(&show.runs[0].trace.start);
                let relay = later.filter(|(label, start)| label.kind == Kind::Backward && **start > t).count();
                assert_eq!(relay, 0, "the last work on the way back");
            }
            assert_eq!(at("all-busy").is_some(), schedule != "naive", "one bowl at a time never keeps all busy");
        }
    }
}
