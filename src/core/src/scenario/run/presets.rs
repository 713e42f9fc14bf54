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
        wiring: Wiring::Switched { chips: &[5, 5, 4, 4], boards: 1, trunk: 0, in_network: true },
        host: Host {
            pcie: PcieGeneration::Gen5,
            gpus_per_socket: 4,
            gpus_per_switch: 1,
            sockets_together: 2,
            socket_gb_per_s: 22.0,
        },
        default_fabric: Fabric {
            layout: Layout::Rail,
            technology: Technology::InfiniBand,
            transport: Transport::Rdma,
            nics_per_node: gpus,
            gbit_per_nic: 400,
        },
    }
}

/// DGX H100 of which one GPU and its card take part.
pub(super) static DGX_H100_ONE: System = part_of_dgx_h100(1);

/// DGX H100 of which four GPUs and their cards take part.
pub(super) static DGX_H100_HALF: System = part_of_dgx_h100(4);

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
}
