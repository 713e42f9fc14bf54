//! Rail-optimised leaf-spine: NIC `r` of every server of a group is attached to leaf `r` of that group, so that NICs of one rail
//! are one switch apart (as in DGX SuperPOD and HPN).

use super::super::error::PacketError;
use super::super::fabric::{Fabric, LeafSpine, SPINE_METRES};
use super::wiring::{Wiring, range};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rails {
    /// Groups of servers; each has a leaf for each rail.
    pub groups: u32,
    pub servers: u32,
    /// NICs of a server.
    pub rails: u32,
    /// The chip, the spines and the rates; its leaves and hosts are made from the counts above.
    pub switches: LeafSpine,
}

impl Rails {
    pub fn new(groups: u32, servers: u32, rails: u32, spines: u32) -> Rails {
        Rails { groups, servers, rails, switches: LeafSpine::new(1, spines, 1) }
    }

    /// The same switches as a plain leaf-spine.
    pub const fn leaf_spine(&self) -> LeafSpine {
        LeafSpine { leaves: self.groups.saturating_mul(self.rails), hosts_per_leaf: self.servers, ..self.switches }
    }

    pub const fn hosts(&self) -> u32 {
        self.leaf_spine().hosts()
    }

    /// NIC `r` of server `s` is host `s x rails + r`.
    ///
    /// # Errors
    /// Those of [`LeafSpine::check`].
    pub fn build(&self) -> Result<Fabric, PacketError> {
        range("groups", self.groups, 256)?;
        range("rails", self.rails, 64)?;
        let LeafSpine { chip, leaves, spines, host_gbit, spine_gbit, .. } = self.leaf_spine();
        self.leaf_spine().check()?;
        let mut wiring = Wiring::of(chip);
        for host in 0..self.hosts() {
            let (server, rail) = (host / self.rails, host % self.rails);
            wiring.host(server / self.servers * self.rails + rail, host_gbit);
        }
        for leaf in 0..leaves {
            for spine in 0..spines {
                wiring.cable(leaf, leaves + spine, spine_gbit, SPINE_METRES);
            }
        }
        Ok(wiring.fabric(leaves, leaves + spines))
    }
}
