//! A machine as a document: what a file may say of one's own GPUs, links, cards and fabric, and what is wrong with it.
//!
//! ```
//! use kitchen_machines::{Machine, read, write};
//! use kitchen_topology::system;
//!
//! let preset = system("dgx-h100").unwrap();
//! let document = write(preset);
//! // Read back, it is the same machine.
//! assert_eq!(read(&document).unwrap().machine, Machine::Nodes(preset));
//! ```
//!
//! ```text
//! TOML, JSON --serde--> Value --fields::check--> a table that keeps to the form --read--> System, or dimensions
//!                         ^------------------------------write------------------------------ '
//! ```
//!
//! One table ([`fields`](self), private) says which fields there are and in what range; the reader, the schema and the
//! nearest known name all go by it.
//!
//! * `value`: a document of any format; `fields`: the form; `read`, `gpu`, `fabric`: from a document to a machine; `write`: back; `schema`: the form as
//!   JSON Schema; `wrong`: what can be wrong.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

mod fabric;
mod fields;
mod gpu;
mod read;
mod schema;
mod value;
mod write;
mod wrong;

pub use fabric::{Dimension, Dimensions, Joined};
pub use fields::MAX_DIMENSIONS;
pub use read::{Document, Machine, read};
pub use schema::schema;
pub use value::Value;
pub use write::write;
pub use wrong::{Expected, Problem, Wrong};

#[cfg(test)]
mod tests;
