//! The interface between the network and the transport stacks of its hosts.
//!
//! The network ([`Network`]) forwards, queues, marks, pauses and drops packets; it keeps no state of a flow's progress. The host stack
//! decides which packet is sent next, and is called when packets or control messages arrive and when its timers expire. A lost packet
//! is not reported: the receiver has to detect the gap. (Only stacks with [`HostStack::learns_of_drops`], as in `basic_stack`, are
//! notified of drops.)

use super::fabric::HostId;
use super::network::Network;
use super::outgoing::{ControlMessage, Outgoing};
use super::port::Packet;
use super::report::Report;

/// The transport stack and NIC of all hosts: both ends of every flow.
pub(super) trait HostStack {
    /// The start time of a flow has come.
    fn start_flow(&mut self, net: &mut Network<'_>, flow: u32);

    /// A host's uplink is idle: the packet to send next. Called again when that packet has left, at the time that was returned, when a
    /// PFC pause ends, and after [`Network::ready`]. The stack has to skip traffic classes that may not send now ([`Network::may_send`]).
    fn next_packet(&mut self, net: &mut Network<'_>, host: HostId) -> NextPacket;

    /// A packet arrived at its destination host (the flow's receiver, or its sender if [`Packet::is_reverse`]).
    fn receive(&mut self, net: &mut Network<'_>, packet: &Packet);

    /// A control message that was sent with [`Network::send_control`] arrived.
    fn on_control(&mut self, _net: &mut Network<'_>, _message: ControlMessage) {}

    /// A timer that was set with [`Network::set_timer`] expired.
    fn on_timer(&mut self, _net: &mut Network<'_>, _message: ControlMessage) {}

    /// Whether senders are notified of each drop, after the latency of the reverse path.
    fn learns_of_drops(&self) -> bool {
        false
    }

    /// Payload received and kept, summed over all flows. Called rarely, to report progress.
    fn received_bytes(&self) -> u64;

    /// A count that grows whenever a receiver gets nearer to its end, and never else. Called rarely.
    fn progress(&self) -> u64 {
        self.received_bytes()
    }

    /// The run is over: adds what only the stack knows to the report.
    fn finish_report(&mut self, _report: &mut Report) {}

    /// A packet was dropped. No host knows it: it is only for what the stack keeps of packets under way.
    fn forget(&mut self, _report: &mut Report, _packet: &Packet) {}

    /// The notification of a drop arrived at the sender.
    fn on_drop(&mut self, _net: &mut Network<'_>, _packet: &Packet) {}
}

/// What a host does with its idle uplink.
#[derive(Clone, Copy, Debug)]
pub(super) enum NextPacket {
    Send(Outgoing),
    /// Nothing before that time, ps.
    At(u64),
    /// Nothing until [`Network::ready`].
    Idle,
}
