//! What the reader may let go wrong.

use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// Now and then one of many kitchens closes.
    Kitchen,
    /// One chef's stove burns low.
    Stove,
    /// One chef's tunnels have fallen.
    Tunnel,
    /// One of several streets falls, and stays so.
    Street,
    /// One falls and comes back, again and again.
    Flap,
    /// A crossing dies, with all its streets.
    Crossing,
    /// One door says "wait", and takes it back late.
    Door,
}

impl Mishap {
    /// Whether it is told of a step of two kitchens.
    pub(super) const fn is_step(self) -> bool {
        matches!(self, Mishap::Stove | Mishap::Tunnel)
    }

    /// Whether it is told of parcels on streets.
    pub(super) const fn is_street(self) -> bool {
        matches!(self, Mishap::Street | Mishap::Flap | Mishap::Crossing | Mishap::Door)
    }
}

const MISHAPS: [(&str, Key, Mishap); 7] = [
    ("kitchen", key::MISHAP_KITCHEN, Mishap::Kitchen),
    ("stove", key::MISHAP_STOVE, Mishap::Stove),
    ("tunnel", key::MISHAP_TUNNEL, Mishap::Tunnel),
    ("street", key::MISHAP_STREET, Mishap::Street),
    ("flap", key::MISHAP_FLAP, Mishap::Flap),
    ("crossing", key::MISHAP_CROSSING, Mishap::Crossing),
    ("door", key::MISHAP_DOOR, Mishap::Door),
];

const CITIES: [(&str, Key, u32); 4] = [
    ("64", key::NUMBER_64, 64),
    ("256", key::NUMBER_256, 256),
    ("1024", key::NUMBER_1024, 1_024),
    ("2048", key::NUMBER_2048, 2_048),
];

/// Minutes between two checkpoints.
const PERIODS: [(&str, Key, u32); 5] = [
    ("10", key::MINUTES_10, 10),
    ("20", key::MINUTES_20, 20),
    ("30", key::MINUTES_30, 30),
    ("60", key::MINUTES_60, 60),
    ("120", key::MINUTES_120, 120),
];

const SPARES: [(&str, Key, u32); 4] =
    [("0", key::NUMBER_0, 0), ("4", key::NUMBER_4, 4), ("8", key::NUMBER_8, 8), ("16", key::NUMBER_16, 16)];

params! {
    /// The parameters of mishaps.
    Params {
        mishap: Mishap = 0 => of(MISHAPS), PARAM_MISHAP, PARAM_MISHAP_HELP;
        /// Kitchens that work.
        kitchens: u32 = 2 => of(CITIES), PARAM_KITCHENS, PARAM_CITY_HELP;
        /// Minutes of work between two checkpoints, in the city in the middle.
        period: u32 = 2 => of(PERIODS), PARAM_PERIOD, PARAM_PERIOD_HELP;
        /// Kitchens in reserve.
        spares: u32 = 2 => of(SPARES), PARAM_SPARES, PARAM_SPARES_HELP;
    }
}
