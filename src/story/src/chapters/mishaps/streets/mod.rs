//! Two districts on one clock, packet by packet: four kitchens here, four there, a crossing before each row, and four streets between
//! them that meet two by two at a crossing in the middle. Each kitchen sends one parcel across. In the first district all is well, in
//! the second something breaks on the way.

#[cfg(test)]
pub(super) mod judge;
pub(super) mod scene;
pub(super) mod telling;

use kitchen_core::packet::fabric::{Fabric, Link, Node, PortId};
use kitchen_core::packet::faults::{Component, Fault, FaultKind};
use kitchen_core::packet::plan::{MTU, OVERHEAD};
use kitchen_core::packet::{Flow, LeafSpine, LoadBalancing, Log, Plan};
use kitchen_core::topology::{ClusterSpec, Technology, Transport};
use kitchen_core::units::{Bytes, Time};
use kitchen_text::Line;

use crate::scenario::Draft;
use crate::scenario::packets::{self, servers};
use crate::scene::packets::{Town, streets};
use crate::sentences::Sentence as _;
use crate::show::Show;

use super::params::{Mishap, Params};

/// The two districts.
pub(super) const RUNS: usize = 2;
/// Kitchens of a row, and streets.
pub(super) const ROW: usize = 4;
/// What each card and each street carries, Gbit/s.
pub(super) const GBIT: u32 = 400;
/// A parcel: chosen, so that all are on their way for ten times as long as a break takes to be noticed.
pub(super) const PARCEL: u64 = 64 << 20;
/// How long a card sends one: its full packets with their headers.
pub(super) const SENDING: Time = Time(PARCEL / MTU as u64 * (MTU as u64 + OVERHEAD as u64) * 8_000 / GBIT as u64);
/// Followed packets of each parcel.
pub(super) const COURIERS: u64 = 16;
/// When it breaks.
pub(super) const BREAKS: Time = Time::from_us(200);
/// After so long a dead way is left out: what REPS names as its bound at 400 Gbit/s (arXiv:2407.21625, abstract).
pub(super) const KNOWN: Time = Time::from_us(100);
/// How long a flapping street is away, and how long it is back: assumed, and shorter than it takes to be noticed. Cards' real flaps
/// last seconds (`MegaScale`, arXiv:2402.15627 section 6.3).
pub(super) const FLAP: Time = Time::from_us(60);
/// How long the door does not take anything in: assumed, so that a picture holds it. What ends it in practice is slower: a card's own
/// watchdog after 100 ms (Guo et al., "RDMA over Commodity Ethernet at Scale", SIGCOMM'16 section 4.3, read in notes), SONiC's after 200.
pub(super) const STUCK: Time = Time::from_us(1_500);
/// The kitchen and the door that the mishap of [`Mishap::Door`] is about.
pub(super) const SHUT: usize = ROW - 1;

/// The first switch in the middle; before it come those before the kitchens and before the doors.
pub(super) const MIDDLE: u32 = 2;

/// A tree of four spines whose spines are joined two by two.
pub(super) fn fabric() -> Result<Fabric, Line> {
    let whole = LeafSpine::new(2, ROW as u32, ROW as u32).build().map_err(|error| error.line())?;
    let joined = |end: Node| match end {
        Node::Switch(switch) if switch >= MIDDLE => Node::Switch(MIDDLE + (switch - MIDDLE) / 2),
        other => other,
    };
    let join = |link: &Link| Link { from: joined(link.from), to: joined(link.to), ..*link };
    Ok(Fabric::new(whole.links.iter().map(join).collect(), whole.hosts, 2, MIDDLE + 2))
}

/// The street that falls, from 0 at the top.
pub(super) fn road(params: Params) -> usize {
    (params.road.max(1) as usize).min(ROW) - 1
}

/// What is run packet by packet.
///
/// # Errors
/// None for what the reader may choose; the sentence is the engine's.
pub(super) fn plan(params: Params, run: usize) -> Result<Plan, Line> {
    let fabric = fabric()?;
    let row = ROW as u32;
    let flow = |src: u32| Flow { src, dst: src + row, bytes: Bytes(PARCEL), start: Time::ZERO };
    let street = streets(&fabric)[road(params)][0];
    let door = fabric.hosts[ROW + SHUT].downlink;
    let mut plan = Plan::new(fabric, (0..row).map(flow).collect());
    plan.load_balancing = LoadBalancing::Adaptive;
    plan.reroute = Some(KNOWN);
    plan.log = Log { series: true, trace_every: PARCEL / COURIERS };
    if run == 1 {
        plan.faults.push(match params.mishap {
            Mishap::Flap => Fault::permanent(
                FaultKind::Flapping { component: Component::Cable(street), down: FLAP, up: FLAP },
                BREAKS,
            ),
            Mishap::Crossing => Fault::permanent(FaultKind::Dead(Component::Switch(MIDDLE)), BREAKS),
            Mishap::Door => {
                Fault { kind: FaultKind::StuckPause { link: door, class: 0 }, from: BREAKS, until: BREAKS + STUCK }
            }
            _ => Fault::permanent(FaultKind::Dead(Component::Cable(street)), BREAKS),
        });
    }
    Ok(plan)
}

pub(super) fn cluster() -> ClusterSpec {
    servers(2 * ROW as u32, GBIT, Technology::Ethernet, Transport::Packets)
}

pub(super) fn draft(params: Params, run: usize) -> Result<Draft, Line> {
    packets::draft(&cluster(), plan(params, run)?, packets::parcel)
}

/// Both.
#[derive(Clone, Debug)]
pub(super) struct Districts {
    pub(super) mishap: Mishap,
    /// The street that falls, where one does.
    pub(super) road: usize,
    pub(super) of: [Town; RUNS],
}

impl Town {
    /// When the last of the parcels was there whose door did not shut.
    pub(super) fn others(&self) -> Time {
        self.came[..SHUT].iter().copied().max().unwrap_or_default()
    }

    /// Packets that were lost on the way.
    pub(super) fn lost(&self) -> u64 {
        self.report.ports.iter().map(|port| port.lost).sum()
    }

    /// When another kitchen than the one of the shut door was first told to stand still, and which.
    pub(super) fn first_stop(&self) -> Option<(Time, usize)> {
        let of = |port: PortId| (0..SHUT).find(|&house| self.houses[house][0] == port);
        self.report.pauses.iter().filter_map(|pause| Some((pause.start, of(pause.port)?))).min()
    }
}

impl Districts {
    /// Of a show of streets.
    pub(super) fn of(show: &Show) -> Option<Districts> {
        let params = Params::of(&show.scenario);
        let mishap = params.mishap;
        if !mishap.is_street() {
            return None;
        }
        let town =
            |run: usize| Some(Town::new(plan(params, run).ok()?, show.runs.get(run)?.packets.as_deref()?.clone()));
        Some(Districts { mishap, road: road(params), of: [town(0)?, town(1)?] })
    }

    /// What is compared: the end of all, or of those whose doors are open.
    pub(super) fn told(&self, run: usize) -> Time {
        if self.mishap == Mishap::Door { self.of[run].others() } else { self.of[run].end() }
    }

    /// How much longer it took below: a share.
    pub(super) fn longer(&self) -> f64 {
        self.told(1).as_secs() / self.told(0).as_secs().max(1e-12) - 1.0
    }

    /// How much of the streets is left on average while something is broken, of four.
    pub(super) fn left(&self) -> f64 {
        match self.mishap {
            // One of four, half of the time.
            Mishap::Flap => 1.0 - 1.0 / (2 * ROW) as f64,
            Mishap::Crossing => 0.5,
            _ => 1.0 - 1.0 / ROW as f64,
        }
    }
}
