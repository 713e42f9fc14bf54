//! The kind of scenario that the chapter shows.

use kitchen_core::collective::Algorithm;

use crate::scenario::{Kind, Meeting, Schema};

use super::params::{At, PARAMS, Params};
use super::run;

/// One collective on a system of each generation of NVLink, with or without a part missing.
pub const KIND: Kind = &Schema {
    meeting: |scenario| {
        let Params { op, bytes, .. } = Params::of(scenario);
        Some(Meeting { op, algorithm: Algorithm::Auto, bytes, is_part: false })
    },
    // Nobody who stands in no kitchen has left another.
    is_used: |scenario, place| place != At::left as usize || Params::of(scenario).own().is_some(),
    ..Schema::new(("generations", "generations"), PARAMS, run::clusters, run::prepare)
};
