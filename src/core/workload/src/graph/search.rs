//! What a planner looks at: how a cut divides the work, what it sends, and which two-way cut is the best.

use std::collections::BTreeSet;

use kitchen_topology::{Route, Topology};
use kitchen_units::{Bytes, Rate, Time};
use petgraph::Direction;
use petgraph::graph::NodeIndex;

use super::cut::Cut;
use super::operators::Graph;
use super::place::Passes;

/// What a flow that is alone finds between two devices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Road {
    /// Until the first byte is there.
    pub latency: Time,
    /// Payload.
    pub rate: Rate,
}

impl Road {
    /// Along a route: its narrowest link sets the rate.
    pub fn of(topology: &Topology, route: &Route) -> Road {
        let links = topology.capacities();
        let of_link = |link: u32| {
            let load: f64 = route.hops.iter().filter(|hop| hop.link == link).map(|hop| route.load(hop)).sum();
            links.get(link as usize).map_or(f64::INFINITY, |own| own.rate.as_bytes_per_s() / load)
        };
        let own = route.ceiling.map_or(f64::INFINITY, Rate::as_bytes_per_s);
        let rate = route.hops.iter().map(|hop| of_link(hop.link)).fold(own, f64::min);
        Road { latency: route.latency, rate: Rate::bytes_per_s(rate) }
    }

    pub(super) fn time(&self, bytes: Bytes) -> Time {
        if bytes.0 == 0 { Time::ZERO } else { self.latency + self.rate.time_for(bytes) }
    }
}

/// A two-way cut as a planner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// What each device computes.
    pub work: [Time; 2],
    /// What is sent, both ways together.
    pub bytes: Bytes,
    /// How long that takes alone.
    pub send: Time,
}

impl Weighed {
    /// The time for one micro-batch of many where sending and computing do not overlap: the busier device's work, and what is sent.
    /// (Where they overlap it is the larger of both: `PipeDream`, arXiv:1806.03377 section 3.1.)
    pub fn pace(&self) -> Time {
        self.work[0].max(self.work[1]) + self.send
    }

    /// The lighter device's work over the heavier one's, 0 to 1.
    pub fn balance(&self) -> f64 {
        let [a, b] = self.work;
        a.min(b).0 as f64 / a.max(b).0.max(1) as f64
    }
}

/// Weighs a two-way cut.
pub fn weigh(graph: &Graph, cut: &Cut, road: &Road, passes: Passes) -> Weighed {
    let mut work = [Time::ZERO; 2];
    for node in graph.dag.node_indices() {
        work[usize::from(cut.device(node) > 0)] += effort(graph, node, passes);
    }
    let (mut out, mut back) = (Bytes::ZERO, Bytes::ZERO);
    for crossing in cut.crossings(graph) {
        out.0 += crossing.bytes.0;
        if passes == Passes::Both && graph.tensors[crossing.tensor as usize].value.learns() {
            back.0 += crossing.bytes.0;
        }
    }
    Weighed { work, bytes: Bytes(out.0 + back.0), send: road.time(out) + road.time(back) }
}

fn effort(graph: &Graph, node: NodeIndex, passes: Passes) -> Time {
    let operator = &graph.dag[node];
    operator.forward.time + if passes == Passes::Both { operator.backward.time } else { Time::ZERO }
}

/// The most cuts that are looked at.
const MOST: usize = 1 << 14;

/// Every two-way cut whose stages go one way and both have something to do, with what it comes to. These are the graph's closed
/// sets: with an operator, all that it needs is on device 0 (Tarnawski et al., arXiv:2006.16423 section 5). None where there are
/// more than 16,384 of them, or operators wait for each other in a circle.
pub fn ways(graph: &Graph, road: &Road, passes: Passes) -> Option<Vec<(Cut, Weighed)>> {
    let order = graph.order();
    if order.len() != graph.dag.node_count() {
        return None;
    }
    let ranks = graph.ranks();
    let needs: Vec<Vec<usize>> = order
        .iter()
        .map(|&node| graph.dag.neighbors_directed(node, Direction::Incoming).map(|need| ranks[need.index()]).collect())
        .collect();
    let mut seen: BTreeSet<Vec<bool>> = BTreeSet::new();
    let mut open = vec![vec![false; order.len()]];
    while let Some(held) = open.pop() {
        let is_next = |at: &usize| !held[*at] && needs[*at].iter().all(|&need| held[need]);
        for at in (0..order.len()).filter(is_next) {
            let mut more = held.clone();
            more[at] = true;
            if seen.insert(more.clone()) {
                open.push(more);
            }
        }
        if seen.len() > MOST {
            return None;
        }
    }
    let scales = Scales::new(graph, &order, &ranks, passes);
    let cuts = seen.into_iter().filter(|held| held.contains(&false)).map(|held| {
        let device = graph.dag.node_indices().map(|node| u8::from(!held[ranks[node.index()]])).collect();
        (Cut::of(device), scales.weigh(&held, road))
    });
    Some(cuts.collect())
}

/// A graph prepared to weigh many cuts: everything by place in the order.
struct Scales {
    work: Vec<Time>,
    /// Each tensor: who makes it, who uses it, and its bytes out and back.
    tensors: Vec<(usize, Vec<usize>, [u64; 2])>,
}

impl Scales {
    fn new(graph: &Graph, order: &[NodeIndex], ranks: &[usize], passes: Passes) -> Scales {
        let tensors = (0..).zip(&graph.tensors).map(|(at, tensor)| {
            let users = graph.users(at).map(|user| ranks[user.index()]).collect();
            let back = if passes == Passes::Both && tensor.value.learns() { tensor.bytes.0 } else { 0 };
            (ranks[tensor.from.index()], users, [tensor.bytes.0, back])
        });
        Scales { work: order.iter().map(|&node| effort(graph, node, passes)).collect(), tensors: tensors.collect() }
    }

    /// The cut whose device 0 holds what is marked.
    fn weigh(&self, held: &[bool], road: &Road) -> Weighed {
        let mut work = [Time::ZERO; 2];
        for (&held, &time) in held.iter().zip(&self.work) {
            work[usize::from(!held)] += time;
        }
        let crosses = |users: &[usize]| users.iter().any(|&user| !held[user]);
        let crossing = self.tensors.iter().filter(|(from, users, _)| held[*from] && crosses(users));
        let [out, back] = crossing.fold([0; 2], |sum, (_, _, bytes)| [sum[0] + bytes[0], sum[1] + bytes[1]]);
        Weighed { work, bytes: Bytes(out + back), send: road.time(Bytes(out)) + road.time(Bytes(back)) }
    }
}

/// The two-way cut with the quickest [`Weighed::pace`]; of equal ones that which sends least, then that with least on device 0.
/// None where [`ways`] has none.
pub fn best(graph: &Graph, road: &Road, passes: Passes) -> Option<(Cut, Weighed)> {
    let ways = ways(graph, road, passes)?;
    ways.into_iter().min_by_key(|(_, weighed)| (weighed.pace(), weighed.bytes, weighed.work[0]))
}
