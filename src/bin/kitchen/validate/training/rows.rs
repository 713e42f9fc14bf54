//! A published run as it is simulated, or the reason why it is not.
//!
//! What a source does not say is taken from the framework that it names, the same for every row of that framework: Megatron
//! Core and what is built on it overlap the sums of gradients, the gathering of weights and the tensor-parallel meetings,
//! split by sequence wherever they split by tensor, and compute attention in one kernel; FSDP prefetches.

use std::collections::BTreeMap;

use kitchen_core::topology::{self, ClusterSpec};
use kitchen_core::workload::model::published;
use kitchen_core::workload::{Arithmetic, Kernel, Layout, Model, Offload, Recipe, Recompute, Schedule, Sharding, Zero};
use kitchen_story::sentences::Sentence as _;
use kitchen_text::{Line, Words, key, msg};

/// A row as the file has it: text by column.
pub(super) type Row = BTreeMap<String, String>;

/// A published run, as it is simulated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) model: Model,
    pub(super) spec: ClusterSpec,
    pub(super) layout: Layout,
    pub(super) measured: Measured,
}

/// What was published of how fast it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Measured {
    /// Seconds of a step.
    Step(f64),
    /// Model FLOPs a second and GPU.
    Rate(f64),
}

/// How a framework runs what its sources do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Framework {
    /// Megatron Core, NeMo, Megatron Bridge.
    MegatronCore,
    /// Fully sharded data parallel, or ZeRO 3.
    Sharded,
    /// Megatron-LM and Megatron-DeepSpeed before 2023: nothing overlaps.
    Early,
}

/// Names under which sources know published shapes.
const NAMES: [(&str, &str); 16] = [
    ("llama2-7b", "llama2-7b"),
    ("llama3-8b", "llama3-8b"),
    ("llama3-70b", "llama3-70b"),
    ("llama3.1-405b", "llama3.1-405b"),
    ("llama-3-405b", "llama3.1-405b"),
    ("gpt-oss-120b", "gpt-oss-120b"),
    ("gpt-oss-20b", "gpt-oss-20b"),
    ("deepseekv3", "deepseek-v3"),
    ("deepseek-v3", "deepseek-v3"),
    ("qwen3-30b-a3b", "qwen3-30b-a3b"),
    ("qwen3-235b-a22b", "qwen3-235b-a22b"),
    ("kimi-k2", "kimi-k2"),
    ("mixtral-8x7b", "mixtral-8x7b"),
    ("mixtral-8x22b", "mixtral-8x22b"),
    ("nemotron-22b", "nemotron-22b"),
    ("nemotron-4-340b", "nemotron4-340b"),
];

/// What a GPU's name begins with, and the preset that stands for its server or rack.
const SYSTEMS: [(&str, &str); 11] = [
    ("DGX-GB300", "gb300-nvl72"),
    ("GB300", "gb300-nvl72"),
    ("DGX-GB200", "gb200-nvl72"),
    ("GB200", "gb200-nvl72"),
    ("DGX-B300", "hgx-b300"),
    ("B300", "hgx-b300"),
    ("DGX-B200", "dgx-b200"),
    ("B200", "dgx-b200"),
    ("DGX-H100", "dgx-h100"),
    ("H100", "dgx-h100"),
    ("A100", "dgx-a100"),
];

fn text<'a>(row: &'a Row, name: &str) -> &'a str {
    row.get(name).map_or("", |value| value.trim())
}

fn number(row: &Row, name: &str) -> Option<u32> {
    text(row, name).parse().ok()
}

/// The row's own name.
pub(super) fn id(row: &Row) -> String {
    crate::out::one_line(text(row, "id"))
}

/// Where it was published.
pub(super) fn source(row: &Row) -> String {
    text(row, "source").to_owned()
}

/// A count that is one where it is not said or does not apply.
fn ways(row: &Row, name: &str) -> u32 {
    number(row, name).unwrap_or(1)
}

/// A number with whatever is printed after it.
fn leading(text: &str) -> Option<f64> {
    let digits: String = text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    digits.parse().ok().filter(|value: &f64| value.is_finite() && *value > 0.0)
}

impl Run {
    /// The run of a row.
    ///
    /// # Errors
    /// Why it cannot be simulated, in a sentence.
    pub(super) fn of(row: &Row) -> Result<Run, Line> {
        let measured = match (leading(text(row, "iteration_time_s")), leading(text(row, "tflops_per_gpu"))) {
            (Some(seconds), _) => Measured::Step(seconds),
            (None, Some(rate)) => Measured::Rate(rate * 1e12),
            (None, None) => return Err(Line::new(key::VALIDATE_TRAINING_NO_TIME)),
        };
        let spec = spec(row)?;
        let model = model(row)?;
        let framework = framework(row);
        let no_layout = || Line::new(key::VALIDATE_TRAINING_NO_LAYOUT);
        let ways_of = |name| number(row, name).ok_or_else(no_layout);
        let (tensor, data, pipeline) = (ways_of("tp")?, ways_of("dp")?, ways_of("pp")?);
        let context = ways(row, "cp");
        let gpus = spec.gpus.unwrap_or(0);
        let product = [tensor, data, pipeline, context].iter().map(|&ways| u64::from(ways)).product::<u64>();
        if product != u64::from(gpus) {
            let whole = i64::try_from(product).unwrap_or(i64::MAX);
            return Err(Line::from(msg::ValidateTrainingProduct { product: whole, gpus: gpus.into() }));
        }
        let layout = Layout {
            offload: Offload::Nothing,
            tensor,
            context,
            expert: ways(row, "ep"),
            data,
            sharding: sharding(row),
            pipeline,
            micro_batch: ways(row, "microbatch"),
            global_batch: number(row, "global_batch").ok_or_else(no_layout)?,
            schedule: schedule(row, &model, framework),
            recompute: match text(row, "recompute") {
                recompute if recompute.starts_with("full") => Recompute::Full,
                "selective" => Recompute::Selective,
                _ => Recompute::None,
            },
            sequence_parallel: text(row, "seq_parallel").starts_with("yes")
                || (framework == Framework::MegatronCore && tensor > 1),
            recipe: recipe(row, framework, model.experts.is_some()),
        };
        layout.check(&model).map_err(|error| error.line())?;
        Ok(Run { model, spec, layout, measured })
    }
}

fn framework(row: &Row) -> Framework {
    let (zero, source) = (text(row, "zero_stage").to_lowercase(), text(row, "source").to_lowercase());
    match () {
        () if zero.contains("not resharded") => Framework::MegatronCore,
        () if zero.starts_with('3') || zero.contains("fsdp") => Framework::Sharded,
        () if zero.contains("distributed optimizer") || source.contains("nemo") => Framework::MegatronCore,
        () => Framework::Early,
    }
}

/// Interleaved as the row says. Where a run of Megatron Core's does not say, as finely as layers and micro-batches let it, as
/// its guide advises (arXiv:2104.04473 section 2.2).
fn schedule(row: &Row, model: &Model, framework: Framework) -> Schedule {
    let (stages, stated) = (ways(row, "pp"), number(row, "interleave"));
    let says_nothing = text(row, "interleave").is_empty();
    let chunks = match stated {
        Some(chunks) => chunks,
        None if says_nothing && framework == Framework::MegatronCore && stages > 1 => {
            let group = ways(row, "dp").saturating_mul(ways(row, "microbatch")).max(1);
            let many = number(row, "global_batch").unwrap_or(0) / group;
            let even = |layers: u32| if layers.is_multiple_of(stages) { layers / stages } else { 1 };
            if many.is_multiple_of(stages) { even(model.layers).max(even(model.layers.saturating_add(2))) } else { 1 }
        }
        None => 1,
    };
    if chunks > 1 { Schedule::Interleaved(chunks) } else { Schedule::OneFOneB }
}

fn sharding(row: &Row) -> Sharding {
    let zero = text(row, "zero_stage").to_lowercase();
    Sharding::over_all(match () {
        () if zero.starts_with('3') => Zero::Parameters,
        // "optimizer+grads sharded, params not resharded".
        () if zero.starts_with('2') || zero.contains("params not resharded") => Zero::Gradients,
        () if zero.contains("fsdp") => Zero::Parameters,
        () if zero.starts_with('1') || framework(row) == Framework::MegatronCore => Zero::Optimizer,
        () => Zero::None,
    })
}

fn recipe(row: &Row, framework: Framework, sparse: bool) -> Recipe {
    let (precision, note) = (text(row, "precision").to_lowercase(), text(row, "note").to_lowercase());
    let arithmetic = match () {
        () if precision.contains("fp4") => Arithmetic::NvFp4,
        () if precision.contains("mxfp8") || precision.contains("fp8-mx") => Arithmetic::MxFp8,
        () if precision.contains("fp8") => Arithmetic::Fp8,
        () => Arithmetic::Bits16,
    };
    let is_fused = note.contains("flash attention") || framework == Framework::MegatronCore;
    let is_new = text(row, "source").contains("Megatron-Bridge") || text(row, "source").contains("NeMo");
    Recipe {
        arithmetic,
        // llm-foundry's mode DEFAULT sums gradients in 32 bits, PURE in 16.
        gradient_bytes: if note.contains("mp mode default") { 4 } else { 2 },
        attention: match () {
            // llm-foundry's attention with linear biases was Triton's.
            () if text(row, "source").contains("llm-foundry") => Kernel::Early,
            () if is_fused || is_new => Kernel::Fused,
            () => Kernel::ByGpu,
        },
        is_eager: framework == Framework::Early,
        overlap_data: framework != Framework::Early,
        overlap_tensor: framework == Framework::MegatronCore && !sparse,
        ..Recipe::PLAIN
    }
}

/// The machine.
fn spec(row: &Row) -> Result<ClusterSpec, Line> {
    let gpu = text(row, "gpu");
    let unknown = || Line::from(msg::ValidateTrainingNoGpu { gpu: crate::out::one_line(gpu).into() });
    let id = match SYSTEMS.iter().find(|(name, _)| gpu.starts_with(name)) {
        Some((_, id)) => id,
        None if gpu.starts_with("V100") && gpu.contains("DGX-2") => "dgx2",
        None => return Err(unknown()),
    };
    let system = topology::find_system(id).ok_or_else(unknown)?;
    let gpus = number(row, "gpus").filter(|&gpus| gpus > 0);
    let gpus = gpus.ok_or_else(|| Line::new(key::VALIDATE_TRAINING_NO_LAYOUT))?;
    let fabric = match cards(text(row, "inter_link")) {
        Some((cards, gbit)) => system.default_fabric.with_nics(cards, gbit),
        None => system.default_fabric,
    };
    let nodes = gpus.div_ceil(system.gpus_per_node);
    Ok(ClusterSpec { gpus: Some(gpus), fabric, ..ClusterSpec::new(system, nodes) })
}

/// `8x200Gb/s HDR IB per node`, `800Gb/s per node (4xHDR)`: cards and their rate.
fn cards(text: &str) -> Option<(u32, u32)> {
    let (before, rest) = text.split_once('x')?;
    let count = before.trim_start_matches(|c| c != '(').trim_start_matches('(');
    let count = if count.is_empty() { before } else { count };
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let gbit = if rest.starts_with("HDR") { 200 } else { digits.parse().ok()? };
    Some((count.trim().parse().ok()?, gbit))
}

/// The shape: the published one that the row names, or a GPT of the row's own columns.
fn model(row: &Row) -> Result<Model, Line> {
    let name: String = text(row, "model").to_lowercase().replace([' ', '_'], "-");
    let bare = name.split("-(").next().unwrap_or_default();
    let unknown =
        || Line::from(msg::ValidateTrainingNoShape { model: Words::from(crate::out::one_line(text(row, "model"))) });
    let known = NAMES.iter().find(|(alias, _)| *alias == bare).and_then(|(_, id)| published::model(id));
    let seq = number(row, "seq").filter(|&seq| seq > 0).ok_or_else(unknown)?;
    if let Some(&model) = known {
        let predictors = if name.contains("w/o-mtp") { 0 } else { model.predictors };
        return Ok(Model { seq, predictors, ..model });
    }
    let (hidden, heads) = (number(row, "hidden").ok_or_else(unknown)?, number(row, "heads").ok_or_else(unknown)?);
    if heads == 0 || hidden % heads != 0 {
        return Err(unknown());
    }
    Ok(Model {
        id: "csv",
        layers: number(row, "layers").ok_or_else(unknown)?,
        hidden,
        heads,
        kv_heads: heads,
        ffn: hidden.saturating_mul(4),
        gated: false,
        tied: true,
        seq,
        // Padded so that the tensor ranks can share it.
        vocab: number(row, "vocab").unwrap_or(51_200).next_multiple_of(1024),
        ..Model::PLAIN
    })
}

/// The columns of vTrain's measurements on one server, whose header has none of ours, and what they are called here.
const VTRAIN: [(&str, &str); 11] = [
    ("# GPUs", "gpus"),
    ("global batch", "global_batch"),
    ("micro batch", "microbatch"),
    ("hidden size", "hidden"),
    ("attention heads", "heads"),
    ("# layers", "layers"),
    ("sequence length", "seq"),
    ("tensor parallelism", "tp"),
    ("data parallelism", "dp"),
    ("pipeline parallelism", "pp"),
    ("iteration time (ms)", "iteration_time_s"),
];

/// vTrain's measurements on one server of A100s in our columns: the same setting as its rows on several (full
/// recomputation, no shards, 50,257 tokens).
pub(super) fn translated(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (header, rest) = text.split_once('\n')?;
    let names: Vec<&str> = header.trim().split(',').map(str::trim).collect();
    let ours = |name: &&str| VTRAIN.iter().find(|(theirs, _)| theirs == name).map(|(_, ours)| *ours);
    let columns: Vec<&str> = names.iter().filter_map(ours).collect();
    if columns.len() != VTRAIN.len() || columns.len() != names.len() {
        return None;
    }
    let time = columns.iter().position(|name| *name == "iteration_time_s")?;
    let fixed = [
        ("id", ""),
        ("gpu", "A100-80GB-SXM"),
        ("inter_link", "none"),
        ("vocab", "50257"),
        ("cp", "1"),
        ("ep", "1"),
        ("interleave", "1"),
        ("recompute", "full"),
        ("zero_stage", "0"),
        ("seq_parallel", "no"),
        ("source", "VIA-Research/vTrain data/ground_truth_single.csv (MIT)"),
    ];
    let mut out: Vec<String> =
        vec![columns.iter().copied().chain(fixed.iter().map(|(name, _)| *name)).collect::<Vec<_>>().join(",")];
    let at = |name: &str| columns.iter().position(|column| *column == name).unwrap_or(0);
    for line in rest.lines().filter(|line| !line.trim().is_empty()) {
        let mut cells: Vec<String> = line.trim().split(',').map(str::to_owned).collect();
        if let Some(cell) = cells.get_mut(time) {
            *cell = cell.parse::<f64>().map_or(String::new(), |ms| (ms / 1e3).to_string());
        }
        let cell = |name: &str| cells.get(at(name)).map_or("", |cell| cell.trim());
        let [t, d, p, h, l, s, b, m] =
            ["tp", "dp", "pp", "hidden", "layers", "seq", "global_batch", "microbatch"].map(cell);
        let id = format!("vtrain-single-t{t}d{d}p{p}-h{h}-l{l}-s{s}-b{b}x{m}");
        cells.extend(fixed.iter().map(|(name, value)| if *name == "id" { id.clone() } else { (*value).to_owned() }));
        out.push(cells.join(","));
    }
    Some(out.join("\n").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[(&str, &str)]) -> Row {
        let usual = [
            ("gpu", "A100-80GB-SXM"),
            ("gpus", "128"),
            ("layers", "36"),
            ("hidden", "4096"),
            ("heads", "32"),
            ("seq", "2048"),
            ("tp", "4"),
            ("pp", "1"),
            ("dp", "32"),
            ("global_batch", "512"),
            ("iteration_time_s", "3.7"),
        ];
        usual.iter().chain(cells).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn check(cells: &[(&str, &str)], expected: Result<(Zero, Arithmetic, Schedule), kitchen_text::Key>) {
        let run = Run::of(&row(cells));
        match (run, expected) {
            (Ok(run), Ok((zero, arithmetic, schedule))) => {
                let layout = run.layout;
                assert_eq!(
                    (layout.sharding.zero, layout.recipe.arithmetic, layout.schedule),
                    (zero, arithmetic, schedule)
                );
            }
            (Err(line), Err(key)) => assert_eq!(line.key, key, "{cells:?}"),
            (run, expected) => panic!("{cells:?}: {run:?} against {expected:?}"),
        }
    }

    #[test]
    fn what_a_row_says_is_asked_and_what_it_lacks_is_told() {
        let (plain, one) = (Arithmetic::Bits16, Schedule::OneFOneB);
        check(&[], Ok((Zero::None, plain, one)));
        check(&[("zero_stage", "3 (FSDP)")], Ok((Zero::Parameters, plain, one)));
        check(
            &[("zero_stage", "1 (distributed optimizer)"), ("precision", "FP8-CS")],
            Ok((Zero::Optimizer, Arithmetic::Fp8, one)),
        );
        let staged = [("pp", "2"), ("dp", "16"), ("interleave", "3"), ("precision", "NVFP4")];
        check(&staged, Ok((Zero::None, Arithmetic::NvFp4, Schedule::Interleaved(3))));
        check(&[("iteration_time_s", ""), ("tflops_per_gpu", "661[^note]")], Ok((Zero::None, plain, one)));
        check(&[("iteration_time_s", "OOM")], Err(key::VALIDATE_TRAINING_NO_TIME));
        check(&[("gpu", "TPU v4")], Err(key::VALIDATE_TRAINING_NO_GPU));
        check(&[("hidden", "")], Err(key::VALIDATE_TRAINING_NO_SHAPE));
        check(&[("tp", "")], Err(key::VALIDATE_TRAINING_NO_LAYOUT));
        check(&[("dp", "8")], Err(key::VALIDATE_TRAINING_PRODUCT));
    }

    #[test]
    fn cards_are_told_from_their_texts() {
        assert_eq!(cards("8x200Gb/s HDR IB per node"), Some((8, 200)));
        assert_eq!(cards("800Gb/s per node (4xHDR)"), Some((4, 200)));
        assert_eq!(cards("4x100Gb/s Omni-Path per node"), Some((4, 100)));
        assert_eq!(cards("x"), None);
    }

    #[test]
    fn another_header_is_translated_and_anything_else_is_not() {
        let header = VTRAIN.map(|(theirs, _)| theirs).join(",");
        let out = translated(format!("{header}\n4,16,4,2048,16,24,1024,1,2,2,410.5\n").as_bytes()).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("0.4105") && out.contains("vtrain-single-t1d2p2-h2048-l24-s1024-b16x4"), "{out}");
        assert_eq!(translated(b"id,gpus\n1,2\n"), None);
        assert_eq!(translated(&[0xff, 0xfe, b'\n']), None);
    }
}
