//! The servers that chapters stand in, where they are not a whole preset.

use crate::hardware::{self, PcieGeneration, place};
use crate::text::key;
use crate::topology::{Fabric, Host, Layout, System, Technology, Transport, Wiring};

const fn part_of_dgx_h100(gpus: u32) -> System {
    System {
        id: "dgx-h100",
        name: key::SYSTEM_DGX_H100,
        gpu: &hardware::GPUS[place::H100_SXM],
        gpus_per_node: gpus,
        max_nodes: 64,
        wiring: Wiring::Switched { chips: &[5, 5, 4, 4], boards: 1, trunk: 0, above: None, in_network: true },
        host: Host {
            pcie: PcieGeneration::Gen5,
            gpus_per_socket: 4,
            gpus_per_switch: 1,
            cards_at_gpus: false,
            sockets_together: 2,
            socket_gb_per_s: 22.0,
        },
        default_fabric: Fabric {
            layout: Layout::Rail,
            technology: Technology::InfiniBand,
            transport: Transport::Rdma,
            nics_per_node: gpus,
            gbit_per_nic: 400,
            adds: false,
        },
    }
}

/// DGX H100 of which one GPU and its card take part.
pub(super) static DGX_H100_ONE: System = part_of_dgx_h100(1);

/// DGX H100 of which four GPUs and their cards take part.
pub(super) static DGX_H100_HALF: System = part_of_dgx_h100(4);

/// DGX-1 V100's wiring with its GPUs counted 0, 3, 2, 1, 4, 7, 6, 5: the first two share two links, as a user of two GPUs
/// would choose them.
static CUBE_MESH_IN_PAIRS: [[u8; 8]; 8] = [
    [0, 2, 1, 1, 2, 0, 0, 0],
    [2, 0, 2, 1, 0, 1, 0, 0],
    [1, 2, 0, 2, 0, 0, 1, 0],
    [1, 1, 2, 0, 0, 0, 0, 2],
    [2, 0, 0, 0, 0, 2, 1, 1],
    [0, 1, 0, 0, 2, 0, 2, 1],
    [0, 0, 1, 0, 1, 2, 0, 2],
    [0, 0, 0, 2, 1, 1, 2, 0],
];
/// The place in a DGX-1 V100 of each GPU of [`DGX1_V100_IN_PAIRS`].
#[cfg(test)]
const PLACES: [usize; 8] = [0, 3, 2, 1, 4, 7, 6, 5];

/// DGX-1 V100, its GPUs counted so that neighbours have the most links.
pub(super) static DGX1_V100_IN_PAIRS: System = System {
    id: "dgx1-v100",
    name: key::SYSTEM_DGX1_V100,
    gpu: &hardware::GPUS[place::V100_SXM2],
    gpus_per_node: 8,
    max_nodes: 1,
    wiring: Wiring::Mesh(CUBE_MESH_IN_PAIRS.as_flattened()),
    host: Host {
        pcie: PcieGeneration::Gen3,
        gpus_per_socket: 4,
        gpus_per_switch: 2,
        cards_at_gpus: false,
        sockets_together: 2,
        socket_gb_per_s: 6.0,
    },
    default_fabric: Fabric {
        layout: Layout::Rail,
        technology: Technology::InfiniBand,
        transport: Transport::Rdma,
        nics_per_node: 4,
        gbit_per_nic: 100,
        adds: false,
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    fn check(part: &System) {
        let whole = topology::system("dgx-h100").unwrap();
        assert_eq!((part.gpu, part.wiring, part.host), (whole.gpu, whole.wiring, whole.host));
        let fabric = whole.default_fabric.with_nics(part.gpus_per_node, whole.default_fabric.gbit_per_nic);
        assert_eq!(part.default_fabric, fabric);
    }

    #[test]
    fn parts_are_like_the_whole() {
        check(&DGX_H100_ONE);
        check(&DGX_H100_HALF);
    }

    #[test]
    fn a_cube_mesh_counted_otherwise_is_the_same_mesh() {
        let whole = topology::system("dgx1-v100").unwrap();
        let Wiring::Mesh(links) = whole.wiring else { panic!("a mesh") };
        for (i, row) in CUBE_MESH_IN_PAIRS.iter().enumerate() {
            for (j, &lanes) in row.iter().enumerate() {
                assert_eq!(lanes, links[PLACES[i] * 8 + PLACES[j]]);
            }
        }
        let part = &DGX1_V100_IN_PAIRS;
        assert_eq!((part.gpu, part.host, part.default_fabric), (whole.gpu, whole.host, whole.default_fabric));
    }
}
