//! What links are made of.

use kitchen_units::wire::wire_choice;
use serde::{Deserialize, Serialize};

/// What a link is made of; the picture and the attribution go by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkClass {
    /// NVLink (or xGMI, NVLink bridge) between two GPUs: a private tunnel.
    NvLink,
    /// NVLink between a GPU and a switch chip, or between chips: a line to the exchange.
    NvSwitch,
    /// PCIe between GPU, switch, CPU and card.
    Pcie,
    /// A CPU's own links: to another socket, and to its GPU by NVLink-C2C.
    Socket,
    /// InfiniBand between cards and switches.
    InfiniBand,
    /// Ethernet between cards and switches.
    Ethernet,
}

wire_choice!(LinkClass { NvLink, NvSwitch, Pcie, Socket, InfiniBand, Ethernet });

impl LinkClass {
    /// Its place among the classes from the quickest to the slowest: of a route that crosses several, people name the last.
    pub const fn slowness(self) -> u8 {
        self as u8
    }

    /// NVLink, direct or to a chip.
    pub const fn is_nvlink(self) -> bool {
        matches!(self, LinkClass::NvLink | LinkClass::NvSwitch)
    }

    /// Between nodes.
    pub const fn is_network(self) -> bool {
        matches!(self, LinkClass::InfiniBand | LinkClass::Ethernet)
    }
}
