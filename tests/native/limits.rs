//! What is large is done in little, or refused before any of it is done; and of all ways the fastest can be asked for.

use std::process::Command;

use crate::kitchen::{json, kitchen, number};

/// Runs a line in so much memory, MiB; the exit status and what it said.
fn within(mib: u32, line: &str) -> (Option<i32>, String) {
    let script = format!("ulimit -v {}; exec \"$0\" {line}", mib * 1024);
    let command = &mut Command::new("sh");
    let output = command.args(["-c", &script, env!("CARGO_BIN_EXE_kitchen")]).env("LANG", "C").output();
    let output = output.expect("sh starts");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn large_calls_take_little_memory() {
    if !cfg!(target_os = "linux") {
        println!("skipped: no limit on memory here");
        return;
    }
    for (mib, line) in [
        (300, "collective --system dgx-h100 --nodes 176 --algorithm direct --op barrier"),
        // ASTRA-sim takes 867 MiB for as many ranks, 35 for 256.
        (200, "collective --system gb200-nvl72 --nodes 15 --gpus 1024 --algorithm direct --bytes 1GiB"),
        (600, "collective --system gb200-nvl72 --nodes 228 --op all-to-all --bytes 1GiB"),
    ] {
        let (status, said) = within(mib, line);
        assert_eq!(status, Some(0), "{line} in {mib} MiB: {said}");
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_begins() {
    let check = |line: &str, flag: &str, limit: &str| {
        let said = kitchen(line);
        assert_eq!(said.status, 2, "{line}: {}", said.out);
        assert!(said.err.starts_with(flag) && said.err.contains(limit), "{line}: {}", said.err);
        let japanese = kitchen(&format!("--lang ja {line}"));
        assert!(japanese.status == 2 && !japanese.err.is_ascii(), "{line}: {}", japanese.err);
    };
    let ones = vec!["1"; 4_000].join(",");
    let h100 = "collective --system dgx-h100 --bytes 1MiB --algorithm hierarchical";
    check(&format!("{h100} --dimensions 8,{ones}"), "--dimensions", "16");
    check(&format!("{h100} --nodes 128 --op all-to-all"), "--algorithm hierarchical", "600,000");
    check(
        "collective --system dgx1-v100 --nodes 176 --op barrier --algorithm direct",
        "--algorithm direct",
        "1,000,000",
    );
    check("collective --system dgx1-v100 --nodes 176 --op all-to-all --bytes 1MiB", "--nodes", "1,000,000");
}

#[test]
fn the_fastest_way_can_be_asked_for() {
    let call = "collective --system gh200-4 --nodes 4 --op reduce-scatter --bytes 2MiB --json";
    let (auto, fastest) = (json(call), json(&format!("{call} --algorithm fastest")));
    assert!(number(&fastest, "time_us") * 4.0 < number(&auto, "time_us"), "{fastest} {auto}");
    let why = json(&format!("{call} --explain"));
    let ways = why["simulated"].as_array().expect("all ways");
    assert_eq!(number(&ways[0], "time_us"), number(&fastest, "time_us"));
    assert!(ways.is_sorted_by(|a, b| number(a, "time_us") <= number(b, "time_us")), "{why}");
    let notes = why["notes"].to_string();
    assert!(notes.contains("--algorithm fastest") && notes.contains("the time may jump"), "{notes}");
    let text = kitchen(&format!("{} --explain --lang ja", call.replace(" --json", ""))).out;
    assert!(text.contains("simulated") && text.contains("最速"), "{text}");
}

/// From 8 MiB on what eight GPUs have added in NVSwitch goes in chunks twice as large, and takes longer: the rule is named, to the byte.
#[test]
fn a_jump_at_the_switch_s_chunks_is_explained() {
    let call = "collective --system hgx-h800 --bytes 8MiB --json --explain";
    let why = json(call);
    let notes = why["notes"].to_string();
    assert!(notes.contains("NVSwitch") && notes.contains("up to 8,388,607 bytes"), "{notes}");
    let japanese = json(&format!("{call} --lang ja"))["notes"].to_string();
    assert!(japanese.contains("NVSwitchへは") && japanese.contains("8,388,607"), "{japanese}");
}

/// A byte more or less changes little, where NCCL does not take another way.
#[test]
fn a_byte_less_costs_no_more() {
    let time = |line: &str, bytes: u64| number(&json(&format!("collective {line} --bytes {bytes} --json")), "time_us");
    for (line, bytes) in
        [("--system pcie-8 --nodes 4 --op broadcast", 1 << 19), ("--system dgx-a100 --nodes 4", 1 << 24)]
    {
        let (less, whole) = (time(line, bytes - 1), time(line, bytes));
        assert!((less / whole - 1.0).abs() < 0.01, "{line}: {less} and {whole} us");
    }
    let exchange = |bytes| time("--system gb300-nvl72 --nodes 4 --op all-to-all", bytes);
    let [few, some, many] = [8, 512, 65_536].map(exchange);
    assert!(few <= some * 1.001 && some <= many * 1.001, "{few}, {some}, {many} us");
}
