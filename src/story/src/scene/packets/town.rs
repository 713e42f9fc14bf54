//! Two rows of kitchens, a crossing before each, and the streets between them, by their ports; and what a run's report says of them.

use kitchen_core::packet::fabric::{Fabric, Link, Node, PortId};
use kitchen_core::packet::{Plan, Report};
use kitchen_core::units::Time;

use crate::scene::geom::Within as _;

use super::lights::Lights;
use super::tour::Tour;

/// The crossings before the kitchens and before the doors; those after them are in the middle of streets.
const NEAR: u32 = 0;
const FAR: u32 = 1;

fn is_middle(end: Node) -> bool {
    matches!(end, Node::Switch(switch) if switch > FAR)
}

/// By street: the port into it, and the port out of it to the second crossing.
pub(crate) fn streets(fabric: &Fabric) -> Vec<[PortId; 2]> {
    let ports =
        |is: fn(&Link) -> bool| (0_u32..).zip(&fabric.links).filter(move |(_, link)| is(link)).map(|(port, _)| port);
    let into = ports(|link| link.from == Node::Switch(NEAR) && is_middle(link.to));
    into.zip(ports(|link| is_middle(link.from) && link.to == Node::Switch(FAR)))
        .map(|(into, out)| [into, out])
        .collect()
}

/// One run with its town.
#[derive(Clone, Debug)]
pub(crate) struct Town {
    pub plan: Plan,
    pub report: Report,
    pub streets: Vec<[PortId; 2]>,
    /// By house, kitchens first: its port out, its door.
    pub houses: Vec<[PortId; 2]>,
    /// By kitchen: when the last of its parcel was there.
    pub came: Vec<Time>,
}

impl Town {
    pub(crate) fn new(plan: Plan, report: Report) -> Town {
        let houses: Vec<_> = plan.fabric.hosts.iter().map(|host| [host.uplink, host.downlink]).collect();
        let mut came = vec![Time::ZERO; houses.len() / 2];
        for (flow, carried) in plan.flows.iter().zip(&report.flows) {
            let last = &mut came[flow.src as usize];
            *last = (*last).max(carried.finish);
        }
        Town { streets: streets(&plan.fabric), houses, came, plan, report }
    }

    /// When the last parcel was there.
    pub(crate) fn end(&self) -> Time {
        self.came.iter().copied().max().unwrap_or_default()
    }
}

/// A run as its picture asks for it.
#[derive(Debug)]
pub(crate) struct Kept {
    pub tours: Vec<Tour>,
    pub lights: Lights,
    pub streets: Vec<[PortId; 2]>,
    pub houses: Vec<[PortId; 2]>,
    pub came: Vec<Time>,
    /// What each link carries, Gbit/s.
    gbit: Vec<u32>,
}

impl Kept {
    /// Of a run that is shown for as long as `makespan`.
    pub(crate) fn new(town: Town, makespan: Time) -> Kept {
        let Town { plan, report, streets, houses, came } = town;
        let tours = report.traced_packets.iter().filter_map(|courier| Tour::new(&plan, &report, courier)).collect();
        let gbit = plan.fabric.links.iter().map(|link| link.gbit_per_s).collect();
        Kept { tours, lights: Lights::new(&report, makespan), streets, houses, came, gbit }
    }

    /// The street of which a packet's leg is a half.
    pub(crate) fn street(&self, tour: &Tour, leg: usize) -> usize {
        let half = usize::from(leg > 1);
        self.streets.iter().position(|ports| ports[half] == tour.ports[leg]).unwrap_or(0)
    }

    /// How much of what a port can send it sends at about `t`.
    pub(crate) fn used(&self, report: &Report, port: PortId, t: Time) -> f32 {
        used(self.gbit.get(port as usize).copied().unwrap_or(1), report, port, t)
    }
}

/// How much of its Gbit/s a port sends at about `t`.
pub(crate) fn used(gbit: u32, report: &Report, port: PortId, t: Time) -> f32 {
    let step = report.step.0.max(1);
    let Some(series) = report.series.get(port as usize) else { return 0.0 };
    let sent = series.sent.get((t.0 / step) as usize).copied().unwrap_or(0);
    (sent as f32 / (u64::from(gbit) * step / 8_000).max(1) as f32).within(0.0, 1.0)
}
