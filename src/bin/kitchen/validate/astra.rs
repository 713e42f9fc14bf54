//! `kitchen validate astra FILE.csv`: the network model under another simulator's assumptions, against its results.

mod report;
mod rows;
mod table;
mod why;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use kitchen_core::peer;
use kitchen_core::text::{Lang, Line, key};

use crate::say::{self, Failure};
use report::{Outcome, Report};

/// The tasks of a file's rows together: some minutes.
const LIMIT_TASKS: u64 = 500_000_000;

#[derive(Args, Debug)]
pub(crate) struct Astra {
    file: PathBuf,
    #[arg(long)]
    rows: bool,
    #[arg(long)]
    json: bool,
}

/// Runs the command: success where both goals hold.
///
/// # Errors
/// A sentence that says what to do: the file cannot be read, is too large, or lacks columns.
pub(crate) fn run(args: &Astra, lang: Lang) -> Result<ExitCode, Failure> {
    let (rows, bad) = rows::read(&super::rows::file(&args.file)?)
        .map_err(|line| Failure::new(args.file.display().to_string(), line))?;
    if rows.is_empty() {
        return Err(super::no_rows(&args.file, bad.first()));
    }
    let mut tasks = 0_u64;
    let outcomes = rows.into_iter().map(|row| {
        let measured = if tasks > LIMIT_TASKS {
            let line = Line::new(key::VALIDATE_PEER_ENOUGH).int("tasks", why::whole(tasks));
            Err(line.int("limit", why::whole(LIMIT_TASKS)))
        } else {
            peer::measure(&row.machine, &row.call).map_err(|error| why::refused(&error))
        };
        tasks += measured.as_ref().map_or(0, |measured| measured.tasks);
        Outcome::new(row, measured)
    });
    let report = Report::new(outcomes.collect(), bad);
    let text = if args.json { say::json(&report.json(args.rows)) } else { report.table(args.rows, lang) };
    // A closed pipe (`| head`) is no fault of ours.
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
    Ok(if report.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
