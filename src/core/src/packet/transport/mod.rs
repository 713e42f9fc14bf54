//! Cards that answer for what they send, behind the seam of `sender.rs`.
//!
//! * [`rules`]: go-back-N or selective repeat, window, timeout, names, chunks, cores, credit: the choices, with their sources;
//! * [`sender`], [`receiver`]: both ends of a flow as plain values, which know no network; [`word`]: what the one says to the other;
//! * [`named`]: the same by the names that people know; `window`: one that grows ([`tcp`], `nscc`);
//! * [`notes`]: what they write down;
//! * `paths`: which name a chunk goes out under; `door`: who is let in next; `cards`: all of it at the hosts of a fabric.
//!
//! Packet trimming ([`Transport::trim`]): a switch that has no room for a packet of data forwards its header, 82 bytes, in a class of its
//! own that goes before all others, and the receiver asks for the payload at once. That is the packet trimming of the Ultra Ethernet
//! specification 1.0 (trimmed packets in a class of higher priority), after NDP (Handley et al., SIGCOMM 2017, section 3) and Cut Payload
//! (Cheng et al., NSDI 2014); switches that do it are Spectrum-4 (NVIDIA, Cumulus Linux 5.14, "Packet Trimming") and those of SAI's
//! trimming proposal. Acknowledgements and credit travel in the same class, as NDP has it. Otherwise than NDP, which serves ten headers
//! for each packet of data, headers always go first, and it is the packet that comes that is trimmed, never the last one in the queue.
//! Where receivers let in (RCCC, NDP's pull), what is sent again after trimming is let in anew.
//!
//! What is left out: UCCL's own congestion control (Timely); a processor's time for answers that come in.

mod cards;
mod door;
pub mod named;
pub mod notes;
mod nscc;
mod paths;
pub mod receiver;
pub mod rules;
pub mod sender;
pub mod tcp;
mod window;
pub mod word;

#[cfg(test)]
mod tests;

pub(super) use cards::Reliable;
pub use cards::{ACK, CREDIT, NAK, TRIMMED};
pub use named::Named;
pub use notes::Notes;
pub use receiver::Fate;
pub use rules::{Cores, Credit, Recovery, Transport};
pub use tcp::Curve;
pub use window::Growth;

use crate::units::{Bytes, Time};

use super::plan::{OVERHEAD, Plan};

/// The window of a flow whose rules name none: one and a half times what its card sends until the first answer is back.
pub fn window(plan: &Plan, flow: u32) -> Bytes {
    let fabric = &plan.fabric;
    let link = &fabric.links[fabric.hosts[plan.flows[flow as usize].src as usize].1 as usize];
    let round = round_trip(plan, flow).0;
    Bytes((u128::from(round) * u128::from(link.gbit_per_s) * 3 / 16_000) as u64)
}

/// From a packet's first bit at its sender to the answer there, on a road with nobody else: each link's latency and the time to send a
/// full packet there, and a word without payload back.
pub fn round_trip(plan: &Plan, flow: u32) -> Time {
    let (fabric, flow) = (&plan.fabric, &plan.flows[flow as usize]);
    let one_way = |src: u32, dst: u32, bytes: u32| {
        let way = fabric.ways(src, dst).start;
        let (up, down) = (fabric.hosts[src as usize].1, fabric.hosts[dst as usize].2);
        let links = fabric.way(way).links().iter().copied().chain([up, down]);
        let sending: u64 = links.map(|link| fabric.links[link as usize].sending(bytes)).sum();
        fabric.latency(src, dst, way) + Time(sending)
    };
    one_way(flow.src, flow.dst, plan.mtu + OVERHEAD) + one_way(flow.dst, flow.src, OVERHEAD)
}
