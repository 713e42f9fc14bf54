//! `kitchen validate collectives FILE.csv`: simulates every measured sweep that a preset stands for, and prints how far off
//! the simulation is.

mod astra;
mod report;
mod rows;
mod systems;
mod training;
mod words;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use kitchen_core::collective::{Algorithm, Call, Measured, calibration, measure_group};
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
pub(crate) fn run(args: &Validate) -> Result<ExitCode, Failure> {
    let args = match &args.what {
        What::Collectives(args) => args,
        What::Training(args) => {
            print!("{}", training::run(args)?);
            return Ok(ExitCode::SUCCESS);
        }
        What::Astra(args) => return astra::run(args),
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
    let mut cluster: Option<(String, Mapped, topology::Topology)> = None;
    for row in read.rows {
        let mapped = match systems::map(&row) {
            Ok(mapped) => mapped,
            Err(why) => {
                report.refuse(&row, &why);
                continue;
            }
        };
        let known = cluster.as_ref().is_some_and(|(_, last, _)| last.spec == mapped.spec && last.group == mapped.group);
        if !known {
            match topology::build(&mapped.spec) {
                Ok(topology) => cluster = Some((row.id.clone(), mapped, topology)),
                Err(error) => {
                    report.refuse(&row, &error.line().say(Lang::En));
                    continue;
                }
            }
        }
        let Some((_, mapped, topology)) = &cluster else { continue };
        if let Some(what) = mapped.assumed {
            report.assume(&row, what);
        }
        match simulate(topology, mapped, &row) {
            Ok(measured) => {
                let group = match mapped.assumed {
                    _ if calibration::FITTED_ON.contains(&row.id.as_str()) => Group::Fitted,
                    Some(_) => Group::Assumed,
                    None => Group::Validation,
                };
                report.outcomes.push(Outcome::new(row, mapped.spec.system.id, &measured, group));
            }
            Err(why) => report.refuse(&row, &why),
        }
    }
    let text = if args.json { format!("{}\n", report.json()) } else { report.table(args.rows, args.worst) };
    // A closed pipe (`| head`) is no fault of ours.
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
    judge(args, &report)
}

/// Whether the limits that were asked for hold.
fn judge(args: &Collectives, report: &Report) -> Result<ExitCode, Failure> {
    let large = report.validation(Class::Large);
    let mut code = ExitCode::SUCCESS;
    for (limit, name, found) in [
        (args.max_median, "median error", large.map(|spread| spread.median)),
        (args.max_p90, "90th percentile of the error", large.map(|spread| spread.p90)),
    ] {
        match (limit, found) {
            (Some(_), None) => {
                return Err(no_rows(&args.file, None));
            }
            (Some(limit), Some(found)) if found > limit => {
                eprintln!("The {name} of validation rows is {found:.1} %, above the limit of {limit} %.");
                code = ExitCode::FAILURE;
            }
            _ => {}
        }
    }
    for missed in report.judge().iter().filter(|one| args.strict && !one.is_met()) {
        eprintln!("{} is {:.1} %, above the target of {} %.", missed.what, missed.found, missed.limit);
        code = ExitCode::FAILURE;
    }
    Ok(code)
}

/// What is said of a file in which no row makes sense, with what is wrong with the first.
fn no_rows(path: &Path, bad: Option<&(u64, String)>) -> Failure {
    let why = bad.map_or_else(String::new, |(line, why)| format!("({line}: {why})"));
    Failure::new(path.display().to_string(), Line::new(key::CLI_NO_ROWS).text("why", why))
}

/// [`run`] with its error told on standard error: exit status 2, as for any input that is not understood.
pub(crate) fn main(args: &Validate, lang: Lang) -> ExitCode {
    run(args).unwrap_or_else(|failure| {
        eprintln!("{}", failure.say(lang));
        ExitCode::from(2)
    })
}

fn simulate(topology: &topology::Topology, mapped: &Mapped, row: &Row) -> Result<Measured, String> {
    let call = |algorithm| Call::new(row.op, algorithm, Bytes(row.bytes), &mapped.group);
    let forced = mapped.algorithms.iter().filter_map(|&one| measure_group(topology, &call(one), mapped.launch).ok());
    // What the source forced may be none of ours for that operation.
    match forced.min_by_key(|measured| measured.time) {
        Some(measured) => Ok(measured),
        None => measure_group(topology, &call(Algorithm::Auto), mapped.launch).map_err(|error| error.to_string()),
    }
}
