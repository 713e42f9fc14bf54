//! The network as the engine sees it.
//!
//! * [`fluid`]: flows as rates, shared by [`maxmin`];
//! * [`unshared`], [`store_forward`]: whole messages, as other simulators assume, so that results can be compared;
//! * [`admission`]: semaphores and gates before a network.

pub mod admission;
pub mod fluid;
pub mod fold;
pub mod maxmin;
pub mod memo;
pub mod sharing;
pub mod store_forward;
pub mod unshared;

use kitchen_task::{RouteId, TaskId};
use kitchen_trace::RateSegment;
use kitchen_units::Time;

use crate::SimError;
use crate::queue::EventQueue;

/// Carries flows. The engine calls, for each instant: `event` for each of the network's events that comes due, `start` for
/// each flow that begins, then `settle` once.
pub trait Network {
    /// A flow begins. `bytes` is above zero and the route's bandwidth is bounded.
    fn start(&mut self, now: u64, task: TaskId, route: RouteId, bytes: u64);

    /// An event that the network put into the queue is due: the flow whose last byte has left, if it is that.
    fn event(&mut self, now: u64, token: u32, queue: &mut EventQueue) -> Option<Drained>;

    /// All flows that begin or end at `now` are known: works out what follows and puts it into the queue as tokens,
    /// marked by [`token`].
    ///
    /// # Errors
    /// [`SimError::TooLong`], [`SimError::TooMuchMemory`].
    fn settle(&mut self, now: u64, queue: &mut EventQueue) -> Result<(), SimError>;

    /// The rate of each flow over time, in order of start, if it was recorded.
    fn into_segments(self) -> Vec<RateSegment>;
}

/// The last byte of a flow has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drained {
    /// The transfer.
    pub task: TaskId,
    /// How long the byte is on its way.
    pub latency: Time,
}

/// An event of the network's, as the queue holds it; the engine's own are even.
pub const fn token(token: u32) -> u32 {
    token << 1 | 1
}
