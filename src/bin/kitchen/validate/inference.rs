//! `kitchen validate inference FILE.csv`: published times of prefill and decode against the simulation.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::hardware::{FURTHER_GPUS, GPUS, Gpu};
use kitchen_core::topology::{self, System};
use kitchen_core::workload::infer::{self, Ask, Precision, is_held_back};
use kitchen_text::{Lang, Line, count, key, msg, tr};
use serde::Serialize;

use super::budget::Budget;
use super::report::Spread;
use super::rows;
use super::target::Target;
use crate::out::{Done, MISSED};
use crate::progress::Progress;
use crate::say::{self, Failure, left, right, round};

#[derive(Args, Debug)]
pub(crate) struct Inference {
    file: PathBuf,
    #[arg(long)]
    strict: bool,
    #[arg(long)]
    rows: bool,
    #[arg(long)]
    json: bool,
}

/// The columns that a file must have.
pub(crate) const COLUMNS: [&str; 16] = [
    "id",
    "source",
    "verified",
    "engine",
    "model",
    "weights_bits",
    "kv_bits",
    "gpu",
    "gpus",
    "tp",
    "batch",
    "prompt_tokens",
    "output_tokens",
    "kind",
    "value",
    "unit",
];

/// What the project asks of itself on the rows that are judged: median and 90th percentile, percent.
const TARGETS: [f64; 2] = [20.0, 45.0];

/// Engines whose every token waits for the host to start kernels, which the model does not compute: Transformers, and
/// llama.cpp before October 2024.
const BOUND_BY_HOST: [&str; 2] = ["HF Transformers", "llama.cpp (May 2024)"];

/// Names in the file, and the shape that stands for each.
const MODELS: [(&str, &str); 31] = [
    ("CodeLlama-34B", "codellama-34b"),
    ("GPT-175B (FT)", "gpt3-175b"),
    ("GPT-6.7B (FT)", "gpt3-6.7b"),
    ("GPT-89B (FT)", "gpt-89b"),
    ("GPT-J-6B", "gpt-j-6b"),
    ("Llama-2-13B", "llama2-13b"),
    ("Llama-2-70B", "llama2-70b"),
    ("Llama-2-7B", "llama2-7b"),
    ("Llama-3-70B", "llama3-70b"),
    ("Llama-3-8B", "llama3-8b"),
    ("Llama-3.1-405B", "llama3-405b"),
    ("Llama-3.1-70B", "llama3-70b"),
    ("Llama-3.1-8B", "llama3-8b"),
    ("Llama-3.1-Nemotron-Safety-Guard-8B", "llama3-8b"),
    ("Llama-3.3-70B", "llama3-70b"),
    ("Llama-7B", "llama-7b"),
    ("Qwen-72B", "qwen-72b"),
    ("Qwen2-72B", "qwen2-72b"),
    ("Qwen2.5-0.5B", "qwen2.5-0.5b"),
    ("Qwen2.5-1.5B", "qwen2.5-1.5b"),
    ("Qwen2.5-14B", "qwen2.5-14b"),
    ("Qwen2.5-32B", "qwen2.5-32b"),
    ("Qwen2.5-3B", "qwen2.5-3b"),
    ("Qwen2.5-72B", "qwen2.5-72b"),
    ("Qwen2.5-Coder-3B", "qwen2.5-3b"),
    ("Qwen3-0.6B", "qwen3-0.6b"),
    ("Qwen3-1.7B", "qwen3-1.7b"),
    ("Qwen3-14B", "qwen3-14b"),
    ("Qwen3-4B", "qwen3-4b"),
    ("Qwen3-8B", "qwen3-8b"),
    ("Qwen3Guard-Gen-8B", "qwen3-8b"),
];

/// The same for GPUs.
const CARDS: [(&str, &str); 22] = [
    ("A10G", "a10g"),
    ("A100-80GB", "a100-sxm"),
    ("A100-PCIe-80GB", "a100-pcie"),
    ("A100-SXM-80GB", "a100-sxm"),
    ("A40", "a40"),
    ("B200-180GB", "b200-sxm"),
    ("GH200", "gh200"),
    ("H100-80GB", "h100-sxm"),
    ("H100-PCIe-80GB", "h100-pcie"),
    ("H100-SXM-80GB", "h100-sxm"),
    ("H20-96GB", "h20-sxm"),
    ("H200-SXM-141GB", "h200-sxm"),
    ("L40S", "l40s"),
    ("MI250X-GCD", "mi250x"),
    ("MI300X", "mi300x"),
    ("RTX 3090", "rtx-3090"),
    ("RTX 3090 Ti", "rtx-3090-ti"),
    ("RTX 4090", "rtx-4090"),
    ("RTX 5000 Ada", "rtx-5000-ada"),
    ("RTX 6000 Ada", "rtx-6000-ada"),
    ("RTX A6000", "rtx-a6000"),
    ("V100-PCIE-16GB", "v100-pcie"),
];

/// Tokens of a prompt or an answer where the row does not say ("short chat prompts").
const UNSAID_TOKENS: u32 = 128;

type Record = BTreeMap<String, String>;

/// Rows that are judged: which of them were looked at while constants were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Set {
    FirstHalf,
    HeldBack,
    /// Read in the named document, but batched, in fewer than 8 bits, or by an engine that waits for the host.
    NotJudged,
    /// In doubt, or read in a summary.
    InDoubt,
}

impl Set {
    /// Of a row, by how it was verified, and whether it is of those that are judged where they were read in the named document.
    fn of(id: &str, verified: &str, is_judged: bool) -> Set {
        match verified {
            "source" | "yes" | "derived" if !is_judged => Set::NotJudged,
            "source" | "yes" | "derived" if is_held_back(id) => Set::HeldBack,
            "source" | "yes" | "derived" => Set::FirstHalf,
            _ => Set::InDoubt,
        }
    }
}

/// A published time, and what the simulation makes of it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Outcome {
    pub(crate) id: String,
    set: Set,
    pub(crate) kind: String,
    pub(crate) engine: String,
    gpu: String,
    pub(crate) source: String,
    pub(crate) measured_ms: f64,
    pub(crate) simulated_ms: f64,
    error_percent: f64,
}

#[derive(Serialize)]
struct Summary {
    name: String,
    rows: usize,
    median_percent: f64,
    p90_percent: f64,
}

#[derive(Serialize)]
struct Report {
    targets: Vec<Target>,
    sets: Vec<Summary>,
    /// By kind, engine and GPU.
    groups: Vec<Summary>,
    rows: Vec<Outcome>,
    /// Ids of rows for which nothing stands.
    left_out: Vec<String>,
}

pub(crate) fn run(args: &Inference, lang: Lang) -> Result<Done, Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let (records, bad) =
        rows::read_as(&rows::file(&args.file)?, &COLUMNS, |record: Record, _| Ok(record)).map_err(about)?;
    let (mut outcomes, mut left_out) = (Vec::new(), Vec::new());
    let (mut progress, mut budget) = (Progress::new(records.len(), lang), Budget::default());
    for (done, record) in records.iter().enumerate() {
        progress.at(done);
        let Some(row) = Row::of(record) else {
            left_out.push(text(record, "id").to_owned());
            continue;
        };
        budget.begin(row.ask.tensor).map_err(about)?;
        // A pass is some dozens of kernels, a sum some thousands of messages.
        budget.end(Some(50 * u64::from(row.ask.output) + if row.ask.tensor > 1 { 10_000 } else { 0 }));
        match row.outcome() {
            Some(outcome) => outcomes.push(outcome),
            None => left_out.push(row.id),
        }
    }
    drop(progress);
    if outcomes.is_empty() {
        return Err(super::no_rows(&args.file, bad.first()));
    }
    let report = Report::new(outcomes, left_out, lang);
    let missed = report.targets.iter().filter(|target| args.strict && !target.met);
    let notes: Vec<String> = missed.map(|target| target.missed().say(lang)).collect();
    let status = if notes.is_empty() { 0 } else { MISSED };
    let text = if args.json { say::json(&report) } else { report.table(args.rows, lang) };
    Ok(Done { text, notes, status })
}

/// The published rows that are about that question, whatever the length of prompt and answer, and what each comes to.
pub(crate) fn like(file: &[u8], ask: &Ask) -> Vec<Outcome> {
    let records =
        rows::read_as(file, &COLUMNS, |record: Record, _| Ok(record)).map_or_else(|_| Vec::new(), |read| read.0);
    let is_like = |row: &Row| {
        let (one, other) = (&row.ask, ask);
        row.set != Set::InDoubt
            && one.shape == other.shape
            && (one.gpu.id, one.batch, one.tensor) == (other.gpu.id, other.batch, other.tensor)
            && one.precision.weight_bits == other.precision.weight_bits
    };
    records.iter().filter_map(Row::of).filter(is_like).filter_map(|row| row.outcome()).collect()
}

fn text<'a>(record: &'a Record, name: &str) -> &'a str {
    record.get(name).map_or("", |value| value.trim())
}

/// What of a run a figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    Prefill,
    /// One decode step.
    Token,
    /// The whole run, over the tokens of one answer.
    All,
}

/// A published figure, as it is simulated.
#[derive(Clone, Debug)]
struct Row {
    id: String,
    set: Set,
    kind: String,
    engine: String,
    gpu: String,
    source: String,
    ask: Ask,
    about: About,
    measured_s: f64,
}

impl Row {
    fn of(record: &Record) -> Option<Row> {
        let text = |name: &str| text(record, name);
        let count = |name: &str| text(name).parse::<u32>().ok();
        let named =
            |names: &[(&str, &'static str)], name: &str| names.iter().find(|one| one.0 == name).map(|one| one.1);
        let bits = |name: &str| text(name).parse::<f64>().ok().filter(|bits| (1.0..=32.0).contains(bits));
        let gpu = gpu(named(&CARDS, text("gpu"))?)?;
        let shape = infer::shape(named(&MODELS, text("model"))?)?;
        let (batch, tensor) = (count("batch")?, count("tp")?);
        let note = text("note");
        let system = if note.contains("over PCIe") { topology::system("pcie-8") } else { joining(gpu, tensor) };
        let whole = note.contains("prefill") && note.contains("included");
        let about = match text("kind") {
            "prefill" | "ttft" => About::Prefill,
            "decode_single" | "decode_batched" | "offline_throughput" if whole => About::All,
            "decode_single" | "decode_batched" => About::Token,
            _ => return None,
        };
        let prompt = count("prompt_tokens").unwrap_or(UNSAID_TOKENS).max(1);
        let output = count("output_tokens").unwrap_or(UNSAID_TOKENS);
        let output = match about {
            About::Prefill => 1,
            About::All => output.max(1),
            // The first token comes out of the prefill.
            About::Token => output.checked_add(1)?,
        };
        let value = text("value").parse::<f64>().ok().filter(|value| *value > 0.0 && value.is_finite())?;
        let tokens = if about == About::Prefill { f64::from(batch) * f64::from(prompt) } else { f64::from(batch) };
        let measured_s = match text("unit") {
            "ms" => value / 1e3,
            "tok_s" => tokens / value,
            "tok_s_gpu" => tokens / (value * f64::from(count("gpus")?)),
            _ => return None,
        };
        let weight_bits = bits("weights_bits")?;
        let precision = Precision { weight_bits, kv_bits: bits("kv_bits").unwrap_or(16.0) };
        let engine = text("engine");
        let single = matches!(text("kind"), "decode_single" | "prefill" | "ttft") && batch == 1;
        let hosted = BOUND_BY_HOST.iter().any(|name| engine.starts_with(name));
        let id = text("id").to_owned();
        let is_judged = single && !hosted && matches!(weight_bits, 16.0 | 8.0);
        let set = Set::of(&id, text("verified"), is_judged);
        let ask = Ask { shape, gpu, system, precision, batch, prompt, output, tensor };
        let owned = |name: &str| text(name).to_owned();
        let (kind, engine, gpu, source) = (owned("kind"), owned("engine"), owned("gpu"), owned("source"));
        Some(Row { id, set, kind, engine, gpu, source, ask, about, measured_s })
    }

    /// What it comes to; none where the question cannot be computed.
    fn outcome(&self) -> Option<Outcome> {
        let answered = self.ask.serve().ok()?.answer();
        let simulated_s = match self.about {
            About::Prefill => answered.prefill.seconds(),
            About::Token => answered.per_token()?.as_secs(),
            About::All => answered.total.as_secs() / f64::from(self.ask.output),
        };
        let Row { id, set, kind, engine, gpu, source, .. } = self.clone();
        Some(Outcome {
            id,
            set,
            kind,
            engine,
            gpu,
            source,
            measured_ms: round(self.measured_s * 1e3, 3),
            simulated_ms: round(simulated_s * 1e3, 3),
            error_percent: round((simulated_s / self.measured_s - 1.0) * 100.0, 2),
        })
    }
}

/// The GPU with that id, of all.
pub(crate) fn gpu(id: &str) -> Option<&'static Gpu> {
    GPUS.iter().chain(FURTHER_GPUS).find(|gpu| gpu.id == id)
}

/// The first preset with so many of that GPU in a server.
pub(crate) fn joining(gpu: &Gpu, tensor: u32) -> Option<&'static System> {
    topology::all_systems().find(|system| system.gpu.id == gpu.id && system.gpus_per_node >= tensor)
}

impl Report {
    fn new(rows: Vec<Outcome>, left_out: Vec<String>, lang: Lang) -> Report {
        let of = |sets: &[Set]| {
            Spread::of(rows.iter().filter(|row| sets.contains(&row.set)).map(|row| row.error_percent.abs()))
        };
        let judged = of(&[Set::FirstHalf, Set::HeldBack]);
        let held_back = of(&[Set::HeldBack]);
        let mut targets = Vec::new();
        for (name, spread) in [(key::VALIDATE_INFERENCE_JUDGED, judged), (key::VALIDATE_INFERENCE_HELD_BACK, held_back)]
        {
            targets.extend(spread.iter().flat_map(|spread| Target::both(name, spread, TARGETS)));
        }
        let sets = [
            (key::VALIDATE_INFERENCE_JUDGED, judged),
            (key::VALIDATE_INFERENCE_FIRST_HALF, of(&[Set::FirstHalf])),
            (key::VALIDATE_INFERENCE_HELD_BACK, held_back),
            (key::VALIDATE_INFERENCE_NOT_JUDGED, of(&[Set::NotJudged])),
            (key::VALIDATE_INFERENCE_IN_DOUBT, of(&[Set::InDoubt])),
        ];
        let sets = sets.into_iter().filter_map(|(name, spread)| Some(summary(tr(lang, name), spread?))).collect();
        let mut grouped: BTreeMap<[&str; 3], Vec<f64>> = BTreeMap::new();
        for row in &rows {
            grouped.entry([&row.kind, &row.engine, &row.gpu]).or_default().push(row.error_percent.abs());
        }
        let groups = grouped
            .into_iter()
            .filter_map(|(name, errors)| Some(summary(&name.join(" | "), Spread::of(errors.into_iter())?)));
        let groups = groups.collect();
        Report { targets, sets, groups, rows, left_out }
    }

    fn table(&self, rows: bool, lang: Lang) -> String {
        let mut out = String::new();
        if rows {
            for row in &self.rows {
                let Outcome { id, kind, engine, gpu, measured_ms, simulated_ms, error_percent, .. } = row;
                let name = left(&format!("{id} {kind} | {engine} | {gpu}"), 72);
                let _ = writeln!(out, "{name}{measured_ms:>11.2} ms{simulated_ms:>11.2} ms{error_percent:>9.1} %");
            }
            out.push('\n');
        }
        for (head, list) in [(key::VALIDATE_INFERENCE_GROUP, &self.groups), (key::VALIDATE_SET, &self.sets)] {
            let heads = [key::VALIDATE_ROWS, key::VALIDATE_MEDIAN_PERCENT, key::VALIDATE_P90_PERCENT];
            let heads: String =
                heads.into_iter().zip([6, 11, 9]).map(|(head, width)| right(tr(lang, head), width)).collect();
            let _ = writeln!(out, "{}{heads}", left(tr(lang, head), 64));
            for one in list {
                let Summary { name, rows, median_percent, p90_percent } = one;
                let _ = writeln!(out, "{}{rows:>6}{median_percent:>11.1}{p90_percent:>9.1}", left(name, 64));
            }
            out.push('\n');
        }
        for target in &self.targets {
            let _ = writeln!(out, "{}", target.told().say(lang));
        }
        let names = self.left_out.join(tr(lang, key::VALIDATE_COMMA));
        let line = Line::from(msg::ValidateInferenceLeftOut { n: count(self.left_out.len()), names: names.into() });
        out + &line.say(lang) + "\n"
    }
}

fn summary(name: &str, spread: Spread) -> Summary {
    Summary {
        name: name.to_owned(),
        rows: spread.rows,
        median_percent: round(spread.median, 2),
        p90_percent: round(spread.p90, 2),
    }
}
