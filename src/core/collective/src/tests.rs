//! Every algorithm keeps every promise, on any number of ranks; and the checker notices when one does not.

use kitchen_topology::{self as topology, Router};
use kitchen_units::Bytes;
use proptest::prelude::*;

use super::check::{Fault, check};
use super::measure::{Launch, measure, measure_group};
use super::plan::{Action, Builder, Move, Place, Plan};
use super::traffic_tests;
use crate::nccl::choice::Choice;
use crate::nccl::communicator::Communicator;
use crate::nccl::cost::estimate;
use crate::plans::hierarchical::{Dimension, Inner};
use crate::plans::in_fabric::{self, Across, Inside, Servers};
use crate::plans::{
    binomial, bruck, direct, double_binary_tree, halving_doubling, hierarchical, in_network, pairwise, pat, ring, tree,
};
use crate::{Algorithm, Call, Op};

/// The first `n` ranks in domains of `size`.
fn domains(n: u32, size: u32) -> Vec<Vec<u32>> {
    everyone(n).chunks(size as usize).map(<[u32]>::to_vec).collect()
}

fn everyone(n: u32) -> Vec<u32> {
    (0..n).collect()
}

/// Grids of `n` ranks of one to three dimensions, with every algorithm in each place; of many ranks some of them.
fn grids(n: u32, size: u32) -> Vec<Vec<Dimension>> {
    use Inner::{Direct, HalvingDoubling, Ring, Switch, Trees};
    let dims = |list: &[(u32, Inner)]| list.iter().map(|&(size, inner)| Dimension::new(size, inner)).collect();
    let size =
        if n.is_multiple_of(size) { size } else { (1..=8).rev().find(|size| n.is_multiple_of(*size)).unwrap_or(1) };
    let rest = n / size;
    let mut grids: Vec<Vec<Dimension>> = vec![dims(&[(n, Ring)]), dims(&[(n, HalvingDoubling)])];
    for inner in [Switch, Direct, Ring, HalvingDoubling] {
        grids.push(dims(&[(size, inner), (rest, Trees)]));
        grids.push(dims(&[(rest, inner), (size, if inner == Switch { Direct } else { inner })]));
    }
    for split in (2..rest).filter(|split| rest.is_multiple_of(*split)).take(2) {
        grids.push(dims(&[(size, Switch), (split, Ring), (rest / split, Trees)]));
        grids.push(dims(&[(size, Direct), (split, HalvingDoubling), (rest / split, Direct)]));
        grids.push(dims(&[(rest / split, Ring), (size, Direct), (split, Ring)]));
    }
    let all = n <= 16;
    let mut index = 0..;
    grids.retain(|_| index.next().is_some_and(|index: u32| all || index % 4 == n % 4));
    grids
}

/// How a plan was made.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Way {
    Of(Algorithm),
    Grid(Vec<Dimension>),
    Fabric(Crowd),
}

/// Servers with cards whose switches add.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Crowd {
    pub(super) domains: Vec<Vec<u32>>,
    pub(super) heads: Vec<Vec<u32>>,
    pub(super) switched: bool,
    /// Where GPUs meet along a chain, its order over all ranks.
    pub(super) chain: Vec<Vec<u32>>,
    pub(super) across: Across,
}

impl Crowd {
    /// Servers of `size` ranks, the last with what is left; all with so many heads, their last ranks.
    fn all(n: u32, size: u32, heads: u32) -> [Crowd; 4] {
        let domains = domains(n, size);
        let least = domains.iter().map(Vec::len).min().unwrap_or(1);
        let count = least.min(heads as usize);
        let heads: Vec<Vec<u32>> = domains.iter().map(|domain| domain[domain.len() - count..].to_vec()).collect();
        let with = |switched, chain| {
            let (domains, heads, across) = (domains.clone(), heads.clone(), Across::Sharp);
            Crowd { domains, heads, switched, chain, across }
        };
        let back = || vec![everyone(n).into_iter().rev().collect()];
        let trees = Crowd { across: Across::Trees, ..with(false, Vec::new()) };
        [with(false, Vec::new()), with(true, Vec::new()), with(false, back()), trees]
    }

    fn plan(&self, op: Op, slices: u32) -> Option<Plan> {
        let inside = match (self.switched, self.chain.is_empty()) {
            (true, _) => Inside::Switch,
            (false, true) => Inside::Direct,
            (false, false) => Inside::Chain(&self.chain),
        };
        let (domains, heads, across) = (self.domains.as_slice(), self.heads.as_slice(), self.across);
        in_fabric::plan(op, &Servers { domains, heads, inside, across }, slices)
    }
}

/// All plans for `op` on `n` ranks: every algorithm, with the channels, slices and domain size given.
fn plans(op: Op, n: u32, channels: u32, slices: u32, size: u32) -> Vec<(Way, Plan)> {
    let order = |channel: u32| {
        let mut order = everyone(n);
        order.rotate_left((channel % n) as usize);
        if channel % 2 == 1 {
            order.reverse();
        }
        order
    };
    let orders: Vec<Vec<u32>> = (0..channels).map(order).collect();
    let one = vec![domains(n, 1); channels as usize];
    let many = vec![domains(n, size)];
    let flat = [
        (Algorithm::Ring, ring::plan(op, &orders, slices)),
        (Algorithm::Tree, tree::plan(op, &one, slices)),
        (Algorithm::Tree, tree::plan(op, &many, slices)),
        (Algorithm::DoubleBinaryTree, double_binary_tree::plan(op, &one, slices)),
        (Algorithm::DoubleBinaryTree, double_binary_tree::plan(op, &many, slices)),
        (Algorithm::HalvingDoubling, halving_doubling::plan(op, n)),
        (Algorithm::Bruck, bruck::plan(op, n)),
        (Algorithm::Pairwise, pairwise::plan(op, n)),
        (Algorithm::Binomial, binomial::plan(op, n)),
        (Algorithm::Pat, pat::plan(op, n)),
        (Algorithm::Direct, Some(direct::plan(op, n))),
        (Algorithm::InNetwork, in_network::plan(op, n, slices)),
    ];
    for (algorithm, plan) in &flat {
        assert_eq!(plan.is_some(), algorithm.carries(op), "{algorithm:?}, {op:?}, {n} ranks");
    }
    let flat = flat.into_iter().filter_map(|(algorithm, plan)| Some((Way::Of(algorithm), plan?)));
    let grids = grids(n, size).into_iter().filter_map(|dims| {
        let plan = hierarchical::plan(op, &everyone(n), &dims, slices)?;
        Some((Way::Grid(dims), plan))
    });
    let crowds = Crowd::all(n, size, channels).into_iter().filter_map(|crowd| {
        let plan = crowd.plan(op, slices);
        let shards = matches!(op, Op::AllGather | Op::ReduceScatter);
        let fits = Algorithm::InFabric.carries(op) && !(shards && crowd.across == Across::Trees);
        assert_eq!(plan.is_some(), fits, "{crowd:?}, {op:?}");
        Some((Way::Fabric(crowd), plan?))
    });
    flat.chain(grids).chain(crowds).collect()
}

/// Each algorithm's plan passes the checker, and moves what the books say.
fn keeps_promise(op: Op, n: u32, channels: u32, slices: u32, size: u32) {
    for (way, plan) in plans(op, n, channels, slices, size) {
        assert_eq!(check(&plan), Ok(()), "{way:?}, {op:?}, {n} ranks, {slices} slices, domains of {size}");
        traffic_tests::conserves(&way, &plan);
    }
}

fn every_number_of_ranks_up_to_64(ops: &[Op]) {
    for n in 1..=64 {
        for &op in ops {
            let slices = if op == Op::Barrier { 1 } else { 2 };
            keeps_promise(op, n, 1, slices, 1.max(n / 2));
        }
    }
}

#[test]
fn every_algorithm_sums_on_every_number_of_ranks() {
    every_number_of_ranks_up_to_64(&[Op::AllReduce, Op::Barrier]);
}

#[test]
fn every_algorithm_serves_a_root_on_every_number_of_ranks() {
    every_number_of_ranks_up_to_64(&[Op::Broadcast, Op::Reduce, Op::Gather, Op::Scatter]);
}

#[test]
fn every_algorithm_hands_shards_on_every_number_of_ranks() {
    every_number_of_ranks_up_to_64(&[Op::AllGather, Op::ReduceScatter, Op::SendRecv]);
}

#[test]
fn every_algorithm_exchanges_on_every_number_of_ranks() {
    every_number_of_ranks_up_to_64(&[Op::AllToAll]);
    // Unequal messages go the same ways.
    for n in 1..=16 {
        keeps_promise(Op::AllToAllV, n, 1, 1, 1.max(n / 2));
    }
}

/// Of more members than a switch has heads some only send up and are handed the sum.
#[test]
fn racks_have_fewer_heads_than_members() {
    for op in Op::ALL.into_iter().filter(|&op| op != Op::SendRecv) {
        for (members, domains) in [(33, 2), (40, 3)] {
            let dims = vec![Dimension::new(members, Inner::Switch), Dimension::new(domains, Inner::Trees)];
            let plan = hierarchical::plan(op, &everyone(members * domains), &dims, 3).unwrap();
            assert_eq!(check(&plan), Ok(()), "{dims:?}, {op:?}");
            traffic_tests::conserves(&Way::Grid(dims), &plan);
        }
    }
}

/// The network adds for any number of servers, the last of them with one rank fewer than the others.
#[test]
fn the_network_adds_for_any_number_of_servers() {
    for servers in 1..=64 {
        for op in Op::ALL.into_iter().filter(|&op| in_fabric::carries(op)) {
            for crowd in Crowd::all(2 * servers - 1, 2, 1) {
                let Some(plan) = crowd.plan(op, 2) else {
                    assert_eq!(crowd.across, Across::Trees);
                    continue;
                };
                assert_eq!(check(&plan), Ok(()), "{crowd:?}, {op:?}");
                traffic_tests::conserves(&Way::Fabric(crowd), &plan);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_channels_slices_domains_and_odd_sizes(
        n in 1u32..=40, channels in 1u32..=6, slices in 1u32..=9, size in 1u32..=9, op in 0usize..11,
    ) {
        keeps_promise(Op::ALL[op], n, channels, slices, size);
    }
}

/// The bytes that leave each rank, by the operation's lower bound: what makes an algorithm bandwidth-optimal.
fn sends_per_rank(plan: &Plan, expected_parts: u32) {
    for rank in 0..plan.ranks {
        let parts: u32 = plan.moves.iter().filter(|m| m.from == Place::Rank(rank)).map(|m| m.chunks).sum();
        assert_eq!(parts, expected_parts, "rank {rank}");
    }
}

#[test]
fn bandwidth_optimal_algorithms_send_no_more_than_they_must() {
    let order: Vec<u32> = (0..8).collect();
    sends_per_rank(&ring::plan(Op::AllReduce, std::slice::from_ref(&order), 1).unwrap(), 2 * 7);
    sends_per_rank(&ring::plan(Op::AllGather, &[order], 1).unwrap(), 7);
    sends_per_rank(&direct::plan(Op::AllReduce, 8), 2 * 7);
    sends_per_rank(&in_network::plan(Op::AllReduce, 8, 4).unwrap(), 4);
}

fn moved(from: u32, to: u32, chunk: u32, action: Action) -> Move {
    let (from, to) = (Place::Rank(from), Place::Rank(to));
    Move { from, to, chunk, chunks: 1, action, channel: 0, step: 0 }
}

fn finds(op: Op, moves: &[Move], tracked: bool, expected: Result<(), Fault>) {
    let mut builder = if tracked { Builder::new(op, 2, 0, 2) } else { Builder::untracked(op, 2, 2) };
    for &next in moves {
        builder.push(next, None);
    }
    assert_eq!(check(&builder.finish()), expected);
}

#[test]
fn the_checker_notices_what_is_wrong() {
    use Action::{Copy, Reduce};
    let good = [moved(0, 1, 0, Reduce), moved(1, 0, 0, Copy), moved(0, 1, 1, Reduce), moved(1, 0, 1, Copy)];
    finds(Op::AllReduce, &good, true, Ok(()));
    finds(Op::AllReduce, &good[..3], true, Err(Fault::Result { rank: 0, chunk: 1 }));
    finds(Op::AllReduce, &[good[0], good[0]], true, Err(Fault::Twice { index: 1, chunk: 0 }));
    finds(Op::AllReduce, &good, false, Err(Fault::Unordered { index: 1, writer: 0 }));
    finds(Op::AllReduce, &[moved(0, 2, 0, Copy)], false, Err(Fault::OutOfRange { index: 0 }));
    finds(Op::Broadcast, &[moved(1, 0, 0, Copy)], true, Err(Fault::Nothing { index: 0, chunk: 0 }));
}

/// What a system is measured to do with `bytes`: time within `tolerance` of `expected_us`.
fn measures(system: &str, nodes: u32, op: Op, algorithm: Algorithm, bytes: u64, expected_us: f64, tolerance: f64) {
    let spec = topology::ClusterSpec::new(topology::system(system).unwrap(), nodes);
    let topology = topology::build(&spec).unwrap();
    let measured = measure(&topology, op, algorithm, Bytes(bytes)).unwrap();
    let error = (measured.time.as_us() - expected_us).abs() / expected_us;
    assert!(error <= tolerance, "{system}: {:?} took {}, expected {expected_us} µs", measured.choice, measured.time);
}

#[test]
fn real_systems_at_one_gibibyte() {
    // nccl_measured.csv: sb_A100_ar, dgxc_H100_ar, dstack_nebius_ar.
    measures("dgx-a100", 1, Op::AllReduce, Algorithm::Auto, 1 << 30, 8159.5, 0.1);
    measures("dgx-h100", 1, Op::AllReduce, Algorithm::Auto, 1 << 30, 4029.4, 0.15);
    measures("dgx-h100", 2, Op::AllReduce, Algorithm::Auto, 1 << 30, 4512.0, 0.2);
}

#[test]
fn part_of_a_cube_mesh_has_its_lanes_at_full_rate() {
    let busbw = |gpus| {
        let spec = topology::ClusterSpec {
            gpus: Some(gpus),
            ..topology::ClusterSpec::new(topology::system("dgx1-v100").unwrap(), 1)
        };
        measure(&topology::build(&spec).unwrap(), Op::AllReduce, Algorithm::Ring, Bytes(1 << 30))
            .unwrap()
            .busbw
            .as_gb_per_s()
    };
    // Rings of one lane, 21.5 GB/s each: one in each direction between the first two, four among four, six among eight.
    for (gpus, expected) in [(2, 21.5), (4, 86.0), (8, 129.0)] {
        let expected = expected * crate::nccl::calibration::SIMPLE_EFFICIENCY;
        assert!((busbw(gpus) / expected - 1.0).abs() < 0.03, "{gpus} GPUs: {} GB/s", busbw(gpus));
    }
}

#[test]
fn closed_forms_and_simulation_agree() {
    for (system, nodes) in [("dgx-a100", 1), ("dgx-a100", 2), ("dgx-h100", 1), ("dgx-h100", 2), ("dgx1-v100", 1)] {
        let spec = topology::ClusterSpec::new(topology::system(system).unwrap(), nodes);
        let topology = topology::build(&spec).unwrap();
        for op in Op::ALL {
            for algorithm in Algorithm::ALL.into_iter().filter(|&known| known != Algorithm::Hierarchical) {
                for bytes in [1 << 10, 1 << 20, 1 << 30] {
                    let Ok(measured) = measure(&topology, op, algorithm, Bytes(bytes)) else { continue };
                    let (sim, form) = (measured.time.as_us(), measured.choice.estimate.as_us());
                    let factor = (sim / form).max(form / sim);
                    let rings =
                        matches!(measured.algorithm, Algorithm::Ring | Algorithm::DoubleBinaryTree | Algorithm::Tree);
                    let mesh = system == "dgx1-v100" && !rings;
                    let bound = if mesh { 4.0 } else { 1.7 };

                    assert!(
                        factor < bound,
                        "{system} x{nodes} {op:?} {bytes}: {sim} µs, {form} µs, {:?}",
                        measured.choice
                    );
                }
            }
        }
    }
}

/// Slices are in different dimensions at the same time: all together take little longer than the busiest lines, and much less
/// than the dimensions one after the other.
#[test]
fn slices_overlap_across_three_dimensions() {
    let spec = topology::ClusterSpec::new(topology::system("dgx-h100").unwrap(), 4);
    let topology = topology::build(&spec).unwrap();
    let group = everyone(32);
    let dims = [Dimension::new(8, Inner::Direct), Dimension::new(2, Inner::Ring), Dimension::new(2, Inner::Trees)];
    let (op, bytes) = (Op::AllReduce, Bytes(1 << 30));
    let comm = Communicator::of(&topology, &Router::new(&topology), &group).unwrap().on_grid(&dims).unwrap();
    let call = Call { dims: &dims, ..Call::new(op, Algorithm::Hierarchical, bytes, &group) };
    let measured = measure_group(&topology, &call, Launch::ProcessPerGpu).unwrap();
    let whole = estimate(&comm, op, &Choice { slices: 1, ..measured.choice }, bytes);
    assert!(measured.time.as_us() < 0.7 * whole.as_us(), "{} in slices, {whole} in one piece", measured.time);
}
