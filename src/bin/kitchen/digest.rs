//! `kitchen digest`.

use clap::Args;
use kitchen_story::chapters;
use kitchen_story::scenario::{Kind, Scenario};
use kitchen_story::show;
use serde::Serialize;

use crate::say::{self, Failure};

#[derive(Args, Debug)]
pub(crate) struct Digest {
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    kind: &'static str,
    /// One for each run, in hexadecimal.
    digests: Vec<String>,
}

pub(crate) fn run(args: &Digest) -> Result<String, Failure> {
    let rows = chapters::kinds().map(row).collect::<Result<Vec<_>, _>>()?;
    if args.json {
        return Ok(say::json(&rows));
    }
    Ok(rows.iter().map(|row| format!("{:<9} {}\n", row.kind, row.digests.join(" "))).collect())
}

fn row(kind: Kind) -> Result<Row, Failure> {
    let show = show::run(&Scenario::default_for(kind)).map_err(|line| Failure::new(kind.id, line))?;
    let digests = show.runs.iter().map(|run| format!("{:016x}", run.trace.digest())).collect();
    Ok(Row { kind: kind.id, digests })
}
