//! Rows of published formulas and their values, and what this program makes of each.

use kitchen_core::workload::layout::{Layout, Recompute, Zero};
use kitchen_core::workload::memory::{PerParameter, State, activations, layer_activation_bytes};
use kitchen_core::workload::model::{GPT3_175B, MEGATRON_530B};
use kitchen_core::workload::{Model, Schedule};
use kitchen_text::{Key, key};

use super::expression;
use super::{Found, Record, Set, count, number, text};

/// What a row without a shape of its own is computed for: GPT-3 175B on 8 by 8 GPUs, three parts a stage.
const SHAPE: &Model = &GPT3_175B;
const TENSOR: u32 = 8;
const STAGES: u32 = 8;
const PARTS: u32 = 3;
const MICRO_BATCHES: u32 = 64;
const WAYS: u32 = 8;

const GIB: f64 = 1024.0 * 1024.0 * 1024.0;

/// What a published value is compared with, or why it is not.
pub(super) fn compare(record: &Record) -> Result<Found, Key> {
    let quantity = text(record, "quantity");
    match quantity {
        "activation bytes per transformer layer" => layer(record),
        "first-stage activations GiB" => first_stage(record),
        "params+grads+optimizer GiB per GPU" => state(record),
        "activations, % of TP baseline" => share(record),
        "saving from output-tensor deallocation on stage 0" => deallocated(record),
        "bytes per parameter: non-distributed / distributed optimizer" => per_parameter(record),
        "activation memory term (all divided by TP with SP)" => term(record),
        "per layer per pass" => pass(record),
        zero if zero.starts_with("model state per GPU") => zero_state(record),
        time if time.starts_with("one layer time") => Err(key::VALIDATE_MEMORY_IS_TIME),
        _ => Err(key::VALIDATE_MEMORY_UNKNOWN),
    }
}

/// The row's own shape; GPT's with as many layers, as wide.
fn own(record: &Record) -> Option<Model> {
    let of = |name: &str| count(record, name).filter(|&value| value > 0 && value < 1 << 20);
    let (layers, hidden, heads) = (of("layers")?, of("hidden")?, of("heads")?);
    let seq = of("seq").unwrap_or(SHAPE.seq);
    Some(Model { layers, hidden, heads, kv_heads: heads, ffn: 4 * hidden, seq, ..*SHAPE })
}

/// How the papers name what is split and recomputed.
fn layout(technique: &str, tensor: u32) -> Option<Layout> {
    let (recompute, sequence_parallel) = match technique {
        "none" | "TP" => (Recompute::None, false),
        "seq" | "TP+SP" => (Recompute::None, true),
        "sel" | "TP+selective" => (Recompute::Selective, false),
        "seqsel" | "TP+SP+selective" => (Recompute::Selective, true),
        "full" => (Recompute::Full, false),
        _ => return None,
    };
    Some(Layout { tensor, recompute, sequence_parallel, ..Layout::ONE })
}

/// The row's formula with the numbers of [`SHAPE`].
fn written(formula: &str) -> Option<f64> {
    let shape = SHAPE;
    let values = |name: &str| {
        Some(match name {
            "s" => f64::from(shape.seq),
            "b" => 1.0,
            "m" => f64::from(MICRO_BATCHES),
            "h" => f64::from(shape.hidden),
            "a" => f64::from(shape.heads),
            "V" => f64::from(shape.vocab),
            "ffn" => f64::from(shape.ffn),
            "t" => f64::from(TENSOR),
            "p" => f64::from(STAGES),
            "v" => f64::from(PARTS),
            "d" => f64::from(WAYS),
            _ => return None,
        })
    };
    expression::value(formula.trim_end_matches(" bytes"), &values)
}

fn found(set: Set, published: Option<f64>, computed: Option<f64>) -> Result<Found, Key> {
    let is_one = |value: &f64| value.is_finite() && *value > 0.0;
    match (published.filter(is_one), computed.filter(is_one)) {
        (Some(published), Some(computed)) => Ok(Found { set, published, computed, digits: None }),
        _ => Err(key::VALIDATE_MEMORY_NO_VALUE),
    }
}

fn layer(record: &Record) -> Result<Found, Key> {
    let technique = text(record, "technique");
    let layout = match technique {
        "none, no parallelism" => layout("none", 1),
        "full recompute" => layout("full", 1),
        other => layout(other, TENSOR),
    };
    let computed = layout.map(|layout| layer_activation_bytes(SHAPE, &layout));
    found(Set::Activations, written(text(record, "formula")), computed)
}

fn first_stage(record: &Record) -> Result<Found, Key> {
    let computed = || {
        let mut layout = layout(text(record, "technique"), count(record, "tp")?)?;
        layout.micro_batch = count(record, "microbatch")?;
        layout.pipeline = count(record, "pp").filter(|&stages| stages > 0)?;
        let parts = count(record, "interleave").unwrap_or(1);
        Some(activations::first_stage_bytes(&own(record)?, &layout, parts) / GIB)
    };
    found(Set::Activations, number(record, "value"), computed())
}

fn state(record: &Record) -> Result<Found, Key> {
    let computed = || {
        let model = own(record)?;
        let ways = u64::from(count(record, "tp")?.checked_mul(count(record, "pp")?).filter(|&ways| ways > 0)?);
        // The paper's `12 L h²`: the layers' matrices alone.
        let parameters = u64::from(model.layers) * model.layer_matrix_weights() / ways;
        Some(State::of(parameters, &PerParameter::GRADIENTS_32, Zero::None, 1).total().0 as f64 / GIB)
    };
    found(Set::State, number(record, "value"), computed())
}

fn share(record: &Record) -> Result<Found, Key> {
    let computed = || {
        let (model, tensor) = (own(record)?, count(record, "tp").filter(|&ways| ways > 0)?);
        let of = |technique: &str| Some(layer_activation_bytes(&model, &layout(technique, tensor)?));
        Some(100.0 * of(text(record, "technique"))? / of("none")?)
    };
    found(Set::Activations, number(record, "value"), computed())
}

fn deallocated(record: &Record) -> Result<Found, Key> {
    let computed = || {
        // The row names its model alone.
        let model = (text(record, "model") == "530B").then_some(&MEGATRON_530B)?;
        let (sequences, stages) = (count(record, "microbatch")?, count(record, "pp")?);
        Some(activations::deallocated_bytes(model, sequences, stages) / GIB)
    };
    found(Set::Activations, number(record, "value"), computed())
}

/// `16P; 4P+12P/d; 2P+14P/d; 16P/d`: what figure 1 prints, to its digits, and what follows from its formulas.
fn zero_state(record: &Record) -> Result<Found, Key> {
    let computed = || {
        let parameters = match text(record, "model") {
            "7.5B" => 7_500_000_000,
            "128B" => 128_000_000_000,
            "1T" => 1_000_000_000_000,
            _ => return None,
        };
        let ways = text(record, "quantity").rsplit_once("Nd=")?.1.parse::<u32>().ok()?;
        let stage = text(record, "technique").strip_prefix("ZeRO-")?.parse::<usize>().ok()?;
        let zero = *Zero::ALL.get(stage)?;
        Some(State::of(parameters, &PerParameter::MIXED, zero, ways).total().0 as f64 / 1e9)
    };
    let printed = text(record, "value");
    let shown = if printed.is_empty() { text(record, "formula_value") } else { printed };
    let mut row = found(Set::Zero, shown.parse().ok(), computed())?;
    // A trailing zero is Python's, which wrote the file; printed figures have as many digits as they show.
    let decimals = shown.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
    row.digits = Some(if printed.is_empty() { 2 } else { decimals });
    Ok(row)
}

fn per_parameter(record: &Record) -> Result<Found, Key> {
    // The optimizer keeps what the other two lack of full digits.
    let each = match text(record, "technique") {
        "fp16 params, fp16 grads" => PerParameter { weights: 2, gradients: 2, optimizer: 16 },
        "bf16 params, fp32 grads" => PerParameter::GRADIENTS_32,
        "fp32 params, fp32 grads" => PerParameter { weights: 4, gradients: 4, optimizer: 8 },
        _ => return Err(key::VALIDATE_MEMORY_UNKNOWN),
    };
    let published = || {
        let (alone, shared) = text(record, "value").split_once(" / ")?;
        Some(written(alone)? + written(shared)?)
    };
    let parameters = 1_000_000 * u64::from(WAYS);
    let of = |zero| State::of(parameters, &each, zero, WAYS).total().0 as f64 / parameters as f64;
    found(Set::State, published(), Some(of(Zero::None) + of(Zero::Optimizer)))
}

fn term(record: &Record) -> Result<Found, Key> {
    let shape = SHAPE;
    let computed = match text(record, "technique") {
        "interleave penalty" => activations::interleaved(STAGES, PARTS),
        "in-flight microbatches (1F1B)" => Schedule::OneFOneB.in_flight(0, STAGES, MICRO_BATCHES),
        "embedding input" => activations::token_bytes(shape, 1, STAGES),
        "embedding dropout" => activations::embedding_bytes(shape, 1, STAGES),
        "output layer + CE (p=1)" => activations::head_bytes(shape, 1),
        "layer, flash-attention/selective form" => {
            layer_activation_bytes(shape, &Layout { recompute: Recompute::Selective, ..Layout::ONE })
        }
        _ => return Err(key::VALIDATE_MEMORY_UNKNOWN),
    };
    let formula = text(record, "formula");
    let published = match formula {
        "min(m,p)" => Some(f64::from(MICRO_BATCHES.min(STAGES))),
        other => written(other),
    };
    found(Set::Activations, published, Some(computed))
}

/// Table 1 of arXiv:2401.10241: what is held from a pass on. The split backward's own part is its schedules'.
fn pass(record: &Record) -> Result<Found, Key> {
    if text(record, "technique") != "B" {
        return Err(key::VALIDATE_MEMORY_SPLIT);
    }
    let formula = text(record, "formula").rsplit_once("memory ").map(|(_, formula)| formula);
    let layout = Layout { recompute: Recompute::None, ..Layout::ONE };
    found(Set::Activations, formula.and_then(written), Some(layer_activation_bytes(SHAPE, &layout)))
}
