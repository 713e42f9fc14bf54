use kitchen_core::collective::Op;
use kitchen_core::text::Lang;
use kitchen_core::topology::{PORT_RATES, Transport};

use super::*;

pub(super) fn row([gpu, intra, inter]: [&str; 3], nodes: u32, gpus: u32) -> Row {
    Row {
        line: 2,
        id: "any".to_owned(),
        system: String::new(),
        gpu: gpu.to_owned(),
        nodes: Some(nodes),
        gpus,
        intra: intra.to_owned(),
        inter: inter.to_owned(),
        algorithm: String::new(),
        op: Op::AllReduce,
        bytes: 8,
        time_us: 1.0,
        notes: String::new(),
        approximate: false,
    }
}

fn check(row: &Row, expected: Result<(&str, u32, u32, u32, Transport), &str>) {
    let found = map(row).map(|mapped| {
        let built = topology::build(&mapped.spec);
        assert!(built.is_ok(), "{row:?}: {built:?}");
        assert_eq!(mapped.group.len(), row.gpus as usize, "{row:?}");
        let fabric = mapped.spec.fabric;
        (mapped.spec.system.id, mapped.spec.nodes, fabric.nics_per_node, fabric.gbit_per_nic, fabric.transport)
    });
    match (found, expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{row:?}"),
        (Err(found), Err(expected)) => assert!(found.say(Lang::En).contains(expected), "{found:?}"),
        (found, expected) => panic!("{found:?}, expected {expected:?}"),
    }
}

const NVSWITCH: &str = "NVLink4/NVSwitch 450 GB/s/dir/GPU";
const CUBE: &str = "NVLink2 hybrid cube mesh 150 GB/s/dir/GPU";
const RACK: &str = "NVLink5 NVL72 (MNNVL) 900 GB/s/dir/GPU";
const XGMI: &str = "xGMI full mesh";

use Transport::{Efa, EfaHost, Rdma, Slingshot, Sockets, Tcp, Tcpx};

#[test]
fn words_become_presets_and_fabrics() {
    let two = |gpu, intra, inter, expected| check(&row([gpu, intra, inter], 2, 16), Ok(expected));
    two("H100-80GB", NVSWITCH, "8x400G NDR IB", ("dgx-h100", 2, 8, 400, Rdma));
    two("H100-80GB", NVSWITCH, "8x200G TCPXO (FasTrak)", ("dgx-h100", 2, 8, 200, Tcp));
    two("H100-80GB", NVSWITCH, "4x200G TCPX", ("dgx-h100", 2, 4, 200, Tcpx));
    two("H100-80GB", NVSWITCH, "32x100G EFA v2", ("dgx-h100", 2, 32, 100, Efa));
    two("H100-80GB", NVSWITCH, "RoCE 3.2 Tb/s per node (16x200G, OCI shape)", ("dgx-h100", 2, 16, 200, Rdma));
    two("H100-80GB", NVSWITCH, "RoCE 3.2 Tb/s per node", ("dgx-h100", 2, 8, 400, Rdma));
    two("H100-80GB", NVSWITCH, "400G per GPU RoCE", ("dgx-h100", 2, 8, 400, Rdma));
    two("H100", NVSWITCH, "8 x HDR InfiniBand", ("dgx-h100", 2, 8, 200, Rdma));
    two("H100", NVSWITCH, "8×400G NDR", ("dgx-h100", 2, 8, 400, Rdma));
    two("H100", NVSWITCH, "", ("dgx-h100", 2, 8, 400, Rdma));
    two("H200", NVSWITCH, "8x400G RoCE (CX-7)", ("dgx-h200", 2, 8, 400, Rdma));
    two("H100/H200", NVSWITCH, "8x400G NDR IB", ("dgx-h100", 2, 8, 400, Rdma));
    two("H20-3e", NVSWITCH, "8x400G RoCE", ("hgx-h20", 2, 8, 400, Rdma));
    two("V100-SXM2-32GB", CUBE, "2x100GbE RoCE (CX-5, SN2700)", ("dgx1-v100", 2, 2, 100, Rdma));
    two("V100-SXM2-32GB", CUBE, "1x100G EFA v1", ("dgx1-v100", 2, 1, 100, EfaHost));
    two("V100-SXM2", CUBE, "IB (4x100G assumed)", ("dgx1-v100", 2, 4, 100, Rdma));
    two("P100-SXM2-16GB", "NVLink1 cube mesh", "4x EDR", ("dgx1-p100", 2, 4, 100, Rdma));
    two("A100-SXM4", NVSWITCH, "RoCE, 1.6 Tb/s per node (16x100G)", ("dgx-a100", 2, 16, 100, Rdma));
    two("A100-SXM4-40GB", NVSWITCH, "4x100G EFA", ("dgx-a100", 2, 4, 100, Efa));
    two("A100", NVSWITCH, "IPoIB sockets (no RDMA)", ("dgx-a100", 2, 1, 200, Sockets));
    two("A100", NVSWITCH, "HDR IB", ("dgx-a100", 2, 8, 200, Rdma));
    two("A100", NVSWITCH, "HDR IB + SHARP", ("dgx-a100", 2, 8, 200, Rdma));
    two("A100 PCIe", "PCIe Gen4", "2x HDR", ("pcie-8", 2, 2, 200, Rdma));
    two("MI300X", "xGMI full mesh 448 GB/s/dir/GPU", "8x400G RoCE", ("mi300x-8", 2, 8, 400, Rdma));
    two("MI325X", XGMI, "8x400G Thor2 RoCE", ("mi325x-8", 2, 8, 400, Rdma));
    two("MI355X", XGMI, "8x400G AMD Pollara RoCE", ("mi355x-8", 2, 8, 400, Rdma));
    two("RTX 6000D", "PCIe Gen5", "8x CX-8 Spectrum-X RoCE", ("rtx-6000d-8", 2, 8, 800, Rdma));
    two("B200", "NVLink5/NVSwitch 900 GB/s/dir/GPU", "8x400G EFA v4", ("dgx-b200", 2, 8, 400, Efa));
    two("B300", "NVLink5/NVSwitch 900 GB/s/dir/GPU", "8x800G XDR IB", ("hgx-b300", 2, 8, 800, Rdma));
    let slingshot = "4x200G Slingshot-11 (libfabric cxi)";
    check(&row(["GH200-120GB", "NVLink4 all-to-all", slingshot], 2, 8), Ok(("gh200-4", 2, 4, 200, Slingshot)));
    check(&row(["GH200-120GB", "NVLink4 all-to-all", "TCP fallback"], 2, 8), Ok(("gh200-4", 2, 1, 200, Sockets)));
    check(&row(["A100", "NVLink3 all-to-all", "4x Slingshot-11"], 2, 8), Ok(("hgx-a100-4", 2, 4, 200, Slingshot)));
    check(&row(["V100-SXM3", NVSWITCH, "IB EDR (8x100G assumed)"], 16, 256), Ok(("dgx2", 16, 8, 100, Rdma)));
    check(&row(["V100", CUBE, "1x100G IB"], 8, 64), Ok(("dgx1-v100", 8, 1, 100, Rdma)));
    check(&row(["H100", NVSWITCH, "8x400G"], 3, 16), Ok(("dgx-h100", 3, 8, 400, Rdma)));
    check(&row(["H100", NVSWITCH, "8x400G"], 4, 4), Ok(("dgx-h100", 4, 8, 400, Rdma)));
}

#[test]
fn switches_that_add_are_read_off_the_columns() {
    let adds = |inter: &str, known: &str, notes: &str, expected: bool| {
        let mut row = row(["A100", NVSWITCH, inter], 4, 32);
        (row.algorithm, row.notes) = (known.to_owned(), notes.to_owned());
        assert_eq!(map(&row).unwrap().spec.fabric.adds, expected, "{inter} / {known} / {notes}");
    };
    adds("8x HDR IB + SHARP", "", "", true);
    adds("8x HDR IB", "CollNet/SHARP log lines present", "", true);
    adds("8x HDR IB", "", "NCCL_COLLNET_ENABLE=1", true);
    adds("8x HDR IB", "", "", false);
    adds("8x HDR IB", "", "SHARP disabled", false);
    adds("8x HDR IB", "NVLS (NVLink SHARP)", "", false);
    adds("8x200G RoCE", "", "SHARP", false);
}

#[test]
fn servers_alone_need_no_network() {
    let one = |gpu, intra, gpus, id: &str| {
        let system = topology::find_system(id).unwrap();
        let usual = system.default_fabric;
        let expected = (id, 1, usual.nics_per_node, usual.gbit_per_nic, usual.transport);
        check(&row([gpu, intra, ""], 1, gpus), Ok(expected));
    };
    one("A100 PCIe", "PCIe Gen4", 8, "pcie-8");
    one("H100 PCIe", "NVLink bridge (600 GB/s bidir)", 2, "h100-pcie-2");
    one("H100 PCIe", "PCIe Gen5", 4, "h100-pcie-8");
    one("H100 NVL", "NVLink bridge", 8, "h100-nvl-8");
    one("RTX 5090", "PCIe Gen5 x16 P2P", 8, "rtx-5090-8");
    one("RTX 4090", "PCIe", 8, "l40s-8");
    one("L40S", "PCIe Gen4 x16", 4, "l40s-8");
    one("Tesla V100-PCIE-32GB", "PCIe Gen3", 4, "v100-pcie-8");
    one("MI355X", XGMI, 8, "mi355x-8");
    one("AMD Instinct (unknown; MI300-class by bandwidth)", XGMI, 8, "mi300x-8");
    one("GH200-120GB", "NVLink4 all-to-all 150 GB/s/dir per pair", 4, "gh200-4");
    one("V100-SXM2-16GB", CUBE, 4, "dgx1-v100");
    one("A100-SXM4-40GB", "NVLink3/NVSwitch", 16, "hgx-a100-16");
    one("B300", "NVLink5/NVSwitch 900 GB/s/dir/GPU", 8, "hgx-b300");
    check(&row(["TPU v5e", "ICI", ""], 1, 8), Err("no preset for TPU v5e"));
    check(&row(["H100", NVSWITCH, "8x400G IB"], 32, 16), Err("do not spread"));
}

#[test]
fn racks_are_domains_and_trays_their_parts() {
    check(&row(["GB200", RACK, "none (one NVLink domain)"], 18, 72), Ok(("gb200-nvl72", 1, 72, 400, Rdma)));
    check(&row(["GB200", RACK, "none (one NVLink domain)"], 2, 8), Ok(("gb200-nvl72", 1, 72, 400, Rdma)));
    check(&row(["GB300", RACK, ""], 1, 4), Ok(("gb300-nvl72", 1, 72, 400, Rdma)));
    check(&row(["GB200", RACK, "8x400G RoCE per tray"], 32, 128), Ok(("gb200-nvl72", 2, 144, 400, Rdma)));
    check(&row(["GB200", RACK, "4x400G NDR IB per tray"], 360, 1440), Ok(("gb200-nvl72", 20, 72, 400, Rdma)));
    check(&row(["GB200", RACK, "72x400G NDR IB"], 36, 144), Ok(("gb200-nvl72", 2, 72, 400, Rdma)));
    check(&row(["GB200", RACK, "8x400G RoCE per tray (2 racks)"], 8, 32), Ok(("gb200-nvl72", 2, 144, 400, Rdma)));
    check(&row(["GB300", RACK, "4x800G XDR per tray"], 48, 192), Ok(("gb300-nvl72", 3, 72, 800, Rdma)));
    let either = "IB 4x400G or RoCE 8x400G per tray (3 racks; variant not stated)";
    check(&row(["GB200", RACK, either], 48, 192), Ok(("gb200-nvl72", 3, 72, 400, Rdma)));
    let mut apart = row(["GB200", RACK, "4x400G NDR IB per tray"], 4, 16);
    apart.notes = "NCCL_MNNVL_ENABLE=0".to_owned();
    check(&apart, Ok(("gb200-nvl72", 4, 72, 400, Rdma)));
}

#[test]
fn clouds_have_their_own_cards_where_none_are_named() {
    let mut rented = row(["H100", NVSWITCH, ""], 2, 16);
    rented.system = "AWS p5.48xlarge 2 nodes".to_owned();
    check(&rented, Ok(("dgx-h100", 2, 32, 100, Efa)));
    rented.inter = "EFA".to_owned();
    check(&rented, Ok(("dgx-h100", 2, 32, 100, Efa)));
    rented.system = "AWS p6-b300.48xlarge".to_owned();
    rented.gpu = "B300".to_owned();
    check(&rented, Ok(("hgx-b300", 2, 16, 400, Efa)));
    rented.gpu = "H100".to_owned();
    rented.system = "GCP A3 High".to_owned();
    rented.inter = "TCPX".to_owned();
    check(&rented, Ok(("dgx-h100", 2, 4, 200, Tcpx)));
}

#[test]
fn a_forced_algorithm_is_taken() {
    let said = |known: &str, notes: &str, expected: &[Algorithm]| {
        let mut row = row(["H100", NVSWITCH, ""], 1, 8);
        row.algorithm = known.to_owned();
        row.notes = notes.to_owned();
        assert_eq!(algorithms(&row, 1), expected, "{known} / {notes}");
    };
    let (ring, tree, auto) = ([Algorithm::Ring], [Algorithm::DoubleBinaryTree], [Algorithm::Auto]);
    let nvls = [Algorithm::InNetwork];
    said("Ring (NCCL_TREE_THRESHOLD=0)", "NCCL 2.4.8", &ring);
    said("ring", "", &ring);
    said("", "NCCL_ALGO=Tree NCCL_PROTO=Simple", &tree);
    said("NCCL_ALGO=Tree", "", &tree);
    said("NVLS", "", &nvls);
    said("NVLSTree", "", &nvls);
    said("NVLS, Ring", "", &auto);
    said("NVLS/Simple", "", &nvls);
    said("Simple", "", &auto);
    said("NVLS on", "", &auto);
    said("NVLS enabled", "", &auto);
    said("Ring (NVLS off)", "", &ring);
    said("", "8 GPUs, NVLS off", &ring);
    said("no NVLS", "", &ring);
    said("", "NCCL_ALGO=^NVLS", &ring);
    said("", "NCCL_ALGO=NVLS", &nvls);
    said("", "NCCL_ALGO=CollNetDirect", &[Algorithm::InFabric]);
    said("Ring/LL128", "", &ring);
    said("Tree Simple", "", &tree);
    said("hypercube", "", &[Algorithm::HalvingDoubling]);
    said("PAT", "", &[Algorithm::Pat]);
    said("", "NCCL_NVLS_ENABLE=0", &ring);
    said("NVLS at large sizes (busbw>450)", "", &auto);
    said("probably NVLSTree/Tree", "", &auto);
    said("Ring/Tree", "", &auto);
    said("CollNet/SHARP log lines present", "", &auto);
    said("", "", &auto);
}

#[test]
fn the_launch_is_read_off_the_notes() {
    let one = |notes, expected| assert_eq!(launch(notes) == Launch::OneProcess, expected, "{notes}");
    one("single process -g 8; repo test data", true);
    one("-g 8 -n 50", true);
    one("-g 1, mpirun", false);
    one("NCCL 2.30.3", false);
}

/// Numbers without a pattern, the same each time (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn text(&mut self, pieces: &[&str]) -> String {
        (0..self.roll(7)).map(|_| pieces[self.roll(pieces.len())]).collect()
    }
}

#[test]
fn any_text_is_mapped_or_refused_with_a_reason() {
    #[rustfmt::skip]
    const PIECES: [&str; 56] = [
        "H100", "GB200", "MI300X", "A100", "V100", "GH200", "RTX", "PCIe", "NVLink", "bridge", "mesh", "NVSwitch",
        "NVL72", "8x", "x", "×", "400G", "G", "Tb/s", "0", "99999999999", "3.2", ".", "-", " ", "(", "é", "電",
        "\u{0}", "per GPU", "per node", "IB", "HDR", "EFA v", "racks", "NICs", "CX-", "TCP", "/", "1e9", "1.5 ",
        "no ", " off", "GB/s", "Gbps", "*", "MI250X", "P2P", "MNNVL", "EFA", "bonded", "one", "domain", "ALGO=",
        "NVLS", "-g ",
    ];
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut mapped = 0;
    for _ in 0..20_000 {
        let (gpu, intra, inter) = (dice.text(&PIECES), dice.text(&PIECES), dice.text(&PIECES));
        let mut row = row([&gpu, &intra, &inter], 1 + dice.roll(400) as u32, 1 + dice.roll(2000) as u32);
        row.system = dice.text(&PIECES);
        row.notes = dice.text(&PIECES);
        row.algorithm = dice.text(&PIECES);
        row.nodes = row.nodes.filter(|_| dice.roll(8) > 0);
        match map(&row) {
            Ok(found) => {
                mapped += 1;
                assert_eq!(found.group.len() as u32, row.gpus, "{row:?}");
                let fabric = found.spec.fabric;
                assert!(PORT_RATES.contains(&fabric.gbit_per_nic) && fabric.nics_per_node > 0, "{row:?}");
            }
            Err(why) => assert!((1..200).contains(&why.say(Lang::En).chars().count()), "{row:?}"),
        }
    }
    assert!(mapped > 1000, "{mapped}");
}
