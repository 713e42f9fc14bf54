//! What the reader may change of the two chefs.

use kitchen_core::topology::{DGX_A100, DGX_B200, DGX_H100, DGX_H200, System};
use kitchen_core::workload::model::{GPT3_1_3B, GPT3_2_7B, LLAMA2_7B, LLAMA3_8B, Model};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

pub(super) const GUESTS: [(&str, Key, u32); 8] = [
    ("1", key::NUMBER_1, 1),
    ("8", key::NUMBER_8, 8),
    ("16", key::NUMBER_16, 16),
    ("32", key::NUMBER_32, 32),
    ("64", key::NUMBER_64, 64),
    ("100", key::NUMBER_100, 100),
    ("256", key::NUMBER_256, 256),
    ("512", key::NUMBER_512, 512),
];

/// Tokens of the text to learn from.
const TEXTS: [(&str, Key, u32); 2] = [("128", key::TWO_FACES_TEXT_128, 128), ("2048", key::WORDS_2048, 2048)];

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
        /// By default as long as a guest's order.
        text: u32 = 0 => of(TEXTS), TWO_FACES_PARAM_TEXT, TWO_FACES_PARAM_TEXT_HELP;
    }
}
