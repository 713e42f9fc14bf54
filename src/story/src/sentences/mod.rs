//! What the engine's errors say and what its machines, links and algorithms are called, in every language: the engine itself
//! knows values only. One file for each of its rooms.

mod collective;
mod descent;
mod faults;
mod packet;
mod sim;
#[cfg(test)]
mod tests;
mod topology;
mod workload;

pub use topology::vertex;
pub use workload::{does_not_fit, host_does_not_fit};

use kitchen_text::{Key, Line};

/// An error of the engine, as a sentence for the reader.
pub trait Sentence {
    fn line(&self) -> Line;
}

/// Something that has a name without arguments.
pub trait Named {
    fn name(&self) -> Key;
}
