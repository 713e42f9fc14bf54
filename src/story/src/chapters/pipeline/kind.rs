//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::PARAMS;
use super::run;

/// A training step of a transformer cut into stages.
pub const KIND: Kind = &Schema {
    // In HTML `&micro-batches` reads as a mu and "-batches", so links that were pasted into pages broke.
    former: &[("micro-batches", "batches")],
    ..Schema::new(("pipeline", "pipeline"), PARAMS, run::clusters, run::prepare)
};
