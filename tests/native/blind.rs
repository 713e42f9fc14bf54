//! Predictions that were committed before anybody measured: `assets/reference/gpu_blind.csv` against one H100 and one H200. Nothing is
//! fitted to them. The bounds say what was found; a change of the model may only draw them in.

use std::collections::BTreeMap;

use crate::kitchen::{json, kitchen, number};

/// Of each kind of row: how it was run, how many there are, and the largest and the median error that were found, percent.
const FOUND: [(&str, &str, usize, f64, f64); 5] = [
    ("train-step", "compiled", 16, 5.2, 2.0),
    ("train-step", "eager", 16, 17.6, 8.0),
    ("train-memory", "compiled", 16, 30.6, 10.5),
    ("decode", "graph", 6, 61.5, 27.5),
    ("prefill", "compiled", 6, 66.9, 12.1),
];

/// What the command answers today, in the row's unit.
fn today(what: &str, command: &str) -> f64 {
    let said = json(&format!("{} --json", command.trim_start_matches("kitchen ")));
    match what {
        "train-step" => number(&said, "iteration_time_s") * 1e3,
        "train-memory" => number(&said, "memory_bytes") / 1e9,
        "decode" => number(&said, "time_per_token_ms"),
        _ => number(&said, "time_to_first_token_ms"),
    }
}

#[test]
fn what_was_predicted_blind_is_as_near_as_was_found() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/reference/gpu_blind.csv");
    let mut rows = csv::Reader::from_path(file).expect("the predictions");
    let heads = rows.headers().expect("a header").clone();
    let mut errors: BTreeMap<(String, String), Vec<f64>> = BTreeMap::new();
    let mut count = 0;
    for row in rows.records() {
        let row = row.expect("a row");
        let cell = |name: &str| {
            let place = heads.iter().position(|head| head == name).unwrap_or_else(|| panic!("no {name}"));
            row.get(place).unwrap_or_default().to_owned()
        };
        count += 1;
        let (what, command) = (cell("what"), cell("command"));
        let measured: f64 = cell("measured").parse().expect("a figure");
        if command.contains("--show") {
            // A figure of the catalogue, which was there before: it stays what it was.
            let predicted: f64 = cell("predicted").parse().expect("a figure");
            assert!((predicted / measured - 1.0).abs() < 0.07, "{what} {}: {predicted} {measured}", cell("gpu"));
            continue;
        }
        let error = (today(&what, &command) / measured - 1.0).abs() * 100.0;
        errors.entry((what, cell("how"))).or_default().push(error);
    }
    assert_eq!(count, 68);
    for (what, how, rows, most, middle) in FOUND {
        let mut found = errors.remove(&(what.to_owned(), how.to_owned())).unwrap_or_default();
        found.sort_by(f64::total_cmp);
        let median = f64::midpoint(found[(found.len() - 1) / 2], found[found.len() / 2]);
        assert_eq!(found.len(), rows, "{what} {how}");
        assert!(found[rows - 1] <= most && median <= middle, "{what} {how}: {median} {found:?}");
    }
    assert!(errors.is_empty(), "{errors:?}");
}

/// Two steps of a small model on an H100, as PyTorch 2.11's profiler wrote them.
#[test]
fn a_trace_of_our_own_is_read() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/native/h100_trace.json.gz");
    let said = json(&format!("import {file} --json"));
    assert_eq!((said["kind"].as_str(), said["gpu"].as_str()), (Some("trace"), Some("NVIDIA H100 80GB HBM3")), "{said}");
    assert_eq!((said["steps"].as_u64(), said["comm_kernels"].as_u64()), (Some(2), Some(0)), "{said}");
    assert!(number(&said, "kernels") > 50.0 && number(&said, "compute_us") > 0.0, "{said}");
    assert_eq!(kitchen(&format!("import {file}")).status, 0);
}
