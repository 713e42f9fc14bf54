//! What a frame asks of a trace, prepared once for each show so that asking allocates nothing: which task a chef has at
//! `t`, what travels, how far it has come, how full each link is.

use petgraph::graph::{EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;

use crate::story::chef_way;
use crate::story::ledger::Ledger;
use kitchen_core::run::Run;
use kitchen_core::sim::task::{GpuId, Kind, NONE, TaskId, Work};
use kitchen_core::topology::{LinkClass, Vertex};
use kitchen_core::trace;
use kitchen_core::units::{Rate, Time};
use kitchen_core::wire::wire;
use kitchen_core::workload::Schedule;

/// The index of one run.
#[derive(Clone, Debug, Default)]
pub struct RunIndex {
    /// What makes questions about an instant quick.
    events: trace::Index,
    /// The GPUs that do anything, by rank.
    pub used: Vec<GpuId>,
    /// The GPU of each pipeline stage.
    pub stages: Vec<GpuId>,
    /// The way from each stage to the next.
    pub stage_ways: Vec<Option<WayFacts>>,
    /// The first and the last layer of each stage, from 1.
    pub layers: Vec<(u32, u32)>,
    /// What each stage's GPU holds all the time, and for each micro-batch between its passes, as estimated.
    pub held_bytes: Vec<[u64; 2]>,
    /// The end of each training step with its schedule, where there are several.
    pub steps: Vec<(Time, Schedule)>,
    /// The way of the first transfer.
    pub first_way: Option<WayFacts>,
    /// The narrowest way that a transfer takes.
    pub narrow_way: Option<WayFacts>,
    /// The way that a race tells of, and what one chef has of it in all.
    pub chef_way: Option<(LinkClass, Rate)>,
    /// Pairs of GPUs with NVLink between them, the lower first, with their lanes.
    pub tunnels: Vec<(GpuId, GpuId, u32)>,
    /// Whether the exchange adds.
    pub adds: bool,
    /// NVLink lanes from a GPU to its exchange.
    pub lanes_to_exchange: u32,
    /// The numbers of the run's (first) meeting.
    pub ledger: Option<Ledger>,
    /// Switch chips of an exchange.
    pub chips: usize,
    /// Parts that the meeting's data is cut into.
    pub parts: usize,
    /// Where the GPUs meet in the corridor: the most flows on one stretch of it, from each instant on at which that changes.
    shared: Vec<(Time, u16)>,
    /// When each GPU has nothing left to do, receiving included.
    last_end: Vec<Time>,
    first_start: Vec<Time>,
    pub nodes: usize,
    /// GPUs of a node.
    pub per_node: usize,
    /// What joins the nodes.
    pub street: Option<LinkClass>,
    pub has_nvswitch: bool,
    pub has_nvlink: bool,
    pub makespan: Time,
}

wire!(RunIndex {
    events,
    used,
    stages,
    stage_ways,
    layers,
    held_bytes,
    steps,
    first_way,
    narrow_way,
    chef_way,
    tunnels,
    adds,
    lanes_to_exchange,
    ledger,
    chips,
    parts,
    shared,
    last_end,
    first_start,
    nodes,
    per_node,
    street,
    has_nvswitch,
    has_nvlink,
    makespan,
});

impl RunIndex {
    pub fn new(run: &Run) -> RunIndex {
        let gpus = run.topology.gpus.len();
        let mut index = RunIndex { makespan: run.trace.makespan, ..RunIndex::default() };
        index.place_vertices(run);
        index.events = trace::Index::new(&run.graph, &run.trace, gpus);
        index.last_end = vec![Time::ZERO; gpus];
        index.first_start = vec![Time::MAX; gpus];
        let mut stages: Vec<(u16, GpuId)> = Vec::new();
        for task in 0..count(run) as TaskId {
            let t = task as usize;
            let (start, end) = (run.trace.start[t], run.trace.end[t]);
            match run.graph.work[t] {
                Work::Compute { gpu, .. } => {
                    index.touch(gpu, start, end);
                    let label = run.graph.labels[t];
                    if label.kind == Kind::Forward && label.step != NONE {
                        stages.push((label.step, gpu));
                    }
                }
                Work::Transfer { src, dst, .. } => {
                    index.touch(src, start, end);
                    index.touch(dst, start, end);
                    index.parts = index.parts.max(run.graph.labels[t].chunk as usize + 1);
                }
                Work::Delay { .. } | Work::Join => {}
            }
        }
        index.used = (0..gpus as GpuId).filter(|&g| index.first_start[g as usize] < Time::MAX).collect();
        kitchen_core::order::sort(&mut stages);
        stages.dedup_by_key(|stage| stage.0);
        index.stages = stages.into_iter().map(|(_, gpu)| gpu).collect();
        index.stage_ways = index.stages.windows(2).map(|pair| way_between(run, pair[0], pair[1])).collect();
        index.tunnels = tunnels(run);
        let (class, rate) = chef_way(run);
        index.chef_way = class.map(|class| (class, rate));
        index.adds = run.graph.labels.iter().any(|label| label.kind == Kind::SwitchReduce);
        let mut seen = vec![false; run.graph.routes.len()];
        for task in 0..count(run) {
            let Work::Transfer { route, .. } = run.graph.work[task] else { continue };
            if seen.get_mut(route as usize).is_some_and(|seen| !std::mem::replace(seen, true)) {
                let narrower =
                    |a: &WayFacts, b: &WayFacts| (a.class.slowness(), -a.gb_per_s) > (b.class.slowness(), -b.gb_per_s);
                let way = way_facts(run, task as TaskId);
                if let Some(way) = way.filter(|way| index.narrow_way.as_ref().is_none_or(|old| narrower(way, old))) {
                    index.narrow_way = Some(way);
                }
            }
        }
        let is_way = |&task: &usize| matches!(run.graph.work[task], Work::Transfer { .. });
        if !index.has_nvswitch && !index.has_nvlink {
            index.shared = shared(run);
        }
        index.first_way = (0..count(run)).find(is_way).and_then(|task| way_facts(run, task as TaskId));
        index
    }

    fn touch(&mut self, gpu: GpuId, start: Time, end: Time) {
        if let Some(last) = self.last_end.get_mut(gpu as usize) {
            *last = (*last).max(end);
            let first = &mut self.first_start[gpu as usize];
            *first = (*first).min(start);
        }
    }

    fn place_vertices(&mut self, run: &Run) {
        let mut nodes = 0;
        for vertex in run.topology.graph.node_weights() {
            match *vertex {
                Vertex::Gpu { node, .. } => nodes = nodes.max(node + 1),
                Vertex::NvSwitch { node, .. } => {
                    self.has_nvswitch = true;
                    self.chips += usize::from(node == 0);
                }
                _ => {}
            }
        }
        self.nodes = nodes.max(1) as usize;
        self.per_node = run.topology.gpus.len().div_ceil(self.nodes);
        let lanes = |gpu: NodeIndex| {
            let lines = run.topology.graph.edges(gpu).map(|edge| edge.weight());
            lines.filter(|link| link.class == LinkClass::NvSwitch).map(|link| link.lanes).sum()
        };
        self.lanes_to_exchange = run.topology.gpus.iter().map(|&gpu| lanes(gpu)).max().unwrap_or(1);
        let is_street = |class: LinkClass| matches!(class, LinkClass::InfiniBand | LinkClass::Ethernet);
        self.street = run.topology.graph.edge_weights().map(|link| link.class).find(|&class| is_street(class));
        self.has_nvlink = run.topology.graph.edge_weights().any(|link| link.class == LinkClass::NvLink);
    }

    /// The run at any instant.
    pub fn read<'a>(&'a self, run: &'a Run) -> trace::Reader<'a> {
        self.events.read(&run.graph, &run.trace)
    }

    /// [`trace::Reader::compute_at`].
    pub fn compute_at(&self, run: &Run, gpu: GpuId, t: Time) -> Option<TaskId> {
        self.read(run).compute_at(gpu, t)
    }

    /// [`trace::Reader::transfers_at`].
    pub fn transfers_at<'a>(&'a self, run: &'a Run, t: Time) -> impl Iterator<Item = TaskId> + 'a {
        self.read(run).transfers_at(t)
    }

    /// [`trace::Reader::progress`].
    pub fn progress(&self, run: &Run, task: TaskId, t: Time) -> f32 {
        self.read(run).progress(task, t)
    }

    /// The most flows that one stretch of the corridor (PCIe, or what joins the sockets) carries at `t`; 0 where the GPUs have
    /// links of their own.
    pub fn sharing(&self, t: Time) -> u16 {
        let since = self.shared.partition_point(|(from, _)| *from <= t);
        since.checked_sub(1).map_or(0, |at| self.shared[at].1)
    }

    /// Fills `loads` with the use of each directed link at `t`: the share of its data-sheet rate, 0 to 1, which is what
    /// labels say and percentages beside them are of.
    pub fn loads(&self, run: &Run, t: Time, loads: &mut Vec<f32>) {
        self.read(run).carried(t, run.topology.graph.edge_count(), loads);
        for (load, link) in loads.iter_mut().zip(run.topology.graph.edge_weights()) {
            let capacity = link.nominal.as_bytes_per_s() as f32;
            *load = if capacity > 0.0 { (*load / capacity).min(1.0) } else { 0.0 };
        }
    }

    pub fn last_end(&self, gpu: GpuId) -> Time {
        self.last_end.get(gpu as usize).copied().unwrap_or(Time::ZERO)
    }

    pub fn first_start(&self, gpu: GpuId) -> Time {
        self.first_start.get(gpu as usize).copied().unwrap_or(Time::MAX)
    }

    /// The node that a GPU stands in.
    pub fn node_of(&self, gpu: GpuId) -> usize {
        gpu as usize / self.per_node.max(1)
    }
}

/// How many tasks have times.
pub(crate) fn count(run: &Run) -> usize {
    run.graph.len().min(run.trace.start.len()).min(run.trace.end.len())
}

/// The most flows that one stretch of corridor carries, from each instant on at which that changes.
fn shared(run: &Run) -> Vec<(Time, u16)> {
    // Who leaves at an instant makes room before anybody comes.
    let mut events: Vec<(Time, bool, u32)> = Vec::new();
    for task in 0..count(run) {
        let Work::Transfer { route, .. } = run.graph.work[task] else { continue };
        let (start, end) = (run.trace.start[task], run.trace.end[task]);
        for hop in run.graph.routes[route as usize].hops.iter().filter(|_| start < end) {
            let class = run.topology.link(hop.link).map(|link| link.class);
            if matches!(class, Some(LinkClass::Pcie | LinkClass::Socket)) {
                events.extend([(start, true, hop.link), (end, false, hop.link)]);
            }
        }
    }
    kitchen_core::order::sort(&mut events);
    let mut flows = vec![0_u16; run.topology.graph.edge_count()];
    // How many links carry so many flows.
    let mut links = vec![0_u32; 2];
    let (mut most, mut changes): (u16, Vec<(Time, u16)>) = (0, Vec::new());
    for (place, &(at, comes, link)) in events.iter().enumerate() {
        let own = &mut flows[link as usize];
        links[*own as usize] = links[*own as usize].saturating_sub(1);
        *own = if comes { *own + 1 } else { *own - 1 };
        if links.len() <= *own as usize {
            links.push(0);
        }
        links[*own as usize] += 1;
        most = if comes { most.max(*own) } else { most - u16::from(most > 0 && links[most as usize] == 0) };
        let is_last = events.get(place + 1).is_none_or(|next| next.0 > at);
        if is_last && changes.last().map_or(0, |last| last.1) != most {
            changes.push((at, most));
        }
    }
    changes
}

wire!(WayFacts { class, lanes, gb_per_s, exchange });

/// The slowest class of link on the way between two vertices, and the lanes and rate of the narrowest link there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayFacts {
    pub class: LinkClass,
    pub lanes: u32,
    pub gb_per_s: f64,
    /// Whether an exchange's chips are crossed.
    pub exchange: bool,
}

/// What the route of `task` is made of.
pub fn way_facts(run: &Run, task: TaskId) -> Option<WayFacts> {
    let Work::Transfer { route, .. } = run.graph.work[task as usize] else { return None };
    let hops = &run.graph.routes.get(route as usize)?.hops;
    let links = || {
        hops.iter()
            .filter_map(|hop| run.topology.graph.edge_weight(EdgeIndex::new(hop.link as usize)).map(|l| (hop, l)))
    };
    let class = links().map(|(_, link)| link.class).max_by_key(|class| class.slowness())?;
    // Parallel hops (switch chips) carry shares of the flow; together they are as wide as the sum of the first fan-out.
    // All shares leaving or reaching one vertex: of a flow over many cards each takes a part.
    let ends =
        |hop: &kitchen_core::sim::task::Hop| run.topology.graph.edge_endpoints(EdgeIndex::new(hop.link as usize));
    let first = ends(hops.first()?)?;
    let sum = |same: fn((NodeIndex, NodeIndex), (NodeIndex, NodeIndex)) -> bool| -> f64 {
        hops.iter().filter(|hop| ends(hop).is_some_and(|pair| same(pair, first))).map(|hop| hop.share).sum()
    };
    let whole = sum(|a, b| a.0 == b.0).max(sum(|a, b| a.1 == b.1)).max(1e-9);
    let width =
        |link: &kitchen_core::topology::Link, share: f64| link.nominal.as_gb_per_s() / (share / whole).max(1e-9);
    let narrow = links()
        .filter(|(hop, link)| hop.share > 0.0 && link.class == class)
        .min_by(|a, b| width(a.1, a.0.share).total_cmp(&width(b.1, b.0.share)))?;
    let lanes = (f64::from(narrow.1.lanes) / (narrow.0.share / whole).max(1e-9) + 0.5) as u32;
    let exchange = links().any(|(_, link)| link.class == LinkClass::NvSwitch);
    // Between servers a way is told by its card, whatever part of the flow each card carries.
    let (lanes, gb_per_s) = if class.is_network() {
        (1, run.topology.nic_rate().0.as_gb_per_s())
    } else {
        (lanes, width(narrow.1, narrow.0.share))
    };
    Some(WayFacts { class, lanes, gb_per_s, exchange })
}

/// The way of the first transfer from `a` to `b`.
pub fn way_between(run: &Run, a: GpuId, b: GpuId) -> Option<WayFacts> {
    let is_it = |&task: &usize| matches!(run.graph.work[task], Work::Transfer { src, dst, .. } if (src, dst) == (a, b));
    (0..count(run)).find(is_it).and_then(|task| way_facts(run, task as TaskId))
}

fn tunnels(run: &Run) -> Vec<(GpuId, GpuId, u32)> {
    let graph = &run.topology.graph;
    let rank = |vertex: NodeIndex| match graph.node_weight(vertex) {
        Some(Vertex::Gpu { rank, .. }) => Some(*rank),
        _ => None,
    };
    let direct =
        graph.edge_references().filter(|edge| edge.weight().class == LinkClass::NvLink && edge.weight().lanes > 0);
    direct
        .filter_map(|edge| {
            let (a, b) = (rank(edge.source())?, rank(edge.target())?);
            (a < b).then_some((a, b, edge.weight().lanes))
        })
        .collect()
}

/// The data-sheet rate of the links out of a vertex, in bytes per second: of the fast ones where there are any.
pub(crate) fn line_rate(run: &Run, vertex: NodeIndex) -> f64 {
    let fast = |class: LinkClass| matches!(class, LinkClass::NvLink | LinkClass::NvSwitch);
    let links = || run.topology.graph.edges(vertex).map(|edge| edge.weight());
    let any_fast = links().any(|link| fast(link.class));
    links().filter(|link| fast(link.class) == any_fast).map(|link| link.nominal.as_bytes_per_s()).sum()
}

/// The mean use of the links out of (or into) a vertex.
pub(crate) fn vertex_load(run: &Run, loads: &[f32], vertex: NodeIndex, out: bool) -> f32 {
    let direction = if out { petgraph::Direction::Outgoing } else { petgraph::Direction::Incoming };
    let fast = |class: LinkClass| matches!(class, LinkClass::NvLink | LinkClass::NvSwitch);
    let graph = &run.topology.graph;
    let any_fast = graph.edges_directed(vertex, direction).any(|edge| fast(edge.weight().class));
    let (mut sum, mut lanes) = (0.0, 0.0);
    for edge in graph.edges_directed(vertex, direction).filter(|edge| fast(edge.weight().class) == any_fast) {
        let weight = edge.weight().lanes.max(1) as f32;
        sum += loads.get(edge.id().index()).copied().unwrap_or(0.0) * weight;
        lanes += weight;
    }
    if lanes > 0.0 { sum / lanes } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use kitchen_core::sim::task::{Label, TaskGraph};
    use kitchen_core::sim::{self, Options};
    use kitchen_core::topology::{self, ClusterSpec, DGX_A100, PCIE_8, Router, System};
    use kitchen_core::units::Bytes;

    use super::*;

    /// Transfers (from, to, bytes) that begin together: the most that share a stretch of corridor, and how many still do when the
    /// first has arrived.
    fn check(system: &'static System, nodes: u32, transfers: &[(u32, u32, u64)], expected: [u16; 2]) {
        let topology = topology::build(&ClusterSpec::new(system, nodes)).unwrap();
        let mut graph = TaskGraph::new();
        for &(src, dst, bytes) in transfers {
            let route = graph.add_route(Router::new(&topology).route(src, dst).unwrap());
            graph.add(Work::Transfer { src, dst, route, bytes: Bytes(bytes) }, Label::new(Kind::SendCopy), &[]);
        }
        let trace = sim::run(&graph, &topology.capacities(), topology.gpus.len(), &Options::default()).unwrap();
        let (first, end) = (*trace.end.iter().min().unwrap(), trace.makespan);
        let links = topology.graph.edge_count();
        let index = RunIndex::new(&Run::new(topology, graph, trace));
        assert_eq!([Time::ZERO, first].map(|t| index.sharing(t)), expected, "{links} links");
        assert_eq!(index.sharing(end), 0);
    }

    #[test]
    fn who_shares_a_corridor_is_counted() {
        check(&PCIE_8, 1, &[(0, 4, 1 << 20), (1, 5, 1 << 24)], [2, 1]);
        check(&PCIE_8, 1, &[(0, 1, 1 << 20), (4, 5, 1 << 24)], [1, 1]);
        check(&DGX_A100, 1, &[(0, 4, 1 << 20), (1, 5, 1 << 24)], [0, 0]);
        // The last of so many servers that its links are numbered beyond 2,048.
        let last = 8 * 63;
        check(&PCIE_8, 64, &[(last, last + 4, 1 << 20), (last + 1, last + 5, 1 << 24)], [2, 1]);
    }
}
