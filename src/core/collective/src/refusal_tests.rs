//! What cannot be done is refused with a reason; whatever else is asked is answered. Nothing hangs or panics.

use kitchen_topology::{self as topology, ClusterSpec, Missing, Part, Topology, TopologyError};
use kitchen_units::{Bytes, Time};

use super::measure::{Launch, measure, measure_group};
use crate::plans::hierarchical::{Dimension, Inner};
use crate::{Algorithm, Call, CollectiveError, Op, Skew, Split};

fn cluster(system: &str, nodes: u32, gpus: u32) -> Topology {
    let spec = ClusterSpec { gpus: Some(gpus), ..ClusterSpec::new(topology::system(system).unwrap(), nodes) };
    topology::build(&spec).unwrap()
}

/// Every call takes some time, or is refused with a sentence.
fn answers(system: &str, nodes: u32, gpus: u32) {
    let topology = cluster(system, nodes, gpus);
    for (op, algorithm) in Op::ALL.into_iter().flat_map(|op| Algorithm::ALL.map(|algorithm| (op, algorithm))) {
        for bytes in [0, 3, 999_983, u64::MAX] {
            match measure(&topology, op, algorithm, Bytes(bytes)) {
                Ok(measured) => assert!(measured.time > Time::ZERO, "{op:?}, {algorithm:?}, {bytes}"),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// A hierarchy over servers with unequal numbers of GPUs.
#[test]
fn servers_of_a_hierarchy_need_not_be_equal() {
    for (nodes, gpus) in [(2, 11), (3, 20), (2, 9)] {
        for op in Op::ALL.into_iter().filter(|&op| Algorithm::Hierarchical.carries(op)) {
            let time = answered(&cluster("dgx-h100", nodes, gpus), op, Algorithm::Hierarchical, 1 << 20);
            assert!(time > Time::ZERO, "{nodes} servers, {gpus} GPUs, {op:?}");
        }
    }
    // As many rails as the smaller server has GPUs: better than trees that know no servers.
    let uneven = cluster("dgx-h100", 2, 14);
    let time = |algorithm| answered(&uneven, Op::AllReduce, algorithm, 1 << 30);
    assert!(time(Algorithm::Hierarchical) < time(Algorithm::DoubleBinaryTree));
}

#[test]
fn no_size_and_no_number_of_ranks_is_too_odd() {
    answers("dgx-h100", 1, 1);
    answers("dgx-h100", 1, 3);
    answers("dgx1-v100", 1, 5);
    answers("dgx-a100", 2, 11);
}

/// One rank has nobody to talk to, and no bytes need no time but the way: both are answered.
fn answered(topology: &Topology, op: Op, algorithm: Algorithm, bytes: u64) -> Time {
    measure(topology, op, algorithm, Bytes(bytes)).unwrap_or_else(|error| panic!("{op:?}, {algorithm:?}: {error}")).time
}

#[test]
fn one_rank_is_done_once_launched_and_no_bytes_take_latency_alone() {
    let (alone, two) = (cluster("dgx-h100", 1, 1), cluster("dgx-h100", 1, 2));
    for op in Op::ALL {
        let in_switches = |known: &Algorithm| matches!(known, Algorithm::InNetwork | Algorithm::InFabric);
        for algorithm in Algorithm::ALL.into_iter().filter(|known| known.carries(op) && !in_switches(known)) {
            let launch = answered(&alone, op, algorithm, 0);
            assert_eq!(answered(&alone, op, algorithm, 1 << 30), launch, "{op:?}, {algorithm:?}");
            let nothing = answered(&two, op, algorithm, 0);
            assert!(launch < nothing && nothing <= answered(&two, op, algorithm, 1 << 30), "{op:?}, {algorithm:?}");
        }
    }
}

fn refuses(topology: &Topology, op: Op, algorithm: Algorithm, bytes: u64, expected: &CollectiveError) {
    assert_eq!(measure(topology, op, algorithm, Bytes(bytes)).as_ref().map(|measured| measured.time), Err(expected));
}

#[test]
fn what_an_algorithm_cannot_do_has_a_reason() {
    let unsupported = |op, algorithm| CollectiveError::Unsupported { op, algorithm };
    let h100 = cluster("dgx-h100", 1, 8);
    for (op, algorithm) in [
        (Op::AllGather, Algorithm::Tree),
        (Op::AllToAll, Algorithm::Ring),
        (Op::Broadcast, Algorithm::HalvingDoubling),
        (Op::AllReduce, Algorithm::Bruck),
        (Op::AllGather, Algorithm::Pairwise),
        (Op::AllToAll, Algorithm::Binomial),
        (Op::AllReduce, Algorithm::Pat),
        (Op::Gather, Algorithm::InNetwork),
        (Op::SendRecv, Algorithm::Hierarchical),
    ] {
        refuses(&h100, op, algorithm, 1 << 20, &unsupported(op, algorithm));
    }
    let in_network = (Op::AllReduce, Algorithm::InNetwork);
    refuses(&cluster("dgx-a100", 1, 8), in_network.0, in_network.1, 1, &CollectiveError::NoInNetwork);
    refuses(&cluster("dgx-h100", 2, 11), in_network.0, in_network.1, 1, &CollectiveError::Uneven);
    refuses(&cluster("dgx-h100", 2, 16), Op::AllReduce, Algorithm::InFabric, 1, &CollectiveError::NoInFabric);
}

#[test]
fn what_is_too_large_has_a_reason() {
    let h100 = cluster("dgx-h100", 1, 8);
    refuses(&h100, Op::AllToAll, Algorithm::Direct, u64::MAX, &CollectiveError::Size);
    let error = measure(&h100, Op::AllReduce, Algorithm::Ring, Bytes(u64::MAX)).map(|measured| measured.time);
    assert!(matches!(error, Err(CollectiveError::Sim(_))), "{error:?}");
    let many = topology::build(&ClusterSpec::new(topology::system("dgx-h100").unwrap(), 512)).unwrap();
    for (op, algorithm) in [
        (Op::AllToAll, Algorithm::Bruck),
        (Op::AllToAll, Algorithm::Pairwise),
        (Op::ReduceScatter, Algorithm::HalvingDoubling),
        (Op::AllToAll, Algorithm::Hierarchical),
    ] {
        let error = measure(&many, op, algorithm, Bytes(1 << 20)).map(|measured| measured.time);
        assert!(matches!(error, Err(CollectiveError::TooLarge { .. })), "{op:?}, {algorithm:?}: {error:?}");
    }
}

#[test]
fn a_group_that_is_none_has_a_reason() {
    let h100 = cluster("dgx-h100", 1, 8);
    let ask = |group: &[u32]| {
        let call = Call::new(Op::AllReduce, Algorithm::Ring, Bytes(1 << 20), group);
        measure_group(&h100, &call, Launch::ProcessPerGpu).map(|measured| measured.time)
    };
    assert_eq!(ask(&[]), Err(CollectiveError::NoRanks));
    assert_eq!(ask(&[0, 1, 1]), Err(CollectiveError::BadGroup { gpu: 1 }));
    assert_eq!(ask(&[0, 8]), Err(CollectiveError::BadGroup { gpu: 8 }));
}

#[test]
fn a_torn_cluster_has_a_reason() {
    let cards: Vec<Part> = (0..8).map(|card| Part::Card { node: 1, card }).collect();
    let whole = ClusterSpec::new(topology::system("dgx-h100").unwrap(), 2);
    let torn = topology::build(&ClusterSpec { missing: Missing::of(&cards).unwrap(), ..whole }).unwrap();
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.carries(Op::AllReduce)) {
        let error = measure(&torn, Op::AllReduce, algorithm, Bytes(1 << 20)).map(|measured| measured.time);
        assert!(
            matches!(
                error,
                Err(CollectiveError::Topology(TopologyError::NoRoute { .. }) | CollectiveError::Unsupported { .. })
            ),
            "{algorithm:?}: {error:?}"
        );
    }
}

#[test]
fn a_grid_or_sizes_that_do_not_fit_have_a_reason() {
    let h100 = cluster("dgx-h100", 3, 24);
    let group: Vec<u32> = (0..24).collect();
    let grid = |dims: &[(u32, Inner)]| {
        let dims: Vec<Dimension> = dims.iter().map(|&(size, inner)| Dimension::new(size, inner)).collect();
        let call = Call { dims: &dims, ..Call::new(Op::AllReduce, Algorithm::Hierarchical, Bytes(1 << 20), &group) };
        measure_group(&h100, &call, Launch::ProcessPerGpu).map(|_| ())
    };
    let refusal = Err(CollectiveError::Grid { ranks: 24 });
    assert_eq!(grid(&[(8, Inner::Direct), (3, Inner::Ring)]), Ok(()));
    assert_eq!(grid(&[(4, Inner::HalvingDoubling), (2, Inner::Direct), (3, Inner::Trees)]), Ok(()));
    assert_eq!(grid(&[(8, Inner::Direct), (4, Inner::Ring)]), refusal);
    assert_eq!(grid(&[(8, Inner::Direct), (3, Inner::HalvingDoubling)]), refusal);
    assert_eq!(grid(&[(3, Inner::Trees), (8, Inner::Direct)]), refusal);
    assert_eq!(grid(&[(8, Inner::Switch), (3, Inner::Trees)]), refusal);
    assert_eq!(grid(&[(0, Inner::Ring)]), refusal);
    assert_eq!(grid(&[(u32::MAX, Inner::Ring), (u32::MAX, Inner::Ring)]), refusal);
    let split = Split::Skewed(Skew::percent(2500).unwrap());
    let call = Call { split, ..Call::new(Op::AllToAllV, Algorithm::Direct, Bytes(1 << 20), &group) };
    let refused = measure_group(&h100, &call, Launch::ProcessPerGpu).map(|_| ());
    assert_eq!(refused, Err(CollectiveError::Split { ranks: 24 }));
}
