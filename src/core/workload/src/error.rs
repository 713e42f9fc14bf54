//! Why a step of learning cannot be computed.

use kitchen_collective::CollectiveError;
use kitchen_packet::PacketError;
use kitchen_sim::SimError;
use kitchen_topology::TopologyError;

use super::layout::LayoutError;

/// Why a step cannot be computed.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainError {
    /// The layout does not fit.
    Layout(LayoutError),
    /// The cluster cannot be built.
    Topology(TopologyError),
    /// A collective cannot be carried out.
    Collective(CollectiveError),
    /// The simulator refuses.
    Sim(SimError),
    /// The packet network refuses.
    Packets(PacketError),
}

impl From<LayoutError> for TrainError {
    fn from(error: LayoutError) -> TrainError {
        TrainError::Layout(error)
    }
}

impl From<TopologyError> for TrainError {
    fn from(error: TopologyError) -> TrainError {
        TrainError::Topology(error)
    }
}

impl From<CollectiveError> for TrainError {
    fn from(error: CollectiveError) -> TrainError {
        TrainError::Collective(error)
    }
}

impl From<SimError> for TrainError {
    fn from(error: SimError) -> TrainError {
        TrainError::Sim(error)
    }
}

impl From<PacketError> for TrainError {
    fn from(error: PacketError) -> TrainError {
        TrainError::Packets(error)
    }
}
