//! Topologies: their paths are connected, and as many and as long as the wiring says.

use super::*;

fn small() -> Vec<Spec> {
    vec![
        Spec::LeafSpine(LeafSpine::new(3, 4, 2)),
        Spec::Rails(Rails::new(2, 3, 4, 4)),
        Spec::FatTree(FatTree::of(4, 400)),
        Spec::FatTree(FatTree { edges: 3, cores: 1, hosts: 4, pods: 3, ..FatTree::of(4, 200) }),
        Spec::Dragonfly(Dragonfly::of(2, 9, 400)),
        Spec::Dragonfly(Dragonfly { global: 1, ..Dragonfly::of(2, 4, 100) }),
        Spec::Planes(Planes { planes: 2, plane: LeafSpine::new(2, 2, 3) }),
        Spec::Ring(Ring::new(5, 2, 100)),
    ]
}

#[test]
fn every_path_leads_from_host_to_host() {
    for spec in small() {
        let fabric = spec.build().unwrap_or_else(|error| panic!("{spec:?}: {error:?}"));
        assert_eq!(fabric.hosts.len() as u32, spec.hosts(), "{spec:?}");
        for src in 0..spec.hosts() {
            for dst in 0..spec.hosts() {
                for path in fabric.paths(src, dst) {
                    let (mut at, links) = (fabric.hosts[src as usize].switch, fabric.path(path).links());
                    for &link in links {
                        let link = fabric.links[link as usize];
                        assert_eq!(link.from, Node::Switch(at));
                        let Node::Switch(to) = link.to else { panic!("through a host") };
                        at = to;
                    }
                    assert_eq!(at, fabric.hosts[dst as usize].switch, "{spec:?} {src} {dst}");
                }
            }
        }
    }
}

#[test]
fn there_are_as_many_paths_as_the_wiring_says() {
    let check = |fabric: &Fabric, pair: (u32, u32), paths: usize, links: usize| {
        let found = fabric.paths(pair.0, pair.1);
        assert_eq!(found.len(), paths);
        assert!(found.into_iter().all(|path| fabric.path(path).links().len() == links), "{pair:?}");
    };
    let tree = FatTree::of(8, 400).build().unwrap();
    check(&tree, (0, 1), 1, 0);
    check(&tree, (0, 4), 4, 2);
    check(&tree, (0, 127), 16, 4);
    let fly = Dragonfly::of(2, 9, 400).build().unwrap();
    check(&fly, (0, 2), 1, 1);
    let farthest = (0..72).map(|dst| fly.path(fly.paths(0, dst).start).links().len()).max();
    assert_eq!(farthest, Some(3));
    let rails = Rails::new(2, 3, 4, 4).build().unwrap();
    // The same NIC of the next server is one switch away, another NIC two tiers.
    check(&rails, (0, 4), 1, 0);
    check(&rails, (0, 5), 4, 2);
    assert_eq!(Spec::FatTree(FatTree::of(8, 400)).oversubscription(), 1.0);
    // HPN's leaf: 128 ports of 200G down, 60 of 400G up (network_facts.csv n166).
    let hpn = LeafSpine { host_gbit: 200, ..LeafSpine::new(2, 60, 128) };
    assert!((hpn.oversubscription() - 1.067).abs() < 0.001);
    check(&hpn.build().unwrap(), (0, 255), 60, 2);
}

#[test]
fn a_dead_link_leaves_the_other_paths() {
    let fabric = LeafSpine::new(2, 4, 4).build().unwrap();
    let uplink = fabric.path(fabric.paths(0, 4).start).links()[0];
    let cut = fabric.clone().without(&[uplink, uplink + 1]);
    assert_eq!([cut.paths(0, 4).len(), cut.paths(4, 0).len(), cut.paths(0, 1).len()], [3, 3, 1]);
    let flows: Vec<Flow> =
        (0..4).map(|src| Flow { src, dst: src + 4, bytes: Bytes::mib(16), start: Time::ZERO }).collect();
    let gbit = |fabric: &Fabric| {
        let plan = Plan { load_balancing: LoadBalancing::Adaptive, ..Plan::new(fabric.clone(), flows.clone()) };
        let report = run_of(&plan);
        report.flows.iter().map(|flow| flow.rate().as_bytes_per_s() * 8e-9).fold(f64::MAX, f64::min)
    };
    // Four hosts over three links.
    assert!((gbit(&cut) / gbit(&fabric) - 0.75).abs() < 0.01);
    let alone = LeafSpine::new(2, 1, 1).build().unwrap();
    let uplink = alone.path(alone.paths(0, 1).start).links()[0];
    let plan = Plan::new(alone.without(&[uplink]), one_flow(0, 1, Bytes::mib(1)));
    assert_eq!(run(&plan).err(), Some(PacketError::Apart { src: 0, dst: 1 }));
    let planes = Planes { planes: 2, plane: LeafSpine::new(2, 2, 3) }.build().unwrap();
    let plan = Plan::new(planes, one_flow(0, 7, Bytes::mib(1)));
    assert_eq!(run(&plan).err(), Some(PacketError::Apart { src: 0, dst: 7 }));
}

/// A permutation of a fat tree gets all of its links where packets are spread, switch by switch, and a part of them where they are hashed.
#[test]
fn a_fat_tree_carries_any_permutation_if_packets_are_spread() {
    let mean = |rule| {
        let plan = Plan {
            load_balancing: rule,
            ..Plan::new(FatTree::of(4, 400).build().unwrap(), random_permutation(16, Bytes::mib(8), 3))
        };
        let report = run_of(&plan);
        report.flows.iter().map(|flow| flow.rate().as_bytes_per_s() * 8e-9).sum::<f64>() / 16.0
    };
    let (hashed, sprayed, adaptive) =
        (mean(LoadBalancing::Ecmp), mean(LoadBalancing::Spray), mean(LoadBalancing::Adaptive));
    assert!(hashed < 320.0 && sprayed > 370.0 && adaptive > 375.0, "{hashed} {sprayed} {adaptive}");
}
