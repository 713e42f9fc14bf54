//! Judges of what the chapter of the reports says.

use super::params::Params;
use crate::story::ledger::Recipe;
use crate::tests::instant::Claim;
use crate::tests::instant::reports::Reports;
use crate::tests::instant::world::{Span, World};
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;
use kitchen_core::workload::Model;
use kitchen_text::{Key, key};

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let n = world.gpus();
    let step = Step { world, model: Params::of(&world.show.scenario).model };
    let past = |name: &str| claim.time(name) <= t;
    let off = world.of(Kind::Backward).map(|span| span.end).max()?;
    let page = |kind: Kind| step.page(kind, t) == Some(claim.count("page"));
    Some(match claim.line.key {
        key::DATA_BEAT_START => claim.count("n") == n && step.pages(claim) && claim.count("tokens") == step.tokens(),
        key::DATA_XRAY_START => claim.count("last") == n && claim.count("tokens") == step.tokens(),
        key::DATA_BEAT_COOK => step.all(Kind::Forward, t) && page(Kind::Forward) && step.pages(claim),
        key::DATA_BEAT_COOKED => {
            let cooks = |span: &&Span| usize::from(span.label.step) < step.layers();
            past("time") && world.of(Kind::Forward).filter(cooks).map(|span| span.end).max() == Some(claim.time("time"))
        }
        key::DATA_BEAT_TASTE => step.tasting(t).is_some(),
        key::DATA_XRAY_TASTE => step.tasting(t) == Some(claim.time("time")),
        key::DATA_BEAT_TASTED => past("time") && step.last(Kind::Forward) == claim.time("time"),
        key::DATA_BEAT_REPORT => step.all(Kind::Backward, t) && page(Kind::Backward),
        key::DATA_BEAT_WRITTEN => past("time") && off == claim.time("time"),
        key::DATA_XRAY_PAGE => page(passes(claim.key("what"))) && step.pages(claim),
        key::DATA_XRAY_PASS => step.all(passes(claim.key("what")), t),
        key::DATA_BEAT_BUNDLE => {
            let at = claim.time("time");
            let wrote = world.of(Kind::Backward).filter(|span| span.end == at);
            past("time")
                && wrote.filter(|span| usize::from(span.label.step) + 1 == claim.count("page")).count() == n
                && step.all(Kind::Backward, at)
                && step.first_bundle(claim)
        }
        key::DATA_BEAT_BUNDLE_ONE => {
            past("time") && claim.time("time") == off && claim.bytes("bytes").0 == 2 * step.model.parameters()
        }
        key::DATA_BEAT_BUNDLE_BELL | key::DATA_XRAY_BUNDLE_BELL => {
            past("time") && step.first_bundle(claim) && step.rings(claim.time("time"))
        }
        key::DATA_XRAY_BUNDLE => past("time") && step.first_bundle(claim),
        key::DATA_BEAT_OVERLAP => {
            step.all(Kind::Backward, t)
                && page(Kind::Backward)
                && claim.count("done") == step.agreed(t)
                && claim.count("bundles") == step.bundles()
        }
        key::DATA_XRAY_OVERLAP => {
            page(Kind::Backward) && claim.count("done") == step.agreed(t) && claim.count("bundles") == step.bundles()
        }
        key::DATA_BEAT_STOVE_OFF | key::DATA_XRAY_STOVE_OFF => {
            let left = step.bundles() - step.agreed(t);
            past("time") && claim.time("time") == off && claim.count("left") == left && left > 0
        }
        key::DATA_BEAT_AGREED | key::DATA_XRAY_AGREED => {
            past("time") && reports(world).agreed() == Some(claim.time("time")) && step.waited(claim, true)
        }
        key::DATA_BEAT_UPDATE => world.now(t).any(|s| s.label.kind == Kind::Update) && edit(claim),
        key::DATA_BEAT_END => {
            t >= world.show.makespan()
                && past("time")
                && claim.count("tokens") == n * step.tokens()
                && step.waited(claim, false)
        }
        key::DATA_XRAY_END => t >= world.show.makespan() && past("time") && step.waited(claim, false),
        key::DATA_BEAT_DELEGATE => world.moving(t).any(|s| s.gpu == claim.index("from") && delegated(claim, s)),
        key::DATA_BEAT_DELEGATE_CAME => {
            past("time") && world.all().iter().any(|s| s.end == claim.time("time") && delegated(claim, s))
        }
        _ => return slips(claim),
    })
}

/// Whether a slip carries what all of a kitchen's chefs have in that place to the other kitchen.
fn delegated(claim: Claim<'_>, s: &Span) -> bool {
    let world = claim.world;
    let per = world.gpus() / world.run().topology.nodes as usize;
    let home = |gpu: usize| gpu / per + 1;
    // Numbers are followed for 64 chefs.
    let is_whole = || {
        let number = reports(world).at(s.start, s.gpu, s.label.chunk);
        number.voices() == per
    };
    s.label.kind == Kind::SendReduce
        && s.label.chunk as usize + 1 == claim.count("place")
        && s.to == claim.index("to")
        && home(s.gpu) == claim.count("home")
        && home(s.to) == claim.count("other")
        && claim.count("home") != claim.count("other")
        && (world.gpus() > 64 || is_whole())
}

/// What is said of single slips and sums.
fn slips(claim: Claim<'_>) -> Option<bool> {
    let (world, t) = (claim.world, claim.t);
    let n = world.gpus();
    let past = || claim.time("time") <= t;
    let is_to = |s: &Span| s.to == claim.index("to");
    Some(match claim.line.key {
        key::DATA_BEAT_SLIP => slip(world, t, |s| s.gpu == claim.index("from") && is_to(s), claim.int("value")),
        key::DATA_BEAT_SLIP_SWITCH => {
            slip(world, t, |s| s.gpu == claim.index("from") && s.label.kind == Kind::SwitchReduce, claim.int("value"))
        }
        key::DATA_BEAT_SLIP_CAME => {
            let end = claim.time("time");
            let fits = |s: &Span| s.gpu == claim.index("from") && s.end == end;
            past() && slip(world, Time(end.0 - 1), fits, claim.int("value"))
        }
        key::DATA_BEAT_ADD => {
            let (to, place) = (claim.index("to"), claim.index("place") as u32);
            let sum = reports(world).at(claim.time("time"), to, place);
            past()
                && claim.int("own") + claim.int("got") == claim.int("sum")
                && claim.int("own") == Recipe::report(to as u32, place)
                && sum.value == claim.int("sum")
                && sum.voices() == 2
        }
        key::DATA_BEAT_SWITCH_ADD => {
            let begins = |s: &Span| s.label.kind == Kind::SwitchMulticast && s.start == claim.time("time");
            past() && claim.count("n") == n && slip(world, claim.time("time"), begins, claim.int("sum"))
        }
        key::DATA_BEAT_WHOLE | key::DATA_XRAY_WHOLE => {
            let (at, reports) = (claim.time("time"), reports(world));
            let number = |at| reports.at(at, claim.index("chef"), claim.index("place") as u32);
            let said = claim.line.key == key::DATA_XRAY_WHOLE || number(at).value == claim.int("sum");
            past() && number(at).voices() == n && number(Time(at.0 - 1)).voices() < n && said
        }
        key::DATA_BEAT_COPY => {
            let copies = |s: &Span| s.gpu == claim.index("from") && is_to(s) && s.label.kind == Kind::SendCopy;
            slip(world, t, copies, claim.int("sum"))
        }
        key::DATA_BEAT_COPIED => {
            let end = claim.time("time");
            let copied = |s: &Span| is_to(s) && s.label.kind == Kind::SendCopy && s.end == end;
            past() && slip(world, Time(end.0 - 1), copied, claim.int("sum"))
        }
        _ => return None,
    })
}

/// The numbers of all meetings.
fn reports(world: &World<'_>) -> Reports {
    Reports::of(world.all().iter(), world.gpus(), |chef, place| Recipe::report(chef as u32, place))
}

fn passes(what: Key) -> Kind {
    if what == key::WHAT_FORWARD { Kind::Forward } else { Kind::Backward }
}

/// Whether a slip with that number travels.
fn slip(world: &World<'_>, t: Time, fits: impl Fn(&Span) -> bool, value: i64) -> bool {
    let reports = reports(world);
    world.moving(t).any(|s| fits(s) && reports.say(s, value))
}

/// Whether the sum of some place makes that edit.
fn edit(claim: Claim<'_>) -> bool {
    let reports = reports(claim.world);
    let (n, sum) = (claim.int("n"), claim.int("sum"));
    let alike = |name: &str, expected: f64| (claim.number(name) - expected).abs() < 0.005;
    let mean = sum as f64 / n as f64;
    n as usize == claim.world.gpus()
        && reports.places().any(|chunk| {
            let before = Recipe::DATA.before(chunk) as f64 / 100.0;
            let total: i64 = (0..n as u32).map(|chef| Recipe::report(chef, chunk)).sum();
            total == sum && alike("before", before) && (claim.number("after") - before + 0.1 * mean).abs() < 0.0051
        })
        && alike("mean", mean)
}

/// The step as its spans tell it.
struct Step<'a> {
    world: &'a World<'a>,
    model: &'static Model,
}

impl Step<'_> {
    fn layers(&self) -> usize {
        self.model.layers as usize
    }

    fn pages(&self, claim: Claim<'_>) -> bool {
        claim.count("pages") == self.layers()
    }

    fn tokens(&self) -> usize {
        self.model.seq as usize
    }

    fn bundles(&self) -> usize {
        Params::of(&self.world.show.scenario).buckets as usize
    }

    /// Whether all GPUs are at it.
    fn all(&self, kind: Kind, t: Time) -> bool {
        self.world.now(t).filter(|span| span.label.kind == kind).count() == self.world.gpus()
    }

    fn last(&self, kind: Kind) -> Time {
        self.world.of(kind).map(|span| span.end).max().unwrap_or_default()
    }

    /// The page that GPU 1 has in hand.
    fn page(&self, kind: Kind, t: Time) -> Option<usize> {
        let own = self.world.now(t).find(|span| span.label.kind == kind && span.gpu == 0)?;
        Some((usize::from(own.label.step) + 1).min(self.layers()))
    }

    /// Whether GPU 1 has just written so many pages as the bell waits for, which is more than the first bundle takes.
    fn rings(&self, at: Time) -> bool {
        let page = |span: &&Span| span.gpu == 0 && usize::from(span.label.step) < self.layers();
        let written: Vec<Time> = self.world.of(Kind::Backward).filter(page).map(|span| span.end).collect();
        let count = written.iter().filter(|end| **end <= at).count();
        let (bell, full) =
            (Params::of(&self.world.show.scenario).bell as usize, self.layers().div_ceil(self.bundles()));
        written.contains(&at) && count == (self.layers() * bell).div_ceil(4) && count + 1 >= full
    }

    /// How long the tasting takes that is under way.
    fn tasting(&self, t: Time) -> Option<Time> {
        let last = |span: &&Span| span.label.kind == Kind::Forward && usize::from(span.label.step) == self.layers();
        self.world.now(t).find(last).map(|span| Time(span.end.0 - span.start.0))
    }

    /// The launch of each bundle's all-reduce on a GPU, in order.
    fn launches(&self, gpu: usize) -> Vec<Time> {
        let mut all: Vec<Time> =
            self.world.of(Kind::Launch).filter(|span| span.gpu == gpu).map(|span| span.start).collect();
        all.sort();
        all
    }

    fn update(&self, gpu: usize) -> Time {
        self.world.of(Kind::Update).find(|span| span.gpu == gpu).map_or(Time::ZERO, |span| span.start)
    }

    /// When a GPU has sent and got all of a bundle; the last one is over when the update starts.
    fn ended(&self, gpu: usize, bundle: usize) -> Time {
        if bundle + 1 == self.bundles() {
            return self.update(gpu);
        }
        let own = |span: &&Span| span.travels() && usize::from(span.label.micro_batch) == bundle;
        let own = self.world.all().iter().filter(own).filter(|span| span.gpu == gpu || span.to == gpu);
        own.map(|span| span.end).max().unwrap_or_default()
    }

    /// Bundles whose sums all GPUs have.
    fn agreed(&self, t: Time) -> usize {
        let last = (0..self.world.gpus()).map(|gpu| self.update(gpu)).max().unwrap_or_default();
        let mut ends = vec![Time::ZERO; self.bundles()];
        for span in self.world.all().iter().filter(|span| span.travels()) {
            let end = &mut ends[usize::from(span.label.micro_batch)];
            *end = (*end).max(span.end);
        }
        if let Some(end) = ends.last_mut() {
            *end = last;
        }
        ends.into_iter().filter(|end| *end <= t).count()
    }

    /// The share of each bundle, and when the first is launched.
    fn first_bundle(&self, claim: Claim<'_>) -> bool {
        let share = 2.0 * self.model.parameters() as f64 / self.bundles() as f64;
        (claim.bytes("bytes").0 as f64 - share).abs() <= 2.0
            && claim.count("bundles") == self.bundles()
            && self.launches(0).first() == Some(&claim.time("time"))
    }

    /// Whether the longest wait, and the meetings of whoever had it, were as long as said.
    fn waited(&self, claim: Claim<'_>, meetings: bool) -> bool {
        let off = |gpu: usize| self.world.of(Kind::Backward).filter(|s| s.gpu == gpu).map(|s| s.end).max();
        let wait = |gpu: usize| Time(self.update(gpu).0 - off(gpu).unwrap_or_default().0);
        let longest = (0..self.world.gpus()).map(wait).max().unwrap_or_default();
        let total = |gpu: usize| {
            let launches = self.launches(gpu);
            Time((0..self.bundles()).map(|bundle| self.ended(gpu, bundle).0 - launches[bundle].0).sum())
        };
        let is_told = |&gpu: &usize| wait(gpu) == longest && total(gpu) == claim.time("total");
        claim.time("wait") == longest && (!meetings || (0..self.world.gpus()).any(|gpu| is_told(&gpu)))
    }
}
