//! The input of a run, and its validation.

use kitchen_units::{Bytes, Time};

use super::dcqcn::Dcqcn;
use super::ecn::Ecn;
use super::error::{PAYLOADS, PacketError};
use super::fabric::{Fabric, HostId, MAX_HOSTS, MAX_LINKS, Node};
use super::faults::{Fault, MAX_FAULTS};
use super::load_balancing::LoadBalancing;
use super::loss::Loss;
use super::pfc::headroom;
use super::transport::Transport;
use super::watchdog::Watchdog;

/// The most flows of a run.
pub const MAX_FLOWS: usize = 1 << 17;

/// The most events of a run: two for each hop of each packet, at most, and a few.
pub const MAX_EVENTS: u64 = 2_500_000_000;

/// Bytes of a packet that are not payload: preamble and gap 20, Ethernet 18, IP 20, UDP 8, RoCEv2's transport header 12 and check 4
/// (IEEE 802.3; InfiniBand specification, annex 17).
pub const OVERHEAD: u32 = 82;

/// Payload of RoCEv2's largest usual packet, bytes.
pub const MTU: u32 = 4096;

/// A flow: so many bytes from one host to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    pub src: HostId,
    pub dst: HostId,
    pub bytes: Bytes,
    pub start: Time,
}

/// A traffic class: it has its own queue and its own PFC pauses at each port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrafficClass {
    pub is_lossless: bool,
    /// As [`Queueing::alpha_shift`].
    pub alpha_shift: u8,
    /// Its weight in the round robin of a port (ETS); 0 is strict priority over all weights, lower classes first.
    pub weight: u16,
}

/// The most classes of a port: the priorities of IEEE 802.1Q.
pub const MAX_CLASSES: usize = 8;

/// How switches queue packets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Queueing {
    /// Whether switches pause their upstream neighbours (PFC); else they drop packets without buffer.
    pub is_lossless: bool,
    /// PFC headroom of each link, bytes; `None` computes it (see [`super::pfc::headroom`]).
    pub headroom: Option<u64>,
    /// The dynamic threshold's α is `1 / 2^alpha_shift` of the free buffer: 1/8 for lossless traffic (Microsoft's lossless profile), 1 for the rest.
    pub alpha_shift: u8,
    /// Cut-through switching: a packet is forwarded as soon as its header has arrived.
    pub is_cut_through: bool,
    pub ecn: Option<Ecn>,
    /// Credit-based flow control as in InfiniBand, in place of pauses and drops: bytes of buffer for each link into a switch, beyond
    /// which its sender does not send.
    pub credits: Option<u64>,
    pub watchdog: Option<Watchdog>,
}

impl Queueing {
    /// PFC without ECN: as Meta runs its 400G fabric (SIGCOMM 2024, sec. 5.2.1).
    pub const LOSSLESS: Queueing = Queueing {
        is_lossless: true,
        headroom: None,
        alpha_shift: 3,
        is_cut_through: false,
        ecn: None,
        credits: None,
        watchdog: Some(Watchdog::SONIC),
    };

    /// Drops, without PFC.
    pub const LOSSY: Queueing = Queueing { is_lossless: false, alpha_shift: 0, ..Queueing::LOSSLESS };

    /// Credits for 128 KiB on each link and cut-through switching: InfiniBand in this model. The buffer is an assumption, as that of
    /// switches was not found; it is twice the bandwidth-delay product of a cable of 40 m and a chip at 400 Gbit/s.
    pub const CREDITS: Queueing =
        Queueing { credits: Some(131_072), is_cut_through: true, watchdog: None, ..Queueing::LOSSLESS };
}

/// What is recorded beside the totals. All of it is bounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// Queue and throughput of each port over time.
    pub series: bool,
    /// One packet is traced from host to host in every so many bytes that a host sends; 0 traces none.
    pub trace_every: u64,
}

/// The input of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    pub fabric: Fabric,
    pub flows: Vec<Flow>,
    pub load_balancing: LoadBalancing,
    /// The seed of ECMP hashes, random choices and ECN marks.
    pub seed: u64,
    /// Payload of a full packet, bytes.
    pub mtu: u32,
    pub queueing: Queueing,
    /// Rate control of the senders; without it they send at line rate.
    pub dcqcn: Option<Dcqcn>,
    /// Traffic classes; where there are none, one class as `queueing` says.
    pub classes: Vec<TrafficClass>,
    /// By flow: its class. Flows that are not named have class 0.
    pub class_of: Vec<u8>,
    /// Random losses on links. A later entry for the same link replaces an earlier one.
    pub losses: Vec<Loss>,
    /// Faults, at most [`MAX_FAULTS`].
    pub faults: Vec<Fault>,
    /// Routing convergence: the time after which paths over a dead link are no longer chosen; `None`: never.
    pub reroute: Option<Time>,
    /// The transport protocol; without it senders are notified of drops, as in `basic_stack`.
    pub transport: Option<Transport>,
    pub log: Log,
    /// The run ends at that time at the latest.
    pub until: Time,
    pub max_events: u64,
}

impl Plan {
    /// Lossless, with ECMP, without rate control or log.
    pub fn new(fabric: Fabric, flows: Vec<Flow>) -> Plan {
        Plan {
            fabric,
            flows,
            load_balancing: LoadBalancing::Ecmp,
            seed: 1,
            mtu: MTU,
            queueing: Queueing::LOSSLESS,
            dcqcn: None,
            classes: Vec::new(),
            class_of: Vec::new(),
            losses: Vec::new(),
            faults: Vec::new(),
            reroute: None,
            transport: None,
            log: Log::default(),
            until: Time(u64::MAX),
            max_events: MAX_EVENTS,
        }
    }

    /// A flow's class.
    pub fn class_of(&self, flow: u32) -> u8 {
        self.class_of.get(flow as usize).copied().unwrap_or(0)
    }

    /// Whether switches trim packets without buffer.
    pub(super) fn trims(&self) -> bool {
        self.transport.is_some_and(|transport| transport.wants_trimming())
    }

    /// The classes of each port. Where switches trim, headers and control packets have one more, with strict priority.
    pub(super) fn all_classes(&self) -> Vec<TrafficClass> {
        let Queueing { is_lossless, alpha_shift, .. } = self.queueing;
        let mut classes = self.classes.clone();
        if classes.is_empty() {
            classes.push(TrafficClass { is_lossless, alpha_shift, weight: 1 });
        }
        if self.trims() {
            classes.push(TrafficClass { is_lossless: false, alpha_shift: 0, weight: 0 });
        }
        classes
    }

    /// # Errors
    /// A number is out of its range.
    pub fn check(&self) -> Result<(), PacketError> {
        let range = |what, value: u64, most: u64| {
            if (1..=most).contains(&value) {
                Ok(())
            } else {
                Err(PacketError::Range { what, value, most: most.try_into().unwrap_or(u32::MAX) })
            }
        };
        let hosts = self.fabric.hosts.len() as u64;
        range("hosts", hosts, MAX_HOSTS.into())?;
        range("links", self.fabric.links.len() as u64, MAX_LINKS as u64)?;
        range("flows", self.flows.len() as u64, MAX_FLOWS as u64)?;
        if !(PAYLOADS[0]..=PAYLOADS[1]).contains(&self.mtu) {
            return Err(PacketError::Mtu { asked: self.mtu });
        }
        let classes = self.classes.len().max(1);
        range("classes", classes as u64 + u64::from(self.trims()), MAX_CLASSES as u64)?;
        for &class in &self.class_of {
            range("class", u64::from(class) + 1, classes as u64)?;
        }
        for (at, loss) in self.losses.iter().enumerate() {
            let link = loss.link.map_or(1, |link| u64::from(link) + 1);
            range("link", link, self.fabric.links.len() as u64)?;
            if !loss.is_sound() {
                return Err(PacketError::Range { what: "loss", value: at as u64, most: 1 });
            }
        }
        if self.faults.len() > MAX_FAULTS {
            range("faults", self.faults.len() as u64, MAX_FAULTS as u64)?;
        }
        for (at, fault) in self.faults.iter().enumerate() {
            fault.check(&self.fabric, [self.classes.len(), self.flows.len()], at)?;
        }
        if let Some(room) = self.queueing.credits {
            range("credits", room, 1 << 30)?;
            // A link whose credits are less than one packet would never send.
            if room < u64::from(self.mtu + OVERHEAD).next_multiple_of(64) {
                return Err(PacketError::Range { what: "credits", value: room, most: 1 << 30 });
            }
        }
        if let Some(transport) = &self.transport {
            transport.check()?;
        }
        for flow in &self.flows {
            range("host", u64::from(flow.src.max(flow.dst)) + 1, hosts)?;
            if flow.src == flow.dst {
                return Err(PacketError::Itself { host: flow.src });
            }
            for (src, dst) in [(flow.src, flow.dst), (flow.dst, flow.src)] {
                if self.fabric.paths(src, dst).is_empty() {
                    return Err(PacketError::Apart { src, dst });
                }
            }
            // Packets of a flow are counted in 32 bits.
            range("bytes", flow.bytes.0, u64::from(self.mtu) * u64::from(u32::MAX))?;
        }
        self.check_switches()?;
        let (least, most) = (self.least_events(), self.max_events);
        if least > most { Err(PacketError::Work { least, most }) } else { Ok(()) }
    }

    /// The events that the data alone takes: on each link of its way a packet is sent and arrives.
    fn least_events(&self) -> u64 {
        let events = |flow: &Flow| {
            let path = self.fabric.paths(flow.src, flow.dst).start;
            let links = self.fabric.path(path).links().len() as u64 + 2;
            flow.bytes.0.div_ceil(u64::from(self.mtu)).saturating_mul(2 * links)
        };
        self.flows.iter().map(events).fold(0, u64::saturating_add)
    }

    /// Switches have room for a packet of each class that they may drop, and trim only where they may drop one.
    fn check_switches(&self) -> Result<(), PacketError> {
        let classes = self.all_classes();
        let may_drop = |class: &&TrafficClass| !class.is_lossless && self.queueing.credits.is_none();
        let data = &classes[..classes.len() - usize::from(self.trims())];
        if self.trims() && data.iter().find(may_drop).is_none() {
            return Err(PacketError::TrimsNothing);
        }
        let Some(shift) = classes.iter().filter(may_drop).map(|class| class.alpha_shift).max() else { return Ok(()) };
        let longest = self.flows.iter().map(|flow| flow.bytes.0).max().unwrap_or(0).min(self.mtu.into());
        let packet =
            (longest + u64::from(OVERHEAD)).saturating_mul(1_u64.checked_shl(shift.into()).unwrap_or(u64::MAX));
        let mut kept = vec![0_u64; self.fabric.buffers.len()];
        for link in &self.fabric.links {
            if let Node::Switch(switch) = link.to {
                let lossless = classes.iter().filter(|class| class.is_lossless).count() as u64;
                let room = headroom(link, link, self.mtu + OVERHEAD);
                kept[switch as usize] += lossless * self.queueing.headroom.unwrap_or(room);
            }
        }
        for ((switch, &room), kept) in (0..).zip(&self.fabric.buffers).zip(kept) {
            let least = kept.saturating_add(packet);
            if room < least {
                return Err(PacketError::Buffer { switch, room, least });
            }
        }
        Ok(())
    }
}
