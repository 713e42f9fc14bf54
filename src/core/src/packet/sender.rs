//! The seam between the network and those who use it: what the cards of hosts do when something happens.
//!
//! The network ([`Net`]) carries packets, queues, marks, pauses and drops them; it does not know what a flow is owed. The cards decide
//! what is sent next, and learn of packets that arrive, of words that come back, of times that they asked for. A packet that is lost is
//! told to nobody: the receiver misses it. (Only cards that say so, [`Cards::is_told`], hear of drops, as in [`super::told`].)

use super::fabric::HostId;
use super::net::Net;
use super::plan::Plan;
use super::port::{NONE, Packet};
use super::report::Report;
use super::told::Told;
use super::transport::Reliable;

/// What stands on both ends of flows.
pub(super) trait Cards {
    /// A flow's start has come.
    fn begin(&mut self, net: &mut Net<'_>, flow: u32);

    /// A host's link is free: what goes next. Asked again when what was sent has been sent, at the time that was answered, when a pause
    /// ends, and after [`Net::ready`]. Classes that must not send now are the card's to skip ([`Net::may_send`]).
    fn next(&mut self, net: &mut Net<'_>, host: HostId) -> Next;

    /// A packet came to the host at which it ends (the flow's receiver, or its sender if [`Packet::is_back`]).
    fn arrive(&mut self, net: &mut Net<'_>, packet: &Packet);

    /// A word that was sent with [`Net::tell`] has come.
    fn hear(&mut self, _net: &mut Net<'_>, _word: Word) {}

    /// A time that was asked for with [`Net::wake`] has come.
    fn wake(&mut self, _net: &mut Net<'_>, _word: Word) {}

    /// Whether senders are told of each drop, one way back later.
    fn is_told(&self) -> bool {
        false
    }

    /// The run is over: what only cards know of it goes into its report.
    fn close(&mut self, _report: &mut Report) {}

    /// The word of a drop has come to the sender.
    fn lost(&mut self, _net: &mut Net<'_>, _packet: &Packet) {}
}

/// What a card does with a free link.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    Send(Outgoing),
    /// Nothing before then, ps.
    At(u64),
    /// Nothing until [`Net::ready`].
    Nothing,
}

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

/// The cards that a plan asks for.
pub(super) fn cards(plan: &Plan) -> Box<dyn Cards> {
    match plan.transport {
        Some(rules) => Box::new(Reliable::new(plan, rules)),
        None => Box::new(Told::new(plan)),
    }
}
