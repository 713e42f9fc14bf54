//! Cables between hosts and switches, for all topologies.

use kitchen_hardware::{Asic, latency};
use kitchen_units::Time;

use super::super::error::PacketError;
use super::super::fabric::{
    Fabric, HOST_METRES, HostPort, Link, MAX_HOSTS, MAX_LINKS, NS_PER_METRE, Node, PortId, SwitchId, USUAL_CHIP,
};

/// The links of a fabric under construction.
pub(super) struct Wiring {
    chip: Time,
    nic: Time,
    links: Vec<Link>,
    hosts: Vec<HostPort>,
}

impl Wiring {
    pub(super) fn of(chip: &Asic) -> Wiring {
        Wiring {
            chip: chip.latency.unwrap_or(USUAL_CHIP),
            nic: latency("nic-link-simai").map_or(Time::ZERO, |latency| latency.low),
            links: Vec::new(),
            hosts: Vec::new(),
        }
    }

    /// The next host, plugged into a switch.
    pub(super) fn host(&mut self, switch: SwitchId, gbit_per_s: u32) {
        let host = Node::Host(self.hosts.len() as u32);
        let (cable, at) = (Time::from_ns(HOST_METRES * NS_PER_METRE), self.links.len() as PortId);
        // The latency of the sender's NIC counts to its uplink.
        let up = self.nic + cable + self.chip;
        self.links.push(Link { from: host, to: Node::Switch(switch), gbit_per_s, latency: up });
        self.links.push(Link { from: Node::Switch(switch), to: host, gbit_per_s, latency: cable + self.nic });
        self.hosts.push(HostPort { switch, uplink: at, downlink: at + 1 });
    }

    /// A cable between two switches, both directions.
    pub(super) fn cable(&mut self, a: SwitchId, b: SwitchId, gbit_per_s: u32, metres: u64) {
        self.one_way(a, b, gbit_per_s, metres);
        self.one_way(b, a, gbit_per_s, metres);
    }

    pub(super) fn one_way(&mut self, a: SwitchId, b: SwitchId, gbit_per_s: u32, metres: u64) {
        let latency = Time::from_ns(metres * NS_PER_METRE) + self.chip;
        self.links.push(Link { from: Node::Switch(a), to: Node::Switch(b), gbit_per_s, latency });
    }

    pub(super) fn fabric(self, edges: u32, switches: u32) -> Fabric {
        Fabric::new(self.links, self.hosts, edges, switches)
    }
}

/// Checks a count from 1 to `most`.
pub(super) fn range(what: &'static str, value: u32, most: u32) -> Result<(), PacketError> {
    if (1..=most).contains(&value) { Ok(()) } else { Err(PacketError::Range { what, value: value.into(), most }) }
}

/// Checks the numbers of hosts and cables against the limits.
pub(super) fn sizes(hosts: u64, cables: u64) -> Result<(), PacketError> {
    if !(1..=u64::from(MAX_HOSTS)).contains(&hosts) {
        return Err(PacketError::Range { what: "hosts", value: hosts, most: MAX_HOSTS });
    }
    if 2 * cables > MAX_LINKS as u64 {
        return Err(PacketError::Range { what: "links", value: 2 * cables, most: MAX_LINKS as u32 });
    }
    Ok(())
}

/// Checks that ports with these rates exist, and that the chip switches `asked` Gbit/s.
pub(super) fn chip_carries(chip: &'static Asic, rates: &[u32], asked: u32) -> Result<(), PacketError> {
    if let Some(&asked) = rates.iter().find(|rate| !kitchen_topology::PORT_RATES.contains(rate)) {
        return Err(PacketError::Rate { asked });
    }
    if f64::from(asked) > chip.tbit_per_s * 1e3 {
        return Err(PacketError::Chip { chip: chip.name, asked });
    }
    Ok(())
}
