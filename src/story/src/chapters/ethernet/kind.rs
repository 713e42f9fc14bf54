//! The kind of scenario that the chapter shows.

use kitchen_text::key;

use crate::scenario::{Kind, Schema};

use super::params::{At, PARAMS, Params, Zoom};
use super::run;

/// Parcels between two rows of kitchens, packet by packet: by the reader's choice of streets, and beside it the same otherwise.
pub const KIND: Kind = &Schema {
    // Spread evenly, neither a draw nor more pairs change anything.
    is_used: |scenario, place| {
        let is_of_draws = place == At::draw as usize || place == At::pairs as usize;
        !is_of_draws || Params::of(scenario).choice.is_drawn()
    },
    made: Some(("streets", |scenario| run::laid(scenario).is_some())),
    is_heavy: |_| true,
    // Both towns are of the same machines.
    lanes: |scenario| {
        if Params::of(scenario).zoom == Zoom::Towns {
            return &[key::ETHERNET_LANE_ABOVE, key::ETHERNET_LANE_MIDDLE, key::ETHERNET_LANE_BELOW];
        }
        &[
            key::ETHERNET_LANE_ABOVE,
            key::ETHERNET_LANE_BELOW,
            key::ETHERNET_LANE_CITY_ABOVE,
            key::ETHERNET_LANE_CITY_BELOW,
        ]
    },
    ..Schema::new(("ethernet", "ethernet"), PARAMS, run::clusters, run::prepare)
};
