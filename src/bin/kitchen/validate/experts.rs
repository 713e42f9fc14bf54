//! `kitchen validate experts FILE.csv`: published bandwidths of handing tokens to experts and back, beside what the streets allow. No
//! constant is fitted to them: all rows are held back.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::topology::{self, ClusterSpec, System, Topology};
use kitchen_core::workload::routing::{Delivery, Phase, Router, Travel};
use kitchen_text::{Key, Lang, Line, count, key, msg, tr};
use serde::Serialize;

use super::report::Spread;
use super::rows;
use super::target::Target;
use crate::out::{Done, MISSED};
use crate::progress::Progress;
use crate::say::{self, Failure, left, right, round};

#[derive(Args, Debug)]
pub(crate) struct Experts {
    file: PathBuf,
    #[arg(long)]
    strict: bool,
    #[arg(long)]
    json: bool,
}

/// The columns that a file must have.
pub(crate) const COLUMNS: [&str; 17] = [
    "id",
    "library",
    "kernel",
    "phase",
    "system",
    "gpus",
    "tokens",
    "hidden",
    "top",
    "groups",
    "experts",
    "bits",
    "bandwidth_GBps",
    "bottleneck",
    "inside",
    "verified",
    "source",
];

/// What the project asks of itself on the kernels that forward, sent for by the GPU itself: median and 90th percentile, percent. Set before any row
/// was computed.
const TARGETS: [f64; 2] = [15.0, 35.0];

/// Bounds of a row: GPUs, GPUs of which each sends to each, tokens of a GPU, values of a token, experts, and scores to be drawn.
const MOST_GPUS: u32 = 256;
const MOST_DIRECT: u32 = 64;
const MOST_TOKENS: u32 = 1 << 14;
const MOST_HIDDEN: u32 = 1 << 16;
const MOST_EXPERTS: u32 = 1024;
const MOST_SCORES: u64 = 1 << 28;
const MOST_ROWS: usize = 1000;
/// The share of a GPU's peers up to which it does not matter that cards carry what is for its own server.
const FEW: f64 = 0.1;
/// Where the tokens' scores begin: one draw for all rows.
const SEED: u64 = 1;

type Record = BTreeMap<String, String>;

/// Rows that have something in common, and what has to be known to read their errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Set {
    /// Kernels that forward, on GPUs that send for themselves.
    Forwarded,
    /// The same with a core of the host that sends for the GPU.
    Hosted,
    /// A few tokens, each straight to each of its experts.
    LowLatency,
}

impl Set {
    const ALL: [Set; 3] = [Set::Forwarded, Set::Hosted, Set::LowLatency];

    fn name(self) -> Key {
        match self {
            Set::Forwarded => key::VALIDATE_EXPERTS_FORWARDED,
            Set::Hosted => key::VALIDATE_EXPERTS_HOSTED,
            Set::LowLatency => key::VALIDATE_EXPERTS_LOW_LATENCY,
        }
    }

    fn why(self) -> Key {
        match self {
            Set::Forwarded => key::VALIDATE_EXPERTS_WHY_FORWARDED,
            Set::Hosted => key::VALIDATE_EXPERTS_WHY_HOSTED,
            Set::LowLatency => key::VALIDATE_EXPERTS_WHY_LOW_LATENCY,
        }
    }
}

/// A published bandwidth beside the simulated one.
#[derive(Clone, Debug, Serialize)]
struct Outcome {
    id: String,
    set: Set,
    name: String,
    bottleneck: String,
    /// GB/s.
    published: f64,
    simulated: f64,
    error_percent: f64,
    held_back: bool,
    verified: String,
    source: String,
}

#[derive(Serialize)]
struct Summary {
    set: Set,
    name: String,
    rows: usize,
    median_percent: f64,
    p90_percent: f64,
    largest_percent: f64,
    /// The mean with its sign: above zero the simulation is faster.
    bias_percent: f64,
    why: String,
}

#[derive(Serialize)]
struct LeftOut {
    why: String,
    rows: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    sets: Vec<Summary>,
    targets: Vec<Target>,
    rows: Vec<Outcome>,
    left_out: Vec<LeftOut>,
    all: usize,
}

pub(crate) fn run(args: &Experts, lang: Lang) -> Result<Done, Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let (records, bad) =
        rows::read_as(&rows::file(&args.file)?, &COLUMNS, |record: Record, _| Ok(record)).map_err(about)?;
    let (mut outcomes, mut refused): (Vec<Outcome>, Vec<(Key, Vec<String>)>) = (Vec::new(), Vec::new());
    let (mut progress, mut known) = (Progress::new(records.len(), lang), Known::default());
    for (done, record) in records.iter().take(MOST_ROWS).enumerate() {
        progress.at(done);
        match Row::of(record).and_then(|row| row.outcome(record, &mut known)) {
            Ok(outcome) => outcomes.push(outcome),
            Err(why) => match refused.iter_mut().find(|(other, _)| *other == why) {
                Some((_, names)) => names.push(text(record, "id").to_owned()),
                None => refused.push((why, vec![text(record, "id").to_owned()])),
            },
        }
    }
    drop(progress);
    if outcomes.is_empty() {
        return Err(super::no_rows(&args.file, bad.first()));
    }
    let left_out = refused.into_iter().map(|(why, rows)| LeftOut { why: tr(lang, why).to_owned(), rows }).collect();
    let report = Report::new(outcomes, left_out, records.len(), lang);
    let missed = report.targets.iter().filter(|target| args.strict && !target.met);
    let notes: Vec<String> = missed.map(|target| target.told().say(lang)).collect();
    let status = if notes.is_empty() { 0 } else { MISSED };
    let text = if args.json { say::json(&report) } else { report.table(lang) };
    Ok(Done { text, notes, status })
}

fn text<'a>(record: &'a Record, name: &str) -> &'a str {
    record.get(name).map_or("", |value| value.trim())
}

/// What was measured, as it is simulated.
#[derive(Clone, Debug)]
struct Row {
    set: Set,
    system: &'static System,
    gpus: u32,
    tokens: u32,
    experts: u32,
    top: u32,
    servers: u32,
    token_bytes: u64,
    travel: Travel,
    phase: Phase,
    over_cards: bool,
    published: f64,
}

impl Row {
    fn of(record: &Record) -> Result<Row, Key> {
        let unknown = key::VALIDATE_EXPERTS_UNKNOWN;
        let text = |name: &str| text(record, name);
        let count = |name: &str, most: u32| {
            text(name).parse::<u32>().ok().filter(|count| (1..=most).contains(count)).ok_or(unknown)
        };
        let system = topology::find_system(text("system")).ok_or(unknown)?;
        let (gpus, tokens, hidden) =
            (count("gpus", MOST_GPUS)?, count("tokens", MOST_TOKENS)?, count("hidden", MOST_HIDDEN)?);
        let (top, experts) = (count("top", 8)?, count("experts", MOST_EXPERTS)?);
        let nodes = gpus.div_ceil(system.gpus_per_node);
        let servers = if text("groups").is_empty() { nodes } else { count("groups", MOST_GPUS)? };
        if !experts.is_multiple_of(gpus) || u64::from(gpus) * u64::from(tokens) * u64::from(experts) > MOST_SCORES {
            return Err(unknown);
        }
        let travel = match text("kernel") {
            "normal" => Travel::Forwarded,
            "low-latency" => Travel::Direct,
            _ => return Err(unknown),
        };
        let phase = match text("phase") {
            "dispatch" => Phase::Dispatch,
            "combine" => Phase::Combine,
            _ => return Err(unknown),
        };
        if travel == Travel::Direct {
            let at_home = f64::from(system.gpus_per_node - 1) / f64::from(gpus.max(2) - 1);
            if text("inside") == "rdma" && at_home > FEW {
                return Err(key::VALIDATE_EXPERTS_CARDS_INSIDE);
            }
            if gpus > MOST_DIRECT {
                return Err(key::VALIDATE_EXPERTS_MANY);
            }
        }
        // 8 bits carry a scale of 32 bits for each 128 values; a message of few tokens its place, too.
        let (hidden, head) = (u64::from(hidden), if travel == Travel::Direct { 16 } else { 0 });
        let token_bytes = match text("bits") {
            "8" => hidden + hidden / 128 * 4 + head,
            "16" => 2 * hidden,
            _ => return Err(unknown),
        };
        let published = text("bandwidth_GBps").parse::<f64>().ok().filter(|rate| (1e-3..1e6).contains(rate));
        let set = match travel {
            Travel::Direct => Set::LowLatency,
            Travel::Forwarded if text("library").starts_with("DeepEP") => Set::Forwarded,
            Travel::Forwarded => Set::Hosted,
        };
        let over_cards = text("bottleneck") == "RDMA";
        let published = published.ok_or(unknown)?;
        Ok(Row { set, system, gpus, tokens, experts, top, servers, token_bytes, travel, phase, over_cards, published })
    }

    fn outcome(&self, record: &Record, known: &mut Known) -> Result<Outcome, Key> {
        let topology = known.topology(self)?;
        let router = Router::even(self.experts, self.top, SEED);
        let Row { tokens, servers, token_bytes, travel, .. } = *self;
        let delivery = Delivery { topology, router: &router, tokens, servers, token_bytes, travel };
        let found = delivery.run(self.phase).map_err(|_| key::VALIDATE_EXPERTS_UNKNOWN)?;
        // As the libraries' own tests count.
        let bytes = match (travel, self.over_cards) {
            (Travel::Direct, _) => found.by_expert,
            (Travel::Forwarded, true) => found.by_server,
            (Travel::Forwarded, false) => found.by_gpu,
        };
        let simulated = bytes / found.time.as_secs().max(1e-12) / 1e9;
        let owned = |name: &str| text(record, name).to_owned();
        let name = [owned("library"), owned("gpu"), format!("EP{}", self.gpus), owned("kernel"), owned("phase")];
        Ok(Outcome {
            id: owned("id"),
            set: self.set,
            name: format!("{} {} bit", name.join(" "), text(record, "bits")),
            bottleneck: owned("bottleneck"),
            published: self.published,
            simulated: round(simulated, 2),
            error_percent: round((simulated / self.published - 1.0) * 100.0, 2),
            held_back: true,
            verified: owned("verified"),
            source: owned("source"),
        })
    }
}

/// The last cluster: rows of one follow each other.
#[derive(Default)]
struct Known {
    last: Option<(&'static str, u32, Topology)>,
}

impl Known {
    fn topology(&mut self, row: &Row) -> Result<&Topology, Key> {
        let same = |(id, gpus, _): &(&str, u32, Topology)| *id == row.system.id && *gpus == row.gpus;
        if !self.last.as_ref().is_some_and(same) {
            let nodes = row.gpus.div_ceil(row.system.gpus_per_node);
            let spec = ClusterSpec { gpus: Some(row.gpus), ..ClusterSpec::new(row.system, nodes) };
            let built = topology::build(&spec).map_err(|_| key::VALIDATE_EXPERTS_UNKNOWN)?;
            self.last = Some((row.system.id, row.gpus, built));
        }
        self.last.as_ref().map(|(.., topology)| topology).ok_or(key::VALIDATE_EXPERTS_UNKNOWN)
    }
}

impl Report {
    fn new(rows: Vec<Outcome>, left_out: Vec<LeftOut>, all: usize, lang: Lang) -> Report {
        let errors = |set: Set| rows.iter().filter(move |row| row.set == set).map(|row| row.error_percent);
        let summary = |set: Set| {
            let spread = Spread::of(errors(set).map(f64::abs))?;
            Some(Summary {
                set,
                name: tr(lang, set.name()).to_owned(),
                rows: spread.rows,
                median_percent: round(spread.median, 2),
                p90_percent: round(spread.p90, 2),
                largest_percent: round(errors(set).map(f64::abs).fold(0.0, f64::max), 2),
                bias_percent: round(errors(set).sum::<f64>() / spread.rows as f64, 2),
                why: tr(lang, set.why()).to_owned(),
            })
        };
        let judged = Spread::of(errors(Set::Forwarded).map(f64::abs));
        let targets = judged.iter().flat_map(|spread| Target::both(Set::Forwarded.name(), spread, TARGETS)).collect();
        let sets = Set::ALL.into_iter().filter_map(summary).collect();
        Report { sets, targets, rows, left_out, all }
    }

    fn table(&self, lang: Lang) -> String {
        let heads = |names: &[(Key, usize)]| -> String {
            names.iter().map(|&(head, width)| right(tr(lang, head), width)).collect()
        };
        let mut out = String::new();
        let figures = [
            (key::VALIDATE_SCHEDULES_PUBLISHED, 12),
            (key::VALIDATE_SCHEDULES_SIMULATED, 12),
            (key::VALIDATE_EXPERTS_OFF, 12),
        ];
        let _ = writeln!(out, "{}{}", left(tr(lang, key::VALIDATE_EXPERTS_ROW), 58), heads(&figures));
        for row in &self.rows {
            let name = left(&format!("{} ({})", row.name, row.bottleneck), 58);
            let Outcome { published, simulated, error_percent, .. } = row;
            let _ = writeln!(out, "{name}{published:>12.0}{simulated:>12.1}{error_percent:>+12.1}");
        }
        let figures = [
            (key::VALIDATE_ROWS, 6),
            (key::VALIDATE_MEDIAN_PERCENT, 11),
            (key::VALIDATE_P90_PERCENT, 9),
            (key::VALIDATE_WORST, 9),
        ];
        let _ = writeln!(out, "\n{}{}", left(tr(lang, key::VALIDATE_SET), 58), heads(&figures));
        for set in &self.sets {
            let Summary { name, rows, median_percent, p90_percent, largest_percent, .. } = set;
            let name = left(name, 58);
            let _ = writeln!(out, "{name}{rows:>6}{median_percent:>11.1}{p90_percent:>9.1}{largest_percent:>9.1}");
            let _ = writeln!(out, "  {}", set.why);
        }
        out.push('\n');
        for target in &self.targets {
            let _ = writeln!(out, "{}", target.told().say(lang));
        }
        let judged = Line::from(msg::ValidateExpertsHeldBack { n: count(self.rows.len()), all: count(self.all) });
        let _ = writeln!(out, "{}", judged.say(lang));
        for LeftOut { why, rows } in &self.left_out {
            let names = rows.join(tr(lang, key::VALIDATE_COMMA)).into();
            let line = Line::from(msg::ValidateSchedulesLeftOut { why: why.into(), n: count(rows.len()), names });
            let _ = writeln!(out, "{}", line.say(lang));
        }
        out
    }
}
