//! The servers that chapters stand in, where they are not a whole preset.

use kitchen_core::hardware::{self, PcieGeneration, place};
use kitchen_core::topology::{Fabric, Host, Layout, OwnFigures, System, Technology, Transport, Wiring};

/// DGX H100 of which so many GPUs and their cards take part.
pub(crate) const fn part_of_dgx_h100(gpus: u32) -> System {
    System {
        id: "dgx-h100",
        machine: "dgx-h100",
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
            memory_gb: Some(2_000.0),
        },
        default_fabric: Fabric {
            layout: Layout::Rail,
            technology: Technology::InfiniBand,
            transport: Transport::Rdma,
            nics_per_node: gpus,
            gbit_per_nic: 400,
            adds: false,
        },
        own: OwnFigures::NONE,
    }
}

/// DGX H100 of which one GPU and its card take part.
pub(crate) static DGX_H100_ONE: System = part_of_dgx_h100(1);

/// DGX H100 of which four GPUs and their cards take part.
pub(crate) static DGX_H100_HALF: System = part_of_dgx_h100(4);

/// DGX H100 whose NVLink is left unused: the same GPUs over the server's own PCIe. Chapters that change the way hold the
/// GPU with it.
pub(crate) static DGX_H100_OVER_PCIE: System =
    System { id: "dgx-h100-over-pcie", machine: "dgx-h100-over-pcie", wiring: Wiring::Pcie, ..part_of_dgx_h100(8) };

/// HGX H100 with four GPUs: 18 links of each, six to each of the three others, and no switch.
static FOUR_H100: [[u8; 4]; 4] = [[0, 6, 6, 6], [6, 0, 6, 6], [6, 6, 0, 6], [6, 6, 6, 0]];

/// Four H100 with NVLink straight between them, as sold.
pub(crate) static HGX_H100_4: System = System {
    id: "hgx-h100-4",
    machine: "four-h100",
    wiring: Wiring::Mesh(FOUR_H100.as_flattened()),
    host: Host { memory_gb: None, ..part_of_dgx_h100(4).host },
    default_fabric: Fabric { gbit_per_nic: 200, ..part_of_dgx_h100(4).default_fabric },
    ..part_of_dgx_h100(4)
};

/// DGX-1 V100's wiring with its GPUs counted 0, 3, 2, 1, 4, 7, 6, 5, so that neighbours have the most links, and three links
/// for each of its own: a V100 has six, an H100 18.
static CUBE_MESH_OF_18: [[u8; 8]; 8] = [
    [0, 6, 3, 3, 6, 0, 0, 0],
    [6, 0, 6, 3, 0, 3, 0, 0],
    [3, 6, 0, 6, 0, 0, 3, 0],
    [3, 3, 6, 0, 0, 0, 0, 6],
    [6, 0, 0, 0, 0, 6, 3, 3],
    [0, 3, 0, 0, 6, 0, 6, 3],
    [0, 0, 3, 0, 3, 6, 0, 6],
    [0, 0, 0, 6, 3, 3, 6, 0],
];
/// The place in a DGX-1 V100 of each GPU of [`EIGHT_H100_MESHED`].
#[cfg(test)]
const PLACES: [usize; 8] = [0, 3, 2, 1, 4, 7, 6, 5];

/// Eight H100 wired as a DGX-1, without switches. Nobody sells it: a thought experiment with real links.
pub(crate) static EIGHT_H100_MESHED: System = System {
    id: "h100-cube-mesh",
    machine: "h100-cube-mesh",
    wiring: Wiring::Mesh(CUBE_MESH_OF_18.as_flattened()),
    ..part_of_dgx_h100(8)
};

#[cfg(test)]
mod tests {
    use kitchen_core::topology;

    use super::*;

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
    fn a_cube_mesh_of_h100_has_the_links_of_both() {
        let Wiring::Mesh(links) = topology::system("dgx1-v100").unwrap().wiring else { panic!("a mesh") };
        for (i, row) in CUBE_MESH_OF_18.iter().enumerate() {
            for (j, &lanes) in row.iter().enumerate() {
                assert_eq!(lanes, 3 * links[PLACES[i] * 8 + PLACES[j]]);
            }
        }
        let most = hardware::nvlink(EIGHT_H100_MESHED.gpu.nvlink).unwrap().links;
        assert_eq!(EIGHT_H100_MESHED.nvlink_lanes_per_gpu(), most);
        assert_eq!(HGX_H100_4.nvlink_lanes_per_gpu(), most);
    }

    #[test]
    fn the_mesh_of_four_is_the_one_sold() {
        let sold = topology::find_system("hgx-h100-4").unwrap();
        let own = &HGX_H100_4;
        assert_eq!((own.gpu, own.wiring, own.host), (sold.gpu, sold.wiring, sold.host));
        assert_eq!(own.default_fabric, sold.default_fabric);
    }

    #[test]
    fn a_way_left_unused_changes_nothing_else() {
        let (whole, own) = (topology::system("dgx-h100").unwrap(), &DGX_H100_OVER_PCIE);
        assert_eq!((own.gpu, own.host, own.default_fabric), (whole.gpu, whole.host, whole.default_fabric));
        assert_eq!(own.wiring, Wiring::Pcie);
    }
}
