//! All of one node to all of another at once: the way of a whole bundle of equal messages, one for each pair of GPUs.

use std::collections::BTreeMap;

use kitchen_units::Time;

use super::graph::Topology;
use super::path::{GpuId, Hop, Route};
use super::route::{Gather, Router, Spread};

/// How some GPUs of one node leave it and enter it together, each over the card (or cards) beside it.
#[derive(Clone, Debug)]
pub struct Gateway {
    out: Vec<Hop>,
    into: Vec<Hop>,
    out_latency: Time,
    into_latency: Time,
    /// By a GPU's first, second ... card: the leaves that those cards hang on, with the share of the bundle.
    leaves: Vec<Vec<(u32, f64)>>,
}

impl Gateway {
    /// The cards of a GPU.
    pub fn cards(&self) -> usize {
        self.leaves.len()
    }

    /// The links that it crosses.
    pub fn hops(&self) -> usize {
        self.out.len() + self.into.len()
    }

    /// Whether the other is that of an equal node on the same leaves.
    pub fn is_like(&self, other: &Gateway) -> bool {
        let shares = |a: &[Hop], b: &[Hop]| a.iter().map(|hop| hop.share).eq(b.iter().map(|hop| hop.share));
        (self.out_latency, self.into_latency) == (other.out_latency, other.into_latency)
            && self.leaves == other.leaves
            && shares(&self.out, &other.out)
            && shares(&self.into, &other.into)
    }
}

impl Router<'_> {
    /// The gateway of `gpus`, all of one node. `None` where they have unequal numbers of cards or none, share some cards with
    /// more others than other cards, where parts of the cluster are missing, or where the router spreads otherwise than
    /// [`Spread::Nearest`].
    pub fn gateway(&self, gpus: &[GpuId]) -> Option<Gateway> {
        let cards = self.cards_of(*gpus.first()?).len();
        let even = gpus.iter().all(|&gpu| self.cards_of(gpu).len() == cards);
        if !self.topology().is_whole()
            || !even
            || cards == 0
            || self.spread != Spread::Nearest
            || self.topology().nics_per_node() == 0
        {
            return None;
        }
        let share = 1.0 / (gpus.len() * cards) as f64;
        let (mut out, mut into) = (Gather::default(), Gather::default());
        let (mut out_latency, mut into_latency) = (Time::ZERO, Time::ZERO);
        let mut leaves = vec![Vec::new(); cards];
        let mut users: BTreeMap<u32, u32> = BTreeMap::new();
        for &gpu in gpus {
            for (turn, card) in self.cards_of(gpu).into_iter().enumerate() {
                let port = self.port(gpu, card)?;
                *users.entry(card).or_default() += 1;
                out.latency = Time::ZERO;
                self.reach_card(gpu, card, share, &mut out)?;
                out.hop(port.up, share);
                out_latency = out_latency.max(out.latency + self.latency(port.up));
                into.latency = Time::ZERO;
                into.hop(port.down, share);
                self.leave_card(gpu, card, share, &mut into)?;
                into_latency = into_latency.max(into.latency + self.latency(port.down));
                add(&mut leaves[turn], port.leaf, 1.0 / gpus.len() as f64);
            }
        }
        let mut counts = users.values();
        let first = counts.next();
        if counts.any(|count| Some(count) != first) {
            return None;
        }
        Some(Gateway { out: out.route().hops, into: into.route().hops, out_latency, into_latency, leaves })
    }

    /// The way of one equal message from each GPU of the nodes of `from` to each of those of `to`, as one flow whose rate is
    /// the sum of theirs between two nodes; all of `from` are like the first, and so are those of `to`. Its latency is the
    /// longest of theirs.
    ///
    /// # Arguments
    /// * `same`: `to` is `from`, and no node sends to itself.
    ///
    /// # Complexity
    /// O(cards of all nodes + leaves squared), against O(GPUs squared) for the routes one by one.
    pub fn meet(&self, from: &[Gateway], to: &[Gateway], same: bool) -> Route {
        let ports = &self.topology().ports;
        let others = |nodes: &[Gateway]| (nodes.len() - usize::from(same)) as f64;
        let pairs = from.len() as f64 * others(to);
        let mut whole = Gather::default();
        let Some((first, goal)) = from.first().zip(to.first()) else { return Route::default() };
        for hop in from.iter().flat_map(|gateway| &gateway.out) {
            whole.hop(hop.link, hop.share * others(to));
        }
        let mut longest = Time::ZERO;
        for (starts, goals) in first.leaves.iter().zip(&goal.leaves) {
            let each = pairs / first.leaves.len() as f64;
            for &(start, a) in starts {
                for &(goal, b) in goals.iter().filter(|(goal, _)| *goal != start) {
                    let (up, down) = (&ports.up[start as usize], &ports.down[goal as usize]);
                    let share = a * b * each / up.len() as f64;
                    up.iter().chain(down).for_each(|&link| whole.hop(link, share));
                    longest = longest.max(self.latency(up[0]) + self.latency(down[0]));
                }
            }
        }
        for hop in to.iter().flat_map(|gateway| &gateway.into) {
            whole.hop(hop.link, hop.share * others(from));
        }
        let hops = whole.route().hops;
        Route { hops, latency: first.out_latency + longest + goal.into_latency, ceiling: None, efficiency: 1.0 }
    }

    /// One equal message from each of `gpus` to each other, inside their node, as one flow. `None` unless each GPU's
    /// lines to the switch are the same whomever it talks to: a crossbar with all its parts.
    pub fn crossbar(&self, gpus: &[GpuId]) -> Option<Route> {
        if !self.topology().is_switched() || !self.topology().is_whole() || gpus.len() < 2 {
            return None;
        }
        let mut whole = Route::default();
        let mut hops = None;
        for (i, &gpu) in gpus.iter().enumerate() {
            // Each GPU's lines out and in are met once on a tour of all.
            let route = self.route(gpu, gpus[(i + 1) % gpus.len()]).ok()?;
            if *hops.get_or_insert(route.hops.len()) != route.hops.len() {
                return None; // Two boards: some pairs are farther apart than others.
            }
            let share = 1.0 / gpus.len() as f64;
            whole.hops.extend(route.hops.iter().map(|hop| Hop { link: hop.link, share: hop.share * share }));
            whole.latency = whole.latency.max(route.latency);
        }
        Some(whole)
    }

    pub(super) fn port(&self, gpu: GpuId, card: u32) -> Option<super::graph::Port> {
        let topology: &Topology = self.topology();
        let place = topology.node_of(gpu) * topology.nics_per_node() + card;
        topology.ports.cards.get(place as usize).copied()
    }
}

fn add(leaves: &mut Vec<(u32, f64)>, leaf: u32, share: f64) {
    match leaves.iter_mut().find(|(known, _)| *known == leaf) {
        Some((_, sum)) => *sum += share,
        None => leaves.push((leaf, share)),
    }
}
