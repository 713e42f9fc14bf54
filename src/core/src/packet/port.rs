//! The state of ports and packets while a run goes on.

use super::fabric::{End, Link};

/// No packet, no row.
pub(super) const NONE: u32 = u32::MAX;

/// A packet on its way: in a queue or on a wire, each of which is a list through `next`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    /// When it came or comes to where it waits next, ps.
    pub at: u64,
    pub flow: u32,
    pub seq: u32,
    pub next: u32,
    pub way: u32,
    /// The link it came over, [`NONE`] at the sender's.
    pub came: u32,
    /// Its row among the couriers.
    pub courier: u32,
    pub payload: u16,
    /// Links behind it.
    pub hops: u8,
    pub is_marked: bool,
}

/// Packets, reused.
#[derive(Debug, Default)]
pub(super) struct Slab {
    packets: Vec<Packet>,
    free: u32,
    pub live: u32,
}

impl Slab {
    pub(super) const fn new() -> Slab {
        Slab { packets: Vec::new(), free: NONE, live: 0 }
    }

    pub(super) fn insert(&mut self, packet: Packet) -> u32 {
        self.live += 1;
        if self.free == NONE {
            self.packets.push(packet);
            return self.packets.len() as u32 - 1;
        }
        let at = self.free;
        self.free = self.packets[at as usize].next;
        self.packets[at as usize] = packet;
        at
    }

    pub(super) fn remove(&mut self, at: u32) {
        self.live -= 1;
        self.packets[at as usize].next = self.free;
        self.free = at;
    }

    pub(super) fn get(&mut self, at: u32) -> &mut Packet {
        &mut self.packets[at as usize]
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

/// A link, the queue before it, the wire, and what its switch holds of what came over it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port {
    pub link: Link,
    pub queue: List,
    pub wire: List,
    /// Bytes waiting; those that have begun to be sent are not.
    pub waiting: u64,
    /// Sending until, ps.
    pub free_at: u64,
    /// When it was last told to look again; `u64::MAX` when it was not.
    pub look_at: u64,
    /// Since when it has been asked to pause; `u64::MAX` when it was not.
    pub paused_at: u64,
    /// At the far end: bytes there that came over this link, those of them in the headroom, the headroom.
    pub held: u64,
    pub over: u64,
    pub headroom: u64,
    /// Whether the far end has asked for a pause.
    pub has_asked: bool,
}

impl Port {
    pub(super) const fn new(link: Link) -> Port {
        Port {
            link,
            queue: List::EMPTY,
            wire: List::EMPTY,
            waiting: 0,
            free_at: 0,
            look_at: u64::MAX,
            paused_at: u64::MAX,
            held: 0,
            over: 0,
            headroom: 0,
            has_asked: false,
        }
    }

    pub(super) const fn is_paused(&self) -> bool {
        self.paused_at != u64::MAX
    }

    pub(super) const fn sender_switch(&self) -> Option<usize> {
        match self.link.from {
            End::Switch(switch) => Some(switch as usize),
            End::Host(_) => None,
        }
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
