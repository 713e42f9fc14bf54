//! Lays the moves of a choice on a topology: the route of each connection, with the protocol's latency and ceiling on it.

use kitchen_task::{GpuId, Route};
use kitchen_topology::{Router, Topology};
use kitchen_units::{Bytes, Rate, Time};

use crate::error::CollectiveError;
use crate::lowering::path::{self, Path};
use crate::lowering::racks;
use crate::nccl::calibration::{self as cal, NVLS_HEADS};
use crate::nccl::choice::cut_as;
use crate::nccl::communicator::{Communicator, bottleneck, bundle};
use crate::nccl::launch::sync;
use crate::nccl::protocol::{Medium, Protocol};
use crate::nccl::shares::{Shares, shares};
use crate::nccl::{channels, nvls};
use crate::plan::{Move, Place};
use crate::{Algorithm, Choice, Op};

/// How a choice's moves are laid on a topology.
pub(crate) struct Lay<'a, 'r> {
    router: &'a Router<'r>,
    topology: &'a Topology,
    pub(crate) comm: &'a Communicator,
    group: &'a [GpuId],
    protocol: Protocol,
    pub(crate) shares: Shares,
    /// Rings and trees: one hop between domains stands for all channels over all cards.
    bundled: bool,
    trees: bool,
    /// Slices follow each other.
    pub(crate) pipelined: bool,
    switch_step: Time,
    /// What blocks need between two messages of a tree.
    pass: Time,
    /// What lines to a switch carry at most.
    copied: f64,
    /// What a head's message waits beyond its protocol.
    message: Time,
    /// What a switch's buffers add to the launch.
    pub(crate) sync: Time,
    /// Sums and copies between the same two have connections of their own: slices meet while those before them come back.
    pub(crate) apart: bool,
    domain_of: Vec<u32>,
    /// A plan's ranks stand for domains.
    pub(crate) stands: bool,
}

impl<'a, 'r> Lay<'a, 'r> {
    pub(crate) fn new(
        router: &'a Router<'r>,
        topology: &'a Topology,
        comm: &'a Communicator,
        group: &'a [GpuId],
        op: Op,
        choice: &Choice,
        bytes: Bytes,
    ) -> Lay<'a, 'r> {
        let mut domain_of = vec![0; group.len()];
        for (domain, members) in comm.domains.iter().enumerate() {
            for &rank in members {
                domain_of[rank as usize] = domain as u32;
            }
        }
        let bundled = matches!(choice.algorithm, Algorithm::Ring | Algorithm::Tree | Algorithm::DoubleBinaryTree);
        Lay {
            router,
            topology,
            comm,
            group,
            protocol: choice.protocol,
            shares: shares(comm, op, choice, bytes),
            bundled,
            trees: matches!(choice.algorithm, Algorithm::Tree | Algorithm::DoubleBinaryTree),
            pipelined: choice.slices > 1,
            switch_step: nvls::step(comm, choice, bytes),
            pass: channels::pass(comm, choice, cut_as(op, choice, bytes)),
            copied: nvls::copied(comm, op, choice),
            message: nvls::messages(comm, choice, bytes).0,
            sync: sync(comm, choice, bytes),
            apart: matches!(choice.algorithm, Algorithm::InNetwork | Algorithm::InFabric | Algorithm::Hierarchical),
            domain_of,
            stands: false,
        }
    }

    pub(crate) fn ends(&self, moved: &Move) -> (GpuId, GpuId) {
        let rank = |place| match place {
            Place::Rank(rank) => Some(self.group[self.standing_for(rank) as usize]),
            Place::Switch(_) => None,
        };
        let (from, to) = (rank(moved.from), rank(moved.to));
        (from.or(to).unwrap_or(0), to.or(from).unwrap_or(0))
    }

    /// The first of those whom a plan's rank stands for.
    fn standing_for(&self, rank: u32) -> u32 {
        if self.stands { self.comm.domains[rank as usize][0] } else { rank }
    }

    pub(crate) fn path(&self, moved: &Move) -> Path {
        if self.stands {
            return path::of_domains(moved);
        }
        match (moved.from, moved.to) {
            (Place::Rank(from), Place::Rank(to)) => {
                let (a, b) = (self.domain_of[from as usize], self.domain_of[to as usize]);
                if self.bundled && a != b { Path::Bundle(a, b) } else { Path::Direct(from, to) }
            }
            (Place::Rank(rank), Place::Switch(switch)) if self.is_tree(switch) => Path::ToTree(rank),
            (Place::Switch(switch), Place::Rank(rank)) if self.is_tree(switch) => Path::FromTree(rank),
            (Place::Rank(rank), Place::Switch(_)) => Path::ToSwitch(rank),
            (Place::Switch(_), Place::Rank(rank)) => Path::FromSwitch(rank),
            // No algorithm passes from switch to switch; the checker would refuse it as an unknown way.
            (Place::Switch(a), Place::Switch(b)) => Path::Direct(a, b),
        }
    }

    /// Whether a plan's switch is one of the network's trees.
    fn is_tree(&self, switch: u32) -> bool {
        switch as usize >= self.comm.domains.len()
    }

    /// What a slice waits for behind the one before it on its way: nothing, for a connection has several slots and the next
    /// slice sets out while the last one's flags still travel. A switch's sum needs all members for each slice.
    pub(crate) fn gap(&self, path: Path) -> Time {
        match path {
            Path::ToSwitch(_) | Path::FromSwitch(_) | Path::Members { .. } => self.switch_step,
            _ => Time::ZERO,
        }
    }

    /// The route of a path with the protocol's latency and ceiling on it.
    pub(crate) fn route(&self, path: Path) -> Result<Route, CollectiveError> {
        let gpu = |rank: u32| self.group[rank as usize];
        let domain = |index: u32| self.comm.domains[index as usize].as_slice();
        let (mut route, medium, efficiency) = match path {
            Path::Direct(a, b) => {
                let crosses = self.domain_of[a as usize] != self.domain_of[b as usize];
                let medium = if crosses { self.comm.across } else { self.comm.inside };
                let share = if crosses { self.shares.across } else { self.shares.inside };
                (self.router.route(gpu(a), gpu(b))?, medium, share)
            }
            Path::Bundle(a, b) => {
                let route = bundle(self.topology, self.router, self.group, domain(a), domain(b))?;
                (route, self.comm.across, self.shares.across)
            }
            Path::ToSwitch(rank) => {
                (self.router.to_switches(gpu(rank))?, Medium::NvLink, self.comm.in_network.unwrap_or(1.0))
            }
            Path::FromSwitch(rank) => {
                (self.router.from_switches(gpu(rank))?, Medium::NvLink, self.comm.in_network.unwrap_or(1.0))
            }
            Path::ToTree(rank) | Path::FromTree(rank) => {
                let tree = self.comm.tree_of(rank, self.group);
                let route = self.router.along_aggregation_tree(gpu(rank), &tree, matches!(path, Path::ToTree(_)))?;
                (route, self.comm.across, self.shares.across)
            }
            Path::Members { .. } | Path::Rails(..) => return self.route_of_all(path),
        };
        let step = match path {
            Path::ToSwitch(_) | Path::FromSwitch(_) => self.switch_step,
            _ => self.protocol.step(medium) + self.message,
        };
        let line = matches!(path, Path::ToSwitch(_) | Path::FromSwitch(_)) && self.comm.domains.len() == 1;
        if !(self.bundled || line) {
            let mut route = weigh(route, step, efficiency);
            if matches!(path, Path::ToSwitch(_) | Path::FromSwitch(_)) && self.copied.is_finite() {
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
        if matches!(path, Path::Bundle(..)) {
            route.latency += self.pass;
        }
        // A ring, a chain or a line to the switch is alone on its lanes, so its ceiling is what it gets of them.
        let widest = bottleneck(self.topology, &route);
        let lane = match self.comm.rings.len() {
            0 | 1 => widest,
            rings => self.comm.inside_rate / rings as f64,
        };
        let polled = match path {
            Path::Bundle(..) if self.protocol == Protocol::Ll => cal::LL_ACROSS,
            _ => f64::INFINITY,
        };
        // Half of the channels are either tree's.
        let limit = (efficiency * widest.min(lane)).min(polled);
        if limit.is_finite() && limit < widest {
            route.ceiling = Some(Rate::bytes_per_s(limit));
        }
        Ok(route)
    }

    /// The route of all who move alike, as one flow.
    ///
    /// # Errors
    /// What the router says.
    fn route_of_all(&self, path: Path) -> Result<Route, CollectiveError> {
        let domain = |domain: u32| self.comm.domains[domain as usize].iter().copied();
        let heads = self.comm.members().min(NVLS_HEADS) as usize;
        let paths: Vec<Path> = match path {
            Path::Rails(a, b) => domain(a).zip(domain(b)).take(heads).map(|(a, b)| Path::Direct(a, b)).collect(),
            Path::Members { domain: of, up, heads: few } => {
                let line = if up { Path::ToSwitch } else { Path::FromSwitch };
                domain(of).take(if few { heads } else { usize::MAX }).map(line).collect()
            }
            other => vec![other],
        };
        let routes = paths.into_iter().map(|path| self.route(path)).collect::<Result<Vec<Route>, _>>()?;
        Ok(racks::merged(routes.into_iter()))
    }
}

/// Puts the protocol on a route whose flows meet many others on a link: what is lost of each takes up room there.
pub(crate) fn weigh(route: Route, step: Time, efficiency: f64) -> Route {
    Route { latency: route.latency + step, efficiency, ..route }
}
