use kitchen_hardware::Verified;

use super::super::tests::{check_route, cluster};
use super::super::{LinkClass, Router, systems};
use super::*;

#[test]
fn further_presets_have_the_links_of_their_data_sheets() {
    /// `lanes` of a GPU with `gb_per_s` one way in all, and the links of its PCIe slot.
    fn check(id: &str, gpu: &str, gpus: u32, lanes: u32, gb_per_s: f64, slot: f64) {
        let topology = cluster(id, 1);
        assert_eq!((topology.preset().gpu.id, topology.len()), (gpu, gpus), "{id}");
        for rank in 0..gpus {
            let links = || topology.graph.edges(topology.gpus[rank as usize]).map(|edge| *edge.weight());
            assert_eq!(
                links().filter(|link| link.class.is_nvlink()).map(|link| link.lanes).sum::<u32>(),
                lanes,
                "{id}"
            );
            assert!((topology.nvlink_rate(rank).0.as_gb_per_s() - gb_per_s).abs() < 1e-6, "{id}, GPU {rank}");
            let pcie =
                links().find(|link| link.class == LinkClass::Pcie).map_or(0.0, |link| link.nominal.as_gb_per_s());
            assert!((pcie - slot).abs() < 1e-9, "{id}: {pcie}");
        }
        assert_eq!(topology.preset().nvlink_lanes_per_gpu(), lanes, "{id}");
    }
    check("v100-pcie-8", "v100-pcie", 8, 0, 0.0, 15.75);
    check("a100-pcie-2", "a100-pcie-bridged", 2, 12, 300.0, 31.0);
    check("hgx-v100-4", "v100-sxm2", 4, 6, 150.0, 15.75);
    check("a100-pcie-pairs-8", "a100-pcie-bridged", 8, 12, 300.0, 31.0);
    check("rtx-a6000-8", "rtx-a6000", 8, 2, 50.0, 31.0);
    check("l40s-16", "l40s", 16, 0, 0.0, 31.0);
    check("h200-nvl-8", "h200-nvl", 8, 18, 450.0, 63.0);
    check("gh200-nvl2", "gh200", 2, 18, 450.0, 0.0);
    check("gb200-nvl4", "gb200", 4, 18, 900.0, 0.0);
    check("hgx-a100-4", "a100-sxm", 4, 12, 300.0, 31.0);
    check("hgx-a100-16", "a100-sxm", 16, 12, 300.0, 31.0);
    check("hgx-a800", "a800-sxm", 8, 8, 200.0, 31.0);
    check("l40s-8", "l40s", 8, 0, 0.0, 31.0);
    check("h100-pcie-8", "h100-pcie", 8, 0, 0.0, 63.0);
    check("h100-pcie-2", "h100-pcie-bridged", 2, 12, 300.0, 63.0);
    check("h100-nvl-8", "h100-nvl", 8, 12, 300.0, 63.0);
    check("hgx-h100-4", "h100-sxm", 4, 18, 450.0, 63.0);
    check("hgx-h20", "h20-sxm", 8, 18, 450.0, 63.0);
    check("hgx-h800", "h800-sxm", 8, 8, 200.0, 63.0);
    check("gh200-4", "gh200", 4, 18, 450.0, 0.0);
    check("hgx-b300", "b300-sxm", 8, 18, 900.0, 63.0);
    check("aws-p6-b300", "b300-sxm", 8, 18, 900.0, 63.0);
    check("rtx-5090-8", "rtx-5090", 8, 0, 0.0, 63.0);
    check("rtx-6000d-8", "rtx-6000d", 8, 0, 0.0, 63.0);
    check("mi300a-4", "mi300a", 4, 6, 384.0, 63.0);
    check("mi300x-8", "mi300x", 8, 7, 448.0, 63.0);
    check("mi325x-8", "mi325x", 8, 7, 448.0, 63.0);
    check("mi355x-8", "mi355x", 8, 7, 537.6, 63.0);
}

#[test]
fn a_node_of_mi250x_has_four_links_in_a_module_and_fewer_between() {
    let system = find_system("mi250x-8").unwrap();
    for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
        assert_eq!(system.mesh_lanes(a, b), system.mesh_lanes(b, a), "{a}, {b}");
        assert_eq!(system.mesh_lanes(a, b) == 4, a ^ 1 == b, "{a}, {b}");
    }
    for gpu in 0..8 {
        let links: u32 = (0..8).map(|to| system.mesh_lanes(gpu, to)).sum();
        assert_eq!(links, if gpu % 2 == 0 { 7 } else { 6 }, "{gpu}");
    }
}

#[test]
fn clouds_are_presets_with_their_own_cards() {
    fn check(id: &str, base: &str, nics: u32, gbit: u32) {
        let (cloud, base) = (find_system(id).unwrap(), system(base).unwrap());
        // How much memory the host has is the cloud's choice, and not known.
        let host = crate::Host { memory_gb: None, ..base.host };
        assert!(base.host.memory_gb.is_some(), "{id}");
        assert_eq!((cloud.gpu, cloud.wiring, cloud.host), (base.gpu, base.wiring, host), "{id}");
        assert_eq!((cloud.default_fabric.nics_per_node, cloud.default_fabric.gbit_per_nic), (nics, gbit), "{id}");
    }
    check("aws-p3dn", "dgx1-v100", 1, 100);
    check("aws-p3", "dgx1-v100", 1, 25);
    check("aws-p6e-gb200", "gb200-nvl72", 72, 400);
    check("gcp-a2", "dgx-a100", 1, 100);
    check("gcp-a4x", "gb200-nvl72", 72, 400);
    check("azure-nd-v2", "dgx1-v100", 1, 100);
    check("aws-p4d", "dgx-a100", 4, 100);
    check("aws-p5", "dgx-h100", 32, 100);
    check("aws-p5e", "dgx-h200", 32, 100);
    check("aws-p5en", "dgx-h200", 16, 200);
    check("aws-p6-b200", "dgx-b200", 8, 400);
    check("gcp-a3-high", "dgx-h100", 4, 200);
    check("gcp-a3-mega", "dgx-h100", 8, 200);
    check("gcp-a3-ultra", "dgx-h200", 8, 400);
    check("gcp-a4", "dgx-b200", 8, 400);
    check("azure-nd-v4", "dgx-a100", 8, 200);
    check("azure-nd-h100-v5", "dgx-h100", 8, 400);
    check("azure-nd-h200-v5", "dgx-h200", 8, 400);
    check("oci-a100", "dgx-a100", 16, 100);
    check("oci-h100", "dgx-h100", 16, 200);
    check("oci-h200", "dgx-h200", 8, 400);
    check("oci-b200", "dgx-b200", 8, 400);
    check("oci-gb200", "gb200-nvl72", 144, 400);
    check("oci-gb300", "gb300-nvl72", 144, 400);
}

#[test]
fn every_further_preset_routes_between_all_pairs() {
    for preset in &FURTHER {
        let topology = cluster(preset.id, 2);
        let router = Router::new(&topology);
        for link in topology.graph.edge_weights() {
            assert!(link.effective <= link.nominal && link.effective.as_gb_per_s() > 0.0, "{}: {link:?}", preset.id);
        }
        // In a rack some of the pairs.
        for a in 0..preset.gpus_per_node {
            for b in (0..topology.len()).filter(|b| preset.gpus_per_node <= 16 || (a + b) % 31 == 0) {
                check_route(&topology, &router.route(a, b).unwrap(), a, b);
            }
        }
    }
}

#[test]
fn ids_are_unique_and_found() {
    let ids: Vec<&str> = all_systems().map(|system| system.id).collect();
    assert_eq!(ids.len(), systems().len() + FURTHER.len());
    for (place, id) in ids.iter().enumerate() {
        assert_eq!(ids.iter().position(|other| other == id), Some(place), "{id}");
        assert_eq!(find_system(id).unwrap().id, *id);
    }
    assert_eq!(find_system("dgx-9"), None);
}

#[test]
fn wirings_name_their_source() {
    let check = |id, expected| assert_eq!(wiring_source(find_system(id).unwrap()).verified, expected, "{id}");
    check("gh200-4", Verified::Source);
    check("mi300x-8", Verified::Source);
    check("mi355x-8", Verified::Derived);
    check("hgx-h20", Verified::Source);
    check("aws-p5", Verified::Source);
    check("hgx-a800", Verified::Derived);
    check("dgx2", Verified::Secondary);
}
