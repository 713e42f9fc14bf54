//! Judges of what the kitchens say: times, dishes and the order of pages and reports by counting raw spans, heights by replaying
//! that order.

use kitchen_core::descent::together::{MAX_WORKERS, Mark, Plan, Turn};
use kitchen_core::sim::task::Kind;
use kitchen_core::units::Time;
use kitchen_text::{Key, key};

use super::params::{Params, Rule};
use crate::tests::instant::Claim;
use crate::tests::instant::world::Span;

/// One half, counted anew.
struct Half {
    plan: Plan,
    turns: Vec<(Time, u8, Turn)>,
    marks: Vec<Mark>,
}

impl Half {
    fn new(claim: Claim<'_>, params: Params, below: bool) -> Half {
        let n = params.kitchens as usize;
        let first = if below { n } else { 0 };
        let own = |gpu: usize| (first..first + n).contains(&gpu);
        let all = claim.world.all();
        let mut turns: Vec<(Time, u8, Turn)> = Vec::new();
        for span in all.iter().filter(|span| span.label.kind == Kind::Backward && own(span.gpu)) {
            turns.push((span.end, 0, Turn::Compute(span.gpu - first)));
        }
        // The latest of a dish's spans is when all have it.
        let together = |is: &dyn Fn(&Span) -> bool| -> Vec<Time> {
            let ends = |dish: u16| all.iter().filter(|s| is(s) && s.label.micro_batch == dish).map(|s| s.end).max();
            (0..500).filter_map(ends).collect()
        };
        let is_update = |span: &Span| span.label.kind == Kind::Update;
        match (below, params.rule) {
            (false, Rule::Local(_)) => {
                let met = together(&|span| is_update(span) && span.gpu < n);
                turns.extend(met.into_iter().map(|at| (at, 2, Turn::AllReduce)));
            }
            (_, Rule::Stale(_)) => {
                let keeper = 2 * n + usize::from(below);
                let followed = all.iter().filter(|span| is_update(span) && span.gpu == keeper);
                turns.extend(followed.map(|span| (span.end, 1, Turn::Push(usize::from(span.label.step)))));
                let copied = all.iter().filter(|span| span.travels() && span.gpu == keeper);
                turns.extend(copied.map(|span| (span.start, 3, Turn::Pull(span.to - first))));
            }
            (true, Rule::Local(_)) => {
                let stepped = all.iter().filter(|span| is_update(span) && own(span.gpu));
                turns.extend(stepped.map(|span| (span.end, 1, Turn::Step(span.gpu - first))));
                let met = together(&|span| span.travels() && own(span.gpu));
                turns.extend(met.into_iter().map(|at| (at, 2, Turn::Average)));
            }
        }
        turns.sort_by_key(|turn| (turn.0, turn.1));
        let plan = Plan::of(n, params.rate);
        let order: Vec<Turn> = turns.iter().map(|turn| turn.2).collect();
        let marks = plan.replay(&order).expect("a replay").marks;
        Half { plan, turns, marks }
    }

    fn shared(&self) -> impl Iterator<Item = (Time, Turn, Mark)> + '_ {
        let is = |turn: &Turn| matches!(turn, Turn::Push(_) | Turn::AllReduce | Turn::Average);
        let all = self.turns.iter().zip(&self.marks).map(|(turn, mark)| (turn.0, turn.2, *mark));
        all.filter(move |(_, turn, _)| is(turn))
    }

    /// Dishes of which a shared page has heard: whoever cooked one before the gathering, or pushed it.
    fn dishes(&self, t: Time) -> usize {
        let gathered =
            self.shared().filter(|(at, turn, _)| *at <= t && !matches!(turn, Turn::Push(_))).map(|(at, ..)| at).last();
        let pushed = self.shared().filter(|(at, turn, _)| *at <= t && matches!(turn, Turn::Push(_))).count();
        let cooked = self.turns.iter().filter(|turn| matches!(turn.2, Turn::Compute(_)) && Some(turn.0) <= gathered);
        if gathered.is_some() { cooked.count() } else { pushed }
    }

    fn above(&self, t: Time) -> f64 {
        let start = kitchen_core::descent::together::Parameters::of(self.plan.start);
        let last = self.shared().filter(|(at, ..)| *at <= t).last();
        last.map_or_else(|| self.plan.loss(start), |(_, _, mark)| mark.loss) - self.plan.floor()
    }

    /// The mean of the last fifth before the bell, by its stretches.
    fn late(&self, bell: Time) -> f64 {
        let from = Time(bell.0 - bell.0 / 5);
        let inside = self.shared().map(|(at, ..)| at).filter(|at| *at > from && *at < bell);
        let edges: Vec<Time> = std::iter::once(from).chain(inside).chain([bell]).collect();
        let area: f64 = edges.windows(2).map(|pair| self.above(pair[0]) * (pair[1].0 - pair[0].0) as f64).sum();
        area / (bell.0 - from.0) as f64
    }
}

struct Bench<'a> {
    claim: Claim<'a>,
    params: Params,
    meets: Half,
    other: Half,
    bell: Time,
}

impl<'a> Bench<'a> {
    fn new(claim: Claim<'a>) -> Bench<'a> {
        let params = Params::of(&claim.world.show.scenario);
        let (meets, other) = (Half::new(claim, params, false), Half::new(claim, params, true));
        let bell = meets.turns.iter().map(|turn| turn.0).max().expect("turns");
        Bench { claim, params, meets, other, bell }
    }

    fn alike(&self, name: &str, value: f64) -> bool {
        (self.claim.number(name) - value).abs() <= 1e-9 * (1.0 + value.abs())
    }

    fn heights(&self, of: [f64; 2]) -> bool {
        self.alike("meet", of[0]) && self.alike("other", of[1])
    }

    fn late(&self) -> [f64; 2] {
        [self.meets.late(self.bell), self.other.late(self.bell)]
    }

    fn named(&self) -> bool {
        self.claim.count("n") == self.params.kitchens as usize
    }

    /// The first of those below.
    fn is_slow(&self) -> bool {
        self.claim.count("slow") == self.params.kitchens as usize + 1
    }

    fn is_rule(&self) -> bool {
        let name = match self.params.rule {
            Rule::Stale(None) => key::RULE_FREE,
            Rule::Stale(Some(4)) => key::RULE_STALE_4,
            Rule::Stale(Some(1)) => key::RULE_STALE_1,
            Rule::Stale(Some(0)) => key::RULE_STALE_0,
            Rule::Local(4) => key::RULE_LOCAL_4,
            Rule::Local(12) => key::RULE_LOCAL_12,
            other => panic!("{other:?} has no name"),
        };
        self.claim.key("rule") == name
    }

    /// How long a kitchen's first dish took.
    fn dish(&self, gpu: usize) -> u64 {
        let own = |span: &&Span| span.gpu == gpu && span.label.micro_batch == 0;
        let passes = self.claim.world.all().iter().filter(own);
        passes.filter(|s| matches!(s.label.kind, Kind::Forward | Kind::Backward)).map(|s| s.end.0 - s.start.0).sum()
    }

    /// The shared page's change at the time told.
    fn at(&self) -> Option<(Time, Turn, Mark)> {
        let at = self.claim.time("time");
        self.other.shared().find(|(end, ..)| *end == at && at <= self.claim.t)
    }

    fn opening(&self) -> Option<bool> {
        let (claim, n) = (self.claim, self.params.kitchens as usize);
        Some(match claim.line.key {
            key::ASYNC_BEAT_START => {
                let times = self.dish(0) as f64 / self.dish(1) as f64;
                let is_slow = (claim.number("times") - times).abs() < 1e-6 && times > 1.05;
                self.named()
                    && self.is_slow()
                    && self.is_rule()
                    && is_slow
                    && self.dish(0) == self.dish(n)
                    && !claim.text("gpu").is_empty()
            }
            key::ASYNC_BEAT_START_SAME => {
                self.named() && self.is_rule() && (0..2 * n).all(|gpu| self.dish(gpu) == self.dish(0))
            }
            key::ASYNC_XRAY_START => {
                let page = claim.bytes("bytes").0;
                let is_page = page == 2 * kitchen_core::workload::model("gpt3-1.3b").expect("a model").parameters();
                self.named() && self.is_rule() && is_page && self.alike("rate", self.params.rate)
            }
            key::ASYNC_BEAT_MET | key::ASYNC_XRAY_MET | key::ASYNC_BEAT_MET_SAME | key::ASYNC_XRAY_MET_SAME => {
                let cooked: Vec<Time> =
                    self.meets.turns.iter().filter(|t| matches!(t.2, Turn::Compute(_))).map(|t| t.0).take(n).collect();
                let wait = Time(cooked[n - 1].0 - cooked[0].0);
                let waits = matches!(claim.line.key, key::ASYNC_BEAT_MET | key::ASYNC_XRAY_MET);
                let at = self.meets.shared().map(|(at, ..)| at).find(|&at| self.meets.dishes(at) >= n)?;
                at == claim.time("time")
                    && at <= claim.t
                    && if waits { wait == claim.time("wait") } else { wait == Time::ZERO }
            }
            key::ASYNC_BEAT_FIRST | key::ASYNC_XRAY_FIRST => {
                let (at, turn, _) = self.other.shared().next()?;
                self.at().is_some_and(|found| found.0 == at) && turn == Turn::Push(claim.index("kitchen") - n)
            }
            key::ASYNC_BEAT_AVERAGE | key::ASYNC_XRAY_AVERAGE => {
                let (at, turn, mark) = self.other.shared().next()?;
                let is_first = self.at().is_some_and(|found| found.0 == at) && turn == Turn::Average;
                is_first && mark.batches as usize == n * claim.count("k")
            }
            key::ASYNC_BEAT_STALE | key::ASYNC_XRAY_STALE => {
                let (at, turn, _) = self.at()?;
                let Turn::Push(kitchen) = turn else { return Some(false) };
                // Since this kitchen's page was copied: pushes of all.
                let copies = self.other.turns.iter().filter(|t| t.2 == Turn::Pull(kitchen) && t.0 < at);
                let copied = copies.map(|t| (t.0, t.1)).next_back();
                let since = |t: &&(Time, u8, Turn)| {
                    matches!(t.2, Turn::Push(_)) && t.0 < at && copied.is_none_or(|c| (t.0, t.1) > c)
                };
                kitchen + n == claim.index("kitchen")
                    && self.other.turns.iter().filter(since).count() == claim.count("behind")
            }
            _ => return None,
        })
    }

    fn later(&self) -> Option<bool> {
        let (claim, t) = (self.claim, self.claim.t);
        let dishes = |names: [&str; 2], at: Time| {
            claim.count(names[0]) == self.meets.dishes(at) && claim.count(names[1]) == self.other.dishes(at)
        };
        Some(match claim.line.key {
            key::ASYNC_BEAT_RACE | key::ASYNC_XRAY_RACE => dishes(["meet", "other"], t),
            key::ASYNC_BEAT_ALIKE => {
                let at = claim.time("time");
                let above = [self.meets.above(at), self.other.above(at)];
                at <= t && self.alike("meet", above[0]) && written_alike(above)
            }
            key::ASYNC_BEAT_AHEAD | key::ASYNC_BEAT_BEHIND | key::ASYNC_XRAY_HEIGHTS => {
                let at = claim.time("time");
                let above = [self.meets.above(at), self.other.above(at)];
                let is_so = match claim.line.key {
                    key::ASYNC_BEAT_AHEAD => above[1] < above[0] && !written_alike(above),
                    key::ASYNC_BEAT_BEHIND => above[1] > above[0] && !written_alike(above),
                    _ => true,
                };
                at <= t && self.heights(above) && is_so
            }
            key::ASYNC_BEAT_HEARD | key::ASYNC_XRAY_HEARD => {
                let at = claim.time("time");
                let all: Vec<Turn> = self.other.shared().filter(|point| point.0 <= at).map(|point| point.1).collect();
                let own = all.iter().filter(|turn| **turn == Turn::Push(0)).count();
                let share = own as f64 / all.len() as f64;
                at <= t
                    && self.is_slow()
                    && (claim.count("all"), claim.count("heard")) == (all.len(), own)
                    && (claim.percent("share") - share).abs() < 1e-9
                    && (claim.percent("equal") * f64::from(self.params.kitchens) - 1.0).abs() < 1e-9
            }
            key::ASYNC_BEAT_END | key::ASYNC_BEAT_END_FAR | key::ASYNC_XRAY_END => {
                let late = self.late();
                let is_so = match claim.line.key {
                    key::ASYNC_BEAT_END_FAR => late[1] > late[0] && !written_alike(late),
                    key::ASYNC_BEAT_END => late[1] <= late[0] || written_alike(late),
                    _ => true,
                };
                claim.time("time") == self.bell
                    && self.bell <= t
                    && dishes(["a", "b"], self.bell)
                    && self.heights(late)
                    && is_so
            }
            key::ASYNC_BEAT_SPILLED | key::ASYNC_XRAY_SPILLED => {
                let last = self.other.marks.last()?.parameters.values();
                let at = self.other.turns[self.other.marks.len() - 1].0;
                at == claim.time("time") && at <= t && last.iter().any(|gram| gram.abs() > 50.0)
            }
            _ => return None,
        })
    }
}

/// Names inside sentences.
fn is_name(key: Key) -> bool {
    let names = [
        key::RULE_FREE,
        key::RULE_STALE_4,
        key::RULE_STALE_1,
        key::RULE_STALE_0,
        key::RULE_LOCAL_4,
        key::RULE_LOCAL_12,
    ];
    names.contains(&key)
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    if is_name(claim.line.key) {
        return Some(true);
    }
    let bench = Bench::new(claim);
    assert!(bench.params.kitchens as usize <= MAX_WORKERS);
    bench.opening().or_else(|| bench.later())
}

/// Two heights that read alike: to the thousandth, as they are said.
fn written_alike([a, b]: [f64; 2]) -> bool {
    format!("{a:.3}") == format!("{b:.3}")
}
