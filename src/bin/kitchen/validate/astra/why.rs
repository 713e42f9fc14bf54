//! Why a row differs or cannot be run, as sentences.

use kitchen_core::peer::{Measured, PeerError};
use kitchen_core::text::{Line, key};

/// Why a row may differ from the peer's result.
pub(super) fn differs(measured: &Result<Measured, Line>) -> Line {
    match measured {
        Err(why) => Line::new(key::VALIDATE_REFUSED_FOR).line("why", why.clone()),
        Ok(Measured { ties: 0, .. }) => Line::new(key::VALIDATE_UNEXPLAINED),
        Ok(Measured { ties, .. }) => Line::new(key::VALIDATE_TIES).int("n", whole(*ties)),
    }
}

/// What the file asks for and cannot be simulated.
pub(super) fn refused(error: &PeerError) -> Line {
    match *error {
        PeerError::Dimensions { dims, limit } => {
            Line::new(key::VALIDATE_PEER_DIMENSIONS).count("dims", dims).count("limit", limit)
        }
        PeerError::Members { npus, limit } => {
            Line::new(key::VALIDATE_PEER_MEMBERS).int("npus", whole(npus)).int("limit", whole(limit))
        }
        PeerError::SharedDimensions { dims } => Line::new(key::VALIDATE_PEER_SHARED).count("dims", dims),
        PeerError::Quantity { what } => Line::new(key::VALIDATE_PEER_QUANTITY).text("what", what),
        PeerError::Algorithms { given, dims } => {
            Line::new(key::VALIDATE_PEER_ALGORITHMS).count("given", given).count("dims", dims)
        }
        PeerError::Unsupported { op, algorithm } => {
            Line::new(key::VALIDATE_PEER_UNSUPPORTED).text("op", op.id()).text("way", algorithm.id())
        }
        PeerError::PowerOfTwo { npus } => Line::new(key::VALIDATE_PEER_POWER).int("npus", npus.into()),
        PeerError::Empty { bytes, chunks } => {
            Line::new(key::VALIDATE_PEER_EMPTY).int("bytes", whole(bytes)).int("chunks", whole(chunks))
        }
        PeerError::Count { what, value, limit } => {
            Line::new(key::VALIDATE_PEER_COUNT).text("what", what).int("value", whole(value)).int("limit", whole(limit))
        }
        PeerError::TooLarge { tasks, limit } => {
            Line::new(key::VALIDATE_PEER_TOO_LARGE).int("tasks", whole(tasks)).int("limit", whole(limit))
        }
        PeerError::Stuck => Line::new(key::VALIDATE_PEER_STUCK),
        PeerError::Sim(error) => error.line(),
    }
}

pub(super) fn whole(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
