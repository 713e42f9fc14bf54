//! `kitchen validate astra`: another simulator's results, from a file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::kitchen::{Said, kitchen_with};

/// Rows worked out by hand from what the columns mean: a message costs floor(hops x L + m / B), an endpoint its delay, a sum
/// three times floor(m / memory).
const FIXTURE: &str = include_str!("astra.csv");

fn validate(path: &Path, more: &[&str]) -> Said {
    kitchen_with(&[&["validate", "astra", &path.to_string_lossy()], more].concat())
}

/// The fixture with `from` replaced, in a file of its own.
fn fixture(name: &str, from: &str, to: &str) -> PathBuf {
    assert!(FIXTURE.contains(from), "{from}");
    let path = std::env::temp_dir().join(format!("kitchen-astra-{}-{name}.csv", std::process::id()));
    fs::write(&path, FIXTURE.replace(from, to)).expect("a file");
    path
}

/// What the run says of the fixture with `from` replaced by `to`.
fn check(name: &str, from: &str, to: &str, status: i32, must_say: &[&str]) {
    let path = fixture(name, from, to);
    let said = validate(&path, &[]);
    fs::remove_file(path).expect("the file goes");
    assert_eq!(said.status, status, "{name}: {}{}", said.out, said.err);
    for part in must_say {
        assert!(said.out.contains(part) || said.err.contains(part), "{name}: {part} in {}{}", said.out, said.err);
    }
}

#[test]
fn rows_worked_out_by_hand_are_met_to_the_nanosecond() {
    let said = validate(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/native/astra.csv")), &["--json"]);
    assert_eq!(said.status, 0, "{}{}", said.out, said.err);
    let found: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(found["off"], serde_json::json!([]));
    assert_eq!(found["one_chunk"]["exact"].as_u64(), Some(8));
    assert_eq!(found["more_chunks"]["exact"].as_u64(), Some(2));
}

#[test]
fn the_status_says_whether_the_errors_are_small() {
    check("same", "129688", "129688", 0, &["one chunk: 100.00 %", "holds"]);
    // Within 1 %.
    check("near", "129688", "129000", 0, &["line 2 ", "+0.53 %"]);
    check("far", "129688", "120000", 1, &["does not hold", "line 2 ", "+8.07 %", "unexplained"]);
}

#[test]
fn lines_that_make_no_sense_are_named_and_left_out() {
    let line = |name: &str, from: &str, to: &str, must_say: &str| {
        check(name, from, to, 0, &["line 5 left out", must_say]);
    };
    let row = "Ring,4,50,500,all_to_all,ring,1,1,4194304,10,1000,localBWAware,1,120256";
    line("shape", row, &row.replace("Ring,4", "Torus,4"), "topology \"Torus\"");
    line("npus", row, &row.replace("Ring,4", "Ring,-4"), "npus \"-4\"");
    line("list", row, &row.replace("Ring,4", "Ring,4|4"), "different numbers of dimensions");
    line("rate", row, &row.replace(",50,", ",nan,"), "bandwidth_GBps \"nan\"");
    line("bytes", row, &row.replace("4194304", "99999999999999999999"), "bytes");
    line("time", row, &row.replace("120256", "0"), "time_ns");
    line("way", row, &row.replace("all_to_all,ring", "all_to_all,magic"), "algorithm \"magic\"");
    line("order", row, &row.replace("localBWAware", "best"), "collective_optimization \"best\"");
    check("column", "time_ns", "time", 2, &["time_ns", "missing"]);
    check("empty", FIXTURE, "", 2, &["missing"]);
}

#[test]
fn what_cannot_be_simulated_counts_as_a_miss_and_says_why() {
    let row = "Ring,4,50,500,all_to_all,ring,1,1,4194304,10,1000,localBWAware,1,120256";
    let refused = |name: &str, to: &str, must_say: &str| check(name, row, to, 1, &["refused", must_say]);
    refused("one", &row.replace("Ring,4", "Ring,1"), "at least 2");
    refused("huge", &row.replace("Ring,4", "Ring,4000000000"), "at most");
    refused("many", &row.replace("Ring,4", "Ring,4096"), "tasks");
    refused("chunks", &row.replace("ring,1,1", "ring,99999999999,1"), "chunks");
    refused("none", &row.replace("4194304", "0"), "cannot be cut");
    refused("halving", &row.replace("to_all,ring", "to_all,halvingDoubling"), "no halvingDoubling");
    refused(
        "three",
        &row.replace("Ring,4", "Ring,3").replace("to_all,ring", "to_all,doubleBinaryTree"),
        "power of two",
    );
}

#[test]
fn the_published_results_are_met() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/reference/astra_reference.csv");
    let said = validate(&path, &[]);
    assert_eq!(said.status, 0, "{}{}", said.out, said.err);
}
