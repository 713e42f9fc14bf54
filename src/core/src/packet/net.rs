//! The network while a run goes on: links carry packets, switches queue them, mark them, ask for pauses and drop them.

use crate::units::{Bytes, Time};

use super::broken::Broken;
use super::events::Events;
use super::fabric::{HostId, PortId};
use super::loss::Lossy;
use super::lossless::FRAME;
use super::plan::{Class, OVERHEAD, Plan};
use super::port::{
    BACK, Cold, Ends, FOLLOWED, Hot, MARKED, NONE, OTHER, Pace, Packet, Pool, Port, Queue, Rest, Slab, Wire,
};
use super::random::Draws;
use super::report::Report;
use super::transport::Fate;
use super::transport::notes::{Fall, Followed};
use super::word::{Outgoing, Word};

/// What happens: four bits of the event; the rest says to whom.
pub(super) const BEGIN: u32 = 0;
pub(super) const LOOK: u32 = 1;
pub(super) const DELIVER: u32 = 2;
pub(super) const HEAR: u32 = 3;
pub(super) const WAKE: u32 = 4;
pub(super) const LOST: u32 = 5;
pub(super) const PAUSE: u32 = 6;
pub(super) const RESUME: u32 = 7;
pub(super) const CREDIT: u32 = 8;
pub(super) const POLL: u32 = 9;
pub(super) const STICK: u32 = 10;
pub(super) const FREE: u32 = 11;
pub(super) const SHIFT: u32 = 28;

/// Credits count blocks of 64 bytes (InfiniBand specification, flow control), in eight bits of an event.
pub(super) const BLOCK: u64 = 64;
pub(super) const BLOCK_SHIFT: u32 = 20;

/// How the switches lead a flow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Led {
    /// Ways: the first of them, how many, how many share their first link, the one in use, when the last packet chose.
    pub first: u32,
    pub count: u32,
    pub inner: u32,
    pub way: u32,
    pub chose_at: u64,
    /// Latencies to the sender and to the receiver.
    pub back: u64,
    pub forth: u64,
}

pub(super) struct Net<'p> {
    pub plan: &'p Plan,
    pub now: u64,
    pub report: Report,
    /// Flows that are done.
    pub done: usize,
    pub(super) events: Events,
    /// By port.
    pub(super) ends: Vec<Ends>,
    pub(super) wires: Vec<Wire>,
    pub(super) ports: Vec<Port>,
    pub(super) paces: Vec<Pace>,
    /// By port, then by class.
    pub(super) queues: Vec<Queue>,
    pub(super) rests: Vec<Rest>,
    pub(super) classes: Vec<Class>,
    pub(super) pools: Vec<Pool>,
    pub(super) slab: Slab,
    pub(super) led: Vec<Led>,
    pub(super) words: Vec<Word>,
    pub(super) free_words: Vec<u32>,
    /// Hosts that may have something to send.
    pub(super) kicked: Vec<HostId>,
    pub(super) draws: Draws,
    /// By host: bytes until its next packet that is followed.
    pub(super) to_courier: Vec<u64>,
    pub(super) losses: Vec<Option<Lossy>>,
    pub(super) broken: Broken,
    /// Whether any link may lose anything.
    pub(super) may_lose: bool,
    pub(super) is_told: bool,
    /// Whether a poll of the watchdog is under way.
    pub(super) is_watched: bool,
    pub(super) idle_polls: u32,
    /// Packets that were dropped and whose senders have not heard of it.
    pub(super) fallen: u32,
}

/// What senders ask of the network.
impl Net<'_> {
    /// Asks the host's card for a packet soon.
    pub(super) fn ready(&mut self, host: HostId) {
        self.kicked.push(host);
    }

    /// Whether the flow's class may send from `host` now.
    pub(super) fn may_send(&self, host: HostId, flow: u32) -> bool {
        let port = self.plan.fabric.hosts[host as usize].1;
        let at = self.queue_of(port, self.plan.class_of(flow));
        let is_paused = self.queues[at].is_paused;
        !is_paused && (self.plan.queueing.credits.is_none() || self.rests[at].credits >= self.full_blocks())
    }

    /// A word from the flow's receiver to its sender: after the latencies of the way back, and `after` more.
    pub(super) fn tell(&mut self, word: Word, after: u64) {
        let at = self.now + self.led[word.flow as usize].back + after;
        self.say(HEAR, at, word);
    }

    /// A word from the flow's sender to its receiver.
    #[expect(dead_code, reason = "for transports with credit")]
    pub(super) fn tell_forth(&mut self, word: Word, after: u64) {
        let at = self.now + self.led[word.flow as usize].forth + after;
        self.say(HEAR, at, word);
    }

    /// [`super::sender::Cards::wake`] is called at that time.
    pub(super) fn wake(&mut self, at: u64, word: Word) {
        let at = at.max(self.now);
        self.say(WAKE, at, word);
    }

    fn say(&mut self, kind: u32, at: u64, word: Word) {
        let row = if let Some(row) = self.free_words.pop() {
            self.words[row as usize] = word;
            row
        } else {
            self.words.push(word);
            self.words.len() as u32 - 1
        };
        self.events.push(at, kind << SHIFT | row);
    }

    pub(super) fn take_word(&mut self, row: u32) -> Word {
        self.free_words.push(row);
        self.words[row as usize]
    }

    /// All of the flow's bytes have arrived.
    pub(super) fn finish(&mut self, flow: u32) {
        self.report.flows[flow as usize].finish = Time(self.now);
        self.done += 1;
    }

    /// What had arrived of each flow when the first was done.
    pub(super) fn early(&mut self, arrived: impl Iterator<Item = u64>) {
        for (told, bytes) in self.report.flows.iter_mut().zip(arrived) {
            told.early = Bytes(bytes);
        }
    }

    /// How many ways the flow has.
    #[expect(dead_code, reason = "for transports with many paths")]
    pub(super) fn ways(&self, flow: u32) -> u32 {
        self.led[flow as usize].count
    }
}

impl Net<'_> {
    pub(super) const fn queue_of(&self, port: PortId, class: u8) -> usize {
        port as usize * self.classes.len() + class as usize
    }

    pub(super) fn full_blocks(&self) -> u32 {
        u64::from(self.plan.mtu + OVERHEAD).div_ceil(BLOCK) as u32
    }

    /// Gives a link to a host's packet.
    pub(super) fn inject(&mut self, host: HostId, out: Outgoing) {
        let plan = self.plan;
        let port = plan.fabric.hosts[host as usize].1;
        let courier = match plan.log.courier_bytes {
            0 => NONE,
            _ if out.is_followed => self.report.follow(out.flow, out.seq),
            _ => self.follow(host, &out),
        };
        if courier != NONE && plan.transport.is_some() {
            let Outgoing { kind, about, is_again, way, .. } = out;
            self.report.notes.follow(courier as usize, Followed { kind, about, is_again, way, fate: Fate::Flying });
        }
        self.report.sent += 1;
        if !out.is_back {
            self.report.flows[out.flow as usize].packets += 1;
        }
        let class = if out.is_back { self.class_of_words(out.flow) } else { plan.class_of(out.flow) };
        let flag = |flag: u8, is_set: bool| if is_set { flag } else { 0 };
        let flags = class | flag(BACK, out.is_back) | flag(FOLLOWED, courier != NONE) | flag(OTHER, out.kind != 0);
        let mut hot = Hot { next: NONE, flow: out.flow, seq: out.seq, payload: out.payload, flags, ..Hot::default() };
        hot.route[0] = port as u16;
        let mut cold = Cold { at: self.now, sent_at: self.now, way: NONE, courier, kind: out.kind };
        if out.is_back {
            self.lead_back(&mut hot);
        } else if out.way != NONE {
            let led = &mut self.led[out.flow as usize];
            led.way = out.way % led.count.max(1);
            let (first, count, way) = (led.first, led.count, led.way);
            let way = first + self.around(first, count, way);
            cold.way = way;
            let told = &mut self.report.flows[out.flow as usize].way;
            if *told == NONE {
                *told = way;
            }
            self.lead(&mut hot, way);
        }
        let packet = self.slab.insert(hot, cold);
        self.transmit(port, packet, false);
    }

    /// A row for a packet that is to be followed: of a host's data, one in so many bytes.
    fn follow(&mut self, host: HostId, out: &Outgoing) -> u32 {
        if out.is_back || out.kind != 0 {
            return NONE;
        }
        let (left, payload) = (&mut self.to_courier[host as usize], u64::from(out.payload));
        let is_followed = *left < payload;
        if is_followed {
            *left += self.plan.log.courier_bytes;
        }
        *left = left.saturating_sub(payload);
        if is_followed { self.report.follow(out.flow, out.seq) } else { NONE }
    }

    /// Reads what the next events will read, many at once: a processor waits for sixteen far reads hardly longer than for one.
    pub(super) fn look_ahead(&mut self) {
        if !self.events.is_fresh() {
            return;
        }
        let mut read = 0;
        for event in self.events.coming() {
            let of = event & ((1 << SHIFT) - 1);
            let queue = match event >> SHIFT {
                DELIVER => {
                    let then = self.slab.see(of).then() as usize * self.classes.len();
                    self.queues[then].list.tail
                }
                LOOK => self.queues[of as usize * self.classes.len()].list.head,
                _ => NONE,
            };
            if queue != NONE {
                read ^= self.slab.see(queue).flow;
            }
        }
        std::hint::black_box(read);
    }

    /// Puts a packet on a link's wire.
    fn transmit(&mut self, port: PortId, packet: u32, is_marked_here: bool) {
        let body = self.slab.see(packet);
        let (bytes, is_full) = (u32::from(body.payload) + OVERHEAD, u32::from(body.payload) == self.plan.mtu);
        let (class, is_followed, is_marked) = (body.class(), body.is(FOLLOWED), body.is(MARKED));
        let ends = self.ends[port as usize];
        let pace = &self.paces[ends.pace as usize];
        let (sending, head) = if is_full { (pace.full, pace.head) } else { pace.times(bytes) };
        let done = self.now + head + pace.latency;
        let free_at = self.now + sending;
        let wire = &mut self.wires[port as usize];
        wire.free_at = free_at;
        wire.bytes += u64::from(bytes);
        wire.packets += 1;
        if is_full {
            self.events.push_in(pace.come_lane, done, DELIVER << SHIFT | packet);
            self.events.push_in(pace.sent_lane, free_at, LOOK << SHIFT | port);
        } else {
            self.events.push(done, DELIVER << SHIFT | packet);
            self.events.push(free_at, LOOK << SHIFT | port);
        }
        if is_followed && let Some(cold) = self.slab.cold(packet) {
            self.report.leg(super::port::leg(cold, is_marked, port, self.now, done));
            cold.at = done;
        }
        if ends.to_switch().is_some() && self.plan.queueing.credits.is_some() {
            let queue = self.queue_of(port, class);
            let blocks = u64::from(bytes).div_ceil(BLOCK) as u32;
            let left = self.rests[queue].credits.checked_sub(blocks);
            self.rests[queue].credits = left.unwrap_or_else(|| unreachable!("sent without credit"));
        }
        if is_marked_here {
            self.report.ports[port as usize].marks += 1;
        }
        self.report.sends(port, bytes.into(), self.now);
    }

    /// Whether what comes over a link now is lost on it.
    fn loses(&mut self, port: PortId) -> bool {
        if let Some(Some(lossy)) = self.losses.get_mut(port as usize)
            && lossy.loses(self.now)
        {
            return true;
        }
        !self.broken.is_none() && self.broken.is_down(port, self.now)
    }

    /// A packet comes to the end of its wire: a host's, which is told, or a switch's, which queues it.
    pub(super) fn deliver(&mut self, packet: u32) -> Option<Packet> {
        let port = self.slab.see(packet).on();
        let to = self.ends[port as usize].to_switch();
        if self.may_lose && self.loses(port) {
            let body = *self.slab.see(packet);
            // Its room at the switch is given back as it would have been.
            if to.is_some() {
                self.give_credit(port, body.class(), body.size());
            }
            self.report.ports[port as usize].lost += 1;
            if self.plan.transport.is_some() {
                let body = self.slab.view(packet);
                let (sent, at) = (Time(body.sent_at), Time(self.now));
                let fall = Fall { flow: body.flow, chunk: body.seq, is_back: body.is_back, port, sent, at };
                self.report.notes.fall(fall);
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

    /// A packet that came to a switch over `came` waits for its next link, or finds no room.
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
        self.enter(packet, out, to, size);
    }

    /// A packet for which there is room waits before its link.
    fn enter(&mut self, packet: u32, out: PortId, to: usize, size: u64) {
        let to = &mut self.queues[to];
        to.waiting += size;
        to.list.push(&mut self.slab, packet);
        let waiting = self.waits_at(out);
        let wire = &mut self.wires[out as usize];
        wire.longest = wire.longest.max(waiting);
        self.report.queue(out, waiting, self.now);
        self.send_on(out);
    }

    /// Where switches trim: what found no room goes on as a header, before all that waits. Whether it found room so.
    #[cold]
    fn trim(&mut self, switch: usize, packet: u32, came: PortId, out: PortId) -> bool {
        let body = self.slab.get(packet);
        if !self.plan.trims() || body.is(OTHER) || body.payload == 0 {
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
        self.enter(packet, out, to, OVERHEAD.into());
        true
    }

    /// The class of what receivers say: the headers' where switches trim.
    fn class_of_words(&self, flow: u32) -> u8 {
        if self.plan.trims() { self.classes.len() as u8 - 1 } else { self.plan.class_of(flow) }
    }

    /// Bytes that wait before a link, of all classes.
    pub(super) fn waits_at(&self, port: PortId) -> u64 {
        let count = self.classes.len();
        let first = port as usize * count;
        self.queues[first..first + count].iter().map(|queue| queue.waiting).sum()
    }

    /// Forgets a packet; its sender hears of it where senders do.
    pub(super) fn drop_packet(&mut self, packet: u32) {
        self.report.dropped += 1;
        if self.is_told {
            let back = self.led[self.slab.get(packet).flow as usize].back;
            self.fallen += 1;
            self.events.push(self.now + back, LOST << SHIFT | packet);
        } else {
            self.slab.remove(packet);
        }
    }

    fn admit(&mut self, switch: usize, size: u64, came: PortId, to: usize, class: u8) -> bool {
        let queueing = &self.plan.queueing;
        let pool = &mut self.pools[switch];
        let from = came as usize * self.classes.len() + usize::from(class);
        let Class { is_lossless, shift, .. } = self.classes[usize::from(class)];
        if queueing.credits.is_some() {
            // The sender has counted this room already.
            pool.used += size;
            self.queues[from].held += size;
            return true;
        }
        if !is_lossless {
            let waiting = self.queues[to].waiting;
            let fits = size <= pool.free() && waiting + size <= super::lossless::threshold(pool.free(), shift);
            if fits {
                pool.used += size;
                self.queues[from].held += size;
            }
            return fits;
        }
        let from_queue = &mut self.queues[from];
        let is_over = from_queue.has_asked || from_queue.held + size > super::lossless::threshold(pool.free(), shift);
        if is_over {
            if u64::from(from_queue.over) + size > u64::from(self.rests[from].headroom) {
                return false;
            }
            from_queue.over += size as u32;
        } else {
            pool.used += size;
        }
        from_queue.held += size;
        if is_over && !from_queue.has_asked {
            from_queue.has_asked = true;
            let at = self.now + self.word_back(came);
            self.events.push(at, PAUSE << SHIFT | from as u32);
        }
        true
    }

    /// A switch's port sends the next packet, where it may.
    pub(super) fn send_on(&mut self, port: PortId) {
        if self.wires[port as usize].free_at > self.now {
            return;
        }
        let Some(at) = self.choose_queue(port) else { return };
        let queue = &mut self.queues[at];
        let packet = queue.list.pop(&mut self.slab);
        let waiting = queue.waiting;
        let body = self.slab.get(packet);
        let (size, came, class) = (body.size(), body.on(), body.class());
        body.hop += 1;
        queue.waiting -= size;
        let mut is_marked_here = false;
        if let Some(ecn) = &self.plan.queueing.ecn
            && !body.is(MARKED)
        {
            let share = ecn.share(waiting);
            is_marked_here = share >= 1.0 || share > 0.0 && self.draws.share() < share;
            body.flags |= if is_marked_here { MARKED } else { 0 };
        }
        if !self.report.series.is_empty() {
            let waiting = self.waits_at(port);
            self.report.queue(port, waiting, self.now);
        }
        if let Some(switch) = self.ends[port as usize].sending_switch() {
            self.release(switch, came, class, size);
        }
        self.transmit(port, packet, is_marked_here);
    }

    /// Which class a port serves next: strict ones first, then by turns in proportion to their weights (deficit round robin, Shreedhar
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
            let class = usize::from(self.ports[port as usize].turn);
            let weight = self.classes[class].weight;
            let next = self.size_of_next(first + class).filter(|_| weight > 0);
            let rest = &mut self.rests[first + class];
            if let Some(size) = next {
                if rest.deficit >= size {
                    rest.deficit -= size;
                    return Some(first + class);
                }
                rest.deficit += u32::from(weight) * (self.plan.mtu + OVERHEAD);
            } else {
                rest.deficit = 0;
            }
            self.ports[port as usize].turn = if class + 1 == count { 0 } else { class as u8 + 1 };
        }
        None
    }

    /// The bytes of a queue's first packet, if that may be sent.
    fn size_of_next(&self, at: usize) -> Option<u32> {
        let queue = &self.queues[at];
        if queue.list.head == NONE || queue.is_paused {
            return None;
        }
        // Where it does not matter, the packet is not looked at.
        if self.classes.len() == 1 && self.plan.queueing.credits.is_none() {
            return Some(0);
        }
        let size = u32::from(self.slab.see(queue.list.head).payload) + OVERHEAD;
        if self.plan.queueing.credits.is_some() {
            let ends = &self.ends[at / self.classes.len()];
            let blocks = u64::from(size).div_ceil(BLOCK) as u32;
            if ends.to_switch().is_some() && self.rests[at].credits < blocks {
                return None;
            }
        }
        Some(size)
    }

    /// Gives back the room of a packet that leaves a switch, and lets its neighbour go on where there is room again.
    pub(super) fn release(&mut self, switch: usize, came: PortId, class: u8, size: u64) {
        let at = self.queue_of(came, class);
        let (pool, from) = (&mut self.pools[switch], &mut self.queues[at]);
        from.held -= size;
        let Class { is_lossless, shift, .. } = self.classes[usize::from(class)];
        if self.plan.queueing.credits.is_some() || !is_lossless {
            pool.used -= size;
            self.give_credit(came, class, size);
            return;
        }
        let over = u64::from(from.over).min(size);
        from.over -= over as u32;
        pool.used -= size - over;
        if !from.has_asked || from.over > 0 {
            return;
        }
        let packet = u64::from(self.plan.mtu + OVERHEAD);
        // One packet below where it asks again, as cards do (Linux, mlx5e: xon is xoff less a packet).
        if from.held == 0 || from.held + packet <= super::lossless::threshold(pool.free(), shift) {
            from.has_asked = false;
            let at_time = self.now + self.word_back(came);
            self.events.push(at_time, RESUME << SHIFT | at as u32);
        }
    }

    /// Where links run on credits: the neighbour learns that there is room for so many bytes more.
    fn give_credit(&mut self, came: PortId, class: u8, size: u64) {
        if self.plan.queueing.credits.is_none() {
            return;
        }
        let at = self.queue_of(came, class) as u32;
        let blocks = size.div_ceil(BLOCK) as u32;
        let time = self.now + self.word_back(came);
        self.events.push(time, CREDIT << SHIFT | blocks << BLOCK_SHIFT | at);
    }

    pub(super) fn credit(&mut self, of: u32) {
        let at = of & ((1 << BLOCK_SHIFT) - 1);
        self.rests[at as usize].credits += of >> BLOCK_SHIFT;
        self.go_on(at / self.classes.len() as u32);
    }

    pub(super) fn pause(&mut self, at: u32) {
        let queue = &mut self.queues[at as usize];
        if !queue.is_paused {
            queue.is_paused = true;
            self.rests[at as usize].paused_at = self.now;
        }
        self.watch();
    }

    pub(super) fn resume(&mut self, at: u32) {
        let (queue, rest) = (&mut self.queues[at as usize], &mut self.rests[at as usize]);
        if queue.stuck > 0 || !queue.is_paused {
            return;
        }
        queue.is_paused = false;
        rest.resumed_at = self.now;
        let port = at / self.classes.len() as u32;
        self.report.paused(port, rest.paused_at, self.now);
        self.go_on(port);
    }

    /// A port looks whether it may send.
    pub(super) fn go_on(&mut self, port: PortId) {
        let ends = &self.ends[port as usize];
        if ends.sending_switch().is_some() { self.send_on(port) } else { self.ready(ends.sender()) }
    }

    /// How long a pause frame takes back over a link. It goes before all packets that wait there.
    fn word_back(&self, port: PortId) -> u64 {
        let pace = &self.paces[self.ends[port as usize].pace as usize];
        pace.sending(FRAME) + pace.latency
    }
}
