//! Published model shapes: dense transformers.

/// A dense decoder-only transformer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// Stable id, such as `gpt3-175b`.
    pub id: &'static str,
    /// Name as published.
    pub name: &'static str,
    /// Transformer layers.
    pub layers: u32,
    /// Width of the residual stream.
    pub hidden: u32,
    /// Attention heads.
    pub heads: u32,
    /// Heads of keys and values; fewer than `heads` with grouped queries.
    pub kv_heads: u32,
    /// Width inside the MLP.
    pub ffn: u32,
    /// Whether the MLP has a gate (SwiGLU): three matrices rather than two.
    pub gated: bool,
    /// Sequence length it was trained with, in tokens.
    pub seq: u32,
    /// Tokens of the vocabulary.
    pub vocab: u32,
    /// Where the shape was published.
    pub source: &'static str,
}

const GPT3: &str = "arXiv:2005.14165 Table 2.1";
const SC21: &str = "arXiv:2104.04473 Table 1";
const SEQSEL: &str = "arXiv:2205.05198 Table 3";
const LLAMA2: &str = "arXiv:2307.09288 and its published configuration";
const LLAMA3: &str = "arXiv:2407.21783 Table 3";

/// GPT shapes: the MLP is four times as wide as the model, every head has its own keys and values, and the vocabulary of
/// 50,257 tokens is padded to 51,200 so that eight GPUs can share it (as Megatron does).
const fn gpt(id: &'static str, name: &'static str, shape: [u32; 3], source: &'static str) -> Model {
    let [layers, hidden, heads] = shape;
    Model {
        id,
        name,
        layers,
        hidden,
        heads,
        kv_heads: heads,
        ffn: 4 * hidden,
        gated: false,
        seq: 2048,
        vocab: 51_200,
        source,
    }
}

const fn llama(id: &'static str, name: &'static str, shape: [u32; 7], source: &'static str) -> Model {
    let [layers, hidden, heads, kv_heads, ffn, seq, vocab] = shape;
    Model { id, name, layers, hidden, heads, kv_heads, ffn, gated: true, seq, vocab, source }
}

/// Every shape known, smallest first inside a family. GPT-3 13B is listed by its authors with a width of 5,140, which 40
/// heads do not divide; 5,120 is what its number of parameters gives.
pub static MODELS: &[Model] = &[
    gpt("gpt3-125m", "GPT-3 Small", [12, 768, 12], GPT3),
    gpt("gpt3-350m", "GPT-3 Medium", [24, 1024, 16], GPT3),
    gpt("gpt3-760m", "GPT-3 Large", [24, 1536, 16], GPT3),
    gpt("gpt3-1.3b", "GPT-3 XL", [24, 2048, 16], GPT3),
    gpt("gpt3-2.7b", "GPT-3 2.7B", [32, 2560, 32], GPT3),
    gpt("gpt3-6.7b", "GPT-3 6.7B", [32, 4096, 32], GPT3),
    gpt("gpt3-13b", "GPT-3 13B", [40, 5120, 40], GPT3),
    gpt("gpt3-175b", "GPT-3 175B", [96, 12288, 96], GPT3),
    gpt("megatron-1.7b", "Megatron 1.7B", [24, 2304, 24], SC21),
    gpt("megatron-3.6b", "Megatron 3.6B", [30, 3072, 32], SC21),
    gpt("megatron-7.5b", "Megatron 7.5B", [36, 4096, 32], SC21),
    gpt("megatron-18b", "Megatron 18B", [40, 6144, 48], SC21),
    gpt("megatron-22b", "Megatron 22B", [48, 6144, 64], SEQSEL),
    gpt("megatron-39b", "Megatron 39B", [48, 8192, 64], SC21),
    gpt("megatron-76b", "Megatron 76B", [60, 10240, 80], SC21),
    gpt("megatron-145b", "Megatron 145B", [80, 12288, 96], SC21),
    gpt("megatron-310b", "Megatron 310B", [96, 16384, 128], SC21),
    gpt("megatron-530b", "Megatron 530B", [105, 20480, 128], SC21),
    gpt("megatron-1t", "Megatron 1T", [128, 25600, 160], SC21),
    llama("llama2-7b", "Llama 2 7B", [32, 4096, 32, 32, 11008, 4096, 32_000], LLAMA2),
    llama("llama2-13b", "Llama 2 13B", [40, 5120, 40, 40, 13824, 4096, 32_000], LLAMA2),
    llama("llama2-70b", "Llama 2 70B", [80, 8192, 64, 8, 28672, 4096, 32_000], LLAMA2),
    llama("llama3-8b", "Llama 3 8B", [32, 4096, 32, 8, 14336, 8192, 128_256], LLAMA3),
    llama("llama3-70b", "Llama 3 70B", [80, 8192, 64, 8, 28672, 8192, 128_256], LLAMA3),
    llama("llama3-405b", "Llama 3 405B", [126, 16384, 128, 8, 53248, 8192, 128_256], LLAMA3),
];

/// The model with that id.
pub fn model(id: &str) -> Option<&'static Model> {
    MODELS.iter().find(|model| model.id == id)
}

impl Model {
    /// Columns of the query, key and value projections together.
    pub fn qkv(&self) -> u64 {
        let head = u64::from(self.hidden / self.heads);
        u64::from(self.hidden) + 2 * head * u64::from(self.kv_heads)
    }

    /// Matrices in the MLP.
    fn mlp_matrices(&self) -> u64 {
        if self.gated { 3 } else { 2 }
    }

    /// Weights of a layer's matrices.
    pub fn layer_matrix_weights(&self) -> u64 {
        let h = u64::from(self.hidden);
        h * self.qkv() + h * h + self.mlp_matrices() * h * u64::from(self.ffn)
    }

    /// Parameters of one layer: `12 h² + 13 h` for GPT shapes (biases and layer norms are the `13 h`).
    pub fn layer_parameters(&self) -> u64 {
        let h = u64::from(self.hidden);
        self.layer_matrix_weights() + if self.gated { 2 * h } else { 13 * h }
    }

    /// Parameters outside the layers that the first stage holds: tokens and, for GPT shapes, positions.
    pub fn embedding_parameters(&self) -> u64 {
        let positions = if self.gated { 0 } else { u64::from(self.seq) };
        (u64::from(self.vocab) + positions) * u64::from(self.hidden)
    }

    /// Parameters of the vocabulary projection; GPT shapes reuse the embedding's.
    pub fn head_parameters(&self) -> u64 {
        u64::from(self.vocab) * u64::from(self.hidden)
    }

    /// All parameters: `12 l h² (1 + 13/12h + (V+s)/12lh)` for GPT shapes.
    pub fn parameters(&self) -> u64 {
        let untied = if self.gated { self.head_parameters() } else { 0 };
        u64::from(self.layers) * self.layer_parameters() + self.embedding_parameters() + untied
    }

    /// Floating-point operations of one layer's forward pass over `tokens` tokens: `24 B s h² + 4 B s² h` for GPT
    /// shapes. Attention is counted in full, not halved for the causal mask.
    pub fn layer_forward_flops(&self, tokens: u64) -> f64 {
        let n = tokens as f64;
        2.0 * n * self.layer_matrix_weights() as f64 + 4.0 * n * f64::from(self.seq) * f64::from(self.hidden)
    }

    /// Of the vocabulary projection's forward pass: `2 B s h V`.
    pub fn head_forward_flops(&self, tokens: u64) -> f64 {
        2.0 * tokens as f64 * self.head_parameters() as f64
    }

    /// Model FLOPs of one step over `sequences` sequences: forward once, backward twice that, no recomputation. For GPT
    /// shapes `72 B l s h² (1 + s/6h + V/12lh)` (arXiv:2205.05198 eq. 7).
    pub fn step_flops(&self, sequences: u64) -> f64 {
        let tokens = sequences * u64::from(self.seq);
        3.0 * (f64::from(self.layers) * self.layer_forward_flops(tokens) + self.head_forward_flops(tokens))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(id: &str, billions: f64, tolerance: f64) {
        let parameters = model(id).unwrap().parameters() as f64 / 1e9;
        assert!((parameters / billions - 1.0).abs() < tolerance, "{id}: {parameters} against {billions}");
    }

    #[test]
    fn parameters_are_the_published_ones() {
        check("gpt3-125m", 0.125, 0.02);
        check("gpt3-1.3b", 1.3, 0.02);
        check("gpt3-6.7b", 6.7, 0.02);
        check("gpt3-175b", 174.6, 0.001);
        check("megatron-1.7b", 1.7, 0.03);
        check("megatron-76b", 76.1, 0.002);
        check("megatron-1t", 1008.0, 0.001);
        check("llama2-7b", 6.74, 0.002);
        check("llama2-70b", 69.0, 0.002);
        check("llama3-405b", 405.9, 0.002);
    }

    #[test]
    fn step_flops_are_the_closed_form() {
        for model in MODELS.iter().filter(|model| !model.gated) {
            let [l, h, s, v] = [model.layers, model.hidden, model.seq, model.vocab].map(f64::from);
            let closed = 72.0 * 4.0 * l * s * h * h * (1.0 + s / (6.0 * h) + v / (12.0 * l * h));
            assert!((model.step_flops(4) / closed - 1.0).abs() < 1e-12, "{}", model.id);
        }
    }

    #[test]
    fn shapes_divide_and_ids_are_unique() {
        for (index, model) in MODELS.iter().enumerate() {
            assert_eq!(model.hidden % model.heads, 0, "{}", model.id);
            assert_eq!(model.heads % model.kv_heads, 0, "{}", model.id);
            assert!(MODELS[..index].iter().all(|other| other.id != model.id));
        }
    }
}
