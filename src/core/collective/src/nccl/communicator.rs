//! What an algorithm needs to know of a group: its NVLink domains, its rings, its rates. Found once a call.

use kitchen_hardware::Generation;
use kitchen_task::{GpuId, Hop, Route};
use kitchen_topology::{Router, Topology, Transport, Wiring, rings};
use kitchen_units::Time;

use crate::Op;
use crate::error::CollectiveError;
use crate::nccl::calibration as cal;
use crate::nccl::protocol::Medium;
use crate::plans::hierarchical::{self, Dimension, Inner};
use crate::plans::in_fabric::{Across, Inside, Servers};

/// What NCCL counts between two of AMD's sockets, GB/s (src/graph/topo.h).
const AMD_SOCKETS: f64 = 16.0;

/// A communicator: a group of ranks on a topology. Ranks here are positions in the group.
#[derive(Clone, Debug, PartialEq)]
pub struct Communicator {
    /// How many there are.
    pub ranks: u32,
    /// The ranks in each server or rack, in the order of the group.
    pub domains: Vec<Vec<u32>>,
    /// The order of each ring over all ranks. One ring stands for all channels where the servers have a switch.
    pub rings: Vec<Vec<u32>>,
    /// The domains of each channel of a tree, with the chain inside each: along the rings of a mesh, and single ranks
    /// where one domain is a crossbar, for a chain would only be slower.
    pub trees: Vec<Vec<Vec<u32>>>,
    /// Whether GPUs of a domain reach each other at full rate over switch chips.
    pub switched: bool,
    /// The share of a ring's rate that the switch chips add and copy at, where they can.
    pub in_network: Option<f64>,
    /// By domain, the ranks beside the cards whose switches add (SHARP), one a tree; empty where none do.
    pub heads: Vec<Vec<u32>>,
    /// Whether what members of a domain do alike is known to meet the same load (see `collective::racks`); false where moves
    /// are shown.
    pub alike: bool,
    /// By domain, its first members, as many as the smallest has: who meets beyond unequal domains; empty where all are equal.
    pub firsts: Vec<Vec<u32>>,
    /// The generation of NVLink, 0 without.
    pub nvlink: u8,
    /// Of the GPUs.
    pub generation: Generation,
    /// Whether the servers have AMD's CPUs.
    pub amd: bool,
    /// Whether the GPUs hang on their CPUs by NVLink-C2C.
    pub c2c: bool,
    /// Whether the network cards hang on the GPUs' own PCIe all the same.
    pub cards_at_gpus: bool,
    /// Network cards of a domain.
    pub cards: u32,
    /// What connections inside a domain run over.
    pub inside: Medium,
    /// What one GPU sends inside its domain when all rings run, bytes per second.
    pub inside_rate: f64,
    /// What one GPU sends to one other, bytes per second: less than the above where links lead to different GPUs.
    pub pair_rate: f64,
    /// The wire's latency inside a domain.
    pub inside_latency: Time,
    /// What connections between domains run over.
    pub across: Medium,
    /// What all cards of a domain send together, bytes per second; infinite in a single domain.
    pub across_rate: f64,
    /// The wire's latency between domains, switches included.
    pub across_latency: Time,
    /// The grid asked for by the call; empty where it is the domains.
    pub dims: Vec<Dimension>,
}

impl Communicator {
    /// Reads what NCCL knows of a group off the topology.
    ///
    /// # Errors
    /// [`CollectiveError::NoRanks`], [`CollectiveError::BadGroup`], or what the router says.
    pub fn of(topology: &Topology, router: &Router<'_>, group: &[GpuId]) -> Result<Communicator, CollectiveError> {
        check_group(topology, group)?;
        let domains = domains(topology, group);
        let switched = topology.is_switched();
        let inside = match topology.preset().wiring {
            Wiring::Pcie => Medium::Pcie,
            Wiring::Mesh(_) if topology.preset().gpu.nvlink == 0 => Medium::Xgmi,
            Wiring::Mesh(_) | Wiring::Switched { .. } if topology.preset().gpu.nvlink < 4 => Medium::NvLinkBeforeHopper,
            _ if topology.preset().gpu.nvlink > 4 => Medium::NvLinkBlackwell,
            Wiring::Mesh(_) | Wiring::Switched { .. } => Medium::NvLink,
        };
        let across = match topology.spec.fabric.transport {
            Transport::Rdma | Transport::Packets => Medium::Rdma,
            Transport::Slingshot => Medium::Slingshot,
            Transport::Efa | Transport::EfaHost => Medium::HostDriven,
            Transport::Tcp => Medium::FasTrak,
            Transport::Sockets => Medium::Tcp,
            Transport::Tcpx => Medium::Tcpx,
        };
        let cycles = orders(topology, group, &domains, rings::common);
        let chains = merged(cycles.clone()).0;
        let ways = if domains.len() > 1 { orders(topology, group, &domains, rings::open) } else { Vec::new() };
        let (orders, alike) = merged(if ways.len() > cycles.len() { ways } else { cycles });
        let widest = domains.iter().max_by_key(|domain| domain.len()).cloned().unwrap_or_default();
        let members = widest.len() as u32;
        // Equal domains need one look; where parts are missing, the slowest sets the pace.
        let looked_at = if topology.is_whole() { vec![widest] } else { domains.clone() };
        let (inside_rate, pair_rate, inside_latency) =
            inside_of(topology, router, group, &looked_at, orders.len() * alike)?;
        let (across_rate, across_latency) = match domains.as_slice() {
            [first, second, ..] => {
                let route = bundle(topology, router, group, first, second)?;
                (bottleneck(topology, &route), route.latency)
            }
            _ => (f64::INFINITY, Time::ZERO),
        };
        let adds = topology.has_in_network()
            && (topology.is_whole() || group.iter().all(|&gpu| router.to_switches(gpu).is_ok()));
        let in_network = adds.then(|| cal::in_network(topology.preset().gpu.nvlink, members, domains.len()));
        let heads = heads(topology, router, group, &domains);
        let least = domains.iter().map(Vec::len).min().unwrap_or(0);
        let uneven = domains.iter().any(|domain| domain.len() > least);
        let firsts = if uneven { domains.iter().map(|domain| domain[..least].to_vec()).collect() } else { Vec::new() };
        let ranks = group.len() as u32;
        let trees = trees(topology, &domains, &chains);
        let rings = orders;
        Ok(Communicator {
            ranks,
            domains,
            rings,
            trees,
            switched,
            in_network,
            heads,
            alike: false,
            firsts,
            nvlink: topology.preset().gpu.nvlink,
            generation: topology.preset().gpu.generation,
            amd: topology.preset().host.socket_gb_per_s == AMD_SOCKETS,
            c2c: topology.preset().host.gpus_per_switch == 0,
            cards_at_gpus: topology.preset().host.cards_at_gpus,
            cards: topology.spec.fabric.nics_per_node,
            inside,
            inside_rate,
            pair_rate,
            inside_latency,
            across,
            across_rate,
            across_latency,
            dims: Vec::new(),
        })
    }

    /// This group on the grid that a call asks for.
    ///
    /// # Errors
    /// [`CollectiveError::Grid`] where it is not one of so many ranks, or asks for sums in a switch.
    pub fn on_grid(mut self, dims: &[Dimension]) -> Result<Communicator, CollectiveError> {
        let sums = dims.iter().any(|dim| dim.inner == Inner::Switch);
        if !dims.is_empty() && (sums || !hierarchical::is_grid(dims, self.ranks)) {
            return Err(CollectiveError::Grid { ranks: self.ranks });
        }
        self.dims = dims.to_vec();
        Ok(self)
    }

    /// The domains as the network's adding switches see them, with the best way that they have to meet inside; `None` where
    /// those switches do not add.
    pub fn servers(&self) -> Option<Servers<'_>> {
        if self.heads.is_empty() {
            return None;
        }
        let inside = if self.in_network.is_some() { Inside::Switch } else { self.without_switch() };
        Some(Servers { domains: &self.domains, heads: &self.heads, inside, across: Across::Sharp })
    }

    fn without_switch(&self) -> Inside<'_> {
        if self.switched { Inside::Direct } else { Inside::Chain(&self.rings) }
    }

    /// Unequal domains as a hierarchy takes them where all sum up or hear of a root, unless the call asks for a grid.
    pub fn unequal(&self, op: Op) -> Option<Servers<'_>> {
        let sums = matches!(op, Op::AllReduce | Op::Barrier | Op::Broadcast | Op::Reduce);
        let inside = self.without_switch();
        let (domains, heads) = (self.domains.as_slice(), self.firsts.as_slice());
        let usual = sums && !heads.is_empty() && self.dims.is_empty();
        usual.then_some(Servers { domains, heads, inside, across: Across::Trees })
    }

    /// The GPUs on the tree of adding switches that a rank is a head of.
    pub(crate) fn tree_of(&self, rank: u32, group: &[GpuId]) -> Vec<GpuId> {
        let place = self.heads.iter().find_map(|heads| heads.iter().position(|&head| head == rank));
        self.heads.iter().filter_map(|heads| Some(group[*heads.get(place?)? as usize])).collect()
    }

    /// Members of the largest domain.
    pub fn members(&self) -> u32 {
        self.domains.iter().map(|domain| domain.len() as u32).max().unwrap_or(0)
    }

    /// Whether all domains have equally many members.
    pub fn is_even(&self) -> bool {
        self.domains.windows(2).all(|pair| pair[0].len() == pair[1].len())
    }
}

fn check_group(topology: &Topology, group: &[GpuId]) -> Result<(), CollectiveError> {
    if group.is_empty() {
        return Err(CollectiveError::NoRanks);
    }
    let mut seen = vec![false; topology.len() as usize];
    for &gpu in group {
        match seen.get_mut(gpu as usize) {
            Some(seen) if !*seen => *seen = true,
            _ => return Err(CollectiveError::BadGroup { gpu }),
        }
    }
    Ok(())
}

fn domains(topology: &Topology, group: &[GpuId]) -> Vec<Vec<u32>> {
    let mut domains: Vec<(u32, Vec<u32>)> = Vec::new();
    for (rank, &gpu) in group.iter().enumerate() {
        let node = topology.node_of(gpu);
        match domains.last_mut().filter(|(last, _)| *last == node) {
            Some((_, members)) => members.push(rank as u32),
            None => match domains.iter_mut().find(|(known, _)| *known == node) {
                Some((_, members)) => members.push(rank as u32),
                None => domains.push((node, vec![rank as u32])),
            },
        }
    }
    domains.into_iter().map(|(_, members)| members).collect()
}

/// See [`Communicator::heads`]: at most as many as NCCL has of them.
fn heads(topology: &Topology, router: &Router<'_>, group: &[GpuId], domains: &[Vec<u32>]) -> Vec<Vec<u32>> {
    if !topology.has_sharp() || domains.len() < 2 {
        return Vec::new();
    }
    let nodes: Vec<Vec<GpuId>> =
        domains.iter().map(|domain| domain.iter().map(|&rank| group[rank as usize]).collect()).collect();
    let mut trees = router.aggregation_trees(&nodes);
    trees.truncate(cal::NVLS_HEADS as usize);
    let rank = |at: usize, gpu: GpuId| domains[at].iter().copied().find(|&rank| group[rank as usize] == gpu);
    let of = |at: usize| trees.iter().filter_map(|tree| rank(at, tree[at])).collect::<Vec<u32>>();
    if trees.is_empty() { Vec::new() } else { (0..domains.len()).map(of).collect() }
}

/// Ring orders: domain by domain. On a mesh each of the rings found in one server, opened where it leaves for the next.
fn orders(
    topology: &Topology,
    group: &[GpuId],
    domains: &[Vec<u32>],
    find: fn(&Topology, &[Vec<GpuId>]) -> Vec<rings::Ring>,
) -> Vec<Vec<u32>> {
    let plain = || vec![domains.iter().flatten().copied().collect()];
    let Wiring::Mesh(_) = topology.preset().wiring else { return plain() };
    let gpus_of = |domain: &Vec<u32>| domain.iter().map(|&rank| group[rank as usize]).collect::<Vec<GpuId>>();
    let gpus = gpus_of(&domains[0]);
    let indices = |domain: &[u32]| -> Vec<u32> {
        domain.iter().map(|&rank| topology.index_in_node(group[rank as usize])).collect()
    };
    let first = indices(&domains[0]);
    if domains.iter().any(|domain| indices(domain) != first) {
        return plain();
    }
    let found = find(topology, &domains.iter().map(gpus_of).collect::<Vec<_>>());
    if found.is_empty() {
        return plain();
    }
    let place = |gpu: GpuId| gpus.iter().position(|&known| known == gpu).unwrap_or(0);
    found
        .iter()
        .map(|ring| domains.iter().flat_map(|domain| ring.order.iter().map(|&gpu| domain[place(gpu)])).collect())
        .collect()
}

/// Rings of the same order as one, where as many run in each: the orders and how many a ring stands for. Two GPUs with twelve
/// links have one ring, four with six links each to each other six of three lanes.
fn merged(orders: Vec<Vec<u32>>) -> (Vec<Vec<u32>>, usize) {
    let mut distinct: Vec<Vec<u32>> = Vec::new();
    for order in &orders {
        if !distinct.contains(order) {
            distinct.push(order.clone());
        }
    }
    let alike = orders.len() / distinct.len().max(1);
    let even = distinct.iter().all(|one| orders.iter().filter(|&order| order == one).count() == alike);
    if even && alike > 1 { (distinct, alike) } else { (orders, 1) }
}

/// See [`Communicator::trees`].
fn trees(topology: &Topology, domains: &[Vec<u32>], orders: &[Vec<u32>]) -> Vec<Vec<Vec<u32>>> {
    let Wiring::Mesh(_) = topology.preset().wiring else {
        return match domains {
            [only] => vec![only.iter().map(|&rank| vec![rank]).collect()],
            _ => vec![domains.to_vec()],
        };
    };
    let chain = |domain: &Vec<u32>, order: &Vec<u32>| {
        let mut chain: Vec<u32> = order.iter().copied().filter(|rank| domain.contains(rank)).collect();
        let first = chain.iter().position(|rank| rank == &domain[0]).unwrap_or(0);
        chain.rotate_left(first);
        chain
    };
    orders.iter().map(|order| domains.iter().map(|domain| chain(domain, order)).collect()).collect()
}

/// One GPU's sending rate inside its domain over all rings and to one other, and the wire's latency.
fn inside_of(
    topology: &Topology,
    router: &Router<'_>,
    group: &[GpuId],
    domains: &[Vec<u32>],
    rings: usize,
) -> Result<(f64, f64, Time), CollectiveError> {
    let gpu = |rank: u32| group[rank as usize];
    let mut narrowest = f64::INFINITY;
    let mut latency = Time::ZERO;
    // A look at a few neighbours is enough where nothing is missing: servers are regular.
    let most = if topology.is_whole() { 16 } else { usize::MAX };
    for domain in domains.iter().filter(|domain| domain.len() > 1) {
        for i in 0..domain.len().min(most) {
            let route = router.route(gpu(domain[i]), gpu(domain[(i + 1) % domain.len()]))?;
            narrowest = narrowest.min(bottleneck(topology, &route));
            latency = latency.max(route.latency);
        }
    }
    if domains.iter().all(|domain| domain.len() < 2) {
        return Ok((f64::INFINITY, f64::INFINITY, Time::ZERO));
    }
    if let (Wiring::Mesh(_), 2..) = (topology.preset().wiring, rings) {
        // Each ring runs over one lane of every link that it takes.
        let links = || topology.graph.edge_weights().filter(|link| link.class.is_nvlink() && link.lanes > 0);
        if let Some(link) = links().next() {
            let lane = link.effective.as_bytes_per_s() / f64::from(link.lanes);
            let narrowest = links().map(|link| link.effective.as_bytes_per_s()).fold(f64::INFINITY, f64::min);
            return Ok((lane * rings as f64, narrowest, link.latency));
        }
    }
    Ok((narrowest, narrowest, latency))
}

/// The way of a whole bundle of channels from one domain to the next: each channel leaves over its own card, from the GPU
/// beside it, so no GPU's NVLink is crossed on the way out.
///
/// # Errors
/// What the router says.
pub(crate) fn bundle(
    topology: &Topology,
    router: &Router<'_>,
    group: &[GpuId],
    from: &[u32],
    to: &[u32],
) -> Result<Route, CollectiveError> {
    let nics = topology.spec.fabric.nics_per_node;
    let per_node = topology.gpus_per_node();
    let homes: Vec<(u32, u32)> =
        (0..nics).map(|nic| (nic, (u64::from(nic) * u64::from(per_node) / u64::from(nics)) as u32)).collect();
    let beside = |domain: &[u32], home: u32| {
        domain.iter().map(|&rank| group[rank as usize]).find(|&gpu| topology.index_in_node(gpu) == home)
    };
    let node = |domain: &[u32]| topology.node_of(group[domain[0] as usize]);
    let there = |nic: u32| topology.has_card(node(from), nic) && topology.has_card(node(to), nic);
    let mut rails: Vec<(u32, GpuId, GpuId)> = homes
        .iter()
        .filter(|&&(nic, _)| there(nic))
        .filter_map(|&(nic, home)| Some((nic, beside(from, home)?, beside(to, home)?)))
        .collect();
    if rails.is_empty() {
        rails.push((0, group[from[0] as usize], group[to[0] as usize]));
    }
    let share = 1.0 / rails.len() as f64;
    let mut whole = Route::default();
    let mut places = std::collections::BTreeMap::new();
    for (nic, a, b) in rails {
        let route = router.route_on_rail(a, b, nic)?;
        whole.latency = whole.latency.max(route.latency);
        for hop in route.hops {
            let place = *places.entry(hop.link).or_insert_with(|| {
                whole.hops.push(Hop { link: hop.link, share: 0.0 });
                whole.hops.len() - 1
            });
            whole.hops[place].share += hop.share * share;
        }
    }
    Ok(whole)
}

/// The most that a flow alone on a route can carry, bytes per second.
pub(crate) fn bottleneck(topology: &Topology, route: &Route) -> f64 {
    let ceiling = route.ceiling.map_or(f64::INFINITY, kitchen_units::Rate::as_bytes_per_s);
    route
        .hops
        .iter()
        .filter_map(|hop| topology.link(hop.link).map(|link| link.effective.as_bytes_per_s() / route.load(hop)))
        .fold(ceiling, f64::min)
}
