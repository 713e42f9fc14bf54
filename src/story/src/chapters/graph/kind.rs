//! The kind of scenario that the chapter shows.

use crate::scenario::{Kind, Schema};

use super::params::{At, PARAMS, Params};
use super::run;
use super::three;

/// One pass of a model through its operators, cut for two chefs or for three.
pub const KIND: Kind = &Schema {
    is_used: |scenario, place| {
        let idle = if three::is_three(scenario) { At::knife } else { At::first };
        place != idle as usize
    },
    reconcile: |scenario| {
        let (nearest, line) = three::reconcile(Params::of(scenario))?;
        Some((nearest.scenario(KIND), line))
    },
    ..Schema::new(("graph", "graph"), PARAMS, run::clusters, run::prepare)
};
