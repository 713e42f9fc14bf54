//! Whether what is said of the cities is true: judged from the raw spans, and where a sentence gives a closed form, from the
//! published figures by another way.

use kitchen_core::sim::task::{Kind, Work};
use kitchen_core::units::Time;
use kitchen_text::key;

use crate::tests::instant::Claim;

use crate::chapters::mishaps::params::Params;

const HOUR: f64 = 3.6e15;
const MINUTE: f64 = 6e13;

struct Bench<'a> {
    claim: Claim<'a>,
    params: Params,
}

/// A span of a city: what is done (`F` work, `B` lost, `U` writing, a digit: standing), from when, until when, and a kitchen.
type Stretch = (char, u64, u64, u32, u16);

impl Bench<'_> {
    fn spans(&self, city: u32) -> Vec<Stretch> {
        let run = self.claim.world.run();
        let mut all: Vec<Stretch> = Vec::new();
        for task in 0..run.graph.len() {
            let label = run.graph.labels[task];
            let (of, what) = match run.graph.work[task] {
                Work::Compute { gpu, .. } => (
                    gpu,
                    match label.kind {
                        Kind::Forward => 'F',
                        Kind::Backward => 'B',
                        _ => 'U',
                    },
                ),
                Work::Delay { gpu, .. } => (gpu, char::from(b'0' + label.step as u8)),
                _ => continue,
            };
            if of == city {
                all.push((what, run.trace.start[task].0, run.trace.end[task].0, label.chunk, label.channel));
            }
        }
        all
    }

    fn failures(&self, city: u32) -> Vec<(u64, u64, u32, u16)> {
        let repairs = self.spans(city).into_iter().filter(|span| span.0 == '3');
        repairs.map(|(_, start, end, kitchen, by)| (start, end, kitchen, by)).collect()
    }

    fn sum(&self, city: u32, what: char, until: u64) -> f64 {
        let spans = self.spans(city).into_iter().filter(|span| span.0 == what && span.1 < until);
        // Work that will be lost is work until it is.
        let more: u64 = match what {
            'F' => self.sum_open(city, until),
            _ => 0,
        };
        (spans.map(|span| span.2.min(until) - span.1).sum::<u64>() + more) as f64
    }

    fn sum_open(&self, city: u32, until: u64) -> u64 {
        let open = self.spans(city).into_iter().filter(|span| span.0 == 'B' && span.1 < until && until < span.2);
        open.map(|span| until - span.1).sum()
    }

    fn alike(&self, name: &str, value: f64, within: f64) -> bool {
        (self.claim.number(name) - value).abs() <= within
    }

    fn named(&self) -> bool {
        let claim = self.claim;
        claim.int("often") == 5 && claim.int("chosen") == i64::from(self.params.period) && claim.int("seldom") == 4
    }

    /// How the reader's period does, where writing takes so many seconds and so many hours lie between stops.
    fn yours(&self, write: f64, between: f64) -> Option<bool> {
        let claim = self.claim;
        // By the first order again; what a stop costs in any case is the same for all.
        let cost = |minutes: f64| write / 60.0 / minutes + minutes / 2.0 / (between * 60.0);
        let own = f64::from(self.params.period);
        let best = (1..1_000).map(f64::from).min_by(|a, b| cost(*a).total_cmp(&cost(*b)))?;
        let off = cost(own) - cost(best);
        let is_found = matches!(claim.line.key, key::MISHAPS_BEAT_FOUND | key::MISHAPS_XRAY_FOUND);
        let is_often = matches!(claim.line.key, key::MISHAPS_BEAT_TOO_OFTEN | key::MISHAPS_XRAY_TOO_OFTEN);
        let is_so = match () {
            () if is_found => off < 0.008,
            () if is_often => own < best && off > 0.002,
            () => own > best && off > 0.002,
        };
        let kept = 1.0 - cost(own) - 15.0 / 60.0 / between;
        let is_alike = claim.int("minutes") == i64::from(self.params.period)
            && is_so
            && (claim.percent("off") - off).abs() < 0.25 * off + 0.003
            && (claim.percent("share") - kept).abs() < 0.05;
        Some(is_alike)
    }

    /// When the middle city works again after the first failure.
    fn works_again(&self, at: u64) -> Option<u64> {
        let spans = self.spans(1);
        Some(spans.iter().find(|span| span.1 > at && matches!(span.0, 'F' | 'B'))?.1)
    }

    /// Somebody from the reserve took the closed kitchen's place.
    fn again(&self, (at, _, kitchen, by): (u64, u64, u32, u16)) -> Option<bool> {
        let (claim, again) = (self.claim, self.works_again(at)?);
        let is_so = (claim.index("kitchen"), claim.int("by")) == (kitchen as usize, i64::from(by));
        Some(again <= claim.t.0 && self.alike("minutes", (again - at) as f64 / MINUTE, 1e-9) && is_so)
    }

    /// Nobody did: all waited for its repair.
    fn again_own(&self, (at, _, kitchen, by): (u64, u64, u32, u16)) -> Option<bool> {
        let (claim, again) = (self.claim, self.works_again(at)?);
        let is_so = claim.index("kitchen") == kitchen as usize && u32::from(by) == kitchen + 1;
        Some(again <= claim.t.0 && self.alike("hours", (again - at) as f64 / HOUR, 1e-9) && is_so)
    }

    fn city(&self) -> Option<bool> {
        let (claim, t) = (self.claim, self.claim.t.0);
        // 16,384 GPUs, 8 in a server, 54 days, 419 interruptions.
        let own_days = 2_048.0 * 54.0 / 419.0;
        let between = own_days * 24.0 / f64::from(self.params.kitchens);
        let write = 12.0 * 405.9e9 / 100e9;
        let is_all = |name: &str| self.alike(name, f64::from(self.params.kitchens), 1e-9);
        let failures = self.failures(1);
        let first = failures.first().copied();
        Some(match claim.line.key {
            key::MISHAPS_BEAT_START | key::MISHAPS_XRAY_START => {
                is_all("n") && (claim.int("days") as f64 - own_days).abs() < 0.6
            }
            key::MISHAPS_BEAT_WRITE | key::MISHAPS_XRAY_WRITE => {
                let spans = self.spans(1);
                let write_span = spans.iter().find(|span| span.0 == 'U')?;
                claim.int("minutes") == i64::from(self.params.period)
                    && claim.time("time").0 == write_span.2 - write_span.1
                    && (claim.time("time").as_secs() / write - 1.0).abs() < 1e-3
                    && write_span.1 == u64::from(self.params.period) * MINUTE as u64
            }
            key::MISHAPS_BEAT_FAIL | key::MISHAPS_XRAY_FAIL => {
                let (at, _, kitchen, _) = first?;
                at <= t
                    && self.alike("hours", at as f64 / HOUR, 1e-9)
                    && claim.index("kitchen") == kitchen as usize
                    && self.spans(1).iter().any(|span| span.0 == '0' && span.1 == at)
            }
            key::MISHAPS_BEAT_LOST | key::MISHAPS_XRAY_LOST => {
                let (at, ..) = first?;
                let lost = |city: u32| {
                    let spans = self.spans(city);
                    let span = spans.iter().find(|span| span.0 == 'B' && span.2 == at);
                    span.map_or(0.0, |span| (span.2 - span.1) as f64 / MINUTE)
                };
                let all = (0..3).zip(["a", "b", "c"]).all(|(city, name)| self.alike(name, lost(city), 1e-9));
                let found = self.spans(1).into_iter().find(|span| span.0 == '0' && span.1 == at)?.2;
                at <= t && t < found && self.named() && all
            }
            key::MISHAPS_BEAT_AGAIN | key::MISHAPS_XRAY_AGAIN => self.again(first?)?,
            key::MISHAPS_BEAT_AGAIN_OWN | key::MISHAPS_XRAY_AGAIN_OWN => self.again_own(first?)?,
            key::MISHAPS_BEAT_MANY | key::MISHAPS_XRAY_MANY => {
                let dark = failures.iter().filter(|failure| failure.0 <= t && t < failure.1).count();
                is_all("n")
                    && claim.count("dark") == dark
                    && claim.count("count") == failures.iter().filter(|failure| failure.0 <= t).count()
            }
            key::MISHAPS_BEAT_BOOKS | key::MISHAPS_XRAY_BOOKS => {
                let at = (claim.number("hours") * HOUR) as u64;
                let kept = |city: u32| self.sum(city, 'F', at) / HOUR;
                at <= t
                    && self.named()
                    && (0..3).zip(["a", "b", "c"]).all(|(city, name)| self.alike(name, kept(city), 1e-6))
            }
            key::MISHAPS_BEAT_SPARES
            | key::MISHAPS_XRAY_SPARES
            | key::MISHAPS_BEAT_SPARES_OUT
            | key::MISHAPS_XRAY_SPARES_OUT => {
                let dark = |at: u64| failures.iter().filter(|other| other.0 <= at && at < other.1).count();
                let most = failures.iter().map(|failure| dark(failure.0)).max().unwrap_or(0);
                let waited = self.sum(1, '1', u64::MAX) / HOUR;
                let is_known = failures.iter().all(|failure| failure.0 <= t);
                let is_so = match claim.line.key {
                    key::MISHAPS_BEAT_SPARES | key::MISHAPS_XRAY_SPARES => waited == 0.0,
                    _ => waited > 0.0 && self.alike("hours", waited, 1e-6),
                };
                is_known && is_so && claim.count("most") == most && claim.int("spares") == i64::from(self.params.spares)
            }
            key::MISHAPS_BEAT_BEST | key::MISHAPS_XRAY_BEST => {
                // The best of every minute by the textbook's first order: what is written and what is lost.
                let cost = |minutes: f64| write / 60.0 / minutes + minutes / 2.0 / (between * 60.0);
                let best = (1..1_000).map(f64::from).min_by(|a, b| cost(*a).total_cmp(&cost(*b)))?;
                self.alike("hours", between, 0.01 * between)
                    && (claim.time("time").as_secs() / write - 1.0).abs() < 1e-3
                    && self.alike("best", best, 0.06 * best + 1.0)
            }
            key::MISHAPS_BEAT_FOUND
            | key::MISHAPS_XRAY_FOUND
            | key::MISHAPS_BEAT_TOO_OFTEN
            | key::MISHAPS_XRAY_TOO_OFTEN
            | key::MISHAPS_BEAT_TOO_SELDOM
            | key::MISHAPS_XRAY_TOO_SELDOM => self.yours(write, between)?,
            key::MISHAPS_BEAT_END | key::MISHAPS_XRAY_END => {
                let whole = claim.world.show.makespan();
                let share = |city: u32| self.sum(city, 'F', whole.0) / whole.0 as f64;
                Time(t) == whole
                    && self.named()
                    && (0..3).zip(["a", "b", "c"]).all(|(city, name)| (claim.percent(name) - share(city)).abs() < 1e-9)
            }
            _ => return None,
        })
    }
}

pub(in crate::chapters::mishaps) fn judge(claim: Claim<'_>, params: Params) -> Option<bool> {
    Bench { claim, params }.city()
}
