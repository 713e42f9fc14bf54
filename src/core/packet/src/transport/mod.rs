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
mod recent;
mod reliable_stack;
pub mod report;
pub mod sender;
pub mod tcp;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod ultra_tests;

pub use config::{Cores, Credit, Recovery, Reordering, Timer, Transport};
pub use congestion_window::CongestionControl;
pub use entropy::Spreading;
pub use presets::Preset;
pub use receiver::Outcome;
pub(super) use reliable_stack::ReliableStack;
pub use reliable_stack::{ACK, CREDIT, NAK, TRIMMED};
pub use report::TransportReport;
pub use tcp::TcpVariant;

use kitchen_units::{Bytes, Time};

use super::ecn::Ecn;
use super::fabric::HostPort;
use super::plan::{OVERHEAD, Plan};

/// The window of a flow without a configured one: one and a half bandwidth-delay products.
pub fn window(plan: &Plan, flow: u32) -> Bytes {
    let fabric = &plan.fabric;
    let link = &fabric.links[fabric.hosts[plan.flows[flow as usize].src as usize].uplink as usize];
    let round = round_trip(plan, flow).0;
    Bytes((u128::from(round) * u128::from(link.gbit_per_s) * 3 / 16_000) as u64)
}

/// The retransmission timeout of a plan's transport at first: see [`Timer`].
pub fn timeout(plan: &Plan) -> Time {
    let Some(transport) = &plan.transport else { return Time::MAX };
    if transport.timer != Timer::Queue {
        return transport.timeout;
    }
    Time(transport.timeout.0.saturating_add(longest_queue(plan).0.saturating_mul(6)))
}

/// How long the longest queue of a port can take: what the windows toward one host hold, and no more than a switch lets one queue have.
fn longest_queue(plan: &Plan) -> Time {
    let fabric = &plan.fabric;
    let fixed = plan.transport.and_then(|transport| transport.window);
    let mut toward = vec![0_u64; fabric.hosts.len()];
    for (at, flow) in (0..).zip(&plan.flows) {
        let limit = fixed.unwrap_or_else(|| window(plan, at).0).min(flow.bytes.0);
        toward[flow.dst as usize] = toward[flow.dst as usize].saturating_add(limit);
    }
    let shift = plan.all_classes().first().map_or(0, |class| class.alpha_shift);
    let is_lossless = plan.queueing.is_lossless || plan.queueing.credits.is_some();
    // A queue q stays below α (B − q) of a buffer of B.
    let admitted = |room: u64| if is_lossless { room } else { room / ((1 << shift.min(32)) + 1) };
    let most = fabric.buffers.iter().map(|&room| admitted(room)).max().unwrap_or(0);
    let time = |(host, bytes): (&HostPort, u64)| {
        let packets = bytes.div_ceil(u64::from(plan.mtu.max(1)));
        let wire = u128::from(bytes.saturating_add(packets * u64::from(OVERHEAD)).min(most));
        (wire * 8_000 / u128::from(fabric.links[host.downlink as usize].gbit_per_s.max(1))) as u64
    };
    Time(fabric.hosts.iter().zip(toward).map(time).max().unwrap_or(0))
}

/// The marks that a plan's switches set: those that it asks for, or those that its transport needs. NSCC needs them from a fifth of the
/// largest bandwidth-delay product on, all from four fifths on (uet-htsim, `main_uec`: `ecn_low`, `ecn_high`).
pub fn marks(plan: &Plan) -> Option<Ecn> {
    let needs_marks = plan.transport.is_some_and(|one| one.congestion_control == Some(CongestionControl::Nscc));
    if plan.queueing.ecn.is_some() || !needs_marks {
        return plan.queueing.ecn;
    }
    // The window is one and a half of it.
    let most = (0..plan.flows.len() as u32).map(|flow| window(plan, flow).0).max().unwrap_or(0) * 2 / 3;
    Some(Ecn { kmin: most / 5, kmax: most * 4 / 5, pmax: 1.0 })
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
