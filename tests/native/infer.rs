//! `kitchen infer`, and its figures against published ones.

use serde_json::Value;

use crate::kitchen::{json, kitchen, number};

fn part<'a>(said: &'a Value, list: &str, name: &str) -> &'a Value {
    said[list].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap()
}

#[test]
fn the_default_is_llama_3_8b_on_an_h100() {
    let said = json("infer --json");
    assert_eq!((said["model"].as_str(), said["gpu"].as_str()), (Some("llama3-8b"), Some("h100-sxm")));
    // Its weights are 16 GB, which 3.35 TB/s hand over in 4.5 ms without the input embedding.
    assert!((4.5..9.0).contains(&number(&said, "time_per_token_ms")), "{said}");
    let ridge = number(&said, "ridge_flop_per_byte");
    let intensity = |name: &str| number(part(&said, "parts", name), "flop_per_byte");
    assert!(intensity("decode") < 2.0 && intensity("forward") > ridge, "{said}");
    assert_eq!(part(&said, "memory", "answering")["fits"], true);
    assert_eq!(part(&said, "memory", "learning")["fits"], false, "16 bytes of each of 8 billion parameters");
    let measured = said["measured"].as_array().unwrap();
    assert!(measured.iter().any(|row| row["engine"] == "vLLM 0.21.0" && row["measured_ms"] == 6.48), "{measured:?}");
}

#[test]
fn learning_is_what_train_says() {
    let learnt = json("infer --model llama2-7b --gpu h100 --batch 2 --prompt 1024 --json");
    let time = |name: &str| number(part(&learnt, "parts", name), "time_ms");
    let line = "train --model llama2-7b --system dgx-h100 --gpus 1 --micro-batch 2 --global-batch 2 --seq 1024";
    let step = json(&format!("{line} --recompute selective --json"));
    let (sum, whole) = (time("forward") + time("backward") + time("update"), number(&step, "iteration_time_s") * 1e3);
    assert!((sum / whole - 1.0).abs() < 1e-4, "{sum} against {whole}");
}

#[test]
fn what_does_not_fit_is_told() {
    let said = kitchen("infer --model llama3-70b --gpu a100 --lang ja");
    assert_eq!(said.status, 0, "{}", said.err);
    assert_eq!(said.err.lines().count(), 2, "answering and learning: {}", said.err);
    assert!(said.err.contains("141") && said.err.contains("80"), "{}", said.err);
}

#[test]
fn what_cannot_be_asked_is_told() {
    let check = |line: &str, must_name: &str| {
        for lang in ["ja", "en"] {
            let said = kitchen(&format!("infer {line} --lang {lang}"));
            assert_eq!((said.status, said.out.as_str()), (2, ""), "{line}: {}", said.err);
            assert!(said.err.contains(must_name) && said.err.lines().count() == 1, "{line}: {}", said.err);
        }
    };
    check("--model llama9", "llama3-8b");
    check("--gpu abacus", "h100-sxm");
    check("--gpu h100 --system dgx-h100", "--system");
    check("--system examples/systems/torus.toml", "GPU");
    check("--batch 0", "--batch");
    check("--prompt 4294967295", "--prompt");
    check("--output 0", "--output");
    check("--tp 3", "--tp");
    check("--gpu rtx-4090 --tp 2", "--tp");
    check("--weight-bits NaN", "--weight-bits");
    check("--weight-bits 1", "--weight-bits");
    check("--kv-bits -8", "--kv-bits");
}

/// The project's own targets, on the rows that no constant saw as well.
#[test]
fn published_times_are_met() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/reference/inference.csv");
    let said = kitchen(&format!("validate inference {file} --strict --json"));
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["targets"].as_array().unwrap().len(), 4);
    let rows = report["rows"].as_array().unwrap().len() + report["left_out"].as_array().unwrap().len();
    assert_eq!(rows, 199, "every row is compared or named");
}
