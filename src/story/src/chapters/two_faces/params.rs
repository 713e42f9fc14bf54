//! What the reader may change of the two chefs.

use kitchen_core::topology::{DGX_A100, DGX_B200, DGX_H100, DGX_H200, System};
use kitchen_core::workload::model::{GPT3_1_3B, GPT3_2_7B, LLAMA2_7B, LLAMA3_8B, Model};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

const GUESTS: [(&str, Key, u32); 4] =
    [("1", key::NUMBER_1, 1), ("8", key::NUMBER_8, 8), ("100", key::NUMBER_100, 100), ("512", key::NUMBER_512, 512)];

const MODELS: [(&str, Key, &Model); 4] = [
    ("gpt3-1.3b", key::MODEL_GPT3_1_3B, &GPT3_1_3B),
    ("gpt3-2.7b", key::MODEL_GPT3_2_7B, &GPT3_2_7B),
    ("llama2-7b", key::MODEL_LLAMA2_7B, &LLAMA2_7B),
    ("llama3-8b", key::MODEL_LLAMA3_8B, &LLAMA3_8B),
];

/// Each GPU by the server that it comes in.
const GPUS: [(&str, Key, &System); 4] = [
    ("a100", key::GPU_A100, &DGX_A100),
    ("h100", key::GPU_H100, &DGX_H100),
    ("h200", key::GPU_H200, &DGX_H200),
    ("b200", key::GPU_B200, &DGX_B200),
];

params! {
    /// The parameters of answering beside learning.
    Params {
        /// Guests served together.
        guests: u32 = 0 => of(GUESTS), PARAM_GUESTS, PARAM_GUESTS_HELP;
        model: &'static Model = 3 => of(MODELS), PARAM_MODEL, PARAM_FACES_MODEL_HELP;
        /// The system whose GPUs they are. H200 by default: the least of them on which the model can also learn.
        gpu: &'static System = 2 => of(GPUS), PARAM_GPU, PARAM_GPU_HELP;
    }
}
