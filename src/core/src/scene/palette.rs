//! Named colours and their values in each palette.

/// A colour's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    Ink,
    Paper,
}
