//! `kitchen validate collectives FILE.csv`: simulates every measured sweep that a preset stands for, and prints how far off
//! the simulation is.

mod astra;
mod report;
mod rows;
mod systems;
mod training;
mod words;

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use kitchen_core::collective::{Algorithm, Call, Measured, calibration, measure_group};
use kitchen_core::text::Lang;
use kitchen_core::topology;
use kitchen_core::units::Bytes;

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
    /// nccl-tests sweeps in the columns of nccl_measured.csv
    Collectives(Collectives),
    /// Published training runs in the columns of throughput.csv
    Training(training::Training),
    /// Results of ASTRA-sim's analytical backends, under the same assumptions
    Astra(astra::Astra),
}

#[derive(Args, Debug)]
pub(crate) struct Collectives {
    /// A CSV file with the columns id, gpu, nodes, gpus, intra_link, inter_link, collective, bytes, time_us, busbw_GBps
    pub(crate) file: PathBuf,
    /// Fail when the median error of rows of at least 1 MiB is above this many percent
    #[arg(long, value_name = "PCT")]
    pub(crate) max_median: Option<f64>,
    /// The same for the 90th percentile
    #[arg(long, value_name = "PCT")]
    pub(crate) max_p90: Option<f64>,
    /// Fail when one of the targets that the report names is not met
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print every row
    #[arg(long)]
    pub(crate) rows: bool,
    /// Print so many rows with the largest errors, of those that no constant was fitted on
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) worst: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs the command.
///
/// # Errors
/// A sentence that says what to do: the file cannot be read, is too large, or lacks columns.
pub(crate) fn run(args: &Validate) -> Result<ExitCode, String> {
    let args = match &args.what {
        What::Collectives(args) => args,
        What::Training(args) => {
            print!("{}", training::run(args).map_err(|failure| failure.say(Lang::En))?);
            return Ok(ExitCode::SUCCESS);
        }
        What::Astra(args) => return astra::run(args),
    };
    let shown = args.file.display();
    let file = File::open(&args.file).map_err(|error| format!("{shown} cannot be opened: {error}. Check the path."))?;
    let size = file.metadata().map_err(|error| format!("{shown} cannot be read: {error}."))?.len();
    if size > rows::LIMIT_BYTES {
        return Err(format!("{shown} has {size} bytes; the limit is {}. Split it.", rows::LIMIT_BYTES));
    }
    let read = rows::read(file).map_err(|error| format!("{shown}: {error}"))?;
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
fn judge(args: &Collectives, report: &Report) -> Result<ExitCode, String> {
    let large = report.validation(Class::Large);
    let mut code = ExitCode::SUCCESS;
    for (limit, name, found) in [
        (args.max_median, "median error", large.map(|spread| spread.median)),
        (args.max_p90, "90th percentile of the error", large.map(|spread| spread.p90)),
    ] {
        match (limit, found) {
            (Some(_), None) => {
                return Err("no row of at least 1 MiB has a preset, so there is nothing to judge.".to_owned());
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

/// [`run`] with its error told on standard error: exit status 2, as for any input that is not understood.
pub(crate) fn main(args: &Validate) -> ExitCode {
    run(args).unwrap_or_else(|error| {
        eprintln!("{error}");
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
