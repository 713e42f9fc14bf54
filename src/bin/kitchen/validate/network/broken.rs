//! Links that are dead.

use kitchen_core::packet::fabrics::Planes;
use kitchen_core::packet::loss::Loss;
use kitchen_core::packet::{self, Fabric, Flow, LeafSpine, LoadBalancing, PacketError, Plan};
use kitchen_core::units::{Bytes, Time};

use super::kit::{first_link, flow, plan, slowest};

/// A link of 400 Gbit/s that is dead for 10 ms while a flow goes on over it: packets lost.
pub(super) fn lost_in_ten_ms() -> Result<f64, PacketError> {
    let mut plan = plan(LeafSpine::new(2, 1, 1), vec![flow(0, 1, Bytes::mib(1024))])?;
    let link = first_link(&plan.fabric, 0, 1);
    plan.losses = vec![Loss::dead(link, Time::from_us(1_000), Time::from_us(11_000))];
    Ok(packet::run(&plan)?.dropped as f64)
}

/// How much slower flows are over a fabric without some links, percent.
fn slower(whole: &Fabric, dead: &[u32], flows: &[Flow]) -> Result<f64, PacketError> {
    let rate = |fabric: Fabric| {
        let plan = Plan { load_balancing: LoadBalancing::Adaptive, ..Plan::new(fabric, flows.to_vec()) };
        packet::run(&plan).map(|report| slowest(&report))
    };
    Ok(100.0 * (1.0 - rate(whole.clone().without(dead))? / rate(whole.clone())?))
}

/// Twenty of 64 uplinks of 100 Gbit/s are dead; one card of 800 sends.
pub(super) fn twenty_links_cut() -> Result<f64, PacketError> {
    let whole = LeafSpine { host_gbit: 800, spine_gbit: 100, ..LeafSpine::new(2, 64, 4) }.build()?;
    let dead: Vec<u32> = whole.paths(0, 4).take(20).map(|way| whole.path(way).links()[0]).collect();
    slower(&whole, &dead, &[flow(0, 4, Bytes::mib(256))])
}

/// One of 32 uplinks is dead; 32 cards send all they can.
pub(super) fn one_of_32_links() -> Result<f64, PacketError> {
    let whole = LeafSpine::new(2, 32, 32).build()?;
    let dead = [first_link(&whole, 0, 32)];
    let flows: Vec<Flow> = (0..32).map(|src| flow(src, src + 32, Bytes::mib(16))).collect();
    slower(&whole, &dead, &flows)
}

/// A card with a port in each of eight planes, or in seven of them, sends 256 MiB to another: percent of its rate that is lost.
pub(super) fn one_plane_of_eight() -> Result<f64, PacketError> {
    let plane = LeafSpine { host_gbit: 100, spine_gbit: 100, ..LeafSpine::new(2, 4, 2) };
    let fabric = Planes { planes: 8, plane }.build()?;
    let time = |ports: u32| {
        let each = Bytes(Bytes::mib(256).0 / u64::from(ports));
        let flows = (0..ports).map(|port| flow(4 * port, 4 * port + 2, each)).collect();
        let plan = Plan { load_balancing: LoadBalancing::Spray, ..Plan::new(fabric.clone(), flows) };
        packet::run(&plan).map(|report| report.makespan.as_secs())
    };
    Ok(100.0 * (1.0 - time(8)? / time(7)?))
}

/// Eight cards of a server with two ports each, on two leaves, send to another server over all sixteen ports, or over fifteen.
pub(super) fn one_of_16_ports() -> Result<f64, PacketError> {
    let plane = LeafSpine { host_gbit: 200, spine_gbit: 400, ..LeafSpine::new(2, 8, 8) };
    let fabric = Planes { planes: 2, plane }.build()?;
    let time = |ports: u32| {
        let each = Bytes(Bytes::mib(512).0 / u64::from(ports));
        let from = |port: u32| port / 8 * 16 + port % 8;
        let flows = (0..ports).map(|port| flow(from(port), from(port) + 8, each)).collect();
        let plan = Plan { load_balancing: LoadBalancing::Spray, ..Plan::new(fabric.clone(), flows) };
        packet::run(&plan).map(|report| report.makespan.as_secs())
    };
    Ok(100.0 * (1.0 - time(16)? / time(15)?))
}
