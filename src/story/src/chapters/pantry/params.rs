//! What the reader may change of the pantry.

use kitchen_core::hardware::efficiency;
use kitchen_core::topology::LinkClass;
use kitchen_core::workload::memory_pool::Away;
use kitchen_core::workload::model::{GPT3_1_3B, LLAMA2_7B, LLAMA2_13B, LLAMA2_70B, LLAMA3_8B, Model};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// What lies in the pantry, and whether the crossing before it adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jars {
    pub away: Away,
    pub adds: bool,
    pub name: Key,
}

const fn jars([weights, gradients, optimizer, activations]: [bool; 4], adds: bool, name: Key) -> Jars {
    Jars { away: Away { weights, gradients, optimizer, activations }, adds, name }
}

const NO: bool = false;
const YES: bool = true;

pub(super) const AWAY: [(&str, Key, Jars); 17] = [
    ("nothing", key::AWAY_NOTHING, jars([NO; 4], NO, key::AWAY_NOTHING)),
    ("recipe", key::AWAY_RECIPE, jars([YES, NO, NO, NO], NO, key::AWAY_RECIPE)),
    ("report", key::AWAY_REPORT, jars([NO, YES, NO, NO], NO, key::AWAY_REPORT)),
    ("notebooks", key::AWAY_NOTEBOOKS, jars([NO, NO, YES, NO], NO, key::AWAY_NOTEBOOKS)),
    ("bowls", key::AWAY_BOWLS, jars([NO, NO, NO, YES], NO, key::AWAY_BOWLS)),
    ("state", key::AWAY_STATE, jars([YES, YES, YES, NO], NO, key::AWAY_STATE)),
    ("state-added", key::AWAY_STATE_ADDED, jars([YES, YES, YES, NO], YES, key::AWAY_STATE_ADDED)),
    ("all", key::AWAY_ALL, jars([YES; 4], NO, key::AWAY_ALL)),
    ("recipe-report", key::PANTRY_RECIPE_REPORT, jars([YES, YES, NO, NO], NO, key::PANTRY_RECIPE_REPORT)),
    ("recipe-notebooks", key::PANTRY_RECIPE_NOTEBOOKS, jars([YES, NO, YES, NO], NO, key::PANTRY_RECIPE_NOTEBOOKS)),
    ("recipe-bowls", key::PANTRY_RECIPE_BOWLS, jars([YES, NO, NO, YES], NO, key::PANTRY_RECIPE_BOWLS)),
    ("report-notebooks", key::PANTRY_REPORT_NOTEBOOKS, jars([NO, YES, YES, NO], NO, key::PANTRY_REPORT_NOTEBOOKS)),
    ("report-bowls", key::PANTRY_REPORT_BOWLS, jars([NO, YES, NO, YES], NO, key::PANTRY_REPORT_BOWLS)),
    ("notebooks-bowls", key::PANTRY_NOTEBOOKS_BOWLS, jars([NO, NO, YES, YES], NO, key::PANTRY_NOTEBOOKS_BOWLS)),
    ("all-but-notebooks", key::PANTRY_ALL_BUT_NOTEBOOKS, jars([YES, YES, NO, YES], NO, key::PANTRY_ALL_BUT_NOTEBOOKS)),
    ("all-but-report", key::PANTRY_ALL_BUT_REPORT, jars([YES, NO, YES, YES], NO, key::PANTRY_ALL_BUT_REPORT)),
    ("all-but-recipe", key::PANTRY_ALL_BUT_RECIPE, jars([NO, YES, YES, YES], NO, key::PANTRY_ALL_BUT_RECIPE)),
];

/// The place in the list of what lies in the pantry so, without a crossing that adds.
pub(super) fn place_of(away: Away) -> Option<usize> {
    AWAY.iter().position(|(_, _, jars)| jars.away == away && !jars.adds)
}

/// With whom the chef with the pantry is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// Everything at hand, whether or not there is room for it.
    Whole,
    /// Nothing kept but where each piece begins: the rest is cooked again.
    Again,
}

const RIVALS: [(&str, Key, Rival); 2] =
    [("whole", key::PANTRY_RIVAL_WHOLE, Rival::Whole), ("again", key::PANTRY_RIVAL_AGAIN, Rival::Again)];

/// The names of the four kinds, in the order of [`Away::KINDS`].
pub(super) const KINDS: [Key; 4] = [key::AWAY_RECIPE, key::AWAY_REPORT, key::AWAY_NOTEBOOKS, key::AWAY_BOWLS];

/// One chef's street: what it is made of, and gigabytes a second each way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Road {
    pub class: LinkClass,
    pub gb_per_s: f64,
}

const fn road(class: LinkClass, gb_per_s: f64) -> Road {
    Road { class, gb_per_s }
}

/// Network cards at their line rate, of which [`efficiency::NIC`] is payload. Host memory over PCIe 5 as measured (55.4 GB/s: a
/// public H100 benchmark report). CXL 3 has PCIe 6's sixteen lanes, 121 GB/s raw (stas00/ml-engineering @744d01e), less what PCIe 5
/// loses. NVLink-C2C from the host as measured on a GB300 (359 GB/s, the same source).
const ROADS: [(&str, Key, Road); 5] = [
    ("200g", key::ROAD_200G, road(LinkClass::Ethernet, 25.0 * efficiency::NIC)),
    ("400g", key::ROAD_400G, road(LinkClass::Ethernet, 50.0 * efficiency::NIC)),
    ("pcie5", key::ROAD_PCIE5, road(LinkClass::Pcie, 55.4)),
    ("cxl3", key::ROAD_CXL3, road(LinkClass::Pcie, 121.0 * efficiency::PCIE)),
    ("c2c", key::ROAD_C2C, road(LinkClass::NvLink, 359.0)),
];

/// Round trips, nanoseconds: a GPU's read of its host's memory over C2C (578 to 586, oci-gpu-quickstarts @6a0abdc, rounded); an RDMA
/// read through a fabric (5.5 µs, Azure/aks-rdma-infiniband); the same with glass there and back at 5 ns a metre.
const DISTANCES: [(&str, Key, u64); 4] = [
    ("board", key::DISTANCE_BOARD, 600),
    ("street", key::DISTANCE_STREET, 5_500),
    ("town", key::DISTANCE_TOWN, 105_500),
    ("city", key::DISTANCE_CITY, 1_005_500),
];

const MODELS: [(&str, Key, &Model); 5] = [
    ("gpt3-1.3b", key::MODEL_GPT3_1_3B, &GPT3_1_3B),
    ("llama2-7b", key::MODEL_LLAMA2_7B, &LLAMA2_7B),
    ("llama3-8b", key::MODEL_LLAMA3_8B, &LLAMA3_8B),
    ("llama2-13b", key::MODEL_LLAMA2_13B, &LLAMA2_13B),
    ("llama2-70b", key::MODEL_LLAMA2_70B, &LLAMA2_70B),
];

const TEXTS: [(&str, Key, u32); 3] = [("1", key::NUMBER_1, 1), ("2", key::NUMBER_2, 2), ("4", key::NUMBER_4, 4)];

params! {
    /// The parameters of the pantry.
    Params {
        away: Jars = 4 => of(AWAY), PARAM_AWAY, PARAM_AWAY_HELP;
        road: Road = 1 => of(ROADS), PARAM_ROAD, PARAM_ROAD_HELP;
        /// From asking until it is there, nanoseconds.
        distance: u64 = 1 => of(DISTANCES), PARAM_DISTANCE, PARAM_DISTANCE_HELP;
        model: &'static Model = 2 => of(MODELS), PARAM_MODEL, PARAM_PANTRY_MODEL_HELP;
        /// Texts of a bowl.
        texts: u32 = 1 => of(TEXTS), PARAM_TEXTS, PARAM_PANTRY_TEXTS_HELP;
        rival: Rival = 0 => of(RIVALS), PANTRY_RIVAL, PANTRY_RIVAL_HELP;
    }
}
