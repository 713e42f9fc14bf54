//! The parameters of the block behind attention: one for all tokens, or experts.

use super::Shape;
use super::family::Family;
use super::fields::{EXPERT_FEED, EXPERTS, FEED, Fields, MOST_MANY, MOST_WIDE, PER_TOKEN, SHARED, SHARED_FEED};
use crate::problem::Problem;
use crate::tree::Tree;

/// Parameters, and of them those that a token meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) all: u128,
    pub(super) active: u128,
}

impl Counted {
    pub(super) fn dense(all: u128) -> Counted {
        Counted { all, active: all }
    }

    pub(super) fn plus(self, other: Counted) -> Counted {
        Counted { all: self.all + other.all, active: self.active + other.active }
    }
}

/// The experts of a model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Experts {
    pub(super) many: u128,
    pub(super) per_token: u128,
}

/// How many experts there are, where there are any.
pub(super) fn experts(fields: &Fields<'_>) -> Result<Option<Experts>, Problem> {
    let many = fields.or(EXPERTS, MOST_MANY, 0)?;
    if many <= 1 {
        return Ok(None);
    }
    let per_token = fields.needed(PER_TOKEN, many)?;
    Ok(Some(Experts { many: many.into(), per_token: per_token.into() }))
}

/// One block of that width.
pub(super) fn dense(fields: &Fields<'_>, family: Family, hidden: u128, wide: u128) -> Result<Counted, Problem> {
    let rows = if family.is_gated && !is_plain(fields) { 3 } else { 2 };
    let bias = fields.flag("mlp_bias")?.or(fields.flag("use_bias")?).unwrap_or(family.bias_feed);
    let biases = if bias { (rows - 1) * wide + hidden } else { 0 };
    Ok(Counted::dense(rows * hidden * wide + biases))
}

/// Whether the activation is one that has no gate.
fn is_plain(fields: &Fields<'_>) -> bool {
    let plain = ["relu2", "relu", "gelu", "gelu_new", "gelu_fast"];
    let name = fields.text("mlp_hidden_act").or_else(|| {
        // Of these the file's word decides; Gemma has a gate with any.
        if fields.kind().starts_with("nemotron") { fields.text("hidden_act") } else { None }
    });
    name.is_some_and(|name| plain.contains(&name))
}

/// The width of the block for all tokens.
pub(super) fn width(fields: &Fields<'_>, family: Family, hidden: u128) -> Result<u128, Problem> {
    match fields.whole(FEED, MOST_WIDE)? {
        Some(wide) => Ok(wide.into()),
        None if family.is_gated => Err(Problem::Missing { at: "intermediate_size" }),
        // GPT's kin: four times the width, or so many times as the file says.
        None => Ok(u128::from(fields.or(&["expansion_ratio"], 1024, 4)?) * hidden),
    }
}

/// Experts, those that all tokens share, and the router.
pub(super) fn sparse(fields: &Fields<'_>, family: Family, hidden: u128, experts: Experts) -> Result<Counted, Problem> {
    let wide = match fields.whole(EXPERT_FEED, MOST_WIDE)? {
        Some(wide) => wide.into(),
        None => width(fields, family, hidden)?,
    };
    let kind = fields.kind();
    let rows = if family.is_gated && !is_plain(fields) { 3 } else { 2 };
    // gpt-oss alone has biases in its experts.
    let biases = if kind == "gpt_oss" { 2 * wide + hidden } else { 0 };
    let one = rows * hidden * wide + biases;
    let routing = match kind {
        // The balance without a loss: a bias for each expert (arXiv:2408.15664); gpt-oss has biases everywhere.
        "gpt_oss" | "deepseek_v3" | "deepseek_v32" | "kimi_k2" | "glm4_moe" => hidden * experts.many + experts.many,
        _ => hidden * experts.many,
    };
    let shared = match (fields.whole(SHARED, MOST_MANY)?, fields.whole(SHARED_FEED, MOST_WIDE)?) {
        (_, Some(0)) => 0,
        // Qwen's gate before the shared expert.
        (_, Some(wide)) if kind.starts_with("qwen") => rows * hidden * u128::from(wide) + hidden,
        (_, Some(wide)) => rows * hidden * u128::from(wide),
        (Some(many), None) => u128::from(many) * rows * hidden * wide,
        (None, None) if kind.starts_with("llama4") => rows * hidden * wide,
        (None, None) => 0,
    };
    let always = routing + shared;
    Ok(Counted { all: always + experts.many * one, active: always + experts.per_token * one })
}

/// The widths of the block.
pub(super) fn shape(
    fields: &Fields<'_>,
    family: Family,
    hidden: u128,
    experts: Option<Experts>,
) -> Result<Shape, Problem> {
    let small = |value: u128| u64::try_from(value).unwrap_or(u64::MAX);
    // A model whose layers all have experts need not say how wide they were without.
    let feed = width(fields, family, hidden).map_or(0, small);
    let is_gated = family.is_gated && !is_plain(fields);
    if experts.is_none() {
        return Ok(Shape { feed, is_gated, ..Shape::default() });
    }
    let expert_feed = fields.whole(EXPERT_FEED, MOST_WIDE)?.unwrap_or(feed);
    let shared_feed = match (fields.whole(SHARED, MOST_MANY)?, fields.whole(SHARED_FEED, MOST_WIDE)?) {
        (_, Some(wide)) => wide,
        (Some(many), None) => many.saturating_mul(expert_feed),
        (None, None) => 0,
    };
    let dense_layers = fields.or(&["first_k_dense_replace"], MOST_MANY, 0)?;
    Ok(Shape { head: 0, feed, expert_feed, shared_feed, dense_layers, is_gated })
}

/// Whether a layer has experts, by any of the ways in which files say so.
pub(super) fn is_sparse(fields: &Fields<'_>, layer: u64) -> Result<bool, Problem> {
    if layer < fields.or(&["first_k_dense_replace"], MOST_MANY, 0)? {
        return Ok(false);
    }
    let is_in = |list: &[Tree]| list.contains(&Tree::Whole(layer as i64));
    if fields.list("mlp_only_layers")?.is_some_and(is_in) {
        return Ok(false);
    }
    if let Some(list) = fields.list("moe_layers")? {
        return Ok(is_in(list));
    }
    let step = fields.or(&["decoder_sparse_step", "interleave_moe_layer_step"], MOST_MANY, 1)?.max(1);
    if step > 1 {
        return Ok((layer + 1).is_multiple_of(step));
    }
    // DeepSeek counts from the first layer.
    if let Some(frequency) = fields.whole(&["moe_layer_freq"], MOST_MANY).unwrap_or(None) {
        return Ok(layer.is_multiple_of(frequency.max(1)));
    }
    if let (Some(period), Some(offset)) =
        (fields.whole(&["expert_layer_period"], MOST_MANY)?, fields.whole(&["expert_layer_offset"], MOST_MANY)?)
    {
        return Ok(layer % period.max(1) == offset);
    }
    Ok(true)
}
