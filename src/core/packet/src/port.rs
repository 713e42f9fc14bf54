//! The state of ports, egress queues and packets during a run.

use super::fabric::{Link, Node};
use super::plan::OVERHEAD;
use super::report::HopRecord;

/// No packet, or no row of a table.
pub(super) const NONE: u32 = u32::MAX;

/// The most links of a packet's route, those of its hosts included.
pub(super) const MOST_LINKS: usize = super::fabric::Path::MOST + 2;

/// A packet as a host stack sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    pub flow: u32,
    pub seq: u32,
    /// Its row among the traced packets, [`NONE`] if it is not traced.
    pub traced: u32,
    /// The time at which it was sent, ps.
    pub sent_at: u64,
    pub payload: u16,
    /// The packet type as the host stack defines it; 0 is data.
    pub kind: u8,
    /// From the flow's receiver to its sender.
    pub is_reverse: bool,
    pub is_marked: bool,
}

/// The fields of a packet that are read at each switch: half a cache line, and aligned so as never to straddle two.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct HotFields {
    /// The next packet in its queue, or the next free slot.
    pub next: u32,
    pub flow: u32,
    pub seq: u32,
    /// The links of its route, from the sender's uplink to the receiver's downlink.
    pub route: [u16; MOST_LINKS],
    pub payload: u16,
    /// The index in `route` of the link that it is on, or came over last.
    pub hop: u8,
    /// Three bits of traffic class, then the flags below.
    pub flags: u8,
}

pub(super) const MARKED: u8 = 1 << 3;
/// Its route has been chosen.
pub(super) const ROUTED: u8 = 1 << 4;
pub(super) const REVERSE: u8 = 1 << 5;
pub(super) const TRACED: u8 = 1 << 6;
/// An acknowledgement, NAK or credit.
pub(super) const NOT_DATA: u8 = 1 << 7;

impl HotFields {
    pub(super) const fn class(&self) -> u8 {
        self.flags & 7
    }

    /// The link that it is on, or came over last.
    pub(super) fn link(&self) -> u32 {
        self.route[usize::from(self.hop) % MOST_LINKS].into()
    }

    /// The link that comes after it.
    pub(super) fn next_link(&self) -> u32 {
        self.route[(usize::from(self.hop) + 1) % MOST_LINKS].into()
    }

    pub(super) const fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Its size with headers, bytes.
    pub(super) fn size(&self) -> u64 {
        u64::from(self.payload) + u64::from(OVERHEAD)
    }
}

/// The other fields of a packet, stored only where a transport, a trace or adaptive routing needs them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColdFields {
    /// The time at which it joins its next queue, ps; of traced packets only.
    pub at: u64,
    pub sent_at: u64,
    /// The number of its path in the fabric, where the switches chose it.
    pub path: u32,
    /// Its row among the traced packets.
    pub traced: u32,
    pub kind: u8,
}

impl ColdFields {
    const NOTHING: ColdFields = ColdFields { at: 0, sent_at: 0, path: NONE, traced: NONE, kind: 0 };
}

/// The packets in the network, in reused slots.
#[derive(Debug)]
pub(super) struct Slab {
    hot: Vec<HotFields>,
    /// Empty where it is not needed, to save a write and a read for each packet.
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

    /// Removes a packet.
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

    /// The largest number of packets at once.
    pub(super) const fn peak(&self) -> usize {
        self.hot.len()
    }
}

/// A first-in first-out list of packets.
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

/// The ends and the kind of a link: read at each hop, and never written.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkEnds {
    from: u32,
    to: u32,
    /// Its row among the [`LinkKind`]s.
    pub link_kind: u32,
}

/// The flag of a host among ends; the others are switches.
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

    /// The switch that sends into it; none where a host does.
    pub(super) const fn sending_switch(self) -> Option<usize> {
        if self.from & HOST == 0 { Some(self.from as usize) } else { None }
    }

    /// The switch that it leads to; none where it leads to a host.
    pub(super) const fn to_switch(self) -> Option<usize> {
        if self.to & HOST == 0 { Some(self.to as usize) } else { None }
    }

    /// The number of its sender, a host or a switch.
    pub(super) const fn sender(&self) -> u32 {
        self.from & !HOST
    }
}

/// A kind of link: a combination of rate, latency and cut-through switching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinkKind {
    pub gbit_per_s: u32,
    pub latency: u64,
    /// Whether the far end forwards a packet as soon as its header is there.
    pub is_cut_through: bool,
    /// The serialization time of a full packet, and the part of it that the far end waits for.
    pub full: u64,
    pub head: u64,
    /// Lanes of the event queue for the end of transmission and for the arrival.
    pub sent_lane: u8,
    pub come_lane: u8,
}

impl LinkKind {
    /// The kind of a link; `lane` provides a lane for each delay.
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

    /// The same as `full` and `head`, for a packet of so many bytes.
    pub(super) fn times(&self, bytes: u32) -> (u64, u64) {
        let sending = self.sending(bytes);
        (sending, if self.is_cut_through { self.sending(OVERHEAD) } else { sending })
    }
}

/// The transmitter of a port.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Transmitter {
    /// Busy until then, ps.
    pub free_at: u64,
    /// Totals: bytes and packets sent, the longest queue in bytes.
    pub bytes: u64,
    pub packets: u64,
    pub max_queue_bytes: u64,
}

/// The state of a port that is not read at each hop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port {
    /// When its host is scheduled to try to send again; `u64::MAX` when it is not.
    pub send_check_at: u64,
    /// The class that the deficit round robin serves next.
    pub drr_turn: u8,
}

impl Port {
    pub(super) const NEW: Port = Port { send_check_at: u64::MAX, drr_turn: 0 };
}

/// The egress queue of a port in one traffic class, and the ingress accounting of its link at the far end: what is read at each hop.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct EgressQueue {
    pub list: List,
    /// Bytes queued, without the packet in transmission.
    pub queued: u64,
    /// At the far end: buffered bytes that came over this link, and those of them in the PFC headroom.
    pub ingress_bytes: u64,
    pub headroom_used: u32,
    /// Whether it is paused (PFC).
    pub is_paused: bool,
    /// Whether the watchdog drops its packets.
    pub is_dropping: bool,
    /// Whether the far end has sent XOFF and not yet XON.
    pub has_sent_xoff: bool,
    /// How many faults keep it paused.
    pub stuck: u8,
}

impl EgressQueue {
    pub(super) const EMPTY: EgressQueue = EgressQueue {
        list: List::EMPTY,
        queued: 0,
        ingress_bytes: 0,
        headroom_used: 0,
        is_paused: false,
        is_dropping: false,
        has_sent_xoff: false,
        stuck: 0,
    };
}

/// The flow control state of an egress queue that is not read at each hop.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlowControl {
    /// When its current pause began.
    pub paused_at: u64,
    /// When its last pause ended.
    pub resumed_at: u64,
    /// PFC headroom at the far end, bytes.
    pub headroom: u32,
    /// Credits left, in blocks of 64 bytes of buffer at the far end, under credit-based flow control.
    pub credits: u32,
    /// The deficit counter of the class in the deficit round robin, bytes.
    pub deficit: u32,
}

impl FlowControl {
    pub(super) const NEW: FlowControl =
        FlowControl { paused_at: 0, resumed_at: 0, headroom: 0, credits: 0, deficit: 0 };
}

/// The shared buffer of a switch.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedBuffer {
    /// Bytes that all ports share, without the headrooms.
    pub shared: u64,
    pub used: u64,
}

impl SharedBuffer {
    pub(super) const fn free(&self) -> u64 {
        self.shared.saturating_sub(self.used)
    }
}

/// The record of a traced packet's hop over a link.
pub(super) fn hop_record(cold: &ColdFields, is_marked: bool, port: u32, left: u64, done: u64) -> HopRecord {
    let time = kitchen_units::Time;
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
