//! Judges of what the specialists' counter says.

use super::params::Params;
use super::run::{CHEFS, Plan, WORDS, choose};
use crate::tests::instant::Claim;
use crate::tests::instant::world::{Span, World, names};
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;
use kitchen_core::workload::routing::Routing;
use kitchen_text::key;

/// What each chef computes at a step.
fn at_step<'a>(world: &'a World<'_>, step: u16) -> Vec<&'a Span> {
    let mut spans: Vec<&Span> = world.of(Kind::Forward).filter(|span| span.label.step == step).collect();
    spans.sort_by_key(|span| span.gpu);
    spans
}

fn end(spans: &[&Span]) -> Time {
    spans.iter().map(|span| span.end).max().unwrap_or_default()
}

/// When the last transfer of a step is through.
fn through(world: &World<'_>, step: u16) -> Time {
    world.all().iter().filter(|span| span.travels() && span.label.step == step).map(|span| span.end).max().unwrap()
}

/// Bowls from one chef to another, by the bytes that travel.
fn bowls(world: &World<'_>, step: u16, from: usize, to: usize, each: u64) -> f64 {
    let fits = |span: &&Span| span.travels() && span.label.step == step && span.gpu == from && span.to == to;
    world.all().iter().filter(fits).map(|span| span.bytes.0).sum::<u64>() as f64 / each as f64
}

/// The last to be done with the reports of the last page, and when the others were.
fn on_the_way_back<'a>(world: &'a World<'_>) -> Option<(&'a Span, Time)> {
    let step = 4;
    let spans: Vec<&Span> = world.of(Kind::Backward).filter(|span| span.label.step == step).collect();
    let slow = *spans.iter().max_by_key(|span| (span.end, CHEFS - span.gpu))?;
    let others = spans.iter().filter(|span| span.gpu != slow.gpu).map(|span| span.end).max()?;
    Some((slow, others))
}

/// When the last was done, and how long all others waited for it.
fn waited(spans: &[&Span]) -> Option<(Time, Time)> {
    let slow = spans.iter().max_by_key(|span| (span.end, CHEFS - span.gpu))?;
    let others = spans.iter().filter(|span| span.gpu != slow.gpu).map(|span| span.end).max()?;
    Some((slow.end, Time(slow.end.0 - others.0)))
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let plan = Plan::of(world.show);
    // Waiting is told of both pages, all else of the first.
    let waits = matches!(
        claim.line.key,
        key::EXPERTS_BEAT_WAIT | key::EXPERTS_XRAY_WAIT | key::EXPERTS_BEAT_WAITED | key::EXPERTS_XRAY_WAITED
    );
    let step = if waits && t >= through(world, 1) { 3 } else { 1 };
    let cook = at_step(world, step);
    let slow = cook.iter().max_by_key(|span| (span.end, CHEFS - span.gpu))?;
    let quick = cook.iter().min_by_key(|span| (span.end, span.gpu))?;
    let each = plan.token_bytes();
    let length = |span: &Span| Time(span.end.0 - span.start.0);
    let is = |name: &str, chef: usize| claim.index(name) == chef;
    Some(match claim.line.key {
        key::EXPERTS_BEAT_START | key::EXPERTS_XRAY_START => start(claim, &plan),
        key::EXPERTS_BEAT_CORRECTED | key::EXPERTS_XRAY_CORRECTED => corrected(claim, &plan),
        key::EXPERTS_BEAT_ASKED | key::EXPERTS_XRAY_ASKED => {
            asked(claim, &plan.pages[0])
                && end(&at_step(world, 0)) <= t
                && near(claim.number("all"), (CHEFS * WORDS as usize * plan.pages[0].top) as f64)
        }
        key::EXPERTS_BEAT_OTHER | key::EXPERTS_XRAY_OTHER => {
            asked(claim, &plan.pages[1]) && end(&at_step(world, 2)) <= t
        }
        key::EXPERTS_BEAT_PASSED | key::EXPERTS_XRAY_PASSED => {
            // They lie aside until the page is done.
            let over = at_step(world, 1);
            passed(claim, &plan.pages[0]) && end(&at_step(world, 0)) <= t && (over.is_empty() || t < end(&over))
        }
        key::EXPERTS_BEAT_SENT => {
            sent(claim, 0, each, |span| span.holds(t) && names(world.class(0, span.task))[0] == claim.key("way"))
        }
        key::EXPERTS_BEAT_CAME => {
            claim.time("time") <= t && sent(claim, 0, each, |span| span.end == claim.time("time"))
        }
        key::EXPERTS_BEAT_BACK => sent(claim, 1, each, |span| span.holds(t)),
        key::EXPERTS_BEAT_BACK_DONE => {
            claim.time("time") <= t && sent(claim, 1, each, |span| span.end == claim.time("time"))
        }
        key::EXPERTS_BEAT_FIRST | key::EXPERTS_XRAY_FIRST => {
            let part = quick.end.0.saturating_sub(slow.start.0) as f64 / length(slow).0 as f64;
            let left = plan.pages[0].load(slow.gpu) as f64 * (1.0 - part);
            is("quick", quick.gpu)
                && is("slow", slow.gpu)
                && claim.time("time") == quick.end
                && quick.end <= t
                && (claim.number("left") - left).abs() <= 0.5
                && near(claim.number("bowls"), plan.pages[0].load(quick.gpu) as f64)
        }
        key::EXPERTS_BEAT_WAIT | key::EXPERTS_XRAY_WAIT => {
            is("slow", slow.gpu) && world.busy(t) == 1 && slow.holds(t) && claim.count("n") == CHEFS - 1
        }
        key::EXPERTS_BEAT_WAITED | key::EXPERTS_XRAY_WAITED => {
            let others = cook.iter().filter(|span| span.gpu != slow.gpu).map(|span| span.end).max()?;
            is("slow", slow.gpu)
                && slow.end <= t
                && claim.time("time") == Time(slow.end.0 - others.0)
                && claim.count("n") == CHEFS - 1
        }
        key::EXPERTS_BEAT_SLOWEST | key::EXPERTS_XRAY_SLOWEST => {
            is("slow", slow.gpu)
                && is("quick", quick.gpu)
                && slow.end <= t
                && claim.time("time") == length(slow)
                && claim.time("short") == length(quick)
                && near(claim.number("bowls"), plan.pages[0].load(slow.gpu) as f64)
                && near(claim.number("few"), plan.pages[0].load(quick.gpu) as f64)
        }
        key::EXPERTS_BEAT_PAGE | key::EXPERTS_XRAY_PAGE => {
            let done = through(world, 1);
            let hands: u64 = world.all().iter().filter(|s| s.computes() && s.label.step < 2).map(|s| length(s).0).sum();
            let share = 1.0 - hands as f64 / (CHEFS as u64 * done.0) as f64;
            claim.time("time") == done && done <= t && (claim.percent("share") - share).abs() < 1e-9
        }
        _ => return the_way_back(claim),
    })
}

/// What is said of the way back and of the whole.
fn the_way_back(claim: Claim<'_>) -> Option<bool> {
    let (world, t, there) = (claim.world, claim.t, through(claim.world, 3));
    let is = |name: &str, chef: usize| claim.index(name) == chef;
    Some(match claim.line.key {
        key::EXPERTS_BEAT_TURN | key::EXPERTS_XRAY_TURN => claim.time("time") == there && there <= t,
        key::EXPERTS_BEAT_BACK_WAIT | key::EXPERTS_XRAY_BACK_WAIT => {
            let (slow, _) = on_the_way_back(world)?;
            is("slow", slow.gpu) && world.busy(t) == 1 && slow.holds(t) && claim.count("n") == CHEFS - 1
        }
        key::EXPERTS_BEAT_BACK_WAITED | key::EXPERTS_XRAY_BACK_WAITED => {
            let (slow, others) = on_the_way_back(world)?;
            let (late, before) = waited(&at_step(world, 3))?;
            is("slow", slow.gpu)
                && slow.end <= t
                && late <= t
                && claim.time("time") == Time(slow.end.0 - others.0)
                && claim.time("there") == before
                && claim.count("n") == CHEFS - 1
        }
        key::EXPERTS_BEAT_END_EVEN => {
            let whole = world.show.makespan();
            let is_short = |step: u16| {
                let mut spans = at_step(world, step);
                spans.sort_by_key(|span| span.end);
                let [.., before, last] = spans.as_slice() else { return false };
                (last.end.0 - before.end.0) * 20 < last.end.0 - last.start.0
            };
            t >= whole
                && claim.time("time") == whole
                && claim.time("there") == there
                && claim.time("back") == Time(whole.0 - there.0)
                && (is_short(1) || is_short(3))
        }
        key::EXPERTS_BEAT_END => {
            let last =
                |step: u16| at_step(world, step).into_iter().max_by_key(|s| (s.end, CHEFS - s.gpu)).map(|s| s.gpu);
            let whole = world.show.makespan();
            t >= whole
                && claim.time("time") == whole
                && claim.time("there") == there
                && claim.time("back") == Time(whole.0 - there.0)
                && last(1) == Some(claim.index("first"))
                && last(3) == Some(claim.index("second"))
        }
        _ => return None,
    })
}

fn start(claim: Claim<'_>, plan: &Plan) -> bool {
    let experts = plan.model.experts.expect("experts");
    claim.count("n") == claim.world.gpus()
        && claim.count("experts") == experts.count as usize
        && claim.count("top") == experts.top as usize
        && near(claim.number("words"), f64::from(WORDS))
        && claim.text("model") == plan.model.name
        && (claim.line.key == key::EXPERTS_BEAT_START
            || claim.text("gpu") == claim.world.run().topology.preset().gpu.name)
}

/// The favourite by brute force: each expert's wishes against the mean.
fn asked(claim: Claim<'_>, page: &Routing) -> bool {
    let wishes: Vec<u64> = (0..page.experts).map(|expert| page.wishes(expert)).collect();
    let most = wishes.iter().max().copied().unwrap_or(0);
    let mean = wishes.iter().sum::<u64>() as f64 / page.experts as f64;
    let at = wishes.iter().position(|&count| count == most).unwrap_or(0);
    claim.index("chef") == at * CHEFS / page.experts
        && near(claim.number("asked"), most as f64)
        && near(claim.number("times"), most as f64 / mean)
}

/// Brute force: what is asked for beyond each specialist's room.
fn passed(claim: Claim<'_>, page: &Routing) -> bool {
    let taken: u64 = (0..page.experts).map(|expert| page.takes(expert)).sum();
    let passed = page.all_wishes() - taken;
    passed > 0
        && near(claim.number("passed"), passed as f64)
        && near(claim.number("all"), page.all_wishes() as f64)
        && near(claim.percent("share"), passed as f64 / page.all_wishes() as f64)
}

fn corrected(claim: Claim<'_>, plan: &Plan) -> bool {
    let before = choose(plan.model, Params { corrected: 0, ..plan.params }, 0);
    let favourite = (0..before.experts).max_by_key(|&expert| (before.wishes(expert), before.experts - expert)).unwrap();
    claim.int("batches") == i64::from(plan.params.corrected)
        && near(claim.number("before"), before.popularity(favourite))
        && near(claim.number("after"), plan.pages[0].popularity(favourite))
}

/// Whether one of the pair's deliveries fits, and the bowls of all of them are told.
fn sent(claim: Claim<'_>, step: u16, each: u64, fits: impl Fn(&Span) -> bool) -> bool {
    let world = claim.world;
    let (from, to) = (claim.index("from"), claim.index("to"));
    let pair = |span: &&Span| span.travels() && span.label.step == step && span.gpu == from && span.to == to;
    world.all().iter().filter(pair).any(fits) && near(claim.number("bowls"), bowls(world, step, from, to, each))
}
