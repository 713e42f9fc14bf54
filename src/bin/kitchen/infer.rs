//! `kitchen infer`.

use std::fmt::Write as _;

use clap::Args;
use kitchen_core::hardware::{FURTHER_GPUS, GPUS, Gpu};
use kitchen_core::topology::System;
use kitchen_core::units::Time;
use kitchen_core::workload::infer::{
    self, Ask, Contents, Learned, Lesson, Pass, Point, Precision, Server, contents, learn,
};
use kitchen_core::workload::layout::{LayoutError, Recompute};
use kitchen_core::workload::{Model, TrainError};
use kitchen_text::{BytesDecimal, Lang, Line, Words, key, msg};
use serde::Serialize;

use crate::machine;
use crate::out::Done;
use crate::say::{self, Failure, round};
use crate::validate::inference::{self, Outcome, joining};
use kitchen_story::sentences::Sentence as _;

#[derive(Args, Debug)]
pub(crate) struct Infer {
    #[arg(long, default_value = "llama3-8b")]
    model: String,
    #[arg(long)]
    gpu: Option<String>,
    #[arg(long)]
    system: Option<String>,
    #[arg(long, default_value_t = 1)]
    tp: u32,
    #[arg(long, default_value_t = 1)]
    batch: u32,
    #[arg(long, default_value_t = 512)]
    prompt: u32,
    #[arg(long, default_value_t = 256)]
    output: u32,
    #[arg(long, default_value_t = 16.0)]
    weight_bits: f64,
    #[arg(long, default_value_t = 16.0)]
    kv_bits: f64,
    #[arg(long)]
    explain: bool,
    #[arg(long)]
    json: bool,
}

/// A pass on one GPU; of decode, the middle step.
#[derive(Serialize)]
struct Part {
    name: &'static str,
    time_ms: f64,
    tflop: f64,
    #[serde(rename = "moved_GB")]
    moved: f64,
    /// FLOPs for each byte moved, and FLOP/s attained: its point under the roof.
    flop_per_byte: f64,
    tflops: f64,
    /// Of the roof at that intensity.
    share_of_roof: f64,
}

/// What one GPU's memory holds at its fullest.
#[derive(Serialize)]
struct Shelf {
    name: &'static str,
    weights_bytes: u64,
    kv_cache_bytes: u64,
    gradients_bytes: u64,
    optimizer_bytes: u64,
    activations_bytes: u64,
    total_bytes: u64,
    fits: bool,
}

/// What a pass's time goes to, milliseconds.
#[derive(Serialize)]
struct Goes {
    name: &'static str,
    arithmetic_ms: f64,
    memory_ms: f64,
    kernel_starts_ms: f64,
    sums_ms: f64,
}

#[derive(Serialize)]
struct Why {
    goes: Vec<Goes>,
    notes: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct Answer {
    model: &'static str,
    parameters: u64,
    gpu: &'static str,
    tp: u32,
    batch: u32,
    prompt: u32,
    output: u32,
    time_to_first_token_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_per_token_ms: Option<f64>,
    total_s: f64,
    /// Of all guests together.
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens_per_s: Option<f64>,
    peak_tflops: f64,
    #[serde(rename = "memory_GBps")]
    bandwidth: f64,
    ridge_flop_per_byte: f64,
    kv_bytes_per_token: u64,
    /// Of one GPU; learning is over the same prompts.
    parts: Vec<Part>,
    memory: Vec<Shelf>,
    /// Published figures of the same model, GPU, ways, guests and bits, whatever the lengths of prompt and answer, each
    /// beside what comes out here for its own.
    measured: Vec<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
}

/// What others measured, as facts with their documents.
const MEASURED: &[u8] = include_bytes!("../../../assets/reference/inference.csv");

pub(crate) fn run(args: &Infer, lang: Lang) -> Result<Done, Failure> {
    let (answer, notes) = told(args, lang)?;
    let text = if args.json { say::json(&answer) } else { print(&answer) };
    Ok(Done { text, notes: notes.iter().map(|line| line.say(lang)).collect(), status: 0 })
}

/// The answer, and a sentence for each thing to know about it.
///
/// # Errors
/// There is none.
pub(crate) fn told(args: &Infer, lang: Lang) -> Result<(Answer, Vec<Line>), Failure> {
    let ask = read(args)?;
    let server = ask.serve().map_err(|error| failure(&error))?;
    let answered = server.answer();
    let learned = lesson(&ask).and_then(|lesson| learn(&lesson).ok());
    let roof = server.roofline();
    let part = |name, seconds: f64, flops: f64, bytes: f64, point: Point| Part {
        name,
        time_ms: round(seconds * 1e3, 3),
        tflop: round(flops / 1e12, 4),
        moved: round(bytes / 1e9, 3),
        flop_per_byte: round(point.intensity, 2),
        tflops: round(point.attained / 1e12, 2),
        share_of_roof: round(point.attained / roof.roof(point.intensity), 3),
    };
    let pass = |name, pass: &Pass| part(name, pass.seconds(), pass.flops, pass.bytes, pass.point());
    let middle = server.decode(answered.steps / 2);
    let mut parts = vec![pass("prefill", &answered.prefill)];
    if answered.steps > 0 {
        parts.push(pass("decode", &middle));
    }
    let mut memory = vec![shelf("answering", &answered.contents, ask.gpu)];
    if let Some(Learned { forward, backward, update, contents }) = &learned {
        for (name, one) in [("forward", forward), ("backward", backward), ("update", update)] {
            parts.push(part(name, one.time.as_secs(), one.flops, one.bytes, one.point()));
        }
        memory.push(shelf("learning", contents, ask.gpu));
    }
    // What it needs, where that is more than the shelf holds.
    let large = |contents: Contents| (!contents.fit(ask.gpu)).then(|| BytesDecimal(contents.total()));
    let have = BytesDecimal(ask.gpu.hbm);
    let answering = large(answered.contents).map(|need| Line::from(msg::CliAnsweringLarge { need, have }));
    let learning = learned.and_then(|one| large(one.contents));
    let learning = learning.map(|need| Line::from(msg::CliLearningLarge { need, have }));
    let large = [answering, learning].into_iter().flatten();
    let per_token = answered.per_token().map(Time::as_secs);
    let answer = Answer {
        model: ask.shape.model.id,
        parameters: ask.shape.parameters(),
        gpu: ask.gpu.id,
        tp: ask.tensor,
        batch: ask.batch,
        prompt: ask.prompt,
        output: ask.output,
        time_to_first_token_ms: round(answered.prefill.seconds() * 1e3, 3),
        time_per_token_ms: per_token.map(|seconds| round(seconds * 1e3, 3)),
        total_s: round(answered.total.as_secs(), 6),
        tokens_per_s: per_token.map(|seconds| round(f64::from(ask.batch) / seconds, 2)),
        peak_tflops: round(roof.peak / 1e12, 1),
        bandwidth: round(roof.bandwidth / 1e9, 1),
        ridge_flop_per_byte: round(roof.ridge(), 1),
        kv_bytes_per_token: contents::kv_bytes(&ask.shape, &ask.precision, ask.tensor).0,
        parts,
        memory,
        // Of the catalogue's GPU: with other figures it is another one.
        measured: if inference::gpu(ask.gpu.id) == Some(ask.gpu) {
            inference::like(MEASURED, &ask)
        } else {
            Vec::new()
        },
        why: args.explain.then(|| why(&server, &answered.prefill, &middle, lang)),
    };
    Ok((answer, large.collect()))
}

fn shelf(name: &'static str, contents: &Contents, gpu: &Gpu) -> Shelf {
    Shelf {
        name,
        weights_bytes: contents.weights.0,
        kv_cache_bytes: contents.kv_cache.0,
        gradients_bytes: contents.gradients.0,
        optimizer_bytes: contents.optimizer.0,
        activations_bytes: contents.activations.0,
        total_bytes: contents.total().0,
        fits: contents.fit(gpu),
    }
}

/// Learning from the same prompts; none where one GPU's batch or the shape does not suit.
fn lesson(ask: &Ask) -> Option<Lesson> {
    let Ask { shape, gpu, system, batch, prompt, tensor, .. } = *ask;
    let shape = infer::Shape { model: Model { seq: prompt, ..shape.model }, ..shape };
    let lesson = Lesson { shape, gpu, system, sequences: batch, tensor, recompute: Recompute::Selective };
    shape.can_learn().then_some(lesson)
}

fn why(server: &Server, prefill: &Pass, decode: &Pass, lang: Lang) -> Why {
    let goes = |name, pass: &Pass| Goes {
        name,
        arithmetic_ms: round(pass.arithmetic * 1e3, 3),
        memory_ms: round(pass.memory * 1e3, 3),
        kernel_starts_ms: round(pass.starts * 1e3, 3),
        sums_ms: round(pass.meetings * 1e3, 3),
    };
    let turning = match server.turning_point() {
        Some(batch) => Line::from(msg::CliTurningPoint { batch: batch.into() }),
        None => Line::new(key::CLI_NO_TURNING_POINT),
    };
    Why { goes: vec![goes("prefill", prefill), goes("decode", decode)], notes: vec![turning.say(lang)] }
}

fn print(answer: &Answer) -> String {
    let time = |ms: Option<f64>| ms.map_or("-".to_owned(), |ms| ms.to_string());
    let mut out = say::table(&[
        ("time_to_first_token_ms", answer.time_to_first_token_ms.to_string()),
        ("time_per_token_ms", time(answer.time_per_token_ms)),
        ("tokens_per_s", time(answer.tokens_per_s)),
        ("total_s", answer.total_s.to_string()),
        ("ridge_flop_per_byte", answer.ridge_flop_per_byte.to_string()),
        ("kv_bytes_per_token", answer.kv_bytes_per_token.to_string()),
    ]);
    let _ = writeln!(
        out,
        "{:<9}{:>12}{:>12}{:>12}{:>15}{:>12}{:>15}",
        "pass", "time_ms", "tflop", "moved_GB", "flop_per_byte", "tflops", "share_of_roof"
    );
    for Part { name, time_ms, tflop, moved, flop_per_byte, tflops, share_of_roof } in &answer.parts {
        let _ = writeln!(
            out,
            "{name:<9}{time_ms:>12}{tflop:>12}{moved:>12}{flop_per_byte:>15}{tflops:>12}{share_of_roof:>15}"
        );
    }
    let _ = writeln!(
        out,
        "{:<10}{:>9}{:>10}{:>11}{:>11}{:>13}{:>9}  fits",
        "memory_GB", "weights", "kv_cache", "gradients", "optimizer", "activations", "total"
    );
    let gb = |bytes: u64| format!("{:.3}", bytes as f64 / 1e9);
    for one in &answer.memory {
        let cells = [
            (one.weights_bytes, 9),
            (one.kv_cache_bytes, 10),
            (one.gradients_bytes, 11),
            (one.optimizer_bytes, 11),
            (one.activations_bytes, 13),
            (one.total_bytes, 9),
        ];
        let cells: String = cells.iter().map(|&(bytes, width)| format!("{:>width$}", gb(bytes))).collect();
        let _ = writeln!(out, "{:<10}{cells}  {}", one.name, one.fits);
    }
    if !answer.measured.is_empty() {
        let _ = writeln!(out, "{:<20}{:>12}{:>14}  measured by", "published", "measured_ms", "simulated_ms");
    }
    for Outcome { kind, measured_ms, simulated_ms, engine, source, .. } in &answer.measured {
        let _ = writeln!(out, "{kind:<20}{measured_ms:>12}{simulated_ms:>14}  {engine}: {source}");
    }
    if let Some(why) = &answer.why {
        let heads = ["arithmetic_ms", "memory_ms", "kernel_starts_ms", "sums_ms"];
        let heads: String = heads.iter().map(|head| format!("{head:>18}")).collect();
        let _ = writeln!(out, "\n{:<9}{heads}", "goes to");
        for one in &why.goes {
            let cells = [one.arithmetic_ms, one.memory_ms, one.kernel_starts_ms, one.sums_ms];
            let cells: String = cells.iter().map(|cell| format!("{cell:>18}")).collect();
            let _ = writeln!(out, "{:<9}{cells}", one.name);
        }
        let _ = writeln!(out, "\n{}", why.notes.join("\n"));
    }
    out
}

fn read(args: &Infer) -> Result<Ask, Failure> {
    let known = || infer::shapes().map(|shape| shape.model.id);
    let shape = infer::shape(&args.model).ok_or_else(|| say::unknown("--model", &args.model, known()))?;
    let (gpu, own) = machine(args)?;
    for (flag, bits) in [("--weight-bits", args.weight_bits), ("--kv-bits", args.kv_bits)] {
        if !(2.0..=16.0).contains(&bits) {
            return Err(say::out_of_range(flag, bits.to_string(), "2-16"));
        }
    }
    let precision = Precision { weight_bits: args.weight_bits, kv_bits: args.kv_bits };
    let Infer { batch, prompt, output, tp: tensor, .. } = *args;
    Ok(Ask { shape, gpu, system: own.or_else(|| joining(gpu, tensor)), precision, batch, prompt, output, tensor })
}

/// The GPU asked for where neither it nor a system is.
const USUAL: &str = "h100";

/// The GPU, and the system whose it is where one was asked for.
fn machine(args: &Infer) -> Result<(&'static Gpu, Option<&'static System>), Failure> {
    match (&args.gpu, &args.system) {
        (Some(_), Some(_)) => Err(Failure::new("--gpu", Line::from(msg::CliNotWith { with: Words::from("--system") }))),
        (None, Some(name)) => machine::system(name).map(|system| (system.gpu, Some(system))),
        (given, None) => {
            let name = given.as_deref().unwrap_or(USUAL);
            let gpu = gpu(name).ok_or_else(|| say::unknown("--gpu", name, gpus()))?;
            Ok((gpu, None))
        }
    }
}

/// The ids of all GPUs.
pub(crate) fn gpus() -> impl Iterator<Item = &'static str> {
    GPUS.iter().chain(FURTHER_GPUS).map(|gpu| gpu.id)
}

/// The GPU with that id; `h100` is its SXM form, else the first one of that name.
fn gpu(name: &str) -> Option<&'static Gpu> {
    let form = format!("{name}-");
    let first = || gpus().find(|id| id.starts_with(&form)).and_then(inference::gpu);
    inference::gpu(name).or_else(|| inference::gpu(&format!("{name}-sxm"))).or_else(first)
}

/// The flag that an error is about.
fn failure(error: &TrainError) -> Failure {
    let flag = match error {
        TrainError::Layout(LayoutError::Count { what: "batch", .. }) => "--batch",
        TrainError::Layout(LayoutError::Count { what: "prompt", .. }) => "--prompt",
        TrainError::Layout(LayoutError::Count { what: "output", .. }) => "--output",
        _ => "--tp",
    };
    Failure::new(flag, error.line())
}
