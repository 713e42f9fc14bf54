//! Priority flow control (IEEE 802.1Qbb): a switch in which too much of one neighbour's traffic waits asks it to pause, and keeps
//! room for what is under way until it does.

use super::fabric::Link;

/// A pause frame's bytes on the wire: 64, with preamble and gap.
pub const FRAME: u32 = 84;

/// Bytes that may still come over a link after its switch has asked for a pause: the frame waits for the packet that is being sent,
/// goes back over the cable, the neighbour ends the packet it has begun, and what is on the cable arrives. The terms of SONiC's
/// headroom calculation (sonic-net/SONiC, headroom-calculation HLD), with this model's latencies.
pub fn headroom(link: &Link, back: &Link, packet: u32) -> u64 {
    let wait = back.sending(packet + FRAME) + back.latency.0 + link.latency.0;
    let on_the_way = (u128::from(wait) * u128::from(link.gbit_per_s) / 8_000) as u64;
    on_the_way + 2 * u64::from(packet)
}

/// A pool's share for one queue: α × what is free (dynamic thresholds, Choudhury and Hahne 1998). α is `1 / 2^shift`.
pub const fn threshold(free: u64, shift: u8) -> u64 {
    free >> shift
}
