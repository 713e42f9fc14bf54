//! Switches in a unidirectional ring: the smallest fabric in which lossless links can deadlock
//! (cyclic buffer dependency; Hu et al., HotNets 2016).

use kitchen_hardware::{Asic, TOMAHAWK_5};

use super::super::error::PacketError;
use super::super::fabric::{Fabric, Path, SPINE_METRES};
use super::wiring::{Wiring, chip_carries, range, sizes};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    pub chip: &'static Asic,
    pub switches: u32,
    /// Hosts on a switch.
    pub hosts: u32,
    pub gbit: u32,
}

impl Ring {
    pub fn new(switches: u32, hosts: u32, gbit: u32) -> Ring {
        Ring { chip: &TOMAHAWK_5, switches, hosts, gbit }
    }

    /// # Errors
    /// A count is out of its range, or a chip has not that many ports.
    pub fn build(&self) -> Result<Fabric, PacketError> {
        range("switches", self.switches, Path::MOST as u32 + 1)?;
        range("hosts", self.hosts, 64)?;
        sizes((self.switches * self.hosts).into(), (self.switches * (self.hosts + 1)).into())?;
        chip_carries(self.chip, &[self.gbit], (self.hosts + 2) * self.gbit)?;
        let mut wiring = Wiring::of(self.chip);
        for host in 0..self.switches * self.hosts {
            wiring.host(host / self.hosts, self.gbit);
        }
        for switch in 0..self.switches {
            wiring.one_way(switch, (switch + 1) % self.switches, self.gbit, SPINE_METRES);
        }
        Ok(wiring.fabric(self.switches, self.switches))
    }
}
