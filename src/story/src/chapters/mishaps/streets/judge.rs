//! Judges of what is said of streets: from the raw reports, port by port.

use kitchen_core::packet::Report;
use kitchen_core::packet::fabric::{Fabric, Node, PortId};
use kitchen_core::units::Time;
use kitchen_text::key;

use super::{fabric, plan};
use crate::chapters::mishaps::params::{Mishap, Params};
use crate::tests::instant::Claim;

struct Bench<'a> {
    claim: Claim<'a>,
    mishap: Mishap,
    params: Params,
    fabric: Fabric,
    whole: &'a Report,
    hurt: &'a Report,
}

impl Bench<'_> {
    fn ports(&self, is: impl Fn(Node, Node) -> bool) -> Vec<PortId> {
        let links = (0_u32..).zip(&self.fabric.links);
        links.filter(|(_, link)| is(link.from, link.to)).map(|(port, _)| port).collect()
    }

    /// Ports from the first crossing into the middle.
    fn into(&self) -> Vec<PortId> {
        self.ports(|from, to| from == Node::Switch(0) && matches!(to, Node::Switch(_)))
    }

    fn losing(&self) -> Vec<PortId> {
        (0..self.fabric.links.len() as PortId).filter(|&port| self.hurt.ports[port as usize].lost > 0).collect()
    }

    /// Bytes that a port sent in whole steps from `t` until all was there.
    fn sent_since(&self, port: PortId, t: Time) -> u64 {
        let first = t.0.div_ceil(self.hurt.step.0) as usize;
        self.hurt.series[port as usize].sent.iter().skip(first).sum()
    }

    /// Whether a followed packet that came to the end of that port's link at any time was lost as `is` says.
    fn lost_as(&self, ports: &[PortId], is: impl Fn(Time) -> bool) -> bool {
        let mut met = 0;
        let is_so = self.hurt.traced_packets.iter().all(|courier| {
            let legs: Vec<_> = self.hurt.hops_of(courier).collect();
            legs.iter().enumerate().filter(|(_, leg)| ports.contains(&leg.port)).all(|(at, leg)| {
                met += 1;
                is(leg.arrived) == (at + 1 == legs.len() && legs.len() < 4)
            })
        });
        is_so && met > 0
    }

    fn finish(report: &Report, but: Option<usize>) -> Time {
        let flows = report.flows.iter().enumerate().filter(|(at, _)| Some(*at) != but);
        flows.map(|(_, flow)| flow.finish).max().unwrap_or_default()
    }

    fn ends(&self, but: Option<usize>) -> bool {
        let claim = self.claim;
        let [whole, hurt] = [self.whole, self.hurt].map(|report| Self::finish(report, but));
        let longer = hurt.as_secs() / whole.as_secs() - 1.0;
        (claim.time("time"), claim.time("whole")) == (hurt, whole)
            && (claim.percent("longer") - longer).abs() < 1e-9
            && Self::finish(self.hurt, None).max(Self::finish(self.whole, None)) <= claim.t
    }

    /// The one pause of the door that is named.
    fn shut(&self) -> Option<(Time, Time)> {
        let door = self.claim.index("door");
        let port = self.ports(|_, to| to == Node::Host(door as u32));
        let mut pauses = self.hurt.pauses.iter().filter(|pause| port.contains(&pause.port));
        let pause = pauses.next()?;
        pauses.next().is_none().then_some((pause.start, pause.end))
    }

    fn starts(&self) -> bool {
        let (claim, flows) = (self.claim, &self.whole.flows);
        let alike = self.hurt.flows.iter().zip(flows).all(|(a, b)| (a.bytes, a.start) == (b.bytes, b.start));
        claim.count("n") == flows.len() && flows.iter().all(|flow| flow.bytes == claim.bytes("bytes")) && alike
    }

    fn known(&self, is_crossing: bool) -> bool {
        let (claim, time) = (self.claim, self.claim.time("time"));
        let open = self.into().into_iter().filter(|&port| self.sent_since(port, time) > 0).count();
        let dead = plan(self.params, 1).ok().and_then(|plan| Some((plan.faults.first()?.from, plan.reroute?)));
        claim.int("all") == self.into().len() as i64
            && claim.int("left") == open as i64
            && is_crossing == (self.mishap == Mishap::Crossing)
            && dead.is_some_and(|(from, known)| from + known == time && time <= claim.t)
    }

    fn stood(&self) -> bool {
        let claim = self.claim;
        let (kitchen, other, door) = (claim.index("kitchen"), claim.index("other"), claim.index("door"));
        let out = self.ports(|from, _| matches!(from, Node::Host(host) if host < 4 && host as usize + 4 != door));
        let first = self.hurt.pauses.iter().filter(|pause| out.contains(&pause.port)).map(|p| (p.start, p.port)).min();
        let to_other = self.ports(|_, to| to == Node::Host(other as u32));
        let is_open = self.hurt.pauses.iter().all(|pause| !to_other.contains(&pause.port));
        let own = self.ports(|from, _| from == Node::Host(kitchen as u32));
        let goes = plan(self.params, 1).is_ok_and(|plan| plan.flows[kitchen].dst as usize == other);
        first.is_some_and(|(at, port)| at == claim.time("time") && own.contains(&port) && at <= claim.t)
            && is_open
            && goes
            && self.shut().is_some_and(|(from, until)| from <= claim.time("time") && claim.time("time") < until)
    }

    fn judge(&self) -> Option<bool> {
        let (claim, t) = (self.claim, self.claim.t);
        let upper = || self.into()[0];
        let fallen = || self.into()[self.params.road as usize - 1];
        let is_named = || i64::from(self.params.road) == claim.int("n");
        let dead = |ports: &[PortId]| {
            let at = claim.time("at");
            self.losing().iter().all(|port| ports.contains(port)) && self.lost_as(ports, |done| done >= at) && at <= t
        };
        Some(match claim.line.key {
            key::MISHAPS_BEAT_SENDS => self.starts(),
            key::MISHAPS_XRAY_SENDS => {
                let plan = plan(self.params, 0).ok()?;
                let gbit = plan.fabric.links.iter().all(|link| i64::from(link.gbit_per_s) == claim.int("gbit"));
                self.starts() && gbit && claim.int("mtu") == i64::from(plan.mtu)
            }
            key::MISHAPS_BEAT_THERE | key::MISHAPS_XRAY_THERE => {
                let there = |report: &Report| report.flows.iter().filter(|flow| flow.finish <= t).count();
                (claim.count("a"), claim.count("b"), claim.count("all"))
                    == (there(self.whole), there(self.hurt), self.whole.flows.len())
            }
            key::MISHAPS_BEAT_STREET => dead(&[fallen()]) && self.losing() == [fallen()] && is_named(),
            key::MISHAPS_XRAY_STREET => dead(&[fallen()]) && self.losing() == [fallen()],
            key::MISHAPS_BEAT_CROSSING | key::MISHAPS_XRAY_CROSSING => {
                let middle = self.fabric.links[upper() as usize].to;
                let two = self.into().into_iter().filter(|&port| self.fabric.links[port as usize].to == middle);
                two.count() == 2 && dead(&self.ports(|from, to| from == middle || to == middle))
            }
            key::MISHAPS_BEAT_FLAP | key::MISHAPS_XRAY_FLAP => {
                let (at, flap) = (claim.time("at"), claim.time("flap").0);
                let is_down = |done: Time| done >= at && ((done.0 - at.0) / flap).is_multiple_of(2);
                let is_told = claim.line.key == key::MISHAPS_XRAY_FLAP || is_named();
                is_told && self.losing() == [fallen()] && self.lost_as(&[fallen()], is_down) && at <= t
            }
            key::MISHAPS_BEAT_FLAPS | key::MISHAPS_XRAY_FLAPS => {
                let plan = plan(self.params, 1).ok()?;
                let from = plan.faults.first()?.from;
                plan.reroute == Some(claim.time("known"))
                    && claim.time("flap") < claim.time("known")
                    && self.sent_since(fallen(), from + claim.time("known") + claim.time("known")) > 0
                    && from + Time(4 * claim.time("flap").0) <= t
            }
            key::MISHAPS_BEAT_KNOWN | key::MISHAPS_XRAY_KNOWN => self.known(false),
            key::MISHAPS_BEAT_KNOWN_CROSSING | key::MISHAPS_XRAY_KNOWN_CROSSING => self.known(true),
            key::MISHAPS_BEAT_DOOR | key::MISHAPS_XRAY_DOOR => {
                let (from, until) = self.shut()?;
                from == claim.time("at") && until == from + claim.time("stuck") && from <= t
            }
            key::MISHAPS_BEAT_STOOD | key::MISHAPS_XRAY_STOOD => self.stood(),
            key::MISHAPS_BEAT_OPEN | key::MISHAPS_XRAY_OPEN => {
                self.shut().is_some_and(|(_, until)| until == claim.time("time") && until <= t)
            }
            key::MISHAPS_BEAT_CAME | key::MISHAPS_XRAY_CAME => {
                let at = Self::finish(self.whole, None);
                claim.time("time") == at && at <= t
            }
            key::MISHAPS_BEAT_END_STREET | key::MISHAPS_XRAY_END_STREET => {
                let lost: u64 = self.losing().iter().map(|&port| self.hurt.ports[port as usize].lost).sum();
                self.ends(None) && (claim.number("lost") - lost as f64).abs() < 0.5
            }
            key::MISHAPS_BEAT_END_DOOR | key::MISHAPS_XRAY_END_DOOR => {
                let (from, until) = self.shut()?;
                let sender = claim.index("door") - 4;
                let is_xray = claim.line.key == key::MISHAPS_XRAY_END_DOOR;
                self.ends(Some(sender)) && (!is_xray || until - from == claim.time("stuck"))
            }
            _ => return None,
        })
    }
}

pub(in crate::chapters::mishaps) fn judge(claim: Claim<'_>, params: Params) -> Option<bool> {
    let mishap = params.mishap;
    let runs = &claim.world.show.runs;
    let [whole, hurt] = [0, 1].map(|run: usize| runs.get(run).and_then(|run| run.packets.as_deref()));
    let bench = Bench { claim, mishap, params, fabric: fabric().ok()?, whole: whole?, hurt: hurt? };
    // Nothing is lost where all is well.
    if bench.whole.ports.iter().any(|port| port.lost > 0) {
        return Some(false);
    }
    bench.judge()
}
