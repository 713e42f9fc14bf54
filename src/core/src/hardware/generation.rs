//! Generations of GPUs.

/// A GPU's generation, as the collective library's tuning tables are keyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Generation {
    Pascal,
    Volta,
    Ampere,
    Hopper,
    Blackwell,
    Rubin,
    Cdna2,
    Cdna3,
    Cdna4,
}
