//! The receiving end of a flow: what it keeps, what it refuses, what it says.

use super::rules::Recovery;
use super::word::Word;

/// What became of a packet that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Kept.
    Taken,
    /// Out of order, and so refused.
    Refused,
    /// Here already.
    Twice,
    /// Its header alone.
    Trimmed,
    /// Not here yet, or lost.
    Flying,
}

/// A packet of a chunk, as the receiver sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub attempt: u32,
    pub chunk: u32,
    /// Its place in the chunk, and how many packets that has.
    pub index: u16,
    pub of: u16,
}

/// The state of a flow at its receiver.
#[derive(Clone, Debug)]
pub struct Receiver {
    recovery: Recovery,
    /// All chunks before this one are with the application, in order.
    whole: u32,
    /// Selective: by chunk, whether it is here; by attempt, how many of its packets are.
    here: Vec<bool>,
    got: Vec<u16>,
    /// Go-back-N: packets of chunk `whole` that are here, and whether it was asked for since something last fitted.
    part: u16,
    has_asked: bool,
    /// One past the latest chunk of which anything came.
    seen: u32,
}

impl Receiver {
    /// Of so many chunks.
    pub fn new(recovery: Recovery, chunks: u32) -> Receiver {
        let here = if recovery == Recovery::Selective { vec![false; chunks as usize] } else { Vec::new() };
        Receiver { recovery, whole: 0, here, got: Vec::new(), part: 0, has_asked: false, seen: 0 }
    }

    /// How many chunks the application has, in order.
    pub const fn whole(&self) -> u32 {
        self.whole
    }

    /// Whether a chunk is here, where each is kept.
    pub(super) fn has(&self, chunk: u32) -> bool {
        self.here.get(chunk as usize) == Some(&true)
    }

    /// Whether nothing is missing of what came.
    pub(super) const fn is_without_gap(&self) -> bool {
        self.whole >= self.seen
    }

    /// The chunks that a packet of chunk `chunk` shows to be missing: those before it of which nothing came.
    pub(super) fn missed(&mut self, chunk: u32) -> std::ops::Range<u32> {
        let from = match self.recovery {
            Recovery::GoBackN => self.whole,
            Recovery::Selective => self.seen,
        };
        self.seen = self.seen.max(chunk + 1);
        match self.recovery {
            // Only the one that is waited for is asked for.
            Recovery::GoBackN => from..(from + 1).min(chunk.max(from)),
            Recovery::Selective => from..chunk.max(from),
        }
    }

    /// A packet arrives: what becomes of it, and what is said.
    pub fn receive(&mut self, piece: Piece) -> (Fate, Option<Word>) {
        match self.recovery {
            Recovery::GoBackN => self.in_order(piece),
            Recovery::Selective => self.any_order(piece),
        }
    }

    fn in_order(&mut self, piece: Piece) -> (Fate, Option<Word>) {
        let is_last = piece.index + 1 >= piece.of;
        if piece.chunk < self.whole {
            let word = Word::Ack { attempt: piece.attempt };
            return (Fate::Twice, is_last.then_some(word));
        }
        // A chunk that is sent again begins anew.
        let fits = piece.chunk == self.whole && (piece.index == self.part || piece.index == 0);
        if !fits {
            self.part = 0;
            let word = Word::Nak { whole: self.whole };
            return (Fate::Refused, (!std::mem::replace(&mut self.has_asked, true)).then_some(word));
        }
        self.has_asked = false;
        self.part = piece.index + 1;
        if !is_last {
            return (Fate::Taken, None);
        }
        self.part = 0;
        self.whole += 1;
        (Fate::Taken, Some(Word::Ack { attempt: piece.attempt }))
    }

    fn any_order(&mut self, piece: Piece) -> (Fate, Option<Word>) {
        let attempt = piece.attempt as usize;
        if self.got.len() <= attempt {
            self.got.resize(attempt + 1, 0);
        }
        self.got[attempt] += 1;
        let is_all = self.got[attempt] >= piece.of;
        let Some(here) = self.here.get_mut(piece.chunk as usize) else { return (Fate::Refused, None) };
        let fate = if *here { Fate::Twice } else { Fate::Taken };
        *here |= is_all;
        while self.here.get(self.whole as usize) == Some(&true) {
            self.whole += 1;
        }
        (fate, is_all.then_some(Word::Ack { attempt: piece.attempt }))
    }
}
