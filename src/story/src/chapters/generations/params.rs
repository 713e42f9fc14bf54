//! What the reader may change of the race through the years.

use kitchen_core::collective::Op;
use kitchen_core::units::Bytes;
use kitchen_text::{Key, key};

use super::run::KITCHENS;
use crate::scenario::kind::params;
use crate::scenario::meeting::{LEAST_BYTES, MOST_BYTES, OPS, USUAL_BYTES};

/// What is taken from each system that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    Nothing,
    /// A switch chip.
    Chip,
    /// One of a GPU's links.
    Link,
}

const LOST: [(&str, Key, Lost); 3] = [
    ("nothing", key::MISSING_NOTHING, Lost::Nothing),
    ("chip", key::MISSING_CHIP, Lost::Chip),
    ("link", key::MISSING_LINK, Lost::Link),
];

/// The year up to which kitchens race.
const YEARS: [(&str, Key, u16); 5] = [
    ("2026", key::UNTIL_2026, 2026),
    ("2024", key::UNTIL_2024, 2024),
    ("2022", key::UNTIL_2022, 2022),
    ("2020", key::UNTIL_2020, 2020),
    ("2018", key::UNTIL_2018, 2018),
];

params! {
    /// The parameters of the race through the years.
    Params {
        op: Op = 0 => of(OPS), PARAM_OP, PARAM_OP_HELP;
        bytes: Bytes = USUAL_BYTES => bytes(LEAST_BYTES, MOST_BYTES), PARAM_BYTES, PARAM_BYTES_HELP;
        missing: Lost = 0 => of(LOST), PARAM_MISSING, PARAM_MISSING_HELP;
        until: u16 = 0 => of(YEARS), PARAM_UNTIL, PARAM_UNTIL_HELP;
        /// The kitchen in which the reader's own chefs stand, from 1 in the order of the years; 0 where they stand in none.
        home: u32 = 0 => int(0, KITCHENS.len() as i64), GENERATIONS_HOME, GENERATIONS_HOME_HELP;
        /// The one that theirs is compared with, counted likewise: the one that they left.
        left: u32 = 0 => int(0, KITCHENS.len() as i64), GENERATIONS_LEFT, GENERATIONS_LEFT_HELP;
    }
}

impl Params {
    /// The run of the kitchen in which the reader's own chefs stand, where it races.
    pub(super) fn own(&self) -> Option<usize> {
        self.place(self.home)
    }

    /// The run of the kitchen that they left for another.
    pub(super) fn before(&self) -> Option<usize> {
        self.place(self.left).filter(|left| self.own().is_some_and(|own| own != *left))
    }

    fn place(&self, kitchen: u32) -> Option<usize> {
        let at = (kitchen as usize).checked_sub(1)?;
        KITCHENS.get(at).filter(|(_, year)| *year <= self.until).map(|_| at)
    }
}
