//! `kitchen collective` and `kitchen systems`.

use crate::kitchen::{json, kitchen, number};

const GIB: f64 = 1_073_741_824.0;

/// busbw = algbw times a factor of the operation and the number of GPUs, as the nccl-tests define it.
fn check(line: &str, gpus: f64, factor: impl Fn(f64) -> f64) {
    let said = json(&format!("collective {line} --json"));
    let (time_us, algbw, busbw) = (number(&said, "time_us"), number(&said, "algbw_GBps"), number(&said, "busbw_GBps"));
    assert!(time_us > 0.0 && said["algorithm"].is_string(), "{said}");
    let bytes = if line.contains("1GiB") { GIB } else { 1_048_576.0 };
    let expected = bytes / (time_us * 1e-6) / 1e9;
    assert!((algbw / expected - 1.0).abs() < 0.01, "{line}: algbw {algbw}, from the time {expected}");
    assert!((busbw / algbw / factor(gpus) - 1.0).abs() < 0.01, "{line}: busbw {busbw} of {algbw}");
}

#[test]
fn bandwidths_follow_from_the_time() {
    let all_reduce = |n: f64| 2.0 * (n - 1.0) / n;
    let gather = |n: f64| (n - 1.0) / n;
    check("--system dgx-h100 --op all-reduce --bytes 1GiB", 8.0, all_reduce);
    check("--system dgx-h100 --nodes 2 --op all-reduce --bytes 1GiB", 16.0, all_reduce);
    check("--system dgx-a100 --op all-gather --bytes 1GiB", 8.0, gather);
    check("--system dgx-a100 --op reduce-scatter --bytes 1MiB", 8.0, gather);
    check("--system dgx1-v100 --gpus 4 --op all-reduce --bytes 1GiB", 4.0, all_reduce);
    check("--system gb200-nvl72 --op all-reduce --bytes 1GiB", 72.0, all_reduce);
}

#[test]
fn every_preset_meets() {
    let presets = [
        "pcie-8",
        "dgx1-p100",
        "dgx1-v100",
        "dgx2",
        "dgx-a100",
        "dgx-h100",
        "dgx-h200",
        "dgx-b200",
        "gb200-nvl72",
        "gb300-nvl72",
        "gh200-4",
        "mi300x-8",
        "aws-p5",
        "dgx-h100-nvlink",
        "vr-nvl72",
    ];
    let listed = kitchen("systems --json").out;
    for preset in presets {
        assert!(listed.contains(&format!("\"{preset}\"")), "systems lists {preset}");
        let said = json(&format!("collective --system {preset} --op all-reduce --bytes 64MiB --json"));
        assert!(number(&said, "busbw_GBps") > 1.0, "{preset}: {said}");
    }
}

#[test]
fn newer_tunnels_are_faster() {
    let busbw = |system: &str| {
        number(&json(&format!("collective --system {system} --op all-reduce --bytes 1GiB --json")), "busbw_GBps")
    };
    let race = ["pcie-8", "dgx1-p100", "dgx-a100", "dgx-h100"].map(busbw);
    assert!(race.is_sorted_by(|a, b| a < b), "{race:?}");
}

#[test]
fn each_algorithm_can_be_asked_for() {
    for algorithm in ["ring", "tree", "double-binary-tree", "direct", "in-network", "auto"] {
        let said =
            json(&format!("collective --system dgx-h100 --op all-reduce --bytes 16MiB --algorithm {algorithm} --json"));
        let chosen = said["algorithm"].as_str().unwrap_or_default();
        assert!(algorithm == "auto" || chosen == algorithm, "{algorithm}: {said}");
    }
    let said =
        json("collective --system dgx-h100 --nodes 2 --op all-reduce --bytes 16MiB --algorithm hierarchical --json");
    assert_eq!(said["algorithm"], "hierarchical");
}

/// What is left of a system's bus bandwidth without `parts`.
#[test]
fn a_missing_part_costs_what_it_carried() {
    let busbw = |parts: &str| {
        let line = format!("collective --system dgx-h100 --bytes 4GiB --algorithm ring --json {parts}");
        number(&json(&line), "busbw_GBps")
    };
    for (parts, left) in [("--missing chip:0.3", 14.0), ("--missing link:0.5-2 --missing link:0.5-2", 16.0)] {
        let share = busbw(parts) / busbw("");
        assert!((share * 18.0 - left).abs() < 0.1, "{parts}: {share}");
    }
}

#[test]
fn every_operation_can_be_asked_for() {
    let gather = |n: f64| (n - 1.0) / n;
    check("--system dgx-h100 --op gather --bytes 1GiB", 8.0, gather);
    check("--system dgx-h100 --op scatter --bytes 1GiB --algorithm binomial", 8.0, gather);
    check("--system dgx-h100 --op all-to-all --bytes 1GiB --algorithm pairwise", 8.0, gather);
    check("--system dgx-h100 --nodes 2 --op all-to-all-v --bytes 1GiB --skew 1.5", 16.0, gather);
    check("--system dgx-h100 --op reduce --bytes 1GiB", 8.0, |_| 1.0);
    let said = json("collective --system dgx-h100 --nodes 2 --op barrier --algorithm bruck --json");
    assert!(number(&said, "time_us") > 0.0 && said["busbw_GBps"].is_null() && said["bytes"] == 0, "{said}");
}

#[test]
fn one_gpu_is_answered() {
    for op in ["all-reduce", "all-to-all", "gather", "barrier", "send-recv"] {
        let said = json(&format!("collective --system dgx-h100 --gpus 1 --op {op} --bytes 1MiB --json"));
        assert!(number(&said, "time_us") > 0.0, "{op}: {said}");
    }
}

/// A skewed exchange takes at least as long as an even one, in proportion to what the busiest GPU receives.
#[test]
fn skew_slows_an_exchange_down() {
    let time = |skew: &str| {
        let line = "collective --system dgx-h100 --op all-to-all-v --bytes 1GiB --json --skew";
        number(&json(&format!("{line} {skew}")), "time_us")
    };
    let [even, half_more, all] = ["1", "1.5", "8"].map(time);
    assert!((half_more / even - 1.5).abs() < 0.02 && (all / even - 8.0).abs() < 0.2, "{even}, {half_more}, {all}");
}

#[test]
fn dimensions_can_be_asked_for() {
    let time = |dims: &str| {
        let line = "collective --system dgx-h100 --nodes 4 --bytes 64MiB --algorithm hierarchical --json";
        number(&json(&format!("{line} {dims}")), "time_us")
    };
    let usual = time("");
    assert!((time("--dimensions 8,4") / usual - 1.0).abs() < 0.2, "the usual grid, in other words");
    assert!(time("--dimensions 8,2,2") > 0.0 && time("--dimensions direct:8,halving-doubling:4") > 0.0);
}

/// The rows of a table such as nccl-tests prints: what stands in no line that begins with `#`.
fn rows(table: &str) -> Vec<Vec<String>> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

#[test]
fn a_range_of_sizes_is_the_table_of_nccl_tests() {
    let range = "collective --system dgx-h100 --nodes 2 --from 8 --to 64MiB";
    let table = kitchen(range).out;
    let found = rows(&table);
    assert_eq!(found.len(), 24, "8 bytes to 64 MiB by factors of two: {table}");
    assert_eq!(table.matches("#  Rank ").count(), 16);
    for row in &found {
        assert_eq!(row.len(), 13, "{row:?}");
        assert_eq!(row[2..5], ["float", "sum", "-1"]);
        let one = json(&format!("collective --system dgx-h100 --nodes 2 --bytes {} --json", row[0]));
        let [time, busbw] = [5, 7].map(|at| row[at].parse::<f64>().unwrap());
        assert!((time / number(&one, "time_us") - 1.0).abs() < 1e-3, "{row:?} {one}");
        assert!((busbw - number(&one, "busbw_GBps")).abs() < 0.006, "{row:?} {one}");
        assert_eq!(row[5..9], row[9..13]);
    }
    let mean = found.iter().map(|row| row[7].parse::<f64>().unwrap()).sum::<f64>() / 24.0;
    let said = table.lines().find_map(|line| line.strip_prefix("# Avg bus bandwidth    : ")).unwrap();
    assert!((said.trim().parse::<f64>().unwrap() - mean).abs() < 0.01, "{said} {mean}");
    assert_eq!(table, kitchen(&format!("{range} --jobs 1")).out, "the same whoever works on it");

    let csv = kitchen(&format!("{range} --op all-gather --factor 4 --csv")).out;
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("size_bytes,count,type,"), "{csv}");
    assert!(lines[1].starts_with("512,8,float,none,-1,"), "what rounds to nothing is left out: {csv}");
    let answers = json(&format!("{range} --factor 1024 --json"));
    assert_eq!(answers.as_array().map(Vec::len), Some(3));
}

#[test]
fn a_range_that_is_none_is_refused() {
    let check = |rest: &str, part: &str| {
        let said = kitchen(&format!("collective --system dgx-h100 {rest} --lang en"));
        assert!(said.status == 2 && said.out.is_empty() && said.err.contains(part), "{rest}: {}", said.err);
    };
    check("--from 8", "--to");
    check("--to 8", "--from");
    check("--csv", "--from");
    check("--from 8 --to 4", "--to");
    check("--from 1GiB --to 2048TiB", "--to");
    check("--from 8 --to 1MiB --factor 1", "2-1024");
    check("--from 8 --to 1MiB --jobs 0", "1-256");
    check("--from 8 --to 1MiB --bytes 8", "--bytes");
    check("--from 8 --to 1MiB --explain", "--explain");
    check("--from 8 --to 1MiB --csv --json", "--json");
    check("--from 8 --to 64 --op all-gather", "128");
    check("--from 8 --to 64 --op barrier", "--op barrier");
}
