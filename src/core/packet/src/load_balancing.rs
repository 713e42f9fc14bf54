//! Load balancing: which of several equal-cost paths a packet takes. The first switch of the path chooses.

use kitchen_units::Time;

use super::random::{below, mix};

/// How a path is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadBalancing {
    /// A hash of the flow's addresses: one path for all of its packets (ECMP, RFC 2992).
    Ecmp,
    /// A new random path for each flowlet, that is after each pause of the flow (LetFlow).
    Flowlet,
    /// Packet spraying: each packet takes the next path, round robin, from an own start for each flow.
    Spray,
    /// Adaptive routing: each packet takes, at each switch that has a choice, the link with the shortest queue, a random one among equals: from
    /// what the switch itself knows, queue occupancy and port utilisation (NVIDIA, Cumulus Linux, Adaptive Routing; InfiniBand's "free"
    /// adaptive routing, OpenSM in MLNX_OFED's manual).
    Adaptive,
}

impl LoadBalancing {
    pub const ALL: [LoadBalancing; 4] =
        [LoadBalancing::Ecmp, LoadBalancing::Flowlet, LoadBalancing::Spray, LoadBalancing::Adaptive];

    pub const fn id(self) -> &'static str {
        match self {
            LoadBalancing::Ecmp => "ecmp",
            LoadBalancing::Flowlet => "flowlet",
            LoadBalancing::Spray => "spray",
            LoadBalancing::Adaptive => "adaptive",
        }
    }

    pub fn from_id(id: &str) -> Option<LoadBalancing> {
        LoadBalancing::ALL.into_iter().find(|rule| rule.id() == id)
    }
}

/// The gap after which a flowlet ends: CONGA's and LetFlow's 100 µs (in ConWeave, SIGCOMM 2023, sec. 4.1).
pub const FLOWLET_GAP: Time = Time::from_us(100);

/// The hash of a flow: its number stands for the five-tuple. A seed is a random choice of the addresses.
pub const fn hash(seed: u64, flow: u32) -> u64 {
    mix(mix(seed).wrapping_add(flow as u64))
}

/// The path of a hash among `paths` equal ones.
pub const fn pick(hash: u64, paths: u32) -> u32 {
    below(hash, paths)
}

/// The path of flow `flow` among `paths` equal ones under ECMP.
pub const fn ecmp(seed: u64, flow: u32, paths: u32) -> u32 {
    pick(hash(seed, flow), paths)
}
