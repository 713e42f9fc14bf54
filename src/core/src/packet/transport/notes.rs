//! What cards that answer write down beside the totals. All of it is bounded.

use crate::parcel::{parcel, parcel_choice};
use crate::units::Time;

use super::super::fabric::PortId;
use super::receiver::Fate;

/// The most losses and gaps that are written down one by one.
pub const MAX_FALLS: usize = 10_000;

parcel_choice!(Fate { Taken, Refused, Twice, Trimmed, Flying });

/// What a followed packet was, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// Data 0, or what word: [`super::ACK`], [`super::NAK`], [`super::CREDIT`], [`super::TRIMMED`].
    pub kind: u8,
    /// Data: its chunk; a word: what it says.
    pub about: u32,
    pub is_again: bool,
    /// Which of the flow's ways, where its name says so; else `u32::MAX`.
    pub way: u32,
    /// [`Fate::Flying`] where it had not arrived, or never did.
    pub fate: Fate,
}

impl Followed {
    /// Whether it brought bytes that were kept.
    pub fn brings(&self) -> bool {
        self.kind == 0 && self.fate == Fate::Taken
    }
}

/// A packet that fell from a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    pub flow: u32,
    /// Its chunk, where it was data.
    pub chunk: u32,
    pub is_back: bool,
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
    pub noticed: Time,
    /// When it was sent again, first; `Time::MAX` where it came by itself.
    pub again: Time,
    pub mended: Time,
    /// Packets refused meanwhile.
    pub refused: u32,
}

/// A flow's answers in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Chunks that it is made of.
    pub chunks: u32,
    /// Packets that arrived in vain: refused, or there already.
    pub refused: u32,
    pub twice: u32,
    /// Packets of which the header came alone.
    pub trimmed: u32,
    pub timeouts: u32,
    /// The packet with which all was there: when it was sent, and how many the flow had sent by then.
    pub last_sent: Time,
    pub sent_by_then: u32,
    /// The most bytes under way at once.
    pub most_under_way: u64,
}

/// A window that grows or shrinks, from an instant on: written down where it differs by a sixteenth from what was written last, and
/// wherever it is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    pub flow: u32,
    pub at: Time,
    /// That may be under way, of payload.
    pub bytes: u64,
}

/// The most instants at which a flow's window is written down.
pub const MAX_ALLOWED: u32 = 1_000;

/// All of it. Empty where cards do not answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    pub flows: Vec<Answered>,
    /// By courier.
    pub followed: Vec<Followed>,
    pub falls: Vec<Fall>,
    pub gaps: Vec<Gap>,
    /// Where ports are written down over time.
    pub windows: Vec<Allowed>,
}

parcel!(Followed { kind, about, is_again, way, fate });
parcel!(Fall { flow, chunk, is_back, port, sent, at });
parcel!(Gap { flow, chunk, noticed, again, mended, refused });
parcel!(Answered { chunks, refused, twice, trimmed, timeouts, last_sent, sent_by_then, most_under_way });
parcel!(Allowed { flow, at, bytes });
parcel!(Notes { flows, followed, falls, gaps, windows });

impl Notes {
    /// A packet that will be followed as courier `row`.
    pub(in super::super) fn follow(&mut self, row: usize, followed: Followed) {
        if self.followed.len() == row {
            self.followed.push(followed);
        }
    }

    pub(super) fn fate(&mut self, courier: u32, fate: Fate) {
        if let Some(followed) = self.followed.get_mut(courier as usize) {
            followed.fate = fate;
        }
    }

    pub(in super::super) fn fall(&mut self, fall: Fall) {
        if self.falls.len() < MAX_FALLS {
            self.falls.push(fall);
        }
    }

    /// A receiver misses a chunk.
    pub(super) fn miss(&mut self, flow: u32, chunk: u32, now: u64) {
        let is_known = self.open(flow, chunk).is_some();
        if !is_known && self.gaps.len() < MAX_FALLS {
            let (noticed, never) = (Time(now), Time::MAX);
            self.gaps.push(Gap { flow, chunk, noticed, again: never, mended: never, refused: 0 });
        }
    }

    /// The gap of a chunk that is not mended: among the latest, for gaps are mended soon.
    pub(super) fn open(&mut self, flow: u32, chunk: u32) -> Option<&mut Gap> {
        let latest = self.gaps.iter_mut().rev().take(256);
        latest.into_iter().find(|gap| gap.flow == flow && gap.chunk == chunk && gap.mended == Time::MAX)
    }
}
