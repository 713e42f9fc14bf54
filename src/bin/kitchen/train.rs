//! `kitchen train`.

use clap::Args;
use kitchen_core::text::{Lang, Line, key};
use kitchen_core::topology::ClusterSpec;
use kitchen_core::workload::layout::{LayoutError, Recompute};
use kitchen_core::workload::train::{does_not_fit, least_recompute};
use kitchen_core::workload::{Layout, MODELS, Model, Schedule, TrainError, model, train};
use serde::Serialize;

use crate::machine::Machine;
use crate::out::Done;
use crate::say::{self, Failure, round};

#[derive(Args, Debug)]
pub(crate) struct Train {
    #[arg(long)]
    model: String,
    #[command(flatten)]
    machine: Machine,
    #[arg(long, default_value_t = 1)]
    tp: u32,
    #[arg(long, default_value_t = 1)]
    pp: u32,
    #[arg(long, default_value_t = 1)]
    micro_batch: u32,
    #[arg(long)]
    global_batch: Option<u32>,
    #[arg(long, default_value = "1f1b")]
    schedule: String,
    #[arg(long, default_value = "auto")]
    recompute: String,
    #[arg(long)]
    sequence_parallel: bool,
    #[arg(long)]
    seq: Option<u32>,
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    model: &'static str,
    parameters: u64,
    system: &'static str,
    gpus: u32,
    tp: u32,
    pp: u32,
    dp: u32,
    micro_batches: u32,
    schedule: &'static str,
    recompute: &'static str,
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
    fits: bool,
}

/// Longest sequence that may be asked for.
const MAX_SEQ: u32 = 1 << 20;

const CONVENTION: &str = "model FLOPs 72 B l s h^2 (1 + s/6h + V/12lh): attention in full, recomputation not counted \
                          (arXiv:2205.05198 eq. 7); hardware_tflops_per_gpu counts it";

pub(crate) fn run(args: &Train, lang: Lang) -> Result<Done, Failure> {
    let (model, spec, layout) = read(args)?;
    let step = train(&model, &spec, &layout).map_err(|error| failure(&error, &spec))?;
    let notes = does_not_fit(&step, &spec).map(|line| line.say(lang)).into_iter().collect();
    let answer = Answer {
        model: model.id,
        parameters: model.parameters(),
        system: spec.system.id,
        gpus: step.gpus,
        tp: layout.tensor,
        pp: layout.pipeline,
        dp: layout.data,
        micro_batches: layout.micro_batches(),
        schedule: layout.schedule.id(),
        recompute: layout.recompute.id(),
        iteration_time_s: round(step.iteration.as_secs(), 6),
        tflops_per_gpu: round(step.flops_per_gpu / 1e12, 3),
        hardware_tflops_per_gpu: round(step.hardware_flops_per_gpu / 1e12, 3),
        mfu: round(step.mfu, 5),
        flops_convention: CONVENTION,
        compute_fraction: round(step.compute_fraction, 6),
        bubble_fraction: round(step.bubble_fraction, 6),
        exposed_comm_fraction: round(step.exposed_comm_fraction, 6),
        memory_bytes: step.memory.total().0,
        fits: step.fits,
    };
    let text = if args.json { say::json(&answer) } else { print(&answer) };
    Ok(Done { text, notes, status: 0 })
}

fn print(answer: &Answer) -> String {
    say::table(&[
        ("iteration_time_s", answer.iteration_time_s.to_string()),
        ("tflops_per_gpu", answer.tflops_per_gpu.to_string()),
        ("mfu", answer.mfu.to_string()),
        ("bubble_fraction", answer.bubble_fraction.to_string()),
        ("exposed_comm_fraction", answer.exposed_comm_fraction.to_string()),
        ("compute_fraction", answer.compute_fraction.to_string()),
        ("hardware_tflops_per_gpu", answer.hardware_tflops_per_gpu.to_string()),
        ("memory_GB", round(answer.memory_bytes as f64 / 1e9, 1).to_string()),
        ("layout", format!("tp {} x pp {} x dp {}, recompute {}", answer.tp, answer.pp, answer.dp, answer.recompute)),
        ("convention", answer.flops_convention.to_owned()),
    ])
}

fn read(args: &Train) -> Result<(Model, ClusterSpec, Layout), Failure> {
    let known = || MODELS.iter().map(|model| model.id);
    let mut model = *model(&args.model).ok_or_else(|| say::unknown("--model", &args.model, known()))?;
    if let Some(seq) = args.seq {
        if !(1..=MAX_SEQ).contains(&seq) {
            let line = Line::new(key::ERR_LAYOUT_COUNT).text("what", "seq");
            return Err(Failure::new("--seq", line.int("value", seq.into()).int("max", MAX_SEQ.into())));
        }
        model.seq = seq;
    }
    let spec = args.machine.spec()?;
    let schedules = Schedule::ALL.iter().map(|schedule| schedule.id());
    let schedule =
        Schedule::from_id(&args.schedule).ok_or_else(|| say::unknown("--schedule", &args.schedule, schedules))?;
    let gpus = spec.gpus.unwrap_or_else(|| spec.nodes.saturating_mul(spec.system.gpus_per_node));
    // A wrong number of nodes or GPUs is told by the topology, whose limits they are.
    kitchen_core::topology::build(&spec).map_err(|error| say::about_topology(&error, &spec))?;
    let data = Layout::data_ways(gpus, args.tp, args.pp).map_err(|error| failure(&error.into(), &spec))?;
    let layout = Layout {
        tensor: args.tp,
        data,
        pipeline: args.pp,
        micro_batch: args.micro_batch,
        global_batch: args.global_batch.unwrap_or_else(|| usual_batch(data, args.micro_batch, args.pp)),
        schedule,
        recompute: Recompute::None,
        sequence_parallel: args.sequence_parallel,
        ..Layout::ONE
    };
    layout.check(&model).map_err(|error| failure(&error.into(), &spec))?;
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

/// The flag that an error is about.
fn failure(error: &TrainError, spec: &ClusterSpec) -> Failure {
    let flag = match error {
        TrainError::Topology(error) => return say::about_topology(error, spec),
        TrainError::Layout(error) => match error {
            LayoutError::Count { what: "pipeline", .. } | LayoutError::Stages { .. } => "--pp",
            LayoutError::Count { what: "micro-batch", .. } => "--micro-batch",
            LayoutError::Count { what: "data", .. } => "--nodes",
            LayoutError::Gpus { .. } => "--tp, --pp",
            LayoutError::Count { what: "tensor", .. } | LayoutError::Tensor { .. } => "--tp",
            LayoutError::Schedule(_) | LayoutError::ScheduleAlone { .. } => "--schedule",
            LayoutError::Count { .. } | LayoutError::Batch { .. } => "--global-batch",
        },
        TrainError::Collective(_) => "--nodes",
        TrainError::Sim(_) => "--global-batch",
    };
    Failure::new(flag, error.line())
}
