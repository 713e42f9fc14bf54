//! Direct on a large cluster: the equal messages between two domains go as one transfer.
//!
//! Everyone to everyone among 1,024 ranks is a million messages, twice for an all-reduce. On even domains they come in
//! bundles: from each of the m members of one domain to each of the m of another go m x m equal messages at once, which
//! meet the same load on their way and so drain together. One transfer with all their links, each with its share, goes at
//! the sum of their rates and ends when they end. Inside a domain with a crossbar the same holds for its m (m - 1).
//! The test below holds both ways against each other where both can be had.

use crate::collective::Op;
use crate::collective::shape::Shape;
use crate::sim::task::{GpuId, Kind, Label, Route, RouteId, TaskGraph, TaskId, Work};
use crate::topology::{Gateway, Router};
use crate::units::Bytes;

/// Up to this many messages each is a transfer of its own, to be seen on its way.
pub(super) const APART: u64 = 20_000;

/// The most transfers in bundles: 590 domains, some seconds, under 1 GiB of memory.
pub(super) const MOST_BUNDLES: u64 = 700_000;

/// Everyone to everyone, twice for an all-reduce.
fn messages(op: Op, ranks: u32) -> u64 {
    let n = u64::from(ranks);
    (1 + u64::from(op == Op::AllReduce)) * n * n.saturating_sub(1)
}

/// What bundles are made of.
#[derive(Clone, Debug)]
pub(super) struct Bundles {
    /// By domain: its ranks and their GPUs.
    ranks: Vec<Vec<u32>>,
    domains: Vec<Vec<GpuId>>,
    gateways: Vec<Gateway>,
    /// The way of all messages inside each domain; empty where a domain has one member.
    inside: Vec<Route>,
}

impl Bundles {
    /// The bundles of `op` on a group of this shape. `None` where it is not everyone to everyone, has at most `apart` messages, or its
    /// domains differ.
    pub(super) fn of(shape: &Shape, router: &Router<'_>, op: Op, group: &[GpuId], apart: u64) -> Option<Bundles> {
        let everyone = matches!(op, Op::AllReduce | Op::AllGather | Op::ReduceScatter | Op::AllToAll);
        if !everyone || messages(op, shape.ranks) <= apart || shape.domains.len() < 2 || !shape.is_even() {
            return None;
        }
        let gpus = |domain: &Vec<u32>| domain.iter().map(|&rank| group[rank as usize]).collect::<Vec<GpuId>>();
        let domains: Vec<Vec<GpuId>> = shape.domains.iter().map(gpus).collect();
        let gateways = domains.iter().map(|gpus| router.gateway(gpus)).collect::<Option<_>>()?;
        let inside = |gpus: &Vec<GpuId>| if gpus.len() < 2 { Some(Route::default()) } else { router.crossbar(gpus) };
        let inside = domains.iter().map(inside).collect::<Option<_>>()?;
        Some(Bundles { ranks: shape.domains.clone(), domains, gateways, inside })
    }

    /// How many transfers there are: between all pairs of domains and inside each, twice for an all-reduce.
    pub(super) fn transfers(&self, op: Op) -> u64 {
        let count = self.domains.len() as u64;
        (1 + u64::from(op == Op::AllReduce)) * count * count
    }

    /// Adds the transfers after the launches of all ranks; returns each rank's end.
    ///
    /// # Arguments
    /// * `bytes`: what a rank holds; a message is its part for one rank.
    /// * `started`: one launch a rank.
    /// * `fit`: puts the protocol's latency and efficiency on a route; the flag says whether it leaves the domain.
    pub(super) fn append(
        &self,
        graph: &mut TaskGraph,
        router: &Router<'_>,
        op: Op,
        bytes: Bytes,
        started: &[TaskId],
        fit: impl Fn(Route, bool) -> Route,
    ) -> Vec<TaskId> {
        let count = self.domains.len();
        let m = self.ranks[0].len() as u32;
        let join = |graph: &mut TaskGraph, tasks: &[TaskId]| graph.add(Work::Join, Label::new(Kind::Join), tasks);
        let mut ready: Vec<TaskId> = Vec::new();
        for domain in &self.ranks {
            let launches: Vec<TaskId> = domain.iter().map(|&rank| started[rank as usize]).collect();
            ready.push(join(graph, &launches));
        }
        let part = bytes.0.div_ceil(started.len() as u64);
        let sum = |messages: u32| Bytes(part.saturating_mul(u64::from(messages)));
        let inside: Vec<RouteId> = self.inside.iter().map(|route| graph.add_route(fit(route.clone(), false))).collect();
        let mut ways: Vec<RouteId> = Vec::with_capacity(count * count);
        for from in &self.gateways {
            for to in &self.gateways {
                // A domain's way to itself is never taken; it keeps the table square.
                let route = if std::ptr::eq(from, to) { Route::default() } else { fit(router.meet(from, to), true) };
                ways.push(graph.add_route(route));
            }
        }
        let phases: &[Kind] = match op {
            Op::AllReduce => &[Kind::SendReduce, Kind::SendCopy],
            Op::ReduceScatter => &[Kind::SendReduce],
            _ => &[Kind::SendCopy],
        };
        for (step, &kind) in phases.iter().enumerate() {
            let mut met: Vec<Vec<TaskId>> = vec![Vec::new(); count];
            let label = Label::new(kind).step(step as u16).chunks(0, 1);
            for from in 0..count {
                let src = self.domains[from][0];
                if let (2.., Some(&dst)) = (m, self.domains[from].get(1)) {
                    let work = Work::Transfer { src, dst, route: inside[from], bytes: sum(m * (m - 1)) };
                    met[from].push(graph.add(work, label, &[ready[from]]));
                }
                for distance in 1..count {
                    let to = (from + distance) % count;
                    let dst = self.domains[to][0];
                    let work = Work::Transfer { src, dst, route: ways[from * count + to], bytes: sum(m * m) };
                    let task = graph.add(work, label, &[ready[from], ready[to]]);
                    met[from].push(task);
                    met[to].push(task);
                }
            }
            // An end waits for what the domain has sent and received; a second phase only for what it has received, which
            // on equal domains is the same instant.
            ready = met.iter().map(|tasks| join(graph, tasks)).collect();
        }
        let mut ends = vec![0; started.len()];
        for (domain, &end) in self.ranks.iter().zip(&ready) {
            for &rank in domain {
                ends[rank as usize] = end;
            }
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collective::{Algorithm, Call, choose, lower};
    use crate::sim::{self, Options, Record};
    use crate::topology::{self, ClusterSpec, Topology};
    use crate::units::Time;

    fn time(topology: &Topology, op: Op, bytes: Bytes, apart: u64) -> (Time, usize) {
        let group: Vec<GpuId> = (0..topology.len()).collect();
        let router = Router::new(topology);
        let shape = Shape::of(topology, &router, &group).unwrap();
        let call = Call::new(op, Algorithm::Direct, bytes, &group);
        let choice = choose::choose(&shape, op, Algorithm::Direct, bytes).unwrap();
        let bundles = Bundles::of(&shape, &router, op, &group, apart);
        let mut graph = TaskGraph::new();
        let (none, free): (&[Vec<TaskId>], _) = (&[], Time::ZERO);
        lower::append_in(&mut graph, &router, topology, &shape, &call, &choice, free, none, bundles.as_ref()).unwrap();
        let options = Options { record: Record::Makespan, ..Options::default() };
        let trace = sim::run(&graph, &topology.capacities(), topology.len() as usize, &options).unwrap();
        (trace.makespan, graph.len())
    }

    /// In bundles, an operation takes what it takes message by message, to `tolerance`, with far fewer tasks.
    fn check(system: &str, nodes: u32, ops: &[Op], tolerance: f64) {
        let spec = ClusterSpec::new(topology::system(system).unwrap(), nodes);
        let topology = topology::build(&spec).unwrap();
        for &op in ops {
            for bytes in [Bytes(1 << 12), Bytes::gib(1)] {
                let (apart, tasks) = time(&topology, op, bytes, u64::MAX);
                let (bundled, fewer) = time(&topology, op, bytes, 0);
                let error = (bundled.as_us() - apart.as_us()).abs() / apart.as_us();
                assert!(error <= tolerance, "{system} x {nodes}, {op:?}, {bytes:?}: {bundled:?}, apart {apart:?}");
                assert!(fewer * 5 < tasks, "{fewer} of {tasks} tasks");
            }
        }
    }

    const EVERYONE: [Op; 4] = [Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll];

    #[test]
    fn bundles_take_what_their_messages_take() {
        check("dgx-h100", 6, &EVERYONE, 1e-6);
        check("dgx-a100", 6, &EVERYONE, 1e-6);
        check("dgx-b200", 4, &EVERYONE, 1e-6);
    }

    /// Up to 32 cards meet at a leaf: beyond that, messages cross spines.
    #[test]
    fn bundles_over_spines_take_what_their_messages_take() {
        check("dgx-h100", 33, &[Op::AllToAll], 1e-6);
    }
}
