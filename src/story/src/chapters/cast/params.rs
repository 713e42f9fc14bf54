//! What the reader may change of the cast: nothing but whose name is shown.

use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// Who may be asked for a name; each has a place of its own on the stage.
pub(super) const SHOWN: [(&str, Key, Option<Key>); 8] = [
    ("none", key::CAST_SHOWN_NONE, None),
    ("chef", key::ROLE_CHEF, Some(key::ROLE_CHEF)),
    ("recipe", key::ROLE_RECIPE, Some(key::ROLE_RECIPE)),
    ("shelf", key::ROLE_SHELF, Some(key::ROLE_SHELF)),
    ("ingredients", key::ROLE_INGREDIENTS, Some(key::ROLE_INGREDIENTS)),
    ("sensor", key::ROLE_SENSOR, Some(key::ROLE_SENSOR)),
    ("exchange", key::ROLE_EXCHANGE, Some(key::ROLE_EXCHANGE)),
    ("street", key::ROLE_STREET, Some(key::ROLE_STREET)),
];

params! {
    /// The parameters of the cast.
    Params {
        /// Whose name stands on the stage from the start.
        shown: Option<Key> = 0 => of(SHOWN), CAST_PARAM_SHOWN, CAST_PARAM_SHOWN_HELP;
    }
}
