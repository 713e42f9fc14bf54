//! Two trees that share the work: who is busy inside one is a leaf of the other.

use crate::Op;
use crate::plan::Plan;
use crate::plans::tree::{self, Tree};

/// Compiles `op` onto two complementary binary trees, each carrying half of the parts.
///
/// In a binary tree half of the ranks are leaves, which send but never pass on: half of the links idle. The second tree
/// is the first one mirrored (even counts) or shifted by one (odd counts), so that a leaf of one is inside the other and
/// every rank sends and receives about twice the buffer. For broadcast and reduce the root stands above both trees.
///
/// # Arguments
/// * `channels`: for each channel the domains with their ranks; a chain hangs from each domain's first member.
/// * `slices`: parts in the pipeline of each tree, at least 1.
///
/// # Returns
/// The plan, or `None` for operations other than all-reduce, barrier, broadcast and reduce.
///
/// # Complexity
/// 4 (n - 1) moves a slice for an all-reduce; latency 2 (members - 1 + log2 domains) hops.
///
/// # Example
/// ```
/// use kitchen_collective::{Op, check, double_binary_tree};
/// let plan = double_binary_tree::plan(Op::AllReduce, &[(0..7).map(|rank| vec![rank]).collect()], 2).unwrap();
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// P. Sanders, J. Speck, J. L. Traeff: Two-tree algorithms for full bandwidth broadcast, reduction and scan. Parallel
/// Computing 35 (2009).
pub fn plan(op: Op, channels: &[Vec<Vec<u32>>], slices: u32) -> Option<Plan> {
    if !tree::has_tree(op) {
        return None;
    }
    let pairs = |domains: &Vec<Vec<u32>>| {
        if matches!(op, Op::AllReduce | Op::Barrier) { pair(domains) } else { rooted_pair(domains) }
    };
    let trees: Vec<Tree> = channels.iter().flat_map(pairs).collect();
    Some(tree::compile(op, &trees, slices.max(1), tree::count(channels.first()?)))
}

/// The tree and its complement.
pub fn pair(domains: &[Vec<u32>]) -> [Tree; 2] {
    let n = domains.len() as u32;
    let complement = |position: u32| if n.is_multiple_of(2) { n - 1 - position } else { (position + 1) % n };
    [Tree::over(domains, |position| position), Tree::over(domains, complement)]
}

/// Both trees over all domains but the root's, and the root above each.
fn rooted_pair(domains: &[Vec<u32>]) -> [Tree; 2] {
    let Some((first, rest)) = domains.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return pair(domains);
    };
    pair(rest).map(|mut tree| {
        let chain: Vec<(u32, u32)> = first.windows(2).rev().map(|pair| (pair[1], pair[0])).collect();
        tree.up.splice(0..0, chain);
        tree.up.push((tree.root, first[0]));
        tree.root = first[0];
        tree
    })
}
