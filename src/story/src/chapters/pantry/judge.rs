//! Whether the sentences of this chapter are true: judged from the raw spans, by brute force.

use kitchen_core::sim::task::Kind;
use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::memory::Edge;
use kitchen_text::key;

use crate::tests::instant::Claim;
use crate::tests::instant::world::{Span, alike};

use super::params::{KINDS, Params, Rival};
use super::run::ask;

struct Bench<'a> {
    claim: Claim<'a>,
    params: Params,
}

impl<'a> Bench<'a> {
    fn spans(&self, gpu: usize) -> impl Iterator<Item = &'a Span> {
        self.claim.world.all().iter().filter(move |span| span.gpu == gpu)
    }

    fn ended(&self, gpu: usize, kind: Kind, round: u16) -> Time {
        let own = self.spans(gpu).filter(|span| span.label.kind == kind && span.label.micro_batch == round);
        own.map(|span| span.end).max().unwrap_or_default()
    }

    fn end(&self, gpu: usize) -> Time {
        self.spans(gpu).map(|span| span.end).max().unwrap_or_default()
    }

    /// Transfers over the street of the kind that is told of.
    fn rides(&self, kind: Kind) -> impl Iterator<Item = &'a Span> {
        let claim = self.claim;
        let place = KINDS.iter().position(|&name| name == claim.key("what")).expect("a kind of jar");
        self.spans(0).filter(move |span| span.label.kind == kind && usize::from(span.label.channel) == place)
    }

    fn cooks(&self, t: Time) -> bool {
        self.spans(0).any(|span| span.computes() && span.holds(t))
    }

    /// A pause that began then and lasted so long.
    fn paused(&self, kind: Kind) -> bool {
        let (from, wait) = (self.claim.time("time"), self.claim.time("wait"));
        let until = from + wait;
        let next = self.spans(0).filter(|span| span.computes() && span.start >= from).map(|span| span.start).min();
        let stood = self.spans(0).any(|span| span.computes() && span.end == from) && next == Some(until);
        stood && until <= self.claim.t && self.rides(kind).any(|span| span.end == until)
    }

    fn worked(&self, kind: Kind, round: u16) -> f64 {
        let own = self.spans(0).filter(|span| span.label.kind == kind && span.label.micro_batch == round);
        own.map(|span| (span.end.0 - span.start.0) as f64 / 1e12).sum()
    }

    /// What the kind told of needs in the second round so that nothing waits.
    fn need(&self) -> f64 {
        let turn = self.spans(0).filter(|span| span.label.kind == Kind::Backward && span.label.micro_batch == 1);
        let turn = turn.map(|span| span.task).min().unwrap_or(0);
        let last = self.spans(0).filter(|span| span.label.kind == Kind::Forward && span.label.micro_batch == 1);
        let last = last.map(|span| span.task).max().unwrap_or(0);
        let own = |kind: Kind| self.rides(kind).filter(|span| span.label.micro_batch == 1);
        let bytes = |spans: Vec<&Span>| spans.iter().map(|span| span.bytes.0 as f64).sum::<f64>();
        let first_half =
            |kind: Kind| bytes(own(kind).filter(|span| span.task < last.max(turn.min(last + 2))).collect());
        let second_half =
            |kind: Kind| bytes(own(kind).filter(|span| span.task >= last.max(turn.min(last + 2))).collect());
        let (forward, backward) = (self.worked(Kind::Forward, 1), self.worked(Kind::Backward, 1));
        let there = first_half(Kind::Load).max(first_half(Kind::Store)) / forward;
        let back = second_half(Kind::Load).max(second_half(Kind::Store)) / backward;
        there.max(back)
    }

    fn road(&self) -> Rate {
        let pool = ask(self.params).pool;
        let far = (16 << 20) as f64 / (pool.round_trip.0 as f64 / 1e12);
        Rate::bytes_per_s((self.params.road.gb_per_s * 1e9).min(far))
    }

    /// The most that lay on a chef's shelf, tried at every start and end.
    fn most(&self, gpu: u32) -> f64 {
        let (_, step) = super::again::plan(self.params, &ask(self.params)).expect("a plan");
        let trace = &self.claim.world.run().trace;
        let at = |edge: Edge, always: Time| match edge {
            Edge::Always => always,
            Edge::Start(task) => trace.start[task as usize],
            Edge::End(task) => trace.end[task as usize],
        };
        let own: Vec<(Time, Time, u64)> = step
            .allocations
            .iter()
            .filter(|jar| jar.gpu == gpu)
            .map(|jar| (at(jar.from, Time::ZERO), at(jar.to, Time::MAX), jar.bytes.0))
            .collect();
        let total = |t: Time| own.iter().filter(|jar| jar.0 <= t && t < jar.1).map(|jar| jar.2).sum::<u64>();
        own.iter().map(|jar| total(jar.0)).max().unwrap_or(0) as f64 / 1e9
    }

    fn near(&self, name: &str, value: f64, within: f64) -> bool {
        (self.claim.number(name) - value).abs() <= within
    }

    fn is_first(&self) -> bool {
        let (claim, model) = (self.claim, ask(self.params).model);
        let mut pieces: Vec<u16> = self.spans(0).filter(|span| span.computes()).map(|span| span.label.step).collect();
        pieces.sort_unstable();
        pieces.dedup();
        let first = self.spans(0).filter(|span| span.computes()).map(|span| span.end).min();
        first == Some(claim.time("time"))
            && claim.t >= claim.time("time")
            && claim.count("pieces") == pieces.len()
            && claim.int("layers") * claim.int("pieces") == i64::from(model.layers)
    }

    fn is_ended(&self, kind: Kind) -> bool {
        let (claim, [own, whole]) = (self.claim, [0, 1].map(|gpu| self.ended(gpu, kind, 0)));
        claim.time("time") == own && claim.time("whole") == whole && claim.t >= own.max(whole)
    }

    fn is_end(&self) -> bool {
        let claim = self.claim;
        let (own, whole) = (self.end(0), self.end(1));
        claim.time("time") == own
            && claim.time("whole") == whole
            && claim.t >= own.max(whole)
            && self.near("times", own.0 as f64 / whole.0 as f64, 1e-9)
            && self.near("gb", self.most(0), 1e-9)
            && self.near("all", self.most(1), 1e-9)
            && self.near("hbm", 80.0, 1e-9)
    }
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let bench = Bench { claim, params: Params::of(&claim.world.show.scenario) };
    let t = claim.t;
    let is_named = || {
        let model = ask(bench.params).model;
        claim.text("model") == model.name && claim.int("chefs") == 8
    };
    Some(match claim.line.key {
        key::PANTRY_BEAT_START => is_named() && bench.is_other() && claim.key("what") == bench.params.away.name,
        key::PANTRY_XRAY_START => {
            is_named()
                && claim.key("what") == bench.params.away.name
                && claim.int("words") == 4096 * i64::from(bench.params.texts)
        }
        key::PANTRY_BEAT_START_NOTHING => is_named() && bench.rides_none(),
        key::PANTRY_XRAY_START_NOTHING => {
            is_named() && bench.rides_none() && claim.int("words") == 4096 * i64::from(bench.params.texts)
        }
        key::PANTRY_BEAT_FIRST | key::PANTRY_XRAY_FIRST => bench.is_first(),
        key::PANTRY_BEAT_BLOCKED | key::PANTRY_XRAY_BLOCKED => {
            !bench.cooks(t) && bench.rides(Kind::Store).any(|span| span.holds(t))
        }
        key::PANTRY_BEAT_STARVED | key::PANTRY_XRAY_STARVED => {
            !bench.cooks(t) && bench.rides(Kind::Load).any(|span| span.holds(t))
        }
        key::PANTRY_BEAT_BLOCKED_DONE | key::PANTRY_XRAY_BLOCKED_DONE => bench.paused(Kind::Store),
        key::PANTRY_BEAT_STARVED_DONE | key::PANTRY_XRAY_STARVED_DONE => bench.paused(Kind::Load),
        key::PANTRY_BEAT_NOW | key::PANTRY_XRAY_NOW => {
            let done = |gpu: usize| (0..4).filter(|&bowl| bench.ended(gpu, Kind::Backward, bowl) <= claim.t).count();
            (claim.count("n"), claim.count("a"), claim.count("b")) == (4, done(0), done(1))
        }
        key::PANTRY_BEAT_TURN => bench.is_other() && bench.is_ended(Kind::Forward),
        key::PANTRY_XRAY_TURN => bench.is_ended(Kind::Forward),
        key::PANTRY_BEAT_BACK | key::PANTRY_XRAY_BACK => {
            let rounds = claim.world.of(Kind::Forward).map(|span| i64::from(span.label.micro_batch) + 1).max();
            let is_named = claim.line.key == key::PANTRY_XRAY_BACK || bench.is_other();
            is_named && bench.is_ended(Kind::Backward) && Some(claim.int("rounds")) == rounds
        }
        key::PANTRY_BEAT_CROSSED | key::PANTRY_XRAY_CROSSED => {
            let done =
                bench.spans(0).filter(|span| matches!(span.label.kind, Kind::Load | Kind::Store) && span.end <= t);
            bench.near("gb", done.map(|span| span.bytes.0 as f64 / 1e9).sum(), 1e-6)
        }
        key::PANTRY_BEAT_ONCE | key::PANTRY_XRAY_ONCE => {
            let sum = |kind: Kind| bench.rides(kind).map(|span| span.bytes.0 as f64 / 1e9).sum::<f64>();
            let backward = bench.ended(0, Kind::Backward, 3);
            bench.near("gb", sum(Kind::Load), 1e-6)
                && bench.near("gb", sum(Kind::Store), 1e-6)
                && bench.rides(Kind::Load).all(|span| span.start >= backward)
        }
        key::PANTRY_BEAT_NEED_MORE | key::PANTRY_XRAY_NEED_MORE => {
            bench.is_need() && bench.need() > bench.road().as_bytes_per_s()
        }
        key::PANTRY_BEAT_NEED_LESS | key::PANTRY_XRAY_NEED_LESS => {
            bench.is_need() && bench.need() <= bench.road().as_bytes_per_s()
        }
        key::PANTRY_BEAT_WHOLE | key::PANTRY_XRAY_WHOLE => {
            let whole = bench.end(1);
            let cooked = |until: Time| -> u64 {
                let own = bench.spans(0).filter(|span| span.computes() && span.start < until);
                own.map(|span| span.end.min(until).0 - span.start.0).sum()
            };
            let share = cooked(whole) as f64 / cooked(Time::MAX) as f64;
            let is_named = claim.line.key == key::PANTRY_XRAY_WHOLE || bench.is_other();
            is_named && claim.time("time") == whole && t >= whole && (claim.percent("share") - share).abs() < 1e-9
        }
        key::PANTRY_BEAT_UPDATE | key::PANTRY_XRAY_UPDATE => bench.is_update(false),
        key::PANTRY_BEAT_UPDATE_AWAY | key::PANTRY_XRAY_UPDATE_AWAY => bench.is_update(true),
        key::PANTRY_BEAT_END => bench.is_other() && bench.is_end() && claim.number("gb") <= 80.0,
        key::PANTRY_BEAT_END_OVER => bench.is_other() && bench.is_end() && claim.number("gb") > 80.0,
        key::PANTRY_XRAY_END => bench.is_end() && claim.number("gb") <= 80.0,
        key::PANTRY_XRAY_END_OVER => bench.is_end() && claim.number("gb") > 80.0,
        _ => return None,
    })
}

impl Bench<'_> {
    fn rides_none(&self) -> bool {
        !self.spans(0).any(|span| matches!(span.label.kind, Kind::Load | Kind::Store))
    }

    /// Whether the chef that is compared with is called what it is: one that cooks again stands longer over each way back.
    fn is_other(&self) -> bool {
        let took = |gpu: usize| -> u64 {
            let own = self.spans(gpu).filter(|span| span.label.kind == Kind::Backward);
            own.map(|span| span.end.0 - span.start.0).sum()
        };
        let again = took(1) > took(0);
        again == (self.params.rival == Rival::Again)
            && self.claim.key("other") == if again { key::PANTRY_OTHER_AGAIN } else { key::PANTRY_OTHER_WHOLE }
    }

    fn is_need(&self) -> bool {
        let need = Rate::bytes_per_s(self.need());
        alike(need, self.claim.rate("need")) && alike(self.road(), self.claim.rate("road"))
    }

    fn is_update(&self, is_away: bool) -> bool {
        let claim = self.claim;
        let billions = ask(self.params).model.parameters() as f64 / 1e9;
        claim.time("time") == self.ended(0, Kind::Backward, 3)
            && claim.t >= claim.time("time")
            && self.near("gb", 1.5 * billions, 0.06)
            && self.params.away.away.optimizer == is_away
    }
}
