//! What host stacks hand to the network: packets to send, and control messages and timers that take no bandwidth.

use super::port::NONE;

/// A packet that a host sends. The network adds the headers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outgoing {
    pub flow: u32,
    pub seq: u32,
    /// Payload in bytes, from 0.
    pub payload: u16,
    /// The packet type as the host stack defines it; 0 is data.
    pub kind: u8,
    /// From the flow's receiver to its sender.
    pub is_reverse: bool,
    /// Which of the flow's paths, from 0; [`NONE`] leaves the choice to the switches.
    pub path: u32,
    /// For the trace: the chunk of data, or what the acknowledgement, credit or NAK says.
    pub content: u32,
    /// For the trace: whether the data was sent before.
    pub is_retransmission: bool,
    /// Trace this packet, beyond those that the log samples.
    pub is_traced: bool,
}

impl Outgoing {
    /// A data packet whose path the switches choose.
    pub(super) const fn data(flow: u32, seq: u32, payload: u16) -> Outgoing {
        Outgoing {
            flow,
            seq,
            payload,
            kind: 0,
            is_reverse: false,
            path: NONE,
            content: seq,
            is_retransmission: false,
            is_traced: false,
        }
    }
}

/// A control message that takes no bandwidth, or the tag of a timer. The host stack defines the meaning of `kind`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ControlMessage {
    pub flow: u32,
    pub kind: u8,
    pub host: u32,
}
