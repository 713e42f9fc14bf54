//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::{At, PARAMS, Params};
use super::run;

/// Parcels that may fall, by the reader's rule.
pub const KIND: Kind = &Schema {
    // Packets are counted one by one: the worker's, not the page's.
    is_heavy: |_| true,
    // At one door there is one way in, and nothing falls.
    is_used: |scenario, place| {
        ![At::paths as usize, At::loss as usize].contains(&place) || !Params::of(scenario).company.is_crowd()
    },
    ..Schema::new(("transport", "transport"), PARAMS, run::clusters, run::prepare)
};
