//! Packets on a fat tree, the same wherever speed is measured: in the benchmarks and in the browser.

use kitchen_core::packet::fabrics::FatTree;
use kitchen_core::packet::traffic::random_permutation;
use kitchen_core::packet::{LoadBalancing, Plan};
use kitchen_core::units::Bytes;

/// A drawn permutation of the hosts of a fat tree without oversubscription, `mib` MiB a flow; `hosts` is 16, 128 or 1,024.
///
/// # Panics
/// Where no fat tree has that many hosts.
pub(crate) fn packets(hosts: u32, rule: LoadBalancing, mib: u64) -> Plan {
    let ports = (4..=16).step_by(2).find(|ports| ports * ports * ports / 4 >= hosts).unwrap_or(16);
    let fabric = FatTree::of(ports, 400).build();
    let fabric = fabric.unwrap_or_else(|error| panic!("{error:?}"));
    Plan { load_balancing: rule, ..Plan::new(fabric, random_permutation(hosts, Bytes::mib(mib), 1)) }
}
