//! Lays a plan on a topology: moves become transfers with routes, protocols and bytes.
//!
//! A connection (two places and a channel) is a queue, as NCCL's are: it carries its moves in the order of the plan, each
//! once the last byte of the one before it has left. Latency is not part of that: the next sets out while the last one's
//! flags still travel.
//!
//! Reductions are no tasks of their own: NCCL's kernel adds while it receives, at the rate of the link, and what that
//! costs is part of a step's latency.

use std::collections::{BTreeMap, BTreeSet};

use crate::collective::bundled::{self, Alike, Bundles};
use crate::collective::calibration as cal;
use crate::collective::channels;
use crate::collective::choose;
use crate::collective::connections::{Connections, Slot};
use crate::collective::error::CollectiveError;
use crate::collective::hierarchical::{Dimension, dimensions, is_grid_for};
use crate::collective::parts::{Parts, Split};
use crate::collective::plan::{Action, Move, Place, Plan};
use crate::collective::protocol::{Medium, Protocol};
use crate::collective::shape::{Shape, bottleneck, bundle};
use crate::collective::shares::{Shares, shares};
use crate::collective::{
    Algorithm, Choice, Op, binomial, bruck, direct, double_binary_tree, halving_doubling, hierarchical, in_fabric,
    in_network, pairwise, pat, racks, ring, tree,
};
use crate::hardware::Generation;
use crate::sim::SimError;
use crate::sim::task::{GpuId, Kind, Label, Route, RouteId, TaskGraph, TaskId, Work};
use crate::topology::{Router, Topology};
use crate::units::{Bytes, Rate, Time};

/// One collective on a group of GPUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call<'a> {
    /// What is done.
    pub op: Op,
    /// By what.
    pub algorithm: Algorithm,
    /// The largest buffer that a rank holds, see [`Op`].
    pub bytes: Bytes,
    /// The GPUs in the order of their ranks; rank 0 is the root.
    pub group: &'a [GpuId],
    /// The sizes of the messages of an all-to-all-v; no other operation looks at it.
    pub split: Split<'a>,
    /// The grid that [`Algorithm::Hierarchical`] takes the group for, nearest dimension first; empty for servers and what
    /// joins them. No other algorithm looks at it.
    pub dims: &'a [Dimension],
}

impl<'a> Call<'a> {
    /// A call whose parts are all equal.
    pub const fn new(op: Op, algorithm: Algorithm, bytes: Bytes, group: &'a [GpuId]) -> Call<'a> {
        Call { op, algorithm, bytes, group, split: Split::Even, dims: &[] }
    }
}

/// The most moves that one call may have.
pub const LIMIT_MOVES: u64 = 4_000_000;

/// The same where messages to everyone go each by itself: 700 ranks of an all-reduce, 1,000 of an exchange.
pub const LIMIT_DIRECT: u64 = 1_000_000;

/// The same of an exchange that a hierarchy hands on part by part, each of which meets all others: 270 ranks; and 512 where
/// the cluster is regular, so that most ways are found to be equal.
pub const LIMIT_DELIVERED: [u64; 2] = [150_000, 600_000];

/// Adds a collective to `graph`: it starts at each rank once that rank's tasks in `after` have ended.
///
/// # Arguments
/// * `after`: one list a rank of the group, or none at all.
///
/// # Returns
/// One task a rank that ends when the collective has ended there.
///
/// # Errors
/// [`CollectiveError`] for a bad group, an operation that the algorithm cannot carry out on this topology, or a plan
/// beyond [`LIMIT_MOVES`].
pub fn append(
    graph: &mut TaskGraph,
    router: &Router<'_>,
    topology: &Topology,
    call: &Call<'_>,
    after: &[Vec<TaskId>],
) -> Result<Vec<TaskId>, CollectiveError> {
    let shape = Shape::of(topology, router, call.group)?.on_grid(call.dims)?;
    let choice = choose::choose(&shape, call.op, call.algorithm, call.bytes)?;
    append_choice(graph, router, topology, &shape, call, &choice, Time::ZERO, after)
}

/// [`append`] with the choice made, and with what the host adds to the launch.
#[allow(clippy::too_many_arguments)] // the inner door of `append` and `measure`
pub(super) fn append_choice(
    graph: &mut TaskGraph,
    router: &Router<'_>,
    topology: &Topology,
    shape: &Shape,
    call: &Call<'_>,
    choice: &Choice,
    host: Time,
    after: &[Vec<TaskId>],
) -> Result<Vec<TaskId>, CollectiveError> {
    let alike = if after.is_empty() { Alike::Classes } else { Alike::Domains };
    let bundles = match choice.algorithm {
        Algorithm::Direct => Bundles::of(shape, router, call.op, call.group, (bundled::APART, alike)),
        _ => None,
    };
    if let Some(bundles) = &bundles {
        let (moves, limit) = (bundles.transfers(call.op), bundled::MOST_BUNDLES);
        if moves > limit {
            return Err(CollectiveError::TooLarge { moves, limit });
        }
        let (hops, limit) = (bundles.hops(), bundled::MOST_HOPS);
        if hops > limit {
            return Err(SimError::TooMuchMemory { limit_mib: (limit * bundled::BYTES_A_HOP) >> 20 }.into());
        }
    }
    if choice.algorithm == Algorithm::Hierarchical && call.op.is_exchange() {
        let whole = Bundles::of(shape, router, Op::AllToAll, call.group, (0, Alike::Classes));
        let moves = choose::moves(shape, call.op, choice);
        let limit = LIMIT_DELIVERED[usize::from(whole.is_some_and(|whole| whole.is_regular()))];
        if moves > limit {
            return Err(CollectiveError::TooLarge { moves, limit });
        }
    }
    append_in(graph, router, topology, shape, call, choice, host, after, bundles.as_ref())
}

/// [`append_choice`] with the messages in bundles, or each by itself.
#[allow(clippy::too_many_arguments)]
pub(super) fn append_in(
    graph: &mut TaskGraph,
    router: &Router<'_>,
    topology: &Topology,
    shape: &Shape,
    call: &Call<'_>,
    choice: &Choice,
    host: Time,
    after: &[Vec<TaskId>],
    bundles: Option<&Bundles>,
) -> Result<Vec<TaskId>, CollectiveError> {
    let stands = racks::stands(shape, call.op, choice, choose::apart(shape, call.op, choice));
    let plan = if bundles.is_some() || stands { None } else { Some(compile(shape, call.op, choice)?) };
    let lay = Lay::new(router, topology, shape, call.group, call.op, choice, call.op.payload(call.bytes));
    let duration = started_after(&lay, call, host);
    let started: Vec<TaskId> = call
        .group
        .iter()
        .enumerate()
        .map(|(rank, &gpu)| {
            let before: &[TaskId] = after.get(rank).map_or(&[], Vec::as_slice);
            graph.add(Work::Delay { gpu, duration }, Label::new(Kind::Launch), before)
        })
        .collect();
    if let Some(bundles) = bundles {
        let fit = |route, crosses: bool| {
            let medium = if crosses { shape.across } else { shape.inside };
            weigh(route, choice.protocol.step(medium), if crosses { lay.shares.across } else { lay.shares.inside })
        };
        return Ok(bundles.append(graph, router, call.op, call.op.payload(call.bytes), &started, fit));
    }
    let Some(plan) = plan else {
        let lay = Lay { stands, ..lay };
        return racks::append(graph, &lay, (call.op, choice, call.bytes), &started);
    };
    let parts =
        Parts::of(&plan, call.bytes, &call.split)?.cut_as(choose::cut_as(call.op, choice, call.op.payload(call.bytes)));
    lay.run(graph, &plan, &parts, &started)
}

/// What passes before a rank's kernel moves anything.
pub(super) fn started_after(lay: &Lay<'_, '_>, call: &Call<'_>, host: Time) -> Time {
    launch(lay.shape) + lay.sync + peers(call.op, lay.shape) + host
}

/// What the buffers of NVLink's switches add to the launch where those make the sums.
pub fn sync(shape: &Shape, choice: &Choice, bytes: Bytes) -> Time {
    let fabric = choice.algorithm == Algorithm::InFabric && shape.in_network.is_some();
    let adds = choice.algorithm == Algorithm::InNetwork || fabric;
    if adds { in_network::sync(shape, choice, bytes) } else { Time::ZERO }
}

/// A kernel's launch.
pub fn launch(shape: &Shape) -> Time {
    match shape.generation {
        _ if shape.inside == Medium::Xgmi => cal::LAUNCH_RCCL,
        Generation::Pascal | Generation::Volta => cal::LAUNCH_VOLTA,
        Generation::Ampere => cal::LAUNCH_AMPERE,
        _ => cal::LAUNCH,
    }
}

/// What setting up one message to each peer adds to the launch.
pub fn peers(op: Op, shape: &Shape) -> Time {
    let each = matches!(op, Op::AllToAll | Op::AllToAllV | Op::Gather | Op::Scatter);
    let peers = if each { shape.ranks.saturating_sub(1) } else { 0 };
    Time(cal::PEER.0.saturating_mul(u64::from(peers)))
}

/// The plan of a choice.
///
/// # Errors
/// [`CollectiveError::Unsupported`] and its kin, [`CollectiveError::TooLarge`].
pub fn compile(shape: &Shape, op: Op, choice: &Choice) -> Result<Plan, CollectiveError> {
    let unsupported = CollectiveError::Unsupported { op, algorithm: choice.algorithm };
    let moves = choose::moves(shape, op, choice);
    let limit = match choice.algorithm {
        Algorithm::Direct | Algorithm::Pairwise => LIMIT_DIRECT,
        _ => LIMIT_MOVES,
    };
    if moves > limit {
        return Err(CollectiveError::TooLarge { moves, limit });
    }
    let plan = match choice.algorithm {
        Algorithm::Ring => ring::plan(op, &shape.rings, choice.slices),
        Algorithm::Tree => tree::plan(op, &shape.trees, choice.slices),
        Algorithm::DoubleBinaryTree => double_binary_tree::plan(op, &shape.trees, choice.slices),
        Algorithm::InNetwork if shape.in_network.is_none() => return Err(CollectiveError::NoInNetwork),
        Algorithm::InNetwork if shape.domains.len() == 1 => in_network::plan(op, shape.ranks, choice.slices),
        Algorithm::InNetwork | Algorithm::Hierarchical if !is_grid_for(shape, choice.algorithm) => {
            return Err(CollectiveError::Uneven);
        }
        Algorithm::Hierarchical if shape.unequal(op).is_some() => {
            shape.unequal(op).and_then(|servers| in_fabric::plan(op, &servers, choice.slices))
        }
        Algorithm::InNetwork | Algorithm::Hierarchical => {
            let ranks: Vec<u32> = shape.domains.iter().flatten().copied().collect();
            hierarchical::plan(op, &ranks, &dimensions(shape, choice.algorithm), choice.slices)
        }
        Algorithm::HalvingDoubling => halving_doubling::plan(op, shape.ranks),
        Algorithm::Bruck => bruck::plan(op, shape.ranks),
        Algorithm::Pairwise => pairwise::plan(op, shape.ranks),
        Algorithm::Binomial => binomial::plan(op, shape.ranks),
        Algorithm::Pat => pat::plan(op, shape.ranks),
        Algorithm::InFabric => in_fabric::plan(op, &shape.servers().ok_or(CollectiveError::NoInFabric)?, choice.slices),
        Algorithm::Direct | Algorithm::Auto => Some(direct::plan(op, shape.ranks)),
    };
    plan.ok_or(unsupported)
}

/// A way between two places, and which way it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WayKey {
    Direct(u32, u32),
    Bundle(u32, u32),
    /// Between a rank and its domain's switch.
    Up(u32),
    Down(u32),
    /// Between a rank and the network's switches.
    Climb(u32),
    Fall(u32),
    /// Between all members of a domain, or its heads, and its switch; between the heads of two.
    Members {
        domain: u32,
        up: bool,
        heads: bool,
    },
    Rails(u32, u32),
}

/// How a choice's moves are laid on a topology.
pub(super) struct Lay<'a, 'r> {
    router: &'a Router<'r>,
    topology: &'a Topology,
    shape: &'a Shape,
    group: &'a [GpuId],
    protocol: Protocol,
    shares: Shares,
    /// Rings and trees: one hop between domains stands for all channels over all cards.
    bundled: bool,
    trees: bool,
    /// Slices follow each other.
    pipelined: bool,
    switch_step: Time,
    /// What blocks need between two messages of a tree.
    pass: Time,
    /// What lines to a switch carry at most.
    copied: f64,
    /// What a head's message waits beyond its protocol.
    message: Time,
    /// What a switch's buffers add to the launch.
    sync: Time,
    /// Sums and copies between the same two have connections of their own: slices meet while those before them come back.
    apart: bool,
    domain_of: Vec<u32>,
    /// A plan's ranks stand for domains.
    stands: bool,
}

impl<'a, 'r> Lay<'a, 'r> {
    pub(super) fn new(
        router: &'a Router<'r>,
        topology: &'a Topology,
        shape: &'a Shape,
        group: &'a [GpuId],
        op: Op,
        choice: &Choice,
        bytes: Bytes,
    ) -> Lay<'a, 'r> {
        let mut domain_of = vec![0; group.len()];
        for (domain, members) in shape.domains.iter().enumerate() {
            for &rank in members {
                domain_of[rank as usize] = domain as u32;
            }
        }
        let bundled = matches!(choice.algorithm, Algorithm::Ring | Algorithm::Tree | Algorithm::DoubleBinaryTree);
        Lay {
            router,
            topology,
            shape,
            group,
            protocol: choice.protocol,
            shares: shares(shape, op, choice, bytes),
            bundled,
            trees: matches!(choice.algorithm, Algorithm::Tree | Algorithm::DoubleBinaryTree),
            pipelined: choice.slices > 1,
            switch_step: in_network::step(shape, choice, bytes),
            pass: channels::pass(shape, choice, choose::cut_as(op, choice, bytes)),
            copied: in_network::copied(shape, op, choice),
            message: in_network::messages(shape, choice, bytes).0,
            sync: sync(shape, choice, bytes),
            apart: matches!(choice.algorithm, Algorithm::InNetwork | Algorithm::InFabric | Algorithm::Hierarchical),
            domain_of,
            stands: false,
        }
    }

    /// Adds the plan's moves after the launches; returns each rank's end.
    pub(super) fn run(
        &self,
        graph: &mut TaskGraph,
        plan: &Plan,
        parts: &Parts,
        started: &[TaskId],
    ) -> Result<Vec<TaskId>, CollectiveError> {
        let mut bundles: BTreeMap<WayKey, [RouteId; 2]> = BTreeMap::new();
        let mut tasks: Vec<TaskId> = Vec::with_capacity(plan.moves.len());
        let mut connections = Connections::new(plan, self.apart);
        let mut joins = Joins::default();
        // What the last move waits for: the tasks of its messages, and the same with a join for many.
        let (mut waits, mut whole, mut short) = (None, Vec::new(), Vec::new());
        let mut deps: Vec<TaskId> = Vec::new();
        // A message of parts here and there is one transfer; where they are few, one a part, to be seen on their way.
        let together = plan.moves.len() as u64 > bundled::APART;
        for (index, moved) in plan.moves.iter().enumerate() {
            let leader = plan.leader(index);
            if together && leader < index {
                tasks.push(tasks[leader]);
                continue;
            }
            if waits.replace(plan.waits(index)) != Some(plan.waits(index)) {
                whole.clear();
                whole.extend(plan.deps(index).iter().flat_map(|&dep| &tasks[plan.message(dep as usize)]));
                whole.dedup();
                short.clone_from(&whole);
                joins.shorten(graph, &mut short);
            }
            deps.clone_from(&short);
            let same = |&dep: &u32| {
                let before = &plan.moves[dep as usize];
                (before.from, before.to) == (moved.from, moved.to)
            };
            let follows = self.pipelined && plan.deps(index).iter().any(same);
            let known = connections.find(moved);
            // Often the data keeps the order by itself.
            let ahead = connections.ahead(moved, known).filter(|last| whole.binary_search(last).is_err());
            // Both ends must have been launched before anything crosses a connection.
            if known.is_none() || plan.deps(index).is_empty() {
                deps.extend(ranks(moved).map(|rank| started[rank as usize]));
            }
            let at = if let Some(at) = known {
                at
            } else {
                let pair = match connections.sibling(moved).filter(|_| !racks::known(self.stands)) {
                    Some(pair) => pair,
                    None => self.pair(graph, &mut bundles, self.way(moved))?,
                };
                connections.add(moved, pair)
            };
            let carried = if together { plan.message(index) } else { index..index + 1 };
            let bytes = Bytes(plan.moves[carried].iter().map(|moved| parts.of_move(moved).0).sum());
            let bytes =
                if racks::known(self.stands) { racks::share(self.shape, racks::way(moved), bytes) } else { bytes };
            let (src, dst) = self.ends(moved);
            let route = connections.slots[at].routes[usize::from(follows)];
            let work = Work::Transfer { src, dst, route, bytes };
            let task = graph.add_behind(work, label(moved), &deps, ahead);
            connections.slots[at].last = task;
            tasks.push(task);
        }
        let mut ends: Vec<BTreeSet<TaskId>> = started.iter().map(|&task| BTreeSet::from([task])).collect();
        // A collective has ended at a rank when the last move on each of its connections has.
        for Slot { from, to, last, .. } in connections.slots {
            for place in [from, to] {
                if let Place::Rank(rank) = place {
                    ends[rank as usize].insert(last);
                }
            }
        }
        let join = |ends: BTreeSet<TaskId>| {
            let ends: Vec<TaskId> = ends.into_iter().collect();
            graph.add(Work::Join, Label::new(Kind::Join), &ends)
        };
        Ok(ends.into_iter().map(join).collect())
    }

    /// The routes of a new connection, for a first slice and for those behind it. A way of its own is asked for once; only
    /// bundles are looked up.
    fn pair(
        &self,
        graph: &mut TaskGraph,
        bundles: &mut BTreeMap<WayKey, [RouteId; 2]>,
        way: WayKey,
    ) -> Result<[RouteId; 2], CollectiveError> {
        let is_shared = matches!(way, WayKey::Bundle(..));
        if let Some(&pair) = bundles.get(&way).filter(|_| is_shared) {
            return Ok(pair);
        }
        let first = self.route(way)?;
        let next = self.pipelined.then(|| Route { latency: self.gap(way), ..first.clone() });
        let first = graph.add_route(first);
        let pair = [first, next.map_or(first, |next| graph.add_route(next))];
        if is_shared {
            bundles.insert(way, pair);
        }
        Ok(pair)
    }

    fn ends(&self, moved: &Move) -> (GpuId, GpuId) {
        let rank = |place| match place {
            Place::Rank(rank) => Some(self.group[self.standing_for(rank) as usize]),
            Place::Switch(_) => None,
        };
        let (from, to) = (rank(moved.from), rank(moved.to));
        (from.or(to).unwrap_or(0), to.or(from).unwrap_or(0))
    }

    /// The first of those whom a plan's rank stands for.
    fn standing_for(&self, rank: u32) -> u32 {
        if racks::known(self.stands) { self.shape.domains[rank as usize][0] } else { rank }
    }

    pub(super) fn shape(&self) -> &'a Shape {
        self.shape
    }

    pub(super) fn way(&self, moved: &Move) -> WayKey {
        if racks::known(self.stands) {
            return racks::way(moved);
        }
        match (moved.from, moved.to) {
            (Place::Rank(from), Place::Rank(to)) => {
                let (a, b) = (self.domain_of[from as usize], self.domain_of[to as usize]);
                if self.bundled && a != b { WayKey::Bundle(a, b) } else { WayKey::Direct(from, to) }
            }
            (Place::Rank(rank), Place::Switch(switch)) if self.is_tree(switch) => WayKey::Climb(rank),
            (Place::Switch(switch), Place::Rank(rank)) if self.is_tree(switch) => WayKey::Fall(rank),
            (Place::Rank(rank), Place::Switch(_)) => WayKey::Up(rank),
            (Place::Switch(_), Place::Rank(rank)) => WayKey::Down(rank),
            // No algorithm passes from switch to switch; the checker would refuse it as an unknown way.
            (Place::Switch(a), Place::Switch(b)) => WayKey::Direct(a, b),
        }
    }

    /// Whether a plan's switch is one of the network's trees.
    fn is_tree(&self, switch: u32) -> bool {
        switch as usize >= self.shape.domains.len()
    }

    /// What a slice waits for behind the one before it on its way: nothing, for a connection has several slots and the next
    /// slice sets out while the last one's flags still travel. A switch's sum needs all members for each slice.
    fn gap(&self, way: WayKey) -> Time {
        match way {
            WayKey::Up(_) | WayKey::Down(_) | WayKey::Members { .. } => self.switch_step,
            _ => Time::ZERO,
        }
    }

    /// The route of a way with the protocol's latency and ceiling on it.
    pub(super) fn route(&self, way: WayKey) -> Result<Route, CollectiveError> {
        let gpu = |rank: u32| self.group[rank as usize];
        let domain = |index: u32| self.shape.domains[index as usize].as_slice();
        let (mut route, medium, efficiency) = match way {
            WayKey::Direct(a, b) => {
                let crosses = self.domain_of[a as usize] != self.domain_of[b as usize];
                let medium = if crosses { self.shape.across } else { self.shape.inside };
                let share = if crosses { self.shares.across } else { self.shares.inside };
                (self.router.route(gpu(a), gpu(b))?, medium, share)
            }
            WayKey::Bundle(a, b) => {
                let route = bundle(self.topology, self.router, self.group, domain(a), domain(b))?;
                (route, self.shape.across, self.shares.across)
            }
            WayKey::Up(rank) => {
                (self.router.to_switches(gpu(rank))?, Medium::NvLink, self.shape.in_network.unwrap_or(1.0))
            }
            WayKey::Down(rank) => {
                (self.router.from_switches(gpu(rank))?, Medium::NvLink, self.shape.in_network.unwrap_or(1.0))
            }
            WayKey::Climb(rank) | WayKey::Fall(rank) => {
                let tree = self.shape.tree_of(rank, self.group);
                let route = self.router.along_adders(gpu(rank), &tree, matches!(way, WayKey::Climb(_)))?;
                (route, self.shape.across, self.shares.across)
            }
            WayKey::Members { .. } | WayKey::Rails(..) => return racks::route(self, way),
        };
        let step = match way {
            WayKey::Up(_) | WayKey::Down(_) => self.switch_step,
            _ => self.protocol.step(medium) + self.message,
        };
        let line = matches!(way, WayKey::Up(_) | WayKey::Down(_)) && self.shape.domains.len() == 1;
        if !(self.bundled || line) {
            let mut route = weigh(route, step, efficiency);
            if matches!(way, WayKey::Up(_) | WayKey::Down(_)) && self.copied.is_finite() {
                route.ceiling = Some(Rate::bytes_per_s(self.copied));
            }
            return Ok(route);
        }
        // Both trees, and both ways of each, meet on a link.
        let efficiency = if self.trees {
            route = weigh(route, Time::ZERO, efficiency);
            1.0
        } else {
            efficiency
        };
        route.latency += step;
        if matches!(way, WayKey::Bundle(..)) {
            route.latency += self.pass;
        }
        // A ring, a chain or a line to the switch is alone on its lanes, so its ceiling is what it gets of them.
        let widest = bottleneck(self.topology, &route);
        let lane = match self.shape.rings.len() {
            0 | 1 => widest,
            rings => self.shape.inside_rate / rings as f64,
        };
        let polled = match way {
            WayKey::Bundle(..) if self.protocol == Protocol::Ll => cal::LL_ACROSS,
            _ => f64::INFINITY,
        };
        // Half of the channels are either tree's.
        let limit = (efficiency * widest.min(lane)).min(polled);
        if limit.is_finite() && limit < widest {
            route.ceiling = Some(Rate::bytes_per_s(limit));
        }
        Ok(route)
    }
}

/// Puts the protocol on a route whose flows meet many others on a link: what is lost of each (flags, headers, multicast
/// commands) takes up room there.
fn weigh(mut route: Route, step: Time, efficiency: f64) -> Route {
    route.latency += step;
    for hop in &mut route.hops {
        hop.share /= efficiency;
    }
    route
}

fn ranks(moved: &Move) -> impl Iterator<Item = u32> {
    [moved.from, moved.to].into_iter().filter_map(|place| match place {
        Place::Rank(rank) => Some(rank),
        Place::Switch(_) => None,
    })
}

fn label(moved: &Move) -> Label {
    let kind = match (moved.from, moved.to, moved.action) {
        (_, Place::Switch(_), _) => Kind::SwitchReduce,
        (Place::Switch(_), _, _) => Kind::SwitchMulticast,
        (_, _, Action::Reduce) => Kind::SendReduce,
        (_, _, Action::Copy) => Kind::SendCopy,
    };
    Label::new(kind).step(moved.step).chunks(moved.chunk, moved.chunks).channel(moved.channel)
}

/// Many moves wait for the same many: they share one join.
#[derive(Default)]
struct Joins {
    last: Vec<TaskId>,
    join: TaskId,
}

impl Joins {
    fn shorten(&mut self, graph: &mut TaskGraph, deps: &mut Vec<TaskId>) {
        const FEW: usize = 3;
        if deps.len() <= FEW {
            return;
        }
        if *deps != self.last {
            self.join = graph.add(Work::Join, Label::new(Kind::Join), deps);
            self.last.clone_from(deps);
        }
        deps.clear();
        deps.push(self.join);
    }
}
