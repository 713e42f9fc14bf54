//! The event loop of a run: events are taken in order of time and handled by the network or the host stack.

use kitchen_units::Time;
use kitchen_units::progress::{Interval, Progress, Watcher};

use super::basic_stack::BasicStack;
use super::error::PacketError;
use super::event_queue::EventQueue;
use super::fabric::{HostId, Node, PortId};
use super::host_stack::{HostStack, NextPacket};
use super::load_balancing::{LoadBalancing, ecmp, hash, pick};
use super::loss::LossProcess;
use super::network::{
    BLOCK, CONTROL, CREDIT, DELIVER, DROP_NOTICE, FLOW_START, FlowPaths, LINK_FREE, Network, PAUSE, PAUSE_FREED,
    PAUSE_STUCK, POLL, RESUME, SHIFT, TIMER,
};
use super::outages::Outages;
use super::pfc::headroom;
use super::plan::{OVERHEAD, Plan};
use super::port::{EgressQueue, FlowControl, LinkEnds, LinkKind, NONE, Port, SharedBuffer, Slab, Transmitter};
use super::random::RandomStream;
use super::report::Report;
use super::stall::Stall;
use super::transport::ReliableStack;

/// Events from one progress report to the next: some hundredths of a second.
const EVENTS_PER_REPORT: u64 = 1 << 16;
/// And so many for each flow, since a report sums over all flows.
const EVENTS_PER_REPORT_AND_FLOW: u64 = 8;

pub(super) struct Engine<'p> {
    net: Network<'p>,
    stack: Box<dyn HostStack>,
}

impl<'p> Engine<'p> {
    pub(super) fn new(plan: &'p Plan) -> Engine<'p> {
        let stack = stack(plan);
        let mut net = net(plan, stack.learns_of_drops());
        net.schedule_stuck_pauses();
        Engine { net, stack }
    }

    pub(super) fn run(mut self, watcher: &mut Watcher<'_>) -> Result<Report, PacketError> {
        let (flows, most) = (self.net.plan.flows.len(), self.net.plan.max_events);
        let all = self.net.plan.flows.iter().map(|flow| flow.bytes.0).fold(0, u64::saturating_add);
        let mut interval = Interval::new(EVENTS_PER_REPORT.max(EVENTS_PER_REPORT_AND_FLOW * flows as u64), most);
        let mut stall = Stall::new(self.net.plan);
        while self.net.done < flows {
            let Some((now, event)) = self.net.events.pop() else { break };
            if now > self.net.plan.until.0 {
                break;
            }
            self.net.now = now;
            self.net.report.events += 1;
            self.net.prefetch();
            if interval.is_passed(self.net.report.events) {
                interval = interval.next().ok_or(PacketError::Events { most })?;
                if stall.is_over(self.net.now, self.stack.progress()) {
                    self.net.report.is_stalled = true;
                    break;
                }
                // Packets of a chunk that is retransmitted may be counted twice.
                watcher(Progress::new(self.stack.received_bytes().min(all.saturating_sub(1)), all));
            }
            self.take(event);
            while let Some(packet) = self.net.gone.pop() {
                self.stack.forget(&mut self.net.report, &packet);
            }
            while let Some(host) = self.net.ready_hosts.pop() {
                self.send_from(host);
            }
        }
        watcher(Progress::DONE);
        Ok(self.end())
    }

    fn take(&mut self, event: u32) {
        let (net, stack) = (&mut self.net, &mut self.stack);
        let of = event & ((1 << SHIFT) - 1);
        match event >> SHIFT {
            LINK_FREE => {
                if net.ends[of as usize].sending_switch().is_some() {
                    return net.transmit_next(of);
                }
                let port = &mut net.ports[of as usize];
                if port.send_check_at == net.now {
                    port.send_check_at = u64::MAX;
                }
                net.try_send(of);
            }
            DELIVER => {
                if let Some(packet) = net.deliver(of) {
                    stack.receive(net, &packet);
                }
            }
            FLOW_START => stack.start_flow(net, of),
            CONTROL => {
                let message = net.take_control(of);
                stack.on_control(net, message);
            }
            TIMER => {
                let message = net.take_control(of);
                stack.on_timer(net, message);
            }
            DROP_NOTICE => {
                let packet = net.slab.remove(of);
                net.drop_notices -= 1;
                stack.on_drop(net, &packet);
            }
            PAUSE => net.pause(of),
            RESUME => net.resume(of),
            CREDIT => net.credit(of),
            POLL => net.poll(),
            PAUSE_STUCK => net.set_pause_stuck(of, true),
            PAUSE_FREED => net.set_pause_stuck(of, false),
            _ => unreachable!("an event of no kind"),
        }
    }

    /// A host sends its next packet, if its uplink is idle.
    fn send_from(&mut self, host: HostId) {
        let (net, stack) = (&mut self.net, &mut self.stack);
        let port = net.plan.fabric.hosts[host as usize].uplink;
        if net.transmitters[port as usize].free_at > net.now {
            return;
        }
        match stack.next_packet(net, host) {
            NextPacket::Send(out) => net.inject(host, out),
            NextPacket::At(at) => schedule_send(net, port, at),
            NextPacket::Idle => {}
        }
    }

    /// Runs until no event is left; then all buffers are empty and all credits returned, unless there is a deadlock.
    #[cfg(test)]
    pub(super) fn run_out(mut self) {
        let mut events = 0;
        while let Some((now, event)) = self.net.events.pop() {
            events += 1;
            if events > self.net.plan.max_events {
                return;
            }
            self.net.now = now;
            self.take(event);
            while let Some(packet) = self.net.gone.pop() {
                self.stack.forget(&mut self.net.report, &packet);
            }
            while let Some(host) = self.net.ready_hosts.pop() {
                self.send_from(host);
            }
        }
        let net = &self.net;
        let links = net.plan.fabric.links.len();
        if !net.find_deadlock().is_empty() {
            return;
        }
        assert_eq!(net.slab.live, 0);
        assert!(net.buffers.iter().all(|pool| pool.used == 0));
        for (at, queue) in net.queues.iter().enumerate() {
            assert_eq!(
                (queue.queued, queue.ingress_bytes, queue.headroom_used, queue.has_sent_xoff, queue.is_paused),
                (0, 0, 0, false, false)
            );
            let to = net.ends[at / (net.queues.len() / links)].to_switch();
            let credits = net.plan.queueing.credits.map_or(0, |room| (room / BLOCK) as u32);
            assert_eq!(net.flow_control[at].credits, if to.is_some() { credits } else { 0 });
        }
    }

    fn end(mut self) -> Report {
        let net = &mut self.net;
        net.report.makespan = Time(net.now);
        net.report.unfinished = net.plan.flows.len() - net.done;
        if net.report.unfinished > 0 && net.report.deadlock.is_empty() {
            net.report.deadlock = net.find_deadlock();
        }
        for at in 0..net.queues.len() {
            if net.queues[at].is_paused {
                net.report.paused((at / net.classes.len()) as u32, net.flow_control[at].paused_at, net.now);
            }
        }
        for (total, wire) in net.report.ports.iter_mut().zip(&net.transmitters) {
            (total.bytes, total.packets, total.max_queue_bytes) = (wire.bytes, wire.packets, wire.max_queue_bytes);
        }
        net.report.in_flight = u64::from(net.slab.live - net.drop_notices);
        net.report.peak_packets = net.slab.peak();
        net.report.close();
        self.stack.finish_report(&mut net.report);
        self.net.report
    }
}

fn schedule_send(net: &mut Network<'_>, port: PortId, at: u64) {
    let this = &mut net.ports[port as usize];
    if at < this.send_check_at {
        this.send_check_at = at;
        net.events.push(at, LINK_FREE << SHIFT | port);
    }
}

fn net(plan: &Plan, learns_of_drops: bool) -> Network<'_> {
    let fabric = &plan.fabric;
    let classes = plan.all_classes();
    let mut events = EventQueue::new();
    let mut buffers: Vec<SharedBuffer> =
        fabric.buffers.iter().map(|&shared| SharedBuffer { shared, used: 0 }).collect();
    let links = fabric.links.len();
    let mut flow_control = vec![FlowControl::NEW; links * classes.len()];
    let (mut ends, mut link_kinds) = (Vec::with_capacity(links), Vec::new());
    for (at, link) in fabric.links.iter().enumerate() {
        let link_kind =
            LinkKind::of(link, plan.mtu + OVERHEAD, plan.queueing.is_cut_through, |delay| events.lane(delay));
        // Links of a kind have neighbouring numbers, and there are few kinds.
        let known = link_kinds.iter().rev().take(8).position(|&known| known == link_kind);
        let row = known.map_or(link_kinds.len(), |back| link_kinds.len() - 1 - back);
        if known.is_none() {
            link_kinds.push(link_kind);
        }
        ends.push(LinkEnds::new(link, row as u32));
        let Node::Switch(switch) = link.to else { continue };
        for (class, rest) in classes.iter().zip(&mut flow_control[at * classes.len()..]) {
            if let Some(room) = plan.queueing.credits {
                rest.credits = (room / BLOCK) as u32;
            } else if class.is_lossless {
                // Both directions of a cable are alike.
                let room = headroom(link, link, plan.mtu + OVERHEAD);
                rest.headroom = plan.queueing.headroom.unwrap_or(room).min(u32::MAX.into()) as u32;
                let pool = &mut buffers[switch as usize];
                pool.shared = pool.shared.saturating_sub(rest.headroom.into());
            }
        }
    }
    let mut report = Report::new(plan.flows.len(), links, plan.log.series);
    let mut flow_paths = Vec::with_capacity(plan.flows.len());
    for (at, flow) in plan.flows.iter().enumerate() {
        let paths = fabric.paths(flow.src, flow.dst);
        let (first, count) = (paths.start, paths.end - paths.start);
        let path = match plan.load_balancing {
            LoadBalancing::Spray => pick(hash(plan.seed, at as u32), count),
            _ => ecmp(plan.seed, at as u32, count),
        };
        let stats = &mut report.flows[at];
        (stats.start, stats.bytes, stats.path) = (flow.start, flow.bytes, NONE);
        events.push(flow.start.0, FLOW_START << SHIFT | at as u32);
        let back = fabric.latency(flow.dst, flow.src, fabric.paths(flow.dst, flow.src).start).0;
        flow_paths.push(FlowPaths { first, count, inner: fabric.inner(first, count), path, chose_at: u64::MAX, back });
    }
    let mut losses: Vec<Option<LossProcess>> = Vec::new();
    for loss in &plan.losses {
        losses.resize(links, None);
        let all = 0..links as u32;
        for port in all.filter(|&port| loss.link.is_none_or(|link| link == port)) {
            losses[port as usize] = Some(LossProcess::new(*loss, plan.seed, port));
        }
    }
    let is_kept =
        plan.transport.is_some() || plan.log.trace_every > 0 || plan.load_balancing == LoadBalancing::Adaptive;
    Network {
        plan,
        now: 0,
        report,
        done: 0,
        events,
        ends,
        transmitters: vec![Transmitter::default(); links],
        ports: vec![Port::NEW; links],
        link_kinds,
        queues: vec![EgressQueue::EMPTY; links * classes.len()],
        flow_control,
        classes,
        buffers,
        slab: Slab::new(is_kept),
        flow_paths,
        controls: Vec::new(),
        free_controls: Vec::new(),
        ready_hosts: Vec::new(),
        random: RandomStream::new(plan.seed),
        // Staggered, so that hosts that start together are not all sampled at the same packet.
        bytes_to_trace: (0..fabric.hosts.len() as u64).map(|host| plan.log.trace_every / 8 * (host % 8)).collect(),
        may_lose: !plan.losses.is_empty() || !plan.faults.is_empty(),
        losses,
        ecn: super::transport::marks(plan),
        outages: Outages::new(plan),
        learns_of_drops,
        gone: Vec::new(),
        is_watchdog_set: false,
        idle_polls: 0,
        drop_notices: 0,
    }
}

/// The host stack that a plan asks for.
fn stack(plan: &Plan) -> Box<dyn HostStack> {
    match plan.transport {
        Some(rules) => Box::new(ReliableStack::new(plan, rules)),
        None => Box::new(BasicStack::new(plan)),
    }
}
