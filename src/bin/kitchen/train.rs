//! `kitchen train`.

mod many;
pub(crate) mod packet_network;
pub(crate) mod scenario;
mod shape;
mod why;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use kitchen_core::export::chrome_trace_named;
use kitchen_core::run;
use kitchen_core::topology::ClusterSpec;
use kitchen_core::workload::layout::{Kernel, LayoutError, Recompute, nearest};
use kitchen_core::workload::model::published;
use kitchen_core::workload::train::{explained, least_recompute, over_packets, traced};
use kitchen_core::workload::{
    Arithmetic, Layout, Model, Offload, Recipe, Schedule, Sharding, TrainError, Trained, Zero, train,
};
use kitchen_story::sentences;
use kitchen_text::{Lang, Line, Words, key, msg};
use serde::Serialize;

use crate::configs::Configs;
use crate::machine::Machine;
use crate::out::Done;
use crate::say::{self, Failure, round};
use kitchen_story::sentences::Sentence as _;
use why::Why;

/// What is serialised is the scenario file: [`scenario`].
#[derive(Args, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Train {
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    config: Option<PathBuf>,
    #[arg(long, value_name = "NUMBERS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    machine: Machine,
    #[arg(long, default_value_t = 1)]
    tp: u32,
    #[arg(long, default_value_t = 1)]
    cp: u32,
    #[arg(long, default_value_t = 1)]
    ep: u32,
    #[arg(long, default_value_t = 1)]
    pp: u32,
    #[arg(long, default_value_t = 0)]
    zero: u32,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    shard_group: Option<u32>,
    #[arg(long, default_value_t = 1)]
    micro_batch: u32,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    global_batch: Option<u32>,
    #[arg(long, default_value = "1f1b")]
    schedule: String,
    #[arg(long, default_value_t = USUAL_CHUNKS)]
    chunks: u32,
    #[arg(long, default_value = "auto")]
    recompute: String,
    #[arg(long, default_value = "none")]
    offload: String,
    #[arg(long)]
    sequence_parallel: bool,
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u32>,
    #[arg(long, default_value = "bf16")]
    precision: String,
    #[arg(long, default_value = "auto")]
    attention: String,
    #[arg(long, default_value_t = 2)]
    gradient_bytes: u32,
    #[arg(long)]
    overlap: bool,
    #[arg(long)]
    overlap_tensor: bool,
    #[arg(long)]
    eager: bool,
    #[arg(long, default_value_t = 100)]
    imbalance: u32,
    #[command(flatten)]
    #[serde(flatten)]
    streets: packet_network::Flags,
    #[arg(long)]
    #[serde(skip)]
    explain: bool,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    trace: Option<PathBuf>,
    #[arg(long)]
    #[serde(skip)]
    json: bool,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    scenario: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    save: Option<PathBuf>,
    #[command(flatten)]
    #[serde(skip)]
    configs: Configs,
}

#[derive(Serialize)]
pub(crate) struct Answer {
    model: &'static str,
    parameters: u64,
    /// Those that one token meets.
    active_parameters: u64,
    system: &'static str,
    gpus: u32,
    tp: u32,
    cp: u32,
    ep: u32,
    pp: u32,
    dp: u32,
    zero: u32,
    micro_batches: u32,
    schedule: &'static str,
    recompute: &'static str,
    offload: &'static str,
    precision: &'static str,
    iteration_time_s: f64,
    /// Model FLOPs: attention in full, no recomputation.
    tflops_per_gpu: f64,
    hardware_tflops_per_gpu: f64,
    mfu: f64,
    flops_convention: &'static str,
    compute_fraction: f64,
    bubble_fraction: f64,
    exposed_comm_fraction: f64,
    memory_bytes: u64,
    /// What a node's host holds of it.
    host_memory_bytes: u64,
    fits: bool,
    network: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    explained: Option<Why>,
    /// Collectives that were run packet by packet.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_packets: Option<Vec<packet_network::Row>>,
}

/// Chunks of the model on each stage of an interleaved schedule.
const USUAL_CHUNKS: u32 = 2;

/// Longest sequence that may be asked for.
const MAX_SEQ: u32 = 1 << 20;

/// What is counted, as the formula has it for shapes that it holds for: an MLP of two matrices four times as wide as the model, as many
/// heads for keys as for queries, every layer and every key alike.
fn convention(model: &Model) -> &'static str {
    let is_plain = !model.gated
        && model.kv_heads == model.heads
        && u64::from(model.ffn) == 4 * u64::from(model.hidden)
        && model.head == Model::OF_HIDDEN
        && model.latent.is_none()
        && model.experts.is_none()
        && model.window.is_none()
        && model.predictors == 0;
    if is_plain {
        "model FLOPs 72 B l s h^2 (1 + s/6h + V/12lh): attention in full, recomputation not counted \
         (arXiv:2205.05198 eq. 7); hardware_tflops_per_gpu counts it"
    } else {
        "model FLOPs 6 for each token and weight that it is multiplied with, and attention's scores in full, as arXiv:2205.05198 eq. 7 \
         counts; recomputation not counted; hardware_tflops_per_gpu counts it"
    }
}

pub(crate) fn run(args: &Train, lang: Lang) -> Result<Done, Failure> {
    args.configs.none()?;
    let (answer, notes) = simulated(args)?;
    let text = if args.json { say::json(&answer) } else { print(&answer, lang) };
    Ok(Done { text, notes: notes.iter().map(|line| line.say(lang)).collect(), status: 0 })
}

/// The step, and a sentence for each thing to know about it.
fn simulated(args: &Train) -> Result<(Answer, Vec<Line>), Failure> {
    let (model, spec, layout) = read(args)?;
    if let Some(path) = &args.save {
        put(path, &scenario::written(args))?;
    }
    let failed = |error: TrainError| failure(&error, (&model, &spec, &layout));
    let streets = packet_network::chosen(&args.streets, &spec)?;
    if streets.is_some() && args.trace.is_some() {
        return Err(Failure::new("--trace", Line::new(key::TRAIN_TRACE_FLUID)));
    }
    let (step, why, rows) = match (&streets, args.explain) {
        (Some(streets), is_told) => {
            let (step, lane, told) = over_packets(&model, &spec, &layout, streets).map_err(failed)?;
            let why = is_told.then(|| Why::of(&lane, &step.peak_memory, &layout));
            (step, why, Some(told.iter().map(packet_network::row).collect()))
        }
        (None, true) => {
            let (step, lane) = explained(&model, &spec, &layout).map_err(failed)?;
            (step, Some(Why::of(&lane, &step.peak_memory, &layout)), None)
        }
        (None, false) => (train(&model, &spec, &layout).map_err(failed)?, None, None),
    };
    if let Some(path) = &args.trace {
        let traced = traced(&model, &spec, &layout).map_err(failed)?;
        let parts = traced.parts;
        let run = run::Run::new(traced.topology, traced.graph, traced.trace);
        let text = chrome_trace_named(&run, &|task| parts.get(task as usize).map(|part| part.id()));
        put(path, &text)?;
    }
    let host = sentences::host_does_not_fit(&step, &spec);
    let notes = [sentences::does_not_fit(&step, &spec), host, idle_imbalance(&model, &layout)];
    let notes = notes.into_iter().flatten().chain(idle(args, &layout)).collect();
    let network = args.streets.network.clone();
    Ok((Answer { network, by_packets: rows, ..answer(&model, &spec, &layout, &step, why) }, notes))
}

/// A sentence where an imbalance was asked for and there is nothing that it could make uneven.
fn idle_imbalance(model: &Model, layout: &Layout) -> Option<Line> {
    let key = match (model.experts, layout.expert) {
        (None, _) => key::TRAIN_IMBALANCE_DENSE,
        (Some(_), 1) => key::TRAIN_IMBALANCE_ALONE,
        _ => return None,
    };
    (layout.recipe.imbalance != 100).then(|| Line::new(key))
}

/// A sentence for each flag that was given and changes nothing.
fn idle(args: &Train, layout: &Layout) -> impl Iterator<Item = Line> {
    let is_alone = layout.replicas() == 1;
    let is_cut = Schedule::from_id(&args.schedule).is_some_and(Schedule::is_interleaved);
    let all = [
        (args.chunks != USUAL_CHUNKS && !is_cut, key::TRAIN_IDLE_CHUNKS),
        (args.shard_group.is_some() && args.zero == 0, key::TRAIN_IDLE_SHARDS),
        ((args.sequence_parallel || args.overlap_tensor) && args.tp == 1, key::TRAIN_IDLE_TENSOR),
        (args.overlap && is_alone, key::TRAIN_IDLE_OVERLAP),
        (args.zero > 0 && is_alone, key::TRAIN_IDLE_ZERO),
    ];
    all.into_iter().filter(|(is_idle, _)| *is_idle).map(|(_, key)| Line::new(key))
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    let fail = |error: std::io::Error| Line::from(msg::ErrFileWrite { why: error.to_string().into() });
    fs::write(path, text).map_err(|error| Failure::new(path.display().to_string(), fail(error)))
}

fn answer(model: &Model, spec: &ClusterSpec, layout: &Layout, step: &Trained, explained: Option<Why>) -> Answer {
    Answer {
        model: model.id,
        parameters: model.parameters(),
        active_parameters: model.active_parameters(),
        system: spec.system.id,
        gpus: step.gpus,
        tp: layout.tensor,
        cp: layout.context,
        ep: layout.expert,
        pp: layout.pipeline,
        dp: layout.data,
        zero: layout.sharding.zero.stage(),
        micro_batches: layout.micro_batches(),
        schedule: layout.schedule.id(),
        recompute: layout.recompute.id(),
        offload: layout.offload.id(),
        precision: layout.recipe.arithmetic.id(),
        iteration_time_s: round(step.iteration.as_secs(), 6),
        tflops_per_gpu: round(step.flops_per_gpu / 1e12, 3),
        hardware_tflops_per_gpu: round(step.hardware_flops_per_gpu / 1e12, 3),
        mfu: round(step.mfu, 5),
        flops_convention: convention(model),
        compute_fraction: round(step.compute_fraction, 6),
        bubble_fraction: round(step.bubble_fraction, 6),
        exposed_comm_fraction: round(step.exposed_comm_fraction, 6),
        memory_bytes: step.memory.total().0,
        host_memory_bytes: step.host_memory.0,
        fits: step.fits,
        network: String::new(),
        explained,
        by_packets: None,
    }
}

fn print(answer: &Answer, lang: Lang) -> String {
    let mut ways = format!("tp {} x pp {} x dp {}", answer.tp, answer.pp, answer.dp);
    for (name, value) in [("cp", answer.cp), ("ep", answer.ep), ("zero", answer.zero)] {
        if value > u32::from(name != "zero") {
            let _ = write!(ways, ", {name} {value}");
        }
    }
    if answer.offload != "none" {
        let _ = write!(ways, ", offload {}", answer.offload);
    }
    let host = round(answer.host_memory_bytes as f64 / 1e9, 1).to_string();
    let host = Some(("host_memory_GB", host)).filter(|_| answer.host_memory_bytes > 0);
    let rows = [
        ("iteration_time_s", answer.iteration_time_s.to_string()),
        ("tflops_per_gpu", answer.tflops_per_gpu.to_string()),
        ("mfu", answer.mfu.to_string()),
        ("bubble_fraction", answer.bubble_fraction.to_string()),
        ("exposed_comm_fraction", answer.exposed_comm_fraction.to_string()),
        ("compute_fraction", answer.compute_fraction.to_string()),
        ("hardware_tflops_per_gpu", answer.hardware_tflops_per_gpu.to_string()),
        ("memory_GB", round(answer.memory_bytes as f64 / 1e9, 1).to_string()),
        ("layout", format!("{ways}, recompute {}", answer.recompute)),
        ("convention", answer.flops_convention.to_owned()),
    ];
    let rows: Vec<_> = rows.into_iter().chain(host).collect();
    let text = say::table(&rows);
    let told = answer.by_packets.as_ref().filter(|_| answer.explained.is_some());
    text + &answer.explained.as_ref().map(|why| why.table(lang)).unwrap_or_default()
        + &told.map(|rows| packet_network::table(rows, lang)).unwrap_or_default()
}

/// The shape that was asked for in one of three ways: by name or by numbers, or from a file.
pub(crate) fn shape(named: [Option<&str>; 2], config: Option<&Path>, seq: Option<u32>) -> Result<Model, Failure> {
    let known = || published::models().map(|model| model.id);
    let [model, numbers] = named;
    let mut model = match (model, config, numbers) {
        (Some(id), None, None) => *published::model(id).ok_or_else(|| say::unknown("--model", id, known()))?,
        (None, Some(path), None) => shape::from_file(path)?,
        (None, None, Some(text)) => shape::from_numbers(text).map_err(|line| Failure::new("--shape", line))?,
        _ => return Err(Failure::new("--model, --config, --shape", Line::new(key::CLI_ONE_SHAPE))),
    };
    if let Some(seq) = seq {
        if !(1..=MAX_SEQ).contains(&seq) {
            let line = msg::ErrLayoutCount { what: "seq".into(), value: seq.into(), max: MAX_SEQ.into() };
            return Err(Failure::new("--seq", line.into()));
        }
        model.seq = seq;
    }
    Ok(model)
}

/// The numbers that a flag names.
pub(crate) fn arithmetic(id: &str) -> Result<Arithmetic, Failure> {
    let known = || Arithmetic::ALL.iter().map(|one| one.id());
    Arithmetic::ALL.into_iter().find(|one| one.id() == id).ok_or_else(|| say::unknown("--precision", id, known()))
}

/// What a flag moves to the host.
fn offload(id: &str) -> Result<Offload, Failure> {
    let known = || Offload::ALL.iter().map(|one| one.id());
    Offload::ALL.into_iter().find(|one| one.id() == id).ok_or_else(|| say::unknown("--offload", id, known()))
}

fn recipe(args: &Train) -> Result<Recipe, Failure> {
    if !matches!(args.gradient_bytes, 2 | 4) {
        return Err(say::out_of_range("--gradient-bytes", args.gradient_bytes.to_string(), "2, 4"));
    }
    if !(100..=10_000).contains(&args.imbalance) {
        return Err(say::out_of_range("--imbalance", args.imbalance.to_string(), "100-10000"));
    }
    let kernels = || Kernel::ALL.iter().map(|one| one.id());
    let attention = Kernel::ALL.into_iter().find(|one| one.id() == args.attention);
    Ok(Recipe {
        arithmetic: arithmetic(&args.precision)?,
        gradient_bytes: args.gradient_bytes,
        attention: attention.ok_or_else(|| say::unknown("--attention", &args.attention, kernels()))?,
        overlap_data: args.overlap,
        overlap_tensor: args.overlap_tensor,
        is_eager: args.eager,
        imbalance: args.imbalance,
    })
}

fn read(args: &Train) -> Result<(Model, ClusterSpec, Layout), Failure> {
    let model = shape([args.model.as_deref(), args.shape.as_deref()], args.config.as_deref(), args.seq)?;
    let spec = args.machine.spec()?;
    let schedules = Schedule::ALL.iter().map(|schedule| schedule.id());
    let schedule =
        Schedule::from_id(&args.schedule).ok_or_else(|| say::unknown("--schedule", &args.schedule, schedules))?;
    let schedule = schedule.with_chunks(args.chunks);
    let Some(&zero) = Zero::ALL.get(args.zero as usize) else {
        return Err(say::out_of_range("--zero", args.zero.to_string(), "0-3"));
    };
    let gpus = spec.gpus.unwrap_or_else(|| spec.nodes.saturating_mul(spec.system.gpus_per_node));
    // A wrong number of nodes or GPUs is told by the topology, whose limits they are.
    kitchen_core::topology::build(&spec).map_err(|error| say::about_topology(&error, &spec))?;
    let asked = Layout {
        tensor: args.tp,
        context: args.cp,
        expert: args.ep,
        sharding: Sharding { zero, group: args.shard_group },
        pipeline: args.pp,
        micro_batch: args.micro_batch,
        global_batch: args.global_batch.unwrap_or(1),
        schedule,
        offload: offload(&args.offload)?,
        sequence_parallel: args.sequence_parallel,
        recipe: recipe(args)?,
        ..Layout::ONE
    };
    let ways = args.tp.checked_mul(args.cp).unwrap_or(0);
    let about = gpus / ways.saturating_mul(args.pp).clamp(1, gpus.max(1));
    let batch = args.global_batch.unwrap_or_else(|| usual_batch(about, args.micro_batch, args.pp));
    let wrong = Layout { data: about, global_batch: batch, ..asked };
    let data =
        Layout::data_ways(gpus, ways, args.pp).map_err(|error| failure(&error.into(), (&model, &spec, &wrong)))?;
    let batch = args.global_batch.unwrap_or_else(|| usual_batch(data, args.micro_batch, args.pp));
    let layout = Layout { data, global_batch: batch, ..asked };
    layout.check(&model).map_err(|error| failure(&error.into(), (&model, &spec, &layout)))?;
    let recompute = match Recompute::ALL.into_iter().find(|recompute| recompute.id() == args.recompute) {
        Some(recompute) => recompute,
        None if args.recompute == "auto" => least_recompute(&model, &spec, &layout),
        None => {
            let known = Recompute::ALL.iter().map(|recompute| recompute.id()).chain(["auto"]);
            return Err(say::unknown("--recompute", &args.recompute, known));
        }
    };
    Ok((model, spec, Layout { recompute, ..layout }))
}

fn usual_batch(data: u32, micro_batch: u32, stages: u32) -> u32 {
    data.saturating_mul(micro_batch).saturating_mul(stages).saturating_mul(4)
}

/// The flag that an error is about, the rule, and the nearest layout that works.
fn failure(error: &TrainError, (model, spec, layout): (&Model, &ClusterSpec, &Layout)) -> Failure {
    let flag = match error {
        TrainError::Topology(error) => return say::about_topology(error, spec),
        TrainError::Layout(error) => flag(error),
        TrainError::Collective(_) => "--nodes",
        TrainError::Sim(_) => "--global-batch",
        TrainError::Packets(_) => "--network packet",
    };
    let gpus = spec.gpus.unwrap_or_else(|| spec.nodes.saturating_mul(spec.system.gpus_per_node));
    let near = nearest(layout, model, gpus).filter(|_| matches!(error, TrainError::Layout(_)));
    let line = match near {
        None => error.line(),
        Some(near) => match flags(layout, &near) {
            // Where nothing has to change there is nothing to say.
            same if same.is_empty() => error.line(),
            other => Line::from(msg::CliLayoutNearest { why: error.line().into(), flags: Words::from(other) }),
        },
    };
    Failure::new(flag, line)
}

/// The flags that make a layout, those that were asked for otherwise first.
fn flags(asked: &Layout, near: &Layout) -> String {
    let all = [
        ("--tp", asked.tensor, near.tensor),
        ("--cp", asked.context, near.context),
        ("--ep", asked.expert, near.expert),
        ("--pp", asked.pipeline, near.pipeline),
        ("--micro-batch", asked.micro_batch, near.micro_batch),
        ("--global-batch", asked.global_batch, near.global_batch),
    ];
    let mut told: Vec<String> =
        all.iter().filter(|(_, asked, near)| asked != near).map(|(flag, _, near)| format!("{flag} {near}")).collect();
    if asked.schedule != near.schedule {
        told.push(format!("--schedule {}", near.schedule.id()));
    }
    told.join(" ")
}

fn flag(error: &LayoutError) -> &'static str {
    match error {
        LayoutError::Count { what: "pipeline", .. } | LayoutError::Stages { .. } => "--pp",
        LayoutError::Count { what: "micro-batch", .. } => "--micro-batch",
        LayoutError::Count { what: "data", .. } => "--nodes",
        LayoutError::Gpus { .. } => "--tp, --pp",
        LayoutError::Count { what: "tensor", .. } | LayoutError::Tensor { .. } => "--tp",
        LayoutError::Schedule(_) => "--schedule",
        LayoutError::Offload { .. } => "--offload",
        LayoutError::Count { what: "context", .. } | LayoutError::Divide { what: "context", .. } => "--cp",
        LayoutError::Count { what: "expert", .. }
        | LayoutError::Divide { what: "expert", .. }
        | LayoutError::NoExperts { .. } => "--ep",
        LayoutError::Count { what: "shard-group", .. } | LayoutError::Divide { .. } => "--shard-group",
        LayoutError::Count { what: "gradient-bytes", .. } => "--gradient-bytes",
        LayoutError::Count { what: "imbalance", .. } => "--imbalance",
        LayoutError::Count { .. } | LayoutError::Batch { .. } => "--global-batch",
    }
}
