//! The part of a model that sees.

use super::fields::{Fields, MOST_MANY, MOST_WIDE};
use crate::problem::Problem;
use crate::tree::Tree;

/// Its parameters, where its form is known: that of Qwen3-VL (`Qwen3VLVisionModel` in Hugging Face's `transformers`).
pub(super) fn parameters(tree: &Tree) -> Result<u128, Problem> {
    let Some(own) = tree.get("vision_config").filter(|own| own.is_table()) else { return Ok(0) };
    let fields = Fields::new(own, own);
    if !fields.kind().starts_with("qwen3_vl") {
        return Ok(0);
    }
    let wide = |name: &'static str| fields.needed(&[name], MOST_WIDE).map(u128::from);
    let many = |name: &'static str| fields.needed(&[name], MOST_MANY).map(u128::from);
    let (hidden, feed, out) = (wide("hidden_size")?, wide("intermediate_size")?, wide("out_hidden_size")?);
    let (depth, channels, patch) = (many("depth")?, many("in_channels")?, many("patch_size")?);
    let (time, merged) = (many("temporal_patch_size")?, many("spatial_merge_size")?);
    let linear = |from: u128, to: u128| from * to + to;
    let block =
        4 * hidden + linear(hidden, 3 * hidden) + linear(hidden, hidden) + linear(hidden, feed) + linear(feed, hidden);
    let grouped = hidden * merged * merged;
    let merger = |norm: u128| 2 * norm + linear(grouped, grouped) + linear(grouped, out);
    let deeper = fields.list("deepstack_visual_indexes")?.map_or(0, <[Tree]>::len) as u128;
    let patches = linear(channels * time * patch * patch, hidden) + wide("num_position_embeddings")? * hidden;
    Ok(patches + depth * block + merger(hidden) + deeper * merger(grouped))
}
