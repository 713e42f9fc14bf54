//! What breaks while a run goes on: parts that carry nothing, for good or by turns, and a pause that does not end.

use crate::units::Time;

use super::error::PacketError;
use super::fabric::{End, Fabric, HostId, PortId, SwitchId};
use super::net::{FREE, Net, SHIFT, STICK};
use super::plan::Plan;
use super::port::NONE;

/// The most faults of a run.
pub const MAX_FAULTS: usize = 64;

/// What breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One direction of a cable.
    Link(PortId),
    /// Both directions of the cable that this link is one of.
    Cable(PortId),
    /// All cables of a switch.
    Switch(SwitchId),
    /// The cable of a host.
    Host(HostId),
}

/// How it breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// What comes over it is lost, and nobody is told.
    Dead(Part),
    /// Dead for `down`, alive for `up`, and so on.
    Flapping { part: Part, down: Time, up: Time },
    /// The far end of a link asks its sender to pause one class, and never takes it back: a card that sends pause frames without end
    /// (Guo et al., RDMA over commodity Ethernet at scale, SIGCOMM 2016, section 4.3: NIC PFC storm).
    StuckPause { link: PortId, class: u8 },
}

/// A break, from then on and until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub what: Break,
    pub from: Time,
    /// `u64::MAX` ps: for good.
    pub until: Time,
}

impl Fault {
    /// From then on, for good.
    pub const fn since(what: Break, from: Time) -> Fault {
        Fault { what, from, until: Time(u64::MAX) }
    }

    pub(super) fn check(&self, plan: &Plan, at: usize) -> Result<(), PacketError> {
        let (links, switches) = (plan.fabric.links.len(), plan.fabric.buffers.len());
        let range = |what, value: u32, count: usize| {
            if (value as usize) < count {
                Ok(())
            } else {
                Err(PacketError::Range { what, value: u64::from(value) + 1, most: count as u32 })
            }
        };
        let part = |part| match part {
            Part::Link(link) | Part::Cable(link) => range("link", link, links),
            Part::Switch(switch) => range("switch", switch, switches),
            Part::Host(host) => range("host", host, plan.fabric.hosts.len()),
        };
        let is_timed = match self.what {
            Break::Dead(dead) => part(dead).map(|()| true)?,
            Break::Flapping { part: flaps, down, up } => {
                part(flaps).map(|()| down > Time::ZERO && up > Time::ZERO && down.0.checked_add(up.0).is_some())?
            }
            Break::StuckPause { link, class } => {
                range("link", link, links)?;
                range("class", class.into(), plan.classes.len().max(1)).map(|()| true)?
            }
        };
        if is_timed && self.from <= self.until { Ok(()) } else { Err(PacketError::Fault { at: at as u32 }) }
    }

    /// The links that it takes down, and when.
    fn downs(&self, fabric: &Fabric) -> (Vec<PortId>, Down) {
        let (part, off, on) = match self.what {
            Break::Dead(part) => (part, u64::MAX, 0),
            Break::Flapping { part, down, up } => (part, down.0, up.0),
            Break::StuckPause { .. } => (Part::Host(NONE), 0, 0),
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
        (links, Down { from: self.from.0, until: self.until.0, off, on })
    }
}

impl Fabric {
    /// The other direction of a link's cable: of as many links between the same two, the one laid as late. None where it goes one way.
    pub fn back(&self, link: PortId) -> Option<PortId> {
        let this = self.links.get(link as usize)?;
        let like = |from, to| {
            let links = (0_u32..).zip(&self.links);
            links.filter(move |(_, link)| link.from == from && link.to == to).map(|(at, _)| at)
        };
        let nth = like(this.from, this.to).position(|at| at == link)?;
        like(this.to, this.from).nth(nth)
    }
}

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
            let (links, down) = fault.downs(&plan.fabric);
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
    fn is_left_out(&self, link: PortId, now: u64) -> bool {
        let Some(after) = self.known_after else { return false };
        let is_known = |down: &Down| down.since(now).is_some_and(|since| now - since >= after);
        self.downs.get(link as usize).is_some_and(|downs| downs.iter().any(is_known))
    }
}

impl Net<'_> {
    /// Whether a way leads over a link that routing has left out.
    pub(super) fn is_cut(&self, way: u32) -> bool {
        if self.broken.is_none() {
            return false;
        }
        self.plan.fabric.way(way).links().iter().any(|&link| self.broken.is_left_out(link, self.now))
    }

    /// `way` of `count` ways from `first`, or the next in turn that is not cut: what was not hashed to a dead link stays where it is
    /// (resilient hashing). Where all are cut, `way`.
    pub(super) fn around(&self, first: u32, count: u32, way: u32) -> u32 {
        if self.broken.is_none() {
            return way;
        }
        let mut turn = (way..count).chain(0..way);
        turn.find(|&way| !self.is_cut(first + way)).unwrap_or(way)
    }

    /// The events of pauses that stick.
    pub(super) fn expect_faults(&mut self) {
        for (at, fault) in (0_u32..).zip(&self.plan.faults) {
            if matches!(fault.what, Break::StuckPause { .. }) && fault.from < fault.until {
                self.events.push(fault.from.0, STICK << SHIFT | at);
                if fault.until.0 < u64::MAX {
                    self.events.push(fault.until.0, FREE << SHIFT | at);
                }
            }
        }
    }

    /// A pause sticks, or does no longer: then what the far end itself asks for holds.
    pub(super) fn stick(&mut self, fault: u32, is_stuck: bool) {
        let Break::StuckPause { link, class } = self.plan.faults[fault as usize].what else { return };
        let at = self.queue_of(link, class);
        if is_stuck {
            self.queues[at].stuck += 1;
            self.pause(at as u32);
            return;
        }
        self.queues[at].stuck -= 1;
        if !self.queues[at].has_asked {
            self.resume(at as u32);
        }
    }
}
