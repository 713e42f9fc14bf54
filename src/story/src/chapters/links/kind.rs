//! The kind of scenario that the chapter shows.

use kitchen_core::collective::Algorithm;

use crate::scenario::{Kind, Meeting, Schema};

use super::params::{PARAMS, Params};
use super::run;

/// One collective on several systems, raced on one clock.
pub const KIND: Kind = &Schema {
    meeting: |scenario| {
        let Params { op, bytes, .. } = Params::of(scenario);
        Some(Meeting { op, algorithm: Algorithm::Auto, bytes, is_part: false })
    },
    ..Schema::new(("race", "links"), PARAMS, run::clusters, run::prepare)
};
