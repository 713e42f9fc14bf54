//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::{At, PARAMS, Params};
use super::{bundle, run};

/// Parcels that may fall, by the reader's rule.
pub const KIND: Kind = &Schema {
    // Packets are counted one by one: the worker's, not the page's.
    is_heavy: |_| true,
    // At one door there is one way in, and nothing falls or is taken. Some rules have names of their own.
    is_used: |scenario, place| {
        let params = Params::of(scenario);
        let is_crowd = params.company.is_crowd();
        (place != At::loss as usize && place != At::taken as usize || !is_crowd)
            && (place != At::paths as usize || !is_crowd && !params.recovery.is_paced())
    },
    made: Some((bundle::MADE, |scenario| bundle::read(scenario).is_some())),
    ..Schema::new(("transport", "transport"), PARAMS, run::clusters, run::prepare)
};
