//! Several separate networks (planes), with one port of each NIC in each of them (HPN's dual plane, MRC's eight).

use super::super::error::PacketError;
use super::super::fabric::{Fabric, HostPort, LeafSpine, Link, MAX_HOSTS, Node};
use super::wiring::{range, sizes};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planes {
    pub planes: u32,
    /// The topology of each plane; its rates are those of one NIC port.
    pub plane: LeafSpine,
}

impl Planes {
    /// NIC ports: those of plane 0 first.
    pub const fn hosts(&self) -> u32 {
        self.planes.saturating_mul(self.plane.hosts())
    }

    /// Port `p` of NIC `c` is host `p x NICs + c`. There is no path from plane to plane.
    ///
    /// # Errors
    /// Those of [`LeafSpine::check`].
    pub fn build(&self) -> Result<Fabric, PacketError> {
        range("planes", self.planes, 16)?;
        range("hosts", self.hosts(), MAX_HOSTS)?;
        let one = self.plane.build()?;
        sizes(self.hosts().into(), u64::from(self.planes) * (one.links.len() as u64).div_ceil(2))?;
        let (leaves, spines) = (self.plane.leaves, self.plane.spines);
        let (mut links, mut hosts): (Vec<Link>, Vec<_>) = (Vec::new(), Vec::new());
        for plane in 0..self.planes {
            let end = |end: Node| match end {
                Node::Host(host) => Node::Host(plane * self.plane.hosts() + host),
                Node::Switch(switch) if switch < leaves => Node::Switch(plane * leaves + switch),
                Node::Switch(switch) => Node::Switch(self.planes * leaves + plane * spines + switch - leaves),
            };
            let first = links.len() as u32;
            links.extend(one.links.iter().map(|link| Link { from: end(link.from), to: end(link.to), ..*link }));
            hosts.extend(one.hosts.iter().map(|host| HostPort {
                switch: plane * leaves + host.switch,
                uplink: first + host.uplink,
                downlink: first + host.downlink,
            }));
        }
        Ok(Fabric::new(links, hosts, self.planes * leaves, self.planes * (leaves + spines)))
    }
}
