//! Topologies: how switches are wired, from the capacity and latency of a switch chip.

pub mod dragonfly;
pub mod fat_tree;
pub mod planes;
pub mod rails;
pub mod ring;
mod wiring;

pub use dragonfly::Dragonfly;
pub use fat_tree::FatTree;
pub use planes::Planes;
pub use rails::Rails;
pub use ring::Ring;

use super::error::PacketError;
use super::fabric::{Fabric, LeafSpine};

/// A topology with its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spec {
    LeafSpine(LeafSpine),
    Rails(Rails),
    FatTree(FatTree),
    Dragonfly(Dragonfly),
    Planes(Planes),
    Ring(Ring),
}

impl Spec {
    pub const IDS: [&'static str; 6] = ["leaf-spine", "rails", "fat-tree", "dragonfly", "planes", "ring"];

    pub const fn id(&self) -> &'static str {
        match self {
            Spec::LeafSpine(_) => Spec::IDS[0],
            Spec::Rails(_) => Spec::IDS[1],
            Spec::FatTree(_) => Spec::IDS[2],
            Spec::Dragonfly(_) => Spec::IDS[3],
            Spec::Planes(_) => Spec::IDS[4],
            Spec::Ring(_) => Spec::IDS[5],
        }
    }

    /// The number of host ports.
    pub const fn hosts(&self) -> u32 {
        match self {
            Spec::LeafSpine(spec) => spec.hosts(),
            Spec::Rails(spec) => spec.hosts(),
            Spec::FatTree(spec) => spec.hosts(),
            Spec::Dragonfly(spec) => spec.hosts(),
            Spec::Planes(spec) => spec.hosts(),
            Spec::Ring(spec) => spec.switches * spec.hosts,
        }
    }

    /// The bandwidth of a switch's hosts over that of its uplinks.
    pub fn oversubscription(&self) -> f64 {
        match self {
            Spec::LeafSpine(spec) => spec.oversubscription(),
            Spec::Rails(spec) => spec.leaf_spine().oversubscription(),
            Spec::FatTree(spec) => spec.oversubscription(),
            Spec::Dragonfly(spec) => f64::from(spec.hosts) / f64::from(spec.global + spec.routers - 1),
            Spec::Planes(spec) => spec.plane.oversubscription(),
            Spec::Ring(spec) => f64::from(spec.hosts),
        }
    }

    /// # Errors
    /// A count is out of its range, or a chip has not that many ports.
    pub fn build(&self) -> Result<Fabric, PacketError> {
        match self {
            Spec::LeafSpine(spec) => spec.build(),
            Spec::Rails(spec) => spec.build(),
            Spec::FatTree(spec) => spec.build(),
            Spec::Dragonfly(spec) => spec.build(),
            Spec::Planes(spec) => spec.build(),
            Spec::Ring(spec) => spec.build(),
        }
    }
}
