//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::PARAMS;
use super::run;

/// A model read and then learnt, on one GPU or on several of a server.
pub const KIND: Kind = &Schema::new(("too-big", "too-big"), PARAMS, run::clusters, run::prepare);
