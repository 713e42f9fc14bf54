//! NCCL's tuner: which algorithm and protocol it would take, and why.
//!
//! For each algorithm and protocol NCCL keeps a latency and a bandwidth, found once a communicator, and takes the pair with
//! the least `latency + bytes / bandwidth`. The tables and formulas are those of NCCL 2.30.7 src/graph/tuning.cc as listed in
//! nccl_model.json; channels and their rates come from a search over the topology (src/graph/search.cc) for which
//! [`Inputs::of`] stands in: as many channels as NCCL opens on such links, sharing the rate that the links have.
//!
//! This is what NCCL believes before it runs. What then happens is simulated, with the constants of
//! [`crate::nccl::calibration`].
//!
//! # Literature
//! Z. Hu, S. Shen, T. Bonato et al.: Demystifying NCCL. arXiv 2507.04786 (2025), for the algorithms and protocols named here.

use kitchen_task::GpuId;
use kitchen_topology::{Router, Topology};
use kitchen_units::{Bytes, Time};

use crate::error::CollectiveError;
use crate::nccl::calibration::NVLS_HEADS;
use crate::nccl::channels;
use crate::nccl::communicator::Communicator;
use crate::nccl::protocol::{Medium, Protocol};
use crate::nccl::tables::{
    BASE, COLLNET_MEMBERS, FASTEST_ACROSS, LL_MOST, NVLS, NVLS_TREE_MOST, RING_LL128_MOST, SPEEDS, STEP, STEP_SIMPLE,
    TREE_LL128_MOST, TREE_MOST, TREE_TENTHS,
};
use crate::{Algorithm, Op};

/// NCCL's algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Two binary trees over servers, a chain in each.
    Tree,
    /// Rings through all GPUs.
    Ring,
    /// Sums in the network's switches, each GPU beside a card with its own share.
    CollnetDirect,
    /// Sums in the network's switches, a chain in each server.
    CollnetChain,
    /// Sums in the NVLink switch of one domain.
    Nvls,
    /// Those, and two binary trees between domains.
    NvlsTree,
    /// Parallel aggregated trees, for one GPU a server.
    Pat,
}

impl Family {
    /// All, in NCCL's order.
    pub const ALL: [Family; 7] = [
        Family::Tree,
        Family::Ring,
        Family::CollnetDirect,
        Family::CollnetChain,
        Family::Nvls,
        Family::NvlsTree,
        Family::Pat,
    ];

    /// NCCL's own name, as in `NCCL_ALGO`.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Tree => "Tree",
            Family::Ring => "Ring",
            Family::CollnetDirect => "CollnetDirect",
            Family::CollnetChain => "CollnetChain",
            Family::Nvls => "NVLS",
            Family::NvlsTree => "NVLSTree",
            Family::Pat => "PAT",
        }
    }
}

/// What NCCL knows of a communicator when it tunes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inputs {
    /// GPUs of the communicator.
    pub ranks: u32,
    /// NVLink domains: servers, or racks that are one domain.
    pub nodes: u32,
    /// Row of the tables: Volta, Ampere, Hopper, Blackwell.
    pub generation: usize,
    /// Whether the GPUs of a node meet over NVLink.
    pub nvlink: bool,
    /// Whether 128 bytes arrive whole on every way, as LL128 asks.
    pub whole_lines: bool,
    /// Whether LL runs between nodes.
    pub host_buffers: bool,
    /// Whether the servers' CPUs are AMD's.
    pub amd: bool,
    /// Channels of rings and trees that the search finds.
    pub channels: u32,
    /// What one such channel carries, GB/s.
    pub channel_gb_per_s: f64,
    /// What one such channel carries of a tree, GB/s.
    pub tree_gb_per_s: f64,
    /// GPUs of a node that pull sums from its NVLink switch; 0 where there is none that adds.
    pub heads: u32,
    /// What one of them pulls inside a node and sends between nodes, GB/s.
    pub head_gb_per_s: [f64; 2],
    /// Whether the GPUs of a node meet over switch chips.
    pub switched: bool,
    /// Cards of a node whose switches add (SHARP); 0 where none do.
    pub collnet_heads: u32,
    /// What the GPU beside one of them hands on inside the node, and sends between nodes, GB/s.
    pub collnet_gb_per_s: [f64; 2],
}

/// One pair of algorithm and protocol as the tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The algorithm.
    pub family: Family,
    /// The protocol.
    pub protocol: Protocol,
    /// Microseconds.
    pub latency_us: f64,
    /// Bytes of the call a second, GB/s, with the correction for its size.
    pub gb_per_s: f64,
    /// What the tuner expects the call to take: latency, and bytes over bandwidth.
    pub time: Time,
}

/// The tuner's answer for one call: "why this number".
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// What it went by.
    pub inputs: Inputs,
    /// In the tuner's order: families, then protocols.
    pub candidates: Vec<Candidate>,
}

impl Tuning {
    /// The candidate with the least time, the first of equals, among those that `keep` takes.
    pub fn winner(&self, keep: impl Fn(&Candidate) -> bool) -> Option<&Candidate> {
        let mut best: Option<&Candidate> = None;
        for candidate in self.candidates.iter().filter(|&candidate| keep(candidate)) {
            if best.is_none_or(|best| candidate.time < best.time) {
                best = Some(candidate);
            }
        }
        best
    }

    /// The algorithm here that moves the data as that family does on such nodes. Sums in the network are simulated with the
    /// best of three ways inside: the chips add, everyone to everyone, a chain.
    pub fn algorithm(&self, family: Family) -> Option<Algorithm> {
        let chips = self.inputs.heads > 1;
        match family {
            Family::Tree => Some(Algorithm::DoubleBinaryTree),
            Family::Ring => Some(Algorithm::Ring),
            Family::Nvls if self.inputs.nodes == 1 => Some(Algorithm::InNetwork),
            Family::NvlsTree => Some(Algorithm::InNetwork),
            Family::Nvls => Some(Algorithm::InFabric),
            Family::CollnetDirect => (!chips && self.inputs.switched).then_some(Algorithm::InFabric),
            Family::CollnetChain => (!chips && !self.inputs.switched).then_some(Algorithm::InFabric),
            Family::Pat => Some(Algorithm::Pat),
        }
    }

    /// What the tuner gives one pair of the algorithms here.
    pub fn time_of(&self, algorithm: Algorithm, protocol: Protocol) -> Option<Time> {
        let mut pairs = self.candidates.iter();
        let pair = |known: &&Candidate| self.algorithm(known.family) == Some(algorithm) && known.protocol == protocol;
        pairs.find(pair).map(|known| known.time)
    }
}

/// What NCCL's tuner thinks of a call on all GPUs of `group`: the list that "why this number" shows.
///
/// # Arguments
/// * `bytes`: as [`Op`] counts them.
///
/// # Returns
/// `None` where NCCL does not run (AMD's links).
///
/// # Errors
/// What [`Communicator::of`] says of the group.
pub fn explain(topology: &Topology, group: &[GpuId], op: Op, bytes: Bytes) -> Result<Option<Tuning>, CollectiveError> {
    let comm = Communicator::of(topology, &Router::new(topology), group)?;
    Ok(Inputs::of(&comm).map(|inputs| inputs.tune(op, op.payload(bytes))))
}

impl Inputs {
    /// What NCCL finds of this communicator; `None` on AMD's links, whose library has tables of its own.
    pub fn of(comm: &Communicator) -> Option<Inputs> {
        if comm.inside == Medium::Xgmi {
            return None;
        }
        let nodes = comm.domains.len() as u32;
        let generation = channels::row(comm);
        let members = comm.members();
        let channels = channels::found(comm);
        // A group of one GPU a node has no rate inside, one node no rate across.
        let total = comm.inside_rate.min(comm.across_rate) / 1e9;
        // Between two nodes a tree's channels may go twice as fast inside, where the search finds the links for it
        // (search.cc). Pairs of GH200 servers show it, pairs of V100 and A100 servers show rings.
        let twice = if nodes == 2 && generation > 1 { 2.0 } else { 1.0 };
        let tree = comm.inside_rate.min(comm.across_rate * twice) / 1e9;
        let heads = if comm.in_network.is_some() { members.min(NVLS_HEADS) } else { 0 };
        let pull = comm.inside_rate / 1e9 / f64::from(heads.max(1));
        let speeds = SPEEDS[generation.saturating_sub(1)];
        let inside = speeds.iter().copied().find(|&speed| speed <= pull).unwrap_or(pull);
        // Each card is searched for at its own rate, then twice that inside (search.cc), where all hand parts to all heads
        // and back.
        let collnet_heads = comm.heads.first().map_or(0, |heads| heads.len() as u32);
        let across = comm.across_rate / 1e9 / f64::from(collnet_heads.max(1));
        let within = (2.0 * across).min(comm.inside_rate / 2e9).min(FASTEST_ACROSS[usize::from(generation > 2)]);
        Some(Inputs {
            ranks: comm.ranks,
            nodes,
            generation,
            nvlink: comm.inside != Medium::Pcie,
            whole_lines: comm.inside.keeps_lines() && (nodes == 1 || comm.across.keeps_lines()),
            host_buffers: nodes == 1 || comm.across.has_host_buffers(),
            amd: comm.amd,
            channels,
            channel_gb_per_s: total / f64::from(channels),
            tree_gb_per_s: tree / f64::from(channels),
            heads,
            head_gb_per_s: [inside, comm.across_rate / 1e9 / f64::from(heads.max(1))],
            switched: comm.switched,
            collnet_heads,
            collnet_gb_per_s: [within, across],
        })
    }

    /// Column of the tables: one node, two, more.
    fn column(&self) -> usize {
        self.nodes.clamp(1, 3) as usize - 1
    }

    /// Ranks a node.
    fn members(&self) -> f64 {
        f64::from(self.ranks) / f64::from(self.nodes.max(1))
    }

    /// Whether NCCL considers that family for `op`.
    fn considers(&self, family: Family, op: Op) -> bool {
        let shards = matches!(op, Op::AllGather | Op::ReduceScatter);
        let collnet = self.collnet_heads > 0 && self.members() <= f64::from(COLLNET_MEMBERS);
        // Where ranks own shards, each must have a card.
        let each = self.members() <= f64::from(self.collnet_heads);
        match family {
            Family::Ring => {
                matches!(op, Op::AllReduce | Op::AllGather | Op::ReduceScatter | Op::Broadcast | Op::Reduce)
            }
            Family::Tree => op == Op::AllReduce,
            Family::CollnetDirect => self.switched && collnet && (op == Op::AllReduce || shards && each),
            Family::CollnetChain => collnet && op == Op::AllReduce,
            Family::Nvls => {
                self.heads > 1
                    && (self.nodes == 1 || self.collnet_heads > 0 && (op == Op::AllReduce || each))
                    && (op == Op::AllReduce || (shards && self.members() <= f64::from(NVLS_HEADS)))
            }
            Family::NvlsTree => self.heads > 1 && self.nodes > 1 && op == Op::AllReduce,
            Family::Pat => shards && self.ranks == self.nodes && self.nodes > 1,
        }
    }

    /// Busbw over all channels, GB/s.
    fn busbw(&self, op: Op, family: Family, protocol: Protocol) -> f64 {
        let (row, column) = (self.generation, self.column());
        let channels = f64::from(self.channels);
        let whole = channels * self.channel_gb_per_s;
        // On several nodes the CPU's flags decide, not the GPU's.
        let ll_row = if self.nodes == 1 { row } else { usize::from(self.amd) };
        let ll_most = LL_MOST[ll_row][column];
        let members = self.members();
        match (family, protocol) {
            (Family::Ring, Protocol::Ll) => ll_most.min(whole * 0.5),
            (Family::Ring, Protocol::Ll128) => (whole * 0.92).min(channels * RING_LL128_MOST[row]),
            (Family::Ring, Protocol::Simple) | (Family::CollnetChain, _) => whole,
            (Family::Tree, _) => {
                let simple = (channels * self.tree_gb_per_s * 0.92).min(channels * TREE_MOST[row][column]);
                match protocol {
                    Protocol::Ll => (simple / 3.8).min(ll_most),
                    Protocol::Ll128 => {
                        let share = if self.nodes == 1 { 7.0 / 9.0 } else { 120.0 / 128.0 };
                        (simple * share).min(channels * TREE_LL128_MOST[row][column])
                    }
                    Protocol::Simple => simple,
                }
            }
            (Family::Nvls | Family::NvlsTree, _) => {
                let heads = f64::from(self.heads);
                let twice = if op == Op::AllReduce { 2.0 } else { (members - 1.0) / members };
                let mut each = self.head_gb_per_s[0] * NVLS[row] * (heads - 1.0) / heads * twice;
                if self.nodes > 1 {
                    let both = if self.nodes == 2 && family == Family::NvlsTree { 2.0 } else { 1.0 };
                    each = each.min(self.head_gb_per_s[1] * both);
                }
                if family == Family::NvlsTree {
                    each = each.min(NVLS_TREE_MOST[row][column]);
                }
                heads * each
            }
            (Family::CollnetDirect, _) if op == Op::AllReduce => {
                // A card for each GPU is best.
                let collnet_heads = f64::from(self.collnet_heads);
                let spread = members / collnet_heads;
                let spread = spread - (spread - 1.0) / 2.0;
                collnet_heads * self.collnet_gb_per_s[0] / spread * if row >= 2 { 0.85 } else { 1.0 }
            }
            (Family::CollnetDirect, _) => members * self.collnet_gb_per_s[0].min(0.9 * self.collnet_gb_per_s[1]),
            (Family::Pat, _) => whole * 0.75,
        }
    }

    /// Latency, us.
    fn latency(&self, op: Op, family: Family, protocol: Protocol) -> f64 {
        let p = protocol as usize;
        let near = usize::from(!self.nvlink);
        let (nodes, members) = (f64::from(self.nodes), self.members());
        let levels = f64::from(self.nodes.max(1).ilog2());
        let simple = |at: usize| (STEP_SIMPLE[near][at], STEP_SIMPLE[2][at]);
        match family {
            Family::Ring => {
                let n = f64::from(self.ranks);
                let steps = match op {
                    Op::AllReduce => 2.0 * (n - 1.0),
                    Op::Broadcast | Op::Reduce => 1.0,
                    _ => n - 1.0,
                };
                let crossing = match op {
                    _ if self.nodes == 1 => 0.0,
                    Op::AllReduce => 2.0 * (nodes - 1.0),
                    Op::Broadcast | Op::Reduce => 1.0,
                    _ => nodes - 1.0,
                };
                // Between servers each step costs the host thread that drives the card.
                let host = if self.nodes == 1 { 0.0 } else { 1.0 }
                    * if self.amd { 2.0 } else { 1.0 }
                    * if protocol == Protocol::Simple { 3.0 } else { 1.0 };
                let far = STEP[2][usize::from(members > 1.0)][p];
                BASE[1][p] + (steps - crossing) * STEP[near][1][p].max(host) + crossing * far
            }
            Family::Tree => BASE[0][p] + 2.0 * ((members - 1.0) * STEP[near][0][p] + levels * STEP[2][0][p]),
            Family::CollnetDirect => {
                let (inside, across) = simple(0);
                2.0 * ((members - 1.0).min(1.0) * inside + (members - 1.0) * 0.4) + across
            }
            Family::CollnetChain => 2.0 * (members - 1.0) * simple(1).0 + simple(1).1,
            Family::Nvls => simple(2).0 + if self.nodes > 1 { simple(2).1 } else { 0.0 },
            Family::NvlsTree => simple(3).0 + 2.0 * levels * simple(3).1,
            Family::Pat => BASE[2][p] + levels * STEP[2][0][p] / 3.5 + f64::from(self.ranks) * 2.8,
        }
    }

    /// One pair, or `None` where NCCL does not consider it.
    fn candidate(&self, op: Op, family: Family, protocol: Protocol, bytes: Bytes) -> Option<Candidate> {
        let knows = match protocol {
            Protocol::Simple => true,
            Protocol::Ll => matches!(family, Family::Tree | Family::Ring) && self.host_buffers,
            Protocol::Ll128 => matches!(family, Family::Tree | Family::Ring) && self.whole_lines,
        };
        if !knows || !self.considers(family, op) {
            return None;
        }
        let n = f64::from(self.ranks);
        let shards = matches!(op, Op::AllGather | Op::ReduceScatter);
        let ratio = match family {
            Family::Ring | Family::Nvls | Family::NvlsTree if op == Op::AllReduce => n / (2.0 * (n - 1.0)),
            Family::Ring if shards => n / (n - 1.0),
            _ if shards || family == Family::Ring => 1.0,
            _ => 0.5,
        };
        let mut gb_per_s = self.busbw(op, family, protocol) * ratio;
        let doublings = (bytes.0 >> 6).checked_ilog2().map(|log| log as usize);
        if let (Family::Tree, Some(tenths)) = (family, doublings.and_then(|at| TREE_TENTHS[protocol as usize].get(at)))
        {
            gb_per_s *= f64::from(*tenths) / 10.0;
        }
        let mut latency_us = self.latency(op, family, protocol);
        let opened = channels::opened(self.channels, self.nodes);
        let part = bytes.0 / u64::from(opened * self.ranks).max(1);
        if family == Family::Ring && protocol == Protocol::Simple && self.nodes > 1 && op == Op::AllReduce && part >= 64
        {
            latency_us *= if self.generation == 0 { 1.9 } else { 1.4 };
        }
        let seconds = latency_us * 1e-6 + bytes.0 as f64 / (gb_per_s * 1e9);
        (gb_per_s > 0.0).then(|| Candidate {
            family,
            protocol,
            latency_us,
            gb_per_s,
            time: Time::from_secs_f64(seconds),
        })
    }

    /// Every pair that NCCL considers for a call.
    ///
    /// # Arguments
    /// * `bytes`: as [`Op`] counts them.
    ///
    /// # Returns
    /// No candidate for operations that NCCL does not tune: all-to-all and send/recv.
    ///
    /// # Example
    /// ```
    /// use kitchen_collective::{Op, communicator::Communicator, tuner::{Family, Inputs}};
    /// use kitchen_topology::{self as topology, ClusterSpec, Router};
    /// use kitchen_units::Bytes;
    /// let topology = topology::build(&ClusterSpec::new(topology::system("dgx-h100").unwrap(), 1)).unwrap();
    /// let comm = Communicator::of(&topology, &Router::new(&topology), &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
    /// let tuning = Inputs::of(&comm).unwrap().tune(Op::AllReduce, Bytes::gib(1));
    /// assert_eq!(tuning.winner(|_| true).unwrap().family, Family::Nvls);
    /// ```
    pub fn tune(&self, op: Op, bytes: Bytes) -> Tuning {
        // Frameworks carry out a barrier as a small all-reduce.
        let op = if op == Op::Barrier { Op::AllReduce } else { op };
        let pairs = Family::ALL.into_iter().flat_map(|family| Protocol::ALL.map(|protocol| (family, protocol)));
        let candidates = pairs.filter_map(|(family, protocol)| self.candidate(op, family, protocol, bytes)).collect();
        Tuning { inputs: *self, candidates }
    }
}

#[cfg(test)]
mod tests {
    use kitchen_topology::{self as topology, ClusterSpec};

    use super::*;

    fn tuned(system: &str, nodes: u32, op: Op, bytes: u64) -> Tuning {
        let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), nodes)).unwrap();
        let group: Vec<GpuId> = (0..topology.len()).collect();
        explain(&topology, &group, op, Bytes(bytes)).unwrap().unwrap()
    }

    /// The winner; its latency and, where given, its bandwidth as worked out by hand from tuning.cc.
    fn check(tuning: &Tuning, expected: (&str, Protocol), latency_us: f64, gb_per_s: Option<f64>) {
        let won = tuning.winner(|_| true).unwrap();
        assert_eq!((won.family.name(), won.protocol), expected, "{tuning:?}");
        assert!((won.latency_us - latency_us).abs() < 1e-9, "{won:?}");
        assert!(gb_per_s.is_none_or(|expected| (won.gb_per_s / expected - 1.0).abs() < 1e-9), "{won:?}");
    }

    #[test]
    fn winners_are_those_of_the_formulas() {
        use Protocol::{Ll, Ll128, Simple};
        let all_reduce = |system, nodes, bytes| tuned(system, nodes, Op::AllReduce, bytes);
        // 6.6 + 14 x 0.6 us; 141 GB/s x 8/14.
        check(&all_reduce("dgx-h100", 1, 8), ("Ring", Ll), 15.0, Some(141.0 * 8.0 / 14.0));
        // Eight heads of 40 GB/s: 2 x 0.85 x 7/8 of them, x 8/14.
        check(&all_reduce("dgx-h100", 1, 1 << 30), ("NVLS", Simple), 25.0, Some(320.0 * 1.7 * 7.0 / 8.0 * 8.0 / 14.0));
        // 25 + 2 x 20.9 us; a channel's most is 57.7 GB/s.
        check(&all_reduce("dgx-h100", 2, 1 << 30), ("NVLSTree", Simple), 66.8, Some(8.0 * 57.7 * 16.0 / 30.0));
        check(&all_reduce("dgx-a100", 1, 1 << 30), ("Ring", Simple), 8.4 + 14.0 * 3.4, Some(240.0 * 8.0 / 14.0));
        // 6.8 + 2 (7 x 0.6 + 4 x 5.0) us.
        check(&all_reduce("dgx-a100", 16, 8), ("Tree", Ll), 55.2, None);
        // 14 + 2 (7 x 1.25 + 8.5) us.
        check(&all_reduce("dgx-a100", 2, 4 << 20), ("Tree", Ll128), 48.5, None);
        check(&tuned("dgx-h100", 1, Op::AllGather, 1 << 30), ("Ring", Simple), 8.4 + 7.0 * 3.4, None);
        assert!(tuned("dgx-h100", 1, Op::AllToAll, 1 << 30).candidates.is_empty());
    }
}
