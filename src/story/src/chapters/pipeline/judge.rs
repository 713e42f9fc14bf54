//! Judges of what the relay says.

use super::params::Params;
use super::run::Plan;
use crate::tests::instant::world::{Span, World, names};
use crate::tests::instant::{Claim, digits};
use kitchen_core::oracle::pipeline::{Shape, bubble_fraction, share as share_of};
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;
use kitchen_core::workload::Schedule;
use kitchen_text::{Lang, key};

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let p = world.gpus();
    let bowl = |s: &Span| usize::from(s.label.micro_batch);
    let of = |gpu: usize, kind: Kind, n: usize| world.of(kind).find(|s| s.gpu == gpu && bowl(s) == n);
    let of_reports =
        |gpu: usize, n: usize| reports(world).filter(|s| s.gpu == gpu && bowl(s) == n).max_by_key(|s| s.end);
    let begun = |gpu: usize, kind: Kind, n: usize| of(gpu, kind, n).is_some_and(|s| s.start <= t);
    let moves = |kind: Kind, to: usize, end: Time| {
        end <= t && world.of(kind).any(|s| s.to == to && s.end == end && !world.of(kind).any(|o| o.start < s.start))
    };
    let step = |n: usize| Step::of(world, n);
    let last = || step(Step::count(world) - 1);
    Some(match claim.line.key {
        key::PIPELINE_BEAT_START => {
            begun(0, Kind::Forward, 0)
                && !world.all().iter().any(|s| s.travels() && s.end <= t)
                && claim.count("rest") == p - 1
        }
        key::PIPELINE_BEAT_HANDOVER => world.moving(t).any(|s| {
            s.label.kind == Kind::Activation
                && bowl(s) == 0
                && s.to == 1
                && s.bytes == claim.bytes("bytes")
                && names(world.class(0, s.task))[0] == claim.key("way")
        }),
        key::PIPELINE_BEAT_HANDED => moves(Kind::Activation, claim.index("to"), claim.time("time")),
        key::PIPELINE_BEAT_HANDED_BACK => moves(Kind::ActivationGradient, claim.index("to"), claim.time("time")),
        key::PIPELINE_BEAT_OVERLAP => {
            let works = |gpu: usize, n: usize| of(gpu, Kind::Forward, n).is_some_and(|s| s.holds(t));
            works(1, 0) && works(0, claim.index("n"))
        }
        key::PIPELINE_BEAT_PASSED => {
            let back = of_reports(0, 0)?.end;
            moves(Kind::Activation, 1, claim.time("time")) && of(0, Kind::Forward, 1)?.start >= back
        }
        key::PIPELINE_BEAT_RECEIVED => begun(1, Kind::Forward, 0),
        key::PIPELINE_BEAT_NEXT => {
            let next = of(0, Kind::Forward, claim.index("n"))?;
            let end = if Step::count(world) > 1 { step(0).end } else { world.show.makespan() };
            let in_hand = |t: Time| world.now(t).filter(|span| is_pass(span)).count();
            let quiet = |s: &Span| s.start >= end || in_hand(s.start) == 1;
            next.start <= t
                && of_reports(0, 0)?.end <= next.start
                && claim.index("n") == 1
                && world.of(Kind::Forward).chain(reports(world)).all(quiet)
        }
        key::PIPELINE_BEAT_ALL_BUSY => {
            world.busy(t) == p && claim.count("p") == p && first_full(world) == claim.time("time")
        }
        key::PIPELINE_BEAT_TURN => {
            let first = reports(world).filter(|s| s.gpu == p - 1).min_by_key(|s| s.start)?;
            first.start <= t && bowl(first) == claim.index("n") && claim.count("p") == p
        }
        key::PIPELINE_BEAT_REPORT => world.moving(t).any(|s| {
            s.label.kind == Kind::ActivationGradient
                && bowl(s) == claim.index("n")
                && s.gpu == claim.index("from")
                && s.to == claim.index("to")
        }),
        key::PIPELINE_BEAT_ALTERNATE => {
            let next = of(0, Kind::Forward, claim.index("n"))?;
            next.start <= t && reports(world).any(|s| s.gpu == 0 && s.end == next.start)
        }
        key::PIPELINE_BEAT_LAST_BOWL => {
            let last = world.of(Kind::Forward).filter(|s| s.gpu == 0 && s.label.chunk == 0).max_by_key(|s| s.start)?;
            bowl(last) == claim.index("m") && last.start <= t
        }
        key::PIPELINE_BEAT_DRAIN | key::PIPELINE_BEAT_DRAIN_EDIT => {
            let (gpu, at) = (claim.index("p"), claim.time("time"));
            let end = world.all().iter().filter(|span| is_pass(span)).filter(|s| s.gpu == gpu).map(|s| s.end).max()?;
            let edits = world.of(Kind::Update).any(|s| s.gpu == gpu && s.start == at);
            at == end
                && at <= t
                && others(world, gpu, at) == claim.count("busy")
                && edits == (claim.line.key == key::PIPELINE_BEAT_DRAIN_EDIT)
        }
        key::PIPELINE_BEAT_LAST_REPORT => {
            claim.time("time") == last_back(world) && last_back(world) <= t && others(world, 0, t) == 0
        }
        key::PIPELINE_BEAT_LAST_REPORT_BUSY => claim.time("time") == last_back(world) && last_back(world) <= t,
        key::PIPELINE_BEAT_UPDATE => {
            let own = world.of(Kind::Update).filter(|s| s.gpu == claim.index("n"));
            own.max_by_key(|s| s.start).is_some_and(|s| s.start <= t)
        }
        key::PIPELINE_BEAT_END | key::PIPELINE_XRAY_END | key::PIPELINE_BEAT_END_OWN | key::PIPELINE_XRAY_END_OWN => {
            ends(claim, &last())
        }
        _ => return of_weights(claim).or_else(|| of_steps(claim)).or_else(|| of_two(claim)).or_else(|| of_now(claim)),
    })
}

/// The last step is over: how long it took, and which share of it hands were idle; in the x-ray by causes.
fn ends(claim: Claim<'_>, last: &Step) -> bool {
    let share = match claim.line.key {
        key::PIPELINE_BEAT_END | key::PIPELINE_BEAT_END_OWN => (claim.percent("share") - last.share).abs() < 1e-9,
        _ => adds_up(claim, last.share),
    };
    claim.t >= claim.world.show.makespan() && claim.time("time") == last.time() && share
}

/// Judges of what counts along.
fn of_now(claim: Claim<'_>) -> Option<bool> {
    Some(match claim.line.key {
        key::PIPELINE_BEAT_NOW | key::PIPELINE_XRAY_NOW => {
            so_far(claim) && claim.count("held") == held(claim.world, claim.t)
        }
        key::PIPELINE_BEAT_SO_FAR | key::PIPELINE_XRAY_SO_FAR => so_far(claim),
        _ => return None,
    })
}

/// Whether so many bowls of the step that goes on now have all their reports.
fn so_far(claim: Claim<'_>) -> bool {
    let (world, t) = (claim.world, claim.t);
    let m = Params::of(&world.show.scenario).batches as usize;
    let now = (0..Step::count(world)).rev().find(|&n| Step::of(world, n).begin <= t).unwrap_or(0);
    let is_over = |bowl: usize| {
        let mut back = world
            .all()
            .iter()
            .filter(|s| is_pass(s) && s.label.kind != Kind::Forward && usize::from(s.label.micro_batch) == bowl);
        back.all(|span| span.end <= t)
    };
    claim.count("all") == m && claim.count("done") == (now * m..now * m + m).filter(|&bowl| is_over(bowl)).count()
}

/// Judges of what is said where each chef holds two stretches of the recipe.
fn of_two(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let p = world.gpus();
    let bowl = |s: &Span| usize::from(s.label.micro_batch);
    let chunk = |s: &Span| s.label.chunk;
    let first = |kind: Kind, gpu: usize| world.of(kind).filter(move |s| s.gpu == gpu).min_by_key(|s| s.start);
    let first_report = |gpu: usize| reports(world).filter(|s| s.gpu == gpu).min_by_key(|s| s.start);
    Some(match claim.line.key {
        key::PIPELINE_BEAT_FOLD => {
            let own = |of: u32| {
                world.of(Kind::Forward).find(|s| s.gpu == p - 1 && bowl(s) == claim.index("n") && chunk(s) == of)
            };
            let (down, up) = (own(0)?, own(1)?);
            // Nothing of that bowl travels between its two stretches there, and what goes on goes to the chef before.
            let goes_on = world.of(Kind::Activation).filter(|s| s.gpu == p - 1 && bowl(s) == claim.index("n"));
            let back: Vec<&Span> = goes_on.collect();
            claim.count("p") == p && down.end <= up.start && up.start <= t && back.len() == 1 && back[0].to == p - 2
        }
        key::PIPELINE_BEAT_TURN_FOLD => {
            let report = first_report(0)?;
            let none_before = reports(world).all(|s| s.start >= report.start);
            report.start <= t && bowl(report) == claim.index("n") && chunk(report) == 1 && none_before
        }
        key::PIPELINE_BEAT_BOTH_START => {
            let (down, up) = (first(Kind::Forward, 0)?, first(Kind::Forward, p - 1)?);
            (bowl(down), bowl(up), chunk(down), chunk(up)) == (0, 1, 0, 1)
                && down.start.max(up.start) <= t
                && claim.count("p") == p
        }
        key::PIPELINE_BEAT_MEET => {
            let (gpu, n) = (claim.index("n"), claim.index("bowl"));
            let from_the_other_end =
                world.of(Kind::Activation).any(|s| s.to == gpu && s.gpu == gpu + 1 && bowl(s) == n);
            let met = world.of(Kind::Forward).find(|s| s.gpu == gpu && bowl(s) == n)?;
            let other = first(Kind::Forward, gpu)?;
            met.start <= t && from_the_other_end && chunk(other) == 0 && other.start < met.start
        }
        key::PIPELINE_BEAT_TURN_BOTH => {
            let (down, up) = (first_report(p - 1)?, first_report(0)?);
            claim.count("p") == p
                && down.start.max(up.start) <= t
                && (bowl(down), bowl(up)) == (claim.index("n"), claim.index("up"))
                && reports(world).all(|s| s.start >= down.start.min(up.start))
        }
        key::PIPELINE_BEAT_PAIR | key::PIPELINE_XRAY_PAIR => {
            let (gpu, at) = (claim.index("n"), claim.time("time"));
            let of = |kind: Kind, n: usize| world.of(kind).find(|s| s.gpu == gpu && bowl(s) == n);
            let taken = of(Kind::Forward, claim.index("bowl"))?;
            let report = of(Kind::Backward, claim.index("report"))?;
            let on = [of(Kind::Activation, claim.index("bowl"))?, of(Kind::ActivationGradient, claim.index("report"))?];
            taken.end == report.start && report.end == at && at <= t && on.iter().all(|s| s.start >= at)
        }
        _ => return None,
    })
}

/// Judges of what is said of gradients that are split.
fn of_weights(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let p = world.gpus();
    let bowl = |s: &Span| usize::from(s.label.micro_batch);
    Some(match claim.line.key {
        key::PIPELINE_BEAT_READING | key::PIPELINE_BEAT_READING_FIRST => {
            let splits = world.of(Kind::BackwardWeight).next().is_some();
            splits == (claim.line.key == key::PIPELINE_BEAT_READING_FIRST)
                && reports(world).any(|s| s.gpu == claim.index("n") && s.start <= t)
                && claim.index("n") == p - 2
        }
        key::PIPELINE_BEAT_WEIGHTS => {
            let (gpu, n) = (claim.index("n"), claim.index("bowl"));
            let is = |s: &&Span| s.gpu == gpu && bowl(s) == n;
            let begun = world.of(Kind::BackwardWeight).filter(is).min_by_key(|s| s.start)?;
            let report = reports(world).filter(is).find(|s| s.label.chunk == begun.label.chunk)?;
            begun.start <= t && report.end <= begun.start
        }
        key::PIPELINE_BEAT_FILLED | key::PIPELINE_XRAY_FILLED => {
            let at = claim.time("time");
            let of_last = |kind: Kind| world.of(kind).filter(|s| s.gpu == p - 1);
            of_last(Kind::BackwardInput).map(|s| s.end).max()? == at
                && at <= t
                && claim.index("n") == p - 1
                && of_last(Kind::BackwardWeight).filter(|s| s.start >= at).count() == claim.count("left")
        }
        _ => return None,
    })
}

/// Judges of what is said of whole steps and of the shelf.
fn of_steps(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let step = |n: usize| Step::of(world, n);
    let last = || step(Step::count(world) - 1);
    let places = || Plan::of(&world.show.scenario).places(0) as usize;
    let of_step = |step: &Step| step.share == claim.percent("bubble") && step.time() == claim.time("time");
    Some(match claim.line.key {
        key::PIPELINE_BEAT_WAIT | key::PIPELINE_XRAY_IDLE => {
            let back = reports(world).filter(|s| s.gpu == 0).map(|s| s.start).min()?;
            let before: Vec<&Span> = world.of(Kind::Forward).filter(|s| s.gpu == 0 && s.end <= back).collect();
            let stop = before.iter().map(|s| s.end).max()?;
            stop <= t && Time(back.0 - stop.0) == claim.time("time") && before.len() == claim.count("n")
        }
        key::PIPELINE_BEAT_PEAK | key::PIPELINE_XRAY_HOLD => {
            held(world, t) <= claim.count("n") && last().most == claim.count("n")
        }
        key::PIPELINE_BEAT_PEAK_HALVES | key::PIPELINE_XRAY_HOLD_HALVES => {
            held(world, t) <= claim.count("n")
                && last().most == claim.count("n")
                && (claim.number("whole") * 2.0 - claim.count("n") as f64).abs() < 1e-9
        }
        key::PIPELINE_BEAT_GPIPE | key::PIPELINE_XRAY_GPIPE => step(0).end <= t && of_step(&step(0)),
        key::PIPELINE_BEAT_OVERFLOW | key::PIPELINE_XRAY_OVERFLOW => {
            let at = claim.time("time");
            let over = held(world, at) == claim.count("n") && claim.count("n") == places() + 1;
            at <= t && over && held(world, Time(at.0 - 1)) == places() && claim.count("places") == places()
        }
        key::PIPELINE_BEAT_FULL | key::PIPELINE_XRAY_FULL => {
            step(1).most == claim.count("n")
                && claim.count("over") + places() == claim.count("n")
                && claim.count("places") == places()
                && held(world, t) <= claim.count("n")
        }
        key::PIPELINE_BEAT_ONE_FOR_ONE | key::PIPELINE_XRAY_ONE_FOR_ONE => {
            step(1).end <= t && of_step(&step(1)) && step(1).most == claim.count("n")
        }
        key::PIPELINE_BEAT_HOLD | key::PIPELINE_BEAT_HOLD_FULL | key::PIPELINE_XRAY_HOLD_PLACES => {
            let spare = claim.count("n") < places();
            (claim.line.key == key::PIPELINE_XRAY_HOLD_PLACES || spare == (claim.line.key == key::PIPELINE_BEAT_HOLD))
                && last().most == claim.count("n")
                && claim.count("places") == places()
        }
        _ => return None,
    })
}

/// A training step, searched for by its bowls.
struct Step {
    begin: Time,
    end: Time,
    /// The idle share from the first pass to the last.
    share: f64,
    /// The most bowls that chef 1 holds.
    most: usize,
}

impl Step {
    fn count(world: &World<'_>) -> usize {
        world.of(Kind::Update).filter(|s| s.gpu == 0).count()
    }

    fn of(world: &World<'_>, n: usize) -> Step {
        let m = Params::of(&world.show.scenario).batches as usize;
        let is_in = |s: &&Span| is_pass(s) && usize::from(s.label.micro_batch) / m == n;
        let passes: Vec<&Span> = world.all().iter().filter(is_in).collect();
        let begin = passes.iter().map(|s| s.start).min().unwrap_or_default();
        let updates = world.of(Kind::Update).filter(|s| s.start > begin).map(|s| s.end);
        let end =
            if n + 1 < Step::count(world) { Step::of(world, n + 1).begin } else { updates.max().unwrap_or_default() };
        let work: u64 = passes.iter().map(|s| s.end.0 - s.start.0).sum();
        // The longest of the chefs' own times.
        let of_chef = |gpu: usize| {
            let own = || passes.iter().filter(move |s| s.gpu == gpu);
            own().map(|s| s.end.0).max().unwrap_or(0) - own().map(|s| s.start.0).min().unwrap_or(0)
        };
        let longest = (0..world.gpus()).map(of_chef).max().unwrap_or(0);
        let share = 1.0 - work as f64 / (longest as f64 * world.gpus() as f64);
        let own = passes.iter().filter(|s| s.gpu == 0 && s.label.kind == Kind::Forward);
        let most = own.map(|s| held(world, s.end)).max().unwrap_or(0);
        Step { begin, end, share, most }
    }

    fn time(&self) -> Time {
        Time(self.end.0 - self.begin.0)
    }
}

/// Whether the terms of the bubble, as they are shown, add up to what the trace says, and the first is the formula's.
fn adds_up(claim: Claim<'_>, share: f64) -> bool {
    let scenario = &claim.world.show.scenario;
    let schedule = Plan::of(scenario).relays.last().and_then(|relay| relay.schedule);
    let (p, m) = (Params::of(scenario).stages, Params::of(scenario).batches);
    let hundredths = |value: f64| (value * 100.0).round() as i64;
    let signed = |name: &str| {
        let text = claim.text(name);
        let size: f64 = digits(text).first().and_then(|number| number.parse().ok()).expect("a number");
        if text.starts_with('+') { hundredths(size) } else { -hundredths(size) }
    };
    assert!(Lang::ALL.iter().all(|&lang| claim.line.say(lang).contains(claim.text("unequal"))));
    let world = claim.world;
    let ideal = match schedule {
        Some(schedule @ (Schedule::Naive | Schedule::GPipe | Schedule::OneFOneB)) => bubble_fraction(schedule, p, m),
        Some(schedule) => {
            // As long as the mean of the chefs.
            let mean = |kinds: &[Kind]| {
                let all = world.all().iter().filter(|s| kinds.contains(&s.label.kind));
                Time(all.map(|s| s.end.0 - s.start.0).sum::<u64>() / u64::from(p * m))
            };
            let forward = mean(&[Kind::Forward]);
            let (mut input, mut weight) = (mean(&[Kind::Backward, Kind::BackwardInput]), mean(&[Kind::BackwardWeight]));
            if schedule == Schedule::DualPipe {
                // Not every report is split: the parts that stand apart say how long one is.
                let apart: Vec<Time> = world.of(Kind::BackwardWeight).map(|s| Time(s.end.0 - s.start.0)).collect();
                let one = Time(apart.iter().map(|time| time.0).sum::<u64>() / apart.len() as u64);
                (input, weight) = (Time(input.0 + weight.0 - one.0), one);
            }
            share_of(schedule, &Shape { stages: p, micro_batches: m, forward, input, weight })
        }
        None => 0.0,
    };
    // Times are shown in hundredths of a millisecond, and what is computed with them is what is shown.
    let near = if schedule.is_none_or(|one| one.splits() || one.chunks() > 1) { 15 } else { 0 };
    let own = schedule.is_some() || claim.number("ideal") == 0.0;
    own && (hundredths(claim.number("ideal")) - hundredths(ideal * 100.0)).abs() <= near
        && hundredths(claim.number("value")) == hundredths(share * 100.0)
        && hundredths(claim.number("ideal")) + signed("unequal") + signed("handover")
            == hundredths(claim.number("value"))
}

fn is_pass(span: &Span) -> bool {
    span.label.kind.is_pass()
}

fn is_report(span: &Span) -> bool {
    matches!(span.label.kind, Kind::Backward | Kind::BackwardInput)
}

/// The passes that make reports.
fn reports<'a>(world: &'a World<'_>) -> impl Iterator<Item = &'a Span> {
    world.all().iter().filter(|span| is_report(span))
}

fn first_full(world: &World<'_>) -> Time {
    let starts = world.all().iter().filter(|s| s.computes()).map(|s| s.start);
    starts.filter(|&t| world.busy(t) == world.gpus()).min().unwrap_or(Time::MAX)
}

fn last_back(world: &World<'_>) -> Time {
    reports(world).filter(|s| s.gpu == 0).map(|s| s.start).max().unwrap_or(Time::MAX)
}

/// Bowls whose forward at chef 1 has ended and whose backward has not.
fn held(world: &World<'_>, t: Time) -> usize {
    let ended = |kind| world.of(kind).filter(|s| s.gpu == 0 && s.end <= t).count();
    ended(Kind::Forward) - ended(Kind::Backward) - ended(Kind::BackwardWeight)
}

/// Other chefs with a pass to end.
fn others(world: &World<'_>, gpu: usize, t: Time) -> usize {
    let left = |&other: &usize| {
        other != gpu && world.all().iter().filter(|span| is_pass(span)).any(|s| s.gpu == other && s.end > t)
    };
    (0..world.gpus()).filter(left).count()
}
