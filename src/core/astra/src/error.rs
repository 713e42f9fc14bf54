//! Why ASTRA-sim's network cannot be built or run.

use kitchen_collective::Op;
use kitchen_sim::SimError;

use crate::Algorithm;

/// Why a call was refused. Only the command line asks, and has the sentences, so the page's texts are without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstraError {
    /// No dimension, or more than ASTRA-sim's groups can name.
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
    /// A figure that is zero, or too large; by the name that ASTRA-sim's files have for it.
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
        algorithm: Algorithm,
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
    /// The chunks' queues wait for each other for ever, as ASTRA-sim's would.
    Stuck,
    Sim(SimError),
}

impl From<SimError> for AstraError {
    fn from(error: SimError) -> AstraError {
        AstraError::Sim(error)
    }
}
