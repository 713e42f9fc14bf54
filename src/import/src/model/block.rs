//! The parameters of attention, in each of the forms that models have, and of what stands in its place.

use super::family::{Family, QkNorm};
use super::fields::{Fields, MOST_MANY, MOST_WIDE};
use crate::problem::Problem;

/// A model's widths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    pub(super) hidden: u128,
    pub(super) heads: u128,
    pub(super) kv_heads: u128,
    pub(super) head: u128,
}

/// Attention with heads that share keys and values, or of any other form that the fields name.
pub(super) fn attention(fields: &Fields<'_>, family: Family, widths: Widths) -> Result<u128, Problem> {
    if fields.whole(&["kv_lora_rank"], MOST_WIDE)?.is_some() {
        return latent(fields, widths);
    }
    let Widths { hidden, heads, kv_heads, head } = widths;
    let (all, kv) = (heads * head, kv_heads * head);
    // A gate beside the query doubles it.
    let query = if fields.kind() == "qwen3_next" { 2 * all } else { all };
    let named = ["attention_bias", "qkv_bias", "use_qkv_bias", "add_qkv_bias"];
    let mut bias_qkv = family.bias_qkv;
    let mut bias_out = family.bias_out;
    for name in named {
        if let Some(flag) = fields.flag(name)? {
            bias_qkv = flag;
            // Of these families the flag means the output matrix as well.
            bias_out = flag && name == "attention_bias" && !matches!(fields.kind(), "glm4_moe" | "glm4");
        }
    }
    if fields.flag("use_bias")? == Some(true) {
        (bias_qkv, bias_out) = (true, true);
    }
    let norms = match family.qk_norm {
        QkNorm::None => 0,
        QkNorm::Head => 2 * head,
        QkNorm::All => all + kv,
    };
    let biases = u128::from(bias_qkv) * (query + 2 * kv) + u128::from(bias_out) * hidden;
    // gpt-oss: a learned logit for each head that takes attention nowhere.
    let sinks = if fields.kind() == "gpt_oss" { heads } else { 0 };
    Ok(hidden * (query + 2 * kv) + all * hidden + biases + norms + sinks)
}

/// Multi-head latent attention: keys and values from a narrow vector (DeepSeek-V2, arXiv:2405.04434, section 2.1).
fn latent(fields: &Fields<'_>, widths: Widths) -> Result<u128, Problem> {
    let wide = |name: &'static str| fields.needed(&[name], MOST_WIDE).map(u128::from);
    let (kv, rope, nope) = (wide("kv_lora_rank")?, wide("qk_rope_head_dim")?, wide("qk_nope_head_dim")?);
    let value = wide("v_head_dim")?;
    let Widths { hidden, heads, .. } = widths;
    let query = match fields.whole(&["q_lora_rank"], MOST_WIDE)?.filter(|rank| *rank > 0).map(u128::from) {
        Some(rank) => hidden * rank + rank + rank * heads * (nope + rope),
        None => hidden * heads * (nope + rope),
    };
    Ok(query + hidden * (kv + rope) + kv + kv * heads * (nope + value) + heads * value * hidden)
}

/// The gated delta rule of Qwen3-Next in place of attention.
pub(super) fn delta(fields: &Fields<'_>, hidden: u128) -> Result<u128, Problem> {
    let many = |name: &'static str| fields.needed(&[name], MOST_MANY).map(u128::from);
    let (keys, values) = (many("linear_num_key_heads")?, many("linear_num_value_heads")?);
    let (key, value) = (many("linear_key_head_dim")?, many("linear_value_head_dim")?);
    let kernel = many("linear_conv_kernel_dim")?;
    let (all_keys, all_values) = (keys * key, values * value);
    let inputs = hidden * (2 * all_keys + 2 * all_values) + hidden * 2 * values;
    let convolution = (2 * all_keys + all_values) * kernel;
    // A decay and a step for each head, and the norm of a head's width.
    Ok(inputs + convolution + 2 * values + value + all_values * hidden)
}

/// A Mamba-2 layer (arXiv:2405.21060; `NemotronHMamba2Mixer`).
pub(super) fn mamba(fields: &Fields<'_>, hidden: u128) -> Result<u128, Problem> {
    let many = |names: &[&'static str]| fields.needed(names, MOST_WIDE).map(u128::from);
    let heads = many(&["mamba_num_heads", "mamba_n_heads"])?;
    let inner = heads * many(&["mamba_head_dim", "mamba_d_head"])?;
    let groups = many(&["n_groups", "mamba_n_groups"])?;
    let state = many(&["ssm_state_size", "mamba_d_state"])?;
    let kernel = many(&["conv_kernel", "mamba_d_conv"])?;
    let convolved = inner + 2 * groups * state;
    let bias = u128::from(fields.flag("use_conv_bias")?.unwrap_or(true)) * convolved;
    let input = hidden * (inner + convolved + heads);
    let biases = if fields.flag("mamba_proj_bias")? == Some(true) { inner + convolved + heads + hidden } else { 0 };
    // A decay, a step and a passage for each head; the norm.
    Ok(input + convolved * kernel + bias + 3 * heads + inner + inner * hidden + biases)
}
