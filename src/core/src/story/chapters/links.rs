//! Corridor, tunnel or exchange? The same meeting raced on several machines, on one clock.

use crate::collective::Op;
use crate::scenario::{Kind as ScenarioKind, Scenario};
use crate::show::{Run, Show};
use crate::sim::task::{Kind, Work};
use crate::story::facts::{Facts, Teller, arrived, egress, egress_nominal, link_name, own_link, way_name};
use crate::story::{Answers, Chapter, Figure, Gate, Readout, Script, Verdict, rehearse};
use crate::text::{Line, key};
use crate::topology::LinkClass;
use crate::units::{Bytes, Rate, Time};

pub const CHAPTER: Chapter = Chapter {
    id: "links",
    number: 11,
    name: key::CONTENTS_LINKS,
    title: key::LINKS_TITLE,
    hook: key::LINKS_HOOK,
    paragraphs: &[key::LINKS_TEXT_1, key::LINKS_TEXT_2, key::LINKS_TEXT_3, key::LINKS_TEXT_4],
    not_like: &[key::LINKS_NOT_LIKE_1, key::LINKS_NOT_LIKE_2, key::LINKS_NOT_LIKE_3],
    teacher: &[
        key::LINKS_TEACHER_GOAL,
        key::LINKS_TEACHER_QUESTION_1,
        key::LINKS_TEACHER_QUESTION_2,
        key::LINKS_TEACHER_TIME,
    ],
    kind: ScenarioKind::Race,
    controls: &["bytes", "chefs", "op"],
    screen_s: 25,
    opening,
    script,
    readout,
    gate,
    verdict,
};

/// One kitchen in the race.
struct Racer<'a> {
    index: usize,
    run: &'a Run,
    time: Time,
    busbw: Rate,
}

/// The kitchens in the order in which they finish.
fn ranking(show: &Show) -> Vec<Racer<'_>> {
    let op = Op::from_id(show.scenario.get_choice("op")).unwrap_or(Op::AllReduce);
    let bytes = show.scenario.get_bytes("bytes");
    let racer = |(index, run): (usize, &'_ Run)| {
        let time = run.trace.makespan;
        let algbw = bytes.0 as f64 / time.as_secs().max(1e-12);
        let busbw = Rate::bytes_per_s(algbw * op.bus_factor(run.topology.len()));
        (index, time, busbw)
    };
    let mut racers: Vec<Racer<'_>> = show
        .runs
        .iter()
        .enumerate()
        .map(|pair| {
            let (index, time, busbw) = racer(pair);
            Racer { index, run: pair.1, time, busbw }
        })
        .collect();
    crate::order::sort_by_key(&mut racers, |racer| (racer.time, racer.index));
    racers
}

/// The slowest kind of link that the run's meeting crosses.
fn slowest_link(run: &Run) -> Option<LinkClass> {
    let crossed = run.graph.routes.iter().flat_map(|route| &route.hops);
    let classes = crossed.filter_map(|hop| run.topology.link(hop.link)).map(|link| link.class);
    classes.max_by_key(|class| class.slowness())
}

/// The machine's name; how many of them and what joins them where there are several.
pub(crate) fn machine(run: &Run) -> Line {
    let name = run.topology.preset().name;
    if run.topology.nodes < 2 {
        return Line::new(key::LINKS_MACHINE).key("name", name);
    }
    Line::new(key::LINKS_MACHINES)
        .key("name", name)
        .int("nodes", i64::from(run.topology.nodes))
        .key("link", link_name(slowest_link(run)))
}

fn opening(show: &Show) -> Vec<Line> {
    let racers = ranking(show);
    let (Some(first), Some(last)) = (racers.first(), racers.last()) else { return Vec::new() };
    vec![
        Line::new(key::LINKS_OPENING_1)
            .count("machines", racers.len())
            .bytes("bytes", show.scenario.get_bytes("bytes")),
        Line::new(key::LINKS_OPENING_2).line("machine", machine(first.run)).time("time", first.time),
        Line::new(key::LINKS_OPENING_3).line("machine", machine(last.run)).time("time", last.time).number(
            "ratio",
            ratio(first, last),
            1,
        ),
    ]
}

/// How many times as long the second takes.
fn ratio(fast: &Racer<'_>, slow: &Racer<'_>) -> f64 {
    slow.time.as_secs() / fast.time.as_secs().max(1e-15)
}

fn script(show: &Show) -> Script {
    let racers = ranking(show);
    let (Some(first), Some(last)) = (racers.first(), racers.last()) else { return Script::default() };
    let mut teller = Teller::default();
    let bytes = show.scenario.get_bytes("bytes");
    let start = Line::new(key::LINKS_BEAT_START).count("machines", racers.len()).bytes("bytes", bytes);
    let xray = Line::new(key::LINKS_XRAY_START)
        .key("op", Op::from_id(show.scenario.get_choice("op")).unwrap_or(Op::AllReduce).name())
        .bytes("bytes", bytes);
    teller.must("start", Time::ZERO, start, xray, None);
    for racer in &racers {
        share_the_corridor(racer, &mut teller);
    }
    for (place, racer) in racers.iter().enumerate() {
        if place + 1 < racers.len() {
            let key = if place == 0 { key::LINKS_BEAT_FIRST } else { key::LINKS_BEAT_DONE };
            let mut caption =
                Line::new(key).line("how", how(racer.run)).line("machine", machine(racer.run)).time("time", racer.time);
            if place > 0 {
                caption = caption.count("place", place + 1);
            }
            teller.must(&format!("done-{}", id(racer.run)), racer.time, caption, result_line(racer), None);
        }
    }
    behind(first, last, &mut teller);
    let caption = Line::new(key::LINKS_BEAT_END)
        .line("machine", machine(last.run))
        .time("time", last.time)
        .number("ratio", ratio(first, last), 1)
        .line("first", machine(first.run));
    teller.must("end", last.time, caption, result_line(last), None);
    teller.finish(show.makespan())
}

/// Which way the slips went between the kitchens, that the exchange did the adding, or which way they went indoors.
fn how(run: &Run) -> Line {
    let class = slowest_link(run);
    if exchange_adds(run) && !class.is_some_and(LinkClass::is_network) {
        Line::new(key::LINKS_HOW_ADDED)
    } else {
        Line::new(key::LINKS_HOW_WAY).key("way", way_name(class))
    }
}

fn exchange_adds(run: &Run) -> bool {
    run.graph.labels.iter().any(|label| label.kind == Kind::SwitchReduce)
}

/// A machine's id in beats: the preset, with the number of nodes and what joins them.
fn id(run: &Run) -> String {
    match run.topology.nodes {
        0 | 1 => run.topology.system.to_owned(),
        nodes => {
            let network = match slowest_link(run) {
                Some(LinkClass::Ethernet) => "ethernet",
                _ => "infiniband",
            };
            format!("{}-{nodes}-{network}", run.topology.system)
        }
    }
}

fn result_line(racer: &Racer<'_>) -> Line {
    Line::new(key::LINKS_XRAY_DONE)
        .line("machine", machine(racer.run))
        .time("time", racer.time)
        .rate("busbw", racer.busbw)
}

/// Carts that share one corridor.
fn share_the_corridor(racer: &Racer<'_>, teller: &mut Teller) {
    let corridor = |class| matches!(class, LinkClass::Pcie | LinkClass::Socket);
    if !slowest_link(racer.run).is_some_and(corridor) {
        return;
    }
    if let Some((at, flows, rate)) = crowd(&Facts::new(racer.run)) {
        let caption = Line::new(key::LINKS_BEAT_CROWD).int("n", flows);
        let xray = Line::new(key::LINKS_XRAY_CROWD).int("n", flows).rate("rate", rate);
        teller.tell("crowd", at, caption, xray, None);
    }
}

/// When most flows share one corridor, looked for at nineteen instants, the first near the middle: when, how many, and what the
/// corridor carries.
fn crowd(facts: &Facts<'_>) -> Option<(Time, i64, Rate)> {
    let topology = &facts.run.topology;
    let moves: Vec<_> = facts.events.iter().filter(|event| event.label.kind.is_transfer()).collect();
    let mut best: Option<(Time, i64, Rate)> = None;
    for at in (1..20).map(|part| Time(facts.run.trace.makespan.0 / 20 * (part * 7 % 20))) {
        let mut flows = vec![0_i64; topology.graph.edge_count()];
        for event in moves.iter().filter(|event| event.start <= at && at < event.end) {
            let Work::Transfer { route, .. } = facts.run.graph.work[event.task as usize] else { continue };
            for hop in &facts.run.graph.routes[route as usize].hops {
                flows[hop.link as usize] += 1;
            }
        }
        for (link, &count) in flows.iter().enumerate() {
            let Some(carries) = topology.link(link as u32) else { continue };
            let corridor = matches!(carries.class, LinkClass::Pcie | LinkClass::Socket);
            if corridor && count > best.map_or(1, |(_, most, _)| most) {
                best = Some((at, count, carries.effective));
            }
        }
    }
    best
}

/// Half way between the first and the last: how much of the last one's load has arrived.
fn behind(first: &Racer<'_>, last: &Racer<'_>, teller: &mut Teller) {
    let gap = last.time.saturating_sub(first.time);
    if gap.0 < last.time.0 / 5 {
        return;
    }
    let at = first.time + Time(gap.0 / 2);
    let run = last.run;
    let Some(share) = arrived(run, at) else { return };
    let line = |key| {
        Line::new(key).line("machine", machine(run)).percent("share", share).number(
            "ratio",
            at.as_secs() / first.time.as_secs().max(1e-15),
            1,
        )
    };
    let xray = Line::new(key::LINKS_XRAY_BEHIND).line("machine", machine(run)).percent("share", share);
    teller.tell("behind", at, line(key::LINKS_BEAT_BEHIND), xray, None);
}

fn readout(show: &Show) -> Readout {
    let racers = ranking(show);
    let (Some(first), Some(last)) = (racers.first(), racers.last()) else { return Readout::default() };
    let mut figures = vec![Figure {
        name: Line::new(key::LINKS_FIGURE_RATIO),
        value: Line::new(key::LINKS_FIGURE_RATIO_VALUE).number("ratio", ratio(first, last), 1),
        formula: Line::new(key::LINKS_FIGURE_RATIO_FORMULA),
        filled: Line::new(key::LINKS_FIGURE_RATIO_FILLED).time("slow", last.time).time("fast", first.time).number(
            "ratio",
            ratio(first, last),
            1,
        ),
        source: Line::new(key::SOURCE_TRACE),
    }];
    let op = Op::from_id(show.scenario.get_choice("op")).unwrap_or(Op::AllReduce);
    figures.extend(racers.iter().map(|racer| machine_figure(racer, op, show.scenario.get_bytes("bytes"))));
    Readout { figures, tuner: Vec::new(), answers: u32::MAX }
}

fn machine_figure(racer: &Racer<'_>, op: Op, bytes: Bytes) -> Figure {
    let topology = &racer.run.topology;
    let class = slowest_link(racer.run);
    let source = if class.is_some_and(LinkClass::is_network) {
        let (nominal, effective) = topology.nic_rate();
        let cards = f64::from(topology.nics_per_node()) / f64::from(topology.gpus_per_node().max(1));
        let per_chef = |rate: Rate| Rate::bytes_per_s(rate.as_bytes_per_s() * cards);
        Line::new(key::LINKS_FIGURE_NETWORK_SOURCE)
            .key("link", link_name(class))
            .rate("nominal", per_chef(nominal))
            .rate("effective", per_chef(effective))
    } else {
        let adds = exchange_adds(racer.run);
        Line::new(if adds { key::LINKS_FIGURE_ADDED_SOURCE } else { key::LINKS_FIGURE_MACHINE_SOURCE })
            .key("link", link_name(own_link(racer.run, 0)))
            .rate("nominal", egress_nominal(racer.run, 0))
            .rate("effective", egress(racer.run, 0))
    };
    Figure {
        name: machine(racer.run),
        value: Line::new(key::LINKS_FIGURE_MACHINE_VALUE).time("time", racer.time).rate("busbw", racer.busbw),
        formula: Line::new(key::LINKS_FIGURE_MACHINE_FORMULA),
        filled: Line::new(key::LINKS_FIGURE_MACHINE_FILLED)
            .bytes("bytes", bytes)
            .time("time", racer.time)
            .number("factor", op.bus_factor(topology.len()), 3)
            .rate("busbw", racer.busbw),
        source,
    }
}

/// How many times as long the slowest takes, as the options say it.
const GUESSES: [f64; 5] = [1.0, 3.0, 10.0, 30.0, 100.0];

fn gate(scenario: &Scenario) -> Gate {
    let question =
        Line::new(key::LINKS_GATE).int("chefs", scenario.get_int("chefs")).bytes("bytes", scenario.get_bytes("bytes"));
    let options = GUESSES.iter().enumerate().map(|(at, &times)| {
        if at == 0 {
            Line::new(key::LINKS_OPTION_SAME)
        } else {
            Line::new(key::LINKS_OPTION_TIMES).number("times", times, 0)
        }
    });
    Gate { question, options: options.collect() }
}

fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let racers = ranking(&show);
    let (Some(first), Some(last)) = (racers.first(), racers.last()) else {
        return Err(Line::new(key::LINKS_NOBODY));
    };
    let ratio = ratio(first, last);
    let reveal = Line::new(key::LINKS_VERDICT)
        .line("fast", machine(first.run))
        .time("fast_time", first.time)
        .line("slow", machine(last.run))
        .time("slow_time", last.time)
        .number("ratio", ratio, 1);
    Ok(Verdict { right: Answers::nearest(ratio, &GUESSES), reveal })
}
