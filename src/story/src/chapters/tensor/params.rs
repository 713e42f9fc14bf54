//! What the reader may change of the shared pot.

use kitchen_text::{Key, key};

use crate::scenario::kind::params;

/// Over what the partial sums meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// PCIe.
    Corridor,
    /// NVLink from GPU to GPU.
    Tunnel,
    /// NVLink behind switches.
    Exchange,
}

const WAYS: [(&str, Key, u32); 4] =
    [("1", key::NUMBER_1, 1), ("2", key::NUMBER_2, 2), ("4", key::NUMBER_4, 4), ("8", key::NUMBER_8, 8)];

const LINKS: [(&str, Key, Link); 3] = [
    ("corridor", key::TENSOR_LINK_CORRIDOR, Link::Corridor),
    ("tunnel", key::TENSOR_LINK_TUNNEL, Link::Tunnel),
    ("exchange", key::TENSOR_LINK_EXCHANGE, Link::Exchange),
];

const HIDDEN: [(&str, Key, u64); 4] = [
    ("4096", key::HIDDEN_4096, 4096),
    ("8192", key::HIDDEN_8192, 8192),
    ("12288", key::HIDDEN_12288, 12288),
    ("16384", key::HIDDEN_16384, 16384),
];

params! {
    /// The parameters of the shared pot.
    Params {
        /// GPUs that share the block.
        ways: u32 = 1 => of(WAYS), PARAM_WAYS, PARAM_WAYS_HELP;
        link: Link = 0 => of(LINKS), PARAM_TENSOR_LINK, PARAM_TENSOR_LINK_HELP;
        /// The model's hidden size.
        hidden: u64 = 0 => of(HIDDEN), PARAM_HIDDEN, PARAM_HIDDEN_HELP;
    }
}
