//! Two rows of kitchens, a crossing before each, four streets between them: what goes over them, packet by packet. Run twice on one
//! clock: as the reader chose, and as it is compared with.

use kitchen_core::hardware::{ASICS, Asic};
use kitchen_core::packet::dcqcn::Dcqcn;
use kitchen_core::packet::fabric::{self, Fabric};
use kitchen_core::packet::mark::Ecn;
use kitchen_core::packet::{Flow, LeafSpine, Log, Plan, Rule};
use kitchen_core::sim::task::{Kind, Label, TaskGraph, Work};
use kitchen_core::text::Line;
use kitchen_core::topology::{self, ClusterSpec, Router, Technology, Transport};
use kitchen_core::units::{Bytes, Time};

use crate::scenario::presets::DGX_H100_ONE;
use crate::scenario::{Draft, Scenario};

use super::params::{Choice, Load, Params};

/// Kitchens of a row.
pub(super) const ROW: u32 = 8;
/// Streets between the two crossings.
pub(super) const STREETS: u32 = 4;
/// What a kitchen's card sends, and what a street carries, Gbit/s: together the cards send what the streets carry.
pub(super) const CARD_GBIT: u32 = 200;
pub(super) const STREET_GBIT: u32 = 400;

/// A parcel: NCCL's usual buffer, 4 MiB (`NCCL_BUFFSIZE`, NCCL 2.30's environment variables); the crowd's parcels are four of them,
/// so that more waits than the crossings have room for.
pub(super) const PARCEL: u64 = 4 << 20;
pub(super) const CROWD_PARCEL: u64 = 16 << 20;
/// One packet in so many bytes of a parcel is followed from door to door.
pub(super) const COURIERS: u64 = 8;

/// The first seed with which all eight parcels draw one street (found by trying, see the tests): one draw in 16,384 is like it.
pub(super) const WORST: u64 = 25_309;

/// The kitchen whose parcel goes where nobody else's does, from 0.
pub(super) const VICTIM: u32 = ROW - 1;
/// The door that everyone else's goes to in a crowd.
pub(super) const DOOR: u32 = ROW;

/// The two runs: the reader's, and what it is compared with.
pub(super) const RUNS: usize = 2;

/// The seed of a draw.
pub(super) fn seed(draw: u32) -> u64 {
    if draw == 0 { WORST } else { draw.into() }
}

/// Bytes of each kitchen's parcel.
pub(super) fn parcel(params: Params) -> Bytes {
    Bytes(if params.load == Load::Crowd { CROWD_PARCEL } else { PARCEL })
}

/// How streets are chosen in a run.
pub(super) fn choice(params: Params, run: usize) -> Choice {
    match (params.load, run) {
        (Load::Parcels, 1) => Choice::Spray,
        _ => params.choice,
    }
}

/// Whether a run's crossings mark packets, and its cards slow down when told.
pub(super) const fn has_signs(params: Params, run: usize) -> bool {
    matches!(params.load, Load::Crowd) && run == 1
}

/// The switch chip of a run.
pub(super) fn chip(choice: Choice) -> &'static Asic {
    let name = if choice == Choice::Railway { "Quantum-2" } else { "Tomahawk 5" };
    ASICS.iter().find(|chip| chip.name == name).unwrap_or(&ASICS[0])
}

pub(super) fn town(choice: Choice) -> Result<Fabric, Line> {
    let spec = LeafSpine {
        chip: chip(choice),
        leaves: 2,
        spines: STREETS,
        hosts_per_leaf: ROW,
        host_gbit: CARD_GBIT,
        spine_gbit: STREET_GBIT,
    };
    spec.build().map_err(kitchen_core::packet::PacketError::line)
}

/// The link from the first crossing into a street, and the one out of it to the second.
pub(super) fn street(fabric: &Fabric, street: u32) -> [fabric::PortId; 2] {
    let way = fabric.ways(0, ROW).start + street;
    [0, 1].map(|at| fabric.way(way).links().get(at).copied().unwrap_or(0))
}

/// Each kitchen's parcel in as many flows as it has queue pairs: all first pairs, then all second ones.
fn flows(params: Params) -> Vec<Flow> {
    let bytes = Bytes(parcel(params).0 / u64::from(params.pairs));
    let to = |src: u32| if params.load == Load::Crowd && src != VICTIM { DOOR } else { src + ROW };
    let flow = |src: u32| Flow { src, dst: to(src), bytes, start: Time::ZERO };
    (0..params.pairs).flat_map(|_| (0..ROW).map(flow)).collect()
}

/// What is run packet by packet.
///
/// # Errors
/// None for what the reader may choose; the sentence is the engine's.
pub(super) fn plan(params: Params, run: usize) -> Result<Plan, Line> {
    let choice = choice(params, run);
    let mut plan = Plan::new(town(choice)?, flows(params));
    plan.rule = match choice {
        Choice::Hash => Rule::Ecmp,
        Choice::Flowlet => Rule::Flowlet,
        Choice::Spray => Rule::Spray,
        Choice::Adaptive | Choice::Railway => Rule::Adaptive,
    };
    plan.seed = seed(params.draw);
    plan.queueing.is_cut_through = choice == Choice::Railway;
    if has_signs(params, run) {
        plan.queueing.ecn = Some(Ecn::simai(STREET_GBIT));
        plan.dcqcn = Some(Dcqcn::vendor(CARD_GBIT));
    }
    plan.log = Log { series: true, courier_bytes: parcel(params).0 / COURIERS };
    Ok(plan)
}

/// Servers of one GPU and one card each.
fn cluster(params: Params, run: usize) -> ClusterSpec {
    let technology = if choice(params, run) == Choice::Railway { Technology::InfiniBand } else { Technology::Ethernet };
    let fabric = DGX_H100_ONE.default_fabric.with_nics(1, CARD_GBIT).over(technology, Transport::Packets);
    ClusterSpec { fabric, ..ClusterSpec::new(&DGX_H100_ONE, 2 * ROW) }
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let params = Params::of(scenario);
    (0..RUNS).map(|run| cluster(params, run)).collect()
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let params = Params::of(scenario);
    (0..RUNS).map(|run| draft(params, run)).collect()
}

fn draft(params: Params, run: usize) -> Result<Draft, Line> {
    let topology = topology::build(&cluster(params, run)).map_err(|error| error.line())?;
    let plan = plan(params, run)?;
    let router = Router::new(&topology);
    let mut graph = TaskGraph::new();
    let mut routes = Vec::new();
    for flow in &plan.flows[..ROW as usize] {
        routes.push(graph.add_route(router.route(flow.src, flow.dst).map_err(|error| error.line())?));
    }
    for (at, flow) in plan.flows.iter().enumerate() {
        let (kitchen, pair) = (at % ROW as usize, at / ROW as usize);
        let work = Work::Transfer { src: flow.src, dst: flow.dst, route: routes[kitchen], bytes: flow.bytes };
        graph.add(work, Label::new(Kind::SendCopy).channel(pair as u16), &[]);
    }
    Ok(Draft { packets: Some(Box::new(plan)), ..Draft::new(topology, graph) })
}
