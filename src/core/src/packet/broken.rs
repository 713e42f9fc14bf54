//! What is broken at an instant, link by link.

use super::fabric::{End, Fabric, PortId};
use super::faults::{Break, Fault, Part};
use super::plan::Plan;

/// When a link carries nothing, ps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Down {
    from: u64,
    until: u64,
    off: u64,
    on: u64,
}

impl Down {
    /// Since when it has been down.
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

/// The faults of a run, by link.
#[derive(Clone, Debug, Default)]
pub(super) struct Broken {
    /// Empty where nothing breaks.
    downs: Vec<Vec<Down>>,
    /// After so long routing knows of it.
    known_after: Option<u64>,
}

impl Broken {
    pub(super) fn new(plan: &Plan) -> Broken {
        let mut broken = Broken { downs: Vec::new(), known_after: plan.reroute.map(|after| after.0) };
        for fault in &plan.faults {
            let (links, down) = downs(fault, &plan.fabric);
            broken.downs.resize(plan.fabric.links.len(), Vec::new());
            for link in links {
                broken.downs[link as usize].push(down);
            }
        }
        broken
    }

    pub(super) const fn is_none(&self) -> bool {
        self.downs.is_empty()
    }

    /// Whether what arrives over a link now is lost.
    pub(super) fn is_down(&self, link: PortId, now: u64) -> bool {
        self.downs.get(link as usize).is_some_and(|downs| downs.iter().any(|down| down.since(now).is_some()))
    }

    /// Whether routing has left a link out.
    pub(super) fn is_left_out(&self, link: PortId, now: u64) -> bool {
        let Some(after) = self.known_after else { return false };
        let is_known = |down: &Down| down.since(now).is_some_and(|since| now - since >= after);
        self.downs.get(link as usize).is_some_and(|downs| downs.iter().any(is_known))
    }
}

/// The links that a fault takes down, and when.
fn downs(fault: &Fault, fabric: &Fabric) -> (Vec<PortId>, Down) {
    let (part, off, on) = match fault.what {
        Break::Dead(part) => (part, u64::MAX, 0),
        Break::Flapping { part, down, up } => (part, down.0, up.0),
        Break::StuckPause { .. } => return (Vec::new(), Down { from: 0, until: 0, off: 0, on: 0 }),
    };
    let touches = |end: End| match part {
        Part::Switch(switch) => end == End::Switch(switch),
        Part::Host(host) => end == End::Host(host),
        Part::Link(_) | Part::Cable(_) => false,
    };
    let links = match part {
        Part::Link(link) => vec![link],
        Part::Cable(link) => [Some(link), fabric.back(link)].into_iter().flatten().collect(),
        Part::Switch(_) | Part::Host(_) => (0..fabric.links.len() as PortId)
            .filter(|&at| {
                let link = &fabric.links[at as usize];
                touches(link.from) || touches(link.to)
            })
            .collect(),
    };
    (links, Down { from: fault.from.0, until: fault.until.0, off, on })
}
