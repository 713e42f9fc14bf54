//! `kitchen run SCENARIO.json --trace OUT.json`.

use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use serde_json::Value;

use crate::kitchen::kitchen_with;

/// A scenario file with the default values of a kind, as the documentation describes it.
fn file(kind: &str, scenario: &Scenario) -> String {
    let values: String =
        scenario.entries().map(|(param, value)| format!(", \"{}\": \"{}\"", param.id, param.write(value))).collect();
    format!("{{\"kind\": \"{kind}\"{values}}}")
}

#[test]
fn a_run_leaves_a_trace_that_other_tools_open() {
    let folder = std::env::temp_dir().join(format!("kitchen-run-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for kind in chapters::kinds() {
        let name = kind.id;
        let (scenario, trace) = (folder.join(format!("{name}.json")), folder.join(format!("{name}.trace.json")));
        std::fs::write(&scenario, file(name, &Scenario::default_for(kind))).expect("a file");
        let said = kitchen_with(&["run", &scenario.to_string_lossy(), "--trace", &trace.to_string_lossy()]);
        assert_eq!(said.status, 0, "{name}: {}", said.err);
        let trace: Value = serde_json::from_str(&std::fs::read_to_string(&trace).expect("a trace")).expect("JSON");
        let events = trace["traceEvents"].as_array().expect("traceEvents");
        let spans: Vec<&Value> = events.iter().filter(|event| event["ph"] == "X").collect();
        assert!(!spans.is_empty(), "{name}");
        for span in &spans {
            assert!(span["ts"].is_number() && span["dur"].as_f64().is_some_and(|dur| dur >= 0.0), "{name}: {span}");
            assert!(span["name"].is_string() && !span["pid"].is_null() && !span["tid"].is_null(), "{name}: {span}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// A device may never end, and a pipe nobody writes to keeps its reader waiting.
#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_refused_at_once() {
    let pipe = std::env::temp_dir().join(format!("kitchen-pipe-{}", std::process::id()));
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts");
    assert!(made.success());
    for path in [pipe.to_string_lossy().as_ref(), "/dev/zero", "/dev/tty", "/"] {
        for lang in ["ja", "en"] {
            let said = kitchen_with(&["run", path, "--lang", lang]);
            assert_eq!((said.status, said.out.as_str()), (2, ""), "{path}");
            assert!(said.err.starts_with(path), "{}", said.err);
        }
    }
    std::fs::remove_file(&pipe).expect("it goes");
}
