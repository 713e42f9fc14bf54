//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::PARAMS;
use super::run;

/// One pass of a model through its operators, cut in two.
pub const KIND: Kind = &Schema::new(("graph", "graph"), PARAMS, run::clusters, run::prepare);
