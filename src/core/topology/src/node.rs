//! One node's block of vertices and links.

use kitchen_hardware::efficiency;
use kitchen_units::{Rate, Time};

use super::class::LinkClass;
use super::graph::{Link, Vertex};
use super::spec::ClusterSpec;
use super::system::{Above, System, Wiring};

/// A node's parts in the order of the graph; links name vertices by their place in the block.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub vertices: Vec<Vertex>,
    pub links: Vec<(u32, u32, Link)>,
    /// Place of the first card, and how many cards there are.
    pub first_nic: u32,
    pub nics: u32,
}

/// The GPU (in its node) that card `nic` stands beside, when `nics` cards are spread over `gpus` GPUs.
pub(super) const fn home_of(nic: u32, nics: u32, gpus: u32) -> u32 {
    (nic as u64 * gpus as u64 / nics as u64) as u32
}

/// A node whose first `present` GPUs take part, with what hangs on them; all switch chips stay.
pub(super) fn block(spec: &ClusterSpec, present: u32) -> Block {
    let system = spec.system;
    let mut block = Block::default();
    for index in 0..present {
        block.vertices.push(Vertex::Gpu { rank: index, node: 0, index });
    }
    match system.wiring {
        Wiring::Pcie => {}
        Wiring::Mesh(_) => mesh(&mut block, system, present),
        Wiring::Switched { .. } => switched(&mut block, system, present),
    }
    hosts(&mut block, spec, present);
    block
}

impl Block {
    fn vertex(&mut self, vertex: Vertex) -> u32 {
        self.vertices.push(vertex);
        self.vertices.len() as u32 - 1
    }

    /// A link each way.
    fn both(&mut self, a: u32, b: u32, link: Link) {
        self.links.push((a, b, link));
        self.links.push((b, a, link));
    }
}

/// `lanes` links of the GPU's own kind in one direction.
fn nvlinks(system: &System, class: LinkClass, lanes: u32) -> Link {
    // Every preset wired by such links has a GPU with them; a test holds that.
    let one = system.peer_link();
    let [nominal, effective] = one.map_or([0.0; 2], |one| [one.gb_per_s, one.payload_gb_per_s]);
    let latency = one.map_or(Time::ZERO, |one| one.latency);
    Link {
        class,
        lanes,
        nominal: Rate::gb_per_s(nominal * f64::from(lanes)),
        effective: Rate::gb_per_s(effective * f64::from(lanes)),
        latency,
    }
}

fn mesh(block: &mut Block, system: &System, present: u32) {
    for a in 0..present {
        for b in a + 1..present {
            let count = system.mesh_lanes(a, b);
            if count > 0 {
                block.both(a, b, nvlinks(system, LinkClass::NvLink, count));
            }
        }
    }
}

fn switched(block: &mut Block, system: &System, present: u32) {
    let Wiring::Switched { chips, boards: all, trunk, above, .. } = system.wiring else { return };
    let per_board = chips.len() as u32;
    let gpus_per_board = system.gpus_per_node / all.max(1);
    let boards = present.div_ceil(gpus_per_board.max(1)).min(all);
    let first = block.vertices.len() as u32;
    for chip in 0..per_board * boards {
        block.vertex(Vertex::NvSwitch { node: 0, chip });
    }
    let line = |lanes: u32| nvlinks(system, LinkClass::NvSwitch, lanes);
    for gpu in 0..present {
        let board = gpu / gpus_per_board.max(1);
        for (chip, &lanes) in chips.iter().enumerate() {
            block.both(gpu, first + board * per_board + chip as u32, line(u32::from(lanes)));
        }
    }
    match above {
        Some(above) if boards > 1 => second_level(block, above, first, (per_board, boards, all), line(above.lanes)),
        Some(_) => {}
        None => {
            for board in 1..boards {
                for chip in 0..per_board {
                    block.both(first + chip, first + board * per_board + chip, line(trunk));
                }
            }
        }
    }
}

/// The planes over the boards; `all` boards could be there and are counted in the chips' numbers.
fn second_level(block: &mut Block, above: Above, first: u32, (per_board, boards, all): (u32, u32, u32), line: Link) {
    let mut number = per_board * all;
    for (plane, &chips) in (0..per_board).zip(above.chips) {
        for _ in 0..chips {
            let chip = block.vertex(Vertex::NvSwitch { node: 0, chip: number });
            number += 1;
            for board in 0..boards {
                block.both(first + board * per_board + plane, chip, line);
            }
        }
    }
}

/// Sixteen lanes of PCIe; `share` is what a host bridge leaves.
fn pcie_link(system: &System, latency: Time, share: f64) -> Link {
    let slot = system.slot();
    Link {
        class: LinkClass::Pcie,
        lanes: 1,
        nominal: Rate::gb_per_s(slot.gb_per_s),
        effective: Rate::gb_per_s(slot.payload_gb_per_s * share),
        latency,
    }
}

/// CPU sockets, PCIe switches, and the cards beside the GPUs.
fn hosts(block: &mut Block, spec: &ClusterSpec, present: u32) {
    let system = spec.system;
    let host = system.host;
    let sockets = present.div_ceil(host.gpus_per_socket);
    let first_socket = block.vertices.len() as u32;
    for index in 0..sockets {
        block.vertex(Vertex::Host { node: 0, index });
    }
    for index in 1..sockets {
        if index % host.sockets_together != 0 {
            let rate = Rate::gb_per_s(host.socket_gb_per_s);
            let latency = efficiency::SOCKET_LATENCY;
            let link = Link { class: LinkClass::Socket, lanes: 1, nominal: rate, effective: rate, latency };
            block.both(first_socket + index - 1, first_socket + index, link);
        }
    }
    let above: Vec<u32> = if host.gpus_per_switch == 0 {
        let link = c2c_link();
        (0..present)
            .map(|gpu| {
                let socket = first_socket + gpu / host.gpus_per_socket;
                block.both(gpu, socket, link);
                socket
            })
            .collect()
    } else {
        switches(block, system, first_socket, present)
    };
    cards(block, spec, &above, present);
}

fn c2c_link() -> Link {
    let nominal = kitchen_hardware::C2C[0].gb_per_s;
    Link {
        class: LinkClass::Socket,
        lanes: 1,
        nominal: Rate::gb_per_s(nominal),
        effective: Rate::gb_per_s(nominal * efficiency::C2C),
        latency: efficiency::C2C_LATENCY,
    }
}

/// PCIe switches under their sockets, GPUs under the switches; returns the switch above each GPU.
fn switches(block: &mut Block, system: &System, first_socket: u32, present: u32) -> Vec<u32> {
    let host = system.host;
    let first = block.vertices.len() as u32;
    for index in 0..present.div_ceil(host.gpus_per_switch) {
        let switch = block.vertex(Vertex::PcieSwitch { node: 0, index });
        let socket = first_socket + index * host.gpus_per_switch / host.gpus_per_socket;
        block.both(switch, socket, pcie_link(system, efficiency::HOST_LATENCY, efficiency::HOST_BRIDGE));
    }
    (0..present)
        .map(|gpu| {
            let switch = first + gpu / host.gpus_per_switch;
            block.both(gpu, switch, pcie_link(system, system.slot().latency, 1.0));
            switch
        })
        .collect()
}

fn cards(block: &mut Block, spec: &ClusterSpec, above: &[u32], present: u32) {
    let system = spec.system;
    let nics = spec.fabric.nics_per_node;
    block.first_nic = block.vertices.len() as u32;
    for index in 0..nics {
        let home = home_of(index, nics, system.gpus_per_node);
        if home >= present {
            break;
        }
        let nic = block.vertex(Vertex::Nic { node: 0, index });
        block.both(nic, above[home as usize], card_link(spec));
        block.nics += 1;
    }
}

/// The card's slot: as PCIe of the system, but never what would throttle the port (faster cards come with their own
/// PCIe switch and a slot to match).
fn card_link(spec: &ClusterSpec) -> Link {
    let slot = pcie_link(spec.system, spec.system.slot().latency, 1.0);
    let port = spec.system.card_rate(&spec.fabric);
    if slot.effective < port {
        return Link { nominal: spec.fabric.nominal(), effective: port, ..slot };
    }
    slot
}
