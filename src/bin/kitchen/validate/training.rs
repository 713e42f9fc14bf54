//! `kitchen validate training FILE.csv`: published training runs against the simulation.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::collective::CollectiveError;
use kitchen_core::text::{Lang, Line, key, tr};
use kitchen_core::topology::{self, ClusterSpec};
use kitchen_core::workload::cost::FITTED_ON;
use kitchen_core::workload::train::Trained;
use kitchen_core::workload::{Layout, Model, Recompute, Schedule, TrainError, train};
use serde::Serialize;

use super::budget::Budget;
use super::report::Spread;
use super::rows;
use crate::progress::Progress;
use crate::say::{self, Failure, left, right, round};

#[derive(Args, Debug)]
pub(crate) struct Training {
    file: PathBuf,
    #[arg(long)]
    rows: bool,
    #[arg(long)]
    json: bool,
}

/// The columns that a file must have.
pub(crate) const COLUMNS: [&str; 21] = [
    "id",
    "gpu",
    "gpus",
    "inter_link",
    "layers",
    "hidden",
    "heads",
    "seq",
    "vocab",
    "tp",
    "pp",
    "dp",
    "cp",
    "ep",
    "interleave",
    "microbatch",
    "global_batch",
    "recompute",
    "zero_stage",
    "seq_parallel",
    "iteration_time_s",
];

/// Sets that are no published one: what constants were fitted on, and all the others together.
const SET_FITTED: &str = "(fitted on)";
const SET_ALL: &str = "all";

/// One published run and what the simulation makes of it.
#[derive(Clone, Debug, Serialize)]
struct Outcome {
    id: String,
    measured_s: f64,
    simulated_s: f64,
    error_percent: f64,
    /// Model FLOPs of the step over its GPUs: what a constant rate would have to work through.
    #[serde(skip)]
    flops_per_gpu: f64,
    /// Where it was published, as the file says.
    #[serde(skip)]
    source: String,
}

#[derive(Serialize)]
struct Summary {
    set: String,
    rows: usize,
    median_percent: f64,
    p90_percent: f64,
    mean_percent: f64,
    /// Mean error of one rate for all rows, the set's own median.
    constant_rate_mean_percent: f64,
    /// Where they were published, each once.
    sources: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    sets: Vec<Summary>,
    rows: Vec<Outcome>,
    /// Rows that no preset or schedule stands for.
    left_out: usize,
}

pub(crate) fn run(args: &Training, lang: Lang) -> Result<String, Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let record = |record: BTreeMap<String, String>, _| Ok(record);
    let (records, bad) = rows::read_as(&rows::file(&args.file)?, &COLUMNS, record).map_err(about)?;
    let mut report = Report { sets: Vec::new(), rows: Vec::new(), left_out: bad.len() };
    let (mut progress, mut budget) = (Progress::new(records.len(), lang), Budget::default());
    for (done, record) in records.iter().enumerate() {
        progress.at(done);
        match outcome(record, &mut budget).map_err(about)? {
            Some(outcome) => report.rows.push(outcome),
            None => report.left_out += 1,
        }
    }
    drop(progress);
    if report.rows.is_empty() {
        return Err(super::no_rows(&args.file, None));
    }
    let mut sets: BTreeMap<String, Vec<&Outcome>> = BTreeMap::new();
    for row in &report.rows {
        // What a constant was fitted on validates nothing.
        if FITTED_ON.contains(&row.id.as_str()) {
            sets.entry(SET_FITTED.to_owned()).or_default().push(row);
            continue;
        }
        sets.entry(set_of(&row.id)).or_default().push(row);
        sets.entry(SET_ALL.to_owned()).or_default().push(row);
    }
    report.sets = sets.iter().map(|(set, rows)| summary(set, rows)).collect();
    Ok(if args.json { say::json(&report) } else { print(&report, args.rows, lang) })
}

/// The published set that a row belongs to, by its id: `sc21-t1-7.5B` is of `sc21-t1`.
fn set_of(id: &str) -> String {
    let parts: Vec<&str> = id.split('-').take(2).collect();
    let is_size = parts.get(1).is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    parts[..if is_size { 1 } else { parts.len() }].join("-")
}

/// What a row comes to; none where nothing stands for it.
///
/// # Errors
/// A sentence where the file is too much work.
fn outcome(row: &BTreeMap<String, String>, budget: &mut Budget) -> Result<Option<Outcome>, Line> {
    let Some(run) = Run::of(row) else { return Ok(None) };
    budget.begin(run.layout.gpus())?;
    let step = train(&run.model, &run.spec, &run.layout);
    // A task of a step stands for its collectives, too.
    let work = |tasks: usize| 10 * tasks as u64;
    budget.end(match &step {
        Ok(step) => Some(work(step.tasks)),
        Err(TrainError::Sim(_) | TrainError::Collective(CollectiveError::Sim(_))) => None,
        Err(_) => Some(0),
    });
    Ok(step.ok().map(|step| run.outcome(row, &step)))
}

/// A published run, as it is simulated.
struct Run {
    model: Model,
    spec: ClusterSpec,
    layout: Layout,
    measured_s: f64,
}

impl Run {
    fn of(row: &BTreeMap<String, String>) -> Option<Run> {
        let text = |name: &str| row.get(name).map_or("", |value| value.trim());
        let number = |name: &str| text(name).parse::<u32>().ok();
        let single = |name: &str| matches!(text(name), "" | "1");
        let measured_s = text("iteration_time_s").parse::<f64>().ok().filter(|&seconds| seconds > 0.0)?;
        let sharded = text("zero_stage").starts_with('3') || text("zero_stage").to_lowercase().contains("fsdp");
        if !(single("cp") && single("ep") && single("interleave")) || sharded {
            return None;
        }
        let system = match text("gpu") {
            gpu if gpu.starts_with("A100") => "dgx-a100",
            gpu if gpu.starts_with("H100") => "dgx-h100",
            gpu if gpu.starts_with("V100") && gpu.contains("DGX-2") => "dgx2",
            _ => return None,
        };
        let system = topology::system(system)?;
        let gpus = number("gpus")?;
        let fabric = match cards(text("inter_link")) {
            Some((cards, gbit)) => system.default_fabric.with_nics(cards, gbit),
            None => system.default_fabric,
        };
        let spec =
            ClusterSpec { gpus: Some(gpus), fabric, ..ClusterSpec::new(system, gpus.div_ceil(system.gpus_per_node)) };
        let (hidden, heads) = (number("hidden")?, number("heads")?);
        if heads == 0 || hidden % heads != 0 {
            return None;
        }
        let model = Model {
            id: "csv",
            name: "",
            layers: number("layers")?,
            hidden,
            heads,
            kv_heads: heads,
            ffn: 4 * hidden,
            gated: false,
            seq: number("seq")?,
            // Padded so that the tensor ranks can share it.
            vocab: number("vocab").unwrap_or(51_200).next_multiple_of(1024),
            source: "",
        };
        let layout = Layout {
            tensor: number("tp")?,
            data: number("dp")?,
            pipeline: number("pp")?,
            micro_batch: number("microbatch")?,
            global_batch: number("global_batch")?,
            schedule: Schedule::OneFOneB,
            recompute: match text("recompute") {
                recompute if recompute.starts_with("full") => Recompute::Full,
                "selective" => Recompute::Selective,
                _ => Recompute::None,
            },
            sequence_parallel: text("seq_parallel") == "yes",
            ..Layout::ONE
        };
        layout.check(&model).ok()?;
        Some(Run { model, spec, layout, measured_s })
    }

    fn outcome(&self, row: &BTreeMap<String, String>, step: &Trained) -> Outcome {
        let text = |name: &str| row.get(name).map_or("", |value| value.trim()).to_owned();
        let simulated_s = step.iteration.as_secs();
        Outcome {
            id: text("id"),
            measured_s: self.measured_s,
            simulated_s: round(simulated_s, 4),
            error_percent: round((simulated_s / self.measured_s - 1.0) * 100.0, 2),
            flops_per_gpu: step.flops_per_gpu * simulated_s,
            source: text("source"),
        }
    }
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

fn summary(set: &str, rows: &[&Outcome]) -> Summary {
    let errors = || rows.iter().map(|row| row.error_percent.abs());
    let spread = Spread::of(errors()).unwrap_or_default();
    // The constant is the set's median rate of model FLOPs.
    let rate = Spread::of(rows.iter().map(|row| row.flops_per_gpu / row.measured_s)).unwrap_or_default().median;
    let constant = rows.iter().map(|row| (row.flops_per_gpu / rate / row.measured_s - 1.0).abs() * 100.0);
    let sources: BTreeSet<&str> = rows.iter().map(|row| row.source.as_str()).filter(|one| !one.is_empty()).collect();
    Summary {
        set: set.to_owned(),
        rows: rows.len(),
        median_percent: round(spread.median, 2),
        p90_percent: round(spread.p90, 2),
        mean_percent: round(errors().sum::<f64>() / rows.len() as f64, 2),
        constant_rate_mean_percent: round(constant.sum::<f64>() / rows.len() as f64, 2),
        sources: sources.into_iter().map(str::to_owned).collect(),
    }
}

fn print(report: &Report, rows: bool, lang: Lang) -> String {
    const WIDTHS: [usize; 5] = [6, 11, 9, 9, 16];
    let mut out = String::new();
    if rows {
        for row in &report.rows {
            let (measured, simulated) = (row.measured_s, row.simulated_s);
            let id = left(&row.id, 44);
            let _ = writeln!(out, "{id}{measured:>12.3} s{simulated:>12.3} s{:>9.1} %", row.error_percent);
        }
        out.push('\n');
    }
    let heads = [
        key::VALIDATE_ROWS,
        key::VALIDATE_MEDIAN_PERCENT,
        key::VALIDATE_P90_PERCENT,
        key::VALIDATE_MEAN_PERCENT,
        key::VALIDATE_CONSTANT_PERCENT,
    ];
    let heads: String = heads.into_iter().zip(WIDTHS).map(|(head, width)| right(tr(lang, head), width)).collect();
    let _ = writeln!(out, "{}{heads}", left(tr(lang, key::VALIDATE_SET), 20));
    for set in &report.sets {
        let name = match set.set.as_str() {
            SET_FITTED => tr(lang, key::VALIDATE_FITTED),
            SET_ALL => tr(lang, key::VALIDATE_ALL_OTHERS),
            name => name,
        };
        let figures = [set.median_percent, set.p90_percent, set.mean_percent, set.constant_rate_mean_percent];
        let cells: String =
            figures.iter().zip(&WIDTHS[1..]).map(|(figure, width)| format!("{figure:>width$.1}")).collect();
        let _ = writeln!(out, "{}{:>6}{cells}", left(name, 20), set.rows);
    }
    out + &Line::new(key::VALIDATE_TRAINING_LEFT_OUT).count("n", report.left_out).say(lang) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(row: &str, expected: Option<(f64, f64)>) {
        let names = "id,gpu,gpus,inter_link,layers,hidden,heads,seq,vocab,tp,pp,dp,microbatch,global_batch,recompute,\
                     zero_stage,interleave,iteration_time_s";
        let record = names.split(',').zip(row.split(',')).map(|(name, value)| (name.to_owned(), value.to_owned()));
        let outcome = outcome(&record.collect(), &mut Budget::default()).unwrap();
        match (outcome, expected) {
            (None, None) => {}
            (Some(outcome), Some((low, high))) => {
                assert!((low..high).contains(&outcome.error_percent), "{row}: {outcome:?}");
            }
            (outcome, expected) => panic!("{row}: {outcome:?} against {expected:?}"),
        }
    }

    #[test]
    fn rows_are_read_as_published() {
        let usual =
            "sc21-t1-7.5B,A100-80GB-SXM,128,8x200Gb/s HDR IB per node,36,4096,32,2048,51200,4,1,32,16,512,full,0";
        check(&format!("{usual},1,3.696"), Some((-15.0, 15.0)));
        check(&format!("{usual},2,3.696"), None);
        check(&format!("{usual},1,"), None);
        check(&usual.replace("A100-80GB-SXM", "TPU v4"), None);
        check("", None);
    }

    #[test]
    fn cards_and_sets_are_told_from_their_texts() {
        assert_eq!(cards("8x200Gb/s HDR IB per node"), Some((8, 200)));
        assert_eq!(cards("800Gb/s per node (4xHDR)"), Some((4, 200)));
        assert_eq!(cards("4x100Gb/s Omni-Path per node"), Some((4, 100)));
        assert_eq!(cards("x"), None);
        assert_eq!(set_of("sc21-t1-7.5B"), "sc21-t1");
        assert_eq!(set_of("bloom-176B-prod"), "bloom");
    }
}
