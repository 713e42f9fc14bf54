//! `kitchen validate astra FILE.csv`: the network model under another simulator's assumptions, against its results.

mod report;
mod rows;

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use kitchen_core::peer;

use super::rows::LIMIT_BYTES;
use crate::say;
use report::{Outcome, Report};

/// The tasks of a file's rows together: some minutes.
const LIMIT_TASKS: u64 = 500_000_000;

#[derive(Args, Debug)]
pub(crate) struct Astra {
    /// A CSV file with the columns backend, topology, npus, bandwidth_GBps (2^30 bytes), latency_ns, collective, algorithm,
    /// chunks, active_chunks, bytes, endpoint_delay_ns, local_mem_bw_GBps, collective_optimization, queues_per_dim, time_ns;
    /// lists of one entry a dimension are written a|b
    file: PathBuf,
    /// Print every row
    #[arg(long)]
    rows: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command: success where both goals hold.
///
/// # Errors
/// A sentence that says what to do: the file cannot be read, is too large, or lacks columns.
pub(crate) fn run(args: &Astra) -> Result<ExitCode, String> {
    let shown = args.file.display();
    let file = File::open(&args.file).map_err(|error| format!("{shown} cannot be opened: {error}. Check the path."))?;
    let size = file.metadata().map_err(|error| format!("{shown} cannot be read: {error}."))?.len();
    if size > LIMIT_BYTES {
        return Err(format!("{shown} has {size} bytes; the limit is {LIMIT_BYTES}. Split it."));
    }
    let (rows, bad) = rows::read(file).map_err(|error| format!("{shown}: {error}"))?;
    let mut tasks = 0_u64;
    let outcomes = rows.into_iter().map(|row| {
        let measured = if tasks > LIMIT_TASKS {
            Err(format!("the rows before it took {tasks} tasks, and the limit is {LIMIT_TASKS}. Split the file"))
        } else {
            peer::measure(&row.machine, &row.call).map_err(|error| error.to_string())
        };
        tasks += measured.as_ref().map_or(0, |measured| measured.tasks);
        Outcome::new(row, measured)
    });
    let report = Report::new(outcomes.collect(), bad);
    let text = if args.json { say::json(&report.json(args.rows)) } else { report.table(args.rows) };
    // A closed pipe (`| head`) is no fault of ours.
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
    Ok(if report.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
