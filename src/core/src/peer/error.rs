//! Why the peer's network cannot be built or run.

use std::fmt;

use crate::collective::Op;
use crate::peer::Way;
use crate::sim::SimError;

/// Why a call was refused. For the command line alone, so its sentences are not among the page's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerError {
    /// No dimension, or more than the peer's groups can name.
    Dimensions {
        dims: usize,
        limit: usize,
    },
    /// A dimension of fewer than two members, or more of all together than are simulated.
    Members {
        npus: u64,
        limit: u64,
    },
    /// Shared links are modelled in one dimension only.
    SharedDimensions {
        dims: usize,
    },
    /// A bandwidth, a latency or a delay that is not a number above zero, or is too large.
    Quantity {
        what: &'static str,
    },
    /// The list of algorithms fits the dimensions neither one by one nor as one for all.
    Algorithms {
        given: usize,
        dims: usize,
    },
    /// The algorithm is not defined for the operation.
    Unsupported {
        op: Op,
        way: Way,
    },
    /// Halving-doubling and trees pair ranks by bits of their numbers.
    PowerOfTwo {
        npus: u32,
    },
    /// Nothing to send, or nothing in each chunk.
    Empty {
        bytes: u64,
        chunks: u64,
    },
    /// Chunks, chunks under way or queues outside what is simulated.
    Count {
        what: &'static str,
        value: u64,
        limit: u64,
    },
    /// The task graph, or its links, would be too many.
    TooLarge {
        tasks: u64,
        limit: u64,
    },
    /// The chunks' queues wait for each other for ever, as the peer's would.
    Stuck,
    Sim(SimError),
}

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PeerError::Dimensions { dims, limit } => write!(f, "{dims} dimensions; 1 to {limit} can be simulated"),
            PeerError::Members { npus, limit } => {
                write!(f, "{npus} NPUs; every dimension has at least 2, and all together at most {limit}")
            }
            PeerError::SharedDimensions { dims } => {
                write!(f, "congestion_aware knows one dimension, not {dims}; take congestion_unaware")
            }
            PeerError::Quantity { what } => write!(f, "{what} is not a number in range"),
            PeerError::Algorithms { given, dims } => {
                write!(f, "{given} algorithms for {dims} dimensions; name one each, or one that begins with \"one\"")
            }
            PeerError::Unsupported { op, way } => {
                write!(f, "{} has no {}", op.id(), way.id())
            }
            PeerError::PowerOfTwo { npus } => {
                write!(f, "halvingDoubling and doubleBinaryTree need a power of two, not {npus} NPUs")
            }
            PeerError::Empty { bytes, chunks } => write!(f, "{bytes} bytes cannot be cut into {chunks} chunks"),
            PeerError::Count { what, value, limit } => write!(f, "{what} is {value}; 1 to {limit} can be simulated"),
            PeerError::TooLarge { tasks, limit } => {
                write!(f, "{tasks} tasks or links; the limit is {limit}. Take fewer NPUs or chunks")
            }
            PeerError::Stuck => write!(f, "the chunks' queues wait for each other; take more active_chunks"),
            PeerError::Sim(error) => write!(f, "{error}"),
        }
    }
}

impl From<SimError> for PeerError {
    fn from(error: SimError) -> PeerError {
        PeerError::Sim(error)
    }
}
