//! Forwarding: the links that packets take, chosen by the switches or by the sender.

use super::fabric::PortId;
use super::load_balancing::{FLOWLET_GAP, LoadBalancing, ecmp, pick};
use super::network::{FlowPaths, Network};
use super::port::{HotFields, NONE, NOT_DATA, REVERSE, ROUTED};

impl Network<'_> {
    /// Writes a path of the flow into a packet as its source route.
    pub(super) fn set_route(&self, packet: &mut HotFields, path: u32) {
        let fabric = &self.plan.fabric;
        let dst = self.plan.flows[packet.flow as usize].dst;
        packet.flags |= ROUTED;
        let links = fabric.path(path).links();
        for (to, &link) in packet.route[1..].iter_mut().zip(links) {
            *to = link as u16;
        }
        packet.route[links.len() + 1] = fabric.hosts[dst as usize].downlink as u16;
    }

    /// The same for a packet from the receiver to the sender: ECMP chooses.
    pub(super) fn set_reverse_route(&self, packet: &mut HotFields) {
        let fabric = &self.plan.fabric;
        let flow = self.plan.flows[packet.flow as usize];
        let paths = fabric.paths(flow.dst, flow.src);
        packet.flags |= ROUTED;
        let count = paths.end - paths.start;
        let path = paths.start + self.live_path(paths.start, count, ecmp(self.plan.seed, packet.flow, count));
        let links = fabric.path(path).links();
        for (to, &link) in packet.route[1..].iter_mut().zip(links) {
            *to = link as u16;
        }
        packet.route[links.len() + 1] = fabric.hosts[flow.src as usize].downlink as u16;
    }

    /// The egress port of a packet at the switch that it has reached.
    pub(super) fn next_port(&mut self, packet: u32) -> PortId {
        let body = self.slab.see(packet);
        let is_second_choice =
            self.plan.load_balancing == LoadBalancing::Adaptive && body.hop == 1 && !body.is(REVERSE | NOT_DATA);
        if body.is(ROUTED) && !is_second_choice {
            return body.next_link();
        }
        let mut body = *body;
        let path = if body.is(ROUTED) {
            let path = self.slab.cold(packet).map_or(NONE, |cold| cold.path);
            self.choose_second(body.flow, path)
        } else {
            self.choose(body.flow)
        };
        self.set_route(&mut body, path);
        *self.slab.get(packet) = body;
        if let Some(cold) = self.slab.cold(packet) {
            cold.path = path;
        }
        body.next_link()
    }

    /// The choice of the first switch.
    fn choose(&mut self, flow: u32) -> u32 {
        let flow_paths = &self.flow_paths[flow as usize];
        let (first, count, inner) = (flow_paths.first, flow_paths.count, flow_paths.inner);
        let mut path = flow_paths.path;
        match self.plan.load_balancing {
            LoadBalancing::Ecmp => {}
            LoadBalancing::Spray => path = if path + 1 >= count { 0 } else { path + 1 },
            LoadBalancing::Flowlet => {
                if flow_paths.chose_at != u64::MAX && self.now - flow_paths.chose_at > FLOWLET_GAP.0 {
                    path = pick(self.random.next(), count);
                }
            }
            LoadBalancing::Adaptive => {
                // All paths over one first link are one choice.
                let group = self.shortest_queue(count / inner, |net, group| {
                    let paths = first + group * inner..first + (group + 1) * inner;
                    let is_excluded = !net.outages.is_none() && paths.clone().all(|path| net.is_excluded(path));
                    if is_excluded { u64::MAX } else { net.bytes_ahead(paths.start, 0) }
                });
                path = group * inner + (path + 1) % inner;
            }
        }
        let path = self.live_path(first, count, path);
        let flow_paths = &mut self.flow_paths[flow as usize];
        flow_paths.path = path;
        flow_paths.chose_at = self.now;
        let first_path = &mut self.report.flows[flow as usize].path;
        if *first_path == NONE {
            *first_path = first + path;
        }
        first + path
    }

    /// The choice of the second switch among the paths that share the first link.
    fn choose_second(&mut self, flow: u32, path: u32) -> u32 {
        let FlowPaths { first, inner, .. } = self.flow_paths[flow as usize];
        let group = first + (path - first) / inner * inner;
        let bytes_ahead =
            |net: &Self, at: u32| if net.is_excluded(group + at) { u64::MAX } else { net.bytes_ahead(group + at, 1) };
        group + self.shortest_queue(inner, bytes_ahead)
    }

    /// The shortest queue, chosen at random among equals. Round robin would be worse: flows of equal rates would stay in step, each on
    /// a few of its paths, and collide on the downlinks, where there is no choice left.
    fn shortest_queue(&mut self, count: u32, bytes_ahead: impl Fn(&Self, u32) -> u64) -> u32 {
        let (mut best, mut least, mut alike) = (0, u64::MAX, 0);
        for at in 0..count {
            let bytes_ahead = bytes_ahead(self, at);
            if alike == 0 || bytes_ahead < least {
                (best, least, alike) = (at, bytes_ahead, 1);
            } else if bytes_ahead == least {
                alike += 1;
                best = if pick(self.random.next(), alike) == 0 { at } else { best };
            }
        }
        best
    }

    /// Bytes ahead of a packet on a path's link: those queued, and the rest of the packet in transmission. Switches use queue
    /// occupancy and port utilisation (Cumulus Linux, Adaptive Routing): a busy port is not as good as an idle one.
    fn bytes_ahead(&self, path: u32, link: usize) -> u64 {
        let Some(&port) = self.plan.fabric.path(path).links().get(link) else { return 0 };
        let busy = self.transmitters[port as usize].free_at.saturating_sub(self.now);
        let gbit = self.link_kinds[self.ends[port as usize].link_kind as usize].gbit_per_s;
        self.queued_bytes(port) + busy * u64::from(gbit) / 8_000
    }
}
