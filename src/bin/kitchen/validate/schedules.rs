//! `kitchen validate schedules FILE.csv`: published bubbles of pipeline schedules against the simulation of the same order with
//! the same times.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::units::Time;
use kitchen_core::workload::Schedule;
use kitchen_core::workload::relay::{Costs, relay};
use kitchen_text::{Key, Lang, Line, count, key, msg, tr};
use serde::Serialize;

use super::rows;
use crate::out::{Done, MISSED};
use crate::progress::Progress;
use crate::say::{self, Failure, left, right, round};

#[derive(Args, Debug)]
pub(crate) struct Schedules {
    file: PathBuf,
    #[arg(long)]
    strict: bool,
    #[arg(long)]
    json: bool,
}

/// The columns that a file must have.
pub(crate) const COLUMNS: [&str; 13] = [
    "table",
    "schedule",
    "model",
    "p",
    "m",
    "chunks",
    "T_F_ms",
    "T_B_ms",
    "T_W_ms",
    "T_comm_ms",
    "bubble_rate_published",
    "verified",
    "source",
];

/// What a row may be off by, as a share: half of the fourth decimal, or 0.4 points where the paper's own simulator takes each
/// chunk's first hand-over as free (its bubbles are shorter by `p` hand-overs, to four decimals).
const EXACT: f64 = 0.00005;
const NEAR: f64 = 0.004;
/// Operations of a row at most, and of a file.
const MOST_STEPS: u64 = 1_000_000;
const MOST_ROWS: usize = 2_000;
/// The longest pass that is believed, in milliseconds.
const MOST_MS: f64 = 1e6;

type Record = BTreeMap<String, String>;

/// A published bubble beside the simulated one.
#[derive(Clone, Debug, Serialize)]
struct Outcome {
    name: String,
    schedule: String,
    stages: u32,
    micro_batches: u32,
    chunks: u32,
    published: f64,
    simulated: f64,
    off: f64,
    met: bool,
    #[serde(skip)]
    exact: bool,
}

#[derive(Serialize)]
struct Report {
    rows: Vec<Outcome>,
    /// By reason, the rows that cannot be computed.
    left_out: Vec<LeftOut>,
    all: usize,
}

#[derive(Serialize)]
struct LeftOut {
    why: String,
    rows: Vec<String>,
}

pub(crate) fn run(args: &Schedules, lang: Lang) -> Result<Done, Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let (records, bad) =
        rows::read_as(&rows::file(&args.file)?, &COLUMNS, |record: Record, _| Ok(record)).map_err(about)?;
    let (mut outcomes, mut refused): (Vec<Outcome>, Vec<(Key, Vec<String>)>) = (Vec::new(), Vec::new());
    let mut progress = Progress::new(records.len(), lang);
    for (done, record) in records.iter().take(MOST_ROWS).enumerate() {
        progress.at(done);
        match judge(record) {
            Ok(outcome) => outcomes.push(outcome),
            Err(why) => match refused.iter_mut().find(|(known, _)| *known == why) {
                Some((_, names)) => names.push(name(record)),
                None => refused.push((why, vec![name(record)])),
            },
        }
    }
    drop(progress);
    if outcomes.is_empty() {
        return Err(super::no_rows(&args.file, bad.first()));
    }
    let left_out = refused.into_iter().map(|(why, rows)| LeftOut { why: tr(lang, why).to_owned(), rows }).collect();
    let report = Report { rows: outcomes, left_out, all: records.len() };
    let missed = report.targets().into_iter().filter(|target| args.strict && target.met < target.rows);
    let notes: Vec<String> = missed.map(|target| target.line().say(lang)).collect();
    let status = if notes.is_empty() { 0 } else { MISSED };
    let text = if args.json { say::json(&report) } else { report.table(lang) };
    Ok(Done { text, notes, status })
}

fn text<'a>(record: &'a Record, name: &str) -> &'a str {
    record.get(name).map_or("", |value| value.trim())
}

fn name(record: &Record) -> String {
    [text(record, "table"), text(record, "schedule"), text(record, "model"), &format!("m {}", text(record, "m"))]
        .join(" ")
}

/// A row's bubble, or why it has none to compare.
fn judge(record: &Record) -> Result<Outcome, Key> {
    let count = |name: &str| text(record, name).parse::<u32>().ok().filter(|&count| (1..=1 << 16).contains(&count));
    let published = text(record, "bubble_rate_published").parse::<f64>().ok().filter(|rate| (0.0..1.0).contains(rate));
    let published = published.ok_or(key::VALIDATE_SCHEDULES_MEASURED)?;
    let ms = |name: &str| {
        let value = text(record, name).parse::<f64>().ok().filter(|value| (0.0..=MOST_MS).contains(value));
        value.ok_or(key::VALIDATE_SCHEDULES_NO_TIMES)
    };
    let (forward, input, weight, hand_over) = (ms("T_F_ms")?, ms("T_B_ms")?, ms("T_W_ms")?, ms("T_comm_ms")?);
    let (stages, micro_batches) = count("p").zip(count("m")).ok_or(key::VALIDATE_SCHEDULES_UNKNOWN)?;
    let chunks = count("chunks").unwrap_or(1);
    let (schedule, allowed) = match text(record, "schedule") {
        "1F1B" => (Schedule::OneFOneB, EXACT),
        "ZB-H1" => (Schedule::ZbH1, EXACT),
        "ZB-H2" => (Schedule::ZbH2, EXACT),
        "1F1B-I" => (Schedule::Interleaved(chunks), NEAR),
        "ZB-1p" | "ZB-2p" => return Err(key::VALIDATE_SCHEDULES_SEARCHED),
        _ => return Err(key::VALIDATE_SCHEDULES_UNKNOWN),
    };
    if u64::from(stages) * u64::from(micro_batches) * u64::from(chunks) * 3 > MOST_STEPS {
        return Err(key::VALIDATE_SCHEDULES_UNKNOWN);
    }
    let plan = schedule.plan(stages, micro_batches).map_err(|_| key::VALIDATE_SCHEDULES_UNKNOWN)?;
    let part = |ms: f64| Time::from_secs_f64(ms / 1e3 / f64::from(schedule.parts()));
    let costs = Costs {
        forward: part(forward),
        input: part(input),
        weight: part(weight),
        hand_over: Time::from_secs_f64(hand_over / 1e3),
    };
    let relay = relay(&plan, costs).map_err(|_| key::VALIDATE_SCHEDULES_UNKNOWN)?;
    let work = f64::from(micro_batches) * (forward + input + weight) / 1e3;
    let simulated = 1.0 - work / relay.cost.as_secs();
    let exact = allowed == EXACT;
    // What is printed to four decimals is compared in four decimals.
    let off = if exact { round(simulated, 4) - published } else { simulated - published };
    Ok(Outcome {
        name: name(record),
        schedule: schedule.id().to_owned(),
        stages,
        micro_batches,
        chunks: schedule.chunks(),
        published,
        simulated: round(simulated, 6),
        off: round(off, 6),
        met: off.abs() < allowed,
        exact,
    })
}

/// What the project asks of itself.
struct Target {
    what: Key,
    met: usize,
    rows: usize,
}

impl Target {
    fn line(&self) -> Line {
        let verdict = if self.met == self.rows { key::VALIDATE_MET } else { key::VALIDATE_MISSED };
        Line::from(msg::ValidateSchedulesTarget {
            what: self.what.into(),
            met: count(self.met),
            n: count(self.rows),
            verdict: verdict.into(),
        })
    }
}

impl Report {
    fn targets(&self) -> Vec<Target> {
        let target = |(what, exact): (Key, bool)| {
            let rows: Vec<&Outcome> = self.rows.iter().filter(|row| row.exact == exact).collect();
            let met = rows.iter().filter(|row| row.met).count();
            (!rows.is_empty()).then_some(Target { what, met, rows: rows.len() })
        };
        let all = [(key::VALIDATE_SCHEDULES_EXACT, true), (key::VALIDATE_SCHEDULES_NEAR, false)];
        all.into_iter().filter_map(target).collect()
    }

    fn table(&self, lang: Lang) -> String {
        let mut out = String::new();
        let heads = [
            (key::VALIDATE_SCHEDULES_PUBLISHED, 11),
            (key::VALIDATE_SCHEDULES_SIMULATED, 14),
            (key::VALIDATE_SCHEDULES_OFF, 16),
        ];
        let heads: String = heads.into_iter().map(|(head, width)| right(tr(lang, head), width)).collect();
        let _ = writeln!(out, "{}{heads}", left(tr(lang, key::VALIDATE_SCHEDULES_ROW), 44));
        for row in &self.rows {
            let Outcome { schedule, stages, micro_batches, chunks, published, simulated, off, .. } = row;
            let name = left(&format!("{schedule} p {stages} m {micro_batches} v {chunks}"), 44);
            let points = 100.0 * off;
            let mark = if row.met { ' ' } else { '!' };
            let _ = writeln!(out, "{name}{published:>11.4}{simulated:>14.4}{points:>+15.2}{mark}");
        }
        out.push('\n');
        for target in self.targets() {
            let _ = writeln!(out, "{}", target.line().say(lang));
        }
        let judged = Line::from(msg::ValidateSchedulesJudged { n: count(self.rows.len()), all: count(self.all) });
        let _ = writeln!(out, "{}", judged.say(lang));
        for LeftOut { why, rows } in &self.left_out {
            let names = rows.join(tr(lang, key::VALIDATE_COMMA)).into();
            let line = Line::from(msg::ValidateSchedulesLeftOut { why: why.into(), n: count(rows.len()), names });
            let _ = writeln!(out, "{}", line.say(lang));
        }
        out
    }
}
