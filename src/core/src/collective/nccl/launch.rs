//! What passes before a collective's kernels move anything.

use crate::collective::nccl::calibration as cal;
use crate::collective::nccl::nvls;
use crate::collective::nccl::protocol::Medium;
use crate::collective::nccl::shape::Shape;
use crate::collective::{Algorithm, Choice, Op};
use crate::hardware::Generation;
use crate::units::{Bytes, Time};

/// What the buffers of NVLink's switches add to the launch where those make the sums.
pub fn sync(shape: &Shape, choice: &Choice, bytes: Bytes) -> Time {
    let fabric = choice.algorithm == Algorithm::InFabric && shape.in_network.is_some();
    let adds = choice.algorithm == Algorithm::InNetwork || fabric;
    if adds { nvls::sync(shape, choice, bytes) } else { Time::ZERO }
}

/// A kernel's launch.
pub fn launch(shape: &Shape) -> Time {
    match shape.generation {
        _ if shape.inside == Medium::Xgmi => cal::LAUNCH_RCCL,
        Generation::Pascal | Generation::Volta => cal::LAUNCH_VOLTA,
        Generation::Ampere => cal::LAUNCH_AMPERE,
        _ => cal::LAUNCH,
    }
}

/// What setting up one message to each peer adds to the launch.
pub fn peers(op: Op, shape: &Shape) -> Time {
    let each = matches!(op, Op::AllToAll | Op::AllToAllV | Op::Gather | Op::Scatter);
    let peers = if each { shape.ranks.saturating_sub(1) } else { 0 };
    Time(cal::PEER.0.saturating_mul(u64::from(peers)))
}
