//! The kind of scenario that is shown.

use crate::scenario::{Kind, Schema};

use super::run;

/// The same dish three times; nothing in it is for the reader to change.
pub const KIND: Kind = &Schema::new(("prologue", "prologue"), &[], |_| vec![run::cluster()], run::prepare);
