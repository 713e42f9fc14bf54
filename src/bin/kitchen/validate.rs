//! `kitchen validate collectives FILE.csv`: simulates every measured sweep that a preset stands for, and prints how far off
//! the simulation is.

mod astra;
mod budget;
pub(crate) mod experts;
pub(crate) mod facts;
mod faults;
pub(crate) mod inference;
pub(crate) mod memory;
mod network;
mod report;
mod rows;
pub(crate) mod schedules;
mod systems;
mod table;
mod target;
pub(crate) mod training;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use kitchen_core::collective::{Algorithm, Call, CollectiveError, Measured, calibration, measure_group};
use kitchen_core::topology;
use kitchen_core::units::Bytes;
use kitchen_text::{Lang, Line, Number, Words, key, msg};

use crate::out::{Done, MISSED};
use crate::progress::Progress;
use crate::say::Failure;
pub(crate) use astra::refused as astra_refused;
use budget::Budget;
use kitchen_story::sentences::Sentence as _;
pub(crate) use training::COLUMNS as TRAINING_COLUMNS;

use report::{Class, Group, Outcome, Report};
use rows::Row;
use systems::Mapped;

/// Compares simulated with measured figures.
#[derive(Args, Debug)]
pub(crate) struct Validate {
    #[command(subcommand)]
    pub(crate) what: What,
}

#[derive(Subcommand, Debug)]
pub(crate) enum What {
    Collectives(Collectives),
    Training(training::Training),
    Inference(inference::Inference),
    Memory(memory::Memory),
    Network(facts::Facts),
    Faults(facts::Facts),
    Astra(astra::Astra),
    Experts(experts::Experts),
    Schedules(schedules::Schedules),
}

#[derive(Args, Debug)]
pub(crate) struct Collectives {
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "PCT")]
    pub(crate) max_median: Option<f64>,
    #[arg(long, value_name = "PCT")]
    pub(crate) max_p90: Option<f64>,
    #[arg(long)]
    pub(crate) strict: bool,
    #[arg(long)]
    pub(crate) rows: bool,
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) worst: usize,
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs the command.
///
/// # Errors
/// A sentence that says what to do: the file cannot be read, is too large, or lacks columns.
pub(crate) fn run(args: &Validate, lang: Lang) -> Result<Done, Failure> {
    match &args.what {
        What::Collectives(args) => collectives(args, lang),
        What::Training(args) => training::run(args, lang),
        What::Inference(args) => inference::run(args, lang),
        What::Memory(args) => memory::run(args, lang),
        What::Network(args) => network::run(args, lang),
        What::Faults(args) => faults::run(args, lang),
        What::Astra(args) => astra::run(args, lang),
        What::Experts(args) => experts::run(args, lang),
        What::Schedules(args) => schedules::run(args, lang),
    }
}

fn collectives(args: &Collectives, lang: Lang) -> Result<Done, Failure> {
    for (flag, limit) in [("--max-median", args.max_median), ("--max-p90", args.max_p90)] {
        if let Some(limit) = limit.filter(|limit| !limit.is_finite() || *limit < 0.0) {
            return Err(Failure::new(flag, Line::from(msg::CliPercent { value: limit.to_string().into() })));
        }
    }
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let read = rows::read(&rows::file(&args.file)?).map_err(about)?;
    if read.rows.is_empty() {
        return Err(no_rows(&args.file, read.bad.first()));
    }
    let mut report = Report::new(read.bad);
    // Rows of a sweep follow each other: the last cluster is kept.
    let mut cluster: Option<(topology::ClusterSpec, topology::Topology)> = None;
    let (mut progress, mut budget) = (Progress::new(read.rows.len(), lang), Budget::default());
    for (done, row) in read.rows.into_iter().enumerate() {
        progress.at(done);
        let mapped = match systems::map(&row).and_then(|mapped| budget.begin(row.gpus).map(|()| mapped)) {
            Ok(mapped) => mapped,
            Err(why) => {
                report.refuse(&row, why);
                continue;
            }
        };
        if cluster.as_ref().is_none_or(|(last, _)| *last != mapped.spec) {
            match topology::build(&mapped.spec) {
                Ok(topology) => cluster = Some((mapped.spec, topology)),
                Err(error) => {
                    report.refuse(&row, error.line());
                    continue;
                }
            }
        }
        let Some((_, topology)) = &cluster else { continue };
        for &what in &row.assumed {
            report.assume(&row, what);
        }
        match simulate(topology, &mapped, &row) {
            Ok(measured) => {
                budget.end(Some(measured.tasks));
                let group = match () {
                    () if calibration::FITTED_ON.contains(&row.id.as_str()) => Group::Fitted,
                    () if row.assumed.is_empty() => Group::Validation,
                    () => Group::Assumed,
                };
                report.outcomes.push(Outcome::new(row, mapped.spec.system.id, &measured, group));
            }
            Err(error) => {
                // What is refused before work starts costs nothing.
                budget.end(if matches!(error, CollectiveError::Sim(_)) { None } else { Some(0) });
                report.refuse(&row, error.line());
            }
        }
    }
    drop(progress);
    let text = if args.json { format!("{}\n", report.json()) } else { report.table(args.rows, args.worst, lang) };
    let notes = judge(args, &report, lang)?;
    let status = if notes.is_empty() { 0 } else { MISSED };
    Ok(Done { text, notes, status })
}

/// A sentence for each limit asked for that does not hold.
fn judge(args: &Collectives, report: &Report, lang: Lang) -> Result<Vec<String>, Failure> {
    let large = report.validation(Class::Large);
    let mut missed = Vec::new();
    let size = || Words::from(Class::Large.name());
    for (limit, what, found) in [
        (args.max_median, Words::from(msg::ValidateMedianOf { size: size() }), large.map(|spread| spread.median)),
        (args.max_p90, Words::from(msg::ValidateP90Of { size: size() }), large.map(|spread| spread.p90)),
    ] {
        match (limit, found) {
            (Some(_), None) => {
                return Err(no_rows(&args.file, None));
            }
            (Some(limit), Some(found)) if found > limit => {
                let (found, limit) = (Number(found, 1), limit.to_string().into());
                missed.push(Line::from(msg::ValidateAboveLimit { what, found, limit }));
            }
            _ => {}
        }
    }
    let targets = report.judge().into_iter().filter(|one| args.strict && !one.is_met());
    missed.extend(targets.map(|one| {
        let (found, limit) = (Number(one.found, 1), one.limit.to_string().into());
        Line::from(msg::ValidateAboveTarget { what: one.what().into(), found, limit })
    }));
    Ok(missed.iter().map(|line| line.say(lang)).collect())
}

/// What is said of a file in which no row makes sense, with what is wrong with the first.
fn no_rows(path: &Path, bad: Option<&(u64, Line)>) -> Failure {
    let line = match bad {
        Some((at, why)) => Line::from(msg::CliNoGoodRow { bad: Words::from(bad_line(*at, why)) }),
        None => Line::new(key::CLI_NO_ROWS),
    };
    Failure::new(path.display().to_string(), line)
}

/// A row that makes no sense, and why.
fn bad_line(at: u64, why: &Line) -> Line {
    Line::from(msg::ValidateBadRow { line: i64::try_from(at).unwrap_or(i64::MAX), why: why.clone().into() })
}

fn simulate(topology: &topology::Topology, mapped: &Mapped, row: &Row) -> Result<Measured, CollectiveError> {
    let call = |algorithm| Call::new(row.op, algorithm, Bytes(row.bytes), &mapped.group);
    let forced = row.algorithms.iter().filter_map(|&one| measure_group(topology, &call(one), row.launch).ok());
    // What the source forced may be none of ours for that operation.
    match forced.min_by_key(|measured| measured.time) {
        Some(measured) => Ok(measured),
        None => measure_group(topology, &call(Algorithm::Auto), row.launch),
    }
}
