//! What the page for programmers must hold: each line that is typed is understood, each snippet asks what the page answers, what is installed is there.

use kitchen_command::request::Asked;
use serde_json::{Value, json};

use super::*;
use crate::snippets::{Call, calls, printed};

fn shell() -> Shell {
    Shell::with(Lang::En, FILES).expect("a folder")
}

#[test]
fn it_is_written_in_both_languages_and_its_stage_is_alive() {
    for lang in Lang::WHOLE {
        let page = write(lang, ELSEWHERE).expect("a page");
        let check = |part: &str, times: usize| assert_eq!(page.matches(part).count(), times, "{part}");
        check("<collective-kitchen ", 1);
        check("<script src=\"embed.js\" async>", 1);
        check("<h2 id=", SECTIONS.len());
        check("style=", 0);
        // An odd backtick would turn the rest of a paragraph into code.
        let prose = page.split("<pre").map(|part| part.split("</pre>").last().unwrap_or_default());
        assert!(prose.into_iter().all(|text| !text.contains('`')), "a backtick is left");
    }
}

#[test]
fn the_addresses_are_those_of_the_site() {
    let page = write(Lang::En, "https://kitchen.test/").expect("a page");
    assert!(!page.contains(ELSEWHERE) && page.matches("https://kitchen.test/").count() == 2);
}

#[test]
fn each_line_is_answered_with_the_status_that_is_told() {
    let check = |line: &str, status: u8| {
        let done = shell().run(line).expect(line);
        assert_eq!((done.status, done.text.is_empty()), (status, status == 2), "{line}: {:?}", done.notes);
    };
    for line in REFERENCE.iter().chain([&MEETING, &MEETING_JSON, &STEP, &BUY, &IMPORT, &PERFETTO, &ASTRA]) {
        check(line, 0);
    }
    for ((_, line), status) in STATUSES.iter().zip(0..) {
        check(line, status);
    }
    assert!(shell().run("curl example.org").is_err());
}

#[test]
fn files_are_written_where_they_are_named() {
    let shell = shell();
    for line in OWN.iter().chain([&PERFETTO, &ASTRA]) {
        let said = answered(&shell, line, 0).expect(line);
        assert!(!said.contains("kitchen-programmers-"), "{said}");
    }
    let text = |name: &str| std::fs::read_to_string(shell.file(name)).expect(name);
    assert!(text("dgx-h100.toml").starts_with("name = \"dgx-h100\""));
    for name in ["system.schema.json", "trace.json", "astra-set/system.json"] {
        assert!(serde_json::from_str::<Value>(&text(name)).is_ok_and(|it| it.is_object()), "{name}");
    }
    // What was printed is itself a file that can be given.
    answered(&shell, "kitchen collective --system dgx-h100.toml --bytes 1GiB", 0).expect("the preset again");
}

#[test]
fn the_table_ends_before_the_sentences() {
    let text = answered(&shell(), BUY, 0).expect("purchases");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[BUY_LINES - 1].starts_with("memory "), "{}", lines[BUY_LINES - 1]);
    assert!(lines[BUY_LINES].starts_with("The best now is"), "{}", lines[BUY_LINES]);
}

#[test]
fn the_stage_takes_as_long_as_the_command_says() {
    let done = shell().run(MEETING_JSON).expect("an answer");
    let told: Value = serde_json::from_str(&done.text).expect("JSON");
    let runs = STAGE.show().expect("a run").runs;
    let exchange = runs.last().expect("two kitchens").trace.makespan;
    assert_eq!((exchange.as_us() * 1e3).round() / 1e3, told["time_us"].as_f64().expect("a time"));
}

#[test]
fn calls_are_read_in_both_languages() {
    let check = |snippet: &str, asked: Asked, flags: &Value| {
        let given: Vec<(String, Value)> =
            flags.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())).collect();
        let mut found = calls(snippet).expect(snippet);
        for call in &mut found {
            call.flags.sort_by(|a, b| a.0.cmp(&b.0));
        }
        assert_eq!(found, [Call { asked, flags: given }], "{snippet}");
    };
    let flags = json!({"bytes": "1GiB", "explain": true, "global-batch": 64});
    check("kitchen.plan(bytes=\"1GiB\", explain=True, global_batch=64)", Asked::Plan, &flags);
    check("await plan({ bytes: \"1GiB\", explain: true, \"global-batch\": 64 }, {", Asked::Plan, &flags);
    check("kitchen.infer()", Asked::Infer, &json!({}));
    assert!(calls("kitchen.infer(batch)").is_err());
    assert!(calls("import { plan } from \"collective-kitchen\"; explan(1)").is_ok_and(|found| found.is_empty()));
}

/// The same questions in Python and JavaScript have the answers that the terminal has.
#[test]
fn snippets_print_what_the_terminal_says() {
    let python = printed(snippets::PYTHON_ASK, Lang::En).expect("answers");
    let script = printed(snippets::NPM_ASK, Lang::En).expect("answers");
    assert_eq!(python.lines().count(), 3, "{python}");
    assert_eq!(script.lines().collect::<Vec<_>>(), python.lines().take(2).collect::<Vec<_>>());
    let said = answered(&shell(), MEETING, 0).expect("an answer");
    for word in python.lines().next().unwrap_or_default().split(' ') {
        assert!(said.contains(word), "{word} is not in {said}");
    }
}

#[test]
fn the_part_for_dask_is_whole() {
    let part = part(snippets::PYTHON_DASK, "    with Client(", "    best =");
    assert_eq!(part.lines().count(), 2, "{part}");
    assert!(part.contains("map=lambda"), "{part}");
}

#[test]
fn what_is_installed_is_there() {
    let check = |manifest: &str, holds: &str| assert!(manifest.contains(holds), "{holds}");
    check(include_str!("../../Cargo.toml"), "[[bin]]\nname = \"kitchen\"");
    check(include_str!("../../src/core/Cargo.toml"), "name = \"kitchen-core\"");
    assert!(installed("rust").ends_with("/src/core") && snippets::RUST.contains(RUST));
    let python = include_str!("../../python/pyproject.toml");
    check(python, "requires-python = \">=3.10\"");
    let extras = installed("python").split_once('[').and_then(|(_, rest)| rest.split_once(']')).expect("extras").0;
    extras.split(',').for_each(|extra| check(python, &format!("\n{extra} = [")));
    check(include_str!("../../xtask/src/npm.rs"), "site::dist().join(\"pkg\")");
}
