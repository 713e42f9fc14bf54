//! Who is who in the chapters that are open.

use kitchen_core::text::Key;
#[allow(clippy::wildcard_imports)] // the table below is nothing but keys
use kitchen_core::text::key::*;

/// One row of the cast: what it is in the kitchen, in the cluster, and in one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    pub kitchen: Key,
    pub cluster: Key,
    pub note: Key,
}

const fn role(kitchen: Key, cluster: Key, note: Key) -> Role {
    Role { kitchen, cluster, note }
}

static CAST: [Role; 14] = [
    role(CAST_CHEF, CAST_CHEF_IS, CAST_CHEF_NOTE),
    role(CAST_KITCHEN, CAST_KITCHEN_IS, CAST_KITCHEN_NOTE),
    role(CAST_RECIPE, CAST_RECIPE_IS, CAST_RECIPE_NOTE),
    role(CAST_INGREDIENTS, CAST_INGREDIENTS_IS, CAST_INGREDIENTS_NOTE),
    role(CAST_SHELF, CAST_SHELF_IS, CAST_SHELF_NOTE),
    role(CAST_BOWL, CAST_BOWL_IS, CAST_BOWL_NOTE),
    role(CAST_SENSOR, CAST_SENSOR_IS, CAST_SENSOR_NOTE),
    role(CAST_REPORT, CAST_REPORT_IS, CAST_REPORT_NOTE),
    role(CAST_EDIT, CAST_EDIT_IS, CAST_EDIT_NOTE),
    role(CAST_MEETING, CAST_MEETING_IS, CAST_MEETING_NOTE),
    role(CAST_CORRIDOR, CAST_CORRIDOR_IS, CAST_CORRIDOR_NOTE),
    role(CAST_TUNNEL, CAST_TUNNEL_IS, CAST_TUNNEL_NOTE),
    role(CAST_EXCHANGE, CAST_EXCHANGE_IS, CAST_EXCHANGE_NOTE),
    role(CAST_STREET, CAST_STREET_IS, CAST_STREET_NOTE),
];

/// Who is who in the chapters that are open.
pub fn cast() -> &'static [Role] {
    &CAST
}
