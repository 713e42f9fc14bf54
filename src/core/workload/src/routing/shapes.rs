//! Two published mixtures of experts, apart from the catalogue that the page does not carry.

use crate::model::{Experts, Model};

/// Mixtral 8x7B: eight wide experts, of which each token goes through two (arXiv:2401.04088 Table 1).
pub static MIXTRAL_8X7B: Model = Model {
    id: "mixtral-8x7b",
    name: "Mixtral 8x7B",
    layers: 32,
    hidden: 4096,
    heads: 32,
    kv_heads: 8,
    head: 128,
    ffn: 14336,
    experts: Some(Experts { count: 8, top: 2, width: 14336, shared: 0, dense_layers: 0 }),
    seq: 4096,
    vocab: 32_000,
    source: "arXiv:2401.04088 Table 1 and its published configuration",
    ..Model::PLAIN
};

/// GPT-OSS 20B: 32 narrow experts, of which each token goes through four (arXiv:2508.10925 Table 1).
pub static GPT_OSS_20B: Model = Model {
    id: "gpt-oss-20b",
    name: "GPT-OSS 20B",
    layers: 24,
    hidden: 2880,
    heads: 64,
    kv_heads: 8,
    head: 64,
    window: Some(128),
    ffn: 2880,
    experts: Some(Experts { count: 32, top: 4, width: 2880, shared: 0, dense_layers: 0 }),
    seq: 4096,
    vocab: 201_088,
    source: "arXiv:2508.10925 Table 1; openai/gpt-oss config.json",
    ..Model::PLAIN
};

/// All of them.
pub static SHAPES: [&Model; 2] = [&MIXTRAL_8X7B, &GPT_OSS_20B];

/// The shape with that id.
pub fn shape(id: &str) -> Option<&'static Model> {
    SHAPES.into_iter().find(|model| model.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::published;

    #[test]
    fn shapes_are_those_of_the_catalogue() {
        for model in SHAPES {
            assert_eq!(published::model(model.id), Some(model));
            assert_eq!(shape(model.id), Some(model));
        }
        assert_eq!(shape("gpt3-175b"), None);
    }
}
