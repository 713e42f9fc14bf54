//! Rings on the real graph: cycles through all GPUs of a group that share no NVLink lane.
//!
//! On a mesh the search looks for as many undirected Hamiltonian cycles as the lanes allow; each gives a ring in both
//! directions, since every lane carries data both ways. (A multigraph whose every vertex has degree 2k holds at most k.)
//! A DGX-1 with V100 has six lanes a GPU, so three cycles and six rings: the ones that NCCL finds.
//!
//! Where every two GPUs are joined and each has an odd number of lanes, undirected cycles leave some unused: then the search
//! is for directed ones. Eight MI300X have seven lanes each, and seven rings use every lane both ways (a complete digraph
//! falls into such cycles unless it has four or six vertices: T. W. Tillson, A Hamiltonian decomposition of K*2m, 2m >= 8,
//! J. Combin. Theory B 29, 1980).

use super::graph::Topology;
use super::node::home_of;
use super::path::GpuId;
use super::system::Wiring;

/// A directed ring: each GPU sends to the next, the last to the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// Ranks, each once.
    pub order: Vec<GpuId>,
    /// NVLink lanes it has to itself on each hop inside a node; on a switch all of a GPU's. 1 on PCIe.
    pub lanes: u32,
}

/// Steps after which the search settles for fewer cycles. Eight GPUs need a few thousand.
const MAX_STEPS: u32 = 200_000;

/// Finds the rings through `gpus` (ranks of one topology, each once).
///
/// - In one node, on a mesh: the most rings that share no lane; each uses one lane a hop. Where no cycle exists (GPUs
///   without links between them): one ring by rank, whose missing links go as [`super::Router`] goes.
/// - In one node, on switch chips or on PCIe: one ring by rank; on chips with all lanes.
/// - Over several nodes: one ring for each card of a node, which passes through the nodes in turn, enters each beside
///   its card and leaves it beside a card that no other ring leaves by, as far as there are enough.
///
/// Empty for fewer than two GPUs or unknown ranks. Deterministic; bounded by a number of steps.
pub fn search(topology: &Topology, gpus: &[GpuId]) -> Vec<Ring> {
    let mut group = gpus.to_vec();
    kitchen_units::order::sort(&mut group);
    group.dedup();
    if group.len() < 2 || group.last().is_none_or(|&last| last >= topology.len()) {
        return Vec::new();
    }
    let first_node = topology.node_of(group[0]);
    if group.iter().all(|&gpu| topology.node_of(gpu) == first_node) {
        inside(topology, &group, &[&group])
    } else {
        across(topology, &group)
    }
}

/// Rings inside the first of `nodes` (each the ranks of one node, at the same places in each) that all of them can run at
/// once: where links are missing in one, no node uses them. Otherwise as [`search`] in one node.
pub fn common(topology: &Topology, nodes: &[Vec<GpuId>]) -> Vec<Ring> {
    let mut sorted = nodes.to_vec();
    for node in &mut sorted {
        kitchen_units::order::sort(node);
    }
    let nodes: Vec<&[GpuId]> = sorted.iter().map(Vec::as_slice).collect();
    match nodes.first() {
        Some(&first) if first.len() > 1 && nodes.iter().all(|node| node.len() == first.len()) => {
            inside(topology, first, &nodes)
        }
        _ => Vec::new(),
    }
}

/// Ways through all GPUs of a node that rings over several nodes take: where all pairs have equally many links, and the GPUs
/// are even in number, more ways than closed rings, since none of them comes back inside its node. Eight MI300X have seven
/// rings, but eight ways that use every link both ways. Empty elsewhere.
///
/// # Arguments
/// * `nodes`: as for [`common`].
///
/// # Literature
/// Walecki's zigzag: W. S. Andrews, Magic Squares; B. Alspach, The wonderful Walecki construction, Bull. ICA 52, 2008.
pub fn open(topology: &Topology, nodes: &[Vec<GpuId>]) -> Vec<Ring> {
    let Some(first) = nodes.first().filter(|first| first.len() >= 4 && first.len().is_multiple_of(2)) else {
        return Vec::new();
    };
    let n = first.len();
    let lanes = topology.nvlink_lanes(first[0], first[1]);
    let equal = |node: &Vec<GpuId>| {
        let joined = |a: GpuId| node.iter().all(|&b| a == b || topology.nvlink_lanes(a, b) == lanes);
        node.len() == n && node.iter().all(|&a| joined(a))
    };
    if lanes == 0 || topology.is_switched() || !nodes.iter().all(equal) {
        return Vec::new();
    }
    // 0, 1, -1, 2, -2 ... each step of another length, started from each GPU.
    let step = |place: usize| if place % 2 == 1 { place.div_ceil(2) } else { n - place / 2 };
    let way = |start: usize| (0..n).map(|place| first[(start + step(place)) % n]).collect::<Vec<GpuId>>();
    (0..n * lanes as usize).map(|copy| Ring { order: way(copy % n), lanes: 1 }).collect()
}

/// Rings inside one node, given as `group`, that every one of `nodes` can run at the same places; all are sorted.
fn inside(topology: &Topology, group: &[GpuId], nodes: &[&[GpuId]]) -> Vec<Ring> {
    match topology.spec.system.wiring {
        Wiring::Pcie => vec![Ring { order: group.to_vec(), lanes: 1 }],
        Wiring::Switched { .. } => {
            vec![Ring { order: group.to_vec(), lanes: topology.nvlink_lanes(group[0], group[1]) }]
        }
        Wiring::Mesh(_) => mesh(topology, group, nodes),
    }
}

fn mesh(topology: &Topology, group: &[GpuId], nodes: &[&[GpuId]]) -> Vec<Ring> {
    let places = 0..group.len();
    let between =
        |i: usize, j: usize| nodes.iter().map(|node| topology.nvlink_lanes(node[i], node[j])).min().unwrap_or(0);
    if let [a, b] = *group {
        let lanes = between(0, 1).max(1);
        return vec![Ring { order: vec![a, b], lanes: 1 }; lanes as usize];
    }
    let lanes: Vec<Vec<u32>> = places.clone().map(|i| places.clone().map(|j| between(i, j)).collect()).collect();
    let most = lanes.iter().map(|row| row.iter().sum::<u32>()).min().unwrap_or(0) as usize;
    let full = lanes.iter().enumerate().all(|(a, row)| row.iter().enumerate().all(|(b, &lanes)| a == b || lanes > 0));
    let search = |count, directed| {
        let path = vec![0];
        let order = widest_first(&lanes);
        let cycles = Vec::new();
        let mut search = Search { lanes: lanes.clone(), order, count, directed, cycles, path, steps: MAX_STEPS };
        search.extend().then_some(search.cycles)
    };
    if let Some(cycles) = (full && most % 2 == 1).then(|| search(most, true)).flatten() {
        let ring = |cycle: &Vec<usize>| Ring { order: cycle.iter().map(|&place| group[place]).collect(), lanes: 1 };
        return cycles.iter().map(ring).collect();
    }
    if let Some(cycles) = (1..=most / 2).rev().find_map(|count| search(count, false)) {
        return cycles.iter().flat_map(|cycle| both_ways(cycle, group)).collect();
    }
    vec![Ring { order: group.to_vec(), lanes: 1 }]
}

fn both_ways(cycle: &[usize], group: &[GpuId]) -> [Ring; 2] {
    let forth: Vec<GpuId> = cycle.iter().map(|&place| group[place]).collect();
    // From the same first GPU the other way round.
    let mut back = forth.clone();
    back[1..].reverse();
    [Ring { order: forth, lanes: 1 }, Ring { order: back, lanes: 1 }]
}

/// By GPU, the others in the order in which to try them: over the most lanes first, so that pairs with two lanes are used by
/// two rings before a ring on the others is sought.
fn widest_first(lanes: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let tried = |row: &Vec<u32>| {
        let mut others: Vec<usize> = (1..row.len()).filter(|&other| row[other] > 0).collect();
        kitchen_units::order::sort_by_key(&mut others, |&other| (u32::MAX - row[other], other));
        others
    };
    lanes.iter().map(tried).collect()
}

/// Depth-first search for `count` cycles that share no lane.
struct Search {
    /// Lanes not yet taken.
    lanes: Vec<Vec<u32>>,
    /// See [`widest_first`].
    order: Vec<Vec<usize>>,
    count: usize,
    /// Whether a cycle takes its lanes one way only.
    directed: bool,
    cycles: Vec<Vec<usize>>,
    path: Vec<usize>,
    steps: u32,
}

impl Search {
    /// Completes the path and all further cycles; false (and everything as before) where that cannot be.
    fn extend(&mut self) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let here = self.path[self.path.len() - 1];
        if self.path.len() == self.lanes.len() {
            return self.close(here);
        }
        for turn in 0..self.order[here].len() {
            let next = self.order[here][turn];
            if self.lanes[here][next] == 0 || self.path.contains(&next) {
                continue;
            }
            self.take(here, next);
            self.path.push(next);
            if self.extend() {
                return true;
            }
            self.path.pop();
            self.give(here, next);
        }
        false
    }

    fn close(&mut self, last: usize) -> bool {
        // Each undirected cycle in one direction only, and equal choices in one order only.
        let in_order =
            (self.directed || self.path[1] < last) && self.cycles.last().is_none_or(|before| self.is_in_order(before));
        if self.lanes[last][0] == 0 || !in_order {
            return false;
        }
        self.take(last, 0);
        let cycle = std::mem::replace(&mut self.path, vec![0]);
        self.cycles.push(cycle);
        if self.cycles.len() == self.count || self.extend() {
            return true;
        }
        self.path = self.cycles.pop().unwrap_or_default();
        self.give(last, 0);
        false
    }

    /// Whether the path is the same as `before`, or tried after it.
    fn is_in_order(&self, before: &[usize]) -> bool {
        let Some(at) = (0..before.len()).find(|&at| before[at] != self.path[at]) else { return true };
        let tried = |next: usize| self.order[before[at - 1]].iter().position(|&other| other == next);
        tried(before[at]) < tried(self.path[at])
    }

    fn take(&mut self, a: usize, b: usize) {
        self.lanes[a][b] -= 1;
        if !self.directed {
            self.lanes[b][a] -= 1;
        }
    }

    fn give(&mut self, a: usize, b: usize) {
        self.lanes[a][b] += 1;
        if !self.directed {
            self.lanes[b][a] += 1;
        }
    }
}

/// Rings over several nodes; `group` is sorted.
fn across(topology: &Topology, group: &[GpuId]) -> Vec<Ring> {
    let nodes: Vec<&[GpuId]> = group.chunk_by(|&a, &b| topology.node_of(a) == topology.node_of(b)).collect();
    let alike = nodes.iter().all(|node| {
        node.len() == nodes[0].len()
            && node.iter().zip(nodes[0]).all(|(&a, &b)| topology.index_in_node(a) == topology.index_in_node(b))
    });
    if !alike {
        return vec![Ring { order: group.to_vec(), lanes: 1 }];
    }
    let local = if nodes[0].len() < 2 {
        vec![Ring { order: nodes[0].to_vec(), lanes: 1 }]
    } else {
        inside(topology, nodes[0], &nodes)
    };
    let turns = turns(topology, &local);
    let per_node = topology.gpus_per_node();
    let share = |ring: &Ring| if turns.is_empty() { ring.lanes } else { (ring.lanes / turns.len() as u32).max(1) };
    turns
        .iter()
        .map(|(ring, entry)| {
            let ring = &local[*ring];
            let mut order = Vec::with_capacity(group.len());
            for node in &nodes {
                let offset = topology.node_of(node[0]) * per_node;
                let turned = ring.order[*entry..].iter().chain(&ring.order[..*entry]);
                order.extend(turned.map(|&gpu| offset + topology.index_in_node(gpu)));
            }
            Ring { order, lanes: if local.len() == 1 { share(ring) } else { ring.lanes } }
        })
        .collect()
}

/// For each card: which local ring passes by it, and the place in that ring where it enters.
fn turns(topology: &Topology, local: &[Ring]) -> Vec<(usize, usize)> {
    let nics = topology.spec.fabric.nics_per_node;
    let per_node = topology.gpus_per_node();
    // The first card beside a GPU.
    let card_of = |gpu: GpuId| {
        let index = topology.index_in_node(gpu);
        if nics >= per_node { (index * nics).div_ceil(per_node) } else { index * nics / per_node }
    };
    let present = |gpu: GpuId| local[0].order.contains(&gpu);
    let first = local[0].order.iter().copied().min().unwrap_or(0);
    let base = topology.node_of(first) * per_node;
    let mut used = vec![false; local.len()];
    let mut left_by = Vec::new();
    let mut turns = Vec::new();
    for card in 0..nics {
        if local.len() > 1 && turns.len() == local.len() {
            break;
        }
        if !present(base + home_of(card, nics, per_node)) {
            continue;
        }
        let mut best: Option<((bool, bool, bool), usize, usize)> = None;
        for (index, ring) in local.iter().enumerate() {
            for (place, &entry) in ring.order.iter().enumerate() {
                if card_of(entry) != card && base + home_of(card, nics, per_node) != entry {
                    continue;
                }
                let exit = ring.order[(place + ring.order.len() - 1) % ring.order.len()];
                let merit = (!used[index], !left_by.contains(&card_of(exit)), card_of(exit) == card_of(entry));
                if best.is_none_or(|(known, ..)| merit > known) {
                    best = Some((merit, index, place));
                }
            }
        }
        if let Some((_, ring, place)) = best {
            let order = &local[ring].order;
            used[ring] = true;
            left_by.push(card_of(order[(place + order.len() - 1) % order.len()]));
            turns.push((ring, place));
        }
    }
    if turns.is_empty() {
        turns.push((0, 0));
    }
    turns
}
