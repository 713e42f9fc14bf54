//! Judges of what the couriers say: counts and instants from the packet report itself.

use kitchen_core::packet::plan::OVERHEAD;
use kitchen_core::packet::report::Report;
use kitchen_core::packet::transport::report::{Gap, PacketDrop, WindowSample};
use kitchen_core::units::Time;
use kitchen_text::{Key, key};

use super::params::{Company, Params, Rule};
use crate::tests::instant::Claim;
use crate::tests::instant::world::has_passed;

/// 1,024 bytes at the 42 Gbit/s of one core, ps.
const COPY: u64 = 195_047;

struct Bench<'a> {
    claim: Claim<'a>,
    params: Params,
    report: &'a Report,
}

impl Bench<'_> {
    fn gap(&self) -> Option<&Gap> {
        let n = self.claim.count("n") as u32 - 1;
        self.report.transport.gaps.iter().find(|gap| gap.flow == 0 && gap.chunk == n && gap.resent < Time::MAX)
    }

    fn fall(&self) -> Option<&PacketDrop> {
        let n = self.claim.count("n") as u32 - 1;
        self.report.transport.drops.iter().find(|fall| fall.flow == 0 && !fall.is_reverse && fall.chunk == n)
    }

    /// The door's link: the one over which what is sent to it in all comes.
    fn longest(&self) -> u64 {
        self.report.ports.iter().map(|port| port.max_queue_bytes).max().unwrap_or(0)
    }

    fn has_parcels(&self) -> bool {
        let bytes = self.report.flows[0].bytes;
        self.claim.bytes("bytes") == bytes && self.claim.count("n") as u64 == bytes.0 / 1024
    }

    fn flies(&self) -> bool {
        // Glass alone takes 20 µs there and back; crossings and cards add a few.
        let (time, n) = (self.claim.time("time"), self.claim.count("n") as u64);
        let each = u64::from(1024 + OVERHEAD) * 8_000 / 400;
        (20_000_000..32_000_000).contains(&time.0) && n == time.0 / each
    }

    fn windows(&self) -> impl Iterator<Item = &WindowSample> {
        self.report.transport.windows.iter().filter(|window| window.flow == 0)
    }

    /// What TCP's and Ultra Ethernet's own sentences say.
    fn paced(&self) -> Option<bool> {
        let (claim, t) = (self.claim, self.claim.t);
        let is = |rule: Rule| self.params.recovery == rule;
        let bytes = |name| claim.bytes(name).0;
        Some(match claim.line.key {
            key::TRANSPORT_BEAT_AGAIN_TCP | key::TRANSPORT_XRAY_AGAIN_TCP => {
                let again = self.gap()?.resent;
                let mut last = None;
                for (before, after) in self.windows().zip(self.windows().skip(1)) {
                    if after.bytes < before.bytes && after.at <= again {
                        last = Some((before.bytes, after.bytes));
                    }
                }
                // CUBIC keeps seven tenths.
                let is_cubic = (bytes("after") as f64 / bytes("before") as f64 - 0.7).abs() < 0.01;
                is(Rule::Tcp)
                    && claim.time("time") == again
                    && again <= t
                    && last == Some((bytes("before"), bytes("after")))
                    && is_cubic
            }
            key::TRANSPORT_BEAT_CORE_COPY | key::TRANSPORT_XRAY_CORE_COPY => {
                let send = u64::from(1024 + OVERHEAD) * 20;
                is(Rule::Tcp) && claim.time("each").0 == COPY && claim.time("send").0 == send
            }
            key::TRANSPORT_BEAT_SPRAY | key::TRANSPORT_XRAY_SPRAY => {
                let plan = super::run::plan(self.params).ok()?;
                let sent = super::run::streets(&plan.fabric, self.params.company);
                let sent: Vec<u64> = sent.iter().map(|street| self.report.ports[street[0] as usize].bytes).collect();
                let (most, all) = (sent.iter().copied().max()?, sent.iter().sum::<u64>());
                let is_share = (claim.percent("share") - most as f64 / all as f64).abs() < 1e-9;
                let is_all = sent.len() == 4 && sent.iter().all(|&bytes| bytes > 0);
                is(Rule::Ultra) && claim.int("names") == 128 && claim.int("streets") == 4 && is_all && is_share
            }
            key::TRANSPORT_BEAT_WINDOW_LESS | key::TRANSPORT_XRAY_WINDOW_LESS => {
                let least = self.windows().map(|window| window.bytes).min()?;
                let is_then = self.windows().any(|window| window.at == claim.time("time") && window.bytes == least);
                let first = self.windows().next()?.bytes;
                is(Rule::Ultra)
                    && is_then
                    && claim.time("time") <= t
                    && bytes("after") == least
                    && bytes("before") == first
            }
            key::TRANSPORT_BEAT_WINDOW_STAYS | key::TRANSPORT_XRAY_WINDOW_STAYS => {
                let is_near = self.windows().all(|window| window.bytes.abs_diff(bytes("bytes")) * 16 <= bytes("bytes"));
                is(Rule::Ultra) && is_near && self.report.flows[0].marked == 0
            }
            _ => return None,
        })
    }

    fn start(&self) -> Option<bool> {
        let claim = self.claim;
        let is_crowd = matches!(self.params.company, Company::Crowd | Company::Credit);
        let metres = |is: Company| {
            claim.int("metres") == self.params.distance as i64 && self.params.company == is && self.has_parcels()
        };
        let card = || claim.int("gbit") == 400 && claim.int("payload") == 1024;
        let senders = || is_crowd && claim.count("senders") == 8 && self.has_parcels();
        Some(match claim.line.key {
            key::TRANSPORT_BEAT_START => metres(Company::Alone),
            key::TRANSPORT_XRAY_START => metres(Company::Alone) && card(),
            key::TRANSPORT_BEAT_START_NEIGHBOUR => metres(Company::Neighbour),
            key::TRANSPORT_XRAY_START_NEIGHBOUR => metres(Company::Neighbour) && card(),
            key::TRANSPORT_BEAT_START_CROWD => senders(),
            key::TRANSPORT_XRAY_START_CROWD => senders() && card(),
            key::TRANSPORT_BEAT_FLIGHT | key::TRANSPORT_XRAY_FLIGHT => {
                self.flies() && self.params.recovery != Rule::Tcp
            }
            key::TRANSPORT_BEAT_FLIGHT_TCP | key::TRANSPORT_XRAY_FLIGHT_TCP => {
                let copied = claim.time("time").0 / COPY;
                self.flies() && claim.count("copies") as u64 == copied && self.params.recovery == Rule::Tcp
            }
            _ => return None,
        })
    }

    /// What software did: the first parcel of a bundle that fell, and what a core takes.
    fn software(&self) -> Option<bool> {
        let (claim, t) = (self.claim, self.claim.t);
        // Sent again: the followed packet of that bundle that left for a second time.
        let again = || {
            let (n, notes) = (claim.count("n") as u32 - 1, &self.report.transport);
            let mut pairs = self.report.traced_packets.iter().zip(&notes.traced);
            pairs.any(|(courier, followed)| {
                let left = self.report.hops_of(courier).next().map(|leg| leg.dequeued);
                let is_it =
                    courier.flow == 0 && followed.kind == 0 && followed.is_retransmission && followed.content == n;
                is_it && left == Some(claim.time("again")) && claim.time("again") <= t
            })
        };
        let fell = || Some(claim.time("time") == self.fall()?.at && self.fall()?.at <= t);
        // 32 KiB, or as many parcels as the reader set.
        let chunk = self.claim.world.show.scenario.made.parse().unwrap_or(32_i64);
        let paced = |n: i64| {
            let each = i64::from(1024 + OVERHEAD) * 20;
            claim.time("each").0 == 655_360
                && claim.time("send").0 as i64 == each * n
                && self.params.recovery.is_software()
        };
        Some(match claim.line.key {
            key::TRANSPORT_BEAT_FELL_OF | key::TRANSPORT_XRAY_FELL_OF => fell()?,
            key::TRANSPORT_BEAT_FELL_OF_KNOWN | key::TRANSPORT_XRAY_FELL_OF_KNOWN => fell()? && again(),
            key::TRANSPORT_BEAT_AGAIN_BUNDLE | key::TRANSPORT_XRAY_AGAIN_BUNDLE => {
                fell()? && again() && claim.int("size") == chunk
            }
            key::TRANSPORT_BEAT_CORE_EACH | key::TRANSPORT_XRAY_CORE_EACH => paced(1),
            key::TRANSPORT_BEAT_CORE_BUNDLE | key::TRANSPORT_XRAY_CORE_BUNDLE => {
                paced(chunk) && claim.int("n") == chunk
            }
            _ => return None,
        })
    }

    fn parcel(&self) -> Option<bool> {
        let (claim, t) = (self.claim, self.claim.t);
        let at = |when: Time| claim.time("time") == when && when <= t;
        Some(match claim.line.key {
            key::TRANSPORT_BEAT_FELL | key::TRANSPORT_XRAY_FELL => at(self.fall()?.at) && t < self.gap()?.detected,
            key::TRANSPORT_BEAT_FELL_KNOWN | key::TRANSPORT_XRAY_FELL_KNOWN => {
                at(self.fall()?.at) && claim.time("noticed") == self.gap()?.detected && self.gap()?.detected <= t
            }
            key::TRANSPORT_BEAT_MISSED_ALL
            | key::TRANSPORT_XRAY_MISSED_ALL
            | key::TRANSPORT_BEAT_MISSED_ONE
            | key::TRANSPORT_XRAY_MISSED_ONE => at(self.gap()?.detected),
            key::TRANSPORT_BEAT_AGAIN_ALL
            | key::TRANSPORT_XRAY_AGAIN_ALL
            | key::TRANSPORT_BEAT_AGAIN_ONE
            | key::TRANSPORT_XRAY_AGAIN_ONE => at(self.gap()?.resent),
            key::TRANSPORT_BEAT_MENDED_ALL | key::TRANSPORT_XRAY_MENDED_ALL => {
                at(self.gap()?.filled) && self.waited() && claim.count("refused") as u32 == self.gap()?.rejected
            }
            key::TRANSPORT_BEAT_MENDED_ONE | key::TRANSPORT_XRAY_MENDED_ONE => {
                at(self.gap()?.filled) && self.waited() && self.gap()?.rejected == 0
            }
            _ => return None,
        })
    }

    fn waited(&self) -> bool {
        let (Some(fall), Some(gap)) = (self.fall(), self.gap()) else { return false };
        self.claim.time("wait") == gap.filled - fall.at
    }

    fn sum(&self, of: &dyn Fn(usize) -> u64) -> usize {
        (0..self.report.flows.len()).map(of).sum::<u64>() as usize
    }

    /// Whether all was there by then, with so many sendings and losses.
    fn ended(&self) -> bool {
        let claim = self.claim;
        self.has_all() && claim.count("sent") == self.sent() && claim.count("lost") == self.lost()
    }

    /// All parcels that the sentence counts are there.
    fn has_all(&self) -> bool {
        let (claim, report) = (self.claim, self.report);
        claim.time("time") == report.makespan
            && report.makespan <= claim.t
            && claim.count("parcels") == self.sum(&|at| report.flows[at].bytes.0 / 1024)
    }

    fn sent(&self) -> usize {
        self.sum(&|at| self.report.flows[at].packets.into())
    }

    fn lost(&self) -> usize {
        self.report.ports.iter().map(|port| port.lost as usize).sum()
    }

    fn later(&self) -> Option<bool> {
        let (claim, t) = (self.claim, self.claim.t);
        let longest = || claim.bytes("bytes").0 == self.longest();
        let wait = || claim.time("wait").0 == self.longest() * 20;
        Some(match claim.line.key {
            key::TRANSPORT_BEAT_NOW | key::TRANSPORT_XRAY_NOW => {
                let drops = self.report.transport.drops.iter().filter(|fall| fall.flow == 0 && !fall.is_reverse);
                has_passed(claim.percent("share"), t, self.report.flows[0].finish)
                    && claim.count("lost") == drops.filter(|fall| fall.at <= t).count()
            }
            key::TRANSPORT_BEAT_COUNT | key::TRANSPORT_XRAY_COUNT => {
                let mut falls = self.report.transport.drops.iter();
                let fell = falls.by_ref().filter(|fall| fall.flow == 0 && !fall.is_reverse && fall.at <= t).count();
                let gaps = self.report.transport.gaps.iter().filter(|gap| gap.flow == 0 && gap.filled <= t);
                claim.count("lost") == fell
                    && claim.count("refused") as u32 == gaps.map(|gap| gap.rejected).sum::<u32>()
            }
            key::TRANSPORT_BEAT_SAME_STREET | key::TRANSPORT_XRAY_SAME_STREET => {
                longest() && claim.int("streets") == 4 && self.params.names() == 1
            }
            key::TRANSPORT_BEAT_MANY_STREETS | key::TRANSPORT_XRAY_MANY_STREETS => {
                longest() && claim.int("streets") == 4 && self.params.names() > 1
            }
            key::TRANSPORT_BEAT_DOOR | key::TRANSPORT_XRAY_DOOR => {
                longest() && wait() && !self.params.is_called() && claim.int("senders") == 8
            }
            key::TRANSPORT_BEAT_DOOR_CREDIT | key::TRANSPORT_XRAY_DOOR_CREDIT => {
                longest() && wait() && self.params.is_called() && claim.int("senders") == 8
            }
            key::TRANSPORT_BEAT_DOOR_ULTRA | key::TRANSPORT_XRAY_DOOR_ULTRA => {
                // Nobody had more under way before the first call than a window.
                let most = self.report.transport.flows[0].max_in_flight;
                let is_ultra = self.params.recovery == Rule::Ultra && self.params.is_called();
                longest() && wait() && is_ultra && claim.int("senders") == 8 && claim.bytes("window").0 + 1024 >= most
            }
            key::TRANSPORT_BEAT_GUEST
            | key::TRANSPORT_XRAY_GUEST
            | key::TRANSPORT_BEAT_GUEST_TCP
            | key::TRANSPORT_XRAY_GUEST_TCP => {
                let is_tcp = matches!(claim.line.key, key::TRANSPORT_BEAT_GUEST_TCP | key::TRANSPORT_XRAY_GUEST_TCP);
                let guests = || self.report.flows.iter().skip(8);
                let slowest = guests().map(|flow| flow.finish - flow.start).max()?;
                let (start, finish) = (claim.time("start"), claim.time("finish"));
                let is_one = guests().any(|flow| flow.start == start && flow.finish == finish);
                // Glass takes 5 ns a metre, 32 parcels 0.7 µs, two cards and a crossing less than 2.
                let glass = 5_000 * self.params.distance;
                let best = (glass + 700_000..glass + 3_000_000).contains(&claim.time("best").0);
                (self.params.recovery == Rule::Tcp) == is_tcp
                    && is_one
                    && finish <= t
                    && finish - start == slowest
                    && claim.time("took") == slowest
                    && best
            }
            key::TRANSPORT_BEAT_END | key::TRANSPORT_XRAY_END => {
                let vain = |at: usize| {
                    let flow = self.report.transport.flows[at];
                    u64::from(flow.rejected) + u64::from(flow.duplicates)
                };
                self.ended() && claim.count("refused") == self.sum(&vain)
            }
            key::TRANSPORT_BEAT_END_WHOLE | key::TRANSPORT_XRAY_END_WHOLE => {
                self.has_all() && self.sent() == claim.count("parcels") && self.lost() == 0
            }
            key::TRANSPORT_BEAT_END_BUNDLE | key::TRANSPORT_XRAY_END_BUNDLE => {
                // Nothing but whole bundles goes out.
                self.ended() && claim.count("sent") % 32 == 0
            }
            _ => return None,
        })
    }
}

/// Names inside sentences.
fn is_name(key: Key) -> bool {
    let cards = [key::RECOVERY_GO_BACK_N, key::RECOVERY_SELECTIVE, key::RECOVERY_ULTRA];
    let cores = [key::RECOVERY_SOFTWARE_EACH, key::RECOVERY_SOFTWARE, key::RECOVERY_TCP];
    cards.contains(&key) || cores.contains(&key)
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    if is_name(claim.line.key) {
        return Some(true);
    }
    let report = claim.world.run().packets.as_deref()?;
    let bench = Bench { claim, params: Params::of(&claim.world.show.scenario), report };
    bench
        .start()
        .or_else(|| bench.parcel())
        .or_else(|| bench.paced())
        .or_else(|| bench.software())
        .or_else(|| bench.later())
}
