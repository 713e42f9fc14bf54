//! Rates and times of flows that need not wait for each other for long.

use kitchen_core::packet::fabrics::FatTree;
use kitchen_core::packet::traffic::TrafficPattern;
use kitchen_core::packet::{self, Flow, LeafSpine, LoadBalancing, PacketError, Plan};
use kitchen_core::units::{Bytes, Time};

use super::kit::{PAYLOAD, flow, gbit, plan, slowest};

/// Eight hosts of two racks to eight of two others over four spines.
pub(super) fn sprayed_permutation() -> Result<f64, PacketError> {
    let flow = |src| Flow { src, dst: src + 8, bytes: Bytes::mib(32), start: Time::ZERO };
    let plan =
        Plan { load_balancing: LoadBalancing::Spray, ..plan(LeafSpine::new(4, 4, 4), (0..8).map(flow).collect())? };
    Ok(slowest(&packet::run(&plan)?))
}

/// Eight hosts to eight over eight uplinks of 100 Gbit/s, of which one goes at half its rate: percent of what all uplinks could carry.
pub(super) fn one_slow_uplink(rule: LoadBalancing) -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: 100, spine_gbit: 100, ..LeafSpine::new(2, 8, 8) };
    let flows = (0..8).map(|src| Flow { src, dst: src + 8, bytes: Bytes::mib(64), start: Time::ZERO }).collect();
    let mut plan = Plan { load_balancing: rule, ..plan(spec, flows)? };
    let fair = if rule == LoadBalancing::Adaptive { 7.5 / 8.0 } else { 1.0 };
    let way = plan.fabric.paths(0, 8).start;
    let slow = plan.fabric.path(way).links()[0] as usize;
    plan.fabric.links[slow].gbit_per_s = 50;
    let line = 100.0 * 4096.0 / 4178.0;
    Ok(100.0 * slowest(&packet::run(&plan)?) / (line * fair))
}

/// Each host to one on the next leaf, sprayed: the slowest, Gbit/s.
pub(super) fn neighbours(gbit: u32) -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: gbit, spine_gbit: gbit, ..LeafSpine::new(4, 8, 8) };
    let next = |src| Flow { src, dst: (src + 8) % 32, bytes: Bytes::mib(32), start: Time::ZERO };
    let plan = Plan { load_balancing: LoadBalancing::Spray, ..plan(spec, (0..32).map(next).collect())? };
    Ok(slowest(&packet::run(&plan)?))
}

/// Eight senders to one card of 600 Gbit/s on one leaf, without loss: each sender's rate, GB/s.
pub(super) fn eight_to_one() -> Result<f64, PacketError> {
    let mut plan = plan(LeafSpine::new(1, 1, 9), TrafficPattern::Incast.flows(9, Bytes::mib(16)))?;
    plan.fabric.links.iter_mut().for_each(|link| link.gbit_per_s = 600);
    let report = packet::run(&plan)?;
    Ok(if report.dropped == 0 { slowest(&report) / 8.0 } else { 0.0 })
}

/// Four flows of each of four senders to one, without loss: all together, Gbit/s.
pub(super) fn sixteen_flows_to_one() -> Result<f64, PacketError> {
    let flow = |at: u32| Flow { src: 1 + at % 4, dst: 0, bytes: Bytes::mib(8), start: Time::ZERO };
    let report = packet::run(&plan(LeafSpine::new(1, 1, 5), (0..16).map(flow).collect())?)?;
    Ok(gbit(16.0 * Bytes::mib(8).0 as f64 / report.makespan.as_secs()))
}

/// A write of two bytes across two leaves against one inside a leaf, µs.
pub(super) fn two_more_hops() -> Result<f64, PacketError> {
    let time = |dst: u32| {
        let flow = Flow { src: 0, dst, bytes: Bytes(2), start: Time::ZERO };
        packet::run(&plan(LeafSpine::new(2, 2, 2), vec![flow])?).map(|report| report.makespan.as_us())
    };
    Ok(time(2)? - time(1)?)
}

/// Two hosts of 800 Gbit/s on two leaves, sprayed.
pub(super) fn two_hosts() -> Result<f64, PacketError> {
    let spec = LeafSpine { host_gbit: 800, spine_gbit: 800, ..LeafSpine::new(2, 16, 4) };
    let plan = Plan { load_balancing: LoadBalancing::Spray, ..plan(spec, vec![flow(0, 4, Bytes::mib(64))])? };
    Ok(slowest(&packet::run(&plan)?))
}

/// One flow over a link of 200 Gbit/s from a card that offers 109.08, or one each way: the slowest.
pub(super) fn offered(ways: usize) -> Result<f64, PacketError> {
    let flows = [flow(0, 1, Bytes::mib(64)), flow(1, 0, Bytes::mib(64))];
    let mut plan = plan(LeafSpine { spine_gbit: 200, ..LeafSpine::new(2, 1, 1) }, flows[..ways].to_vec())?;
    let card = (109.08 / PAYLOAD) as u32;
    for host in plan.fabric.hosts.clone() {
        for link in [host.uplink, host.downlink] {
            plan.fabric.links[link as usize].gbit_per_s = card;
        }
    }
    Ok(slowest(&packet::run(&plan)?))
}

/// There and back through five switches of a fat tree against through one, a switch, us.
pub(super) fn round_trips_of_tree() -> Result<f64, PacketError> {
    let time = |dst: u32| {
        let plan = Plan::new(FatTree::of(4, 400).build()?, vec![flow(0, dst, Bytes(2))]);
        packet::run(&plan).map(|report| 2.0 * report.makespan.as_us())
    };
    Ok((time(15)? - time(1)?) / 4.0)
}
