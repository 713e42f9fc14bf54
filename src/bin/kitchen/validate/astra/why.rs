//! Why a row differs or cannot be run, as sentences.

use kitchen_astra::{AstraError, Measured};
use kitchen_story::sentences::Sentence as _;
use kitchen_text::{Line, count, key, msg};

/// Why a row may differ from ASTRA-sim's result.
pub(super) fn differs(measured: &Result<Measured, Line>) -> Line {
    match measured {
        Err(why) => Line::from(msg::ValidateRefusedFor { why: why.clone().into() }),
        Ok(Measured { ties: 0, .. }) => Line::new(key::VALIDATE_UNEXPLAINED),
        Ok(Measured { ties, .. }) => Line::from(msg::ValidateTies { n: whole(*ties) }),
    }
}

/// What the file asks for and cannot be simulated.
pub(crate) fn refused(error: &AstraError) -> Line {
    match *error {
        AstraError::Dimensions { dims, limit } => {
            Line::from(msg::ValidatePeerDimensions { dims: count(dims), limit: count(limit) })
        }
        AstraError::Members { npus, limit } => {
            Line::from(msg::ValidatePeerMembers { npus: whole(npus), limit: whole(limit) })
        }
        AstraError::SharedDimensions { dims } => Line::from(msg::ValidatePeerShared { dims: count(dims) }),
        AstraError::Quantity { what } => Line::from(msg::ValidatePeerQuantity { what: what.into() }),
        AstraError::Algorithms { given, dims } => {
            Line::from(msg::ValidatePeerAlgorithms { given: count(given), dims: count(dims) })
        }
        AstraError::Unsupported { op, algorithm } => {
            Line::from(msg::ValidatePeerUnsupported { op: op.id().into(), way: algorithm.id().into() })
        }
        AstraError::PowerOfTwo { npus } => Line::from(msg::ValidatePeerPower { npus: npus.into() }),
        AstraError::Empty { bytes, chunks } => {
            Line::from(msg::ValidatePeerEmpty { bytes: whole(bytes), chunks: whole(chunks) })
        }
        AstraError::Count { what, value, limit } => {
            Line::from(msg::ValidatePeerCount { what: what.into(), value: whole(value), limit: whole(limit) })
        }
        AstraError::TooLarge { tasks, limit } => {
            Line::from(msg::ValidatePeerTooLarge { tasks: whole(tasks), limit: whole(limit) })
        }
        AstraError::Stuck => Line::new(key::VALIDATE_PEER_STUCK),
        AstraError::Sim(error) => error.line(),
    }
}

pub(super) fn whole(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
