//! `kitchen faults`: days of a training job in which servers fail, and the closed forms beside them.

use std::fmt::Write as _;

use clap::Args;
use kitchen_core::faults::published::{FLEETS, LLAMA3, LLAMA3_CAUSES};
use kitchen_core::faults::{Cluster, FaultError, Timeline, checkpoint, spares, timeline};
use kitchen_core::units::{Rate, Time};
use kitchen_core::workload::model::published;
use kitchen_story::scenario::raw::quote;
use kitchen_text::{Lang, Line, key};
use serde::Serialize;

use crate::say::{self, Failure, left, right, round};
use kitchen_story::sentences::Sentence as _;

#[derive(Args, Debug)]
pub(crate) struct Faults {
    #[arg(long, default_value_t = 16_384)]
    gpus: u32,
    #[arg(long, default_value = "llama3", value_name = "FLEET|HOURS")]
    mtbf: String,
    #[arg(long, default_value = "best", value_name = "best|MINUTES")]
    checkpoint: String,
    #[arg(long, default_value = "llama3-405b")]
    model: String,
    #[arg(long, default_value_t = 100.0, value_name = "GB/s")]
    storage: f64,
    #[arg(long, default_value_t = 10.0, value_name = "MINUTES")]
    detect: f64,
    #[arg(long, default_value_t = 5.0, value_name = "MINUTES")]
    restart: f64,
    #[arg(long, default_value_t = 24.0, value_name = "HOURS")]
    repair: f64,
    #[arg(long, default_value_t = 64)]
    spares: u32,
    #[arg(long, default_value_t = 54)]
    days: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    causes: bool,
    #[arg(long)]
    json: bool,
}

/// GPUs of a server.
const PER_SERVER: u32 = 8;
const SECOND: f64 = 1e12;
const HOUR: u64 = 3_600_000_000_000_000;

pub(crate) fn fleets() -> impl Iterator<Item = &'static str> {
    FLEETS.iter().map(|fleet| fleet.id)
}

#[derive(Serialize)]
struct Where {
    hours: f64,
    ps: u64,
    percent: f64,
    /// By the closed form, where it knows such a part: it has servers enough in reserve.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_percent: Option<f64>,
}

#[derive(Serialize)]
struct Cause {
    name: &'static str,
    published: u32,
    expected: f64,
}

#[derive(Serialize)]
struct Answer {
    gpus: u32,
    servers: u32,
    spares: u32,
    days: u32,
    seed: u64,
    mtbf_server_h: f64,
    mtbf_job_h: f64,
    checkpoint_s: f64,
    period_min: f64,
    best_min: f64,
    daly_min: f64,
    young_min: f64,
    best_spares: u32,
    failures: usize,
    goodput_percent: f64,
    expected_percent: f64,
    found_no_spare_percent: f64,
    most_in_repair: usize,
    work: Where,
    write: Where,
    lost: Where,
    detect: Where,
    wait: Where,
    restart: Where,
    all: Where,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    causes: Vec<Cause>,
}

pub(crate) fn run(args: &Faults, lang: Lang) -> Result<String, Failure> {
    let city = city(args)?;
    let span = Time(u64::from(args.days).saturating_mul(24 * HOUR));
    let lived = timeline::simulate(&city, span, args.seed).map_err(failure)?;
    let answer = answer(args, &city, &lived, span);
    Ok(if args.json { say::json(&answer) } else { print(&answer, lang) })
}

/// A number of a flag that is not below `least` and not above `most`.
fn within(flag: &str, value: f64, [least, most]: [f64; 2]) -> Result<f64, Failure> {
    if value >= least && value <= most {
        return Ok(value);
    }
    Err(say::out_of_range(flag, value.to_string(), format!("{least}-{most}")))
}

fn seconds(seconds: f64) -> Time {
    Time::from_secs_f64(seconds)
}

fn city(args: &Faults) -> Result<Cluster, Failure> {
    let model = published::models().find(|model| model.id == args.model);
    let known = || published::models().map(|model| model.id);
    let model = model.ok_or_else(|| say::unknown("--model", &args.model, known()))?;
    let storage = within("--storage", args.storage, [0.001, 1e6])?;
    let write = Cluster::transfer(model.parameters(), Rate::gb_per_s(storage));
    let fleet = FLEETS.iter().find(|fleet| fleet.id == args.mtbf).map(|fleet| fleet.mtbf_s);
    let mtbf_s = match (fleet, args.mtbf.parse::<f64>()) {
        (Some(fleet), _) => fleet,
        (None, Ok(hours)) => (within("--mtbf", hours, [0.01, 1e7])? * 3_600.0) as u64,
        _ => return Err(say::unknown("--mtbf", &args.mtbf, fleets().chain(["10000"]))),
    };
    let [detect, restart] = [("--detect", args.detect), ("--restart", args.restart)]
        .map(|(flag, minutes)| within(flag, minutes, [0.0, 1e4]).map(|minutes| seconds(minutes * 60.0)));
    let city = Cluster {
        servers: args.gpus.div_ceil(PER_SERVER),
        spares: args.spares,
        mtbf_s,
        period: Time(1),
        write,
        detect: detect?,
        restart: restart? + write,
        repair: seconds(within("--repair", args.repair, [0.0, 1e4])? * 3_600.0),
    };
    let period = match args.checkpoint.as_str() {
        "best" => checkpoint::best(&city),
        other => {
            let wrong = |_| say::out_of_range("--checkpoint", quote(other), "best, 0.01-100000");
            let minutes = other.parse::<f64>().map_err(wrong)?;
            seconds(within("--checkpoint", minutes, [0.01, 1e5])? * 60.0)
        }
    };
    Ok(Cluster { period, ..city })
}

/// The most servers in reserve among which the best is looked for.
const MOST_SPARES: u32 = 1_024;

/// The flag that an error is about.
fn failure(error: FaultError) -> Failure {
    let flag = match error {
        FaultError::Range { what: "spares", .. } => "--spares",
        FaultError::Range { what: "days", .. } | FaultError::Events => "--days",
        FaultError::Range { .. } => "--gpus",
        FaultError::ZeroInterval => "--checkpoint",
    };
    Failure::new(flag, error.line())
}

/// Hours to two decimals that add up to the whole: what rounding down leaves goes to those that lost most by it.
fn hundredths(times: [Time; 6]) -> [f64; 6] {
    let unit = HOUR / 100;
    let mut whole = times.map(|time| time.0 / unit);
    let all: u64 = times.iter().map(|time| time.0).sum();
    let left = ((all + unit / 2) / unit).saturating_sub(whole.iter().sum());
    let mut order = [0, 1, 2, 3, 4, 5];
    order.sort_by_key(|&at: &usize| std::cmp::Reverse(times[at].0 % unit));
    order.iter().take(left as usize).for_each(|&at| whole[at] += 1);
    whole.map(|hundredths| hundredths as f64 / 100.0)
}

fn answer(args: &Faults, city: &Cluster, lived: &Timeline, span: Time) -> Answer {
    let spent = lived.spent(span);
    let times = [spent.work, spent.write, spent.lost, spent.detect, spent.wait, spent.restart];
    let share = |time: Time| round(100.0 * time.0 as f64 / span.0 as f64, 3);
    let shares = checkpoint::shares(city);
    let formula =
        [Some(shares.work), Some(shares.write), Some(shares.lost), Some(shares.detect), None, Some(shares.restart)];
    let row = |at: usize| Where {
        hours: hundredths(times)[at],
        ps: times[at].0,
        percent: share(times[at]),
        expected_percent: formula[at].map(|share| round(100.0 * share, 3)),
    };
    let minutes = |time: Time| round(time.as_secs() / 60.0, 2);
    let dark = |at: Time| lived.failures.iter().filter(|other| other.at <= at && at < other.repaired_at).count();
    let failures = lived.failures.len();
    // Llama 3's causes, each as often in as many server-hours.
    let cause = |cause: &kitchen_core::faults::published::Cause| Cause {
        name: cause.name,
        published: cause.count,
        expected: round(failures as f64 * f64::from(cause.count) / f64::from(LLAMA3.2), 1),
    };
    Answer {
        gpus: args.gpus,
        servers: city.servers,
        spares: city.spares,
        days: args.days,
        seed: args.seed,
        mtbf_server_h: round(city.mtbf_s as f64 / 3_600.0, 2),
        mtbf_job_h: round(city.mtbf_ps() / HOUR as f64, 3),
        checkpoint_s: round(city.write.0 as f64 / SECOND, 2),
        period_min: minutes(city.period),
        best_min: minutes(checkpoint::best(city)),
        daly_min: minutes(checkpoint::daly(city)),
        young_min: minutes(checkpoint::young(city)),
        best_spares: spares::best_count(city, MOST_SPARES),
        failures,
        goodput_percent: round(100.0 * spent.goodput(), 2),
        expected_percent: round(100.0 * checkpoint::goodput(city), 2),
        found_no_spare_percent: round(100.0 * spares::no_spare_probability(city), 3),
        most_in_repair: lived.failures.iter().map(|failure| dark(failure.at)).max().unwrap_or(0),
        work: row(0),
        write: row(1),
        lost: row(2),
        detect: row(3),
        wait: row(4),
        restart: row(5),
        all: Where {
            hours: round(span.0 as f64 / HOUR as f64, 2),
            ps: spent.sum().0,
            percent: 100.0,
            expected_percent: Some(100.0),
        },
        causes: if args.causes { LLAMA3_CAUSES.iter().map(cause).collect() } else { Vec::new() },
    }
}

fn print(answer: &Answer, lang: Lang) -> String {
    let mut out = say::table(&[
        ("servers", answer.servers.to_string()),
        ("mtbf_server_h", answer.mtbf_server_h.to_string()),
        ("mtbf_job_h", answer.mtbf_job_h.to_string()),
        ("checkpoint_s", answer.checkpoint_s.to_string()),
        ("period_min", answer.period_min.to_string()),
        ("best_min", answer.best_min.to_string()),
        ("daly_min", answer.daly_min.to_string()),
        ("young_min", answer.young_min.to_string()),
        ("best_spares", answer.best_spares.to_string()),
        ("failures", answer.failures.to_string()),
        ("most_in_repair", answer.most_in_repair.to_string()),
        ("found_no_spare_percent", answer.found_no_spare_percent.to_string()),
        ("goodput_percent", answer.goodput_percent.to_string()),
        ("expected_percent", answer.expected_percent.to_string()),
    ]);
    let _ = writeln!(out);
    let _ = writeln!(out, "{}{}{}{}", left("", 9), right("hours", 12), right("simulated", 11), right("formula", 12));
    let rows = [
        ("work", &answer.work),
        ("write", &answer.write),
        ("lost", &answer.lost),
        ("detect", &answer.detect),
        ("wait", &answer.wait),
        ("restart", &answer.restart),
        ("all", &answer.all),
    ];
    for (name, row) in rows {
        let _ = writeln!(
            out,
            "{}{} h{} %{}",
            left(name, 9),
            right(&format!("{:.2}", row.hours), 10),
            right(&format!("{:.2}", row.percent), 9),
            right(&row.expected_percent.map_or_else(|| "-".to_owned(), |share| format!("{share:.2} %")), 12)
        );
    }
    for cause in &answer.causes {
        let _ = writeln!(
            out,
            "{}{}{}",
            left(cause.name, 34),
            right(&cause.published.to_string(), 5),
            right(&cause.expected.to_string(), 9)
        );
    }
    let _ = writeln!(out, "{}", Line::new(key::FAULTS_NOTE).say(lang));
    out
}
