//! Trees: sums climb to a root, the result comes down; and the shapes that tree algorithms share.

use crate::plan::{Action, Builder, Move, Place, Plan, cut};
use crate::{Algorithm, Op};

/// A rooted tree over ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The rank at its top.
    pub root: u32,
    /// (child, parent), children before their parents.
    pub up: Vec<(u32, u32)>,
}

impl Tree {
    /// The binary tree over `0..n` in which a number's parent is found by moving its lowest set bit up: 0 is the root with
    /// one child, odd numbers are leaves, depth is about log2 n.
    fn in_order(n: u32) -> Vec<Option<u32>> {
        let parent = |i: u32| {
            let bit = i & i.wrapping_neg();
            let up = (i ^ bit) | (bit << 1);
            if up < n { up } else { i ^ bit }
        };
        (0..n).map(|i| if i == 0 { None } else { Some(parent(i)) }).collect()
    }

    /// A binary tree over domains; inside each domain a chain hangs from its first member.
    ///
    /// `place` says which domain stands at each position of the binary tree.
    pub fn over(domains: &[Vec<u32>], place: impl Fn(u32) -> u32) -> Tree {
        let count = domains.len() as u32;
        let parents = Tree::in_order(count);
        let mut up = Vec::new();
        for domain in domains {
            up.extend(domain.windows(2).rev().map(|pair| (pair[1], pair[0])));
        }
        // A position's children have a lower lowest bit than it has, so this order lists children first.
        let mut positions: Vec<u32> = (1..count).collect();
        kitchen_units::order::sort_by_key(&mut positions, |position| (position.trailing_zeros(), *position));
        let head = |position: u32| domains[place(position) as usize][0];
        up.extend(positions.iter().filter_map(|&at| parents[at as usize].map(|parent| (head(at), head(parent)))));
        Tree { root: head(0), up }
    }

    /// The longest way from a leaf to the root, in hops.
    pub fn depth(&self) -> u32 {
        let mut height = std::collections::BTreeMap::new();
        for &(child, parent) in &self.up {
            let below = height.get(&child).copied().unwrap_or(0) + 1;
            let at = height.entry(parent).or_insert(0);
            *at = below.max(*at);
        }
        height.values().copied().max().unwrap_or(0)
    }
}

/// Compiles `op` onto one binary tree a channel, over domains with a chain inside each ("tree" in NCCL's sense). Domains of
/// one rank each give a plain binary tree.
///
/// # Arguments
/// * `channels`: for each channel the domains, each with its ranks in the order of the chain; rank 0 is the first of the
///   first.
/// * `slices`: parts in the pipeline, at least 1.
///
/// # Returns
/// The plan, or `None` for operations other than all-reduce, barrier, broadcast and reduce.
///
/// # Complexity
/// 2 (n - 1) moves a slice for an all-reduce; 2 (members - 1 + log2 domains) hops for the first slice.
///
/// # Example
/// ```
/// use kitchen_collective::{Op, check, tree};
/// let plan = tree::plan(Op::AllReduce, &[vec![vec![0, 1], vec![2, 3]]], 4).unwrap();
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// R. Thakur, R. Rabenseifner, W. Gropp: Optimization of collective communication operations in MPICH. IJHPCA 19 (2005).
pub fn plan(op: Op, channels: &[Vec<Vec<u32>>], slices: u32) -> Option<Plan> {
    if !has_tree(op) {
        return None;
    }
    let trees: Vec<Tree> = channels.iter().map(|domains| Tree::over(domains, |position| position)).collect();
    Some(compile(op, &trees, slices.max(1), count(channels.first()?)))
}

/// Whether trees are defined for `op`.
pub fn has_tree(op: Op) -> bool {
    Algorithm::Tree.carries(op)
}

pub(crate) fn count(domains: &[Vec<u32>]) -> u32 {
    domains.iter().map(|domain| domain.len() as u32).sum()
}

/// Each tree carries its share of the parts: up while reducing, down while copying, `slices` one behind the other.
pub(crate) fn compile(op: Op, trees: &[Tree], slices: u32, ranks: u32) -> Plan {
    let channels = trees.len() as u32;
    let chunks = slices * channels;
    let mut builder = Builder::new(op, ranks, 0, chunks);
    for (channel, tree) in trees.iter().enumerate() {
        let (first, share) = cut(chunks, channels, channel as u32);
        let (mut last_up, mut last_down) = (vec![None; tree.up.len()], vec![None; tree.up.len()]);
        for slice in 0..share {
            let moved = |from, to, action, step: usize| Move {
                from: Place::Rank(from),
                to: Place::Rank(to),
                chunk: first + slice,
                chunks: 1,
                action,
                channel: channel as u16,
                step: step as u16,
            };
            if op != Op::Broadcast {
                for (edge, &(child, parent)) in tree.up.iter().enumerate() {
                    let next = moved(child, parent, Action::Reduce, edge);
                    last_up[edge] = Some(builder.push(next, last_up[edge]));
                }
            }
            if op != Op::Reduce {
                for (edge, &(child, parent)) in tree.up.iter().enumerate().rev() {
                    let next = moved(parent, child, Action::Copy, 2 * tree.up.len() - 1 - edge);
                    last_down[edge] = Some(builder.push(next, last_down[edge]));
                }
            }
        }
    }
    builder.finish()
}
