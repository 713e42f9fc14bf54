//! Whether the sentences of this chapter are true: judged from the raw spans, by brute force.

use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;
use kitchen_text::{Arg, Key, key};

use crate::tests::instant::Claim;
use crate::tests::instant::world::{Span, has_passed};

use super::params::Chef;
use super::today::Today;

fn is_xray(arg: &Arg) -> bool {
    let known = [key::LAB_DOES_INSIDE_XRAY, key::LAB_DOES_MEETING_XRAY, key::LAB_DOES_RELAY_XRAY];
    matches!(arg, Arg::Key(name) if known.contains(name))
}

struct Bench<'a> {
    claim: Claim<'a>,
    today: Today,
}

impl<'a> Bench<'a> {
    /// The lanes of a restaurant.
    fn lanes(&self, then: bool) -> std::ops::Range<usize> {
        let [now, after] = [None, Some(self.today.params.buy)].map(|buy| self.today.drawn(buy) as usize);
        let all = now + after;
        if then { now..all } else { 0..now }
    }

    fn spans(&self, gpu: usize) -> impl Iterator<Item = &'a Span> {
        // Streets in use are told of nobody.
        let told = |span: &&Span| span.label.kind != Kind::Launch || span.label.step < 3;
        self.claim.world.all().iter().filter(move |span| span.gpu == gpu).filter(told)
    }

    fn waits(span: &Span) -> u64 {
        if span.label.kind == Kind::Update { 0 } else { 1_000 * u64::from(span.label.chunk + span.label.chunks) }
    }

    fn works(&self, gpu: usize) -> u64 {
        let own = self.spans(gpu).filter(|span| span.computes());
        own.map(|span| span.end.0 - span.start.0 - Self::waits(span)).sum()
    }

    /// The lane that works the longest, the first of equal ones.
    fn busiest(&self, then: bool) -> usize {
        let lanes = self.lanes(then);
        let most = lanes.clone().map(|lane| self.works(lane)).max().expect("a lane");
        lanes.into_iter().find(|&lane| self.works(lane) == most).expect("the busiest")
    }

    fn end(&self, then: bool) -> Time {
        self.lanes(then).flat_map(|lane| self.spans(lane)).map(|span| span.end).max().unwrap_or_default()
    }

    fn ended(&self, then: bool, kind: Kind, bowl: Option<u16>) -> Time {
        let is = |span: &&Span| span.label.kind == kind && bowl.is_none_or(|bowl| span.label.micro_batch == bowl);
        self.spans(self.busiest(then)).filter(is).map(|span| span.end).max().unwrap_or_default()
    }

    fn is_start(&self) -> bool {
        let claim = self.claim;
        claim.int("chefs") == i64::from(self.today.chefs_each()) * claim.int("kitchens")
            && claim.int("kitchens") == i64::from(self.today.kitchens(None))
            && self.is_bought()
    }

    /// Whether what is named as bought is, in the words of the sentence's layer.
    fn is_bought(&self) -> bool {
        let [kitchen, xray] = self.today.bought_names();
        match self.claim.line.key {
            key::LAB_XRAY_START | key::LAB_XRAY_OWN_START => self.claim.key("bought") == xray,
            _ => self.claim.key("buy") == kitchen,
        }
    }

    /// Who cooks today, by the name in the sentence.
    fn cooks(&self) -> Option<Chef> {
        let found = |(name, chef): (&str, Chef)| self.claim.text("gpu").starts_with(name).then_some(chef);
        [("H100", Chef::H100), ("H200", Chef::H200), ("B200", Chef::B200)].into_iter().find_map(found)
    }

    fn is_own_start(&self) -> bool {
        let Some(own) = self.today.own else { return false };
        let cards = (self.claim.int("cards"), self.claim.int("gbit"));
        self.is_start() && cards == (i64::from(own.cards.0), i64::from(own.cards.1))
    }

    fn are_ended(&self, kind: Kind, bowl: Option<u16>) -> bool {
        let [now, then] = [false, true].map(|then| self.ended(then, kind, bowl));
        self.claim.time("now") == now && self.claim.time("then") == then && self.claim.t >= now.max(then)
    }

    /// What a mark is called in a restaurant.
    fn called(&self, then: bool, step: u16) -> Key {
        let each = self.today.chefs_each() as usize;
        let buy = then.then_some(self.today.params.buy);
        let gpus = each * self.today.kitchens(buy) as usize;
        let fact = |wanted: u16| {
            let labels = &self.claim.world.run().graph.labels;
            let own = labels
                .iter()
                .find(|label| label.kind == Kind::Join && label.step == wanted && label.channel == u16::from(then));
            own.expect("a fact").chunk as usize
        };
        if self.claim.line.args.iter().any(|(_, arg)| is_xray(arg)) {
            return [key::LAB_DOES_INSIDE_XRAY, key::LAB_DOES_MEETING_XRAY, key::LAB_DOES_RELAY_XRAY]
                [usize::from(step)];
        }
        match step {
            0 => key::LAB_WAIT_INSIDE,
            1 if gpus / fact(1) > each => key::LAB_WAIT_STREET,
            1 => key::LAB_WAIT_MEETING,
            _ => key::LAB_WAIT_RELAY,
        }
    }

    fn is_wait(&self, then: bool, at: Time) -> Option<&'a Span> {
        let lane = self.busiest(then);
        let found = self.spans(lane).find(|span| span.label.kind == Kind::Launch && span.holds(at))?;
        let buy = then.then_some(self.today.params.buy);
        let kitchen = self.today.behind(buy, (lane - self.lanes(then).start) as u32);
        let named = self.claim.int("kitchen") == i64::from(kitchen) + 1;
        (named && self.claim.key("what") == self.called(then, found.label.step)).then_some(found)
    }

    fn was_wait(&self, then: bool) -> bool {
        let (from, wait) = (self.claim.time("time"), self.claim.time("wait"));
        let found = self.is_wait(then, from);
        found.is_some_and(|span| span.start == from && span.end == from + wait) && self.claim.t >= from + wait
    }

    fn is_done(&self, then: bool) -> bool {
        let at = self.claim.time("time");
        at == self.end(then) && at < self.end(!then) && self.claim.t >= at
    }

    fn is_end(&self) -> bool {
        let (claim, [now, then]) = (self.claim, [false, true].map(|then| self.end(then)));
        let lane = self.busiest(false);
        let update: u64 =
            self.spans(lane).filter(|span| span.label.kind == Kind::Update).map(|span| span.end.0 - span.start.0).sum();
        let share = (self.works(lane) - update) as f64 / now.0 as f64;
        // A pass tells each of its two waits in whole nanoseconds; the sentence knows them to the picosecond.
        let untold = 2_000.0 * self.spans(lane).filter(|span| span.computes()).count() as f64 / now.0 as f64;
        claim.time("now") == now
            && claim.time("then") == then
            && claim.t >= now.max(then)
            && (claim.line.key == key::LAB_BEAT_END_COOKS
                || (claim.number("times") - now.0 as f64 / then.0 as f64).abs() < 1e-9)
            && (0.0..=untold + 1e-9).contains(&(share - claim.percent("share")))
    }
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let bench = Bench { claim, today: Today::of(&claim.world.show.scenario) };
    let t = claim.t;
    Some(match claim.line.key {
        key::LAB_BEAT_START => bench.is_start(),
        key::LAB_XRAY_START => bench.is_start() && bench.cooks() == Some(bench.today.params.chef),
        key::LAB_BEAT_OWN_START | key::LAB_XRAY_OWN_START => bench.is_own_start(),
        key::LAB_BEAT_FIRST | key::LAB_XRAY_FIRST => bench.are_ended(Kind::Forward, Some(0)),
        key::LAB_BEAT_STOVES | key::LAB_XRAY_STOVES => bench.are_ended(Kind::Backward, None),
        key::LAB_BEAT_WAIT | key::LAB_XRAY_WAIT => bench.is_wait(false, t).is_some(),
        key::LAB_BEAT_WAIT_THEN | key::LAB_XRAY_WAIT_THEN => bench.is_wait(true, t).is_some(),
        key::LAB_BEAT_WAITED | key::LAB_XRAY_WAITED => bench.was_wait(false),
        key::LAB_BEAT_WAITED_THEN | key::LAB_XRAY_WAITED_THEN => bench.was_wait(true),
        key::LAB_BEAT_NOW | key::LAB_XRAY_NOW => {
            has_passed(claim.percent("a"), claim.t, bench.end(false))
                && has_passed(claim.percent("b"), claim.t, bench.end(true))
        }
        key::LAB_BEAT_DONE | key::LAB_XRAY_DONE => bench.is_done(false),
        key::LAB_BEAT_DONE_THEN | key::LAB_XRAY_DONE_THEN => bench.is_done(true),
        key::LAB_BEAT_END | key::LAB_XRAY_END => bench.is_end() && claim.percent("share") < 0.6,
        key::LAB_BEAT_END_COOKS | key::LAB_XRAY_END_COOKS => {
            // What is waited is what the passes and the update leave.
            bench.is_end()
                && claim.percent("share") >= 0.6
                && claim.percent("rest") <= 1.0 - claim.percent("share") + 1e-9
        }
        _ => return None,
    })
}
