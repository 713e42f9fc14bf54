//! What the relay is asked for to tell: each part has a room of its own.

pub(super) use super::asking::{gate, verdict};
pub(super) use super::beats::script;
pub(super) use super::shape::{opening, readout};
