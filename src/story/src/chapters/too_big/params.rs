//! What the reader may change of the shelf.

use kitchen_core::topology::{DGX_A100, DGX_B200, DGX_H100, DGX_H200, DGX1_P100, DGX1_V100, System};
use kitchen_core::workload::Zero;
use kitchen_core::workload::memory::{Offload, PerParameter};
use kitchen_core::workload::model::{
    GPT3_1_3B, GPT3_2_7B, GPT3_13B, GPT3_175B, LLAMA2_7B, LLAMA2_70B, LLAMA3_8B, MEGATRON_1T, MEGATRON_530B, Model,
};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

const MODELS: [(&str, Key, &Model); 9] = [
    ("gpt3-1.3b", key::MODEL_GPT3_1_3B, &GPT3_1_3B),
    ("gpt3-2.7b", key::MODEL_GPT3_2_7B, &GPT3_2_7B),
    ("llama2-7b", key::MODEL_LLAMA2_7B, &LLAMA2_7B),
    ("llama3-8b", key::MODEL_LLAMA3_8B, &LLAMA3_8B),
    ("gpt3-13b", key::MODEL_GPT3_13B, &GPT3_13B),
    ("llama2-70b", key::MODEL_LLAMA2_70B, &LLAMA2_70B),
    ("gpt3-175b", key::MODEL_GPT3_175B, &GPT3_175B),
    ("megatron-530b", key::MODEL_MEGATRON_530B, &MEGATRON_530B),
    ("megatron-1t", key::MODEL_MEGATRON_1T, &MEGATRON_1T),
];

/// Each GPU by the server that it comes in.
const GPUS: [(&str, Key, &System); 6] = [
    ("p100", key::GPU_P100, &DGX1_P100),
    ("v100", key::GPU_V100, &DGX1_V100),
    ("a100", key::GPU_A100, &DGX_A100),
    ("h100", key::GPU_H100, &DGX_H100),
    ("h200", key::GPU_H200, &DGX_H200),
    ("b200", key::GPU_B200, &DGX_B200),
];

/// Whether one chef learns alone, or several each from a text of their own, and what these share out.
const SHARINGS: [(&str, Key, Option<Zero>); 5] = [
    ("alone", key::SHARING_ALONE, None),
    ("zero-0", key::SHARING_ZERO_0, Some(Zero::None)),
    ("zero-1", key::SHARING_ZERO_1, Some(Zero::Optimizer)),
    ("zero-2", key::SHARING_ZERO_2, Some(Zero::Gradients)),
    ("zero-3", key::SHARING_ZERO_3, Some(Zero::Parameters)),
];

/// What is given up for room: bowls that are cooked again, or jars in the pantry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relief {
    Nothing,
    /// Half of the layers' bowls are cooked again.
    Half,
    /// Every layer's.
    Full,
    Away(Offload),
    /// Some jars in the pantry, and every layer's bowls cooked again.
    AwayRedone(Offload),
}

const RELIEFS: [(&str, Key, Relief); 7] = [
    ("nothing", key::RELIEF_NOTHING, Relief::Nothing),
    ("half", key::RELIEF_HALF, Relief::Half),
    ("full", key::RELIEF_FULL, Relief::Full),
    ("notebooks", key::RELIEF_NOTEBOOKS, Relief::Away(Offload::Optimizer)),
    ("bowls", key::RELIEF_BOWLS, Relief::Away(Offload::Activations)),
    ("both", key::RELIEF_BOTH, Relief::Away(Offload::Both)),
    ("notebooks-full", key::TOO_BIG_RELIEF_NOTEBOOKS_FULL, Relief::AwayRedone(Offload::Optimizer)),
];

const DIGITS: [(&str, Key, PerParameter); 3] = [
    ("mixed", key::DIGITS_MIXED, PerParameter::MIXED),
    ("moments-8", key::DIGITS_MOMENTS_8, PerParameter::MOMENTS_8),
    ("all-16", key::DIGITS_ALL_16, PerParameter::ALL_16),
];

const TEXTS: [(&str, Key, u32); 4] =
    [("1", key::NUMBER_1, 1), ("2", key::NUMBER_2, 2), ("4", key::NUMBER_4, 4), ("8", key::NUMBER_8, 8)];

const CHEFS: [(&str, Key, u32); 3] = [("2", key::NUMBER_2, 2), ("4", key::NUMBER_4, 4), ("8", key::NUMBER_8, 8)];

const WORDS: [(&str, Key, u32); 2] = [("2048", key::WORDS_2048, 2048), ("8192", key::WORDS_8192, 8192)];

params! {
    /// The parameters of the shelf.
    Params {
        model: &'static Model = 2 => of(MODELS), PARAM_MODEL, PARAM_SHELF_MODEL_HELP;
        /// The system whose GPUs they are.
        gpu: &'static System = 3 => of(GPUS), PARAM_GPU, PARAM_SHELF_GPU_HELP;
        /// None for one chef alone.
        sharing: Option<Zero> = 0 => of(SHARINGS), PARAM_SHARING, PARAM_SHARING_HELP;
        relief: Relief = 0 => of(RELIEFS), PARAM_RELIEF, PARAM_RELIEF_HELP;
        digits: PerParameter = 0 => of(DIGITS), PARAM_DIGITS, PARAM_DIGITS_HELP;
        /// Texts that each chef learns from.
        texts: u32 = 0 => of(TEXTS), PARAM_TEXTS, PARAM_TEXTS_HELP;
        /// Those who share, where they do.
        chefs: u32 = 2 => of(CHEFS), TOO_BIG_PARAM_CHEFS, TOO_BIG_PARAM_CHEFS_HELP;
        /// Tokens of a text.
        words: u32 = 0 => of(WORDS), TOO_BIG_PARAM_WORDS, TOO_BIG_PARAM_WORDS_HELP;
    }
}
