//! Why a job of days cannot be simulated.

use kitchen_core::faults::FaultError;
use kitchen_core::faults::cluster::MAX_EVENTS;
use kitchen_text::{Line, key, msg};

use super::Sentence;

impl Sentence for FaultError {
    fn line(&self) -> Line {
        match *self {
            FaultError::Range { what, value, most } => Line::from(msg::ErrFaultsRange {
                what: what.into(),
                value: i64::try_from(value).unwrap_or(i64::MAX),
                most: most.into(),
            }),
            FaultError::ZeroInterval => Line::new(key::ERR_FAULTS_STILL),
            FaultError::Events => Line::from(msg::ErrFaultsEvents { most: (MAX_EVENTS / 1_000_000) as i64 }),
        }
    }
}
