//! `kitchen plan`: the fastest layouts of a model on a cluster, and what another cluster would buy.

mod batch;
mod bills;
mod config;
mod cuts;
pub(crate) mod famous;
mod purchases;
mod space;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::topology::{self, ClusterSpec, PORT_RATES};
use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::planner::{self, Found, Limits, PlanError, Reach, Wish};
use kitchen_core::workload::{Kernel, Model, Offload, Recipe, Schedule, TrainError, Trained};
use kitchen_story::scenario::raw::quote;
use kitchen_story::scenario::size;
use kitchen_text::{Lang, Line, count, key, msg};
use serde::Serialize;

use crate::configs::{Ask, Configs};
use crate::machine::Machine;
use crate::out::Done;
use crate::progress::Progress;
use crate::say::{self, Failure, left, right, round};
use crate::train;
use kitchen_story::sentences::Sentence as _;
use space::Looked;

#[derive(Args, Debug)]
pub(crate) struct Plan {
    #[arg(long)]
    model: Option<String>,
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[arg(long, value_name = "NUMBERS")]
    shape: Option<String>,
    #[command(flatten)]
    machine: Machine,
    #[arg(long)]
    global_batch: Option<u32>,
    #[arg(long, value_name = "TOKENS")]
    tokens: Option<String>,
    #[arg(long)]
    seq: Option<u32>,
    #[arg(long, default_value = "bf16")]
    precision: String,
    #[arg(long, default_value = "1f1b,interleaved")]
    schedules: String,
    #[arg(long)]
    overlap_tensor: bool,
    #[command(flatten)]
    given: cuts::Given,
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    #[arg(long, default_value_t = 5)]
    top: u32,
    #[arg(long, default_value_t = 200)]
    simulate: u32,
    #[arg(long)]
    invest: bool,
    #[arg(long)]
    purchases: bool,
    #[arg(long, value_name = "NAME=LOW-HIGH")]
    price: Vec<String>,
    #[arg(long, value_name = "NAME=LOW-HIGH")]
    power: Vec<String>,
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,
    #[arg(long, value_name = "TOKENS")]
    train_tokens: Option<String>,
    #[arg(long)]
    csv: bool,
    #[arg(long)]
    json: bool,
    /// What it comes to is read before the rest is: nothing else need be said with it.
    #[arg(long, value_name = "NAME", num_args = 0..=1)]
    famous: Option<String>,
    #[command(flatten)]
    configs: Configs,
}

/// The most layouts that are told, or simulated for one answer.
const MOST: u32 = 10_000;

/// How much faster a cluster has to be to be named.
const WORTH: f64 = 1.01;

#[derive(Serialize)]
pub(crate) struct Answer {
    model: &'static str,
    parameters: u64,
    system: &'static str,
    gpus: u32,
    global_batch: u32,
    seq: u32,
    legal: usize,
    fit: usize,
    simulated: usize,
    /// How many are too large for the simulator.
    refused: usize,
    /// No layout of the space that was left out can be faster than the first.
    is_proven: bool,
    space: Looked,
    /// Nothing that was left out takes less.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out_s: Option<f64>,
    plans: Vec<Row>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    investments: Vec<Investment>,
}

/// A layout and its step.
#[derive(Serialize)]
struct Row {
    iteration_time_s: f64,
    tokens_per_s: f64,
    mfu: f64,
    compute_fraction: f64,
    exposed_comm_fraction: f64,
    bubble_fraction: f64,
    memory_bytes: u64,
    /// What makes `kitchen train` simulate it again.
    flags: String,
}

/// Another cluster and the best that it does.
#[derive(Serialize)]
struct Investment {
    system: &'static str,
    nodes: u32,
    gpus: u32,
    /// Which is not the system's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    gbit_per_nic: Option<u32>,
    /// Of the step: before over after.
    #[serde(skip_serializing_if = "Option::is_none")]
    faster: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_proven: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Row>,
    /// Why there is no plan on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

pub(crate) fn run(args: &Plan, lang: Lang) -> Result<Done, Failure> {
    args.configs.none()?;
    if !args.purchases {
        let only = [
            ("--csv", args.csv),
            ("--price", !args.price.is_empty()),
            ("--power", !args.power.is_empty()),
            ("--prices", args.prices.is_some()),
            ("--train-tokens", args.train_tokens.is_some()),
        ];
        for (flag, is_given) in only {
            if is_given {
                return Err(Failure::new(flag, Line::new(key::PLAN_ONLY_PURCHASES)));
            }
        }
        let mut progress: Option<Progress> = None;
        let mut heard = |done: usize, of: usize| progress.get_or_insert_with(|| Progress::new(of, lang)).at(done);
        let (answer, found, notes) = searched(args, &mut Ear { lang, heard: &mut heard })?;
        let text = if args.json { say::json(&answer) } else { print(&answer, &found, lang) };
        return Ok(Done { text, notes: notes.iter().map(|line| line.say(lang)).collect(), status: 0 });
    }
    let form = purchases::Form { json: args.json, csv: args.csv };
    let bills = bills::Bills::of([&args.price, &args.power], args.prices.as_deref(), args.train_tokens.as_deref())?;
    let wrong = |error: &PlanError, wish: &Wish<'_>| failed(args, error, wish);
    let (text, notes) = asked(args, |wish, limits| purchases::told((wish, limits), &bills, form, &wrong, lang))?;
    Ok(Done { text, notes: notes.iter().map(|line| line.say(lang)).collect(), status: 0 })
}

impl Ask for Plan {
    type Answer = Answer;
    const NAME: &'static str = "plan";
    /// Of the fastest layout alone; the others stand in JSON.
    const COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("model", "/model"),
        ("system", "/system"),
        ("gpus", "/gpus"),
        ("global_batch", "/global_batch"),
        ("seq", "/seq"),
        ("legal", "/legal"),
        ("fit", "/fit"),
        ("simulated", "/simulated"),
        ("refused", "/refused"),
        ("is_proven", "/is_proven"),
        ("left_out_s", "/left_out_s"),
        ("iteration_time_s", "/plans/0/iteration_time_s"),
        ("tokens_per_s", "/plans/0/tokens_per_s"),
        ("mfu", "/plans/0/mfu"),
        ("compute_fraction", "/plans/0/compute_fraction"),
        ("exposed_comm_fraction", "/plans/0/exposed_comm_fraction"),
        ("bubble_fraction", "/plans/0/bubble_fraction"),
        ("memory_bytes", "/plans/0/memory_bytes"),
        ("flags", "/plans/0/flags"),
    ];
    const ALONE: &'static [&'static str] =
        &["invest", "purchases", "price", "power", "prices", "train_tokens", "csv", "famous"];

    fn ask(&self) -> Result<(Answer, Vec<Line>), Failure> {
        told(self, Lang::En, &mut |_, _| ())
    }
}

/// What is asked for, handed on; and sentences about it.
fn asked<T>(
    args: &Plan,
    hand: impl FnOnce(&Wish<'_>, Limits) -> Result<T, Failure>,
) -> Result<(T, Vec<Line>), Failure> {
    let model = train::shape([args.model.as_deref(), args.shape.as_deref()], args.config.as_deref(), args.seq)?;
    let spec = args.machine.spec()?;
    let recipe = Recipe {
        arithmetic: train::arithmetic(&args.precision)?,
        overlap_data: true,
        overlap_tensor: args.overlap_tensor,
        attention: Kernel::Fused,
        ..Recipe::PLAIN
    };
    let schedules = schedules(&args.schedules)?;
    let (global_batch, about_batch) = batch::of(args.global_batch, args.tokens.as_deref(), model.seq)?;
    let memory = memory(args, &spec)?;
    let wish = Wish {
        model: &model,
        spec,
        global_batch,
        recipe,
        schedules: &schedules,
        memory,
        reach: Reach::Whole,
        cuts: args.given.cuts()?,
    };
    for (flag, value) in [("--top", args.top), ("--simulate", args.simulate)] {
        if !(1..=MOST).contains(&value) {
            return Err(say::out_of_range(flag, value.to_string(), format!("1-{MOST}")));
        }
    }
    let limits = Limits { wanted: args.top as usize, simulated: args.simulate as usize };
    let notes = args.config.as_deref().and_then(|path| config::checked(path, &model)).into_iter().chain(about_batch);
    Ok((hand(&wish, limits)?, notes.collect()))
}

/// The answer, and a sentence for each thing to know about it; `heard` is told how many of how many plans are simulated.
///
/// # Errors
/// There is none.
pub(crate) fn told(
    args: &Plan,
    lang: Lang,
    heard: &mut dyn FnMut(usize, usize),
) -> Result<(Answer, Vec<Line>), Failure> {
    searched(args, &mut Ear { lang, heard }).map(|(answer, _, notes)| (answer, notes))
}

/// In which language things are told, and who is told how far the search is.
struct Ear<'a> {
    lang: Lang,
    heard: &'a mut dyn FnMut(usize, usize),
}

/// The answer and what it was found from.
fn searched(args: &Plan, ear: &mut Ear<'_>) -> Result<(Answer, Found, Vec<Line>), Failure> {
    let ((answer, found), notes) = asked(args, |wish, limits| answered(args, wish, limits, ear))?;
    Ok((answer, found, notes))
}

fn answered(args: &Plan, wish: &Wish<'_>, limits: Limits, ear: &mut Ear<'_>) -> Result<(Answer, Found), Failure> {
    let (model, spec) = (wish.model, wish.spec);
    let found = search(wish, limits, ear).map_err(|error| failed(args, &error, wish))?;
    let investments = if args.invest { invest(args, wish, &found, limits, ear) } else { Vec::new() };
    let answer = Answer {
        model: model.id,
        parameters: model.parameters(),
        system: spec.system.id,
        gpus: found.best.first().map_or(0, |step| step.gpus),
        global_batch: wish.global_batch,
        seq: model.seq,
        legal: found.legal,
        fit: found.fit,
        simulated: found.simulated,
        refused: found.refused,
        is_proven: found.is_proven(),
        space: Looked::of(wish, &args.given.kept()),
        left_out_s: found.left_out.map(|time| round(time.as_secs(), 6)),
        plans: found.best.iter().map(|step| row(args, model, &spec, step)).collect(),
        investments,
    };
    Ok((answer, found))
}

/// What a GPU may hold at most.
fn memory(args: &Plan, spec: &ClusterSpec) -> Result<Option<Bytes>, Failure> {
    let Some(text) = args.memory.as_deref() else { return Ok(None) };
    let most = spec.system.gpu.hbm;
    let bytes = size::parse(text).filter(|bytes| (1..=most.0).contains(&bytes.0));
    bytes.map(Some).ok_or_else(|| say::no_size("--memory", text, most))
}

fn search(wish: &Wish<'_>, limits: Limits, ear: &mut Ear<'_>) -> Result<Found, PlanError> {
    planner::search(wish, limits, &mut |done, of| (ear.heard)(done, of.min(limits.simulated)))
}

/// Schedules by name, separated by commas.
fn schedules(names: &str) -> Result<Vec<Schedule>, Failure> {
    let mut all = Vec::new();
    for name in names.split(',') {
        match Schedule::from_id(name) {
            Some(one) if one.is_interleaved() => all.extend([2, 4, 8].map(|chunks| one.with_chunks(chunks))),
            Some(one) => all.push(one),
            None => return Err(say::unknown("--schedules", name, Schedule::ALL.iter().map(|one| one.id()))),
        }
        if all.len() > 4 * Schedule::ALL.len() {
            return Err(Failure::new("--schedules", Line::from(msg::PlanTwice { value: quote(names).into() })));
        }
    }
    Ok(all)
}

/// What is wrong with what is given of the plan, or [`failure`].
fn failed(args: &Plan, error: &PlanError, wish: &Wish<'_>) -> Failure {
    let gpus = wish.spec.gpus.unwrap_or(wish.spec.nodes.saturating_mul(wish.spec.system.gpus_per_node));
    args.given.failure(error, wish, gpus).unwrap_or_else(|| failure(error, wish))
}

/// The flag that an error is about.
fn failure(error: &PlanError, wish: &Wish<'_>) -> Failure {
    let flag = match error {
        PlanError::Topology(error) => return say::about_topology(error, &wish.spec),
        PlanError::NoLayout { .. } | PlanError::Train(TrainError::Sim(_)) => "--global-batch",
        PlanError::NothingFits { .. } | PlanError::Train(_) => "--nodes",
    };
    Failure::new(flag, error.line())
}

fn row(args: &Plan, model: &Model, spec: &ClusterSpec, step: &Trained) -> Row {
    let seconds = step.iteration.as_secs();
    let tokens = f64::from(step.layout.global_batch) * f64::from(model.seq);
    Row {
        iteration_time_s: round(seconds, 6),
        tokens_per_s: round(tokens / seconds, 1),
        mfu: round(step.mfu, 5),
        compute_fraction: round(step.compute_fraction, 6),
        exposed_comm_fraction: round(step.exposed_comm_fraction, 6),
        bubble_fraction: round(step.bubble_fraction, 6),
        memory_bytes: step.memory.total().0,
        flags: flags(args, spec, step),
    }
}

/// What to type after `kitchen train`.
fn flags(args: &Plan, spec: &ClusterSpec, step: &Trained) -> String {
    let layout = &step.layout;
    let mut out = String::new();
    let config = args.config.as_ref().map(|path| path.display().to_string());
    for (flag, value) in [("--model", &args.model), ("--config", &config), ("--shape", &args.shape)] {
        if let Some(value) = value {
            let _ = write!(out, "{flag} {value} ");
        }
    }
    let _ = write!(out, "--system {} --nodes {}", args.machine.named(), spec.nodes);
    if let Some(gpus) = spec.gpus {
        let _ = write!(out, " --gpus {gpus}");
    }
    if let Some(seq) = args.seq {
        let _ = write!(out, " --seq {seq}");
    }
    let chunks = if layout.schedule.is_interleaved() { layout.schedule.chunks() } else { 0 };
    let ways = [
        ("tp", layout.tensor, 1),
        ("cp", layout.context, 1),
        ("ep", layout.expert, 1),
        ("pp", layout.pipeline, 1),
        ("zero", layout.sharding.zero.stage(), 0),
        ("micro-batch", layout.micro_batch, 1),
        ("chunks", chunks, 0),
    ];
    for (name, value, usual) in ways {
        if value > usual {
            let _ = write!(out, " --{name} {value}");
        }
    }
    if layout.pipeline > 1 {
        let _ = write!(out, " --schedule {}", layout.schedule.id());
    }
    let (recompute, attention) = (layout.recompute.id(), layout.recipe.attention.id());
    let _ = write!(out, " --global-batch {} --recompute {recompute} --attention {attention}", layout.global_batch);
    if layout.offload != Offload::Nothing {
        let _ = write!(out, " --offload {}", layout.offload.id());
    }
    if args.precision != "bf16" {
        let _ = write!(out, " --precision {}", args.precision);
    }
    for (flag, is_on) in [
        (" --sequence-parallel", layout.sequence_parallel),
        (" --overlap", layout.recipe.overlap_data),
        (" --overlap-tensor", layout.recipe.overlap_tensor),
    ] {
        out += if is_on { flag } else { "" };
    }
    out
}

/// Other clusters: faster cards, twice the servers, and as many GPUs of each other system.
fn others(spec: &ClusterSpec, gpus: u32) -> Vec<ClusterSpec> {
    let mut all = Vec::new();
    let fabric = spec.fabric;
    if spec.nodes > 1 && PORT_RATES.contains(&(fabric.gbit_per_nic * 2)) {
        all.push(ClusterSpec { fabric: fabric.with_nics(fabric.nics_per_node, fabric.gbit_per_nic * 2), ..*spec });
    }
    if spec.gpus.is_none() {
        all.push(ClusterSpec { nodes: spec.nodes.saturating_mul(2), ..*spec });
    }
    for system in topology::all_systems().filter(|system| system.id != spec.system.id) {
        let nodes = gpus.div_ceil(system.gpus_per_node);
        let part = (!gpus.is_multiple_of(system.gpus_per_node)).then_some(gpus);
        all.push(ClusterSpec { gpus: part, ..ClusterSpec::new(system, nodes) });
    }
    all
}

/// What each other cluster does at its best, the fastest first.
fn invest(args: &Plan, wish: &Wish<'_>, now: &Found, limits: Limits, ear: &mut Ear<'_>) -> Vec<Investment> {
    let Some(best) = now.best.first() else { return Vec::new() };
    let limits = Limits { wanted: 1, ..limits };
    let of = |spec: ClusterSpec| {
        let changed = spec.system.id == wish.spec.system.id && spec.fabric != wish.spec.fabric;
        let whole = spec.nodes.saturating_mul(spec.system.gpus_per_node);
        let mut one = Investment {
            system: spec.system.id,
            nodes: spec.nodes,
            gpus: spec.gpus.unwrap_or(whole),
            gbit_per_nic: changed.then_some(spec.fabric.gbit_per_nic),
            faster: None,
            is_proven: None,
            plan: None,
            why: None,
        };
        match search(&Wish { spec, ..*wish }, limits, ear) {
            Ok(found) => {
                let step = found.best.first();
                one.faster = step.map(|step| round(best.iteration.as_secs() / step.iteration.as_secs(), 3));
                one.is_proven = Some(found.is_proven());
                one.plan = step.map(|step| row(args, wish.model, &spec, step));
            }
            Err(error) => one.why = Some(error.line().say(ear.lang)),
        }
        one
    };
    let mut all: Vec<Investment> = others(&wish.spec, best.gpus).into_iter().map(of).collect();
    all.sort_by(|a, b| b.faster.partial_cmp(&a.faster).unwrap_or(std::cmp::Ordering::Equal));
    all
}

fn print(answer: &Answer, found: &Found, lang: Lang) -> String {
    let mut out = String::new();
    let heads = ["step_s", "tokens_per_s", "mfu", "compute", "exposed", "bubble", "memory_GB"];
    for head in heads {
        let _ = write!(out, "{}", right(head, 13));
    }
    out.push_str("  layout\n");
    for (row, step) in answer.plans.iter().zip(&found.best) {
        out += &numbers(row);
        let _ = writeln!(out, "  {}", ways(step));
    }
    let _ = writeln!(out, "{}", reach(answer, lang));
    if answer.refused > 0 {
        let _ = writeln!(out, "{}", Line::from(msg::PlanRefused { refused: count(answer.refused) }).say(lang));
    }
    let _ = writeln!(out, "{}", answer.space.say(lang));
    if let Some(first) = answer.plans.first() {
        let _ = writeln!(out, "{}\n  kitchen train {} --explain", Line::new(key::PLAN_AGAIN).say(lang), first.flags);
    }
    if !answer.investments.is_empty() {
        let _ = writeln!(out, "{}", Line::new(key::PLAN_INVEST).say(lang));
        let (buys, rest): (Vec<_>, Vec<_>) = answer.investments.iter().partition(|one| one.faster >= Some(WORTH));
        for one in &buys {
            out += &invested(one);
        }
        let slower = rest.iter().filter(|one| one.plan.is_some()).count();
        let none = rest.len() - slower;
        let _ = writeln!(out, "{}", Line::from(msg::PlanRest { slower: count(slower), none: count(none) }).say(lang));
    }
    out
}

/// A line of figures.
fn numbers(row: &Row) -> String {
    let cells = [
        format!("{:.4}", row.iteration_time_s),
        format!("{:.0}", row.tokens_per_s),
        format!("{:.4}", row.mfu),
        format!("{:.4}", row.compute_fraction),
        format!("{:.4}", row.exposed_comm_fraction),
        format!("{:.4}", row.bubble_fraction),
        format!("{:.1}", row.memory_bytes as f64 / 1e9),
    ];
    cells.iter().map(|cell| right(cell, 13)).collect()
}

/// A layout in the field's letters.
fn ways(step: &Trained) -> String {
    let layout = &step.layout;
    let mut out = format!("tp {} pp {} dp {}", layout.tensor, layout.pipeline, layout.data);
    let more = [("cp", layout.context), ("ep", layout.expert), ("zero", layout.sharding.zero.stage())];
    for (name, value) in more {
        if value > u32::from(name != "zero") {
            let _ = write!(out, " {name} {value}");
        }
    }
    let _ = write!(out, " mb {}", layout.micro_batch);
    match layout.schedule {
        _ if layout.pipeline == 1 => {}
        one if one.is_interleaved() => {
            let _ = write!(out, " {} {}", one.id(), one.chunks());
        }
        other => {
            let _ = write!(out, " {}", other.id());
        }
    }
    let _ = write!(out, " recompute {}", layout.recompute.id());
    if layout.offload != Offload::Nothing {
        let _ = write!(out, " offload {}", layout.offload.id());
    }
    out
}

/// How far the search went, in a sentence.
fn reach(answer: &Answer, lang: Lang) -> String {
    let [legal, fit, simulated] = [answer.legal, answer.fit, answer.simulated].map(count);
    let line = if answer.is_proven {
        Line::from(msg::PlanProven { legal, fit, simulated })
    } else {
        let bound = Time::from_secs_f64(answer.left_out_s.unwrap_or(0.0));
        Line::from(msg::PlanCutShort { legal, fit, simulated, bound })
    };
    line.say(lang)
}

fn invested(one: &Investment) -> String {
    let rate = one.gbit_per_nic.map(|rate| format!(" {rate}G")).unwrap_or_default();
    let name = format!("{} x {}{rate}", one.system, one.nodes);
    let (name, gpus) = (left(&name, 30), format!("{} GPUs", one.gpus));
    match (&one.plan, &one.why) {
        (Some(plan), _) => {
            let faster = one.faster.map(|by| format!("x {by:.2}")).unwrap_or_default();
            let flag = if one.is_proven == Some(false) { " ~" } else { "" };
            format!(
                "  {name}{}{}{}{flag}\n",
                right(&gpus, 12),
                right(&format!("{:.4} s", plan.iteration_time_s), 14),
                right(&faster, 9)
            )
        }
        (None, Some(why)) => format!("  {name}{}  {why}\n", right(&gpus, 12)),
        _ => String::new(),
    }
}
