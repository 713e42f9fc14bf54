//! Corridor, tunnel or exchange? The same meeting raced on several machines, on one clock.

use crate::scenario::Scenario;
use crate::sentences::Named as _;
use crate::show::Show;
use crate::story::facts::{Facts, Teller, chef_way, egress, egress_nominal, link_name, own_link, way_name};
use crate::story::{Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Script, Unit, Verdict, rehearse};
use kitchen_core::collective::Op;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::topology::LinkClass;
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_text::{Arg, Line, Number, Words, count, figure, key, msg, pair};

use super::params::Params;

/// One kitchen in the race.
struct Racer<'a> {
    index: usize,
    run: &'a Run,
    time: Time,
    busbw: Rate,
}

/// The kitchens in the order in which they finish.
fn ranking(show: &Show) -> Vec<Racer<'_>> {
    let Params { op, bytes, .. } = Params::of(&show.scenario);
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
    kitchen_core::order::sort_by_key(&mut racers, |racer| (racer.time, racer.index));
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
    let name = run.topology.preset().name();
    if run.topology.nodes < 2 {
        return Line::from(msg::LinksMachine { name: name.into() });
    }
    Line::from(msg::LinksMachines {
        name: name.into(),
        nodes: Arg::Int(i64::from(run.topology.nodes)),
        link: link_name(slowest_link(run)).into(),
    })
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let racers = ranking(show);
    let (Some(first), Some(last)) = (racers.first(), racers.last()) else { return Vec::new() };
    vec![
        Line::from(msg::LinksOpening1 { machines: count(racers.len()), bytes: Params::of(&show.scenario).bytes }),
        Line::from(msg::LinksOpening2 { machine: machine(first.run).into(), time: first.time }),
        Line::from(msg::LinksOpening3 {
            machine: machine(last.run).into(),
            time: last.time,
            ratio: Number(ratio(first, last), 1),
        }),
    ]
}

/// How many times as long the second takes.
fn ratio(fast: &Racer<'_>, slow: &Racer<'_>) -> f64 {
    slow.time.as_secs() / fast.time.as_secs().max(1e-15)
}

/// Whether most of the time went elsewhere than into carrying.
fn is_held_up(racer: &Racer<'_>) -> bool {
    racer.busbw.as_gb_per_s() * 2.0 < chef_way(racer.run).1.as_gb_per_s()
}

pub(super) fn script(show: &Show) -> Script {
    let racers = ranking(show);
    let (Some(first), Some(last)) = (racers.first(), racers.last()) else { return Script::default() };
    let mut teller = Teller::default();
    let Params { op, bytes, .. } = Params::of(&show.scenario);
    let params = Params::of(&show.scenario);
    let own = params.own().and_then(|own| racers.iter().find(|racer| racer.index == own));
    let start = match own {
        Some(own) => Line::from(msg::LinksBeatStartOwn {
            machines: count(racers.len()),
            bytes,
            machine: machine(own.run).into(),
        }),
        None => Line::from(msg::LinksBeatStart { machines: count(racers.len()), bytes }),
    };
    let xray = Line::from(msg::LinksXrayStart { op: op.name().into(), bytes });
    teller.must_say("start", Time::ZERO, Layered::of(start, xray), None);
    for racer in &racers {
        share_the_corridor(racer, &mut teller);
    }
    for (place, racer) in racers.iter().enumerate() {
        if place + 1 < racers.len() {
            let (how, machine, time) = (how(racer.run).into(), machine(racer.run).into(), racer.time);
            let caption = if place == 0 {
                Line::from(msg::LinksBeatFirst { how, machine, time })
            } else {
                Line::from(msg::LinksBeatDone { how, machine, time, place: count(place + 1) })
            };
            teller.must_say(
                &format!("done-{}", id(racer.run)),
                racer.time,
                Layered::of(caption, result_line(racer)),
                None,
            );
        }
    }
    behind(first, last, &mut teller);
    let (time, times) = (last.time, Number(ratio(first, last), 1));
    let (slow, fast) = (machine(last.run).into(), machine(first.run).into());
    let caption = if racers.iter().all(is_held_up) {
        Line::from(msg::LinksBeatEndSmall { machine: slow, time, ratio: times, first: fast })
    } else {
        Line::from(msg::LinksBeatEnd { machine: slow, time, ratio: times, first: fast })
    };
    let before = params.before().and_then(|before| racers.iter().find(|racer| racer.index == before));
    let ended = match (own, before) {
        (Some(own), Some(before)) => Layered::of(gain(own, before, &racers), result_line(own)),
        _ => Layered::of(caption, result_line(last)),
    };
    teller.must_say("end", last.time, ended, None);
    let ends = show.runs.iter().map(|run| run.trace.makespan).collect();
    teller.meanwhile(pair::CaptionReady { all: count(show.runs.len()), done: Meter::come(ends) });
    teller.finish(show.makespan())
}

/// Times as long below which nobody calls one of two kitchens the faster.
const ALIKE: f64 = 1.05;

/// What the reader's own chefs have of their kitchen against the one that they left; where nobody could tell the two apart, their
/// place among all.
fn gain(own: &Racer<'_>, before: &Racer<'_>, racers: &[Racer<'_>]) -> Line {
    let (name, time): (Words, Time) = (machine(own.run).into(), own.time);
    let (left, left_time): (Words, Time) = (machine(before.run).into(), before.time);
    let [faster, slower] = [ratio(own, before), ratio(before, own)];
    if faster >= ALIKE {
        return msg::LinksBeatEndFaster { machine: name, time, left, left_time, ratio: Number(faster, 1) }.into();
    }
    if slower >= ALIKE {
        return msg::LinksBeatEndSlower { machine: name, time, left, left_time, ratio: Number(slower, 1) }.into();
    }
    let place = racers.iter().position(|racer| racer.index == own.index).map_or(0, |place| place + 1);
    msg::LinksBeatEndOwn { machine: name, time, place: count(place), machines: count(racers.len()) }.into()
}

/// Where a run comes in among all, from 1.
pub(super) fn place_of(show: &Show, run: usize) -> usize {
    ranking(show).iter().position(|racer| racer.index == run).map_or(0, |place| place + 1)
}

/// Which way the slips went between the kitchens, that the exchange did the adding, or which way they went indoors.
fn how(run: &Run) -> Line {
    let class = slowest_link(run);
    if exchange_adds(run) && !class.is_some_and(LinkClass::is_network) {
        Line::from(msg::LinksHowAdded { rate: chef_way(run).1 })
    } else {
        Line::from(msg::LinksHowWay { way: way_name(class).into(), rate: chef_way(run).1 })
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
    Line::from(msg::LinksXrayDone {
        machine: machine(racer.run).into(),
        time: racer.time,
        busbw: racer.busbw,
        link: link_name(chef_way(racer.run).0).into(),
        rate: chef_way(racer.run).1,
    })
}

/// Carts that share one corridor.
fn share_the_corridor(racer: &Racer<'_>, teller: &mut Teller) {
    let corridor = |class| matches!(class, LinkClass::Pcie | LinkClass::Socket);
    if !slowest_link(racer.run).is_some_and(corridor) {
        return;
    }
    let Some(crowd) = Crowd::of(racer.run) else { return };
    let over = Line::from(msg::LinksBeatCrowdOver { n: crowd.most, machine: machine(racer.run).into() });
    // Where carts are alone for a moment, nothing is shared.
    let alone = crowd.flows.iter().find(|(at, n)| *at > crowd.at && matches!(n, Arg::Int(n) if *n < 2));
    let alone = alone.map_or(racer.time, |step| step.0.min(racer.time));
    let now = pair::LinksCrowd { n: Meter::Steps(crowd.flows), rate: Meter::Steps(crowd.rates) };
    let at_times = pair::LinksCrowdAtTimes { n: crowd.most, machine: machine(racer.run).into() };
    let told = Layered::from(now).until(alone, at_times);
    let told = told.until(racer.time, Layered::of(over, result_line(racer)));
    teller.may_say("crowd", crowd.at, told, None);
}

/// The fullest stretch of a corridor at every instant.
struct Crowd {
    /// When it is fullest, for the first time from the run's middle on; else for the first time.
    at: Time,
    most: i64,
    /// How many flows share it, and what it carries.
    flows: Vec<(Time, Arg)>,
    rates: Vec<(Time, Arg)>,
}

impl Crowd {
    /// `None` where no two flows ever share.
    fn of(run: &Run) -> Option<Crowd> {
        let topology = &run.topology;
        let rate = |link: usize| topology.link(link as u32).map_or(Rate::ZERO, |link| link.effective);
        let corridor: Vec<bool> = (0..topology.graph.edge_count() as u32)
            .map(|link| topology.link(link).is_some_and(|l| matches!(l.class, LinkClass::Pcie | LinkClass::Socket)))
            .collect();
        let mut changes: Vec<(Time, i64, usize)> = Vec::new();
        for event in Facts::new(run).events.iter().filter(|e| e.label.kind.is_transfer() && e.start < e.end) {
            let Work::Transfer { route, .. } = run.graph.work[event.task as usize] else { continue };
            let hops = run.graph.routes[route as usize].hops.iter().map(|hop| hop.link as usize);
            for link in hops.filter(|&link| corridor[link]) {
                changes.extend([(event.start, 1, link), (event.end, -1, link)]);
            }
        }
        kitchen_core::order::sort(&mut changes);
        let mut flows = vec![0_i64; corridor.len()];
        // Each instant at which something changes: when, how many, and what that stretch carries.
        let mut steps: Vec<(Time, i64, Rate)> = Vec::new();
        for (at, change, link) in changes {
            flows[link] += change;
            let (mut most, mut fullest) = (0, 0);
            for (link, &count) in flows.iter().enumerate() {
                if count > most {
                    (most, fullest) = (count, link);
                }
            }
            if steps.last().is_some_and(|last| last.0 == at) {
                steps.pop();
            }
            steps.push((at, most, rate(fullest)));
        }
        let most = steps.iter().map(|step| step.1).max().filter(|&most| most > 1)?;
        let full = |from: u64| steps.iter().find(|step| step.1 == most && step.0.0 >= from).map(|step| step.0);
        let at = full(run.trace.makespan.0 / 3).or_else(|| full(0))?;
        let flows = steps.iter().map(|&(at, count, _)| (at, Arg::Int(count))).collect();
        let rates = steps.iter().map(|&(at, _, rate)| (at, Arg::Rate(rate))).collect();
        Some(Crowd { at, most, flows, rates })
    }
}

/// Half way between the first and the last: how many times the winner's time has passed, and how far the last one is.
fn behind(first: &Racer<'_>, last: &Racer<'_>, teller: &mut Teller) {
    let gap = last.time.saturating_sub(first.time);
    if gap.0 < last.time.0 / 5 {
        return;
    }
    let at = first.time + Time(gap.0 / 2);
    teller.may_say(
        "behind",
        at,
        pair::LinksBehind {
            ratio: Meter::Times(first.time),
            machine: machine(last.run).into(),
            share: Meter::Share(last.time),
        },
        None,
    );
}

pub(super) fn readout(show: &Show) -> Readout {
    let racers = ranking(show);
    let (Some(first), Some(last)) = (racers.first(), racers.last()) else { return Readout::default() };
    let mut figures = vec![
        Figure::told(figure::LinksRatio { slow: last.time, fast: first.time, ratio: Number(ratio(first, last), 1) })
            .answering(),
    ];
    let Params { op, bytes, .. } = Params::of(&show.scenario);
    figures.extend(racers.iter().map(|racer| machine_figure(racer, op, bytes)));
    Readout::from(figures)
}

fn machine_figure(racer: &Racer<'_>, op: Op, bytes: Bytes) -> Figure {
    let topology = &racer.run.topology;
    let class = slowest_link(racer.run);
    let source = if class.is_some_and(LinkClass::is_network) {
        let (nominal, effective) = topology.nic_rate();
        let cards = f64::from(topology.nics_per_node()) / f64::from(topology.gpus_per_node().max(1));
        let per_chef = |rate: Rate| Rate::bytes_per_s(rate.as_bytes_per_s() * cards);
        Line::from(msg::LinksFigureNetworkSource {
            link: link_name(class).into(),
            nominal: per_chef(nominal),
            effective: per_chef(effective),
        })
    } else {
        let adds = exchange_adds(racer.run);
        if adds {
            Line::from(msg::LinksFigureAddedSource {
                link: Words::from(link_name(own_link(racer.run, 0))),
                nominal: egress_nominal(racer.run, 0),
                effective: egress(racer.run, 0),
            })
        } else {
            Line::from(msg::LinksFigureMachineSource {
                link: Words::from(link_name(own_link(racer.run, 0))),
                nominal: egress_nominal(racer.run, 0),
                effective: egress(racer.run, 0),
            })
        }
    };
    Figure {
        name: machine(racer.run),
        value: Line::from(msg::LinksFigureMachineValue { time: racer.time, busbw: racer.busbw }),
        formula: Line::new(key::LINKS_FIGURE_MACHINE_FORMULA),
        filled: Line::from(msg::LinksFigureMachineFilled {
            bytes,
            time: racer.time,
            factor: Number(op.bus_factor(topology.len()), 3),
            busbw: racer.busbw,
        }),
        source,
        is_answer: true,
    }
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let Params { chefs, bytes, .. } = Params::of(scenario);
    let question = Line::from(msg::LinksGate { chefs: i64::from(chefs), bytes });
    Gate { question, at: "start", ask: Ask::Number(Dial { unit: Unit::Times, min: 0.5, max: 200.0 }) }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let show = rehearse(scenario)?;
    let racers = ranking(&show);
    let (Some(first), Some(last)) = (racers.first(), racers.last()) else {
        return Err(Line::new(key::LINKS_NOBODY));
    };
    let ratio = ratio(first, last);
    let reveal = Line::from(msg::LinksVerdict {
        fast: machine(first.run).into(),
        fast_time: first.time,
        slow: machine(last.run).into(),
        slow_time: last.time,
        ratio: Number(ratio, 1),
    });
    let cases = [first, last].map(|racer| Case::run(machine(racer.run), racer.run)).to_vec();
    Ok(Verdict { right: Right::Number(ratio), reveal, cases })
}
