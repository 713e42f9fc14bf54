//! The presets: servers (and racks) as sold.

use kitchen_hardware::{GPUS, Generation, Gpu, PcieGeneration, Source, cite, place};

use super::fabric::{Fabric, Layout, Technology, Transport};
use super::own::OwnFigures;

/// How the GPUs of a node are joined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wiring {
    /// Over PCIe alone.
    Pcie,
    /// NVLink or xGMI from GPU to GPU: how many links each pair has, row by row of a square matrix over one node's GPUs.
    Mesh(&'static [u8]),
    /// NVLink to switch chips.
    Switched {
        /// Links of each GPU to each chip of its board.
        chips: &'static [u8],
        /// Boards; each has its own chips, and chip `i` of one board is joined to chip `i` of the other.
        boards: u32,
        /// Links of such a pair of chips; 0 with one board.
        trunk: u32,
        /// Where the boards are joined by further chips instead.
        above: Option<Above>,
        /// Whether the chips add and multicast.
        in_network: bool,
    },
}

/// A second level of switch chips over several boards, in planes: chip `i` of every board is joined to the chips of plane
/// `i`, and planes are not joined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Above {
    /// Chips of each plane.
    pub chips: &'static [u8],
    /// Links from a board's chip to each chip of its plane.
    pub lanes: u32,
}

impl Above {
    /// Chips of all planes.
    pub fn count(&self) -> u32 {
        self.chips.iter().map(|&chips| u32::from(chips)).sum()
    }
}

/// How GPUs and cards hang on the CPUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Host {
    /// Of every slot.
    pub pcie: PcieGeneration,
    /// GPUs under one CPU socket.
    pub gpus_per_socket: u32,
    /// GPUs under one PCIe switch; 0 where the GPU hangs on its CPU by NVLink-C2C.
    pub gpus_per_switch: u32,
    /// Whether the cards hang on the GPUs' own PCIe although the GPUs hang on their CPUs by NVLink-C2C: what a card writes and
    /// the flags about it take different ways.
    pub cards_at_gpus: bool,
    /// Sockets joined with each other: 2 in a server, 2 in each tray of a rack.
    pub sockets_together: u32,
    /// Between two sockets one way, GB/s, as NCCL 2.30.7 counts (src/graph/topo.h).
    pub socket_gb_per_s: f64,
    /// The memory of all CPUs of a node, decimal gigabytes; `None` where its maker leaves it to who buys it.
    pub memory_gb: Option<f64>,
}

/// A server, or a rack that is one NVLink domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct System {
    /// Stable id, such as `dgx-h100`.
    pub id: &'static str,
    /// What stands there: its own id, or that of the machine that a cloud rents out.
    pub machine: &'static str,
    /// The GPU that it holds.
    pub gpu: &'static Gpu,
    /// How many of them one node has; a rack that is one NVLink domain is one node.
    pub gpus_per_node: u32,
    /// The largest cluster that is built.
    pub max_nodes: u32,
    /// How they are joined.
    pub wiring: Wiring,
    /// How they hang on the CPUs.
    pub host: Host,
    /// How such nodes are joined unless the scenario says otherwise.
    pub default_fabric: Fabric,
    /// Figures that its owner gives in place of the catalogue's.
    pub own: OwnFigures,
}

/// DGX-1 with P100: `nvidia-smi topo -m` (RSE Sheffield lab05).
static CUBE_MESH_P100: [[u8; 8]; 8] = [
    [0, 1, 1, 1, 1, 0, 0, 0],
    [1, 0, 1, 1, 0, 1, 0, 0],
    [1, 1, 0, 1, 0, 0, 1, 0],
    [1, 1, 1, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 1, 1, 1],
    [0, 1, 0, 0, 1, 0, 1, 1],
    [0, 0, 1, 0, 1, 1, 0, 1],
    [0, 0, 0, 1, 1, 1, 1, 0],
];

/// DGX-1 with V100: msccl's tests, NCCL issue #671.
static CUBE_MESH_V100: [[u8; 8]; 8] = [
    [0, 1, 1, 2, 2, 0, 0, 0],
    [1, 0, 2, 1, 0, 2, 0, 0],
    [1, 2, 0, 2, 0, 0, 1, 0],
    [2, 1, 2, 0, 0, 0, 0, 1],
    [2, 0, 0, 0, 0, 1, 1, 2],
    [0, 2, 0, 0, 1, 0, 2, 1],
    [0, 0, 1, 0, 1, 2, 0, 2],
    [0, 0, 0, 1, 2, 1, 2, 0],
];

/// The largest cluster of any preset: 131,072 GPUs and a little more in whole racks.
pub const MAX_GPUS: u32 = 131_112;

pub(super) const fn infiniband(nics_per_node: u32, gbit_per_nic: u32, layout: Layout) -> Fabric {
    Fabric {
        layout,
        technology: Technology::InfiniBand,
        transport: Transport::Rdma,
        nics_per_node,
        gbit_per_nic,
        adds: false,
    }
}

pub(super) const fn host(pcie: PcieGeneration, per_socket: u32, per_switch: u32, socket_gb_per_s: f64) -> Host {
    Host {
        pcie,
        gpus_per_socket: per_socket,
        gpus_per_switch: per_switch,
        cards_at_gpus: false,
        sockets_together: 2,
        socket_gb_per_s,
        memory_gb: None,
    }
}

/// The same with so many decimal gigabytes of memory.
const fn with_memory(host: Host, gb: f64) -> Host {
    Host { memory_gb: Some(gb), ..host }
}

pub(super) const fn entry(
    id: &'static str,
    gpu: usize,
    gpus: u32,
    wiring: Wiring,
    host: Host,
    fabric: Fabric,
) -> System {
    System {
        id,
        machine: id,
        gpu: &GPUS[gpu],
        gpus_per_node: gpus,
        max_nodes: MAX_GPUS / gpus,
        wiring,
        host,
        default_fabric: fabric,
        own: OwnFigures::NONE,
    }
}

pub(super) const fn switched(chips: &'static [u8], in_network: bool) -> Wiring {
    Wiring::Switched { chips, boards: 1, trunk: 0, above: None, in_network }
}

const H100_CHIPS: &[u8] = &[5, 5, 4, 4];
const NVL72_CHIPS: &[u8] = &[1; 18];

/// Vera Rubin as announced: nine switch trays of four chips, one of a GPU's 36 links to each.
const VR_CHIPS: &[u8] = &[1; 36];

use PcieGeneration::{Gen3, Gen4, Gen5};

// Memory of the hosts: the data sheets of DGX-1, DGX-2, DGX A100 640GB, DGX H100, DGX H200, DGX B200 (from 2 TB), GB200 and GB300
// NVL72; the host of H200 read in MLPerf Inference 4.1's system description (2 TB), the others in summaries.
// Sockets: Broadwell 6, Skylake 10, AMD 16, Sapphire Rapids 22 GB/s. `pcie-8` is chosen as eight A100 80GB PCIe, two
// under each PCIe switch, on two sockets with today's link between them, so that its ring runs at what PCIe Gen4
// through a host bridge gives (26.3 x 5/6 = 21.9 GB/s) rather than at an old socket link.
pub const PCIE_8: System =
    entry("pcie-8", place::A100_PCIE, 8, Wiring::Pcie, host(Gen4, 4, 2, 22.0), infiniband(2, 200, Layout::LeafSpine));
pub const DGX1_P100: System = entry(
    "dgx1-p100",
    place::P100_SXM2,
    8,
    Wiring::Mesh(CUBE_MESH_P100.as_flattened()),
    with_memory(host(Gen3, 4, 2, 6.0), 512.0),
    infiniband(4, 100, Layout::Rail),
);
pub const DGX1_V100: System = entry(
    "dgx1-v100",
    place::V100_SXM2,
    8,
    Wiring::Mesh(CUBE_MESH_V100.as_flattened()),
    with_memory(host(Gen3, 4, 2, 6.0), 512.0),
    infiniband(4, 100, Layout::Rail),
);
pub const DGX2: System = entry(
    "dgx2",
    place::V100_SXM3,
    16,
    Wiring::Switched { chips: &[1; 6], boards: 2, trunk: 8, above: None, in_network: false },
    with_memory(host(Gen3, 8, 2, 10.0), 1_500.0),
    infiniband(8, 100, Layout::Rail),
);
pub const DGX_A100: System = entry(
    "dgx-a100",
    place::A100_SXM,
    8,
    switched(&[2; 6], false),
    with_memory(host(Gen4, 4, 2, 16.0), 2_000.0),
    infiniband(8, 200, Layout::Rail),
);
pub const DGX_H100: System = entry(
    "dgx-h100",
    place::H100_SXM,
    8,
    switched(H100_CHIPS, true),
    with_memory(host(Gen5, 4, 1, 22.0), 2_000.0),
    infiniband(8, 400, Layout::Rail),
);
pub const DGX_H200: System = entry(
    "dgx-h200",
    place::H200_SXM,
    8,
    switched(H100_CHIPS, true),
    with_memory(host(Gen5, 4, 1, 22.0), 2_000.0),
    infiniband(8, 400, Layout::Rail),
);
pub const DGX_B200: System = entry(
    "dgx-b200",
    place::B200_SXM,
    8,
    switched(&[9, 9], true),
    with_memory(host(Gen5, 4, 1, 22.0), 2_000.0),
    infiniband(8, 400, Layout::Rail),
);
pub const GB200_NVL72: System = entry(
    "gb200-nvl72",
    place::GB200,
    72,
    switched(NVL72_CHIPS, true),
    with_memory(host(Gen5, 2, 0, 40.0), 17_000.0),
    infiniband(72, 400, Layout::Rail),
);
pub const GB300_NVL72: System = entry(
    "gb300-nvl72",
    place::GB300,
    72,
    switched(NVL72_CHIPS, true),
    with_memory(Host { cards_at_gpus: true, ..host(Gen5, 2, 0, 40.0) }, 17_000.0),
    infiniband(72, 400, Layout::Rail),
);
pub const VR_NVL72: System = entry(
    "vr-nvl72",
    place::RUBIN,
    72,
    switched(VR_CHIPS, true),
    host(Gen5, 2, 0, 40.0),
    infiniband(144, 800, Layout::Rail),
);

/// The presets that chapters stand in.
pub(super) static SYSTEMS: [System; 11] =
    [PCIE_8, DGX1_P100, DGX1_V100, DGX2, DGX_A100, DGX_H100, DGX_H200, DGX_B200, GB200_NVL72, GB300_NVL72, VR_NVL72];

/// The presets that chapters stand in, oldest kind first; [`super::all_systems`] has the others too.
pub fn systems() -> &'static [System] {
    &SYSTEMS
}

/// The preset of [`systems`] with that id.
pub fn system(id: &str) -> Option<&'static System> {
    SYSTEMS.iter().find(|system| system.id == id)
}

impl System {
    /// NVLink links of one GPU; 0 without NVLink.
    pub fn nvlink_lanes_per_gpu(&self) -> u32 {
        match self.wiring {
            Wiring::Pcie => 0,
            Wiring::Mesh(_) => (0..self.gpus_per_node).map(|to| self.mesh_lanes(0, to)).sum(),
            Wiring::Switched { chips, .. } => chips.iter().map(|&n| u32::from(n)).sum(),
        }
    }

    /// Links of a mesh from the GPU at place `a` of a node to the one at `b`; 0 in other wirings and beyond the node.
    pub fn mesh_lanes(&self, a: u32, b: u32) -> u32 {
        match self.wiring {
            Wiring::Mesh(lanes) if b < self.gpus_per_node => {
                lanes.get((a * self.gpus_per_node + b) as usize).map_or(0, |&n| u32::from(n))
            }
            _ => 0,
        }
    }

    /// Where the wiring was read.
    pub fn wiring_source(&self) -> Source {
        match self.id {
            "dgx1-p100" => Source::read(cite::SHEFFIELD),
            "dgx1-v100" => Source::read(cite::MSCCL),
            "dgx-a100" => Source::read(cite::NCCL_1505),
            "dgx-h100" | "dgx-h200" => Source::read(cite::OCI_XML),
            "gb200-nvl72" | "gb300-nvl72" => Source::read(cite::GLENN),
            // 36 links of a GPU and 260 TB/s over nine trays were read; that a tray has four chips follows from 72 ports.
            "vr-nvl72" => Source::secondary(cite::VERA_RUBIN),
            "dgx2" => Source::secondary(cite::DGX2),
            "dgx-b200" => Source::secondary(cite::HGX_B200),
            _ => Source::derived("the links that its GPUs have by their data sheets"),
        }
    }

    /// Whether it has been announced and was not on sale when these figures were collected.
    pub fn is_announced(&self) -> bool {
        self.gpu.generation == Generation::Rubin
    }

    /// Switch chips in one node.
    pub fn switch_chips(&self) -> u32 {
        match self.wiring {
            Wiring::Switched { chips, boards, above, .. } => {
                chips.len() as u32 * boards + above.map_or(0, |above| above.count())
            }
            _ => 0,
        }
    }
}
