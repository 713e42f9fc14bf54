//! `kitchen validate faults FILE.csv`: what others published of failures and checkpoints, against the simulation of days. Rates are
//! theirs; nothing is fitted.

use kitchen_core::faults::published::FLEETS;
use kitchen_core::faults::{Cluster, FaultError, checkpoint, timeline};
use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::model;
use kitchen_text::{Key, Lang, Line, count, key, msg};
use serde::Serialize;

use super::facts::{self, EITHER_SIDE, Facts, at_its_source, cell};
use crate::out::Done;
use crate::say::{Failure, round};
use kitchen_story::sentences::Sentence as _;

/// What stands for a number of a row: the row, which of its numbers, whether it is a least, and its unit where the row has several.
struct Check {
    id: &'static str,
    part: usize,
    is_least: bool,
    unit: &'static str,
    run: fn() -> Result<f64, FaultError>,
}

const CHECKS: [Check; 8] = [
    Check { id: "n197", part: 0, is_least: true, unit: "%", run: llama3 },
    Check { id: "n210", part: 0, is_least: false, unit: "h", run: || Ok(between(1)) },
    Check { id: "n210", part: 1, is_least: false, unit: "h", run: || Ok(between(128)) },
    Check { id: "n210", part: 2, is_least: false, unit: "h", run: || Ok(between(2_048)) },
    Check { id: "n210", part: 3, is_least: false, unit: "h", run: || Ok(between(16_384)) },
    Check { id: "n222", part: 0, is_least: true, unit: "%", run: megascale },
    Check { id: "n223", part: 0, is_least: false, unit: "", run: || ettr(60) },
    Check { id: "n223", part: 1, is_least: false, unit: "", run: || ettr(5) },
];

const MINUTE: u64 = 60_000_000_000_000;
const DAY: u64 = 24 * 60 * MINUTE;

#[derive(Serialize)]
struct Outcome {
    id: &'static str,
    what: String,
    condition: String,
    published: f64,
    is_least: bool,
    simulated: f64,
    unit: &'static str,
    inside: bool,
    at_its_source: bool,
    source: String,
}

#[derive(Serialize)]
struct Answer {
    inside: usize,
    of: usize,
    rows: Vec<Outcome>,
}

pub(super) fn run(args: &Facts, lang: Lang) -> Result<Done, Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let (records, _) = facts::records(args)?;
    let mut rows = Vec::new();
    for check in &CHECKS {
        let Some(record) = records.iter().find(|record| cell(record, "id") == check.id) else { continue };
        let number = cell(record, "value").split(';').nth(check.part).and_then(|part| part.trim().parse::<f64>().ok());
        let Some(published) = number else { continue };
        let simulated = (check.run)().map_err(|error| about(error.line()))?;
        let off = (simulated / published - 1.0).abs() * 100.0;
        rows.push(Outcome {
            id: check.id,
            what: cell(record, "what").to_owned(),
            condition: cell(record, "condition").to_owned(),
            published,
            is_least: check.is_least,
            simulated: round(simulated, 3),
            unit: check.unit,
            inside: if check.is_least { simulated >= published } else { off <= EITHER_SIDE },
            at_its_source: at_its_source(record),
            source: cell(record, "source").to_owned(),
        });
    }
    let inside = rows.iter().filter(|row| row.inside).count();
    let answer = Answer { inside, of: rows.len(), rows };
    Ok(facts::done(args, &answer, answer.of - answer.inside, || print(&answer, lang)))
}

/// What has to be known to read a row's verdict: all jobs of n210 are one fleet's, whose rate the model takes from the same paper.
fn why(id: &str) -> Option<Key> {
    (id == "n210").then_some(key::VALIDATE_FAULTS_ONE_RATE)
}

fn print(answer: &Answer, lang: Lang) -> String {
    let mut out = facts::head(&["id", "published", "simulated"], lang);
    for (at, row) in answer.rows.iter().enumerate() {
        let sign = if row.is_least { "> " } else { "" };
        let cells = [row.id.to_owned(), format!("{sign}{}", row.published), row.simulated.to_string()];
        let said = format!("{}: {} ({})", row.unit, row.what, row.condition);
        let is_last = answer.rows.get(at + 1).is_none_or(|next| next.id != row.id);
        facts::line(&mut out, &cells, row.inside, &said, why(row.id).filter(|_| is_last), lang);
    }
    let line = Line::from(msg::ValidateFaultsSum { inside: count(answer.inside), of: count(answer.of) });
    out + &line.say(lang) + "\n"
}

/// A job that loses nothing but what is said of it; detection in ten minutes and five to start again, as `MegaScale` (arXiv:2402.15627
/// section 6.3) tells of its own.
fn job(servers: u32, mtbf_s: u64) -> Cluster {
    Cluster {
        servers,
        spares: servers,
        mtbf_s,
        period: Time(MINUTE),
        write: Time::ZERO,
        detect: Time(10 * MINUTE),
        restart: Time(5 * MINUTE),
        repair: Time(DAY),
    }
}

/// Percent of the time whose work is kept: the mean of ten seeds.
fn kept(city: &Cluster, span: Time) -> Result<f64, FaultError> {
    let mut sum = 0.0;
    for seed in 0..10 {
        sum += timeline::simulate(city, span, seed)?.spent(span).goodput();
    }
    Ok(sum * 10.0)
}

/// 2,048 servers, the state of 405 B parameters at 2 TB/s (arXiv:2407.21783: what its storage sustains), written at the best period, 54
/// days.
fn llama3() -> Result<f64, FaultError> {
    let parameters = model("llama3-405b").map_or(405_000_000_000, kitchen_core::workload::Model::parameters);
    let write = Cluster::transfer(parameters, Rate::gb_per_s(2_000.0));
    let city = Cluster { write, restart: Time(5 * MINUTE) + write, ..job(2_048, FLEETS[1].mtbf_s) };
    kept(&Cluster { period: checkpoint::best(&city), ..city }, Time(54 * DAY))
}

/// 100 restarts in four weeks; what is lost and the restart together a quarter of an hour on average: a checkpoint every 20 minutes.
fn megascale() -> Result<f64, FaultError> {
    let city = Cluster { period: Time(20 * MINUTE), ..job(1_536, 1_536 * 28 * 86_400 / 100) };
    kept(&city, Time(28 * DAY))
}

/// Hours between failures of a job of so many servers at RSC-1's rate.
fn between(servers: u32) -> f64 {
    FLEETS[0].mtbf_s as f64 / 3_600.0 / f64::from(servers)
}

/// The share that is kept of 2,048 servers at RSC-1's rate with a checkpoint each so many minutes that costs nothing, and five minutes to
/// start again.
fn ettr(minutes: u64) -> Result<f64, FaultError> {
    let city = Cluster { period: Time(minutes * MINUTE), detect: Time::ZERO, ..job(2_048, FLEETS[0].mtbf_s) };
    Ok(kept(&city, Time(30 * DAY))? / 100.0)
}
