//! What is wrong with a plan of gradient descent.

use kitchen_core::descent::DescentError;
use kitchen_text::{Line, Number, count, msg};

use super::Sentence;

impl Sentence for DescentError {
    fn line(&self) -> Line {
        match *self {
            DescentError::Range { what, low, high, decimals } => Line::from(msg::ErrDescentRange {
                what: what.into(),
                low: Number(low, decimals),
                high: Number(high, decimals),
            }),
            DescentError::Count { parameters } => Line::from(msg::ErrDescentCount { n: count(parameters) }),
        }
    }
}
