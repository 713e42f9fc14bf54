//! `kitchen run SCENARIO.json [--trace OUT.json]`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use clap::Args;
use kitchen_core::analysis::attribution;
use kitchen_core::run;
use kitchen_story::chapters;
use kitchen_story::scenario::{Kind, Scenario, raw};
use kitchen_story::show::{self, Show};
use kitchen_story::taken;
use kitchen_text::{Lang, Line, key, msg, tr};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::out::Done;
use crate::say::{self, Failure, round};

#[derive(Args, Debug)]
pub(crate) struct Run {
    scenario: PathBuf,
    #[arg(long, value_name = "OUT.json")]
    trace: Option<PathBuf>,
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    kind: &'static str,
    runs: Vec<RunAnswer>,
}

#[derive(Serialize)]
struct RunAnswer {
    /// Which of several it is, where they have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    which: Option<&'static str>,
    system: &'static str,
    nodes: u32,
    gpus: usize,
    makespan_us: f64,
    compute_fraction: f64,
    exposed_comm_fraction: f64,
    bubble_fraction: f64,
    tasks: usize,
    digest: String,
}

/// A scenario is a handful of keys; a larger file is not one.
const LIMIT_BYTES: u64 = 1 << 20;

pub(crate) fn run(args: &Run, lang: Lang) -> Result<Done, Failure> {
    let (scenario, problems) = read(&args.scenario)?;
    let name = args.scenario.display().to_string();
    let notes = problems.into_iter().map(|problem| Failure::new(&name, problem).say(lang)).collect();
    let show = show::run(&scenario).map_err(|line| Failure::new(args.scenario.display().to_string(), line))?;
    if let Some(path) = &args.trace {
        let name = path.display().to_string();
        let fail =
            |error: std::io::Error| Failure::new(name, Line::from(msg::ErrFileWrite { why: error.to_string().into() }));
        fs::write(path, taken::trace(&show)).map_err(fail)?;
    }
    let answer = Answer { kind: scenario.kind.id, runs: describe(&show, lang) };
    let text = if args.json { say::json(&answer) } else { print(&answer) };
    Ok(Done { text, notes, status: 0 })
}

fn print(answer: &Answer) -> String {
    let tables = answer.runs.iter().map(|run| {
        let which = run.which.map(|which| ("which", which.to_owned()));
        let rows = which.into_iter().chain([
            ("system", run.system.to_owned()),
            ("nodes", run.nodes.to_string()),
            ("gpus", run.gpus.to_string()),
            ("makespan_us", run.makespan_us.to_string()),
            ("compute_fraction", run.compute_fraction.to_string()),
            ("exposed_comm_fraction", run.exposed_comm_fraction.to_string()),
            ("bubble_fraction", run.bubble_fraction.to_string()),
            ("digest", run.digest.clone()),
        ]);
        say::table(&rows.collect::<Vec<_>>())
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// The kind of that name, or of the chapter of that name.
fn kind(id: &str) -> Option<Kind> {
    chapters::kind(id).or_else(|| chapters::named(id).map(|chapter| chapter.kind))
}

/// Reads a scenario file; wrong values become the nearest valid ones, each with a sentence.
pub(crate) fn read(path: &Path) -> Result<(Scenario, Vec<Line>), Failure> {
    let name = path.display().to_string();
    let fail = |line| Failure::new(name.clone(), line);
    let bytes = say::file(path, LIMIT_BYTES, Line::new(key::ERR_FILE_LONG))?;
    let unreadable = |why: String| fail(Line::from(msg::ErrFileOpen { why: why.into() }));
    let text = String::from_utf8(bytes).map_err(|error| unreadable(error.utf8_error().to_string()))?;
    // Some editors put a byte-order mark first.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let unlike = |error: serde_json::Error| fail(Line::from(msg::ErrFileJson { why: error.to_string().into() }));
    let value: Value = serde_json::from_str(text).map_err(unlike)?;
    let kinds = || chapters::kinds().map(|kind| kind.id).collect::<Vec<_>>().join(", ");
    let without_kind = || fail(Line::from(msg::ErrFileKind { list: kinds().into() }));
    if !value.is_object() {
        return Err(without_kind());
    }
    let Entries(entries) = serde_json::from_str(text).map_err(unlike)?;
    let mut seen = BTreeSet::new();
    if let Some((twice, _)) = entries.iter().find(|(id, _)| !seen.insert(id)) {
        return Err(fail(Line::from(msg::ErrFileTwice { key: raw::quote(twice).into() })));
    }
    let kind = value.get("kind").and_then(Value::as_str).and_then(kind).ok_or_else(without_kind)?;
    let pairs: Vec<(String, String)> = entries
        .into_iter()
        .filter(|(id, _)| id != "kind")
        .map(|(id, value)| (id, value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        .collect();
    Ok(raw::parse(kind, pairs.iter().map(|(id, value)| (id.as_str(), value.as_str()))))
}

/// The entries of an object as they are written, a key written twice among them.
pub(crate) struct Entries(pub(crate) Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Entries, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        from.deserialize_map(Reader)
    }
}

fn describe(show: &Show, lang: Lang) -> Vec<RunAnswer> {
    // One run's lanes are its GPUs'.
    let names = if show.runs.len() > 1 { (show.scenario.kind.lanes)(&show.scenario) } else { &[] };
    let one = |(at, run): (usize, &run::Run)| {
        let parts = attribution(&run.graph, &run.trace, run.topology.gpus.len());
        RunAnswer {
            which: names.get(at).map(|name| tr(lang, *name)),
            system: run.topology.system,
            nodes: run.topology.nodes,
            gpus: run.topology.gpus.len(),
            makespan_us: round(run.trace.makespan.as_us(), 6),
            compute_fraction: round(parts.compute_fraction(), 6),
            exposed_comm_fraction: round(parts.exposed_comm_fraction(), 6),
            bubble_fraction: round(parts.bubble_fraction(), 6),
            tasks: run.graph.len(),
            digest: format!("{:016x}", run.trace.digest()),
        }
    };
    show.runs.iter().enumerate().map(one).collect()
}
