//! Generations of GPUs.

/// A GPU's generation, as the collective library's tuning tables are keyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Generation {
    /// P100 (NVLink 1).
    Pascal,
    /// V100 (NVLink 2).
    Volta,
    /// A100 and its workstation cards (NVLink 3).
    Ampere,
    /// H100, H200, GH200 (NVLink 4).
    Hopper,
    /// B200, GB200, B300, GB300 (NVLink 5).
    Blackwell,
    /// Vera Rubin (NVLink 6), announced.
    Rubin,
    /// AMD MI250X.
    Cdna2,
    /// AMD MI300X.
    Cdna3,
    /// AMD MI355X.
    Cdna4,
}
