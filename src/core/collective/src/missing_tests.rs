//! What a collective costs where parts are missing.

use kitchen_sim as sim;
use kitchen_task::TaskGraph;
use kitchen_topology::{ClusterSpec, Missing, Part, Router, Topology, TopologyError, build, find_system, system};
use kitchen_units::Bytes;
use proptest::prelude::*;

use super::{Algorithm, Call, Op, append, calibration, measure};

fn without(id: &str, nodes: u32, parts: &str) -> Result<Topology, TopologyError> {
    let parts: Vec<Part> = parts.split_whitespace().map(|part| Part::parse(part).unwrap()).collect();
    let missing = Missing::of(&parts)?;
    build(&ClusterSpec { missing, ..ClusterSpec::new(find_system(id).unwrap(), nodes) })
}

/// Bus bandwidth of a ring without `parts`, against that of the whole system.
fn left(id: &str, algorithm: Algorithm, parts: &str) -> f64 {
    let busbw = |parts| {
        let topology = without(id, 1, parts).unwrap();
        measure(&topology, Op::AllReduce, algorithm, Bytes::gib(4)).unwrap().busbw.as_gb_per_s()
    };
    busbw(parts) / busbw("")
}

#[test]
fn what_is_missing_takes_its_links_share_away() {
    fn check(id: &str, algorithm: Algorithm, parts: &str, expected: f64) {
        let share = left(id, algorithm, parts);
        assert!((share - expected).abs() < 0.02, "{id} without {parts}: {share}");
    }
    // A GPU of a DGX H100 has 5, 5, 4 and 4 links to its chips.
    check("dgx-h100", Algorithm::Ring, "chip:0.0", 13.0 / 18.0);
    check("dgx-h100", Algorithm::Ring, "chip:0.3", 14.0 / 18.0);
    check("dgx-h100", Algorithm::InNetwork, "chip:0.3", 14.0 / 18.0);
    check("dgx-h100", Algorithm::Ring, "link:0.5-2", 17.0 / 18.0);
    check("dgx-h100", Algorithm::InNetwork, "link:0.5-2", 17.0 / 18.0);
    // Links missing at different GPUs cost a ring no more than the narrower of the two, and sums both.
    check("dgx-h100", Algorithm::Ring, "link:0.1-0 link:0.5-2", 17.0 / 18.0);
    check("dgx-h100", Algorithm::InNetwork, "link:0.1-0 link:0.5-2", 16.0 / 18.0);
    check("dgx-a100", Algorithm::Ring, "chip:0.5", 5.0 / 6.0);
    check("gb200-nvl72", Algorithm::InNetwork, "chip:0.17", 17.0 / 18.0);
    // Six rings on a DGX-1, four where two GPUs have five links left.
    check("dgx1-v100", Algorithm::Ring, "tunnel:0.0-3", 4.0 / 6.0);
}

#[test]
fn a_rack_that_falls_apart_is_told() {
    let cut: Vec<String> = (0..18).map(|chip| format!("chip:0.{chip}")).collect();
    let topology = without("gb200-nvl72", 1, &cut.join(" ")).unwrap();
    let router = Router::new(&topology);
    assert_eq!(router.route(0, 71), Err(TopologyError::NoRoute { src: 0, dst: 71 }));
    assert_eq!(router.to_switches(0), Err(TopologyError::NoSwitch { gpu: 0 }));
    assert!(measure(&topology, Op::AllReduce, Algorithm::Auto, Bytes(1)).is_err());
    // In a server with PCIe there is still the corridor.
    let topology = without("dgx-b200", 1, "chip:0.0 chip:0.1").unwrap();
    let left = measure(&topology, Op::AllReduce, Algorithm::Auto, Bytes::gib(1)).unwrap();
    assert!(left.busbw.as_gb_per_s() < 40.0 && left.algorithm != Algorithm::InNetwork);
    let topology = without("dgx-h100", 2, &(0..8).map(|card| format!("card:1.{card} ")).collect::<String>()).unwrap();
    assert_eq!(Router::new(&topology).route(0, 8), Err(TopologyError::NoRoute { src: 0, dst: 8 }));
}

/// What finds equal tasks and simulates one of them finds that they are not equal where a part is missing.
#[test]
fn shortcuts_take_what_every_task_takes() {
    fn check(id: &str, nodes: u32, parts: &str, algorithm: Algorithm) {
        let topology = without(id, nodes, parts).unwrap();
        let group: Vec<u32> = (0..topology.len()).collect();
        let call = Call::new(Op::AllReduce, algorithm, Bytes::gib(1), &group);
        let mut graph = TaskGraph::new();
        append(&mut graph, &Router::new(&topology), &topology, &call, &[]).unwrap();
        let options = sim::Options { record: sim::Record::Makespan, ..sim::Options::default() };
        let every = sim::run(&graph, &topology.capacities(), group.len(), &options).unwrap().makespan;
        let short = measure(&topology, Op::AllReduce, algorithm, Bytes::gib(1)).unwrap().time;
        assert_eq!(short, every, "{id} x {nodes} without {parts}, {algorithm:?}");
    }
    for parts in ["", "chip:1.3", "link:0.5-2", "card:1.4", "link:0.0-0x5 link:1.7-3"] {
        for algorithm in [Algorithm::Ring, Algorithm::InNetwork, Algorithm::Direct, Algorithm::Hierarchical] {
            check("dgx-h100", 2, parts, algorithm);
        }
    }
    check("gb200-nvl72", 1, "link:0.40-2", Algorithm::InNetwork);
    check("dgx1-v100", 2, "tunnel:1.0-3", Algorithm::Ring);
}

#[test]
fn a_missing_card_costs_its_share_between_nodes() {
    let busbw = |parts| {
        let topology = without("dgx-h100", 2, parts).unwrap();
        measure(&topology, Op::AllReduce, Algorithm::Ring, Bytes::gib(4)).unwrap().busbw.as_gb_per_s()
    };
    let share = busbw("card:1.3") / busbw("");
    // Seven cards of 48.5 GB/s against what kernels get of 18 links of 20.6 GB/s, which were the narrower with eight.
    let links = 18.0 * 20.6 * calibration::SIMPLE_EFFICIENCY;
    assert!((share - 7.0 * 48.5 / links).abs() < 0.02, "{share}");
}

#[test]
fn sums_over_several_boards_cost_little_more_than_on_one() {
    let time = |gpus| {
        let spec = ClusterSpec { gpus: Some(gpus), ..ClusterSpec::new(find_system("dgx-h100-nvlink").unwrap(), 1) };
        measure(&build(&spec).unwrap(), Op::AllReduce, Algorithm::InNetwork, Bytes::gib(4)).unwrap().time.as_secs()
    };
    // Published: the reduce bandwidth of 256 GPUs is that of eight (fibermall.com on the SuperPod of 256 H100).
    assert!((time(64) / time(8) - 1.0).abs() < 0.1, "{} {}", time(64), time(8));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever single parts are missing, what is left is no faster.
    #[test]
    fn less_is_never_faster(chip in 0..4_u32, gpu in 0..8_u32, lanes in 1..5_u32, both: bool) {
        let mut parts = vec![Part::Link { node: 0, gpu, chip, lanes: lanes.min([5, 5, 4, 4][chip as usize]) }];
        if both {
            parts.push(Part::Chip { node: 0, chip: 3 - chip });
        }
        let missing = Missing::of(&parts).unwrap();
        let topology = build(&ClusterSpec { missing, ..ClusterSpec::new(system("dgx-h100").unwrap(), 1) }).unwrap();
        for algorithm in [Algorithm::Ring, Algorithm::InNetwork, Algorithm::Direct] {
            let time = |topology: &Topology| measure(topology, Op::AllReduce, algorithm, Bytes(1 << 28)).unwrap().time;
            prop_assert!(time(&topology) >= time(&without("dgx-h100", 1, "").unwrap()));
        }
    }
}
