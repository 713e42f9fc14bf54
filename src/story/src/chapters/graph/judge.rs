//! Judges of what the cut recipe says: times from the raw spans, sizes by hand from the model's shape.

use super::params::Params;
use super::run::Plan;
use super::words;
use crate::tests::instant::Claim;
use crate::tests::instant::world::{Span, names};
use kitchen_core::units::Time;
use kitchen_core::workload::Model;
use kitchen_text::{Line, key};

/// The tensors that cross at each place of the knife, by hand: each as how many, rows, columns, bytes of each.
fn crossing(knife: u32, model: &Model) -> Vec<[u64; 4]> {
    let [s, h, ffn, v] = [model.seq, model.hidden, model.ffn, model.vocab].map(u64::from);
    let wide = |columns: u64| [1, s, columns, 2];
    let (stream, side) = (wide(h), wide(h / u64::from(model.heads) * u64::from(model.kv_heads)));
    let square = [u64::from(model.heads), s, s, 2];
    match knife {
        1 => vec![[1, s, 1, 4]],
        2 | 3 | 10 | 15 | 16 | 17 => vec![stream],
        5 => vec![stream, stream, side, side],
        6 | 7 => vec![square, side, stream],
        12 => vec![wide(ffn), wide(ffn), stream],
        13 => vec![wide(ffn), stream],
        18 => vec![wide(v)],
        _ => vec![stream, stream],
    }
}

fn size(shape: &[u64; 4]) -> u64 {
    shape.iter().product()
}

fn total(knife: u32, model: &Model) -> u64 {
    crossing(knife, model).iter().map(size).sum()
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    if super::three::is_three(&claim.world.show.scenario) {
        return super::three::judge::judge(claim);
    }
    let (world, t) = (claim.world, claim.t);
    let plan = Plan::new(Params::of(&world.show.scenario)).expect("a plan");
    let of = |gpu: usize| -> Vec<&Span> { world.all().iter().filter(|s| s.computes() && s.gpu == gpu).collect() };
    let (first, second) = (of(0), of(1));
    let done = first.iter().map(|s| s.end).max()?;
    let begin = second.iter().map(|s| s.start).min()?;
    let sum = |spans: &[&Span]| -> u64 { spans.iter().map(|s| s.end.0 - s.start.0).sum() };
    let model = Model { seq: plan.params.words, ..*plan.params.model };
    let knife = plan.params.knife;
    let is_place = |name: &str, knife: u32, xray: bool| is_line(claim, name, &words::place(&plan, knife, xray));
    let last = world.all().iter().filter(|s| s.travels()).max_by_key(|s| (s.end, s.bytes))?;
    let is_largest = || size(&largest(knife, &model)) == claim.bytes("bytes").0;
    Some(match claim.line.key {
        key::GRAPH_BEAT_START => claim.count("cards") == first.len() + second.len() && is_place("here", knife, false),
        key::GRAPH_XRAY_START => {
            claim.count("sends") == crossing(knife, &model).len()
                && is_place("here", knife, true)
                && claim.text("model") == model.name
                && claim.text("gpu") == world.run().topology.preset().gpu.name
                && claim.number("words") == f64::from(model.seq)
        }
        key::GRAPH_BEAT_ONE | key::GRAPH_XRAY_ONE => {
            let ended = first.iter().filter(|s| s.end <= t).count();
            claim.count("done") == ended && claim.count("cards") == first.len() && t < done && t < begin
        }
        key::GRAPH_BEAT_ONE_DONE | key::GRAPH_XRAY_ONE_DONE => {
            claim.time("time") == done && done <= t && claim.count("cards") == first.len()
        }
        key::GRAPH_BEAT_SENT => {
            done <= t
                && last.holds(t)
                && claim.bytes("bytes") == last.bytes
                && claim.key("way") == names(world.class(0, last.task))[0]
        }
        key::GRAPH_BEAT_CAME => {
            last.end <= t && claim.bytes("bytes") == last.bytes && claim.time("time") == Time(last.end.0 - last.start.0)
        }
        key::GRAPH_BEAT_WAIT => {
            world.busy(t) == 0 && last.holds(t) && claim.key("way") == names(world.class(0, last.task))[0]
        }
        key::GRAPH_XRAY_WAIT => {
            world.busy(t) == 0 && last.holds(t) && claim.key("link") == names(world.class(0, last.task))[1]
        }
        key::GRAPH_BEAT_WAITED | key::GRAPH_XRAY_WAITED => begin <= t && claim.time("time") == Time(begin.0 - done.0),
        key::GRAPH_BEAT_SECOND | key::GRAPH_XRAY_SECOND => {
            begin <= t && claim.time("time") == begin && claim.count("cards") == second.len()
        }
        // Told as what was sent, or of what it is like.
        key::GRAPH_BEAT_WHY | key::GRAPH_XRAY_WHY => {
            let shape = ["times", "rows", "columns"].map(|name| claim.number(name) as u64);
            let shape = [shape[0], shape[1], shape[2], claim.count("each") as u64];
            is_largest() && size(&shape) == claim.bytes("bytes").0 && crossing(knife, &model).contains(&shape)
        }
        key::GRAPH_BEAT_END | key::GRAPH_XRAY_END => {
            let end = world.show.makespan();
            t >= end && claim.time("time") == end && claim.time("work").0 == sum(&first) + sum(&second) && done <= begin
        }
        _ => return compare(claim, &plan, &model, [sum(&first), sum(&second)]),
    })
}

/// The largest tensor that crosses.
fn largest(knife: u32, model: &Model) -> [u64; 4] {
    crossing(knife, model).into_iter().max_by_key(size).expect("something crosses")
}

/// What is said of this cut beside others.
fn compare(claim: Claim<'_>, plan: &Plan, model: &Model, work: [u64; 2]) -> Option<bool> {
    let (knife, good) = (plan.params.knife, plan.good.knife);
    let [own, best] = [knife, good].map(|knife| total(knife, model));
    let shares = || {
        let first = work[0] as f64 / (work[0] + work[1]) as f64;
        (claim.percent("first") - first).abs() < 1e-9 && (claim.percent("second") + first - 1.0).abs() < 1e-9
    };
    Some(match claim.line.key {
        key::GRAPH_BEAT_COMPARE => {
            let ratio = own as f64 / best as f64;
            claim.bytes("good").0 == best
                && (claim.number("ratio") / ratio - 1.0).abs() < 1e-9
                && ratio > 1.0
                && [false, true].iter().any(|&xray| is_line(claim, "there", &words::place(plan, good, xray)))
        }
        key::GRAPH_BEAT_GOOD => {
            // By hand: the pace of every place of the knife, with the work of each operator.
            let order = plan.graph.order();
            let time = |range: std::ops::Range<usize>| -> u64 {
                order[range].iter().map(|&node| plan.graph.dag[node].forward.time.0).sum()
            };
            let pace = |knife: u32| {
                let before = plan.fold.before(knife);
                let send = total(knife, model) as f64 / plan.road.rate.as_bytes_per_s() * 1e12;
                time(0..before).max(time(before..order.len())) as f64 + send
            };
            let is_best = (1..19).all(|other| pace(knife) <= pace(other) + 10.0);
            knife == good && is_best && shares() && claim.bytes("bytes").0 == own
        }
        key::GRAPH_BEAT_LIGHT => own <= best && knife != good && shares() && claim.bytes("bytes").0 == own,
        _ => return None,
    })
}

fn is_line(claim: Claim<'_>, name: &str, expected: &Line) -> bool {
    claim.part(name).line == expected
}
