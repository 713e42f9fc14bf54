//! The connections of a plan, as far as their routes differ.

use crate::plan::{Action, Move, Place};

/// The path that a connection takes; ranks and domains by their numbers in the group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Path {
    /// From rank to rank.
    Direct(u32, u32),
    /// All channels from domain to domain, over all cards.
    Bundle(u32, u32),
    /// Between a rank and its domain's switch.
    ToSwitch(u32),
    FromSwitch(u32),
    /// Between a rank and the network's switches.
    ToTree(u32),
    FromTree(u32),
    /// Between all members of a domain, or its heads, and its switch; between the heads of two.
    Members {
        domain: u32,
        up: bool,
        heads: bool,
    },
    Rails(u32, u32),
}

/// The path of a move in a plan whose ranks stand for domains.
pub(crate) fn of_domains(moved: &Move) -> Path {
    match (moved.from, moved.to) {
        (Place::Rank(from), Place::Rank(to)) => Path::Rails(from, to),
        (Place::Rank(domain), Place::Switch(_)) => {
            Path::Members { domain, up: true, heads: moved.action == Action::Copy }
        }
        (_, Place::Rank(domain)) => Path::Members { domain, up: false, heads: moved.channel > 0 },
        (Place::Switch(a), Place::Switch(b)) => Path::Rails(a, b),
    }
}
