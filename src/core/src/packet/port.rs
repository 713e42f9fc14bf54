//! The state of ports, queues and packets while a run goes on.

use super::events::HEAP;
use super::fabric::{End, Link};
use super::report::Leg;

/// No packet, no row.
pub(super) const NONE: u32 = u32::MAX;

/// The most links of a packet's way, the two of its hosts included.
pub(super) const MOST_LINKS: usize = super::fabric::Way::MOST + 1;

/// A packet as its host's card sees it.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code)] // which cards read which is theirs
pub(super) struct Packet {
    pub flow: u32,
    pub seq: u32,
    /// Its row among the couriers, [`NONE`] if it is not followed.
    pub courier: u32,
    /// When its sender sent it, ps.
    pub sent_at: u64,
    pub payload: u16,
    /// What it is, in the senders' own words; 0 is data.
    pub kind: u8,
    /// From the flow's receiver to its sender.
    pub is_back: bool,
    pub is_marked: bool,
}

/// What the network reads of a packet at each switch: half a line of a processor's cache.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hot {
    /// The next in its queue, or the next free slot.
    pub next: u32,
    pub flow: u32,
    /// Links from the first switch on, the one to its host last.
    pub route: [u16; MOST_LINKS],
    /// The link it is on, and the one it came over.
    pub on: u16,
    pub came: u16,
    pub payload: u16,
    /// Links behind it.
    pub hops: u8,
    /// Three bits of class, then the flags below.
    pub flags: u8,
}

pub(super) const MARKED: u8 = 1 << 3;
/// Its way has been chosen.
pub(super) const LED: u8 = 1 << 4;
pub(super) const BACK: u8 = 1 << 5;
pub(super) const FOLLOWED: u8 = 1 << 6;
/// Not data.
pub(super) const OTHER: u8 = 1 << 7;

impl Hot {
    pub(super) const fn class(&self) -> u8 {
        self.flags & 7
    }

    pub(super) const fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// With headers, bytes.
    pub(super) fn size(&self) -> u64 {
        u64::from(self.payload) + u64::from(super::plan::OVERHEAD)
    }
}

/// The rest of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cold {
    /// When it came or comes to where it waits next, ps, of followed packets alone.
    pub at: u64,
    pub sent_at: u64,
    pub seq: u32,
    /// Its way among the fabric's, where the switches chose it.
    pub way: u32,
    /// Its row among the couriers.
    pub courier: u32,
    pub kind: u8,
}

/// Packets, reused.
#[derive(Debug, Default)]
pub(super) struct Slab {
    hot: Vec<Hot>,
    cold: Vec<Cold>,
    free: u32,
    pub live: u32,
}

impl Slab {
    pub(super) const fn new() -> Slab {
        Slab { hot: Vec::new(), cold: Vec::new(), free: NONE, live: 0 }
    }

    pub(super) fn insert(&mut self, hot: Hot, cold: Cold) -> u32 {
        self.live += 1;
        if self.free == NONE {
            self.hot.push(hot);
            self.cold.push(cold);
            return self.hot.len() as u32 - 1;
        }
        let at = self.free;
        self.free = self.hot[at as usize].next;
        self.hot[at as usize] = hot;
        self.cold[at as usize] = cold;
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
        let (hot, cold) = (&self.hot[at as usize], &self.cold[at as usize]);
        Packet {
            flow: hot.flow,
            seq: cold.seq,
            courier: cold.courier,
            sent_at: cold.sent_at,
            payload: hot.payload,
            kind: cold.kind,
            is_back: hot.is(BACK),
            is_marked: hot.is(MARKED),
        }
    }

    pub(super) fn get(&mut self, at: u32) -> &mut Hot {
        &mut self.hot[at as usize]
    }

    pub(super) fn see(&self, at: u32) -> &Hot {
        &self.hot[at as usize]
    }

    pub(super) fn cold(&mut self, at: u32) -> &mut Cold {
        &mut self.cold[at as usize]
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
    tail: u32,
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

/// A link and its sender.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port {
    pub link: Link,
    /// Sending until, ps.
    pub free_at: u64,
    /// When it was last told to look again; `u64::MAX` when it was not.
    pub look_at: u64,
    /// The time to send a full packet, and lanes of the events that end it: sent, and arrived.
    pub full: u64,
    pub sent_lane: u8,
    pub come_lane: u8,
    /// Whose turn it is among the classes that share by weight.
    pub turn: u8,
}

impl Port {
    pub(super) const fn new(link: Link) -> Port {
        Port { link, free_at: 0, look_at: u64::MAX, full: 0, sent_lane: HEAP, come_lane: HEAP, turn: 0 }
    }

    pub(super) const fn sender_switch(&self) -> Option<usize> {
        match self.link.from {
            End::Switch(switch) => Some(switch as usize),
            End::Host(_) => None,
        }
    }
}

/// What waits before a link in one class, and what its far end holds of that class that came over it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queue {
    pub list: List,
    /// Bytes waiting; those that have begun to be sent are not.
    pub waiting: u64,
    /// Since when it has been asked to pause; `u64::MAX` when it was not.
    pub paused_at: u64,
    /// At the far end: bytes there that came over this link, those of them in the headroom, the headroom.
    pub held: u64,
    pub over: u32,
    pub headroom: u32,
    /// 64-byte blocks that the far end still has room for, where links run on credits.
    pub credits: u32,
    /// Bytes that the class may send before its turn ends.
    pub deficit: u32,
    /// Since when the watchdog throws away what is here; `u64::MAX` when it does not.
    pub dropping_at: u64,
    /// When the last pause ended.
    pub resumed_at: u64,
    /// Whether the far end has asked for a pause.
    pub has_asked: bool,
    /// How many faults hold it paused.
    pub stuck: u8,
}

impl Queue {
    pub(super) const EMPTY: Queue = Queue {
        list: List::EMPTY,
        waiting: 0,
        paused_at: u64::MAX,
        held: 0,
        over: 0,
        headroom: 0,
        credits: 0,
        deficit: 0,
        dropping_at: u64::MAX,
        resumed_at: 0,
        has_asked: false,
        stuck: 0,
    };

    pub(super) const fn is_paused(&self) -> bool {
        self.paused_at != u64::MAX
    }

    pub(super) const fn is_dropping(&self) -> bool {
        self.dropping_at != u64::MAX
    }
}

/// A switch's room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pool {
    /// What all ports share, headrooms taken off.
    pub shared: u64,
    pub used: u64,
}

impl Pool {
    pub(super) const fn free(&self) -> u64 {
        self.shared.saturating_sub(self.used)
    }
}

/// A followed packet's leg over a link, before it has a successor.
pub(super) fn leg(cold: &Cold, is_marked: bool, port: u32, left: u64, done: u64) -> Leg {
    let time = crate::units::Time;
    Leg { courier: cold.courier, port, came: time(cold.at), left: time(left), done: time(done), is_marked, next: NONE }
}
