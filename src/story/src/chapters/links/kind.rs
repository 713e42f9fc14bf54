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
    // The corridor and the exchange have no tunnels, and nobody's own chefs.
    is_used: |scenario, place| {
        let params = Params::of(scenario);
        match place {
            _ if place == At::cut as usize || place == At::home as usize => params.field == Field::All,
            _ if place == At::left as usize => params.own().is_some(),
            _ => true,
        }
    },
    ..Schema::new(("race", "links"), PARAMS, run::clusters, run::prepare)
};
