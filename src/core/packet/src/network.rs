//! The state of the network during a run: links transmit packets, switches queue, mark, pause and drop them.

use kitchen_units::{Bytes, Time};

use super::ecn::Ecn;
use super::event_queue::EventQueue;
use super::fabric::{HostId, PortId};
use super::loss::LossProcess;
use super::outages::Outages;
use super::outgoing::{ControlMessage, Outgoing};
use super::pfc::FRAME;
use super::plan::{OVERHEAD, Plan, TrafficClass};
use super::port::{
    ColdFields, EgressQueue, FlowControl, HotFields, LinkEnds, LinkKind, MARKED, NONE, NOT_DATA, Packet, Port, REVERSE,
    SharedBuffer, Slab, TRACED, Transmitter,
};
use super::random::RandomStream;
use super::report::Report;
use super::transport::Outcome;
use super::transport::report::{PacketDrop, TracedDetails};

/// The kind of an event in its upper four bits; the rest names the flow, port, packet, message or queue.
pub(super) const FLOW_START: u32 = 0;
pub(super) const LINK_FREE: u32 = 1;
pub(super) const DELIVER: u32 = 2;
pub(super) const CONTROL: u32 = 3;
pub(super) const TIMER: u32 = 4;
pub(super) const DROP_NOTICE: u32 = 5;
pub(super) const PAUSE: u32 = 6;
pub(super) const RESUME: u32 = 7;
pub(super) const CREDIT: u32 = 8;
pub(super) const POLL: u32 = 9;
pub(super) const PAUSE_STUCK: u32 = 10;
pub(super) const PAUSE_FREED: u32 = 11;
pub(super) const SHIFT: u32 = 28;

/// Credits count blocks of 64 bytes (InfiniBand specification, flow control), in eight bits of an event.
pub(super) const BLOCK: u64 = 64;
pub(super) const BLOCK_SHIFT: u32 = 20;

/// The paths of a flow and the state of its load balancing.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlowPaths {
    /// Its paths: the first, how many, how many share their first link, the current one, the time of the last choice.
    pub first: u32,
    pub count: u32,
    pub inner: u32,
    pub path: u32,
    pub chose_at: u64,
    /// Latency of the reverse path, ps.
    pub back: u64,
}

pub(super) struct Network<'p> {
    pub plan: &'p Plan,
    pub now: u64,
    pub report: Report,
    /// How many flows are complete.
    pub done: usize,
    pub(super) events: EventQueue,
    /// By port.
    pub(super) ends: Vec<LinkEnds>,
    pub(super) transmitters: Vec<Transmitter>,
    pub(super) ports: Vec<Port>,
    pub(super) link_kinds: Vec<LinkKind>,
    /// By port, then by traffic class.
    pub(super) queues: Vec<EgressQueue>,
    pub(super) flow_control: Vec<FlowControl>,
    pub(super) classes: Vec<TrafficClass>,
    pub(super) buffers: Vec<SharedBuffer>,
    pub(super) slab: Slab,
    pub(super) flow_paths: Vec<FlowPaths>,
    pub(super) controls: Vec<ControlMessage>,
    pub(super) free_controls: Vec<u32>,
    /// Hosts that may have something to send.
    pub(super) ready_hosts: Vec<HostId>,
    pub(super) random: RandomStream,
    /// By host: bytes until its next traced packet.
    pub(super) bytes_to_trace: Vec<u64>,
    pub(super) losses: Vec<Option<LossProcess>>,
    pub(super) outages: Outages,
    /// The marks that switches set.
    pub(super) ecn: Option<Ecn>,
    /// Whether any link may lose packets.
    pub(super) may_lose: bool,
    pub(super) learns_of_drops: bool,
    /// Packets dropped in this event.
    pub(super) gone: Vec<Packet>,
    /// Whether the next poll of the watchdog is scheduled.
    pub(super) is_watchdog_set: bool,
    pub(super) idle_polls: u32,
    /// Drop notifications that have not reached their senders yet.
    pub(super) drop_notices: u32,
}

/// What host stacks call.
impl Network<'_> {
    /// Asks the host's stack for a packet after this event.
    pub(super) fn ready(&mut self, host: HostId) {
        self.ready_hosts.push(host);
    }

    /// Whether the flow's class may send from `host` now.
    pub(super) fn may_send(&self, host: HostId, flow: u32) -> bool {
        let port = self.plan.fabric.hosts[host as usize].uplink;
        let at = self.queue_of(port, self.plan.class_of(flow));
        let is_paused = self.queues[at].is_paused;
        !is_paused && (self.plan.queueing.credits.is_none() || self.flow_control[at].credits >= self.full_blocks())
    }

    /// Sends a control message from the flow's receiver to its sender: it arrives after the latency of the reverse path, and `after` more.
    pub(super) fn send_control(&mut self, message: ControlMessage, after: u64) {
        let at = self.now + self.flow_paths[message.flow as usize].back + after;
        self.schedule_control(CONTROL, at, message);
    }

    /// Sets a timer: [`super::host_stack::HostStack::on_timer`] is called at that time.
    pub(super) fn set_timer(&mut self, at: u64, message: ControlMessage) {
        let at = at.max(self.now);
        self.schedule_control(TIMER, at, message);
    }

    fn schedule_control(&mut self, kind: u32, at: u64, message: ControlMessage) {
        let row = if let Some(row) = self.free_controls.pop() {
            self.controls[row as usize] = message;
            row
        } else {
            self.controls.push(message);
            self.controls.len() as u32 - 1
        };
        self.events.push(at, kind << SHIFT | row);
    }

    pub(super) fn take_control(&mut self, row: u32) -> ControlMessage {
        self.free_controls.push(row);
        self.controls[row as usize]
    }

    /// The flow is complete: all of its bytes have arrived.
    pub(super) fn finish(&mut self, flow: u32) {
        self.report.flows[flow as usize].finish = Time(self.now);
        self.done += 1;
    }

    /// Records the bytes received of each flow when the first flow completes.
    pub(super) fn record_first_finish(&mut self, arrived: impl Iterator<Item = u64>) {
        for (stats, bytes) in self.report.flows.iter_mut().zip(arrived) {
            stats.bytes_at_first_finish = Bytes(bytes);
        }
    }
}

impl Network<'_> {
    pub(super) const fn queue_of(&self, port: PortId, class: u8) -> usize {
        port as usize * self.classes.len() + class as usize
    }

    pub(super) fn full_blocks(&self) -> u32 {
        u64::from(self.plan.mtu + OVERHEAD).div_ceil(BLOCK) as u32
    }

    /// Transmits a packet of a host on its uplink.
    pub(super) fn inject(&mut self, host: HostId, out: Outgoing) {
        let plan = self.plan;
        let port = plan.fabric.hosts[host as usize].uplink;
        let traced = match plan.log.trace_every {
            0 => NONE,
            _ if out.is_traced => self.report.follow(out.flow, out.seq),
            _ => self.follow(host, &out),
        };
        if traced != NONE && plan.transport.is_some() {
            let Outgoing { kind, content, is_retransmission, path, .. } = out;
            self.report.transport.trace(
                traced as usize,
                TracedDetails { kind, content, is_retransmission, path, outcome: Outcome::InFlight },
            );
        }
        self.report.sent += 1;
        if !out.is_reverse {
            self.report.flows[out.flow as usize].packets += 1;
        }
        let class = if out.is_reverse { self.feedback_class(out.flow) } else { plan.class_of(out.flow) };
        let flag = |flag: u8, is_set: bool| if is_set { flag } else { 0 };
        let flags =
            class | flag(REVERSE, out.is_reverse) | flag(TRACED, traced != NONE) | flag(NOT_DATA, out.kind != 0);
        let mut hot =
            HotFields { next: NONE, flow: out.flow, seq: out.seq, payload: out.payload, flags, ..HotFields::default() };
        hot.route[0] = port as u16;
        let mut cold = ColdFields { at: self.now, sent_at: self.now, path: NONE, traced, kind: out.kind };
        if out.is_reverse {
            self.set_reverse_route(&mut hot);
        } else if out.path != NONE {
            let flow_paths = &mut self.flow_paths[out.flow as usize];
            flow_paths.path = out.path % flow_paths.count.max(1);
            let (first, count, path) = (flow_paths.first, flow_paths.count, flow_paths.path);
            let path = first + self.live_path(first, count, path);
            cold.path = path;
            let stats = &mut self.report.flows[out.flow as usize].path;
            if *stats == NONE {
                *stats = path;
            }
            self.set_route(&mut hot, path);
        }
        let packet = self.slab.insert(hot, cold);
        self.transmit(port, packet, false);
    }

    /// The row of a traced packet: of a host's data, one packet in every [`super::Log::trace_every`] bytes.
    fn follow(&mut self, host: HostId, out: &Outgoing) -> u32 {
        if out.is_reverse || out.kind != 0 {
            return NONE;
        }
        let (left, payload) = (&mut self.bytes_to_trace[host as usize], u64::from(out.payload));
        let is_traced = *left < payload;
        if is_traced {
            *left += self.plan.log.trace_every;
        }
        *left = left.saturating_sub(payload);
        if is_traced { self.report.follow(out.flow, out.seq) } else { NONE }
    }

    /// Prefetches what the next events will read: sixteen overlapping cache misses take hardly longer than one.
    pub(super) fn prefetch(&mut self) {
        if !self.events.has_upcoming() {
            return;
        }
        let mut read = 0;
        for event in self.events.upcoming() {
            let of = event & ((1 << SHIFT) - 1);
            let queue = match event >> SHIFT {
                DELIVER => {
                    let then = self.slab.see(of).next_link() as usize * self.classes.len();
                    self.queues[then].list.tail
                }
                LINK_FREE => self.queues[of as usize * self.classes.len()].list.head,
                _ => NONE,
            };
            if queue != NONE {
                read ^= self.slab.see(queue).flow;
            }
        }
        std::hint::black_box(read);
    }

    /// Begins to transmit a packet on a link.
    fn transmit(&mut self, port: PortId, packet: u32, is_marked_here: bool) {
        let body = self.slab.see(packet);
        let (bytes, is_full) = (u32::from(body.payload) + OVERHEAD, u32::from(body.payload) == self.plan.mtu);
        let (class, is_traced, is_marked) = (body.class(), body.is(TRACED), body.is(MARKED));
        let ends = self.ends[port as usize];
        let link_kind = &self.link_kinds[ends.link_kind as usize];
        let (sending, head) = if is_full { (link_kind.full, link_kind.head) } else { link_kind.times(bytes) };
        let done = self.now + head + link_kind.latency;
        let free_at = self.now + sending;
        let wire = &mut self.transmitters[port as usize];
        wire.free_at = free_at;
        wire.bytes += u64::from(bytes);
        wire.packets += 1;
        if is_full {
            self.events.push_in(link_kind.come_lane, done, DELIVER << SHIFT | packet);
            self.events.push_in(link_kind.sent_lane, free_at, LINK_FREE << SHIFT | port);
        } else {
            self.events.push(done, DELIVER << SHIFT | packet);
            self.events.push(free_at, LINK_FREE << SHIFT | port);
        }
        if is_traced && let Some(cold) = self.slab.cold(packet) {
            self.report.record_hop(super::port::hop_record(cold, is_marked, port, self.now, done));
            cold.at = done;
        }
        if ends.to_switch().is_some() && self.plan.queueing.credits.is_some() {
            let queue = self.queue_of(port, class);
            let blocks = u64::from(bytes).div_ceil(BLOCK) as u32;
            let left = self.flow_control[queue].credits.checked_sub(blocks);
            self.flow_control[queue].credits = left.unwrap_or_else(|| unreachable!("sent without credit"));
        }
        if is_marked_here {
            self.report.ports[port as usize].marks += 1;
        }
        self.report.sends(port, bytes.into(), self.now);
    }

    /// Whether a packet that arrives over a link now is lost.
    fn loses(&mut self, port: PortId, packet: u32) -> bool {
        if let Some(Some(loss_process)) = self.losses.get_mut(port as usize)
            && loss_process.loses(self.now)
        {
            return true;
        }
        !self.outages.is_none()
            && (self.outages.is_down(port, self.now) || self.outages.takes(self.slab.see(packet), self.now))
    }

    /// A packet arrives at the far end of its link: at a host, to which it is returned, or at a switch, which queues it.
    pub(super) fn deliver(&mut self, packet: u32) -> Option<Packet> {
        let port = self.slab.see(packet).link();
        let to = self.ends[port as usize].to_switch();
        if self.may_lose && self.loses(port, packet) {
            let body = *self.slab.see(packet);
            // Its credits for the switch's buffer are returned as usual.
            if to.is_some() {
                self.give_credit(port, body.class(), body.size());
            }
            self.report.ports[port as usize].lost += 1;
            if self.plan.transport.is_some() {
                let body = self.slab.view(packet);
                let (sent, at) = (Time(body.sent_at), Time(self.now));
                let drop = PacketDrop { flow: body.flow, chunk: body.seq, is_reverse: body.is_reverse, port, sent, at };
                self.report.transport.record_drop(drop);
            }
            self.drop_packet(packet);
            return None;
        }
        if let Some(switch) = to {
            self.queue(switch, packet, port);
            return None;
        }
        self.report.arrived += 1;
        Some(self.slab.remove(packet))
    }

    /// A packet that arrived at a switch over link `came` joins its egress queue, or finds no buffer.
    fn queue(&mut self, switch: usize, packet: u32, came: PortId) {
        let out = self.next_port(packet);
        let body = self.slab.see(packet);
        let (size, class) = (body.size(), body.class());
        let to = self.queue_of(out, class);
        let is_dropping = self.queues[to].is_dropping;
        if is_dropping || !self.admit(switch, size, came, to, class) {
            if !is_dropping && self.trim(switch, packet, came, out) {
                return;
            }
            if is_dropping {
                self.report.watchdog_drops += 1;
                self.give_credit(came, class, size);
            }
            self.report.ports[out as usize].drops += 1;
            self.drop_packet(packet);
            return;
        }
        self.enqueue(packet, out, to, size);
    }

    /// A packet for which there is buffer joins its egress queue.
    fn enqueue(&mut self, packet: u32, out: PortId, to: usize, size: u64) {
        let to = &mut self.queues[to];
        to.queued += size;
        to.list.push(&mut self.slab, packet);
        let waiting = self.queued_bytes(out);
        let wire = &mut self.transmitters[out as usize];
        wire.max_queue_bytes = wire.max_queue_bytes.max(waiting);
        self.report.queue(out, waiting, self.now);
        self.transmit_next(out);
    }

    /// Packet trimming: a packet without buffer is cut to its header, which goes first. Returns whether there was buffer for that.
    #[cold]
    fn trim(&mut self, switch: usize, packet: u32, came: PortId, out: PortId) -> bool {
        let body = self.slab.get(packet);
        if !self.plan.trims() || body.is(NOT_DATA) || body.payload == 0 {
            return false;
        }
        // Data without payload is a header: nothing else says so.
        let class = self.classes.len() as u8 - 1;
        body.payload = 0;
        body.flags = body.flags & !7 | class;
        let to = self.queue_of(out, class);
        if !self.admit(switch, OVERHEAD.into(), came, to, class) {
            return false;
        }
        self.report.ports[out as usize].trims += 1;
        self.enqueue(packet, out, to, OVERHEAD.into());
        true
    }

    /// The traffic class of acknowledgements, NAKs and credit: that of headers where switches trim.
    fn feedback_class(&self, flow: u32) -> u8 {
        if self.plan.trims() { self.classes.len() as u8 - 1 } else { self.plan.class_of(flow) }
    }

    /// Bytes queued at a port, of all classes.
    pub(super) fn queued_bytes(&self, port: PortId) -> u64 {
        let count = self.classes.len();
        let first = port as usize * count;
        self.queues[first..first + count].iter().map(|queue| queue.queued).sum()
    }

    /// Drops a packet; its sender is notified where the host stack wants that.
    pub(super) fn drop_packet(&mut self, packet: u32) {
        self.report.dropped += 1;
        if self.learns_of_drops {
            let back = self.flow_paths[self.slab.get(packet).flow as usize].back;
            self.drop_notices += 1;
            self.events.push(self.now + back, DROP_NOTICE << SHIFT | packet);
        } else {
            let body = self.slab.remove(packet);
            self.gone.push(body);
        }
    }

    fn admit(&mut self, switch: usize, size: u64, came: PortId, to: usize, class: u8) -> bool {
        let queueing = &self.plan.queueing;
        let pool = &mut self.buffers[switch];
        let from = came as usize * self.classes.len() + usize::from(class);
        let TrafficClass { is_lossless, alpha_shift, .. } = self.classes[usize::from(class)];
        if queueing.credits.is_some() {
            // The sender has already spent credits for this buffer.
            pool.used += size;
            self.queues[from].ingress_bytes += size;
            return true;
        }
        if !is_lossless {
            let waiting = self.queues[to].queued;
            let fits = size <= pool.free() && waiting + size <= super::pfc::threshold(pool.free(), alpha_shift);
            if fits {
                pool.used += size;
                self.queues[from].ingress_bytes += size;
            }
            return fits;
        }
        let from_queue = &mut self.queues[from];
        let is_over = from_queue.has_sent_xoff
            || from_queue.ingress_bytes + size > super::pfc::threshold(pool.free(), alpha_shift);
        if is_over {
            if u64::from(from_queue.headroom_used) + size > u64::from(self.flow_control[from].headroom) {
                return false;
            }
            from_queue.headroom_used += size as u32;
        } else {
            pool.used += size;
        }
        from_queue.ingress_bytes += size;
        if is_over && !from_queue.has_sent_xoff {
            from_queue.has_sent_xoff = true;
            let at = self.now + self.control_frame_delay(came);
            self.events.push(at, PAUSE << SHIFT | from as u32);
        }
        true
    }

    /// A switch port transmits the next packet that may be sent.
    pub(super) fn transmit_next(&mut self, port: PortId) {
        if self.transmitters[port as usize].free_at > self.now {
            return;
        }
        let Some(at) = self.choose_queue(port) else { return };
        let queue = &mut self.queues[at];
        let packet = queue.list.pop(&mut self.slab);
        let waiting = queue.queued;
        let body = self.slab.get(packet);
        let (size, came, class) = (body.size(), body.link(), body.class());
        body.hop += 1;
        queue.queued -= size;
        let mut is_marked_here = false;
        if let Some(ecn) = &self.ecn
            && !body.is(MARKED)
        {
            let share = ecn.mark_probability(waiting);
            is_marked_here = share >= 1.0 || share > 0.0 && self.random.share() < share;
            body.flags |= if is_marked_here { MARKED } else { 0 };
        }
        if !self.report.series.is_empty() {
            let waiting = self.queued_bytes(port);
            self.report.queue(port, waiting, self.now);
        }
        if let Some(switch) = self.ends[port as usize].sending_switch() {
            self.release(switch, came, class, size);
        }
        self.transmit(port, packet, is_marked_here);
    }

    /// The class that a port serves next: strict priorities first, then by weight (deficit round robin, Shreedhar
    /// and Varghese 1995; ETS, IEEE 802.1Qaz).
    fn choose_queue(&mut self, port: PortId) -> Option<usize> {
        let count = self.classes.len();
        let first = port as usize * count;
        if count == 1 {
            return self.size_of_next(first).map(|_| first);
        }
        for class in 0..count {
            if self.classes[class].weight == 0 && self.size_of_next(first + class).is_some() {
                return Some(first + class);
            }
        }
        // A turn adds a full packet at least, so each class is served in its second turn at the latest.
        for _ in 0..=2 * count {
            let class = usize::from(self.ports[port as usize].drr_turn);
            let weight = self.classes[class].weight;
            let next = self.size_of_next(first + class).filter(|_| weight > 0);
            let rest = &mut self.flow_control[first + class];
            if let Some(size) = next {
                if rest.deficit >= size {
                    rest.deficit -= size;
                    return Some(first + class);
                }
                rest.deficit += u32::from(weight) * (self.plan.mtu + OVERHEAD);
            } else {
                rest.deficit = 0;
            }
            self.ports[port as usize].drr_turn = if class + 1 == count { 0 } else { class as u8 + 1 };
        }
        None
    }

    /// The size of a queue's first packet in bytes, if it may be sent.
    fn size_of_next(&self, at: usize) -> Option<u32> {
        let queue = &self.queues[at];
        if queue.list.head == NONE || queue.is_paused {
            return None;
        }
        // With one class and no credits the size does not matter, and the packet is not read.
        if self.classes.len() == 1 && self.plan.queueing.credits.is_none() {
            return Some(0);
        }
        let size = u32::from(self.slab.see(queue.list.head).payload) + OVERHEAD;
        if self.plan.queueing.credits.is_some() {
            let ends = &self.ends[at / self.classes.len()];
            let blocks = u64::from(size).div_ceil(BLOCK) as u32;
            if ends.to_switch().is_some() && self.flow_control[at].credits < blocks {
                return None;
            }
        }
        Some(size)
    }

    /// Frees the buffer of a packet that leaves a switch, and ends the pause of the upstream neighbour where there is room again.
    pub(super) fn release(&mut self, switch: usize, came: PortId, class: u8, size: u64) {
        let at = self.queue_of(came, class);
        let (pool, from) = (&mut self.buffers[switch], &mut self.queues[at]);
        from.ingress_bytes -= size;
        let TrafficClass { is_lossless, alpha_shift, .. } = self.classes[usize::from(class)];
        if self.plan.queueing.credits.is_some() || !is_lossless {
            pool.used -= size;
            self.give_credit(came, class, size);
            return;
        }
        let over = u64::from(from.headroom_used).min(size);
        from.headroom_used -= over as u32;
        pool.used -= size - over;
        if !from.has_sent_xoff || from.headroom_used > 0 {
            return;
        }
        let packet = u64::from(self.plan.mtu + OVERHEAD);
        // XON is one packet below XOFF, as in NICs (Linux, mlx5e).
        if from.ingress_bytes == 0 || from.ingress_bytes + packet <= super::pfc::threshold(pool.free(), alpha_shift) {
            from.has_sent_xoff = false;
            let at_time = self.now + self.control_frame_delay(came);
            self.events.push(at_time, RESUME << SHIFT | at as u32);
        }
    }

    /// Credit-based flow control: returns credits for so many bytes to the upstream neighbour.
    fn give_credit(&mut self, came: PortId, class: u8, size: u64) {
        if self.plan.queueing.credits.is_none() {
            return;
        }
        let at = self.queue_of(came, class) as u32;
        let blocks = size.div_ceil(BLOCK) as u32;
        let time = self.now + self.control_frame_delay(came);
        self.events.push(time, CREDIT << SHIFT | blocks << BLOCK_SHIFT | at);
    }

    pub(super) fn credit(&mut self, of: u32) {
        let at = of & ((1 << BLOCK_SHIFT) - 1);
        self.flow_control[at as usize].credits += of >> BLOCK_SHIFT;
        self.try_send(at / self.classes.len() as u32);
    }

    pub(super) fn pause(&mut self, at: u32) {
        let queue = &mut self.queues[at as usize];
        if !queue.is_paused {
            queue.is_paused = true;
            self.flow_control[at as usize].paused_at = self.now;
        }
        self.schedule_watchdog();
    }

    pub(super) fn resume(&mut self, at: u32) {
        let (queue, rest) = (&mut self.queues[at as usize], &mut self.flow_control[at as usize]);
        if queue.stuck > 0 || !queue.is_paused {
            return;
        }
        queue.is_paused = false;
        rest.resumed_at = self.now;
        let port = at / self.classes.len() as u32;
        self.report.paused(port, rest.paused_at, self.now);
        self.try_send(port);
    }

    /// A port tries to send.
    pub(super) fn try_send(&mut self, port: PortId) {
        let ends = &self.ends[port as usize];
        if ends.sending_switch().is_some() { self.transmit_next(port) } else { self.ready(ends.sender()) }
    }

    /// How long a pause frame takes to go upstream over a link. It goes before all queued packets.
    fn control_frame_delay(&self, port: PortId) -> u64 {
        let link_kind = &self.link_kinds[self.ends[port as usize].link_kind as usize];
        link_kind.sending(FRAME) + link_kind.latency
    }
}
