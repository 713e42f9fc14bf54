//! What the reader may change of the sauce.

use kitchen_core::descent::model::Model;
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// Who tastes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tasters {
    /// Six whose tongues differ.
    Different,
    /// Six whose tongues are much alike.
    Alike,
    /// One of the six a step, drawn anew each time.
    One,
}

pub(super) const RATES: [(&str, Key, f64); 4] = [
    ("0.02", key::RATE_0_02, 0.02),
    ("0.05", key::RATE_0_05, 0.05),
    ("0.1", key::RATE_0_1, 0.1),
    ("0.2", key::RATE_0_2, 0.2),
];

pub(super) const MOMENTA: [(&str, Key, f64); 3] =
    [("0", key::MOMENTUM_0, 0.0), ("0.6", key::MOMENTUM_0_6, 0.6), ("0.9", key::MOMENTUM_0_9, 0.9)];

pub(super) const TASTERS: [(&str, Key, Tasters); 3] = [
    ("different", key::TASTERS_DIFFERENT, Tasters::Different),
    ("alike", key::TASTERS_ALIKE, Tasters::Alike),
    ("one", key::TASTERS_ONE, Tasters::One),
];

/// What the first page says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Far too much salt.
    Salty,
    /// Far too much sugar.
    Sweet,
    /// Not far from the best.
    Near,
    /// Another recipe, of two layers, with numbers of its own.
    TwoLayer,
    /// As much salt and sugar as is said beside.
    Own,
}

/// The first and the last carry the ids under which older links knew the recipe's layers.
const STARTS: [(&str, Key, Start); 5] = [
    ("one-layer", key::START_SALTY, Start::Salty),
    ("sweet", key::START_SWEET, Start::Sweet),
    ("near", key::START_NEAR, Start::Near),
    ("two-layer", key::START_TWO_LAYER, Start::TwoLayer),
    ("own", key::SECRET_SAUCE_START_OWN, Start::Own),
];

params! {
    /// The parameters of the sauce.
    Params {
        /// The learning rate, in grams squared per point squared.
        rate: f64 = 2 => of(RATES), PARAM_RATE, PARAM_RATE_HELP;
        /// The share of the last update that carries on.
        momentum: f64 = 0 => of(MOMENTA), PARAM_MOMENTUM, PARAM_MOMENTUM_HELP;
        tasters: Tasters = 0 => of(TASTERS), PARAM_TASTERS, PARAM_TASTERS_HELP;
        /// What is begun from.
        start: Start = 0 => of(STARTS), PARAM_START, PARAM_START_HELP;
        /// Grams of salt and of sugar on a first page of the reader's own.
        salt: u32 = 8 => int(0, 12), SECRET_SAUCE_SALT, SECRET_SAUCE_PARAM_SALT_HELP;
        sugar: u32 = 8 => int(0, 12), SECRET_SAUCE_SUGAR, SECRET_SAUCE_PARAM_SUGAR_HELP;
    }
}

impl Params {
    pub const fn recipe(self) -> Model {
        match self.start {
            Start::TwoLayer => Model::TwoLayer,
            _ => Model::OneLayer,
        }
    }
}
