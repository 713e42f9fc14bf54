//! What an owner knows of a machine better than the catalogue does, and the figures that hold for it.

use kitchen_hardware::{efficiency, pcie};
use kitchen_units::{Rate, Time};

use super::fabric::Fabric;
use super::system::{System, Wiring};

/// Figures in place of the catalogue's; a preset has none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OwnFigures {
    /// One of the links between the GPUs, or from a GPU to a switch chip.
    pub peer: Option<LinkFigures>,
    /// Sixteen lanes of PCIe.
    pub slot: Option<LinkFigures>,
    /// The network that [`System::default_fabric`] names; another one has the catalogue's figures.
    pub network: Option<NetworkFigures>,
}

/// A link, one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkFigures {
    /// As sold, GB/s.
    pub gb_per_s: f64,
    /// What arrives of it, GB/s.
    pub payload_gb_per_s: f64,
    /// From end to end.
    pub latency: Time,
}

/// A network's cards and switches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkFigures {
    /// What arrives of a card's rate one way, GB/s.
    pub payload_gb_per_s: f64,
    /// A card and its cable.
    pub card_latency: Time,
    /// One switch, from port to port.
    pub switch_latency: Time,
}

impl OwnFigures {
    /// As in every preset.
    pub const NONE: OwnFigures = OwnFigures { peer: None, slot: None, network: None };
}

impl System {
    /// One of the links by which its GPUs are joined; `None` where that is PCIe alone, or nothing is known of it.
    pub fn peer_link(&self) -> Option<LinkFigures> {
        let latency = match self.wiring {
            Wiring::Pcie => return None,
            Wiring::Mesh(_) => efficiency::NVLINK_LATENCY,
            Wiring::Switched { .. } => efficiency::NVSWITCH_LATENCY,
        };
        self.own.peer.or_else(|| {
            let (gb_per_s, payload_gb_per_s) = self.gpu.peer_link()?;
            Some(LinkFigures { gb_per_s, payload_gb_per_s, latency })
        })
    }

    /// Sixteen lanes of its PCIe.
    pub fn slot(&self) -> LinkFigures {
        self.own.slot.unwrap_or_else(|| {
            let sheet = pcie(self.host.pcie);
            LinkFigures {
                gb_per_s: sheet.x16_gb_per_s,
                payload_gb_per_s: sheet.measured_gb_per_s.unwrap_or(sheet.x16_gb_per_s * efficiency::PCIE),
                latency: efficiency::PCIE_LATENCY,
            }
        })
    }

    /// What holds for that network between such nodes.
    pub fn network(&self, fabric: &Fabric) -> NetworkFigures {
        let usual = &self.default_fabric;
        let is_own = (fabric.technology, fabric.transport, fabric.gbit_per_nic)
            == (usual.technology, usual.transport, usual.gbit_per_nic);
        self.own.network.filter(|_| is_own).unwrap_or_else(|| NetworkFigures {
            payload_gb_per_s: fabric.effective().as_gb_per_s(),
            card_latency: efficiency::NIC_LATENCY,
            switch_latency: fabric.switch_latency(),
        })
    }

    /// What arrives of a card's rate in that network, one way.
    pub(super) fn card_rate(&self, fabric: &Fabric) -> Rate {
        match self.own.network {
            Some(_) => Rate::gb_per_s(self.network(fabric).payload_gb_per_s),
            // Not through decimals and back: the last bit would differ.
            None => fabric.effective(),
        }
    }
}
