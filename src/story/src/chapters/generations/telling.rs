//! How did the tunnels grow? The same meeting on a system of each generation of NVLink, on one clock.

use crate::scenario::Scenario;
use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::{
    Answers, Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Said, Script, Unit, Verdict, rehearse,
};
use kitchen_core::collective::Op;
use kitchen_core::hardware::nvlink;
use kitchen_core::run::Run;
use kitchen_core::sim::task::Kind;
use kitchen_core::topology::{DGX_A100, DGX_B200, DGX_H100, GB200_NVL72, Part, System};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Line, Number, Percent, figure, key, msg};

use super::kind::KIND;
use super::params::{Lost, Params};
use super::run::{concerned, year};

/// Bus bandwidth of an all-reduce of 1 GiB over the whole system as nccl-tests measured it, GB/s, and where
/// (assets/reference/nccl_measured.csv: sb_A100_ar, dgxc_H100_ar, stas_B200_8gpu_ar, cw_GB200_1rack_ar).
const MEASURED: [(&System, f64, &str); 4] = [
    (&DGX_A100, 230.29, "github:microsoft/superbenchmark"),
    (&DGX_H100, 466.33, "github:NVIDIA/dgxc-benchmarking"),
    (&DGX_B200, 723.34, "github:stas00/ml-engineering"),
    (&GB200_NVL72, 681.17, "github:coreweave/nccl-tests"),
];

/// One kitchen with what it came to.
struct Kitchen<'a> {
    run: &'a Run,
    system: &'static System,
    time: Time,
    busbw: Rate,
    /// Links of chef 1.
    links: u32,
    /// One link, by the data sheet.
    rate: Rate,
}

impl Kitchen<'_> {
    /// Whether chef 1 has fewer links than the system gives.
    fn is_short(&self) -> bool {
        self.links < self.system.nvlink_lanes_per_gpu()
    }

    fn name(&self, line: Line) -> Line {
        line.key("machine", self.system.name()).text("year", year(self.system.id).to_string())
    }

    /// What chef 1 has in all, one direction, by the data sheet.
    fn way(&self) -> Rate {
        Rate::bytes_per_s(self.rate.as_bytes_per_s() * f64::from(self.links))
    }

    fn links(&self, line: Line) -> Line {
        line.int("links", i64::from(self.links)).rate("rate", self.rate).rate("way", self.way())
    }
}

/// The kitchens in the order of their years.
fn kitchens(show: &Show) -> Vec<Kitchen<'_>> {
    let Params { op, bytes, .. } = Params::of(&show.scenario);
    let kitchen = |run: &'_ Run| {
        let (topology, time) = (&run.topology, run.trace.makespan);
        let system = topology.preset();
        let rate = nvlink(system.gpu.nvlink).map_or(0.0, |link| link.link_gb_per_s);
        let links = topology.nvlink_rate(0).0.as_gb_per_s() / rate.max(1e-9);
        (system, time, op.busbw(topology.len(), bytes, time), (links + 0.5) as u32, Rate::gb_per_s(rate))
    };
    let told = show.runs.iter().map(|run| (run, kitchen(run)));
    told.map(|(run, (system, time, busbw, links, rate))| Kitchen { run, system, time, busbw, links, rate }).collect()
}

/// The oldest and the newest that is on sale.
fn oldest_and_newest<'a, 'b>(kitchens: &'a [Kitchen<'b>]) -> Option<(&'a Kitchen<'b>, &'a Kitchen<'b>)> {
    Some((kitchens.first()?, kitchens.iter().rev().find(|kitchen| !kitchen.system.is_announced())?))
}

fn ratio(large: f64, small: f64) -> f64 {
    large / small.max(1e-15)
}

fn years(kitchens: &[Kitchen<'_>], line: Line) -> Line {
    let of = |kitchen: Option<&Kitchen<'_>>| kitchen.map_or(0, |kitchen| year(kitchen.system.id)).to_string();
    line.text("first", of(kitchens.first())).text("last", of(kitchens.last()))
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let kitchens = kitchens(show);
    let Some((old, new)) = oldest_and_newest(&kitchens) else { return Vec::new() };
    let one = |key, kitchen: &Kitchen<'_>| {
        let line = kitchen.links(kitchen.name(Line::new(key))).time("time", kitchen.time);
        line.int("chefs", i64::from(kitchen.run.topology.len()))
    };
    let bytes = Params::of(&show.scenario).bytes;
    vec![
        years(&kitchens, Line::new(key::GENERATIONS_OPENING_1)).count("machines", kitchens.len()).bytes("bytes", bytes),
        one(key::GENERATIONS_OPENING_2, old),
        one(key::GENERATIONS_OPENING_3, new),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let kitchens = kitchens(show);
    let mut order: Vec<&Kitchen<'_>> = kitchens.iter().collect();
    kitchen_core::order::sort_by_key(&mut order, |kitchen| (kitchen.time, year(kitchen.system.id)));
    let (Some(first), Some(last)) = (order.first(), order.last()) else { return Script::default() };
    let mut teller = Teller::default();
    let Params { op, bytes, .. } = Params::of(&show.scenario);
    let start = match Params::of(&show.scenario).missing {
        Lost::Chip => {
            Line::new(key::GENERATIONS_BEAT_START_CHIP).text("first", year(kitchens[0].system.id).to_string())
        }
        Lost::Link => Line::new(key::GENERATIONS_BEAT_START_LINK),
        Lost::Nothing => years(&kitchens, Line::new(key::GENERATIONS_BEAT_START)).count("machines", kitchens.len()),
    };
    let xray = Line::from(msg::GenerationsXrayStart { op: op.name().into(), bytes });
    teller.must_say("start", Time::ZERO, Layered::of(start.bytes("bytes", bytes), xray), None);
    for kitchen in order.iter().take(order.len() - 1) {
        let key = if kitchen.is_short() { key::GENERATIONS_BEAT_DONE_LESS } else { key::GENERATIONS_BEAT_DONE };
        let mut caption =
            kitchen.links(kitchen.name(Line::new(key))).time("time", kitchen.time).line("how", how(kitchen));
        caption = caption.int("chefs", i64::from(kitchen.run.topology.len()));
        if kitchen.is_short() {
            caption = caption.int("all", i64::from(kitchen.system.nvlink_lanes_per_gpu()));
        }
        teller.must_say(
            &format!("done-{}", kitchen.system.id),
            kitchen.time,
            Layered::of(caption, result(kitchen)),
            None,
        );
    }
    behind(&order, &mut teller);
    let caption = last
        .name(Line::new(key::GENERATIONS_BEAT_END))
        .time("time", last.time)
        .key("first", first.system.name())
        .number("ratio", ratio(last.time.as_secs(), first.time.as_secs()), 1);
    teller.must_say("end", last.time, Layered::of(caption, result(last)), None);
    teller.finish(show.makespan())
}

fn result(kitchen: &Kitchen<'_>) -> Line {
    let line = Line::new(key::GENERATIONS_XRAY_DONE).key("machine", kitchen.system.name()).time("time", kitchen.time);
    kitchen.links(line.rate("busbw", kitchen.busbw))
}

/// In how many rings the slips went round, or over how many chips, and whether those did the adding.
fn how(kitchen: &Kitchen<'_>) -> Line {
    let labels = &kitchen.run.graph.labels;
    let chips = kitchen.system.switch_chips() as usize - missing_chips(kitchen.run);
    if chips == 0 {
        let rings = labels.iter().map(|label| label.channel).max().map_or(1, |last| last + 1);
        return Line::from(msg::GenerationsHowRings { rings: i64::from(rings) });
    }
    let adds = labels.iter().any(|label| label.kind == Kind::SwitchReduce);
    let key = if adds { key::GENERATIONS_HOW_ADDED } else { key::GENERATIONS_HOW_CHIPS };
    Line::new(key).count("chips", chips)
}

/// Half way between the last but one and the last: how far the last one is.
fn behind(order: &[&Kitchen<'_>], teller: &mut Teller) {
    let [.., before, last] = order else { return };
    if last.time.0 - before.time.0 <= last.time.0 / 8 {
        return;
    }
    let told = |line| Said::from(line).meter("share", Meter::Share(last.time));
    let caption = told(last.name(Line::new(key::GENERATIONS_BEAT_BEHIND)).count("others", order.len() - 1));
    let xray = told(Line::new(key::GENERATIONS_XRAY_BEHIND).key("machine", last.system.name()));
    teller.may_say("behind", Time(before.time.0.midpoint(last.time.0)), Layered::of(caption, xray), None);
}

/// Chips that are missing.
fn missing_chips(run: &Run) -> usize {
    let parts = run.topology.spec.missing.parts().iter();
    parts.filter(|part| matches!(part, Part::Chip { .. })).count()
}

pub(super) fn readout(show: &Show) -> Readout {
    let kitchens = kitchens(show);
    let Some((old, new)) = oldest_and_newest(&kitchens) else { return Readout::default() };
    let times = ratio(new.busbw.as_gb_per_s(), old.busbw.as_gb_per_s());
    let mut figures = vec![Figure {
        is_answer: is_told_by_the_whole(&show.scenario),
        ..Figure::told(figure::GenerationsRatio {
            fast: new.busbw,
            slow: old.busbw,
            ratio: Number(times, 1),
            new: new.system.name().into(),
            old: old.system.name().into(),
        })
    }];
    figures.extend(kitchens.iter().map(|kitchen| figure(kitchen, &show.scenario)));
    Readout::from(figures)
}

/// Whether whole kitchens answer the question: who loses most cannot be told from the kitchens as they are left.
fn is_told_by_the_whole(scenario: &Scenario) -> bool {
    Params::of(scenario).missing == Lost::Nothing
}

fn figure(kitchen: &Kitchen<'_>, scenario: &Scenario) -> Figure {
    let Params { op, bytes, .. } = Params::of(scenario);
    let source = kitchen.system.wiring_source();
    let line = Line::new(key::GENERATIONS_FIGURE_SOURCE).text("source", source.cite);
    Figure {
        name: kitchen.name(Line::new(key::GENERATIONS_FIGURE_NAME)),
        value: Line::from(msg::GenerationsFigureValue { time: kitchen.time, busbw: kitchen.busbw }),
        formula: Line::new(key::GENERATIONS_FIGURE_FORMULA),
        filled: kitchen
            .links(Line::new(key::GENERATIONS_FIGURE_FILLED))
            .bytes("bytes", bytes)
            .time("time", kitchen.time)
            .number("factor", op.bus_factor(kitchen.run.topology.len()), 3)
            .rate("busbw", kitchen.busbw),
        source: line.line("measured", measured(kitchen, scenario)),
        is_answer: is_told_by_the_whole(scenario),
    }
}

/// What nccl-tests measured on the same, where that is known.
fn measured(kitchen: &Kitchen<'_>, scenario: &Scenario) -> Line {
    if kitchen.system.is_announced() {
        return Line::new(key::GENERATIONS_ANNOUNCED_ONLY);
    }
    let same = matches!(Params::of(scenario), Params { op: Op::AllReduce, bytes, .. } if bytes == Bytes::gib(1));
    let whole = same && kitchen.run.topology.is_whole();
    match MEASURED.iter().find(|(system, ..)| whole && system.id == kitchen.system.id) {
        Some(&(_, busbw, who)) => {
            Line::from(msg::GenerationsMeasured { busbw: Rate::gb_per_s(busbw), who: who.into() })
        }
        None => Line::new(key::GENERATIONS_NOT_MEASURED),
    }
}

/// Those that lose a part and are on sale.
fn losers(scenario: &Scenario) -> impl Iterator<Item = &'static System> {
    concerned(Params::of(scenario).missing).filter(|system| !system.is_announced())
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let what = match Params::of(scenario).missing {
        Lost::Chip => key::GENERATIONS_GATE_CHIP,
        Lost::Link => key::GENERATIONS_GATE_LINK,
        Lost::Nothing => {
            let question = Line::from(msg::GenerationsGate {
                old: key::SYSTEM_DGX1_P100.into(),
                new: key::SYSTEM_GB200_NVL72.into(),
                bytes: Params::of(scenario).bytes,
            });
            let dial = Dial { unit: Unit::Times, min: 1.0, max: 1000.0 };
            return Gate { question, at: "start", ask: Ask::Number(dial) };
        }
    };
    let name = |system: &System| {
        Line::from(msg::GenerationsFigureName {
            machine: system.name().into(),
            year: year(system.id).to_string().into(),
        })
    };
    Gate {
        question: Line::from(msg::GenerationsGateMissing { what: what.into() }),
        at: "start",
        ask: Ask::Kinds(losers(scenario).map(name).collect()),
    }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let kitchens = kitchens(&show);
    let Some((old, new)) = oldest_and_newest(&kitchens) else {
        return Err(Line::new(key::GENERATIONS_NOBODY));
    };
    if Params::of(scenario).missing != Lost::Nothing {
        return loss(scenario, &kitchens);
    }
    let times = ratio(new.busbw.as_gb_per_s(), old.busbw.as_gb_per_s());
    let lanes = |kitchen: &Kitchen<'_>| kitchen.rate.as_gb_per_s() * f64::from(kitchen.links);
    let reveal = Line::from(msg::GenerationsVerdict {
        old: old.system.name().into(),
        slow: old.busbw,
        new: new.system.name().into(),
        fast: new.busbw,
        ratio: Number(times, 1),
        lanes: Number(ratio(lanes(new), lanes(old)), 1),
    });
    Ok(Verdict { right: Right::Number(times), reveal, cases: vec![case(old), case(new)] })
}

fn case(kitchen: &Kitchen<'_>) -> Case {
    Case::run(kitchen.links(kitchen.name(Line::new(key::GENERATIONS_CASE))), kitchen.run)
}

/// Who loses the largest share of its bus bandwidth; of equals the first is named.
fn loss(scenario: &Scenario, less: &[Kitchen<'_>]) -> Result<Verdict, Line> {
    let whole_show = rehearse(&Params { missing: Lost::Nothing, ..Params::of(scenario) }.scenario(KIND))?;
    let whole = kitchens(&whole_show);
    let mut worst: Option<(f64, usize)> = None;
    let mut kept = Vec::new();
    for system in losers(scenario) {
        let Some(at) = less.iter().position(|kitchen| kitchen.system.id == system.id) else {
            kept.push(f64::MAX);
            continue;
        };
        let left = ratio(whole[at].time.as_secs(), less[at].time.as_secs());
        kept.push(left);
        if worst.is_none_or(|(least, _)| left < least) {
            worst = Some((left, at));
        }
    }
    let (left, at) = worst.ok_or_else(|| Line::new(key::GENERATIONS_NOBODY))?;
    let kitchen = &less[at];
    let reveal = Line::from(msg::GenerationsVerdictMissing {
        machine: kitchen.system.name().into(),
        loss: Percent(1.0 - left),
        links: i64::from(kitchen.links),
        all: i64::from(kitchen.system.nvlink_lanes_per_gpu()),
    });
    let cases = vec![case(&whole[at]), case(kitchen)];
    Ok(Verdict { right: Right::Kinds(Answers::least(&kept)), reveal, cases })
}
