//! Traffic patterns: usual sets of flows.

use kitchen_units::{Bytes, Time};

use super::plan::Flow;
use super::random::{below, mix};

/// A traffic pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrafficPattern {
    /// Each host to one other, each receiving from one: host `h` of a leaf to host `h` of the leaf half of all leaves further on.
    Permutation,
    /// All hosts to host 0.
    Incast,
    /// Each host to each other.
    AllToAll,
    /// Each host to the next.
    Ring,
}

impl TrafficPattern {
    pub const ALL: [TrafficPattern; 4] =
        [TrafficPattern::Permutation, TrafficPattern::Incast, TrafficPattern::AllToAll, TrafficPattern::Ring];

    pub const fn id(self) -> &'static str {
        match self {
            TrafficPattern::Permutation => "permutation",
            TrafficPattern::Incast => "incast",
            TrafficPattern::AllToAll => "all-to-all",
            TrafficPattern::Ring => "ring",
        }
    }

    pub fn from_id(id: &str) -> Option<TrafficPattern> {
        TrafficPattern::ALL.into_iter().find(|load| load.id() == id)
    }

    /// The number of flows among `hosts` hosts.
    pub const fn count(self, hosts: u32) -> u64 {
        let hosts = hosts as u64;
        match self {
            TrafficPattern::Permutation | TrafficPattern::Ring => hosts,
            TrafficPattern::Incast => hosts.saturating_sub(1),
            TrafficPattern::AllToAll => hosts * hosts.saturating_sub(1),
        }
    }

    /// The flows, all of `bytes`, all at once. All-to-all starts with the next host, as NCCL does.
    pub fn flows(self, hosts: u32, bytes: Bytes) -> Vec<Flow> {
        let flow = |src: u32, dst: u32| Flow { src, dst, bytes, start: Time::ZERO };
        match self {
            TrafficPattern::Permutation => {
                (0..hosts).map(|src| flow(src, (src + hosts / 2) % hosts)).filter(is_real).collect()
            }
            TrafficPattern::Ring => (0..hosts).map(|src| flow(src, (src + 1) % hosts)).filter(is_real).collect(),
            TrafficPattern::Incast => (1..hosts).map(|src| flow(src, 0)).collect(),
            TrafficPattern::AllToAll => {
                (1..hosts).flat_map(|by| (0..hosts).map(move |src| flow(src, (src + by) % hosts))).collect()
            }
        }
    }
}

fn is_real(flow: &Flow) -> bool {
    flow.src != flow.dst
}

/// A random permutation without fixed points (Sattolo's algorithm).
pub fn random_permutation(hosts: u32, bytes: Bytes, seed: u64) -> Vec<Flow> {
    let mut to: Vec<u32> = (0..hosts).collect();
    for last in (1..hosts).rev() {
        let other = below(mix(seed.wrapping_mul(0x1_0000).wrapping_add(u64::from(last))), last);
        to.swap(last as usize, other as usize);
    }
    to.into_iter().zip(0..).map(|(dst, src)| Flow { src, dst, bytes, start: Time::ZERO }).collect()
}

/// Background messages of each sender during an incast, and their size.
pub const MESSAGES: u32 = 64;
pub const MESSAGE: Bytes = Bytes::kib(64);

/// All hosts to host 0, and beside it from each sender, evenly over the time that takes at least, messages to random other hosts; first
/// the incast's flows, one a sender, then the messages. `gbit` is the rate of a NIC.
pub fn incast_with_messages(hosts: u32, bytes: Bytes, gbit: u32, seed: u64) -> Vec<Flow> {
    let mut flows = TrafficPattern::Incast.flows(hosts, bytes);
    let others = hosts.saturating_sub(2);
    if others == 0 {
        return flows;
    }
    let bits = u128::from(bytes.0) * 8_000 * u128::from(hosts - 1);
    let whole = (bits / u128::from(gbit.max(1))).min(u128::from(u64::MAX / 2)) as u64;
    for at in 0..MESSAGES {
        for src in 1..hosts {
            let draw = mix(seed.wrapping_mul(0x1_0000_0000).wrapping_add(u64::from(at * hosts + src)));
            // Any host but host 0 and itself.
            let other = 1 + below(draw, others);
            let dst = if other >= src { other + 1 } else { other };
            let start = Time(whole / u64::from(MESSAGES) * u64::from(at));
            flows.push(Flow { src, dst, bytes: MESSAGE, start });
        }
    }
    flows
}
