//! Several ways, and what a hash, many pairs of queues or spraying make of them.

use kitchen_core::packet::fabrics::FatTree;
use kitchen_core::packet::traffic::{TrafficPattern, random_permutation};
use kitchen_core::packet::{self, Flow, LeafSpine, LoadBalancing, PacketError, Plan, load_balancing};
use kitchen_core::units::Bytes;

use super::kit::{PAYLOAD, early, first_link, flow, gbit, plan};

/// Permutations of 128 hosts, each drawn anew: the time hashed over the time sprayed, at most.
pub(super) fn spray_over_ecmp() -> Result<f64, PacketError> {
    let mut most = 0.0_f64;
    for seed in 1..=4 {
        let hashed = Plan { seed, ..plan(LeafSpine::new(8, 16, 16), random_permutation(128, Bytes::mib(4), seed))? };
        let sprayed = Plan { load_balancing: LoadBalancing::Spray, ..hashed.clone() };
        most = most.max(packet::run(&hashed)?.makespan.as_us() / packet::run(&sprayed)?.makespan.as_us());
    }
    Ok(most)
}

/// Draws of a ring's hashes.
const DRAWS: u64 = 6;

/// Eight leaves of eight hosts, eight spines; each host sends to the one of its number on the next leaf, over so many flows.
fn ring(pairs: u32, rule: LoadBalancing, seed: u64) -> Result<f64, PacketError> {
    let each = Bytes(Bytes::mib(8).0 / u64::from(pairs));
    let flows: Vec<Flow> = (0..64).flat_map(|src| (0..pairs).map(move |_| flow(src, (src + 8) % 64, each))).collect();
    let plan = Plan { load_balancing: rule, seed, ..plan(LeafSpine::new(8, 8, 8), flows)? };
    // The slowest neighbour decides.
    let time = packet::run(&plan)?.makespan.as_secs();
    Ok(gbit(Bytes::mib(8).0 as f64 / time) / (400.0 * PAYLOAD))
}

fn mean_ring(pairs: u32, rule: LoadBalancing) -> Result<f64, PacketError> {
    (1..=DRAWS).map(|seed| ring(pairs, rule, seed)).sum::<Result<f64, _>>().map(|sum| sum / DRAWS as f64)
}

/// The ring's rate as a part of a link's.
pub(super) fn ring_of_64(pairs: u32) -> Result<f64, PacketError> {
    mean_ring(pairs, LoadBalancing::Ecmp)
}

/// The number of pairs of which twice as many gain less than a twentieth.
pub(super) fn enough_pairs() -> Result<f64, PacketError> {
    let mut before = mean_ring(1, LoadBalancing::Ecmp)?;
    for pairs in [1, 2, 4, 8, 16] {
        let next = mean_ring(2 * pairs, LoadBalancing::Ecmp)?;
        if next < 1.05 * before {
            return Ok(pairs.into());
        }
        before = next;
    }
    Ok(32.0)
}

pub(super) fn ring_sprayed_over_pairs() -> Result<f64, PacketError> {
    Ok(mean_ring(1, LoadBalancing::Spray)? / mean_ring(16, LoadBalancing::Ecmp)?)
}

/// Sixteen pairs against one, percent.
pub(super) fn gain_of_pairs() -> Result<f64, PacketError> {
    Ok(100.0 * (mean_ring(16, LoadBalancing::Ecmp)? / mean_ring(1, LoadBalancing::Ecmp)? - 1.0))
}

/// All of 64 hosts to all, one flow to each against sixteen: the second's rate over the first's.
pub(super) fn all_to_all_in_pairs() -> Result<f64, PacketError> {
    let time = |pairs: u64| {
        let one = TrafficPattern::AllToAll.flows(64, Bytes(Bytes::kib(256).0 / pairs));
        let flows = one.iter().flat_map(|flow| (0..pairs).map(|_| *flow)).collect();
        packet::run(&plan(LeafSpine::new(8, 8, 8), flows)?).map(|report| report.makespan.as_us())
    };
    Ok(time(1)? / time(16)?)
}

/// Eight hosts of two racks to eight of two others over four spines: the least rate of a draw as a part of the line's, the middle one of
/// eleven draws.
pub(super) fn lowest_of_permutation() -> Result<f64, PacketError> {
    let mut all = Vec::new();
    for seed in 1..=11 {
        let flows = (0..8).map(|src| flow(src, src + 8, Bytes::mib(16))).collect();
        let plan = Plan { seed, ..plan(LeafSpine::new(4, 4, 4), flows)? };
        let report = packet::run(&plan)?;
        let least = (0..8).map(|at| early(&report, at)).fold(f64::MAX, f64::min);
        // Of the first microseconds nothing has arrived yet.
        all.push((least / (400.0 * PAYLOAD) * 60.0).round() / 60.0);
    }
    all.sort_by(f64::total_cmp);
    Ok(all[all.len() / 2])
}

/// Mean rate of a drawn permutation of 128 hosts on a fat tree while all send, percent of the link.
fn tree(rule: LoadBalancing) -> Result<f64, PacketError> {
    let plan = Plan {
        load_balancing: rule,
        ..Plan::new(FatTree::of(8, 400).build()?, random_permutation(128, Bytes::mib(16), 1))
    };
    let report = packet::run(&plan)?;
    Ok((0..128).map(|at| early(&report, at)).sum::<f64>() / 128.0 / 4.0)
}

pub(super) fn use_of_tree() -> Result<f64, PacketError> {
    tree(LoadBalancing::Ecmp)
}

pub(super) fn adaptive_use_of_tree() -> Result<f64, PacketError> {
    tree(LoadBalancing::Adaptive)
}

/// The same of adaptive ways on two tiers, as the planes of Spectrum-X have: 64 hosts on eight leaves and eight spines.
pub(super) fn adaptive_use_of_two_tiers() -> Result<f64, PacketError> {
    let plan = Plan {
        load_balancing: LoadBalancing::Adaptive,
        ..plan(LeafSpine::new(8, 8, 8), random_permutation(64, Bytes::mib(16), 1))?
    };
    let report = packet::run(&plan)?;
    Ok((0..64).map(|at| early(&report, at)).sum::<f64>() / 64.0 / 4.0)
}

/// HPN's leaf: 128 ports of 200 Gbit/s to hosts, 60 of 400 to spines.
fn hpn() -> LeafSpine {
    LeafSpine { host_gbit: 200, ..LeafSpine::new(2, 60, 128) }
}

pub(super) fn ways_of_hpn() -> Result<f64, PacketError> {
    Ok(hpn().build()?.paths(0, 128).len() as f64)
}

pub(super) fn oversubscription_of_hpn() -> Result<f64, PacketError> {
    hpn().check().map(|()| hpn().oversubscription())
}

/// Permutations of 128 hosts, 3 % of the uplinks at half their rate: the time hashed over the time adaptive, at most.
pub(super) fn adaptive_over_ecmp_with_slow_links() -> Result<f64, PacketError> {
    let mut most = 0.0_f64;
    for seed in 1..=4 {
        let mut hashed =
            Plan { seed, ..plan(LeafSpine::new(8, 16, 16), random_permutation(128, Bytes::mib(4), seed))? };
        // Four of 128.
        for leaf in 0..4 {
            let link = first_link(&hashed.fabric, 32 * leaf, 32 * leaf + 16);
            hashed.fabric.links[link as usize].gbit_per_s = 200;
        }
        let adaptive = Plan { load_balancing: LoadBalancing::Adaptive, ..hashed.clone() };
        most = most.max(packet::run(&hashed)?.makespan.as_us() / packet::run(&adaptive)?.makespan.as_us());
    }
    Ok(most)
}

/// Each of 32 flows draws 256 ways of 32 with a hash: the fullest over the mean, percent; 0 where 65,536 draws are not within one percent.
pub(super) fn uneven_entropy() -> f64 {
    let uneven = |values: u32| {
        let mut bins = [0_u32; 32];
        for flow in 0..32 {
            (0..values).for_each(|value| bins[load_balancing::ecmp(flow, value, 32) as usize] += 1);
        }
        100.0 * (f64::from(bins.iter().copied().max().unwrap_or(0)) / f64::from(values) - 1.0)
    };
    if uneven(1 << 16) < 1.0 { uneven(1 << 8) } else { 0.0 }
}
