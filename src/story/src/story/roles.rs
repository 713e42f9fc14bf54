//! Who is who in the chapters that are open.

use kitchen_text::Key;
#[allow(clippy::wildcard_imports)] // the table below is nothing but keys
use kitchen_text::key::*;

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

static ROLES: [Role; 14] = [
    role(ROLE_CHEF, ROLE_CHEF_IS, ROLE_CHEF_NOTE),
    role(ROLE_KITCHEN, ROLE_KITCHEN_IS, ROLE_KITCHEN_NOTE),
    role(ROLE_RECIPE, ROLE_RECIPE_IS, ROLE_RECIPE_NOTE),
    role(ROLE_INGREDIENTS, ROLE_INGREDIENTS_IS, ROLE_INGREDIENTS_NOTE),
    role(ROLE_SHELF, ROLE_SHELF_IS, ROLE_SHELF_NOTE),
    role(ROLE_BOWL, ROLE_BOWL_IS, ROLE_BOWL_NOTE),
    role(ROLE_SENSOR, ROLE_SENSOR_IS, ROLE_SENSOR_NOTE),
    role(ROLE_REPORT, ROLE_REPORT_IS, ROLE_REPORT_NOTE),
    role(ROLE_EDIT, ROLE_EDIT_IS, ROLE_EDIT_NOTE),
    role(ROLE_MEETING, ROLE_MEETING_IS, ROLE_MEETING_NOTE),
    role(ROLE_CORRIDOR, ROLE_CORRIDOR_IS, ROLE_CORRIDOR_NOTE),
    role(ROLE_TUNNEL, ROLE_TUNNEL_IS, ROLE_TUNNEL_NOTE),
    role(ROLE_EXCHANGE, ROLE_EXCHANGE_IS, ROLE_EXCHANGE_NOTE),
    role(ROLE_STREET, ROLE_STREET_IS, ROLE_STREET_NOTE),
];

/// Who is who in the chapters that are open.
pub fn roles() -> &'static [Role] {
    &ROLES
}
