//! `kitchen plan --famous [NAME]`: published runs, and whether there is a better plan for them.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Command;
use clap::parser::ValueSource;
use kitchen_core::workload::planner::{self, Found, Limits};
use kitchen_core::workload::{Trained, train};
use kitchen_story::famous::{FAMOUS, Famous, Verdict, find};
use kitchen_story::sentences::Sentence as _;
use kitchen_text::{Lang, Line, Number, Words, count, key, msg, tr};
use serde::Serialize;

use super::ways;
use crate::configs;
use crate::out::Done;
use crate::progress::Progress;
use crate::say::{self, Failure, left, right, round};
use crate::validate::training::{Near, nearest};

/// Validated runs that a run is told beside, with itself.
const RUNS: usize = 5;
/// The search that an answer comes from.
const LIMITS: Limits = Limits { wanted: 1, simulated: 200 };

#[derive(Serialize)]
struct Answer {
    run: &'static str,
    name: &'static str,
    source: &'static str,
    /// In `assets/reference/throughput.csv`.
    row: &'static str,
    system: &'static str,
    gpus: u32,
    model: &'static str,
    global_batch: u32,
    seq: u32,
    published: Side,
    /// Of a step, as published.
    measured_s: f64,
    error_percent: f64,
    best: Side,
    /// Steps a second, the best plan's over the published one's, both simulated.
    gain: f64,
    /// Were the simulation off for one of the two and for the other as it is for the nearest runs.
    gain_range: [f64; 2],
    verdict: &'static str,
    #[serde(skip)]
    judged: Verdict,
    legal: usize,
    fit: usize,
    simulated: usize,
    is_proven: bool,
    error_least_percent: f64,
    error_most_percent: f64,
    nearest: Vec<String>,
}

#[derive(Serialize)]
struct Side {
    plan: String,
    simulated_s: f64,
    compute_fraction: f64,
    exposed_comm_fraction: f64,
    bubble_fraction: f64,
    memory_bytes: u64,
}

impl Side {
    fn of(step: &Trained) -> Side {
        Side {
            plan: ways(step),
            simulated_s: round(step.iteration.as_secs(), 6),
            compute_fraction: round(step.compute_fraction, 6),
            exposed_comm_fraction: round(step.exposed_comm_fraction, 6),
            bubble_fraction: round(step.bubble_fraction, 6),
            memory_bytes: step.memory.total().0,
        }
    }
}

/// Answers, where famous runs are asked for: what else `plan` wants to be told is in them.
pub(crate) fn run(words: &[OsString], at: usize, known: &Command, lang: Lang) -> Option<Result<Done, Failure>> {
    let is = |name: &str| words.iter().any(|word| word == name);
    let is_named = is("--famous") || words.iter().any(|word| word.to_string_lossy().starts_with("--famous="));
    let is_asked = words.get(at).is_some_and(|word| word == "plan") && is_named;
    if !is_asked || ["-h", "--help", "-V", "--version"].into_iter().any(is) {
        return None;
    }
    Some(asked(words, known, lang))
}

fn asked(words: &[OsString], known: &Command, lang: Lang) -> Result<Done, Failure> {
    let mut loose = known.clone().mut_subcommand("plan", |sub| sub.mut_args(|arg| arg.required(false)));
    let all = std::iter::once(OsString::from("kitchen")).chain(words.iter().cloned());
    let matches = loose.try_get_matches_from_mut(all).map_err(|error| configs::refused(&error, words, known))?;
    let Some(typed) = matches.subcommand_matches("plan") else { return Ok(Done::default()) };
    let goes_with = |name: &str| ["famous", "json", "lang"].contains(&name);
    let is_typed = |name: &str| typed.value_source(name) == Some(ValueSource::CommandLine);
    if let Some(other) = typed.ids().map(clap::Id::as_str).find(|name| !goes_with(name) && is_typed(name)) {
        let with = Words::from("--famous");
        return Err(Failure::new(format!("--{}", other.replace('_', "-")), msg::CliNotWith { with }.into()));
    }
    let runs: Vec<&Famous> = match typed.get_one::<String>("famous") {
        Some(name) => {
            vec![find(name).ok_or_else(|| say::unknown("--famous", name, FAMOUS.iter().map(|run| run.id)))?]
        }
        None => FAMOUS.iter().collect(),
    };
    let mut progress = Progress::new(runs.len(), lang);
    let mut answers = Vec::new();
    for (done, run) in runs.into_iter().enumerate() {
        progress.at(done);
        answers.push(answered(run).map_err(|line| Failure::new(format!("--famous {}", run.id), line))?);
    }
    drop(progress);
    let text = if typed.get_flag("json") { say::json(&answers) } else { table(&answers, lang) };
    Ok(Done { text, ..Done::default() })
}

/// The published step and the best plan's, simulated.
fn simulated(run: &Famous) -> Result<(Trained, Found), Line> {
    let Some(model) = run.model() else { return Err(msg::PlanFamousModel { name: run.model.into() }.into()) };
    let published = train(&model, &run.spec(), &run.layout).map_err(|error| error.line())?;
    let found = planner::search(&run.wish(&model), LIMITS, &mut |_, _| ()).map_err(|error| error.line())?;
    Ok((published, found))
}

/// The published runs nearest to it, and itself, with how far the simulation is off for each.
fn near(run: &Famous, published: &Trained) -> Vec<Near> {
    let mut near = vec![Near { id: run.row.to_owned(), error_percent: error(run, published) }];
    let others = run.model().map(|model| nearest(&model, run.system.gpu.id, RUNS)).unwrap_or_default();
    near.extend(others.into_iter().filter(|other| other.id != run.row).take(RUNS - 1));
    near
}

fn error(run: &Famous, published: &Trained) -> f64 {
    round((published.iteration.as_secs() / run.measured.as_secs() - 1.0) * 100.0, 2)
}

/// The least and the most of them, tenths of a percent.
fn off(near: &[Near]) -> [i32; 2] {
    let tenths = || near.iter().map(|near| (near.error_percent * 10.0).round() as i32);
    [tenths().min().unwrap_or(0), tenths().max().unwrap_or(0)]
}

fn answered(run: &Famous) -> Result<Answer, Line> {
    let (published, found) = simulated(run)?;
    let best = found.best.first().copied().unwrap_or(published);
    let near = near(run, &published);
    let [least, most] = off(&near);
    let judged = Verdict::of(run, published.iteration, best.iteration);
    Ok(Answer {
        run: run.id,
        name: run.name,
        source: run.source,
        row: run.row,
        system: run.system.id,
        gpus: published.gpus,
        model: run.model,
        global_batch: run.layout.global_batch,
        seq: run.model().map_or(0, |model| model.seq),
        measured_s: run.measured.as_secs(),
        error_percent: error(run, &published),
        gain: round(published.iteration.as_secs() / best.iteration.as_secs(), 4),
        gain_range: run.gains(published.iteration, best.iteration).map(|gain| round(gain, 4)),
        verdict: judged.id(),
        judged,
        legal: found.legal,
        fit: found.fit,
        simulated: found.simulated,
        is_proven: found.is_proven(),
        error_least_percent: f64::from(least) / 10.0,
        error_most_percent: f64::from(most) / 10.0,
        nearest: near.into_iter().map(|near| near.id).collect(),
        published: Side::of(&published),
        best: Side::of(&best),
    })
}

fn table(answers: &[Answer], lang: Lang) -> String {
    let mut out = String::new();
    let heads = [("published_s", 13), ("simulated_s", 13), ("error_%", 9), ("best_s", 11), ("gain", 8), ("range", 15)];
    let line: String = heads.iter().map(|(head, width)| right(head, *width)).collect();
    let _ = writeln!(out, "{}{line}", left("", 14));
    for one in answers {
        let cells = [
            format!("{:.3}", one.measured_s),
            format!("{:.3}", one.published.simulated_s),
            format!("{:+.1}", one.error_percent),
            format!("{:.3}", one.best.simulated_s),
            format!("x{:.3}", one.gain),
            format!("x{:.2}..{:.2}", one.gain_range[0], one.gain_range[1]),
        ];
        let line: String = cells.iter().zip(heads).map(|(cell, (_, width))| right(cell, width)).collect();
        let flag = if one.is_proven { "" } else { " ~" };
        let _ = writeln!(out, "{}{line}{flag}", left(one.run, 14));
    }
    for one in answers {
        let _ = writeln!(out, "{}: {}, {}", one.run, one.name, one.source);
        let _ = writeln!(out, "  published  {}\n  best       {}", one.published.plan, one.best.plan);
        let gains = Words::from(format!("{:.2}-{:.2}", one.gain_range[0], one.gain_range[1]));
        let line: Line = match one.judged {
            Verdict::Better => msg::PlanFamousBetter { gain: Number(one.gain, 2), gains }.into(),
            Verdict::Alike => msg::PlanFamousAlike { gain: Number(one.gain, 2), gains }.into(),
            Verdict::None => msg::PlanFamousNone { fit: count(one.fit), simulated: count(one.simulated) }.into(),
        };
        let _ = writeln!(out, "  {}", line.say(lang));
        let runs = Words::from(one.nearest.join(", "));
        let (least, most) = (Number(one.error_least_percent, 1), Number(one.error_most_percent, 1));
        let _ = writeln!(out, "  {}", Line::from(msg::PlanFamousNear { least, most, runs }).say(lang));
    }
    let _ = writeln!(out, "{}", tr(lang, key::PLAN_FAMOUS_HOW));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::training::published;

    /// Each run is its row of the published figures: it takes the same time, simulated and measured, and what it says of the simulation's
    /// error is what the nearest rows give.
    #[test]
    fn each_run_is_its_row() {
        for run in &FAMOUS {
            let model = run.model().expect("a published shape");
            let step = train(&model, &run.spec(), &run.layout).expect("a step");
            let row = published(run.row).expect("a row");
            assert_eq!((step.iteration, run.measured), row, "{}", run.id);
            assert_eq!(off(&near(run, &step)), run.off, "{}", run.id);
        }
    }
}
