//! Dragonfly: groups of fully connected routers, and a cable between each two groups (Kim et al., ISCA 2008). Routing is minimal:
//! within the group, to the other group, within that.

use kitchen_hardware::{Asic, TOMAHAWK_5};

use super::super::error::PacketError;
use super::super::fabric::{Fabric, HOST_METRES, SPINE_METRES};
use super::wiring::{Wiring, chip_carries, range, sizes};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dragonfly {
    pub chip: &'static Asic,
    /// At most `routers x global + 1`.
    pub groups: u32,
    /// Routers of a group.
    pub routers: u32,
    /// Hosts on a router.
    pub hosts: u32,
    /// Cables to other groups from each router.
    pub global: u32,
    pub gbit: u32,
}

impl Dragonfly {
    /// Balanced, as the paper advises: twice as many routers as hosts on each, as many global cables as hosts.
    pub fn of(hosts: u32, groups: u32, gbit: u32) -> Dragonfly {
        let chip = &TOMAHAWK_5;
        Dragonfly { chip, groups, routers: 2 * hosts, hosts, global: hosts, gbit }
    }

    pub const fn hosts(&self) -> u32 {
        self.groups.saturating_mul(self.routers).saturating_mul(self.hosts)
    }

    /// # Errors
    /// A count is out of its range, or a chip has not that many ports.
    pub fn build(&self) -> Result<Fabric, PacketError> {
        range("routers", self.routers, 64)?;
        range("hosts", self.hosts, 64)?;
        range("global", self.global, 64)?;
        range("groups", self.groups, self.routers * self.global + 1)?;
        let local = u64::from(self.groups) * u64::from(self.routers) * u64::from(self.routers - 1) / 2;
        let global = u64::from(self.groups) * u64::from(self.groups - 1) / 2;
        sizes(self.hosts().into(), u64::from(self.hosts()) + local + global)?;
        chip_carries(self.chip, &[self.gbit], (self.hosts + self.routers - 1 + self.global) * self.gbit)?;
        let mut wiring = Wiring::of(self.chip);
        let routers = self.groups * self.routers;
        for host in 0..self.hosts() {
            wiring.host(host / self.hosts, self.gbit);
        }
        for group in 0..self.groups {
            for a in 0..self.routers {
                for b in a + 1..self.routers {
                    wiring.cable(group * self.routers + a, group * self.routers + b, self.gbit, HOST_METRES);
                }
            }
        }
        // The k-th cable of a group goes to the (k+1)-th next one, whose cable back is the last but k.
        for group in 0..self.groups {
            for k in 0..self.groups - 1 {
                let (other, back) = ((group + k + 1) % self.groups, self.groups - 2 - k);
                if group < other {
                    let router = |group: u32, k: u32| group * self.routers + k / self.global;
                    wiring.cable(router(group, k), router(other, back), self.gbit, SPINE_METRES);
                }
            }
        }
        Ok(wiring.fabric(routers, routers))
    }
}
