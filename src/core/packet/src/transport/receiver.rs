//! The receiver of a flow: what it accepts, what it rejects, and its feedback.

use super::config::Recovery;
use super::feedback::Feedback;
use super::recent::{Happened, Recent};

/// What became of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Kept by the receiver.
    Accepted,
    /// Out of order, and so rejected (go-back-N).
    OutOfOrder,
    /// Received before.
    Duplicate,
    /// Trimmed: only its header arrived.
    Trimmed,
    /// In flight, or lost.
    InFlight,
}

/// A packet as a part of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkPacket {
    pub attempt: u32,
    pub chunk: u32,
    /// Its index in the chunk, and the number of packets of the chunk.
    pub index: u16,
    pub of: u16,
}

/// The state of a flow at its receiver.
#[derive(Clone, Debug)]
pub struct Receiver {
    recovery: Recovery,
    /// All chunks before this one are delivered to the application, in order.
    in_order: u32,
    /// Of so many chunks.
    chunks: u32,
    /// Selective repeat: which chunks are complete; by attempt, how many packets arrived.
    received: Happened,
    complete: u32,
    packets: Recent<u16>,
    /// Go-back-N: packets of chunk `in_order` received, and whether a NAK was sent for it.
    partial: u16,
    has_sent_nak: bool,
    /// One past the highest chunk of which any packet arrived.
    highest_seen: u32,
}

impl Receiver {
    /// The receiver of a flow of so many chunks.
    pub fn new(recovery: Recovery, chunks: u32) -> Receiver {
        Receiver {
            recovery,
            in_order: 0,
            chunks,
            received: Happened::nothing(),
            complete: 0,
            packets: Recent::new(),
            partial: 0,
            has_sent_nak: false,
            highest_seen: 0,
        }
    }

    /// How many chunks are delivered in order.
    pub const fn in_order(&self) -> u32 {
        self.in_order
    }

    /// How many chunks are complete, in whatever order.
    pub(super) const fn completed(&self) -> u32 {
        match self.recovery {
            Recovery::GoBackN => self.in_order,
            Recovery::Selective => self.complete,
        }
    }

    /// Whether a chunk is complete (selective repeat).
    pub(super) fn has_chunk(&self, chunk: u32) -> bool {
        self.received.has(chunk)
    }

    /// No packet of an attempt before this one will come.
    pub(super) fn forget_before(&mut self, attempt: u32) {
        self.packets.forget_while(|number, _| number < attempt);
    }

    /// Whether no chunk is missing before the highest one.
    pub(super) const fn has_no_gap(&self) -> bool {
        self.in_order >= self.highest_seen
    }

    /// The chunks that a packet of chunk `chunk` shows to be missing: those before it of which no packet arrived.
    pub(super) fn missing_before(&mut self, chunk: u32) -> std::ops::Range<u32> {
        let from = match self.recovery {
            Recovery::GoBackN => self.in_order,
            Recovery::Selective => self.highest_seen,
        };
        self.highest_seen = self.highest_seen.max(chunk + 1);
        match self.recovery {
            // A NAK asks for the expected chunk only.
            Recovery::GoBackN => from..(from + 1).min(chunk.max(from)),
            Recovery::Selective => from..chunk.max(from),
        }
    }

    /// A packet arrives: its outcome and the feedback.
    pub fn receive(&mut self, packet: ChunkPacket) -> (Outcome, Option<Feedback>) {
        match self.recovery {
            Recovery::GoBackN => self.receive_in_order(packet),
            Recovery::Selective => self.receive_any_order(packet),
        }
    }

    fn receive_in_order(&mut self, packet: ChunkPacket) -> (Outcome, Option<Feedback>) {
        let is_last = packet.index + 1 >= packet.of;
        if packet.chunk < self.in_order {
            let feedback = Feedback::Ack { attempt: packet.attempt };
            return (Outcome::Duplicate, is_last.then_some(feedback));
        }
        // A retransmitted chunk starts from its first packet.
        let fits = packet.chunk == self.in_order && (packet.index == self.partial || packet.index == 0);
        if !fits {
            self.partial = 0;
            let feedback = Feedback::Nak { expected: self.in_order };
            return (Outcome::OutOfOrder, (!std::mem::replace(&mut self.has_sent_nak, true)).then_some(feedback));
        }
        self.has_sent_nak = false;
        self.partial = packet.index + 1;
        if !is_last {
            return (Outcome::Accepted, None);
        }
        self.partial = 0;
        self.in_order += 1;
        (Outcome::Accepted, Some(Feedback::Ack { attempt: packet.attempt }))
    }

    fn receive_any_order(&mut self, packet: ChunkPacket) -> (Outcome, Option<Feedback>) {
        let Some(packets) = self.packets.at(packet.attempt).filter(|_| packet.chunk < self.chunks) else {
            return (Outcome::OutOfOrder, None);
        };
        *packets += 1;
        let is_all = *packets >= packet.of;
        let outcome = if self.received.has(packet.chunk) { Outcome::Duplicate } else { Outcome::Accepted };
        if is_all && !self.received.set(packet.chunk) {
            self.complete += 1;
        }
        self.in_order = self.received.in_order();
        (outcome, is_all.then_some(Feedback::Ack { attempt: packet.attempt }))
    }
}
