//! What the reader may change of the cut recipe.

use kitchen_core::workload::infer::QWEN25_0_5B;
use kitchen_core::workload::model::{LLAMA2_7B, LLAMA3_8B, Model};
use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// What joins the two GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// PCIe inside a server.
    Corridor,
    /// NVLink from GPU to GPU.
    Tunnel,
    /// Ethernet between two servers.
    Street,
}

const LINKS: [(&str, Key, Link); 3] = [
    ("street", key::GRAPH_LINK_STREET, Link::Street),
    ("corridor", key::TENSOR_LINK_CORRIDOR, Link::Corridor),
    ("tunnel", key::TENSOR_LINK_TUNNEL, Link::Tunnel),
];

pub(super) const WORDS: [(&str, Key, u32); 4] = [
    ("2048", key::WORDS_2048, 2048),
    ("4096", key::WORDS_4096, 4096),
    ("8192", key::WORDS_8192, 8192),
    ("16384", key::WORDS_16384, 16384),
];

const MODELS: [(&str, Key, &Model); 3] = [
    ("qwen2.5-0.5b", key::MODEL_QWEN25_0_5B, &QWEN25_0_5B.model),
    ("llama2-7b", key::MODEL_LLAMA2_7B, &LLAMA2_7B),
    ("llama3-8b", key::MODEL_LLAMA3_8B, &LLAMA3_8B),
];

params! {
    /// The parameters of the cut.
    Params {
        /// Cards of the map before the knife; by default the cut is the worst there is.
        knife: u32 = 6 => int(1, 18), PARAM_KNIFE, PARAM_KNIFE_HELP;
        link: Link = 0 => of(LINKS), PARAM_TENSOR_LINK, PARAM_GRAPH_LINK_HELP;
        /// Tokens of the one sequence.
        words: u32 = 3 => of(WORDS), PARAM_WORDS, PARAM_WORDS_HELP;
        /// Where the first of two knives goes, and the second: counted as `three::before` does; no second knife at 0.
        first: u32 = 20 => int(0, 99), GRAPH_FIRST, GRAPH_FIRST_HELP;
        second: u32 = 0 => int(0, 99), GRAPH_SECOND, GRAPH_SECOND_HELP;
        model: &'static Model = 0 => of(MODELS), PARAM_MODEL, PARAM_GRAPH_MODEL_HELP;
    }
}
