//! `kitchen validate training FILE.csv`: published training runs against the simulation.

mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::collective::CollectiveError;
#[cfg(test)]
use kitchen_core::units::Time;
use kitchen_core::workload::cost::FITTED_ON;
use kitchen_core::workload::train::Trained;
use kitchen_core::workload::{Arithmetic, Model, TrainError, train};
use kitchen_text::{Lang, Line, Number, Words, count, key, msg, tr};
use serde::Serialize;

use super::budget::Budget;
use super::report::Spread;
use super::rows as files;
use crate::out::{Done, MISSED};
use crate::progress::Progress;
use crate::say::{self, Failure, left, right, round};
use kitchen_story::sentences::Sentence as _;
use rows::{Measured, Row, Run};

#[derive(Args, Debug)]
pub(crate) struct Training {
    file: PathBuf,
    #[arg(long)]
    strict: bool,
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

/// The least share of a file's rows that has to be expressible, percent.
const COVERAGE: f64 = 85.0;
/// The largest mean error, percent, of sets that what is computed now must not fall behind: vTrain's runs on several servers.
const LIMITS: [(&str, f64); 1] = [("vtrain-multi", 10.0)];

/// One published run and what the simulation makes of it.
#[derive(Clone, Debug, Serialize)]
struct Outcome {
    id: String,
    /// Of a step; from the published rate where that alone was published.
    measured_s: f64,
    simulated_s: f64,
    error_percent: f64,
    /// Model FLOPs of the step over its GPUs: what a constant rate would have to work through.
    #[serde(skip)]
    flops_per_gpu: f64,
    set: String,
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
    /// The mean with its sign: below zero where the simulation is too fast.
    bias_percent: f64,
    /// Mean error of one rate for all rows, the set's own median.
    constant_rate_mean_percent: f64,
    /// Where they were published, each once.
    sources: Vec<String>,
}

/// Rows that are left out for one reason.
#[derive(Serialize)]
struct LeftOut {
    why: String,
    rows: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    /// Rows simulated over rows of the file, percent.
    coverage_percent: f64,
    sets: Vec<Summary>,
    rows: Vec<Outcome>,
    /// How many rows are left out, and why.
    left_out: usize,
    reasons: Vec<LeftOut>,
}

pub(crate) fn run(args: &Training, lang: Lang) -> Result<Done, Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let bytes = files::file(&args.file)?;
    let bytes = rows::translated(&bytes).unwrap_or(bytes);
    let record = |record: Row, _| Ok(record);
    let (records, bad) = files::read_as(&bytes, &COLUMNS, record).map_err(about)?;
    let mut outcomes = Vec::new();
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (at, why) in &bad {
        reasons.entry(super::bad_line(*at, why).say(lang)).or_default().push(at.to_string());
    }
    let (mut progress, mut budget) = (Progress::new(records.len(), lang), Budget::default());
    for (done, record) in records.iter().enumerate() {
        progress.at(done);
        match outcome(record, &mut budget).map_err(about)? {
            Ok(outcome) => outcomes.push(outcome),
            Err(why) => reasons.entry(why.say(lang)).or_default().push(rows::id(record)),
        }
    }
    drop(progress);
    if outcomes.is_empty() {
        return Err(super::no_rows(&args.file, bad.first()));
    }
    let report = report(outcomes, reasons);
    let text = if args.json { say::json(&report) } else { print(&report, args.rows, lang) };
    let notes = if args.strict { missed(&report, lang) } else { Vec::new() };
    let status = if notes.is_empty() { 0 } else { MISSED };
    Ok(Done { text, notes, status })
}

fn report(rows: Vec<Outcome>, reasons: BTreeMap<String, Vec<String>>) -> Report {
    let mut sets: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
    for row in &rows {
        sets.entry(&row.set).or_default().push(row);
        // What a constant was fitted on validates nothing.
        if row.set != SET_FITTED {
            sets.entry(SET_ALL).or_default().push(row);
        }
    }
    let sets = sets.iter().map(|(set, rows)| summary(set, rows)).collect();
    let left_out = reasons.values().map(Vec::len).sum::<usize>();
    let coverage_percent = round(100.0 * rows.len() as f64 / (rows.len() + left_out) as f64, 1);
    let mut reasons: Vec<LeftOut> = reasons.into_iter().map(|(why, rows)| LeftOut { why, rows }).collect();
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.rows.len()));
    Report { coverage_percent, sets, rows, left_out, reasons }
}

/// A sentence for each target that does not hold.
fn missed(report: &Report, lang: Lang) -> Vec<String> {
    let mut notes = Vec::new();
    if report.coverage_percent < COVERAGE {
        let (found, limit) = (Number(report.coverage_percent, 1), Number(COVERAGE, 0));
        notes.push(Line::from(msg::ValidateTrainingCoverageMissed { found, limit }).say(lang));
    }
    for (name, limit) in LIMITS {
        for set in report.sets.iter().filter(|set| set.set == name && set.mean_percent > limit) {
            let (found, limit) = (Number(set.mean_percent, 1), Number(limit, 0));
            notes.push(Line::from(msg::ValidateTrainingMeanMissed { set: name.into(), found, limit }).say(lang));
        }
    }
    notes
}

/// The published set that a row belongs to, by its id: `sc21-t1-7.5B` is of `sc21-t1`. Tables that mix dense models with
/// experts and wide numbers with narrow ones are several sets.
fn set_of(id: &str, run: &Run) -> String {
    let parts: Vec<&str> = id.split('-').take(2).collect();
    let is_size = parts.get(1).is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    let set = parts[..if is_size { 1 } else { parts.len() }].join("-");
    if parts[0] != "mbridge" {
        return set;
    }
    let shape = if run.model.experts.is_some() { "experts" } else { "dense" };
    let numbers = match run.layout.recipe.arithmetic {
        Arithmetic::Bits16 => "bf16",
        Arithmetic::Fp8 | Arithmetic::MxFp8 => "fp8",
        Arithmetic::NvFp4 => "fp4",
    };
    format!("{set}-{shape}-{numbers}")
}

/// What a row comes to, or why nothing stands for it.
///
/// # Errors
/// A sentence where the file is too much work.
fn outcome(row: &Row, budget: &mut Budget) -> Result<Result<Outcome, Line>, Line> {
    let run = match Run::of(row) {
        Ok(run) => run,
        Err(why) => return Ok(Err(why)),
    };
    budget.begin(run.layout.gpus())?;
    let step = train(&run.model, &run.spec, &run.layout);
    // A task of a step stands for its collectives, too.
    let work = |tasks: usize| 10 * tasks as u64;
    budget.end(match &step {
        Ok(step) => Some(work(step.tasks)),
        Err(TrainError::Sim(_) | TrainError::Collective(CollectiveError::Sim(_))) => None,
        Err(_) => Some(0),
    });
    Ok(step.map(|step| run.outcome(row, &step)).map_err(|error| error.line()))
}

impl Run {
    fn outcome(&self, row: &Row, step: &Trained) -> Outcome {
        let simulated_s = step.iteration.as_secs();
        let flops_per_gpu = step.flops_per_gpu * simulated_s;
        let measured_s = match self.measured {
            Measured::Step(seconds) => seconds,
            Measured::Rate(rate) => flops_per_gpu / rate,
        };
        let id = rows::id(row);
        let is_fitted = FITTED_ON.contains(&id.as_str());
        Outcome {
            set: if is_fitted { SET_FITTED.to_owned() } else { set_of(&id, self) },
            id,
            measured_s: round(measured_s, 4),
            simulated_s: round(simulated_s, 4),
            error_percent: round((simulated_s / measured_s - 1.0) * 100.0, 2),
            flops_per_gpu,
            source: rows::source(row),
        }
    }
}

/// A published run near to a step, and how far the simulation is off for it.
pub(crate) struct Near {
    pub(crate) id: String,
    pub(crate) error_percent: f64,
}

/// The published runs, as they stand beside the program.
const RUNS: &[u8] = include_bytes!("../../../../assets/reference/throughput.csv");

/// The simulated and the measured time of the published run with that name.
#[cfg(test)]
pub(crate) fn published(id: &str) -> Option<(Time, Time)> {
    let (records, _) = files::read_as(RUNS, &COLUMNS, |record: Row, _| Ok(record)).ok()?;
    let run = Run::of(records.iter().find(|record| rows::id(record) == id)?).ok()?;
    let Measured::Step(seconds) = run.measured else { return None };
    let step = train(&run.model, &run.spec, &run.layout).ok()?;
    Some((step.iteration, Time::from_secs_f64(seconds)))
}

/// So many published runs on that GPU of models that have experts or none, as `model`, nearest in size, without those that constants
/// were fitted on.
pub(crate) fn nearest(model: &Model, gpu: &str, many: usize) -> Vec<Near> {
    let Ok((records, _)) = files::read_as(RUNS, &COLUMNS, |record: Row, _| Ok(record)) else { return Vec::new() };
    let is_fitted = |record: &Row| FITTED_ON.contains(&rows::id(record).as_str());
    let runs =
        records.iter().filter(|record| !is_fitted(record)).filter_map(|record| Some((record, Run::of(record).ok()?)));
    let is_alike = |run: &Run| run.spec.system.gpu.id == gpu && run.model.experts.is_some() == model.experts.is_some();
    let apart = |run: &Run| (run.model.parameters() as f64 / model.parameters() as f64).ln().abs();
    let mut near: Vec<(&Row, Run)> = runs.filter(|(_, run)| is_alike(run)).collect();
    near.sort_by(|(_, one), (_, other)| apart(one).total_cmp(&apart(other)));
    let simulated = near.iter().filter_map(|(record, run)| {
        let step = train(&run.model, &run.spec, &run.layout).ok()?;
        let Outcome { id, error_percent, .. } = run.outcome(record, &step);
        Some(Near { id, error_percent })
    });
    simulated.take(many).collect()
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
        bias_percent: round(rows.iter().map(|row| row.error_percent).sum::<f64>() / rows.len() as f64, 2),
        constant_rate_mean_percent: round(constant.sum::<f64>() / rows.len() as f64, 2),
        sources: sources.into_iter().map(str::to_owned).collect(),
    }
}

fn print(report: &Report, rows: bool, lang: Lang) -> String {
    const WIDTHS: [usize; 6] = [6, 11, 9, 9, 9, 16];
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
        key::VALIDATE_BIAS_PERCENT,
        key::VALIDATE_CONSTANT_PERCENT,
    ];
    let heads: String = heads.into_iter().zip(WIDTHS).map(|(head, width)| right(tr(lang, head), width)).collect();
    let _ = writeln!(out, "{}{heads}", left(tr(lang, key::VALIDATE_SET), 24));
    for set in &report.sets {
        let name = match set.set.as_str() {
            SET_FITTED => tr(lang, key::VALIDATE_FITTED),
            SET_ALL => tr(lang, key::VALIDATE_ALL_OTHERS),
            name => name,
        };
        let figures =
            [set.median_percent, set.p90_percent, set.mean_percent, set.bias_percent, set.constant_rate_mean_percent];
        let cells: String =
            figures.iter().zip(&WIDTHS[1..]).map(|(figure, width)| format!("{figure:>width$.1}")).collect();
        let _ = writeln!(out, "{}{:>6}{cells}", left(name, 24), set.rows);
    }
    let line = Line::from(msg::ValidateTrainingCoverage {
        percent: Number(report.coverage_percent, 1),
        n: count(report.rows.len()),
        all: count(report.rows.len() + report.left_out),
    });
    out.push_str(&(line.say(lang) + "\n"));
    for reason in &report.reasons {
        const NAMED: usize = 3;
        let mut names = reason.rows[..reason.rows.len().min(NAMED)].join(", ");
        if reason.rows.len() > NAMED {
            names.push_str(", ...");
        }
        let (why, n) = (Words::from(&reason.why), count(reason.rows.len()));
        let line = Line::from(msg::ValidateTrainingLeftOut { why, n, names: names.into() });
        out.push_str(&(line.say(lang) + "\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn check(row: &str, expected: Option<(f64, f64)>) {
        let names = "id,gpu,gpus,inter_link,layers,hidden,heads,seq,vocab,tp,pp,dp,microbatch,global_batch,recompute,\
                     zero_stage,interleave,iteration_time_s";
        let record = names.split(',').zip(row.split(',')).map(|(name, value)| (name.to_owned(), value.to_owned()));
        let outcome = outcome(&record.collect(), &mut Budget::default()).unwrap();
        match (outcome, expected) {
            (Err(_), None) => {}
            (Ok(outcome), Some((low, high))) => {
                assert!((low..high).contains(&outcome.error_percent), "{row}: {outcome:?}");
            }
            (outcome, expected) => panic!("{row}: {outcome:?} against {expected:?}"),
        }
    }

    /// What the page tells errors from; `UPDATE_GOLDEN=1` writes it anew.
    #[test]
    fn the_stated_runs_are_as_simulated_now() {
        let (records, _) = files::read_as(RUNS, &COLUMNS, |record: Row, _| Ok(record)).expect("the runs");
        let is_fitted = |record: &&Row| FITTED_ON.contains(&rows::id(record).as_str());
        let mut lines = String::new();
        for record in records.iter().filter(|record| !is_fitted(record)) {
            let Ok(run) = Run::of(record) else { continue };
            let Ok(step) = train(&run.model, &run.spec, &run.layout) else { continue };
            let kind = if run.model.experts.is_some() { "experts" } else { "dense" };
            let tenths = (run.outcome(record, &step).error_percent * 10.0).round();
            let _ = writeln!(lines, "{},{kind},{},{tenths}", run.spec.system.gpu.id, run.model.parameters());
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../story/src/validated.csv");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(path, &lines).expect("written");
        }
        assert!(std::fs::read_to_string(path).is_ok_and(|known| known == lines), "UPDATE_GOLDEN=1 writes {path} anew");
    }

    #[test]
    fn rows_are_read_as_published() {
        let usual =
            "sc21-t1-7.5B,A100-80GB-SXM,128,8x200Gb/s HDR IB per node,36,4096,32,2048,51200,4,1,32,16,512,full,0";
        check(&format!("{usual},1,3.696"), Some((-15.0, 15.0)));
        check(&format!("{usual},1,"), None);
        check(&usual.replace("A100-80GB-SXM", "TPU v4"), None);
        check("", None);
    }
}
