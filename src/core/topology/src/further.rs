//! Presets that no chapter stands in: other servers as sold, and what clouds rent out (a server with the cloud's own
//! network). Apart from [`super::systems`] so that the page does not carry them.

use PcieGeneration::{Gen3, Gen4, Gen5};
use kitchen_hardware::further::place as further;
use kitchen_hardware::{FURTHER_GPUS, GPUS, Gpu, PcieGeneration, Source, cite, place};

use super::fabric::{Fabric, Layout, Technology, Transport};
use super::system::{Above, SYSTEMS, System, Wiring, entry, host, infiniband, switched, system};

/// Links between two PCIe cards under three NVLink bridges.
const PAIR: &[u8] = &[0, 12, 12, 0];
/// Eight cards in four bridged pairs.
static PAIRS: [u8; 64] = bridged(2, 12);
/// Eight cards in four pairs, each with one bridge of Ampere's workstation cards: 56 GB/s one way, here two of NVLink 3's links.
static PAIRS_OF_2: [u8; 64] = bridged(2, 2);
/// Eight cards in two groups of four, each joined to the three others of its group.
static FOURS: [u8; 64] = bridged(4, 6);
/// Eight chips of four MI250X as in Frontier and LUMI: four links between the two chips of a module, two or one to others
/// (as `rocm-smi --showtopo` shows it there).
#[rustfmt::skip]
static MI250X: [[u8; 8]; 8] = [
    [0, 4, 1, 0, 0, 0, 2, 0],
    [4, 0, 0, 1, 0, 1, 0, 0],
    [1, 0, 0, 4, 2, 0, 0, 0],
    [0, 1, 4, 0, 0, 0, 0, 1],
    [0, 0, 2, 0, 0, 4, 1, 0],
    [0, 1, 0, 0, 4, 0, 0, 1],
    [2, 0, 0, 0, 1, 0, 0, 4],
    [0, 0, 0, 1, 0, 1, 4, 0],
];
/// One xGMI link between any two of eight.
static FULL_8: [u8; 64] = full(1);

/// `links` between any two of as many GPUs as make `N` pairs, each with itself counted.
const fn full<const N: usize>(links: u8) -> [u8; N] {
    let gpus = N.isqrt();
    let mut lanes = [links; N];
    let mut gpu = 0;
    while gpu < gpus {
        lanes[gpu * gpus + gpu] = 0;
        gpu += 1;
    }
    lanes
}

/// Eight cards in groups of `size`, `links` between any two of a group.
const fn bridged(size: usize, links: u8) -> [u8; 64] {
    let mut lanes = [0; 64];
    let mut place = 0;
    while place < 64 {
        let (from, to) = (place / 8, place % 8);
        if from != to && from / size == to / size {
            lanes[place] = links;
        }
        place += 1;
    }
    lanes
}

const FULL_2_OF_18: &[u8] = &full::<4>(18);
const FULL_4_OF_2: &[u8] = &full::<16>(2);
const FULL_4_OF_4: &[u8] = &full::<16>(4);
const FULL_4_OF_6: &[u8] = &full::<16>(6);

const fn ethernet(transport: Transport, nics_per_node: u32, gbit_per_nic: u32) -> Fabric {
    Fabric {
        layout: Layout::Rail,
        technology: Technology::Ethernet,
        transport,
        nics_per_node,
        gbit_per_nic,
        adds: false,
    }
}

const fn roce(nics_per_node: u32, gbit_per_nic: u32) -> Fabric {
    ethernet(Transport::Rdma, nics_per_node, gbit_per_nic)
}

const fn slingshot(nics_per_node: u32) -> Fabric {
    ethernet(Transport::Slingshot, nics_per_node, 200)
}

/// A server of which only cards and wiring are our own.
const fn server(
    id: &'static str,
    gpu: &'static Gpu,
    gpus: u32,
    wiring: Wiring,
    host: super::Host,
    fabric: Fabric,
) -> System {
    System { gpu, ..entry(id, 0, gpus, wiring, host, fabric) }
}

/// A preset with the network that a cloud gives it.
const fn cloud(id: &'static str, base: &System, fabric: Fabric) -> System {
    // A cloud's machine has the memory that the cloud gives it.
    System { id, default_fabric: fabric, host: super::Host { memory_gb: None, ..base.host }, ..*base }
}

/// Two boards of eight A100, as Google's a2-megagpu-16g: twelve chips, each joined to its counterpart by as many links as its
/// eight GPUs have to it.
const TWO_BOARDS: Wiring = Wiring::Switched { chips: &[2; 6], boards: 2, trunk: 16, above: None, in_network: false };

/// Places in [`SYSTEMS`] that clouds build on (a test holds them to the ids).
const DGX1_V100: usize = 2;
const DGX_A100: usize = 4;
const DGX_H100: usize = 5;
const DGX_H200: usize = 6;
const DGX_B200: usize = 7;
const GB200: usize = 8;
const GB300: usize = 9;

/// Eight cards, two under each PCIe switch, on two sockets; today's have one link of 32 GT/s x16 or more between them. Gen5's 64 GB/s was
/// chosen in sight of the sweeps `rtx5090_8gpu_ar` and `rtx6000d_2n_ar`, which count as fitted on for it.
const CARDS_3: super::Host = host(Gen3, 4, 2, 10.0);
const CARDS_4: super::Host = host(Gen4, 4, 2, 22.0);
const CARDS_5: super::Host = host(Gen5, 4, 2, 64.0);
/// Grace: 16 lanes of PCIe Gen5 to the card, and each GPU on its own CPU.
const GRACE: super::Host = super::Host { sockets_together: 4, ..host(Gen5, 1, 0, 100.0) };
const GRACE_2: super::Host = super::Host { sockets_together: 2, ..GRACE };

/// DGX H100 behind the external NVLink switch: of a node's four chips 72 links lead out, half of what its GPUs have (2:1).
/// That is four links to each of 18 switches of two chips with 64 ports, so two to each chip; 20, 20, 16 and 16 ports of
/// the node's chips are left for them. That each chip has its own switches (planes) is derived: it is how the counts fit
/// without a third hop.
const OVER_NVLINK: Wiring = Wiring::Switched {
    chips: &[5, 5, 4, 4],
    boards: 32,
    trunk: 0,
    above: Some(Above { chips: &[10, 10, 8, 8], lanes: 2 }),
    in_network: true,
};

#[rustfmt::skip]
static FURTHER: [System; 54] = [
    server("hgx-v100-4", &GPUS[place::V100_SXM2], 4, Wiring::Mesh(FULL_4_OF_2), host(Gen3, 2, 2, 10.0), infiniband(1, 100, Layout::LeafSpine)),
    server("v100-pcie-8", &FURTHER_GPUS[further::V100_PCIE], 8, Wiring::Pcie, CARDS_3, infiniband(1, 100, Layout::LeafSpine)),
    server("a100-pcie-2", &FURTHER_GPUS[further::A100_BRIDGED], 2, Wiring::Mesh(PAIR), host(Gen4, 2, 2, 22.0), infiniband(1, 200, Layout::LeafSpine)),
    server("a100-pcie-pairs-8", &FURTHER_GPUS[further::A100_BRIDGED], 8, Wiring::Mesh(&PAIRS), CARDS_4, infiniband(2, 200, Layout::LeafSpine)),
    server("rtx-a6000-8", &FURTHER_GPUS[further::RTX_A6000], 8, Wiring::Mesh(&PAIRS_OF_2), CARDS_4, infiniband(1, 200, Layout::LeafSpine)),
    server("hgx-a100-4", &GPUS[place::A100_SXM], 4, Wiring::Mesh(FULL_4_OF_4), host(Gen4, 4, 1, 16.0), infiniband(4, 200, Layout::Rail)),
    server("hgx-a100-16", &GPUS[place::A100_SXM], 16, TWO_BOARDS, host(Gen4, 8, 2, 16.0), ethernet(Transport::Sockets, 1, 100)),
    server("hgx-a800", &FURTHER_GPUS[further::A800], 8, switched(&[2, 2, 1, 1, 1, 1], false), host(Gen4, 4, 2, 16.0), infiniband(8, 200, Layout::Rail)),
    server("l40s-8", &FURTHER_GPUS[further::L40S], 8, Wiring::Pcie, CARDS_4, roce(2, 200)),
    server("l40s-16", &FURTHER_GPUS[further::L40S], 16, Wiring::Pcie, host(Gen4, 8, 4, 22.0), roce(2, 200)),
    server("h100-pcie-8", &FURTHER_GPUS[further::H100_PCIE], 8, Wiring::Pcie, CARDS_5, infiniband(8, 400, Layout::Rail)),
    server("h100-pcie-2", &FURTHER_GPUS[further::H100_BRIDGED], 2, Wiring::Mesh(PAIR), host(Gen5, 2, 2, 22.0), infiniband(1, 400, Layout::LeafSpine)),
    server("h100-nvl-8", &FURTHER_GPUS[further::H100_NVL], 8, Wiring::Mesh(&PAIRS), CARDS_5, infiniband(4, 400, Layout::Rail)),
    server("h200-nvl-8", &FURTHER_GPUS[further::H200_NVL], 8, Wiring::Mesh(&FOURS), CARDS_5, infiniband(4, 400, Layout::Rail)),
    server("hgx-h100-4", &GPUS[place::H100_SXM], 4, Wiring::Mesh(FULL_4_OF_6), host(Gen5, 4, 1, 22.0), infiniband(4, 200, Layout::Rail)),
    server("hgx-h20", &FURTHER_GPUS[further::H20], 8, switched(&[5, 5, 4, 4], true), host(Gen5, 4, 1, 22.0), roce(8, 400)),
    server("hgx-h800", &FURTHER_GPUS[further::H800], 8, switched(&[2, 2, 2, 2], true), host(Gen5, 4, 1, 22.0), infiniband(8, 400, Layout::Rail)),
    server("dgx-h100-nvlink", &GPUS[place::H100_SXM], 256, OVER_NVLINK, host(Gen5, 4, 1, 22.0), infiniband(256, 400, Layout::Rail)),
    server("gh200-4", &GPUS[place::GH200], 4, Wiring::Mesh(FULL_4_OF_6), GRACE, slingshot(4)),
    server("gh200-nvl2", &GPUS[place::GH200], 2, Wiring::Mesh(FULL_2_OF_18), GRACE_2, infiniband(2, 400, Layout::Rail)),
    server("gb200-nvl4", &GPUS[place::GB200], 4, Wiring::Mesh(FULL_4_OF_6), host(Gen5, 2, 0, 40.0), infiniband(4, 400, Layout::Rail)),
    server("hgx-b300", &GPUS[place::B300], 8, switched(&[9, 9], true), host(Gen5, 4, 1, 22.0), infiniband(8, 800, Layout::Rail)),
    server("rtx-5090-8", &FURTHER_GPUS[further::RTX_5090], 8, Wiring::Pcie, CARDS_5, roce(1, 100)),
    server("rtx-6000d-8", &FURTHER_GPUS[further::RTX_6000D], 8, Wiring::Pcie, CARDS_5, roce(8, 400)),
    server("mi250x-8", &FURTHER_GPUS[further::MI250X], 8, Wiring::Mesh(MI250X.as_flattened()), host(Gen4, 8, 2, 36.0), slingshot(4)),
    server("mi300a-4", &FURTHER_GPUS[further::MI300A], 4, Wiring::Mesh(FULL_4_OF_2), host(Gen5, 1, 1, 128.0), slingshot(4)),
    server("mi300x-8", &GPUS[place::MI300X], 8, Wiring::Mesh(&FULL_8), host(Gen5, 4, 1, 40.0), roce(8, 400)),
    server("mi325x-8", &FURTHER_GPUS[further::MI325X], 8, Wiring::Mesh(&FULL_8), host(Gen5, 4, 1, 40.0), roce(8, 400)),
    server("mi355x-8", &GPUS[place::MI355X], 8, Wiring::Mesh(&FULL_8), host(Gen5, 4, 1, 40.0), roce(8, 400)),
    cloud("aws-p3", &SYSTEMS[DGX1_V100], ethernet(Transport::Sockets, 1, 25)),
    cloud("aws-p3dn", &SYSTEMS[DGX1_V100], ethernet(Transport::EfaHost, 1, 100)),
    cloud("aws-p4d", &SYSTEMS[DGX_A100], ethernet(Transport::Efa, 4, 100)),
    cloud("aws-p5", &SYSTEMS[DGX_H100], ethernet(Transport::Efa, 32, 100)),
    cloud("aws-p5e", &SYSTEMS[DGX_H200], ethernet(Transport::Efa, 32, 100)),
    cloud("aws-p5en", &SYSTEMS[DGX_H200], ethernet(Transport::Efa, 16, 200)),
    cloud("aws-p6-b200", &SYSTEMS[DGX_B200], ethernet(Transport::Efa, 8, 400)),
    server("aws-p6-b300", &GPUS[place::B300], 8, switched(&[9, 9], true), host(Gen5, 4, 1, 22.0), ethernet(Transport::Efa, 16, 400)),
    cloud("aws-p6e-gb200", &SYSTEMS[GB200], ethernet(Transport::Efa, 72, 400)),
    cloud("gcp-a2", &SYSTEMS[DGX_A100], ethernet(Transport::Sockets, 1, 100)),
    cloud("gcp-a3-high", &SYSTEMS[DGX_H100], ethernet(Transport::Tcpx, 4, 200)),
    cloud("gcp-a3-mega", &SYSTEMS[DGX_H100], ethernet(Transport::Tcp, 8, 200)),
    cloud("gcp-a3-ultra", &SYSTEMS[DGX_H200], roce(8, 400)),
    cloud("gcp-a4", &SYSTEMS[DGX_B200], roce(8, 400)),
    cloud("gcp-a4x", &SYSTEMS[GB200], roce(72, 400)),
    cloud("azure-nd-v2", &SYSTEMS[DGX1_V100], infiniband(1, 100, Layout::LeafSpine)),
    cloud("azure-nd-v4", &SYSTEMS[DGX_A100], infiniband(8, 200, Layout::Rail)),
    cloud("azure-nd-h100-v5", &SYSTEMS[DGX_H100], infiniband(8, 400, Layout::Rail)),
    cloud("azure-nd-h200-v5", &SYSTEMS[DGX_H200], infiniband(8, 400, Layout::Rail)),
    cloud("oci-a100", &SYSTEMS[DGX_A100], roce(16, 100)),
    cloud("oci-h100", &SYSTEMS[DGX_H100], roce(16, 200)),
    cloud("oci-h200", &SYSTEMS[DGX_H200], roce(8, 400)),
    cloud("oci-b200", &SYSTEMS[DGX_B200], roce(8, 400)),
    cloud("oci-gb200", &SYSTEMS[GB200], roce(144, 400)),
    cloud("oci-gb300", &SYSTEMS[GB300], roce(144, 400)),
];

/// Every preset: those of the chapters, then the others, then clouds.
pub fn all_systems() -> impl Iterator<Item = &'static System> {
    SYSTEMS.iter().chain(&FURTHER)
}

/// The preset with that id, of all.
pub fn find_system(id: &str) -> Option<&'static System> {
    system(id).or_else(|| FURTHER.iter().find(|system| system.id == id))
}

/// Where the wiring of a preset of [`all_systems`] was read; its data sheet's link counts where nothing else is said.
pub fn wiring_source(system: &System) -> Source {
    match system.id {
        "gh200-4" => Source::read("github:eth-cscs/cscs-docs docs/software/communication/nccl.md @4b0dc0bc6b"),
        "mi300x-8" => Source::read(cite::ROCM_XGMI),
        "mi325x-8" | "mi355x-8" => Source::derived("as MI300X: seven links to seven peers"),
        // 256 GPUs and 57.6 TB/s of all-to-all bandwidth in the former, 72 links a node in the latter.
        "dgx-h100-nvlink" => Source::secondary(cite::NVLINK_SWITCH),
        "h100-pcie-2" => Source::read("github NVIDIA/nccl issue #1161"),
        "hgx-b300" => Source::derived("as DGX B200"),
        _ => SYSTEMS.iter().find(|base| base.wiring == system.wiring).unwrap_or(system).wiring_source(),
    }
}

#[cfg(test)]
#[path = "further_tests.rs"]
mod tests;
