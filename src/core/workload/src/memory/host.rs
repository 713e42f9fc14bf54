//! The ways of a step: from all other GPUs of a server to one, and between a GPU and its host's memory.

use kitchen_task::{GpuId, Hop, Route};
use kitchen_topology::{Router, Topology, Vertex};
use kitchen_units::Time;
use petgraph::Direction;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

use crate::error::TrainError;

/// The ways from every other GPU to one, as one flow: each carries its part of the bytes.
pub(super) fn from_all(topology: &Topology, to: GpuId) -> Result<Route, TrainError> {
    let router = Router::new(topology);
    let others = f64::from(topology.len().saturating_sub(1).max(1));
    let mut all = Route::default();
    for from in (0..topology.len()).filter(|&from| from != to) {
        let route = router.route(from, to)?;
        all.latency = all.latency.max(route.latency);
        all.efficiency = all.efficiency.min(route.efficiency);
        for hop in route.hops {
            let share = hop.share / others;
            match all.hops.iter_mut().find(|one| one.link == hop.link) {
                Some(one) => one.share += share,
                None => all.hops.push(Hop { link: hop.link, share }),
            }
        }
    }
    Ok(all)
}

/// From a GPU to the host nearest to it, and back; without links where there is no way, which no preset has.
pub(crate) fn both_ways(topology: &Topology, gpu: GpuId) -> [Route; 2] {
    [Direction::Outgoing, Direction::Incoming].map(|direction| way(topology, gpu, direction))
}

/// A search in the breadth over everything but NVLink and the network.
fn way(topology: &Topology, gpu: GpuId, direction: Direction) -> Route {
    let Some(&start) = topology.gpus.get(gpu as usize) else { return Route::default() };
    let mut seen: Vec<(NodeIndex, Route)> = vec![(start, Route::default())];
    let mut next = 0;
    while next < seen.len() {
        let (vertex, route) = seen[next].clone();
        next += 1;
        if matches!(topology.graph[vertex], Vertex::Host { .. }) {
            return route;
        }
        for edge in topology.graph.edges_directed(vertex, direction) {
            let link = edge.weight();
            let other = if direction == Direction::Outgoing { edge.target() } else { edge.source() };
            if link.class.is_nvlink() || link.class.is_network() || seen.iter().any(|one| one.0 == other) {
                continue;
            }
            let mut longer = route.clone();
            longer.hops.push(Hop { link: edge.id().index() as u32, share: 1.0 });
            longer.latency = Time(longer.latency.0 + link.latency.0);
            seen.push((other, longer));
        }
    }
    Route::default()
}
