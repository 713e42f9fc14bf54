//! The kind of scenario that the chapter shows.

use kitchen_core::sim::task::Kind as Task;
use kitchen_text::key;

use crate::scenario::{Kind, Schema};

use super::night::closing;
use super::params::{At, Mishap, PARAMS, Params};
use super::run;

/// A step with a mishap beside one without, parcels on streets of which something breaks, or three cities in which kitchens close.
pub const KIND: Kind = &Schema {
    // How many kitchens, how often they write and how many are in reserve say something of the city alone.
    is_used: |scenario, place| match Params::of(scenario).mishap {
        Mishap::Kitchen => place != At::pace as usize && place != At::slow as usize,
        Mishap::Stove => [At::mishap, At::pace, At::slow].iter().any(|&at| at as usize == place),
        Mishap::Tunnel => [At::mishap, At::slow].iter().any(|&at| at as usize == place),
        _ => place == At::mishap as usize,
    },
    lanes: |scenario| match Params::of(scenario).mishap {
        Mishap::Kitchen => &[key::MISHAPS_LANE_OFTEN, key::MISHAPS_LANE_CHOSEN, key::MISHAPS_LANE_SELDOM],
        Mishap::Stove | Mishap::Tunnel => &[],
        _ => &[key::MISHAPS_LANE_ABOVE, key::MISHAPS_LANE_BELOW],
    },
    is_heavy: |scenario| Params::of(scenario).mishap.is_street(),
    called: |scenario, task| match (Params::of(scenario).mishap, task) {
        (Mishap::Kitchen, Task::Forward) => Some(key::MISHAPS_TASK_WORK),
        (Mishap::Kitchen, Task::Backward) => Some(key::MISHAPS_TASK_LOST),
        (Mishap::Kitchen, Task::Update) => Some(key::MISHAPS_TASK_WRITE),
        (Mishap::Kitchen, _) => Some(key::MISHAPS_TASK_STANDS),
        _ => None,
    },
    made: Some((closing::MADE, |scenario| Params::of(scenario).mishap == Mishap::Kitchen)),
    ..Schema::new(("mishaps", "mishaps"), PARAMS, run::clusters, run::prepare)
};
