//! The operations and the algorithms by name.

use kitchen_units::{Bytes, Rate, Time};
use serde::{Deserialize, Serialize};

/// What a group of ranks does together. `bytes` of a call always means the largest buffer that a rank holds: the whole
/// vector of an all-reduce, the gathered result of an all-gather, the input of a reduce-scatter or an all-to-all (as
/// nccl-tests counts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Op {
    /// Every rank ends with the sum over all ranks.
    AllReduce,
    /// Every rank ends with the shards of all, side by side.
    AllGather,
    /// Rank r ends with the sum of shard r.
    ReduceScatter,
    /// Every rank ends with rank 0's buffer.
    Broadcast,
    /// Rank 0 ends with the sum.
    Reduce,
    /// Rank r ends with part r of every rank.
    AllToAll,
    /// Every rank hands its buffer to the next rank.
    SendRecv,
    /// Rank 0 ends with the shards of all, side by side.
    Gather,
    /// Rank r ends with shard r of rank 0's buffer.
    Scatter,
    /// No rank leaves before all have come. It carries no bytes, and so has a time but no bandwidth.
    Barrier,
    /// All-to-all whose parts differ in size, see [`super::Split`].
    AllToAllV,
}

impl Op {
    /// All, in the order in which lists show them.
    pub const ALL: [Op; 11] = [
        Op::AllReduce,
        Op::AllGather,
        Op::ReduceScatter,
        Op::Broadcast,
        Op::Reduce,
        Op::AllToAll,
        Op::SendRecv,
        Op::Gather,
        Op::Scatter,
        Op::Barrier,
        Op::AllToAllV,
    ];

    /// The id in links, on the command line and in files.
    pub const fn id(self) -> &'static str {
        match self {
            Op::AllReduce => "all-reduce",
            Op::AllGather => "all-gather",
            Op::ReduceScatter => "reduce-scatter",
            Op::Broadcast => "broadcast",
            Op::Reduce => "reduce",
            Op::AllToAll => "all-to-all",
            Op::SendRecv => "send-recv",
            Op::Gather => "gather",
            Op::Scatter => "scatter",
            Op::Barrier => "barrier",
            Op::AllToAllV => "all-to-all-v",
        }
    }

    /// The operation with that id; underscores and nccl-tests' spellings (`alltoall`, `sendrecv`) count too.
    pub fn from_id(id: &str) -> Option<Op> {
        fn bare(text: &str) -> impl Iterator<Item = u8> {
            text.bytes().filter(u8::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase())
        }
        Op::ALL.into_iter().find(|op| bare(op.id()).eq(bare(id)))
    }

    /// What a call over `bytes` carries: a barrier nothing.
    pub fn payload(self, bytes: Bytes) -> Bytes {
        if self == Op::Barrier { Bytes(0) } else { bytes }
    }

    /// Whether each rank has a buffer of its own to send, so that a plan's parts are those of all ranks together.
    pub const fn is_exchange(self) -> bool {
        matches!(self, Op::AllToAll | Op::AllToAllV | Op::SendRecv)
    }

    /// busbw / algbw: what makes a link's rate comparable between group sizes (nccl-tests doc/PERFORMANCE.md; gather and
    /// scatter as in its gather.cu and scatter.cu). A barrier carries nothing: 0.
    pub fn bus_factor(self, ranks: u32) -> f64 {
        let n = f64::from(ranks.max(1));
        match self {
            Op::AllReduce => 2.0 * (n - 1.0) / n,
            Op::AllGather | Op::ReduceScatter | Op::AllToAll | Op::AllToAllV | Op::Gather | Op::Scatter => {
                (n - 1.0) / n
            }
            Op::Barrier => 0.0,
            Op::Broadcast | Op::Reduce | Op::SendRecv => 1.0,
        }
    }

    /// The bus bandwidth of one operation over `bytes` that took `time`.
    pub fn busbw(self, ranks: u32, bytes: Bytes, time: Time) -> Rate {
        Rate::bytes_per_s(bytes.0 as f64 / time.as_secs() * self.bus_factor(ranks))
    }
}

/// How an operation is carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// The one with the lowest estimated cost, see [`super::choose()`].
    #[default]
    Auto,
    /// Each rank passes parts to the next around a ring.
    Ring,
    /// A binary tree, its parts in a pipeline.
    Tree,
    /// Two complementary binary trees, each with half of the bytes.
    DoubleBinaryTree,
    /// Each rank to each other at once.
    Direct,
    /// Sums and copies in the NVLink switch chips (NVLS).
    InNetwork,
    /// One dimension of the cluster after the other.
    Hierarchical,
    /// Recursive halving and doubling over distances of powers of two.
    HalvingDoubling,
    /// Bruck's exchange: as many rounds as the rank count has bits.
    Bruck,
    /// An exchange with one peer at a time.
    Pairwise,
    /// A binomial tree.
    Binomial,
    /// Parallel aggregated trees.
    Pat,
    /// Sums in the switches between servers (SHARP).
    InFabric,
}

impl Algorithm {
    /// All, in the order in which lists show them.
    pub const ALL: [Algorithm; 13] = [
        Algorithm::Auto,
        Algorithm::Ring,
        Algorithm::Tree,
        Algorithm::DoubleBinaryTree,
        Algorithm::Direct,
        Algorithm::InNetwork,
        Algorithm::Hierarchical,
        Algorithm::HalvingDoubling,
        Algorithm::Bruck,
        Algorithm::Pairwise,
        Algorithm::Binomial,
        Algorithm::Pat,
        Algorithm::InFabric,
    ];

    /// The id in links, on the command line and in files.
    pub const fn id(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::Ring => "ring",
            Algorithm::Tree => "tree",
            Algorithm::DoubleBinaryTree => "double-binary-tree",
            Algorithm::Direct => "direct",
            Algorithm::InNetwork => "in-network",
            Algorithm::Hierarchical => "hierarchical",
            Algorithm::HalvingDoubling => "halving-doubling",
            Algorithm::Bruck => "bruck",
            Algorithm::Pairwise => "pairwise",
            Algorithm::Binomial => "binomial",
            Algorithm::Pat => "pat",
            Algorithm::InFabric => "in-fabric",
        }
    }

    /// The algorithm with that [id](Algorithm::id).
    pub fn from_id(id: &str) -> Option<Algorithm> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.id() == id)
    }

    /// Whether the algorithm is defined for `op`; what it asks of a cluster beyond that is [`super::choose()`]'s business.
    pub const fn carries(self, op: Op) -> bool {
        match self {
            Algorithm::Auto | Algorithm::Direct => true,
            Algorithm::Ring => !op.is_exchange(),
            Algorithm::Tree | Algorithm::DoubleBinaryTree => {
                matches!(op, Op::AllReduce | Op::Broadcast | Op::Reduce | Op::Barrier)
            }
            Algorithm::Hierarchical => !matches!(op, Op::SendRecv),
            Algorithm::InNetwork | Algorithm::InFabric => !(op.is_exchange() || matches!(op, Op::Gather | Op::Scatter)),
            Algorithm::HalvingDoubling => {
                matches!(op, Op::AllReduce | Op::ReduceScatter | Op::AllGather | Op::Barrier)
            }
            Algorithm::Bruck => matches!(op, Op::AllGather | Op::AllToAll | Op::AllToAllV | Op::Barrier),
            Algorithm::Pairwise => matches!(op, Op::AllToAll | Op::AllToAllV),
            Algorithm::Binomial => {
                matches!(op, Op::Broadcast | Op::Reduce | Op::Gather | Op::Scatter | Op::AllReduce | Op::Barrier)
            }
            Algorithm::Pat => matches!(op, Op::AllGather | Op::ReduceScatter),
        }
    }
}
