//! A model of one's own: from a Hugging Face `config.json`, or from a few numbers. Both are hostile until read.

use std::path::Path;

use kitchen_core::units::Bytes;
use kitchen_core::workload::Model;
use kitchen_core::workload::model::{Experts, Latent};
use kitchen_text::{Line, Words, msg};
use serde_json::{Map, Value};

use crate::out::one_line;
use crate::say::{self, Failure};

/// The most bytes read of a configuration: those published are under 10 kB.
const LIMIT_BYTES: u64 = 1 << 20;
/// The largest sequence that is taken over from a configuration, which says how long a sequence may be when it answers.
const USUAL_SEQ: u32 = 8192;

/// Limits of what a shape may be.
const LAYERS: u32 = 1024;
const WIDTH: u32 = 1 << 17;
const HEADS: u32 = 4096;
const MLP: u32 = 1 << 20;
const VOCABULARY: u32 = 1 << 22;
const EXPERTS: u32 = 4096;

/// The shape in a file.
///
/// # Errors
/// What of it is not a configuration of a transformer, by name.
pub(super) fn from_file(path: &Path) -> Result<Model, Failure> {
    let bytes = say::file(path, LIMIT_BYTES, Line::from(msg::CliFileLarge { max: Bytes(LIMIT_BYTES) }))?;
    let about = |line| Failure::new(path.display().to_string(), line);
    read(&bytes).map_err(about)
}

/// The shape in the bytes of a `config.json`.
fn read(bytes: &[u8]) -> Result<Model, Line> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| Line::from(msg::CliConfigJson { why: one_line(&error.to_string()).into() }))?;
    let whole = value.as_object().ok_or_else(|| Line::from(msg::CliConfigJson { why: Words::from("no object") }))?;
    // Models that also see keep the part that reads under a name of its own.
    let inner = whole.get("text_config").and_then(Value::as_object).unwrap_or(whole);
    Fields(inner).model()
}

struct Fields<'a>(&'a Map<String, Value>);

impl Fields<'_> {
    /// A whole number from 1 to the limit under the first of the names that is there; none where it is null or not there.
    fn number(&self, names: &[&'static str], max: u32) -> Result<Option<u32>, Line> {
        let found = names.iter().find_map(|name| Some((*name, self.0.get(*name)?)));
        let Some((name, value)) = found.filter(|(_, value)| !value.is_null()) else { return Ok(None) };
        match value.as_u64().and_then(|value| u32::try_from(value).ok()).filter(|value| (1..=max).contains(value)) {
            Some(value) => Ok(Some(value)),
            None => Err(Line::from(msg::CliConfigNumber { name: name.into(), max: max.into() })),
        }
    }

    fn needed(&self, names: &[&'static str], max: u32) -> Result<u32, Line> {
        let missing = || Line::from(msg::CliConfigMissing { name: names[0].into() });
        self.number(names, max)?.ok_or_else(missing)
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    fn model(&self) -> Result<Model, Line> {
        // What is no transformer has other costs.
        let other = ["ssm_state_size", "mamba_d_state", "state_size", "mamba_num_heads", "linear_num_key_heads"];
        if let Some(name) = other.into_iter().find(|name| self.0.contains_key(*name)) {
            return Err(Line::from(msg::CliConfigOther { name: name.into() }));
        }
        let hidden = self.needed(&["hidden_size", "n_embd", "d_model"], WIDTH)?;
        let heads = self.needed(&["num_attention_heads", "n_head", "n_heads"], HEADS)?;
        let kv_heads = self.number(&["num_key_value_heads", "n_head_kv"], heads)?.unwrap_or(heads);
        let latent = self.latent()?;
        let value = self.number(&["v_head_dim"], WIDTH)?;
        let own = self.number(&["head_dim", "kv_channels"], WIDTH)?;
        let head = match latent {
            Some(latent) => {
                self.number(&["qk_nope_head_dim"], WIDTH)?.or(value).unwrap_or(latent.value).saturating_add(latent.rope)
            }
            None => own.unwrap_or(Model::OF_HIDDEN),
        };
        for (what, of, divides) in [
            ("num_attention_heads", "hidden_size", head != Model::OF_HIDDEN || hidden.is_multiple_of(heads)),
            ("num_key_value_heads", "num_attention_heads", heads.is_multiple_of(kv_heads)),
        ] {
            if !divides {
                return Err(Line::from(msg::CliConfigDivide { name: what.into(), of: of.into() }));
            }
        }
        let gpt2 = self.text("model_type") == "gpt2" || self.0.contains_key("n_embd");
        let gated =
            !gpt2 && !matches!(self.text("hidden_act"), "relu" | "relu2" | "gelu" | "gelu_new" | "squared_relu");
        let ffn = self.number(&["intermediate_size", "n_inner", "ffn_hidden_size"], MLP)?;
        let experts = self.experts()?;
        Ok(Model {
            id: "config",
            name: "config.json",
            layers: self.needed(&["num_hidden_layers", "n_layer", "n_layers"], LAYERS)?,
            hidden,
            heads,
            kv_heads,
            head,
            latent,
            window: self.window()?,
            ffn: ffn.or(experts.map(|experts| experts.width)).unwrap_or(hidden.saturating_mul(4)),
            gated,
            experts,
            predictors: self.number(&["num_nextn_predict_layers"], 16)?.unwrap_or(0),
            tied: if self.0.contains_key("tie_word_embeddings") { self.flag("tie_word_embeddings") } else { gpt2 },
            seq: self.sequence()?,
            vocab: self.needed(&["vocab_size"], VOCABULARY)?,
            source: "",
        })
    }

    fn sequence(&self) -> Result<u32, Line> {
        let longest = self.number(&["max_position_embeddings", "n_positions", "max_seq_len"], 1 << 30)?;
        Ok(longest.unwrap_or(USUAL_SEQ).min(USUAL_SEQ))
    }

    fn latent(&self) -> Result<Option<Latent>, Line> {
        let Some(kv) = self.number(&["kv_lora_rank"], WIDTH)? else { return Ok(None) };
        let rope = self.needed(&["qk_rope_head_dim"], WIDTH)?;
        let value = self.needed(&["v_head_dim"], WIDTH)?;
        Ok(Some(Latent { query: self.number(&["q_lora_rank"], WIDTH)?.unwrap_or(0), kv, rope, value }))
    }

    /// A window that layers take in turn with full attention.
    fn window(&self) -> Result<Option<u32>, Line> {
        let Some(types) = self.0.get("layer_types").and_then(Value::as_array) else { return Ok(None) };
        let slides = types.iter().any(|one| one.as_str() == Some("sliding_attention"));
        if slides { self.number(&["sliding_window"], u32::MAX) } else { Ok(None) }
    }

    fn experts(&self) -> Result<Option<Experts>, Line> {
        let names = ["n_routed_experts", "num_local_experts", "num_experts"];
        let Some(count) = self.number(&names, EXPERTS)?.filter(|&count| count > 1) else { return Ok(None) };
        let top = self.needed(&["num_experts_per_tok", "experts_per_token"], count)?;
        let width = self.needed(&["moe_intermediate_size", "intermediate_size"], MLP)?;
        let own = self.number(&["shared_expert_intermediate_size"], MLP)?;
        let shared = match (own, self.0.get("n_shared_experts").and_then(Value::as_u64)) {
            (Some(own), _) => own,
            (None, Some(count @ 1..=64)) => width.saturating_mul(count as u32),
            _ => 0,
        };
        let dense = self.0.get("first_k_dense_replace").and_then(Value::as_u64).unwrap_or(0);
        let dense_layers = u32::try_from(dense).unwrap_or(LAYERS).min(LAYERS);
        Ok(Some(Experts { count, top, width, shared: shared.min(MLP), dense_layers }))
    }
}

/// A shape as `LAYERS,WIDTH,HEADS[,KV_HEADS[,MLP[,VOCABULARY]]]`; gated, with a vocabulary of 51,200 where it is not said.
pub(super) fn from_numbers(text: &str) -> Result<Model, Line> {
    let wrong = || Line::from(msg::CliShape { value: kitchen_story::scenario::raw::quote(text).into() });
    let limits = [LAYERS, WIDTH, HEADS, HEADS, MLP, VOCABULARY];
    let cells: Vec<&str> = text.split(',').collect();
    if !(3..=limits.len()).contains(&cells.len()) {
        return Err(wrong());
    }
    let mut numbers = [0; 6];
    for ((slot, cell), max) in numbers.iter_mut().zip(&cells).zip(limits) {
        *slot = cell.trim().parse().ok().filter(|value| (1..=max).contains(value)).ok_or_else(wrong)?;
    }
    let [layers, hidden, heads, kv, ffn, vocab] = numbers;
    let or = |value: u32, usual: u32| if value == 0 { usual } else { value };
    let kv_heads = or(kv, heads);
    if !hidden.is_multiple_of(heads) || !heads.is_multiple_of(kv_heads) {
        return Err(wrong());
    }
    let (ffn, vocab, id) = (or(ffn, hidden.saturating_mul(4)), or(vocab, 51_200), "shape");
    Ok(Model { id, name: id, layers, hidden, heads, kv_heads, ffn, vocab, seq: USUAL_SEQ.min(4096), ..Model::PLAIN })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_core::workload::model::published;
    use kitchen_text::key;

    /// A configuration that gives the parameters of a published shape.
    fn check(config: &str, id: &str) {
        let (own, published) = (read(config.as_bytes()).unwrap(), published::model(id).unwrap());
        assert_eq!(own.parameters(), published.parameters(), "{id}: {own:?}");
        assert_eq!((own.active_parameters(), own.window), (published.active_parameters(), published.window), "{id}");
    }

    #[test]
    fn published_configurations_give_published_shapes() {
        check(
            r#"{"model_type":"llama","hidden_size":4096,"num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,
            "intermediate_size":14336,"vocab_size":128256,"hidden_act":"silu","tie_word_embeddings":false,"head_dim":null}"#,
            "llama3.1-8b",
        );
        check(
            r#"{"hidden_size":2048,"num_hidden_layers":48,"num_attention_heads":32,"num_key_value_heads":4,"head_dim":128,
            "intermediate_size":6144,"moe_intermediate_size":768,"num_experts":128,"num_experts_per_tok":8,"vocab_size":151936,
            "hidden_act":"silu","tie_word_embeddings":false}"#,
            "qwen3-30b-a3b",
        );
        check(
            r#"{"hidden_size":7168,"num_hidden_layers":61,"num_attention_heads":128,"num_key_value_heads":128,"q_lora_rank":1536,
            "kv_lora_rank":512,"qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128,"intermediate_size":18432,
            "moe_intermediate_size":2048,"n_routed_experts":256,"n_shared_experts":1,"num_experts_per_tok":8,
            "first_k_dense_replace":3,"num_nextn_predict_layers":1,"vocab_size":129280,"hidden_act":"silu"}"#,
            "deepseek-v3",
        );
        check(
            r#"{"hidden_size":2880,"num_hidden_layers":36,"num_attention_heads":64,"num_key_value_heads":8,"head_dim":64,
            "intermediate_size":2880,"num_local_experts":128,"num_experts_per_tok":4,"vocab_size":201088,"sliding_window":128,
            "layer_types":["sliding_attention","full_attention"],"hidden_act":"silu","tie_word_embeddings":false}"#,
            "gpt-oss-120b",
        );
    }

    fn check_refused(config: &str, expected: kitchen_text::Key) {
        assert_eq!(read(config.as_bytes()).map_err(|line| line.key), Err(expected), "{config}");
    }

    #[test]
    fn what_is_wrong_is_told_by_name() {
        check_refused("", key::CLI_CONFIG_JSON);
        check_refused("[1]", key::CLI_CONFIG_JSON);
        check_refused(&"[".repeat(10_000), key::CLI_CONFIG_JSON);
        check_refused("{}", key::CLI_CONFIG_MISSING);
        check_refused(r#"{"hidden_size":4096}"#, key::CLI_CONFIG_MISSING);
        check_refused(r#"{"hidden_size":-1,"num_attention_heads":2}"#, key::CLI_CONFIG_NUMBER);
        check_refused(r#"{"hidden_size":1e99,"num_attention_heads":2}"#, key::CLI_CONFIG_NUMBER);
        check_refused(r#"{"hidden_size":"4096","num_attention_heads":2}"#, key::CLI_CONFIG_NUMBER);
        check_refused(r#"{"hidden_size":100,"num_attention_heads":3}"#, key::CLI_CONFIG_DIVIDE);
        check_refused(r#"{"hidden_size":64,"num_attention_heads":4,"mamba_d_state":16}"#, key::CLI_CONFIG_OTHER);
    }

    #[test]
    fn a_shape_is_a_few_numbers() {
        let check = |text: &str, parameters: Option<u64>| {
            assert_eq!(from_numbers(text).map(|model| model.parameters()).ok(), parameters, "{text}");
        };
        check("32,4096,32,8,14336,128256", Some(published::model("llama3.1-8b").unwrap().parameters()));
        for wrong in ["", "1,2", "0,64,2", "2,65,2", "2,64,4,3", "2,64,4,4,x", "1,1,1,1,1,1,1", "9999999999,64,2"] {
            check(wrong, None);
        }
    }
}
