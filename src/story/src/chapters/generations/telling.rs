//! How did the tunnels grow? The same meeting on a system of each generation of NVLink, on one clock.

use crate::scenario::Scenario;
use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::{
    Answers, Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Script, Unit, Verdict, rehearse,
};
use kitchen_core::collective::Op;
use kitchen_core::hardware::nvlink;
use kitchen_core::run::Run;
use kitchen_core::sim::task::Kind;
use kitchen_core::topology::{DGX_A100, DGX_B200, DGX_H100, GB200_NVL72, Part, System};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Line, Number, Percent, Words, count, figure, key, msg, pair};

use super::kind::KIND;
use super::params::{Lost, Params};
use super::run::{concerned, racing, year};

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

    fn machine(&self) -> Words {
        self.system.name().into()
    }

    fn year(&self) -> Words {
        year(self.system.id).to_string().into()
    }

    fn chefs(&self) -> i64 {
        self.run.topology.len().into()
    }

    /// Whether most of the time went elsewhere than into carrying.
    fn is_held_up(&self) -> bool {
        self.busbw.as_gb_per_s() * 2.0 < self.way().as_gb_per_s()
    }

    /// What chef 1 has in all, one direction, by the data sheet.
    fn way(&self) -> Rate {
        Rate::bytes_per_s(self.rate.as_bytes_per_s() * f64::from(self.links))
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

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let kitchens = kitchens(show);
    let Some((old, new)) = oldest_and_newest(&kitchens) else { return Vec::new() };
    vec![
        Line::from(msg::GenerationsOpening1 {
            first: kitchens[0].year(),
            last: kitchens[kitchens.len() - 1].year(),
            machines: count(kitchens.len()),
            bytes: Params::of(&show.scenario).bytes,
        }),
        Line::from(msg::GenerationsOpening2 {
            machine: old.machine(),
            year: old.year(),
            links: old.links.into(),
            rate: old.rate,
            time: old.time,
            chefs: old.chefs(),
        }),
        Line::from(msg::GenerationsOpening3 {
            machine: new.machine(),
            year: new.year(),
            links: new.links.into(),
            rate: new.rate,
            time: new.time,
            chefs: new.chefs(),
        }),
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
        Lost::Chip => Line::from(msg::GenerationsBeatStartChip { first: kitchens[0].year(), bytes }),
        Lost::Link => Line::from(msg::GenerationsBeatStartLink { bytes }),
        Lost::Nothing => Line::from(msg::GenerationsBeatStart {
            first: kitchens[0].year(),
            last: kitchens[kitchens.len() - 1].year(),
            machines: count(kitchens.len()),
            bytes,
        }),
    };
    let xray = Line::from(msg::GenerationsXrayStart { op: op.name().into(), bytes });
    teller.must_say("start", Time::ZERO, Layered::of(start, xray), None);
    for kitchen in order.iter().take(order.len() - 1) {
        teller.must_say(
            &format!("done-{}", kitchen.system.id),
            kitchen.time,
            Layered::of(done(kitchen), result(kitchen)),
            None,
        );
    }
    behind(&order, &mut teller);
    let (machine, year, time, first) = (last.machine(), last.year(), last.time, first.machine());
    let ratio = Number(ratio(last.time.as_secs(), order[0].time.as_secs()), 1);
    let caption = if kitchens.iter().all(Kitchen::is_held_up) {
        Line::from(msg::GenerationsBeatEndSmall { machine, year, time, first, ratio })
    } else {
        Line::from(msg::GenerationsBeatEnd { machine, year, time, first, ratio })
    };
    let params = Params::of(&show.scenario);
    let [own, left] = [params.own(), params.before()].map(|at| at.and_then(|at| kitchens.get(at)));
    let ended = match (own, left) {
        (Some(own), Some(left)) => Layered::of(gain(own, left), result(own)),
        _ => Layered::of(caption, result(last)),
    };
    teller.must_say("end", last.time, ended, None);
    let ends = show.runs.iter().map(|run| run.trace.makespan).collect();
    teller.meanwhile(pair::CaptionReady { all: count(show.runs.len()), done: Meter::come(ends) });
    teller.finish(show.makespan())
}

/// What the reader's own chefs have of their year against the one that they left.
fn gain(own: &Kitchen<'_>, left: &Kitchen<'_>) -> Line {
    let [(machine, year, time), (from, past, before)] =
        [own, left].map(|kitchen| (kitchen.machine(), kitchen.year(), kitchen.time));
    let times = Number(ratio(before.as_secs(), time.as_secs()), 2);
    msg::GenerationsBeatEndOwn { machine, year, time, from, past, before, times }.into()
}

/// A kitchen that is ready.
fn done(kitchen: &Kitchen<'_>) -> Line {
    let (machine, year, how) = (kitchen.machine(), kitchen.year(), how(kitchen).into());
    let (links, rate, way) = (i64::from(kitchen.links), kitchen.rate, kitchen.way());
    let (time, chefs) = (kitchen.time, kitchen.chefs());
    if kitchen.is_short() {
        let all = kitchen.system.nvlink_lanes_per_gpu().into();
        msg::GenerationsBeatDoneLess { machine, year, links, all, rate, way, time, chefs, how }.into()
    } else {
        msg::GenerationsBeatDone { machine, year, links, rate, way, time, chefs, how }.into()
    }
}

fn result(kitchen: &Kitchen<'_>) -> Line {
    Line::from(msg::GenerationsXrayDone {
        machine: kitchen.machine(),
        time: kitchen.time,
        busbw: kitchen.busbw,
        links: kitchen.links.into(),
        rate: kitchen.rate,
        way: kitchen.way(),
    })
}

/// In how many rings the slips went round, or over how many chips, and whether those did the adding.
fn how(kitchen: &Kitchen<'_>) -> Line {
    let labels = &kitchen.run.graph.labels;
    let chips = kitchen.system.switch_chips() as usize - missing_chips(kitchen.run);
    if chips == 0 && labels.iter().all(|label| label.channel == 0) {
        return Line::new(key::GENERATIONS_HOW_ACROSS);
    }
    if chips == 0 {
        let rings = labels.iter().map(|label| label.channel).max().map_or(1, |last| last + 1);
        return Line::from(msg::GenerationsHowRings { rings: i64::from(rings) });
    }
    let chips = count(chips);
    if labels.iter().any(|label| label.kind == Kind::SwitchReduce) {
        msg::GenerationsHowAdded { chips }.into()
    } else {
        msg::GenerationsHowChips { chips }.into()
    }
}

/// Half way between the last but one and the last: how far the last one is.
fn behind(order: &[&Kitchen<'_>], teller: &mut Teller) {
    let [.., before, last] = order else { return };
    if last.time.0 - before.time.0 <= last.time.0 / 8 {
        return;
    }
    let told = pair::GenerationsBehind {
        machine: last.machine(),
        year: last.year(),
        others: count(order.len() - 1),
        share: Meter::Share(last.time),
    };
    teller.may_say("behind", Time(before.time.0.midpoint(last.time.0)), told, None);
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
    Figure {
        name: Line::from(msg::GenerationsFigureName { machine: kitchen.machine(), year: kitchen.year() }),
        value: Line::from(msg::GenerationsFigureValue { time: kitchen.time, busbw: kitchen.busbw }),
        formula: Line::new(key::GENERATIONS_FIGURE_FORMULA),
        filled: Line::from(msg::GenerationsFigureFilled {
            links: kitchen.links.into(),
            rate: kitchen.rate,
            way: kitchen.way(),
            bytes,
            time: kitchen.time,
            factor: Number(op.bus_factor(kitchen.run.topology.len()), 3),
            busbw: kitchen.busbw,
        }),
        source: Line::from(msg::GenerationsFigureSource {
            source: kitchen.system.wiring_source().cite.into(),
            measured: measured(kitchen, scenario).into(),
        }),
        is_answer: is_told_by_the_whole(scenario),
    }
}

/// What nccl-tests measured on the same, where that is known.
fn measured(kitchen: &Kitchen<'_>, scenario: &Scenario) -> Line {
    if kitchen.system.is_announced() {
        return Line::new(key::GENERATIONS_ANNOUNCED_ONLY);
    }
    match measured_on(kitchen, scenario) {
        Some((busbw, who)) => Line::from(msg::GenerationsMeasured { busbw, who: who.into() }),
        None => Line::new(key::GENERATIONS_NOT_MEASURED),
    }
}

/// The bus bandwidth that was measured, and where.
fn measured_on(kitchen: &Kitchen<'_>, scenario: &Scenario) -> Option<(Rate, &'static str)> {
    let same = matches!(Params::of(scenario), Params { op: Op::AllReduce, bytes, .. } if bytes == Bytes::gib(1));
    let whole = same && kitchen.run.topology.is_whole();
    let found = MEASURED.iter().find(|(system, ..)| whole && system.id == kitchen.system.id);
    found.map(|&(_, busbw, who)| (Rate::gb_per_s(busbw), who))
}

/// Those that lose a part and are on sale.
fn losers(scenario: &Scenario) -> impl Iterator<Item = &'static System> {
    concerned(Params::of(scenario)).filter(|system| !system.is_announced())
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let what = match Params::of(scenario).missing {
        Lost::Chip => key::GENERATIONS_GATE_CHIP,
        Lost::Link => key::GENERATIONS_GATE_LINK,
        Lost::Nothing => {
            let mut on_sale = racing(Params::of(scenario).until).filter(|system| !system.is_announced());
            let new = on_sale.next_back().unwrap_or(&DGX_H100);
            let question = Line::from(msg::GenerationsGate {
                old: key::SYSTEM_DGX1_P100.into(),
                new: new.name().into(),
                year: year(new.id).to_string().into(),
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
    let apart = match measured_on(new, scenario) {
        Some((busbw, _)) => Line::from(msg::GenerationsVerdictMeasured {
            measured: busbw,
            ratio: Number(ratio(busbw.as_gb_per_s(), old.busbw.as_gb_per_s()), 1),
        }),
        None => Line::new(key::GENERATIONS_VERDICT_COMPUTED),
    };
    let reveal = Line::from(msg::GenerationsVerdict {
        old: old.system.name().into(),
        slow: old.busbw,
        new: new.system.name().into(),
        fast: new.busbw,
        ratio: Number(times, 1),
        lanes: Number(ratio(lanes(new), lanes(old)), 1),
        apart: apart.into(),
    });
    Ok(Verdict { right: Right::Number(times), reveal, cases: vec![case(old), case(new)] })
}

fn case(kitchen: &Kitchen<'_>) -> Case {
    let (machine, year) = (kitchen.machine(), kitchen.year());
    let name = msg::GenerationsCase { machine, year, links: kitchen.links.into(), rate: kitchen.rate };
    Case::run(Line::from(name), kitchen.run)
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
