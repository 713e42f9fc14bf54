//! Software with many paths and credit from the receiver against one path of a card: what UCCL published (arXiv:2504.17307 and its blog).

use kitchen_core::packet::dcqcn::Dcqcn;
use kitchen_core::packet::ecn::Ecn;
use kitchen_core::packet::loss::Loss;
use kitchen_core::packet::traffic::{TrafficPattern, incast_with_messages};
use kitchen_core::packet::transport::{Credit, Preset, Recovery, Transport};
use kitchen_core::packet::{self, Flow, LeafSpine, LoadBalancing, PacketError, Plan, Queueing};
use kitchen_core::units::{Bytes, Time};

use super::kit::{PAYLOAD, flow, gbit, plan};

/// 256 names over switches that drop, its cores aside: the rate of the paths is compared.
fn many_paths(plan: &mut Plan) {
    plan.transport = Some(Transport { cores: None, ..Preset::Software.config(plan.mtu) });
    plan.queueing = Queueing::LOSSY;
}

/// Time over one path, hashed, over the time over 256, on average over draws.
fn gain(spec: LeafSpine, flows: &[Flow]) -> Result<f64, PacketError> {
    let draws = 6;
    let (mut one, mut many) = (0.0, 0.0);
    for seed in 1..=draws {
        let hashed = Plan { seed, ..plan(spec, flows.to_vec())? };
        let mut spread = hashed.clone();
        many_paths(&mut spread);
        one += packet::run(&hashed)?.makespan.as_us();
        many += packet::run(&spread)?.makespan.as_us();
    }
    Ok(one / many)
}

/// Six servers of eight cards, two servers a leaf, as many uplinks as cards: each card sends to its rail's of the next server.
pub(super) fn all_reduce_of_six() -> Result<f64, PacketError> {
    let flows: Vec<Flow> = (0..48).map(|src| flow(src, (src + 8) % 48, Bytes::mib(8))).collect();
    gain(LeafSpine::new(3, 16, 16), &flows)
}

/// Four servers of four cards of 100 Gbit/s, a server a leaf: all cards to all of other servers.
pub(super) fn all_to_all_of_four() -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: 100, spine_gbit: 100, ..LeafSpine::new(4, 4, 4) };
    let flows =
        TrafficPattern::AllToAll.flows(16, Bytes::mib(1)).into_iter().filter(|flow| flow.src / 4 != flow.dst / 4);
    gain(spec, &flows.collect::<Vec<_>>())
}

/// HPN's leaves, each with 32 servers of four jobs that stand in turn in both segments; ways that share no link against hashed ones: the
/// gain, percent.
pub(super) fn disjoint_over_hashed() -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: 200, ..LeafSpine::new(2, 60, 32) };
    let flows: Vec<Flow> = (0..64).map(|src| flow(src, (src + 32) % 64, Bytes::mib(8))).collect();
    let draws = 6;
    let (mut hashed, mut apart) = (0.0, 0.0);
    for seed in 1..=draws {
        let plan = Plan { seed, ..plan(spec, flows.clone())? };
        hashed += packet::run(&plan)?.makespan.as_us();
        apart += packet::run(&Plan { load_balancing: LoadBalancing::Spray, ..plan })?.makespan.as_us();
    }
    Ok(100.0 * (hashed / apart - 1.0))
}

/// What holds senders of an incast back, beside pauses.
#[derive(Clone, Copy)]
pub(super) enum Held {
    Nothing,
    Dcqcn,
    Credit,
}

impl Held {
    pub(super) const ALL: [Held; 3] = [Held::Nothing, Held::Dcqcn, Held::Credit];
}

/// Fifteen senders to one, and messages of theirs to others beside: the times within which half, 99 % and 99.9 % of the messages were
/// there, µs. Cards have no window of their own: they send as long as they are not told to wait.
pub(super) fn tail(held: Held) -> Result<[f64; 3], PacketError> {
    let flows = incast_with_messages(16, Bytes::mib(8), 400, 1);
    let mut plan = plan(LeafSpine::new(2, 8, 8), flows)?;
    let credit = if let Held::Credit = held { Some(Credit::UCCL) } else { None };
    plan.transport = Some(Transport { credit, window: Some(64 << 20), ..Transport::nic(Recovery::Selective) });
    if let Held::Dcqcn = held {
        plan.dcqcn = Some(Dcqcn::vendor(400));
        plan.queueing.ecn = Some(Ecn::simai(400));
    }
    let report = packet::run(&plan)?;
    Ok(report.completion_times(|at| at >= 15, [500, 990, 999]).map(Time::as_us))
}

/// The 99th of a hundred messages on pauses alone over the same with the receiver's credit.
pub(super) fn gain_of_credit() -> Result<f64, PacketError> {
    Ok(tail(Held::Nothing)?[1] / tail(Held::Credit)?[1])
}

/// One flow over 2 km at 400 Gbit/s and a chance of loss: payload as a part of what the wire carries of it.
fn goodput(rules: Transport, gbit_per_s: u32, loss: f64, bytes: Bytes) -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: gbit_per_s, spine_gbit: gbit_per_s, ..LeafSpine::new(2, 1, 1) };
    let mut plan = plan(spec, vec![flow(0, 1, bytes)])?;
    for link in plan.fabric.links.iter_mut().skip(4) {
        link.latency += Time::from_us(5);
    }
    plan.queueing = Queueing::LOSSY;
    plan.transport = Some(rules);
    plan.losses = vec![Loss::random(loss / 4.0)];
    let rate = packet::run(&plan)?.flows[0].rate();
    Ok(gbit(rate.as_bytes_per_s()) / f64::from(gbit_per_s) / PAYLOAD)
}

/// Selective repeat over go-back-N where one packet in a thousand is lost.
pub(super) fn selective_over_go_back_n() -> Result<f64, PacketError> {
    let at = |recovery| goodput(Transport::nic(recovery), 400, 1e-3, Bytes::mib(64));
    Ok(at(Recovery::Selective)? / at(Recovery::GoBackN)?)
}

/// The same at 100 Gbit/s where one in a hundred is.
pub(super) fn precise_over_go_back_n() -> Result<f64, PacketError> {
    let at = |recovery| goodput(Transport::nic(recovery), 100, 1e-2, Bytes::mib(16));
    Ok(at(Recovery::Selective)? / at(Recovery::GoBackN)?)
}

/// A ring of 64 over 256 paths where one packet in a hundred is lost on the way: the slowest, as a part of the line.
pub(super) fn lossy_ring() -> Result<f64, PacketError> {
    let flows = (0..64).map(|src| flow(src, (src + 8) % 64, Bytes::mib(4))).collect();
    let mut plan = plan(LeafSpine::new(8, 8, 8), flows)?;
    many_paths(&mut plan);
    plan.losses = vec![Loss::random(2.5e-3)];
    let time = packet::run(&plan)?.makespan.as_secs();
    Ok(gbit(Bytes::mib(4).0 as f64 / time) / (400.0 * PAYLOAD))
}

/// Twenty hosts to one at 40 Gbit/s, 150 MB in all: how much longer selective repeat over switches that drop takes than pauses, percent.
pub(super) fn dropping_over_pausing() -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: 40, ..LeafSpine::new(1, 1, 21) };
    let mut paused = plan(spec, TrafficPattern::Incast.flows(21, Bytes(7_500_000)))?;
    paused.transport = Some(Transport::nic(Recovery::GoBackN));
    let mut dropping = paused.clone();
    dropping.queueing = Queueing::LOSSY;
    // IRN's switches have 240 KB a port.
    dropping.fabric.buffers.fill(240_000);
    dropping.transport = Some(Transport::nic(Recovery::Selective));
    Ok(100.0 * (packet::run(&dropping)?.makespan.as_us() / packet::run(&paused)?.makespan.as_us() - 1.0))
}
