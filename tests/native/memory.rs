//! `kitchen validate memory`: published formulas and measured peaks, each row compared or named.

use serde_json::Value;

use crate::kitchen::kitchen;

/// Rows compared of a file, rows left out, and the largest error of each set in percent, all within their targets.
fn check(file: &str, compared: usize, left_out: usize) {
    let path = format!("{}/assets/reference/{file}", env!("CARGO_MANIFEST_DIR"));
    let said = kitchen(&format!("validate memory {path} --strict --json"));
    assert_eq!((said.status, said.err.as_str()), (0, ""), "{}", said.out);
    let report: Value = serde_json::from_str(&said.out).expect("JSON");
    let rows = report["rows"].as_array().expect("rows").len();
    let others: usize =
        report["left_out"].as_object().expect("reasons").values().map(|names| names.as_array().unwrap().len()).sum();
    assert_eq!((rows, others), (compared, left_out), "{file}");
    let sets = report["sets"].as_array().expect("sets");
    assert!(!sets.is_empty() && sets.iter().all(|set| set["met"] == true), "{sets:?}");
}

#[test]
fn published_formulas_are_met() {
    check("activation_memory.csv", 107, 7);
}

#[test]
fn measured_peaks_are_met() {
    check("throughput.csv", 32, 0);
}

#[test]
fn a_value_that_is_off_is_told() {
    let folder = std::env::temp_dir();
    let path = folder.join(format!("kitchen-memory-{}.csv", std::process::id()));
    let columns = "source,model,quantity,technique,value,formula,formula_value";
    let row = "x,7.5B,\"model state per GPU, ZeRO stage 1, Nd=64\",ZeRO-1,33.4,,";
    std::fs::write(&path, format!("{columns}\n{row}\n")).expect("a file");
    let said = kitchen(&format!("validate memory {} --strict --lang en", path.display()));
    assert_ne!(said.status, 0, "{}", said.out);
    assert!(said.err.contains("ZeRO"), "{}", said.err);
    std::fs::remove_file(path).expect("the file goes");
}
