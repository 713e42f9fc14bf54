//! Faults during a run: dead or flapping components, a PFC pause that does not end, and one packet that is lost.

use kitchen_units::Time;

use super::error::PacketError;
use super::fabric::{Fabric, HostId, PortId, SwitchId};

/// The most faults of a run.
pub const MAX_FAULTS: usize = 64;

/// The component that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// One direction of a cable.
    Link(PortId),
    /// Both directions of the cable that this link is one of.
    Cable(PortId),
    /// All cables of a switch.
    Switch(SwitchId),
    /// The cable of a host.
    Host(HostId),
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Packets over it are lost without any signal.
    Dead(Component),
    /// Down for `down`, up for `up`, and so on.
    Flapping { component: Component, down: Time, up: Time },
    /// The far end of a link pauses one class and never resumes it: a NIC that sends pause frames without end
    /// (Guo et al., RDMA over commodity Ethernet at scale, SIGCOMM 2016, section 4.3: NIC PFC storm).
    StuckPause { link: PortId, class: u8 },
    /// One data packet of a flow, by its sequence number, is lost on the link after its sender's own, once. With a transport each sending
    /// has a number of its own, from 0: it is the one that the flow sends as number `seq`, whatever is in it.
    Lost { flow: u32, seq: u32 },
}

/// A fault with its duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    pub from: Time,
    /// `u64::MAX` ps: permanent.
    pub until: Time,
}

impl Fault {
    /// A permanent fault from that time on.
    pub const fn permanent(kind: FaultKind, from: Time) -> Fault {
        Fault { kind, from, until: Time(u64::MAX) }
    }

    pub(super) fn check(&self, fabric: &Fabric, [classes, flows]: [usize; 2], at: usize) -> Result<(), PacketError> {
        let (links, switches) = (fabric.links.len(), fabric.buffers.len());
        let range = |what, value: u32, count: usize| {
            if (value as usize) < count {
                Ok(())
            } else {
                Err(PacketError::Range { what, value: u64::from(value) + 1, most: count as u32 })
            }
        };
        let part = |part| match part {
            Component::Link(link) | Component::Cable(link) => range("link", link, links),
            Component::Switch(switch) => range("switch", switch, switches),
            Component::Host(host) => range("host", host, fabric.hosts.len()),
        };
        let is_timed = match self.kind {
            FaultKind::Dead(dead) => part(dead).map(|()| true)?,
            FaultKind::Flapping { component: flaps, down, up } => {
                part(flaps).map(|()| down > Time::ZERO && up > Time::ZERO && down.0.checked_add(up.0).is_some())?
            }
            FaultKind::StuckPause { link, class } => {
                range("link", link, links)?;
                range("class", class.into(), classes.max(1)).map(|()| true)?
            }
            FaultKind::Lost { flow, .. } => range("flow", flow, flows).map(|()| true)?,
        };
        if is_timed && self.from <= self.until { Ok(()) } else { Err(PacketError::Fault { at: at as u32 }) }
    }
}

impl Fabric {
    /// The other direction of a link's cable: among parallel links the one with the same index. None where the link is unidirectional.
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
