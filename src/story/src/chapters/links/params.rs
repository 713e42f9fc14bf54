//! What the reader may change of the race.

use kitchen_core::collective::Op;
use kitchen_core::units::Bytes;
use kitchen_text::{Key, key};

use crate::scenario::kind::params;
use crate::scenario::meeting::{LEAST_BYTES, MOST_BYTES, OPS, USUAL_BYTES};

const CHEFS: [(&str, Key, u32); 3] = [("8", key::NUMBER_8, 8), ("16", key::NUMBER_16, 16), ("72", key::NUMBER_72, 72)];

/// Who races.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// One of each way.
    All,
    /// The same GPUs in the corridor and at the exchange.
    Two,
}

const FIELDS: [(&str, Key, Field); 2] = [("all", key::FIELD_ALL, Field::All), ("two", key::FIELD_TWO, Field::Two)];

/// Whether a tunnel is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    Nothing,
    /// One of chef 1's, in the kitchen that has nothing else.
    Tunnel,
}

const CUTS: [(&str, Key, Cut); 2] =
    [("nothing", key::MISSING_NOTHING, Cut::Nothing), ("tunnel", key::MISSING_LINK, Cut::Tunnel)];

params! {
    /// The parameters of the race.
    Params {
        op: Op = 0 => of(OPS), PARAM_OP, PARAM_OP_HELP;
        bytes: Bytes = USUAL_BYTES => bytes(LEAST_BYTES, MOST_BYTES), PARAM_BYTES, PARAM_BYTES_HELP;
        /// GPUs.
        chefs: u32 = 0 => of(CHEFS), PARAM_CHEFS, PARAM_RACE_CHEFS_HELP;
        field: Field = 0 => of(FIELDS), PARAM_FIELD, PARAM_FIELD_HELP;
        cut: Cut = 0 => of(CUTS), PARAM_CUT_TUNNEL, PARAM_CUT_TUNNEL_HELP;
    }
}
