//! Machines as authors of sweeps describe them, and what stands for each.

use kitchen_core::text::Lang;

use super::*;

/// A machine a line: system, GPU, nodes (0: left out), GPUs, links inside, links outside (behind a `/` the notes), and what is
/// expected: the preset, where there are several nodes their number, the cards and how they are driven, and behind each `+`
/// what was assumed.
const MACHINES: &str = "\
AWS p5.48xlarge 2 nodes | H100-80GB | 2 | 16 | NVLink4/NVSwitch 450 GB/s/dir/GPU | EFA 3200 Gbps (32x100G) | 2 dgx-h100, 32x100 Efa
AWS p5.48xlarge | H100-80GB | 16 | 128 | NVLink4/NVSwitch 450 GB/s/dir/GPU | EFA, 3.2 Tb/s | 16 dgx-h100, 32x100 Efa
AWS p5en.48xlarge | H200 | 2 | 16 | NVLink4/NVSwitch 450 GB/s/dir/GPU | 16x200G EFA v3 | 2 dgx-h200, 16x200 Efa
AWS p4d.24xlarge 2 nodes | A100-SXM4-40GB | 2 | 16 | NVLink3/NVSwitch 300 GB/s/dir/GPU | 4x100G EFA | 2 dgx-a100, 4x100 Efa
AWS p4d.24xlarge | A100-SXM4-40GB | 2 | 16 | NVLink3/NVSwitch 300 GB/s/dir/GPU | EFA 400 Gbps | 2 dgx-a100, 4x100 Efa
AWS p4d.24xlarge | A100-SXM4-40GB | 2 | 16 | NVLink3/NVSwitch 300 GB/s/dir/GPU | EFA (libfabric), 400G per node | 2 dgx-a100, 4x100 Efa
AWS p3.16xlarge | V100-SXM2-16GB | 2 | 16 | NVLink2 hybrid cube mesh 150 GB/s/dir/GPU | 25GbE (ENA, TCP) | 2 dgx1-v100, 1x25 Sockets + the number of cards
AWS p6-b200.48xlarge | B200 | 2 | 16 | NVLink5/NVSwitch 900 GB/s/dir/GPU | 8x400G EFA v4 | 2 dgx-b200, 8x400 Efa
AWS p6e-gb200 | GB200 | 18 | 72 | NVLink5 NVL72 (MNNVL) | none (one NVLink domain) | gb200-nvl72
AWS p6e-gb200 2 UltraServers | GB200 | 36 | 144 | NVLink5 NVL72 (MNNVL) | 4x400G EFA v4 per tray (2 racks) | 2 gb200-nvl72, 72x400 Efa
GCP A3 High | H100-80GB | 4 | 32 | NVLink4/NVSwitch 450 GB/s/dir/GPU | 4x200G TCPX | 4 dgx-h100, 4x200 Tcpx
GCP A3 Mega | H100-80GB | 8 | 64 | NVLink4/NVSwitch 450 GB/s/dir/GPU | 8x200G TCPXO (FasTrak) | 8 dgx-h100, 8x200 Tcp
GCP A3 Ultra | H200 | 2 | 16 | NVLink4/NVSwitch 450 GB/s/dir/GPU | 8x400G RoCE (gIB) | 2 dgx-h200, 8x400 Rdma
GCP A3 Ultra | H200 | 2 | 16 | NVLink4/NVSwitch 450 GB/s/dir/GPU | gIB RDMA | 2 dgx-h200, 8x400 Rdma + the number of cards
GCP A4X | GB200 | 4 | 16 | NVLink5 NVL72 (MNNVL) | none (one NVLink domain) | gb200-nvl72
GCP A4X two domains | GB200 | 36 | 144 | NVLink5 NVL72 (MNNVL) | 4x400G RoCE (CX-7) per tray, 2 NVL72 domains | 2 gb200-nvl72, 72x400 Rdma
GCP a2-highgpu-8g | A100-SXM4-40GB | 2 | 16 | NVLink3/NVSwitch 300 GB/s/dir/GPU | 100G gVNIC (TCP) | 2 dgx-a100, 1x100 Sockets + the number of cards
GCP a2-megagpu-16g | A100-SXM4-40GB | 1 | 16 | NVLink3/NVSwitch 300 GB/s/dir/GPU |  | hgx-a100-16
GCP a2-ultragpu-8g | A100-SXM4-80GB | 2 | 16 | NVLink3/NVSwitch 300 GB/s/dir/GPU |  | 2 dgx-a100, 1x100 Sockets + the network
OCI BM.GPU4.8 | A100-SXM4-40GB | 2 | 16 | NVLink3/NVSwitch 300 GB/s/dir/GPU | RoCE 16x100G (CX-5) | 2 dgx-a100, 16x100 Rdma
OCI BM.GPU.A100-v2.8 | A100-SXM4-80GB | 4 | 32 | NVLink3/NVSwitch 300 GB/s/dir/GPU | RoCE, 1.6 Tb/s per node | 4 dgx-a100, 16x100 Rdma
OCI BM.GPU.H100.8 | H100-80GB | 2 | 16 | NVLink4/NVSwitch 450 GB/s/dir/GPU | RoCE | 2 dgx-h100, 16x200 Rdma + the number of cards
OCI BM.GPU.H200.8 | H200 | 2 | 16 | NVLink4/NVSwitch 450 GB/s/dir/GPU | 8x400G RoCE | 2 dgx-h200, 8x400 Rdma
OCI BM.GPU.B200.8 | B200 | 2 | 16 | NVLink5/NVSwitch 900 GB/s/dir/GPU | 8x400G RoCE | 2 dgx-b200, 8x400 Rdma
OCI BM.GPU.B300.8 | B300 | 2 | 16 | NVLink5/NVSwitch 900 GB/s/dir/GPU | 16x400G RoCE (8x800G CX-8) | 2 hgx-b300, 16x400 Rdma
OCI BM.GPU.GB200-v2.4 | GB200 | 18 | 72 | NVLink5 NVL72 (MNNVL) 900 GB/s/dir/GPU | none (one NVLink domain) | gb200-nvl72
OCI 1.5 racks | GB200 | 27 | 108 | NVLink5 NVL72 (MNNVL) | 4x400G NDR IB per tray (1.5 racks) | 2 gb200-nvl72, 72x400 Rdma
OCI GB200 | GB200 | 27 | 108 | NVLink5 NVL72 (MNNVL) | 8x400G RoCE per tray | 2 gb200-nvl72, 144x400 Rdma
GB300 18 trays | GB300 | 18 | 72 | NVLink5 NVL72 (MNNVL) 900 GB/s/dir/GPU | 4x800G XDR per tray | gb300-nvl72
DGX GB300 SuperPOD 8 racks | GB300 | 144 | 576 | NVLink5 NVL72 (MNNVL) | XDR 800G per GPU (8 racks) | 8 gb300-nvl72, 72x800 Rdma
HGX GB200 NVL4 | GB200 | 2 | 8 | NVLink5 NVL4 (6 links per pair) | 4x400G NDR IB | 2 gb200-nvl4, 4x400 Rdma
DGX-1P | P100-SXM2 | 1 | 8 | NVLink1 hybrid cube mesh 80 GB/s/dir/GPU |  | dgx1-p100
DGX-1 P100 | P100-SXM2-16GB | 2 | 16 | NVLink1 hybrid cube mesh 80 GB/s/dir/GPU | 4x100G EDR IB | 2 dgx1-p100, 4x100 Rdma
1x DGX-2 | V100-SXM3-32GB | 1 | 16 | NVLink2/NVSwitch 150 GB/s/dir/GPU |  | dgx2
Azure NDv2 | V100-SXM2-32GB | 2 | 16 | NVLink2 hybrid cube mesh 150 GB/s/dir/GPU | 1x100G EDR IB | 2 dgx1-v100, 1x100 Rdma
4x V100 (Jean Zay) | V100-SXM2 | 1 | 4 | NVLink2 all-to-all 150 GB/s/dir/GPU |  | hgx-v100-4
g4dn.12xlarge | T4 | 1 | 4 | PCIe Gen3 |  | v100-pcie-8
g5.48xlarge | A10G | 1 | 8 | PCIe Gen4 x16 |  | l40s-8
AWS g5.48xlarge | A10G | 2 | 16 | PCIe Gen4 | 100G ENA | 2 l40s-8, 1x100 Sockets + the number of cards
AWS g6.48xlarge | L4 | 1 | 8 | PCIe Gen4 x8 |  | v100-pcie-8
AWS g6e.48xlarge | L40S | 2 | 16 | PCIe Gen4 | 4x100G EFA | 2 l40s-8, 4x100 Efa
1x 4xA30 | A30 | 1 | 4 | PCIe Gen4 |  | l40s-8
1x 2xA30 NVLink | A30 | 1 | 2 | NVLink bridge (200 GB/s bidir) |  | rtx-a6000-8
2x RTX 3090 NVLink | RTX 3090 | 1 | 2 | NVLink bridge 56 GB/s/dir |  | rtx-a6000-8
1x 4xRTX 4090 | RTX 4090 | 1 | 4 | PCIe Gen4 x16 (no P2P) |  / NCCL_P2P_DISABLE=1 | l40s-8 + GPUs that cannot write to each other
10x RTX 4090 | RTX 4090 | 1 | 10 | PCIe Gen4 |  | l40s-16
1x 8xRTX PRO 6000 | RTX PRO 6000 Blackwell | 1 | 8 | PCIe Gen5 x16 |  | rtx-6000d-8
4x RTX A6000 | RTX A6000 | 1 | 4 | PCIe Gen4 |  | l40s-8
2x A100 PCIe | A100-PCIe-80GB | 1 | 2 | PCIe Gen4 |  | pcie-8
4x A100 PCIe pairs | A100-PCIe-80GB | 1 | 4 | PCIe Gen4, NVLink bridges in pairs |  | a100-pcie-pairs-8
8xH100 PCIe | H100 PCIe | 1 | 8 | PCIe Gen5 |  | h100-pcie-8
8xH100 NVL | H100 NVL | 1 | 8 | NVLink bridge pairs + PCIe Gen5 |  | h100-nvl-8
H200 NVL | H200 NVL | 1 | 4 | NVLink bridge (4-way) |  | h200-nvl-8
H20 | H20-96GB | 2 | 16 | NVLink4/NVSwitch 450 GB/s/dir/GPU | 4x2x200G RoCE | 2 hgx-h20, 8x200 Rdma
H20 3e | H20-141GB | 1 | 8 | NVLink4/NVSwitch 450 GB/s/dir/GPU |  | hgx-h20
Alibaba | H800 | 4 | 32 | NVLink4/NVSwitch 200 GB/s/dir/GPU | 4x2x200G bonded RoCE | 4 hgx-h800, 8x200 Rdma
A800 server | A800-SXM4 | 2 | 16 | NVLink3/NVSwitch 200 GB/s/dir/GPU | 4 x HDR200 IB | 2 hgx-a800, 4x200 Rdma
JSC JUPITER | GH200-120GB | 2 | 8 | NVLink4 all-to-all 150 GB/s/dir per pair | 4xNDR200 | 2 gh200-4, 4x200 Rdma
GH200 single | GH200-480GB | 2 | 2 | none (1 GPU per node) | 1x400G NDR IB | 2 gh200-4, 1x400 Rdma
LUMI | MI250X | 2 | 16 | xGMI (4 modules, 8 GCDs) | 4x200G Slingshot-11 | 2 mi250x-8, 4x200 Slingshot
Frontier | MI250X (8 GCDs) | 1 | 8 | Infinity Fabric |  | mi250x-8
El Capitan | MI300A | 2 | 8 | xGMI full mesh | 4x200G Slingshot-11 | 2 mi300a-4, 4x200 Slingshot
MI300X Vultr | MI300X | 4 | 32 | xGMI full mesh 448 GB/s/dir/GPU | 8x400G RoCE (Thor2) | 4 mi300x-8, 8x400 Rdma
MI325X | MI325X | 1 | 8 | xGMI full mesh |  | mi325x-8
MI300X | AMD Instinct MI300X OAM | 1 | 4 | Infinity Fabric |  | mi300x-8
MI300X Azure ND MI300X v5 | MI300X | 2 | 16 | xGMI | 8x400G NDR IB | 2 mi300x-8, 8x400 Rdma
MI210 | MI210 | 1 | 4 | PCIe Gen4 |  | pcie-8
Polaris | A100-SXM4-40GB | 2 | 8 | NVLink3 | 2x200G Slingshot-11 | 2 hgx-a100-4, 2x200 Slingshot
Leonardo | A100 custom 64GB | 2 | 8 | NVLink3 all-to-all | 2x dual-port HDR100 | 2 hgx-a100-4, 2x100 Rdma
H100 1 GPU each | H100-80GB | 2 | 2 | NVLink4/NVSwitch | 8x400G NDR IB | 2 dgx-h100, 8x400 Rdma
odd | H100-80GB | 3 | 23 | NVLink4/NVSwitch | 8x400G NDR IB | 3 dgx-h100, 8x400 Rdma
odd2 | A100-SXM4 | 1 | 5 | NVLink3/NVSwitch |  | dgx-a100
H100 16 in one | H100 | 1 | 16 | NVLink4/NVSwitch |  | 2 dgx-h100, 8x400 Rdma + as many servers as the GPUs fill + the network
Missing nodes | H100 | 0 | 32 | NVLink4/NVSwitch | 8x400G | 4 dgx-h100, 8x400 Rdma + as many servers as the GPUs fill
DGX H100 |  | 0 | 16 |  | 8x400G NDR IB | 2 dgx-h100, 8x400 Rdma + as many servers as the GPUs fill
H100 sockets | H100-80GB | 2 | 16 | NVLink4/NVSwitch | 2x200G bonded Ethernet (TCP) | 2 dgx-h100, 1x400 Sockets
H100 slow | H100-80GB | 2 | 16 | NVLink4/NVSwitch | 10GbE | 2 dgx-h100, 1x10 Sockets + the number of cards + TCP sockets
H100 25 | H100-80GB | 2 | 16 | NVLink4/NVSwitch | 2x25GbE bonded | 2 dgx-h100, 1x50 Sockets + TCP sockets
no gdr | A100-SXM4-80GB | 2 | 16 | NVLink3/NVSwitch | 8x200G HDR IB, no GPUDirect | 2 dgx-a100, 8x200 EfaHost + cards that pass host memory
no gdr 2 | A100-SXM4-80GB | 2 | 16 | NVLink3/NVSwitch | 8x200G HDR IB / NCCL_NET_GDR_LEVEL=0 | 2 dgx-a100, 8x200 EfaHost + cards that pass host memory
p2p | H100-80GB | 1 | 8 | NVLink4/NVSwitch |  / NCCL_P2P_DISABLE=1 | h100-pcie-8 + GPUs that cannot write to each other
p2p V100 | V100-SXM2 | 1 | 8 | NVLink2 hybrid cube mesh |  / NCCL_P2P_DISABLE=1 | v100-pcie-8 + GPUs that cannot write to each other
GB/s | H100 | 2 | 16 | NVLink4/NVSwitch | 8x 50 GB/s IB | 2 dgx-h100, 8x400 Rdma
rails | H100 | 2 | 16 | NVLink4/NVSwitch | 8-rail NDR | 2 dgx-h100, 8x400 Rdma
default | H100 | 2 | 16 | NVLink4/NVSwitch | 8x400G (default settings) | 2 dgx-h100, 8x400 Rdma
8 HDR | A100 | 2 | 16 | NVLink3 | 8 HDR HCAs | 2 dgx-a100, 8x200 Rdma
8 CX7 | H100 | 2 | 16 | NVLink4 | 8 ConnectX-7 NICs, IB | 2 dgx-h100, 8x400 Rdma
eth | H100 | 2 | 16 | NVLink4 | 8x400G Ethernet (Spectrum-X) | 2 dgx-h100, 8x400 Rdma
rdma | A100 | 2 | 16 | NVLink3 | RDMA 1.6 Tbps | 2 dgx-a100, 8x200 Rdma
400 | H100 | 2 | 16 | NVLink4 | 400 Gb/s InfiniBand per GPU | 2 dgx-h100, 8x400 Rdma
NVL256 | H100 | 32 | 256 | NVLink4 NVLink Switch System (256 GPUs) | none (one NVLink domain) | dgx-h100-nvlink
x8 | H100 | 2 | 16 | NVLink4 | 400G NDR x8 | 2 dgx-h100, 8x400 Rdma
Eos | H100 | 576 | 4608 | NVLink4/NVSwitch | 8x400G NDR IB | 576 dgx-h100, 8x400 Rdma
B200 IB | B200 | 2 | 16 | NVLink5/NVSwitch | 8x NDR400 | 2 dgx-b200, 8x400 Rdma
B300 XDR | B300 | 8 | 64 | NVLink5/NVSwitch | 8x XDR | 8 hgx-b300, 8x800 Rdma
GCP A3 High, no TCPX | H100-80GB | 2 | 16 | NVLink4/NVSwitch | 4x200G gVNIC, no TCPX | 2 dgx-h100, 4x200 Sockets
p5 without EFA | H100-80GB | 2 | 16 | NVLink4/NVSwitch | EFA disabled, TCP over ENA | 2 dgx-h100, 1x100 Sockets + the number of cards
cluster | A100-SXM4-80GB | 2 | 16 | NVLink3/NVSwitch | 100GbE (no IB) | 2 dgx-a100, 1x100 Sockets + the number of cards
cluster | A100-SXM4-80GB | 2 | 16 | NVLink3/NVSwitch | 8x200G HDR IB, one NIC per GPU | 2 dgx-a100, 8x200 Rdma
GB200 | GB200 | 36 | 144 | NVLink5 NVL72 (MNNVL) | 4x400G NDR IB per tray, 1 NIC per GPU | 2 gb200-nvl72, 72x400 Rdma
AWS p4d.24xlarge | not printed | 2 | 16 | NVSwitch | 4x100G EFA | 2 dgx-a100, 4x100 Efa
GCP a2-highgpu-8g | | 1 | 8 | NVLink3/NVSwitch | | dgx-a100
rack | B300 | 18 | 72 | NVLink5 NVL72 | none | gb300-nvl72
node | Hopper (model not printed) | 1 | 8 | NVLink4/NVSwitch | | dgx-h100 + the GPU's model
g4dn.12xlarge 2 nodes | T4 | 2 | 8 | PCIe Gen3 | 1x50G ENA | 2 v100-pcie-8, 1x50 Sockets
cluster | A100-SXM4-40GB | 4 | 32 | NVLink3/NVSwitch | IB (1x EDR assumed) | 4 dgx-a100, 1x100 Rdma
cluster | A100-SXM4-40GB | 4 | 32 | NVLink3/NVSwitch | RoCE 2x100G (bond0), PFC off | 4 dgx-a100, 2x100 Rdma
cluster | H100 | 4 | 32 | NVLink4/NVSwitch | TCP (eth0, 100G) | 4 dgx-h100, 1x100 Sockets + the number of cards
cluster | H100 | 4 | 32 | NVLink4/NVSwitch | 8x400G NDR IB (TCP bootstrap over eth0) | 4 dgx-h100, 8x400 Rdma
cluster | H100 | 4 | 32 | NVLink4/NVSwitch | 8x400G NDR IB / NCCL_IB_DISABLE=1 | 4 dgx-h100, 8x400 Sockets
cluster | H100 | 4 | 32 | NVLink4/NVSwitch | Spectrum-X, 400 Gb/s per GPU | 4 dgx-h100, 8x400 Rdma
cluster | H100 | 4 | 16 | NVLink4/NVSwitch (4 of 8 GPUs) | 400 Gb/s (8x50G) RoCE v2 | 4 dgx-h100, 8x50 Rdma
cluster | GB200 | 2 | 8 | NVLink5 NVL72 (IMEX off) | 4x400G NDR IB | 2 gb200-nvl72, 72x400 Rdma
cluster | GB200 | | 72 | NVLink5 NVL72 (MNNVL) | none (one NVLink domain) | gb200-nvl72
JUWELS Booster | A100-SXM4-40GB | 4 | 16 | NVLink3 | 4x HDR200 IB | 4 hgx-a100-4, 4x200 Rdma
";

fn check(line: &str) {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [system, gpu, nodes, gpus, intra, inter, expected] = cells[..] else { panic!("{line}") };
    let (inter, notes) = inter.split_once("/ ").unwrap_or((inter, ""));
    let mut row = super::tests::row([gpu, intra, inter.trim()], 1, gpus.parse().unwrap());
    row.nodes = nodes.parse().ok().filter(|&nodes| nodes > 0);
    (row.system, row.notes) = (system.to_owned(), notes.to_owned());
    let mapped = map(&row).unwrap();
    assert_eq!(mapped.group.len(), row.gpus as usize, "{line}");
    let (spec, fabric) = (&mapped.spec, mapped.spec.fabric);
    let mut found = spec.system.id.to_owned();
    if spec.nodes > 1 {
        let (nics, gbit) = (fabric.nics_per_node, fabric.gbit_per_nic);
        found = format!("{} {found}, {nics}x{gbit} {:?}", spec.nodes, fabric.transport);
    }
    for what in &mapped.assumed {
        let what = Line::new(*what).say(Lang::En);
        found = format!("{found} + {}", what.split(',').next().unwrap_or_default());
    }
    assert_eq!(found, expected, "{line}");
}

#[test]
fn machines_are_found_by_their_descriptions() {
    MACHINES.lines().for_each(check);
}
