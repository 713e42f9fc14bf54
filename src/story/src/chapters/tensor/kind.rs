//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::PARAMS;
use super::run;

/// One MLP block of a transformer cut over several GPUs.
pub const KIND: Kind = &Schema::new(("tensor", "tensor"), PARAMS, run::clusters, run::prepare);
