//! One recipe cut for two: what crosses the knife, how long both wait for it, and what a better cut would send.

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::{Event, Facts, Teller, link_name, transfer_line, way_name};
use crate::story::sums::adding_up;
use crate::story::{Ask, Case, Dial, Figure, Gate, Layered, Readout, Right, Said, Script, Unit, Verdict, rehearse};
use kitchen_core::analysis::critical_path;
use kitchen_core::run::Run;
use kitchen_core::sim::task::Work;
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::graph::{Crossing, Passes, Value, weigh};
use kitchen_text::{Arg, Line, Meter, Number, Percent, Words, count, figure, key, msg, pair};

use super::kind::KIND;
use super::params::Params;
use super::run::{Place, Plan, build, work};
use super::three::{self, Knives};
use super::words;

/// The transfer that chef 2 waits for: the last to arrive, of equal ones the largest.
fn awaited<'a>(facts: &'a Facts<'_>) -> Option<&'a Event> {
    facts.events.iter().filter(|event| event.label.kind.is_transfer()).max_by_key(|event| (event.end, event.bytes))
}

/// What a transfer carries: crossings are numbered by their labels.
fn carried(plan: &Plan, event: &Event) -> Value {
    let crossing = plan.here.crossings.get(event.label.chunk as usize);
    crossing.map_or(Value::Residual, |crossing| value(plan, crossing))
}

fn value(plan: &Plan, crossing: &Crossing) -> Value {
    plan.graph.tensors[crossing.tensor as usize].value
}

fn bytes(place: &Place) -> Bytes {
    place.weighed.bytes
}

/// The part of the work that chef 1 does.
fn first_share(place: &Place) -> f64 {
    let [first, second] = place.weighed.work;
    first.0 as f64 / (first.0 + second.0).max(1) as f64
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    if let Some(knives) = Knives::of(show) {
        return three::telling::opening(&knives);
    }
    let Some(plan) = Plan::of(show) else { return Vec::new() };
    vec![
        Line::from(msg::GraphOpening1 {
            model: plan.model.name.into(),
            cards: count(plan.graph.dag.node_count()),
            words: Number(f64::from(plan.params.words), 0),
        }),
        Line::from(msg::GraphOpening2 {
            here: Words::from(words::place(&plan, plan.here.knife, false)),
            bytes: bytes(&plan.here),
        }),
        Line::from(msg::GraphOpening3 {
            there: Words::from(words::place(&plan, plan.good.knife, false)),
            bytes: bytes(&plan.good),
        }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    if let Some(knives) = Knives::of(show) {
        return three::telling::script(&knives, show);
    }
    let (Some(plan), Some(run)) = (Plan::of(show), show.runs.first()) else { return Script::default() };
    let facts = Facts::new(run);
    let mut teller = Teller::default();
    let (cards, sends) = (plan.graph.dag.node_count(), plan.here.crossings.len());
    let caption = Line::from(msg::GraphBeatStart {
        cards: count(cards),
        here: words::place(&plan, plan.here.knife, false).into(),
    });
    let xray = Line::from(msg::GraphXrayStart {
        model: plan.model.name.into(),
        words: Number(f64::from(plan.params.words), 0),
        gpu: plan.gpu.name.into(),
        here: Words::from(words::place(&plan, plan.here.knife, true)),
        sends: count(sends),
    });
    teller.must_say("start", Time::ZERO, Layered::of(caption, xray), None);
    cook(&facts, &plan, &mut teller);
    hand_over(&facts, &mut teller, &plan);
    explain(run, &plan, &mut teller);
    let makespan = show.makespan();
    teller.must_say("end", makespan, pair::GraphEnd { time: makespan, work: facts.compute_time() }, None);
    let all = run.topology.gpus.len();
    teller.meanwhile(Layered::of(facts.now(all), facts.now_xray(all)));
    teller.finish(makespan)
}

/// Chef 1 alone at work.
fn cook(facts: &Facts<'_>, plan: &Plan, teller: &mut Teller) {
    let [start, end] = work(facts.run, 0);
    let own = facts.events.iter().filter(|event| event.label.kind.is_compute() && event.gpu == 0);
    let ends: Vec<Time> = own.map(|event| event.end).collect();
    let cards = count(ends.len());
    let at = Time(start.0 + (end.0 - start.0) / 2);
    let share = first_share(&plan.here);
    // A chef with next to nothing to do is not worth a beat of its own.
    if share > 0.02 {
        let now = Layered::from(pair::GraphOne { cards, done: Meter::come(ends) });
        teller.must_say("one", at, now.until(end, pair::GraphOneDone { cards, time: end }), None);
    }
}

/// From the last card of chef 1 to the first of chef 2.
fn hand_over(facts: &Facts<'_>, teller: &mut Teller, plan: &Plan) -> Option<()> {
    let sent = awaited(facts)?;
    let [begin, _] = work(facts.run, 1);
    let [_, done] = work(facts.run, 0);
    let what = words::tensor(carried(plan, sent), false);
    let way = way_name(facts.way(sent));
    let now = Line::from(msg::GraphBeatSent { what: what.into(), bytes: sent.bytes, way: way.into() });
    let then = Line::from(msg::GraphBeatCame { what: what.into(), bytes: sent.bytes, time: sent.duration() });
    let focus = Some((0, sent.task));
    teller.must_say(
        "sent",
        done,
        Layered::of(Said::from(now).until(sent.end, then), transfer_line(facts, sent)),
        focus,
    );
    let idle = begin.saturating_sub(done);
    if idle.0 * 12 > facts.run.trace.makespan.0 {
        let now = pair::GraphWait { way: way.into(), link: link_name(facts.way(sent)).into() };
        let told = Layered::from(now).until(begin, pair::GraphWaited { time: idle });
        teller.must_say("wait", Time(done.0 + idle.0 / 2), told, focus);
    }
    let cards = facts.events.iter().filter(|event| event.label.kind.is_compute() && event.gpu == 1).count();
    teller.may_say("second", begin, pair::GraphSecond { time: begin, cards: count(cards) }, None);
    Some(())
}

/// Why so much crosses, and what another cut would send: told while the busier chef works, for it stays true.
fn explain(run: &Run, plan: &Plan, teller: &mut Teller) {
    let [first, second] = plan.here.weighed.work;
    let busier = u32::from(second >= first);
    let [start, end] = work(run, busier);
    let at = |tenths: u64| Time(start.0 + (end.0 - start.0) * tenths / 10);
    let late = if busier == 1 { [3, 6] } else { [7, 9] };
    if let Some(largest) = plan.here.crossings.iter().max_by_key(|crossing| crossing.bytes) {
        let Shape { value, times, rows, columns, each, bytes } = shape(plan, largest);
        let [kitchen, xray] = [false, true].map(|xray| words::tensor(value, xray).into());
        let caption = Line::from(msg::GraphBeatWhy { what: kitchen, times, rows, columns, each, bytes });
        let xray = Line::from(msg::GraphXrayWhy { what: xray, times, rows, columns, each, bytes });
        teller.may_say("why", at(late[0]), Layered::of(caption, xray), None);
    }
    let [caption, xray] = [false, true].map(|xray| compare(plan, xray));
    teller.may_say("compare", at(late[1]), Layered::of(caption, xray), None);
}

/// A tensor, and its size from its shape.
struct Shape {
    value: Value,
    times: Number,
    rows: Number,
    columns: Number,
    each: i64,
    bytes: Bytes,
}

fn shape(plan: &Plan, crossing: &Crossing) -> Shape {
    let tensor = &plan.graph.tensors[crossing.tensor as usize];
    let [times, rows, columns] = tensor.shape.map(|side| Number(side as f64, 0));
    let each = if tensor.value.learns() { 2 } else { 4 };
    Shape { value: tensor.value, times, rows, columns, each, bytes: tensor.bytes }
}

/// This cut beside the good one.
fn compare(plan: &Plan, xray: bool) -> Line {
    let (here, good) = (&plan.here, &plan.good);
    let share = first_share(here);
    if here.knife == good.knife {
        return Line::from(msg::GraphBeatGood {
            bytes: bytes(here),
            first: Percent(share),
            second: Percent(1.0 - share),
        });
    }
    if bytes(here) <= bytes(good) {
        return Line::from(msg::GraphBeatLight {
            bytes: bytes(here),
            first: Percent(share),
            second: Percent(1.0 - share),
        });
    }
    let ratio = bytes(here).0 as f64 / bytes(good).0.max(1) as f64;
    Line::from(msg::GraphBeatCompare {
        there: Words::from(words::place(plan, good.knife, xray)),
        good: bytes(good),
        ratio: Number(ratio, u8::from(ratio < 10.0)),
    })
}

pub(super) fn readout(show: &Show) -> Readout {
    if let Some(knives) = Knives::of(show) {
        return three::telling::readout(&knives);
    }
    let (Some(plan), Some(run)) = (Plan::of(show), show.runs.first()) else { return Readout::default() };
    let mut figures = vec![time(run), sent(&plan)];
    figures.extend(plan.here.crossings.iter().max_by_key(|crossing| crossing.bytes).map(|largest| {
        let Shape { value, times, rows, columns, each, bytes } = shape(&plan, largest);
        let (model, source) = (plan.model.name.into(), plan.model.source.into());
        let what = words::tensor(value, false).into();
        let told = figure::GraphLargest { what, times, rows, columns, each, bytes, model, source };
        Figure::of(largest.bytes, told)
    }));
    figures.push(ratio(&plan));
    figures.push(planner(&plan));
    figures.push(back(&plan));
    Readout::from(figures)
}

/// The critical path, by who holds it.
fn time(run: &Run) -> Figure {
    let mut parts = [Time::ZERO; 3];
    for task in critical_path(&run.graph, &run.trace) {
        let part = match run.graph.work[task as usize] {
            Work::Compute { gpu: 0, .. } => 0,
            Work::Compute { .. } => 2,
            _ => 1,
        };
        parts[part] += run.trace.end[task as usize].saturating_sub(run.trace.start[task as usize]);
    }
    let ([first, send, second], all) = adding_up(parts.map(|part| part.as_secs() * 1e3), 2);
    Figure::of(run.trace.makespan, figure::GraphTime { first, send, second, all })
}

/// What crosses, tensor by tensor.
fn sent(plan: &Plan) -> Figure {
    // Every tensor is of whole halves of a MiB, but for the tokens' numbers.
    let is_small = plan.here.crossings.iter().any(|crossing| crossing.bytes < Bytes::kib(512));
    let (unit, size, digits) = if is_small { ("KiB", Bytes::kib(1), 0) } else { ("MiB", Bytes::mib(1), 1) };
    let number = |bytes: Bytes| bytes.0 as f64 / size.0 as f64;
    let terms = plan.here.crossings.iter().map(|crossing| {
        let name = words::tensor(value(plan, crossing), false);
        [Line::new(name), Line::from(msg::GraphNumber { n: Number(number(crossing.bytes), digits) })]
    });
    let [names, numbers] = terms
        .reduce(|[names, numbers], [name, number]| {
            let plus = |a: Line, b: Line| Line::from(msg::GraphPlus { a: a.into(), b: b.into() });
            [plus(names, name), plus(numbers, number)]
        })
        .unwrap_or_else(|| [Line::new(key::GRAPH_CARD_ADD), Line::new(key::GRAPH_CARD_ADD)]);
    Figure {
        name: Line::new(key::GRAPH_FIGURE_SENT),
        value: Line::from(msg::Value { value: Arg::Bytes(bytes(&plan.here)) }),
        formula: Line::from(msg::Value { value: Arg::Line(Box::new(names)) }),
        filled: Line::from(msg::GraphFigureSentFilled {
            sum: numbers.into(),
            all: Number(number(bytes(&plan.here)), digits),
            unit: unit.into(),
        }),
        source: Line::from(msg::GraphFigureSentSource { n: count(plan.here.crossings.len()) }),
        is_answer: false,
    }
}

fn ratio(plan: &Plan) -> Figure {
    let (here, good) = (bytes(&plan.here), bytes(&plan.good));
    let ratio = here.0 as f64 / good.0.max(1) as f64;
    let digits = if ratio < 0.1 { 4 } else { 1 };
    Figure::saying(
        msg::GraphFigureTimes { ratio: Number(ratio, digits) },
        figure::GraphRatio {
            here,
            good,
            ratio: Number(ratio, digits),
            there: words::place(plan, plan.good.knife, false).into(),
        },
    )
}

/// What a planner looks at: the busier chef's work and what is sent, for one bowl of many.
fn planner(plan: &Plan) -> Figure {
    let weighed = &plan.here.weighed;
    let [first, second] = weighed.work.map(|work| (work.as_secs() * 1e5).round() / 100.0);
    let send = (weighed.send.as_secs() * 1e5).round() / 100.0;
    Figure::of(
        weighed.pace(),
        figure::GraphPace {
            first: Number(first, 2),
            second: Number(second, 2),
            send: Number(send, 2),
            pace: Number(first.max(second) + send, 2),
            there: words::place(plan, plan.good.knife, false).into(),
        },
    )
}

/// The way back: a gradient for each tensor.
fn back(plan: &Plan) -> Figure {
    let both = weigh(&plan.graph, &plan.here.cut, &plan.road, Passes::Both).bytes;
    let out = bytes(&plan.here);
    Figure::of(both, figure::GraphBack { out, back: Bytes(both.0 - out.0), both })
}

/// The beat at which the question is asked.
const ASKED: &str = "one";

pub(super) fn gate(scenario: &Scenario) -> Gate {
    if three::is_three(scenario) {
        let params = Params::of(scenario);
        return three::telling::gate(build(params).and_then(|topology| Knives::on(params, &topology)));
    }
    let dial = Dial { unit: Unit::Times, min: 0.5, max: 50.0 };
    let question = Plan::new(Params::of(scenario)).map_or_else(
        |line| line,
        |plan| {
            let there = words::place(&plan, plan.other(), false).into();
            let is_good = plan.here.knife == plan.good.knife;
            let here = words::place(&plan, plan.here.knife, false).into();
            if is_good {
                Line::from(msg::GraphGateGood { here, there })
            } else {
                Line::from(msg::GraphGate { here, there })
            }
        },
    );
    Gate { question, at: ASKED, ask: Ask::Number(dial) }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    if three::is_three(scenario) {
        return three::telling::verdict(scenario);
    }
    let params = Params::of(scenario);
    let plan = Plan::new(params)?;
    let run = |knife: u32| -> Result<(Time, Case), Line> {
        let show = rehearse(&Params { knife, ..params }.scenario(KIND))?;
        let name = Line::from(msg::Value { value: Arg::Line(Box::new(words::place(&plan, knife, false))) });
        let case = Case::of(name, &show).ok_or_else(|| Line::new(key::GRAPH_NOTHING))?;
        Ok((show.makespan(), case))
    };
    let is_good = plan.here.knife == plan.good.knife;
    let knives = [plan.here.knife, plan.other()];
    let [(here, first), (there, second)] = [run(knives[0])?, run(knives[1])?];
    let (slow, quick) = if is_good { (there, here) } else { (here, there) };
    let ratio = slow.as_secs() / quick.as_secs().max(1e-15);
    let [of_here, of_there] = knives.map(|knife| words::place(&plan, knife, false));
    let reveal = Line::from(msg::GraphVerdict {
        here: of_here.into(),
        mine: here,
        there: of_there.into(),
        other: there,
        ratio: Number(ratio, 2),
    });
    Ok(Verdict { right: Right::Number(ratio), reveal, cases: vec![first, second] })
}
