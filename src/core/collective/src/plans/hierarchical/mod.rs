//! Hierarchical: meet dimension by dimension, each with an algorithm of its own, the nearest first.

mod deliver;
mod grid;
mod shards;
mod sums;
mod writer;

use crate::Op;
use crate::nccl::calibration::NVLS_HEADS;
use crate::plan::Plan;
use grid::Grid;

/// How the ranks that differ in one dimension meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inner {
    /// The domain's switch adds and copies; in the first dimension only.
    Switch,
    /// Everyone to everyone: a crossbar without sums.
    Direct,
    /// Round the ring of the members in their order.
    Ring,
    /// Halving and doubling; for a power of two.
    HalvingDoubling,
    /// Double binary trees of the whole sum, in the last dimension only. Where each rank owns a shard, a ring.
    Trees,
}

/// One dimension of the grid in which ranks are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// Ranks in it, at least 1.
    pub size: u32,
    /// What is done in it.
    pub inner: Inner,
}

impl Dimension {
    /// A dimension of so many ranks.
    pub const fn new(size: u32, inner: Inner) -> Dimension {
        Dimension { size, inner }
    }
}

/// The most dimensions that a grid may have: more than any group of two in each.
pub const MOST_DIMENSIONS: usize = 16;

/// Whether `dims` are a grid of so many ranks that each dimension's algorithm can carry out.
pub fn is_grid(dims: &[Dimension], ranks: u32) -> bool {
    let fits = |(at, dim): (usize, &Dimension)| match dim.inner {
        Inner::Switch => at == 0,
        Inner::HalvingDoubling => dim.size.is_power_of_two(),
        Inner::Trees => at > 0 && at + 1 == dims.len(),
        Inner::Direct | Inner::Ring => true,
    };
    let product = dims.iter().try_fold(1_u32, |product, dim| product.checked_mul(dim.size));
    dims.len() <= MOST_DIMENSIONS && product == Some(ranks) && dims.iter().enumerate().all(fits)
}

/// Compiles `op` onto a grid: a server's members, the servers of a rack, racks, and so on.
///
/// An all-reduce is a reduce-scatter in each dimension, the nearest first, and an all-gather in each on the way back, so
/// that each dimension carries what the one before has left over: 1 / 8 of the buffer leaves a server of eight, over all
/// of its cards at once (the i-th members form rail i). With [`Inner::Trees`] in the last dimension sums meet there on
/// double binary trees (slices alternate between the two); with [`Inner::Switch`] in the first, this is what NCCL calls
/// NVLS tree: at most 32 members of a domain are heads, which fetch the sums and meet the heads of other domains; the
/// others only send up and are handed the result. Slices are in different dimensions at the same time: while one crosses
/// racks, the next is inside servers. Broadcast and reduce scatter or gather on the root's lines instead. Where each rank
/// owns a shard, the parts of other servers (blocks) follow each other instead of slices.
///
/// What goes from rank to rank (all-to-all, gather, scatter) turns dimension by dimension towards its receiver: first
/// over NVLink to the member of the own server that stands on the receiver's rail, then along that rail (NCCL's PXN).
/// A gather goes along its rail first.
///
/// # Arguments
/// * `ranks`: the rank at each place of the grid, the first dimension fastest; rank 0 first.
/// * `dims`: the dimensions, nearest first; their sizes multiply to the number of ranks.
/// * `slices`: parts in the pipeline of all-reduce, broadcast and reduce, at least 1.
///
/// # Returns
/// The plan, or `None` where [`is_grid`] says no, for send/recv, and for all-gather and reduce-scatter where ranks do not
/// stand in their order.
///
/// # Complexity
/// n (s - 1) moves a slice for each dimension of size s and each direction (ring, direct; n log2 s by halving; n and one
/// a head by switch, one a head by trees); n (n - 1) where ranks own shards; at most D n (n - 1) for an all-to-all over D
/// dimensions.
///
/// # Example
/// ```
/// use kitchen_collective::hierarchical::{Dimension, Inner, plan};
/// use kitchen_collective::{Op, check};
/// let ranks: Vec<u32> = (0..24).collect();
/// let dims = [Dimension::new(4, Inner::Direct), Dimension::new(2, Inner::HalvingDoubling), Dimension::new(3, Inner::Trees)];
/// let plan = plan(Op::AllReduce, &ranks, &dims, 4).unwrap();
/// assert_eq!(check::check(&plan), Ok(()));
/// ```
///
/// # Literature
/// M. Cho, U. Finkler, D. Kung, H. Hunter: `BlueConnect`: decomposing all-reduce for deep learning on heterogeneous
/// network hierarchy. `MLSys` 2019. S. Rashidi et al.: Themis: a network bandwidth-aware collective scheduling policy. ISCA
/// 2022 (chunks pipelined over dimensions). NVIDIA: Doubling all2all performance with NCCL 2.12 (2022), for PXN.
pub fn plan(op: Op, ranks: &[u32], dims: &[Dimension], slices: u32) -> Option<Plan> {
    if ranks.is_empty() || !is_grid(dims, ranks.len() as u32) {
        return None;
    }
    let grid = Grid { ranks, dims };
    match op {
        Op::AllReduce | Op::Broadcast | Op::Reduce | Op::Barrier => Some(sums::plan(op, grid, slices.max(1), false)),
        Op::AllGather | Op::ReduceScatter => {
            let in_order = ranks.iter().enumerate().all(|(at, &rank)| at as u32 == rank);
            in_order.then(|| shards::plan(op, grid))
        }
        Op::AllToAll | Op::AllToAllV | Op::Gather | Op::Scatter => Some(deliver::plan(op, grid)),
        Op::SendRecv => None,
    }
}

/// An all-reduce or a barrier on switches and trees between them, in which each rank stands for all members of a domain: its
/// first channel's lines to the switch for those of all, the second's and its moves to other ranks for those of all heads.
pub(crate) fn stands(op: Op, domains: u32, slices: u32) -> Plan {
    let ranks: Vec<u32> = (0..domains).collect();
    let dims = [Dimension::new(1, Inner::Switch), Dimension::new(domains, Inner::Trees)];
    sums::plan(op, Grid { ranks: &ranks, dims: &dims }, slices.max(1), true)
}

/// The moves of [`plan`], counted without writing it: at most.
pub(crate) fn moves(op: Op, ranks: u32, dims: &[Dimension], slices: u32) -> u64 {
    let n = u64::from(ranks);
    let first = dims.first().map_or(1, |dim| dim.size.max(1));
    // Members that own parts of what goes on.
    let switch = dims.first().is_some_and(|dim| dim.inner == Inner::Switch);
    let owners = n / u64::from(first) * u64::from(if switch { first.min(NVLS_HEADS) } else { first });
    let each = |dim: &Dimension| {
        let s = u64::from(dim.size);
        match dim.inner {
            Inner::Switch => n + owners,
            Inner::Direct | Inner::Ring => n * s.saturating_sub(1),
            Inner::HalvingDoubling => n * u64::from(dim.size.max(1).ilog2()),
            Inner::Trees => owners,
        }
    };
    let inside = dims.first().map_or(0, each);
    let blocks = n / u64::from(first);
    let turns = |messages: u64| dims.iter().map(|dim| messages - messages / u64::from(dim.size.max(1))).sum();
    match op {
        // Each rank owns a shard.
        Op::AllGather | Op::ReduceScatter => blocks * (inside + n - owners + n),
        Op::AllToAll | Op::AllToAllV => turns(n * n),
        Op::Gather | Op::Scatter => turns(n),
        _ => u64::from(slices) * 2 * dims.iter().map(each).sum::<u64>(),
    }
}
