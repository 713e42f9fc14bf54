//! Judges of what the shelf says: jars counted one by one from the raw spans, sizes from the model's own arithmetic.

use super::params::Params;
use super::run::{Step, ask};
use crate::tests::instant::Claim;
use crate::tests::instant::world::Span;
use kitchen_core::sim::task::{Kind, TaskId, Work};
use kitchen_core::units::Time;
use kitchen_core::workload::Zero;
use kitchen_core::workload::memory::{Doing, Edge, MemoryKind, nearest};
use kitchen_text::{Arg, key};

/// A step of which nothing but the plan and the spans is used.
struct Seen<'a> {
    claim: Claim<'a>,
    step: Step,
}

impl Seen<'_> {
    fn edge(&self, edge: Edge, always: Time) -> Time {
        let trace = &self.claim.world.run().trace;
        match edge {
            Edge::Always => always,
            Edge::Start(task) => trace.start[task as usize],
            Edge::End(task) => trace.end[task as usize],
        }
    }

    /// Bytes of the kinds of jars on the first shelf at an instant.
    fn on_shelf(&self, t: Time, whats: &[MemoryKind]) -> u64 {
        let there = |what: MemoryKind, from: Edge, to: Edge| {
            whats.contains(&what) && self.edge(from, Time::ZERO) <= t && t < self.edge(to, Time::MAX)
        };
        let jars = self.step.lesson.allocations.iter().filter(|jar| jar.gpu == 0);
        jars.filter(|jar| there(jar.what, jar.from, jar.to)).map(|jar| jar.bytes.0).sum()
    }

    /// The fullest instant of those at which a jar comes, of a part of the run.
    fn fullest(&self, from: Time, to: Time) -> (Time, u64) {
        let comes = self.step.lesson.allocations.iter().map(|jar| self.edge(jar.from, Time::ZERO)).chain([from]);
        let mut all: Vec<(u64, Time)> =
            comes.filter(|&t| from <= t && t < to).map(|t| (self.on_shelf(t, &MemoryKind::ALL), t)).collect();
        all.sort_by_key(|&(bytes, t)| (std::cmp::Reverse(bytes), t));
        (all[0].1, all[0].0)
    }

    /// From the first start to the last end of what the first chef does of a kind, learning apart from reading.
    fn span(&self, kind: Kind, learns: bool) -> Option<(Time, Time)> {
        let reads = |task: usize| self.step.lesson.doing[task].0 == Doing::Read;
        let turn = self.claim.world.all().iter().filter(|span| reads(span.task)).map(|span| span.end).max()?;
        let own = self.claim.world.all().iter().filter(|span| {
            let mine = if span.travels() { span.to == 0 } else { span.gpu == 0 };
            mine && span.label.kind == kind && (span.start >= turn) == learns
        });
        own.map(|span| (span.start, span.end)).reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
    }

    /// Whether the first chef has laid out all of its notebooks: the bowls may be late, where weights are fetched first.
    fn has_opened(&self) -> bool {
        let opens = |span: &&Span| span.gpu == 0 && self.step.lesson.doing[span.task].0 == Doing::Open;
        let last = self.claim.world.all().iter().filter(opens).map(|span| span.end).max();
        last.is_some_and(|end| end <= self.claim.t)
    }

    fn gb(&self, name: &str, bytes: u64) -> bool {
        let real = bytes as f64 / 1e9;
        let Arg::Number(said, digits) = self.claim.arg(name) else { return false };
        (said - real).abs() <= 0.5 * 10_f64.powi(-i32::from(*digits)) + 1e-9
    }
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let step = Step::of(claim.world.show).expect("a step");
    let seen = Seen { claim, step };
    let (t, asked) = (claim.t, ask(Params::of(&claim.world.show.scenario)));
    let read_end = seen.span(Kind::Forward, false)?.1;
    let hbm = || claim.number("hbm") == (asked.gpu().hbm.0 as f64 / 1e9).round();
    let chefs = || claim.count("chefs") == claim.world.gpus();
    let makespan = claim.world.show.makespan();
    Some(match claim.line.key {
        key::TOO_BIG_BEAT_START | key::TOO_BIG_BEAT_START_SHARED => {
            let shared = asked.zero == Zero::Parameters && asked.ways > 1;
            shared == (claim.line.key == key::TOO_BIG_BEAT_START_SHARED)
                && seen.on_shelf(Time::ZERO, &[MemoryKind::Optimizer, MemoryKind::Gradients]) == 0
                && hbm()
                && chefs()
                && claim.text("model") == asked.model.name
                && asked.state().weights.0 > 0
        }
        key::TOO_BIG_XRAY_START => {
            hbm()
                && chefs()
                && claim.text("gpu") == asked.gpu().name
                && claim.count("words") == asked.model.seq as usize
        }
        key::TOO_BIG_BEAT_READ | key::TOO_BIG_XRAY_READ => {
            let (_, most) = seen.fullest(Time::ZERO, read_end);
            read_end <= t && claim.time("time") == read_end && seen.gb("read", most)
        }
        key::TOO_BIG_BEAT_FETCH | key::TOO_BIG_XRAY_FETCH => {
            // Seven eighths of a layer's weights of 2 bytes.
            let layer = 2 * asked.model.layer_parameters();
            let mb = (layer - layer.div_ceil(u64::from(asked.ways))) as f64 / 1e6;
            let took = |task: TaskId| {
                let trace = &claim.world.run().trace;
                trace.end[task as usize] - trace.start[task as usize] == claim.time("time")
            };
            // The last one that came took as long as is said.
            let end = |task: &TaskId| claim.world.run().trace.end[*task as usize];
            let came = seen.step.lesson.tasks(0, Doing::Gather).filter(|task| end(task) <= t).max_by_key(end);
            chefs()
                && claim.count("others") == claim.world.gpus() - 1
                && (claim.number("mb") - mb).abs() <= 0.5
                && came.is_some_and(took)
        }
        key::TOO_BIG_BEAT_OPEN | key::TOO_BIG_XRAY_OPEN => {
            let books = seen.on_shelf(t, &[MemoryKind::Optimizer]);
            let ratio = books as f64 / asked.state().weights.0 as f64;
            let formula = asked.state().optimizer.0;
            seen.has_opened()
                && seen.gb("gb", books)
                && (books as f64 / formula as f64 - 1.0).abs() < 1e-6
                && claim.count("bytes") as u64 == asked.each.optimizer
                && (claim.number("ratio") - ratio).abs() <= 0.05
        }
        key::TOO_BIG_BEAT_AWAY | key::TOO_BIG_XRAY_AWAY => {
            seen.gb("gb", asked.state().optimizer.0) && seen.on_shelf(t, &[MemoryKind::Optimizer]) == 0
        }
        key::TOO_BIG_BEAT_OVER_AT_ONCE | key::TOO_BIG_XRAY_OVER_AT_ONCE => {
            hbm() && seen.on_shelf(Time::ZERO, &[MemoryKind::Weights, MemoryKind::Reserved]) > asked.gpu().hbm.0
        }
        key::TOO_BIG_BEAT_OVER | key::TOO_BIG_XRAY_OVER => {
            let at = claim.time("time");
            let full = |t: Time| seen.on_shelf(t, &MemoryKind::ALL) > asked.gpu().hbm.0;
            hbm() && at <= t && full(at) && (at == Time::ZERO || !full(Time(at.0 - 1)))
        }
        key::TOO_BIG_BEAT_BOWLS
        | key::TOO_BIG_XRAY_BOWLS
        | key::TOO_BIG_BEAT_BOWLS_AWAY
        | key::TOO_BIG_XRAY_BOWLS_AWAY
        | key::TOO_BIG_BEAT_BOWLS_REDONE
        | key::TOO_BIG_XRAY_BOWLS_REDONE => {
            let end = seen.span(Kind::Forward, true)?.1;
            let redone = matches!(claim.line.key, key::TOO_BIG_BEAT_BOWLS_REDONE | key::TOO_BIG_XRAY_BOWLS_REDONE);
            let layers = !redone || claim.count("layers") == asked.layers_redone() as usize;
            end <= t
                && claim.time("time") == end
                && layers
                && seen.gb("gb", seen.on_shelf(end, &[MemoryKind::Activations]))
        }
        key::TOO_BIG_BEAT_NOW | key::TOO_BIG_XRAY_NOW => {
            seen.gb("held", seen.on_shelf(t, &MemoryKind::ALL)) && seen.gb("hbm", asked.gpu().hbm.0)
        }
        _ => return late(&seen, t, makespan),
    })
}

fn late(seen: &Seen<'_>, t: Time, makespan: Time) -> Option<bool> {
    let (claim, asked) = (seen.claim, seen.step.ask());
    let back = seen.span(Kind::Backward, true)?;
    let update = || {
        let updates = seen.step.lesson.tasks(0, Doing::Update);
        let trace = &claim.world.run().trace;
        let spans: Vec<(Time, Time)> =
            updates.map(|task| (trace.start[task as usize], trace.end[task as usize])).collect();
        let first = spans.iter().map(|span| span.0).min().expect("an update");
        (first, spans.iter().map(|span| span.1).max().expect("an update"))
    };
    let sums = |zero: bool| {
        let first = seen.span(Kind::SendReduce, true).expect("a sum").0;
        let chefs = claim.count("chefs") == claim.world.gpus();
        first <= t && claim.time("time") == first && chefs && (asked.zero == Zero::None) == zero
    };
    Some(match claim.line.key {
        key::TOO_BIG_BEAT_BACK | key::TOO_BIG_XRAY_BACK => {
            back.0 <= t
                && t < back.1
                && seen.gb("report", seen.on_shelf(t, &[MemoryKind::Gradients]))
                && seen.gb("bowls", seen.on_shelf(t, &[MemoryKind::Activations]))
        }
        key::TOO_BIG_BEAT_BACK_DONE | key::TOO_BIG_XRAY_BACK_DONE => {
            back.1 <= t
                && claim.time("time") == back.1
                && seen.gb("report", seen.on_shelf(back.1, &[MemoryKind::Gradients]))
        }
        key::TOO_BIG_BEAT_SUM | key::TOO_BIG_XRAY_SUM => sums(true),
        key::TOO_BIG_BEAT_SUM_SHARED | key::TOO_BIG_XRAY_SUM_SHARED => sums(false),
        key::TOO_BIG_BEAT_UPDATE | key::TOO_BIG_XRAY_UPDATE => update().0 <= t && t < update().1,
        key::TOO_BIG_BEAT_UPDATE_DONE | key::TOO_BIG_XRAY_UPDATE_DONE => {
            update().1 <= t && claim.time("time") == update().1 - update().0
        }
        key::TOO_BIG_BEAT_CARRY | key::TOO_BIG_XRAY_CARRY => {
            update().0 <= t && t < update().1 && seen.gb("gb", asked.state().optimizer.0)
        }
        key::TOO_BIG_BEAT_CARRY_DONE | key::TOO_BIG_XRAY_CARRY_DONE => {
            let moved: u64 = seen
                .step
                .lesson
                .tasks(0, Doing::Load)
                .filter_map(|task| {
                    let start = claim.world.run().trace.start[task as usize];
                    match claim.world.run().graph.work[task as usize] {
                        Work::Transfer { bytes, .. } if start >= back.1 => Some(bytes.0),
                        _ => None,
                    }
                })
                .sum();
            let all = asked.state().optimizer.0 as f64;
            update().1 <= t
                && claim.time("time") == update().1 - update().0
                && seen.gb("gb", asked.state().optimizer.0)
                && (moved as f64 / all - 1.0).abs() < 1e-6
        }
        key::TOO_BIG_BEAT_PEAK | key::TOO_BIG_XRAY_PEAK => {
            let turn = seen.span(Kind::Forward, false)?.1;
            let (time, most) = seen.fullest(turn, Time::MAX);
            let names = ["recipe", "notebooks", "report", "bowls", "rest"];
            let sum: f64 = names.iter().map(|name| claim.number(name)).sum();
            let kinds = [MemoryKind::Weights, MemoryKind::Optimizer, MemoryKind::Gradients, MemoryKind::Activations];
            let near = |(name, what): (&str, MemoryKind)| {
                let real = seen.on_shelf(time, &[what]) as f64 / 1e9;
                // The largest takes what rounding leaves of all.
                let Arg::Number(said, digits) = claim.arg(name) else { return false };
                (said - real).abs() <= 3.0 * 10_f64.powi(-i32::from(*digits))
            };
            claim.time("time") == time
                && time <= t
                && seen.gb("all", most)
                && (sum - claim.number("all")).abs() < 1e-6
                && names.into_iter().zip(kinds).all(near)
        }
        key::TOO_BIG_BEAT_END_FITS
        | key::TOO_BIG_XRAY_END_FITS
        | key::TOO_BIG_BEAT_END_OVER
        | key::TOO_BIG_XRAY_END_OVER => {
            let turn = seen.span(Kind::Forward, false)?.1;
            let (most, hbm) = (seen.fullest(turn, Time::MAX).1, asked.gpu().hbm.0);
            let over = matches!(claim.line.key, key::TOO_BIG_BEAT_END_OVER | key::TOO_BIG_XRAY_END_OVER);
            let told = if over {
                seen.gb("over", most.saturating_sub(hbm))
            } else {
                seen.gb("room", hbm.saturating_sub(most))
            };
            let ways = !over || is_near(claim, asked);
            let begins = seen.span(Kind::Forward, true)?.0;
            makespan <= t && (over || claim.time("time") == makespan - begins) && over == (most > hbm) && told && ways
        }
        _ => return None,
    })
}

/// Whether what is proposed is among what the search finds.
fn is_near(claim: Claim<'_>, asked: &kitchen_core::workload::memory::Ask) -> bool {
    let found = nearest(asked);
    let one = |line: &kitchen_text::Line| -> bool {
        let chefs = line.args.iter().find_map(|(name, arg)| match arg {
            Arg::Int(n) if *name == "chefs" => Some(*n),
            _ => None,
        });
        match line.key {
            key::TOO_BIG_NEAR_NONE => found.is_empty(),
            key::TOO_BIG_NEAR_ALONE => found.iter().any(|ask| ask.ways == 1),
            _ => found.iter().any(|ask| Some(i64::from(ask.ways)) == chefs),
        }
    };
    let Arg::Line(near) = claim.arg("near") else { return false };
    if near.key != key::TOO_BIG_NEAR_TWO {
        return one(near);
    }
    near.args.iter().all(|(_, arg)| matches!(arg, Arg::Line(line) if one(line)))
}
