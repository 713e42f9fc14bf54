//! The links that packets take: from the first switch on, or as their sender says.

use super::fabric::PortId;
use super::net::Net;
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
                // From the next in turn, so that equal queues are used in turn too; ways of one first link are one choice.
                let groups = count / inner;
                let start = way / inner + 1;
                let turn =
                    (0..groups).map(|step| if start + step >= groups { start + step - groups } else { start + step });
                let waits = |group: u32| {
                    let ways = first + group * inner..first + (group + 1) * inner;
                    let is_cut = !self.broken.is_none() && ways.clone().all(|way| self.is_cut(way));
                    if is_cut { u64::MAX } else { self.waiting(ways.start, 0) }
                };
                let group = turn.min_by_key(|&group| waits(group)).unwrap_or(0);
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
    fn choose_again(&self, flow: u32, way: u32) -> u32 {
        let led = &self.led[flow as usize];
        let group = led.first + (way - led.first) / led.inner * led.inner;
        let start = way - group;
        let turn = (0..led.inner).map(|step| (start + step) % led.inner);
        let waits = |at: u32| if self.is_cut(group + at) { u64::MAX } else { self.waiting(group + at, 1) };
        group + turn.min_by_key(|&at| waits(at)).unwrap_or(0)
    }

    /// Bytes that wait before a way's link.
    fn waiting(&self, way: u32, link: usize) -> u64 {
        let Some(&port) = self.plan.fabric.way(way).links().get(link) else { return 0 };
        self.waits_at(port)
    }
}
