//! Priority flow control (IEEE 802.1Qbb): a switch that buffers too much traffic of an upstream neighbour pauses it, and keeps
//! headroom for the packets in flight until the pause takes effect.

use super::fabric::Link;

/// The bytes of a pause frame on the wire: 64, with preamble and gap.
pub const FRAME: u32 = 84;

/// The PFC headroom of a link: bytes that may still arrive after its switch has sent XOFF: the frame waits for the packet that is being sent,
/// goes back over the cable, the neighbour ends the packet it has begun, and what is on the cable arrives. The terms of SONiC's
/// headroom calculation (sonic-net/SONiC, headroom-calculation HLD), with this model's latencies.
pub fn headroom(link: &Link, back: &Link, packet: u32) -> u64 {
    let wait = back.sending(packet + FRAME) + back.latency.0 + link.latency.0;
    let on_the_way = (u128::from(wait) * u128::from(link.gbit_per_s) / 8_000) as u64;
    on_the_way + 2 * u64::from(packet)
}

/// The limit of one queue in a shared buffer: α × the free buffer (dynamic thresholds, Choudhury and Hahne 1998). α is `1 / 2^shift`.
pub const fn threshold(free: u64, shift: u8) -> u64 {
    free >> shift
}

/// The buffer, bytes, that SONiC gives a lossless class of a port of Spectrum-3, its resume threshold included: a packet of 9,100 bytes, the
/// cable there and back, 0.8 KiB for the physical layer and 3.8 KiB for the peer, each 64 bytes in a cell of 144; a packet of 1 KiB; 19 KiB for
/// the pipeline, at 400 Gbit/s 37 KiB and another packet (sonic-net/SONiC, headroom-calculation HLD; sonic-buildimage,
/// buffer_headroom_mellanox.lua; 19 KiB: xon of the migrator's table). What it has beyond [`headroom`] is the chip's: cells, pipeline, peer.
pub fn sonic(gbit_per_s: u32, metres: u64) -> u64 {
    let kib = |bytes: f64| (bytes / 1024.0).ceil() * 1024.0;
    let packet = 9100.0;
    let cable = 2.0 * metres as f64 * f64::from(gbit_per_s) * 1e9 / 8.0 / 198e6;
    let in_flight = packet + cable + (0.8 + 3.8) * 1024.0;
    let xoff = kib(1024.0 + in_flight * 144.0 / 64.0);
    let (xon, more) = if gbit_per_s >= 400 { (37.0 * 1024.0, packet) } else { (19.0 * 1024.0, 0.0) };
    kib(xoff + xon + more) as u64
}
