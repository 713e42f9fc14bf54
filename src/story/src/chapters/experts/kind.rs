//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::PARAMS;
use super::{points, run};

/// Two layers with experts, shared out among eight GPUs.
pub const KIND: Kind = &Schema {
    made: Some((points::MADE, |_| true)),
    ..Schema::new(("experts", "experts"), PARAMS, run::clusters, run::prepare)
};
