//! `kitchen collective`.

use std::fmt::Write as _;

use clap::Args;
use kitchen_core::collective::hierarchical::{Dimension, Inner, MOST_DIMENSIONS};
use kitchen_core::collective::{
    Algorithm, Call, CollectiveError, Launch, Measured, Op, Skew, Split, fastest, measure_group,
};
use kitchen_core::sim::SimError;
use kitchen_core::sim::task::GpuId;
use kitchen_core::topology::{self, ClusterSpec, Missing, Part, Topology};
use kitchen_core::units::{Bytes, Rate};
use kitchen_machines::Dimensions;
use kitchen_story::scenario::raw::quote;
use kitchen_story::scenario::size;
use kitchen_text::{Lang, Line, Words, count, key, msg};
use serde::Serialize;

use crate::dimensions;
use crate::explain::Why;
use crate::machine::{Asked, Machine};
use crate::say::{self, Failure, round};
use crate::sweep::Sweep;
use crate::validate::astra_refused;
use kitchen_story::sentences::Sentence as _;

#[derive(Args, Debug)]
pub(crate) struct Collective {
    #[command(flatten)]
    machine: Machine,
    #[arg(long, default_value = "all-reduce")]
    op: String,
    #[arg(long, value_name = "PART", num_args = 1..)]
    missing: Vec<String>,
    #[arg(long)]
    bytes: Option<String>,
    #[command(flatten)]
    sweep: Sweep,
    #[arg(long)]
    skew: Option<String>,
    #[arg(long, default_value = "auto")]
    algorithm: String,
    #[arg(long)]
    dimensions: Option<String>,
    #[arg(long)]
    sharp: bool,
    #[arg(long)]
    explain: bool,
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub(crate) struct Answer {
    system: &'static str,
    nodes: u32,
    gpus: u32,
    op: &'static str,
    bytes: u64,
    time_us: f64,
    #[serde(rename = "algbw_GBps")]
    algbw: Option<f64>,
    #[serde(rename = "busbw_GBps")]
    busbw: Option<f64>,
    algorithm: &'static str,
    protocol: &'static str,
    /// With `--explain`.
    #[serde(flatten)]
    why: Why,
    /// What it had to do without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
}

/// The largest buffer: an exbibyte would leave integer picoseconds.
const MAX_BYTES: Bytes = Bytes::gib(1024);

fn missing(names: &[String]) -> Result<Missing, Failure> {
    let part = |name: &String| {
        let line = || Line::from(msg::ErrFlagPart { value: kitchen_story::scenario::raw::quote(name).into() });
        Part::parse(name).ok_or_else(|| Failure::new("--missing", line()))
    };
    let parts = names.iter().map(part).collect::<Result<Vec<Part>, Failure>>()?;
    Missing::of(&parts).map_err(|error| Failure::new("--missing", error.line()))
}

/// The word for the fastest of all algorithms, which is none itself.
pub(crate) const FASTEST: &str = "fastest";

/// The algorithms that may be asked for.
pub(crate) fn algorithms() -> impl Iterator<Item = &'static str> {
    Algorithm::ALL.into_iter().map(Algorithm::id).chain([FASTEST])
}

pub(crate) fn run(args: &Collective, lang: Lang) -> Result<String, Failure> {
    let spec = match args.machine.asked()? {
        Asked::Nodes(spec) => spec,
        Asked::Dimensions(name, fabric) => {
            let answer = over_dimensions(args, name, &fabric)?;
            return Ok(if args.json { say::json(&answer) } else { answer.table() });
        }
    };
    called(args, &spec, |built, call| {
        if args.sweep.is_asked() {
            return sweep(args, built, call, lang);
        }
        let answer = one(args, built, call, lang)?;
        Ok(if args.json { say::json(&answer) } else { answer.table(args) })
    })
}

/// What is answered, whether the machine has nodes or not.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Told {
    Nodes(Box<Answer>),
    Dimensions(OverDimensions),
}

/// The answer to one call.
///
/// # Errors
/// There is none.
pub(crate) fn told(args: &Collective, lang: Lang) -> Result<Told, Failure> {
    match args.machine.asked()? {
        Asked::Nodes(spec) => {
            called(args, &spec, |built, call| one(args, built, call, lang)).map(Box::new).map(Told::Nodes)
        }
        Asked::Dimensions(name, fabric) => over_dimensions(args, name, &fabric).map(Told::Dimensions),
    }
}

/// Hands on the machine and the call that were asked for, of no bytes yet.
fn called<T>(
    args: &Collective,
    machine: &ClusterSpec,
    hand: impl FnOnce((&ClusterSpec, &Topology), &Call<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let op = Op::from_id(&args.op).ok_or_else(|| say::unknown("--op", &args.op, Op::ALL.iter().map(|op| op.id())))?;
    let algorithm = match args.algorithm.as_str() {
        FASTEST => Algorithm::Auto,
        id => Algorithm::from_id(id).ok_or_else(|| say::unknown("--algorithm", id, algorithms()))?,
    };
    let fabric = if args.sharp { machine.fabric.adding() } else { machine.fabric };
    let spec = ClusterSpec { missing: missing(&args.missing)?, fabric, ..*machine };
    let topology = topology::build(&spec).map_err(|error| say::about_topology(&error, &spec))?;
    if args.sharp && topology.nodes == 1 {
        return Err(Failure::new("--sharp", Line::new(key::COLLECTIVE_SHARP_ALONE)));
    }
    let group: Vec<GpuId> = (0..topology.len()).collect();
    let dims = grid(args, algorithm)?;
    let call =
        Call { split: split(args, op, topology.len())?, dims: &dims, ..Call::new(op, algorithm, Bytes(0), &group) };
    hand((&spec, &topology), &call)
}

fn one(
    args: &Collective,
    (spec, topology): (&ClusterSpec, &Topology),
    call: &Call<'_>,
    lang: Lang,
) -> Result<Answer, Failure> {
    let op = call.op;
    let bytes = if op == Op::Barrier { Bytes(0) } else { bytes(args.bytes.as_deref())? };
    let call = Call { bytes, ..*call };
    let refused = |error: CollectiveError| about(&error, args, spec);
    let all = call.algorithm == Algorithm::Auto && (args.explain || args.algorithm == FASTEST);
    let trials = all.then(|| fastest::trials(topology, &call, Launch::ProcessPerGpu));
    let measured = match &trials {
        Some(trials) if args.algorithm == FASTEST => trials.clone().map_err(refused)?.done[0],
        _ => measure_group(topology, &call, Launch::ProcessPerGpu).map_err(refused)?,
    };
    let why = if args.explain {
        let trials = trials.and_then(Result::ok).unwrap_or_default();
        Why::of(topology, &call, &measured, &trials, lang).map_err(refused)?
    } else {
        Why::default()
    };
    Ok(Answer { why, ..answer((spec, topology), (op, bytes), &measured) })
}

impl Answer {
    fn table(&self, args: &Collective) -> String {
        let mut rows = vec![("time_us", self.time_us.to_string())];
        rows.extend(self.algbw.map(|rate| ("algbw_GBps", rate.to_string())));
        rows.extend(self.busbw.map(|rate| ("busbw_GBps", rate.to_string())));
        rows.push(("algorithm", self.algorithm.to_owned()));
        let mut text = say::table(&rows);
        if args.explain {
            let _ = writeln!(text, "protocol    {}", self.protocol);
            text.push_str(&self.why.table());
        }
        text
    }
}

#[derive(Serialize)]
pub(crate) struct OverDimensions {
    system: String,
    npus: u32,
    op: &'static str,
    bytes: u64,
    time_us: f64,
    #[serde(rename = "algbw_GBps")]
    algbw: f64,
    #[serde(rename = "busbw_GBps")]
    busbw: f64,
    /// Of each dimension, the innermost first.
    algorithm: String,
    /// Whether messages wait for each other on a link.
    links_are_shared: bool,
}

/// One collective over a fabric of dimensions, as ASTRA-sim would have it.
fn over_dimensions(args: &Collective, name: String, fabric: &Dimensions) -> Result<OverDimensions, Failure> {
    let idle = [
        ("--missing", !args.missing.is_empty()),
        ("--skew", args.skew.is_some()),
        ("--algorithm", args.algorithm != "auto"),
        ("--dimensions", args.dimensions.is_some()),
        ("--sharp", args.sharp),
        ("--explain", args.explain),
        ("--from", args.sweep.is_asked()),
    ];
    if let Some((flag, _)) = idle.into_iter().find(|(_, is_typed)| *is_typed) {
        return Err(Failure::new(flag, Line::new(key::MACHINE_NO_EFFECT)));
    }
    let op = Op::from_id(&args.op).ok_or_else(|| say::unknown("--op", &args.op, Op::ALL.iter().map(|op| op.id())))?;
    let bytes = bytes(args.bytes.as_deref())?;
    let fabric = dimensions::of_file(fabric);
    let measured = kitchen_astra::measure(&fabric.machine, &fabric.call(op, bytes))
        .map_err(|error| Failure::new(format!("--system {}", args.machine.named()), astra_refused(&error)))?;
    let npus = fabric.npus();
    let gb_per_s = |rate: f64| round(rate / 1e9, 3);
    Ok(OverDimensions {
        system: name,
        npus,
        op: op.id(),
        bytes: bytes.0,
        time_us: round(measured.time.as_us(), 3),
        algbw: gb_per_s(bytes.0 as f64 / measured.time.as_secs()),
        busbw: gb_per_s(op.busbw(npus, bytes, measured.time).as_bytes_per_s()),
        algorithm: fabric.algorithms(op),
        links_are_shared: fabric.machine.backend == kitchen_astra::Backend::Aware,
    })
}

impl OverDimensions {
    fn table(&self) -> String {
        say::table(&[
            ("npus", self.npus.to_string()),
            ("time_us", self.time_us.to_string()),
            ("algbw_GBps", self.algbw.to_string()),
            ("busbw_GBps", self.busbw.to_string()),
            ("algorithm", self.algorithm.clone()),
            ("links_are_shared", self.links_are_shared.to_string()),
        ])
    }
}

fn answer((spec, topology): (&ClusterSpec, &Topology), (op, bytes): (Op, Bytes), measured: &Measured) -> Answer {
    let rate = |rate: Rate| (op != Op::Barrier).then(|| round(rate.as_gb_per_s(), 3));
    Answer {
        system: spec.system.id,
        nodes: topology.nodes,
        gpus: topology.len(),
        op: op.id(),
        bytes: bytes.0,
        time_us: round(measured.time.as_us(), 3),
        algbw: rate(measured.algbw),
        busbw: rate(measured.busbw),
        algorithm: measured.algorithm.id(),
        protocol: measured.choice.protocol.name(),
        why: Why::default(),
        missing: spec.missing.parts().iter().map(|part| part.write()).collect(),
    }
}

/// The same call over a range of sizes.
fn sweep(
    args: &Collective,
    (spec, topology): (&ClusterSpec, &Topology),
    call: &Call<'_>,
    lang: Lang,
) -> Result<String, Failure> {
    let alone = |flag: &str, with: &'static str| Failure::new(flag, msg::CliNotWith { with: Words::from(with) }.into());
    let clashes = [
        ("--bytes", args.bytes.is_some(), "--from, --to"),
        ("--explain", args.explain, "--from, --to"),
        ("--csv", args.sweep.is_csv() && args.json, "--json"),
    ];
    if let Some((flag, _, with)) = clashes.into_iter().find(|(_, is_so, _)| *is_so) {
        return Err(alone(flag, with));
    }
    let sizes = args.sweep.sizes(call.op, topology.len(), MAX_BYTES)?;
    let measure = |bytes: Bytes| {
        let call = Call { bytes, ..*call };
        let measured = if args.algorithm == FASTEST {
            fastest::trials(topology, &call, Launch::ProcessPerGpu).map(|trials| trials.done[0])
        } else {
            measure_group(topology, &call, Launch::ProcessPerGpu)
        };
        measured.map_err(|error| about(&error, args, spec))
    };
    let measured = args.sweep.measure(&sizes, measure, lang)?;
    if args.json {
        let rows = sizes.iter().zip(&measured);
        let answers: Vec<Answer> =
            rows.map(|(size, measured)| answer((spec, topology), (call.op, size.bytes), measured)).collect();
        return Ok(say::json(&answers));
    }
    Ok(args.sweep.write(call.op, topology, &sizes, &measured))
}

/// The flag that an error is about.
fn about(error: &CollectiveError, args: &Collective, spec: &ClusterSpec) -> Failure {
    let flag = match error {
        CollectiveError::Topology(error) => return say::about_topology(error, spec),
        CollectiveError::Split { .. } => "--skew".to_owned(),
        CollectiveError::Grid { .. } => "--dimensions".to_owned(),
        CollectiveError::Size | CollectiveError::Sim(SimError::TooLong { .. }) => "--bytes".to_owned(),
        CollectiveError::NoRanks | CollectiveError::BadGroup { .. } | CollectiveError::Sim(_) => "--nodes".to_owned(),
        CollectiveError::TooLarge { .. } if matches!(args.algorithm.as_str(), "auto" | FASTEST) => "--nodes".to_owned(),
        _ => format!("--algorithm {}", args.algorithm),
    };
    Failure::new(flag, error.line())
}

fn bytes(text: Option<&str>) -> Result<Bytes, Failure> {
    let Some(text) = text else { return Err(Failure::new("--bytes", Line::new(key::CLI_NO_BYTES))) };
    let bytes = size::parse(text).filter(|bytes| (1..=MAX_BYTES.0).contains(&bytes.0));
    bytes.ok_or_else(|| say::no_size("--bytes", text, MAX_BYTES))
}

/// What `--skew` asks for.
fn split(args: &Collective, op: Op, ranks: u32) -> Result<Split<'static>, Failure> {
    let Some(text) = &args.skew else { return Ok(Split::Even) };
    if op != Op::AllToAllV {
        return Err(Failure::new("--skew", Line::from(msg::CliOnlyWith { with: Words::from("--op all-to-all-v") })));
    }
    let factor = text.parse::<f64>().ok().filter(|factor| (1.0..=f64::from(ranks)).contains(factor));
    let skew = factor.and_then(|factor| Skew::percent((factor * 100.0).round() as u32));
    skew.map(Split::Skewed).ok_or_else(|| say::out_of_range("--skew", quote(text), format!("1-{ranks}")))
}

/// What `--dimensions` asks for.
fn grid(args: &Collective, algorithm: Algorithm) -> Result<Vec<Dimension>, Failure> {
    let Some(text) = &args.dimensions else { return Ok(Vec::new()) };
    if text.split(',').count() > MOST_DIMENSIONS {
        return Err(Failure::new("--dimensions", Line::from(msg::CliDimensions { most: count(MOST_DIMENSIONS) })));
    }
    if algorithm != Algorithm::Hierarchical {
        return Err(Failure::new(
            "--dimensions",
            Line::from(msg::CliOnlyWith { with: Words::from("--algorithm hierarchical") }),
        ));
    }
    let fields: Vec<&str> = text.split(',').collect();
    let last = fields.len() - 1;
    let usual = |at: usize| match at {
        0 => "direct",
        _ if at == last => "trees",
        _ => "ring",
    };
    let read = |(at, field): (usize, &&str)| {
        let (inner, size) = field.trim().split_once(':').unwrap_or((usual(at), field.trim()));
        let (_, inner) = INNERS.into_iter().find(|(id, _)| *id == inner)?;
        let size = size.parse().ok().filter(|&size| size > 0)?;
        Some(Dimension::new(size, inner))
    };
    fields.iter().enumerate().map(read).collect::<Option<_>>().ok_or_else(|| {
        let ids = INNERS.map(|(id, _)| id).join(", ");
        say::out_of_range("--dimensions", quote(text), format!("8,4,2, direct:8,ring:4,trees:2 ({ids})"))
    })
}

/// What a dimension's algorithm is called here.
const INNERS: [(&str, Inner); 4] = [
    ("direct", Inner::Direct),
    ("ring", Inner::Ring),
    ("halving-doubling", Inner::HalvingDoubling),
    ("trees", Inner::Trees),
];
