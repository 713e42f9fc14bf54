//! How does a relay keep all chefs busy? Pipeline parallelism: bubbles, schedules, handovers.

use crate::show::Show;
use crate::story::facts::{Event, Facts};
use crate::story::{Figure, Readout};
use kitchen_core::analysis::{Bubble, Pass};
use kitchen_core::oracle;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, Work};
use kitchen_core::units::Time;
use kitchen_core::workload::schedule::{self, Placement, Schedule};
use kitchen_text::{Line, Number, Percent, Reason, Words, count, figure, format, key, msg};

use super::run::{Plan, Relay};

/// One step of the run as the formulas see it: `p` stages, `m` micro-batches, the first of them with number `first`.
pub(super) struct Shape {
    pub(super) p: usize,
    pub(super) m: usize,
}

impl Shape {
    pub(super) fn of(facts: &Facts<'_>) -> Shape {
        let p = facts.of(Kind::Forward).map(|event| event.gpu as usize + 1).max().unwrap_or(0);
        // From both ends not every bowl passes chef 1 in the same direction, but each passes the first chunk or the second.
        let numbers = || facts.of(Kind::Forward).map(|event| usize::from(event.label.micro_batch));
        Shape { p, m: numbers().max().map_or(0, |last| last + 1 - numbers().min().unwrap_or(0)) }
    }

    pub(super) fn last_chef(&self) -> GpuId {
        self.p.saturating_sub(1) as GpuId
    }
}

pub(super) fn is_pass(event: &Event) -> bool {
    event.label.kind.is_pass()
}

/// Whether it makes the report that the chef before waits for.
pub(super) fn is_report(event: &Event) -> bool {
    matches!(event.label.kind, Kind::Backward | Kind::BackwardInput)
}

/// The passes that make reports, by start.
pub(super) fn reports<'a>(facts: &'a Facts<'_>) -> impl DoubleEndedIterator<Item = &'a Event> {
    facts.events.iter().filter(|event| is_report(event))
}

/// The steps of a run, each with what happened in it: no task of a step begins before the step before it has ended.
pub(super) fn steps(run: &Run) -> Vec<Facts<'_>> {
    let all = Facts::new(run);
    let ends: Vec<Time> = {
        let mut updates: Vec<Time> = all.of(Kind::Update).map(|event| event.end).collect();
        kitchen_core::order::sort(&mut updates);
        updates.chunks(Shape::of(&all).p.max(1)).filter_map(|step| step.last().copied()).collect()
    };
    let mut begin = Time::ZERO;
    let step = |end: Time| {
        let from = std::mem::replace(&mut begin, end);
        all.part(from, end)
    };
    ends.into_iter().map(step).collect()
}

/// The begin and the end of a step.
pub(super) fn span(facts: &Facts<'_>) -> (Time, Time) {
    let begin = facts.events.iter().map(|event| event.start).min().unwrap_or_default();
    (begin, facts.events.iter().map(|event| event.end).max().unwrap_or_default())
}

/// How long a step took.
pub(super) fn time_of(facts: &Facts<'_>) -> Time {
    let (begin, end) = span(facts);
    end.saturating_sub(begin)
}

/// The orders of each step.
pub(super) fn relays(show: &Show) -> Vec<Relay> {
    Plan::of(&show.scenario).relays
}

/// The passes of a step, each with the one whose result it waits for.
fn passes(facts: &Facts<'_>, orders: &schedule::Plan) -> Vec<Pass> {
    let events: Vec<&Event> = facts.events.iter().filter(|event| is_pass(event)).collect();
    let input = |event: &Event| {
        let here = (event.gpu, event.label.chunk);
        let (place, back) = match event.label.kind {
            Kind::Forward => (orders.placement.before(here, orders.stages()), false),
            Kind::BackwardWeight => (None, true),
            _ => (orders.placement.after(here, orders.stages(), orders.chunks), true),
        };
        let (gpu, chunk) = place?;
        let is = |other: &&Event| {
            let label = other.label;
            (other.gpu, label.chunk, label.micro_batch) == (gpu, chunk, event.label.micro_batch)
                && if back { is_report(other) } else { label.kind == Kind::Forward }
        };
        events.iter().position(is)
    };
    let mut taken = vec![0; orders.orders.len()];
    let mut joined = |stage: usize| {
        let step = orders.orders.get(stage).zip(taken.get_mut(stage)).and_then(|(order, taken)| {
            *taken += 1;
            order.get(*taken - 1)
        });
        step.is_some_and(|step| step.joined)
    };
    // By start: a stage's passes come in its order.
    let pass = |event: &&Event| {
        let (stage, start, end) = (event.gpu as usize, event.start, event.end);
        Pass { stage, input: input(event), joined: joined(stage), start, end }
    };
    events.iter().map(pass).collect()
}

/// Seconds of forward, input's and weights' gradient of a bowl at a chef, the mean of all chefs: by the formula all are equal.
fn mean(facts: &Facts<'_>, shape: &Shape) -> [f64; 3] {
    let per = (shape.p * shape.m).max(1) as f64;
    let sum = |kind| facts.of(kind).map(|event| event.duration().as_secs()).sum::<f64>() / per;
    let whole = sum(Kind::Backward);
    let (input, weight) = (sum(Kind::BackwardInput), sum(Kind::BackwardWeight));
    if whole == 0.0 || weight == 0.0 {
        // A whole backward pass counts as the input's: no formula takes them apart there.
        return [sum(Kind::Forward), input + whole, weight];
    }
    // Some are split and some are whole: a weights' part is as long as those that stand apart.
    let apart = facts.of(Kind::BackwardWeight).count().max(1) as f64;
    let one = weight * per / apart;
    [sum(Kind::Forward), input + whole + weight - one, one]
}

/// The formula's idle time a chef in hundredths of a millisecond, and what it multiplies in it: by `p - 1`, for DualPipe by
/// `p / 2 - 1` (arXiv:2412.19437 table 2).
fn ideal_idle(facts: &Facts<'_>, shape: &Shape, schedule: Schedule) -> (f64, f64) {
    let [f, b, w] = mean(facts, shape).map(|seconds| (seconds * 1e5).round());
    let bracket = match schedule {
        Schedule::Split => f + b,
        Schedule::ZbH1 => f + b - w,
        Schedule::ZbH2 => f + b - 2.0 * w,
        Schedule::Interleaved(chunks) => ((f + b + w) / f64::from(chunks)).round(),
        Schedule::DualPipe => f + 2.0 * b - w,
        // None is published but for equal passes.
        Schedule::ZbV => 0.0,
        _ => f + b + w,
    };
    let bracket = bracket.max(0.0);
    let times = if schedule == Schedule::DualPipe { shape.p as f64 / 2.0 - 1.0 } else { shape.p as f64 - 1.0 };
    (bracket * times, bracket)
}

/// Whether the formula is `(p-1)/(m+p-1)` or `(p-1)/p`, which need no times.
pub(super) fn is_plain(schedule: Schedule) -> bool {
    matches!(schedule, Schedule::Naive | Schedule::GPipe | Schedule::OneFOneB)
}

/// A bowl's passes at a chef, in hundredths of a millisecond.
fn work(facts: &Facts<'_>, shape: &Shape) -> f64 {
    mean(facts, shape).map(|seconds| (seconds * 1e5).round()).iter().sum()
}

/// The idle share of a step, of the longest time from a chef's first pass to its last, by its causes. One's own order has no
/// formula: what it leaves idle with instant hand-overs is its own.
pub(super) fn causes(facts: &Facts<'_>, relay: &Relay) -> Bubble {
    let shape = Shape::of(facts);
    let ideal = match relay.schedule {
        Some(schedule) if is_plain(schedule) => {
            oracle::pipeline::bubble_fraction(schedule, shape.p.max(1) as u32, shape.m as u32)
        }
        Some(schedule) => {
            let (idle, work) = (ideal_idle(facts, &shape, schedule).0, work(facts, &shape) * shape.m as f64);
            idle / (idle + work).max(1.0)
        }
        None => 0.0,
    };
    Bubble::of(&passes(facts, &relay.orders), ideal)
}

/// The idle share of a run's last step: 1 − computing ÷ (p × span).
pub(super) fn bubble(show: &Show) -> f64 {
    let Some(run) = show.runs.first() else { return 0.0 };
    let relays = relays(show);
    steps(run).last().zip(relays.last()).map_or(0.0, |(facts, relay)| causes(facts, relay).share)
}

/// How many micro-batches chef 1 holds over a step: forward ended, backward not. Each change with the number from then on.
pub(super) fn shelf(facts: &Facts<'_>) -> Vec<(Time, i64)> {
    let mut changes: Vec<(Time, i64)> = Vec::new();
    for event in facts.events.iter().filter(|event| event.gpu == 0) {
        match event.label.kind {
            Kind::Forward => changes.push((event.end, 1)),
            Kind::Backward | Kind::BackwardWeight => changes.push((event.end, -1)),
            _ => {}
        }
    }
    // At an instant what is finished leaves before what is new comes.
    kitchen_core::order::sort(&mut changes);
    let mut held = 0;
    for (_, change) in &mut changes {
        held += *change;
        *change = held;
    }
    changes
}

/// The most that chef 1 holds, with the moment from which it does.
pub(super) fn peak(facts: &Facts<'_>) -> (i64, Time) {
    let mut most = (0, Time::ZERO);
    for (at, held) in shelf(facts) {
        if held > most.0 {
            most = (held, at);
        }
    }
    most
}

/// How many micro-batches find room on chef 1's shelf.
pub(super) fn places(show: &Show) -> i64 {
    Plan::of(&show.scenario).places(0) as i64
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(run) = show.runs.first() else { return Vec::new() };
    let steps = steps(run);
    let Some(last) = steps.last() else { return Vec::new() };
    let shape = Shape::of(last);
    let mut lines =
        vec![Line::from(msg::PipelineOpening1 { p: count(shape.p), m: count(shape.m), time: time_of(last) })];
    let (begin, _) = span(last);
    let whole = relays(show).last().is_none_or(|relay| relay.orders.placement != Placement::BothEnds);
    if !whole {
        let line = |at: Time| Line::from(msg::PipelineOpening2Both { fill: at.saturating_sub(begin) });
        lines.extend(last.first_with_busy(shape.p).map(line));
    } else if let Some(first) = last.of(Kind::Forward).find(|event| event.gpu == shape.last_chef()) {
        lines.push(Line::from(msg::PipelineOpening2 { fill: first.start.saturating_sub(begin) }));
    }
    lines.push(Line::from(msg::PipelineOpening3 { bubble: Percent(bubble(show)) }));
    let places = places(show);
    lines.push(if Plan::of(&show.scenario).cut().halves() {
        Line::from(msg::PipelineOpening4Halves { places })
    } else {
        Line::from(msg::PipelineOpening4 { places })
    });
    lines
}

pub(super) fn readout(show: &Show) -> Readout {
    let Some(run) = show.runs.first() else { return Readout::default() };
    let steps = steps(run);
    let relays = relays(show);
    let (Some(last), Some(relay)) = (steps.last(), relays.last()) else { return Readout::default() };
    let shape = Shape::of(last);
    let mut figures = vec![bubble_figure(last, &shape, relay), step_figure(last, &shape, relay)];
    figures.extend(last.first(Kind::Activation).map(|sent| handover_figure(last, sent)));
    figures.extend(shelf_figure(last, &shape, relay));
    figures.push(places_figure(show));
    if let ([naive, gpipe, one], [a, b, c]) = (steps.as_slice(), relays.as_slice()) {
        figures.push(in_turn_figure([(naive, a), (gpipe, b), (one, c)]));
    }
    Readout::from(figures)
}

/// A bubble's causes as they are said: the formula, unequal stages and hand-over, in hundredths of a percent that add up.
pub(super) struct Causes {
    pub(super) ideal: Number,
    pub(super) unequal: Words,
    pub(super) handover: Words,
    pub(super) value: Number,
}

pub(super) fn sum_of_causes(bubble: &Bubble) -> Causes {
    let [ideal, unequal, handover, share] = bubble.in_view();
    // Stages of unequal length may also shorten the fill: a term has its sign.
    let signed = |value: f64| {
        let mut text = String::from(if value < 0.0 { "\u{2212} " } else { "+ " });
        format::push_number(&mut text, value.abs(), 2);
        Words::from(text)
    };
    Causes { ideal: Number(ideal, 2), unequal: signed(unequal), handover: signed(handover), value: Number(share, 2) }
}

fn bubble_figure(facts: &Facts<'_>, shape: &Shape, relay: &Relay) -> Figure {
    let bubble = causes(facts, relay);
    let share = Percent(bubble.share);
    let Causes { ideal, unequal, handover, value } = sum_of_causes(&bubble);
    let (p, m) = (count(shape.p), count(shape.m));
    let schedule = match relay.schedule {
        None => return Figure::of(share, figure::PipelineBubbleOwn { p, m, ideal, unequal, handover, value }),
        Some(Schedule::Naive) => {
            return Figure::of(share, figure::PipelineBubbleNaive { p, ideal, unequal, handover, value });
        }
        Some(schedule) if is_plain(schedule) => {
            return Figure::of(share, figure::PipelineBubble { p, m, ideal, unequal, handover, value });
        }
        Some(Schedule::ZbV) => {
            let own = figure::PipelineBubbleOwn { p, m, ideal, unequal, handover, value };
            let reason = Reason {
                formula: Line::new(key::PIPELINE_FIGURE_BUBBLE_ZB_V_FORMULA),
                source: Line::new(key::PIPELINE_FIGURE_BUBBLE_ZB_V_SOURCE),
                ..Reason::from(own)
            };
            return Figure::of(share, reason);
        }
        Some(schedule) => schedule,
    };
    let (idle, bracket) = ideal_idle(facts, shape, schedule);
    let [idle, bracket, work] = [idle, bracket, work(facts, shape)].map(|sum| Number(sum / 100.0, 2));
    let formula = match schedule {
        Schedule::DualPipe => {
            let dual = figure::PipelineBubbleDual { p, m, bracket, idle, work, ideal, unequal, handover, value };
            return Figure::of(share, dual);
        }
        Schedule::Split => key::PIPELINE_FIGURE_BUBBLE_SPLIT_FORMULA,
        Schedule::ZbH1 => key::PIPELINE_FIGURE_BUBBLE_ZB_H1_FORMULA,
        Schedule::ZbH2 => key::PIPELINE_FIGURE_BUBBLE_ZB_H2_FORMULA,
        Schedule::Interleaved(_) => key::PIPELINE_FIGURE_BUBBLE_INTERLEAVED_FORMULA,
        _ => key::PIPELINE_FIGURE_BUBBLE_FORMULA,
    };
    let times = figure::PipelineBubbleTimes { p, m, bracket, idle, work, ideal, unequal, handover, value };
    Figure::of(share, Reason { formula: Line::new(formula), ..Reason::from(times) })
}

/// What any order comes to: the work shared out, over the part of the time in which hands are busy, and what comes after.
fn step_of_its_bubble(facts: &Facts<'_>, shape: &Shape, relay: &Relay) -> Figure {
    let sum = work(facts, shape) * (shape.m * shape.p) as f64;
    let percent = causes(facts, relay).in_view()[3];
    let relayed = sum / shape.p.max(1) as f64 / (1.0 - percent / 100.0).max(1e-4);
    let whole = hundredths(time_of(facts));
    let rest = (whole - relayed).round();
    Figure::of(
        time_of(facts),
        figure::PipelineStepBubble {
            sum: Number(sum / 100.0, 2),
            p: count(shape.p),
            bubble: Number(percent, 2),
            rest: Number(rest / 100.0, 2),
            value: Number((relayed + rest) / 100.0, 2),
        },
    )
}

/// Forward and backward of each stage, from its first micro-batch, and the last stage's page edit.
fn stage_times(facts: &Facts<'_>, shape: &Shape) -> (Vec<Time>, Time) {
    let first = |kind, gpu| facts.of(kind).find(|event| event.gpu == gpu).map_or(Time::ZERO, Event::duration);
    let stages = (0..shape.p as GpuId).map(|gpu| first(Kind::Forward, gpu) + first(Kind::Backward, gpu)).collect();
    (stages, facts.last_to_end(Kind::Update).map_or(Time::ZERO, Event::duration))
}

/// Hundredths of a millisecond: what the readout computes with is what it shows.
fn hundredths(time: Time) -> f64 {
    (time.as_secs() * 1e5).round()
}

fn step_figure(facts: &Facts<'_>, shape: &Shape, relay: &Relay) -> Figure {
    let Some(schedule) = relay.schedule.filter(|&schedule| is_plain(schedule)) else {
        return step_of_its_bubble(facts, shape, relay);
    };
    let (stages, update) = stage_times(facts, shape);
    let sum = hundredths(stages.iter().fold(Time::ZERO, |sum, &stage| sum + stage));
    let longest = hundredths(stages.iter().copied().max().unwrap_or_default());
    let update = hundredths(update);
    let m = shape.m as f64;
    let is_naive = schedule == Schedule::Naive;
    let relay = if is_naive { sum * m } else { sum + longest * (m - 1.0) };
    let [sum, longest, update, value] = [sum, longest, update, relay + update].map(|part| Number(part / 100.0, 2));
    let m = count(shape.m);
    let reason: Reason = if is_naive {
        figure::PipelineStepNaive { m, sum, update, value }.into()
    } else {
        figure::PipelineStep { m, sum, longest, update, value }.into()
    };
    Figure::of(time_of(facts), reason)
}

/// The alpha-beta time of one message, in hundredths of a microsecond, megabytes and GB/s as shown.
fn handover_figure(facts: &Facts<'_>, sent: &Event) -> Figure {
    let latency = match facts.run.graph.work[sent.task as usize] {
        Work::Transfer { route, .. } => facts.run.graph.routes[route as usize].latency,
        _ => Time::ZERO,
    };
    let round = |value: f64| (value * 100.0).round() / 100.0;
    let megabytes = round(sent.bytes.0 as f64 / 1e6);
    let (rate, latency) = (round(facts.rate(sent).as_gb_per_s()), round(latency.as_secs() * 1e6));
    Figure::of(
        sent.duration(),
        figure::PipelineHandover {
            bytes: Number(megabytes, 2),
            rate: Number(rate, 2),
            latency: Number(latency, 2),
            value: Number(megabytes * 1e3 / rate.max(1e-9) + latency, 1),
        },
    )
}

/// The most on chef 1's shelf, in bowls: a chunk's part counts as its part. One's own order promises nothing.
fn shelf_figure(facts: &Facts<'_>, shape: &Shape, relay: &Relay) -> Option<Figure> {
    let schedule = relay.schedule?;
    let (p, m) = (shape.p as u32, shape.m as u32);
    let formula = match schedule {
        Schedule::Naive => key::PIPELINE_FIGURE_SHELF_FORMULA_NAIVE,
        Schedule::GPipe => key::PIPELINE_FIGURE_SHELF_FORMULA_GPIPE,
        Schedule::Interleaved(_) => key::PIPELINE_FIGURE_SHELF_FORMULA_INTERLEAVED,
        Schedule::ZbH2 => key::PIPELINE_FIGURE_SHELF_FORMULA_ZB_H2,
        Schedule::DualPipe => key::PIPELINE_FIGURE_SHELF_FORMULA_DUAL,
        // Fewer bowls than its warm-up has: what is published is the most.
        Schedule::ZbV if m < 2 * p - 1 => key::PIPELINE_FIGURE_SHELF_FORMULA_ZB_V,
        _ => key::PIPELINE_FIGURE_SHELF_FORMULA_1F1B,
    };
    let bowls = peak(facts).0 as f64 / f64::from(schedule.parts());
    let digits = u8::from(schedule.parts() > 1);
    Some(Figure {
        name: Line::new(key::PIPELINE_FIGURE_SHELF),
        value: Line::from(msg::PipelineFigureShelfBowls { n: Number(bowls, digits) }),
        formula: Line::new(formula),
        filled: Line::from(msg::PipelineFigureShelfFilled {
            n: Number(oracle::pipeline::peak(schedule, p, m), digits),
        }),
        source: Line::new(key::PIPELINE_FIGURE_SHELF_SOURCE),
        is_answer: false,
    })
}

/// How many bowls the shelf has room for, from the memory model, in gigabytes as shown.
fn places_figure(show: &Show) -> Figure {
    let plan = Plan::of(&show.scenario);
    let shown = |bytes: u64| (bytes as f64 / 1e7).round() / 100.0;
    let (whole, state, bowl) = (shown(plan.gpu.hbm.0), shown(plan.state(0).0), shown(plan.bowl(0).0));
    Figure::saying(
        msg::PipelineFigureShelfValue { n: places(show) },
        figure::PipelinePlaces {
            whole: Number(whole, 2),
            state: Number(state, 2),
            bowl: Number(bowl, 2),
            value: Number((whole - state) / bowl.max(1e-9), 2),
            sequences: i64::from(plan.layout.micro_batch),
        },
    )
}

/// The three schedules beside one another: time and bubble, and the most bowls on the shelf.
fn in_turn_figure(steps: [(&Facts<'_>, &Relay); 3]) -> Figure {
    let shares = steps.map(|(facts, relay)| causes(facts, relay).share);
    let [naive, gpipe, one] = steps.map(|(facts, _)| facts);
    Figure::told(figure::PipelineInTurn {
        naive_share: Percent(shares[0]),
        gpipe_share: Percent(shares[1]),
        one_share: Percent(shares[2]),
        held_naive: peak(naive).0,
        held_gpipe: peak(gpipe).0,
        held_one: peak(one).0,
        naive: time_of(naive),
        gpipe: time_of(gpipe),
        one: time_of(one),
    })
}

#[cfg(test)]
mod tests {
    use super::super::kind::KIND;
    use super::super::params::Params;
    use super::*;
    use crate::scenario::Scenario;
    use crate::story::rehearse;

    fn run(settings: &[(&str, i64)], schedule: &str) -> Show {
        let scenario = Scenario::default_for(KIND).with_choice("schedule", schedule);
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

    /// The shelf is exactly the formula's, and the terms of the bubble are its whole.
    fn check(settings: &[(&str, i64)], link: &str, schedule: &str, held: i64) -> Bubble {
        let scenario = Scenario::default_for(KIND).with_choice("schedule", schedule);
        let scenario = scenario.with_choice("link", link);
        let scenario = settings.iter().fold(scenario, |scenario, &(id, value)| scenario.with(id, value));
        let show = rehearse(&scenario).expect("the relay runs");
        let steps = steps(&show.runs[0]);
        assert_eq!(steps.len(), 1);
        assert_eq!(peak(&steps[0]).0, held, "{scenario:?}");
        let bubble = causes(&steps[0], &relays(&show)[0]);
        // The share by itself: what is not computed between the first and the last pass.
        let passes: Vec<&Event> = steps[0].events.iter().filter(|event| is_pass(event)).collect();
        let work: u64 = passes.iter().map(|event| event.duration().0).sum();
        let span = passes.iter().map(|event| event.end).max().unwrap() - passes[0].start;
        let share = 1.0 - work as f64 / (span.0 as f64 * f64::from(Params::of(&scenario).stages));
        assert!((bubble.ideal + bubble.unequal + bubble.hand_over - share).abs() < 1e-9, "{scenario:?}: {bubble:?}");
        assert!(bubble.hand_over >= 0.0, "{scenario:?}: {bubble:?}");
        let [ideal, unequal, hand_over, sum] = bubble.in_view().map(|percent| (percent * 100.0).round() as i64);
        assert_eq!(ideal + unequal + hand_over, sum, "{scenario:?}");
        assert!((sum as f64 - share * 1e4).abs() <= 0.5 + 1e-6, "{scenario:?}");
        bubble
    }

    #[test]
    fn the_terms_of_the_bubble_are_its_whole_and_the_shelf_is_the_formula_s() {
        for (p, m) in [(2, 1), (2, 32), (3, 8), (4, 1), (4, 6), (4, 8), (4, 32), (5, 7), (8, 3), (8, 32)] {
            for link in ["nvlink", "pcie", "infiniband"] {
                let settings = [("stages", p), ("batches", m)];
                check(&settings, link, "naive", 1);
                check(&settings, link, "gpipe", m);
                check(&settings, link, "1f1b", m.min(p));
            }
        }
        // The models that are not balanced so well, too.
        for model in 0..5 {
            check(&[("model", model), ("stages", 8)], "pcie", "1f1b", 8);
        }
    }

    #[test]
    fn what_is_left_beside_the_formula_is_small() {
        for (p, m) in [(4, 8), (4, 32), (8, 8), (8, 32)] {
            let bubble = check(&[("stages", p), ("batches", m)], "nvlink", "1f1b", m.min(p));
            assert!(bubble.unequal.abs() < 0.03 && bubble.hand_over < 0.01, "{p} {m}: {bubble:?}");
        }
    }

    #[test]
    fn each_schedule_is_told_in_its_own_step() {
        let show = rehearse(&Scenario::default_for(KIND)).unwrap();
        let steps = steps(&show.runs[0]);
        assert_eq!(steps.iter().map(|step| peak(step).0).collect::<Vec<_>>(), [1, 8, 4]);
        assert_eq!(steps.iter().map(|step| step.events.len()).sum::<usize>(), Facts::new(&show.runs[0]).events.len());
        assert!((4..8).contains(&places(&show)), "1F1B's bowls fit, and GPipe's do not");
    }

    #[test]
    fn captions_are_true_when_they_are_told() {
        for schedule in ["naive", "gpipe", "1f1b"] {
            let show = run(&[], schedule);
            let script = super::super::beats::script(&show);
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
