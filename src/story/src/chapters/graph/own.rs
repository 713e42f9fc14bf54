//! What the picture asks of a show.

use kitchen_core::sim::task::TaskId;
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::graph::Value;
use kitchen_text::Line;

use super::cards::{COUNT, PAST};
use super::run::Plan;

/// What the picture asks of a show, prepared once.
#[derive(Debug)]
pub(super) struct Own {
    pub plan: Plan,
    /// When each card begins and ends.
    pub times: [[Time; 2]; COUNT],
    /// What the x-ray says of each card: FLOPs of its matrix products with the bytes of what it makes, these alone, and their shape.
    pub details: [[String; 3]; COUNT],
    /// Bytes from the card before to each card.
    pub flows: [u64; COUNT],
    /// Bytes that go past cards, as [`PAST`] lists them.
    pub past: [u64; PAST.len()],
    /// When each chef is at work.
    pub work: [[Time; 2]; 2],
    pub sends: Vec<Sent>,
    /// What would cross at each place of the knife; the first is none.
    pub crossing: [Bytes; COUNT],
    /// Bytes that are as thick, and as high, as they come.
    pub scale: u64,
    /// The names of the folded layers' cards.
    pub piles: [Line; 2],
}

/// A tensor that crosses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    pub task: TaskId,
    pub value: Value,
    pub bytes: Bytes,
    pub start: Time,
    pub end: Time,
}
