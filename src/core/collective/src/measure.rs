//! One collective on an idle cluster, as nccl-tests measures it: by the discrete-event simulation.

use kitchen_sim::relay::{MOST_TRANSFERS, Relay};
use kitchen_sim::{self as sim, Limits, SimError};
use kitchen_task::{GpuId, LinkCapacity, TaskGraph};
use kitchen_topology::{Router, Topology};
use kitchen_units::{Bytes, Rate, Time};

use crate::error::CollectiveError;
use crate::lowering::bundled::{Alike, Bundles};
use crate::lowering::lay::Lay;
use crate::lowering::{Call, append_choice};
use crate::lowering::{racks, relay};
use crate::nccl::choice::Choice;
use crate::nccl::choose;
use crate::nccl::communicator::Communicator;
use crate::nccl::{calibration as cal, channels, count, launch};
use crate::plans::ring;
use crate::{Algorithm, Op};

/// How processes drive the GPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Launch {
    /// One process a GPU.
    #[default]
    ProcessPerGpu,
    /// One process drives all GPUs of a server, one after the other (nccl-tests `-g 8`).
    OneProcess,
    /// One process a GPU, through a framework (PyTorch's benchmarks).
    Framework,
}

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// From the call to the last rank's end, launch included.
    pub time: Time,
    /// Bytes over time; 0 for a barrier, which has none.
    pub algbw: Rate,
    /// algbw times [`Op::bus_factor`].
    pub busbw: Rate,
    /// What was chosen, never [`Algorithm::Auto`].
    pub algorithm: Algorithm,
    /// That, with its protocol and slices.
    pub choice: Choice,
    /// Tasks of the whole graph, or transfers of a relay.
    pub tasks: u64,
}

/// Simulates one collective over all GPUs of a topology.
///
/// # Errors
/// [`CollectiveError`]: the algorithm cannot, the plan is too large, or the simulator refuses.
pub fn measure(topology: &Topology, op: Op, algorithm: Algorithm, bytes: Bytes) -> Result<Measured, CollectiveError> {
    let group: Vec<GpuId> = (0..topology.len()).collect();
    measure_group(topology, &Call::new(op, algorithm, bytes, &group), Launch::ProcessPerGpu)
}

/// [`measure`] for some of the GPUs, driven as `launch` says.
///
/// # Errors
/// See [`measure`].
pub fn measure_group(topology: &Topology, call: &Call<'_>, launch: Launch) -> Result<Measured, CollectiveError> {
    measure_routed(&Router::new(topology), &topology.capacities(), call, launch)
}

/// [`measure_group`] with a router, which knows the ways that it has found before, and what the links carry.
///
/// # Errors
/// See [`measure`].
pub fn measure_routed(
    router: &Router<'_>,
    links: &[LinkCapacity],
    call: &Call<'_>,
    launch: Launch,
) -> Result<Measured, CollectiveError> {
    let site = Site::of(router, call)?;
    let choice = choose::choose_with(&site.comm, call.op, call.algorithm, call.bytes, choose::light_rings(call.op))?;
    site.simulate(links, call, &choice, launch)
}

/// A group of GPUs with all that its calls have in common.
pub(super) struct Site<'r, 'a> {
    topology: &'a Topology,
    router: &'r Router<'a>,
    comm: Communicator,
}

impl<'r, 'a> Site<'r, 'a> {
    /// The site of a call.
    ///
    /// # Errors
    /// What [`Communicator::of`] and [`Communicator::on_grid`] say.
    pub(super) fn of(router: &'r Router<'a>, call: &Call<'_>) -> Result<Site<'r, 'a>, CollectiveError> {
        let topology = router.topology();
        let mut comm = Communicator::of(topology, router, call.group)?.on_grid(call.dims)?;
        comm.alike = comm.in_network.is_some() && racks::alike(topology, router, call.group, &comm.domains);
        Ok(Site { topology, router, comm })
    }

    pub(super) fn comm(&self) -> &Communicator {
        &self.comm
    }

    /// What a choice costs to simulate, in moves: less where many go together, or by a rule.
    pub(super) fn moves(&self, call: &Call<'_>, choice: &Choice) -> u64 {
        let moves = count::moves(&self.comm, call.op, choice);
        let bundled = || Bundles::of(&self.comm, self.router, call.op, call.group, (count::APART, Alike::Classes));
        match choice.algorithm {
            // A move by a rule costs a tenth of one that is written out.
            Algorithm::Ring if ring::rounds(call.op, self.comm.ranks).is_some() => moves / 10,
            Algorithm::Direct => bundled().map_or(moves, |bundles| bundles.hops() / 10),
            _ => moves,
        }
    }

    /// A call carried out so.
    ///
    /// # Errors
    /// See [`measure`].
    pub(super) fn simulate(
        &self,
        links: &[LinkCapacity],
        call: &Call<'_>,
        choice: &Choice,
        launch: Launch,
    ) -> Result<Measured, CollectiveError> {
        let Site { topology, router, comm } = self;
        let (host, least) = match launch {
            Launch::ProcessPerGpu => (Time::ZERO, Time::ZERO),
            Launch::Framework => (cal::LAUNCH_BY_FRAMEWORK, Time::ZERO),
            Launch::OneProcess => {
                let members = u64::from(comm.members());
                (Time(launch::peers(call.op, comm).0.saturating_mul(members)), by_one_process(comm, choice, call))
            }
        };
        let limits = Limits::default();
        let lay = Lay::new(router, topology, comm, call.group, call.op, choice, call.op.payload(call.bytes));
        let (time, tasks) = if let Some(relay) = relay::large(&lay, call, choice, host)? {
            (relayed(&relay, links, limits)?, relay.transfers())
        } else {
            let mut graph = TaskGraph::new();
            append_choice(&mut graph, router, topology, comm, call, choice, host, &[])?;
            (sim::makespan(&graph, links, topology.len() as usize, limits)?, graph.len() as u64)
        };
        let time = time.max(least);
        let algbw = Rate::bytes_per_s(call.op.payload(call.bytes).0 as f64 / time.as_secs());
        let busbw = Rate::bytes_per_s(algbw.as_bytes_per_s() * call.op.bus_factor(comm.ranks));
        Ok(Measured { time, algbw, busbw, algorithm: choice.algorithm, choice: *choice, tasks })
    }
}

/// How long a relay takes, or that it has too many moves.
fn relayed(relay: &Relay, links: &[LinkCapacity], limits: Limits) -> Result<Time, CollectiveError> {
    relay.makespan(links, limits).map_err(|error| match error {
        SimError::TooManyTasks { .. } => CollectiveError::TooLarge { moves: relay.transfers(), limit: MOST_TRANSFERS },
        other => other.into(),
    })
}

/// What one process needs to launch a call on all its GPUs: repeated calls cannot follow each other faster.
fn by_one_process(comm: &Communicator, choice: &Choice, call: &Call<'_>) -> Time {
    let row = channels::row(comm).min(cal::LAUNCH_BY_ONE_PROCESS.len() - 1);
    let channels = channels::used(comm, choice, call.op.payload(call.bytes));
    let each = cal::LAUNCH_BY_ONE_PROCESS[row].0 + cal::LAUNCH_PER_CHANNEL.0 * u64::from(channels);
    Time(each.saturating_mul(u64::from(comm.members())))
}

#[cfg(test)]
mod tests {
    use kitchen_sim::{Options, Record, symmetry};
    use kitchen_topology::{self as topology, ClusterSpec};

    use super::*;
    use crate::append;

    /// An all-reduce of 1 GiB: at least `fold` routes are simulated as one, and that takes as long as all
    /// but for the last bits of sums in another order.
    fn check(system: &str, nodes: u32, algorithm: Algorithm, fold: usize) {
        let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), nodes)).unwrap();
        let group: Vec<u32> = (0..topology.len()).collect();
        let call = Call::new(Op::AllReduce, algorithm, Bytes::gib(1), &group);
        let mut graph = TaskGraph::new();
        append(&mut graph, &Router::new(&topology), &topology, &call, &[]).unwrap();
        let (links, gpus) = (topology.capacities(), topology.len() as usize);
        let small = symmetry::quotient(&graph, &links);
        let left = small.as_ref().map_or(graph.routes.len(), |small| small.graph.routes.len());
        assert!(left * fold <= graph.routes.len(), "{left} routes are left of {}", graph.routes.len());
        let options = Options { record: Record::Makespan, ..Options::default() };
        let whole = sim::run(&graph, &links, gpus, &options).unwrap().makespan.0;
        let folded = sim::makespan(&graph, &links, gpus, options.limits).unwrap().0;
        assert!(whole.abs_diff(folded) <= 2 + whole / 1_000_000_000, "{folded} ps, not {whole} ps");
    }

    /// What would take minutes or gigabytes is refused, before any of it is written, with how much it would be.
    fn check_refused((system, nodes): (&str, u32), op: Op, algorithm: Algorithm, expected: u64) {
        let topology = topology::build(&ClusterSpec::new(topology::find_system(system).unwrap(), nodes)).unwrap();
        let refused = measure(&topology, op, algorithm, Bytes::gib(1));
        assert!(
            matches!(refused, Err(CollectiveError::TooLarge { moves, limit }) if moves == expected && limit < moves),
            "{algorithm:?}: {refused:?}"
        );
    }

    #[test]
    fn what_would_take_minutes_or_gigabytes_is_refused() {
        check_refused(("pcie-8", 2_048), Op::AllReduce, Algorithm::Ring, 2 * 16_384 * 16_383);
        check_refused(("dgx-h100", 128), Op::AllToAll, Algorithm::Hierarchical, 1_024 * (1_024 - 128 + 1_024 - 8));
        check_refused(("dgx-h100", 40), Op::AllToAll, Algorithm::Hierarchical, 320 * (320 - 40 + 320 - 8));
        check_refused(("dgx1-v100", 90), Op::AllReduce, Algorithm::Direct, 2 * 720 * 719);
        check_refused(("dgx1-v100", 176), Op::AllReduce, Algorithm::Direct, 2 * 1_408 * 1_407);
        check_refused(("pcie-8", 176), Op::Barrier, Algorithm::Direct, 2 * 1_408 * 1_407);
    }

    /// A ring of 16,384 GPUs, in 268 million transfers, which nobody waits for: whoever stands alike hands on alike.
    #[test]
    fn the_ring_of_a_large_cluster_is_walked() {
        let topology = topology::build(&ClusterSpec::new(topology::system("dgx-h100").unwrap(), 2_048)).unwrap();
        let time = |bytes| measure(&topology, Op::AllGather, Algorithm::Ring, bytes).unwrap();
        let (short, long) = (time(Bytes::gib(8)), time(Bytes::gib(16)));
        assert_eq!(short.tasks, 16_384 * 16_383);
        let rate = Bytes::gib(8).0 as f64 / (long.time - short.time).as_secs() / 1e9;
        assert!((250.0..400.0).contains(&rate), "{rate} GB/s over 8 cards of 50");
        assert_eq!(measure(&topology, Op::AllGather, Algorithm::Auto, Bytes::gib(8)).unwrap(), short);
    }

    /// What is done alike is simulated once, so that thousands of GPUs take a few transfers.
    #[test]
    fn everyone_to_everyone_among_thousands_is_a_few_transfers() {
        let tasks = |system: &str, nodes: u32, op: Op| {
            let topology = topology::build(&ClusterSpec::new(topology::find_system(system).unwrap(), nodes)).unwrap();
            measure(&topology, op, Algorithm::Direct, Bytes::mib(1)).unwrap().tasks - u64::from(topology.len())
        };
        for (system, nodes, op) in
            [("dgx-h100", 176, Op::Barrier), ("dgx-h100", 128, Op::AllReduce), ("gb200-nvl72", 20, Op::AllToAll)]
        {
            let tasks = tasks(system, nodes, op);
            assert!(tasks < 2_000, "{nodes} x {system}: {tasks} tasks");
        }
    }

    #[test]
    fn eight_rails_are_simulated_as_one() {
        check("dgx-h100", 9, Algorithm::InNetwork, 8);
        check("dgx-b200", 3, Algorithm::Hierarchical, 8);
    }

    #[test]
    fn a_tree_and_its_mirror_image_are_simulated_as_one() {
        check("gb200-nvl72", 1, Algorithm::DoubleBinaryTree, 2);
    }

    #[test]
    fn equal_servers_and_equal_members_are_simulated_as_one() {
        check("dgx-h100", 8, Algorithm::Ring, 8);
        check("dgx-h100", 4, Algorithm::Direct, 28);
    }

    #[test]
    fn meshes_and_host_bridges_are_not_more_equal_than_they_are() {
        for algorithm in [Algorithm::Ring, Algorithm::Direct, Algorithm::Tree, Algorithm::Hierarchical] {
            check("dgx1-v100", 2, algorithm, 1);
            check("pcie-8", 2, algorithm, 1);
        }
    }
}
