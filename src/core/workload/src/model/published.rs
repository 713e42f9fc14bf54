//! Published shapes that no chapter shows: dense models with heads of their own width, mixtures of experts, latent attention.

use super::{Experts, Latent, MODELS, Model};

const LLAMA31: &str = "arXiv:2407.21783 Table 3; the published configuration of Llama 3.1";
const MIXTRAL: &str = "arXiv:2401.04088 Table 1 and its published configuration";
const DEEPSEEK2: &str = "arXiv:2405.04434 section 3.1.2 and its published configuration";
const DEEPSEEK3: &str = "arXiv:2412.19437 section 4.2 and its published configuration";
const KIMI: &str = "arXiv:2507.20534 Table 2; moonshotai/Kimi-K2-Instruct config.json";
const QWEN2: &str = "arXiv:2407.10671 Table 1 and its published configuration";
const QWEN25: &str = "arXiv:2412.15115 Table 1 and its published configuration";
const QWEN3: &str = "arXiv:2505.09388 Tables 1 and 2 and its published configuration";
const OLMO2: &str = "arXiv:2501.00656 and its published configuration";
const NEMOTRON: &str = "arXiv:2402.16819 Table 1 (15B), arXiv:2406.11704 Table 1 (340B); NeMo's Nemotron4Config22B";
const GPT_OSS: &str = "arXiv:2508.10925 Table 1; openai/gpt-oss config.json";
const MPT: &str = "github:mosaicml/llm-foundry scripts/train/yamls/pretrain";
const BLOOM: &str = "arXiv:2211.05100 Table 3";
const PALM: &str = "arXiv:2204.02311 Table 1";

/// A gated dense model: layers, width, heads, heads of keys and values, width of a head, of the MLP, sequence, vocabulary.
const fn gated(id: &'static str, name: &'static str, shape: [u32; 8], source: &'static str) -> Model {
    let [layers, hidden, heads, kv_heads, head, ffn, seq, vocab] = shape;
    Model { id, name, layers, hidden, heads, kv_heads, head, ffn, seq, vocab, source, ..Model::PLAIN }
}

/// A dense model without gates and with its own keys and values in every head: layers, width, heads, width of the MLP,
/// sequence, vocabulary.
const fn plain(id: &'static str, name: &'static str, shape: [u32; 6], source: &'static str) -> Model {
    let [layers, hidden, heads, ffn, seq, vocab] = shape;
    let (kv_heads, tied) = (heads, true);
    Model { id, name, layers, hidden, heads, kv_heads, ffn, gated: false, tied, seq, vocab, source, ..Model::PLAIN }
}

const fn experts([count, top, width, shared, dense_layers]: [u32; 5]) -> Experts {
    Experts { count, top, width, shared, dense_layers }
}

const fn latent([query, kv, rope, value]: [u32; 4]) -> Latent {
    Latent { query, kv, rope, value }
}

/// Every shape beside [`MODELS`].
#[rustfmt::skip]
pub static FURTHER_MODELS: &[Model] = &[
    gated("llama3.1-8b", "Llama 3.1 8B", [32, 4096, 32, 8, 128, 14336, 8192, 128_256], LLAMA31),
    gated("llama3.1-70b", "Llama 3.1 70B", [80, 8192, 64, 8, 128, 28672, 8192, 128_256], LLAMA31),
    gated("llama3.1-405b", "Llama 3.1 405B", [126, 16384, 128, 8, 128, 53248, 8192, 128_256], LLAMA31),
    gated("qwen2-72b", "Qwen2 72B", [80, 8192, 64, 8, 128, 29568, 4096, 152_064], QWEN2),
    gated("qwen2.5-7b", "Qwen2.5 7B", [28, 3584, 28, 4, 128, 18944, 4096, 152_064], QWEN25),
    gated("qwen2.5-14b", "Qwen2.5 14B", [48, 5120, 40, 8, 128, 13824, 4096, 152_064], QWEN25),
    gated("qwen2.5-32b", "Qwen2.5 32B", [64, 5120, 40, 8, 128, 27648, 4096, 152_064], QWEN25),
    gated("qwen2.5-72b", "Qwen2.5 72B", [80, 8192, 64, 8, 128, 29568, 4096, 152_064], QWEN25),
    gated("qwen3-8b", "Qwen3 8B", [36, 4096, 32, 8, 128, 12288, 4096, 151_936], QWEN3),
    gated("qwen3-14b", "Qwen3 14B", [40, 5120, 40, 8, 128, 17408, 4096, 151_936], QWEN3),
    gated("qwen3-32b", "Qwen3 32B", [64, 5120, 64, 8, 128, 25600, 4096, 151_936], QWEN3),
    gated("olmo2-7b", "OLMo 2 7B", [32, 4096, 32, 32, 128, 11008, 4096, 100_352], OLMO2),
    gated("olmo2-13b", "OLMo 2 13B", [40, 5120, 40, 40, 128, 13824, 4096, 100_352], OLMO2),
    gated("olmo2-32b", "OLMo 2 32B", [64, 5120, 40, 8, 128, 27648, 4096, 100_352], OLMO2),
    Model { gated: false, ..gated("nemotron4-15b", "Nemotron-4 15B", [32, 6144, 48, 8, 128, 24576, 4096, 256_000], NEMOTRON) },
    Model { gated: false, ..gated("nemotron-22b", "Nemotron 22B", [40, 6144, 48, 48, 128, 24576, 4096, 256_000], NEMOTRON) },
    Model { gated: false, ..gated("nemotron4-340b", "Nemotron-4 340B", [96, 18432, 96, 8, 192, 73728, 4096, 256_000], NEMOTRON) },
    plain("mpt-1b", "MPT 1B", [24, 2048, 16, 8192, 2048, 50_368], MPT),
    plain("mpt-3b", "MPT 3B", [32, 2560, 20, 10240, 2048, 50_368], MPT),
    plain("mpt-7b", "MPT 7B", [32, 4096, 32, 16384, 2048, 50_368], MPT),
    plain("mpt-13b", "MPT 13B", [40, 5120, 40, 20480, 2048, 50_368], MPT),
    plain("mpt-30b", "MPT 30B", [48, 7168, 56, 28672, 2048, 50_368], MPT),
    plain("mpt-70b", "MPT 70B", [80, 8192, 64, 32768, 2048, 50_368], MPT),
    plain("bloom-176b", "BLOOM 176B", [70, 14336, 112, 57344, 2048, 250_880], BLOOM),
    Model { tied: true, ..gated("palm-540b", "PaLM 540B", [118, 18432, 48, 1, 256, 73728, 2048, 256_000], PALM) },
    Model { experts: Some(experts([8, 2, 14336, 0, 0])), ..gated("mixtral-8x7b", "Mixtral 8x7B", [32, 4096, 32, 8, 128, 14336, 4096, 32_000], MIXTRAL) },
    Model { experts: Some(experts([8, 2, 16384, 0, 0])), ..gated("mixtral-8x22b", "Mixtral 8x22B", [56, 6144, 48, 8, 128, 16384, 4096, 32_768], MIXTRAL) },
    Model { experts: Some(experts([128, 8, 768, 0, 0])), ..gated("qwen3-30b-a3b", "Qwen3 30B-A3B", [48, 2048, 32, 4, 128, 6144, 4096, 151_936], QWEN3) },
    Model { experts: Some(experts([128, 8, 1536, 0, 0])), ..gated("qwen3-235b-a22b", "Qwen3 235B-A22B", [94, 4096, 64, 4, 128, 12288, 4096, 151_936], QWEN3) },
    Model { experts: Some(experts([32, 4, 2880, 0, 0])), window: Some(128), ..gated("gpt-oss-20b", "GPT-OSS 20B", [24, 2880, 64, 8, 64, 2880, 4096, 201_088], GPT_OSS) },
    Model { experts: Some(experts([128, 4, 2880, 0, 0])), window: Some(128), ..gated("gpt-oss-120b", "GPT-OSS 120B", [36, 2880, 64, 8, 64, 2880, 4096, 201_088], GPT_OSS) },
    Model { experts: Some(experts([160, 6, 1536, 3072, 1])), latent: Some(latent([1536, 512, 64, 128])), ..gated("deepseek-v2", "DeepSeek-V2", [60, 5120, 128, 128, 192, 12288, 4096, 102_400], DEEPSEEK2) },
    Model { experts: Some(experts([256, 8, 2048, 2048, 3])), latent: Some(latent([1536, 512, 64, 128])), predictors: 1, ..gated("deepseek-v3", "DeepSeek-V3", [61, 7168, 128, 128, 192, 18432, 4096, 129_280], DEEPSEEK3) },
    Model { experts: Some(experts([384, 8, 2048, 2048, 1])), latent: Some(latent([1536, 512, 64, 128])), ..gated("kimi-k2", "Kimi K2", [61, 7168, 64, 64, 192, 18432, 4096, 163_840], KIMI) },
];

/// Every published shape.
pub fn models() -> impl Iterator<Item = &'static Model> {
    MODELS.iter().chain(FURTHER_MODELS)
}

/// The published shape with that id.
pub fn model(id: &str) -> Option<&'static Model> {
    models().find(|model| model.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parameters in all, and those that a token meets, in billions as published.
    fn check(id: &str, billions: f64, active: f64) {
        let model = model(id).unwrap();
        let [all, met] = [model.parameters(), model.active_parameters()].map(|count| count as f64 / 1e9);
        assert!((all / billions - 1.0).abs() < 0.02, "{id}: {all} against {billions}");
        assert!((met / active - 1.0).abs() < 0.06, "{id}: {met} active against {active}");
    }

    #[test]
    fn parameters_are_the_published_ones() {
        check("llama3.1-405b", 405.9, 405.9);
        check("qwen2.5-7b", 7.61, 7.61);
        check("qwen2.5-72b", 72.7, 72.7);
        check("qwen3-32b", 32.8, 32.8);
        check("olmo2-32b", 32.2, 32.2);
        check("nemotron4-15b", 15.6, 15.6);
        check("nemotron4-340b", 341.0, 341.0);
        check("mpt-7b", 6.66, 6.66);
        check("bloom-176b", 176.2, 176.2);
        check("palm-540b", 540.35, 540.35);
        check("mixtral-8x7b", 46.7, 12.9);
        check("mixtral-8x22b", 141.0, 39.0);
        check("qwen3-30b-a3b", 30.5, 3.3);
        check("qwen3-235b-a22b", 235.0, 22.0);
        check("gpt-oss-20b", 20.9, 4.19);
        check("gpt-oss-120b", 116.8, 5.71);
        check("deepseek-v2", 236.0, 21.4);
        check("deepseek-v3", 671.0, 37.5);
        check("kimi-k2", 1040.0, 32.9);
    }

    #[test]
    fn ids_are_unique_and_heads_are_shared_evenly() {
        let all: Vec<&Model> = models().collect();
        for (index, model) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other.id != model.id), "{}", model.id);
            assert_eq!(model.heads % model.kv_heads, 0, "{}", model.id);
        }
    }
}
