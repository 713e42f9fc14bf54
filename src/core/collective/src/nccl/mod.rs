//! NCCL's choices: what it finds of a communicator's topology, its protocols and channels, its tuner, and the closed forms
//! that take its place where it has none (the depth of a pipeline, links on which it does not run).

pub mod calibration;
pub mod channels;
pub mod choice;
pub mod choose;
pub mod communicator;
pub mod cost;
pub mod count;
pub mod grid;
pub mod launch;
pub mod messages;
pub mod nvls;
pub mod protocol;
pub mod shares;
mod tables;
pub mod tuner;

pub use choice::Choice;
pub use choose::choose;
