//! What joins the nodes: cards, first-level switches and spines.

use kitchen_hardware::{efficiency, nic_rate};
use kitchen_units::{Rate, Time};
use serde::{Deserialize, Serialize};

use super::class::LinkClass;
use super::error::TopologyError;
use super::system::System;

/// Which cards share a first-level switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// All cards of a node go to the same leaf.
    LeafSpine,
    /// Card `i` of every node goes to rail `i`'s leaf.
    Rail,
}

/// The kind of network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Technology {
    /// Lossless by credits, switched in hardware.
    InfiniBand,
    /// RoCE, TCP, or a vendor's protocol over Ethernet.
    Ethernet,
}

/// How a card is driven, which sets how much of its rate arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transport {
    /// Remote memory access from card to card.
    Rdma,
    /// Amazon's adapter, reading GPU memory itself.
    Efa,
    /// Amazon's first adapter, through host memory.
    EfaHost,
    /// TCP with GPU memory registered in the card, driven past the kernel (FasTrak, also called TCPXO).
    Tcp,
    /// TCP sockets of the kernel whose payload the card puts into GPU memory (TCPX).
    Tcpx,
    /// TCP sockets of the kernel, through host memory.
    Sockets,
    /// Slingshot's adapter with libfabric.
    Slingshot,
    /// Carried packet by packet: headers are counted there, and nothing else is taken off the rate.
    Packets,
}

/// The network between nodes. Cards and rates may be changed for machines that are like a preset otherwise (clouds).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fabric {
    /// Which cards share a switch.
    pub layout: Layout,
    /// InfiniBand or Ethernet: the links' class and the switches' latency.
    pub technology: Technology,
    /// How much of a card's rate arrives.
    pub transport: Transport,
    /// Cards for training traffic in each node.
    pub nics_per_node: u32,
    /// A card's port, Gbit/s.
    pub gbit_per_nic: u32,
    /// Whether the switches add what passes through them and hand the sum to all (SHARP).
    pub adds: bool,
}

/// Ports of a first-level switch towards the nodes, as many go up: half of the 64 ports of a Quantum-2 or Spectrum-4.
pub(super) const LEAF_DOWN: u32 = 32;

/// Cards for training traffic of one GPU, at most (AWS p5).
pub const MAX_NICS_PER_GPU: u32 = 4;

/// Rates that ports have been sold with, Gbit/s: what [`Fabric::gbit_per_nic`] may be.
pub const PORT_RATES: [u32; 9] = [10, 25, 40, 50, 100, 200, 400, 800, 1600];

impl Fabric {
    /// This fabric with other cards.
    #[must_use]
    pub const fn with_nics(mut self, nics_per_node: u32, gbit_per_nic: u32) -> Fabric {
        self.nics_per_node = nics_per_node;
        self.gbit_per_nic = gbit_per_nic;
        self
    }

    /// This fabric over another kind of network.
    #[must_use]
    pub const fn over(mut self, technology: Technology, transport: Transport) -> Fabric {
        self.technology = technology;
        self.transport = transport;
        self
    }

    /// This fabric laid out otherwise.
    #[must_use]
    pub const fn laid_out(mut self, layout: Layout) -> Fabric {
        self.layout = layout;
        self
    }

    /// This fabric with switches that add (SHARP).
    #[must_use]
    pub const fn adding(mut self) -> Fabric {
        self.adds = true;
        self
    }

    /// A card's rate as sold, one way.
    pub fn nominal(&self) -> Rate {
        Rate::gbit_per_s(f64::from(self.gbit_per_nic))
    }

    /// What arrives of it.
    pub fn effective(&self) -> Rate {
        let share = match self.transport {
            Transport::Rdma => return nic_rate(self.gbit_per_nic),
            Transport::Efa if self.gbit_per_nic <= 100 => efficiency::NIC_EFA_100,
            Transport::Efa => efficiency::NIC_EFA,
            Transport::EfaHost => efficiency::NIC_EFA_HOST,
            Transport::Tcp | Transport::Sockets => efficiency::NIC_TCP,
            Transport::Tcpx => efficiency::NIC_TCPX,
            Transport::Slingshot => efficiency::NIC_SLINGSHOT,
            Transport::Packets => 1.0,
        };
        let wire = Rate::bytes_per_s(self.nominal().as_bytes_per_s() * share);
        let core = match self.technology {
            Technology::Ethernet => efficiency::SOCKET,
            Technology::InfiniBand => efficiency::SOCKET_IPOIB,
        };
        if self.transport == Transport::Sockets && wire > core { core } else { wire }
    }

    /// The class of its links.
    pub const fn class(&self) -> LinkClass {
        match self.technology {
            Technology::InfiniBand => LinkClass::InfiniBand,
            Technology::Ethernet => LinkClass::Ethernet,
        }
    }

    /// One switch, from port to port.
    pub const fn switch_latency(&self) -> Time {
        match self.technology {
            Technology::InfiniBand => efficiency::INFINIBAND_SWITCH_LATENCY,
            Technology::Ethernet => efficiency::ETHERNET_SWITCH_LATENCY,
        }
    }

    /// Refuses what cannot be plugged in: no card, more than four a GPU (AWS p5), a rate that was never sold and that the machine
    /// does not have, sums in Ethernet.
    pub(super) fn check(&self, system: &System) -> Result<(), TopologyError> {
        let most = system.gpus_per_node.saturating_mul(MAX_NICS_PER_GPU);
        if self.nics_per_node == 0 || self.nics_per_node > most {
            return Err(TopologyError::Nics { asked: self.nics_per_node, most });
        }
        let is_own = self.gbit_per_nic == system.default_fabric.gbit_per_nic && self.gbit_per_nic > 0;
        if !PORT_RATES.contains(&self.gbit_per_nic) && !is_own {
            return Err(TopologyError::PortRate { asked: self.gbit_per_nic });
        }
        if self.adds && self.technology != Technology::InfiniBand {
            return Err(TopologyError::NoSharp);
        }
        Ok(())
    }
}
