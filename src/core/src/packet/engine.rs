//! The run: hosts send packets in turn, switches queue them, links carry them.

use crate::sim::queue::EventQueue;
use crate::units::{Bytes, Time};

use super::dcqcn::Sender;
use super::error::PacketError;
use super::fabric::{End, HostId, PortId};
use super::lossless::{FRAME, headroom, threshold};
use super::plan::{OVERHEAD, Plan};
use super::port::{NONE, Packet, Pool, Port, Slab};
use super::random::Draws;
use super::report::{Leg, Report};
use super::route::{FLOWLET_GAP, Rule, ecmp, hash, pick};

/// What happens: three bits of the event; the rest says to whom.
const BEGIN: u32 = 0;
const LOOK: u32 = 1;
const DELIVER: u32 = 2;
const NOTIFY: u32 = 3;
const LOST: u32 = 4;
const PAUSE: u32 = 5;
const RESUME: u32 = 6;
const SHIFT: u32 = 29;

/// A flow while it is carried.
#[derive(Clone, Copy, Debug)]
struct Sending {
    left: u64,
    arrived: u64,
    next_send: u64,
    /// The receiver notifies again from then on.
    next_notify: u64,
    seq: u32,
    highest: u32,
    /// Ways: the first of them, how many, the one in use, when the last packet chose.
    ways: (u32, u32),
    way: u32,
    chose_at: u64,
    /// The time of a word back to the sender.
    back: u64,
    card: Sender,
}

pub(super) struct Engine<'p> {
    plan: &'p Plan,
    now: u64,
    events: EventQueue,
    ports: Vec<Port>,
    pools: Vec<Pool>,
    slab: Slab,
    flows: Vec<Sending>,
    /// By host: its flows that have something to send, and whose turn it is.
    hosts: Vec<(Vec<u32>, usize)>,
    /// By host: bytes until its next packet that is followed.
    to_courier: Vec<u64>,
    draws: Draws,
    report: Report,
    done: usize,
}

impl<'p> Engine<'p> {
    pub(super) fn new(plan: &'p Plan) -> Engine<'p> {
        let fabric = &plan.fabric;
        let mut ports: Vec<Port> = fabric.links.iter().map(|link| Port::new(*link)).collect();
        let mut pools: Vec<Pool> = fabric.buffers.iter().map(|&shared| Pool { shared, used: 0 }).collect();
        if plan.queueing.is_lossless {
            for port in &mut ports {
                let End::Switch(switch) = port.link.to else { continue };
                // The way back is as the way there, built in pairs.
                let room = headroom(&port.link, &port.link, plan.mtu + OVERHEAD);
                port.headroom = plan.queueing.headroom.unwrap_or(room);
                let pool = &mut pools[switch as usize];
                pool.shared = pool.shared.saturating_sub(port.headroom);
            }
        }
        let mut events = EventQueue::new();
        let mut report = Report::new(plan.flows.len(), ports.len(), plan.log.series);
        let mut flows = Vec::with_capacity(plan.flows.len());
        for (at, flow) in plan.flows.iter().enumerate() {
            let ways = fabric.ways(flow.src, flow.dst);
            let (first, count) = (ways.start, ways.end - ways.start);
            let link = fabric.links[fabric.hosts[flow.src as usize].1 as usize];
            let way = match plan.rule {
                Rule::Spray => pick(hash(plan.seed, at as u32), count),
                _ => ecmp(plan.seed, at as u32, count),
            };
            report.flows[at].start = flow.start;
            report.flows[at].bytes = flow.bytes;
            report.flows[at].way = NONE;
            events.push(flow.start.0, BEGIN << SHIFT | at as u32);
            flows.push(Sending {
                left: flow.bytes.0,
                arrived: 0,
                next_send: 0,
                next_notify: 0,
                seq: 0,
                highest: 0,
                ways: (first, count),
                way,
                chose_at: u64::MAX,
                back: fabric.latency(flow.dst, flow.src, fabric.ways(flow.dst, flow.src).start).0,
                card: Sender::new(f64::from(link.gbit_per_s) * 1e9),
            });
        }
        Engine {
            plan,
            now: 0,
            events,
            ports,
            pools,
            slab: Slab::new(),
            flows,
            hosts: vec![(Vec::new(), 0); fabric.hosts.len()],
            // Hosts that send together are not all followed at the same packet.
            to_courier: (0..fabric.hosts.len() as u64).map(|host| plan.log.courier_bytes / 8 * (host % 8)).collect(),
            draws: Draws::new(plan.seed),
            report,
            done: 0,
        }
    }

    pub(super) fn run(mut self) -> Result<Report, PacketError> {
        while self.done < self.flows.len() {
            let Some((now, event)) = self.events.pop() else { break };
            self.now = now;
            self.report.events += 1;
            if self.report.events > self.plan.most_events {
                return Err(PacketError::Events { most: self.plan.most_events });
            }
            let of = event & ((1 << SHIFT) - 1);
            match event >> SHIFT {
                BEGIN => self.begin(of),
                LOOK => self.look(of),
                DELIVER => self.deliver(of),
                NOTIFY => self.notify(of),
                LOST => self.lost(of),
                PAUSE => self.pause(of),
                _ => self.resume(of),
            }
        }
        self.report.makespan = Time(self.now);
        for port in 0..self.ports.len() as u32 {
            let since = self.ports[port as usize].paused_at;
            if since != u64::MAX {
                self.report.paused(port, since, self.now);
            }
        }
        self.report.close();
        Ok(self.report)
    }

    fn begin(&mut self, flow: u32) {
        let src = self.plan.flows[flow as usize].src;
        self.hosts[src as usize].0.push(flow);
        self.send_from(src);
    }

    /// A port that was busy, or a host that waited, looks again.
    fn look(&mut self, port: PortId) {
        let this = &mut self.ports[port as usize];
        if this.look_at == self.now {
            this.look_at = u64::MAX;
        }
        match this.link.from {
            End::Host(host) => self.send_from(host),
            End::Switch(_) => self.send_on(port),
        }
    }

    fn look_at(&mut self, port: PortId, at: u64) {
        let this = &mut self.ports[port as usize];
        if at < this.look_at {
            this.look_at = at;
            self.events.push(at, LOOK << SHIFT | port);
        }
    }

    /// A host's card sends a packet of the next of its flows that may send.
    fn send_from(&mut self, host: HostId) {
        let port = self.plan.fabric.hosts[host as usize].1;
        let (is_paused, free_at) = (self.ports[port as usize].is_paused(), self.ports[port as usize].free_at);
        if is_paused {
            return;
        }
        if free_at > self.now {
            self.look_at(port, free_at);
            return;
        }
        let count = self.hosts[host as usize].0.len();
        let mut earliest = u64::MAX;
        for step in 0..count {
            let (mine, turn) = &self.hosts[host as usize];
            let at = (turn + step) % count;
            let flow = mine[at];
            let may = self.flows[flow as usize].next_send;
            if may > self.now {
                earliest = earliest.min(may);
                continue;
            }
            self.send_packet(port, flow);
            let (mine, turn) = &mut self.hosts[host as usize];
            *turn = at + 1;
            if self.flows[flow as usize].left == 0 {
                mine.remove(at);
                *turn = at;
            }
            if !mine.is_empty() {
                let free_at = self.ports[port as usize].free_at;
                self.look_at(port, free_at);
            }
            return;
        }
        if earliest != u64::MAX {
            self.look_at(port, earliest);
        }
    }

    fn send_packet(&mut self, port: PortId, flow: u32) {
        let line = f64::from(self.ports[port as usize].link.gbit_per_s) * 1e9;
        let one = &mut self.flows[flow as usize];
        let payload = one.left.min(u64::from(self.plan.mtu));
        one.left -= payload;
        if let Some(set) = &self.plan.dcqcn {
            one.card.advance(set, line, self.now);
            if one.card.rate < line {
                let bits = (payload as f64 + f64::from(OVERHEAD)) * 8.0;
                one.next_send = self.now + (bits / one.card.rate * 1e12) as u64;
            }
        }
        let seq = one.seq;
        one.seq += 1;
        let to_courier = &mut self.to_courier[self.plan.flows[flow as usize].src as usize];
        let is_followed = self.plan.log.courier_bytes > 0 && *to_courier < payload;
        if is_followed {
            *to_courier += self.plan.log.courier_bytes;
        }
        *to_courier = to_courier.saturating_sub(payload);
        let courier = if is_followed { self.report.follow(flow, seq) } else { NONE };
        self.report.sent += 1;
        self.report.flows[flow as usize].packets += 1;
        let packet = self.slab.insert(Packet {
            at: self.now,
            flow,
            seq,
            next: NONE,
            way: NONE,
            came: NONE,
            courier,
            payload: payload as u16,
            hops: 0,
            is_marked: false,
        });
        self.transmit(port, packet, false);
    }

    /// Puts a packet on a link's wire.
    fn transmit(&mut self, port: PortId, packet: u32, is_marked_here: bool) {
        let body = self.slab.get(packet);
        let bytes = u32::from(body.payload) + OVERHEAD;
        let came = body.at;
        let this = &mut self.ports[port as usize];
        let sending = this.link.sending(bytes);
        // A switch that cuts through needs the head alone; a host needs all of it.
        let is_cut = self.plan.queueing.is_cut_through && matches!(this.link.to, End::Switch(_));
        let head = if is_cut { this.link.sending(OVERHEAD) } else { sending };
        let done = self.now + head + this.link.latency.0;
        this.free_at = self.now + sending;
        body.at = done;
        body.hops += 1;
        let (courier, is_marked) = (body.courier, body.is_marked);
        let was_idle = this.wire.head == NONE;
        this.wire.push(&mut self.slab, packet);
        if was_idle {
            self.events.push(done, DELIVER << SHIFT | port);
        }
        self.report.sends(port, bytes.into(), is_marked_here, self.now);
        if courier != NONE {
            let (came, left, done) = (Time(came), Time(self.now), Time(done));
            self.report.leg(Leg { courier, port, came, left, done, is_marked, next: u32::MAX });
        }
    }

    /// The first packet on a wire comes to its end.
    fn deliver(&mut self, port: PortId) {
        let this = &mut self.ports[port as usize];
        let packet = this.wire.pop(&mut self.slab);
        let next = this.wire.head;
        if next != NONE {
            let at = self.slab.get(next).at;
            self.events.push(at, DELIVER << SHIFT | port);
        }
        match self.ports[port as usize].link.to {
            End::Host(_) => self.receive(packet),
            End::Switch(switch) => self.queue(switch as usize, packet, port),
        }
    }

    /// The link that a packet takes from the switch it has come to.
    fn next_port(&mut self, packet: u32) -> PortId {
        let body = *self.slab.get(packet);
        let fabric = &self.plan.fabric;
        let way = if body.hops == 1 {
            let way = self.choose(body.flow);
            self.slab.get(packet).way = way;
            way
        } else {
            body.way
        };
        let dst = self.plan.flows[body.flow as usize].dst;
        let between = fabric.way(way).links();
        between.get(usize::from(body.hops) - 1).copied().unwrap_or(fabric.hosts[dst as usize].2)
    }

    fn choose(&mut self, flow: u32) -> u32 {
        let one = &mut self.flows[flow as usize];
        let (first, count) = one.ways;
        match self.plan.rule {
            Rule::Ecmp => {}
            Rule::Spray => one.way = if one.way + 1 >= count { 0 } else { one.way + 1 },
            Rule::Flowlet => {
                if one.chose_at != u64::MAX && self.now - one.chose_at > FLOWLET_GAP.0 {
                    one.way = pick(self.draws.next(), count);
                }
            }
            Rule::Adaptive => {
                // From the next in turn, so that equal queues are used in turn too.
                let start = one.way + 1;
                let waiting = |way: u32| {
                    let port = self.plan.fabric.way(first + way).links().first();
                    port.map_or(0, |&port| self.ports[port as usize].waiting)
                };
                let turn = (0..count).map(|step| (start + step) % count);
                one.way = turn.min_by_key(|&way| waiting(way)).unwrap_or(0);
            }
        }
        one.chose_at = self.now;
        let way = first + one.way;
        let told = &mut self.report.flows[flow as usize].way;
        if *told == NONE {
            *told = way;
        }
        way
    }

    /// A packet comes to a switch over `came` and waits for its next link, or finds no room.
    fn queue(&mut self, switch: usize, packet: u32, came: PortId) {
        let out = self.next_port(packet);
        let size = u64::from(self.slab.get(packet).payload) + u64::from(OVERHEAD);
        if !self.admit(switch, size, came, out) {
            self.report.ports[out as usize].drops += 1;
            self.report.dropped += 1;
            let back = self.flows[self.slab.get(packet).flow as usize].back;
            self.events.push(self.now + back, LOST << SHIFT | packet);
            return;
        }
        self.slab.get(packet).came = came;
        let to = &mut self.ports[out as usize];
        to.waiting += size;
        to.queue.push(&mut self.slab, packet);
        let waiting = to.waiting;
        self.report.queue(out, waiting, self.now);
        self.send_on(out);
    }

    fn admit(&mut self, switch: usize, size: u64, came: PortId, out: PortId) -> bool {
        let queueing = &self.plan.queueing;
        let pool = &mut self.pools[switch];
        if !queueing.is_lossless {
            let fits = size <= pool.free()
                && self.ports[out as usize].waiting + size <= threshold(pool.free(), queueing.shift);
            if fits {
                pool.used += size;
            }
            return fits;
        }
        let from = &mut self.ports[came as usize];
        let is_over = from.has_asked || from.held + size > threshold(pool.free(), queueing.shift);
        if is_over {
            if from.over + size > from.headroom {
                return false;
            }
            from.over += size;
        } else {
            pool.used += size;
        }
        from.held += size;
        if is_over && !from.has_asked {
            from.has_asked = true;
            let at = self.now + word_back(from);
            self.events.push(at, PAUSE << SHIFT | came);
        }
        true
    }

    /// A switch's port sends the next packet, where it may.
    fn send_on(&mut self, port: PortId) {
        let this = &mut self.ports[port as usize];
        if this.queue.head == NONE || this.is_paused() {
            return;
        }
        if this.free_at > self.now {
            let at = this.free_at;
            self.look_at(port, at);
            return;
        }
        let packet = this.queue.pop(&mut self.slab);
        let body = self.slab.get(packet);
        let (size, came) = (u64::from(body.payload) + u64::from(OVERHEAD), body.came);
        let mut is_marked_here = false;
        if let Some(ecn) = &self.plan.queueing.ecn
            && !body.is_marked
        {
            let share = ecn.share(this.waiting);
            is_marked_here = share >= 1.0 || share > 0.0 && self.draws.share() < share;
            body.is_marked = is_marked_here;
        }
        this.waiting -= size;
        let waiting = this.waiting;
        let (has_more, switch) = (this.queue.head != NONE, this.sender_switch());
        self.report.queue(port, waiting, self.now);
        if let Some(switch) = switch {
            self.release(switch, came, size);
        }
        self.transmit(port, packet, is_marked_here);
        if has_more {
            let at = self.ports[port as usize].free_at;
            self.look_at(port, at);
        }
    }

    /// Gives back the room of a packet that leaves a switch, and lets its neighbour go on where there is room again.
    fn release(&mut self, switch: usize, came: PortId, size: u64) {
        let (pool, from) = (&mut self.pools[switch], &mut self.ports[came as usize]);
        if !self.plan.queueing.is_lossless {
            pool.used -= size;
            return;
        }
        let over = from.over.min(size);
        from.over -= over;
        pool.used -= size - over;
        from.held -= size;
        let packet = u64::from(self.plan.mtu + OVERHEAD);
        // One packet below where it asks again, as cards do (Linux, mlx5e: xon is xoff less a packet).
        let has_room = from.held == 0 || from.held + packet <= threshold(pool.free(), self.plan.queueing.shift);
        if from.has_asked && from.over == 0 && has_room {
            from.has_asked = false;
            let at = self.now + word_back(from);
            self.events.push(at, RESUME << SHIFT | came);
        }
    }

    fn pause(&mut self, port: PortId) {
        self.ports[port as usize].paused_at = self.now;
    }

    fn resume(&mut self, port: PortId) {
        let this = &mut self.ports[port as usize];
        let (since, from) = (this.paused_at, this.link.from);
        this.paused_at = u64::MAX;
        self.report.paused(port, since, self.now);
        match from {
            End::Host(host) => self.send_from(host),
            End::Switch(_) => self.send_on(port),
        }
    }

    fn receive(&mut self, packet: u32) {
        let body = *self.slab.get(packet);
        self.slab.remove(packet);
        self.report.arrived += 1;
        let (one, told) = (&mut self.flows[body.flow as usize], &mut self.report.flows[body.flow as usize]);
        one.arrived += u64::from(body.payload);
        if body.seq < one.highest {
            told.late += 1;
        } else {
            one.highest = body.seq;
        }
        if body.is_marked {
            told.marked += 1;
            if let Some(set) = &self.plan.dcqcn
                && self.now >= one.next_notify
            {
                one.next_notify = self.now + set.notify_every.0;
                self.events.push(self.now + one.back, NOTIFY << SHIFT | body.flow);
            }
        }
        if one.arrived == told.bytes.0 {
            told.finish = Time(self.now);
            if self.done == 0 {
                let all = self.flows.iter().zip(&mut self.report.flows);
                all.for_each(|(one, told)| told.early = Bytes(one.arrived));
            }
            self.done += 1;
        }
    }

    fn notify(&mut self, flow: u32) {
        let src = self.plan.flows[flow as usize].src;
        let port = self.plan.fabric.hosts[src as usize].1;
        let line = f64::from(self.ports[port as usize].link.gbit_per_s) * 1e9;
        self.report.flows[flow as usize].notified += 1;
        if let Some(set) = &self.plan.dcqcn {
            self.flows[flow as usize].card.notify(set, line, self.now);
        }
    }

    /// A sender hears of a packet that was dropped: its bytes are to be sent again.
    fn lost(&mut self, packet: u32) {
        let body = *self.slab.get(packet);
        self.slab.remove(packet);
        let src = self.plan.flows[body.flow as usize].src;
        let one = &mut self.flows[body.flow as usize];
        let was_done = one.left == 0;
        one.left += u64::from(body.payload);
        self.report.flows[body.flow as usize].again += 1;
        if was_done {
            self.hosts[src as usize].0.push(body.flow);
        }
        self.send_from(src);
    }
}

/// How long a pause frame takes back over a link. It goes before all packets that wait there.
fn word_back(port: &Port) -> u64 {
    port.link.sending(FRAME) + port.link.latency.0
}
