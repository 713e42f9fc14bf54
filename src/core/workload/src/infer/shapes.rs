//! Shapes that answer: the published models with what only answering asks for, and those that no training chapter stands
//! for, apart from [`MODELS`] so that the page does not carry them.

use crate::model::{MODELS, Model};

/// A model's shape as its server sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    pub model: Model,
    /// Width of one head. Some shapes have heads that together are wider than the residual stream.
    pub head: u32,
    /// Whether the vocabulary projection is the embedding read again.
    pub tied: bool,
}

const LLAMA1: &str = "arXiv:2302.13971 Table 2";
const CODE_LLAMA: &str = "arXiv:2308.12950 and its published configuration";
const GPT_J: &str = "github:kingoflolz/mesh-transformer-jax README.md";
const FASTER: &str = "github:NVIDIA/FasterTransformer docs/gpt_guide.md @df4a753";
const QWEN: &str = "arXiv:2309.16609 and its published configuration";
const QWEN2: &str = "arXiv:2407.10671 Table 1 and its published configuration";
const QWEN25: &str = "arXiv:2412.15115 Table 1 and its published configuration";
const QWEN3: &str = "arXiv:2505.09388 Table 1 and its published configuration";

/// `shape` is layers, width, heads, heads of keys and values, width of a head, of the MLP, the sequence, and the vocabulary.
const fn gated(id: &'static str, name: &'static str, shape: [u32; 8], tied: bool, source: &'static str) -> Shape {
    let [layers, hidden, heads, kv_heads, head, ffn, seq, vocab] = shape;
    let model =
        Model { id, name, layers, hidden, heads, kv_heads, head, ffn, tied, seq, vocab, source, ..Model::PLAIN };
    Shape { model, head, tied }
}

const fn plain(id: &'static str, name: &'static str, shape: [u32; 6], tied: bool, source: &'static str) -> Shape {
    let [layers, hidden, heads, ffn, seq, vocab] = shape;
    let model = Model {
        id,
        name,
        layers,
        hidden,
        heads,
        kv_heads: heads,
        ffn,
        gated: false,
        tied,
        seq,
        vocab,
        source,
        ..Model::PLAIN
    };
    Shape { model, head: hidden / heads, tied }
}

/// The smallest: what is mistyped does not compile.
pub const QWEN25_0_5B: Shape =
    gated("qwen2.5-0.5b", "Qwen2.5 0.5B", [24, 896, 14, 2, 64, 4864, 32768, 151_936], true, QWEN25);

/// Shapes beside [`MODELS`].
pub static FURTHER_SHAPES: &[Shape] = &[
    plain("gpt-j-6b", "GPT-J 6B", [28, 4096, 16, 16384, 2048, 50_400], false, GPT_J),
    plain("gpt-89b", "GPT 89B", [48, 12288, 96, 49152, 2048, 51_200], true, FASTER),
    gated("llama-7b", "Llama 7B", [32, 4096, 32, 32, 128, 11008, 2048, 32_000], false, LLAMA1),
    gated("codellama-34b", "Code Llama 34B", [48, 8192, 64, 8, 128, 22016, 16384, 32_000], false, CODE_LLAMA),
    gated("qwen-72b", "Qwen 72B", [80, 8192, 64, 64, 128, 24576, 32768, 152_064], false, QWEN),
    gated("qwen2-72b", "Qwen2 72B", [80, 8192, 64, 8, 128, 29568, 32768, 152_064], false, QWEN2),
    QWEN25_0_5B,
    gated("qwen2.5-1.5b", "Qwen2.5 1.5B", [28, 1536, 12, 2, 128, 8960, 32768, 151_936], true, QWEN25),
    gated("qwen2.5-3b", "Qwen2.5 3B", [36, 2048, 16, 2, 128, 11008, 32768, 151_936], true, QWEN25),
    gated("qwen2.5-14b", "Qwen2.5 14B", [48, 5120, 40, 8, 128, 13824, 32768, 152_064], false, QWEN25),
    gated("qwen2.5-32b", "Qwen2.5 32B", [64, 5120, 40, 8, 128, 27648, 32768, 152_064], false, QWEN25),
    gated("qwen2.5-72b", "Qwen2.5 72B", [80, 8192, 64, 8, 128, 29568, 32768, 152_064], false, QWEN25),
    gated("qwen3-0.6b", "Qwen3 0.6B", [28, 1024, 16, 8, 128, 3072, 32768, 151_936], true, QWEN3),
    gated("qwen3-1.7b", "Qwen3 1.7B", [28, 2048, 16, 8, 128, 6144, 32768, 151_936], true, QWEN3),
    gated("qwen3-4b", "Qwen3 4B", [36, 2560, 32, 8, 128, 9728, 32768, 151_936], true, QWEN3),
    gated("qwen3-8b", "Qwen3 8B", [36, 4096, 32, 8, 128, 12288, 32768, 151_936], false, QWEN3),
    gated("qwen3-14b", "Qwen3 14B", [40, 5120, 40, 8, 128, 17408, 32768, 151_936], false, QWEN3),
];

/// Every shape that can be asked for.
pub fn shapes() -> impl Iterator<Item = Shape> {
    MODELS.iter().map(Shape::of).chain(FURTHER_SHAPES.iter().copied())
}

/// The shape with that id.
pub fn shape(id: &str) -> Option<Shape> {
    shapes().find(|shape| shape.model.id == id)
}

impl Shape {
    /// A published model's: its heads make up its width, and GPT shapes reuse the embedding.
    pub fn of(model: &Model) -> Shape {
        Shape { model: *model, head: model.head_width(), tied: model.tied }
    }

    /// Whether its heads make up its width, as the training step takes for granted.
    pub fn can_learn(&self) -> bool {
        self.head * self.model.heads == self.model.hidden
    }

    /// Columns of all heads' queries (and of their results).
    pub fn queries(&self) -> u64 {
        u64::from(self.head) * u64::from(self.model.heads)
    }

    /// Columns of all keys, or of all values.
    pub fn keys(&self) -> u64 {
        u64::from(self.head) * u64::from(self.model.kv_heads)
    }

    /// Weights of one layer's matrices.
    pub fn layer_weights(&self) -> u64 {
        let (h, m) = (u64::from(self.model.hidden), &self.model);
        h * (2 * self.queries() + 2 * self.keys()) + if m.gated { 3 } else { 2 } * h * u64::from(m.ffn)
    }

    /// All parameters.
    pub fn parameters(&self) -> u64 {
        let model = &self.model;
        let head = if self.tied { 0 } else { model.head_parameters() };
        let rest = model.layer_parameters() - model.layer_matrix_weights();
        u64::from(model.layers) * (self.layer_weights() + rest) + model.embedding_parameters() + head
    }
}
