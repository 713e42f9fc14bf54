//! The snippets, which are files that other tests run, and what they print: the calls in them are read and answered by the command line's own code.

use kitchen_command::request::{self, Asked};
use kitchen_text::Lang;
use serde_json::Value;

/// Run by `python/tests/test_papers.py`.
pub(crate) const PYTHON_ASK: &str = include_str!("../../python/examples/ask.py");
pub(crate) const PYTHON_FRAMES: &str = include_str!("../../python/examples/frames.py");
pub(crate) const PYTHON_PROCESSES: &str = include_str!("../../python/examples/processes.py");
pub(crate) const PYTHON_DASK: &str = include_str!("../../python/examples/dask_cluster.py");
pub(crate) const PYTHON_WIDGET: &str = include_str!("../../python/examples/widget.py");

/// Run by `npm/tests/answers.test.mjs`; the last by `tests/browser/pages/npm.test.mjs`, in a page.
pub(crate) const NPM_ASK: &str = include_str!("../../npm/examples/ask.js");
pub(crate) const NPM_LONG: &str = include_str!("../../npm/examples/long.js");
pub(crate) const NPM_MOUNT: &str = include_str!("../../npm/examples/mount.js");

/// Compiled with this program.
pub(crate) const RUST: &str = include_str!("../all_reduce.rs");

/// A command that a snippet asks, and with which flags.
#[derive(Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) asked: Asked,
    pub(crate) flags: Vec<(String, Value)>,
}

/// The calls of a snippet, in Python or in JavaScript, in their order. Their values hold neither commas nor brackets.
pub(crate) fn calls(snippet: &str) -> Result<Vec<Call>, String> {
    let mut found = Vec::new();
    for asked in Asked::ALL {
        for (at, name) in snippet.match_indices(&format!("{}(", asked.id())) {
            if snippet[..at].ends_with(['.', ' ']) {
                let given = snippet[at + name.len()..].split([')', '}']).next().unwrap_or_default();
                found.push((at, Call { asked, flags: flags(given)? }));
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    Ok(found.into_iter().map(|(_, call)| call).collect())
}

/// `nodes=2, bytes="1GiB"`, or `{ nodes: 2, bytes: "1GiB" }`.
fn flags(given: &str) -> Result<Vec<(String, Value)>, String> {
    let pairs = given.trim().trim_matches(['{', '}']).split(',').filter(|pair| !pair.trim().is_empty());
    let flag = |pair: &str| {
        let (name, value) = pair.split_once(['=', ':']).ok_or_else(|| format!("no value: {pair}"))?;
        let value = match value.trim() {
            "True" => Ok(Value::Bool(true)),
            value => serde_json::from_str(value).map_err(|fault| format!("{value}: {fault}")),
        };
        Ok((name.trim().trim_matches('"').replace('_', "-"), value?))
    };
    pairs.map(flag).collect()
}

/// What a snippet prints whose each call is followed by a line that prints fields of its answer.
pub(crate) fn printed(snippet: &str, lang: Lang) -> Result<String, String> {
    let prints = snippet.lines().filter(|line| line.starts_with("print(") || line.starts_with("console.log("));
    let mut lines = Vec::new();
    for (call, print) in calls(snippet)?.iter().zip(prints) {
        let answer = request::answer(call.asked, &call.flags, lang).map_err(|refused| refused.to_string())?;
        let answer: Value = serde_json::from_str(&answer.text).map_err(|fault| fault.to_string())?;
        let inside = print.split_once('(').map_or("", |(_, rest)| rest);
        let fields = inside.split(')').next().unwrap_or_default().split(", ");
        let said: Result<Vec<String>, String> = fields.map(|field| value(&answer, field)).collect();
        lines.push(said?.join(" "));
    }
    Ok(lines.join("\n"))
}

/// `step.plans[0].mfu` of an answer, as both languages print it.
fn value(answer: &Value, field: &str) -> Result<String, String> {
    let path = field.split_once('.').map_or("", |(_, path)| path.strip_prefix("answer.").unwrap_or(path));
    let pointer = format!("/{}", path.replace(['.', '['], "/").replace(']', ""));
    match answer.pointer(&pointer) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(number @ Value::Number(_)) => Ok(number.to_string()),
        other => Err(format!("{field} is {other:?}")),
    }
}
