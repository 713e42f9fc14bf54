//! What breaks, and what it costs: a step in which one GPU or one link is slow, and a training job over days in which servers
//! fail, work since the last checkpoint is lost, and everything starts again.
//!
//! * [`slow`]: the same step with one rate changed, for the simulation of every day;
//! * [`city`]: a job on many servers, and how often it writes down where it is;
//! * [`days`]: such a job simulated failure by failure, from a seed;
//! * [`period`]: the closed forms beside it: expected goodput, and the best time between checkpoints;
//! * [`reserve`]: how long a job waits for repairs, and how many servers in reserve are worth their keep;
//! * [`published`]: what breaks how often, as others counted it.

mod chance;
pub mod city;
pub mod days;
pub mod exp;
pub mod period;
pub mod published;
pub mod reserve;
pub mod slow;
#[cfg(test)]
mod tests;

pub use city::{City, FaultError};
pub use days::{Days, Failure, Part, Spent, What};
