//! The moments of the relay: one step, or the three schedules one after another.

use super::fold;
use super::moments::{all_busy, drain_of, first_report, first_weights, peak_of_halves};
use super::run::{Plan, Relay};
use super::shape::{
    Causes, Shape, causes, is_pass, is_report, peak, places, relays, reports, shelf, span, steps, sum_of_causes,
    time_of,
};
use crate::show::Show;
use crate::story::facts::{Event, Facts, Teller, compute_line, transfer_line, way_name, while_it_lasts};
use crate::story::{Layered, Meter, Said, Script};
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;
use kitchen_core::workload::schedule::Placement;
use kitchen_text::{Arg, Line, Pair, Percent, count, key, msg, pair};
use std::collections::BTreeMap;

pub(super) fn script(show: &Show) -> Script {
    let Some(run) = show.runs.first() else { return Script::default() };
    let steps = steps(run);
    let relays = relays(show);
    let (Some(last), Some(relay)) = (steps.last(), relays.last()) else { return Script::default() };
    let shape = Shape::of(last);
    let mut teller = Teller::default();
    if let ([naive, gpipe, one], [first, second, _]) = (steps.as_slice(), relays.as_slice()) {
        one_at_a_time(naive, &shape, &mut teller);
        all_at_once((naive, first), gpipe, places(show), &mut teller);
        one_for_one((gpipe, second), one, places(show), &mut teller);
    } else {
        one_step(last, &shape, relay, &mut teller);
        if !Plan::of(&show.scenario).cut().halves() {
            overflow(last, places(show), &mut teller);
        }
    }
    if let Some(update) = last.last_to_end(Kind::Update) {
        let caption = Line::from(msg::PipelineBeatUpdate { n: update.chef() });
        teller.must_say(
            "update",
            update.start,
            Layered::of(caption, while_it_lasts(update, compute_line(update))),
            Some((0, update.task)),
        );
    }
    let bubble = causes(last, relay);
    let Causes { ideal, unequal, handover, value } = sum_of_causes(&bubble);
    let time = time_of(last);
    let share = Percent(bubble.share);
    let end: Pair = if relay.schedule.is_some() {
        pair::PipelineEnd { time, share, ideal, unequal, handover, value }.into()
    } else {
        pair::PipelineEndOwn { time, share, ideal, unequal, handover, value }.into()
    };
    teller.must_say("end", show.makespan(), end, None);
    meanwhile(&steps, relay, &mut teller);
    teller.finish(show.makespan())
}

/// How far the step has come: the bowls of which the last report is written, and those that wait for theirs with chef 1.
fn meanwhile(steps: &[Facts<'_>], relay: &Relay, teller: &mut Teller) {
    let is_line = relay.orders.placement == Placement::Line && relay.orders.chunks == 1;
    let told = |step: &Facts<'_>| -> Layered {
        let mut ends: BTreeMap<u16, Time> = BTreeMap::new();
        for event in step.events.iter().filter(|event| is_pass(event) && event.label.kind != Kind::Forward) {
            let end = ends.entry(event.label.micro_batch).or_default();
            *end = event.end.max(*end);
        }
        let (all, done) = (count(ends.len()), Meter::come(ends.into_values().collect()));
        if !is_line {
            return pair::PipelineSoFar { all, done }.into();
        }
        let held = std::iter::once((Time::ZERO, 0)).chain(shelf(step));
        let held = Meter::Steps(held.map(|(at, held)| (at, Arg::Int(held))).collect());
        pair::PipelineNow { all, done, held }.into()
    };
    let mut later = steps.iter().rev();
    let Some(last) = later.next() else { return };
    let (mut begin, mut all) = (span(last).0, told(last));
    for step in later {
        all = told(step).until(begin, all);
        begin = span(step).0;
    }
    teller.meanwhile(all);
}

/// A step by one schedule, or by one's own order.
fn one_step(facts: &Facts<'_>, shape: &Shape, relay: &Relay, teller: &mut Teller) {
    match relay.orders.placement {
        Placement::BothEnds => return fold::both_ends(facts, shape, relay, teller),
        Placement::Fold => {
            fill(facts, shape, teller);
            fold::fold(facts, shape, teller);
        }
        Placement::Line | Placement::Around => {
            fill(facts, shape, teller);
            turn(facts, shape, teller, relay.orders.chunks);
        }
    }
    weights(facts, shape, teller);
    drain(facts, shape, teller);
}

/// The naive step: a bowl goes there and back before the next begins.
fn one_at_a_time(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    fill(facts, shape, teller);
    first_turn(facts, shape, teller);
    if let Some(next) = facts.of(Kind::Forward).filter(|event| event.gpu == 0).nth(1) {
        let caption = Line::from(msg::PipelineBeatNext { n: next.bowl() });
        teller.must_say(
            "next",
            next.start,
            Layered::of(caption, while_it_lasts(next, compute_line(next))),
            Some((0, next.task)),
        );
    }
}

/// GPipe's step: bowls go in without waiting, and the shelf runs over.
fn all_at_once((naive, relay): (&Facts<'_>, &Relay), facts: &Facts<'_>, places: i64, teller: &mut Teller) {
    let share = causes(naive, relay).share;
    let caption = Line::from(msg::PipelineBeatGpipe { time: time_of(naive), bubble: Percent(share) });
    let xray = Line::from(msg::PipelineXrayGpipe { time: time_of(naive), bubble: Percent(share) });
    teller.must_say("gpipe", span(facts).0, Layered::of(caption, xray), None);
    overflow(facts, places, teller);
    let (held, full) = peak(facts);
    let over = held - places;
    if over > 1 {
        teller.must_say("full", full, pair::PipelineFull { n: held, places, over }, None);
    }
}

/// The moment from which chef 1 holds more than its shelf does.
fn overflow(facts: &Facts<'_>, places: i64, teller: &mut Teller) {
    let Some((at, held)) = shelf(facts).into_iter().find(|&(_, held)| held > places) else { return };
    teller.must_say("overflow", at, pair::PipelineOverflow { time: at, places, n: held }, None);
}

/// 1F1B's step: a bowl is begun for each that was dealt with.
fn one_for_one((gpipe, relay): (&Facts<'_>, &Relay), facts: &Facts<'_>, places: i64, teller: &mut Teller) {
    let share = causes(gpipe, relay).share;
    let (needed, _) = peak(gpipe);
    let (caption, xray) = (
        Line::from(msg::PipelineBeatOneForOne { time: time_of(gpipe), bubble: Percent(share), n: needed }),
        Line::from(msg::PipelineXrayOneForOne { time: time_of(gpipe), bubble: Percent(share), n: needed }),
    );
    teller.must_say("one-for-one", span(facts).0, Layered::of(caption, xray), None);
    let own: Vec<&Event> = facts.events.iter().filter(|event| event.gpu == 0 && is_pass(event)).collect();
    let Some(back) = own.iter().position(|event| is_report(event)) else { return };
    let stop = back.checked_sub(1).map(|last| own[last].end).filter(|&stop| stop < own[back].start);
    let (held, _) = peak(facts);
    if let Some(stop) = stop {
        let caption = if held < places {
            Line::from(msg::PipelineBeatHold { n: held, places })
        } else {
            Line::from(msg::PipelineBeatHoldFull { n: held, places })
        };
        let xray = Line::from(msg::PipelineXrayHoldPlaces { n: held, places });
        teller.must_say("hold", stop, Layered::of(caption, xray), None);
    }
    alternate(&own, back, teller);
    drain_of(facts, &Shape::of(facts), teller);
}

/// From the first bowl to the moment when all hands are busy.
fn fill(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    if let Some(first) = facts.first(Kind::Forward) {
        let caption = Line::from(msg::PipelineBeatStart { rest: count(shape.p.saturating_sub(1)) });
        teller.must_say(
            "start",
            first.start,
            Layered::of(caption, while_it_lasts(first, compute_line(first))),
            Some((0, first.task)),
        );
    }
    if let Some(sent) = facts.first(Kind::Activation) {
        let caption =
            Line::from(msg::PipelineBeatHandover { way: way_name(facts.way(sent)).into(), bytes: sent.bytes });
        let caption = Said::from(caption)
            .until(sent.end, Line::from(msg::PipelineBeatHanded { to: sent.receiver(), time: sent.end }));
        teller.must_say(
            "handover",
            sent.middle(),
            Layered::of(caption, while_it_lasts(sent, transfer_line(facts, sent))),
            Some((0, sent.task)),
        );
    }
    if let Some(second) = facts.of(Kind::Forward).find(|event| event.gpu == 1) {
        let at = second.start;
        let caption = match facts.doing(0, at) {
            Some(other) if other.label.kind == Kind::Forward => {
                let both = Line::from(msg::PipelineBeatOverlap { n: other.bowl() });
                Said::from(both).until(second.end.min(other.end), facts.now(shape.p))
            }
            None if shape.m > 1 => Line::from(msg::PipelineBeatPassed { time: at }).into(),
            _ => Line::new(key::PIPELINE_BEAT_RECEIVED).into(),
        };
        teller.must_say(
            "second",
            at,
            Layered::of(caption, while_it_lasts(second, compute_line(second))),
            Some((0, second.task)),
        );
    }
    all_busy(facts, shape, teller);
}

/// The last chef tastes the first bowl: the flow turns round.
fn first_turn(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    if let Some(first) = reports(facts).find(|event| event.gpu == shape.last_chef()) {
        let caption = Line::from(msg::PipelineBeatTurn { p: first.chef(), n: first.bowl() });
        teller.must_say(
            "turn",
            first.start,
            Layered::of(caption, while_it_lasts(first, compute_line(first))),
            Some((0, first.task)),
        );
    }
}

/// The flow turns round; chef 1 waits, then alternates.
fn turn(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller, chunks: u32) {
    first_turn(facts, shape, teller);
    if let Some(sent) = first_report(facts, teller) {
        let reader = reports(facts).find(|event| event.chef() == sent.receiver());
        if let Some(first) = reader {
            let n = first.chef();
            let caption = if first.label.kind == Kind::BackwardInput {
                Line::from(msg::PipelineBeatReadingFirst { n })
            } else {
                Line::from(msg::PipelineBeatReading { n })
            };
            teller.must_say(
                "reading",
                first.start,
                Layered::of(caption, while_it_lasts(first, compute_line(first))),
                Some((0, first.task)),
            );
        }
    }
    let (held, full) = peak(facts);
    let own: Vec<&Event> = facts.events.iter().filter(|event| event.gpu == 0 && is_pass(event)).collect();
    let Some(back) = own.iter().position(|event| is_report(event)) else { return };
    let stop = back.checked_sub(1).map(|last| own[last].end).filter(|&stop| stop < own[back].start);
    if chunks > 1 {
        return peak_of_halves(facts, chunks, teller);
    }
    if let Some(stop) = stop {
        let (caption, xray) = (
            Line::from(msg::PipelineBeatWait { n: count(back), time: own[back].start - stop }),
            Line::from(msg::PipelineXrayIdle { n: count(back), time: own[back].start - stop }),
        );
        teller.must_say("wait", stop, Layered::of(caption, xray), None);
    }
    if held > 1 && stop != Some(full) {
        teller.may_say(
            "peak",
            full,
            Layered::of(Line::from(msg::PipelineBeatPeak { n: held }), Line::from(msg::PipelineXrayHold { n: held })),
            None,
        );
    }
    alternate(&own, back, teller);
}

/// After its first report, chef 1 begins the next bowl.
fn alternate(own: &[&Event], back: usize, teller: &mut Teller) {
    if let Some(next) = own.get(back + 1).filter(|event| event.label.kind == Kind::Forward) {
        let caption = Line::from(msg::PipelineBeatAlternate { n: next.bowl() });
        teller.may_say(
            "alternate",
            next.start,
            Layered::of(caption, while_it_lasts(next, compute_line(next))),
            Some((0, next.task)),
        );
    }
}

/// From the last bowl to the page edits.
fn drain(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    let last_bowl =
        facts.of(Kind::Forward).rfind(|event| event.gpu == 0 && event.label.chunk == 0).filter(|_| shape.m > 1);
    if let Some(last) = last_bowl {
        let caption = Line::from(msg::PipelineBeatLastBowl { m: last.bowl() });
        teller.may_say(
            "last-bowl",
            last.start,
            Layered::of(caption, while_it_lasts(last, compute_line(last))),
            Some((0, last.task)),
        );
    }
    drain_of(facts, shape, teller);
    if let Some(last) = reports(facts).rfind(|event| event.gpu == 0) {
        let time = last.start;
        let caption = if facts.busy(time) == 1 {
            Line::from(msg::PipelineBeatLastReport { time })
        } else {
            Line::from(msg::PipelineBeatLastReportBusy { time })
        };
        teller.may_say(
            "last-report",
            time,
            Layered::of(caption, while_it_lasts(last, compute_line(last))),
            Some((0, last.task)),
        );
    }
}

/// What is put off: the weights' part, once the report is on its way; and the hands that it fills when no report is left.
fn weights(facts: &Facts<'_>, shape: &Shape, teller: &mut Teller) {
    first_weights(facts, teller);
    let Some(last) = reports(facts).rfind(|event| event.gpu == shape.last_chef()) else { return };
    let left = facts.of(Kind::BackwardWeight).filter(|event| event.gpu == last.gpu && event.start >= last.end).count();
    if left > 1 {
        teller.may_say(
            "filled",
            last.end,
            pair::PipelineFilled { time: last.end, n: last.chef(), left: count(left) },
            None,
        );
    }
}
