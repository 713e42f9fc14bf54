//! The search inside a node: petgraph's Dijkstra towards a goal, then a walk that spreads a flow over equal ways.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kitchen_units::Time;
use petgraph::algo::dijkstra;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{EdgeFiltered, EdgeRef, Reversed};

use super::graph::{Link, Vertex};
use super::path::{Hop, LinkId};

/// Which links a search inside a node may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Plane {
    /// NVLink, direct or over chips; one GPU may pass on what is not its own.
    NvLink,
    /// PCIe, chip-to-chip and socket links.
    Host,
}

/// A way inside a node: links by their place in the node's block.
#[derive(Debug)]
pub(super) struct Segment {
    pub hops: Vec<Hop>,
    pub latency: Time,
}

impl Plane {
    fn takes(self, link: &Link) -> bool {
        link.lanes > 0 && link.class.is_nvlink() == (self == Plane::NvLink) && !link.class.is_network()
    }
}

type Step = (LinkId, NodeIndex, u32);

/// All shortest ways to one place of a block.
#[derive(Debug)]
pub(super) struct Towards {
    plane: Plane,
    dst: NodeIndex,
    /// Latency from each place, picoseconds.
    distances: Vec<Option<u64>>,
    /// The link from each place straight to the goal, where that is the shortest way.
    straight: Vec<Option<Step>>,
    /// Where links are missing: the lanes that lead on from each place, as far as they lead to the goal. Empty elsewhere,
    /// where a chip has as many lanes onwards as lead to it.
    through: Vec<u32>,
}

impl Towards {
    /// Searches all ways to `dst` in the plane; `uneven` where links of the block are missing.
    pub(super) fn search(graph: &DiGraph<Vertex, Link>, plane: Plane, dst: u32, uneven: bool) -> Towards {
        let dst = NodeIndex::new(dst as usize);
        let filtered = EdgeFiltered::from_fn(graph, |edge| plane.takes(edge.weight()));
        let found = dijkstra(Reversed(&filtered), dst, None, |edge| edge.weight().latency.0);
        let distances: Vec<_> = graph.node_indices().map(|vertex| found.get(&vertex).copied()).collect();
        let mut straight = vec![None; distances.len()];
        for edge in graph.edges_directed(dst, petgraph::Direction::Incoming) {
            let from = edge.source().index();
            if plane.takes(edge.weight()) && distances[from] == Some(edge.weight().latency.0) {
                straight[from] = Some((edge.id().index() as LinkId, dst, edge.weight().lanes));
            }
        }
        let mut towards = Towards { plane, dst, distances, straight, through: Vec::new() };
        if uneven {
            towards.through = towards.lanes_through(graph);
        }
        towards
    }

    /// See [`Towards::through`].
    fn lanes_through(&self, graph: &DiGraph<Vertex, Link>) -> Vec<u32> {
        let mut through = vec![0_u32; self.distances.len()];
        let mut nearest_first: Vec<usize> = (0..through.len()).collect();
        kitchen_units::order::sort_by_key(&mut nearest_first, |&place| (self.distances[place], place));
        for place in nearest_first {
            through[place] = if place == self.dst.index() {
                u32::MAX
            } else {
                let steps = self.onward(graph, NodeIndex::new(place));
                steps.iter().map(|&(_, to, lanes)| lanes.min(through[to.index()])).sum()
            };
        }
        through
    }

    /// Walks from `src` down the distances: over several chips in proportion to lanes, else over the widest way.
    pub(super) fn walk(&self, graph: &DiGraph<Vertex, Link>, src: u32) -> Option<Segment> {
        let total = (*self.distances.get(src as usize)?)?;
        let mut hops = Vec::new();
        // Farthest first, so that a vertex has all its inflow before it passes it on.
        let mut waiting = BTreeMap::from([((Reverse(total), NodeIndex::new(src as usize)), 1.0)]);
        let mut passed_on = 0;
        while let Some(((_, vertex), share)) = waiting.pop_first() {
            if vertex == self.dst {
                continue;
            }
            if vertex.index() != src as usize && matches!(graph[vertex], Vertex::Gpu { .. }) {
                passed_on += 1;
            }
            if let Some((link, to, width)) = self.straight[vertex.index()] {
                let part = share * f64::from(width) / f64::from(width);
                hops.push(Hop { link, share: part });
                *waiting.entry((Reverse(self.distances[to.index()]?), to)).or_insert(0.0) += part;
                continue;
            }
            let next = self.onward(graph, vertex);
            if hops.is_empty() {
                hops.reserve_exact(2 * next.len());
            }
            let over_chips = next.iter().all(|&(_, to, _)| matches!(graph[to], Vertex::NvSwitch { .. }));
            let taken = if over_chips { self.fitting(next) } else { self.widest(graph, next) };
            let lanes: u32 = taken.iter().map(|(_, _, lanes)| lanes).sum();
            if over_chips && waiting.is_empty() && self.is_fan(&taken) {
                let part = |width: u32| share * f64::from(width) / f64::from(lanes);
                hops.extend(taken.iter().map(|&(link, _, width)| Hop { link, share: part(width) }));
                let straight = |&(_, to, width): &Step| Some((self.straight[to.index()]?.0, part(width)));
                hops.extend(taken.iter().filter_map(straight).map(|(link, share)| Hop { link, share }));
                break;
            }
            for (link, to, width) in taken {
                let part = share * f64::from(width) / f64::from(lanes);
                hops.push(Hop { link, share: part });
                *waiting.entry((Reverse(self.distances[to.index()]?), to)).or_insert(0.0) += part;
            }
        }
        (passed_on <= 1).then_some(Segment { hops, latency: Time(total) })
    }

    /// Whether the steps lead to places equally far from the goal, in their order, each with a link straight to it: what
    /// chips between two GPUs are, and then there is nothing to put in order.
    fn is_fan(&self, steps: &[Step]) -> bool {
        let distance = |&(_, to, _): &Step| self.distances[to.index()];
        steps.windows(2).all(|pair| pair[0].1 < pair[1].1 && distance(&pair[0]) == distance(&pair[1]))
            && steps.iter().all(|&(_, to, _)| self.straight[to.index()].is_some())
    }

    /// The links that bring a flow nearer on a shortest way, by link id.
    fn onward(&self, graph: &DiGraph<Vertex, Link>, from: NodeIndex) -> Vec<Step> {
        if let Some(step) = self.straight[from.index()] {
            return vec![step];
        }
        let here = self.distances[from.index()];
        let mut steps: Vec<Step> = graph
            .edges(from)
            .filter(|edge| self.plane.takes(edge.weight()))
            .filter(|edge| self.distances[edge.target().index()].map(|there| there + edge.weight().latency.0) == here)
            .map(|edge| (edge.id().index() as LinkId, edge.target(), edge.weight().lanes))
            .collect();
        // petgraph names the newest link first.
        steps.reverse();
        if !steps.is_sorted_by_key(|(link, ..)| *link) {
            kitchen_units::order::sort_by_key(&mut steps, |(link, ..)| *link);
        }
        steps
    }

    /// The steps with the lanes that lead on, where links are missing: no chip gets more than it can hand over.
    fn fitting(&self, mut steps: Vec<Step>) -> Vec<Step> {
        if !self.through.is_empty() {
            for (_, to, lanes) in &mut steps {
                *lanes = (*lanes).min(self.through[to.index()]);
            }
        }
        steps
    }

    /// The step whose narrowest link, this one or the next, has the most lanes; the first of equals.
    fn widest(&self, graph: &DiGraph<Vertex, Link>, steps: Vec<Step>) -> Vec<Step> {
        if steps.len() < 2 {
            return steps;
        }
        let width = |&(_, to, lanes): &Step| {
            let beyond = self.onward(graph, to).iter().map(|(_, _, lanes)| *lanes).max();
            lanes.min(beyond.unwrap_or(lanes))
        };
        let best = steps.iter().map(width).max();
        steps.into_iter().find(|step| Some(width(step)) == best).into_iter().collect()
    }
}
