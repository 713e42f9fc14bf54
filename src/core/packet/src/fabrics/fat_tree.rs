//! Fat tree of three tiers: pods of edge and aggregation switches, and core switches above (Al-Fares et al., SIGCOMM 2008).

use kitchen_hardware::{Asic, TOMAHAWK_5};

use super::super::error::PacketError;
use super::super::fabric::{Fabric, SPINE_METRES};
use super::wiring::{Wiring, chip_carries, range, sizes};

/// From an aggregation switch to a core: the longest cable that priority flow control was built for in halls is 300 m (RDMA over Commodity
/// Ethernet at Scale, SIGCOMM 2016, sec. 8.1); 100 m is Juniper's default for headrooms.
const CORE_METRES: u64 = 100;

/// Each edge switch has a link to each aggregation switch of its pod; aggregation switch `j` of each pod has one to each core of group `j`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FatTree {
    pub chip: &'static Asic,
    pub pods: u32,
    pub edges: u32,
    pub aggregations: u32,
    /// Cores of a group.
    pub cores: u32,
    /// Hosts on an edge switch.
    pub hosts: u32,
    pub host_gbit: u32,
    pub gbit: u32,
}

impl FatTree {
    /// Of switches with `k` ports, all alike: k^3/4 hosts, nowhere oversubscribed.
    pub fn of(k: u32, gbit: u32) -> FatTree {
        let chip = &TOMAHAWK_5;
        let half = k / 2;
        FatTree { chip, pods: k, edges: half, aggregations: half, cores: half, hosts: half, host_gbit: gbit, gbit }
    }

    pub const fn hosts(&self) -> u32 {
        self.pods.saturating_mul(self.edges).saturating_mul(self.hosts)
    }

    /// The larger of the two tiers'.
    pub fn oversubscription(&self) -> f64 {
        let edge = f64::from(self.hosts * self.host_gbit) / f64::from(self.aggregations * self.gbit);
        let above = f64::from(self.edges) / f64::from(self.cores);
        if edge > 1.0 && above > 1.0 { edge * above } else { edge.max(above) }
    }

    /// # Errors
    /// A count is out of its range, or a chip has not that many ports.
    pub fn build(&self) -> Result<Fabric, PacketError> {
        for (what, count) in [
            ("pods", self.pods),
            ("leaves", self.edges),
            ("spines", self.aggregations),
            ("cores", self.cores),
            ("hosts", self.hosts),
        ] {
            range(what, count, 128)?;
        }
        let inside = u64::from(self.pods) * u64::from(self.aggregations) * u64::from(self.edges + self.cores);
        sizes(self.hosts().into(), u64::from(self.hosts()) + inside)?;
        let edge = self.hosts * self.host_gbit + self.aggregations * self.gbit;
        let asked = edge.max((self.edges + self.cores) * self.gbit).max(self.pods * self.gbit);
        chip_carries(self.chip, &[self.host_gbit, self.gbit], asked)?;
        let mut wiring = Wiring::of(self.chip);
        let edges = self.pods * self.edges;
        let cores = edges + self.pods * self.aggregations;
        for host in 0..self.hosts() {
            wiring.host(host / self.hosts, self.host_gbit);
        }
        for pod in 0..self.pods {
            for edge in 0..self.edges {
                for above in 0..self.aggregations {
                    let (low, high) = (pod * self.edges + edge, edges + pod * self.aggregations + above);
                    wiring.cable(low, high, self.gbit, SPINE_METRES);
                }
            }
        }
        for pod in 0..self.pods {
            for above in 0..self.aggregations {
                for core in 0..self.cores {
                    let (low, high) = (edges + pod * self.aggregations + above, cores + above * self.cores + core);
                    wiring.cable(low, high, self.gbit, CORE_METRES);
                }
            }
        }
        Ok(wiring.fabric(edges, cores + self.aggregations * self.cores))
    }
}
