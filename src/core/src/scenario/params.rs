//! The parameter table.

use crate::text::Key;

/// What is simulated; each kind takes its own parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// One training step of a transformer cut into stages.
    Pipeline,
    /// One transformer MLP block cut over several GPUs.
    Tensor,
    /// One all-reduce of the gradients.
    Data,
    /// The same collective on several systems, raced on one clock.
    Race,
}

/// A parameter's index in [`PARAMS`]. (Filled by the table.)
pub type ParamId = &'static str;

/// The values that a parameter may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// A whole number, both ends included.
    Int { min: i64, max: i64 },
    /// A power of two, both ends included, in bytes.
    Bytes { min: u64, max: u64 },
    /// One of a list: the id used in links and on the command line, and the name shown.
    Choice(&'static [(&'static str, Key)]),
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    pub id: ParamId,
    pub name: Key,
    pub range: Range,
    /// The default: the number itself, or the choice's index.
    pub default: i64,
}

/// A valid scenario: a kind with a value for each of its parameters (the number itself, or the choice's index).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub kind: Kind,
    pub values: Vec<i64>,
}
