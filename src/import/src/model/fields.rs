//! Numbers of a configuration by any of their names, within their range.

use crate::problem::Problem;
use crate::tree::Tree;

/// What models call the same thing.
pub(super) const LAYERS: &[&str] = &["num_hidden_layers", "n_layer", "n_layers", "num_layers"];
pub(super) const HIDDEN: &[&str] = &["hidden_size", "n_embd", "d_model", "dim", "model_dim"];
pub(super) const HEADS: &[&str] = &["num_attention_heads", "n_head", "n_heads", "num_heads"];
pub(super) const KV_HEADS: &[&str] = &[
    "num_key_value_heads",
    "n_head_kv",
    "num_kv_heads",
    "n_kv_heads",
    "attn_config.kv_n_heads",
    "multi_query_group_num",
];
pub(super) const HEAD_DIM: &[&str] = &["head_dim", "attention_head_dim", "kv_channels", "d_kv"];
pub(super) const FEED: &[&str] =
    &["intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "ffn_config.ffn_hidden_size", "d_ff"];
pub(super) const VOCABULARY: &[&str] = &["vocab_size", "padded_vocab_size"];
pub(super) const EXPERTS: &[&str] =
    &["num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts", "ffn_config.moe_num_experts"];
pub(super) const PER_TOKEN: &[&str] = &[
    "num_experts_per_tok",
    "num_experts_per_token",
    "experts_per_token",
    "moe_topk",
    "moe_top_k",
    "moe_k",
    "ffn_config.moe_top_k",
];
pub(super) const EXPERT_FEED: &[&str] = &["moe_intermediate_size", "expert_ffn_hidden_size", "moe_ffn_hidden_size"];
pub(super) const SHARED: &[&str] =
    &["n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"];
pub(super) const SHARED_FEED: &[&str] =
    &["shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"];
pub(super) const POSITIONS: &[&str] = &["max_position_embeddings", "n_positions", "max_seq_len", "n_ctx", "seq_length"];

/// The largest number that a width may be, and the largest count of layers and experts.
pub(super) const MOST_WIDE: u64 = 1 << 24;
pub(super) const MOST_MANY: u64 = 1 << 16;

/// The fields of a model's text part, and those around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a> {
    own: &'a Tree,
    around: &'a Tree,
}

impl<'a> Fields<'a> {
    pub(super) fn new(own: &'a Tree, around: &'a Tree) -> Fields<'a> {
        Fields { own, around }
    }

    /// The number under the first of the names that is there and not null.
    pub(super) fn whole(&self, names: &[&'static str], most: u64) -> Result<Option<u64>, Problem> {
        for name in names {
            match self.own.at(name) {
                None | Some(Tree::Nothing) => {}
                Some(value) => return whole(value, name, most).map(Some),
            }
        }
        Ok(None)
    }

    /// The same, which must be there and above 0.
    pub(super) fn needed(&self, names: &[&'static str], most: u64) -> Result<u64, Problem> {
        let at = names.first().copied().unwrap_or_default();
        match self.whole(names, most)? {
            None => Err(Problem::Missing { at }),
            Some(0) => Err(Problem::Range { at: at.to_owned(), value: "0".to_owned(), least: 1, most }),
            Some(value) => Ok(value),
        }
    }

    /// The same with a value for where it is not there.
    pub(super) fn or(&self, names: &[&'static str], most: u64, otherwise: u64) -> Result<u64, Problem> {
        Ok(self.whole(names, most)?.unwrap_or(otherwise))
    }

    /// A flag; the text part's own before the one around it.
    pub(super) fn flag(&self, name: &'static str) -> Result<Option<bool>, Problem> {
        match self.own.at(name).or_else(|| self.around.at(name)) {
            None | Some(Tree::Nothing) => Ok(None),
            Some(Tree::Flag(flag)) => Ok(Some(*flag)),
            Some(_) => Err(Problem::Type { at: name.to_owned(), expected: "flag" }),
        }
    }

    /// A list.
    pub(super) fn list(&self, name: &'static str) -> Result<Option<&'a [Tree]>, Problem> {
        match self.own.at(name) {
            None | Some(Tree::Nothing) => Ok(None),
            Some(Tree::List(items)) => Ok(Some(items)),
            Some(_) => Err(Problem::Type { at: name.to_owned(), expected: "list" }),
        }
    }

    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.own.at(name).and_then(Tree::text)
    }

    /// What kind of model it is: the text part's own name without its ending, or the one around it.
    pub(super) fn kind(&self) -> &'a str {
        self.around.get("model_type").or_else(|| self.own.get("model_type")).and_then(Tree::text).unwrap_or_default()
    }
}

/// A whole number up to a limit, of a value.
pub(super) fn whole(value: &Tree, at: &str, most: u64) -> Result<u64, Problem> {
    let out = |value: String| Problem::Range { at: at.to_owned(), value, least: 0, most };
    match value {
        Tree::Whole(whole) => u64::try_from(*whole).ok().filter(|v| *v <= most).ok_or_else(|| out(whole.to_string())),
        // 2.0 is what some tools write for 2.
        Tree::Real(real) if real.fract() == 0.0 && (0.0..=most as f64).contains(real) => Ok(*real as u64),
        Tree::Real(real) if real.fract() == 0.0 => Err(out(real.to_string())),
        _ => Err(Problem::Type { at: at.to_owned(), expected: "whole" }),
    }
}
