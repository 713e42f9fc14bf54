//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::own;
use super::params::PARAMS;
use super::run;

/// Gradient descent on a small sauce, on one GPU.
pub const KIND: Kind = &Schema {
    former: &[("recipe", "start")],
    made: Some((own::MADE, |_| true)),
    ..Schema::new(("descent", "secret-sauce"), PARAMS, run::clusters, run::prepare)
};
