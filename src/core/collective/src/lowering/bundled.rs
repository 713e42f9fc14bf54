//! Direct on a large cluster: equal messages go as one transfer.
//!
//! Everyone to everyone among 1,024 ranks is a million messages, twice for an all-reduce. They come in bundles: from each of
//! the m members of one domain to each of the l of another go m x l equal messages at once, which meet the same load on
//! their way and so drain together. Domains on the same leaves do the same and meet the same load, so that the bundles
//! between two such classes of domains are one, too; inside domains with a crossbar the m (m - 1) messages of each.
//!
//! What goes together is one transfer of a single message's bytes that puts on each link the load of all messages that cross
//! it. So a link is shared message by message, however many of them one transfer stands for.
//! The tests below hold both ways against each other where both can be had.

use kitchen_task::{GpuId, Hop, Kind, Label, Route, RouteId, TaskGraph, TaskId, Work};
use kitchen_topology::{Gateway, Router};
use kitchen_units::Bytes;

use crate::Op;
use crate::nccl::communicator::Communicator;

/// The most transfers in bundles.
pub(crate) const MOST_BUNDLES: u64 = 700_000;

/// The most links that the routes of all bundles cross together: some seconds.
pub(crate) const MOST_HOPS: u64 = 8_000_000;

/// What a link crossed takes while it is simulated, bytes.
pub(crate) const BYTES_A_HOP: u64 = 128;

/// What is done alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alike {
    /// Domains on the same leaves, where all ranks start at once.
    Classes,
    /// The members of a domain, which start when the last of them does.
    Domains,
}

/// Everyone to everyone, twice for an all-reduce.
fn messages(op: Op, ranks: u32) -> u64 {
    let n = u64::from(ranks);
    phases(op).len() as u64 * n * n.saturating_sub(1)
}

fn phases(op: Op) -> &'static [Kind] {
    match op {
        Op::AllReduce | Op::Barrier => &[Kind::SendReduce, Kind::SendCopy],
        Op::ReduceScatter => &[Kind::SendReduce],
        _ => &[Kind::SendCopy],
    }
}

/// Domains that do the same.
#[derive(Clone, Debug)]
struct Class {
    /// By domain: its ranks and their GPUs.
    ranks: Vec<Vec<u32>>,
    gpus: Vec<Vec<GpuId>>,
    /// The way out of each domain and into it; none where there is only one.
    gateways: Vec<Gateway>,
    /// The way of all messages inside each domain; empty where a domain has one member.
    inside: Vec<Route>,
}

impl Class {
    fn members(&self) -> u32 {
        self.ranks[0].len() as u32
    }

    fn hops_inside(&self) -> u64 {
        self.inside.iter().map(|route| route.hops.len() as u64).sum()
    }

    fn hops_outside(&self) -> u64 {
        self.gateways.iter().map(|gateway| gateway.hops() as u64).sum()
    }
}

/// What bundles are made of.
#[derive(Clone, Debug)]
pub(crate) struct Bundles {
    classes: Vec<Class>,
}

impl Bundles {
    /// The bundles of `op` on this communicator. `None` where it is not everyone to everyone, has at most `apart` messages, or
    /// there is a domain whose members differ.
    pub(crate) fn of(
        comm: &Communicator,
        router: &Router<'_>,
        op: Op,
        group: &[GpuId],
        (apart, alike): (u64, Alike),
    ) -> Option<Bundles> {
        let everyone = matches!(op, Op::AllReduce | Op::AllGather | Op::ReduceScatter | Op::AllToAll | Op::Barrier);
        if !everyone || messages(op, comm.ranks) <= apart {
            return None;
        }
        let mut classes: Vec<Class> = Vec::new();
        for ranks in &comm.domains {
            let gpus: Vec<GpuId> = ranks.iter().map(|&rank| group[rank as usize]).collect();
            let gateway = if comm.domains.len() < 2 { None } else { Some(router.gateway(&gpus)?) };
            let inside = if gpus.len() < 2 { Route::default() } else { router.crossbar(&gpus)? };
            let is_like = |class: &Class| {
                let ways = match (class.gateways.first(), &gateway) {
                    (Some(first), Some(gateway)) => first.is_like(gateway),
                    (first, gateway) => first.is_none() && gateway.is_none(),
                };
                ways && class.ranks[0].len() == ranks.len() && are_alike(&class.inside[0], &inside)
            };
            let known = classes.iter().position(is_like).filter(|_| alike == Alike::Classes);
            let at = known.unwrap_or(classes.len());
            if at == classes.len() {
                let (ranks, gpus, gateways, inside) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
                classes.push(Class { ranks, gpus, gateways, inside });
            }
            classes[at].ranks.push(ranks.clone());
            classes[at].gpus.push(gpus);
            classes[at].gateways.extend(gateway);
            classes[at].inside.push(inside);
        }
        // Gateways meet card by card.
        let cards = |class: &Class| class.gateways.first().map(Gateway::cards);
        let even = classes.windows(2).all(|pair| cards(&pair[0]) == cards(&pair[1]));
        even.then_some(Bundles { classes })
    }

    /// Whether each leaf has as many domains as the others.
    pub(crate) fn is_regular(&self) -> bool {
        self.classes.windows(2).all(|pair| pair[0].ranks.len() == pair[1].ranks.len())
    }

    /// How many transfers there are: between all pairs of classes and inside each, twice for an all-reduce; at most.
    pub(crate) fn transfers(&self, op: Op) -> u64 {
        let count = self.classes.len() as u64;
        phases(op).len() as u64 * (count * count + count)
    }

    /// The links that their routes cross, but for those between leaves.
    pub(crate) fn hops(&self) -> u64 {
        let count = self.classes.len() as u64;
        self.classes.iter().map(|class| class.hops_inside() + count * class.hops_outside()).sum()
    }

    /// Adds the transfers after the launches of all ranks; returns each rank's end.
    ///
    /// # Arguments
    /// * `bytes`: what a rank holds; a message is its part for one rank.
    /// * `started`: one launch a rank.
    /// * `fit`: puts the protocol's latency and efficiency on a route; the flag says whether it leaves the domain.
    pub(crate) fn append(
        &self,
        graph: &mut TaskGraph,
        router: &Router<'_>,
        op: Op,
        bytes: Bytes,
        started: &[TaskId],
        fit: impl Fn(Route, bool) -> Route,
    ) -> Vec<TaskId> {
        let count = self.classes.len();
        let join = |graph: &mut TaskGraph, tasks: &[TaskId]| graph.add(Work::Join, Label::new(Kind::Join), tasks);
        let mut ready: Vec<TaskId> = Vec::new();
        for class in &self.classes {
            let launches: Vec<TaskId> = class.ranks.iter().flatten().map(|&rank| started[rank as usize]).collect();
            ready.push(join(graph, &launches));
        }
        let inside = self.classes.iter().map(|class| inside(class).map(|route| fit(route, false)));
        let mut routes: Vec<Option<Route>> = inside.collect();
        for from in 0..count {
            for to in 0..count {
                routes.push(self.between(router, from, to).map(|route| fit(route, true)));
            }
        }
        let together = weigh(&mut routes);
        let bytes = Bytes(bytes.0.div_ceil(started.len() as u64).saturating_mul(together));
        let mut routes = routes.into_iter().map(|route| route.map(|route| graph.add_route(route)));
        let inside: Vec<Option<RouteId>> = routes.by_ref().take(count).collect();
        let ways: Vec<Option<RouteId>> = routes.collect();
        for (step, &kind) in phases(op).iter().enumerate() {
            let mut met: Vec<Vec<TaskId>> = vec![Vec::new(); count];
            let label = Label::new(kind).step(step as u16).chunks(0, 1);
            for from in 0..count {
                let gpus = &self.classes[from].gpus;
                let src = gpus[0][0];
                if let (Some(route), Some(&dst)) = (inside[from], gpus[0].get(1)) {
                    met[from].push(graph.add(Work::Transfer { src, dst, route, bytes }, label, &[ready[from]]));
                }
                for distance in 1..=count {
                    let to = (from + distance) % count;
                    let Some(route) = ways[from * count + to] else { continue };
                    let dst = if to == from { gpus[1][0] } else { self.classes[to].gpus[0][0] };
                    let after: &[TaskId] = if to == from { &[ready[from]] } else { &[ready[from], ready[to]] };
                    let task = graph.add(Work::Transfer { src, dst, route, bytes }, label, after);
                    met[from].push(task);
                    if to != from {
                        met[to].push(task);
                    }
                }
            }
            // An end waits for what the class has sent and received; a second phase only for what it has received, which
            // on equal domains is the same instant.
            ready = met.iter().map(|tasks| join(graph, tasks)).collect();
        }
        let mut ends = vec![0; started.len()];
        for (class, &end) in self.classes.iter().zip(&ready) {
            for &rank in class.ranks.iter().flatten() {
                ends[rank as usize] = end;
            }
        }
        ends
    }

    /// All messages from the domains of one class to those of another, or to each other.
    fn between(&self, router: &Router<'_>, from: usize, to: usize) -> Option<Route> {
        let (a, b) = (&self.classes[from], &self.classes[to]);
        if a.gateways.is_empty() || (from == to && a.gateways.len() < 2) {
            return None;
        }
        let mut route = router.meet(&a.gateways, &b.gateways, from == to);
        let each = f64::from(a.members()) * f64::from(b.members());
        route.hops.iter_mut().for_each(|hop| hop.share *= each);
        Some(route)
    }
}

/// All messages inside the domains of a class, if there are any.
fn inside(class: &Class) -> Option<Route> {
    let m = class.members();
    let each = f64::from(m) * f64::from(m.saturating_sub(1));
    let weighed = |hop: &Hop| Hop { link: hop.link, share: hop.share * each };
    let hops = class.inside.iter().flat_map(|route| route.hops.iter().map(weighed)).collect();
    (m > 1).then(|| Route { hops, latency: class.inside[0].latency, ceiling: None, efficiency: 1.0 })
}

/// The largest share of a link: the simulator takes ten times that.
const LARGEST_SHARE: f64 = 1e5;

/// Lets a transfer stand for the bytes of several messages where so many meet on a link that shares would lose their digits.
/// Returns how many.
fn weigh(routes: &mut [Option<Route>]) -> u64 {
    let loads = || routes.iter().flatten().flat_map(|route| route.hops.iter().map(|hop| route.load(hop)));
    let together = (loads().fold(0.0, f64::max) / LARGEST_SHARE).ceil().max(1.0);
    for hop in routes.iter_mut().flatten().flat_map(|route| &mut route.hops) {
        hop.share /= together;
    }
    together as u64
}

/// Whether two domains' ways inside are those of equal domains.
fn are_alike(a: &Route, b: &Route) -> bool {
    let shares = |route: &Route| route.hops.iter().map(|hop| hop.share).collect::<Vec<f64>>();
    a.latency == b.latency && shares(a) == shares(b)
}

#[cfg(test)]
mod tests {
    use kitchen_sim::{self as sim, Options, Record};
    use kitchen_topology::{self as topology, ClusterSpec, Topology};
    use kitchen_units::Time;

    use super::*;
    use crate::lowering::append::append_in;
    use crate::nccl::{choose, count};
    use crate::{Algorithm, Call};

    fn time(topology: &Topology, op: Op, bytes: Bytes, (apart, alike): (u64, Alike)) -> (Time, usize) {
        let group: Vec<GpuId> = (0..topology.len()).collect();
        let router = Router::new(topology);
        let comm = Communicator::of(topology, &router, &group).unwrap();
        let call = Call::new(op, Algorithm::Direct, bytes, &group);
        let choice = choose::choose(&comm, op, Algorithm::Direct, bytes).unwrap();
        let bundles = Bundles::of(&comm, &router, op, &group, (apart, alike));
        let mut graph = TaskGraph::new();
        let (none, free): (&[Vec<TaskId>], _) = (&[], Time::ZERO);
        append_in(&mut graph, &router, topology, &comm, &call, &choice, free, none, bundles.as_ref()).unwrap();
        let options = Options { record: Record::Makespan, ..Options::default() };
        let trace = sim::run(&graph, &topology.capacities(), topology.len() as usize, &options).unwrap();
        (trace.makespan, graph.len())
    }

    /// In bundles, an operation takes what it takes message by message, to `tolerance`, with far fewer tasks.
    fn check(system: &str, (nodes, gpus): (u32, Option<u32>), ops: &[Op], tolerance: f64) {
        let spec = ClusterSpec { gpus, ..ClusterSpec::new(topology::system(system).unwrap(), nodes) };
        let topology = topology::build(&spec).unwrap();
        for &op in ops {
            for bytes in [Bytes(1 << 12), Bytes::gib(1)] {
                let (apart, tasks) = time(&topology, op, bytes, (u64::MAX, Alike::Classes));
                for alike in [Alike::Classes, Alike::Domains] {
                    let (bundled, fewer) = time(&topology, op, bytes, (0, alike));
                    let error = (bundled.as_us() - apart.as_us()).abs() / apart.as_us();
                    let what = format!("{system} x {nodes}, {op:?}, {bytes:?}, {alike:?}");
                    assert!(error <= tolerance, "{what}: {bundled:?}, apart {apart:?}");
                    assert!(fewer * 5 < tasks, "{what}: {fewer} of {tasks} tasks");
                }
            }
        }
    }

    const EVERYONE: [Op; 5] = [Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll, Op::Barrier];

    #[test]
    fn bundles_take_what_their_messages_take() {
        check("dgx-h100", (6, None), &EVERYONE, 1e-6);
        check("dgx-a100", (6, None), &EVERYONE, 1e-6);
        check("dgx-b200", (4, None), &EVERYONE, 1e-6);
    }

    #[test]
    fn unequal_domains_take_what_their_messages_take() {
        check("dgx-h100", (4, Some(28)), &EVERYONE, 1e-3);
        check("gb200-nvl72", (2, Some(88)), &[Op::AllToAll, Op::Barrier], 1e-3);
        check("gb200-nvl72", (1, None), &[Op::AllToAll], 1e-6);
    }

    /// Up to 32 cards meet at a leaf: beyond that, messages cross spines.
    #[test]
    fn bundles_over_spines_take_what_their_messages_take() {
        check("dgx-h100", (33, None), &[Op::AllToAll], 1e-6);
    }

    /// The memory of a run is its links crossed; of 1,024 ranks less than a thousandth of what message by message takes.
    #[test]
    fn a_thousand_ranks_are_a_handful_of_transfers() {
        let transfers = |system: &str, nodes: u32, gpus: Option<u32>| {
            let spec = ClusterSpec { gpus, ..ClusterSpec::new(topology::find_system(system).unwrap(), nodes) };
            let topology = topology::build(&spec).unwrap();
            let group: Vec<GpuId> = (0..topology.len()).collect();
            let router = Router::new(&topology);
            let comm = Communicator::of(&topology, &router, &group).unwrap();
            let bundles = Bundles::of(&comm, &router, Op::AllReduce, &group, (count::APART, Alike::Classes)).unwrap();
            (bundles.transfers(Op::AllReduce), bundles.hops())
        };
        for (system, nodes, gpus) in [("dgx-h100", 128, None), ("gb200-nvl72", 15, Some(1024)), ("dgx-h100", 512, None)]
        {
            let (transfers, hops) = transfers(system, nodes, gpus);
            assert!(transfers < 1_000 && hops < 1_000_000, "{system} x {nodes}: {transfers} transfers, {hops} hops");
        }
    }
}
