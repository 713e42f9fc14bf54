//! Model shapes: dense transformers and mixtures of experts. Those that chapters show are here; [`published`] has the
//! others, apart so that the page does not carry them.

pub mod published;

/// A decoder-only transformer.
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
    /// Width of a head; [`Model::OF_HIDDEN`] where the heads make up the width of the residual stream.
    pub head: u32,
    /// How keys and values are kept where not in heads of their own.
    pub latent: Option<Latent>,
    /// Tokens that every other layer looks back on; all of them look back on everything where there is none.
    pub window: Option<u32>,
    /// Width inside a dense MLP.
    pub ffn: u32,
    /// Whether the MLP has a gate (SwiGLU): three matrices rather than two.
    pub gated: bool,
    /// What stands in an MLP's place in most layers of a mixture of experts.
    pub experts: Option<Experts>,
    /// Further layers that guess at the tokens after the next, each with the vocabulary projection once more
    /// (arXiv:2412.19437 section 2.2).
    pub predictors: u32,
    /// Whether the vocabulary projection is the embedding read again.
    pub tied: bool,
    /// Sequence length it was trained with, in tokens.
    pub seq: u32,
    /// Tokens of the vocabulary.
    pub vocab: u32,
    /// Where the shape was published.
    pub source: &'static str,
}

/// Latent attention (arXiv:2405.04434 section 2.1): queries, and keys with values, are projected down and up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latent {
    /// Width that queries are projected down to; 0 where they are not.
    pub query: u32,
    /// Width that keys and values are projected down to.
    pub kv: u32,
    /// Part of a head's width that carries the position; all heads share its key.
    pub rope: u32,
    /// Width of a head's values.
    pub value: u32,
}

/// A mixture of experts (arXiv:2101.03961): each token goes through a few of many small MLPs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experts {
    /// How many there are in a layer.
    pub count: u32,
    /// How many of them a token goes through.
    pub top: u32,
    /// Width inside one.
    pub width: u32,
    /// Width inside the part that every token goes through.
    pub shared: u32,
    /// The first so many layers have a dense MLP instead.
    pub dense_layers: u32,
}

/// The layers of a model that cost the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LayerKind {
    /// Whether it has experts.
    pub sparse: bool,
    /// Whether it looks back on a window alone.
    pub windowed: bool,
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
        tied: true,
        seq: 2048,
        vocab: 51_200,
        source,
        ..Model::PLAIN
    }
}

const fn llama(id: &'static str, name: &'static str, shape: [u32; 7], source: &'static str) -> Model {
    let [layers, hidden, heads, kv_heads, ffn, seq, vocab] = shape;
    Model { id, name, layers, hidden, heads, kv_heads, ffn, seq, vocab, source, ..Model::PLAIN }
}

// The shapes by name: one that is mistyped does not compile. GPT-3 13B is listed by its authors with a width of 5,140, which 40
// heads do not divide; 5,120 is what its number of parameters gives.
pub const GPT3_125M: Model = gpt("gpt3-125m", "GPT-3 Small", [12, 768, 12], GPT3);
pub const GPT3_350M: Model = gpt("gpt3-350m", "GPT-3 Medium", [24, 1024, 16], GPT3);
pub const GPT3_760M: Model = gpt("gpt3-760m", "GPT-3 Large", [24, 1536, 16], GPT3);
pub const GPT3_1_3B: Model = gpt("gpt3-1.3b", "GPT-3 XL", [24, 2048, 16], GPT3);
pub const GPT3_2_7B: Model = gpt("gpt3-2.7b", "GPT-3 2.7B", [32, 2560, 32], GPT3);
pub const GPT3_6_7B: Model = gpt("gpt3-6.7b", "GPT-3 6.7B", [32, 4096, 32], GPT3);
pub const GPT3_13B: Model = gpt("gpt3-13b", "GPT-3 13B", [40, 5120, 40], GPT3);
pub const GPT3_175B: Model = gpt("gpt3-175b", "GPT-3 175B", [96, 12288, 96], GPT3);
pub const MEGATRON_1_7B: Model = gpt("megatron-1.7b", "Megatron 1.7B", [24, 2304, 24], SC21);
pub const MEGATRON_3_6B: Model = gpt("megatron-3.6b", "Megatron 3.6B", [30, 3072, 32], SC21);
pub const MEGATRON_7_5B: Model = gpt("megatron-7.5b", "Megatron 7.5B", [36, 4096, 32], SC21);
pub const MEGATRON_18B: Model = gpt("megatron-18b", "Megatron 18B", [40, 6144, 48], SC21);
pub const MEGATRON_22B: Model = gpt("megatron-22b", "Megatron 22B", [48, 6144, 64], SEQSEL);
pub const MEGATRON_39B: Model = gpt("megatron-39b", "Megatron 39B", [48, 8192, 64], SC21);
pub const MEGATRON_76B: Model = gpt("megatron-76b", "Megatron 76B", [60, 10240, 80], SC21);
pub const MEGATRON_145B: Model = gpt("megatron-145b", "Megatron 145B", [80, 12288, 96], SC21);
pub const MEGATRON_310B: Model = gpt("megatron-310b", "Megatron 310B", [96, 16384, 128], SC21);
pub const MEGATRON_530B: Model = gpt("megatron-530b", "Megatron 530B", [105, 20480, 128], SC21);
pub const MEGATRON_1T: Model = gpt("megatron-1t", "Megatron 1T", [128, 25600, 160], SC21);
pub const LLAMA2_7B: Model = llama("llama2-7b", "Llama 2 7B", [32, 4096, 32, 32, 11008, 4096, 32_000], LLAMA2);
pub const LLAMA2_13B: Model = llama("llama2-13b", "Llama 2 13B", [40, 5120, 40, 40, 13824, 4096, 32_000], LLAMA2);
pub const LLAMA2_70B: Model = llama("llama2-70b", "Llama 2 70B", [80, 8192, 64, 8, 28672, 4096, 32_000], LLAMA2);
pub const LLAMA3_8B: Model = llama("llama3-8b", "Llama 3 8B", [32, 4096, 32, 8, 14336, 8192, 128_256], LLAMA3);
pub const LLAMA3_70B: Model = llama("llama3-70b", "Llama 3 70B", [80, 8192, 64, 8, 28672, 8192, 128_256], LLAMA3);
pub const LLAMA3_405B: Model = llama("llama3-405b", "Llama 3 405B", [126, 16384, 128, 8, 53248, 8192, 128_256], LLAMA3);

/// Every shape known, smallest first inside a family.
pub static MODELS: &[Model] = &[
    GPT3_125M,
    GPT3_350M,
    GPT3_760M,
    GPT3_1_3B,
    GPT3_2_7B,
    GPT3_6_7B,
    GPT3_13B,
    GPT3_175B,
    MEGATRON_1_7B,
    MEGATRON_3_6B,
    MEGATRON_7_5B,
    MEGATRON_18B,
    MEGATRON_22B,
    MEGATRON_39B,
    MEGATRON_76B,
    MEGATRON_145B,
    MEGATRON_310B,
    MEGATRON_530B,
    MEGATRON_1T,
    LLAMA2_7B,
    LLAMA2_13B,
    LLAMA2_70B,
    LLAMA3_8B,
    LLAMA3_70B,
    LLAMA3_405B,
];

/// The model with that id.
pub fn model(id: &str) -> Option<&'static Model> {
    MODELS.iter().find(|model| model.id == id)
}

impl Model {
    /// A [`Model::head`] that says that heads make up the width of the residual stream.
    pub const OF_HIDDEN: u32 = 0;

    /// A gated dense transformer of no size, for shapes to be written in few words.
    pub const PLAIN: Model = Model {
        id: "",
        name: "",
        layers: 0,
        hidden: 0,
        heads: 0,
        kv_heads: 0,
        head: Model::OF_HIDDEN,
        latent: None,
        window: None,
        ffn: 0,
        gated: true,
        experts: None,
        predictors: 0,
        tied: false,
        seq: 0,
        vocab: 0,
        source: "",
    };

    /// Width of a head's queries.
    pub fn head_width(&self) -> u32 {
        if self.head == Model::OF_HIDDEN { self.hidden / self.heads } else { self.head }
    }

    /// Width of a head's values.
    pub fn value_width(&self) -> u32 {
        self.latent.map_or(self.head_width(), |latent| latent.value)
    }

    /// Columns of all heads' queries.
    pub fn queries(&self) -> u64 {
        u64::from(self.heads) * u64::from(self.head_width())
    }

    /// Columns of what all heads' values sum up to.
    pub fn results(&self) -> u64 {
        u64::from(self.heads) * u64::from(self.value_width())
    }

    /// Columns of the query, key and value projections together, as attention reads them.
    pub fn qkv(&self) -> u64 {
        let kv = u64::from(self.kv_heads) * u64::from(self.head_width());
        match self.latent {
            None => self.queries() + 2 * kv,
            Some(_) => 2 * self.queries() + self.results(),
        }
    }

    /// Values that one token's keys and values are kept in for others to look back on.
    pub fn kept_kv(&self) -> u64 {
        match self.latent {
            None => self.qkv() - self.queries(),
            Some(latent) => u64::from(latent.kv + latent.rope),
        }
    }

    /// Weights of a layer's attention.
    pub fn attention_weights(&self) -> u64 {
        let (h, out) = (u64::from(self.hidden), self.results());
        let Some(latent) = self.latent else { return h * self.qkv() + h * out };
        let (down, kv, rope) = (u64::from(latent.query), u64::from(latent.kv), u64::from(latent.rope));
        let queries = if down == 0 { h * self.queries() } else { h * down + down * self.queries() };
        let keys = self.queries() - u64::from(self.heads) * rope;
        queries + h * (kv + rope) + kv * (keys + out) + out * h
    }

    /// Matrices in the MLP.
    fn mlp_matrices(&self) -> u64 {
        if self.gated { 3 } else { 2 }
    }

    /// Weights of an MLP of that width.
    pub fn mlp_weights(&self, width: u64) -> u64 {
        self.mlp_matrices() * u64::from(self.hidden) * width
    }

    /// Weights of a dense layer's matrices.
    pub fn layer_matrix_weights(&self) -> u64 {
        self.attention_weights() + self.mlp_weights(u64::from(self.ffn))
    }

    /// Weights of one expert; none without experts.
    pub fn expert_weights(&self) -> u64 {
        self.experts.map_or(0, |experts| self.mlp_weights(u64::from(experts.width)))
    }

    /// Parameters of one layer that every GPU of its stage shares by tensor ways: all but the experts. For GPT shapes
    /// `12 h² + 13 h` (biases and layer norms are the `13 h`).
    pub fn shared_parameters(&self, kind: LayerKind) -> u64 {
        let h = u64::from(self.hidden);
        let rest = match self.experts.filter(|_| kind.sparse) {
            None => self.mlp_weights(u64::from(self.ffn)),
            Some(experts) => self.mlp_weights(u64::from(experts.shared)) + h * u64::from(experts.count),
        };
        self.attention_weights() + rest + if self.gated { 2 * h } else { 13 * h }
    }

    /// Parameters of one layer's experts.
    pub fn expert_parameters(&self, kind: LayerKind) -> u64 {
        let count = self.experts.filter(|_| kind.sparse).map_or(0, |experts| u64::from(experts.count));
        count * self.expert_weights()
    }

    /// Parameters of one dense layer: `12 h² + 13 h` for GPT shapes (biases and layer norms are the `13 h`).
    pub fn layer_parameters(&self) -> u64 {
        self.shared_parameters(LayerKind { sparse: false, windowed: false })
    }

    /// The kind of layer `index`, from 0. Further predictors come after the last layer and are of its kind.
    pub fn kind(&self, index: u32) -> LayerKind {
        LayerKind {
            sparse: self.experts.is_some_and(|experts| index >= experts.dense_layers),
            windowed: self.window.is_some() && index.is_multiple_of(2),
        }
    }

    /// Layers with the further predictors'.
    pub fn all_layers(&self) -> u32 {
        self.layers.saturating_add(self.predictors)
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

    /// Parameters of all layers, by what `of` counts in one.
    fn over_layers(&self, of: impl Fn(LayerKind) -> u64) -> u64 {
        (0..self.layers).map(|index| of(self.kind(index))).sum()
    }

    /// All parameters: `12 l h² (1 + 13/12h + (V+s)/12lh)` for GPT shapes. Further predictors are not counted, as their
    /// publishers do not.
    pub fn parameters(&self) -> u64 {
        let untied = if self.tied { 0 } else { self.head_parameters() };
        let layers = self.over_layers(|kind| self.shared_parameters(kind) + self.expert_parameters(kind));
        layers + self.embedding_parameters() + untied
    }

    /// Parameters that one token meets: of the experts, those that it goes through.
    pub fn active_parameters(&self) -> u64 {
        let idle = self.experts.map_or(0, |experts| u64::from(experts.count - experts.top) * self.expert_weights());
        self.parameters() - self.over_layers(|kind| if kind.sparse { idle } else { 0 })
    }

    /// Tokens that a layer's token looks back on, counted in full: all of the sequence or of the window.
    pub fn looks_back(&self, kind: LayerKind) -> u32 {
        self.window.filter(|_| kind.windowed).map_or(self.seq, |window| window.min(self.seq))
    }

    /// Weights of the matrices that one token goes through in a layer.
    fn met_weights(&self, kind: LayerKind) -> u64 {
        let mlp = match self.experts.filter(|_| kind.sparse) {
            None => self.mlp_weights(u64::from(self.ffn)),
            Some(experts) => {
                self.mlp_weights(u64::from(experts.shared) + u64::from(experts.top) * u64::from(experts.width))
                    + u64::from(self.hidden) * u64::from(experts.count)
            }
        };
        self.attention_weights() + mlp
    }

    /// Floating-point operations of attention's two products over `tokens` tokens: `4 B s² h` for GPT shapes, counted in
    /// full, not halved for the causal mask.
    pub fn attention_forward_flops(&self, tokens: u64, kind: LayerKind) -> f64 {
        2.0 * tokens as f64 * f64::from(self.looks_back(kind)) * (self.queries() + self.results()) as f64
    }

    /// Floating-point operations of one layer's forward pass over `tokens` tokens.
    pub fn forward_flops_of(&self, tokens: u64, kind: LayerKind) -> f64 {
        2.0 * tokens as f64 * self.met_weights(kind) as f64 + self.attention_forward_flops(tokens, kind)
    }

    /// Of one dense layer: `24 B s h² + 4 B s² h` for GPT shapes. Attention is counted in full, not halved for the causal mask.
    pub fn layer_forward_flops(&self, tokens: u64) -> f64 {
        self.forward_flops_of(tokens, LayerKind { sparse: false, windowed: false })
    }

    /// Of the vocabulary projection's forward pass: `2 B s h V`.
    pub fn head_forward_flops(&self, tokens: u64) -> f64 {
        2.0 * tokens as f64 * self.head_parameters() as f64
    }

    /// Model FLOPs of one step over `sequences` sequences: forward once, backward twice that, no recomputation. For GPT
    /// shapes `72 B l s h² (1 + s/6h + V/12lh)` (arXiv:2205.05198 eq. 7).
    pub fn step_flops(&self, sequences: u64) -> f64 {
        let tokens = sequences * u64::from(self.seq);
        let layers: f64 = (0..self.all_layers()).map(|index| self.forward_flops_of(tokens, self.kind(index))).sum();
        3.0 * (layers + f64::from(1 + self.predictors) * self.head_forward_flops(tokens))
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
