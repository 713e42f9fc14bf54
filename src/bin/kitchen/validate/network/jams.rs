//! Queues: marks, pauses, and whom they harm.

use kitchen_core::packet::dcqcn::Dcqcn;
use kitchen_core::packet::ecn::Ecn;
use kitchen_core::packet::pfc::sonic;
use kitchen_core::packet::traffic::TrafficPattern;
use kitchen_core::packet::{self, Flow, LeafSpine, LoadBalancing, Log, PacketError, Plan, Queueing};
use kitchen_core::units::{Bytes, Time};

use super::kit::{flow, gbit, plan};

/// Two senders to one at 40 Gbit/s, round trips of about 2 µs and of 1.77 ms, marks from 1 to 2 MB with 5 %: what waits in the
/// second half of the run on average, MB.
pub(super) fn two_round_trips() -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: 40, ..LeafSpine::new(1, 1, 3) };
    let mut plan = plan(spec, TrafficPattern::Incast.flows(3, Bytes::mib(1024)))?;
    let far = plan.fabric.hosts[2];
    for link in [far.uplink, far.downlink] {
        plan.fabric.links[link as usize].latency = Time::from_us(885);
    }
    plan.queueing.ecn = Some(Ecn { kmin: 1_000_000, kmax: 2_000_000, pmax: 0.05 });
    plan.dcqcn = Some(Dcqcn::paper());
    plan.log = Log { series: true, trace_every: 0 };
    let to = plan.fabric.hosts[0].downlink as usize;
    let report = packet::run(&plan)?;
    let last = (report.makespan.0 / report.step.0) as usize;
    let waiting = &report.series[to].queued[last / 2..last * 3 / 4];
    Ok(waiting.iter().sum::<u64>() as f64 / waiting.len().max(1) as f64 / 1e6)
}

/// The tuned constants of the same paper (Barre, ATC 2025, table 2), in the middle of their ranges: a cut of a tenth at most is
/// closest to a g that keeps alpha small.
pub(super) fn tuned() -> Dcqcn {
    Dcqcn { increase_timer: Time::from_us(50), additive_increase: 100e6, hyper_increase: 1000e6, ..Dcqcn::vendor(400) }
}

/// Four senders join one after the other, 2 ms apart, at 400 Gbit/s: the least that the receiver gets in any 0.3 ms from the second's
/// start on until the first is done, Gbit/s.
pub(super) fn joining(dcqcn: Dcqcn) -> Result<f64, PacketError> {
    let each =
        |at: u32| Flow { src: at, dst: 0, bytes: Bytes::mib(512), start: Time::from_us(2_000 * u64::from(at - 1)) };
    let mut plan = plan(LeafSpine::new(1, 1, 5), (1..=4).map(each).collect())?;
    plan.queueing.ecn = Some(Ecn::simai(400));
    plan.dcqcn = Some(dcqcn);
    plan.log = Log { series: true, trace_every: 0 };
    let to = plan.fabric.hosts[0].downlink as usize;
    let report = packet::run(&plan)?;
    let done = report.flows.iter().map(|flow| flow.finish).min().unwrap_or(Time::ZERO);
    let step = report.step.0;
    let [from, until] = [2_000_000_000, done.0].map(|at| (at / step) as usize);
    let width = (300_000_000 / step).max(1) as usize;
    let sent = &report.series[to].sent[from..until.max(from + width)];
    let least = sent.windows(width).map(|part| part.iter().sum::<u64>()).min().unwrap_or(0);
    Ok(gbit(least as f64 / (step as f64 * width as f64 / 1e12)) * 4096.0 / 4178.0)
}

/// The room that a port gets by SONiC's calculation, bytes, if two hosts to one lose nothing with it over cables of that length; else 0.
pub(super) fn enough_room(gbit: u32, metres: u64) -> Result<f64, PacketError> {
    let size = sonic(gbit, metres);
    let spec = LeafSpine { host_gbit: gbit, ..LeafSpine::new(1, 1, 3) };
    let mut plan = plan(spec, TrafficPattern::Incast.flows(3, Bytes::mib(16)))?;
    plan.fabric.buffers.fill(4_000_000);
    for link in &mut plan.fabric.links {
        link.latency += Time::from_ns(5 * metres.saturating_sub(5));
    }
    // The resume threshold's part of it is no room.
    let xon = if gbit >= 400 { 37_888 } else { 19_456 };
    plan.queueing.headroom = Some(size - xon);
    Ok(if packet::run(&plan)?.dropped == 0 { size as f64 } else { 0.0 })
}

/// Seven hosts of a leaf to one of another, and the eighth to its neighbour: what the eighth misses of what it has alone, percent, on
/// average over draws.
fn bystander(change: impl Fn(&mut Plan)) -> Result<f64, PacketError> {
    let (mut share, draws) = (0.0, 12);
    for seed in 1..=draws {
        let mut flows: Vec<Flow> = (0..7).map(|src| flow(src, 8, Bytes::mib(64))).collect();
        flows.push(Flow { start: Time::from_us(500), ..flow(7, 9, Bytes::mib(16)) });
        // As many spines as hosts: the leaf itself is no bottleneck.
        let mut plan = Plan { seed, ..plan(LeafSpine::new(2, 8, 8), flows)? };
        change(&mut plan);
        let rate = packet::run(&plan)?.flows[7].rate().as_bytes_per_s();
        let alone = Plan { flows: plan.flows.split_off(7), ..plan };
        share += rate / packet::run(&alone)?.flows[0].rate().as_bytes_per_s();
    }
    Ok(100.0 * (1.0 - share / draws as f64))
}

/// Pauses and DCQCN as vendors set it.
pub(super) fn loss_of_bystander() -> Result<f64, PacketError> {
    bystander(|plan| {
        plan.dcqcn = Some(Dcqcn::vendor(400));
        plan.queueing.ecn = Some(Ecn::simai(400));
    })
}

/// Sprayed over switches that drop.
pub(super) fn loss_of_sprayed_bystander() -> Result<f64, PacketError> {
    bystander(|plan| {
        plan.queueing = Queueing::LOSSY;
        plan.load_balancing = LoadBalancing::Spray;
    })
}

/// Two hosts each to two doors of one switch that drops, each queue up to what is free: the share of the room that the longer takes.
pub(super) fn share_of_pool() -> Result<f64, PacketError> {
    let flows = (0..4).map(|at| flow(2 + at, at / 2, Bytes::mib(32))).collect();
    let mut plan = plan(LeafSpine::new(1, 1, 6), flows)?;
    plan.queueing = Queueing::LOSSY;
    plan.fabric.buffers.fill(3_000_000);
    let longest = packet::run(&plan)?.ports.iter().map(|port| port.max_queue_bytes).max().unwrap_or(0);
    Ok(longest as f64 / 3e6)
}
