//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::PARAMS;
use super::run;

/// A model answering on one GPU and learning on another of the same kind.
pub const KIND: Kind = &Schema::new(("two-faces", "two-faces"), PARAMS, run::clusters, run::prepare);
