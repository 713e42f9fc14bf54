//! `kitchen validate collectives FILE.csv`: simulates every measured sweep that a preset stands for, and prints how far off
//! the simulation is.

mod astra;
mod fabrics;
mod presets;
mod report;
mod rows;
mod systems;
mod table;
mod training;
mod words;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use kitchen_core::collective::{Algorithm, Call, CollectiveError, Measured, calibration, measure_group};
use kitchen_core::text::{Lang, Line, key};
use kitchen_core::topology;
use kitchen_core::units::Bytes;

use crate::say::Failure;
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
    Astra(astra::Astra),
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
pub(crate) fn run(args: &Validate, lang: Lang) -> Result<ExitCode, Failure> {
    let args = match &args.what {
        What::Collectives(args) => args,
        What::Training(args) => {
            print!("{}", training::run(args, lang)?);
            return Ok(ExitCode::SUCCESS);
        }
        What::Astra(args) => return astra::run(args, lang),
    };
    for (flag, limit) in [("--max-median", args.max_median), ("--max-p90", args.max_p90)] {
        if let Some(limit) = limit.filter(|limit| !limit.is_finite() || *limit < 0.0) {
            return Err(Failure::new(flag, Line::new(key::CLI_PERCENT).text("value", limit.to_string())));
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
    for row in read.rows {
        let mapped = match systems::map(&row) {
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
        for &what in &mapped.assumed {
            report.assume(&row, what);
        }
        match simulate(topology, &mapped, &row) {
            Ok(measured) => {
                let group = match () {
                    () if calibration::FITTED_ON.contains(&row.id.as_str()) => Group::Fitted,
                    () if mapped.assumed.is_empty() => Group::Validation,
                    () => Group::Assumed,
                };
                report.outcomes.push(Outcome::new(row, mapped.spec.system.id, &measured, group));
            }
            Err(error) => report.refuse(&row, error.line()),
        }
    }
    let text = if args.json { format!("{}\n", report.json()) } else { report.table(args.rows, args.worst, lang) };
    // A closed pipe (`| head`) is no fault of ours.
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
    judge(args, &report, lang)
}

/// Whether the limits that were asked for hold.
fn judge(args: &Collectives, report: &Report, lang: Lang) -> Result<ExitCode, Failure> {
    let large = report.validation(Class::Large);
    let mut missed = Vec::new();
    for (limit, name, found) in [
        (args.max_median, key::VALIDATE_MEDIAN_OF, large.map(|spread| spread.median)),
        (args.max_p90, key::VALIDATE_P90_OF, large.map(|spread| spread.p90)),
    ] {
        match (limit, found) {
            (Some(_), None) => {
                return Err(no_rows(&args.file, None));
            }
            (Some(limit), Some(found)) if found > limit => {
                missed.push((
                    key::VALIDATE_ABOVE_LIMIT,
                    Line::new(name).key("size", Class::Large.name()),
                    found,
                    limit,
                ));
            }
            _ => {}
        }
    }
    let targets = report.judge().into_iter().filter(|one| args.strict && !one.is_met());
    missed.extend(targets.map(|one| (key::VALIDATE_ABOVE_TARGET, one.what(), one.found, one.limit)));
    for (said, what, found, limit) in &missed {
        let line = Line::new(*said).line("what", what.clone()).number("found", *found, 1);
        eprintln!("{}", line.text("limit", limit.to_string()).say(lang));
    }
    Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is said of a file in which no row makes sense, with what is wrong with the first.
fn no_rows(path: &Path, bad: Option<&(u64, Line)>) -> Failure {
    let line = match bad {
        Some((at, why)) => Line::new(key::CLI_NO_GOOD_ROW).line("bad", bad_line(*at, why)),
        None => Line::new(key::CLI_NO_ROWS),
    };
    Failure::new(path.display().to_string(), line)
}

/// A row that makes no sense, and why.
fn bad_line(at: u64, why: &Line) -> Line {
    Line::new(key::VALIDATE_BAD_ROW).int("line", i64::try_from(at).unwrap_or(i64::MAX)).line("why", why.clone())
}

/// [`run`] with its error told on standard error: exit status 2, as for any input that is not understood.
pub(crate) fn main(args: &Validate, lang: Lang) -> ExitCode {
    run(args, lang).unwrap_or_else(|failure| {
        eprintln!("{}", failure.say(lang));
        ExitCode::from(2)
    })
}

fn simulate(topology: &topology::Topology, mapped: &Mapped, row: &Row) -> Result<Measured, CollectiveError> {
    let call = |algorithm| Call::new(row.op, algorithm, Bytes(row.bytes), &mapped.group);
    let forced = mapped.algorithms.iter().filter_map(|&one| measure_group(topology, &call(one), mapped.launch).ok());
    // What the source forced may be none of ours for that operation.
    match forced.min_by_key(|measured| measured.time) {
        Some(measured) => Ok(measured),
        None => measure_group(topology, &call(Algorithm::Auto), mapped.launch),
    }
}
