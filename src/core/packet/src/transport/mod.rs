//! Transport protocols with acknowledgements and retransmission, behind the interface of `host_stack`.
//!
//! * [`config`]: go-back-N or selective repeat, window, retransmission timeout, entropy values, chunks, CPU cores, credit, with sources;
//!   [`presets`]: the same by protocol name;
//! * [`sender`], [`receiver`]: both ends of a flow as plain values, independent of the network; [`feedback`]: acknowledgements, NAKs, credit;
//! * `congestion_window`: congestion control ([`tcp`], `nscc`); `entropy`: the entropy value of a chunk; `credit_scheduler`: receiver-driven
//!   credit; `reliable_stack`: all of it at the hosts of a fabric; [`report`]: what it records.
//!
//! Packet trimming ([`Transport::trim`]): a switch that has no room for a packet of data forwards its header, 82 bytes, in a class of its
//! own that goes before all others, and the receiver asks for the payload at once. That is the packet trimming of the Ultra Ethernet
//! specification 1.0 (trimmed packets in a class of higher priority), after NDP (Handley et al., SIGCOMM 2017, section 3) and Cut Payload
//! (Cheng et al., NSDI 2014); switches that do it are Spectrum-4 (NVIDIA, Cumulus Linux 5.14, "Packet Trimming") and those of SAI's
//! trimming proposal. Acknowledgements and credit travel in the same class, as in NDP. Unlike NDP, which serves ten headers
//! for each data packet, headers have strict priority, and the arriving packet is trimmed, never the last one in the queue.
//! With receiver-driven credit (RCCC, NDP's pull) a retransmission after trimming needs new credit.
//!
//! Not modelled: UCCL's own congestion control (Timely); CPU time for acknowledgements.

pub mod config;
mod congestion_window;
mod credit_scheduler;
mod entropy;
pub mod feedback;
mod nscc;
pub mod presets;
pub mod receiver;
mod reliable_stack;
pub mod report;
pub mod sender;
pub mod tcp;

#[cfg(test)]
mod tests;

pub use config::{Cores, Credit, Recovery, Transport};
pub use congestion_window::CongestionControl;
pub use presets::Preset;
pub use receiver::Outcome;
pub(super) use reliable_stack::ReliableStack;
pub use reliable_stack::{ACK, CREDIT, NAK, TRIMMED};
pub use report::TransportReport;
pub use tcp::TcpVariant;

use kitchen_units::{Bytes, Time};

use super::plan::{OVERHEAD, Plan};

/// The window of a flow without a configured one: one and a half bandwidth-delay products.
pub fn window(plan: &Plan, flow: u32) -> Bytes {
    let fabric = &plan.fabric;
    let link = &fabric.links[fabric.hosts[plan.flows[flow as usize].src as usize].uplink as usize];
    let round = round_trip(plan, flow).0;
    Bytes((u128::from(round) * u128::from(link.gbit_per_s) * 3 / 16_000) as u64)
}

/// The round-trip time without queueing: each link's latency and the serialization of a full packet in one direction, and of an acknowledgement
/// without payload back.
pub fn round_trip(plan: &Plan, flow: u32) -> Time {
    let (fabric, flow) = (&plan.fabric, &plan.flows[flow as usize]);
    let one_way = |src: u32, dst: u32, bytes: u32| {
        let path = fabric.paths(src, dst).start;
        let (up, down) = (fabric.hosts[src as usize].uplink, fabric.hosts[dst as usize].downlink);
        let links = fabric.path(path).links().iter().copied().chain([up, down]);
        let sending: u64 = links.map(|link| fabric.links[link as usize].sending(bytes)).sum();
        fabric.latency(src, dst, path) + Time(sending)
    };
    one_way(flow.src, flow.dst, plan.mtu + OVERHEAD) + one_way(flow.dst, flow.src, OVERHEAD)
}
