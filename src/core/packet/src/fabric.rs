//! Hosts, switches and links, and the paths between hosts.

use std::ops::Range;

use kitchen_hardware::{ASICS, Asic, QUANTUM_2, TOMAHAWK_5, latency};
use kitchen_units::Time;

use super::error::PacketError;

/// A host's, a switch's, a link's number, each counted from 0.
pub type HostId = u32;
pub type SwitchId = u32;
pub type PortId = u32;

/// The most hosts and the most links of a fabric.
pub const MAX_HOSTS: u32 = 1024;
pub const MAX_LINKS: usize = 1 << 16;

/// Light in glass takes 5 ns a metre.
pub(super) const NS_PER_METRE: u64 = 5;

/// Cables: from a host to its leaf 5 m, from a leaf to a spine 40 m, the lengths that SONiC's headroom tables are made for
/// (sonic-utilities, Mellanox buffer migrator).
pub(super) const HOST_METRES: u64 = 5;
pub(super) const SPINE_METRES: u64 = 40;

/// The packet buffer that all ports of a switch share: chips of the Tomahawk class have 50 to 100 MB (ttl-expired.net,
/// Broadcom chipset notes, read in a summary).
pub const BUFFER: u64 = 50_000_000;

/// The port-to-port latency of a chip whose own was not found: that of Tomahawk 5.
pub(super) const USUAL_CHIP: Time = Time::from_ns(600);

/// An end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    Host(HostId),
    Switch(SwitchId),
}

/// One direction of a cable, with the port that transmits on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub from: Node,
    pub to: Node,
    pub gbit_per_s: u32,
    /// The latency of the cable and of the chip or NIC at its end.
    pub latency: Time,
}

impl Link {
    /// The serialization time of `bytes`: 8,000 ps a byte at 1 Gbit/s, rounded up.
    pub fn sending(&self, bytes: u32) -> u64 {
        sending(bytes, self.gbit_per_s)
    }
}

pub(super) fn sending(bytes: u32, gbit_per_s: u32) -> u64 {
    (u64::from(bytes) * 8_000).div_ceil(u64::from(gbit_per_s.max(1)))
}

/// A path: the links between its first and its last switch, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    links: [PortId; Path::MOST],
    len: u8,
}

impl Path {
    /// The most links of a path.
    pub const MOST: usize = 6;

    /// The path over these links, at most [`Path::MOST`].
    pub fn new(over: &[PortId]) -> Path {
        let len = over.len().min(Path::MOST);
        let mut links = [0; Path::MOST];
        links[..len].copy_from_slice(&over[..len]);
        Path { links, len: len as u8 }
    }

    pub fn links(&self) -> &[PortId] {
        &self.links[..usize::from(self.len)]
    }
}

/// Where a host is attached: its switch, the link to it and the link back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostPort {
    pub switch: SwitchId,
    pub uplink: PortId,
    pub downlink: PortId,
}

/// Hosts on switches: a host has one NIC with one port.
#[derive(Clone, Debug)]
pub struct Fabric {
    pub links: Vec<Link>,
    /// By host.
    pub hosts: Vec<HostPort>,
    /// By switch: the packet buffer that its ports share, bytes.
    pub buffers: Vec<u64>,
    /// Paths between edge switches, by first and last switch; the first `edges` switches have hosts.
    pub(super) edges: u32,
    pub(super) paths: Vec<Path>,
    pub(super) between: Vec<Range<u32>>,
}

impl Fabric {
    /// A fabric with all shortest paths over these links; the first `edges` of the switches have hosts. Buffers are [`BUFFER`].
    pub fn new(links: Vec<Link>, hosts: Vec<HostPort>, edges: u32, switches: u32) -> Fabric {
        let buffers = vec![BUFFER; switches as usize];
        let mut fabric = Fabric { links, hosts, buffers, edges, paths: Vec::new(), between: Vec::new() };
        fabric.find_paths(&[]);
        fabric
    }

    /// The numbers of the paths from one host's switch to another's, for [`Fabric::path`].
    pub fn paths(&self, src: HostId, dst: HostId) -> Range<u32> {
        let [from, to] = [src, dst].map(|host| self.hosts[host as usize].switch);
        self.between[(from * self.edges + to) as usize].clone()
    }

    /// A path by its number.
    pub fn path(&self, number: u32) -> &Path {
        &self.paths[number as usize]
    }

    /// How many neighbours among `count` paths from `first` share their first link; 1 where it differs.
    pub(super) fn inner(&self, first: u32, count: u32) -> u32 {
        let head = |path: u32| self.path(first + path).links().first();
        let inner = (1..count).take_while(|&path| head(path) == head(0)).count() as u32 + 1;
        if count.is_multiple_of(inner) { inner } else { 1 }
    }

    /// The latency of a path, cables and chips, without serialization times.
    pub fn latency(&self, src: HostId, dst: HostId, path: u32) -> Time {
        let (up, down) = (self.hosts[src as usize].uplink, self.hosts[dst as usize].downlink);
        let between = self.path(path).links().iter().copied();
        std::iter::once(up)
            .chain(between)
            .chain([down])
            .fold(Time::ZERO, |sum, link| sum + self.links[link as usize].latency)
    }
}

/// A leaf-spine fabric: every leaf has a link to every spine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafSpine {
    /// The switch chip of both tiers, one of [`ASICS`].
    pub chip: &'static Asic,
    pub leaves: u32,
    pub spines: u32,
    pub hosts_per_leaf: u32,
    /// A host's port and a link between switches, Gbit/s.
    pub host_gbit: u32,
    pub spine_gbit: u32,
}

impl LeafSpine {
    /// Tomahawk 5 at 400 Gbit/s everywhere.
    pub fn new(leaves: u32, spines: u32, hosts_per_leaf: u32) -> LeafSpine {
        let chip = &TOMAHAWK_5;
        LeafSpine { chip, leaves, spines, hosts_per_leaf, host_gbit: 400, spine_gbit: 400 }
    }

    pub const fn hosts(&self) -> u32 {
        self.leaves.saturating_mul(self.hosts_per_leaf)
    }

    /// The bandwidth of a leaf's hosts over that of its uplinks.
    pub fn oversubscription(&self) -> f64 {
        f64::from(self.hosts_per_leaf * self.host_gbit) / f64::from(self.spines * self.spine_gbit)
    }

    /// # Errors
    /// A count is out of its range, or a chip has not that many ports.
    pub fn check(&self) -> Result<(), PacketError> {
        let range = |what, value: u32, most| {
            if (1..=most).contains(&value) {
                Ok(())
            } else {
                Err(PacketError::Range { what, value: value.into(), most })
            }
        };
        range("leaves", self.leaves, 256)?;
        range("spines", self.spines, 256)?;
        range("hosts", self.hosts_per_leaf, 256)?;
        range("hosts", self.hosts(), MAX_HOSTS)?;
        for rate in [self.host_gbit, self.spine_gbit] {
            if !kitchen_topology::PORT_RATES.contains(&rate) {
                return Err(PacketError::Rate { asked: rate });
            }
        }
        let leaf = self.hosts_per_leaf * self.host_gbit + self.spines * self.spine_gbit;
        let asked = leaf.max(self.leaves * self.spine_gbit);
        if f64::from(asked) > self.chip.tbit_per_s * 1e3 {
            return Err(PacketError::Chip { chip: self.chip.name, asked });
        }
        Ok(())
    }

    /// Leaves come before spines; host `h` is plugged into leaf `h / hosts_per_leaf`. Links: each host's up and down, then each
    /// leaf's to and from each spine.
    ///
    /// # Errors
    /// Those of [`LeafSpine::check`].
    pub fn build(&self) -> Result<Fabric, PacketError> {
        self.check()?;
        let chip = self.chip.latency.unwrap_or(USUAL_CHIP);
        let nic = latency("nic-link-simai").map_or(Time::ZERO, |latency| latency.low);
        let metres = |metres: u64| Time::from_ns(metres * NS_PER_METRE);
        let mut links: Vec<Link> = Vec::new();
        let mut hosts = Vec::new();
        for host in 0..self.hosts() {
            let leaf = host / self.hosts_per_leaf;
            let (here, there, gbit_per_s) = (Node::Host(host), Node::Switch(leaf), self.host_gbit);
            let uplink = links.len() as PortId;
            hosts.push(HostPort { switch: leaf, uplink, downlink: uplink + 1 });
            // The latency of the sender's NIC counts to its uplink.
            let up = nic + metres(HOST_METRES) + chip;
            links.push(Link { from: here, to: there, gbit_per_s, latency: up });
            links.push(Link { from: there, to: here, gbit_per_s, latency: metres(HOST_METRES) + nic });
        }
        for leaf in 0..self.leaves {
            for spine in 0..self.spines {
                let (low, high) = (Node::Switch(leaf), Node::Switch(self.leaves + spine));
                let latency = metres(SPINE_METRES) + chip;
                links.push(Link { from: low, to: high, gbit_per_s: self.spine_gbit, latency });
                links.push(Link { from: high, to: low, gbit_per_s: self.spine_gbit, latency });
            }
        }
        Ok(Fabric::new(links, hosts, self.leaves, self.leaves + self.spines))
    }
}

/// The Ethernet switch chip of that name.
pub fn chip(name: &str) -> Option<&'static Asic> {
    chips().find(|chip| chip.name.eq_ignore_ascii_case(name))
}

/// The chips that switch Ethernet.
pub fn chips() -> impl Iterator<Item = &'static Asic> {
    ASICS.iter().filter(|chip| **chip != QUANTUM_2)
}
