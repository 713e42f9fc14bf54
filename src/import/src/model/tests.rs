//! Models of other kinds than the samples have. The totals are those that Hugging Face's page of each model shows, noted from memory;
//! that the formulas meet them to the unit is what confirms both.

use super::*;
use crate::tree::json;

fn check(name: &str, fields: &str, parameters: u64) {
    let tree = json(&format!("{{{fields}}}")).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
    let model = read(&tree).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
    assert!(model.is_known, "{name}");
    assert_eq!(model.parameters, parameters, "{name}");
}

/// `num_hidden_layers`, `hidden_size`, `num_attention_heads`, `num_key_value_heads`, `intermediate_size`, `vocab_size`.
fn usual(kind: &str, sizes: [u64; 6], more: &str) -> String {
    let [layers, hidden, heads, kv, feed, vocabulary] = sizes;
    format!(
        "\"model_type\": \"{kind}\", \"num_hidden_layers\": {layers}, \"hidden_size\": {hidden}, \"num_attention_heads\": {heads}, \
         \"num_key_value_heads\": {kv}, \"intermediate_size\": {feed}, \"vocab_size\": {vocabulary}{more}"
    )
}

#[test]
fn llama_s_kin_is_counted_to_the_unit() {
    let check = |name: &str, kind: &str, sizes: [u64; 6], more: &str, parameters: u64| {
        check(name, &usual(kind, sizes, more), parameters);
    };
    check("Llama 2 7B", "llama", [32, 4096, 32, 32, 11008, 32000], "", 6_738_415_616);
    check("Llama 3.1 70B", "llama", [80, 8192, 64, 8, 28672, 128256], "", 70_553_706_496);
    check("Mistral 7B", "mistral", [32, 4096, 32, 8, 14336, 32000], "", 7_241_732_096);
    let eight = ", \"num_local_experts\": 8, \"num_experts_per_tok\": 2";
    check("Mixtral 8x7B", "mixtral", [32, 4096, 32, 8, 14336, 32000], eight, 46_702_792_704);
    check("Phi 3 mini", "phi3", [32, 3072, 32, 32, 8192, 32064], "", 3_821_079_552);
    check("Qwen2.5 0.5B", "qwen2", [24, 896, 14, 2, 4864, 151936], ", \"tie_word_embeddings\": true", 494_032_768);
    let shared = ", \"num_experts\": 60, \"num_experts_per_tok\": 4, \"moe_intermediate_size\": 1408, \"shared_expert_intermediate_size\": 5632";
    check("Qwen1.5 MoE", "qwen2_moe", [24, 2048, 16, 16, 5632, 151936], shared, 14_315_784_192);
    let wide = ", \"head_dim\": 256";
    check("Gemma 2B", "gemma", [18, 2048, 8, 1, 16384, 256000], wide, 2_506_172_416);
    check("Gemma 7B", "gemma", [28, 3072, 16, 16, 24576, 256000], wide, 8_537_680_896);
    check("Gemma 2 9B", "gemma2", [42, 3584, 16, 8, 14336, 256000], wide, 9_241_705_984);
    check("Gemma 3 1B", "gemma3_text", [26, 1152, 4, 1, 6912, 262144], wide, 999_885_952);
    let many = ", \"num_experts\": 64, \"num_experts_per_tok\": 8";
    check("OLMoE", "olmoe", [16, 2048, 16, 16, 1024, 50304], many, 6_919_161_856);
    check("OLMo 7B", "olmo", [32, 4096, 32, 32, 11008, 50304], "", 6_888_095_744);
    check("Command R", "cohere", [40, 8192, 64, 64, 22528, 256000], "", 34_980_831_232);
}

#[test]
fn gpt_s_kin_is_counted_to_the_unit() {
    let gpt2 = "\"model_type\": \"gpt2\", \"n_layer\": 12, \"n_embd\": 768, \"n_head\": 12, \"vocab_size\": 50257, \"n_positions\": 1024";
    check("GPT-2", gpt2, 124_439_808);
    let bloom =
        "\"model_type\": \"bloom\", \"n_layer\": 70, \"hidden_size\": 14336, \"n_head\": 112, \"vocab_size\": 250880";
    check("BLOOM", bloom, 176_247_271_424);
    let neox = "\"model_type\": \"gpt_neox\", \"num_hidden_layers\": 44, \"hidden_size\": 6144, \"num_attention_heads\": 64, \
        \"intermediate_size\": 24576, \"vocab_size\": 50432, \"tie_word_embeddings\": false";
    check("GPT-NeoX", neox, 20_554_567_680);
    let opt = "\"model_type\": \"opt\", \"num_hidden_layers\": 12, \"hidden_size\": 768, \"num_attention_heads\": 12, \"ffn_dim\": 3072, \
        \"vocab_size\": 50272, \"max_position_embeddings\": 2048";
    check("OPT", opt, 125_239_296);
    let falcon = "\"model_type\": \"falcon\", \"num_hidden_layers\": 32, \"hidden_size\": 4544, \"num_attention_heads\": 71, \
        \"multi_query\": true, \"parallel_attn\": true, \"vocab_size\": 65024";
    check("Falcon 7B", falcon, 6_921_720_704);
    let phi = "\"model_type\": \"phi\", \"num_hidden_layers\": 32, \"hidden_size\": 2560, \"num_attention_heads\": 32, \
        \"intermediate_size\": 10240, \"vocab_size\": 51200";
    check("Phi 2", phi, 2_779_683_840);
    let starcoder = "\"model_type\": \"starcoder2\", \"num_hidden_layers\": 32, \"hidden_size\": 4608, \"num_attention_heads\": 36, \
        \"num_key_value_heads\": 4, \"intermediate_size\": 18432, \"vocab_size\": 49152, \"use_bias\": true, \"tie_word_embeddings\": false";
    check("StarCoder2 7B", starcoder, 7_400_416_256);
}
