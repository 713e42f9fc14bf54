//! What passes before a collective's kernels move anything.

use kitchen_hardware::Generation;
use kitchen_units::{Bytes, Time};

use crate::nccl::calibration as cal;
use crate::nccl::communicator::Communicator;
use crate::nccl::nvls;
use crate::nccl::protocol::Medium;
use crate::{Algorithm, Choice, Op};

/// What the buffers of NVLink's switches add to the launch where those make the sums.
pub fn sync(comm: &Communicator, choice: &Choice, bytes: Bytes) -> Time {
    let fabric = choice.algorithm == Algorithm::InFabric && comm.in_network.is_some();
    let adds = choice.algorithm == Algorithm::InNetwork || fabric;
    if adds { nvls::sync(comm, choice, bytes) } else { Time::ZERO }
}

/// A kernel's launch.
pub fn launch(comm: &Communicator) -> Time {
    match comm.generation {
        _ if comm.inside == Medium::Xgmi => cal::LAUNCH_RCCL,
        Generation::Pascal | Generation::Volta => cal::LAUNCH_VOLTA,
        Generation::Ampere => cal::LAUNCH_AMPERE,
        _ => cal::LAUNCH,
    }
}

/// What setting up one message to each peer adds to the launch.
pub fn peers(op: Op, comm: &Communicator) -> Time {
    let each = matches!(op, Op::AllToAll | Op::AllToAllV | Op::Gather | Op::Scatter);
    let peers = if each { comm.ranks.saturating_sub(1) } else { 0 };
    Time(cal::PEER.0.saturating_mul(u64::from(peers)))
}
