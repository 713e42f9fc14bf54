//! What the reader may change of the common recipe.

use kitchen_core::collective::Algorithm;
use kitchen_core::topology::{DGX_A100, DGX_B200, DGX_H100, DGX1_V100, PCIE_8, System};
use kitchen_core::workload::model::{GPT3_1_3B, GPT3_350M, GPT3_760M, Model};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;
use crate::scenario::presets::DGX_H100_OVER_PCIE;

const ALGORITHMS: [(&str, Key, Algorithm); 4] = [
    ("ring", key::ALGORITHM_RING, Algorithm::Ring),
    ("direct", key::ALGORITHM_DIRECT, Algorithm::Direct),
    ("double-binary-tree", key::ALGORITHM_DOUBLE_BINARY_TREE, Algorithm::DoubleBinaryTree),
    ("in-network", key::ALGORITHM_IN_NETWORK, Algorithm::InNetwork),
];

/// Systems and models by their ids in the catalogues.
const SYSTEMS: [(&str, Key, &System); 6] = [
    ("pcie-8", key::SYSTEM_PCIE_8, &PCIE_8),
    ("dgx1-v100", key::SYSTEM_DGX1_V100, &DGX1_V100),
    ("dgx-a100", key::SYSTEM_DGX_A100, &DGX_A100),
    ("dgx-h100", key::SYSTEM_DGX_H100, &DGX_H100),
    ("dgx-b200", key::SYSTEM_DGX_B200, &DGX_B200),
    // The corridor with the same GPUs as the exchange.
    ("dgx-h100-over-pcie", key::SYSTEM_DGX_H100_OVER_PCIE, &DGX_H100_OVER_PCIE),
];

pub(super) const MODELS: [(&str, Key, &Model); 3] = [
    ("gpt3-350m", key::MODEL_GPT3_350M, &GPT3_350M),
    ("gpt3-760m", key::MODEL_GPT3_760M, &GPT3_760M),
    ("gpt3-1.3b", key::MODEL_GPT3_1_3B, &GPT3_1_3B),
];

/// From which quarter of the way back on bundles go to the meeting.
const BELLS: [(&str, Key, u32); 5] = [
    ("0", key::DATA_BELL_0, 0),
    ("1", key::DATA_BELL_1, 1),
    ("2", key::DATA_BELL_2, 2),
    ("3", key::DATA_BELL_3, 3),
    ("4", key::DATA_BELL_4, 4),
];
/// In the last of them all is written.
pub(super) const QUARTERS: u32 = BELLS.len() as u32 - 1;

params! {
    /// The parameters of the common recipe.
    Params {
        /// GPUs.
        chefs: u32 = 4 => int(2, 8), PARAM_CHEFS, PARAM_CHEFS_HELP;
        algorithm: Algorithm = 0 => of(ALGORITHMS), PARAM_ALGORITHM, PARAM_ALGORITHM_HELP;
        /// Bundles of gradients.
        buckets: u32 = 8 => int(1, 16), PARAM_BUCKETS, PARAM_BUCKETS_HELP;
        /// Its id in the catalogue.
        system: &'static System = 3 => of(SYSTEMS), PARAM_SYSTEM, PARAM_SYSTEM_HELP;
        /// Its id in the catalogue.
        model: &'static Model = 2 => of(MODELS), PARAM_MODEL, PARAM_DATA_MODEL_HELP;
        /// The quarter of the backward pass after which the first meeting may be held.
        bell: u32 = 0 => of(BELLS), DATA_BELL, DATA_BELL_HELP;
        /// Servers; of several each is whole.
        kitchens: u32 = 1 => int(1, 64), DATA_KITCHENS, DATA_KITCHENS_HELP;
    }
}
