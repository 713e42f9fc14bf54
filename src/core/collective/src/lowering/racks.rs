//! In-network sums over many domains: what the members of a domain do alike goes as one transfer.
//!
//! In NCCL's rounds 16 GiB over 20 racks of 72 GPUs are three million moves, but in a whole rack all members send the same
//! bytes to the switch at once, and so do all heads to the heads of other racks. Such moves meet the same load on their ways
//! and so drain together: one transfer of what each carries, over the links of all, goes at their rate and ends when they end. The plan is one
//! in which a rank stands for a domain ([`crate::plans::hierarchical::stands`]), and the checker replays it as any other. The tests below
//! hold both ways against each other where both can be had. Only a measurement does so: what is shown goes move by move.

use kitchen_task::{GpuId, Hop, Route};
use kitchen_topology::{Router, Topology};
use kitchen_units::Bytes;
use kitchen_units::order;

use crate::lowering::path::Path;
use crate::nccl::calibration::NVLS_HEADS;
use crate::nccl::communicator::Communicator;

/// Whether what members do alike meets the same load: whole and equal domains, in which those who take part stand in the same
/// places, none with narrower lines to the switch or to another domain than the others.
pub(crate) fn alike(topology: &Topology, router: &Router<'_>, group: &[GpuId], domains: &[Vec<u32>]) -> bool {
    let [first, second, ..] = domains else { return false };
    let places = |domain: &[u32]| -> Vec<u32> {
        domain.iter().map(|&rank| topology.index_in_node(group[rank as usize])).collect()
    };
    let expected = places(first);
    if first.len() < 2 || !topology.is_whole() || domains.iter().any(|domain| places(domain) != expected) {
        return false;
    }
    let gpu = |rank: &u32| group[*rank as usize];
    let up: Option<Vec<Route>> = first.iter().map(|rank| router.to_switches(gpu(rank)).ok()).collect();
    let pairs = first.iter().zip(second).take(NVLS_HEADS as usize);
    let across: Option<Vec<Route>> = pairs.map(|(a, b)| router.route(gpu(a), gpu(b)).ok()).collect();
    [up, across].into_iter().all(|routes| routes.is_some_and(|routes| is_even(topology, &routes)))
}

/// Whether equal flows on these routes get the same rate.
fn is_even(topology: &Topology, routes: &[Route]) -> bool {
    let whole = merged(routes.iter().cloned());
    let rate = |route: &Route| {
        let share =
            |hop: &Hop| whole.hops.binary_search_by_key(&hop.link, |known| known.link).map(|at| whole.hops[at].share);
        let rates = route
            .hops
            .iter()
            .filter_map(|hop| Some(topology.link(hop.link)?.effective.as_bytes_per_s() / share(hop).ok()?));
        rates.fold(f64::INFINITY, f64::min)
    };
    let first = routes.first().map_or(0.0, rate);
    routes.iter().all(|route| (rate(route) / first - 1.0).abs() < 1e-9 && route.latency == routes[0].latency)
}

/// The routes of flows that go at the same rate, as one flow of that rate; its hops by link.
pub(crate) fn merged(routes: impl Iterator<Item = Route>) -> Route {
    let mut whole = Route::default();
    let mut hops: Vec<Hop> = Vec::new();
    for route in routes {
        whole.latency = whole.latency.max(route.latency);
        whole.ceiling = whole.ceiling.or(route.ceiling);
        whole.efficiency = route.efficiency;
        hops.extend_from_slice(&route.hops);
    }
    order::sort_by_key(&mut hops, |hop| hop.link);
    for hop in hops {
        match whole.hops.last_mut().filter(|last| last.link == hop.link) {
            Some(last) => last.share += hop.share,
            None => whole.hops.push(hop),
        }
    }
    whole
}

/// What each of those who move alike carries of `bytes`: members the whole slice to or from the switch, each head its part.
pub(crate) fn share(comm: &Communicator, path: Path, bytes: Bytes) -> Bytes {
    match path {
        Path::Members { heads: false, .. } => bytes,
        _ => Bytes(bytes.0.div_ceil(u64::from(comm.members().min(NVLS_HEADS)))),
    }
}

#[cfg(test)]
mod tests {
    use kitchen_sim::{self as sim, Limits};
    use kitchen_task::TaskGraph;
    use kitchen_topology::{self as topology, ClusterSpec};
    use kitchen_units::Time;

    use super::*;
    use crate::check;
    use crate::lowering::append::append_in;
    use crate::measure::{Launch, measure_group};
    use crate::nccl::choose;
    use crate::plans::hierarchical;
    use crate::{Algorithm, Call, Choice, Op};

    /// Some GPUs of each of so many racks.
    fn group(system: &str, nodes: u32, each: usize) -> (Topology, Vec<GpuId>) {
        let topology = topology::build(&ClusterSpec::new(topology::system(system).unwrap(), nodes)).unwrap();
        let group = (0..nodes).flat_map(|node| topology.ranks_of(node).take(each)).collect();
        (topology, group)
    }

    /// The time of an all-reduce, and its tasks.
    fn time(topology: &Topology, group: &[GpuId], choice: &Choice, bytes: Bytes, together: bool) -> (Time, usize) {
        let router = Router::new(topology);
        let comm = Communicator { alike: together, ..Communicator::of(topology, &router, group).unwrap() };
        let call = Call::new(Op::AllReduce, Algorithm::InNetwork, bytes, group);
        let mut graph = TaskGraph::new();
        append_in(&mut graph, &router, topology, &comm, &call, choice, Time::ZERO, &[], None).unwrap();
        let time = sim::makespan(&graph, &topology.capacities(), topology.len() as usize, Limits::default()).unwrap();
        (time, graph.len())
    }

    /// Moves that go together take what they take one by one, to a millionth, with far fewer tasks.
    fn check(system: &str, nodes: u32, each: usize, slices: u32) {
        let (topology, group) = group(system, nodes, each);
        // Whole bytes for each head and slice, few and many.
        for bytes in [512, 1 << 20].map(|bytes| Bytes(bytes * u64::from(slices) * each.min(32) as u64)) {
            let router = Router::new(&topology);
            let comm = Communicator::of(&topology, &router, &group).unwrap();
            assert!(alike(&topology, &router, &group, &comm.domains), "{system} x {nodes}, {each} of each");
            let choice = choose(&comm, Op::AllReduce, Algorithm::InNetwork, bytes).unwrap();
            let choice = Choice { slices, ..choice };
            let (apart, tasks) = time(&topology, &group, &choice, bytes, false);
            let (together, fewer) = time(&topology, &group, &choice, bytes, true);
            let error = (together.as_us() - apart.as_us()).abs() / apart.as_us();
            assert!(error < 1e-6, "{system} x {nodes}, {each} of each, {bytes:?}: {together:?}, apart {apart:?}");
            assert!(fewer * 5 < tasks, "{fewer} of {tasks} tasks");
        }
    }

    #[test]
    fn moves_take_together_what_they_take_apart() {
        check("gb200-nvl72", 2, 72, 40);
        check("gb200-nvl72", 3, 72, 26);
        check("gb200-nvl72", 5, 40, 24);
        check("gb300-nvl72", 4, 64, 32);
        check("dgx-h100", 33, 8, 17);
        check("dgx-b200", 20, 8, 24);
    }

    /// Whether members are alike.
    fn are_alike(topology: &Topology, group: &[GpuId], expected: bool) {
        let router = Router::new(topology);
        let comm = Communicator::of(topology, &router, group).unwrap();
        assert_eq!(alike(topology, &router, group, &comm.domains), expected, "{group:?}");
    }

    #[test]
    fn unequal_racks_go_apart() {
        let (topology, all) = group("dgx-h100", 3, 8);
        are_alike(&topology, &all, true);
        are_alike(&topology, &all[..8], false);
        are_alike(&topology, &all[1..], false);
        let other_places: Vec<GpuId> = (0..4).chain(10..14).collect();
        are_alike(&topology, &other_places, false);
        let (topology, all) = group("dgx-a100", 3, 8);
        are_alike(&topology, &all, false);
    }

    #[test]
    fn who_stands_for_a_rack_keeps_its_promise() {
        for domains in 2..=64 {
            for slices in [1, 2, 5] {
                let plan = hierarchical::stands(Op::AllReduce, domains, slices);
                assert_eq!(check::check(&plan), Ok(()), "{domains} domains, {slices} slices");
                assert_eq!(plan.moves.len() as u32, slices * (6 * domains - 2));
            }
        }
    }

    /// 20 racks of 72 take as many slices as NCCL takes rounds.
    #[test]
    fn twenty_racks_go_in_rounds() {
        let (topology, all) = group("gb200-nvl72", 20, 72);
        let slices = |gib| {
            let call = Call::new(Op::AllReduce, Algorithm::InNetwork, Bytes::gib(gib), &all);
            measure_group(&topology, &call, Launch::ProcessPerGpu).unwrap().choice.slices
        };
        assert_eq!((slices(1), slices(16)), (32, 512));
    }
}
