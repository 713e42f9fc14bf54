//! The kind of scenario that the chapter shows.

use kitchen_text::{Key, key};

use crate::scenario::{Kind, Schema};

use super::params::{PARAMS, Params, Rival};
use super::run;

/// The two chefs of the timeline.
static LANES: [Key; 2] = [key::PANTRY_LANE_AWAY, key::PANTRY_LANE_WHOLE];

static AGAIN: [Key; 2] = [key::PANTRY_LANE_AWAY, key::PANTRY_LANE_AGAIN];

/// A step with a pantry down the street, beside one with everything at hand.
pub const KIND: Kind = &Schema {
    lanes: |scenario| if Params::of(scenario).rival == Rival::Again { &AGAIN } else { &LANES },
    extend: run::extend,
    ..Schema::new(("pantry", "pantry"), PARAMS, run::clusters, run::prepare)
};
