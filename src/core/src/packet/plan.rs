//! What is to be run, and what is wrong with it.

use crate::units::{Bytes, Time};

use super::dcqcn::Dcqcn;
use super::error::{PAYLOADS, PacketError};
use super::fabric::{Fabric, HostId, MAX_HOSTS, MAX_LINKS};
use super::mark::Ecn;
use super::route::Rule;

/// The most flows of a run.
pub const MAX_FLOWS: usize = 1 << 17;

/// The most events of a run: two for each hop of each packet, at most, and a few.
pub const MAX_EVENTS: u64 = 2_500_000_000;

/// Bytes of a packet that are not payload: preamble and gap 20, Ethernet 18, IP 20, UDP 8, RoCEv2's transport header 12 and check 4
/// (IEEE 802.3; InfiniBand specification, annex 17).
pub const OVERHEAD: u32 = 82;

/// Payload of RoCEv2's largest usual packet, bytes.
pub const MTU: u32 = 4096;

/// So many bytes from one host to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    pub src: HostId,
    pub dst: HostId,
    pub bytes: Bytes,
    pub start: Time,
}

/// What switches do with packets that have to wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Queueing {
    /// Whether switches ask their neighbours to pause (PFC); else they drop what finds no room.
    pub is_lossless: bool,
    /// Room kept for what comes after a pause was asked for; `None` computes it (see [`super::lossless::headroom`]).
    pub headroom: Option<u64>,
    /// A queue may take `1 / 2^shift` of what is free: 1/8 for lossless traffic (Microsoft's lossless profile), 1 for the rest.
    pub shift: u8,
    /// Whether a packet is sent on as soon as its head is here.
    pub is_cut_through: bool,
    pub ecn: Option<Ecn>,
}

impl Queueing {
    /// Pauses alone, without marks: as Meta runs its 400G fabric (SIGCOMM 2024, sec. 5.2.1).
    pub const LOSSLESS: Queueing =
        Queueing { is_lossless: true, headroom: None, shift: 3, is_cut_through: false, ecn: None };

    /// Drops.
    pub const LOSSY: Queueing = Queueing { is_lossless: false, shift: 0, ..Queueing::LOSSLESS };
}

/// What is written down beside the totals. All of it is bounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// Queue and use of each port over time.
    pub series: bool,
    /// Each so many bytes that a host sends, one packet is followed from door to door; 0 follows none.
    pub courier_bytes: u64,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Plan {
    pub fabric: Fabric,
    pub flows: Vec<Flow>,
    pub rule: Rule,
    /// Of hashes, draws and marks.
    pub seed: u64,
    /// Payload of a full packet, bytes.
    pub mtu: u32,
    pub queueing: Queueing,
    /// Rate control of the senders; without it they send as fast as their card does.
    pub dcqcn: Option<Dcqcn>,
    pub log: Log,
    pub most_events: u64,
}

impl Plan {
    /// Lossless, hashed, without rate control or log.
    pub fn new(fabric: Fabric, flows: Vec<Flow>) -> Plan {
        Plan {
            fabric,
            flows,
            rule: Rule::Ecmp,
            seed: 1,
            mtu: MTU,
            queueing: Queueing::LOSSLESS,
            dcqcn: None,
            log: Log::default(),
            most_events: MAX_EVENTS,
        }
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
        for flow in &self.flows {
            range("host", u64::from(flow.src.max(flow.dst)) + 1, hosts)?;
            if flow.src == flow.dst {
                return Err(PacketError::Itself { host: flow.src });
            }
            // Packets of a flow are counted in 32 bits.
            range("bytes", flow.bytes.0, u64::from(self.mtu) * u64::from(u32::MAX))?;
        }
        // At least one event for each of two hops, so what cannot end in time is not begun.
        let packets = |flow: &Flow| flow.bytes.0.div_ceil(u64::from(self.mtu));
        let least = self.flows.iter().map(packets).fold(0, u64::saturating_add).saturating_mul(2);
        if least > self.most_events { Err(PacketError::Events { most: self.most_events }) } else { Ok(()) }
    }
}
