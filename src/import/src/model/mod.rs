//! A model as Hugging Face's `config.json` says it, with its parameters counted.
//!
//! * `fields`: numbers by any of their names, in range; `family`: what a kind of model has that the file does not say;
//! * `block`: attention and what stands in its place; `feed`: the block behind it, with experts; `count`: all together;
//!   `vision`: the part that sees.

mod block;
mod count;
mod family;
mod feed;
mod fields;
mod vision;

use serde::Serialize;

use crate::problem::Problem;
use crate::tree::Tree;

use fields::Fields;

/// What a configuration says of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Model {
    /// As the file calls it: `llama`, `qwen3_moe`.
    pub architecture: String,
    pub layers: u64,
    pub hidden: u64,
    pub heads: u64,
    /// Of the layers that have attention, the most.
    pub kv_heads: u64,
    /// Routed experts of a layer; 0 of a dense model.
    pub experts: u64,
    /// Of them, those that a token goes through.
    pub experts_per_token: u64,
    pub vocabulary: u64,
    /// Whether the embedding is the output matrix as well.
    pub is_tied: bool,
    pub parameters: u64,
    /// Those that a token meets: all but the experts that it is not sent to. Embeddings and the part that sees are in it.
    pub active_parameters: u64,
    /// Of the parameters, those of the part that sees.
    pub vision_parameters: u64,
    /// Whether this kind of model is known, or counted as a Llama for want of better.
    pub is_known: bool,
    /// What a simulator asks beside.
    #[serde(skip)]
    pub shape: Shape,
}

/// The widths inside a layer, for who computes with them; 0 where the file does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Of a head.
    pub head: u64,
    /// Of the block behind attention.
    pub feed: u64,
    /// Of one expert, and of what all tokens go through beside.
    pub expert_feed: u64,
    pub shared_feed: u64,
    /// The first so many layers have no experts.
    pub dense_layers: u64,
    /// Whether the block has three matrices rather than two.
    pub is_gated: bool,
}

/// Whether a document looks like a model's configuration.
pub(crate) fn is(tree: &Tree) -> bool {
    let own = tree.get("text_config").or_else(|| tree.get("llm_config")).unwrap_or(tree);
    let is_there = |name: &&str| own.get(name).is_some();
    tree.get("model_type").is_some()
        || tree.get("architectures").is_some()
        || (is_there(&"num_hidden_layers") && is_there(&"hidden_size"))
}

/// The model that the document describes.
///
/// # Errors
/// A field is missing, of another type, or out of its range.
pub(crate) fn read(tree: &Tree) -> Result<Model, Problem> {
    if !matches!(tree, Tree::Table(_)) {
        return Err(Problem::Type { at: String::new(), expected: "table" });
    }
    let nested = ["text_config", "llm_config", "language_config", "thinker_config"];
    let text = nested.iter().find_map(|name| tree.get(name).filter(|own| own.is_table()));
    let own = Fields::new(text.unwrap_or(tree), tree);
    count::model(&own, vision::parameters(tree)?)
}

#[cfg(test)]
mod tests;
