//! `kitchen train`.

use crate::kitchen::{json, number};

/// One training step; what is said must be possible.
fn check(line: &str, at_least_s: f64, at_most_s: f64) {
    let said = json(&format!("train {line} --json"));
    let time = number(&said, "iteration_time_s");
    assert!((at_least_s..at_most_s).contains(&time), "{line}: {time} s");
    for share in ["mfu", "bubble_fraction", "exposed_comm_fraction"] {
        let value = number(&said, share);
        assert!((0.0..=1.0).contains(&value), "{line}: {share} is {value}");
    }
    assert!(number(&said, "mfu") > 0.05 && number(&said, "tflops_per_gpu") > 1.0, "{line}: {said}");
}

#[test]
fn a_published_shape_takes_a_possible_time() {
    // 1,024 A100s: published runs of this size report 130 to 160 TFLOP/s a GPU; the bounds here are far wider.
    check(
        "--model gpt3-175b --system dgx-a100 --nodes 128 --tp 8 --pp 16 --micro-batch 1 --global-batch 1536 --schedule 1f1b",
        5.0,
        200.0,
    );
}

#[test]
fn more_micro_batches_leave_a_smaller_bubble() {
    let bubble = |batch: u32| {
        let line = "train --model gpt3-175b --system dgx-a100 --nodes 16 --tp 8 --pp 16 --micro-batch 1 --schedule 1f1b --json";
        number(&json(&format!("{line} --global-batch {batch}")), "bubble_fraction")
    };
    let bubbles = [16, 32, 128].map(bubble);
    assert!(bubbles.is_sorted_by(|a, b| a > b), "{bubbles:?}");
}
