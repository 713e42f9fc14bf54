//! Two rows of kitchens, a crossing before each, four streets between them: what goes over them, packet by packet. Run twice on one
//! clock: as the reader chose, and as it is compared with.

use kitchen_core::hardware::{Asic, QUANTUM_2, TOMAHAWK_5};
use kitchen_core::packet::dcqcn::Dcqcn;
use kitchen_core::packet::ecn::Ecn;
use kitchen_core::packet::fabric::{Fabric, PortId};
use kitchen_core::packet::fabrics::FatTree;
use kitchen_core::packet::faults::{Component, Fault, FaultKind};
use kitchen_core::packet::load_balancing::ecmp;
use kitchen_core::packet::plan::{MTU, TrafficClass};
use kitchen_core::packet::{Flow, LeafSpine, LoadBalancing, Log, Plan, Queueing};
use kitchen_core::sim::task::{Kind, Label};
use kitchen_core::topology::{ClusterSpec, Technology, Transport};
use kitchen_core::units::{Bytes, Time};
use kitchen_text::Line;

use crate::scenario::packets;
use crate::scenario::presets::DGX_H100_OVER_PCIE;
use crate::scenario::{Draft, Scenario};
use crate::scene::packets::streets;
use crate::sentences::Sentence as _;

use super::params::{Choice, Load, Params, Zoom};

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
/// Packets of a small parcel that are followed from door to door.
pub(super) const COURIERS: u64 = 8;

/// The first seed with which all eight parcels draw one street (found by trying, see the tests): one draw in 16,384 is like it.
pub(super) const WORST: u64 = 25_309;

/// The kitchen whose parcel goes where nobody else's does, or has a traffic class of its own, from 0.
pub(super) const VICTIM: u32 = ROW - 1;
/// The door that everyone else's goes to in a crowd.
pub(super) const DOOR: u32 = ROW;

/// What each of two traffic classes gets of a port where both have something to send, in the same unit (ETS, IEEE 802.1Qaz): half each.
pub(super) const WEIGHT: u16 = 1;

/// The two runs: the reader's, and what it is compared with.
pub(super) const RUNS: usize = 2;

/// Districts of the city; the first is the one that is told of. Each is two rows of kitchens with their crossings and four streets; two
/// main crossings for each street of a district join them all: a fat tree.
pub(super) const DISTRICTS: u32 = 16;
pub(super) const MAINS: u32 = 2;

/// Kitchens of a district.
pub(super) const HOUSES: u32 = 2 * ROW;

/// The seed of a draw.
pub(super) fn seed(draw: u32) -> u64 {
    if draw == 0 { WORST } else { draw.into() }
}

/// Bytes of each kitchen's parcel.
pub(super) fn parcel(params: Params) -> Bytes {
    Bytes(if params.load == Load::Parcels { PARCEL } else { CROWD_PARCEL })
}

/// A courier's part of a parcel. One packet more than an eighth of a small one, so that couriers sprayed over four streets do not all come
/// to one.
pub(super) const PIECE: Bytes = Bytes((PARCEL / COURIERS / MTU as u64 + 1) * MTU as u64);

/// Draws of which is told how they fall.
pub(super) const DRAWS: u32 = 100;

/// How many runs there are: both of the district, and where the city is looked at both of it, too; or three towns.
pub(super) fn runs(params: Params) -> usize {
    match params.zoom {
        Zoom::City => 2 * RUNS,
        Zoom::Towns if params.load == Load::Parcels => RUNS + 1,
        _ => RUNS,
    }
}

/// Whether a run is of the whole city.
fn is_city(params: Params, run: usize) -> bool {
    params.zoom == Zoom::City && run >= RUNS
}

/// How streets are chosen in a run.
pub(super) fn choice(params: Params, run: usize) -> Choice {
    match (params.load, run) {
        (Load::Parcels, 1) => Choice::Spray,
        (Load::Parcels, 2) => Choice::Railway,
        _ => params.choice,
    }
}

/// Whether a run's crossings mark packets, and its cards slow down when told.
pub(super) const fn has_signs(params: Params, run: usize) -> bool {
    matches!(params.load, Load::Crowd) && run == 1
}

/// Whether a run's ports keep a queue of its own for the one kitchen's parcel.
pub(super) const fn has_classes(params: Params, run: usize) -> bool {
    matches!(params.load, Load::Classes) && run == 1
}

/// The switch chip of a run.
pub(super) fn chip(choice: Choice) -> &'static Asic {
    if choice == Choice::Railway { &QUANTUM_2 } else { &TOMAHAWK_5 }
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
    spec.build().map_err(|error| error.line())
}

/// The whole city.
fn city(choice: Choice) -> Result<Fabric, Line> {
    let spec = FatTree {
        chip: chip(choice),
        pods: DISTRICTS,
        edges: 2,
        aggregations: STREETS,
        cores: MAINS,
        hosts: ROW,
        host_gbit: CARD_GBIT,
        gbit: STREET_GBIT,
    };
    spec.build().map_err(|error| error.line())
}

/// In the city, a district's ports into a street and out of it again (see the tests: they are counted as they were laid).
pub(super) fn city_street(district: u32, street: u32) -> [PortId; 2] {
    let row = |edge: u32| 2 * (DISTRICTS * HOUSES + (district * 2 + edge) * STREETS + street);
    [row(0), row(1) + 1]
}

/// From a district's street up to a main crossing, and down.
pub(super) const fn city_main(district: u32, street: u32, main: u32) -> [PortId; 2] {
    let up = 2 * (DISTRICTS * (HOUSES + 2 * STREETS) + (district * STREETS + street) * MAINS + main);
    [up, up + 1]
}

/// Each kitchen's parcel in as many flows as it has queue pairs: all first pairs, then all second ones.
fn flows(params: Params) -> Vec<Flow> {
    let bytes = Bytes(parcel(params).0 / u64::from(params.flows()));
    let to = |src: u32| match params.load {
        Load::Parcels => src + ROW,
        Load::Crowd if src == VICTIM => src + ROW,
        Load::Crowd | Load::Classes => DOOR,
    };
    let flow = |src: u32| Flow { src, dst: to(src), bytes, start: Time::ZERO };
    (0..params.flows()).flat_map(|_| (0..ROW).map(flow)).collect()
}

/// In the city: after those, a small parcel from each kitchen of the first row of every other district to the second row of another.
pub(super) fn city_flows(params: Params) -> Vec<Flow> {
    let bytes = Bytes(PARCEL / u64::from(params.flows()));
    let others = DISTRICTS - 1;
    let flow = |at: u32| {
        let (district, house) = (at / ROW, at % ROW);
        let to = 1 + (district + others / 2) % others;
        Flow { src: (1 + district) * HOUSES + house, dst: to * HOUSES + ROW + house, bytes, start: Time::ZERO }
    };
    let mut all = flows(params);
    all.extend((0..params.flows()).flat_map(|_| (0..others * ROW).map(flow)));
    all
}

/// What is run packet by packet.
///
/// # Errors
/// None for what the reader may choose; the sentence is the engine's.
pub(super) fn plan(params: Params, run: usize) -> Result<Plan, Line> {
    let is_city = is_city(params, run);
    let run_of = if is_city { run % RUNS } else { run };
    let choice = choice(params, run_of);
    let mut plan =
        if is_city { Plan::new(city(choice)?, city_flows(params)) } else { Plan::new(town(choice)?, flows(params)) };
    plan.load_balancing = match choice {
        Choice::Hash | Choice::Parts => LoadBalancing::Ecmp,
        Choice::Flowlet => LoadBalancing::Flowlet,
        Choice::Spray => LoadBalancing::Spray,
        Choice::Adaptive | Choice::Railway => LoadBalancing::Adaptive,
    };
    plan.seed = seed(params.draw);
    plan.queueing.alpha_shift = params.edge;
    if choice == Choice::Railway {
        plan.queueing = Queueing::CREDITS;
    }
    if run_of == 0 && params.closed > 0 {
        close(&mut plan, params.closed - 1, is_city);
    }
    if has_signs(params, run_of) {
        plan.queueing.ecn = Some(Ecn::simai(STREET_GBIT));
        plan.dcqcn = Some(Dcqcn::vendor(CARD_GBIT));
    }
    if has_classes(params, run_of) {
        let Queueing { is_lossless, alpha_shift, .. } = plan.queueing;
        plan.classes = vec![TrafficClass { is_lossless, alpha_shift, weight: WEIGHT }; 2];
        plan.class_of = plan.flows.iter().map(|flow| u8::from(flow.src == VICTIM)).collect();
    }
    plan.log = Log { series: true, trace_every: if is_city { 0 } else { PIECE.0 } };
    Ok(plan)
}

/// Nobody takes that street, from the start.
fn close(plan: &mut Plan, street: u32, is_city: bool) {
    let port = if is_city { city_street(0, street)[0] } else { streets(&plan.fabric)[street as usize][0] };
    plan.faults.push(Fault::permanent(FaultKind::Dead(Component::Cable(port)), Time::ZERO));
    plan.reroute = Some(Time::ZERO);
}

/// By kitchen: the street of its parcel, from 0.
pub(super) type Laid = [u32; ROW as usize];

/// Where the hash leads each parcel.
pub(super) fn drawn(seed: u64) -> Laid {
    let mut laid = [0; ROW as usize];
    (0..).zip(&mut laid).for_each(|(kitchen, street)| *street = ecmp(seed, kitchen, STREETS));
    laid
}

/// Streets as they were given out by hand, a digit each from 1, where they were.
pub(super) fn laid(scenario: &Scenario) -> Option<Laid> {
    if scenario.made.len() != ROW as usize || !Params::of(scenario).is_plain() {
        return None;
    }
    let mut laid = [0; ROW as usize];
    for (street, letter) in laid.iter_mut().zip(scenario.made.chars()) {
        *street = letter.to_digit(10).filter(|digit| (1..=STREETS).contains(digit))? - 1;
    }
    Some(laid)
}

/// Draws looked through for one that lays the parcels so: one in 65,536 does, so of so many none does once in e^32 times.
const TRIED: u64 = 1 << 21;

/// A draw of the hash that lays the parcels so.
pub(super) fn seed_of(laid: &Laid) -> Option<u64> {
    (0..TRIED).find(|&seed| (0..).zip(laid).all(|(kitchen, &street)| ecmp(seed, kitchen, STREETS) == street))
}

/// What is run packet by packet: with the streets that were given out by hand, where they were.
///
/// # Errors
/// As [`plan`].
pub(super) fn planned(scenario: &Scenario, run: usize) -> Result<Plan, Line> {
    let params = Params::of(scenario);
    let mut plan = plan(params, run)?;
    let is_above = run == 0 || is_city(params, run) && run == RUNS;
    if is_above && let Some(seed) = laid(scenario).and_then(|laid| seed_of(&laid)) {
        plan.seed = seed;
    }
    Ok(plan)
}

/// Servers of one GPU and one card each; in the city, of a row's eight.
fn cluster(params: Params, run: usize) -> ClusterSpec {
    let is_city = is_city(params, run);
    let of = choice(params, if is_city { run % RUNS } else { run });
    let technology = if of == Choice::Railway { Technology::InfiniBand } else { Technology::Ethernet };
    if !is_city {
        return packets::servers(HOUSES, CARD_GBIT, technology, Transport::Packets);
    }
    let system = &DGX_H100_OVER_PCIE;
    let fabric = system.default_fabric.with_nics(ROW, CARD_GBIT).over(technology, Transport::Packets);
    ClusterSpec { fabric, ..ClusterSpec::new(system, DISTRICTS * HOUSES / ROW) }
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let params = Params::of(scenario);
    (0..runs(params)).map(|run| cluster(params, run)).collect()
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let params = Params::of(scenario);
    (0..runs(params)).map(|run| draft(scenario, run)).collect()
}

fn draft(scenario: &Scenario, run: usize) -> Result<Draft, Line> {
    packets::draft(&cluster(Params::of(scenario), run), planned(scenario, run)?, |pair| {
        Label::new(Kind::SendCopy).channel(pair)
    })
}
