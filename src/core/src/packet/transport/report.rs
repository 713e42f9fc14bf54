//! What cards that answer write down beside the totals. All of it is bounded.

use crate::parcel::{parcel, parcel_choice};
use crate::units::Time;

use super::super::fabric::PortId;
use super::receiver::Outcome;

/// The most losses and gaps that are written down one by one.
pub const MAX_DROPS: usize = 10_000;

parcel_choice!(Outcome { Accepted, OutOfOrder, Duplicate, Trimmed, InFlight });

/// What a followed packet was, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedDetails {
    /// Data 0, or what word: [`super::ACK`], [`super::NAK`], [`super::CREDIT`], [`super::TRIMMED`].
    pub kind: u8,
    /// Data: its chunk; a word: what it says.
    pub content: u32,
    pub is_retransmission: bool,
    /// Which of the flow's ways, where its name says so; else `u32::MAX`.
    pub path: u32,
    /// [`Outcome::InFlight`] where it had not arrived, or never did.
    pub outcome: Outcome,
}

impl TracedDetails {
    /// Whether it brought bytes that were kept.
    pub fn delivers_data(&self) -> bool {
        self.kind == 0 && self.outcome == Outcome::Accepted
    }
}

/// A packet that fell from a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketDrop {
    pub flow: u32,
    /// Its chunk, where it was data.
    pub chunk: u32,
    pub is_reverse: bool,
    pub port: PortId,
    /// When it left its sender, when it would have come to the far end of that link.
    pub sent: Time,
    pub at: Time,
}

/// A chunk that a receiver missed, from when it noticed until it was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    pub flow: u32,
    pub chunk: u32,
    pub detected: Time,
    /// When it was sent again, first; `Time::MAX` where it came by itself.
    pub resent: Time,
    pub filled: Time,
    /// Packets refused meanwhile.
    pub rejected: u32,
}

/// A flow's answers in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransportStats {
    /// Chunks that it is made of.
    pub chunks: u32,
    /// Packets that arrived in vain: refused, or there already.
    pub rejected: u32,
    pub duplicates: u32,
    /// Packets of which the header came alone.
    pub trimmed: u32,
    pub timeouts: u32,
    /// The packet with which all was there: when it was sent, and how many the flow had sent by then.
    pub last_sent: Time,
    pub sent_by_then: u32,
    /// The most bytes under way at once.
    pub max_in_flight: u64,
}

/// A window that grows or shrinks, from an instant on: written down where it differs by a sixteenth from what was written last, and
/// wherever it is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSample {
    pub flow: u32,
    pub at: Time,
    /// That may be under way, of payload.
    pub bytes: u64,
}

/// The most instants at which a flow's window is written down.
pub const MAX_WINDOW_SAMPLES: u32 = 1_000;

/// All of it. Empty where cards do not answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransportReport {
    pub flows: Vec<TransportStats>,
    /// By courier.
    pub traced: Vec<TracedDetails>,
    pub drops: Vec<PacketDrop>,
    pub gaps: Vec<Gap>,
    /// Where ports are written down over time.
    pub windows: Vec<WindowSample>,
}

parcel!(TracedDetails { kind, content, is_retransmission, path, outcome });
parcel!(PacketDrop { flow, chunk, is_reverse, port, sent, at });
parcel!(Gap { flow, chunk, detected, resent, filled, rejected });
parcel!(TransportStats { chunks, rejected, duplicates, trimmed, timeouts, last_sent, sent_by_then, max_in_flight });
parcel!(WindowSample { flow, at, bytes });
parcel!(TransportReport { flows, traced, drops, gaps, windows });

impl TransportReport {
    /// A packet that will be followed as courier `row`.
    pub(in super::super) fn trace(&mut self, row: usize, traced: TracedDetails) {
        if self.traced.len() == row {
            self.traced.push(traced);
        }
    }

    pub(super) fn set_outcome(&mut self, traced_packet: u32, outcome: Outcome) {
        if let Some(traced) = self.traced.get_mut(traced_packet as usize) {
            traced.outcome = outcome;
        }
    }

    pub(in super::super) fn record_drop(&mut self, drop: PacketDrop) {
        if self.drops.len() < MAX_DROPS {
            self.drops.push(drop);
        }
    }

    /// A receiver misses a chunk.
    pub(super) fn open_gap(&mut self, flow: u32, chunk: u32, now: u64) {
        let is_known = self.gap_of(flow, chunk).is_some();
        if !is_known && self.gaps.len() < MAX_DROPS {
            let (detected, never) = (Time(now), Time::MAX);
            self.gaps.push(Gap { flow, chunk, detected, resent: never, filled: never, rejected: 0 });
        }
    }

    /// The gap of a chunk that is not mended: among the latest, for gaps are mended soon.
    pub(super) fn gap_of(&mut self, flow: u32, chunk: u32) -> Option<&mut Gap> {
        let latest = self.gaps.iter_mut().rev().take(256);
        latest.into_iter().find(|gap| gap.flow == flow && gap.chunk == chunk && gap.filled == Time::MAX)
    }
}
