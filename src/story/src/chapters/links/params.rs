//! What the reader may change of the race.

use kitchen_core::collective::Op;
use kitchen_core::units::Bytes;
use kitchen_text::{Key, key};

use crate::scenario::kind::params;
use crate::scenario::meeting::{LEAST_BYTES, MOST_BYTES, OPS, USUAL_BYTES};

const CHEFS: [(&str, Key, u32); 3] = [("8", key::NUMBER_8, 8), ("16", key::NUMBER_16, 16), ("72", key::NUMBER_72, 72)];

params! {
    /// The parameters of the race.
    Params {
        op: Op = 0 => of(OPS), PARAM_OP, PARAM_OP_HELP;
        bytes: Bytes = USUAL_BYTES => bytes(LEAST_BYTES, MOST_BYTES), PARAM_BYTES, PARAM_BYTES_HELP;
        /// GPUs.
        chefs: u32 = 0 => of(CHEFS), PARAM_CHEFS, PARAM_RACE_CHEFS_HELP;
    }
}
