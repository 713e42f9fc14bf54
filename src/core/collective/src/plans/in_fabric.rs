//! Sums in the network's switches (SHARP): servers meet inside, then each card's switches add up what the servers' cards send.
//! Without such switches, on unequal servers, their heads meet on trees.

use std::collections::BTreeMap;

use crate::Op;
use crate::plan::{Action, Builder, Move, Place, Plan};
use crate::plans::double_binary_tree;
use crate::plans::tree::Tree;

/// The servers (or racks) of a group as the network's trees of adding switches see them.
#[derive(Clone, Copy, Debug)]
pub struct Servers<'a> {
    /// The ranks of each.
    pub domains: &'a [Vec<u32>],
    /// By server, the rank beside each tree's card, its head there. All servers have as many, at least one.
    pub heads: &'a [Vec<u32>],
    /// How parts come to the heads and sums from them.
    pub inside: Inside<'a>,
    /// How the heads meet.
    pub across: Across,
}

/// How the heads beside the same card meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// The network's switches add and copy.
    Sharp,
    /// On double binary trees, slices in turn; no shards.
    Trees,
}

/// How a server's ranks hand their parts to its heads, and the heads the sums to them.
#[derive(Clone, Copy, Debug)]
pub enum Inside<'a> {
    /// NVLink's switch adds and copies (NVLS).
    Switch,
    /// Everyone to each head (CollnetDirect).
    Direct,
    /// Along a chain that ends at the head (CollnetChain): by tree, wrapped, an order in which the server's ranks stand.
    Chain(&'a [Vec<u32>]),
}

/// Compiles `op` onto the trees of adding switches that a network has, one a card.
///
/// Inside each server every head is given the sum of its part of the buffer; it sends that up its tree once and gets the
/// sum of all servers once, whatever their number, where a ring between `D` servers sends 2 (D - 1) / D of it; then it
/// hands the sum on inside. So 1 / trees of the buffer crosses each card each way. Slices are in servers and in the network
/// at the same time.
///
/// An all-gather sends each shard up its tree to be copied to all heads; a reduce-scatter sends all up and brings each sum
/// down to the head beside its owner. For a broadcast the root scatters its buffer over its server's heads; for a reduce
/// they bring it in. With [`Across::Trees`] this is the hierarchical algorithm on servers of different sizes.
///
/// # Arguments
/// * `servers`: who stands where; need not be equally many.
/// * `slices`: parts of each head's share in the pipeline, at least 1. Where ranks own shards these follow each other instead.
///
/// # Returns
/// The plan. Its switches are those of the servers first, then one for each tree. `None` for what cannot be added or copied
/// to all (all-to-all, send/recv, gather, scatter), and where no rank or no tree is given.
///
/// # Complexity
/// A slice of an all-reduce over D servers with h heads and n ranks: 2 D h moves in the network, and inside 2 h (n - D)
/// (direct, chain) or 2 (n + D h) (switch). The time in the network does not grow with D but for the spine's latency.
///
/// # Example
/// ```
/// use kitchen_collective::in_fabric::{Across, Inside, Servers, plan};
/// use kitchen_collective::{Op, check};
/// // Two servers of four ranks; a card beside every second one.
/// let domains = [vec![0, 1, 2, 3], vec![4, 5, 6, 7]];
/// let heads = [vec![0, 2], vec![4, 6]];
/// let servers = Servers { domains: &domains, heads: &heads, inside: Inside::Direct, across: Across::Sharp };
/// let plan = plan(Op::AllReduce, &servers, 4).unwrap();
/// assert_eq!(plan.moves.len(), 4 * (2 * 2 * 2 + 2 * 2 * 6));
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// R. Graham et al.: Scalable hierarchical aggregation protocol (SHArP): a hardware architecture for efficient data
/// reduction. COMHPC 2016. R. Graham et al.: SHARP streaming-aggregation hardware design and evaluation. ISC 2020. The parts
/// inside servers are NCCL 2.30.7's (src/device/all_reduce.h, src/transport/coll_net.cc).
pub fn plan(op: Op, servers: &Servers<'_>, slices: u32) -> Option<Plan> {
    let ranks: u32 = servers.domains.iter().map(|domain| domain.len() as u32).sum();
    let trees = servers.heads.first().map_or(0, Vec::len) as u32;
    let fits =
        servers.heads.len() == servers.domains.len() && servers.heads.iter().all(|heads| heads.len() as u32 == trees);
    if !carries(op) || ranks == 0 || trees == 0 || !fits {
        return None;
    }
    let sharded = matches!(op, Op::AllGather | Op::ReduceScatter);
    if sharded && servers.across == Across::Trees {
        return None;
    }
    let chunks = if sharded { ranks } else { slices.max(1) * trees };
    let builder = Builder::new(op, ranks, servers.domains.len() as u32 + trees, chunks);
    let places: Vec<Vec<u32>> = (0..servers.domains.len() as u32).map(|place| vec![place]).collect();
    let pair = if matches!(op, Op::AllReduce | Op::Barrier) {
        double_binary_tree::pair(&places)
    } else {
        [Tree::over(&places, |at| at), Tree::over(&places, |at| at)]
    };
    let mut writer = Writer { builder, servers, trees, pair, lanes: BTreeMap::new() };
    match op {
        Op::AllGather => writer.all_gather(),
        Op::ReduceScatter => writer.reduce_scatter(),
        _ => (0..slices.max(1)).for_each(|slice| writer.slice(op, slice)),
    }
    Some(writer.builder.finish())
}

/// Whether the network's switches can help with `op`.
pub fn carries(op: Op) -> bool {
    crate::Algorithm::InFabric.carries(op)
}

/// The moves of [`plan`], counted without writing it: at most.
pub(crate) fn moves(op: Op, servers: &Servers<'_>, slices: u32) -> u64 {
    let ranks: u64 = servers.domains.iter().map(|domain| domain.len() as u64).sum();
    let domains = servers.domains.len() as u64;
    let heads = domains * servers.heads.first().map_or(0, Vec::len) as u64;
    match (op, servers.inside) {
        (Op::AllGather | Op::ReduceScatter, _) => ranks * (ranks + domains + 3),
        (_, Inside::Switch) => u64::from(slices) * (2 * heads + 2 * (ranks + heads)),
        _ => u64::from(slices) * (2 * heads + 2 * heads / domains.max(1) * (ranks - domains)),
    }
}

/// On the way to the network, or back: connections of either carry one move after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Inside,
    Up,
    Down,
    Out,
}

struct Writer<'a> {
    builder: Builder,
    servers: &'a Servers<'a>,
    trees: u32,
    /// Over servers, for [`Across::Trees`].
    pair: [Tree; 2],
    /// The last move on each connection.
    lanes: BTreeMap<(Place, Place, Phase), u32>,
}

impl Writer<'_> {
    fn pass(&mut self, from: Place, to: Place, part: (u32, u32), action: Action, phase: Phase, turn: u32) {
        if from == to {
            return;
        }
        let step = (turn * 4 + phase as u32) as u16;
        let moved = Move { from, to, chunk: part.0, chunks: part.1, action, channel: 0, step };
        let last = self.lanes.get(&(from, to, phase)).copied();
        let id = self.builder.push(moved, last);
        self.lanes.insert((from, to, phase), id);
    }

    fn head(&self, domain: usize, tree: u32) -> u32 {
        self.servers.heads[domain][tree as usize]
    }

    fn tree(&self, tree: u32) -> Place {
        Place::Switch(self.servers.domains.len() as u32 + tree)
    }

    /// A server's ranks from the head on along its chain.
    fn chain(&self, orders: &[Vec<u32>], domain: usize, tree: u32) -> Vec<u32> {
        let members = &self.servers.domains[domain];
        let order = orders.get(tree as usize % orders.len().max(1)).unwrap_or(members);
        let mut chain: Vec<u32> = order.iter().copied().filter(|rank| members.contains(rank)).collect();
        let first = chain.iter().position(|&rank| rank == self.head(domain, tree)).unwrap_or(0);
        chain.rotate_left(first);
        chain
    }

    /// The head of a tree is given its server's sum of a part. A switch gets the parts of all heads at once and is asked
    /// apart (see [`Writer::switch`]); here it only hands out the sum.
    fn collect(&mut self, domain: usize, tree: u32, part: u32, turn: u32) {
        let (members, head) = (&self.servers.domains[domain], self.head(domain, tree));
        match self.servers.inside {
            Inside::Switch if members.len() > 1 => {
                let switch = Place::Switch(domain as u32);
                self.pass(switch, Place::Rank(head), (part, 1), Action::Copy, Phase::Inside, turn);
            }
            Inside::Switch => {}
            Inside::Direct => {
                for &rank in members {
                    self.pass(Place::Rank(rank), Place::Rank(head), (part, 1), Action::Reduce, Phase::Inside, turn);
                }
            }
            Inside::Chain(orders) => {
                for pair in self.chain(orders, domain, tree).windows(2).rev() {
                    let (to, from) = (Place::Rank(pair[0]), Place::Rank(pair[1]));
                    self.pass(from, to, (part, 1), Action::Reduce, Phase::Inside, turn);
                }
            }
        }
    }

    /// A server's switch takes parts from all and adds them ([`Phase::Inside`]), or hands them to all, where it can.
    fn switch(&mut self, domain: usize, part: (u32, u32), phase: Phase, turn: u32) {
        let members = &self.servers.domains[domain];
        if !matches!(self.servers.inside, Inside::Switch) || members.len() < 2 {
            return;
        }
        let switch = Place::Switch(domain as u32);
        for &rank in members {
            match phase {
                Phase::Inside => self.pass(Place::Rank(rank), switch, part, Action::Reduce, phase, turn),
                _ => self.pass(switch, Place::Rank(rank), part, Action::Copy, phase, turn),
            }
        }
    }

    /// The head of a tree hands a part to its server's other ranks; what goes to all over a switch is told apart (see
    /// [`Writer::switch`]), here it is only put there.
    fn spread(&mut self, domain: usize, tree: u32, part: u32, but: Option<u32>, turn: u32) {
        let (members, head) = (&self.servers.domains[domain], self.head(domain, tree));
        match self.servers.inside {
            Inside::Switch if members.len() > 1 => {
                let switch = Place::Switch(domain as u32);
                self.pass(Place::Rank(head), switch, (part, 1), Action::Copy, Phase::Out, turn);
            }
            Inside::Switch => {}
            Inside::Direct => {
                for &rank in members.iter().filter(|&&rank| Some(rank) != but) {
                    self.pass(Place::Rank(head), Place::Rank(rank), (part, 1), Action::Copy, Phase::Out, turn);
                }
            }
            Inside::Chain(orders) => {
                for pair in self.chain(orders, domain, tree).windows(2) {
                    let (from, to) = (Place::Rank(pair[0]), Place::Rank(pair[1]));
                    self.pass(from, to, (part, 1), Action::Copy, Phase::Out, turn);
                }
            }
        }
    }

    /// One slice of an all-reduce, a barrier, a broadcast or a reduce.
    fn slice(&mut self, op: Op, slice: u32) {
        let (domains, trees) = (self.servers.domains.len(), self.trees);
        let root = (0..domains).find(|&domain| self.servers.domains[domain].contains(&0)).unwrap_or(0);
        let first = slice * trees;
        let sums = op != Op::Broadcast;
        for domain in (0..domains).filter(|_| sums) {
            self.switch(domain, (first, trees), Phase::Inside, slice);
            (0..trees).for_each(|tree| self.collect(domain, tree, first + tree, slice));
        }
        for tree in 0..trees {
            let (part, head) = ((first + tree, 1), Place::Rank(self.head(root, tree)));
            if !sums {
                self.pass(Place::Rank(0), head, part, Action::Copy, Phase::Inside, slice);
            }
            match self.servers.across {
                Across::Sharp => self.climb(op, tree, root, part, slice),
                Across::Trees => self.cross(op, tree, part, slice),
            }
        }
        if op == Op::Reduce {
            for tree in 0..trees {
                let head = Place::Rank(self.head(root, tree));
                self.pass(head, Place::Rank(0), (first + tree, 1), Action::Copy, Phase::Out, slice);
            }
            return;
        }
        for domain in 0..domains {
            (0..trees).for_each(|tree| self.spread(domain, tree, first + tree, None, slice));
            self.switch(domain, (first, trees), Phase::Out, slice);
        }
    }

    /// A part goes up a tree of the network's switches and down again.
    fn climb(&mut self, op: Op, tree: u32, root: usize, part: (u32, u32), slice: u32) {
        let domains = self.servers.domains.len();
        for domain in (0..domains).filter(|&domain| op != Op::Broadcast || domain == root) {
            let action = if op == Op::Broadcast { Action::Copy } else { Action::Reduce };
            self.pass(Place::Rank(self.head(domain, tree)), self.tree(tree), part, action, Phase::Up, slice);
        }
        for domain in (0..domains).filter(|&domain| op != Op::Reduce || domain == root) {
            let head = Place::Rank(self.head(domain, tree));
            self.pass(self.tree(tree), head, part, Action::Copy, Phase::Down, slice);
        }
    }

    /// The heads beside one card meet on a tree over servers.
    fn cross(&mut self, op: Op, tree: u32, part: (u32, u32), slice: u32) {
        let edges = self.pair[slice as usize % 2].up.clone();
        let ends = |this: &Self, (child, parent): (u32, u32)| {
            let head = |domain: u32| Place::Rank(this.head(domain as usize, tree));
            (head(child), head(parent))
        };
        for &edge in edges.iter().filter(|_| op != Op::Broadcast) {
            let (child, parent) = ends(self, edge);
            self.pass(child, parent, part, Action::Reduce, Phase::Up, slice);
        }
        for &edge in edges.iter().rev().filter(|_| op != Op::Reduce) {
            let (child, parent) = ends(self, edge);
            self.pass(parent, child, part, Action::Copy, Phase::Down, slice);
        }
    }

    /// The tree that carries the shard of a server's member.
    fn tree_of(&self, place: usize) -> u32 {
        place as u32 % self.trees
    }

    fn reduce_scatter(&mut self) {
        let domains = self.servers.domains;
        for (home, owners) in domains.iter().enumerate() {
            let turn = home as u32;
            for domain in 0..domains.len() {
                runs(owners).for_each(|run| self.switch(domain, run, Phase::Inside, turn));
                for (place, &owner) in owners.iter().enumerate() {
                    let tree = self.tree_of(place);
                    self.collect(domain, tree, owner, turn);
                    let head = Place::Rank(self.head(domain, tree));
                    self.pass(head, self.tree(tree), (owner, 1), Action::Reduce, Phase::Up, turn);
                }
            }
            for (place, &owner) in owners.iter().enumerate() {
                let tree = self.tree_of(place);
                let head = Place::Rank(self.head(home, tree));
                self.pass(self.tree(tree), head, (owner, 1), Action::Copy, Phase::Down, turn);
                self.pass(head, Place::Rank(owner), (owner, 1), Action::Copy, Phase::Out, turn);
            }
        }
    }

    fn all_gather(&mut self) {
        let domains = self.servers.domains;
        for (home, owners) in domains.iter().enumerate() {
            let turn = home as u32;
            for (place, &owner) in owners.iter().enumerate() {
                let tree = self.tree_of(place);
                let head = Place::Rank(self.head(home, tree));
                self.pass(Place::Rank(owner), head, (owner, 1), Action::Copy, Phase::Inside, turn);
                self.pass(head, self.tree(tree), (owner, 1), Action::Copy, Phase::Up, turn);
            }
            for domain in 0..domains.len() {
                for (place, &owner) in owners.iter().enumerate() {
                    let tree = self.tree_of(place);
                    let head = Place::Rank(self.head(domain, tree));
                    self.pass(self.tree(tree), head, (owner, 1), Action::Copy, Phase::Down, turn);
                    self.spread(domain, tree, owner, Some(owner), turn);
                }
                runs(owners).for_each(|run| self.switch(domain, run, Phase::Out, turn));
            }
        }
    }
}

/// Neighbouring parts in a list of them, as first and count.
fn runs(parts: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    parts.chunk_by(|a, b| a + 1 == *b).map(|run| (run[0], run.len() as u32))
}

#[cfg(test)]
mod tests {
    use kitchen_task::{GpuId, TaskGraph, Work};
    use kitchen_topology::{self as topology, ClusterSpec, Router, Topology, Vertex};
    use kitchen_units::Bytes;

    use super::*;
    use crate::{Algorithm, Call, CollectiveError, append, measure};

    fn cluster(system: &str, nodes: u32, gpus: Option<u32>) -> Topology {
        let spec = ClusterSpec { gpus, ..ClusterSpec::new(topology::system(system).unwrap(), nodes) };
        topology::build(&ClusterSpec { fabric: spec.fabric.adding(), ..spec }).unwrap()
    }

    /// What each card sends, and each leaf sends its spine, of an all-reduce: one share of the buffer.
    fn check(system: &str, nodes: u32, gpus: Option<u32>) {
        let topology = cluster(system, nodes, gpus);
        let group: Vec<GpuId> = (0..topology.len()).collect();
        let call = Call::new(Op::AllReduce, Algorithm::InFabric, Bytes::gib(1), &group);
        let mut graph = TaskGraph::new();
        append(&mut graph, &Router::new(&topology), &topology, &call, &[]).unwrap();
        let mut carried = vec![0.0; topology.graph.edge_count()];
        for work in &graph.work {
            if let Work::Transfer { route, bytes, .. } = work {
                for hop in &graph.routes[*route as usize].hops {
                    carried[hop.link as usize] += hop.share * bytes.0 as f64;
                }
            }
        }
        let cards = f64::from(topology.nics_per_node());
        for (link, bytes) in carried.into_iter().enumerate() {
            let share = match topology.ends(link as u32).unwrap() {
                (Vertex::Nic { .. }, Vertex::Leaf { .. }) | (Vertex::Leaf { .. }, Vertex::Nic { .. }) => 1.0 / cards,
                (Vertex::Leaf { .. }, Vertex::Spine { .. }) if bytes > 0.0 => 1.0 / cards,
                _ => continue,
            };
            let expected = share * (1_u64 << 30) as f64;
            assert!((bytes / expected - 1.0).abs() < 1e-6, "{:?}: {bytes}", topology.ends(link as u32));
        }
    }

    #[test]
    fn a_card_sends_its_share_once_whatever_the_number_of_servers() {
        check("dgx-a100", 2, None);
        check("dgx-a100", 7, None);
        check("dgx-h100", 33, None);
        check("dgx1-v100", 3, None);
    }

    /// Microseconds for 1 GiB.
    fn time(system: &str, nodes: u32, gpus: Option<u32>, op: Op, algorithm: Algorithm) -> f64 {
        measure(&cluster(system, nodes, gpus), op, algorithm, Bytes::gib(1)).unwrap().time.as_us()
    }

    #[test]
    fn time_does_not_grow_with_servers() {
        for system in ["dgx-a100", "dgx-h100", "dgx1-v100"] {
            let of = |nodes| time(system, nodes, None, Op::AllReduce, Algorithm::InFabric);
            assert!(of(8) < 1.02 * of(2), "{system}");
        }
        let of = |nodes| time("dgx-a100", nodes, None, Op::AllReduce, Algorithm::InFabric);
        assert!(of(33) < 1.03 * of(2), "over spines");
    }

    #[test]
    fn servers_need_not_be_equal() {
        let whole = time("dgx-a100", 3, None, Op::AllReduce, Algorithm::InFabric);
        // Half a server has half of the cards, and so each tree twice the share.
        let less = time("dgx-a100", 3, Some(20), Op::AllReduce, Algorithm::InFabric);
        assert!(whole < less && less < 2.5 * whole, "{whole} {less}");
    }

    /// What `auto` takes for 1 GiB where the network adds.
    fn takes(system: &str, op: Op, expected: Algorithm) {
        let found = measure(&cluster(system, 4, None), op, Algorithm::Auto, Bytes::gib(1)).unwrap();
        assert_eq!(found.algorithm, expected, "{system}, {op:?}");
    }

    #[test]
    fn auto_takes_it_where_the_network_adds() {
        takes("dgx-a100", Op::AllReduce, Algorithm::InFabric);
        takes("dgx-h100", Op::AllReduce, Algorithm::InFabric);
        takes("dgx-h100", Op::Broadcast, Algorithm::Ring);
        takes("dgx-h100", Op::AllToAll, Algorithm::Direct);
    }

    #[test]
    fn closed_form_and_simulation_agree() {
        for system in ["dgx-a100", "dgx-h100", "dgx1-v100"] {
            for op in Op::ALL.into_iter().filter(|&op| carries(op)) {
                for bytes in [1 << 10, 1 << 20, 1 << 30] {
                    let done = measure(&cluster(system, 4, None), op, Algorithm::InFabric, Bytes(bytes)).unwrap();
                    let factor = done.time.as_us() / done.choice.estimate.as_us();
                    assert!((0.6..2.0).contains(&factor), "{system}, {op:?}, {bytes} bytes: {factor}");
                }
            }
        }
    }

    #[test]
    fn one_server_has_no_network_that_adds() {
        let alone = measure(&cluster("dgx-a100", 1, None), Op::AllReduce, Algorithm::InFabric, Bytes::gib(1));
        assert_eq!(alone.map(|done| done.time), Err(CollectiveError::NoInFabric));
    }
}
