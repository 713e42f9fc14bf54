//! What transports record beside the totals. All of it is bounded.

use kitchen_units::Time;
use kitchen_units::wire::{wire, wire_choice};

use super::super::fabric::PortId;
use super::receiver::Outcome;

/// The most losses and gaps that are recorded one by one.
pub const MAX_DROPS: usize = 10_000;

wire_choice!(Outcome { Accepted, OutOfOrder, Duplicate, Trimmed, InFlight });

/// The transport's view of a traced packet: what it was, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedDetails {
    /// 0 for data, else [`super::ACK`], [`super::NAK`], [`super::CREDIT`], [`super::TRIMMED`].
    pub kind: u8,
    /// The chunk of data, or the content of feedback.
    pub content: u32,
    pub is_retransmission: bool,
    /// Which of the flow's paths, where its entropy value says so; else `u32::MAX`.
    pub path: u32,
    /// [`Outcome::InFlight`] where it had not arrived, or never did.
    pub outcome: Outcome,
}

impl TracedDetails {
    /// Whether it delivered new data.
    pub fn delivers_data(&self) -> bool {
        self.kind == 0 && self.outcome == Outcome::Accepted
    }
}

/// A packet lost on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketDrop {
    pub flow: u32,
    /// The chunk of data.
    pub chunk: u32,
    pub is_reverse: bool,
    pub port: PortId,
    /// When it was sent, and when it would have arrived at the far end of that link.
    pub sent: Time,
    pub at: Time,
}

/// A gap: a missing chunk, from its detection by the receiver until it is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    pub flow: u32,
    pub chunk: u32,
    pub detected: Time,
    /// When it was first retransmitted; `Time::MAX` where the original arrived.
    pub resent: Time,
    pub filled: Time,
    /// Packets rejected meanwhile.
    pub rejected: u32,
}

/// The transport statistics of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransportStats {
    /// The number of its chunks.
    pub chunks: u32,
    /// Packets that arrived in vain: rejected, or duplicates.
    pub rejected: u32,
    pub duplicates: u32,
    /// Packets that were trimmed.
    pub trimmed: u32,
    pub timeouts: u32,
    /// The packet that completed the flow: when it was sent, and how many packets the flow had sent by then.
    pub last_sent: Time,
    pub sent_by_then: u32,
    /// The most bytes in flight at once.
    pub max_in_flight: u64,
}

/// A sample of a congestion window: recorded where it differs by a sixteenth from the last sample, and at each
/// reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSample {
    pub flow: u32,
    pub at: Time,
    /// The window in bytes of payload.
    pub bytes: u64,
}

/// The most window samples of a flow.
pub const MAX_WINDOW_SAMPLES: u32 = 1_000;

/// All of it. Empty where no transport is modelled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransportReport {
    pub flows: Vec<TransportStats>,
    /// By traced packet.
    pub traced: Vec<TracedDetails>,
    pub drops: Vec<PacketDrop>,
    pub gaps: Vec<Gap>,
    /// Where the log records series.
    pub windows: Vec<WindowSample>,
}

wire!(TracedDetails { kind, content, is_retransmission, path, outcome });
wire!(PacketDrop { flow, chunk, is_reverse, port, sent, at });
wire!(Gap { flow, chunk, detected, resent, filled, rejected });
wire!(TransportStats { chunks, rejected, duplicates, trimmed, timeouts, last_sent, sent_by_then, max_in_flight });
wire!(WindowSample { flow, at, bytes });
wire!(TransportReport { flows, traced, drops, gaps, windows });

impl TransportReport {
    /// A packet that is traced in row `row`.
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

    /// A receiver detects that a chunk is missing.
    pub(super) fn open_gap(&mut self, flow: u32, chunk: u32, now: u64) {
        let is_known = self.gap_of(flow, chunk).is_some();
        if !is_known && self.gaps.len() < MAX_DROPS {
            let (detected, never) = (Time(now), Time::MAX);
            self.gaps.push(Gap { flow, chunk, detected, resent: never, filled: never, rejected: 0 });
        }
    }

    /// The open gap of a chunk: searched among the latest, since gaps are filled soon.
    pub(super) fn gap_of(&mut self, flow: u32, chunk: u32) -> Option<&mut Gap> {
        let latest = self.gaps.iter_mut().rev().take(256);
        latest.into_iter().find(|gap| gap.flow == flow && gap.chunk == chunk && gap.filled == Time::MAX)
    }
}
