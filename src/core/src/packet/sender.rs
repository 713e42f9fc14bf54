//! The seam between the network and those who use it: what the cards of hosts do when something happens.
//!
//! The network ([`Net`]) carries packets, queues, marks, pauses and drops them; it does not know what a flow is owed. The cards decide
//! what is sent next, and learn of packets that arrive, of words that come back, of times that they asked for. A packet that is lost is
//! told to nobody: the receiver misses it. (Only cards that say so, [`Cards::is_told`], hear of drops, as in `told.rs`.)

use super::fabric::HostId;
use super::net::Net;
use super::port::Packet;
use super::report::Report;
use super::word::{Outgoing, Word};

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

    /// Payload that has arrived and was kept, of all flows. Asked for once in many events.
    fn arrived(&self) -> u64;

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
