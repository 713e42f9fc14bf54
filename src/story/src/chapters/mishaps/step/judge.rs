//! Whether what is said of the two steps is true: judged from the raw spans.

use kitchen_core::sim::task::Kind;
use kitchen_core::topology::LinkClass;
use kitchen_core::units::Time;
use kitchen_text::key;

use crate::chapters::mishaps::params::Params;
use crate::tests::instant::Claim;
use crate::tests::instant::world::Span;

struct Bench<'a> {
    claim: Claim<'a>,
    params: Params,
}

impl Bench<'_> {
    /// When the last of those chefs ended what is of that kind.
    fn ended(&self, chefs: std::ops::Range<usize>, kind: Kind) -> Time {
        let spans = self.claim.world.of(kind).filter(|span| chefs.contains(&span.gpu));
        spans.map(|span| span.end).max().unwrap_or_default()
    }

    fn step(&self) -> Option<bool> {
        let (claim, t) = (self.claim, self.claim.t);
        let slow_one = (self.params.slow - 1) as usize;
        let is_slow = || claim.index("slow") == slow_one;
        let length = |gpu: usize| -> u64 {
            let own = claim.world.all().iter().filter(|span| span.gpu == gpu && span.label.kind.is_pass());
            own.map(|span| span.end.0 - span.start.0).sum()
        };
        let [whole, hurt] = [0..8, 8..16].map(|chefs| self.ended(chefs, Kind::Update));
        Some(match claim.line.key {
            key::MISHAPS_BEAT_STOVE | key::MISHAPS_XRAY_STOVE => {
                let pace = length(0) as f64 / length(slow_one) as f64;
                let others = (0..16).filter(|&gpu| gpu != slow_one).all(|gpu| length(gpu) == length(0));
                is_slow() && others && (claim.percent("pace") - pace).abs() < 1e-6
            }
            key::MISHAPS_BEAT_TUNNEL | key::MISHAPS_XRAY_TUNNEL => {
                let topology = &claim.world.run().topology;
                is_slow()
                    && (0..16)
                        .all(|gpu| (topology.nvlink_lanes(gpu, gpu ^ 1) == 0) == (gpu as usize / 2 == slow_one / 2))
            }
            key::MISHAPS_BEAT_READY | key::MISHAPS_XRAY_READY => {
                let at = self.ended(0..8, Kind::Backward);
                let moving = claim.world.all().iter().filter(|span| span.travels() && span.gpu < 8);
                claim.time("time") == at && at <= t && moving.map(|span| span.start).min()? >= at
            }
            key::MISHAPS_BEAT_WHOLE | key::MISHAPS_XRAY_WHOLE => claim.time("time") == whole && whole <= t,
            key::MISHAPS_BEAT_LATE | key::MISHAPS_XRAY_LATE => {
                let at = self.ended(slow_one..slow_one + 1, Kind::Backward);
                let others = self.ended(8..slow_one, Kind::Backward).max(self.ended(slow_one + 1..16, Kind::Backward));
                is_slow() && claim.time("time") == at && at <= t && claim.time("wait") == Time(at.0 - others.0)
            }
            key::MISHAPS_BEAT_NARROW | key::MISHAPS_XRAY_NARROW => {
                let run = claim.world.run();
                let slow = |task: usize| {
                    let class = claim.world.class(0, task);
                    matches!(class, Some(LinkClass::Pcie | LinkClass::Socket))
                };
                let of = |span: &&Span| span.travels() && span.gpu >= 8;
                let at_slow = |span: &Span| span.gpu == slow_one || span.to == slow_one;
                run.topology.len() == 16
                    && is_slow()
                    && claim.world.all().iter().filter(of).all(|span| slow(span.task) == at_slow(span))
            }
            key::MISHAPS_BEAT_LONGER | key::MISHAPS_XRAY_LONGER => {
                let longer = hurt.0 as f64 / whole.0 as f64 - 1.0;
                claim.time("time") == hurt
                    && claim.time("whole") == whole
                    && hurt <= t
                    && (claim.percent("longer") - longer).abs() < 1e-9
            }
            _ => return None,
        })
    }
}

pub(in crate::chapters::mishaps) fn judge(claim: Claim<'_>, params: Params) -> Option<bool> {
    Bench { claim, params }.step()
}
