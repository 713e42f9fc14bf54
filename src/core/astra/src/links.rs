//! ASTRA-sim's networks as links and routes of a task graph.

use std::collections::BTreeMap;

use kitchen_task::{Hop, LinkCapacity, LinkId, Route, RouteId, TaskGraph};
use kitchen_units::Time;

use crate::{Backend, Machine, Shape};

/// Links, and the routes asked for so far.
#[derive(Debug)]
pub(super) struct Links<'a> {
    machine: &'a Machine,
    pub(super) capacities: Vec<LinkCapacity>,
    known: BTreeMap<(u32, u32), RouteId>,
}

impl<'a> Links<'a> {
    /// Where links are never shared, one stands for all of a dimension.
    pub(super) fn new(machine: &'a Machine) -> Links<'a> {
        let mut capacities = Vec::new();
        for dim in &machine.dims {
            let n = dim.npus as usize;
            let count = match (machine.backend, dim.shape) {
                (Backend::Unaware, _) => 1,
                (Backend::Aware, Shape::FullyConnected) => n * n,
                (Backend::Aware, Shape::Ring | Shape::Switch) => 2 * n,
            };
            capacities.extend(std::iter::repeat_n(LinkCapacity { rate: dim.rate }, count));
        }
        Links { machine, capacities, known: BTreeMap::new() }
    }

    /// The route between two different NPUs.
    ///
    /// ASTRA-sim charges the first dimension in which they differ, and that one alone.
    pub(super) fn route(&mut self, graph: &mut TaskGraph, from: u32, to: u32) -> RouteId {
        let (mut from, mut to) = (from, to);
        let mut index = 0;
        for (at, dim) in self.machine.dims.iter().enumerate() {
            index = at;
            if from % dim.npus != to % dim.npus {
                break;
            }
            (from, to) = (from / dim.npus, to / dim.npus);
        }
        let dim = &self.machine.dims[index];
        let (from, to) = (from % dim.npus, to % dim.npus);
        let ahead = (to + dim.npus - from) % dim.npus;
        let hops = hops(dim.shape, dim.npus, ahead);
        let latency = Time(dim.latency.0.saturating_mul(u64::from(hops)));
        let links: Vec<LinkId> = match self.machine.backend {
            Backend::Unaware => vec![index as LinkId],
            Backend::Aware => crossed(dim.shape, dim.npus, from, ahead),
        };
        let key = match self.machine.backend {
            Backend::Unaware => (index as u32, hops),
            Backend::Aware => (from, to),
        };
        *self.known.entry(key).or_insert_with(|| {
            let hops = links.into_iter().map(|link| Hop { link, share: 1.0 }).collect();
            graph.add_route(Route { hops, latency, ceiling: None, efficiency: 1.0 })
        })
    }
}

/// Links between two NPUs of which the second is `ahead` of the first: a ring is crossed the shorter way.
fn hops(shape: Shape, npus: u32, ahead: u32) -> u32 {
    match shape {
        Shape::Ring => ahead.min(npus - ahead),
        Shape::FullyConnected => 1,
        Shape::Switch => 2,
    }
}

/// The links of one dimension's route. A ring has `npus` links ahead and as many back (ahead where both ways are equally
/// long), a switch as many up and as many down, a full mesh one for each pair.
fn crossed(shape: Shape, npus: u32, from: u32, ahead: u32) -> Vec<LinkId> {
    let to = (from + ahead) % npus;
    match shape {
        Shape::Ring if ahead <= npus - ahead => (0..ahead).map(|hop| (from + hop) % npus).collect(),
        Shape::Ring => (0..npus - ahead).map(|hop| npus + (from + npus - hop) % npus).collect(),
        Shape::FullyConnected => vec![from * npus + to],
        Shape::Switch => vec![from, npus + to],
    }
}
