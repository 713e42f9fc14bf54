//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::PARAMS;
use super::run;

/// Kitchens that meet after each dish beside as many that follow another rule.
pub const KIND: Kind = &Schema::new(("async", "async"), PARAMS, run::clusters, run::prepare);
