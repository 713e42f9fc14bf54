//! What cards hand to the network: packets to send, and words that take no room.

use super::port::NONE;

/// A packet that a card sends. Headers are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outgoing {
    pub flow: u32,
    pub seq: u32,
    /// Bytes, from 0.
    pub payload: u16,
    /// In the cards' own words; 0 is data.
    pub kind: u8,
    /// From the flow's receiver to its sender.
    pub is_back: bool,
    /// Which of the flow's ways, from 0; [`NONE`] leaves it to the switches.
    pub way: u32,
    /// Of those that are followed: what it is about, whether that was sent before. Those with `is_followed` are, whoever else is.
    pub about: u32,
    pub is_again: bool,
    pub is_followed: bool,
}

impl Outgoing {
    /// Data that switches find a way for.
    pub(super) const fn data(flow: u32, seq: u32, payload: u16) -> Outgoing {
        Outgoing {
            flow,
            seq,
            payload,
            kind: 0,
            is_back: false,
            way: NONE,
            about: seq,
            is_again: false,
            is_followed: false,
        }
    }
}

/// Something told that takes no room on links, or a timer's name. The meaning of all but `flow` is the cards'.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub flow: u32,
    pub kind: u8,
    pub a: u32,
    pub b: u64,
}
