//! The grid that a group's servers are usually taken for.

use crate::Algorithm;
use crate::nccl::communicator::Communicator;
use crate::plans::hierarchical::{Dimension, Inner};

/// How domains meet inside under a hierarchy.
pub fn inside(comm: &Communicator, algorithm: Algorithm) -> Inner {
    match (algorithm, comm.switched) {
        (Algorithm::InNetwork, _) => Inner::Switch,
        (_, true) => Inner::Direct,
        (_, false) => Inner::Ring,
    }
}

/// The grid of a hierarchy: the one asked for, or the members of a domain and, with trees, the domains. Unequal domains,
/// where each rank has parts of its own (sums go as [`Communicator::unequal`] says), are taken for several groups of ranks each, as
/// large as fit all of them: servers of 8, 8 and 4 for five groups of four.
pub fn dimensions(comm: &Communicator, algorithm: Algorithm) -> Vec<Dimension> {
    if algorithm == Algorithm::Hierarchical && !comm.dims.is_empty() {
        return comm.dims.clone();
    }
    let members = comm.domains.iter().fold(0, |common, domain| divisor(common, domain.len() as u32)).max(1);
    let inside = Dimension::new(members, inside(comm, algorithm));
    vec![inside, Dimension::new(comm.ranks / members, Inner::Trees)]
}

/// The greatest common divisor.
fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// Whether there is such a grid: switches that add for others need equal domains.
pub fn is_grid_for(comm: &Communicator, algorithm: Algorithm) -> bool {
    algorithm == Algorithm::Hierarchical || comm.is_even()
}
