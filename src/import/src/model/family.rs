//! What a kind of model has that its configuration does not say.
//!
//! Read in the model's own file in Hugging Face's `transformers` (`models/KIND/modeling_KIND.py`, version 4.57): which matrices have
//! biases, how many norms a layer has and of what, and what is taken where `tie_word_embeddings` is not written.

/// The kinds' differences from a Llama.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Family {
    /// The block behind attention has a gate: three matrices in place of two.
    pub(super) is_gated: bool,
    /// Biases of query, key and value, of the attention's output, and of the block behind it.
    pub(super) bias_qkv: bool,
    pub(super) bias_out: bool,
    pub(super) bias_feed: bool,
    /// A norm has a bias beside its weight.
    pub(super) bias_norm: bool,
    /// Norms of a layer.
    pub(super) norms: u64,
    pub(super) qk_norm: QkNorm,
    /// The embedding serves as output matrix where the file does not say.
    pub(super) is_tied: bool,
    /// Positions are learned: rows beside the context's length, or none.
    pub(super) positions: Option<u64>,
    /// The output matrix has a bias.
    pub(super) bias_head: bool,
    /// A norm right behind the embedding.
    pub(super) embedding_norm: bool,
}

/// Norms of queries and keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QkNorm {
    None,
    /// One of a head's width, for all heads.
    Head,
    /// One of all heads' width.
    All,
}

const LLAMA: Family = Family {
    is_gated: true,
    bias_qkv: false,
    bias_out: false,
    bias_feed: false,
    bias_norm: false,
    bias_head: false,
    norms: 2,
    qk_norm: QkNorm::None,
    is_tied: false,
    positions: None,
    embedding_norm: false,
};

/// GPT-2 and its kin: no gate, biases everywhere.
const GPT: Family = Family {
    is_gated: false,
    bias_qkv: true,
    bias_out: true,
    bias_feed: true,
    bias_norm: true,
    is_tied: true,
    ..LLAMA
};

/// The family of a kind of model, where it is known.
pub(super) fn family(kind: &str) -> Option<Family> {
    let kind = kind.trim_end_matches("_text");
    Some(match kind {
        "llama" | "mistral" | "mistral3" | "ministral" | "mixtral" | "phi3" | "llama4" | "deepseek_v2"
        | "deepseek_v3" | "deepseek_v32" | "kimi_k2" | "internlm" | "internlm2" | "nemotron-nas" | "deci"
        | "granite" | "granitemoe" | "baichuan" | "aquila" | "minicpm" | "smollm3" | "arcee" | "bailing_moe"
        | "dbrx" | "nemotron_h" | "seed_oss" | "exaone" => LLAMA,
        "phimoe" | "stablelm" => Family { bias_norm: true, ..LLAMA },
        "qwen2" | "qwen2_moe" | "qwen2_vl" | "qwen2_5_vl" | "qwen" | "glm4_moe" | "chatglm" => {
            Family { bias_qkv: true, ..LLAMA }
        }
        "qwen3" | "qwen3_moe" | "qwen3_vl" | "qwen3_vl_moe" | "qwen3_next" => Family { qk_norm: QkNorm::Head, ..LLAMA },
        "gpt_oss" => Family { bias_qkv: true, bias_out: true, ..LLAMA },
        "glm4" => Family { bias_qkv: true, norms: 4, ..LLAMA },
        "gemma" => Family { is_tied: true, ..LLAMA },
        "gemma2" => Family { is_tied: true, norms: 4, ..LLAMA },
        "gemma3" => Family { is_tied: true, norms: 4, qk_norm: QkNorm::Head, ..LLAMA },
        "olmo2" | "olmo3" | "olmoe" => Family { qk_norm: QkNorm::All, ..LLAMA },
        "olmo" => Family { norms: 0, ..LLAMA },
        "cohere" => Family { is_tied: true, norms: 1, ..LLAMA },
        "mpt" => Family { bias_qkv: false, bias_out: false, bias_feed: false, bias_norm: false, ..GPT },
        "starcoder2" => Family { is_tied: true, ..GPT },
        "phi" => Family { norms: 1, is_tied: false, bias_head: true, ..GPT },
        "gpt2" | "gpt_bigcode" => Family { positions: Some(0), ..GPT },
        "opt" => Family { positions: Some(2), ..GPT },
        "bloom" => Family { embedding_norm: true, ..GPT },
        "gpt_neox" => Family { is_tied: false, ..GPT },
        "falcon" | "RefinedWeb" => Family { bias_qkv: false, bias_out: false, bias_feed: false, ..GPT },
        _ => return None,
    })
}

/// What an unknown kind is taken for.
pub(super) const fn unknown() -> Family {
    LLAMA
}
