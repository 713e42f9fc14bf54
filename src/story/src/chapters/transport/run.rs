//! Kitchens two kilometres apart, packet by packet: a crossing on each side and four streets between, or a crossing before one door.

use kitchen_core::packet::fabric::{Fabric, Node, PortId};
use kitchen_core::packet::faults::{Fault, FaultKind};
use kitchen_core::packet::load_balancing::ecmp;
use kitchen_core::packet::loss::Loss;
use kitchen_core::packet::transport::{self, Credit, Transport};
use kitchen_core::packet::{Flow, LeafSpine, Log, Plan, Queueing};
use kitchen_core::topology::{ClusterSpec, Technology};
use kitchen_core::units::{Bytes, Time};
use kitchen_text::Line;

use crate::scenario::packets::{self, servers};
use crate::scenario::{Draft, Scenario};
use crate::scene::packets as stage;
use crate::sentences::Sentence as _;

use super::bundle;
use super::params::{Company, Params, Rule};

/// Streets between the two crossings.
pub(super) const STREETS: u32 = 4;
/// What a card sends, and what a street carries, Gbit/s.
pub(super) const GBIT: u32 = 400;
/// A parcel: the payload of a RoCEv2 packet where Ethernet frames have their usual 1,500 bytes.
pub(super) const PARCEL: u32 = 1024;
/// Senders at one door; together they send as much.
pub(super) const CROWD: u32 = 8;
/// While eight send to the door, someone else's small orders come to it as well: so many, each of so many bytes, one after the other.
pub(super) const GUESTS: u32 = 30;
pub(super) const GUEST_BYTES: u64 = 32 << 10;
const GUESTS_EVERY: Time = Time::from_us(10);
/// One packet of so many bytes is followed from door to door, and all that fall.
pub(super) const FOLLOWED: u64 = 32 << 10;
/// Light in glass takes 5 ns a metre.
const NS_PER_METRE: u64 = 5;

/// The reader's flow.
pub(super) const OURS: u32 = 0;

/// The first seed with which our parcels and the neighbour's draw one street: one in four is like it.
fn seed() -> u64 {
    (1..64).find(|&seed| ecmp(seed, 0, STREETS) == ecmp(seed, 1, STREETS)).unwrap_or(1)
}

/// The streets: the link into each, and the one out of it. At one door, each sender's own link to the crossing stands for its street.
pub(super) fn streets(fabric: &Fabric, company: Company) -> Vec<[PortId; 2]> {
    if company.is_crowd() {
        return (0..CROWD).map(|host| [fabric.hosts[host as usize].uplink; 2]).collect();
    }
    stage::streets(fabric)
}

fn town(params: Params) -> Result<Fabric, Line> {
    let company = params.company;
    let spec = if company.is_crowd() { LeafSpine::new(1, 1, CROWD + 2) } else { LeafSpine::new(2, STREETS, 2) };
    let mut fabric = spec.build().map_err(|error| error.line())?;
    let far = Time::from_ns(NS_PER_METRE * params.distance);
    for link in &mut fabric.links {
        // The road is between the crossings, half of it on each side of a spine; to one door it is before the crossing.
        let ends = [link.from, link.to];
        let is_between = ends.iter().all(|end| matches!(end, Node::Switch(_)));
        let is_sender = ends.iter().any(|end| matches!(end, Node::Host(host) if *host != CROWD));
        if !company.is_crowd() && is_between {
            link.latency += Time(far.0 / 2);
        } else if company.is_crowd() && is_sender {
            link.latency += far;
        }
    }
    Ok(fabric)
}

fn flows(params: Params) -> Vec<Flow> {
    let sent = params.bytes();
    let flow = |src: u32, dst: u32, bytes: u64| Flow { src, dst, bytes: Bytes(bytes), start: Time::ZERO };
    match params.company {
        Company::Alone => vec![flow(0, 2, sent)],
        Company::Neighbour => vec![flow(0, 2, sent), flow(1, 3, sent)],
        Company::Crowd | Company::Credit => {
            let crowd = (0..CROWD).map(|src| flow(src, CROWD, sent / u64::from(CROWD)));
            let start = |at: u32| Time(GUESTS_EVERY.0 * u64::from(at + 1));
            let guests = (0..GUESTS).map(|at| Flow { start: start(at), ..flow(CROWD + 1, CROWD, GUEST_BYTES) });
            crowd.chain(guests).collect()
        }
    }
}

/// The senders' rules: a card's own, or software's with one core; with several names what is overtaken is not lost at once.
pub(super) fn rules(params: Params) -> Transport {
    if let Some(named) = params.named() {
        return named.config(PARCEL);
    }
    let paths = params.names();
    let software = Transport::software(paths, PARCEL);
    let usual = match params.recovery {
        Rule::Bundles => software,
        Rule::Each => Transport { chunk: 1, ..software },
        Rule::GoBackN | Rule::Selective | Rule::Tcp | Rule::Ultra => Transport {
            entropy_values: paths,
            reordering: software.reordering,
            ..Transport::nic(params.recovery.recovery())
        },
    };
    Transport { credit: params.is_called().then_some(Credit::UCCL), ..usual }
}

/// Software gives up after some round trips: "around several RTTs" (UCCL, section 6.3.2); four here.
const ROUND_TRIPS: u64 = 4;

/// What is run packet by packet.
///
/// # Errors
/// None for what the reader may choose; the sentence is the engine's.
pub(super) fn plan(params: Params) -> Result<Plan, Line> {
    let fabric = town(params)?;
    let streets = streets(&fabric, params.company);
    let mut plan = Plan::new(fabric, flows(params));
    plan.seed = seed();
    plan.mtu = PARCEL;
    plan.queueing = Queueing::LOSSY;
    plan.transport = Some(rules(params));
    if params.recovery.is_software() {
        let timeout = Time(transport::round_trip(&plan, OURS).0 * ROUND_TRIPS);
        plan.transport = Some(Transport { timeout, ..rules(params) });
    }
    let falling = params.falling();
    if falling > 0.0 {
        plan.losses = streets.iter().map(|street| Loss { link: Some(street[0]), ..Loss::random(falling) }).collect();
    }
    plan.log = Log { series: true, trace_every: FOLLOWED };
    Ok(plan)
}

/// The same with the bundle that the reader set by hand, and without the parcel that the reader took.
///
/// # Errors
/// As [`plan`].
pub(super) fn planned(scenario: &Scenario) -> Result<Plan, Line> {
    let params = Params::of(scenario);
    let mut plan = plan(params)?;
    if let (Some(rules), Some(bundle)) = (&mut plan.transport, bundle::read(scenario)) {
        rules.chunk = bundle;
    }
    if let Some(parcel) = params.lost() {
        plan.faults = vec![Fault::permanent(FaultKind::Lost { flow: OURS, seq: parcel }, Time::ZERO)];
    }
    Ok(plan)
}

fn cluster(params: Params) -> ClusterSpec {
    let nodes = if params.company.is_crowd() { CROWD + 2 } else { 4 };
    servers(nodes, GBIT, Technology::Ethernet, kitchen_core::topology::Transport::Rdma)
}

pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    vec![cluster(Params::of(scenario))]
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let params = Params::of(scenario);
    Ok(vec![packets::draft(&cluster(params), planned(scenario)?, packets::parcel)?])
}
