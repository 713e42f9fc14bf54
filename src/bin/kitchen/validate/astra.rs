//! `kitchen validate astra FILE.csv`: the network model under another simulator's assumptions, against its results.

mod report;
mod rows;
mod table;
mod why;

use std::path::PathBuf;

use clap::Args;
use kitchen_astra::{self as astra, AstraError};
use kitchen_text::{Lang, Line, msg};
use report::{Outcome, Report};
pub(crate) use why::refused;

use crate::out::{Done, MISSED};
use crate::progress::Progress;
use crate::say::{self, Failure};

/// The tasks of a file's rows together: half a minute.
const LIMIT_TASKS: u64 = 60_000_000;

/// The tasks counted for a row that the simulator gave up on.
const GIVEN_UP: u64 = 3_000_000;

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
pub(crate) fn run(args: &Astra, lang: Lang) -> Result<Done, Failure> {
    let (rows, bad) = rows::read(&super::rows::file(&args.file)?)
        .map_err(|line| Failure::new(args.file.display().to_string(), line))?;
    if rows.is_empty() {
        return Err(super::no_rows(&args.file, bad.first()));
    }
    let mut tasks = 0_u64;
    let mut progress = Progress::new(rows.len(), lang);
    let outcomes = rows.into_iter().enumerate().map(|(done, row)| {
        progress.at(done);
        let measured = if tasks > LIMIT_TASKS {
            let (tasks, limit) = (why::whole(tasks), why::whole(LIMIT_TASKS));
            Err(Line::from(msg::ValidatePeerEnough { tasks, limit }))
        } else {
            let measured = astra::measure(&row.machine, &row.call);
            tasks += match &measured {
                Ok(measured) => measured.tasks,
                // What is refused before it runs costs nothing.
                Err(AstraError::Sim(_) | AstraError::Stuck) => GIVEN_UP,
                Err(_) => 0,
            };
            measured.map_err(|error| why::refused(&error))
        };
        Outcome::new(row, measured)
    });
    let outcomes = outcomes.collect();
    drop(progress);
    let report = Report::new(outcomes, bad);
    let text = if args.json { say::json(&report.json(args.rows)) } else { report.table(args.rows, lang) };
    let status = if report.holds() { 0 } else { MISSED };
    Ok(Done { text, status, ..Done::default() })
}
