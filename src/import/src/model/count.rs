//! A model's parameters, layer by layer.

use super::block::{self, Widths};
use super::family::{self, Family};
use super::feed::{self, Counted, Experts};
use super::fields::{
    Fields, HEAD_DIM, HEADS, HIDDEN, KV_HEADS, LAYERS, MOST_MANY, MOST_WIDE, POSITIONS, VOCABULARY, whole,
};
use super::{Model, Shape};
use crate::problem::Problem;
use crate::tree::Tree;

/// What a layer is made of.
struct Layers<'a> {
    fields: Fields<'a>,
    family: Family,
    widths: Widths,
    experts: Option<Experts>,
}

/// The model that the fields describe, with so many parameters beside the text's.
pub(super) fn model(fields: &Fields<'_>, vision: u128) -> Result<Model, Problem> {
    let known = family::family(fields.kind());
    let mut family = known.unwrap_or(family::unknown());
    // Falcon's small models: attention and the block behind it stand beside each other, behind one norm.
    let is_new = fields.flag("new_decoder_architecture")? == Some(true);
    if fields.kind() == "falcon" && fields.flag("parallel_attn")? == Some(true) && !is_new {
        family.norms = 1;
    }
    let layers = fields.needed(LAYERS, MOST_MANY)?;
    let hidden = fields.needed(HIDDEN, MOST_WIDE)?;
    let heads = fields.needed(HEADS, MOST_MANY)?;
    let blocks = fields.list("block_configs")?;
    let kv_heads = kv_heads(fields, blocks, heads)?;
    let head = fields.or(HEAD_DIM, MOST_WIDE, hidden / heads)?;
    let vocabulary = fields.needed(VOCABULARY, MOST_WIDE)?;
    let widths = Widths { hidden: hidden.into(), heads: heads.into(), kv_heads: kv_heads.into(), head: head.into() };
    let experts = feed::experts(fields)?;
    let of = Layers { fields: *fields, family, widths, experts };
    let stack = match (blocks, fields.text("hybrid_override_pattern")) {
        (Some(blocks), _) => of.blocks(blocks)?,
        (None, Some(pattern)) => of.pattern(pattern)?,
        (None, None) => of.plain(layers)?,
    };
    let is_tied = fields.flag("tie_word_embeddings")?.unwrap_or(family.is_tied);
    let embedding = u128::from(vocabulary) * widths.hidden;
    let norm = of.norm();
    let around = embedding * if is_tied { 1 } else { 2 }
        + norm * (u128::from(family.norms > 0) + u128::from(family.embedding_norm))
        + u128::from(family.bias_head) * u128::from(vocabulary)
        + positions(fields, family, widths.hidden)?;
    let total = stack.plus(Counted::dense(around + vision));
    Ok(Model {
        architecture: fields.kind().to_owned(),
        layers,
        hidden,
        heads,
        kv_heads,
        experts: experts.map_or(0, |experts| experts.many as u64),
        experts_per_token: experts.map_or(0, |experts| experts.per_token as u64),
        vocabulary,
        is_tied,
        parameters: fits(total.all)?,
        active_parameters: fits(total.active)?,
        vision_parameters: fits(vision)?,
        is_known: known.is_some(),
        shape: Shape { head, ..feed::shape(fields, family, widths.hidden, experts)? },
    })
}

fn fits(count: u128) -> Result<u64, Problem> {
    let most = u64::MAX >> 1;
    let out = || Problem::Range { at: "parameters".to_owned(), value: count.to_string(), least: 1, most };
    u64::try_from(count).ok().filter(|count| *count <= most).ok_or_else(out)
}

/// Heads of keys and values: as written; else the most of any block; else one, or as many as of queries.
fn kv_heads(fields: &Fields<'_>, blocks: Option<&[Tree]>, heads: u64) -> Result<u64, Problem> {
    if let Some(written) = fields.whole(KV_HEADS, MOST_MANY)?.filter(|kv| *kv > 0) {
        return Ok(written);
    }
    let mut most = None;
    for block in blocks.unwrap_or_default() {
        if let Some(group) = block.at("attention.n_heads_in_group").filter(|group| **group != Tree::Nothing) {
            let group = whole(group, "block_configs", heads)?.max(1);
            most = most.max(Some(heads / group));
        }
    }
    let is_one = fields.flag("multi_query")? == Some(true) && fields.flag("new_decoder_architecture")? != Some(true);
    Ok(most.unwrap_or(if is_one { 1 } else { heads }))
}

/// Learned positions: a row for each of the context's.
fn positions(fields: &Fields<'_>, family: Family, hidden: u128) -> Result<u128, Problem> {
    let Some(beside) = family.positions else { return Ok(0) };
    Ok((u128::from(fields.or(POSITIONS, MOST_WIDE, 0)?) + u128::from(beside)) * hidden)
}

impl Layers<'_> {
    fn norm(&self) -> u128 {
        self.widths.hidden * if self.family.bias_norm { 2 } else { 1 }
    }

    fn attention(&self) -> Result<u128, Problem> {
        block::attention(&self.fields, self.family, self.widths)
    }

    fn dense(&self) -> Result<Counted, Problem> {
        let wide = match (self.experts, self.fields.whole(&["intermediate_size_mlp"], MOST_WIDE)?) {
            // Llama 4's layers without experts.
            (Some(_), Some(wide)) => wide.into(),
            _ => feed::width(&self.fields, self.family, self.widths.hidden)?,
        };
        feed::dense(&self.fields, self.family, self.widths.hidden, wide)
    }

    /// Layers of attention and a block behind it, one like the other but for experts and for what stands in attention's place.
    fn plain(&self, layers: u64) -> Result<Counted, Problem> {
        let attention = self.attention()?;
        let every = self.fields.whole(&["full_attention_interval"], MOST_MANY)?.filter(|every| *every > 0);
        let delta = if every.is_some() { block::delta(&self.fields, self.widths.hidden)? } else { 0 };
        let sparse = self
            .experts
            .map(|experts| feed::sparse(&self.fields, self.family, self.widths.hidden, experts))
            .transpose()?;
        // A model whose layers all have experts need not say how wide they were without.
        let mut dense = None;
        let mut total = Counted::dense(0);
        for layer in 0..layers {
            let is_linear = every.is_some_and(|every| !(layer + 1).is_multiple_of(every));
            let first = if is_linear { delta } else { attention } + u128::from(self.family.norms) * self.norm();
            let second = match sparse {
                Some(sparse) if feed::is_sparse(&self.fields, layer)? => sparse,
                _ => match dense {
                    Some(dense) => dense,
                    None => *dense.insert(self.dense()?),
                },
            };
            total = total.plus(Counted::dense(first)).plus(second);
        }
        Ok(total)
    }

    /// Layers of one thing each, as letters: M Mamba, `*` attention, `-` a block, E experts; each has one norm.
    fn pattern(&self, pattern: &str) -> Result<Counted, Problem> {
        if pattern.len() as u64 > MOST_MANY {
            return Err(Problem::Many { what: "layers", most: MOST_MANY });
        }
        let mut total = Counted::dense(0);
        for letter in pattern.chars() {
            let one = match letter {
                'M' => Counted::dense(block::mamba(&self.fields, self.widths.hidden)?),
                '*' => Counted::dense(self.attention()?),
                '-' => self.dense()?,
                'E' => {
                    let experts = self.experts.ok_or(Problem::Missing { at: "n_routed_experts" })?;
                    feed::sparse(&self.fields, self.family, self.widths.hidden, experts)?
                }
                _ => {
                    return Err(Problem::Type { at: "hybrid_override_pattern".to_owned(), expected: "pattern" });
                }
            };
            total = total.plus(one).plus(Counted::dense(self.norm()));
        }
        Ok(total)
    }

    /// Layers that a search has made unlike each other (`DeciLM`, Nemotron's NAS): some lack a part, or have a matrix for it.
    fn blocks(&self, blocks: &[Tree]) -> Result<Counted, Problem> {
        if blocks.len() as u64 > MOST_MANY {
            return Err(Problem::Many { what: "layers", most: MOST_MANY });
        }
        let hidden = self.widths.hidden;
        let is_set = |block: &Tree, way: &str| block.at(way) == Some(&Tree::Flag(true));
        let mut total = 0;
        for block in blocks {
            total += match block.at("attention.n_heads_in_group") {
                _ if is_set(block, "attention.no_op") => 0,
                _ if is_set(block, "attention.replace_with_linear") => hidden * hidden + self.norm(),
                Some(group) => {
                    let group = whole(group, "block_configs", self.widths.heads as u64)?.max(1);
                    let widths = Widths { kv_heads: self.widths.heads / u128::from(group), ..self.widths };
                    block::attention(&self.fields, self.family, widths)? + self.norm()
                }
                None => self.attention()? + self.norm(),
            };
            total += match block.at("ffn.ffn_mult").or_else(|| block.at("ffn.intermediate_size")) {
                _ if is_set(block, "ffn.no_op") => 0,
                _ if is_set(block, "ffn.replace_with_linear") => hidden * hidden + self.norm(),
                Some(times) => 3 * hidden * multiple(times, self.widths.hidden)? + self.norm(),
                None => self.dense()?.all + self.norm(),
            };
        }
        Ok(Counted::dense(total))
    }
}

/// Two thirds of so many times the width, up to the next multiple of 256 (`_ffn_mult_to_intermediate_size` of DeciLM).
fn multiple(times: &Tree, hidden: u128) -> Result<u128, Problem> {
    let times = match times {
        Tree::Real(real) if (0.0..=1024.0).contains(real) => *real,
        Tree::Whole(whole) if (0..=1024).contains(whole) => *whole as f64,
        // Written out.
        Tree::Whole(_) => return Ok(whole(times, "block_configs", MOST_WIDE)?.into()),
        _ => return Err(Problem::Type { at: "block_configs".to_owned(), expected: "number" }),
    };
    let wide = (2.0 * times * hidden as f64 / 3.0) as u128;
    Ok(wide.next_multiple_of(256))
}
