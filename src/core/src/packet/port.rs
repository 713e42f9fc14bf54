//! The state of ports, queues and packets while a run goes on.

use super::fabric::{Link, Node};
use super::plan::OVERHEAD;
use super::report::HopRecord;

/// No packet, no row.
pub(super) const NONE: u32 = u32::MAX;

/// The most links of a packet's way, the two of its hosts included.
pub(super) const MOST_LINKS: usize = super::fabric::Path::MOST + 2;

/// A packet as its host's card sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    pub flow: u32,
    pub seq: u32,
    /// Its row among the couriers, [`NONE`] if it is not followed.
    pub traced: u32,
    /// When its sender sent it, ps.
    pub sent_at: u64,
    pub payload: u16,
    /// What it is, in the senders' own words; 0 is data.
    pub kind: u8,
    /// From the flow's receiver to its sender.
    pub is_reverse: bool,
    pub is_marked: bool,
}

/// What the network reads of a packet at each switch: half a line of a processor's cache, and never in two of them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct HotFields {
    /// The next in its queue, or the next free slot.
    pub next: u32,
    pub flow: u32,
    pub seq: u32,
    /// Its links, from its host's to the one that ends at a host.
    pub route: [u16; MOST_LINKS],
    pub payload: u16,
    /// Which of them it is on, or came over last.
    pub hop: u8,
    /// Three bits of class, then the flags below.
    pub flags: u8,
}

pub(super) const MARKED: u8 = 1 << 3;
/// Its way has been chosen.
pub(super) const ROUTED: u8 = 1 << 4;
pub(super) const REVERSE: u8 = 1 << 5;
pub(super) const TRACED: u8 = 1 << 6;
/// Not data.
pub(super) const NOT_DATA: u8 = 1 << 7;

impl HotFields {
    pub(super) const fn class(&self) -> u8 {
        self.flags & 7
    }

    /// The link that it is on, or came over last.
    pub(super) fn on(&self) -> u32 {
        self.route[usize::from(self.hop) % MOST_LINKS].into()
    }

    /// The link that comes after it.
    pub(super) fn then(&self) -> u32 {
        self.route[(usize::from(self.hop) + 1) % MOST_LINKS].into()
    }

    pub(super) const fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// With headers, bytes.
    pub(super) fn size(&self) -> u64 {
        u64::from(self.payload) + u64::from(OVERHEAD)
    }
}

/// The rest of it, kept where somebody asks for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColdFields {
    /// When it came or comes to where it waits next, ps, of followed packets alone.
    pub at: u64,
    pub sent_at: u64,
    /// Its way among the fabric's, where the switches chose it.
    pub path: u32,
    /// Its row among the couriers.
    pub traced: u32,
    pub kind: u8,
}

impl ColdFields {
    const NOTHING: ColdFields = ColdFields { at: 0, sent_at: 0, path: NONE, traced: NONE, kind: 0 };
}

/// Packets, reused.
#[derive(Debug)]
pub(super) struct Slab {
    hot: Vec<HotFields>,
    /// Empty where nobody asks for it: it would be read once and written once for each packet.
    cold: Vec<ColdFields>,
    is_kept: bool,
    free: u32,
    pub live: u32,
}

impl Slab {
    pub(super) const fn new(is_kept: bool) -> Slab {
        Slab { hot: Vec::new(), cold: Vec::new(), is_kept, free: NONE, live: 0 }
    }

    pub(super) fn insert(&mut self, hot: HotFields, cold: ColdFields) -> u32 {
        self.live += 1;
        if self.free == NONE {
            self.hot.push(hot);
            if self.is_kept {
                self.cold.push(cold);
            }
            return self.hot.len() as u32 - 1;
        }
        let at = self.free;
        self.free = self.hot[at as usize].next;
        self.hot[at as usize] = hot;
        if self.is_kept {
            self.cold[at as usize] = cold;
        }
        at
    }

    /// Takes a packet out.
    pub(super) fn remove(&mut self, at: u32) -> Packet {
        let packet = self.view(at);
        self.live -= 1;
        self.hot[at as usize].next = self.free;
        self.free = at;
        packet
    }

    pub(super) fn view(&self, at: u32) -> Packet {
        let hot = &self.hot[at as usize];
        let cold = self.cold.get(at as usize).unwrap_or(&ColdFields::NOTHING);
        Packet {
            flow: hot.flow,
            seq: hot.seq,
            traced: cold.traced,
            sent_at: cold.sent_at,
            payload: hot.payload,
            kind: cold.kind,
            is_reverse: hot.is(REVERSE),
            is_marked: hot.is(MARKED),
        }
    }

    pub(super) fn get(&mut self, at: u32) -> &mut HotFields {
        &mut self.hot[at as usize]
    }

    pub(super) fn see(&self, at: u32) -> &HotFields {
        &self.hot[at as usize]
    }

    pub(super) fn cold(&mut self, at: u32) -> Option<&mut ColdFields> {
        self.cold.get_mut(at as usize)
    }

    /// The most that lived at once.
    pub(super) const fn most(&self) -> usize {
        self.hot.len()
    }
}

/// First in, first out.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    pub head: u32,
    pub tail: u32,
}

impl List {
    pub(super) const EMPTY: List = List { head: NONE, tail: NONE };

    pub(super) fn push(&mut self, slab: &mut Slab, packet: u32) {
        slab.get(packet).next = NONE;
        if self.head == NONE {
            self.head = packet;
        } else {
            slab.get(self.tail).next = packet;
        }
        self.tail = packet;
    }

    pub(super) fn pop(&mut self, slab: &mut Slab) -> u32 {
        let packet = self.head;
        self.head = slab.get(packet).next;
        packet
    }
}

/// What a link ends at, and how fast it is: read at each hop, and never written.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkEnds {
    from: u32,
    to: u32,
    /// Its row among the [`LinkKind`]s.
    pub link_kind: u32,
}

/// Marks a host among ends; the rest are switches.
const HOST: u32 = 1 << 31;

impl LinkEnds {
    pub(super) const fn new(link: &Link, link_kind: u32) -> LinkEnds {
        LinkEnds { from: LinkEnds::of(link.from), to: LinkEnds::of(link.to), link_kind }
    }

    const fn of(end: Node) -> u32 {
        match end {
            Node::Host(host) => host | HOST,
            Node::Switch(switch) => switch,
        }
    }

    /// The switch that sends into it; else a host does.
    pub(super) const fn sending_switch(self) -> Option<usize> {
        if self.from & HOST == 0 { Some(self.from as usize) } else { None }
    }

    /// The switch that it leads to; else it leads to a host.
    pub(super) const fn to_switch(self) -> Option<usize> {
        if self.to & HOST == 0 { Some(self.to as usize) } else { None }
    }

    /// Its sender's number, be it a host or a switch.
    pub(super) const fn sender(&self) -> u32 {
        self.from & !HOST
    }
}

/// A kind of link: as many as differ in rate, latency, or in whether heads are sent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinkKind {
    pub gbit_per_s: u32,
    pub latency: u64,
    /// Whether the far end needs a packet's head alone.
    pub is_cut_through: bool,
    /// The time to send a full packet, and what of it the far end waits for.
    pub full: u64,
    pub head: u64,
    /// Lanes of the events that end it: sent, and arrived.
    pub sent_lane: u8,
    pub come_lane: u8,
}

impl LinkKind {
    /// Links of this kind; lanes are asked for where they are new.
    pub(super) fn of(link: &Link, full: u32, is_cut_through: bool, lane: impl FnMut(u64) -> u8) -> LinkKind {
        let mut lane = lane;
        let is_cut_through = is_cut_through && matches!(link.to, Node::Switch(_));
        let sending = link.sending(full);
        let head = if is_cut_through { link.sending(OVERHEAD) } else { sending };
        let latency = link.latency.0;
        let (sent_lane, come_lane) = (lane(sending), lane(head + latency));
        LinkKind { gbit_per_s: link.gbit_per_s, latency, is_cut_through, full: sending, head, sent_lane, come_lane }
    }

    pub(super) fn sending(&self, bytes: u32) -> u64 {
        super::fabric::sending(bytes, self.gbit_per_s)
    }

    /// As `full` and `head`, for a packet of so many bytes.
    pub(super) fn times(&self, bytes: u32) -> (u64, u64) {
        let sending = self.sending(bytes);
        (sending, if self.is_cut_through { self.sending(OVERHEAD) } else { sending })
    }
}

/// A port's wire.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Transmitter {
    /// Sending until, ps.
    pub free_at: u64,
    /// Totals: bytes and packets sent, the most bytes that waited.
    pub bytes: u64,
    pub packets: u64,
    pub max_queue_bytes: u64,
}

/// What of a port is not read at each hop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port {
    /// When its host was last told to look again; `u64::MAX` when it was not.
    pub send_check_at: u64,
    /// Whose turn it is among the classes that share by weight.
    pub turn: u8,
}

impl Port {
    pub(super) const NEW: Port = Port { send_check_at: u64::MAX, turn: 0 };
}

/// What waits before a link in one class, and what its far end holds of that class that came over it: what is read at each hop.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct EgressQueue {
    pub list: List,
    /// Bytes waiting; those that have begun to be sent are not.
    pub waiting: u64,
    /// At the far end: bytes there that came over this link, and those of them in the headroom.
    pub ingress_bytes: u64,
    pub over: u32,
    /// Whether it has been asked to pause.
    pub is_paused: bool,
    /// Whether the watchdog throws away what is here.
    pub is_dropping: bool,
    /// Whether the far end has asked for a pause.
    pub has_sent_xoff: bool,
    /// How many faults hold it paused.
    pub stuck: u8,
}

impl EgressQueue {
    pub(super) const EMPTY: EgressQueue = EgressQueue {
        list: List::EMPTY,
        waiting: 0,
        ingress_bytes: 0,
        over: 0,
        is_paused: false,
        is_dropping: false,
        has_sent_xoff: false,
        stuck: 0,
    };
}

/// What else is known of a queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlowControl {
    /// Since when it has been paused.
    pub paused_at: u64,
    /// When the last pause ended.
    pub resumed_at: u64,
    /// Room at the far end for what comes after a pause was asked for.
    pub headroom: u32,
    /// 64-byte blocks that the far end still has room for, where links run on credits.
    pub credits: u32,
    /// Bytes that the class may send before its turn ends.
    pub deficit: u32,
}

impl FlowControl {
    pub(super) const NEW: FlowControl =
        FlowControl { paused_at: 0, resumed_at: 0, headroom: 0, credits: 0, deficit: 0 };
}

/// A switch's room.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedBuffer {
    /// What all ports share, headrooms taken off.
    pub shared: u64,
    pub used: u64,
}

impl SharedBuffer {
    pub(super) const fn free(&self) -> u64 {
        self.shared.saturating_sub(self.used)
    }
}

/// A followed packet's leg over a link, before it has a successor.
pub(super) fn hop_record(cold: &ColdFields, is_marked: bool, port: u32, left: u64, done: u64) -> HopRecord {
    let time = crate::units::Time;
    HopRecord {
        traced: cold.traced,
        port,
        enqueued: time(cold.at),
        dequeued: time(left),
        arrived: time(done),
        is_marked,
        next: NONE,
    }
}
