use std::collections::BTreeMap;
use std::path::Path;

use kitchen_units::{Rate, Time};
use petgraph::graph::EdgeIndex;
use petgraph::visit::EdgeRef;
use proptest::prelude::*;

use super::*;

pub(super) fn cluster(id: &str, nodes: u32) -> Topology {
    build(&ClusterSpec::new(find_system(id).unwrap(), nodes)).unwrap()
}

/// What a route lets into a vertex less what it lets out of it: -1 at the source, 1 at the goal, 0 on the way.
fn balance(topology: &Topology, route: &Route) -> BTreeMap<Vertex, f64> {
    let mut balance = BTreeMap::new();
    for hop in &route.hops {
        let (a, b) = topology.ends(hop.link).unwrap();
        assert!(hop.share > 0.0 && hop.share < 1.0 + 1e-9, "{hop:?}");
        *balance.entry(a).or_insert(0.0) -= hop.share;
        *balance.entry(b).or_insert(0.0) += hop.share;
    }
    balance
}

/// A route carries exactly one flow from `src` to `dst`: whatever cut one takes between them, shares sum to one.
pub(super) fn check_route(topology: &Topology, route: &Route, src: GpuId, dst: GpuId) {
    let vertex = |gpu: GpuId| topology.graph[topology.gpus[gpu as usize]];
    for (at, sum) in balance(topology, route) {
        let expected = f64::from(u8::from(at == vertex(dst))) - f64::from(u8::from(at == vertex(src)));
        assert!((sum - expected).abs() < 1e-9, "{src} -> {dst}: {sum} at {at:?}");
    }
    assert_eq!(route.hops.is_empty(), src == dst);
    assert_eq!(route.latency == Time::ZERO, src == dst);
    let mut links: Vec<_> = route.hops.iter().map(|hop| hop.link).collect();
    links.sort_unstable();
    links.dedup();
    assert_eq!(links.len(), route.hops.len(), "a link stands in a route once");
}

/// The vertices that a route passes, in words.
fn passes(id: &str, nodes: u32, src: GpuId, dst: GpuId, spread: Spread) -> String {
    let topology = cluster(id, nodes);
    let route = Router::new(&topology).route_with(src, dst, spread).unwrap();
    let mut seen = Vec::new();
    for hop in &route.hops {
        let (_, b) = topology.ends(hop.link).unwrap();
        if !seen.contains(&b) {
            seen.push(b);
        }
    }
    let names = seen.iter().map(|vertex| match vertex {
        Vertex::Gpu { rank, .. } => format!("gpu{rank}"),
        Vertex::NvSwitch { chip, .. } => format!("chip{chip}"),
        Vertex::PcieSwitch { node, index } => format!("pcie{node}.{index}"),
        Vertex::Host { node, index } => format!("cpu{node}.{index}"),
        Vertex::Nic { node, index } => format!("nic{node}.{index}"),
        Vertex::Leaf { index } => format!("leaf{index}"),
        Vertex::Spine { index } => format!("spine{index}"),
    });
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn presets_have_the_links_of_their_data_sheets() {
    fn check(id: &str, gpus: u32, lanes: u32, gb_per_s: f64, chips: usize, nics: u32) {
        let topology = cluster(id, 1);
        assert_eq!(topology.len(), gpus, "{id}");
        let chip = |vertex: &&Vertex| matches!(vertex, Vertex::NvSwitch { .. });
        assert_eq!(topology.graph.node_weights().filter(chip).count(), chips, "{id}");
        assert_eq!(topology.nics_per_node(), nics, "{id}");
        for rank in 0..gpus {
            let links = topology.graph.edges(topology.gpus[rank as usize]).map(|edge| *edge.weight());
            let nvlinks: Vec<_> = links.filter(|link| link.class.is_nvlink()).collect();
            assert_eq!(nvlinks.iter().map(|link| link.lanes).sum::<u32>(), lanes, "{id}, GPU {rank}");
            assert!((topology.nvlink_rate(rank).0.as_gb_per_s() - gb_per_s).abs() < 1e-6, "{id}, GPU {rank}");
        }
    }
    check("pcie-8", 8, 0, 0.0, 0, 2);
    check("dgx1-p100", 8, 4, 80.0, 0, 4);
    check("dgx1-v100", 8, 6, 150.0, 0, 4);
    check("dgx2", 16, 6, 150.0, 12, 8);
    check("dgx-a100", 8, 12, 300.0, 6, 8);
    check("dgx-h100", 8, 18, 450.0, 4, 8);
    check("dgx-h200", 8, 18, 450.0, 4, 8);
    check("dgx-b200", 8, 18, 900.0, 2, 8);
    check("gb200-nvl72", 72, 18, 900.0, 18, 72);
    check("gb300-nvl72", 72, 18, 900.0, 18, 72);
    check("dgx-h100-nvlink", 256, 18, 450.0, 164, 256);
    check("vr-nvl72", 72, 36, 1800.0, 36, 144);
    assert_eq!(systems().len(), 11);
}

#[test]
fn every_link_has_its_equal_the_other_way_and_no_chip_more_links_than_ports() {
    for system in systems() {
        let topology = cluster(system.id, 2);
        for edge in topology.graph.edge_references() {
            let link = edge.weight();
            let back = topology.graph.find_edge(edge.target(), edge.source()).unwrap();
            assert_eq!(topology.graph[back].lanes, link.lanes);
            assert_eq!(topology.graph[back].effective, link.effective);
            assert!(link.lanes > 0 && link.latency > Time::ZERO);
            assert!(link.effective <= link.nominal && link.effective > Rate::ZERO, "{}: {link:?}", system.id);
        }
        for a in 0..system.gpus_per_node {
            for b in 0..a {
                assert_eq!(topology.nvlink_lanes(a, b), topology.nvlink_lanes(b, a));
            }
        }
        for vertex in topology.graph.node_indices() {
            if matches!(topology.graph[vertex], Vertex::NvSwitch { .. }) {
                let used: u32 = topology.graph.edges(vertex).map(|edge| edge.weight().lanes).sum();
                let ports = kitchen_hardware::NVSWITCHES.iter().map(|chip| (chip.gpus, chip.chips, chip.ports));
                let mut known =
                    ports.filter(|&(gpus, chips, _)| (gpus, chips) == (system.gpus_per_node, system.switch_chips()));
                assert!(used <= known.next().unwrap().2, "{}: {used} ports", system.id);
            }
        }
    }
}

#[test]
fn every_gpu_reaches_every_other_with_one_whole_flow() {
    for system in systems() {
        let per_node = system.gpus_per_node;
        let spec = ClusterSpec { gpus: Some(2 * per_node + per_node / 2 + 1), ..ClusterSpec::new(system, 3) };
        let topology = build(&spec).unwrap();
        let router = Router::new(&topology);
        // All pairs of the first node, and each of its GPUs with some of the others; in a rack some of either.
        let step = if per_node > 16 { 41 } else { 7 };
        for a in 0..per_node {
            let far = (0..topology.len()).filter(|b| per_node.max(*b) <= 16 || (a + b) % step == 0);
            for b in far {
                for spread in [Spread::Nearest, Spread::AllRails] {
                    check_route(&topology, &router.route_with(a, b, spread).unwrap(), a, b);
                    check_route(&topology, &router.route_with(b, a, spread).unwrap(), b, a);
                    if b < per_node {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn routes_take_the_way_that_the_hardware_takes() {
    fn check(id: &str, (src, dst): (GpuId, GpuId), expected: &str) {
        let per_node = system(id).unwrap().gpus_per_node;
        let nodes = if src.max(dst) < per_node { 1 } else { 2 };
        assert_eq!(passes(id, nodes, src, dst, Spread::Nearest), expected, "{id}: {src} -> {dst}");
    }
    check("pcie-8", (0, 1), "pcie0.0 gpu1");
    check("pcie-8", (1, 2), "pcie0.0 cpu0.0 pcie0.1 gpu2");
    check("pcie-8", (0, 7), "pcie0.0 cpu0.0 cpu0.1 pcie0.3 gpu7");
    check("dgx1-v100", (0, 3), "gpu3");
    // No link across the quads but to the counterpart: over the neighbour with the widest links.
    check("dgx1-v100", (0, 5), "gpu1 gpu5");
    check("dgx1-v100", (0, 7), "gpu4 gpu7");
    check("dgx-a100", (0, 5), "chip0 chip1 chip2 chip3 chip4 chip5 gpu5");
    check("dgx2", (0, 7), "chip0 chip1 chip2 chip3 chip4 chip5 gpu7");
    check("dgx2", (0, 8), "chip0 chip1 chip2 chip3 chip4 chip5 chip6 chip7 chip8 chip9 chip10 chip11 gpu8");
    check("dgx-h100", (2, 10), "pcie0.2 nic0.2 leaf2 nic1.2 pcie1.2 gpu10");
    check("dgx-h100", (2, 11), "pcie0.2 nic0.2 leaf2 spine0 spine1 spine2 spine3 leaf3 nic1.3 pcie1.3 gpu11");
    check("gb200-nvl72", (0, 72), "cpu0.0 nic0.0 leaf0 nic1.0 cpu1.0 gpu72");
}

#[test]
fn all_rails_spread_a_flow_evenly_over_the_cards() {
    fn check(id: &str, fabric: Option<Fabric>, expected: &[f64]) {
        let system = system(id).unwrap();
        let fabric = fabric.unwrap_or(system.default_fabric);
        let topology = build(&ClusterSpec { fabric, ..ClusterSpec::new(system, 2) }).unwrap();
        let route = Router::new(&topology).route_with(1, system.gpus_per_node + 2, Spread::AllRails).unwrap();
        let into = |vertex| matches!(vertex, Vertex::Nic { node: 1, .. });
        let shares: Vec<f64> = route
            .hops
            .iter()
            .filter(|hop| topology.ends(hop.link).is_some_and(|(_, b)| into(b)))
            .map(|hop| hop.share)
            .collect();
        assert_eq!(shares, expected, "{id}");
    }
    check("dgx-h100", None, &[0.125; 8]);
    check("dgx1-v100", None, &[0.25; 4]);
    check("pcie-8", None, &[0.5; 2]);
    let ethernet = system("dgx-h100").unwrap().default_fabric.over(Technology::Ethernet, Transport::Rdma);
    check("dgx-h100", Some(ethernet.with_nics(16, 200)), &[0.0625; 16]);
    check("dgx-h100", Some(ethernet.with_nics(1, 100)), &[1.0]);
}

#[test]
fn a_rail_route_leaves_by_the_gpu_beside_the_card() {
    let topology = cluster("dgx-h100", 2);
    let route = Router::new(&topology).route_on_rail(0, 9, 5).unwrap();
    check_route(&topology, &route, 0, 9);
    let crossed = |vertex: Vertex| route.hops.iter().any(|hop| topology.ends(hop.link).unwrap().1 == vertex);
    assert!(crossed(Vertex::Gpu { rank: 5, node: 0, index: 5 }));
    assert!(crossed(Vertex::Nic { node: 0, index: 5 }));
    assert!(crossed(Vertex::Gpu { rank: 13, node: 1, index: 5 }));
}

#[test]
fn sums_in_the_switch_go_to_each_chip_by_its_links() {
    fn check(id: &str, expected: Option<&[f64]>) {
        let topology = cluster(id, 1);
        let router = Router::new(&topology);
        for route in [router.to_switches(3), router.from_switches(3)] {
            let shares = route.map(|route| route.hops.iter().map(|hop| hop.share).collect::<Vec<_>>());
            assert_eq!(shares.ok().as_deref(), expected, "{id}");
        }
    }
    check("dgx-h100", Some(&[5.0 / 18.0, 5.0 / 18.0, 4.0 / 18.0, 4.0 / 18.0]));
    check("gb300-nvl72", Some(&[1.0 / 18.0; 18]));
    check("dgx-a100", None);
    check("dgx1-v100", None);
}

#[test]
fn cards_carry_what_was_measured_of_their_rate() {
    fn check(id: &str, transport: Transport, nics: u32, gbit: u32, nominal: f64, effective: f64) {
        let system = system(id).unwrap();
        let fabric = system.default_fabric.over(Technology::Ethernet, transport).with_nics(nics, gbit);
        let topology = build(&ClusterSpec { fabric, ..ClusterSpec::new(system, 2) }).unwrap();
        let (sold, left) = topology.nic_rate();
        assert!((sold.as_gb_per_s() - nominal).abs() < 1e-9);
        assert!((left.as_gb_per_s() - effective).abs() < 1e-9, "{left:?}");
        let port = topology.graph.edge_weights().find(|link| link.class == LinkClass::Ethernet).unwrap();
        assert_eq!(port.effective, left);
    }
    check("dgx-h100", Transport::Rdma, 8, 400, 50.0, 48.5);
    check("dgx-a100", Transport::Rdma, 8, 200, 25.0, 23.5);
    check("dgx1-v100", Transport::Rdma, 4, 100, 12.5, 12.0);
    check("dgx-b200", Transport::Efa, 8, 400, 50.0, 47.5);
    check("dgx-a100", Transport::Efa, 4, 100, 12.5, 10.625);
    check("dgx1-v100", Transport::EfaHost, 1, 100, 12.5, 8.875);
    check("dgx-h100", Transport::Tcpx, 4, 200, 25.0, 18.5);
    check("dgx-h100", Transport::Sockets, 1, 10, 1.25, 1.25 * 0.97 * 1460.0 / 1538.0);
    check("dgx-h100", Transport::Sockets, 1, 200, 25.0, 3.7);
}

#[test]
fn the_gpus_asked_for_are_the_first_and_bring_only_what_hangs_on_them() {
    fn check(id: &str, nodes: u32, gpus: u32, expected_nodes: u32, expected_nics: usize) {
        let spec = ClusterSpec { gpus: Some(gpus), ..ClusterSpec::new(system(id).unwrap(), nodes) };
        let topology = build(&spec).unwrap();
        assert_eq!((topology.len(), topology.nodes), (gpus, expected_nodes));
        let is_nic = |vertex: &&Vertex| matches!(vertex, Vertex::Nic { .. });
        assert_eq!(topology.graph.node_weights().filter(is_nic).count(), expected_nics);
        for (rank, vertex) in topology.gpus.iter().enumerate() {
            assert!(matches!(topology.graph[*vertex], Vertex::Gpu { rank: r, .. } if r as usize == rank));
        }
        let all: usize = (0..topology.nodes).map(|node| topology.ranks_of(node).len()).sum();
        assert_eq!(all, gpus as usize);
    }
    check("dgx-h100", 1, 4, 1, 4);
    check("dgx-h100", 3, 12, 2, 12);
    check("dgx1-v100", 2, 11, 2, 6);
    check("gb200-nvl72", 1, 8, 1, 8);
    check("gb200-nvl72", 2, 128, 2, 128);
}

#[test]
fn what_cannot_be_built_is_refused() {
    fn check(change: impl FnOnce(&mut ClusterSpec), expected: &TopologyError) {
        let mut spec = ClusterSpec::new(system("dgx-h100").unwrap(), 2);
        change(&mut spec);
        let error = build(&spec).map(|topology| topology.len()).unwrap_err();
        assert_eq!(error, *expected);
    }
    check(|spec| spec.nodes = 0, &TopologyError::Nodes { asked: 0, most: 16_389 });
    check(|spec| spec.nodes = u32::MAX, &TopologyError::Nodes { asked: u32::MAX, most: 16_389 });
    check(|spec| spec.gpus = Some(0), &TopologyError::Gpus { asked: 0, most: 16 });
    check(|spec| spec.gpus = Some(17), &TopologyError::Gpus { asked: 17, most: 16 });
    check(|spec| spec.fabric.nics_per_node = 0, &TopologyError::Nics { asked: 0, most: 32 });
    check(|spec| spec.fabric.nics_per_node = u32::MAX, &TopologyError::Nics { asked: u32::MAX, most: 32 });
    check(|spec| spec.fabric.gbit_per_nic = 401, &TopologyError::PortRate { asked: 401 });
    let topology = cluster("dgx-h100", 1);
    assert_eq!(Router::new(&topology).route(0, 8), Err(TopologyError::NoSuchGpu { gpu: 8, count: 8 }));
}

#[test]
fn the_largest_cluster_builds_and_routes() {
    let topology = cluster("dgx-h100", 2048);
    let router = Router::new(&topology);
    check_route(&topology, &router.route(0, 16_383).unwrap(), 0, 16_383);
    check_route(&topology, &router.route_with(77, 9_000, Spread::AllRails).unwrap(), 77, 9_000);
}

/// How many rings, and of how many lanes.
fn check_rings(id: &str, gpus: &[GpuId], count: usize, lanes: u32) {
    let nodes = gpus.iter().max().unwrap() / find_system(id).unwrap().gpus_per_node + 1;
    let topology = cluster(id, nodes);
    let found = rings::search(&topology, gpus);
    assert_eq!((found.len(), found[0].lanes), (count, lanes), "{id}: {found:?}");
    if nodes == 1 {
        check_disjoint(&topology, gpus, &found);
    }
}

/// Each ring visits each GPU once, and together they use no lane twice (where NVLink joins neighbours at all).
fn check_disjoint(topology: &Topology, gpus: &[GpuId], found: &[rings::Ring]) {
    let mut used = BTreeMap::new();
    for ring in found {
        let mut order = ring.order.clone();
        order.sort_unstable();
        assert_eq!(order, gpus);
        for (place, &a) in ring.order.iter().enumerate() {
            *used.entry((a, ring.order[(place + 1) % ring.order.len()])).or_insert(0) += ring.lanes;
        }
    }
    let joined = used.keys().all(|&(a, b)| topology.nvlink_lanes(a, b) > 0);
    for (&(a, b), &lanes) in used.iter().filter(|_| joined) {
        assert!(lanes <= topology.nvlink_lanes(a, b), "{a} -> {b}: {lanes} in {found:?}");
    }
}

#[test]
fn rings_use_all_lanes_of_a_cube_mesh() {
    let all: Vec<GpuId> = (0..16).collect();
    check_rings("dgx1-p100", &all[..8], 4, 1);
    check_rings("dgx1-v100", &all[..8], 6, 1);
    check_rings("dgx1-v100", &all[..4], 4, 1);
    check_rings("dgx1-v100", &[0, 3], 2, 1);
    check_rings("dgx1-v100", &[0, 5], 1, 1);
    check_rings("dgx1-v100", &all, 4, 1);
    check_rings("dgx-h100", &all[..8], 1, 18);
    check_rings("dgx-h100", &all, 8, 2);
    check_rings("dgx2", &all, 1, 6);
    check_rings("pcie-8", &all[..8], 1, 1);
    check_rings("mi300x-8", &all[..8], 7, 1);
    check_rings("mi300x-8", &all[..7], 6, 1);
    // No six directed cycles share no lane among six (Tillson), nor three among four: undirected ones leave one lane a GPU.
    check_rings("mi300x-8", &all[..6], 4, 1);
    check_rings("mi300x-8", &all[..4], 2, 1);
    check_rings("mi300x-8", &all[..2], 1, 1);
    check_rings("gh200-4", &all[..4], 18, 1);
    check_rings("mi300a-4", &all[..4], 6, 1);
    check_rings("h100-pcie-2", &all[..2], 12, 1);
    check_rings("h100-nvl-8", &all[..8], 1, 1);
}

/// NCCL's log on a DGX-1 with V100 (2.19.3 and 2.27.5) lists twelve channels: these six rings, each twice.
#[test]
fn the_rings_of_a_dgx1_v100_are_those_that_nccl_finds() {
    let topology = cluster("dgx1-v100", 1);
    let all: Vec<GpuId> = (0..8).collect();
    let mut found: Vec<Vec<GpuId>> = rings::search(&topology, &all).into_iter().map(|ring| ring.order).collect();
    found.sort();
    let (double, single) = ([0, 3, 2, 1, 5, 6, 7, 4], [0, 1, 3, 7, 5, 4, 6, 2]);
    let (double_back, single_back) = ([0, 4, 7, 6, 5, 1, 2, 3], [0, 2, 6, 4, 5, 7, 3, 1]);
    assert_eq!(found, [single, single_back, double, double, double_back, double_back]);
}

/// On a mesh without a GPU to spare for it, every lane is in a ring, both ways.
fn check_every_lane_is_used(id: &str) {
    let topology = cluster(id, 1);
    let all: Vec<GpuId> = (0..topology.len()).collect();
    let mut left: BTreeMap<(GpuId, GpuId), u32> = BTreeMap::new();
    for (a, b) in all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b))) {
        left.insert((a, b), topology.nvlink_lanes(a, b));
    }
    for ring in rings::search(&topology, &all) {
        for (place, &a) in ring.order.iter().enumerate() {
            *left.get_mut(&(a, ring.order[(place + 1) % ring.order.len()])).unwrap() -= ring.lanes;
        }
    }
    assert!(left.values().all(|&lanes| lanes == 0), "{id}: {left:?}");
}

#[test]
fn no_lane_of_a_mesh_is_left_over() {
    for id in ["dgx1-p100", "dgx1-v100", "mi300x-8", "gh200-4", "mi300a-4"] {
        check_every_lane_is_used(id);
    }
}

#[test]
fn ways_through_a_full_mesh_use_every_link_once_each_way() {
    fn check(id: &str, gpus: u32, count: usize) {
        let topology = cluster(id, 2);
        let per_node = topology.gpus_per_node();
        let nodes: Vec<Vec<GpuId>> = (0..2).map(|node| (0..gpus).map(|gpu| node * per_node + gpu).collect()).collect();
        let found = rings::open(&topology, &nodes);
        assert_eq!(found.len(), count, "{id}");
        let mut used = BTreeMap::new();
        for ring in &found {
            let mut order = ring.order.clone();
            order.sort_unstable();
            assert_eq!(order, nodes[0], "{id}");
            for pair in ring.order.windows(2) {
                *used.entry((pair[0], pair[1])).or_insert(0) += ring.lanes;
            }
        }
        for (&(a, b), &lanes) in &used {
            assert_eq!(lanes, topology.nvlink_lanes(a, b), "{id}: {a} -> {b}");
        }
        assert_eq!(used.len() as u32, if count == 0 { 0 } else { gpus * (gpus - 1) }, "{id}");
    }
    check("mi300x-8", 8, 8);
    check("mi300x-8", 6, 6);
    check("mi300x-8", 5, 0);
    check("gh200-4", 4, 24);
    check("dgx1-v100", 8, 0);
    check("dgx-h100", 8, 0);
    check("pcie-8", 8, 0);
}

#[test]
fn rings_run_at_the_rate_of_their_narrowest_link() {
    fn check(id: &str, low_gb_per_s: f64, high_gb_per_s: f64) {
        let topology = cluster(id, 1);
        let router = Router::new(&topology);
        let all: Vec<GpuId> = (0..topology.len()).collect();
        let found = rings::search(&topology, &all);
        let mut load = BTreeMap::new();
        for ring in &found {
            for (place, &a) in ring.order.iter().enumerate() {
                for hop in router.route(a, ring.order[(place + 1) % ring.order.len()]).unwrap().hops {
                    *load.entry(hop.link).or_insert(0.0) += hop.share;
                }
            }
        }
        let rate = |(&link, load): (&u32, &f64)| topology.link(link).unwrap().effective.as_gb_per_s() / load;
        let each = load.iter().map(rate).fold(f64::INFINITY, f64::min);
        let all = each * found.len() as f64;
        assert!(all >= low_gb_per_s && all <= high_gb_per_s, "{id}: {all} GB/s");
    }
    // PCIe Gen4 through host bridges; cube meshes with all lanes; measured: A100 235, H100 and H200 367.
    check("pcie-8", 20.0, 25.0);
    check("dgx1-p100", 72.0, 72.0);
    check("dgx1-v100", 128.9, 129.1);
    check("dgx2", 128.9, 129.1);
    check("dgx-a100", 235.0, 240.1);
    check("dgx-h100", 366.0, 372.0);
}

#[test]
fn rings_over_nodes_leave_by_different_cards() {
    for id in ["dgx1-v100", "dgx-a100", "gb200-nvl72"] {
        let topology = cluster(id, 2);
        let per_node = topology.gpus_per_node();
        let all: Vec<GpuId> = (0..topology.len()).collect();
        let found = rings::search(&topology, &all);
        let nics = topology.nics_per_node();
        let card = |gpu: GpuId| gpu % per_node * nics / per_node;
        let mut exits: Vec<_> = found.iter().map(|ring| card(ring.order[per_node as usize - 1])).collect();
        exits.sort_unstable();
        assert_eq!(exits, (0..nics).collect::<Vec<_>>(), "{id}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_cluster_routes_whole_flows(
        place in 0..10_usize, nodes in 1..5_u32, cut in 0..71_u32, nics in 1..20_u32, rail: bool, rails: bool,
        from: u32, to: u32,
    ) {
        let system = &systems()[place];
        let layout = if rail { Layout::Rail } else { Layout::LeafSpine };
        let fabric = system.default_fabric.with_nics(nics.min(system.gpus_per_node * 2), 200).laid_out(layout);
        let gpus = (nodes * system.gpus_per_node).saturating_sub(cut).max(1);
        let topology = build(&ClusterSpec { gpus: Some(gpus), fabric, ..ClusterSpec::new(system, nodes) }).unwrap();
        let spread = if rails { Spread::AllRails } else { Spread::Nearest };
        let (src, dst) = (from % gpus, to % gpus);
        let router = Router::with_spread(&topology, spread);
        let route = router.route(src, dst);
        let route = route.unwrap();
        check_route(&topology, &route, src, dst);
        prop_assert_eq!(&route, &Router::new(&topology).route_with(src, dst, spread).unwrap());
        let links = topology.graph.edge_count();
        prop_assert!(route.hops.iter().all(|hop| EdgeIndex::<u32>::new(hop.link as usize).index() < links));
        check_route(&topology, &router.route_on_rail(src, dst, from).unwrap(), src, dst);
    }

    #[test]
    fn rings_never_share_a_lane(mask in 1..256_u32, v100: bool) {
        let topology = cluster(if v100 { "dgx1-v100" } else { "dgx1-p100" }, 1);
        let gpus: Vec<GpuId> = (0..8).filter(|bit| mask >> bit & 1 == 1).collect();
        let found = rings::search(&topology, &gpus);
        prop_assert_eq!(found.is_empty(), gpus.len() < 2);
        check_disjoint(&topology, &gpus, &found);
    }
}

#[test]
fn link_matrices_agree_with_the_collected_facts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/reference/hardware.json");
    let reference: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for (name, id) in [("DGX-1 P100", "dgx1-p100"), ("DGX-1 V100", "dgx1-v100")] {
        let row = reference["topologies"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
        let system = system(id).unwrap();
        let topology = build(&ClusterSpec::new(system, 1)).unwrap();
        for a in 0..8_u32 {
            for b in 0..8_u32 {
                let lanes = row["nvlink_links_matrix"][a as usize][b as usize].as_u64();
                assert_eq!(lanes, Some(u64::from(topology.nvlink_lanes(a, b))), "{name}: {a} to {b}");
            }
        }
    }
}

#[test]
fn presets_have_the_gpus_they_are_sold_with() {
    let preset_gpus: Vec<_> = systems().iter().map(|system| system.gpu.id).collect();
    assert_eq!(
        preset_gpus,
        [
            "a100-pcie",
            "p100-sxm2",
            "v100-sxm2",
            "v100-sxm3",
            "a100-sxm",
            "h100-sxm",
            "h200-sxm",
            "b200-sxm",
            "gb200",
            "gb300",
            "rubin"
        ]
    );
}
