//! What is wrong with a plan of gradient descent.

use kitchen_core::descent::DescentError;
use kitchen_text::{Line, key};

use super::Sentence;

impl Sentence for DescentError {
    fn line(&self) -> Line {
        match *self {
            DescentError::Range { what, low, high, decimals } => {
                let line = Line::new(key::ERR_DESCENT_RANGE).text("what", what);
                line.number("low", low, decimals).number("high", high, decimals)
            }
            DescentError::Count { parameters } => Line::new(key::ERR_DESCENT_COUNT).count("n", parameters),
        }
    }
}
