//! Hierarchical: meet inside each domain first, then across domains on rails, then inside again.

use crate::collective::Op;
use crate::collective::double_binary_tree;
use crate::collective::in_network::Lanes;
use crate::collective::plan::{Action, Builder, Move, Place, Plan};
use crate::collective::tree::Tree;

/// How the members of one domain meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inside {
    /// The domain's switch adds and copies.
    Switch,
    /// Everyone to everyone: a crossbar without sums.
    Direct,
    /// Round the ring of the members in their order: a mesh.
    Ring,
}

/// Compiles `op` onto equal domains: a reduce-scatter inside each, an all-reduce of each shard across the domains (the
/// i-th members form rail i, which has its own network card), an all-gather inside.
///
/// Across, a rail uses double binary trees (slices alternate between the two), or a ring where each rank owns a shard.
/// With [`Inside::Switch`] this is what NCCL calls NVLS tree. Slices overlap the three phases.
///
/// # Arguments
/// * `domains`: the ranks of each domain, in the order of the rails; all of one length.
/// * `slices`: parts in the pipeline, at least 1. All-gather and reduce-scatter take one slice a domain.
///
/// # Returns
/// The plan, or `None` when the domains differ in size or the operation neither adds nor copies to all.
///
/// # Complexity
/// A slice of an all-reduce: 2 (d - 1) m moves across and, inside, 4 d m with a switch or 2 d m (m - 1) without, for
/// d domains of m members.
///
/// # Example
/// ```
/// use kitchen_core::collective::{Op, check, hierarchical};
/// let domains = [vec![0, 1, 2], vec![3, 4, 5]];
/// let plan = hierarchical::plan(Op::AllReduce, &domains, hierarchical::Inside::Switch, 4).unwrap();
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// M. Cho, U. Finkler, D. Kung, H. Hunter: `BlueConnect`: decomposing all-reduce for deep learning on heterogeneous
/// network hierarchy. `MLSys` 2019.
pub fn plan(op: Op, domains: &[Vec<u32>], inside: Inside, slices: u32) -> Option<Plan> {
    let members = domains.first()?.len();
    if members == 0 || domains.iter().any(|domain| domain.len() != members) {
        return None;
    }
    match op {
        Op::AllReduce | Op::Broadcast | Op::Reduce | Op::Barrier => Some(sliced(op, domains, inside, slices.max(1))),
        Op::AllGather | Op::ReduceScatter => Some(sharded(op, domains, inside)),
        Op::AllToAll | Op::AllToAllV | Op::SendRecv | Op::Gather | Op::Scatter => None,
    }
}

/// The plan being written, with the last move on each connection.
struct Writer<'a> {
    builder: Builder,
    domains: &'a [Vec<u32>],
    inside: Inside,
    lanes: Lanes,
    /// By sender, by the receiver's index in the sender's domain, and by what it does: sums first, copies later.
    last: Vec<Option<u32>>,
}

impl<'a> Writer<'a> {
    fn new(op: Op, domains: &'a [Vec<u32>], inside: Inside, chunks: u32) -> Writer<'a> {
        let (count, members) = (domains.len() as u32, domains[0].len() as u32);
        let ranks = count * members;
        let switches = if inside == Inside::Switch { count } else { 0 };
        let last = vec![None; 2 * (ranks * members) as usize];
        Writer { builder: Builder::new(op, ranks, switches, chunks), domains, inside, lanes: Lanes::new(ranks), last }
    }

    fn send(&mut self, domain: usize, from: usize, to: usize, part: (u32, u32), action: Action, step: u32) {
        let members = self.domains[domain].len();
        let (sender, receiver) = (self.domains[domain][from], self.domains[domain][to]);
        let copies = usize::from(action == Action::Copy);
        let lane = (sender as usize * members + to) * 2 + copies;
        let moved = hop(sender, receiver, part, action, 0, step);
        self.last[lane] = Some(self.builder.push(moved, self.last[lane]));
    }

    /// Part `first + i` is summed over the domain at its member i.
    fn reduce_scatter(&mut self, domain: usize, first: u32, step: u32) {
        let members = self.domains[domain].clone();
        let m = members.len();
        for (i, &rank) in members.iter().enumerate().filter(|_| m > 1) {
            match self.inside {
                Inside::Switch => {
                    self.lanes.up(&mut self.builder, rank, domain as u32, (first, m as u32), step);
                }
                Inside::Direct => {
                    for distance in 1..m {
                        let to = (i + distance) % m;
                        self.send(domain, i, to, (first + to as u32, 1), Action::Reduce, step);
                    }
                }
                Inside::Ring => {}
            }
        }
        if self.inside == Inside::Ring {
            for hop in 0..m.saturating_sub(1) {
                for i in 0..m {
                    let shard = (i + m - 1 - hop) % m;
                    self.send(domain, i, (i + 1) % m, (first + shard as u32, 1), Action::Reduce, step);
                }
            }
        }
        for (i, &rank) in members.iter().enumerate().filter(|_| m > 1 && self.inside == Inside::Switch) {
            self.lanes.fetch(&mut self.builder, rank, domain as u32, (first + i as u32, 1), step + 1);
        }
    }

    /// Part `first + i` goes from the domain's member i to all of it.
    fn all_gather(&mut self, domain: usize, first: u32, step: u32) {
        let members = self.domains[domain].clone();
        let m = members.len();
        for (i, &rank) in members.iter().enumerate().filter(|_| m > 1) {
            match self.inside {
                Inside::Switch => self.lanes.put(&mut self.builder, rank, domain as u32, (first + i as u32, 1), step),
                Inside::Direct => {
                    for distance in 1..m {
                        self.send(domain, i, (i + distance) % m, (first + i as u32, 1), Action::Copy, step);
                    }
                }
                Inside::Ring => {}
            }
        }
        if self.inside == Inside::Ring {
            for hop in 0..m.saturating_sub(1) {
                for i in 0..m {
                    let shard = (i + m - hop) % m;
                    self.send(domain, i, (i + 1) % m, (first + shard as u32, 1), Action::Copy, step);
                }
            }
        }
        for &rank in members.iter().filter(|_| m > 1 && self.inside == Inside::Switch) {
            self.lanes.down(&mut self.builder, rank, domain as u32, (first, m as u32), step + 1);
        }
    }
}

fn hop(from: u32, to: u32, part: (u32, u32), action: Action, channel: usize, step: u32) -> Move {
    Move {
        from: Place::Rank(from),
        to: Place::Rank(to),
        chunk: part.0,
        chunks: part.1,
        action,
        channel: channel as u16,
        step: step as u16,
    }
}

/// All-reduce, broadcast and reduce: part s m + i is slice s of rail i.
fn sliced(op: Op, domains: &[Vec<u32>], inside: Inside, slices: u32) -> Plan {
    let m = domains[0].len() as u32;
    let mut writer = Writer::new(op, domains, inside, slices * m);
    // A rail's trees are the same for all rails: positions are domains.
    let positions: Vec<Vec<u32>> = (0..domains.len() as u32).map(|domain| vec![domain]).collect();
    let trees = if matches!(op, Op::AllReduce | Op::Barrier) {
        double_binary_tree::pair(&positions)
    } else {
        [Tree::over(&positions, |at| at), Tree::over(&positions, |at| at)]
    };
    let edges = trees[0].up.len();
    let mut last = vec![None; 2 * 2 * edges * m as usize];
    for slice in 0..slices {
        let first = slice * m;
        let step = slice * 6;
        if op == Op::Broadcast {
            for i in 1..m as usize {
                writer.send(0, 0, i, (first + i as u32, 1), Action::Copy, step);
            }
        } else {
            (0..domains.len()).for_each(|domain| writer.reduce_scatter(domain, first, step));
        }
        let which = (slice % 2) as usize;
        let tree = &trees[which];
        #[allow(clippy::needless_range_loop)] // `i` counts rails
        for i in 0..m as usize {
            let mut cross = |edge: usize, down: usize, from: u32, to: u32, action| {
                let lane = ((which * 2 + down) * edges + edge) * m as usize + i;
                let (from, to) = (domains[from as usize][i], domains[to as usize][i]);
                let moved = hop(from, to, (first + i as u32, 1), action, which, step + 2 + down as u32);
                last[lane] = Some(writer.builder.push(moved, last[lane]));
            };
            if op != Op::Broadcast {
                for (edge, &(child, parent)) in tree.up.iter().enumerate() {
                    cross(edge, 0, child, parent, Action::Reduce);
                }
            }
            if op != Op::Reduce {
                for (edge, &(child, parent)) in tree.up.iter().enumerate().rev() {
                    cross(edge, 1, parent, child, Action::Copy);
                }
            }
        }
        if op == Op::Reduce {
            for i in 1..m as usize {
                writer.send(0, i, 0, (first + i as u32, 1), Action::Copy, step + 4);
            }
        } else {
            (0..domains.len()).for_each(|domain| writer.all_gather(domain, first, step + 4));
        }
    }
    writer.builder.finish()
}

/// All-gather and reduce-scatter: part d m + i is the shard of domain d's member i.
fn sharded(op: Op, domains: &[Vec<u32>], inside: Inside) -> Plan {
    let (count, m) = (domains.len(), domains[0].len() as u32);
    let mut writer = Writer::new(op, domains, inside, count as u32 * m);
    let reduces = op == Op::ReduceScatter;
    if reduces {
        for block in 0..count {
            (0..count).for_each(|domain| writer.reduce_scatter(domain, block as u32 * m, 2 * block as u32));
        }
    }
    let base = if reduces { 2 * count as u32 } else { 0 };
    for round in 0..count - 1 {
        for domain in 0..count {
            let block = if reduces { domain + count - 1 - round } else { domain + count - round } % count;
            let action = if reduces { Action::Reduce } else { Action::Copy };
            for i in 0..m {
                let from = domains[domain][i as usize];
                let to = domains[(domain + 1) % count][i as usize];
                let part = (block as u32 * m + i, 1);
                writer.builder.push(hop(from, to, part, action, 0, base + round as u32), None);
            }
        }
    }
    if !reduces {
        for round in 0..count {
            for domain in 0..count {
                let block = ((domain + count - round) % count) as u32;
                writer.all_gather(domain, block * m, count as u32 + 2 * round as u32);
            }
        }
    }
    writer.builder.finish()
}
