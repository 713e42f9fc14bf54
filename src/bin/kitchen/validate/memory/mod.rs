//! `kitchen validate memory FILE.csv`: published formulas of activations and model state, or measured peaks, against what this
//! program computes.

mod expression;
mod published;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::hardware;
use kitchen_core::workload::layout::{Layout, Recompute, Sharding, Zero};
use kitchen_core::workload::memory::{PerParameter, pipelined_peak};
use kitchen_core::workload::{MODELS, Model, Schedule};
use kitchen_text::{Key, Lang, Line, Number, key, msg, tr};
use serde::Serialize;

use super::report::Spread;
use super::rows;
use crate::out::{Done, MISSED};
use crate::say::{self, Failure, left, right, round};

#[derive(Args, Debug)]
pub(crate) struct Memory {
    file: PathBuf,
    #[arg(long)]
    strict: bool,
    #[arg(long)]
    json: bool,
}

/// The columns that a file of published values must have, and that one of measured peaks.
pub(crate) const COLUMNS: [&str; 7] = ["source", "model", "quantity", "technique", "value", "formula", "formula_value"];
const RUNS: [&str; 12] =
    ["id", "gpu", "layers", "hidden", "heads", "seq", "vocab", "tp", "pp", "dp", "microbatch", "mem_gb"];

type Record = BTreeMap<String, String>;

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Set {
    Activations,
    State,
    /// Rows of figure 1 and table 1 of the `ZeRO` paper, to the digits shown.
    Zero,
    /// Peaks that others measured.
    Measured,
    /// Runs that ended out of memory: told as what is missing.
    OutOfMemory,
}

impl Set {
    const ALL: [Set; 5] = [Set::Activations, Set::State, Set::Zero, Set::Measured, Set::OutOfMemory];

    fn name(self) -> Key {
        match self {
            Set::Activations => key::VALIDATE_MEMORY_ACTIVATIONS,
            Set::State => key::VALIDATE_MEMORY_STATE,
            Set::Zero => key::VALIDATE_MEMORY_ZERO,
            Set::Measured => key::VALIDATE_MEMORY_MEASURED,
            Set::OutOfMemory => key::VALIDATE_MEMORY_OUT,
        }
    }

    /// The largest error that may stand, percent.
    const fn limit(self) -> f64 {
        match self {
            Set::Activations | Set::State => 2.0,
            Set::Zero | Set::OutOfMemory => 0.0,
            Set::Measured => 15.0,
        }
    }
}

/// A published value and ours.
#[derive(Clone, Copy, Debug)]
struct Found {
    set: Set,
    published: f64,
    computed: f64,
    /// Decimals to which they must be the same.
    digits: Option<i32>,
}

impl Found {
    /// Percent; none where the printed digits are the same.
    fn error(&self) -> f64 {
        if self.set == Set::OutOfMemory {
            return if self.computed > self.published { 0.0 } else { (self.published / self.computed - 1.0) * 100.0 };
        }
        let same = |digits: i32| (self.computed - self.published).abs() <= 0.5 * 10_f64.powi(-digits) + 1e-9;
        if self.digits.is_some_and(same) { 0.0 } else { (self.computed / self.published - 1.0) * 100.0 }
    }
}

#[derive(Serialize)]
struct Outcome {
    name: String,
    set: Set,
    published: f64,
    computed: f64,
    error_percent: f64,
    /// Of the published and the computed value; empty for bytes and plain numbers.
    unit: String,
    source: String,
}

#[derive(Serialize)]
struct Summary {
    set: Set,
    rows: usize,
    median_percent: f64,
    largest_percent: f64,
    limit_percent: f64,
    met: bool,
}

#[derive(Serialize)]
struct Report {
    sets: Vec<Summary>,
    rows: Vec<Outcome>,
    /// Rows that are not compared, by reason.
    left_out: BTreeMap<String, Vec<String>>,
}

pub(crate) fn run(args: &Memory, lang: Lang) -> Result<Done, Failure> {
    let about = |line| Failure::new(args.file.display().to_string(), line);
    let bytes = rows::file(&args.file)?;
    let head = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let measured = String::from_utf8_lossy(head).contains("mem_gb");
    let columns: &[&str] = if measured { &RUNS } else { &COLUMNS };
    let (records, bad) = rows::read_as(&bytes, columns, |record: Record, _| Ok(record)).map_err(about)?;
    let mut report = Report { sets: Vec::new(), rows: Vec::new(), left_out: BTreeMap::new() };
    for record in &records {
        let found = if measured { peak(record) } else { published::compare(record).map(Some) };
        match found {
            Ok(Some(found)) => report.rows.push(Outcome {
                name: name(record, measured),
                set: found.set,
                published: round(found.published, 4),
                computed: round(found.computed, 4),
                error_percent: round(found.error(), 2),
                unit: if measured { "GB" } else { text(record, "unit") }.to_owned(),
                source: text(record, "source").to_owned(),
            }),
            Ok(None) => {}
            Err(why) => {
                report.left_out.entry(tr(lang, why).to_owned()).or_default().push(name(record, measured));
            }
        }
    }
    if report.rows.is_empty() {
        return Err(super::no_rows(&args.file, bad.first()));
    }
    report.sum_up();
    let missed = report.sets.iter().filter(|one| args.strict && !one.met);
    let notes: Vec<String> = missed.map(|one| one.missed().say(lang)).collect();
    let status = if notes.is_empty() { 0 } else { MISSED };
    let text = if args.json { say::json(&report) } else { report.table(lang) };
    Ok(Done { text, notes, status })
}

fn text<'a>(record: &'a Record, name: &str) -> &'a str {
    record.get(name).map_or("", |value| value.trim())
}

fn count(record: &Record, name: &str) -> Option<u32> {
    text(record, name).parse().ok().filter(|&value| value <= 1 << 24)
}

fn number(record: &Record, name: &str) -> Option<f64> {
    text(record, name).parse().ok()
}

/// What a row is called in the report.
fn name(record: &Record, measured: bool) -> String {
    if measured {
        let of = |name: &str| text(record, name);
        return format!(
            "{} {} tp {} pp {} dp {} mb {} {}",
            of("id"),
            of("model"),
            of("tp"),
            of("pp"),
            of("dp"),
            of("microbatch"),
            of("precision")
        );
    }
    let parts = ["model", "quantity", "technique"].map(|name| text(record, name));
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" | ")
}

/// A run whose peak was measured; nothing where it was not.
fn peak(record: &Record) -> Result<Option<Found>, Key> {
    let measured = text(record, "mem_gb");
    if measured.is_empty() {
        return Ok(None);
    }
    let of = |name: &str| count(record, name).filter(|&value| value > 0);
    let run = || {
        let (layers, hidden, heads) = (of("layers")?, of("hidden")?, of("heads")?);
        let (seq, vocab) = (of("seq")?, of("vocab")?);
        let small = [layers, hidden, heads, seq, vocab].iter().all(|&value| value < 1 << 20);
        let model =
            Model { layers, hidden, heads, kv_heads: heads, ffn: hidden.checked_mul(4)?, seq, vocab, ..MODELS[0] };
        let zero = *Zero::ALL.get(text(record, "zero_stage").parse::<usize>().ok()?)?;
        let recompute = *Recompute::ALL.iter().find(|one| one.id() == text(record, "recompute"))?;
        let layout = Layout {
            tensor: of("tp")?,
            data: of("dp")?,
            pipeline: of("pp")?,
            sharding: Sharding::over_all(zero),
            micro_batch: of("microbatch")?,
            global_batch: of("global_batch")?,
            schedule: Schedule::OneFOneB,
            recompute,
            sequence_parallel: text(record, "seq_parallel") == "yes",
            ..Layout::ONE
        };
        let divides = model.hidden.is_multiple_of(model.heads) && layout.pipeline <= model.layers.min(1024);
        let bounded = layout.data.checked_mul(layout.micro_batch).is_some() && layout.tensor <= 1024;
        (small && divides && bounded).then_some((model, layout))
    };
    let (model, layout) = run().ok_or(key::VALIDATE_MEMORY_NO_VALUE)?;
    let gpu = hardware::gpu("a100-sxm").filter(|_| text(record, "gpu").starts_with("A100-80GB"));
    let gpu = gpu.ok_or(key::VALIDATE_MEMORY_UNKNOWN)?;
    // DeepSpeed's bf16 optimizer keeps gradients in 16 bits and their sum in 32.
    let each = if text(record, "precision").contains("fp32 grad") {
        PerParameter { weights: 2, gradients: 6, optimizer: 12 }
    } else {
        PerParameter::MIXED
    };
    let computed = pipelined_peak(&model, &layout, &each, gpu.hbm).0 as f64 / 1e9;
    let (set, published) = match measured {
        "OOM" => (Set::OutOfMemory, gpu.hbm.0 as f64 / 1e9),
        told => (Set::Measured, told.parse().map_err(|_| key::VALIDATE_MEMORY_NO_VALUE)?),
    };
    Ok(Some(Found { set, published, computed, digits: None }))
}

impl Summary {
    fn what(&self) -> Line {
        Line::from(msg::ValidateMemoryLargest { set: self.set.name().into() })
    }

    fn missed(&self) -> Line {
        Line::from(msg::ValidateAboveTarget {
            what: self.what().into(),
            found: Number(self.largest_percent, 2),
            limit: self.limit_percent.to_string().into(),
        })
    }

    fn told(&self) -> Line {
        let verdict = if self.met { key::VALIDATE_MET } else { key::VALIDATE_MISSED };
        Line::from(msg::ValidateTarget {
            what: self.what().into(),
            found: Number(self.largest_percent, 2),
            limit: Number(self.limit_percent, 0),
            verdict: verdict.into(),
        })
    }
}

impl Report {
    fn sum_up(&mut self) {
        for set in Set::ALL {
            let errors = || self.rows.iter().filter(|row| row.set == set).map(|row| row.error_percent.abs());
            let Some(spread) = Spread::of(errors()) else { continue };
            let largest = errors().fold(0.0, f64::max);
            self.sets.push(Summary {
                set,
                rows: spread.rows,
                median_percent: round(spread.median, 2),
                largest_percent: largest,
                limit_percent: set.limit(),
                met: largest <= set.limit(),
            });
        }
    }

    fn table(&self, lang: Lang) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let Outcome { name, published, computed, error_percent, .. } = row;
            let _ = writeln!(out, "{}{published:>18.3}{computed:>18.3}{error_percent:>9.2} %", left(name, 84));
        }
        let heads = [key::VALIDATE_ROWS, key::VALIDATE_MEDIAN_PERCENT, key::VALIDATE_MEMORY_LARGEST_PERCENT];
        let heads: String = heads.into_iter().map(|head| right(tr(lang, head), 12)).collect();
        let _ = writeln!(out, "\n{}{heads}", left(tr(lang, key::VALIDATE_SET), 64));
        for one in &self.sets {
            let Summary { rows, median_percent, largest_percent, .. } = one;
            let name = left(tr(lang, one.set.name()), 64);
            let _ = writeln!(out, "{name}{rows:>12}{median_percent:>12.2}{largest_percent:>12.2}");
        }
        out.push('\n');
        for one in &self.sets {
            let _ = writeln!(out, "{}", one.told().say(lang));
        }
        for (why, names) in &self.left_out {
            let (n, names) = (kitchen_text::count(names.len()), names.join(tr(lang, key::VALIDATE_COMMA)).into());
            let line = Line::from(msg::ValidateMemoryLeftOut { why: why.into(), n, names });
            let _ = writeln!(out, "{}", line.say(lang));
        }
        out
    }
}
