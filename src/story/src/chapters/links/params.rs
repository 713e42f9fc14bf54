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

/// Kitchens that race: one of each way.
pub(super) const KITCHENS: i64 = 6;

params! {
    /// The parameters of the race.
    Params {
        op: Op = 0 => of(OPS), PARAM_OP, PARAM_OP_HELP;
        bytes: Bytes = USUAL_BYTES => bytes(LEAST_BYTES, MOST_BYTES), PARAM_BYTES, PARAM_BYTES_HELP;
        /// GPUs.
        chefs: u32 = 0 => of(CHEFS), PARAM_CHEFS, PARAM_RACE_CHEFS_HELP;
        field: Field = 0 => of(FIELDS), PARAM_FIELD, PARAM_FIELD_HELP;
        cut: Cut = 0 => of(CUTS), PARAM_CUT_TUNNEL, PARAM_CUT_TUNNEL_HELP;
        /// The kitchen in which the reader's own chefs stand, from 1 in the order of the race; 0 where they stand in none.
        home: u32 = 0 => int(0, KITCHENS), LINKS_HOME, LINKS_HOME_HELP;
        /// The kitchen that theirs is compared with, told as the other: the one that they left.
        left: u32 = 0 => int(0, KITCHENS), LINKS_LEFT, LINKS_LEFT_HELP;
    }
}

impl Params {
    /// The run of the kitchen in which the reader's own chefs stand. Where two kitchens race, they stand in neither.
    pub(super) fn own(&self) -> Option<usize> {
        self.place(self.home)
    }

    /// The run of the kitchen that they left for another.
    pub(super) fn before(&self) -> Option<usize> {
        self.place(self.left).filter(|left| self.own().is_some_and(|own| own != *left))
    }

    fn place(&self, kitchen: u32) -> Option<usize> {
        (kitchen as usize).checked_sub(1).filter(|_| self.field == Field::All)
    }
}
