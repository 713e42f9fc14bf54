//! Which links are down at an instant, and which single packets are lost.

use super::fabric::{Fabric, Node, PortId};
use super::faults::{Component, Fault, FaultKind};
use super::plan::Plan;
use super::port::{HotFields, NOT_DATA, REVERSE};

/// An outage of a link, possibly flapping: down for `off`, up for `on`, and so on; ps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outage {
    from: u64,
    until: u64,
    off: u64,
    on: u64,
}

impl Outage {
    /// The instant since which it has been down.
    fn since(&self, now: u64) -> Option<u64> {
        if now < self.from || now >= self.until {
            return None;
        }
        if self.on == 0 {
            return Some(self.from);
        }
        let into = (now - self.from) % (self.off + self.on);
        (into < self.off).then_some(now - into)
    }
}

/// The outages of a run, by link.
#[derive(Clone, Debug, Default)]
pub(super) struct Outages {
    /// Empty where nothing fails.
    downs: Vec<Vec<Outage>>,
    /// Single packets that are lost.
    losing: Vec<Fault>,
    /// The time until routing withdraws a link that is down.
    withdrawn_after: Option<u64>,
}

impl Outages {
    pub(super) fn new(plan: &Plan) -> Outages {
        let is_packet = |fault: &&Fault| matches!(fault.kind, FaultKind::Lost { .. });
        let losing = plan.faults.iter().filter(is_packet).copied().collect();
        let mut outages = Outages { downs: Vec::new(), losing, withdrawn_after: plan.reroute.map(|after| after.0) };
        for fault in &plan.faults {
            let (links, down) = downs(fault, &plan.fabric);
            outages.downs.resize(plan.fabric.links.len(), Vec::new());
            for link in links {
                outages.downs[link as usize].push(down);
            }
        }
        outages
    }

    pub(super) const fn is_none(&self) -> bool {
        self.downs.is_empty()
    }

    /// Whether a packet that arrives over a link now is lost.
    pub(super) fn is_down(&self, link: PortId, now: u64) -> bool {
        self.downs.get(link as usize).is_some_and(|downs| downs.iter().any(|down| down.since(now).is_some()))
    }

    /// Whether a packet that arrives now is one that is lost: no sending has the number of another.
    pub(super) fn takes(&self, packet: &HotFields, now: u64) -> bool {
        if self.losing.is_empty() || packet.hop != 1 || packet.is(REVERSE) || packet.is(NOT_DATA) {
            return false;
        }
        let is_it = |fault: &Fault| {
            fault.kind == FaultKind::Lost { flow: packet.flow, seq: packet.seq }
                && (fault.from.0..fault.until.0).contains(&now)
        };
        self.losing.iter().any(is_it)
    }

    /// Whether routing has withdrawn a link.
    pub(super) fn is_withdrawn(&self, link: PortId, now: u64) -> bool {
        let Some(after) = self.withdrawn_after else { return false };
        let is_detected = |down: &Outage| down.since(now).is_some_and(|since| now - since >= after);
        self.downs.get(link as usize).is_some_and(|downs| downs.iter().any(is_detected))
    }
}

/// The links that a fault takes down, and when.
fn downs(fault: &Fault, fabric: &Fabric) -> (Vec<PortId>, Outage) {
    let (part, off, on) = match fault.kind {
        FaultKind::Dead(part) => (part, u64::MAX, 0),
        FaultKind::Flapping { component: part, down, up } => (part, down.0, up.0),
        FaultKind::StuckPause { .. } | FaultKind::Lost { .. } => {
            return (Vec::new(), Outage { from: 0, until: 0, off: 0, on: 0 });
        }
    };
    let touches = |end: Node| match part {
        Component::Switch(switch) => end == Node::Switch(switch),
        Component::Host(host) => end == Node::Host(host),
        Component::Link(_) | Component::Cable(_) => false,
    };
    let links = match part {
        Component::Link(link) => vec![link],
        Component::Cable(link) => [Some(link), fabric.back(link)].into_iter().flatten().collect(),
        Component::Switch(_) | Component::Host(_) => (0..fabric.links.len() as PortId)
            .filter(|&at| {
                let link = &fabric.links[at as usize];
                touches(link.from) || touches(link.to)
            })
            .collect(),
    };
    (links, Outage { from: fault.from.0, until: fault.until.0, off, on })
}
