//! Which of several equal ways a packet takes. The first switch on the way chooses.

use crate::units::Time;

use super::random::{below, mix};

/// How a way is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadBalancing {
    /// A hash of the flow's addresses: one way for all of its packets (ECMP, RFC 2992).
    Ecmp,
    /// A way drawn anew whenever the flow has paused (LetFlow).
    Flowlet,
    /// Each packet the next way in turn, each flow beginning elsewhere (packet spraying).
    Spray,
    /// Each packet, at each switch that has a choice, the link before which the fewest bytes wait, one of them drawn where several are alike: from
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

/// A pause after which a flowlet ends: CONGA's and LetFlow's 100 µs (in ConWeave, SIGCOMM 2023, sec. 4.1).
pub const FLOWLET_GAP: Time = Time::from_us(100);

/// The hash of a flow: its number stands for the five fields that switches read. A seed is a draw of those fields.
pub const fn hash(seed: u64, flow: u32) -> u64 {
    mix(mix(seed).wrapping_add(flow as u64))
}

/// Which of `paths` a hash leads to.
pub const fn pick(hash: u64, paths: u32) -> u32 {
    below(hash, paths)
}

/// Which of `paths` equal ones flow `flow` gets under ECMP.
pub const fn ecmp(seed: u64, flow: u32, paths: u32) -> u32 {
    pick(hash(seed, flow), paths)
}
