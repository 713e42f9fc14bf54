//! The kind of scenario that the chapter shows.

use kitchen_core::collective::Algorithm;

use crate::scenario::{Kind, Meeting, Schema};

use super::params::{At, Field, PARAMS, Params};
use super::run;

/// One collective on several systems, raced on one clock.
pub const KIND: Kind = &Schema {
    meeting: |scenario| {
        let Params { op, bytes, .. } = Params::of(scenario);
        Some(Meeting { op, algorithm: Algorithm::Auto, bytes, is_part: false })
    },
    // The corridor and the exchange have no tunnels.
    is_used: |scenario, place| place != At::cut as usize || Params::of(scenario).field == Field::All,
    ..Schema::new(("race", "links"), PARAMS, run::clusters, run::prepare)
};
