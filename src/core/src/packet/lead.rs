//! The links that packets take: from the first switch on, or as their sender says.

use super::fabric::PortId;
use super::net::{Led, Net};
use super::port::{BACK, Hot, LED, NONE, OTHER};
use super::route::{FLOWLET_GAP, Rule, ecmp, pick};

impl Net<'_> {
    /// Writes a way of the flow into a packet.
    pub(super) fn lead(&self, packet: &mut Hot, way: u32) {
        let fabric = &self.plan.fabric;
        let dst = self.plan.flows[packet.flow as usize].dst;
        packet.flags |= LED;
        let links = fabric.way(way).links();
        for (to, &link) in packet.route[1..].iter_mut().zip(links) {
            *to = link as u16;
        }
        packet.route[links.len() + 1] = fabric.hosts[dst as usize].2 as u16;
    }

    /// The same for a packet from the receiver to the sender: the hash chooses.
    pub(super) fn lead_back(&self, packet: &mut Hot) {
        let fabric = &self.plan.fabric;
        let flow = self.plan.flows[packet.flow as usize];
        let ways = fabric.ways(flow.dst, flow.src);
        packet.flags |= LED;
        let count = ways.end - ways.start;
        let way = ways.start + self.around(ways.start, count, ecmp(self.plan.seed, packet.flow, count));
        let links = fabric.way(way).links();
        for (to, &link) in packet.route[1..].iter_mut().zip(links) {
            *to = link as u16;
        }
        packet.route[links.len() + 1] = fabric.hosts[flow.src as usize].2 as u16;
    }

    /// The link that a packet takes from the switch it has come to.
    pub(super) fn next_port(&mut self, packet: u32) -> PortId {
        let body = self.slab.see(packet);
        let is_again = self.plan.rule == Rule::Adaptive && body.hop == 1 && !body.is(BACK | OTHER);
        if body.is(LED) && !is_again {
            return body.then();
        }
        let mut body = *body;
        let way = if body.is(LED) {
            let way = self.slab.cold(packet).map_or(NONE, |cold| cold.way);
            self.choose_again(body.flow, way)
        } else {
            self.choose(body.flow)
        };
        self.lead(&mut body, way);
        *self.slab.get(packet) = body;
        if let Some(cold) = self.slab.cold(packet) {
            cold.way = way;
        }
        body.then()
    }

    /// The first switch chooses.
    fn choose(&mut self, flow: u32) -> u32 {
        let led = &self.led[flow as usize];
        let (first, count, inner) = (led.first, led.count, led.inner);
        let mut way = led.way;
        match self.plan.rule {
            Rule::Ecmp => {}
            Rule::Spray => way = if way + 1 >= count { 0 } else { way + 1 },
            Rule::Flowlet => {
                if led.chose_at != u64::MAX && self.now - led.chose_at > FLOWLET_GAP.0 {
                    way = pick(self.draws.next(), count);
                }
            }
            Rule::Adaptive => {
                // Ways of one first link are one choice.
                let group = self.least(count / inner, |net, group| {
                    let ways = first + group * inner..first + (group + 1) * inner;
                    let is_cut = !net.broken.is_none() && ways.clone().all(|way| net.is_cut(way));
                    if is_cut { u64::MAX } else { net.waiting(ways.start, 0) }
                });
                way = group * inner + (way + 1) % inner;
            }
        }
        let way = self.around(first, count, way);
        let led = &mut self.led[flow as usize];
        led.way = way;
        led.chose_at = self.now;
        let told = &mut self.report.flows[flow as usize].way;
        if *told == NONE {
            *told = first + way;
        }
        first + way
    }

    /// The second switch chooses among the ways that share the first link.
    fn choose_again(&mut self, flow: u32, way: u32) -> u32 {
        let Led { first, inner, .. } = self.led[flow as usize];
        let group = first + (way - first) / inner * inner;
        let waits = |net: &Self, at: u32| if net.is_cut(group + at) { u64::MAX } else { net.waiting(group + at, 1) };
        group + self.least(inner, waits)
    }

    /// Where the least waits; one of them is drawn where there are several. In turn would be worse: flows of equal rates keep step then, each on
    /// a few of its ways, and meet on the way down, where nothing is left to choose.
    fn least(&mut self, count: u32, waits: impl Fn(&Self, u32) -> u64) -> u32 {
        let (mut best, mut least, mut alike) = (0, u64::MAX, 0);
        for at in 0..count {
            let waits = waits(self, at);
            if alike == 0 || waits < least {
                (best, least, alike) = (at, waits, 1);
            } else if waits == least {
                alike += 1;
                best = if pick(self.draws.next(), alike) == 0 { at } else { best };
            }
        }
        best
    }

    /// Bytes that have to go before a packet on a way's link: those that wait, and what is left of the one that is being sent. Switches look
    /// at queue occupancy and port utilisation (Cumulus Linux, Adaptive Routing); a port that sends is not as good as one that is idle.
    fn waiting(&self, way: u32, link: usize) -> u64 {
        let Some(&port) = self.plan.fabric.way(way).links().get(link) else { return 0 };
        let busy = self.wires[port as usize].free_at.saturating_sub(self.now);
        let gbit = self.paces[self.ends[port as usize].pace as usize].gbit_per_s;
        self.waits_at(port) + busy * u64::from(gbit) / 8_000
    }
}
