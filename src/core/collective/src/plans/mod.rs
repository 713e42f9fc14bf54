//! The algorithms as pure plans: they know ranks and parts, and no hardware.

pub mod binomial;
pub mod bruck;
pub mod direct;
pub mod double_binary_tree;
pub mod halving_doubling;
pub mod hierarchical;
pub mod in_fabric;
pub mod in_network;
pub mod pairwise;
pub mod pass_along;
pub mod pat;
pub mod ring;
pub(crate) mod rounds;
pub mod tree;
