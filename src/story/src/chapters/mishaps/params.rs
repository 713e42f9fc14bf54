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

/// The place in the list of what goes wrong.
pub(super) fn place_of(mishap: Mishap) -> i64 {
    MISHAPS.iter().position(|one| one.2 == mishap).unwrap_or(0) as i64
}

const CITIES: [(&str, Key, u32); 6] = [
    ("8", key::NUMBER_8, 8),
    ("64", key::NUMBER_64, 64),
    ("256", key::NUMBER_256, 256),
    ("512", key::NUMBER_512, 512),
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

/// The same as numbers, in order.
pub(super) const SIZES: [u32; CITIES.len()] = values(&CITIES);
pub(super) const MINUTES: [u32; PERIODS.len()] = values(&PERIODS);
pub(super) const RESERVES: [u32; SPARES.len()] = values(&SPARES);

const fn values<const N: usize>(list: &[(&str, Key, u32); N]) -> [u32; N] {
    let mut out = [0; N];
    let mut at = 0;
    while at < N {
        out[at] = list[at].2;
        at += 1;
    }
    out
}

params! {
    /// The parameters of mishaps.
    Params {
        mishap: Mishap = 0 => of(MISHAPS), PARAM_MISHAP, PARAM_MISHAP_HELP;
        /// Kitchens that work.
        kitchens: u32 = 4 => of(CITIES), PARAM_KITCHENS, PARAM_CITY_HELP;
        /// Minutes of work between two checkpoints, in the city in the middle.
        period: u32 = 2 => of(PERIODS), PARAM_PERIOD, PARAM_PERIOD_HELP;
        /// Kitchens in reserve.
        spares: u32 = 2 => of(SPARES), PARAM_SPARES, PARAM_SPARES_HELP;
        /// The kitchen of the city that is looked into, from 1; 0 for none.
        near: u32 = 0 => int(0, 2_064), MISHAPS_NEAR, MISHAPS_NEAR_HELP;
        /// The chef of the low stove, or of the fallen tunnels.
        slow: u32 = 13 => int(9, 16), MISHAPS_SLOW, MISHAPS_SLOW_HELP;
        /// The street that falls, from 1 at the top.
        road: u32 = 1 => int(1, 4), MISHAPS_ROAD, MISHAPS_ROAD_HELP;
        /// The pace of the low stove, in percent.
        pace: u32 = 80 => int(40, 95), MISHAPS_PACE, MISHAPS_PACE_HELP;
    }
}
